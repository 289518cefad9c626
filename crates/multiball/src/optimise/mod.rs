//! Minimisation without derivatives: a problem, a method, a stop and an observer, put together by [`minimise`].
//!
//! [`Problem`] says what is wanted, a [`Method`] ([`Swarm`], [`Differential`], [`Genetic`]) how to search, [`Stop`] for
//! how long; an [`Observer`] receives the progress. [`permutation`] has the operators for searches over orders. Theory
//! and sources: docs/theory/optimise.md.

mod differential;
mod error;
mod genetic;
mod method;
mod minimise;
mod observer;
pub mod permutation;
mod problem;
mod space;
mod stop;
mod swarm;
mod timing;

pub use differential::Differential;
pub use error::OptimiseError;
pub use genetic::Genetic;
pub use method::{Method, Random, Search};
pub use minimise::{Best, Evaluation, minimise};
pub use observer::{Curve, Observer, Progress, Silent};
pub use problem::{Function, Problem, Score};
pub use space::{Points, Space};
pub(crate) use stop::Countdown;
pub use stop::{Stop, StopReason};
pub use swarm::{Schedule, Swarm, Weights};
