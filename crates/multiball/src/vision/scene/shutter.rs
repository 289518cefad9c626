//! When each row of a camera is exposed: all at once, or one after the other.

use nalgebra::Matrix2;

use super::compose::Viewer;
use super::{BallTruth, Sensor};
use crate::ball::Air;
use crate::court::Court;
use crate::geometry::Vec3;
use crate::vision::Vec2;

/// Times that the row of a thing which moves is looked up: each is nearer by the share of the shutter's speed at which
/// it moves, less than a tenth.
const LOOKUPS: usize = 5;
/// The share of the shutter's speed at which nothing moves down the image.
const LEAST_LEFT: f64 = 0.2;

impl Viewer<'_> {
    /// Whether the whole image is exposed at the moment.
    fn is_prompt(&self) -> bool {
        self.sensor.late_s == 0.0 && self.sensor.line_time_s == 0.0
    }

    /// How much after the moment a thing is exposed that is at `place` so much after it, s.
    ///
    /// ```text
    /// t = t₀ + τ y(x(t))
    /// ```
    /// t₀ the delay of the first row, τ the line time, y the row in which the place x is seen.
    fn exposed_s(&self, place: impl Fn(f64) -> Vec3) -> f64 {
        let Sensor { late_s, line_time_s, .. } = *self.sensor;
        let rows = self.camera.lens.height as f64;
        let row = |t_s: f64| self.camera.project(&place(t_s)).map_or(0.0, |pixel| pixel.y.clamp(0.0, rows));
        let lookups = if line_time_s == 0.0 { 0 } else { LOOKUPS };
        (0..lookups).fold(late_s, |t_s, _| late_s + line_time_s * row(t_s))
    }

    /// Where a point that moves evenly is when it is exposed, m.
    pub(super) fn exposed(&self, point: &Vec3, velocity: &Vec3) -> Vec3 {
        if self.is_prompt() {
            return *point;
        }
        point + velocity * self.exposed_s(|t_s| point + velocity * t_s)
    }

    /// A ball when it is exposed. It falls, and the table sends it back.
    pub(super) fn exposed_ball(&self, ball: &BallTruth) -> BallTruth {
        if self.is_prompt() {
            return *ball;
        }
        let after = |t_s: f64| later(ball, t_s, self.scene.ball.radius);
        after(self.exposed_s(|t_s| after(t_s).position))
    }

    /// How the image of a thing is sheared whose rows are exposed one after the other while it moves.
    ///
    /// ```text
    /// S = (I - k e_yᵀ)⁻¹ = I + k e_yᵀ / (1 - k_y),   k = τ v
    /// ```
    /// v its velocity in the image, px/s, τ the line time: each row lies k to the side of the one above.
    pub(super) fn shear(&self, ball: &BallTruth) -> Option<Matrix2<f64>> {
        let line_time_s = self.sensor.line_time_s;
        if line_time_s == 0.0 {
            return None;
        }
        let (_, by_place) = self.camera.project_with_derivative(&ball.position)?;
        let k: Vec2 = by_place * ball.velocity * line_time_s;
        let left = (1.0 - k.y).max(LEAST_LEFT);
        Some(Matrix2::new(1.0, k.x / left, 0.0, 1.0 + k.y / left))
    }
}

/// A ball some time later: a parabola, turned back by the table without loss. Cameras are late by milliseconds.
fn later(ball: &BallTruth, t_s: f64, radius: f64) -> BallTruth {
    let fall = Vec3::z() * Air::STANDARD.gravity;
    let mut there = BallTruth {
        position: ball.position + ball.velocity * t_s - fall * (t_s * t_s / 2.0),
        velocity: ball.velocity - fall * t_s,
    };
    let through = (ball.position.z >= radius) != (there.position.z >= radius);
    if through && Court::STANDARD.is_over_table(&there.position) {
        there.position.z = 2.0 * radius - there.position.z;
        there.velocity.z = -there.velocity.z;
    }
    there
}
