//! Table, net, floor and sides; who wins the point and why; the score.

mod dimensions;
mod launch;
mod outbound;
mod referee;
mod score;

pub use dimensions::{Court, Side};
pub(crate) use launch::{FASTER, Flight, MISS, MOST_STEPS, SHARES};
pub(crate) use outbound::{BySpinAndVelocity, Flown, Outbound};
pub use referee::{Decision, Fault, Fixture, LEAST_TOSS_M, Play, Referee};
pub use score::{Game, Match};
