//! From a start down to the least time.

use nalgebra::{Matrix2, Vector2};

use crate::geometry::portable::{exp, ln};

use super::grid::LOG_RATIO_LIMIT;
use super::middle::{Extreme, extremes};
use super::minimax::{Piece, Step, step_within};

/// Longest step in either logarithm; the grid's nodes are ln 4 apart.
const LONGEST_STEP: f64 = 1.5;

/// A radius that has shrunk below this finds nothing better.
const SHORTEST_STEP: f64 = 1e-9;

/// Steps before the search gives up; some dozen are usual, and no way points were found that need half as many.
const MOST_STEPS: usize = 200;

/// Relative gain in the sum below which a Newton step is the last.
const LAST_GAIN: f64 = 1e-13;

/// A choice of x = ln t₁/t₂ and y = ln t₃/t₂, and what the extremes of all joints' rates are there.
#[derive(Clone, Copy)]
pub(super) struct Iterate<const N: usize> {
    logs: Vector2<f64>,
    /// Logarithm of (greatest rate times sum of the times), which is to become least.
    pub(super) cost: f64,
    pieces: [[Option<Piece>; 3]; N],
}

impl<const N: usize> Iterate<N> {
    fn at(differences: &[[f64; 3]; N], logs: Vector2<f64>) -> Self {
        let outer = logs.map(exp);
        let total = outer.x + 1.0 + outer.y;
        let (ratios, shares, log_total) = ([1.0 / outer.x, 1.0 / outer.y], outer / total, ln(total));
        let pieces = differences.map(|d| extremes(&d, ratios).map(|e| e.map(|e| piece(&e, &shares, log_total))));
        let values = pieces.iter().flatten().flatten().map(|piece| piece.value);
        let cost = values.max_by(f64::total_cmp).unwrap_or(f64::INFINITY);
        Self { logs, cost, pieces }
    }

    /// The shares of t₁, t₂, t₃ in their sum.
    pub(super) fn shares(&self) -> [f64; 3] {
        let outer = self.logs.map(exp);
        [outer.x, 1.0, outer.y].map(|time| time / (outer.x + 1.0 + outer.y))
    }

    /// The best step of the given curvature that stays within the radius and the limits of the ratios.
    fn step(&self, curvature: &Matrix2<f64>, radius: f64) -> Option<Step> {
        let (limit, radius) = (Vector2::repeat(LOG_RATIO_LIMIT), Vector2::repeat(radius));
        let bounds = ((-limit - self.logs).sup(&-radius), (limit - self.logs).inf(&radius));
        step_within(&self.pieces.iter().flatten().flatten().copied(), curvature, bounds)
    }
}

/// Logarithm of an extreme times the sum of the times, with its derivatives by x and y.
fn piece(extreme: &Extreme, shares: &Vector2<f64>, log_total: f64) -> Piece {
    let slope = extreme.gradient / extreme.size;
    let own = extreme.hessian / extreme.size - slope * slope.transpose();
    let of_total = Matrix2::from_diagonal(shares) - shares * shares.transpose();
    Piece { value: ln(extreme.size) + log_total, gradient: slope + shares, hessian: own + of_total }
}

/// Newton steps on the least maximum within a radius that follows their success.
pub(super) fn descend<const N: usize>(differences: &[[f64; 3]; N], start: Vector2<f64>) -> Iterate<N> {
    let mut best = Iterate::at(differences, start);
    let (mut curvature, mut radius) = (Matrix2::identity(), 1.0);
    for _ in 0..MOST_STEPS {
        // The first step only shows which pieces decide: the curvature is theirs.
        let Some(deciding) = best.step(&curvature, radius) else { return best };
        curvature = deciding.curvature;
        let Some(step) = best.step(&curvature, radius) else { return best };
        let expected = best.cost - step.value;
        let tried = Iterate::at(differences, best.logs + step.by);
        if expected < LAST_GAIN {
            return if tried.cost <= best.cost { tried } else { best };
        }
        let next = levelled(differences, tried, best.cost, radius);
        let gain = best.cost - next.cost;
        radius = if gain > 0.1 * expected { LONGEST_STEP.min(2.0 * radius) } else { 0.25 * radius.min(step.by.amax()) };
        if gain > 0.0 {
            best = next;
        }
        if radius < SHORTEST_STEP {
            return best;
        }
    }
    best
}

/// An iterate near this one at which the deciding pieces are level again.
///
/// The edge on which two pieces are equal is curved. A long step along it ends next to it, where the greater piece may
/// be above the point left, however good the step was (the Maratos effect). Steps with the curvature of a unit bowl
/// hardly move along the edge; two of them lead back onto it.
fn levelled<const N: usize>(differences: &[[f64; 3]; N], from: Iterate<N>, below: f64, radius: f64) -> Iterate<N> {
    let mut iterate = from;
    for _ in 0..2 {
        if iterate.cost < below {
            break;
        }
        let Some(step) = iterate.step(&Matrix2::identity(), radius) else { break };
        iterate = Iterate::at(differences, iterate.logs + step.by);
    }
    iterate
}
