//! The paper's plane angles of the six-axis arm compared with the closed form, pose by pose [paper 001, eq. 2 to 11].

use std::f64::consts::SQRT_2;

use super::inverse_trial::{anywhere, near_singularities};
use super::{PlaneAngles, WristSigns};
use crate::geometry::{Pose, wrapped};
use crate::robot::{Arm, Arm6, Elbow, Joints, Shoulder, Solution, ToolAngles};

/// The four ways of upper arm and forearm to a wrist, that of the paper's drawings first.
const ARMS: [(Shoulder, Elbow); 4] = [
    (Shoulder::Front, Elbow::Up),
    (Shoulder::Front, Elbow::Down),
    (Shoulder::Back, Elbow::Up),
    (Shoulder::Back, Elbow::Down),
];

/// What came out of the paper's formulas for a set of poses that the arm itself reaches.
///
/// An arm of a pose is one of the up to four ways of upper arm and forearm to its wrist. The formulas as printed are
/// those of the paper's drawings, arm ahead and elbow up, with every arc cosine as it is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlaneTrial {
    /// Poses tried.
    pub poses: usize,
    /// Poses of which the formulas as printed give each joint as some solution with this arm has it.
    pub printed: [usize; 6],
    /// Poses that all six joints as printed reach.
    pub printed_whole: usize,
    /// The same with the angle itself in place of equation 11.
    pub corrected_whole: usize,
    /// How far equation 11 is from the angle itself, rad, at each pose, for each of [`Self::READINGS`].
    pub phi5_errors: [Vec<f64>; 4],
    /// Arms of all poses together that the closed form finds.
    pub arms: usize,
    /// Arms for which the formulas give no number.
    pub undefined: usize,
    /// Choices of signs that close, of all arms together; [`WristSigns::COUNT`] were tried for each.
    pub closing: usize,
    /// Arms for which each choice closes, in the order of [`WristSigns::all`].
    pub by_choice: [usize; WristSigns::COUNT],
    /// Arms for which another number of choices than two closes.
    pub not_two: usize,
    /// Arms for which [`PlaneAngles::rule`] and its flipped choice both close.
    pub by_rule: usize,
    /// Solutions of the closed form.
    pub solutions: usize,
    /// Those of them that no closing choice gives, to [`Self::SAME`].
    pub missed: usize,
    /// Of the best choice for each arm the worst position, m.
    pub position_m: f64,
    /// The worst attitude, rad.
    pub angle_rad: f64,
}

impl PlaneTrial {
    /// A choice closes when it reaches the pose within this, m and rad.
    pub const CLOSES: f64 = 1e-6;
    /// Joints within this of each other are the same, rad.
    pub const SAME: f64 = 1e-5;
    /// Whether α and β have the other sign than φ1 and φ2 + φ3: the readings of equation 3. Only the first makes
    /// equation 11 a formula of differences.
    pub const READINGS: [[bool; 2]; 4] = [[true, true], [true, false], [false, true], [false, false]];

    /// Poses at random joints, the same as [`super::InverseTrial::anywhere`].
    #[must_use]
    pub fn anywhere(arm: &Arm6, poses: usize, seed: u64) -> Self {
        Self::over(arm, poses, anywhere(poses, seed))
    }

    /// Poses near a singularity, the same as [`super::InverseTrial::near_singularities`].
    #[must_use]
    pub fn near_singularities(arm: &Arm6, poses: usize, seed: u64) -> Self {
        Self::over(arm, poses, near_singularities(arm, poses, seed))
    }

    fn over(arm: &Arm6, poses: usize, joints: impl Iterator<Item = Joints<6>>) -> Self {
        let mut trial = Self { poses, ..Self::default() };
        joints.for_each(|joints| trial.look_at(arm, &joints));
        trial
    }

    fn look_at(&mut self, arm: &Arm6, joints: &Joints<6>) {
        let pose = arm.forward(joints);
        let Ok(solutions) = arm.inverse(&pose, joints) else { return };
        let (end, tool) = (pose.translation.vector, ToolAngles::of(&pose.rotation));
        for (shoulder, elbow) in ARMS {
            let ours = solutions.iter().filter(|solution| is_of(solution, shoulder, elbow));
            let ours: Vec<Joints<6>> = ours.map(|solution| solution.joints).collect();
            if ours.is_empty() {
                continue;
            }
            self.arms += 1;
            let Some(planes) = PlaneAngles::of(arm.geometry(), &end, &tool, shoulder, elbow) else {
                self.undefined += 1;
                continue;
            };
            if (shoulder, elbow) == ARMS[0] {
                self.compare_printed(arm, &pose, &planes, &ours);
            }
            self.try_signs(arm, &pose, &planes, &ours);
        }
    }

    /// The formulas as printed, joint by joint, then as a whole.
    fn compare_printed(&mut self, arm: &Arm6, pose: &Pose, planes: &PlaneAngles, ours: &[Joints<6>]) {
        let corrected = planes.joints(WristSigns::PRINTED);
        let mut printed = corrected;
        printed[4] = planes.printed_phi5(Self::READINGS[0]);
        for (joint, count) in self.printed.iter_mut().enumerate() {
            *count += usize::from(ours.iter().any(|ours| wrapped(ours[joint] - printed[joint]).abs() < Self::SAME));
        }
        self.printed_whole += usize::from(Residual::of(arm, pose, &printed).closes());
        self.corrected_whole += usize::from(Residual::of(arm, pose, &corrected).closes());
        for (errors, reading) in self.phi5_errors.iter_mut().zip(Self::READINGS) {
            errors.push((planes.printed_phi5(reading) - planes.phi5).abs());
        }
    }

    /// Every choice of signs, and which solutions of the closed form are among those that close.
    fn try_signs(&mut self, arm: &Arm6, pose: &Pose, planes: &PlaneAngles, ours: &[Joints<6>]) {
        let mut closing = Vec::with_capacity(2);
        let mut best = Residual { position: f64::INFINITY, angle: f64::INFINITY };
        for (signs, count) in WristSigns::all().zip(&mut self.by_choice) {
            let joints = planes.joints(signs);
            let residual = Residual::of(arm, pose, &joints);
            if residual.closes() {
                *count += 1;
                closing.push(joints);
            }
            if residual.sum() < best.sum() {
                best = residual;
            }
        }
        self.closing += closing.len();
        self.not_two += usize::from(closing.len() != 2);
        self.position_m = self.position_m.max(best.position);
        self.angle_rad = self.angle_rad.max(best.angle);
        let rule = planes.rule();
        let by_rule = [rule, rule.flipped()].map(|signs| Residual::of(arm, pose, &planes.joints(signs)));
        self.by_rule += usize::from(by_rule.iter().all(Residual::closes));
        let same = |a: &Joints<6>, b: &Joints<6>| (a - b).iter().all(|d| wrapped(*d).abs() < Self::SAME);
        self.solutions += ours.len();
        self.missed += ours.iter().filter(|ours| !closing.iter().any(|joints| same(ours, joints))).count();
    }
}

/// How far joints are from a pose.
#[derive(Debug, Clone, Copy)]
struct Residual {
    /// m.
    position: f64,
    /// 2 sin of half the angle, rad: distinct from 0 at half a turn too.
    angle: f64,
}

impl Residual {
    fn of(arm: &Arm6, pose: &Pose, joints: &Joints<6>) -> Self {
        let reached = arm.forward(joints);
        let position = (reached.translation.vector - pose.translation.vector).norm();
        Self { position, angle: (reached.rotation.matrix() - pose.rotation.matrix()).norm() / SQRT_2 }
    }

    fn closes(&self) -> bool {
        self.position < PlaneTrial::CLOSES && self.angle < PlaneTrial::CLOSES
    }

    fn sum(&self) -> f64 {
        self.position + self.angle
    }
}

/// Whether a solution has this arm.
fn is_of(solution: &Solution<6>, shoulder: Shoulder, elbow: Elbow) -> bool {
    solution.branch.shoulder == Some(shoulder) && solution.branch.elbow == Some(elbow)
}
