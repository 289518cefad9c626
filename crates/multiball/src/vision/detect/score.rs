//! How much something is like the ball.

use super::measure::Measure;
use super::{Detection, DetectorSettings, Expectation};
use crate::geometry::portable::{exp, ln};
use crate::vision::image::Component;
use crate::vision::{Region, Vec2};

/// Relative deviation of a radius that counts as one standard deviation.
const RADIUS_SD: f64 = 0.12;
/// Likeness to an ellipse of a good ball, and what a ball of radius r falls short of it by chance: `.04 + .25 / r`.
const GOOD_LIKENESS: f64 = 0.92;
/// Contrast of a good ball, grey, and what counts as one standard deviation below.
const GOOD_CONTRAST: f64 = 60.0;
const CONTRAST_SD: f64 = 25.0;
/// What remains of a centre's error in good light: the pixels' own differences, px, and shading, as a share of the
/// radius.
const LEAST_SD_PX: f64 = 0.02;
const SHADING_SD: f64 = 0.009;

/// What a ball should look like here.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) settings: &'a DetectorSettings,
    pub(super) expectation: Option<&'a Expectation>,
}

impl Wanted<'_> {
    /// Least and greatest radius, px.
    pub(super) fn radii(&self) -> (f64, f64) {
        let (least, most) = self.settings.radius_px;
        self.expectation.map_or((least, most), |expected| (0.9 * expected.radius_px, 1.1 * expected.radius_px))
    }

    /// Whether a blob is large enough to be a ball or what a blur, a line or another thing has left of one.
    pub(super) fn may_be_a_part(&self, blob: &Component) -> bool {
        let least = self.radii().0;
        blob.bounds.width >= 3 && blob.bounds.height >= 3 && blob.area as f64 > 0.3 * least * least
    }

    /// The most pixels that a ball may cover, with a margin for a merger with something small.
    pub(super) fn most_area(&self) -> f64 {
        let most = 1.5 * self.radii().1;
        let streak = self.expectation.map_or(self.settings.longest_streak_px, |expected| 1.5 * expected.streak.norm());
        std::f64::consts::PI * most * most + 2.0 * most * streak
    }

    /// A measured blob as a detection. `cut` when it reaches the edge of what was searched.
    pub(super) fn judge(&self, measure: &Measure, cut: bool) -> Detection {
        let penalty = self.size(measure.radius) + self.blur(measure) + self.shape(measure) + contrast(measure);
        let pixel_sd = self.uncertainty(measure, cut);
        Detection {
            pixel: measure.centre,
            pixel_sd,
            radius_px: measure.radius,
            streak: measure.streak,
            area: measure.area,
            brightness: measure.brightness,
            score: exp(-0.5 * (penalty + self.place(&measure.centre, pixel_sd))),
        }
    }

    /// Squared deviation of the size, in units of its standard deviation.
    pub(super) fn size(&self, radius: f64) -> f64 {
        let (least, most) = self.radii();
        let nearest = radius.clamp(least, most.max(least));
        square(ln(radius.max(0.1) / nearest.max(0.1)) / RADIUS_SD)
    }

    /// Squared deviation of the blur, in units of its standard deviation.
    fn blur(&self, measure: &Measure) -> f64 {
        match self.expectation {
            Some(Expectation { streak, radius_px, .. }) => {
                let apart = (measure.streak - streak).norm().min((measure.streak + streak).norm());
                // The blur of a round thing is the root of a small difference: noise alone gives a third of a radius.
                square((apart - 0.35 * radius_px).max(0.0) / (0.25 * (radius_px + streak.norm())))
            }
            None => {
                let too_long = measure.streak.norm() - self.settings.longest_streak_px;
                square(too_long.max(0.0) / (0.2 * self.settings.longest_streak_px).max(1.0))
            }
        }
    }

    /// Squared deviation of the shape, in units of its standard deviation.
    fn shape(&self, measure: &Measure) -> f64 {
        square((GOOD_LIKENESS - measure.likeness).max(0.0) / (0.04 + 0.25 / measure.radius.max(1.0)))
    }

    /// Squared Mahalanobis distance from the expected position; 0 without an expectation.
    pub(super) fn place(&self, pixel: &Vec2, pixel_sd: f64) -> f64 {
        let Some(expected) = self.expectation else { return 0.0 };
        let mut covariance = expected.covariance;
        covariance[(0, 0)] += pixel_sd * pixel_sd;
        covariance[(1, 1)] += pixel_sd * pixel_sd;
        let apart = pixel - expected.pixel;
        // A covariance without an inverse says nothing about the place.
        covariance.try_inverse().map_or(0.0, |inverse| apart.dot(&(inverse * apart)).max(0.0))
    }

    /// Standard deviation of the centre: noise, what remains in good light, half of what is hidden, and all of what may
    /// be hidden. Where the background is as bright as the ball, radius and area say nothing about how much of it is
    /// unseen.
    fn uncertainty(&self, measure: &Measure, cut: bool) -> f64 {
        let radius = self.expectation.map_or(measure.radius, |expected| expected.radius_px);
        // A blur spreads a disc's light over more pixels; their shares still add up to the disc.
        let whole = std::f64::consts::PI * radius * radius;
        // A tenth of the area is within the error of the area itself.
        let hidden = (1.0 - measure.area / whole.max(1.0) - 0.1).max(0.0) + if cut { 0.5 } else { 0.0 };
        let ragged = (GOOD_LIKENESS - measure.likeness - 0.25 / measure.radius.max(1.0)).max(0.0);
        let blind = (measure.blind / whole.max(1.0)).min(1.0);
        let shift = (0.5 * hidden + blind + ragged) * radius;
        (square(measure.noise_sd) + square(LEAST_SD_PX + SHADING_SD * radius) + square(shift)).sqrt()
    }
}

/// Whether a blob reaches an edge of the region in which it was found; coordinates count from the region's corner.
pub(super) fn is_cut(bounds: &Region, region: &Region) -> bool {
    let ends = bounds.left + bounds.width == region.width || bounds.top + bounds.height == region.height;
    ends || bounds.left == 0 || bounds.top == 0
}

fn contrast(measure: &Measure) -> f64 {
    square((GOOD_CONTRAST - (measure.brightness - measure.behind)).max(0.0) / CONTRAST_SD)
}

fn square(value: f64) -> f64 {
    value * value
}
