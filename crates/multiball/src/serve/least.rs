//! How fast an arm's joints must be to serve at all.

use super::plan::ServeCandidate;
use super::{ServeError, ServePlan, ServeRequest, Server, Toss};
use crate::optimise::{Differential, Evaluation, OptimiseError, Problem, Score, Silent, Stop, minimise};
use crate::robot::{Arm, JointLimits};

/// The legal serve that needs the slowest joints.
#[derive(Debug, Clone)]
pub struct LeastServe {
    /// The speed of its fastest joint, rad/s: with any limit above it there is a legal serve.
    pub speed: f64,
    /// The serve.
    pub plan: ServePlan,
    /// Serves that were tried.
    pub evaluations: u64,
}

/// All legal serves with one toss: where it bounces, its spin, and where it is struck.
struct Serves {
    server: Server,
    toss: Toss,
    bounds: [(f64, f64); 8],
}

/// A speed limit (rad/s) that no serve comes near: efforts are shares of it.
const FREE: f64 = 100.0;

impl Server {
    /// Searches all legal serves with a toss that rises so far for the one whose fastest joint is slowest, all joints
    /// alike, by differential evolution. What it finds is an upper bound: such a serve exists, since it was rehearsed;
    /// that no slower one does rests on the search.
    ///
    /// # Errors
    /// When no legal serve was found.
    pub fn least_joint_speed(&self, toss_rise: f64, evaluations: u64, seed: u64) -> Result<LeastServe, OptimiseError> {
        let free = self.arm.limits().map(|limit| JointLimits { speed: FREE, ..limit });
        let mut server = *self;
        server.arm.arm = server.arm.arm.with_limits(free);
        let bounds = [
            (0.1, 1.3),
            (-0.7, 0.7),
            (-1.3, -0.1),
            (-0.7, 0.7),
            (-250.0, 250.0),
            (-200.0, 200.0),
            (0.03, 0.5),
            (0.03, 0.7),
        ];
        let serves = Serves { server, toss: Toss::rising(toss_rise, &self.physics), bounds };
        let search = Differential { weight: 0.6, ..Differential::new(48) };
        let best = minimise(&serves, &search, &Stop::after(evaluations), seed, Evaluation::Parallel, &mut Silent)?;
        let (speed, plan) = serves
            .try_out(&best.x)
            .map_err(|violation| OptimiseError::Infeasible { evaluations: best.evaluations, violation })?;
        Ok(LeastServe { speed, plan, evaluations: best.evaluations })
    }
}

impl Serves {
    /// The serve of a point with the speed of its fastest joint, or how far it is from being one.
    fn try_out(&self, x: &[f64]) -> Result<(f64, ServePlan), f64> {
        let request = ServeRequest {
            own_bounce: (x[0], x[1]),
            far_bounce: (x[2], x[3]),
            topspin: x[4],
            sidespin: x[5],
            toss_rise: self.toss.rise,
        };
        let hit = (self.server.court.end_line() + x[6], x[7]);
        let candidates: Vec<ServeCandidate> =
            self.server.candidates(&request, &self.toss, hit).map_err(|error| distance(&error))?;
        let mut refused = f64::INFINITY;
        for candidate in candidates {
            match self.server.finish(&request, &self.toss, &candidate) {
                Ok(plan) => return Ok((FREE * candidate.arm.effort, plan)),
                Err(error) => refused = refused.min(distance(&error)),
            }
        }
        Err(refused)
    }
}

/// How far a failed serve is from a good one: first it must have a path, then pass the net, then be within the arm's
/// reach.
fn distance(error: &ServeError) -> f64 {
    match error {
        ServeError::NoPath { miss_m, .. } => 10.0 + miss_m.min(10.0),
        ServeError::Net { clearance_m } => 5.0 - clearance_m.min(0.0),
        ServeError::OutOfReach { by_m } => 2.0 + by_m,
        ServeError::JointRange { .. } => 1.5,
        ServeError::Strike(_) => 4.0,
        ServeError::NotLegal { .. } => 8.0,
        _ => 1.0,
    }
}

impl Problem for Serves {
    fn bounds(&self) -> &[(f64, f64)] {
        &self.bounds
    }

    fn cost(&self, x: &[f64]) -> f64 {
        self.score(x).cost
    }

    fn violation(&self, x: &[f64]) -> f64 {
        self.score(x).violation
    }

    /// A serve is tried out once for both.
    fn score(&self, x: &[f64]) -> Score {
        match self.try_out(x) {
            Ok((speed, _)) => Score { violation: 0.0, cost: speed },
            Err(violation) => Score { violation, cost: f64::INFINITY },
        }
    }
}
