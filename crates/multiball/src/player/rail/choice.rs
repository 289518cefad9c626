//! Where to meet the ball, and with what stroke: the candidates, and what each costs.

use super::HitConfiguration;
use crate::motion::{JointState, Polynomial};
use crate::robot::JointLimits;

/// A candidate for a hit: the plane in which to meet the ball, and the kind of stroke.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct HitCandidate {
    /// x of the plane, m.
    pub(super) x: f64,
    /// Clearance between ball and net, m.
    pub(super) over_net: f64,
    /// Speed up the face, m/s.
    pub(super) brush_up: f64,
}

/// Kinds of stroke: (clearance over the net, m; brush, m/s). A flat ball is left for what comes high; a brush keeps the
/// ball slipping to the same side on the rubber whatever its spin.
const KINDS: [(f64, f64); 4] = [(0.30, 0.0), (0.30, 2.5), (0.30, -2.5), (0.18, 0.0)];
/// Distance between planes, m.
const PLANES_APART: f64 = 0.125;

/// The hit candidates in the order in which they are evaluated.
#[derive(Debug, Clone)]
pub(super) struct CandidateQueue {
    candidates: Vec<HitCandidate>,
    next: usize,
    /// Candidates that were not evaluated since the last news of the ball.
    left: usize,
    bounce_seen: bool,
}

impl CandidateQueue {
    /// All candidates between two planes, those of the first kind first, and of each kind those nearest to the ready
    /// position.
    pub(super) fn new((first, last): (f64, f64), ready_x: f64) -> Self {
        let count = ((last - first) / PLANES_APART).round().max(0.0) as usize;
        let mut planes: Vec<f64> = (0..=count).map(|i| first + PLANES_APART * i as f64).collect();
        planes.sort_by(|a, b| (a - ready_x).abs().total_cmp(&(b - ready_x).abs()));
        let of =
            |(over_net, brush_up): (f64, f64)| planes.iter().map(move |x| HitCandidate { x: *x, over_net, brush_up });
        let candidates: Vec<HitCandidate> = KINDS.into_iter().flat_map(of).collect();
        Self { left: candidates.len(), candidates, next: 0, bounce_seen: false }
    }

    /// After the bounce much more is known: all candidates are evaluated again.
    pub(super) fn look_again_after(&mut self, bounce_s: f64, now_s: f64) {
        if now_s > bounce_s && !self.bounce_seen {
            self.bounce_seen = true;
            self.left = self.candidates.len();
        }
    }

    /// The next candidate; once all were evaluated, another only if one is `needed`.
    pub(super) fn next(&mut self, needed: bool) -> Option<HitCandidate> {
        if self.left == 0 && !needed {
            return None;
        }
        let candidate = self.candidates.get(self.next).copied();
        self.next = (self.next + 1) % self.candidates.len();
        self.left = self.left.saturating_sub(1);
        candidate
    }
}

/// The greatest share of their limits that joints need on a quintic to a stroke: speed, acceleration and jerk, sampled
/// at some moments.
pub(super) fn load(limits: &[JointLimits; 6], from: &JointState<6>, to: &HitConfiguration, lasts_s: f64) -> f64 {
    const MOMENTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    let mut most: f64 = to.effort;
    for (i, limit) in limits.iter().enumerate() {
        let start = (from.position[i], from.velocity[i], from.acceleration[i]);
        let approach = Polynomial::quintic(start, (to.joints[i], to.rates[i], 0.0), lasts_s);
        for share in MOMENTS {
            let t_s = share * lasts_s;
            let state = approach.at(t_s);
            let [_, _, _, c3, c4, c5] = approach.coefficients;
            let jerk = 6.0 * c3 + (24.0 * c4 + 60.0 * c5 * t_s) * t_s;
            most = most.max(state.velocity.abs() / limit.speed);
            most = most.max(state.acceleration.abs() / limit.acceleration).max(jerk.abs() / limit.jerk);
        }
    }
    most
}

/// What a stroke costs: how far its landing scatters, m; a little for the load on the arm, so that of strokes that are
/// as good the easier is taken, and more where nothing would be left for corrections; and for coming so soon after the
/// bounce that what the bounce shows could not be used.
pub(super) fn cost(scatter: f64, load: f64, after_bounce_s: f64) -> f64 {
    const PER_LOAD: f64 = 0.04;
    const RESERVED: f64 = 0.5;
    const PER_RESERVE: f64 = 0.5;
    const EARLY_S: f64 = 0.25;
    const PER_EARLY_S: f64 = 0.5;
    let arm = PER_LOAD * load * load + PER_RESERVE * (load - RESERVED).max(0.0);
    scatter + arm + PER_EARLY_S * (EARLY_S - after_bounce_s).max(0.0)
}
