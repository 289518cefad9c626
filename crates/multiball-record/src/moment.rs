//! Times of a session in a file.

use multiball::hall::record::SessionEvent;
use serde::{Deserialize, Serialize};

/// Something that happened, and when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventAt {
    /// When, s.
    pub t_s: f64,
    /// What.
    #[serde(flatten)]
    pub what: SessionEvent,
}

/// A time (s) as files count it: whole nanoseconds from the begin of the session. Times before it, and those that are
/// none, are 0.
pub(crate) fn nanoseconds(t_s: f64) -> u64 {
    // The conversion saturates, and makes 0 of NaN.
    (t_s * 1e9).round() as u64
}

/// A time of a file in s.
pub(crate) fn seconds(time_ns: u64) -> f64 {
    time_ns as f64 * 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_times_are_kept_to_a_nanosecond() {
        for t_s in [0.0, 0.01, 1.0 / 3.0, 3599.987654321, 1e6] {
            assert!((seconds(nanoseconds(t_s)) - t_s).abs() <= 1e-9, "{t_s}");
        }
        assert_eq!([-1.0, f64::NAN, f64::INFINITY].map(nanoseconds), [0, 0, u64::MAX]);
    }

    #[test]
    fn law_events_come_back_to_the_bit() {
        let position_m = [0.1 + 0.2, -1.0 / 3.0, 1e-17];
        let what = SessionEvent::Tossed {
            ball: 7,
            side: multiball::court::Side::Home,
            position_m,
            rise_m: 0.16000000000000003,
        };
        let event = EventAt { t_s: 1.0 / 7.0, what };
        let text = serde_json::to_string(&event).unwrap();
        assert_eq!(serde_json::from_str::<EventAt>(&text).unwrap(), event);
    }
}
