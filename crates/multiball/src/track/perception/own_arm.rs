//! Pixels that show the robot's own arm.

use crate::geometry::{Capsule, Vec3};
use crate::vision::{Camera, Frame, Region, Vec2};

/// How far beyond its links an arm may be seen, m: its mount is known to a centimetre, and it moves while the shutter
/// is open.
const MARGIN_M: f64 = 0.03;
/// Nearer to a camera nothing is masked, m.
const NEAREST_M: f64 = 0.1;

/// A rod's image: a strip with round ends.
struct Strip {
    ends: [Vec2; 2],
    radii: [f64; 2],
}

/// Replaces the pixels that show some solids by the background, so that nothing new is seen there.
pub(super) fn hide(frame: &mut Frame, background: &Frame, camera: &Camera, solids: &[Capsule]) {
    for strip in solids.iter().filter_map(|solid| Strip::of(camera, solid)) {
        strip.cover(frame, background);
    }
}

impl Strip {
    fn of(camera: &Camera, solid: &Capsule) -> Option<Self> {
        let radius = |end: &Vec3| (solid.radius + MARGIN_M) * camera.lens.focal_px.x / camera.in_camera(end).z;
        let rods = [solid.from, solid.to];
        if rods.iter().any(|end| camera.in_camera(end).z < NEAREST_M) {
            return None;
        }
        Some(Self { ends: [camera.project(&rods[0])?, camera.project(&rods[1])?], radii: rods.each_ref().map(radius) })
    }

    fn cover(&self, frame: &mut Frame, background: &Frame) {
        let (shown, known) = (frame.region(), background.region());
        let Region { left, top, width, height } = shown.overlap(&known).overlap(&self.bounds());
        for y in top..top + height {
            for x in (left..left + width).filter(|x| self.contains(&Vec2::new(*x as f64, y as f64))) {
                let grey = background.row(y - known.top)[x - known.left];
                frame.pixels_mut()[(y - shown.top) * shown.width + x - shown.left] = grey;
            }
        }
    }

    /// Whether a pixel lies on it; its radius grows evenly from one end to the other.
    fn contains(&self, pixel: &Vec2) -> bool {
        let along = self.ends[1] - self.ends[0];
        let share = ((pixel - self.ends[0]).dot(&along) / along.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        let radius = self.radii[0] + (self.radii[1] - self.radii[0]) * share;
        (pixel - self.ends[0] - along * share).norm_squared() <= radius * radius
    }

    fn bounds(&self) -> Region {
        let reach = self.radii.map(Vec2::repeat);
        let low = (self.ends[0] - reach[0]).inf(&(self.ends[1] - reach[1]));
        let high = (self.ends[0] + reach[0]).sup(&(self.ends[1] + reach[1]));
        // Saturating conversions: what lies before the first row or column begins there.
        let [left, top] = [low.x, low.y].map(|start| start.max(0.0) as usize);
        let size = |start: usize, end: f64| ((end + 1.0).max(0.0) as usize).saturating_sub(start);
        Region { left, top, width: size(left, high.x), height: size(top, high.y) }
    }
}
