//! The joint vectors that reach one pose.

use super::{JointLimits, Joints, ReachError};

/// Whether the arm reaches forward or over its back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shoulder {
    /// Towards the pose.
    Front,
    /// Turned away from it and bent backwards.
    Back,
}

/// On which side of the line from shoulder to wrist the elbow lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elbow {
    /// Above.
    Up,
    /// Below.
    Down,
}

/// Which of its two attitudes the wrist takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrist {
    /// The wrist's bend is positive.
    NoFlip,
    /// The wrist's bend is negative, the joints next to it half a turn on.
    Flip,
}

/// The choices that distinguish one solution from the others. An arm without a choice has `None` for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Branch {
    /// Front or back.
    pub shoulder: Option<Shoulder>,
    /// Up or down.
    pub elbow: Option<Elbow>,
    /// Flipped or not.
    pub wrist: Option<Wrist>,
}

impl std::fmt::Display for Branch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shoulder = self.shoulder.map(|shoulder| match shoulder {
            Shoulder::Front => "front",
            Shoulder::Back => "back",
        });
        let elbow = self.elbow.map(|elbow| match elbow {
            Elbow::Up => "elbow-up",
            Elbow::Down => "elbow-down",
        });
        let wrist = self.wrist.map(|wrist| match wrist {
            Wrist::NoFlip => "wrist-noflip",
            Wrist::Flip => "wrist-flip",
        });
        let mut separator = "";
        for label in [shoulder, elbow, wrist].into_iter().flatten() {
            write!(f, "{separator}{label}")?;
            separator = ",";
        }
        Ok(())
    }
}

/// One joint vector that reaches a pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solution<const N: usize> {
    /// The joints, each at the turn nearest to the reference within its limits.
    pub joints: Joints<N>,
    /// Which of the solutions this is.
    pub branch: Branch,
    /// Whether every joint is within its limits.
    pub in_limits: bool,
}

/// All solutions for one pose, at most eight; never empty when an arm returns it.
#[derive(Debug, Clone, Copy)]
pub struct Solutions<const N: usize> {
    items: [Solution<N>; 8],
    count: usize,
}

impl<const N: usize> Solutions<N> {
    /// Every solution of an [`super::Arm`] rebuilds its pose within this, m and rad; checked at each call.
    pub const CLOSES: f64 = 1e-10;

    /// No solutions yet.
    #[must_use]
    #[inline]
    pub(super) fn none() -> Self {
        let blank = Solution { joints: Joints::zeros(), branch: Branch::default(), in_limits: false };
        Self { items: [blank; 8], count: 0 }
    }

    /// Adds joints that are at their nearest turns.
    #[inline]
    pub(super) fn push(&mut self, joints: [f64; N], branch: Branch, limits: &[JointLimits; N]) {
        let Some(item) = self.items.get_mut(self.count) else { return };
        // Not a short-circuit: which joint is outside cannot be predicted.
        let in_limits = (0..N).fold(true, |inside, i| inside & limits[i].contains(joints[i]));
        *item = Solution { joints: joints.into(), branch, in_limits };
        self.count += 1;
    }

    /// Refuses solutions that do not rebuild the requested pose: `residual` is what is left, m and rad.
    #[inline]
    pub(super) fn check(&self, residual: f64) -> Result<(), ReachError> {
        // A residual that is not a number must not pass.
        if residual <= Self::CLOSES { Ok(()) } else { Err(ReachError::NotARotation { residual }) }
    }

    /// The solutions, in the order of their branches.
    #[must_use]
    pub fn as_slice(&self) -> &[Solution<N>] {
        &self.items[..self.count]
    }

    /// The solutions, one after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Solution<N>> {
        self.as_slice().iter()
    }

    /// The solution within all limits whose joints move least from `near`: by the greatest time that any joint needs at
    /// its own greatest speed, and where that is the same for several, by the sum of all joints' times.
    ///
    /// # Errors
    /// When every solution breaks a limit; the error reports the solution that breaks them least.
    pub fn nearest(&self, near: &Joints<N>, limits: &[JointLimits; N]) -> Result<Solution<N>, ReachError> {
        let times = |solution: &Solution<N>| travel_times(solution.joints.as_slice(), near.as_slice(), limits);
        let within = self.iter().filter(|solution| solution.in_limits);
        if let Some(best) = within.min_by(|a, b| sooner(times(a), times(b))) {
            return Ok(*best);
        }
        // In shares of each joint's range: metres of a rail and radians do not compare.
        let share =
            |i: usize, value: f64| limits[i].excess(value) / (limits[i].high - limits[i].low).max(f64::MIN_POSITIVE);
        let worst = |solution: &Solution<N>| {
            let share = |i: usize| share(i, solution.joints[i]);
            let joint = (0..N).max_by(|a, b| share(*a).total_cmp(&share(*b))).unwrap_or(0);
            (joint, solution.joints[joint], share(joint))
        };
        let least = self.iter().map(worst).min_by(|a, b| a.2.total_cmp(&b.2));
        let (joint, value, _) = least.ok_or(ReachError::NotFinite)?;
        let JointLimits { kind, low, high, .. } = limits[joint];
        Err(ReachError::OutsideLimits { number: joint + 1, kind, value, low, high })
    }
}

impl<'a, const N: usize> IntoIterator for &'a Solutions<N> {
    type Item = &'a Solution<N>;
    type IntoIter = std::slice::Iter<'a, Solution<N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The greatest and the sum of the times that joints need from one configuration to another at their greatest speeds;
/// where no speed is limited, of the distances.
pub(super) fn travel_times(to: &[f64], from: &[f64], limits: &[JointLimits]) -> (f64, f64) {
    let speed = |limit: &JointLimits| if limit.speed.is_finite() { limit.speed } else { 1.0 };
    let times = to.iter().zip(from).zip(limits).map(|((to, from), limit)| (to - from).abs() / speed(limit));
    times.fold((0.0, 0.0), |(most, sum): (f64, f64), time| (time.max(most), sum + time))
}

/// Orders by the greatest times, unless they differ by rounding alone; then by the sums.
pub(super) fn sooner((most, sum): (f64, f64), (other_most, other_sum): (f64, f64)) -> std::cmp::Ordering {
    let same = (most - other_most).abs() <= 1e-9 * most.max(other_most);
    if same { sum.total_cmp(&other_sum) } else { most.total_cmp(&other_most) }
}
