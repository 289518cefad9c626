//! What the camera sees without a ball.

use crate::vision::{Frame, FrameView, Region};

/// The grey of every pixel without a ball, learned from frames and followed slowly.
///
/// Kept in steps of 1/256 grey. Following: each row is looked at once in [`Background::ROWS_IN_TURN`] calls and each of
/// its pixels moves towards the frame by 1/16 of the difference, at most by one grey. So light that drifts by some
/// greys in a second is followed, a ball that passes leaves a trace of one grey at most, and a thing put down is part
/// of the background after a minute at 200 frames per second. These rates are assumed.
#[derive(Debug, Clone, PartialEq)]
pub struct Background {
    shown: Frame,
    /// Grey times 256.
    fine: Vec<u16>,
    /// The first row to look at next.
    next_row: usize,
}

/// Why frames make no background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BackgroundError {
    /// There are none.
    #[error("a background takes at least one frame")]
    NoFrames,
    /// They do not show the same part of the sensor.
    #[error("frame {index} shows {} x {} pixels at ({}, {}), the first {} x {} at ({}, {}): all frames of a \
        background must show the same",
        found.width, found.height, found.left, found.top, first.width, first.height, first.left, first.top)]
    Regions {
        /// Which frame, counted from 0.
        index: usize,
        /// What it shows.
        found: Region,
        /// What the first shows.
        first: Region,
    },
}

impl Background {
    /// Rows are followed in turn, one in so many in each call. A prime: when every frame is shown in several regions,
    /// each by a call of its own, the calls for one region still come to every row.
    pub const ROWS_IN_TURN: usize = 61;

    /// One frame as it is.
    #[must_use]
    pub fn from_frame(frame: &Frame) -> Self {
        let fine = frame.pixels().iter().map(|grey| u16::from(*grey) << 8).collect();
        Self { shown: frame.clone(), fine, next_row: 0 }
    }

    /// A black background, for a sensor that has delivered no frame yet.
    pub(super) fn black(sensor: Region) -> Self {
        Self { shown: Frame::filled(sensor, 0), fine: vec![0; sensor.area()], next_row: 0 }
    }

    /// Sets a pixel, counted row by row.
    pub(super) fn set(&mut self, index: usize, grey: u8) {
        self.shown.pixels_mut()[index] = grey;
        self.fine[index] = u16::from(grey) << 8;
    }

    /// The mean of frames without a ball.
    ///
    /// # Errors
    /// Without frames, or with frames of different regions.
    pub fn mean(frames: &[Frame]) -> Result<Self, BackgroundError> {
        Self::of_each_pixel(frames, |greys| {
            let sum: usize = greys.iter().map(|grey| usize::from(*grey)).sum();
            ((sum + greys.len() / 2) / greys.len()) as u8
        })
    }

    /// The median of frames. Every pixel must be free of balls in more than half of them.
    ///
    /// # Errors
    /// Without frames, or with frames of different regions.
    pub fn median(frames: &[Frame]) -> Result<Self, BackgroundError> {
        Self::of_each_pixel(frames, |greys| {
            let middle = (greys.len() - 1) / 2;
            *greys.select_nth_unstable(middle).1
        })
    }

    fn of_each_pixel(frames: &[Frame], middle: impl Fn(&mut [u8]) -> u8) -> Result<Self, BackgroundError> {
        let first = frames.first().ok_or(BackgroundError::NoFrames)?.region();
        if let Some(index) = frames.iter().position(|frame| frame.region() != first) {
            return Err(BackgroundError::Regions { index, found: frames[index].region(), first });
        }
        let mut greys = vec![0; frames.len()];
        let mut shown = Frame::filled(first, 0);
        for (index, pixel) in shown.pixels_mut().iter_mut().enumerate() {
            greys.iter_mut().zip(frames).for_each(|(grey, frame)| *grey = frame.pixels()[index]);
            *pixel = middle(&mut greys);
        }
        Ok(Self::from_frame(&shown))
    }

    /// The background as a frame.
    #[must_use]
    pub fn shown(&self) -> &Frame {
        &self.shown
    }

    /// Moves the background a small step towards a frame.
    pub fn follow<'a>(&mut self, frame: impl Into<FrameView<'a>>) {
        self.follow_view(frame.into());
    }

    fn follow_view(&mut self, frame: FrameView<'_>) {
        let own = self.shown.region();
        let shared = frame.region().overlap(&own);
        if shared.area() == 0 {
            return;
        }
        let first = (self.next_row + Self::ROWS_IN_TURN - shared.top % Self::ROWS_IN_TURN) % Self::ROWS_IN_TURN;
        for y in (shared.top + first..shared.top + shared.height).step_by(Self::ROWS_IN_TURN) {
            let start = (y - own.top) * own.width + shared.left - own.left;
            let row = start..start + shared.width;
            let seen = &frame.row(y - frame.region().top)[shared.left - frame.region().left..][..shared.width];
            let shown = &mut self.shown.pixels_mut()[row.clone()];
            for ((fine, shown), grey) in self.fine[row].iter_mut().zip(shown).zip(seen) {
                // Whole steps would overflow an i16 at a difference of 128 grey; half as many do not.
                let apart = (i16::from(*grey) << 7) - (*fine >> 1) as i16;
                let step = (apart >> 3).clamp(-256, 256);
                *fine = fine.wrapping_add_signed(step);
                *shown = (fine.saturating_add(128) >> 8) as u8;
            }
        }
        self.next_row = (self.next_row + 1) % Self::ROWS_IN_TURN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(greys: &[u8]) -> Vec<Frame> {
        greys.iter().map(|grey| Frame::filled(Region::whole(40, 20), *grey)).collect()
    }

    #[test]
    fn law_means_and_medians_are_those_of_the_greys() {
        assert_eq!(Background::mean(&frames(&[10, 11, 200])).unwrap().shown().pixels()[7], 74);
        assert_eq!(Background::median(&frames(&[200, 11, 10])).unwrap().shown().pixels()[7], 11);
        assert_eq!(Background::median(&[]).unwrap_err(), BackgroundError::NoFrames);
        let mut odd = frames(&[1, 2]);
        odd.push(Frame::filled(Region::whole(41, 20), 0));
        let error = Background::mean(&odd).unwrap_err().to_string();
        assert!(error.contains("frame 2") && error.contains("41 x 20") && error.contains("40 x 20"), "{error}");
    }

    #[test]
    fn law_light_is_followed_and_a_passing_ball_is_not() {
        for (old, new) in [(0, 255), (255, 0), (100, 108), (255, 250)] {
            let mut background = Background::from_frame(&Frame::filled(Region::whole(70, 33), old));
            let frame = Frame::filled(Region::whole(70, 33), new);
            let distance = |background: &Background| {
                background.shown().pixels().iter().map(|grey| grey.abs_diff(new)).max().unwrap_or_default()
            };
            // Where a frame does not reach, nothing changes.
            background.follow(&Frame::filled(Region { left: 90, top: 0, width: 10, height: 33 }, new));
            (0..4).for_each(|_| background.follow(&frame));
            assert!(distance(&background) >= old.abs_diff(new) - 1, "four frames of a ball leave a trace");
            let mut last = distance(&background);
            for _ in 0..40_000 {
                background.follow(&frame);
                assert!(distance(&background) <= last);
                last = distance(&background);
            }
            assert!(last <= 1, "{old} to {new}: {last} apart");
            // A part of the sensor changes that part.
            let part = Region { left: 60, top: 8, width: 30, height: 10 };
            (0..40_000).for_each(|_| background.follow(&Frame::filled(part, old)));
            let changed = background.shown().pixels().iter().filter(|grey| grey.abs_diff(old) <= 1).count();
            assert!(changed == 10 * 10 || old.abs_diff(new) < 9, "{changed}");
        }
    }
    #[test]
    fn law_every_row_is_reached_however_many_regions_a_frame_is_read_in() {
        for calls in 1..=6 {
            let mut background = Background::from_frame(&Frame::filled(Region::whole(240, 200), 100));
            let regions: Vec<Region> =
                (0..calls).map(|i| Region { left: 40 * i, top: 7 * i, width: 30, height: 150 }).collect();
            for _ in 0..Background::ROWS_IN_TURN {
                regions.iter().for_each(|region| background.follow(&Frame::filled(*region, 140)));
            }
            for region in regions {
                let shown = background.shown().crop(&region);
                let left_out = shown.pixels().iter().filter(|grey| **grey == 100).count();
                assert_eq!(left_out, 0, "{calls} calls for a frame: pixels of {region:?} that do not follow");
            }
        }
    }
}
