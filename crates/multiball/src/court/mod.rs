//! Table, net, floor and sides; who wins the point and why; the score.

mod dimensions;
mod referee;
mod score;

pub use dimensions::{Court, Side};
pub use referee::{Decision, Fault, Fixture, LEAST_TOSS_M, Play, Referee};
pub use score::{Game, Match};
