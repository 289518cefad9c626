//! A serve: the ball over the court, and the joints that strike it.

use multiball::court::Court;
use multiball::geometry::Vec3;

use super::court_views::CourtViews;
use super::joint_curves::{self, draw_joint_curves};
use super::{FINE, JointCurves, Mark, picture};
use crate::failure::Failure;

/// The court views of the ball's path and of the arm, above the curves of its swing, as SVG text.
pub(crate) fn serve_view(
    court: &Court,
    path: &[Vec3],
    marks: &[Mark],
    arm: &[Vec<Vec3>],
    swing: &JointCurves,
) -> Result<String, Failure> {
    let views = CourtViews::new(court, path, marks, arm);
    let (width, height) = views.size();
    picture((width, height + joint_curves::HEIGHT), |root| {
        let (upper, lower) = root.split_vertically(height * FINE);
        views.draw(&upper)?;
        draw_joint_curves(&lower, swing)
    })
}
