//! `plan --method 353 --times per-joint`: every joint has segment times of its own, as paper 003 has it.

use multiball::motion::{JointMotion, ThreeFiveThree, TimingError, least_limited_times};
use multiball::robot::JointLimits;

/// Joints that each take their own times, and those times.
pub(super) struct PerJoint<const N: usize> {
    pub(super) motion: JointMotion<N, 3>,
    pub(super) times_s: [[f64; 3]; N],
}

impl<const N: usize> PerJoint<N> {
    /// The least times of each joint by itself, all stretched alike where a longer duration is requested.
    ///
    /// Joints that are there sooner wait at the end. Between the ends they pass their way points at different times.
    pub(super) fn plan(
        way_points: &[[f64; 4]; N],
        limits: &[JointLimits; N],
        duration_s: Option<f64>,
    ) -> Result<Self, PerJointError> {
        let mut times_s = [[0.0; 3]; N];
        for (joint, times_s) in times_s.iter_mut().enumerate() {
            *times_s = least_limited_times(&[way_points[joint]], &[limits[joint]])?;
        }
        let longest_s = times_s.iter().map(|times_s| times_s.iter().sum::<f64>()).fold(0.0, f64::max);
        let end_s = match duration_s {
            Some(requested_s) if requested_s < longest_s * (1.0 - 1e-9) => {
                return Err(PerJointError::TooShort { longest_s, requested_s });
            }
            Some(requested_s) => requested_s,
            None => longest_s,
        };
        if longest_s > 0.0 {
            times_s.iter_mut().flatten().for_each(|time_s| *time_s *= end_s / longest_s);
        }
        let mut pieces = Vec::with_capacity(N);
        for (way_points, times_s) in way_points.iter().zip(&times_s) {
            pieces.push(ThreeFiveThree::new(*way_points, *times_s)?.pieces());
        }
        let motion = JointMotion::of_pieces(0.0, end_s, std::array::from_fn(|joint| pieces[joint]));
        Ok(Self { motion, times_s })
    }
}

/// Why there is no such motion.
#[derive(Debug, thiserror::Error)]
pub(super) enum PerJointError {
    #[error(transparent)]
    Timing(#[from] TimingError),
    #[error("the slowest joint takes {longest_s:.4} s here, --duration-s is {requested_s} s")]
    TooShort { longest_s: f64, requested_s: f64 },
}
