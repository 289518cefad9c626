//! How the wrist moves in each class of stroke.

use super::pulse::Pulse;
use crate::geometry::Vec3;
use crate::track::Stroke;

/// Parts of a stroke in which players have habits of their own: back, through the ball, and the follow-through.
pub(super) const HABITS: usize = 3;

/// The average player's wrist in a stroke: three pulses in his own frame (ahead, towards the racket side, up), from ready to follow-through.
///
/// Directions are what textbooks teach: an attack comes from behind and below and goes up and across the body, a backhand opens
/// outwards, a rub goes forward and down from a little above. Times and speeds are fitted to 6,164 real strokes of wrist velocity at 100 Hz
/// (data/README.md): the speed rises to its peak within 0.2 s and falls as fast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Swing {
    /// Back, through, follow-through.
    pub(super) pulses: [Pulse; HABITS],
    /// Where the wrist meets the ball as seen from the racket shoulder, ahead and towards the racket side, m.
    pub(super) contact: (f64, f64),
    /// Highest speed of the wrist: mean, standard deviation of one player's strokes, least and most, m/s.
    pub(super) peak: Peak,
    /// From the wrist to the ball at the contact: ahead, towards the racket side, up, m.
    pub(super) grip: Vec3,
    /// How far the trunk turns through the ball, towards the side without racket, rad.
    pub(super) turn: f64,
}

/// A distribution of highest speeds, m/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Peak {
    pub(super) mean: f64,
    pub(super) sd: f64,
    pub(super) least: f64,
    pub(super) most: f64,
}

impl Swing {
    /// The average player's.
    pub(super) fn of(stroke: Stroke) -> Self {
        match stroke {
            Stroke::ForehandAttack => Self {
                pulses: parts([-0.40, 0.26, -0.26], [0.80, -0.36, 0.46], [0.05, -0.28, 0.06], 0.30),
                contact: (0.30, 0.24),
                peak: Peak { mean: 7.6, sd: 0.6, least: 5.0, most: 10.5 },
                grip: Vec3::new(0.07, 0.14, 0.02),
                turn: 0.45,
            },
            Stroke::BackhandAttack => Self {
                pulses: parts([-0.24, -0.12, -0.24], [0.56, 0.36, 0.44], [0.05, 0.22, 0.04], 0.28),
                contact: (0.34, -0.16),
                peak: Peak { mean: 6.2, sd: 0.5, least: 4.2, most: 8.0 },
                grip: Vec3::new(0.08, -0.13, 0.02),
                turn: -0.15,
            },
            Stroke::ForehandRub => Self {
                pulses: parts([-0.22, 0.14, 0.12], [0.43, -0.20, -0.21], [0.08, -0.08, 0.04], 0.32),
                contact: (0.36, 0.18),
                peak: Peak { mean: 3.4, sd: 0.4, least: 1.8, most: 5.2 },
                grip: Vec3::new(0.08, 0.13, -0.01),
                turn: 0.12,
            },
            Stroke::BackhandRub => Self {
                pulses: parts([-0.20, -0.10, 0.12], [0.41, 0.20, -0.19], [0.08, 0.08, 0.04], 0.32),
                contact: (0.36, -0.14),
                peak: Peak { mean: 3.2, sd: 0.4, least: 1.8, most: 5.0 },
                grip: Vec3::new(0.08, -0.12, -0.01),
                turn: -0.06,
            },
        }
    }
}

/// The contact falls a little after the middle of the pulse through the ball, where the wrist is fastest, as in the real strokes.
fn parts(back: [f64; 3], through: [f64; 3], after: [f64; 3], through_s: f64) -> [Pulse; HABITS] {
    let pulse = |displacement: [f64; 3], start_s: f64, duration_s: f64| Pulse {
        displacement: Vec3::from(displacement),
        start_s,
        duration_s,
    };
    let begin_s = -0.5 * through_s - 0.01;
    [
        pulse(back, begin_s - 0.34, 0.40),
        pulse(through, begin_s, through_s),
        pulse(after, begin_s + 0.5 * through_s, through_s + 0.05),
    ]
}
