//! How the wrist moves in each class of stroke.

use rand::{Rng, RngExt};

use super::human::normal_vector;
use super::pulse::Pulse;
use crate::geometry::{Vec3, standard_normal};
use crate::track::Stroke;

/// Parts of a stroke in which players have habits of their own: back, through the ball, and the follow-through.
pub(super) const HABITS: usize = 3;

/// The average player's wrist in a stroke: three pulses in their own frame (ahead, towards the racket side, up), from
/// ready to follow-through.
///
/// Directions are what textbooks teach: an attack comes from behind and below and goes up and across the body, a
/// backhand opens outwards, a push goes forward and down from a little above. Times and speeds are fitted to 6,164 real
/// strokes of wrist velocity at 100 Hz (data/README.md): the speed rises to its peak within 0.2 s and falls as fast.
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

/// Variation from stroke to stroke: of each displacement as a share of its length, and of starts, s.
const STROKE_SD: f64 = 0.07;
const START_SD_S: f64 = 0.012;

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
            Stroke::ForehandPush => Self {
                pulses: parts([-0.22, 0.14, 0.12], [0.43, -0.20, -0.21], [0.08, -0.08, 0.04], 0.32),
                contact: (0.36, 0.18),
                peak: Peak { mean: 3.4, sd: 0.4, least: 1.8, most: 5.2 },
                grip: Vec3::new(0.08, 0.13, -0.01),
                turn: 0.12,
            },
            Stroke::BackhandPush => Self {
                pulses: parts([-0.20, -0.10, 0.12], [0.41, 0.20, -0.19], [0.08, 0.08, 0.04], 0.32),
                contact: (0.36, -0.14),
                peak: Peak { mean: 3.2, sd: 0.4, least: 1.8, most: 5.0 },
                grip: Vec3::new(0.08, -0.12, -0.01),
                turn: -0.06,
            },
        }
    }
}

/// The contact falls a little after the middle of the pulse through the ball, where the wrist is fastest, as in the
/// real strokes.
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

/// The average swing with a player's habits, of a size, and as it comes out this time.
pub(super) fn varied(swing: &Swing, habits: &[Vec3; HABITS], size: f64, rng: &mut impl Rng) -> [Pulse; HABITS] {
    let mut pulses = swing.pulses;
    for (pulse, habit) in pulses.iter_mut().zip(habits) {
        let length = pulse.displacement.norm();
        pulse.displacement += (habit + STROKE_SD * normal_vector(rng)) * length;
        pulse.displacement *= size;
        pulse.start_s += START_SD_S * standard_normal(rng);
    }
    pulses
}

/// The same with a last-moment correction of the wrist's path, m.
pub(super) fn with_correction(pulses: [Pulse; HABITS], correction: Vec3) -> [Pulse; HABITS + 1] {
    let [back, through, after] = pulses;
    [back, through, after, Pulse { displacement: correction, start_s: -0.26, duration_s: 0.2 }]
}

/// Either another class's backswing, put right late, or a slow start and a hurried stroke.
pub(super) fn feinted(own: [Pulse; HABITS], stroke: Stroke, size: f64, rng: &mut impl Rng) -> [Pulse; HABITS + 1] {
    let mut pulses = own;
    if rng.random::<bool>() {
        let mut others = Stroke::ALL.into_iter().filter(|other| *other != stroke);
        let other = others.nth(rng.random_range(0..3)).unwrap_or(stroke);
        pulses[0].displacement = Swing::of(other).pulses[0].displacement * size;
        return with_correction(pulses, own[0].displacement - pulses[0].displacement);
    }
    pulses[0].start_s += 0.06;
    let late_s = 0.2 * pulses[1].duration_s;
    pulses[1].duration_s -= late_s;
    pulses[1].start_s += 0.5 * late_s;
    with_correction(pulses, Vec3::zeros())
}
