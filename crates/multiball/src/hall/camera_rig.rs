//! Cameras in a hall, detectors that know the empty hall, and a tracker told as much as a laboratory knows.

use std::sync::Arc;

use rayon::prelude::*;

use super::random::{Purpose, stream};
use super::record::SeenMark;
use crate::ball::{BallState, Body, Physics};
use crate::court::Court;
use crate::geometry::portable::hypot;
use crate::geometry::{Vec3, box_corners};
use crate::track::{EstimatorSettings, Gaze, Priors, Track, Tracker, TrackerSettings};
use crate::vision::detect::{Detector, DetectorSettings, Expectation, Look};
use crate::vision::image::Background;
use crate::vision::scene::{Moment, Scene, SceneCamera, Sensor};
use crate::vision::{Camera, Frame, Miscalibration, Region, Vec2};

/// What the tracker is told of the world that is filmed. Of the shot and of what disturbs it knows nothing in either case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Knowledge {
    /// What a laboratory has: cameras with errors of calibration, drawn anew for each shot, and priors about real balls and tables
    /// ([`Priors::default`]), which are not those of the film.
    Calibrated(Miscalibration),
    /// The film's cameras and its physics as they are.
    Exact,
}

/// The cameras of a hall and what is learned before the first shot: the same for all shots, which [`Watcher`]s look at, in parallel if need be.
#[derive(Debug, Clone)]
pub struct CameraRig {
    knowledge: Knowledge,
    seed: u64,
    eyes: Arc<[SceneCamera]>,
    detectors: Arc<[Detector]>,
    priors: Priors,
    settings: TrackerSettings,
}

/// Where a watcher looks for new balls: a region of each camera's image, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    regions: [Option<Region>; Tracker::MOST_CAMERAS],
}

/// The eyes of one shot.
#[derive(Debug, Clone)]
pub struct Watcher {
    eyes: Arc<[SceneCamera]>,
    /// As they were calibrated.
    cameras: Vec<Camera>,
    gaze: Gaze,
    shown: Vec<Shown>,
    /// How many of them are of the present time; the others are room.
    read: usize,
}

/// A part of a camera's image, and what is looked for in it.
#[derive(Debug, Clone)]
struct Shown {
    camera: usize,
    /// The ball that is expected there; else any ball is searched for.
    expected: Option<Expectation>,
    frame: Frame,
}

/// Frames of the empty hall from which the background is learned.
const EMPTY_FRAMES: u64 = 12;
/// What is believed of the opponent's topspin and backspin, standard deviation, rad/s.
const TOPSPIN_SD: f64 = 180.0;

impl CameraRig {
    /// Cameras in a training hall; their backgrounds are learned from empty frames.
    #[must_use]
    pub fn new(cameras: &[Camera], knowledge: Knowledge, seed: u64) -> Self {
        let scene = Scene::training_hall();
        let sensor = Sensor { seed, ..Sensor::default() };
        let eyes: Arc<[SceneCamera]> =
            (0..).zip(cameras).map(|(i, camera)| SceneCamera::new(&scene, *camera, sensor, i)).collect();
        let detectors = eyes.par_iter().map(learn_background).collect::<Vec<_>>().into();
        let mut settings = TrackerSettings { exposure_s: sensor.exposure_s, ..TrackerSettings::default() };
        let mut priors = match knowledge {
            Knowledge::Exact => Priors::knowing(&Physics::default(), Court::STANDARD),
            Knowledge::Calibrated(error) => {
                let worst = cameras.iter().map(|camera| error.pixel_sd(camera)).fold(0.0, f64::max);
                settings.least_pixel_sd = hypot(settings.least_pixel_sd, worst);
                Priors::default()
            }
        };
        // The opponent's shots have more topspin and backspin than most people's.
        priors.spin.top.sd = TOPSPIN_SD;
        Self { knowledge, seed, eyes, detectors, priors, settings }
    }

    /// The same with another way to estimate flights.
    #[must_use]
    pub fn estimating(mut self, estimator: EstimatorSettings) -> Self {
        self.settings.estimator = estimator;
        self
    }

    /// Eyes for the shot of a number, which follow nothing yet.
    #[must_use]
    pub fn watcher(&self, number: u64) -> Watcher {
        self.watcher_believing(number, self.priors)
    }

    /// The same with other priors about balls.
    #[must_use]
    pub fn watcher_believing(&self, number: u64, priors: Priors) -> Watcher {
        let cameras = self.told_cameras(number);
        let tracker = Tracker::new(&cameras, priors, self.settings);
        let gaze = Gaze::new(tracker, self.detectors.to_vec());
        Watcher { eyes: self.eyes.clone(), cameras, gaze, shown: Vec::new(), read: 0 }
    }

    /// Whether a ball can be seen and still be played: one that has fallen below the table's top is hidden by it.
    #[must_use]
    pub fn is_in_play(&self, ball: &BallState) -> bool {
        let seen = |eye: &SceneCamera| {
            let camera = eye.camera();
            camera.project(&ball.position).is_some_and(|pixel| camera.lens.sees(&pixel))
        };
        ball.position.z > 0.0 && self.eyes.iter().any(seen)
    }

    pub(super) fn eyes(&self) -> &[SceneCamera] {
        &self.eyes
    }

    pub(super) fn detectors(&self) -> &[Detector] {
        &self.detectors
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
}

impl Search {
    /// Only where balls are expected that are followed already.
    pub const NOWHERE: Self = Self { regions: [None; Tracker::MOST_CAMERAS] };

    /// Where cameras see a box in space, given by two corners, m; of one that lies beside a camera's sensor it sees nothing.
    #[must_use]
    pub fn within(cameras: &[Camera], space: [Vec3; 2]) -> Self {
        let mut search = Self::NOWHERE;
        for (region, camera) in search.regions.iter_mut().zip(cameras) {
            *region = region_of(camera, space);
        }
        search
    }
}

impl Watcher {
    /// The cameras as they were calibrated.
    #[must_use]
    pub fn cameras(&self) -> &[Camera] {
        &self.cameras
    }

    /// The balls that are followed.
    #[must_use]
    pub fn tracker(&self) -> &Tracker {
        self.gaze.tracker()
    }

    /// The parts of a camera's image that were read last.
    pub(super) fn shown(&self, camera: usize) -> impl Iterator<Item = &Frame> {
        self.shown[..self.read].iter().filter(move |shown| shown.camera == camera).map(|shown| &shown.frame)
    }

    /// Where a camera has a ball at a place, and how large.
    pub(super) fn mark(&self, camera: usize, place: &Vec3) -> Option<SeenMark> {
        let camera = self.cameras.get(camera)?;
        let (pixel, depth) = (camera.project(place)?, camera.in_camera(place).z);
        let radius_px = camera.lens.focal_px.x * Body::STANDARD.radius / depth;
        Some(SeenMark { pixel: [pixel.x, pixel.y], radius_px })
    }

    /// The ball that began in a box, such as that around a racket, not before a time, and flies towards the home side; the latest, if there are
    /// several.
    #[must_use]
    pub fn struck_ball(&self, space: [Vec3; 2], since_s: f64, t_s: f64) -> Option<&Track> {
        let [low, high] = space;
        let within = |place: &Vec3| (0..3).all(|axis| (low[axis]..=high[axis]).contains(&place[axis]));
        let began_there = |track: &&Track| {
            track.measurements().first().is_some_and(|first| first.t_s >= since_s && within(&first.position))
        };
        let comes = |track: &&Track| {
            track.prediction().and_then(|prediction| prediction.at(t_s)).is_some_and(|there| there.velocity.x > 0.0)
        };
        self.tracker().tracks().filter(began_there).filter(comes).last()
    }

    /// Reads what the cameras show at one time and attends to it.
    pub fn look(&mut self, t_s: f64, moment: &Moment, dropped: impl Fn(usize) -> bool, search: &Search) {
        self.read(t_s, moment, dropped, search);
        self.attend(t_s);
    }

    /// Reads what the cameras show at one time where balls are expected and where new ones are searched for. A camera that loses its frame shows
    /// nothing. This is what the cameras do; a player's own time begins after it.
    pub fn read(&mut self, t_s: f64, moment: &Moment, dropped: impl Fn(usize) -> bool, search: &Search) {
        let Self { eyes, gaze, shown, read, .. } = self;
        *read = 0;
        for (camera, eye) in eyes.iter().enumerate().filter(|(camera, _)| !dropped(*camera)) {
            let searched = search.regions.get(camera).copied().flatten().map(|region| (None, region));
            let expected = gaze.tracker().expectations(camera, t_s).map(|one| (Some(one), one.region(&eye.whole())));
            for (expected, region) in expected.chain(searched) {
                if shown.len() == *read {
                    shown.push(Shown { camera, expected, frame: Frame::filled(Region::whole(1, 1), 0) });
                }
                eye.render(moment, region, &mut shown[*read].frame);
                (shown[*read].camera, shown[*read].expected) = (camera, expected);
                *read += 1;
            }
        }
    }

    /// Finds balls in what was read and tells the tracker.
    pub fn attend(&mut self, t_s: f64) {
        for Shown { camera, expected, frame } in &self.shown[..self.read] {
            // A frame that cannot be searched shows nothing.
            let _ = match expected {
                Some(expected) => self.gaze.search(*camera, frame, &Look::For(&[*expected])),
                None => self.gaze.search(*camera, frame, &Look::In(frame.region())),
            };
        }
        self.gaze.observe(t_s);
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

/// The part of a camera's image in which it sees a box.
fn region_of(camera: &Camera, space: [Vec3; 2]) -> Option<Region> {
    let seen = box_corners(space).into_iter().filter_map(|corner| camera.project(&corner));
    let (low, high) = seen.fold(None, |bounds: Option<(Vec2, Vec2)>, pixel| {
        Some(bounds.map_or((pixel, pixel), |(low, high)| (low.inf(&pixel), high.sup(&pixel))))
    })?;
    // Saturating conversions: what lies before the first row or column begins there.
    let [left, top] = [low.x, low.y].map(|start| start.floor().max(0.0) as usize);
    let size = |start: usize, end: f64| ((end.ceil() + 1.0).max(0.0) as usize).saturating_sub(start);
    let region = Region { left, top, width: size(left, high.x), height: size(top, high.y) };
    let region = region.overlap(&Region::whole(camera.lens.width, camera.lens.height));
    (region.area() > 0).then_some(region)
}
