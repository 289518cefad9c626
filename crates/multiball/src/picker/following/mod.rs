//! Driving to a target that the robot sees [paper 002, target following].
//!
//! A [`Law`] says how to steer; [`follow`] drives one [`Task`] with it and says how well it went, [`follow_all`] many.
//! [`fitness_bound`] is what no law can surpass, [`open_loop`] the best turn that is planned ahead. [`train`] finds the
//! weights of the paper's network. Theory: docs/theory/following.md.

mod approach;
mod bound;
mod law;
mod network;
mod network_file;
mod open_loop;
mod pid;
mod pursuit;
mod run;
mod start;
mod time_optimal;
mod train;
mod trained;

pub use bound::fitness_bound;
pub use law::{Law, Steer, Steering};
pub use network::{Network, NetworkPid};
pub use network_file::NetworkFileError;
pub use open_loop::{OpenLoop, open_loop};
pub use pid::{Gains, Pid};
pub use pursuit::Pursuit;
pub use run::{Moment, Run, Task, follow, follow_all, follow_watched};
pub use start::StartSet;
pub use time_optimal::TimeOptimal;
pub use train::{Trained, Training, TrainingPoint, train};
