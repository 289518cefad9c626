//! The ball in the image.
//!
//! [`PaperChain`] is the paper's detector. [`Detector`] is what it lacked: several candidates, each measured to a
//! fraction of a pixel with its uncertainty, judged by size, shape, brightness and where a ball is expected. [`Linker`]
//! follows them through one camera's frames.

mod blob_pipeline;
mod circle;
mod detection;
mod detector;
mod link;
mod measure;
mod moments;
mod paper;
mod score;

pub use blob_pipeline::{BlobPipeline, BlobPipelineSettings};
pub use detection::{Detection, Expectation, Look};
pub use detector::{Detector, DetectorSettings};
pub use link::Linker;
pub use paper::{Blob, PaperChain};

use super::Region;
use super::image::Crowded;

/// Why a frame was not searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DetectError {
    /// Frame, background and region have no pixel in common.
    #[error("frame ({} x {} at {}, {}), background ({} x {} at {}, {}) and region ({} x {} at {}, {}) share no pixel",
        frame.width, frame.height, frame.left, frame.top,
        background.width, background.height, background.left, background.top,
        region.width, region.height, region.left, region.top)]
    NothingShared {
        /// What the frame shows.
        frame: Region,
        /// What the background shows.
        background: Region,
        /// Where to search.
        region: Region,
    },
    /// Too many pieces.
    #[error(transparent)]
    Crowded(#[from] Crowded),
}
