//! Robots that are known only at run time: by name, or from a file.

use nalgebra::DMatrix;

use super::joint::check_values;
use super::solutions::{sooner, travel_times};
use super::{
    Arm, Arm6, Branch, Chain, JointKind, JointLimits, Joints, Mounted, Planar3, PlanarPose, Rail6, ReachError, Search,
    Serve5, Solution, Solutions,
};
use crate::geometry::Pose;

/// Any of the robots, behind one set of methods that take joints as slices.
///
/// ```
/// use multiball::robot::Robot;
///
/// let robot = Robot::built_in("arm6").unwrap();
/// let (pose, _) = robot.forward_and_jacobian(&[0.3, -0.5, 0.2, 0.1, 0.9, 0.4])?;
/// let found = robot.nearest(&pose, &robot.home())?;
/// assert_eq!(found.branch.unwrap().to_string(), "front,elbow-up,wrist-noflip");
/// # Ok::<(), multiball::robot::ReachError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Robot {
    /// Three joints in a vertical plane.
    Planar3 {
        /// Its links.
        arm: Planar3,
        /// Its joints' limits.
        limits: [JointLimits; 3],
    },
    /// Six joints with a spherical wrist.
    Arm6(Mounted<Arm6>),
    /// The serving arm.
    Serve5(Mounted<Serve5>),
    /// The arm on rails.
    Rail6(Mounted<Rail6>),
    /// Any other arm, solved numerically.
    Chain {
        /// Its joints.
        chain: Chain,
        /// How its inverse is searched.
        search: Search,
    },
}

/// Where a robot's end is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum EndPose {
    /// In the plane of a planar robot.
    Plane(PlanarPose),
    /// In space.
    Space(Pose),
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

impl Robot {
    /// The robots that come with the library.
    pub const NAMES: [&str; 4] = ["planar3", "arm6", "serve5", "rail6"];

    /// One of [`Self::NAMES`] with its default lengths and limits, at the origin and with nothing in its hand.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        match name {
            "planar3" => Some(Self::Planar3 { arm: Planar3::default(), limits: Planar3::LIMITS }),
            "arm6" => Some(Self::Arm6(Mounted::bare(Arm6::default()))),
            "serve5" => Some(Self::Serve5(Mounted::bare(Serve5::default()))),
            "rail6" => Some(Self::Rail6(Mounted::bare(Rail6::default()))),
            _ => None,
        }
    }

    /// The limits of its joints, in order.
    #[must_use]
    pub fn limits(&self) -> Vec<JointLimits> {
        match self {
            Self::Planar3 { limits, .. } => limits.to_vec(),
            Self::Arm6(arm) => arm.limits().to_vec(),
            Self::Serve5(arm) => arm.limits().to_vec(),
            Self::Rail6(arm) => arm.limits().to_vec(),
            Self::Chain { chain, .. } => chain.joints().iter().map(|joint| joint.limits).collect(),
        }
    }

    /// Joints to be near to when nothing else is known: 0 for those that turn, or what comes next to it within the limits,
    /// and the middle for those that slide.
    #[must_use]
    pub fn home(&self) -> Vec<f64> {
        let home = |limits: &JointLimits| match limits.kind {
            JointKind::Revolute => 0f64.clamp(limits.low, limits.high),
            JointKind::Prismatic => limits.middle(),
        };
        self.limits().iter().map(home).collect()
    }

    /// Whether every joint is within its limits.
    #[must_use]
    pub fn in_limits(&self, joints: &[f64]) -> bool {
        let limits = self.limits();
        limits.len() == joints.len() && limits.iter().zip(joints).all(|(limits, value)| limits.contains(*value))
    }

    /// Where the end is, and how it moves with the joints.
    ///
    /// In space the matrix has six rows, velocity (m/s) and angular velocity (rad/s) in the frame of the pose; in a plane three,
    /// the rates of x, z and the angle. Limits are not looked at.
    ///
    /// # Errors
    /// Unless there is one finite value for each joint.
    pub fn forward_and_jacobian(&self, joints: &[f64]) -> Result<(EndPose, DMatrix<f64>), ReachError> {
        match self {
            Self::Planar3 { arm, .. } => {
                let (pose, jacobian) = arm.forward_and_jacobian(&vector(joints)?);
                Ok((EndPose::Plane(pose), DMatrix::from_column_slice(3, 3, jacobian.as_slice())))
            }
            Self::Arm6(arm) => forward_in_space(arm, joints),
            Self::Serve5(arm) => forward_in_space(arm, joints),
            Self::Rail6(arm) => forward_in_space(arm, joints),
            Self::Chain { chain, .. } => {
                let (pose, jacobian) = chain.forward_and_jacobian(joints)?;
                Ok((EndPose::Space(pose), DMatrix::from_column_slice(6, joints.len(), jacobian.as_slice())))
            }
        }
    }

    /// All joint vectors that reach a pose, within limits or not, each joint at the turn nearest to `near`; never none. Of a
    /// chain those within the limits that its search finds.
    ///
    /// # Errors
    /// When there is none: why, and by how much.
    pub fn inverse(&self, pose: &EndPose, near: &[f64]) -> Result<Vec<RobotSolution>, ReachError> {
        match self {
            Self::Planar3 { arm, limits } => Ok(owned(&arm.solutions(planar(pose)?, &vector(near)?, limits)?)),
            Self::Arm6(arm) => Ok(owned(&arm.inverse(spatial(pose)?, &vector(near)?)?)),
            Self::Serve5(arm) => Ok(owned(&arm.inverse(spatial(pose)?, &vector(near)?)?)),
            Self::Rail6(arm) => Ok(owned(&arm.inverse(spatial(pose)?, &vector(near)?)?)),
            Self::Chain { chain, search } => {
                let numerical = |joints| RobotSolution { joints, branch: None, in_limits: true };
                Ok(chain.solve_all(spatial(pose)?, near, search)?.into_iter().map(numerical).collect())
            }
        }
    }

    /// The joint vector within the limits that is nearest to `near`.
    ///
    /// # Errors
    /// When the pose is out of reach or every solution breaks a limit.
    pub fn nearest(&self, pose: &EndPose, near: &[f64]) -> Result<RobotSolution, ReachError> {
        match self {
            Self::Planar3 { arm, limits } => {
                let near = vector(near)?;
                Ok((&arm.solutions(planar(pose)?, &near, limits)?.nearest(&near, limits)?).into())
            }
            Self::Arm6(arm) => Ok((&arm.nearest(spatial(pose)?, &vector(near)?)?).into()),
            Self::Serve5(arm) => Ok((&arm.nearest(spatial(pose)?, &vector(near)?)?).into()),
            Self::Rail6(arm) => Ok((&arm.nearest(spatial(pose)?, &vector(near)?)?).into()),
            Self::Chain { .. } => {
                let limits = self.limits();
                let times = |solution: &RobotSolution| travel_times(&solution.joints, near, &limits);
                let found = self.inverse(pose, near)?.into_iter();
                found.min_by(|a, b| sooner(times(a), times(b))).ok_or(ReachError::NotFinite)
            }
        }
    }
}

impl<const N: usize> From<&Solution<N>> for RobotSolution {
    fn from(solution: &Solution<N>) -> Self {
        let Solution { joints, branch, in_limits } = solution;
        Self { joints: joints.as_slice().to_vec(), branch: Some(*branch), in_limits: *in_limits }
    }
}

fn owned<const N: usize>(solutions: &Solutions<N>) -> Vec<RobotSolution> {
    solutions.iter().map(RobotSolution::from).collect()
}

fn forward_in_space<const N: usize>(arm: &impl Arm<N>, joints: &[f64]) -> Result<(EndPose, DMatrix<f64>), ReachError> {
    let (pose, jacobian) = arm.forward_and_jacobian(&vector(joints)?);
    Ok((EndPose::Space(pose), DMatrix::from_column_slice(6, N, jacobian.as_slice())))
}

fn vector<const N: usize>(joints: &[f64]) -> Result<Joints<N>, ReachError> {
    check_values(joints, N)?;
    Ok(Joints::from_column_slice(joints))
}

fn planar(pose: &EndPose) -> Result<&PlanarPose, ReachError> {
    match pose {
        EndPose::Plane(pose) => Ok(pose),
        EndPose::Space(_) => Err(ReachError::OtherSpace),
    }
}

fn spatial(pose: &EndPose) -> Result<&Pose, ReachError> {
    match pose {
        EndPose::Space(pose) => Ok(pose),
        EndPose::Plane(_) => Err(ReachError::OtherSpace),
    }
}
