//! The path of a joint with its speed limit, and why it may have no times.

use super::ThreeFiveThree;
use super::optimum::least_common_times;

/// Four way points of one joint and the speed that it must keep.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpeedLimitedPath {
    /// Begin, two points to pass, end: rad or m.
    pub way_points: [f64; 4],
    /// Greatest |velocity| in the way points' unit per second.
    pub speed_limit: f64,
}

impl SpeedLimitedPath {
    /// The times t₁, t₂, t₃ in s with the least sum for which a 3-5-3 motion keeps the speed limit: see
    /// [`least_common_times`] for one joint.
    ///
    /// # Errors
    /// When a way point is not finite or the limit is not positive and finite.
    pub fn least_times_s(&self) -> Result<[f64; 3], TimingError> {
        least_common_times(&[*self])
    }

    /// The motion with given times.
    ///
    /// # Errors
    /// As [`ThreeFiveThree::new`].
    pub fn motion(&self, times_s: [f64; 3]) -> Result<ThreeFiveThree, TimingError> {
        ThreeFiveThree::new(self.way_points, times_s)
    }

    /// Differences of the way points divided by the limit: the times that each would take at full speed, with their
    /// sign.
    pub(super) fn differences_s(&self) -> Result<[f64; 3], TimingError> {
        let limit = self.speed_limit;
        let differences = differences(&self.way_points)?;
        let times_s = differences.map(|difference| difference / limit);
        let longest_s = times_s.iter().fold(0.0, |most: f64, time_s| most.max(time_s.abs()));
        let stays = differences == [0.0; 3];
        if limit > 0.0 && limit.is_finite() && (stays || PLAIN_TIMES_S.contains(&longest_s)) {
            Ok(times_s)
        } else {
            Err(TimingError::BadLimit { limit, longest_s })
        }
    }
}

/// Times whose sums, shares and ratios neither overflow nor underflow.
const PLAIN_TIMES_S: std::ops::Range<f64> = 1e-290..1e300;

/// Differences between neighbouring way points.
pub(super) fn differences(way_points: &[f64; 4]) -> Result<[f64; 3], TimingError> {
    let [q0, q1, q2, q3] = *way_points;
    let differences = [q1 - q0, q2 - q1, q3 - q2];
    match differences.iter().position(|difference| !difference.is_finite()) {
        Some(index) => {
            Err(TimingError::BadWayPoints { segment: index + 1, from: way_points[index], to: way_points[index + 1] })
        }
        None => Ok(differences),
    }
}

/// Why there are no times, or no motion with these times.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum TimingError {
    /// A way point, or the difference between two, is not finite.
    #[error("way points must be finite numbers with finite differences: segment {segment} goes from {from} to {to}")]
    BadWayPoints {
        /// Which segment, counted from 1.
        segment: usize,
        /// Its first way point.
        from: f64,
        /// Its second way point.
        to: f64,
    },
    /// A time that no motion can take.
    #[error("the time of segment {segment} is {time_s} s; a joint that moves needs a positive finite time")]
    BadTime {
        /// Which segment, counted from 1.
        segment: usize,
        /// The time.
        time_s: f64,
    },
    /// A speed limit that limits nothing or lets nothing move.
    #[error(
        "the speed limit is {limit}: it must be positive and finite, and the longest segment at that speed, \
         {longest_s} s, must take \
         between 1e-290 and 1e300 s"
    )]
    BadLimit {
        /// The limit.
        limit: f64,
        /// The time of the longest segment at that speed.
        longest_s: f64,
    },
    /// A limit that lets nothing move.
    #[error("a limit of joint {number} is {limit}: limits must be above 0")]
    LimitNotPositive {
        /// Which joint, counted from 1.
        number: usize,
        /// The limit.
        limit: f64,
    },
}
