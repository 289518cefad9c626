//! In which order to collect balls: trips from home and back, each with no more balls than the robot holds [paper 002, routing].
//!
//! [`greedy()`], [`in_random_groups()`] and [`paper_genetic()`] are the paper's methods; [`best()`] is the one to use. An
//! [`Errand`] begins wherever the robot is, and may count turning. Theory: docs/theory/routing.md.

mod ball_tree;
mod best;
mod detours;
mod errand;
mod exact;
mod floor;
mod greedy;
mod groups;
mod obstacles;
mod paper_genetic;
mod tour;
mod way;

pub use best::best;
pub use errand::{Errand, ErrandError, Plan};
pub use exact::{Exact, TooMany};
pub use floor::{Floor, FloorError};
pub use greedy::greedy;
pub use groups::{InGroup, NoTour, in_random_groups};
pub use obstacles::{ObstacleError, Obstacles};
pub use paper_genetic::paper_genetic;
pub use tour::Tour;
