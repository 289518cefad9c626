//! How a robot senses the ball.

use rand_chacha::ChaCha8Rng;

use super::latency::Reading;
use crate::ball::BallState;
use crate::geometry::{Vec3, standard_normal};
use crate::hall::camera_rig::CameraRig;
use crate::hall::filming::SceneFrame;
use crate::track::{BallPerception, Estimator, Measurement, PaperPerception, Prediction};

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
    /// Standard deviation of a point along each axis, m.
    pub(in crate::hall) measurement_sd: f64,
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

/// What is visible at one time, without sensor errors: only the hall has it.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::hall) struct Visible<'a> {
    /// The ball in play, in the player's frame.
    pub(in crate::hall) ball: Option<&'a BallState>,
    /// The camera rig and the scene, where there are cameras.
    pub(in crate::hall) scene: Option<(&'a CameraRig, &'a SceneFrame)>,
}

impl BallSensor {
    /// Simulates the sensor: fills a reading with what is visible. Returns whether anything was read.
    pub(super) fn expose(&mut self, visible: &Visible<'_>, reading: &mut Reading) -> bool {
        let stamp_s = reading.stamp_s;
        match self {
            Self::Points(PointSensor { measurement_sd, rng, .. }) => {
                reading.point = visible.ball.map(|ball| {
                    let noise = Vec3::from_fn(|_, _| *measurement_sd * standard_normal(rng));
                    Measurement::point(stamp_s, ball.position + noise, *measurement_sd)
                });
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
                reading.frames.stamped(stamp_s).for_each(|frame| perception.perceive(&frame));
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
