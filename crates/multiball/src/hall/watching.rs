//! Filmed shots seen through cameras, detectors and the tracker, and what came of it beside the truth.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::filming::{FilmOptions, FilmedFlight};
use super::plain_eyes::PlainEyes;
use super::random::{Purpose, stream};
use super::tally::Tally;
use crate::ball::{BallState, Physics};
use crate::court::Court;
use crate::geometry::portable::hypot;
use crate::geometry::{Vec3, box_corners};
use crate::track::{Beliefs, Gaze, Tracker, TrackerSettings, UnknownModel};
use crate::vision::detect::{Detector, DetectorSettings, Expectation, Look};
use crate::vision::image::Background;
use crate::vision::scene::{Moment, Scene, SceneCamera, Sensor};
use crate::vision::{Camera, Frame, Miscalibration, Region};

/// What the tracker is told of the world that is filmed. Of the shot and of what disturbs it knows nothing in either case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Knowledge {
    /// What a laboratory has: cameras with errors of calibration, drawn anew for each shot, and beliefs about real balls and tables
    /// ([`Beliefs::default`]), which are not those of the film.
    Calibrated(Miscalibration),
    /// The film's cameras and its physics as they are.
    Exact,
}

/// A laboratory with cameras: everything that is the same for all shots.
#[derive(Debug, Clone)]
pub struct Watch {
    options: FilmOptions,
    knowledge: Knowledge,
    seed: u64,
    eyes: Vec<SceneCamera>,
    detectors: Vec<Detector>,
    beliefs: Beliefs,
    settings: TrackerSettings,
}

/// What became of one shot. Frames are counted from the stroke.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Watched {
    /// Frames between stroke and end in which the ball is in play and in the image of a camera.
    pub frames: usize,
    /// Frames until the ball was followed; `None` when it never was.
    pub started_after: Option<usize>,
    /// Most frames in a row, once it was followed, without a sight or further than [`Watch::LOST_M`] off.
    pub longest_loss: usize,
    /// Frames without, in all, those before it was followed included.
    pub lost: usize,
    /// Tracks that began on something that was no flying ball, such as one that rolls.
    pub false_starts: usize,
    /// How far from the true bounce it was foretold a tenth of a second before, m.
    pub bounce_error_m: Option<f64>,
    /// How far off the estimate of the present place was, root of the mean square, m.
    pub rms_m: Option<f64>,
    /// Its squared error over its covariance, eᵀ P⁻¹ e, mean over the same frames: 3 in the mean over shots when P is right.
    pub present_nees: Option<f64>,
    /// The same of the foretold bounce over the table: 2 in the mean over shots.
    pub bounce_nees: Option<f64>,
    /// The same frames through the paper's plain chain.
    pub plain: PlainWatched,
}

/// What the paper's chain made of one shot.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlainWatched {
    /// Most frames in a row, once there was one, without a point within [`Watch::LOST_M`] of the ball.
    pub longest_loss: usize,
    /// Frames without, in all, those before the first included.
    pub lost: usize,
    /// Frames before and after the stroke in which it took something else for the ball.
    pub mistaken: usize,
}

/// Frames of the empty hall from which the background is learned.
const EMPTY_FRAMES: u64 = 12;
/// Where balls that come towards the robot begin, m.
const START_SPACE: [Vec3; 2] = [Vec3::new(-2.1, -0.8, 0.0), Vec3::new(0.0, 0.8, 0.9)];
/// What is believed of the opponent's topspin and backspin, standard deviation, rad/s.
const TOPSPIN_SD: f64 = 180.0;

impl Watch {
    /// An estimate further off than this counts as lost, m.
    pub const LOST_M: f64 = 0.05;

    /// Cameras in a training hall; their backgrounds are learned from empty frames.
    ///
    /// # Errors
    /// When the tracker shall know the film's physics and cannot.
    pub fn new(
        cameras: &[Camera],
        options: FilmOptions,
        knowledge: Knowledge,
        seed: u64,
    ) -> Result<Self, UnknownModel> {
        let scene = Scene::training_hall();
        let sensor = Sensor { seed, ..Sensor::default() };
        let eyes: Vec<SceneCamera> =
            (0..).zip(cameras).map(|(i, camera)| SceneCamera::new(&scene, *camera, sensor, i)).collect();
        let detectors = eyes.par_iter().map(learn_background).collect();
        let mut settings = TrackerSettings { exposure_s: sensor.exposure_s, ..TrackerSettings::default() };
        let mut beliefs = match knowledge {
            Knowledge::Exact => Beliefs::knowing(&Physics::default(), Court::STANDARD)?,
            Knowledge::Calibrated(error) => {
                let worst = cameras.iter().map(|camera| error.pixel_sd(camera)).fold(0.0, f64::max);
                settings.least_pixel_sd = hypot(settings.least_pixel_sd, worst);
                Beliefs::default()
            }
        };
        // The opponent's shots have more topspin and backspin than most people's.
        beliefs.spin.top.sd = TOPSPIN_SD;
        Ok(Self { options, knowledge, seed, eyes, detectors, beliefs, settings })
    }

    /// The cameras as the tracker is told of them.
    fn told_cameras(&self, number: u64) -> Vec<Camera> {
        let mut rng = stream(self.seed, number, Purpose::Calibration);
        let told = |eye: &SceneCamera| match self.knowledge {
            Knowledge::Exact => *eye.camera(),
            Knowledge::Calibrated(error) => error.draw(eye.camera(), &mut rng),
        };
        self.eyes.iter().map(told).collect()
    }

    /// Watches shots 0 to `count`, in parallel, with results in order. `stop` ends it; what is done is kept. `progress` hears of each.
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

    /// Watches one shot.
    #[must_use]
    pub fn shot(&self, number: u64) -> Watched {
        let film = FilmedFlight::new(self.seed, number, &self.options);
        let cameras = self.told_cameras(number);
        let search: Vec<Region> = cameras.iter().map(start_region).collect();
        let tracker = Tracker::new(&cameras, self.beliefs, self.settings);
        let mut gaze = Gaze::new(tracker, self.detectors.clone());
        let mut room = Frame::filled(Region::whole(1, 1), 0);
        let mut plain = PlainEyes::new(&cameras);
        let mut tally = Tally::default();
        for frame in 0..film.frames() {
            let t_s = film.time_s(frame);
            let moment = film.frame(frame);
            self.look(&mut gaze, &search, &film, frame, &moment, &mut room);
            let truth = film.truth(t_s).filter(|ball| self.is_in_play(ball));
            let fix = plain.look(&self.eyes, &self.detectors, &moment, |camera| film.dropped(frame, camera));
            tally.count(gaze.tracker(), t_s, &moment, truth.as_ref());
            tally.count_plain(fix, &moment, truth.as_ref());
            tally.judge_bounce(gaze.tracker(), &film, t_s);
        }
        tally.result()
    }

    /// Whether a ball can be seen and still be played: one that has fallen below the table's top is hidden by it.
    fn is_in_play(&self, ball: &BallState) -> bool {
        let seen = |eye: &SceneCamera| {
            let camera = eye.camera();
            camera.project(&ball.position).is_some_and(|pixel| camera.lens.sees(&pixel))
        };
        ball.position.z > 0.0 && self.eyes.iter().any(seen)
    }

    /// Reads of every camera the regions that the tracker asks for and the one where balls begin, and tells the tracker.
    fn look(
        &self,
        gaze: &mut Gaze,
        search: &[Region],
        film: &FilmedFlight,
        number: usize,
        moment: &Moment,
        room: &mut Frame,
    ) {
        let t_s = film.time_s(number);
        for (camera, eye) in self.eyes.iter().enumerate().filter(|(camera, _)| !film.dropped(number, *camera)) {
            let expectations: Vec<Expectation> = gaze.tracker().expectations(camera, t_s).collect();
            for expected in &expectations {
                eye.render(moment, expected.region(&eye.whole()), room);
                // A frame that cannot be searched shows nothing.
                let _ = gaze.search(camera, room, &Look::For(&[*expected]));
            }
            eye.render(moment, search[camera], room);
            let _ = gaze.search(camera, room, &Look::In(search[camera]));
        }
        gaze.observe(t_s);
    }
}

/// The detector of a camera, with the background as it is learned from empty frames.
fn learn_background(eye: &SceneCamera) -> Detector {
    let frames: Vec<Frame> = (0..EMPTY_FRAMES)
        .map(|number| {
            let mut frame = Frame::filled(eye.whole(), 0);
            // Frame numbers of their own: the noise of the film is not learned.
            eye.render(&Moment::still(u64::MAX - number), eye.whole(), &mut frame);
            frame
        })
        .collect();
    let background = Background::mean(&frames).unwrap_or_else(|_| Background::from_frame(&frames[0]));
    Detector::new(background, DetectorSettings { radius_px: (3.5, 10.0), ..DetectorSettings::default() })
}

/// The part of a camera's image in which balls begin.
fn start_region(camera: &Camera) -> Region {
    let sensor = Region::whole(camera.lens.width, camera.lens.height);
    let seen = box_corners(START_SPACE).into_iter().filter_map(|corner| camera.project(&corner));
    let bounds = seen.fold(None, |bounds: Option<(crate::vision::Vec2, crate::vision::Vec2)>, pixel| {
        Some(bounds.map_or((pixel, pixel), |(low, high)| (low.inf(&pixel), high.sup(&pixel))))
    });
    bounds.map_or(sensor, |(low, high)| {
        let size = high - low;
        Region::around(&((low + high) / 2.0), size.x as usize + 1, size.y as usize + 1, &sensor).overlap(&sensor)
    })
}
