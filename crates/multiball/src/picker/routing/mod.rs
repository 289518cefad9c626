//! In which order to collect balls: trips from home and back, each with no more balls than the robot holds [paper 002,
//! routing].
//!
//! [`greedy()`], [`in_random_groups()`] and [`paper_genetic()`] are the paper's methods; [`best()`] is the one to use.
//! An [`RoutePlanner`] begins wherever the robot is, and may count turning. Theory: docs/theory/routing.md.

mod ball_tree;
mod best;
mod detours;
mod exact;
mod floor;
mod greedy;
mod groups;
mod obstacles;
mod paper_genetic;
mod path;
mod route_planner;
mod tour;

pub use best::best;
pub use exact::{Exact, TooMany};
pub use floor::{Floor, FloorError};
pub use greedy::greedy;
pub use groups::{InGroup, NoTour, in_random_groups};
pub use obstacles::{ObstacleError, Obstacles};
pub use paper_genetic::paper_genetic;
pub use route_planner::{ErrandError, Plan, RoutePlanner};
pub use tour::Tour;
