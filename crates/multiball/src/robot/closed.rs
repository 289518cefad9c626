//! The arms with closed forms as robots that are known at run time, bare or mounted.

use std::f64::consts::{FRAC_PI_2, PI};

use nalgebra::Point3;

use super::joint::check_values;
use super::runtime::behind_the_table;
use super::{
    Arm, Arm6, Chain, ChainError, JacobianColumn, JointLimits, Joints, Mounted, Rail6, ReachError, Robot,
    RobotSolution, Serve5, Solution, Solutions,
};
use crate::geometry::{Capsule, Pose, Vec3};

/// Half of a link's thickness where nothing else is known, m (assumed).
pub const LINK_RADIUS: f64 = 0.02;

/// An arm whose links run from point to point.
trait Linked<const N: usize, const P: usize>: Arm<N> {
    /// The points that its links join, from the base up, in the frame of its poses.
    fn link_points(&self, joints: &Joints<N>) -> [Vec3; P];

    /// A bound of the distance between the end and any axis about which it turns, m.
    fn reach(&self) -> f64;
}

/// The reach of a chain; infinite when it could not be built.
fn reach_of(chain: Result<Chain, ChainError>) -> f64 {
    chain.map_or(f64::INFINITY, |chain| chain.reach())
}

impl Linked<6, 6> for Arm6 {
    fn link_points(&self, joints: &Joints<6>) -> [Vec3; 6] {
        self.points(joints)
    }

    fn reach(&self) -> f64 {
        reach_of(self.chain())
    }
}

impl Linked<5, 4> for Serve5 {
    fn link_points(&self, joints: &Joints<5>) -> [Vec3; 4] {
        let [shoulder, elbow, end] = self.points(joints);
        [Vec3::zeros(), shoulder, elbow, end]
    }

    fn reach(&self) -> f64 {
        reach_of(self.chain())
    }
}

/// Without the carriage, which runs above the playing area.
impl Linked<6, 3> for Rail6 {
    fn link_points(&self, joints: &Joints<6>) -> [Vec3; 3] {
        let [_, shoulder, elbow, end] = self.points(joints);
        [shoulder, elbow, end]
    }

    /// The column's height lies along its axis and does not count.
    fn reach(&self) -> f64 {
        let lengths = self.geometry();
        lengths.side_offset + lengths.upper_arm + lengths.forearm
    }
}

/// Capsules from point to point.
pub(super) fn along<const P: usize>(points: &[Vec3; P]) -> impl Iterator<Item = Capsule> {
    points.windows(2).map(|ends| Capsule { from: ends[0], to: ends[1], radius: LINK_RADIUS })
}

pub(super) fn vector<const N: usize>(joints: &[f64]) -> Result<Joints<N>, ReachError> {
    check_values(joints, N)?;
    Ok(Joints::from_column_slice(joints))
}

pub(super) fn owned<const N: usize>(solutions: &Solutions<N>) -> Vec<RobotSolution> {
    solutions.iter().map(RobotSolution::from).collect()
}

impl<const N: usize> From<&Solution<N>> for RobotSolution {
    fn from(solution: &Solution<N>) -> Self {
        let Solution { joints, branch, in_limits } = solution;
        Self { joints: joints.as_slice().to_vec(), branch: Some(*branch), in_limits: *in_limits }
    }
}

/// Refuses columns unless there is one for each joint.
pub(super) fn check_columns(columns: &[JacobianColumn], needed: usize) -> Result<(), ReachError> {
    if columns.len() == needed { Ok(()) } else { Err(ReachError::JointCount { given: columns.len(), needed }) }
}

fn forward_and_columns<const N: usize>(
    arm: &impl Arm<N>,
    joints: &[f64],
    columns: &mut [JacobianColumn],
) -> Result<Pose, ReachError> {
    check_columns(columns, N)?;
    let (pose, jacobian) = arm.forward_and_jacobian(&vector(joints)?);
    for (to, from) in columns.iter_mut().zip(jacobian.column_iter()) {
        to.copy_from(&from);
    }
    Ok(pose)
}

impl<A> Mounted<A> {
    /// Moves links from the base frame to the world, and adds the link between end and tool.
    fn place_links(&self, world_from_tool: &Pose, links: &mut Vec<Capsule>) {
        let in_world = |point: &Vec3| self.world_from_base.transform_point(&Point3::from(*point)).coords;
        for link in links.iter_mut() {
            *link = Capsule { from: in_world(&link.from), to: in_world(&link.to), ..*link };
        }
        if self.end_from_tool.translation.vector != Vec3::zeros() {
            let world_from_end = world_from_tool * self.end_from_tool.inverse();
            let [from, to] = [world_from_end, *world_from_tool].map(|pose| pose.translation.vector);
            links.push(Capsule { from, to, radius: LINK_RADIUS });
        }
    }
}

impl Arm6 {
    /// The arm behind the home end line, its y axis towards the net.
    #[must_use]
    pub fn at_home(self) -> Mounted<Self> {
        Mounted { world_from_base: behind_the_table(FRAC_PI_2), ..Mounted::bare(self) }
    }
}

impl Serve5 {
    /// The arm on a stand as high as the table, 0.25 m behind the home end line and 0.3 m to the right of the middle:
    /// the way points of paper 003 then lie above the playing surface.
    #[must_use]
    pub fn at_home(self) -> Mounted<Self> {
        Mounted { world_from_base: Pose::translation(1.62, 0.30, 0.0), ..Mounted::bare(self) }
    }
}

/// Whether an arm was given a base pose. The identity means none: no arm stands in the middle of the table's top.
fn is_placed<A>(mounted: &Mounted<A>) -> bool {
    mounted.world_from_base != Pose::identity()
}

/// The methods that an arm has bare and mounted.
macro_rules! closed_form {
    ($kind:literal, $names:expr) => {
        fn kind(&self) -> &str {
            $kind
        }

        fn limits(&self) -> &[JointLimits] {
            Arm::limits(self)
        }

        fn forward(&self, joints: &[f64]) -> Result<Pose, ReachError> {
            Ok(Arm::forward(self, &vector(joints)?))
        }

        fn forward_and_columns(&self, joints: &[f64], columns: &mut [JacobianColumn]) -> Result<Pose, ReachError> {
            forward_and_columns(self, joints, columns)
        }

        fn inverse(&self, pose: &Pose, near: &[f64]) -> Result<Vec<RobotSolution>, ReachError> {
            Ok(owned(&Arm::inverse(self, pose, &vector(near)?)?))
        }

        fn nearest(&self, pose: &Pose, near: &[f64]) -> Result<RobotSolution, ReachError> {
            Ok((&Arm::nearest(self, pose, &vector(near)?)?).into())
        }

        fn joint_names(&self) -> Vec<String> {
            $names.iter().map(|name| (*name).to_owned()).collect()
        }

        fn clone_box(&self) -> Box<dyn Robot> {
            Box::new(*self)
        }
    };
}

macro_rules! closed_form_robot {
    ($arm:ty, $kind:literal) => {
        impl Robot for $arm {
            closed_form!($kind, <$arm>::JOINTS);

            fn reach(&self) -> f64 {
                Linked::reach(self)
            }

            fn at_home(&self) -> Box<dyn Robot> {
                Box::new((*self).at_home())
            }

            fn links(&self, joints: &[f64], links: &mut Vec<Capsule>) -> Result<(), ReachError> {
                links.clear();
                links.extend(along(&self.link_points(&vector(joints)?)));
                Ok(())
            }

            fn chain(&self) -> Result<Chain, ChainError> {
                self.chain()
            }
        }

        impl Robot for Mounted<$arm> {
            closed_form!($kind, <$arm>::JOINTS);

            fn links(&self, joints: &[f64], links: &mut Vec<Capsule>) -> Result<(), ReachError> {
                Robot::links(&self.arm, joints, links)?;
                self.place_links(&Robot::forward(self, joints)?, links);
                Ok(())
            }

            fn reach(&self) -> f64 {
                Linked::reach(&self.arm) + self.end_from_tool.translation.vector.norm()
            }

            fn with_limits(&self, limits: &[JointLimits]) -> Result<Box<dyn Robot>, ReachError> {
                let wrong = |_| ReachError::JointCount { given: limits.len(), needed: self.joint_count() };
                let limits = limits.try_into().map_err(wrong)?;
                Ok(Box::new(Mounted { arm: self.arm.with_limits(limits), ..*self }))
            }

            fn remounted(&self, world_from_base: &Pose, end_from_tool: &Pose) -> Box<dyn Robot> {
                Box::new(Mounted {
                    arm: self.arm,
                    world_from_base: world_from_base * self.world_from_base,
                    end_from_tool: self.end_from_tool * end_from_tool,
                })
            }

            fn at_home(&self) -> Box<dyn Robot> {
                match is_placed(self) {
                    true => self.clone_box(),
                    false => Box::new(Mounted { end_from_tool: self.end_from_tool, ..self.arm.at_home() }),
                }
            }

            fn chain(&self) -> Result<Chain, ChainError> {
                self.mount(&self.arm.chain()?)
            }

            fn base_and_chain(&self) -> Result<(Pose, Chain), ChainError> {
                Ok((self.world_from_base, self.hold(&self.arm.chain()?)?))
            }
        }
    };
}

closed_form_robot!(Arm6, "arm6");
closed_form_robot!(Serve5, "serve5");
closed_form_robot!(Rail6, "rail6");

/// Any robot with a base pose and a tool.
impl Robot for Mounted<Box<dyn Robot>> {
    fn kind(&self) -> &str {
        self.arm.kind()
    }

    fn limits(&self) -> &[JointLimits] {
        self.arm.limits()
    }

    fn forward(&self, joints: &[f64]) -> Result<Pose, ReachError> {
        Ok(self.world_from_base * self.arm.forward(joints)? * self.end_from_tool)
    }

    fn forward_and_columns(&self, joints: &[f64], columns: &mut [JacobianColumn]) -> Result<Pose, ReachError> {
        let base_from_end = self.arm.forward_and_columns(joints, columns)?;
        let lever = self.lever(&base_from_end);
        for column in columns {
            *column = self.moved_to_tool(column, &lever);
        }
        Ok(self.world_from_base * base_from_end * self.end_from_tool)
    }

    fn inverse(&self, pose: &Pose, near: &[f64]) -> Result<Vec<RobotSolution>, ReachError> {
        self.arm.inverse(&self.base_from_end(pose), near)
    }

    fn nearest(&self, pose: &Pose, near: &[f64]) -> Result<RobotSolution, ReachError> {
        self.arm.nearest(&self.base_from_end(pose), near)
    }

    fn links(&self, joints: &[f64], links: &mut Vec<Capsule>) -> Result<(), ReachError> {
        self.arm.links(joints, links)?;
        self.place_links(&Robot::forward(self, joints)?, links);
        Ok(())
    }

    fn joint_names(&self) -> Vec<String> {
        self.arm.joint_names()
    }

    fn has_handle(&self) -> bool {
        self.arm.has_handle()
    }

    fn remounted(&self, world_from_base: &Pose, end_from_tool: &Pose) -> Box<dyn Robot> {
        Box::new(Mounted {
            arm: self.arm.clone(),
            world_from_base: world_from_base * self.world_from_base,
            end_from_tool: self.end_from_tool * end_from_tool,
        })
    }

    fn reach(&self) -> f64 {
        self.arm.reach() + self.end_from_tool.translation.vector.norm()
    }

    fn at_home(&self) -> Box<dyn Robot> {
        let placed = || Self { world_from_base: behind_the_table(PI), ..self.clone() };
        if is_placed(self) { self.clone_box() } else { Box::new(placed()) }
    }

    fn chain(&self) -> Result<Chain, ChainError> {
        self.mount(&self.arm.chain()?)
    }

    fn base_and_chain(&self) -> Result<(Pose, Chain), ChainError> {
        Ok((self.world_from_base, self.hold(&self.arm.chain()?)?))
    }

    fn clone_box(&self) -> Box<dyn Robot> {
        Box::new(self.clone())
    }
}
