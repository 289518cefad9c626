//! Filmed shots through cameras, detectors and the tracker, compared with the true ball.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::tally::Tally;
use crate::geometry::Vec3;
use crate::hall::{CameraRig, FilmOptions, FilmedFlight, FrameBuffer, Knowledge};
use crate::track::{CameraFrame, PaperPerception};
use crate::vision::scene::Moment;
use crate::vision::{Camera, Frame, Region};

/// A laboratory with cameras: everything that is the same for all shots.
#[derive(Debug, Clone)]
pub struct Watch {
    options: FilmOptions,
    seed: u64,
    rig: CameraRig,
}

/// Tracking result of one shot. Frames are counted from the stroke.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Watched {
    /// Frames between stroke and end in which the ball is in play and in the image of a camera.
    pub frames: usize,
    /// Frames until the ball was tracked; `None` when it never was.
    pub started_after: Option<usize>,
    /// Most frames in a row, once it was tracked, without a measurement or further than [`Watch::LOST_M`] off.
    pub longest_loss: usize,
    /// All such frames, including those before it was tracked.
    pub lost: usize,
    /// Tracks that began on something that was no flying ball, such as one that rolls.
    pub false_starts: usize,
    /// Error of the bounce predicted 0.1 s before it, m.
    pub bounce_error_m: Option<f64>,
    /// Root mean square error of the estimated present position, m.
    pub rms_m: Option<f64>,
    /// Its squared error over its covariance, eᵀ P⁻¹ e, mean over the same frames: 3 in the mean over shots when P is
    /// right.
    pub present_nees: Option<f64>,
    /// The same of the predicted bounce over the table: 2 in the mean over shots.
    pub bounce_nees: Option<f64>,
    /// The same frames through the paper's plain chain.
    pub plain: PlainWatched,
}

/// Result of the paper's plain chain for one shot.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlainWatched {
    /// Most frames in a row, once there was one, without a point within [`Watch::LOST_M`] of the ball.
    pub longest_loss: usize,
    /// All such frames, including those before the first.
    pub lost: usize,
    /// Frames before and after the stroke in which it mistook something else for the ball.
    pub mistaken: usize,
}

/// Box in which balls that fly towards the robot start, m.
const START_SPACE: [Vec3; 2] = [Vec3::new(-2.1, -0.8, 0.0), Vec3::new(0.0, 0.8, 0.9)];

impl Watch {
    /// An estimate further off than this counts as lost, m.
    pub const LOST_M: f64 = 0.05;

    /// Cameras in a training hall; their backgrounds are learned from empty frames.
    #[must_use]
    pub fn new(cameras: &[Camera], options: FilmOptions, knowledge: Knowledge, seed: u64) -> Self {
        Self { options, seed, rig: CameraRig::new(cameras, knowledge, seed) }
    }

    /// Tracks shots 0 to `count`, in parallel, with results in order. `stop` ends it; finished shots are kept.
    /// `progress` is called after each.
    pub fn shots(&self, count: u64, stop: &AtomicBool, progress: &(dyn Fn() + Sync)) -> Vec<Watched> {
        let results: Vec<Option<Watched>> = (0..count)
            .into_par_iter()
            .map(|number| {
                let result = (!stop.load(Ordering::Relaxed)).then(|| self.shot(number));
                progress();
                result
            })
            .collect();
        results.into_iter().flatten().collect()
    }

    /// Tracks one shot.
    #[must_use]
    pub fn shot(&self, number: u64) -> Watched {
        let film = FilmedFlight::new(self.seed, number, &self.options);
        let mut perception = self.rig.perception(number);
        perception.search_within(START_SPACE);
        let mut plain = self.rig.paper_perception(number);
        let (mut tally, mut frames) = (Tally::default(), FrameBuffer::default());
        for frame in 0..film.frames() {
            let t_s = film.time_s(frame);
            let moment = film.frame(frame);
            let dropped = |camera: usize| film.dropped(frame, camera);
            self.rig.feed(&mut perception, &mut frames, t_s, &moment, dropped);
            let truth = film.truth(t_s).filter(|ball| self.rig.is_in_play(ball));
            let fix = self.feed_plain(&mut plain, t_s, &moment, dropped);
            tally.count(perception.tracker(), t_s, &moment, truth.as_ref());
            tally.count_plain(fix, &moment, truth.as_ref());
            tally.judge_bounce(perception.tracker(), &film, t_s);
        }
        tally.result()
    }

    /// The point that the paper's chain measures at a moment. It reads its region of interest and, when there is
    /// nothing in it, the whole frame.
    fn feed_plain(
        &self,
        plain: &mut PaperPerception,
        stamp_s: f64,
        moment: &Moment,
        dropped: impl Fn(usize) -> bool,
    ) -> Option<Vec3> {
        let mut frame = Frame::filled(Region::whole(0, 0), 0);
        for camera in (0..self.rig.count().min(2)).filter(|camera| !dropped(*camera)) {
            let whole = self.rig.sensor(camera);
            let first = plain.region_of_interest(camera).unwrap_or(whole);
            for region in [first, whole] {
                self.rig.render(camera, moment, region, &mut frame);
                let found = plain.perceive(&CameraFrame { camera, stamp_s, pixels: frame.view() });
                if found || region == whole {
                    break;
                }
            }
        }
        plain.conclude()
    }
}
