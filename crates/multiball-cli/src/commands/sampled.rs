//! Joint motions at equal times, for documents and pictures: shared by `plan` and `serve`.

use multiball::motion::{CartesianMotion, JointState, State};
use serde::Serialize;

use crate::plot::{JointCurves, JointSample};

/// Intervals into which a motion is divided.
const INTERVALS: usize = 200;

/// All joints at one time, in rad or m and seconds.
#[derive(Debug, Serialize)]
pub(super) struct MotionSample {
    t_s: f64,
    positions: Vec<f64>,
    velocities: Vec<f64>,
    accelerations: Vec<f64>,
}

/// A motion from its start to its end.
pub(super) fn sampled<const N: usize>(
    start_s: f64,
    end_s: f64,
    at: impl Fn(f64) -> JointState<N>,
) -> Vec<MotionSample> {
    let sample = |t_s: f64| {
        let state = at(t_s);
        MotionSample {
            t_s,
            positions: state.position.iter().copied().collect(),
            velocities: state.velocity.iter().copied().collect(),
            accelerations: state.acceleration.iter().copied().collect(),
        }
    };
    times(start_s, end_s).map(sample).collect()
}

/// A motion along a path from its start to its end.
pub(super) fn sampled_path(motion: &CartesianMotion) -> Vec<MotionSample> {
    let sample = |t_s: f64| {
        let states: Vec<State> = motion.at(t_s).collect();
        MotionSample {
            t_s,
            positions: states.iter().map(|state| state.position).collect(),
            velocities: states.iter().map(|state| state.velocity).collect(),
            accelerations: states.iter().map(|state| state.acceleration).collect(),
        }
    };
    times(0.0, motion.duration_s()).map(sample).collect()
}

fn times(start_s: f64, end_s: f64) -> impl Iterator<Item = f64> {
    (0..=INTERVALS).map(move |i| start_s + (end_s - start_s) * i as f64 / INTERVALS as f64)
}

/// The samples, to draw.
pub(super) fn curves(
    title: String,
    samples: &[MotionSample],
    unit: &'static str,
    marks: Vec<(f64, &'static str)>,
) -> JointCurves {
    let joints = samples.first().map_or(0, |sample| sample.positions.len());
    let curve = |joint: usize| {
        let sample = |sample: &MotionSample| JointSample {
            position: sample.positions[joint],
            velocity: sample.velocities[joint],
            acceleration: sample.accelerations[joint],
        };
        (format!("joint {}", joint + 1), samples.iter().map(sample).collect())
    };
    JointCurves {
        title,
        t_s: samples.iter().map(|sample| sample.t_s).collect(),
        joints: (0..joints).map(curve).collect(),
        unit,
        marks,
    }
}
