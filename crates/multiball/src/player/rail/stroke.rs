//! A stroke of the rail player: the return and the arm's configuration for it.

use super::{CollisionChecker, HitConfiguration, HitConfigurationError};
use crate::ball::{BallState, Physics, RacketState};
use crate::court::Court;
use crate::player::aim::{Aim, AimError, Aimer, PlayError, Return, rehearse};
use crate::robot::{Joints, Mounted, Rail6};

/// The values that are tried for the free parameters of a stroke.
#[derive(Debug, Clone, PartialEq)]
pub struct StrokeChoice {
    /// Clearances between ball and net that are tried, m.
    pub over_net: Vec<f64>,
    /// Speeds up the face that are tried, m/s.
    pub brush_up: Vec<f64>,
}

/// The requested parameters of a stroke; the others are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct StrokeRequest {
    /// Clearance between ball and net, m.
    pub over_net: Option<f64>,
    /// Speed up the face, m/s.
    pub brush_up: Option<f64>,
}

impl Default for StrokeChoice {
    /// From as flat as is safe to a high ball; a stroke along the normal first, brushes where the ball's spin requires
    /// one.
    fn default() -> Self {
        Self {
            over_net: vec![0.06, 0.1, 0.15, 0.21, 0.28, 0.36, 0.46, 0.6],
            brush_up: vec![0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0],
        }
    }
}

impl StrokeChoice {
    /// Many clearances and brushes, for balls that the default has no stroke for: a strong brush reverses much spin.
    #[must_use]
    pub fn thorough() -> Self {
        let brushes = (1..=16).map(|step| 0.5 * f64::from(step)).flat_map(|brush| [brush, -brush]);
        Self {
            over_net: (1..=20).map(|step| 0.04 * f64::from(step)).collect(),
            brush_up: std::iter::once(0.0).chain(brushes).collect(),
        }
    }

    /// The same clearances above the straight line to the target, where that line passes higher over the net than they
    /// do.
    #[must_use]
    pub fn above(mut self, straight_clearance: f64) -> Self {
        for clearance in &mut self.over_net {
            if *clearance <= straight_clearance {
                *clearance += straight_clearance;
            }
        }
        self
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
    pub configuration: HitConfiguration,
}

/// Why there is no return.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NoReturn {
    /// No stroke sends the ball there.
    #[error(transparent)]
    Aim(AimError),
    /// Strokes would, but the arm cannot make them.
    #[error(transparent)]
    HitConfiguration(HitConfigurationError),
    /// The arm can make them, but they are no good in the whole court.
    #[error(transparent)]
    Play(PlayError),
}

/// Finds strokes for an arm under assumed physics.
#[derive(Debug, Clone)]
pub struct RailStroker {
    pub(super) aimer: Aimer,
    pub(super) arm: Mounted<Rail6>,
    pub(super) checker: CollisionChecker,
    pub(super) court: Court,
    pub(super) physics: Physics,
}

impl RailStroker {
    /// A stroker for the given physics, court and arm.
    #[must_use]
    pub fn new(physics: &Physics, court: Court, arm: Mounted<Rail6>) -> Self {
        Self {
            aimer: Aimer::new(physics, court),
            physics: *physics,
            court,
            checker: CollisionChecker::new(&court),
            arm,
        }
    }

    /// The same with a faster aimer, for play in real time, and with a checker.
    pub(super) fn quick(physics: &Physics, court: Court, arm: Mounted<Rail6>, checker: CollisionChecker) -> Self {
        Self { aimer: Aimer::quick(physics, court), checker, ..Self::new(physics, court, arm) }
    }

    /// The aimer, which finds strokes without regard to the arm.
    #[must_use]
    pub fn aimer(&self) -> &Aimer {
        &self.aimer
    }

    /// Assumed errors of a ball's position, velocity and spin along each axis: m, m/s, rad/s.
    pub const BALL_ERRORS: [f64; 3] = [0.01, 0.1, 10.0];

    /// Of all strokes with the first brush that sends a ball to a target and that the arm can make, the one whose
    /// landing depends least on errors of the ball ([`Self::BALL_ERRORS`]). It was rehearsed in the whole court.
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
        let mut why: Option<NoReturn> = None;
        let mut refuse = |reason| why = Some(why.map_or(reason, |other| nearer(other, reason)));
        for &brush_up in &choice.brush_up {
            let mut plans = Vec::with_capacity(choice.over_net.len());
            for &over_net in &choice.over_net {
                match self.aimer.solve(ball, &Aim { target, over_net, brush_up }) {
                    Ok(plan) => plans.push((plan.landing_sd(Self::BALL_ERRORS), plan)),
                    Err(error) => refuse(NoReturn::Aim(error)),
                }
            }
            // Least spread first: the arm is solved for no more often than necessary.
            plans.sort_by(|(one, _), (other, _)| one.total_cmp(other));
            for (_, plan) in plans {
                match self.hold(ball, plan, near) {
                    Ok(stroke) => return Ok(stroke),
                    Err(reason) => refuse(reason),
                }
            }
        }
        Err(why.unwrap_or(NoReturn::Aim(AimError::NoPath { miss_m: f64::INFINITY })))
    }

    /// The stroke of the default choice, or where that has none, of the thorough one; requested parameters are kept.
    /// Clearances that are chosen lie above the straight line.
    ///
    /// # Errors
    /// Why there is none: the reason of the choice that came nearest.
    pub fn find(
        &self,
        ball: &BallState,
        target: (f64, f64),
        request: &StrokeRequest,
        near: &Joints<6>,
    ) -> Result<RailStroke, NoReturn> {
        let straight = self.aimer.straight_clearance(ball, target);
        let choose = |choice: StrokeChoice| {
            let StrokeChoice { over_net, brush_up } = choice.above(straight);
            let over_net = request.over_net.map_or(over_net, |clearance| vec![clearance]);
            let brush_up = request.brush_up.map_or(brush_up, |brush| vec![brush]);
            self.choose(ball, target, &StrokeChoice { over_net, brush_up }, near)
        };
        choose(StrokeChoice::default()).or_else(|_| choose(StrokeChoice::thorough()))
    }

    /// The stroke with everything chosen, rehearsed as well.
    ///
    /// # Errors
    /// Why there is none.
    pub fn stroke(&self, ball: &BallState, aim: &Aim, near: &Joints<6>) -> Result<RailStroke, NoReturn> {
        let plan = self.aimer.solve(ball, aim).map_err(NoReturn::Aim)?;
        self.hold(ball, plan, near)
    }

    /// The arm's stroke for a return, rehearsed in the whole court.
    fn hold(&self, ball: &BallState, plan: Return, near: &Joints<6>) -> Result<RailStroke, NoReturn> {
        let racket = plan.sweep.racket_at(ball, &self.physics.body);
        let configuration =
            HitConfiguration::best(&self.arm, &self.checker, &racket, near).map_err(NoReturn::HitConfiguration)?;
        rehearse(&self.physics, &self.court, ball, &racket, &mut |_| {}).map_err(NoReturn::Play)?;
        Ok(RailStroke { plan, racket, configuration })
    }
}

/// Of two reasons the one that was nearer to a stroke: the arm's come after the aim's.
fn nearer(one: NoReturn, other: NoReturn) -> NoReturn {
    let rank = |reason: &NoReturn| match reason {
        NoReturn::Aim(AimError::Target { .. } | AimError::Behind { .. }) => (0, 0.0),
        NoReturn::Play(_) => (1, 0.0),
        NoReturn::HitConfiguration(HitConfigurationError::Speed { rate, most, .. }) => (2, rate / most),
        NoReturn::HitConfiguration(HitConfigurationError::Touching(touching)) => (3, -touching.distance_m),
        NoReturn::HitConfiguration(HitConfigurationError::Reach(_)) => (4, 0.0),
        NoReturn::Aim(AimError::NoPath { miss_m }) => (5, *miss_m),
        NoReturn::Aim(AimError::Net { straight_m, .. }) => (6, *straight_m),
        NoReturn::Aim(_) => (7, 0.0),
    };
    if rank(&other) < rank(&one) { other } else { one }
}
