//! The background, learned from any frames.

use super::Background;
use crate::vision::{FrameView, Region};

/// Learns what a camera sees without a ball from any frames, with or without balls and people in them.
///
/// A vote with a tolerance for every pixel: a grey near the mean of those that agreed joins them; another takes one
/// vote away; without votes the next grey begins anew. What shows in more than half of the frames wins, as with a
/// median, and noise is averaged out, as with a mean. Of frames that all agree it is exactly [`Background::mean`].
/// Nothing is taken from the heap after the start.
#[derive(Debug, Clone)]
pub struct BackgroundLearner {
    background: Background,
    pixels: Vec<Votes>,
    frames: usize,
}

/// What a pixel has agreed on.
#[derive(Debug, Clone, Copy, Default)]
struct Votes {
    sum: u16,
    count: u8,
    votes: u8,
}

/// Greys that lie further apart are not of one thing: six times the noise of an industrial camera, as for the
/// foreground.
const TOLERANCE: u8 = 20;
/// Greys of which the mean is kept; their sum fits into 16 bits.
const MOST_COUNTED: u8 = 128;

impl Votes {
    fn mean(self) -> u8 {
        let count = u16::from(self.count.max(1));
        ((self.sum + count / 2) / count) as u8
    }

    fn take(&mut self, grey: u8) {
        if self.votes == 0 {
            *self = Self { sum: u16::from(grey), count: 1, votes: 1 };
        } else if self.mean().abs_diff(grey) > TOLERANCE {
            self.votes -= 1;
        } else {
            self.votes = self.votes.saturating_add(1);
            if self.count == MOST_COUNTED {
                (self.sum, self.count) = (self.sum / 2, self.count / 2);
            }
            (self.sum, self.count) = (self.sum + u16::from(grey), self.count + 1);
        }
    }
}

impl BackgroundLearner {
    /// For a sensor of which nothing is known yet.
    #[must_use]
    pub fn new(sensor: Region) -> Self {
        let pixels = vec![Votes::default(); sensor.area()];
        Self { background: Background::black(sensor), pixels, frames: 0 }
    }

    /// Takes a frame of the sensor, or of a part of it.
    pub fn learn<'a>(&mut self, frame: impl Into<FrameView<'a>>) {
        let frame = frame.into();
        let own = self.background.shown().region();
        let shared = frame.region().overlap(&own);
        for y in shared.top..shared.top + if shared.width == 0 { 0 } else { shared.height } {
            let seen = &frame.row(y - frame.region().top)[shared.left - frame.region().left..][..shared.width];
            let start = (y - own.top) * own.width + shared.left - own.left;
            for (offset, grey) in seen.iter().enumerate() {
                let votes = &mut self.pixels[start + offset];
                votes.take(*grey);
                self.background.set(start + offset, votes.mean());
            }
        }
        self.frames += 1;
    }

    /// How many frames it has taken.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// What is known by now; black where nothing was seen.
    #[must_use]
    pub fn background(&self) -> &Background {
        &self.background
    }

    /// What was learned.
    #[must_use]
    pub fn finish(self) -> Background {
        self.background
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::Frame;

    #[test]
    fn law_of_frames_that_agree_the_mean_is_learned() {
        let greys = [100u8, 103, 98, 101, 100, 99, 107, 95, 100, 102, 101, 98];
        let frames: Vec<Frame> = greys.iter().map(|grey| Frame::filled(Region::whole(9, 5), *grey)).collect();
        let mut learner = BackgroundLearner::new(Region::whole(9, 5));
        frames.iter().for_each(|frame| learner.learn(frame));
        assert_eq!(learner.finish(), Background::mean(&frames).unwrap());
    }

    #[test]
    fn law_what_shows_in_most_frames_is_learned_whatever_passes() {
        let sensor = Region::whole(40, 8);
        let mut learner = BackgroundLearner::new(sensor);
        for frame in 0..40 {
            let mut shown = Frame::filled(sensor, 90 + frame % 3);
            // Something white passes, and covers every pixel in a quarter of the frames.
            let (pixels, first) = (shown.pixels_mut(), usize::from(frame));
            (0..8).for_each(|y| (0..10).for_each(|x| pixels[y * 40 + (first + x) % 40] = 230));
            learner.learn(&shown);
        }
        let learned = learner.background().shown();
        assert!(learned.pixels().iter().all(|grey| (90..=92).contains(grey)), "{:?}", learned.pixels());
    }
}
