//! One person: size, hand, tempo and habits.

use rand::{Rng, RngExt};

use super::swing::HABITS;
use crate::ball::Body;
use crate::court::Court;
use crate::geometry::{Vec3, standard_normal};

/// A player. What is drawn here stays the same from stroke to stroke; [`super::StrokeMotion`] adds what changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Human {
    /// Height, m.
    pub height: f64,
    /// Whether the racket is in the right hand.
    pub right_handed: bool,
    /// Duration of their strokes over the average's.
    pub tempo: f64,
    /// Speed of their wrist over the average's.
    pub speed: f64,
    /// How the person leans forward, rad.
    pub lean: f64,
    /// Half the distance of their feet, m.
    pub half_stance: f64,
    /// Height of the table that they play at, m.
    pub table_height: f64,
    /// Radius of the ball that they play with, m.
    pub ball_radius: f64,
    /// How their displacement in each part of each stroke differs from the average, as a share of its length.
    pub(super) habits: [[Vec3; HABITS]; 4],
}

/// Lengths of a body as shares of its height [Drillis and Contini 1966].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Proportions {
    pub(super) half_shoulders: f64,
    pub(super) half_hips: f64,
    pub(super) upper_arm: f64,
    pub(super) forearm: f64,
    pub(super) trunk: f64,
    pub(super) thigh: f64,
    pub(super) shank: f64,
    pub(super) ankle: f64,
    pub(super) head: f64,
}

/// Spread of habits between players, as a share of the length of each part of a stroke. Assumed: the strokes of ten
/// real players differ by 20 to 30 % in peak speed, and their directions were not measured.
const HABIT_SD: f64 = 0.13;

impl Human {
    /// Draws a person: adults of 1.55 to 1.95 m, 20 % left-handed.
    #[must_use]
    pub fn draw(rng: &mut impl Rng) -> Self {
        let mut near = |mean: f64, sd: f64, low: f64, high: f64| (mean + sd * standard_normal(rng)).clamp(low, high);
        let height = near(1.74, 0.09, 1.55, 1.95);
        let tempo = near(1.0, 0.08, 0.8, 1.25);
        let speed = near(1.0, 0.12, 0.75, 1.3);
        let lean = near(0.5, 0.08, 0.3, 0.7);
        let half_stance = near(0.3, 0.04, 0.2, 0.4);
        let right_handed = rng.random::<f64>() < 0.8;
        let habits = [0; 4].map(|_| [0; HABITS].map(|_| HABIT_SD * normal_vector(rng)));
        let (table_height, ball_radius) = (Court::STANDARD.table_height, Body::STANDARD.radius);
        Self { height, right_handed, tempo, speed, lean, half_stance, table_height, ball_radius, habits }
    }

    /// The same person at another table and with another ball.
    #[must_use]
    pub fn playing_with(self, court: &Court, body: &Body) -> Self {
        Self { table_height: court.table_height, ball_radius: body.radius, ..self }
    }

    /// Their lengths, m.
    pub(super) fn proportions(&self) -> Proportions {
        let of = |share: f64| share * self.height;
        Proportions {
            half_shoulders: of(0.129),
            half_hips: of(0.0955),
            upper_arm: of(0.186),
            forearm: of(0.146),
            trunk: of(0.288),
            thigh: of(0.245),
            shank: of(0.246),
            ankle: of(0.039),
            head: of(0.13),
        }
    }

    /// The sign of y on the side of their racket hand: the person looks along +x, so that their right is -y.
    pub(crate) fn racket_side(&self) -> f64 {
        if self.right_handed { -1.0 } else { 1.0 }
    }
}

/// Three standard normal numbers.
pub(crate) fn normal_vector(rng: &mut impl Rng) -> Vec3 {
    Vec3::from_fn(|_, _| standard_normal(rng))
}
