//! Cameras that are not synchronised: what one of them sees between two frames of another.

use crate::geometry::portable::ln;
use crate::vision::detect::Detection;

/// Detections that no track took in the last frames of one camera, oldest first.
#[derive(Debug, Clone)]
pub(super) struct LeftoverFrames {
    frames: Vec<LeftoverFrame>,
}

/// What was left over in one frame.
#[derive(Debug, Clone)]
pub(super) struct LeftoverFrame {
    pub(super) t_s: f64,
    pub(super) free: Vec<Detection>,
}

/// Frames that are remembered of a camera, and detections of a frame.
const MOST_FRAMES: usize = 6;
const MOST_FREE: usize = 8;
/// How much the radius of one ball may differ from frame to frame, as a logarithm.
const MOST_RADIUS_CHANGE: f64 = 0.3;

impl LeftoverFrames {
    pub(super) fn preallocated() -> Self {
        let frame = || LeftoverFrame { t_s: f64::NEG_INFINITY, free: Vec::with_capacity(MOST_FREE) };
        Self { frames: (0..MOST_FRAMES).map(|_| frame()).collect() }
    }

    pub(super) fn forget(&mut self) {
        self.frames.iter_mut().for_each(|frame| {
            frame.t_s = f64::NEG_INFINITY;
            frame.free.clear();
        });
    }

    pub(super) fn push<'a>(&mut self, t_s: f64, free: impl Iterator<Item = &'a Detection>) {
        self.frames.rotate_left(1);
        let Some(last) = self.frames.last_mut() else { return };
        last.t_s = t_s;
        last.free.clear();
        last.free.extend(free.take(MOST_FREE).copied());
    }

    /// The last two frames.
    pub(super) fn last_two(&self) -> Option<[&LeftoverFrame; 2]> {
        match self.frames.as_slice() {
            [.., before, last] => Some([before, last]),
            _ => None,
        }
    }

    /// Frames between two times, oldest first.
    pub(super) fn between(&self, from_s: f64, to_s: f64) -> impl Iterator<Item = &LeftoverFrame> {
        self.frames.iter().filter(move |frame| from_s < frame.t_s && frame.t_s < to_s)
    }
}

/// Where two frames of a camera, before and after a time, show what may be one ball that flies on: what it would have
/// shown then. A ball's image moves in a straight line between two frames, to some hundredths of a pixel.
pub(super) fn moved<'a>(
    [before, after]: [&'a LeftoverFrame; 2],
    t_s: f64,
    (most_speed, ball_radius): (f64, f64),
) -> impl Iterator<Item = Detection> + 'a {
    let lasts_s = after.t_s - before.t_s;
    let share = (t_s - before.t_s) / lasts_s;
    let may_be_one = move |from: &Detection, to: &Detection| {
        // A ball's radius in the image says how many pixels a metre is there.
        let farthest = most_speed * lasts_s / ball_radius * from.radius_px.max(to.radius_px);
        (to.pixel - from.pixel).norm() < farthest && ln(to.radius_px / from.radius_px).abs() < MOST_RADIUS_CHANGE
    };
    before.free.iter().flat_map(move |from| {
        after.free.iter().filter(move |to| may_be_one(from, to)).map(move |to| {
            let mean = |from: f64, to: f64| from + (to - from) * share;
            Detection {
                pixel: from.pixel + (to.pixel - from.pixel) * share,
                pixel_sd: from.pixel_sd.max(to.pixel_sd),
                radius_px: mean(from.radius_px, to.radius_px),
                streak: from.streak + (to.streak - from.streak) * share,
                area: mean(from.area, to.area),
                brightness: mean(from.brightness, to.brightness),
                score: from.score.min(to.score),
            }
        })
    })
}
