//! A stroke of the rail player: which return, held how.

use super::{Grasp, GraspError};
use crate::ball::{BallState, Physics, RacketState};
use crate::court::Court;
use crate::geometry::Vec3;
use crate::player::aim::{Aim, AimError, Aimer, Return};
use crate::robot::{Joints, Mounted, Rail6};

/// What is left open and may be chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct StrokeChoice {
    /// Rooms between ball and net that are tried, m.
    pub over_net: Vec<f64>,
    /// Speeds up the face that are tried, m/s.
    pub brush_up: Vec<f64>,
}

impl Default for StrokeChoice {
    /// From as flat as is safe to a high ball; a push along the normal first, brushes where the ball's spin asks for one.
    fn default() -> Self {
        Self {
            over_net: vec![0.06, 0.1, 0.15, 0.21, 0.28, 0.36, 0.46, 0.6],
            brush_up: vec![0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0],
        }
    }
}

/// A return and the arm that makes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RailStroke {
    /// The return.
    pub plan: Return,
    /// The racket at the touch.
    pub racket: RacketState,
    /// The arm.
    pub grasp: Grasp,
}

/// Why there is no return.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NoReturn {
    /// No stroke sends the ball there.
    #[error(transparent)]
    Aim(AimError),
    /// Strokes would, but the arm cannot make them.
    #[error(transparent)]
    Grasp(GraspError),
}

/// Finds strokes for an arm in a world that is believed in.
#[derive(Debug, Clone)]
pub struct RailStroker<'w> {
    pub(super) aimer: Aimer<'w>,
    pub(super) arm: Mounted<Rail6>,
    radius: f64,
}

impl<'w> RailStroker<'w> {
    /// For a world, a court and an arm.
    #[must_use]
    pub fn new(physics: &'w Physics, court: Court, arm: Mounted<Rail6>) -> Self {
        Self { aimer: Aimer::new(physics, court), arm, radius: physics.body.radius }
    }

    /// The same for a player who has no time.
    pub(super) fn quick(physics: &'w Physics, court: Court, arm: Mounted<Rail6>) -> Self {
        Self { aimer: Aimer::quick(physics, court), ..Self::new(physics, court, arm) }
    }

    /// Of all strokes with the first brush that sends a ball to a target and that the arm can make, the one whose landing depends least on what
    /// may be wrong with the ball: an error of 10 mm, 0.1 m/s and 10 rad/s along each axis.
    ///
    /// # Errors
    /// Why there is none: the reason of the choice that came nearest.
    pub fn choose(
        &self,
        ball: &BallState,
        target: (f64, f64),
        choice: &StrokeChoice,
        near: &Joints<6>,
    ) -> Result<RailStroke, NoReturn> {
        let mut best: Option<(f64, RailStroke)> = None;
        let mut why: Option<NoReturn> = None;
        for &brush_up in &choice.brush_up {
            for &over_net in &choice.over_net {
                match self.stroke(ball, &Aim { target, over_net, brush_up }, near) {
                    Ok(stroke) => {
                        let spread = sensitivity(&stroke.plan);
                        if best.as_ref().is_none_or(|(least, _)| spread < *least) {
                            best = Some((spread, stroke));
                        }
                    }
                    Err(reason) => why = Some(why.map_or(reason, |other| nearer(other, reason))),
                }
            }
            if best.is_some() {
                break;
            }
        }
        let none = NoReturn::Aim(AimError::NoPath { miss_m: f64::INFINITY });
        best.map(|(_, stroke)| stroke).ok_or(why.unwrap_or(none))
    }

    /// The stroke with everything chosen.
    ///
    /// # Errors
    /// Why there is none.
    pub fn stroke(&self, ball: &BallState, aim: &Aim, near: &Joints<6>) -> Result<RailStroke, NoReturn> {
        let plan = self.aimer.solve(ball, aim).map_err(NoReturn::Aim)?;
        let racket = self.racket(ball, &plan);
        let grasp = Grasp::best(&self.arm, &racket, near).map_err(NoReturn::Grasp)?;
        Ok(RailStroke { plan, racket, grasp })
    }

    /// The racket that makes a return.
    pub(super) fn racket(&self, ball: &BallState, plan: &Return) -> RacketState {
        let face = plan.sweep.face();
        let center = ball.position - face.normal * self.radius;
        RacketState { center, normal: face.normal, velocity: face.velocity, turning: Vec3::zeros() }
    }
}

/// Standard deviation of the landing for the ball's errors that are assumed, m.
fn sensitivity(plan: &Return) -> f64 {
    const ERRORS: [f64; 3] = [0.01, 0.1, 10.0];
    let weighed = (0..9).map(|column| plan.by_ball.column(column).norm_squared() * ERRORS[column / 3].powi(2));
    weighed.sum::<f64>().sqrt()
}

/// Of two reasons the one that was nearer to a stroke: the arm's come after the aim's.
fn nearer(one: NoReturn, other: NoReturn) -> NoReturn {
    let rank = |reason: &NoReturn| match reason {
        NoReturn::Aim(AimError::Target { .. } | AimError::Behind { .. }) => (0, 0.0),
        NoReturn::Grasp(GraspError::Speed { rate, most, .. }) => (1, rate / most),
        NoReturn::Grasp(GraspError::Reach(_)) => (2, 0.0),
        NoReturn::Aim(AimError::NoPath { miss_m }) => (3, *miss_m),
        NoReturn::Aim(AimError::Net { straight_m, .. }) => (4, *straight_m),
        NoReturn::Aim(_) => (5, 0.0),
    };
    if rank(&other) < rank(&one) { other } else { one }
}
