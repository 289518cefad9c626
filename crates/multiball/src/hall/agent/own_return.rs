//! A robot watches its own return, and learns from it.

use super::joint_log::JointLog;
use super::latency::Reading;
use super::sensing::{BallSensor, Visible};
use crate::geometry::Capsule;
use crate::player::{Intent, MeasuredJoints, OwnStroke, SpinHint};
use crate::track::{BallPerception, CalibrationEvidence, FlightConstants, Predicted};

/// For how long a return is watched, s: beyond its bounce on the far half.
pub(in crate::hall) const WATCHED_S: f64 = 0.7;
/// Joints are kept for so long after a hit, s: longer than the touch is uncertain.
const JOINTS_AFTER_S: f64 = 0.06;
/// Measurements after which a return is well enough known to learn from.
const LEAST_MEASUREMENTS: usize = 20;

/// What is known of a stroke when it is over: the plan, the ball where it was to be hit as it was predicted last, and
/// what its flight shows of air and table.
#[derive(Debug, Clone)]
pub(in crate::hall) struct Struck {
    pub(in crate::hall) planned: Intent,
    /// What was known of the ball's spin before it was seen.
    pub(in crate::hall) spin: SpinHint,
    pub(in crate::hall) incoming: Predicted,
    pub(in crate::hall) constants: FlightConstants,
    /// What its flight says about the cameras, if there are any.
    pub(in crate::hall) calibration: Option<CalibrationEvidence>,
}

/// A return that is watched.
#[derive(Debug, Clone)]
pub(in crate::hall) struct ReturnWatch {
    struck: Struck,
    sensor: BallSensor,
    /// By how much the sensor's time stamps are late, s.
    time_offset_s: f64,
    /// Its memory is used again for each frame.
    reading: Reading,
    until_s: f64,
    joints: Vec<MeasuredJoints>,
}

impl ReturnWatch {
    pub(in crate::hall) fn new(struck: Struck, sensor: BallSensor, time_offset_s: f64) -> Self {
        Self {
            until_s: struck.planned.hit_s + WATCHED_S,
            struck,
            sensor,
            time_offset_s,
            reading: Reading::default(),
            joints: Vec::new(),
        }
    }

    /// The stroke that it follows.
    pub(in crate::hall) fn struck(&self) -> &Struck {
        &self.struck
    }

    /// Whether it looks at cameras.
    pub(in crate::hall) fn has_cameras(&self) -> bool {
        self.sensor.cameras().is_some()
    }

    /// Whether it has seen enough.
    pub(in crate::hall) fn is_over(&self, now_s: f64) -> bool {
        now_s > self.until_s
    }

    /// Ends it earlier.
    pub(in crate::hall) fn end_by(&mut self, until_s: f64) {
        self.until_s = self.until_s.min(until_s);
    }

    /// Looks at the ball, past what the robot knows to be its own arm, which `own` fills in. Nobody hurries to answer
    /// this ball: it is processed at once.
    pub(in crate::hall) fn look(&mut self, exposed_s: f64, visible: &Visible<'_>, own: impl FnOnce(&mut Vec<Capsule>)) {
        let stamp_s = exposed_s + self.time_offset_s;
        self.reading.reset(stamp_s, stamp_s);
        own(&mut self.reading.own);
        if self.sensor.expose(visible, &mut self.reading) {
            self.sensor.perceive(&self.reading);
        }
    }

    /// Takes the joints around the hit once they are all there.
    pub(in crate::hall) fn take_joints(&mut self, now_s: f64, log: &JointLog) {
        if self.joints.is_empty() && now_s > self.struck.planned.hit_s + JOINTS_AFTER_S {
            self.joints = log.readings();
        }
    }

    /// The stroke as it was seen; `None` when too little was.
    pub(in crate::hall) fn finish(self) -> Option<OwnStroke> {
        let (prediction, measurements) = (self.sensor.prediction()?, self.sensor.measurements());
        let first = measurements.first().filter(|_| measurements.len() >= LEAST_MEASUREMENTS)?;
        let last_s = measurements.last()?.t_s;
        let outgoing = prediction.at(first.t_s)?;
        // A bounce that is still ahead was not seen.
        let bounce = prediction.bounce(0).filter(|bounce| bounce.t_s < last_s && bounce.probability > 0.5);
        (outgoing.velocity.x < 0.0).then(|| OwnStroke {
            incoming: self.struck.incoming,
            outgoing,
            constants: prediction.constants(),
            calibration: self.sensor.cameras().and_then(BallPerception::calibration_evidence),
            landing_m: bounce.map(|bounce| [bounce.position.x, bounce.position.y]),
            joints: self.joints,
        })
    }
}
