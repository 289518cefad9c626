//! Experiments of the papers: their methods as printed, bounds and comparisons, which nothing else in the library uses.
//!
//! | what | paper's method | compared with |
//! |---|---|---|
//! | routes over the floor | [`in_random_groups()`], [`paper_genetic()`] | [`best`](crate::picker::routing::best) |
//! | driving to a target | [`train`] | [`fitness_bound`], [`open_loop`] |
//! | the picker's pose | [`AxisFilters`] | [`PoseFilter`](crate::picker::localisation::PoseFilter), by [`localise`] |
//! | the ball in filmed shots | paper 004's blobs | our perception, by [`Watch`] |
//! | poses of the six-axis arm | [`PlaneAngles`] | the closed form, by [`PlaneTrial`] and [`InverseTrial`] |
//! | spin from the stroke | | [`prior_trials`]: predictions with and without the stroke's class |

mod axis_filter;
mod bound;
mod exact;
mod groups;
mod inverse_trial;
mod localising;
mod localising_errors;
mod open_loop;
mod paper_genetic;
mod plane_angles;
mod plane_trial;
mod spin_prior;
mod tally;
mod train;
mod watching;

pub use axis_filter::{AxisFilter, AxisFilters, AxisTuning};
pub use bound::fitness_bound;
pub use exact::{Exact, TooMany};
pub use groups::{InGroup, NoTour, in_random_groups};
pub use inverse_trial::InverseTrial;
pub use localising::{LocalisingRun, LocalisingSettings, localise};
pub use localising_errors::{FilterErrors, OutageErrors};
pub use open_loop::{OpenLoop, open_loop};
pub use paper_genetic::{PaperGenetic, paper_genetic};
pub use plane_angles::{PlaneAngles, Quadrant, WristSigns};
pub use plane_trial::PlaneTrial;
pub use spin_prior::{BallWatch, Miss, PriorTrial, prior_trials};
pub use train::{Trained, Training, TrainingPoint, train};
pub use watching::{PlainWatched, Watch, Watched};
