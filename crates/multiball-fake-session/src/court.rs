//! The score of the hall that is made up, and rallies as lists of what happens when.

use multiball::ball::{BallState, RacketPart};
use multiball::court::{Court as Sizes, Decision, Match, Play, Referee, Side};
use multiball::geometry::Vec3;
use multiball::hall::record::{PointScore, SessionEvent, StrikerKind};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Points so far.
pub(crate) struct Court {
    score: Match,
    points: u64,
}

/// What happens in a rally: how long after its begin, where the ball is, and what it is.
pub(crate) type Script = Vec<(f64, [f64; 3], SessionEvent)>;

impl Court {
    pub(crate) fn new() -> Self {
        Self { score: Match::new(Side::Home), points: 0 }
    }

    /// A rally with its decision, as the referee makes it of the same events.
    pub(crate) fn script(&mut self, ball: u32, rng: &mut ChaCha8Rng) -> Script {
        self.points += 1;
        let mut script =
            vec![(0.0, [1.9, 0.9, 0.4], SessionEvent::PointBegan { point: self.points, ball, server: Side::Home })];
        let mut referee = Referee::for_serve(Sizes::STANDARD, Side::Home);
        let mut decision = None;
        let (mut t, mut strokes) = (0.5, 0);
        for (pause, place, what, play) in plays(ball, rng) {
            t += pause;
            strokes += u32::from(matches!(&what, SessionEvent::Struck { by, .. } if *by != StrikerKind::Server));
            script.push((t, place, what));
            decision = decision.or(referee.see(play));
            if decision.is_some() {
                break;
            }
        }
        let (winner, fault) = match decision.expect("a rally ends on the floor") {
            Decision::Point { winner, fault } => (Some(winner), Some(fault)),
            Decision::Let => (None, None),
        };
        winner.into_iter().for_each(|side| self.score.count(side));
        let score = PointScore {
            home: self.score.game.points(Side::Home),
            away: self.score.game.points(Side::Away),
            home_games: self.score.home_games,
            away_games: self.score.away_games,
        };
        let place = script.last().map_or([0.0; 3], |last| last.1);
        let is_let = winner.is_none();
        let decided =
            SessionEvent::Decided { point: self.points, winner, fault, is_let, strokes, duration_s: t - 0.5, score };
        script.push((t, place, decided));
        script
    }
}

type Scripted = (f64, [f64; 3], SessionEvent, Play);

fn struck(ball: u32, by: StrikerKind, side: Side, position_m: [f64; 3], rng: &mut ChaCha8Rng) -> (SessionEvent, Play) {
    let velocity_before_m_s = [side.sign() * rng.random_range(2.0..5.0), rng.random_range(-0.5..0.5), 0.3];
    let velocity_m_s = [-side.sign() * rng.random_range(3.0..7.0), rng.random_range(-0.5..0.5), 1.3];
    let before = BallState::new(position_m.into(), velocity_before_m_s.into(), Vec3::zeros());
    let spin_rad_s = [0.0, -side.sign() * rng.random_range(0.0..300.0), 0.1];
    let part = RacketPart::Face;
    let what = SessionEvent::Struck { ball, by, side, part, position_m, velocity_before_m_s, velocity_m_s, spin_rad_s };
    (what, Play::Strike { by: side, ball: before })
}

fn bounce(ball: u32, on: Side, rng: &mut ChaCha8Rng) -> Scripted {
    let position_m = [on.sign() * rng.random_range(0.2..1.3), rng.random_range(-0.7..0.7), 0.02];
    (
        rng.random_range(0.15..0.3),
        position_m,
        SessionEvent::Bounced { ball, on, position_m, velocity_m_s: [0.0, 0.0, 2.0] },
        Play::Bounce { on },
    )
}

fn touch(ball: u32, what: &str, position_m: [f64; 3]) -> Scripted {
    let play = if what == "net" { Play::Net } else { Play::Elsewhere };
    (
        0.2,
        position_m,
        SessionEvent::Touched { ball, what: what.into(), position_m, velocity_m_s: [0.0, 0.0, 1.0] },
        play,
    )
}

/// More than enough for a decision.
fn plays(ball: u32, rng: &mut ChaCha8Rng) -> Vec<Scripted> {
    let from = [1.5, 0.1, 0.3];
    let rise_m = if rng.random_bool(0.05) { 0.1 } else { 0.2 };
    let toss = Play::Toss { by: Side::Home, from: from.into(), rise_m };
    let mut plays = vec![(0.0, from, SessionEvent::Tossed { ball, side: Side::Home, position_m: from, rise_m }, toss)];
    let (what, play) = struck(ball, StrikerKind::Server, Side::Home, [1.5, 0.1, 0.31], rng);
    plays.push((0.4, [1.5, 0.1, 0.31], what, play));
    plays.push(bounce(ball, Side::Home, rng));
    if rng.random_bool(0.15) {
        plays.push(touch(ball, "net", [0.0, 0.0, 0.15]));
    }
    let mut side = Side::Away;
    for _ in 0..rng.random_range(0..6) {
        plays.push(bounce(ball, side, rng));
        let by = if side == Side::Home { StrikerKind::Robot } else { StrikerKind::Person };
        let place = [side.sign() * 1.6, rng.random_range(-0.6..0.6), 0.25];
        let (what, play) = struck(ball, by, side, place, rng);
        plays.push((0.2, place, what, play));
        side = side.other();
    }
    if rng.random_bool(0.3) {
        plays.push(bounce(ball, side, rng));
        plays.push(bounce(ball, side, rng));
    }
    plays.push(touch(ball, "floor", [side.sign() * rng.random_range(2.0..4.0), rng.random_range(-3.0..3.0), -0.74]));
    plays
}
