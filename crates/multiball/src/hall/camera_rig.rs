//! The cameras of a hall, their detectors with learned backgrounds, and a tracker with realistic prior knowledge.

use rayon::prelude::*;

use super::frame_buffer::FrameBuffer;
use super::random::{Purpose, stream};
use crate::ball::{BallState, Body, Physics};
use crate::court::Court;
use crate::geometry::portable::hypot;
use crate::geometry::{Vec3, box_corners};
use crate::track::{
    BallPerception, CameraRefiner, EstimatorSettings, PaperPerception, Priors, Tracker, TrackerSettings,
};
use crate::vision::detect::{BlobPipelineSettings, Detector, DetectorSettings};
use crate::vision::image::{BackgroundLearner, Foreground};
use crate::vision::scene::{Moment, Scene, SceneCamera, Sensor};
use crate::vision::{Camera, Frame, Miscalibration, Region};

/// What the tracker knows of the filmed world. In either case it knows nothing of the shot and of the disturbances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Knowledge {
    /// What a laboratory has: cameras with errors of calibration, drawn anew for each shot, and priors about real balls
    /// and tables ([`Priors::default`]), which are not those of the film. The errors are as large as the laboratory
    /// takes them for; [`CameraRig::miscalibrated`] makes them others.
    Calibrated(Miscalibration),
    /// The film's cameras and its physics as they are.
    Exact,
}

/// The cameras of a hall and what is learned before the first shot: the same for all shots, which are perceived in
/// parallel if need be.
#[derive(Debug, Clone)]
pub struct CameraRig {
    knowledge: Knowledge,
    /// How large errors of calibration are, where that is not what the laboratory takes them for.
    miscalibration: Option<Miscalibration>,
    seed: u64,
    cameras: Vec<SceneCamera>,
    detectors: Vec<Detector>,
    priors: Priors,
    settings: TrackerSettings,
}

/// Frames of the empty hall from which the background is learned.
const EMPTY_FRAMES: u64 = 12;
/// Prior standard deviation of the opponent's topspin and backspin, rad/s.
const TOPSPIN_SD: f64 = 180.0;

impl CameraRig {
    /// Cameras in a training hall with table and ball of the rules; their backgrounds are learned from empty frames.
    #[must_use]
    pub fn new(cameras: &[Camera], knowledge: Knowledge, seed: u64) -> Self {
        let sensor = Sensor { seed, ..Sensor::default() };
        let cameras: Vec<(Camera, Sensor)> = cameras.iter().map(|camera| (*camera, sensor)).collect();
        Self::in_hall(&cameras, knowledge, seed, (Body::STANDARD, Court::STANDARD))
    }

    /// The same with another ball and another table. All sensors have one time of exposure and one noise.
    #[must_use]
    pub fn in_hall(
        cameras: &[(Camera, Sensor)],
        knowledge: Knowledge,
        seed: u64,
        (body, court): (Body, Court),
    ) -> Self {
        let scene = Scene::training_hall_with(court, body);
        let sensor = cameras.first().map_or_else(Sensor::default, |(_, sensor)| *sensor);
        let filmed: Vec<SceneCamera> =
            (0..).zip(cameras).map(|(i, (camera, sensor))| SceneCamera::new(&scene, *camera, *sensor, i)).collect();
        let mut settings = TrackerSettings { exposure_s: sensor.exposure_s, ..TrackerSettings::default() };
        let detectors = filmed.par_iter().map(|camera| learn_background(camera, &settings, &body)).collect();
        let mut priors = match knowledge {
            Knowledge::Exact => Priors::knowing(&Physics { body, ..Physics::default() }, court),
            Knowledge::Calibrated(error) => {
                let worst = cameras.iter().map(|(camera, _)| error.pixel_sd(camera)).fold(0.0, f64::max);
                settings.least_pixel_sd = hypot(settings.least_pixel_sd, worst);
                Priors::typical(body, court)
            }
        };
        // The opponent's shots have more topspin and backspin than most people's.
        priors.spin.top.sd = TOPSPIN_SD;
        Self { knowledge, miscalibration: None, seed, cameras: filmed, detectors, priors, settings }
    }

    /// The same rig with errors of calibration of another size than its laboratory takes them for; none where cameras
    /// are known as they are.
    #[must_use]
    pub fn miscalibrated(self, miscalibration: Miscalibration) -> Self {
        Self { miscalibration: Some(miscalibration), ..self }
    }

    /// The same rig with other settings of the flight estimator.
    #[must_use]
    pub fn estimating(mut self, estimator: EstimatorSettings) -> Self {
        self.settings.estimator = estimator;
        self
    }

    /// The same rig with a tracker that is told by how much each row is exposed later than the one above, s.
    #[must_use]
    pub fn told_line_time(mut self, line_time_s: f64) -> Self {
        self.settings.line_time_s = line_time_s;
        self
    }

    /// A fresh perception pipeline for shot `number`, with no active track.
    #[must_use]
    pub fn perception(&self, number: u64) -> BallPerception {
        self.perception_with_priors(number, self.priors)
    }

    /// The same with other priors about the ball.
    #[must_use]
    pub fn perception_with_priors(&self, number: u64, priors: Priors) -> BallPerception {
        let tracker = Tracker::new(&self.calibrated(number), priors, self.settings);
        BallPerception::new(tracker, self.detectors.clone())
    }

    /// The same with cameras whose calibration was refined.
    #[must_use]
    pub fn perception_refined(&self, refined: &CameraRefiner, priors: Priors) -> BallPerception {
        let errors = refined.pixel_errors();
        let least_pixel_sd = hypot(TrackerSettings::default().least_pixel_sd, errors.deforming);
        let settings = TrackerSettings { least_pixel_sd, common_pixel_sd: errors.common, ..self.settings };
        BallPerception::new(Tracker::new(&refined.cameras(), priors, settings), self.detectors.clone())
    }

    /// A fresh instance of the paper's plain chain for shot `number`.
    #[must_use]
    pub fn paper_perception(&self, number: u64) -> PaperPerception {
        let backgrounds = self.detectors.iter().map(|detector| detector.background().clone()).collect();
        PaperPerception::new(&self.calibrated(number), backgrounds)
    }

    /// Number of cameras.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cameras.len()
    }

    /// The whole sensor of a camera.
    #[must_use]
    pub fn sensor(&self, camera: usize) -> Region {
        self.cameras.get(camera).map_or(Region::whole(0, 0), SceneCamera::whole)
    }

    /// Renders a region of a camera's image at a moment.
    pub fn render(&self, camera: usize, moment: &Moment, region: Region, frame: &mut Frame) {
        if let Some(camera) = self.cameras.get(camera) {
            camera.render(moment, region, frame);
        }
    }

    /// Renders the regions of interest of a perception, for each camera that delivers a frame.
    pub(super) fn render_regions(
        &self,
        perception: &BallPerception,
        stamp_s: f64,
        moment: &Moment,
        delivered: impl Iterator<Item = usize>,
        frames: &mut FrameBuffer,
    ) {
        for camera in delivered {
            for region in perception.regions_of_interest(camera, stamp_s) {
                self.render(camera, moment, region, frames.add(camera));
            }
        }
    }

    /// Feeds a perception with one frame of each camera, rendered in its regions of interest, and concludes the time
    /// step. A camera whose frame is lost delivers nothing. `frames` is scratch memory.
    pub fn feed(
        &self,
        perception: &mut BallPerception,
        frames: &mut FrameBuffer,
        stamp_s: f64,
        moment: &Moment,
        lost: impl Fn(usize) -> bool,
    ) {
        frames.clear();
        let delivered = (0..self.count()).filter(|camera| !lost(*camera));
        self.render_regions(perception, stamp_s, moment, delivered, frames);
        frames.stamped(stamp_s).for_each(|frame| perception.perceive(&frame));
        perception.conclude(stamp_s);
    }

    /// Whether a ball is visible and still playable: the table hides a ball below its top.
    #[must_use]
    pub fn is_in_play(&self, ball: &BallState) -> bool {
        let seen = |scene_camera: &SceneCamera| {
            let camera = scene_camera.camera();
            camera.project(&ball.position).is_some_and(|pixel| camera.lens.sees(&pixel))
        };
        ball.position.z > 0.0 && self.cameras.iter().any(seen)
    }

    /// The empty hall as each camera sees it.
    pub(super) fn backgrounds(&self) -> impl Iterator<Item = &Frame> {
        self.detectors.iter().map(Detector::background)
    }

    /// How well the laboratory takes the cameras to be calibrated; `None` when exactly.
    pub(super) fn calibration_error(&self) -> Option<Miscalibration> {
        match self.knowledge {
            Knowledge::Exact => None,
            Knowledge::Calibrated(error) => (error.deviations().max() > 0.0).then_some(error),
        }
    }

    /// The cameras as calibrated, with the errors of shot `number`.
    pub(super) fn calibrated(&self, number: u64) -> Vec<Camera> {
        let mut rng = stream(self.seed, number, Purpose::Calibration);
        let calibrated = |filmed: &SceneCamera| match self.knowledge {
            Knowledge::Exact => *filmed.camera(),
            Knowledge::Calibrated(believed) => self.miscalibration.unwrap_or(believed).draw(filmed.camera(), &mut rng),
        };
        self.cameras.iter().map(calibrated).collect()
    }
}

/// The detector of a camera, with the background learned from empty frames.
fn learn_background(camera: &SceneCamera, tracker: &TrackerSettings, body: &Body) -> Detector {
    let mut learner = BackgroundLearner::new(camera.whole());
    let mut frame = Frame::filled(camera.whole(), 0);
    for number in 0..EMPTY_FRAMES {
        // Frame numbers of their own: the noise of the film is not learned.
        camera.render(&Moment::still(u64::MAX - number), camera.whole(), &mut frame);
        learner.learn(&frame);
    }
    Detector::new(learner.finish(), detector_settings(camera, tracker, body))
}

/// What a camera must look for: a laboratory knows its noise, and from its calibration how large balls are in it.
fn detector_settings(camera: &SceneCamera, tracker: &TrackerSettings, body: &Body) -> DetectorSettings {
    /// Noise over which a change of a pixel counts, in standard deviations.
    const SURE: f64 = 6.0;
    let usual = DetectorSettings::default();
    let noise = |sensor: &Sensor| hypot(sensor.read_noise, sensor.shot_noise);
    let (own, standard) = (noise(camera.sensor()), noise(&Sensor::default()));
    let foreground = usual.chain.foreground;
    let least_difference = foreground.least_difference.max((SURE * own) as u8);
    let chain = BlobPipelineSettings { foreground: Foreground { least_difference, ..foreground }, ..usual.chain };
    let (least, most) = scales(camera.camera());
    let radius = body.radius;
    DetectorSettings {
        chain,
        // The usual rig's, or more where a camera sees balls smaller or larger.
        radius_px: (f64::min(3.5, 0.85 * radius * least), f64::max(10.0, 1.1 * radius * most)),
        longest_streak_px: usual.longest_streak_px.max(tracker.most_speed * tracker.exposure_s * most),
        noise_grey: usual.noise_grey * own / standard,
    }
}

/// Least and greatest scale at which a camera shows what is over the table, px/m.
fn scales(camera: &Camera) -> (f64, f64) {
    /// The space over the table in which balls are played, m.
    const PLAYED: [Vec3; 2] = [Vec3::new(-2.0, -1.0, 0.0), Vec3::new(2.0, 1.0, 1.2)];
    /// What is nearer is not in view, m.
    const NEAREST: f64 = 0.5;
    let scale = |corner: Vec3| camera.lens.focal_px.x / camera.in_camera(&corner).z.max(NEAREST);
    box_corners(PLAYED).into_iter().map(scale).fold((f64::INFINITY, 0.0), |(low, high), s| (low.min(s), high.max(s)))
}
