//! Where the robot is: its instruments' readings become a pose.
//!
//! [`PoseFilter`] estimates place and heading together with what the instruments get wrong, and knows how sure it is.
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
