//! Shots that somebody recorded, in place of those of the library.

use std::sync::Arc;

use rand::{Rng, RngExt};

use super::shots::topspin;
use crate::ball::BallState;
use crate::track::Stroke;

/// Recorded shots: balls just after an opponent's stroke at the away end. Attacks are drawn from those with topspin,
/// pushes from those with backspin; of a set that lacks one, from the other. Each is played with its own spin.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedShots {
    topspin: Arc<[BallState]>,
    backspin: Arc<[BallState]>,
}

/// Why shots cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum ShotError {
    /// There are none.
    #[error("there are no shots; at least one is needed")]
    None,
    /// A number of a shot is out of bounds.
    #[error("{field} = {value} is not allowed; it must be from {least} to {most}")]
    Bounds {
        /// Which, with its unit.
        field: &'static str,
        /// Its value.
        value: f64,
        /// What is allowed at least.
        least: f64,
        /// And at most.
        most: f64,
    },
}

/// Names of a shot's numbers, with their bounds. It is struck at the away end and flies towards x > 0; no ball was
/// measured with half as much speed or spin as these allow.
const FIELDS: [(&str, f64, f64); 9] = [
    ("x_m", -5.0, 0.0),
    ("y_m", -3.0, 3.0),
    ("z_m", -0.7, 3.0),
    ("vx_m_s", 0.5, 60.0),
    ("vy_m_s", -60.0, 60.0),
    ("vz_m_s", -60.0, 60.0),
    ("wx_rad_s", -2000.0, 2000.0),
    ("wy_rad_s", -2000.0, 2000.0),
    ("wz_rad_s", -2000.0, 2000.0),
];

impl RecordedShots {
    /// Names of a shot's numbers in files, with their units: position, velocity, spin.
    pub const COLUMNS: [&str; 9] = {
        let mut names = [""; 9];
        let mut i = 0;
        while i < names.len() {
            names[i] = FIELDS[i].0;
            i += 1;
        }
        names
    };

    /// Shots of one's own.
    ///
    /// # Errors
    /// When there are none, or a number of one is out of bounds.
    pub fn new(shots: &[BallState]) -> Result<Self, ShotError> {
        if shots.is_empty() {
            return Err(ShotError::None);
        }
        shots.iter().try_for_each(Self::check)?;
        let (topspin, backspin): (Vec<_>, Vec<_>) = shots.iter().copied().partition(|ball| topspin(ball) > 0.0);
        Ok(Self { topspin: topspin.into(), backspin: backspin.into() })
    }

    /// Whether a shot can be played.
    ///
    /// # Errors
    /// When a number of it is out of bounds.
    pub fn check(shot: &BallState) -> Result<(), ShotError> {
        let values = shot.position.iter().chain(&shot.velocity).chain(&shot.spin);
        for (value, (field, least, most)) in values.zip(FIELDS) {
            if !(least..=most).contains(value) {
                return Err(ShotError::Bounds { field, value: *value, least, most });
            }
        }
        Ok(())
    }

    /// A shot that a stroke of this class sends.
    pub(super) fn draw(&self, stroke: Stroke, rng: &mut impl Rng) -> BallState {
        let [usual, other] =
            if stroke.is_attack() { [&self.topspin, &self.backspin] } else { [&self.backspin, &self.topspin] };
        let balls = if usual.is_empty() { other } else { usual };
        balls[rng.random_range(0..balls.len())]
    }
}
