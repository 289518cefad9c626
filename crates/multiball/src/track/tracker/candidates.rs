//! Which of a camera's candidates may be a ball that is followed.

use nalgebra::Matrix2;

use super::{Tracker, TrackerSettings};
use crate::geometry::portable::ln;
use crate::track::Refusal;
use crate::vision::Vec2;
use crate::vision::detect::{Detection, Expectation};

/// A candidate that a track would take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pick {
    pub(super) index: usize,
    pub(super) pixel: Vec2,
    /// Standard deviation of the centre, px.
    pub(super) sd: f64,
    /// Squared distance from the expectation, in standard deviations.
    pub(super) away: f64,
}

/// Which candidates belong to a track already: one bit for each.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Taken([u64; Tracker::MOST_CAMERAS]);

impl Taken {
    /// Candidates of a camera that are looked at.
    pub(super) const MOST_CANDIDATES: usize = u64::BITS as usize;

    pub(super) fn take(&mut self, camera: usize, index: usize) {
        self.0[camera] |= bit(index);
    }

    pub(super) fn has(&self, camera: usize, index: usize) -> bool {
        self.0.get(camera).is_none_or(|bits| bits & bit(index) != 0)
    }
}

/// Candidates beyond the last that is looked at share its bit.
fn bit(index: usize) -> u64 {
    1 << index.min(Taken::MOST_CANDIDATES - 1)
}

/// Relative difference of a radius that is too large for one ball, as a logarithm.
const MOST_RADIUS_DIFFERENCE: f64 = 0.5;

/// Uncertainty of a candidate's centre, px. What is missing in its radius may be hidden behind something: then the
/// centre of what is seen is off by as much.
pub(super) fn pixel_sd(detection: &Detection, radius_px: f64, settings: &TrackerSettings) -> f64 {
    // A radius is measured to some hundredths.
    let hidden = ((detection.radius_px - radius_px).abs() - 0.06 * radius_px).max(0.0);
    [detection.pixel_sd, settings.least_pixel_sd, hidden].iter().map(|sd| sd * sd).sum::<f64>().sqrt()
}

/// How far a ball must have moved while the shutter was open to look like a candidate, in radii: to cover its area, A =
/// π r² + 2 r d for a displacement d, and to be as long.
pub(super) fn smear(detection: &Detection, radius_px: f64) -> f64 {
    let by_area = (detection.area - std::f64::consts::PI * radius_px * radius_px) / (2.0 * radius_px);
    by_area.max(detection.streak.norm()) / radius_px
}

/// Whether a smear is longer than a ball's that moves so far, both in radii. Generous: before something white neither
/// area nor length is known well. A cuff, or a ball that touches one, is longer by three radii and more.
pub(super) fn is_too_long(smear: f64, motion: f64) -> bool {
    const FACTOR: f64 = 1.5;
    const MORE: f64 = 1.5;
    smear > MORE + FACTOR * motion
}

/// The candidate that lies nearest to where a ball is expected, if any lies within the gate and has its size and no
/// longer blur.
///
/// # Errors
/// Why the one that is nearest in the image was refused, when there is any.
pub(super) fn pick(
    expected: &Expectation,
    seen: &[Detection],
    camera: usize,
    taken: &Taken,
    settings: &TrackerSettings,
) -> Result<Pick, Option<Refusal>> {
    let mut best: Option<Pick> = None;
    let mut refused: Option<(f64, Refusal)> = None;
    let mut refuse = |apart: &Vec2, why: Refusal| {
        let off = apart.norm_squared();
        if refused.is_none_or(|(nearest, _)| off < nearest) {
            refused = Some((off, why));
        }
    };
    for (index, detection) in seen.iter().enumerate().take(Taken::MOST_CANDIDATES) {
        let size = ln(detection.radius_px / expected.radius_px).abs();
        if taken.has(camera, index) {
            continue;
        }
        let apart = detection.pixel - expected.pixel;
        if size.is_nan() || size >= MOST_RADIUS_DIFFERENCE {
            refuse(&apart, Refusal::WrongSize);
            continue;
        }
        if is_too_long(smear(detection, expected.radius_px), expected.streak.norm() / expected.radius_px) {
            refuse(&apart, Refusal::TooBlurred);
            continue;
        }
        let sd = pixel_sd(detection, expected.radius_px, settings);
        let covariance = expected.covariance + Matrix2::identity() * (sd * sd);
        let away = covariance.try_inverse().map_or(f64::INFINITY, |inverse| apart.dot(&(inverse * apart)));
        // Between two that fit, the one that looks more like a ball.
        let judged = away + size_penalty(size);
        let nearer = best.is_none_or(|best| judged < best.away);
        if away >= settings.gate * settings.gate || away.is_nan() {
            refuse(&apart, Refusal::OutsideGate);
        } else if nearer {
            best = Some(Pick { index, pixel: detection.pixel, sd, away: judged });
        }
    }
    best.ok_or(refused.map(|(_, why)| why))
}

/// Squared deviation of a radius, 15 % counting as one standard deviation.
fn size_penalty(size: f64) -> f64 {
    (size / 0.15) * (size / 0.15)
}
