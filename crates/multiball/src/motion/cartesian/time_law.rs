//! When the tool is where on a leg: the share over time, from rest to rest.

use super::joint_path::JointPath;
use crate::geometry::{cubic_between, portable, root_in_bracket};
use crate::motion::Polynomial;
use crate::robot::JointLimits;

/// Share of the limits of acceleration and jerk that the change of pace may take at first.
const SHARE_OF_ACCELERATION: f64 = 0.5;
const SHARE_OF_JERK: f64 = 0.3;
/// How much of what the limits allow a correction takes, in the logarithm.
const CORRECTION: f64 = 0.7;
/// A ramp is at least this share of a leg's duration; then a motion without limits of acceleration starts gently too.
const LEAST_RAMP: f64 = 0.02;
/// No pace is below this share of the greatest: where no joint moves, no limit says how fast.
const LEAST_PACE: f64 = 1e-4;

/// The share s of a leg over time t, by a pace g > 0 and two ramps.
///
/// ```text
/// dτ/ds = g(s)        dτ/dt = ρ(t):  3 x² - 2 x³, x = t / D, at the start;  1;  the same backwards at the end
/// s' = ρ/g            s'' = ρ'/g - g' ρ² / g³
/// ```
/// g is a monotone cubic between the knots of the path, so τ(s) is a quartic on each span: its integral is exact.
#[derive(Debug, Clone)]
pub(super) struct TimeLaw {
    /// Shares at the knots.
    shares: Vec<f64>,
    /// g at the knots, s per share.
    pub(super) pace: Vec<f64>,
    /// Least g: the tool's greatest speed.
    floor: f64,
    /// dg/ds at the knots.
    slopes: Vec<f64>,
    /// τ at the knots, s.
    reached: Vec<f64>,
    /// Requested durations of the two ramps, s.
    wanted: [f64; 2],
    /// Durations of both that fit.
    ramps: [f64; 2],
}

/// Place and rates on a leg at one time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    pub(super) share: f64,
    pub(super) rate: f64,
    pub(super) acceleration: f64,
}

impl TimeLaw {
    /// A first law from the limits of each joint taken by itself; `floor` is the least pace, s per share, 0 without
    /// one. `None` where nothing has a limit.
    pub(super) fn new(path: &JointPath, limits: &[JointLimits], floor: f64) -> Option<Self> {
        let mut shares: Vec<f64> = path.spans.iter().map(|span| span.from).collect();
        shares.push(1.0);
        let mut pace: Vec<f64> = (0..shares.len()).map(|k| own_pace(path, k, limits).max(floor)).collect();
        let least = LEAST_PACE * pace.iter().copied().fold(0.0, f64::max);
        if least <= 0.0 || !least.is_finite() {
            return None;
        }
        pace.iter_mut().for_each(|pace| *pace = pace.max(least));
        limit_change(&mut pace, &shares, limits);
        let wanted = [ramp_s(path, &pace, limits); 2];
        let mut law = Self { shares, pace, floor, slopes: Vec::new(), reached: Vec::new(), wanted, ramps: wanted };
        law.integrate();
        Some(law)
    }

    /// Slopes, τ and ramps for the present pace.
    fn integrate(&mut self) {
        self.slopes = monotone_slopes(&self.shares, &self.pace);
        self.reached.clear();
        self.reached.push(0.0);
        for k in 0..self.shares.len() - 1 {
            let next = self.reached[k] + self.integral(k, 1.0);
            self.reached.push(next);
        }
        let total = self.total();
        let wanted = self.wanted.map(|wanted| wanted.max(LEAST_RAMP * total));
        let shorter = (2.0 * total / (wanted[0] + wanted[1])).min(1.0);
        self.ramps = wanted.map(|wanted| wanted * shorter);
    }

    /// τ at the end.
    fn total(&self) -> f64 {
        self.reached.last().copied().unwrap_or(0.0)
    }

    /// Duration, s.
    pub(super) fn duration_s(&self) -> f64 {
        self.total() + 0.5 * (self.ramps[0] + self.ramps[1])
    }

    /// The ramps' durations, s.
    pub(super) fn ramps_s(&self) -> [f64; 2] {
        self.ramps
    }

    /// How many knots it has.
    pub(super) fn knots(&self) -> usize {
        self.shares.len()
    }

    /// The greatest rate of the share, 1/s.
    pub(super) fn peak_rate(&self) -> f64 {
        1.0 / self.pace.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The knots between which a share lies.
    pub(super) fn span_of(&self, share: f64) -> usize {
        self.shares.partition_point(|knot| *knot <= share).clamp(1, self.shares.len() - 1) - 1
    }

    /// ∫ g over a part x of span k.
    fn integral(&self, k: usize, x: f64) -> f64 {
        let h = self.shares[k + 1] - self.shares[k];
        let (x2, x3) = (x * x, x * x * x);
        let x4 = x2 * x2;
        let values = self.pace[k] * (x - x3 + 0.5 * x4) + self.pace[k + 1] * (x3 - 0.5 * x4);
        let slopes =
            self.slopes[k] * (0.5 * x2 - 2.0 * x3 / 3.0 + 0.25 * x4) + self.slopes[k + 1] * (0.25 * x4 - x3 / 3.0);
        h * (values + h * slopes)
    }

    /// The place at a time.
    pub(super) fn at(&self, t_s: f64) -> Moment {
        let (tau, rho, change) = self.ramp(t_s);
        let tau = tau.clamp(0.0, self.total());
        let k = self.reached.partition_point(|reached| *reached <= tau).clamp(1, self.shares.len() - 1) - 1;
        let h = self.shares[k + 1] - self.shares[k];
        let (left, right) = (self.reached[k] - tau, self.reached[k + 1] - tau);
        let x = match (left >= 0.0, right <= 0.0) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => root_in_bracket(|x| left + self.integral(k, x), 0.0, 1.0, left, right, 1e-15),
        };
        let ends = ((self.pace[k], self.slopes[k]), (self.pace[k + 1], self.slopes[k + 1]));
        let (g, slope) = cubic_between(ends.0, ends.1, x, h);
        let rate = rho / g;
        Moment { share: self.shares[k] + x * h, rate, acceleration: (change - slope * rate * rate) / g }
    }

    /// τ, ρ and ρ' at a time.
    fn ramp(&self, t_s: f64) -> (f64, f64, f64) {
        let (duration_s, [start, end]) = (self.duration_s(), self.ramps);
        let rise = |t: f64, lasts: f64| {
            let x = (t / lasts).clamp(0.0, 1.0);
            let x2 = x * x;
            (lasts * x2 * (x - 0.5 * x2), x2 * (3.0 - 2.0 * x), 6.0 * (x - x2) / lasts)
        };
        if t_s < start {
            rise(t_s, start)
        } else if t_s <= duration_s - end {
            (t_s - 0.5 * start, 1.0, 0.0)
        } else {
            let (tau, rho, change) = rise(duration_s - t_s, end);
            (self.total() - tau, rho, -change)
        }
    }

    /// When τ is reached.
    fn time_of(&self, tau: f64) -> f64 {
        let fall = |tau: f64, lasts: f64| {
            let share = |x: f64| x * x * x * (1.0 - 0.5 * x) - tau / lasts;
            lasts * root_in_bracket(share, 0.0, 1.0, -tau / lasts, 0.5 - tau / lasts, 1e-12)
        };
        let (total, [start, end]) = (self.total(), self.ramps);
        if tau < 0.5 * start {
            fall(tau, start)
        } else if tau <= total - 0.5 * end {
            tau + 0.5 * start
        } else {
            self.duration_s() - fall(total - tau, end)
        }
    }

    /// Times at which pieces should begin: at knots, and through the ramps; ascending, with start and end.
    pub(super) fn times(&self) -> Vec<f64> {
        let duration_s = self.duration_s();
        let parts = (1..=4).map(|part| 0.25 * f64::from(part));
        let mut times: Vec<f64> = parts.flat_map(|x| [x * self.ramps[0], duration_s - x * self.ramps[1]]).collect();
        times.extend(self.reached.iter().map(|tau| self.time_of(*tau)));
        times.sort_by(f64::total_cmp);
        let shortest = 1e-3 * duration_s;
        let mut kept = vec![0.0];
        kept.extend(times.into_iter().filter(|t_s| *t_s > shortest && *t_s < duration_s - shortest));
        kept.dedup_by(|next, before| *next - *before < shortest);
        kept.push(duration_s);
        kept
    }

    /// Slows down where limits are broken and speeds up where they leave room. `loads` has one number for each knot and
    /// ramp: by how much the motion there must be slower to keep its limits.
    pub(super) fn correct(&mut self, knots: &[f64], ramps: [f64; 2]) {
        let last = knots.len() - 1;
        let logs: Vec<f64> = knots.iter().map(|load| portable::ln(load.clamp(0.1, 1e3))).collect();
        let wide: Vec<f64> =
            (0..=last).map(|k| logs[k.saturating_sub(1)].max(logs[k]).max(logs[(k + 1).min(last)])).collect();
        for k in 0..=last {
            let smooth = 0.25 * (wide[k.saturating_sub(1)] + 2.0 * wide[k] + wide[(k + 1).min(last)]);
            self.pace[k] = (self.pace[k] * portable::exp(CORRECTION * smooth)).max(self.floor);
        }
        for (wanted, load) in self.wanted.iter_mut().zip(ramps) {
            *wanted *= portable::exp(CORRECTION * portable::ln(load.clamp(0.3, 3.0)));
        }
        self.integrate();
    }
}

/// The least pace at a knot by which each joint alone keeps its limits, without a change of pace.
fn own_pace(path: &JointPath, k: usize, limits: &[JointLimits]) -> f64 {
    let (span, end) = match path.spans.get(k) {
        Some(span) => (span, 0.0),
        None => (&path.spans[k - 1], path.spans[k - 1].length),
    };
    let joint = |(joint, limits): (&Polynomial, &JointLimits)| {
        let state = joint.at(end);
        let speed = state.velocity.abs() / limits.speed;
        let acceleration = (state.acceleration.abs() / limits.acceleration).sqrt();
        speed.max(acceleration).max(portable::cbrt(state.jerk.abs() / limits.jerk))
    };
    span.joints.iter().zip(limits).map(joint).fold(0.0, f64::max)
}

/// Increases the pace next to slow places so that braking before them and speeding up after them takes some time.
fn limit_change(pace: &mut [f64], shares: &[f64], limits: &[JointLimits]) {
    let own = |limits: &JointLimits| {
        if !limits.speed.is_finite() {
            return f64::INFINITY;
        }
        let by_acceleration = SHARE_OF_ACCELERATION * limits.acceleration / limits.speed;
        by_acceleration.min(SHARE_OF_JERK * (limits.jerk / limits.speed).sqrt())
    };
    let most = limits.iter().map(own).filter(|most| most.is_finite()).fold(f64::INFINITY, f64::min);
    if !most.is_finite() {
        return;
    }
    let after = |before: f64, here: f64, h: f64| here.max(before / (1.0 + 0.5 * most * h * (before + here)));
    for k in 1..pace.len() {
        pace[k] = after(pace[k - 1], pace[k], shares[k] - shares[k - 1]);
    }
    for k in (1..pace.len()).rev() {
        pace[k - 1] = after(pace[k], pace[k - 1], shares[k] - shares[k - 1]);
    }
}

/// A first duration of the ramps: the greatest joint rates come and go within acceleration and jerk.
fn ramp_s(path: &JointPath, pace: &[f64], limits: &[JointLimits]) -> f64 {
    let mut longest: f64 = 0.0;
    for (span, pace) in path.spans.iter().zip(pace) {
        for (joint, limits) in span.joints.iter().zip(limits) {
            let rate = joint.at(0.0).velocity.abs() / pace;
            longest = longest.max(1.5 * rate / limits.acceleration).max((6.0 * rate / limits.jerk).sqrt());
        }
    }
    longest
}

/// Slopes of a cubic between points that is monotone wherever they are [Fritsch and Butland 1984].
fn monotone_slopes(x: &[f64], y: &[f64]) -> Vec<f64> {
    let secant = |k: usize| (y[k + 1] - y[k]) / (x[k + 1] - x[k]);
    let last = x.len() - 1;
    let slope = |k: usize| {
        if k == 0 || k == last {
            return secant(k.min(last - 1));
        }
        let (before, after) = (secant(k - 1), secant(k));
        if before * after <= 0.0 {
            return 0.0;
        }
        let (h0, h1) = (x[k] - x[k - 1], x[k + 1] - x[k]);
        3.0 * (h0 + h1) / ((h0 + 2.0 * h1) / before + (2.0 * h0 + h1) / after)
    };
    (0..=last).map(slope).collect()
}
