//! Driving to a target that the robot sees [paper 002, target following].
//!
//! A [`Law`] says how to steer; [`follow`] drives one [`Task`] with it and says how well it went, [`follow_all`] many.
//! The upper bound of all laws, the best open-loop turn and the training of the paper's network are in `experiments`.
//! Theory: docs/theory/following.md.

mod approach;
mod law;
mod network;
mod network_file;
mod pid;
mod pursuit;
mod run;
mod start;
mod time_optimal;
mod trained;

pub use law::{Law, Steer, Steering};
pub use network::{Network, NetworkPid};
pub use network_file::NetworkFileError;
pub use pid::{Gains, Pid};
pub use pursuit::Pursuit;
pub use run::{Moment, Run, Task, follow, follow_all, follow_watched};
pub use start::StartSet;
pub use time_optimal::TimeOptimal;
