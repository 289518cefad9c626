//! Candidates for the ball in a frame, best first.

use super::circle::CircleFinder;
use super::measure::Measurer;
use super::moments::Seen;
use super::score::{Wanted, is_cut};
use super::{BlobPipeline, BlobPipelineSettings, DetectError, Detection, Expectation, Look};
use crate::vision::image::{Background, Component};
use crate::vision::{Frame, FrameView, Region};

/// What a detector looks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DetectorSettings {
    /// From a frame to blobs.
    pub chain: BlobPipelineSettings,
    /// Least and greatest radius of a ball where none is expected, px.
    pub radius_px: (f64, f64),
    /// Longest motion of a ball while the shutter is open, where none is expected, px.
    pub longest_streak_px: f64,
    /// Standard deviation of a pixel's noise, grey.
    pub noise_grey: f64,
}

/// Finds candidates for the ball.
///
/// The paper's chain gives blobs; each is measured in grey and judged. Score = exp(-½ Σ z²) with a deviation z, in
/// standard deviations, for each of: size, blur, likeness to an ellipse, contrast, and place where a ball is expected.
/// A blob that is too large or too ragged may be a ball that touches something white: there the edge of a disc is
/// searched for.
#[derive(Debug, Clone)]
pub struct Detector {
    settings: DetectorSettings,
    background: Background,
    chain: BlobPipeline,
    measurer: Measurer,
    circles: CircleFinder,
    found: Vec<Detection>,
}

/// Below this score a blob is looked at again as a disc that touches something.
const UNCERTAIN: f64 = 0.3;
/// Blobs that are looked at again in a frame, or for an expectation.
const SECOND_LOOKS: usize = 2;
/// Candidates below this score are dropped.
const LEAST_SCORE: f64 = 1e-3;

impl Default for DetectorSettings {
    /// Radii from 3 to 20 px: 0.7 to 5 m from a camera of 700 px focal length.
    fn default() -> Self {
        Self {
            chain: BlobPipelineSettings::default(),
            radius_px: (3.0, 20.0),
            longest_streak_px: 40.0,
            noise_grey: 2.5,
        }
    }
}

impl Detector {
    /// Greatest number of candidates for a frame.
    pub const MOST_DETECTIONS: usize = 8;

    /// A detector in front of a background.
    #[must_use]
    pub fn new(background: Background, settings: DetectorSettings) -> Self {
        Self {
            settings,
            background,
            chain: BlobPipeline::new(settings.chain),
            measurer: Measurer::default(),
            circles: CircleFinder::default(),
            found: Vec::with_capacity(Self::MOST_DETECTIONS + 1),
        }
    }

    /// Candidates for the ball, best first; there may be none. Light that changes slowly is followed.
    ///
    /// # Errors
    /// When a region to search lies outside frame or background, or the frame is in too many pieces.
    pub fn detect<'a>(
        &mut self,
        frame: impl Into<FrameView<'a>>,
        look: &Look<'_>,
    ) -> Result<&[Detection], DetectError> {
        self.detect_in(frame.into(), look)
    }

    fn detect_in(&mut self, frame: FrameView<'_>, look: &Look<'_>) -> Result<&[Detection], DetectError> {
        self.found.clear();
        match look {
            Look::Everywhere => self.search(frame, &frame.region(), None)?,
            Look::In(region) => self.search(frame, region, None)?,
            Look::For(expectations) => {
                for expected in *expectations {
                    self.search(frame, &expected.region(&frame.region()), Some(expected))?;
                }
            }
        }
        self.background.follow(frame);
        Ok(&self.found)
    }

    /// Takes another background, such as one that was learned meanwhile.
    pub fn set_background(&mut self, background: Background) {
        self.background = background;
    }

    /// The current estimate of the background.
    #[must_use]
    pub fn background(&self) -> &Frame {
        self.background.shown()
    }

    fn search(
        &mut self,
        frame: FrameView<'_>,
        region: &Region,
        expectation: Option<&Expectation>,
    ) -> Result<(), DetectError> {
        let Self { settings, background, chain, measurer, circles, found } = self;
        let wanted = Wanted { settings, expectation };
        let images = [frame, background.shown().view()];
        chain.blobs(images[0], images[1], region)?;
        let searched = chain.region();
        let (mut second_looks, mut best) = (0, 0.0f64);
        for (index, blob) in chain.found().iter().enumerate().filter(|(_, blob)| wanted.may_be_a_part(blob)) {
            let small_enough = (blob.area as f64) < wanted.most_area();
            let seen = Seen { chain, blob, index, images };
            let measure = if small_enough { measurer.measure(&seen, settings.noise_grey) } else { None };
            let detection = measure.map(|measure| wanted.judge(&measure, is_cut(&blob.bounds, &searched)));
            best = detection.map_or(best, |detection| best.max(detection.score));
            detection.iter().for_each(|detection| keep(found, detection));
            if second_looks < SECOND_LOOKS && may_hide_a_ball(&wanted, blob, detection.as_ref()) {
                second_looks += 1;
                let window = widened(&blob.bounds, &searched, settings.radius_px.0);
                circles.find(&wanted, images, &window).iter().for_each(|hidden| keep(found, hidden));
            }
        }
        // Where a ball is expected, one look there does for all blobs.
        if expectation.is_some() && best < UNCERTAIN && !chain.found().is_empty() {
            circles.find(&wanted, images, &searched).iter().for_each(|hidden| keep(found, hidden));
        }
        Ok(())
    }
}

/// Whether a blob is large enough to hold a ball, is none, and is not so large that nothing would be found.
fn may_hide_a_ball(wanted: &Wanted<'_>, blob: &Component, detection: Option<&Detection>) -> bool {
    let (least, most) = wanted.radii();
    let uncertain = detection.is_none_or(|detection| detection.score < UNCERTAIN);
    // Radii that differ by more than a half make any corner part of some circle.
    let definite = wanted.expectation.is_none() && most <= 1.5 * least;
    uncertain && definite && blob.area as f64 > least * least && blob.bounds.area() < 128 * 128
}

/// The bounds of a blob with a margin, on the sensor.
fn widened(bounds: &Region, searched: &Region, margin: f64) -> Region {
    let margin = margin.ceil() as usize;
    Region {
        left: (bounds.left + searched.left).saturating_sub(margin),
        top: (bounds.top + searched.top).saturating_sub(margin),
        width: bounds.width + 2 * margin,
        height: bounds.height + 2 * margin,
    }
}

/// Keeps the best, in order, each thing once.
fn keep(found: &mut Vec<Detection>, new: &Detection) {
    if new.score.partial_cmp(&LEAST_SCORE) != Some(std::cmp::Ordering::Greater) {
        return;
    }
    let same = |old: &Detection| (old.pixel - new.pixel).norm() < 0.5 * old.radius_px.max(new.radius_px);
    if let Some(index) = found.iter().position(same) {
        if found[index].score >= new.score {
            return;
        }
        found.remove(index);
    }
    let place = found.partition_point(|old| old.score >= new.score);
    if place < Detector::MOST_DETECTIONS {
        found.insert(place, *new);
        found.truncate(Detector::MOST_DETECTIONS);
    }
}
