//! Returns by the paper's scheme, in the same world as ours: which velocity the ball must leave with, and the linear
//! racket's stroke.
//!
//! The flight is the whole model's; the touch and the search for the face are the paper's [paper 004, placing the
//! ball]. Deviation: as printed the search begins with a face turned to the other side when the ball is at y ≤ 0; where
//! that ends in a face that the ball does not come to, the other beginning is tried.

use super::{Aim, AimError, Aimer, LinearRacket, Return};
use crate::ball::{BallState, Change, RacketState, Sweep};
use crate::geometry::Vec3;

/// Error of the velocity after the touch that counts as none, m/s: less than a micrometre where the ball lands.
const SAME: f64 = 1e-6;

impl Aimer {
    /// The stroke of a linear racket that moves along x.
    pub(super) fn solve_by_paper(
        &self,
        racket: &LinearRacket,
        ball: &BallState,
        aim: &Aim,
    ) -> Result<Return, AimError> {
        self.parabola(ball, aim)?;
        let launched = self.outbound.launch(ball, aim.target, aim.over_net);
        let (struck, flown) = launched.map_err(|miss_m| AimError::NoPath { miss_m })?;
        let sides = [ball.position.y, -ball.position.y, 1.0];
        let mut why = None;
        for y in sides {
            match self.paper_sweep(racket, ball, &struck, y) {
                Ok(sweep) => {
                    return Ok(self.finish(ball, &sweep, &struck, &flown, |change| carry(racket, &sweep, change)));
                }
                Err(error) => why = why.or(Some(error)),
            }
        }
        Err(why.unwrap_or(AimError::Scheme { left_m_s: f64::INFINITY }))
    }

    /// The scheme's stroke, when the ball that meets it leaves as it should.
    fn paper_sweep(
        &self,
        racket: &LinearRacket,
        ball: &BallState,
        struck: &BallState,
        y: f64,
    ) -> Result<Sweep, AimError> {
        let stroke = racket.stroke(&ball.velocity, &struck.velocity, y)?;
        let still = Sweep { tilt: stroke.tilt, turn: stroke.turn, speed: 0.0, brush_up: 0.0, brush_level: 0.0 };
        let velocity = Vec3::x() * stroke.speed_x;
        let [normal, up, level] = still.axes();
        let away_m_s = (ball.velocity - velocity).dot(&normal);
        if away_m_s >= 0.0 {
            return Err(AimError::MovesAway { away_m_s });
        }
        let center = ball.position - normal * self.physics.body.radius;
        let face = RacketState { center, normal, velocity, turning: Vec3::zeros(), handle: None };
        let left = self.physics.racket.rebound(ball, &face, &self.physics.body).velocity - struck.velocity;
        if left.norm() > SAME {
            return Err(AimError::Scheme { left_m_s: left.norm() });
        }
        let along = |axis: &Vec3| velocity.dot(axis);
        Ok(Sweep { speed: along(&normal), brush_up: along(&up), brush_level: along(&level), ..still })
    }
}

/// A change of the ball through the linear touch: R⁻¹ K_r R δv, and the spin as it was.
fn carry(racket: &LinearRacket, sweep: &Sweep, change: &Change) -> (Vec3, Vec3) {
    let [normal, up, level] = sweep.axes();
    let rows = [up, normal, level];
    let velocity = (0..3).map(|i| rows[i] * (racket.factors[i] * rows[i].dot(&change.velocity))).sum();
    (velocity, change.spin)
}
