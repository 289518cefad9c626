//! Wrist velocities of a stroke, and the numbers that a class is read from.

use serde::{Deserialize, Serialize};

use crate::geometry::Vec3;
use crate::geometry::portable::hypot;

/// Velocities of a racket's wrist through one stroke, 100 in a second; left-handers' mirrored to right-handers'.
#[derive(Debug, Clone, PartialEq)]
pub struct WristRecord {
    /// Who played it, or in which session: what is held out together.
    pub group: u32,
    /// Index of its class.
    pub class: usize,
    /// In order, m/s.
    pub velocities: Vec<Vec3>,
    /// Index of the last one not later than the contact.
    pub contact: usize,
}

impl WristRecord {
    /// Velocities in a second.
    pub const RATE_HZ: f64 = 100.0;
    /// Velocities that a class is read from [paper 004].
    pub const SAMPLES: usize = 20;
    /// Numbers made of them.
    pub const FEATURES: usize = 3 * Self::SAMPLES + 1;

    /// Takes the contact for later by a time, s; never earlier than the first velocity.
    pub fn shift_contact(&mut self, by_s: f64) {
        self.contact = self.contact.saturating_add_signed((by_s * Self::RATE_HZ).round() as isize);
    }

    /// The features at a moment; `None` when the record is too short.
    #[must_use]
    pub fn features(&self, view: View) -> Option<Vec<f64>> {
        let end = (self.contact + 1).checked_sub(view.samples_before)?;
        let start = end.checked_sub(Self::SAMPLES)?;
        Some(features(self.velocities.get(start..end)?, view.heading))
    }
}

/// Whether horizontal directions are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Heading {
    /// They are those of the hall, as cameras see them: x towards the robot, y to the racket's side negative.
    Known,
    /// They are arbitrary for each stroke, as of a watch on the wrist, which does not know where north is.
    Free,
}

/// How and when a stroke is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// How many samples before the contact.
    pub samples_before: usize,
    /// Whether directions count.
    pub heading: Heading,
}

/// The numbers that a class is read from: velocities over the highest speed among them, and that speed.
///
/// With a free heading the velocities are turned about the vertical so that Σ |v|² v lies along x: the path keeps its
/// bends and its rise and loses its heading.
fn features(velocities: &[Vec3], heading: Heading) -> Vec<f64> {
    const LEAST_SPEED: f64 = 0.05;
    let (cos, sin) = match heading {
        Heading::Known => (1.0, 0.0),
        Heading::Free => main_direction(velocities),
    };
    let peak = velocities.iter().map(Vec3::norm).fold(LEAST_SPEED, f64::max);
    let turned = velocities.iter().flat_map(|v| [cos * v.x + sin * v.y, cos * v.y - sin * v.x, v.z]);
    turned.map(|number| number / peak).chain([peak]).collect()
}

/// Cosine and sine of the level angle of Σ |v|² v.
fn main_direction(velocities: &[Vec3]) -> (f64, f64) {
    let sum = velocities.iter().fold(Vec3::zeros(), |sum, v| sum + v * v.norm_squared());
    let size = hypot(sum.x, sum.y);
    if size > 1e-12 { (sum.x / size, sum.y / size) } else { (1.0, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Attitude;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_features_do_not_depend_on_a_free_heading_and_scale_in_one_number_alone() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..100 {
            let velocities: Vec<Vec3> = (0..40).map(|_| Vec3::from_fn(|_, _| rng.random_range(-5.0..5.0))).collect();
            let turn = Attitude::from_axis_angle(&Vec3::z_axis(), rng.random_range(-3.0..3.0));
            let record = WristRecord { group: 0, class: 0, velocities: velocities.clone(), contact: 30 };
            let other =
                WristRecord { velocities: velocities.iter().map(|v| turn * v * 1.5).collect(), ..record.clone() };
            let view = |samples_before| View { samples_before, heading: Heading::Free };
            let (ours, theirs) = (record.features(view(3)).unwrap(), other.features(view(3)).unwrap());
            assert_eq!(ours.len(), WristRecord::FEATURES);
            for (a, b) in ours[..60].iter().zip(&theirs) {
                assert!((a - b).abs() < 1e-9, "{a} {b}");
            }
            assert!((theirs[60] - 1.5 * ours[60]).abs() < 1e-9);
            assert!(record.features(view(12)).is_none() && record.features(view(11)).is_some());
        }
    }
}
