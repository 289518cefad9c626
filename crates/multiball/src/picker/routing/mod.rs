//! In which order to collect balls: trips from home and back, each with no more balls than the robot holds [paper 002,
//! routing].
//!
//! [`best()`] is the one to use, [`greedy()`] the simplest; the paper's other methods are in `experiments`. A
//! [`RoutePlanner`] starts from the robot's pose, and may count turning. Theory: docs/theory/routing.md.

mod ball_tree;
mod best;
mod detours;
mod floor;
mod greedy;
mod obstacles;
mod path;
mod route_planner;
mod tour;

pub use best::best;
use best::best_while;
pub use floor::{Floor, FloorError};
pub use greedy::greedy;
pub use obstacles::{ObstacleError, Obstacles};
pub use route_planner::{Plan, RoutePlanError, RoutePlanner};
pub use tour::Tour;
