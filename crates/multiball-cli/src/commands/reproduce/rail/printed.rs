//! What paper 004 prints, in its tables 3 and 4.

use multiball::hall::training::TARGET_HALF_SIDES_M;

/// Rounds of its experiment.
pub(crate) const ROUNDS: u64 = 20_648;
/// Table 3: strokes read right, %, in the order of [`multiball::track::Stroke::ALL`].
pub(crate) const READ: [f64; 4] = [95.52, 94.8, 93.17, 93.41];
/// Table 4: balls hit and in both squares, %, and the mean landing, mm.
pub(crate) const HIT: f64 = 98.35;
pub(crate) const OUTER: f64 = 95.16;
pub(crate) const INNER: f64 = 82.52;
pub(crate) const MEAN_LANDING_MM: [f64; 2] = [-875.13, 178.27];
/// Half the sides of the two squares about the target, m.
pub(crate) const OUTER_HALF: f64 = TARGET_HALF_SIDES_M[1];
pub(crate) const INNER_HALF: f64 = TARGET_HALF_SIDES_M[0];
