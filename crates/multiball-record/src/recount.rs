//! The score and the balls, counted again from a recording.
//!
//! The referee is shown what happened to the ball of each point: toss, strokes, bounces, touches, fouls. The decisions
//! of the recorded referee are not shown to it; they are compared with the result.

use std::fmt;

use multiball::ball::BallState;
use multiball::court::{Court, Decision, Fault, Match, Play, Referee, Side};
use multiball::geometry::Vec3;
use multiball::hall::record::{PointScore, SessionEvent, StagedCourt, StrikerKind};

use crate::conservation::{Conservation, count_balls};
use crate::{EventAt, Replay, ReplayError};

/// The result of a recount.
#[derive(Debug, Clone, PartialEq)]
pub struct Recounted {
    /// Points that were won by a side.
    pub points: u64,
    /// Lets.
    pub lets: u64,
    /// Points that began and have no decision: rallies that were broken off, and the last when the session ends in it.
    pub undecided: u64,
    /// The score at the end.
    pub score: PointScore,
    /// What became of the balls.
    pub balls: Conservation,
    /// Where the recount and the recording differ, in words, in order of time; at most a hundred of each kind.
    pub disagreements: Vec<String>,
}

impl Recounted {
    /// Whether the recording agrees with itself in everything.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.disagreements.is_empty()
    }
}

impl fmt::Display for Recounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PointScore { home, away, home_games, away_games } = self.score;
        let Conservation { balls, moves, snapshots, .. } = self.balls;
        writeln!(f, "  points   {} decided, {} lets, {} undecided", self.points, self.lets, self.undecided)?;
        writeln!(f, "  games    home {home_games} : {away_games} away, and {home}:{away} in the running one")?;
        writeln!(f, "  balls    {balls}, moved {moves} times, looked up in {snapshots} snapshots")?;
        match self.disagreements.as_slice() {
            [] => write!(f, "  the recount agrees with the recording"),
            differences => differences.iter().try_for_each(|what| writeln!(f, "  differs  {what}")),
        }
    }
}

/// Most disagreements of a kind that are reported.
pub(crate) const MOST_REPORTED: usize = 100;

/// Counts score and balls of a recording again, after the check sums of all its parts.
///
/// # Errors
/// When a part of the file is damaged. What does not agree is no error but in the result.
pub fn recount(replay: &Replay) -> Result<Recounted, ReplayError> {
    replay.check()?;
    let mut umpire = Umpire::new(&replay.stage().court);
    replay.timeline().iter().for_each(|event| umpire.look(event));
    let (balls, lost) = count_balls(replay)?;
    let mut recounted = umpire.close(balls);
    recounted.disagreements.extend(lost);
    Ok(recounted)
}

/// A point under way.
struct Point {
    number: u64,
    ball: u32,
    referee: Referee,
    strokes: u32,
    /// Nothing has happened to its ball yet.
    begins: bool,
}

/// Decides every point again.
struct Umpire {
    court: Court,
    score: Option<Match>,
    point: Option<Point>,
    points: u64,
    lets: u64,
    undecided: u64,
    disagreements: Vec<String>,
}

impl Umpire {
    fn new(court: &StagedCourt) -> Self {
        Self {
            court: court.court(),
            score: None,
            point: None,
            points: 0,
            lets: 0,
            undecided: 0,
            disagreements: Vec::new(),
        }
    }

    fn look(&mut self, event: &EventAt) {
        match &event.what {
            SessionEvent::PointBegan { point, ball, server } => {
                self.undecided += u64::from(self.point.is_some());
                self.score.get_or_insert_with(|| Match::new(*server));
                let referee = Referee::for_serve(self.court, *server);
                self.point = Some(Point { number: *point, ball: *ball, referee, strokes: 0, begins: true });
            }
            SessionEvent::Decided { point, winner, fault, is_let, strokes, score, .. } => {
                let said = (*point, *winner, *fault, *is_let, *strokes);
                self.compare(event.t_s, said, *score);
            }
            what => self.see(what),
        }
    }

    /// Shows the referee what happened to the ball in play.
    fn see(&mut self, what: &SessionEvent) {
        let Some(point) = &mut self.point else { return };
        let Some(play) = play(what, point.ball) else { return };
        if let (true, Play::Strike { by, .. }) = (std::mem::take(&mut point.begins), play) {
            // Without a toss it is a feed: the ball is played as if it had been struck there.
            point.referee = Referee::for_feed(self.court, by);
            return;
        }
        let rallied = matches!(what, SessionEvent::Struck { by, .. } if *by != StrikerKind::Server);
        point.strokes += u32::from(rallied && point.referee.decision().is_none());
        point.referee.see(play);
    }

    /// Compares what was said with what was seen.
    fn compare(&mut self, t_s: f64, said: (u64, Option<Side>, Option<Fault>, bool, u32), score: PointScore) {
        let Some(point) = self.point.take() else {
            self.disagree(format!("at {t_s} s: point {} is decided, but none was under way", said.0));
            return;
        };
        let (winner, fault) = match point.referee.decision() {
            Some(Decision::Point { winner, fault }) => (Some(winner), Some(fault)),
            Some(Decision::Let) => (None, None),
            // A rally that was broken off.
            None if said.1.is_none() && !said.3 => {
                self.undecided += 1;
                return;
            }
            None => {
                let number = point.number;
                self.disagree(format!("at {t_s} s: point {number} is decided, but what happened decides nothing"));
                return;
            }
        };
        match winner {
            Some(side) => {
                self.points += 1;
                self.score.iter_mut().for_each(|score| score.count(side));
            }
            None => self.lets += 1,
        }
        let seen = (point.number, winner, fault, winner.is_none(), point.strokes);
        if seen != said {
            self.disagree(format!(
                "at {t_s} s: point, winner, fault, let, strokes were said {said:?} and are {seen:?}"
            ));
        }
        let counted = self.counted();
        if counted != score {
            self.disagree(format!("at {t_s} s: the score was said {score:?} and is {counted:?}"));
        }
    }

    fn counted(&self) -> PointScore {
        self.score.as_ref().map_or_else(PointScore::default, PointScore::of)
    }

    fn disagree(&mut self, what: String) {
        if self.disagreements.len() < MOST_REPORTED {
            self.disagreements.push(what);
        }
    }

    fn close(self, balls: Conservation) -> Recounted {
        let score = self.counted();
        let undecided = self.undecided + u64::from(self.point.is_some());
        let Self { points, lets, disagreements, .. } = self;
        Recounted { points, lets, undecided, score, balls, disagreements }
    }
}

/// An event as the referee sees it, in a point that is played with a ball.
fn play(what: &SessionEvent, in_play: u32) -> Option<Play> {
    match what {
        SessionEvent::Tossed { ball, side, position_m, rise_m } if *ball == in_play => {
            Some(Play::Toss { by: *side, from: (*position_m).into(), rise_m: *rise_m })
        }
        SessionEvent::Struck { ball, side, position_m, velocity_before_m_s, .. } if *ball == in_play => {
            // The referee does not look at the spin.
            let ball = BallState::new((*position_m).into(), (*velocity_before_m_s).into(), Vec3::zeros());
            Some(Play::Strike { by: *side, ball })
        }
        SessionEvent::Bounced { ball, on, .. } if *ball == in_play => Some(Play::Bounce { on: *on }),
        SessionEvent::Touched { ball, what, .. } if *ball == in_play => {
            Some(if what == "net" { Play::Net } else { Play::Elsewhere })
        }
        SessionEvent::Fouled { side, what } => Some(Play::PlayerTouches { by: *side, what: *what }),
        _ => None,
    }
}
