//! How a robot senses the ball.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::latency::Reading;
use crate::ball::BallState;
use crate::court::Side;
use crate::geometry::{Vec3, standard_normal};
use crate::hall::SensorSettings;
use crate::hall::camera_rig::CameraRig;
use crate::hall::filming::SceneFrame;
use crate::player::{Intent, SpinHint};
use crate::track::{
    BallHint, BallPerception, Estimator, EstimatorSettings, Measurement, PaperPerception, Prediction, Priors,
};

/// How the player senses the ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BallSensing {
    /// Measured positions with noise, one in each frame.
    Points,
    /// Two rendered cameras in a hall with disturbances, with detectors and tracker.
    Cameras,
    /// The same cameras through the paper's plain chain.
    PlainChain,
}

/// The robot's sensor for one ball: it turns readings into an estimate.
#[derive(Debug, Clone)]
pub(in crate::hall) enum BallSensor {
    Points(PointSensor),
    Cameras(Box<BallPerception>),
    Plain(PlainSensor),
}

/// Measured positions with noise, and the estimator of the flight through them.
#[derive(Debug, Clone)]
pub(in crate::hall) struct PointSensor {
    pub(in crate::hall) estimator: Box<Estimator>,
    /// When the ball begins, s: points before are of the one before.
    pub(in crate::hall) since_s: f64,
    /// Noise, lost points and outliers.
    pub(in crate::hall) sensors: SensorSettings,
    pub(in crate::hall) rng: Box<ChaCha8Rng>,
}

/// The paper's plain chain, and the estimator of the flight through its points.
#[derive(Debug, Clone)]
pub(in crate::hall) struct PlainSensor {
    pub(in crate::hall) perception: Box<PaperPerception>,
    pub(in crate::hall) estimator: Box<Estimator>,
    /// Estimated time of the opponent's contact, s: earlier detections cannot be this ball.
    pub(in crate::hall) contact_s: f64,
    pub(in crate::hall) measurement_sd: f64,
}

/// What is known of an incoming ball before its first measurement.
#[derive(Debug, Clone)]
pub(in crate::hall) struct IncomingBall {
    /// Estimated time of the opponent's contact, s.
    pub(in crate::hall) contact_s: f64,
    /// Measured path of the hand or racket that strikes it: times, s, and positions, m.
    pub(in crate::hall) places: Vec<(f64, Vec3)>,
    /// What is known of its spin.
    pub(in crate::hall) spin: SpinHint,
    /// When points begin to be of this ball, s.
    pub(in crate::hall) since_s: f64,
}

/// What a sensor is made of: points, fresh cameras, or the fresh plain chain of the paper.
#[derive(Debug, Clone)]
pub(in crate::hall) enum FreshSensor {
    Points(Box<ChaCha8Rng>),
    Cameras(Box<BallPerception>),
    Plain(Box<PaperPerception>),
}

/// What is visible at one time, without sensor errors: only the hall has it.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::hall) struct Visible<'a> {
    /// The ball in play, in the player's frame.
    pub(in crate::hall) ball: Option<&'a BallState>,
    /// The camera rig and the scene, where there are cameras.
    pub(in crate::hall) scene: Option<(&'a CameraRig, &'a SceneFrame)>,
}

/// So long after its planned hit a robot takes points for those of its return, s.
const AFTER_HIT_S: f64 = 0.01;
/// How far off an outlier among points may be along each axis, m.
const OUTLIER_M: f64 = 0.3;

impl PointSensor {
    /// Measures a ball that begins with the first point. Returns whether the estimate of it has changed.
    pub(in crate::hall) fn observe(&mut self, stamp_s: f64, place: &Vec3) -> bool {
        let point = self.measure(stamp_s, place);
        point.is_some_and(|point| self.estimator.observe(point).unwrap_or(false))
    }

    /// The ball as it is measured; `None` when the point is lost.
    fn measure(&mut self, stamp_s: f64, place: &Vec3) -> Option<Measurement> {
        let SensorSettings { point_sd_m, dropped_share, outlier_share, .. } = self.sensors;
        let rng = &mut self.rng;
        let noise = Vec3::from_fn(|_, _| point_sd_m * standard_normal(rng));
        // Nothing is drawn for faults that do not occur, so that the noise is the same with and without them.
        let mut happens = |share: f64| share > 0.0 && rng.random_range(0.0..1.0) < share;
        if happens(dropped_share) || stamp_s < self.since_s {
            return None;
        }
        let astray = happens(outlier_share);
        let stray = if astray { Vec3::from_fn(|_, _| rng.random_range(-OUTLIER_M..OUTLIER_M)) } else { Vec3::zeros() };
        Some(Measurement::point(stamp_s, place + noise + stray, point_sd_m))
    }
}

impl BallSensor {
    /// A sensor for an incoming ball.
    pub(in crate::hall) fn of_incoming(
        ball: IncomingBall,
        priors: Priors,
        sensors: SensorSettings,
        fresh: FreshSensor,
    ) -> Self {
        let IncomingBall { contact_s, places, since_s, .. } = ball;
        let estimator = || Box::new(Estimator::new(priors, EstimatorSettings::RALLY));
        match fresh {
            FreshSensor::Cameras(mut perception) => {
                let late_s = sensors.keypoint_latency_s;
                perception.expect_ball(BallHint { contact_s, places, late_s, towards: Side::Home });
                Self::Cameras(perception)
            }
            FreshSensor::Plain(perception) => {
                let measurement_sd = sensors.point_sd_m;
                Self::Plain(PlainSensor { perception, estimator: estimator(), contact_s, measurement_sd })
            }
            FreshSensor::Points(rng) => Self::Points(PointSensor { estimator: estimator(), since_s, sensors, rng }),
        }
    }

    /// A sensor for a return that should begin as planned, with a fresh perception of cameras or with points.
    pub(in crate::hall) fn of_return(
        planned: &Intent,
        priors: Priors,
        perception: Option<Box<BallPerception>>,
        (sensors, rng): (SensorSettings, ChaCha8Rng),
    ) -> Self {
        let Some(mut perception) = perception else {
            let settings = EstimatorSettings { farthest_x: f64::INFINITY, ..EstimatorSettings::RALLY };
            let estimator = Box::new(Estimator::new(priors, settings));
            // The touch may come a little later than planned.
            let since_s = planned.hit_s + AFTER_HIT_S;
            return Self::Points(PointSensor { estimator, since_s, sensors, rng: Box::new(rng) });
        };
        let places = vec![(f64::NEG_INFINITY, planned.racket.center)];
        perception.expect_ball(BallHint { contact_s: planned.hit_s, places, late_s: 0.0, towards: Side::Away });
        Self::Cameras(perception)
    }

    /// Simulates the sensor: fills a reading with what is visible. Returns whether anything was read.
    pub(super) fn expose(&mut self, visible: &Visible<'_>, reading: &mut Reading) -> bool {
        let stamp_s = reading.stamp_s;
        match self {
            Self::Points(points) => {
                reading.point = visible.ball.and_then(|ball| points.measure(stamp_s, &ball.position));
                return reading.point.is_some();
            }
            Self::Cameras(perception) => {
                let Some((rig, scene)) = visible.scene else { return false };
                let delivered = scene.delivered(rig.count());
                rig.render_regions(perception, stamp_s, &scene.moment, delivered, &mut reading.frames);
            }
            // The paper's cameras read whole frames.
            Self::Plain(_) => {
                let Some((rig, scene)) = visible.scene else { return false };
                for camera in scene.delivered(rig.count().min(2)) {
                    rig.render(camera, &scene.moment, rig.sensor(camera), reading.frames.add(camera));
                }
            }
        }
        true
    }

    /// Processes a reading. Returns whether the estimate of the ball has changed.
    pub(super) fn perceive(&mut self, reading: &Reading) -> bool {
        let stamp_s = reading.stamp_s;
        match self {
            Self::Points(PointSensor { estimator, .. }) => {
                reading.point.is_some_and(|point| estimator.observe(point).unwrap_or(false))
            }
            Self::Cameras(perception) => {
                reading.frames.stamped(stamp_s).for_each(|frame| perception.perceive_masked(&frame, &reading.own));
                perception.conclude(stamp_s);
                perception.changed_s() == Some(stamp_s)
            }
            Self::Plain(PlainSensor { perception, estimator, contact_s, measurement_sd }) => {
                for frame in reading.frames.stamped(stamp_s) {
                    perception.perceive(&frame);
                }
                let fix = perception.conclude().filter(|_| stamp_s > *contact_s);
                fix.is_some_and(|fix| {
                    estimator.observe(Measurement::point(stamp_s, fix, *measurement_sd)).unwrap_or(false)
                })
            }
        }
    }

    /// Measurements of the ball so far.
    pub(in crate::hall) fn measurements(&self) -> &[Measurement] {
        match self {
            Self::Points(PointSensor { estimator, .. }) | Self::Plain(PlainSensor { estimator, .. }) => {
                estimator.measurements()
            }
            Self::Cameras(perception) => perception.measurements(),
        }
    }

    /// The predicted flight of the ball.
    pub(in crate::hall) fn prediction(&self) -> Option<Prediction<'_>> {
        match self {
            Self::Points(PointSensor { estimator, .. }) | Self::Plain(PlainSensor { estimator, .. }) => {
                estimator.prediction()
            }
            Self::Cameras(perception) => perception.prediction(),
        }
    }

    /// The perception of cameras, where there are any.
    pub(in crate::hall) fn cameras(&self) -> Option<&BallPerception> {
        match self {
            Self::Cameras(perception) => Some(perception),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ball::Body;
    use crate::court::Court;
    use rand::SeedableRng;

    /// How far from the ball each of many points is measured; none where it is lost.
    fn measured(sensors: SensorSettings) -> Vec<Option<Vec3>> {
        let priors = Priors::typical(Body::STANDARD, Court::STANDARD);
        let estimator = Box::new(Estimator::new(priors, EstimatorSettings::RALLY));
        let rng = Box::new(ChaCha8Rng::seed_from_u64(6));
        let mut points = PointSensor { estimator, since_s: f64::NEG_INFINITY, sensors, rng };
        let place = Vec3::new(0.5, -0.2, 0.3);
        (0..COUNT).map(|_| points.measure(1.0, &place).map(|point| point.position - place)).collect()
    }

    const COUNT: usize = 20_000;

    /// Whether so many of [`COUNT`] are as many as a share says: within four standard deviations.
    fn is_share(count: usize, share: f64) -> bool {
        let (of, sd) = (COUNT as f64, (COUNT as f64 * share * (1.0 - share)).sqrt());
        (count as f64 - of * share).abs() <= 4.0 * sd
    }

    #[test]
    fn law_so_many_points_are_lost_as_the_share_says() {
        for dropped_share in [0.0, 0.05, 0.4] {
            let sensors = SensorSettings { dropped_share, outlier_share: 0.0, ..SensorSettings::default() };
            let lost = measured(sensors).iter().filter(|point| point.is_none()).count();
            assert!(is_share(lost, dropped_share), "{lost} of {COUNT} with a share of {dropped_share}");
        }
    }

    #[test]
    fn law_so_many_points_lie_elsewhere_as_the_share_says() {
        for outlier_share in [0.0, 0.02, 0.3] {
            let sensors = SensorSettings { dropped_share: 0.0, outlier_share, ..SensorSettings::default() };
            let far = |off: &&Option<Vec3>| off.is_some_and(|off| off.amax() > 6.0 * sensors.point_sd_m);
            let astray = measured(sensors).iter().filter(far).count();
            // An outlier is that near by chance.
            let seen_share = outlier_share * (1.0 - (6.0 * sensors.point_sd_m / OUTLIER_M).powi(3));
            assert!(is_share(astray, seen_share), "{astray} of {COUNT} with a share of {outlier_share}");
        }
    }
}
