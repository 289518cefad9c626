//! Corners to a small part of a pixel.

use nalgebra::Matrix2;

use crate::geometry::portable::hypot;
use crate::vision::{Frame, Vec2};

/// The window around a corner, in steps to its neighbours: short of their own edges.
const WINDOW: f64 = 0.42;
/// Step that ends the iteration, px: far below what noise leaves.
const TOLERANCE_PX: f64 = 1e-4;
/// Iterations: it gains a factor of five to ten each time.
const MOST_STEPS: usize = 30;

/// The corner near a place at which two edges cross.
///
/// On an edge, brightness changes square to it, so that every gradient g at q with the corner p obeys g·(q - p) = 0. The p with the
/// least Σ w (g·(q - p))² is
///
/// ```text
/// p = (Σ w g gᵀ)⁻¹ Σ w g gᵀ q
/// ```
/// in a window about p, hence iterated. w falls smoothly to 0 on an ellipse that touches 0.42 of the way to the neighbours, along
/// `right` and `down` (px), at most `reach` (px). Where pixels are blurred the gradients near p break the law, but alike on both
/// sides of it, so that p stays. [Förstner 1987; OpenCV's cornerSubPix]
///
/// `None` when it does not settle near the start.
pub(super) fn refined(frame: &Frame, start: &Vec2, right: &Vec2, down: &Vec2, reach: f64) -> Option<Vec2> {
    let axis = |step: &Vec2| step * (WINDOW.min(reach / step.norm()));
    let (right, down) = (axis(right), axis(down));
    let in_window = Matrix2::from_columns(&[right, down]).try_inverse()?;
    let extent = Vec2::new(hypot(right.x, down.x), hypot(right.y, down.y));
    let mut corner = *start;
    for _ in 0..MOST_STEPS {
        let next = crossing(frame, &corner, &in_window, &extent)?;
        if (in_window * (next - start)).norm() > 1.0 {
            return None;
        }
        let step = (next - corner).norm();
        corner = next;
        if step <= TOLERANCE_PX {
            return Some(corner);
        }
    }
    None
}

/// The point that the gradients in the window about `middle` agree on.
fn crossing(frame: &Frame, middle: &Vec2, in_window: &Matrix2<f64>, extent: &Vec2) -> Option<Vec2> {
    let region = frame.region();
    let span = |middle: f64, extent: f64, size: usize| {
        let from = (middle - extent).ceil().max(1.0) as usize;
        from..((middle + extent).floor().max(0.0) as usize + 1).min(size.saturating_sub(1))
    };
    let (mut sum, mut moment) = (Matrix2::zeros(), Vec2::zeros());
    for y in span(middle.y, extent.y, region.height) {
        let (above, here, below) = (frame.row(y - 1), frame.row(y), frame.row(y + 1));
        for x in span(middle.x, extent.x, region.width) {
            let away = Vec2::new(x as f64, y as f64) - middle;
            let room = 1.0 - (in_window * away).norm_squared();
            if room <= 0.0 {
                continue;
            }
            let difference = |a: u8, b: u8| f64::from(a) - f64::from(b);
            let gradient = Vec2::new(difference(here[x + 1], here[x - 1]), difference(below[x], above[x]));
            let outer = gradient * gradient.transpose() * (room * room);
            sum += outer;
            moment += outer * away;
        }
    }
    let step = sum.try_inverse()? * moment;
    (step.x.is_finite() && step.y.is_finite()).then(|| middle + step)
}
