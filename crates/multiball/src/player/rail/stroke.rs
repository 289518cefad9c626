//! A stroke of the rail player: which return, held how.

use super::{Grasp, GraspError};
use crate::ball::{BallState, Physics, RacketState};
use crate::court::Court;
use crate::geometry::Vec3;
use crate::player::aim::{Aim, AimError, Aimer, Return};
use crate::robot::{Joints, Mounted, Rail6};
use crate::track::Passage;

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
    aimer: Aimer<'w>,
    arm: Mounted<Rail6>,
    radius: f64,
}

impl<'w> RailStroker<'w> {
    /// For a world, a court and an arm.
    #[must_use]
    pub fn new(physics: &'w Physics, court: Court, arm: Mounted<Rail6>) -> Self {
        Self { aimer: Aimer::new(physics, court), arm, radius: physics.body.radius }
    }

    /// Of all strokes with the first brush that sends a ball to a target and that the arm can make, the one whose landing depends least on what
    /// may be wrong with the ball: an error of 4 mm, 0.03 m/s and 10 rad/s along each axis.
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
                        let spread = sensitivity(&stroke.plan) + by_spin(&stroke.plan);
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

    /// The return of a ball that is foretold, and how far its landing scatters, m.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn plan(&self, foretold: &Passage, aim: &Aim) -> Result<(Return, f64), NoReturn> {
        let ball = ball_of(foretold);
        let plan = self.aimer.solve(&ball, aim).map_err(NoReturn::Aim)?;
        Ok((plan, self.scatter(foretold, &plan)))
    }

    /// How the arm makes a return that was planned: what costs least.
    ///
    /// # Errors
    /// When the racket is out of reach.
    pub(super) fn hold(
        &self,
        foretold: &Passage,
        plan: Return,
        near: &Joints<6>,
        cost: impl Fn(&Grasp) -> f64,
    ) -> Result<RailStroke, NoReturn> {
        let racket = self.racket(&ball_of(foretold), &plan);
        let grasp = Grasp::cheapest(&self.arm, &racket, near, cost).map_err(NoReturn::Grasp)?;
        Ok(RailStroke { plan, racket, grasp })
    }

    /// Root of the mean square of how far returns land from where they shall, m: place and velocity with the errors that are usual, to first
    /// order; topspin and backspin, which may change the side to which a ball slips on the rubber, by a ball with more and one with less.
    pub(super) fn scatter(&self, foretold: &Passage, plan: &Return) -> f64 {
        /// A ball that would not come over the net counts as one so far off, m.
        const LOST: f64 = 1.0;
        const LEAST_SPIN_SD: f64 = 5.0;
        let ball = ball_of(foretold);
        let level = Vec3::z().cross(&ball.velocity).try_normalize(1e-9).unwrap_or_else(Vec3::y);
        let more = level * foretold.spin_variance.sqrt().max(LEAST_SPIN_SD);
        let off = |spin: Vec3| {
            let landing = self.aimer.landing(&BallState { spin: ball.spin + spin, ..ball }, &plan.sweep);
            landing.map_or(LOST, |(x, y)| (x - plan.landing.position.x).powi(2) + (y - plan.landing.position.y).powi(2))
        };
        (sensitivity(plan) + 0.5 * (off(more) + off(-more))).sqrt()
    }

    /// The same stroke for what is now foretold of the ball, when so much time is left.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn again(
        &self,
        foretold: &Passage,
        aim: &Aim,
        before: &RailStroke,
        left_s: f64,
    ) -> Result<RailStroke, NoReturn> {
        let ball = ball_of(foretold);
        let plan = self.aimer.refine(&ball, aim, &before.plan.sweep).map_err(NoReturn::Aim)?;
        let racket = self.racket(&ball, &plan);
        let grasp = before.grasp.corrected(&self.arm, &racket, left_s).map_err(NoReturn::Grasp)?;
        Ok(RailStroke { plan, racket, grasp })
    }

    /// The court.
    pub(super) fn court(&self) -> &Court {
        self.aimer.court()
    }

    /// The arm.
    pub(super) fn arm(&self) -> &Mounted<Rail6> {
        &self.arm
    }

    /// The racket that makes a stroke.
    fn racket(&self, ball: &BallState, plan: &Return) -> RacketState {
        let face = plan.sweep.face();
        let center = ball.position - face.normal * self.radius;
        RacketState { center, normal: face.normal, velocity: face.velocity, turning: Vec3::zeros() }
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
}

/// The ball that is foretold.
fn ball_of(foretold: &Passage) -> BallState {
    BallState::new(foretold.position, foretold.velocity, foretold.spin)
}

/// Mean square of the landing for errors of the ball's place and velocity that are usual, m².
fn sensitivity(plan: &Return) -> f64 {
    const ERRORS: [f64; 2] = [0.004, 0.03];
    (0..6).map(|column| plan.by_ball.column(column).norm_squared() * ERRORS[column / 3].powi(2)).sum()
}

/// The same for an error of the spin.
fn by_spin(plan: &Return) -> f64 {
    const ERROR: f64 = 10.0;
    (6..9).map(|column| plan.by_ball.column(column).norm_squared() * ERROR.powi(2)).sum()
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
