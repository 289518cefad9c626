//! Localisation: estimates the robot's pose from its instruments' readings.
//!
//! [`PoseFilter`] estimates position and heading together with the instruments' slow errors, and their covariance.
//! The paper's filters, one per axis with the heading by compass alone, are in `experiments`.
//! `docs/theory/localisation.md` compares both.

mod gate;
mod geodesy;
mod pose_filter;
mod site;

pub use gate::Taken;
pub use geodesy::{haversine_distance, north_east_parts};
pub use pose_filter::{PoseFilter, Start};
pub use site::{Site, SiteError};
