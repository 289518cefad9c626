//! Who wins the point, and why: a stream of plays turned into one decision.

use serde::{Deserialize, Serialize};

use super::{Court, Side};
use crate::ball::{BallEvent, BallState, EventKind, TablePart};
use crate::geometry::Vec3;

/// The least rise of a tossed ball, m.
pub const LEAST_TOSS_M: f64 = 0.16;

/// An event that the referee judges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Play {
    /// The server tosses the ball from a position to a height.
    Toss {
        /// Who throws.
        by: Side,
        /// The ball's centre when it leaves the hand.
        from: Vec3,
        /// How far it rises, m.
        rise_m: f64,
    },
    /// A racket strikes the ball.
    Strike {
        /// Whose racket.
        by: Side,
        /// The ball just before.
        ball: BallState,
    },
    /// The ball touches the playing surface, whose upper edge belongs to it.
    Bounce {
        /// Whose half.
        on: Side,
    },
    /// The ball touches the net or its posts.
    Net,
    /// The ball touches anything else: floor, side of the table, wall, person; or it lies still.
    Elsewhere,
    /// A player, or what they wear or carry, touches the net or moves the table.
    PlayerTouches {
        /// Who.
        by: Side,
        /// What.
        what: Fixture,
    },
}

impl Play {
    /// The play that an event of the ball means, if any; a racket contact is a strike by `racket_of`.
    #[must_use]
    pub fn of_event(event: &BallEvent, racket_of: Side) -> Option<Self> {
        match event.kind {
            EventKind::Racket(..) => Some(Self::Strike { by: racket_of, ball: event.before }),
            EventKind::Table(TablePart::Side) | EventKind::Floor | EventKind::Wall | EventKind::Rest => {
                Some(Self::Elsewhere)
            }
            EventKind::Table(_) => Some(Self::Bounce { on: Side::of(event.before.position.x) }),
            EventKind::Net => Some(Self::Net),
            EventKind::NetPlane | EventKind::Apex => None,
        }
    }
}

/// What a player must not touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fixture {
    /// The net and its posts.
    Net,
    /// The table.
    Table,
}

/// Why a point was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The ball was not thrown up, or by less than 16 cm.
    TossTooLow,
    /// The serve was thrown or struck in front of the end line.
    ServeInsideCourt,
    /// The serve was thrown or struck below the playing surface.
    ServeBelowSurface,
    /// The tossed ball touched something before the racket did.
    ServeMissed,
    /// The serve did not touch the server's court first.
    ServeMissedOwnCourt,
    /// The serve touched the server's court twice.
    ServeBouncedTwice,
    /// The ball did not touch the opponent's court.
    MissedCourt,
    /// The ball touched the striker's own court.
    HitOwnCourt,
    /// The ball touched one's court twice before the stroke.
    DoubleBounce,
    /// The ball touched something else before the stroke.
    NotReturned,
    /// The ball was struck before it had touched one's court, while over the table or moving towards it.
    Obstruction,
    /// The ball was struck twice in succession.
    DoubleHit,
    /// A player touched the net.
    TouchedNet,
    /// A player moved the table.
    TouchedTable,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TossTooLow => "toss too low",
            Self::ServeInsideCourt => "serve in front of the end line",
            Self::ServeBelowSurface => "serve below the table",
            Self::ServeMissed => "serve missed",
            Self::ServeMissedOwnCourt => "serve missed own court",
            Self::ServeBouncedTwice => "serve bounced twice",
            Self::MissedCourt => "missed the court",
            Self::HitOwnCourt => "into own court",
            Self::DoubleBounce => "double bounce",
            Self::NotReturned => "not returned",
            Self::Obstruction => "obstruction",
            Self::DoubleHit => "double hit",
            Self::TouchedNet => "touched the net",
            Self::TouchedTable => "touched the table",
        })
    }
}

/// How a rally ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Someone lost the point.
    Point {
        /// Who won it.
        winner: Side,
        /// What the other one did.
        fault: Fault,
    },
    /// The serve touched the net and was good otherwise: played again.
    Let,
}

/// State of the rally.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Phase {
    /// The server holds the ball, or has thrown it up.
    BeforeServe { tossed: bool },
    /// The server has struck; the ball must touch their own court, then the receiver's.
    Served { own_court: bool, net: bool },
    /// `striker` has struck in the rally; the ball must touch the other court.
    Struck { striker: Side },
    /// The ball has touched the court of `on`, who must strike it.
    Bounced { on: Side },
}

/// Judges one rally. After the decision it ignores further plays: each rally is decided once.
#[derive(Debug, Clone)]
pub struct Referee {
    court: Court,
    /// Who serves, or feeds.
    first: Side,
    phase: Phase,
    decision: Option<Decision>,
}

impl Referee {
    /// A rally that begins with a serve.
    #[must_use]
    pub fn for_serve(court: Court, server: Side) -> Self {
        Self { court, first: server, phase: Phase::BeforeServe { tossed: false }, decision: None }
    }

    /// A rally of multiball practice: a feeder plays the ball from a side as if it had been struck there.
    #[must_use]
    pub fn for_feed(court: Court, feeder: Side) -> Self {
        Self { court, first: feeder, phase: Phase::Struck { striker: feeder }, decision: None }
    }

    /// The decision, once made.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// Judges the next play; returns the decision if this play made it.
    pub fn see(&mut self, play: Play) -> Option<Decision> {
        if self.decision.is_some() {
            return None;
        }
        self.decision = self.judge(play);
        self.decision
    }

    fn judge(&mut self, play: Play) -> Option<Decision> {
        if let Play::PlayerTouches { by, what } = play {
            let in_play = self.phase != Phase::BeforeServe { tossed: false };
            let fault = match what {
                Fixture::Net => Fault::TouchedNet,
                Fixture::Table => Fault::TouchedTable,
            };
            return if in_play { lost(by, fault) } else { None };
        }
        match self.phase {
            Phase::BeforeServe { tossed } => self.judge_before_serve(play, tossed),
            Phase::Served { own_court, net } => self.judge_serve(play, own_court, net),
            Phase::Struck { striker } => self.judge_struck(play, striker),
            Phase::Bounced { on } => self.judge_bounced(play, on),
        }
    }

    fn judge_before_serve(&mut self, play: Play, tossed: bool) -> Option<Decision> {
        let server = self.first;
        match play {
            // The ball is in play from the toss on: thrown again, it was caught in between.
            Play::Toss { by, .. } if by == server && tossed => lost(server, Fault::ServeMissed),
            Play::Toss { by, from, rise_m } if by == server => {
                let high = if rise_m >= LEAST_TOSS_M { Ok(()) } else { Err(Fault::TossTooLow) };
                self.phase = Phase::BeforeServe { tossed: true };
                self.check_serve_position(&from).and(high).err().and_then(|fault| lost(server, fault))
            }
            Play::Strike { by, .. } if by == server && !tossed => lost(server, Fault::TossTooLow),
            Play::Strike { by, ball } if by == server => {
                self.phase = Phase::Served { own_court: false, net: false };
                self.check_serve_position(&ball.position).err().and_then(|fault| lost(server, fault))
            }
            Play::Strike { by, .. } => lost(by, Fault::Obstruction),
            // What touches the ball before the toss does not count.
            Play::Bounce { .. } | Play::Net | Play::Elsewhere if tossed => lost(server, Fault::ServeMissed),
            _ => None,
        }
    }

    fn judge_serve(&mut self, play: Play, own_court: bool, net: bool) -> Option<Decision> {
        let server = self.first;
        match play {
            Play::Bounce { on } if on == server => {
                if own_court {
                    return lost(server, Fault::ServeBouncedTwice);
                }
                self.phase = Phase::Served { own_court: true, net };
                None
            }
            Play::Bounce { .. } if !own_court => lost(server, Fault::ServeMissedOwnCourt),
            Play::Bounce { .. } if net => Some(Decision::Let),
            Play::Bounce { on } => {
                self.phase = Phase::Bounced { on };
                None
            }
            Play::Net => {
                self.phase = Phase::Served { own_court, net: true };
                None
            }
            Play::Strike { by, .. } if by == server => lost(server, Fault::DoubleHit),
            Play::Strike { by, ball } if self.court.is_heading_for_table(&ball) => {
                if net {
                    Some(Decision::Let)
                } else {
                    lost(by, Fault::Obstruction)
                }
            }
            Play::Elsewhere | Play::Strike { .. } if own_court => lost(server, Fault::MissedCourt),
            Play::Elsewhere | Play::Strike { .. } => lost(server, Fault::ServeMissedOwnCourt),
            _ => None,
        }
    }

    fn judge_struck(&mut self, play: Play, striker: Side) -> Option<Decision> {
        match play {
            Play::Bounce { on } if on == striker => lost(striker, Fault::HitOwnCourt),
            Play::Bounce { on } => {
                self.phase = Phase::Bounced { on };
                None
            }
            Play::Elsewhere => lost(striker, Fault::MissedCourt),
            Play::Strike { by, .. } if by == striker => lost(striker, Fault::DoubleHit),
            Play::Strike { by, ball } if self.court.is_heading_for_table(&ball) => lost(by, Fault::Obstruction),
            Play::Strike { .. } => lost(striker, Fault::MissedCourt),
            _ => None,
        }
    }

    fn judge_bounced(&mut self, play: Play, on: Side) -> Option<Decision> {
        match play {
            Play::Strike { by, .. } if by == on => {
                self.phase = Phase::Struck { striker: on };
                None
            }
            Play::Strike { by, .. } => lost(by, Fault::DoubleHit),
            Play::Bounce { on: again } if again == on => lost(on, Fault::DoubleBounce),
            Play::Bounce { .. } | Play::Elsewhere => lost(on, Fault::NotReturned),
            _ => None,
        }
    }

    /// Whether the ball may be there during the server's toss and stroke.
    fn check_serve_position(&self, ball: &Vec3) -> Result<(), Fault> {
        if ball.x * self.first.sign() <= self.court.end_line() {
            return Err(Fault::ServeInsideCourt);
        }
        if ball.z <= 0.0 {
            return Err(Fault::ServeBelowSurface);
        }
        Ok(())
    }
}

/// The point goes to the other side.
fn lost(by: Side, fault: Fault) -> Option<Decision> {
    Some(Decision::Point { winner: by.other(), fault })
}
