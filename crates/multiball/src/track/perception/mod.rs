//! From the frames of cameras to the balls in them.

mod attention;
mod camera;
mod own_arm;
mod queue;

pub use attention::BallHint;

use super::{CalibrationEvidence, Measurement, Prediction, Priors, Refusal, Refusals, Refused, Track, Tracker};
use crate::geometry::{Capsule, Vec3};
use crate::vision::detect::{Detection, Detector, DetectorSettings};
use crate::vision::{Camera, Frame, FrameView, Region};
use attention::Attention;
use camera::CameraSearch;
use queue::FrameQueue;

/// What a camera read: a whole frame, or a region of its sensor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CameraFrame<'a> {
    /// Which camera, in the order of their calibration.
    pub camera: usize,
    /// Middle of the exposure, s.
    pub stamp_s: f64,
    /// The pixels, and where on the sensor they are.
    pub pixels: FrameView<'a>,
}

/// Settings of the frame queue and of the background learning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PerceptionSettings {
    /// How much later than a newer one a frame may arrive and still be sorted in, s.
    pub reorder_s: f64,
    /// Frames of a camera from which its background is learned, when it was not given.
    pub learning_frames: usize,
}

impl Default for PerceptionSettings {
    /// Four frames of a camera at 200 Hz, and twelve to learn from.
    fn default() -> Self {
        Self { reorder_s: 0.02, learning_frames: 12 }
    }
}

/// Finds balls in the frames of calibrated cameras and follows them.
///
/// [`perceive`](Self::perceive) takes frames as cameras give them: whole or in regions, each with its own time stamp,
/// in any order. Cameras need not be synchronised. Frames wait until a newer one is [`PerceptionSettings::reorder_s`]
/// ahead, or until [`advance`](Self::advance) says that nothing older will come; then they are worked through in the
/// order of their stamps. So the order of arrival changes nothing. A frame that comes after its time was worked through
/// is refused, and [`refusals`](Self::refusals) says so.
///
/// For a camera that can read regions of its sensor, [`regions_of_interest`](Self::regions_of_interest) returns which
/// to read. After [`expect_ball`](Self::expect_ball) new balls are searched for near the opponent's hand, and the one
/// that begins there is [`ball`](Self::ball).
///
/// Once its memory has grown to the largest frames nothing is taken from the heap.
#[derive(Debug, Clone)]
pub struct BallPerception {
    tracker: Tracker,
    cameras: Vec<CameraSearch>,
    settings: PerceptionSettings,
    attention: Attention,
    queue: FrameQueue,
    /// The newest stamp that has arrived, and the newest that was worked through, s.
    newest_s: f64,
    done_s: f64,
    /// Number of the track of the ball that was expected.
    ball: Option<u32>,
    changed_s: Option<f64>,
}

impl BallPerception {
    /// Perception with detectors that know their backgrounds, in the order of the tracker's cameras.
    #[must_use]
    pub fn new(tracker: Tracker, detectors: Vec<Detector>) -> Self {
        let cameras = detectors.into_iter().map(CameraSearch::knowing).collect();
        Self::with_cameras(tracker, cameras, PerceptionSettings::default())
    }

    /// Perception that first learns the background of each camera, from any frames.
    #[must_use]
    pub fn learning(tracker: Tracker, detector: DetectorSettings, settings: PerceptionSettings) -> Self {
        let cameras = tracker.cameras().iter().map(|camera| CameraSearch::learning(camera, detector)).collect();
        Self::with_cameras(tracker, cameras, settings)
    }

    fn with_cameras(tracker: Tracker, cameras: Vec<CameraSearch>, settings: PerceptionSettings) -> Self {
        Self {
            tracker,
            cameras,
            settings,
            attention: Attention::Everywhere,
            queue: FrameQueue::preallocated(),
            newest_s: f64::NEG_INFINITY,
            done_s: f64::NEG_INFINITY,
            ball: None,
            changed_s: None,
        }
    }

    /// Searches for new balls in a box in space alone, given by two corners, m.
    pub fn search_within(&mut self, space: [Vec3; 2]) {
        self.attention = Attention::Within(space);
    }

    /// Searches for a new ball where and when a hint says that it begins, until it is found; that one is then
    /// [`ball`](Self::ball).
    pub fn expect_ball(&mut self, hint: BallHint) {
        self.attention = Attention::Awaiting(hint);
        (self.ball, self.changed_s) = (None, None);
    }

    /// Forgets all balls and frames and begins anew at any time, with other priors; backgrounds are kept.
    pub fn restart(&mut self, priors: Priors) {
        self.tracker.restart(priors);
        self.queue.clear();
        (self.newest_s, self.done_s) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        (self.ball, self.changed_s) = (None, None);
    }

    /// Takes a frame. What has waited long enough is worked through.
    pub fn perceive(&mut self, frame: &CameraFrame<'_>) {
        self.perceive_masked(frame, &[]);
    }

    /// The same for a camera that sees the robot's own arm, which fills these solids in the world. The robot knows them
    /// from its measured joints. Pixels that show them, with a margin, count as background.
    pub fn perceive_masked(&mut self, frame: &CameraFrame<'_>, own: &[Capsule]) {
        let mut checked = self.check(frame);
        if checked.is_ok() && self.queue.is_full() {
            self.work_through_next();
            checked = self.check(frame);
        }
        if let Err(why) = checked {
            self.tracker.refuse(Refused { stamp_s: frame.stamp_s, camera: frame.camera, track: None, why });
            return;
        }
        let shown = self.queue.insert(frame);
        if !own.is_empty() {
            own_arm::hide(shown, self.cameras[frame.camera].background(), &self.tracker.cameras()[frame.camera], own);
        }
        self.newest_s = self.newest_s.max(frame.stamp_s);
        while self.queue.first_s().is_some_and(|first_s| first_s < self.newest_s - self.settings.reorder_s) {
            self.work_through_next();
        }
    }

    /// Works through all frames with stamps up to a time: nothing older will come.
    pub fn advance(&mut self, to_s: f64) {
        while self.queue.first_s().is_some_and(|first_s| first_s <= to_s) {
            self.work_through_next();
        }
    }

    /// The same for a time at which the cameras were exposed: where no frame of it came, all were lost, and nothing was
    /// seen.
    pub fn conclude(&mut self, stamp_s: f64) {
        self.advance(stamp_s);
        if self.done_s < stamp_s {
            self.cameras.iter_mut().for_each(CameraSearch::forget);
            self.observe(stamp_s, [false; Tracker::MOST_CAMERAS]);
        }
    }

    /// The parts of a camera's sensor that are worth reading at a time: where balls are expected, then where new ones
    /// are searched for.
    pub fn regions_of_interest(&self, camera: usize, stamp_s: f64) -> impl Iterator<Item = Region> {
        let sensor = self.sensor(camera);
        let learns = self.cameras.get(camera).is_some_and(CameraSearch::learns);
        let expected = self.tracker.expectations(camera, stamp_s).map(move |one| one.region(&sensor));
        let searched = if learns { Some(sensor) } else { self.searched(camera, stamp_s) };
        expected.chain(searched)
    }

    /// The balls that are followed.
    #[must_use]
    pub fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// The track of the ball that was expected, once it is followed.
    #[must_use]
    pub fn ball(&self) -> Option<&Track> {
        self.tracker.tracks().find(|track| Some(track.number()) == self.ball)
    }

    /// The prediction of the ball that was expected.
    #[must_use]
    pub fn prediction(&self) -> Option<Prediction<'_>> {
        self.ball().and_then(Track::prediction)
    }

    /// Measurements of the ball that was expected.
    #[must_use]
    pub fn measurements(&self) -> &[Measurement] {
        self.ball().map_or(&[], Track::measurements)
    }

    /// What that ball says about the cameras; `None` when too little of it was seen.
    #[must_use]
    pub fn calibration_evidence(&self) -> Option<CalibrationEvidence> {
        self.tracker.calibration_evidence(self.ball()?)
    }

    /// The stamp of the frames that last changed that prediction, s.
    #[must_use]
    pub fn changed_s(&self) -> Option<f64> {
        self.changed_s
    }

    /// What a camera showed that may be a ball, in the frames that were worked through last.
    #[must_use]
    pub fn detections(&self, camera: usize) -> &[Detection] {
        self.cameras.get(camera).map_or(&[], CameraSearch::seen)
    }

    /// The current estimate of a camera's background.
    #[must_use]
    pub fn background(&self, camera: usize) -> Option<&Frame> {
        self.cameras.get(camera).map(CameraSearch::background)
    }

    /// What was refused, and why.
    #[must_use]
    pub fn refusals(&self) -> &Refusals {
        self.tracker.refusals()
    }

    fn sensor(&self, camera: usize) -> Region {
        let lens = self.tracker.cameras().get(camera).map(|camera| &camera.lens);
        lens.map_or(Region::whole(0, 0), |lens| Region::whole(lens.width, lens.height))
    }

    fn check(&self, frame: &CameraFrame<'_>) -> Result<(), Refusal> {
        if frame.camera >= self.cameras.len().min(self.tracker.cameras().len()).min(Tracker::MOST_CAMERAS) {
            return Err(Refusal::UnknownCamera);
        }
        if !frame.stamp_s.is_finite() {
            return Err(Refusal::NotFinite);
        }
        let (shown, sensor) = (frame.pixels.region(), self.sensor(frame.camera));
        if shown.area() == 0 || shown.overlap(&sensor) != shown {
            return Err(Refusal::OffSensor);
        }
        if frame.stamp_s <= self.done_s {
            return Err(Refusal::TooLate);
        }
        Ok(())
    }

    /// Where a camera is searched for new balls.
    fn searched(&self, camera: usize, t_s: f64) -> Option<Region> {
        let calibrated: &Camera = self.tracker.cameras().get(camera)?;
        self.attention.region(calibrated, t_s, self.ball.is_some())
    }

    /// Works through the frames of the oldest stamp that waits.
    fn work_through_next(&mut self) {
        let Some(t_s) = self.queue.take_first() else { return };
        let mut gave = [false; Tracker::MOST_CAMERAS];
        for (camera, gave) in gave.iter_mut().enumerate().take(self.cameras.len()) {
            let (sensor, searched) = (self.sensor(camera), self.searched(camera, t_s));
            let crops = self.queue.taken(camera);
            *gave = !crops.is_empty();
            let search = &mut self.cameras[camera];
            let unsearched = search.work_through(crops, &sensor, self.tracker.expectations(camera, t_s), searched);
            search.learn(crops, self.settings.learning_frames);
            for _ in 0..unsearched {
                self.tracker.refuse(Refused { stamp_s: t_s, camera, track: None, why: Refusal::TooManyPieces });
            }
        }
        self.observe(t_s, gave);
    }

    /// Passes the detections of the cameras that gave frames of a time to the tracker.
    fn observe(&mut self, t_s: f64, gave: [bool; Tracker::MOST_CAMERAS]) {
        self.done_s = t_s;
        let mut seen: [Option<&[Detection]>; Tracker::MOST_CAMERAS] = [None; Tracker::MOST_CAMERAS];
        for (camera, slot) in seen.iter_mut().enumerate().filter(|(camera, _)| gave[*camera]) {
            *slot = self.cameras.get(camera).map(CameraSearch::seen);
        }
        self.tracker.observe_frames(t_s, &seen[..self.cameras.len().min(Tracker::MOST_CAMERAS)]);
        self.recognise(t_s);
    }

    /// Finds out which track is the ball that was expected: the one that began near the hand, not before the stroke,
    /// and flies towards the home side; the latest, if there are several.
    fn recognise(&mut self, t_s: f64) {
        let Attention::Awaiting(hint) = &self.attention else { return };
        let before = self.ball;
        let tracks = || self.tracker.tracks();
        let kept = before.filter(|number| tracks().any(|track| track.number() == *number));
        let ball = kept.or_else(|| tracks().filter(|track| hint.fits(track, t_s)).last().map(Track::number));
        let improved = tracks().any(|track| Some(track.number()) == ball && track.improved_s() == t_s);
        if improved || (ball.is_some() && ball != before) {
            self.changed_s = Some(t_s);
        }
        self.ball = ball;
    }
}
