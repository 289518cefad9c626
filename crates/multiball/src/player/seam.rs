//! The interface of players: what a player observes, and what it commands.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};

use super::JointCommand;
use crate::ball::{Physics, RacketState};
use crate::geometry::Vec3;
use crate::robot::Robot;
use crate::track::{Measurement, Prediction};

/// A player of a robot: receives observations, gives joint commands.
///
/// The session calls [`Self::observe`] for each observation as it arrives and then [`Self::act`], once for each control
/// tick, with a clock that never goes back. A player sees no truth: only measurements and what was estimated from them,
/// as cameras or simulated points give them. All vectors are in the player's own frame, the world's for a player at the
/// home end: its half of the table is x > 0. [`super::by_name`] makes the players of the library.
///
/// ```
/// use multiball::player::{JointCommand, Observation, Observed, Player, WhyNot};
///
/// /// Stays where it is measured first.
/// #[derive(Debug, Clone, Default)]
/// struct Still(Vec<f64>);
///
/// impl Player for Still {
///     fn observe(&mut self, _now_s: f64, observation: &Observation<'_>) {
///         if let Observed::Joints { position, .. } = observation.what
///             && self.0.is_empty()
///         {
///             self.0 = position.to_vec();
///         }
///     }
///     fn act(&mut self, _now_s: f64, command: &mut JointCommand) {
///         command.set(&self.0, &vec![0.0; self.0.len()]);
///     }
///     fn why_not(&self) -> Option<WhyNot> { Some("it never plays".into()) }
///     fn clone_box(&self) -> Box<dyn Player> { Box::new(self.clone()) }
/// }
///
/// let mut player: Box<dyn Player> = Box::new(Still::default());
/// let joints = Observed::Joints { position: &[0.1, 0.2], velocity: &[0.0, 0.0] };
/// player.observe(0.0, &Observation { t_s: 0.0, what: joints });
/// let mut command = JointCommand::default();
/// player.act(0.001, &mut command);
/// assert_eq!(command.position, [0.1, 0.2]);
/// ```
pub trait Player: Debug + Send + Sync {
    /// Receives an observation.
    fn observe(&mut self, now_s: f64, observation: &Observation<'_>);

    /// Writes the joints as they should be now. A player that plans ahead samples its motion, such as a
    /// [`super::JointTrajectory`].
    fn act(&mut self, now_s: f64, command: &mut JointCommand);

    /// A copy in a box of its own.
    fn clone_box(&self) -> Box<dyn Player>;

    /// The joints in which it waits for a ball, and begins; none where the robot's own home will do.
    fn ready(&self) -> Option<Vec<f64>> {
        None
    }

    /// Why there is no stroke for a ball that is or was in play.
    fn why_not(&self) -> Option<WhyNot> {
        None
    }

    /// The current stroke.
    fn intent(&self) -> Option<Intent> {
        None
    }

    /// Whether it has played its ball and is back in its ready position.
    fn is_ready(&self, now_s: f64) -> bool {
        let _ = now_s;
        false
    }
}

impl Clone for Box<dyn Player> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// An observation and its time.
#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    /// When it was measured, s; it arrives later, by the latency of whatever measured it. Of a ball that is expected,
    /// the expected time of the opponent's stroke.
    pub t_s: f64,
    /// What was observed.
    pub what: Observed<'a>,
}

/// What a player may observe.
#[derive(Debug, Clone, Copy)]
pub enum Observed<'a> {
    /// The robot's own joints, as its encoders read them.
    Joints {
        /// Positions, rad or m.
        position: &'a [f64],
        /// Velocities, rad/s or m/s.
        velocity: &'a [f64],
    },
    /// The opponent is about to strike: the ball before this one is no longer of interest.
    BallExpected,
    /// The classified stroke of the opponent.
    OpponentStroke {
        /// Probability of each class, in the order of [`crate::track::Stroke::ALL`].
        probabilities: [f64; 4],
    },
    /// The ball's position at one moment, as cameras or points measured it.
    Measurement(Measurement),
    /// The ball's position and velocity at one moment, as a sensor measured them that gives both.
    Ball(MeasuredBall),
    /// The ball's path as predicted from all measurements up to the time stamp, with its uncertainty.
    Prediction(Prediction<'a>),
    /// The ball is out of play.
    OutOfPlay,
    /// What was found out about robot and world.
    Found(Found<'a>),
}

/// Robot and world as they are known now.
#[derive(Debug, Clone, Copy)]
pub struct Found<'a> {
    /// The physics to plan with.
    pub physics: &'a Physics,
    /// The robot, where it stands.
    pub robot: &'a dyn Robot,
    /// Where to aim so that returns land on the target, m.
    pub target: (f64, f64),
}

/// The ball's position and velocity as they were measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredBall {
    /// Position, m.
    pub position: Vec3,
    /// Velocity, m/s.
    pub velocity: Vec3,
    /// Standard deviation of each coordinate of the position, m.
    pub position_sd: f64,
    /// Standard deviation of each component of the velocity, m/s.
    pub velocity_sd: f64,
}

/// Why a player makes no stroke.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyNot {
    /// The reason without numbers, in the same words for all balls that fail alike: to count by.
    pub summary: Cow<'static, str>,
    /// The reason in words and numbers.
    pub detail: String,
}

impl From<&'static str> for WhyNot {
    fn from(reason: &'static str) -> Self {
        Self { summary: reason.into(), detail: reason.into() }
    }
}

impl Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

/// A stroke that a player is about to make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Intent {
    /// When the racket is where it should meet the ball, s.
    pub hit_s: f64,
    /// When the ball is predicted at its position below, s; a late change may leave the racket no time to be there
    /// then.
    pub ball_s: f64,
    /// The ball then, as it is predicted: m.
    pub ball_position: Vec3,
    /// Its velocity, m/s.
    pub ball_velocity: Vec3,
    /// Its spin, rad/s.
    pub ball_spin: Vec3,
    /// The racket then.
    pub racket: RacketState,
    /// Where the return should land, m: x and y.
    pub target: (f64, f64),
}
