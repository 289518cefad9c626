//! Which cameras open their shutters at the same times.

use super::Tracker;

/// Cameras whose stamps coincide are synchronised, until one gives a frame between two of the other: what a
/// synchronised camera does not give at a time, it has lost.
#[derive(Debug, Clone)]
pub(super) struct Synchrony {
    together: [[bool; Tracker::MOST_CAMERAS]; Tracker::MOST_CAMERAS],
    /// The last stamp of each camera, and the shortest time between two of its stamps, s.
    last_s: [f64; Tracker::MOST_CAMERAS],
    period_s: [f64; Tracker::MOST_CAMERAS],
}

/// A frame that comes earlier after another camera's, in periods, lies between two of them.
const BETWEEN: f64 = 0.75;
/// What a period may grow by from frame to frame: cameras may be slowed down.
const GROWTH: f64 = 1.05;

impl Synchrony {
    pub(super) fn unknown() -> Self {
        Self {
            together: [[false; Tracker::MOST_CAMERAS]; Tracker::MOST_CAMERAS],
            last_s: [f64::NEG_INFINITY; Tracker::MOST_CAMERAS],
            period_s: [f64::INFINITY; Tracker::MOST_CAMERAS],
        }
    }

    /// Some cameras gave frames of one time.
    pub(super) fn note(&mut self, t_s: f64, gave: impl Fn(usize) -> bool) {
        let cameras = 0..Tracker::MOST_CAMERAS;
        for first in cameras.clone().filter(|camera| gave(*camera)) {
            for second in cameras.clone().filter(|camera| *camera != first) {
                let between = t_s - self.last_s[second] < BETWEEN * self.period_s[second];
                let together = gave(second) || (self.together[first][second] && !between);
                (self.together[first][second], self.together[second][first]) = (together, together);
            }
        }
        for camera in cameras.filter(|camera| gave(*camera)) {
            self.period_s[camera] = (t_s - self.last_s[camera]).min(GROWTH * self.period_s[camera]);
            self.last_s[camera] = t_s;
        }
    }

    /// Whether two cameras are synchronised.
    pub(super) fn holds(&self, first: usize, second: usize) -> bool {
        self.together[first][second]
    }

    /// Whether a camera is synchronised with any other.
    pub(super) fn has_partner(&self, camera: usize) -> bool {
        self.together[camera].contains(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_lost_frames_leave_cameras_synchronised_and_shifted_ones_do_not() {
        let mut synchrony = Synchrony::unknown();
        for frame in 0..100 {
            // Camera 0 loses every third frame, camera 1 every fourth.
            synchrony.note(0.005 * f64::from(frame), |camera| camera < 2 && frame % (3 + camera as i32) != 2);
            assert!(synchrony.holds(0, 1) && synchrony.holds(1, 0) && !synchrony.holds(0, 2));
        }
        for frame in 100..104 {
            let shifted_s = 0.005 * f64::from(frame);
            synchrony.note(shifted_s, |camera| camera == 0);
            synchrony.note(shifted_s + 0.0005, |camera| camera == 1);
        }
        assert!(!synchrony.holds(0, 1) && !synchrony.has_partner(1));
    }
}
