//! The referee against a second one of another shape: a list of laws that each look at the whole rally so far.

#![allow(clippy::disallowed_methods)]

use std::collections::BTreeMap;

use multiball::ball::BallState;
use multiball::court::{Court, Decision, Fault, Fixture, LEAST_TOSS_M, Play, Referee, Side};
use multiball::geometry::Vec3;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const COURT: Court = Court::STANDARD;

/// How a rally begins.
#[derive(Debug, Clone, Copy)]
enum Start {
    Serve(Side),
    Feed(Side),
}

// The second referee. ---------------------------------------------------------------------------------------------

/// What just happened, and all that happened before it without deciding the rally.
struct Scene<'a> {
    start: Start,
    before: &'a [Play],
    now: Play,
}

impl Scene<'_> {
    fn server(&self) -> Option<Side> {
        if let Start::Serve(server) = self.start { Some(server) } else { None }
    }

    /// Everyone who has struck the ball, in order; a feed is a stroke.
    fn strokes(&self) -> Vec<Side> {
        let fed = if let Start::Feed(feeder) = self.start { Some(feeder) } else { None };
        let struck =
            self.before.iter().filter_map(|play| if let Play::Strike { by, .. } = play { Some(*by) } else { None });
        fed.into_iter().chain(struck).collect()
    }

    fn striker(&self) -> Option<Side> {
        self.strokes().last().copied()
    }

    /// What happened between the last stroke and now.
    fn since_stroke(&self) -> &[Play] {
        let is_stroke = |play: &Play| matches!(play, Play::Strike { .. });
        &self.before[self.before.iter().rposition(is_stroke).map_or(0, |last| last + 1)..]
    }

    fn bounces_since_stroke(&self, side: Side) -> usize {
        self.since_stroke().iter().filter(|play| **play == Play::Bounce { on: side }).count()
    }

    /// Whether the server has thrown the ball up; what else is thrown about is not the ball in play.
    fn tossed(&self) -> bool {
        self.before.iter().any(|play| matches!(play, Play::Toss { by, .. } if Some(*by) == self.server()))
    }

    /// The ball is in play from the toss on, or from a serve without one.
    fn in_play(&self) -> bool {
        self.tossed() || !self.strokes().is_empty()
    }

    /// The server of a serve that has been struck and has not reached the receiver's court yet.
    fn serve_on_its_way(&self) -> Option<Side> {
        let server = self.server()?;
        (self.strokes().len() == 1 && self.bounces_since_stroke(server.other()) == 0).then_some(server)
    }

    /// The striker of a ball that still owes its bounce on the other court.
    fn owing_striker(&self) -> Option<Side> {
        self.striker().filter(|striker| self.bounces_since_stroke(striker.other()) == 0)
    }

    /// The player in whose court the ball has bounced, and who has to strike it now.
    fn player_to_return(&self) -> Option<Side> {
        self.striker().map(Side::other).filter(|player| self.bounces_since_stroke(*player) > 0)
    }

    fn strikes_now(&self, side: Side) -> bool {
        matches!(self.now, Play::Strike { by, .. } if by == side)
    }

    fn bounces_now(&self, side: Side) -> bool {
        self.now == Play::Bounce { on: side }
    }

    /// A stroke at a ball that was still coming to the table.
    fn obstructs_now(&self, side: Side) -> bool {
        matches!(self.now, Play::Strike { by, ball } if by == side && may_reach_table(&ball))
    }

    /// The ball has missed the table: it touches something else, or is struck after it has passed.
    fn misses_now(&self, player: Side) -> bool {
        self.now == Play::Elsewhere || self.strikes_now(player) && !self.obstructs_now(player)
    }
}

/// Whether the ball is above the table, or not below its level and getting nearer to it.
fn may_reach_table(ball: &BallState) -> bool {
    let distance = |p: Vec3| (p.x.abs() - COURT.end_line()).max(0.0).hypot((p.y.abs() - COURT.side_line()).max(0.0));
    let (here, next) = (distance(ball.position), distance(ball.position + ball.velocity * 1e-9));
    ball.position.z >= 0.0 && (here <= 0.0 || next < here)
}

fn lost_by(loser: Side, fault: Fault) -> Decision {
    Decision::Point { winner: loser.other(), fault }
}

/// Behind the server's end line and above the surface.
fn fault_of_place(server: Side, ball: Vec3) -> Option<Fault> {
    let inside = (ball.x * server.sign() <= COURT.end_line()).then_some(Fault::ServeInsideCourt);
    inside.or((ball.z <= 0.0).then_some(Fault::ServeBelowSurface))
}

/// A law: the decision that it demands in a scene, if it applies.
type Law = fn(&Scene<'_>) -> Option<Decision>;

/// No two of them ever apply at once, so their order says nothing.
const LAWS: [Law; 12] = [
    // Nobody touches net or table while the ball is in play.
    |scene| match scene.now {
        Play::PlayerTouches { by, what } if scene.in_play() => {
            Some(lost_by(by, if what == Fixture::Net { Fault::TouchedNet } else { Fault::TouchedTable }))
        }
        _ => None,
    },
    // The ball is thrown from behind the end line, above the surface, high enough: in this order, as the place is wrong
    // before the rise is. No serve can heal a faulty toss, so it decides at once.
    |scene| match (scene.server()?, scene.now) {
        (server, Play::Toss { by, from, rise_m }) if by == server && !scene.in_play() => {
            let low = (rise_m < LEAST_TOSS_M).then_some(Fault::TossTooLow);
            fault_of_place(server, from).or(low).map(|fault| lost_by(server, fault))
        }
        _ => None,
    },
    // A tossed ball meets the racket before anything else; to throw it again, the server must have caught it.
    |scene| {
        let server = scene.server().filter(|_| scene.tossed() && scene.strokes().is_empty())?;
        let missed = match scene.now {
            Play::Bounce { .. } | Play::Net | Play::Elsewhere => true,
            Play::Toss { by, .. } => by == server,
            Play::Strike { .. } | Play::PlayerTouches { .. } => false,
        };
        missed.then_some(lost_by(server, Fault::ServeMissed))
    },
    // The ball of a serve has been tossed, and is struck behind the end line and above the surface.
    |scene| match (scene.server()?, scene.now) {
        (server, Play::Strike { by, ball }) if by == server && scene.strokes().is_empty() => {
            let untossed = (!scene.tossed()).then_some(Fault::TossTooLow);
            untossed.or(fault_of_place(server, ball.position)).map(|fault| lost_by(server, fault))
        }
        _ => None,
    },
    // The receiver keeps off a ball that has not been served.
    |scene| {
        let receiver = scene.server().filter(|_| scene.strokes().is_empty())?.other();
        scene.strikes_now(receiver).then_some(lost_by(receiver, Fault::Obstruction))
    },
    // A serve touches the server's court first. The net does not matter: a serve is good or not but for it.
    |scene| {
        let server = scene.serve_on_its_way().filter(|server| scene.bounces_since_stroke(*server) == 0)?;
        let past_it = scene.bounces_now(server.other()) || scene.misses_now(server.other());
        past_it.then_some(lost_by(server, Fault::ServeMissedOwnCourt))
    },
    // The striker's own court is touched by a serve once, by a return never.
    |scene| {
        let striker = scene.owing_striker().filter(|striker| scene.bounces_now(*striker))?;
        let is_serve = scene.serve_on_its_way().is_some();
        let (may, fault) = if is_serve { (1, Fault::ServeBouncedTwice) } else { (0, Fault::HitOwnCourt) };
        (scene.bounces_since_stroke(striker) == may).then_some(lost_by(striker, fault))
    },
    // A serve by way of the net is played again if it is good but for that, or if the receiver does not let it land.
    |scene| {
        let server = scene.serve_on_its_way().filter(|_| scene.since_stroke().contains(&Play::Net))?;
        let good = scene.bounces_since_stroke(server) == 1 && scene.bounces_now(server.other());
        (good || scene.obstructs_now(server.other())).then_some(Decision::Let)
    },
    // Nobody strikes twice in succession.
    |scene| {
        let striker = scene.striker()?;
        scene.strikes_now(striker).then_some(lost_by(striker, Fault::DoubleHit))
    },
    // A return reaches the other court, and so does a serve that has touched the server's.
    |scene| {
        let striker = scene.owing_striker()?;
        let due = scene.serve_on_its_way().is_none() || scene.bounces_since_stroke(striker) == 1;
        (due && scene.misses_now(striker.other())).then_some(lost_by(striker, Fault::MissedCourt))
    },
    // Nobody strikes a ball that could still land on their court; a serve by way of the net is the let above.
    |scene| {
        let player = scene.owing_striker()?.other();
        let is_let = scene.serve_on_its_way().is_some() && scene.since_stroke().contains(&Play::Net);
        (scene.obstructs_now(player) && !is_let).then_some(lost_by(player, Fault::Obstruction))
    },
    // The ball bounces once in a court, and touches nothing but the net before the stroke, not even the other court.
    |scene| {
        let player = scene.player_to_return()?;
        match scene.now {
            Play::Bounce { on } if on == player => Some(lost_by(player, Fault::DoubleBounce)),
            Play::Bounce { .. } | Play::Elsewhere => Some(lost_by(player, Fault::NotReturned)),
            _ => None,
        }
    },
];

/// The play that decides a rally, and how: the first at which a law applies.
fn decide(start: Start, plays: &[Play]) -> Option<(usize, Decision)> {
    plays.iter().enumerate().find_map(|(index, now)| {
        let scene = Scene { start, before: &plays[..index], now: *now };
        let decisions: Vec<Decision> = LAWS.iter().filter_map(|law| law(&scene)).collect();
        assert!(decisions.len() <= 1, "the laws contradict each other after {start:?}, {plays:?}: {decisions:?}");
        decisions.first().map(|decision| (index, *decision))
    })
}

// Random rallies. -------------------------------------------------------------------------------------------------

struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0.next_u32() % n
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * f64::from(self.0.next_u32()) / f64::from(u32::MAX)
    }

    fn side(&mut self) -> Side {
        Side::BOTH[self.below(2) as usize]
    }

    /// A place behind a side's end line and above the surface; now and then inside the court or below the surface.
    fn place_of_serve(&mut self, server: Side) -> Vec3 {
        let x = if self.one_in(15) { self.between(0.0, 1.36) } else { self.between(1.38, 2.0) };
        let z = if self.one_in(15) { self.between(-0.5, -0.01) } else { self.between(0.01, 0.5) };
        Vec3::new(x * server.sign(), self.between(-1.5, 1.5), z)
    }

    fn strike_at(&mut self, by: Side, place: Vec3) -> Play {
        let velocity = Vec3::new(self.between(-9.0, 9.0), self.between(-3.0, 3.0), self.between(-4.0, 4.0));
        Play::Strike { by, ball: BallState::new(place, velocity, Vec3::zeros()) }
    }

    fn toss(&mut self, by: Side) -> Play {
        let rise_m = if self.one_in(15) { LEAST_TOSS_M } else { self.between(0.0, 2.0) };
        Play::Toss { by, from: self.place_of_serve(by), rise_m }
    }

    fn serve(&mut self, by: Side) -> Play {
        let place = self.place_of_serve(by);
        self.strike_at(by, place)
    }

    /// Over the table, behind or next to it, above or below its level, coming or going.
    fn stroke(&mut self, by: Side) -> Play {
        let place = Vec3::new(self.between(-0.3, 3.0) * by.sign(), self.between(-1.5, 1.5), self.between(-0.4, 0.8));
        self.strike_at(by, place)
    }

    fn unexpected(&mut self) -> Play {
        let side = self.side();
        match self.below(9) {
            0 => Play::Net,
            1 => Play::Elsewhere,
            2 | 3 => Play::Bounce { on: side },
            4 | 5 => self.stroke(side),
            6 => Play::PlayerTouches { by: side, what: Fixture::Net },
            7 => Play::PlayerTouches { by: side, what: Fixture::Table },
            _ => self.toss(side),
        }
    }

    /// What a player's stroke leads to when nothing goes wrong, but for a touch of the net.
    fn flight(&mut self, striker: Side, by_own_court: bool) -> Vec<Play> {
        let own = by_own_court.then_some(Play::Bounce { on: striker });
        let net = self.one_in(6).then_some(Play::Net);
        let landing = Play::Bounce { on: striker.other() };
        own.into_iter().chain(net).chain([landing]).collect()
    }

    /// A plausible rally in which plays are left out, added and replaced.
    fn rally(&mut self) -> (Start, Vec<Play>) {
        let first = self.side();
        let start = if self.one_in(3) { Start::Feed(first) } else { Start::Serve(first) };
        let is_serve = matches!(start, Start::Serve(_));
        let mut plan = if is_serve { vec![self.toss(first), self.serve(first)] } else { vec![] };
        plan.extend(self.flight(first, is_serve));
        let mut striker = first;
        for _ in 0..self.below(8) {
            striker = striker.other();
            plan.push(self.stroke(striker));
            plan.extend(self.flight(striker, false));
        }
        let mut plays = vec![];
        for play in plan {
            match self.below(36) {
                0 => {}
                1 => plays.extend([self.unexpected(), play]),
                2 => plays.push(self.unexpected()),
                _ => plays.push(play),
            }
        }
        // Whatever happened, the ball is in play at last and ends on the floor, so that there is something to decide.
        let by_first = |play: &Play| matches!(play, Play::Toss { by, .. } | Play::Strike { by, .. } if *by == first);
        if is_serve && !plays.iter().any(by_first) {
            plays.push(self.serve(first));
        }
        plays.extend([Play::Elsewhere; 4]);
        (start, plays)
    }
}

/// All decisions of the referee on a rally, with the plays at which it made them.
fn decisions_of_referee(start: Start, plays: &[Play]) -> Vec<(usize, Decision)> {
    let mut referee = match start {
        Start::Serve(server) => Referee::for_serve(COURT, server),
        Start::Feed(feeder) => Referee::for_feed(COURT, feeder),
    };
    let mut made = vec![];
    for (index, play) in plays.iter().enumerate() {
        made.extend(referee.see(*play).map(|decision| (index, decision)));
        let first = made.first().map(|(_, decision)| *decision);
        assert_eq!(referee.decision(), first, "the decision was not kept after {start:?}, {plays:?}");
    }
    made
}

#[test]
fn law_hundred_thousand_random_rallies_are_decided_once_and_alike() {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(11));
    let (mut faults, mut lets) = (BTreeMap::<Fault, u32>::new(), 0);
    for _ in 0..100_000 {
        let (start, plays) = dice.rally();
        let expected = decide(start, &plays).unwrap();
        assert_eq!(decisions_of_referee(start, &plays), [expected], "{start:?}, {:#?}", &plays[..=expected.0]);
        match expected.1 {
            Decision::Point { fault, .. } => *faults.entry(fault).or_default() += 1,
            Decision::Let => lets += 1,
        }
    }
    let all_kinds_often = faults.len() == 14 && faults.values().all(|times| *times >= 50) && lets >= 50;
    assert!(all_kinds_often, "too few of a kind to prove anything: {lets} lets, {faults:?}");
}

// The rule book. --------------------------------------------------------------------------------------------------

const HOME: Side = Side::Home;
const AWAY: Side = Side::Away;
const BOUNCE_HOME: Play = Play::Bounce { on: HOME };
const BOUNCE_AWAY: Play = Play::Bounce { on: AWAY };
/// The toss and the stroke of a good serve by home.
const TOSS: Play = Play::Toss { by: HOME, from: Vec3::new(1.5, 0.3, 0.2), rise_m: LEAST_TOSS_M };
const SERVE: Play = strike(HOME, [1.5, 0.3, 0.2], [0.0, 0.0, -1.0]);
/// Behind the table and on its way out: where strokes are made, and balls that missed the table pass.
const RETURN_BY_HOME: Play = strike(HOME, [1.8, 0.0, 0.2], [5.0, 0.0, 0.0]);
const RETURN_BY_AWAY: Play = strike(AWAY, [-1.8, 0.0, 0.2], [-5.0, 0.0, 0.0]);
const VOLLEY_BY_AWAY: Play = strike(AWAY, [-1.2, 0.0, 0.2], [-5.0, 0.0, 0.0]);

const fn strike(by: Side, [x, y, z]: [f64; 3], [vx, vy, vz]: [f64; 3]) -> Play {
    let (position, velocity, spin) = (Vec3::new(x, y, z), Vec3::new(vx, vy, vz), Vec3::new(0.0, 0.0, 0.0));
    Play::Strike { by, ball: BallState { position, velocity, spin } }
}

/// Both referees must decide so, and at the last play.
fn assert_ends(start: Start, plays: &[Play], decision: Decision) {
    let end = (plays.len() - 1, decision);
    assert_eq!(decide(start, plays), Some(end), "second referee: {start:?}, {plays:?}");
    assert_eq!(decisions_of_referee(start, plays), [end], "referee: {start:?}, {plays:?}");
}

fn assert_serve_lost(plays: &[Play], loser: Side, fault: Fault) {
    assert_ends(Start::Serve(HOME), plays, lost_by(loser, fault));
}

fn assert_feed_lost(plays: &[Play], loser: Side, fault: Fault) {
    assert_ends(Start::Feed(HOME), plays, lost_by(loser, fault));
}

#[test]
fn ref_faulty_toss_loses_at_once() {
    let toss = |x, z, rise_m| Play::Toss { by: HOME, from: Vec3::new(x, 0.0, z), rise_m };
    assert_serve_lost(&[toss(1.5, 0.2, 0.159)], HOME, Fault::TossTooLow);
    assert_serve_lost(&[toss(1.3, 0.2, 0.3)], HOME, Fault::ServeInsideCourt);
    assert_serve_lost(&[toss(1.5, -0.1, 0.3)], HOME, Fault::ServeBelowSurface);
}

#[test]
fn ref_tossed_ball_is_struck_before_it_touches_anything() {
    for touch in [Play::Elsewhere, Play::Net, BOUNCE_HOME, BOUNCE_AWAY] {
        assert_serve_lost(&[TOSS, touch], HOME, Fault::ServeMissed);
    }
}

#[test]
fn ref_tossed_ball_is_not_caught_and_tossed_again() {
    assert_serve_lost(&[TOSS, TOSS], HOME, Fault::ServeMissed);
}

#[test]
fn ref_serve_is_tossed_and_struck_behind_the_end_line_and_above_the_surface() {
    let serve = |x, z| strike(HOME, [x, 0.0, z], [0.0, 0.0, -1.0]);
    assert_serve_lost(&[SERVE], HOME, Fault::TossTooLow);
    assert_serve_lost(&[TOSS, serve(1.3, 0.2)], HOME, Fault::ServeInsideCourt);
    assert_serve_lost(&[TOSS, serve(1.5, -0.1)], HOME, Fault::ServeBelowSurface);
}

#[test]
fn ref_serve_touches_the_own_court_once_and_then_directly_the_receivers() {
    assert_serve_lost(&[TOSS, SERVE, BOUNCE_HOME, BOUNCE_HOME], HOME, Fault::ServeBouncedTwice);
    assert_serve_lost(&[TOSS, SERVE, BOUNCE_HOME, Play::Elsewhere], HOME, Fault::MissedCourt);
    assert_serve_lost(&[TOSS, SERVE, BOUNCE_AWAY], HOME, Fault::ServeMissedOwnCourt);
    assert_serve_lost(&[TOSS, SERVE, Play::Net, BOUNCE_AWAY], HOME, Fault::ServeMissedOwnCourt);
}

#[test]
fn ref_serve_past_the_table_has_missed_the_own_court() {
    assert_serve_lost(&[TOSS, SERVE, Play::Elsewhere], HOME, Fault::ServeMissedOwnCourt);
    assert_serve_lost(&[TOSS, SERVE, RETURN_BY_AWAY], HOME, Fault::ServeMissedOwnCourt);
}

#[test]
fn ref_net_on_an_otherwise_good_serve_is_a_let() {
    assert_ends(Start::Serve(HOME), &[TOSS, SERVE, BOUNCE_HOME, Play::Net, BOUNCE_AWAY], Decision::Let);
    assert_ends(Start::Serve(HOME), &[TOSS, SERVE, BOUNCE_HOME, Play::Net, VOLLEY_BY_AWAY], Decision::Let);
    assert_serve_lost(&[TOSS, SERVE, BOUNCE_HOME, Play::Net, Play::Elsewhere], HOME, Fault::MissedCourt);
    assert_serve_lost(&[TOSS, SERVE, BOUNCE_HOME, Play::Net, BOUNCE_HOME], HOME, Fault::ServeBouncedTwice);
}

#[test]
fn ref_return_by_way_of_the_net_or_around_it_is_good() {
    let around_the_post = strike(AWAY, [-1.0, -1.2, -0.1], [-1.0, -4.0, 0.0]);
    let plays = [BOUNCE_AWAY, around_the_post, BOUNCE_HOME, RETURN_BY_HOME, Play::Net, BOUNCE_AWAY, BOUNCE_AWAY];
    assert_feed_lost(&plays, AWAY, Fault::DoubleBounce);
}

#[test]
fn ref_return_reaches_the_other_court_and_not_the_own() {
    assert_feed_lost(&[BOUNCE_AWAY, RETURN_BY_AWAY, Play::Elsewhere], AWAY, Fault::MissedCourt);
    assert_feed_lost(&[BOUNCE_AWAY, RETURN_BY_AWAY, Play::Net, BOUNCE_AWAY], AWAY, Fault::HitOwnCourt);
}

#[test]
fn ref_ball_touches_nothing_else_before_the_stroke() {
    assert_serve_lost(&[TOSS, SERVE, BOUNCE_HOME, BOUNCE_AWAY, Play::Elsewhere], AWAY, Fault::NotReturned);
    assert_feed_lost(&[BOUNCE_AWAY, Play::Net, Play::Elsewhere], AWAY, Fault::NotReturned);
    assert_feed_lost(&[BOUNCE_AWAY, BOUNCE_HOME], AWAY, Fault::NotReturned);
}

#[test]
fn ref_ball_is_not_struck_before_its_bounce_unless_it_has_missed_the_table() {
    let towards_from_the_side = strike(AWAY, [-0.5, -1.0, 0.2], [-3.0, 1.0, 0.0]);
    assert_feed_lost(&[VOLLEY_BY_AWAY], AWAY, Fault::Obstruction);
    assert_feed_lost(&[Play::Net, towards_from_the_side], AWAY, Fault::Obstruction);
    assert_serve_lost(&[TOSS, SERVE, BOUNCE_HOME, VOLLEY_BY_AWAY], AWAY, Fault::Obstruction);
    let towards_from_below = strike(AWAY, [-1.5, 0.0, -0.1], [5.0, 0.0, 0.0]);
    assert_feed_lost(&[RETURN_BY_AWAY], HOME, Fault::MissedCourt);
    assert_feed_lost(&[towards_from_below], HOME, Fault::MissedCourt);
}

#[test]
fn ref_nobody_strikes_twice_in_succession() {
    assert_feed_lost(&[RETURN_BY_HOME], HOME, Fault::DoubleHit);
    assert_feed_lost(&[BOUNCE_AWAY, RETURN_BY_HOME], HOME, Fault::DoubleHit);
    assert_serve_lost(&[TOSS, SERVE, SERVE], HOME, Fault::DoubleHit);
}

#[test]
fn ref_nobody_touches_net_or_table_while_the_ball_is_in_play() {
    let touch = |what| Play::PlayerTouches { by: AWAY, what };
    assert_feed_lost(&[touch(Fixture::Net)], AWAY, Fault::TouchedNet);
    assert_serve_lost(&[touch(Fixture::Net), TOSS, touch(Fixture::Table)], AWAY, Fault::TouchedTable);
}
