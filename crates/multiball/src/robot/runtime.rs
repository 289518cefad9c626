//! The interface of robots: what a hall, a player or a command needs of any arm that is known only at run time.

use std::any::Any;
use std::f64::consts::PI;
use std::fmt::Debug;

use nalgebra::Matrix6xX;

use super::joint::check_values;
use super::limited::Limited;
use super::solutions::{sooner, travel_times};
use super::{Branch, Chain, ChainError, JacobianColumn, JointKind, JointLimits, Mounted, ReachError};
use crate::ball::RacketState;
use crate::court::Court;
use crate::geometry::{Capsule, Pose, Vec3};

/// The most joints of a robot that plays in the hall: what each tick computes stays off the heap.
pub const MOST_JOINTS: usize = 16;

/// Default distance of a robot's base behind the home end line, m (assumed).
const BEHIND_END_LINE: f64 = 0.45;

/// Any robot arm, behind one set of methods that take joints as slices.
///
/// Poses are those of the end in the base frame, or in the world where the robot is [`super::Mounted`]. The end's x
/// axis is the normal of the racket's face. [`super::by_name`] and [`super::from_toml`] make robots;
/// [`super::ChainRobot`] makes one from URDF. The arms with closed forms implement [`super::Arm`] as well, which
/// knows its number of joints when compiled: planners are written for that, and meet a `dyn Robot` only where they
/// are handed one.
///
/// Your own arm implements the seven methods without a default:
///
/// ```
/// use multiball::geometry::{Capsule, Pose};
/// use multiball::robot::{Chain, ChainError, JacobianColumn, JointLimits, ReachError, Robot, RobotSolution};
///
/// /// A robot that works like another, at half its speed.
/// #[derive(Debug, Clone)]
/// struct Slow(Box<dyn Robot>, Vec<JointLimits>);
///
/// impl Robot for Slow {
///     fn kind(&self) -> &str { "slow" }
///     fn limits(&self) -> &[JointLimits] { &self.1 }
///     fn forward_and_columns(&self, joints: &[f64], columns: &mut [JacobianColumn]) -> Result<Pose, ReachError> {
///         self.0.forward_and_columns(joints, columns)
///     }
///     fn inverse(&self, pose: &Pose, near: &[f64]) -> Result<Vec<RobotSolution>, ReachError> {
///         self.0.inverse(pose, near)
///     }
///     fn links(&self, joints: &[f64], links: &mut Vec<Capsule>) -> Result<(), ReachError> {
///         self.0.links(joints, links)
///     }
///     fn chain(&self) -> Result<Chain, ChainError> { self.0.chain() }
///     fn clone_box(&self) -> Box<dyn Robot> { Box::new(self.clone()) }
/// }
///
/// let arm6 = multiball::robot::by_name("arm6").unwrap();
/// let limits = arm6.limits().iter().map(|limits| JointLimits { speed: limits.speed / 2.0, ..*limits });
/// let slow: Box<dyn Robot> = Box::new(Slow(arm6.clone(), limits.collect()));
/// let pose = slow.forward(&[0.3, -0.5, 0.2, 0.1, 0.9, 0.4])?;
/// let found = slow.nearest(&pose, &slow.home())?;
/// assert_eq!(found.branch.unwrap().to_string(), "front,elbow-up,wrist-noflip");
/// # Ok::<(), ReachError>(())
/// ```
pub trait Robot: Any + Debug + Send + Sync {
    /// Name of its kind, such as `rail6`.
    fn kind(&self) -> &str;

    /// The limits of its joints, from the base up.
    fn limits(&self) -> &[JointLimits];

    /// Pose of the end, and one column of the Jacobian for each joint: velocity (m/s) and angular velocity (rad/s) of
    /// the end per rate of the joint, in the frame of the pose. Limits are not checked. It does not allocate.
    ///
    /// # Errors
    /// Unless there is one finite value and one column for each joint.
    fn forward_and_columns(&self, joints: &[f64], columns: &mut [JacobianColumn]) -> Result<Pose, ReachError>;

    /// All joint vectors that reach a pose, within limits or not, each joint at the turn nearest to `near`; never
    /// none. Robots that search numerically give those within the limits that they find.
    ///
    /// # Errors
    /// When there is none: why, and by how much.
    fn inverse(&self, pose: &Pose, near: &[f64]) -> Result<Vec<RobotSolution>, ReachError>;

    /// Writes the solids that the links fill into `links`, in the frame of the poses; previous content is removed.
    /// Fixed parts of a robot that stand clear of everything need not be among them.
    ///
    /// # Errors
    /// Unless there is one finite value for each joint.
    fn links(&self, joints: &[f64], links: &mut Vec<Capsule>) -> Result<(), ReachError>;

    /// The robot as a chain of joints, with base and tool.
    ///
    /// # Errors
    /// When lengths or limits make no sense; those of a robot file do.
    fn chain(&self) -> Result<Chain, ChainError>;

    /// Pose of its base, and the chain from there on.
    ///
    /// # Errors
    /// As [`Self::chain`].
    fn base_and_chain(&self) -> Result<(Pose, Chain), ChainError> {
        Ok((Pose::identity(), self.chain()?))
    }

    /// A copy in a box of its own.
    fn clone_box(&self) -> Box<dyn Robot>;

    /// The same robot with other speeds, accelerations and jerks of its joints, as many as it has; ranges stay.
    ///
    /// # Errors
    /// Unless there are limits for each joint.
    fn with_limits(&self, limits: &[JointLimits]) -> Result<Box<dyn Robot>, ReachError> {
        let (given, needed) = (limits.len(), self.joint_count());
        if given != needed {
            return Err(ReachError::JointCount { given, needed });
        }
        Ok(Box::new(Limited { robot: self.clone_box(), limits: limits.to_vec() }))
    }

    /// The same robot with its base moved by a pose of the world, and its tool held in another pose: what a mount or a
    /// racket that is not where the drawing has it makes of it.
    fn remounted(&self, world_from_base: &Pose, end_from_tool: &Pose) -> Box<dyn Robot> {
        Box::new(Mounted { arm: self.clone_box(), world_from_base: *world_from_base, end_from_tool: *end_from_tool })
    }

    /// Names of its joints, from the base up.
    fn joint_names(&self) -> Vec<String> {
        (1..=self.joint_count()).map(|number| format!("joint_{number}")).collect()
    }

    /// How many joints it has.
    fn joint_count(&self) -> usize {
        self.limits().len()
    }

    /// Pose of the end.
    ///
    /// # Errors
    /// Unless there is one finite value for each joint.
    fn forward(&self, joints: &[f64]) -> Result<Pose, ReachError> {
        let mut columns = [JacobianColumn::zeros(); MOST_JOINTS];
        match columns.get_mut(..self.joint_count()) {
            Some(columns) => self.forward_and_columns(joints, columns),
            None => Ok(self.forward_and_jacobian(joints)?.0),
        }
    }

    /// Pose of the end, and its velocity (m/s) and angular velocity (rad/s) when the joints move at these rates. It
    /// does not allocate.
    ///
    /// # Errors
    /// Unless there is one finite value and one rate for each joint, and there are at most [`MOST_JOINTS`].
    fn forward_and_twist(&self, joints: &[f64], rates: &[f64]) -> Result<(Pose, JacobianColumn), ReachError> {
        let needed = self.joint_count();
        check_values(rates, needed)?;
        let mut columns = [JacobianColumn::zeros(); MOST_JOINTS];
        let too_many = ReachError::JointCount { given: needed, needed: MOST_JOINTS };
        let columns = columns.get_mut(..needed).ok_or(too_many)?;
        let pose = self.forward_and_columns(joints, columns)?;
        let twist = columns.iter().zip(rates).map(|(column, rate)| column * *rate).sum();
        Ok((pose, twist))
    }

    /// The racket at its end when the joints move at these rates. It does not allocate.
    ///
    /// # Errors
    /// As [`Self::forward_and_twist`].
    fn racket(&self, joints: &[f64], rates: &[f64]) -> Result<RacketState, ReachError> {
        let (pose, twist) = self.forward_and_twist(joints, rates)?;
        Ok(RacketState {
            center: pose.translation.vector,
            normal: pose.rotation.matrix().column(0).into_owned(),
            velocity: Vec3::new(twist[0], twist[1], twist[2]),
            turning: Vec3::new(twist[3], twist[4], twist[5]),
            // From the blade back to the hand.
            handle: self.has_handle().then(|| -pose.rotation.matrix().column(2)),
        })
    }

    /// Whether its racket has a handle, which points along -z of its end.
    fn has_handle(&self) -> bool {
        true
    }

    /// A bound of the distance between the end and any axis about which it turns, m.
    fn reach(&self) -> f64 {
        self.chain().map_or(f64::INFINITY, |chain| chain.reach())
    }

    /// The robot where it stands to play at the home end of a table, in the world: a robot whose x axis points ahead
    /// stands behind the end line. One that is [`Mounted`] somewhere stays there.
    fn at_home(&self) -> Box<dyn Robot> {
        Box::new(Mounted { world_from_base: behind_the_table(PI), ..Mounted::bare(self.clone_box()) })
    }

    /// Pose and Jacobian together, in a matrix of six rows: see [`Self::forward_and_columns`].
    ///
    /// # Errors
    /// Unless there is one finite value for each joint.
    fn forward_and_jacobian(&self, joints: &[f64]) -> Result<(Pose, Matrix6xX<f64>), ReachError> {
        check_values(joints, self.joint_count())?;
        let mut columns = vec![JacobianColumn::zeros(); joints.len()];
        let pose = self.forward_and_columns(joints, &mut columns)?;
        Ok((pose, Matrix6xX::from_columns(&columns)))
    }

    /// The joint vector within the limits that is nearest to `near`.
    ///
    /// # Errors
    /// When the pose is out of reach or every solution breaks a limit.
    fn nearest(&self, pose: &Pose, near: &[f64]) -> Result<RobotSolution, ReachError> {
        let (found, limits) = (self.inverse(pose, near)?, self.limits());
        let times = |solution: &RobotSolution| travel_times(&solution.joints, near, limits);
        let within = found.iter().filter(|solution| solution.in_limits);
        let best = within.min_by(|a, b| sooner(times(a), times(b))).cloned();
        best.ok_or_else(|| found.first().map_or(ReachError::NotFinite, |first| beyond(&first.joints, limits)))
    }

    /// Default joints to start from: 0 for those that turn, or the nearest value within the limits, and the middle for
    /// those that slide.
    fn home(&self) -> Vec<f64> {
        let home = |limits: &JointLimits| match limits.kind {
            JointKind::Revolute => 0f64.clamp(limits.low, limits.high),
            JointKind::Prismatic => limits.middle(),
        };
        self.limits().iter().map(home).collect()
    }

    /// Whether every joint is within its limits.
    fn in_limits(&self, joints: &[f64]) -> bool {
        let limits = self.limits();
        limits.len() == joints.len() && limits.iter().zip(joints).all(|(limits, value)| limits.contains(*value))
    }
}

impl dyn Robot {
    /// The robot as the type that it is, for planners written for one arm.
    #[must_use]
    pub fn downcast_ref<R: Robot>(&self) -> Option<&R> {
        (self as &dyn Any).downcast_ref()
    }
}

impl Clone for Box<dyn Robot> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// One joint vector that reaches a pose.
#[derive(Debug, Clone, PartialEq)]
pub struct RobotSolution {
    /// The joints, each at the turn nearest to the reference within its limits.
    pub joints: Vec<f64>,
    /// Which of the solutions this is; `None` where it was found numerically.
    pub branch: Option<Branch>,
    /// Whether every joint is within its limits.
    pub in_limits: bool,
}

/// A base behind the middle of the home end line, level with the table's top and turned about the upright axis, rad.
pub(super) fn behind_the_table(turned: f64) -> Pose {
    Pose::new(Vec3::new(Court::STANDARD.end_line() + BEHIND_END_LINE, 0.0, 0.0), Vec3::z() * turned)
}

/// The error for joints of which some are outside their limits: the one that is most so.
fn beyond(joints: &[f64], limits: &[JointLimits]) -> ReachError {
    let excess = |index: usize| limits[index].excess(joints[index]);
    let worst = (0..limits.len().min(joints.len())).max_by(|a, b| excess(*a).total_cmp(&excess(*b)));
    worst.map_or(ReachError::NotFinite, |index| {
        let JointLimits { kind, low, high, .. } = limits[index];
        ReachError::OutsideLimits { number: index + 1, kind, value: joints[index], low, high }
    })
}
