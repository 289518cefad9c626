//! Strokes for predicted balls: planned, solved for the arm, and corrected.

use super::{HitConfiguration, NoReturn, RailStroke, RailStroker};
use crate::ball::BallState;
use crate::geometry::Vec3;
use crate::player::aim::{Aim, Return};
use crate::robot::Joints;
use crate::track::Passage;

impl RailStroker {
    /// The return of a predicted ball, and how far its landing scatters, m.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn plan(&self, predicted: &Passage, aim: &Aim) -> Result<(Return, f64), NoReturn> {
        let ball = ball_of(predicted);
        let plan = self.aimer.sketch(&ball, aim).map_err(NoReturn::Aim)?;
        Ok((plan, self.scatter(predicted, &plan)))
    }

    /// The arm's stroke of least cost for a planned return.
    ///
    /// # Errors
    /// When the racket is out of reach.
    pub(super) fn arm_stroke(
        &self,
        predicted: &Passage,
        plan: Return,
        near: &Joints<6>,
        cost: impl Fn(&HitConfiguration) -> f64,
    ) -> Result<RailStroke, NoReturn> {
        let racket = plan.sweep.racket_at(&ball_of(predicted), &self.physics.body);
        let configuration = HitConfiguration::cheapest(&self.arm, &self.checker, &racket, near, cost)
            .map_err(NoReturn::HitConfiguration)?;
        Ok(RailStroke { plan, racket, configuration })
    }

    /// Root mean square of how far returns land from the target, m: position and velocity with their usual errors, to
    /// first order; topspin and backspin, which may change the side to which a ball slips on the rubber, by a ball with
    /// more and one with less.
    pub(super) fn scatter(&self, predicted: &Passage, plan: &Return) -> f64 {
        /// A ball that would not come over the net counts as one so far off, m.
        const LOST: f64 = 1.0;
        const LEAST_SPIN_SD: f64 = 5.0;
        let ball = ball_of(predicted);
        let level = Vec3::z().cross(&ball.velocity).try_normalize(1e-9).unwrap_or_else(Vec3::y);
        let more = level * predicted.topspin_variance.sqrt().max(LEAST_SPIN_SD);
        let off = |spin: Vec3| {
            let landing = self.aimer.landing(&BallState { spin: ball.spin + spin, ..ball }, &plan.sweep);
            landing.map_or(LOST * LOST, |(x, y)| {
                (x - plan.landing.position.x).powi(2) + (y - plan.landing.position.y).powi(2)
            })
        };
        (sensitivity(plan) + 0.5 * (off(more) + off(-more))).sqrt()
    }

    /// The same stroke, corrected for the latest prediction with `left_s` to go.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn corrected_stroke(
        &self,
        predicted: &Passage,
        aim: &Aim,
        before: &RailStroke,
        left_s: f64,
    ) -> Result<RailStroke, NoReturn> {
        let ball = ball_of(predicted);
        let plan = self.aimer.refine(&ball, aim, &before.plan.sweep).map_err(NoReturn::Aim)?;
        let racket = plan.sweep.racket_at(&ball, &self.physics.body);
        let configuration = before
            .configuration
            .corrected(&self.arm, &self.checker, &racket, left_s)
            .map_err(NoReturn::HitConfiguration)?;
        Ok(RailStroke { plan, racket, configuration })
    }
}

/// The predicted ball.
fn ball_of(predicted: &Passage) -> BallState {
    BallState::new(predicted.position, predicted.velocity, predicted.spin)
}

/// Mean square of the landing for usual errors of the ball's position and velocity, m².
fn sensitivity(plan: &Return) -> f64 {
    const ERRORS: [f64; 2] = [0.004, 0.03];
    (0..6).map(|column| plan.by_ball.column(column).norm_squared() * ERRORS[column / 3].powi(2)).sum()
}
