//! What cameras saw.

use foxglove::Decode;
use foxglove::messages::{CompressedImage, ImageAnnotations};
use multiball::hall::record::SeenMark;

use super::Replay;
use super::chunk::Unpacked;
use crate::ReplayError;
use crate::channels::camera_topics;
use crate::moment::{nanoseconds, seconds};
use crate::show::sensor_mark;

/// What a camera saw at a time: the empty hall with the parts that were read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayPicture {
    /// Middle of the exposure, s.
    pub t_s: f64,
    /// Index of the camera in the stage.
    pub camera: usize,
    /// The picture as PNG, made smaller.
    pub png: Vec<u8>,
    /// What was found in it, in pixels of the camera's sensor.
    pub marks: Vec<SeenMark>,
}

impl Replay {
    /// What a camera saw last at or before a time; none before its first picture, and of a camera that there is not.
    ///
    /// # Errors
    /// When that part of the file is damaged.
    pub fn picture(&self, camera: usize, t_s: f64) -> Result<Option<ReplayPicture>, ReplayError> {
        let Some(staged) = self.stage().cameras.get(camera) else { return Ok(None) };
        let [image, annotations, _] = camera_topics(&staged.name).map(|topic| self.index.channel(&topic));
        let to_ns = nanoseconds(t_s).saturating_add(1);
        for place in self.chunks_of(image, 0, to_ns).rev() {
            let unpacked = Unpacked::read(&self.source, place)?;
            let seen = unpacked.messages().filter(|message| Some(message.channel) == image && message.time_ns < to_ns);
            let Some(last) = seen.last() else { continue };
            let strange = |error: &dyn std::error::Error| self.source.damaged(place.offset, error.to_string());
            let png = CompressedImage::decode(last.data).map_err(|error| strange(&error))?.data.to_vec();
            let marked =
                unpacked.messages().find(|found| Some(found.channel) == annotations && found.time_ns == last.time_ns);
            let marks = match marked {
                Some(found) => ImageAnnotations::decode(found.data).map_err(|error| strange(&error))?,
                None => ImageAnnotations::default(),
            };
            let marks = marks.circles.iter().filter_map(sensor_mark).collect();
            return Ok(Some(ReplayPicture { t_s: seconds(last.time_ns), camera, png, marks }));
        }
        Ok(None)
    }

    /// The empty hall as a camera sees it, as PNG, made smaller; none of a camera that there is not, or that never
    /// looked.
    ///
    /// # Errors
    /// When that part of the file is damaged.
    pub fn backdrop(&self, camera: usize) -> Result<Option<Vec<u8>>, ReplayError> {
        let Some(staged) = self.stage().cameras.get(camera) else { return Ok(None) };
        let [image, _, _] = camera_topics(&staged.name).map(|topic| self.index.channel(&topic));
        for place in self.chunks_of(image, 0, u64::MAX) {
            let unpacked = Unpacked::read(&self.source, place)?;
            if let Some(first) = unpacked.messages().find(|message| Some(message.channel) == image) {
                let decoded = CompressedImage::decode(first.data);
                let decoded = decoded.map_err(|error| self.source.damaged(place.offset, error.to_string()))?;
                return Ok(Some(decoded.data.to_vec()));
            }
        }
        Ok(None)
    }
}
