//! The two methods that find the ball, frame by frame.

use multiball::vision::Frame;
use multiball::vision::detect::{
    BlobPipelineSettings, DetectError, Detection, Detector, DetectorSettings, Linker, Look, PaperChain,
};
use multiball::vision::image::{Background, Foreground};

use super::Ball;
use crate::args::{Detect, DetectMethod};

/// A search through the frames in order.
pub(super) enum Search {
    Gated(Box<Gated>),
    Paper(Box<PaperChain>, Box<Frame>),
}

/// Candidates, linked over time.
pub(super) struct Gated {
    detector: Detector,
    linker: Linker,
    candidates: Vec<Detection>,
}

impl Search {
    pub(super) fn new(detect: &Detect, background: &Background) -> Self {
        let foreground = Foreground { low: detect.threshold, ..Foreground::default() };
        let chain = BlobPipelineSettings { foreground, ..BlobPipelineSettings::default() };
        match detect.method {
            DetectMethod::Paper => Self::Paper(Box::new(PaperChain::new(chain)), Box::new(background.shown().clone())),
            DetectMethod::Gated => {
                let radius_px = (detect.min_radius_px, detect.max_radius_px);
                let settings = DetectorSettings { chain, radius_px, ..DetectorSettings::default() };
                let detector = Detector::new(background.clone(), settings);
                let candidates = Vec::with_capacity(Detector::MOST_DETECTIONS);
                Self::Gated(Box::new(Gated { detector, linker: Linker::default(), candidates }))
            }
        }
    }

    /// The ball in the next frame, if it is found, and how many candidates there were.
    pub(super) fn step(&mut self, t_s: f64, frame: &Frame) -> Result<(Option<Ball>, usize), DetectError> {
        match self {
            Self::Gated(gated) => gated.step(t_s, frame),
            Self::Paper(chain, background) => {
                let ball = chain.find(frame, background.view())?.map(|blob| Ball {
                    x_px: blob.pixel.x,
                    y_px: blob.pixel.y,
                    sd_px: None,
                    radius_px: (blob.area as f64 / std::f64::consts::PI).sqrt(),
                    score: None,
                });
                Ok((ball, usize::from(ball.is_some())))
            }
        }
    }
}

impl Gated {
    fn step(&mut self, t_s: f64, frame: &Frame) -> Result<(Option<Ball>, usize), DetectError> {
        self.candidates.clear();
        let searched = self.search(t_s, frame);
        // A frame that cannot be searched is one more in which the ball was not seen.
        let ball = self.linker.step(t_s, &self.candidates).map(|detection| Ball {
            x_px: detection.pixel.x,
            y_px: detection.pixel.y,
            sd_px: Some(detection.pixel_sd),
            radius_px: detection.radius_px,
            score: Some(detection.score),
        });
        searched.map(|()| (ball, self.candidates.len()))
    }

    fn search(&mut self, t_s: f64, frame: &Frame) -> Result<(), DetectError> {
        self.candidates.extend_from_slice(self.detector.detect(frame, &Look::Everywhere)?);
        if let Some(expected) = self.linker.expectation(t_s) {
            let near = |other: &Detection| (other.pixel - expected.pixel).norm() < 2.0 * expected.radius_px;
            // Where the ball should be and nothing is, it may touch something white.
            if !self.candidates.iter().any(near) && self.candidates.len() < Detector::MOST_DETECTIONS {
                self.candidates.extend(self.detector.detect(frame, &Look::For(&[expected]))?.first());
            }
        }
        Ok(())
    }
}
