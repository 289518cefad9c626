//! Where the robot is: its instruments' readings become a pose.
//!
//! [`AxisFilters`] are the paper's: one Kalman filter per axis, heading by compass alone. [`PoseFilter`] estimates
//! place and heading together with what the instruments get wrong, and knows how sure it is.
//! `docs/theory/localisation.md` has the comparison.

mod axis_filter;
mod gate;
mod geodesy;
mod pose_filter;
mod site;

pub use axis_filter::{AxisFilter, AxisFilters, AxisTuning};
pub use gate::Taken;
pub use geodesy::{haversine_distance, north_east_parts};
pub use pose_filter::{PoseFilter, Start};
pub use site::{Site, SiteError};
