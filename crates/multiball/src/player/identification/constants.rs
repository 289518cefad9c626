//! Air and table as flights show them.

use nalgebra::{Matrix2, Vector2};

use crate::geometry::portable;
use crate::track::{FlightConstants, Gaussian, Priors};

/// Drag, lift, restitution, friction and grip, learned from flight to flight.
///
/// A flight's estimate begins with these priors and ends with a posterior; what it has added is information 1/σ² -
/// 1/σ₀². Flights share errors that each takes for its own, those of the cameras above all, so that only a share of it
/// is counted.
///
/// A single flight cannot tell drag that grows with spin from drag that does not: C_D = C₀ + C₁ tanh²(S / b) is a line
/// in tanh², and each flight gives one point of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ConstantsIdentifier {
    known: [Gaussian; 5],
    first: [Gaussian; 5],
    least_sd: [f64; 5],
    /// C₀ and C₁, and their covariance.
    drag: Vector2<f64>,
    drag_covariance: Matrix2<f64>,
    bend: f64,
    flights: usize,
}

/// Index of drag among the constants.
const DRAG: usize = 0;
/// Share of a flight's information that is its own.
const OWN_SHARE: f64 = 0.3;
/// A number drifts from flight to flight by this share of its first standard deviation, as a random walk: balls wear,
/// air warms.
const DRIFT: f64 = 1e-3;
/// A flight further from what is known, in standard deviations, counts as one with more noise.
const UNUSUAL: f64 = 3.0;
/// Beyond this many it counts not at all: another ball, or one that touched something.
const REFUSED: f64 = 10.0;
/// Standard deviations that are stated at least, however many flights were seen: what an estimate leaves out, as in
/// [`Priors::knowing`]. That of lift is per bend.
const LEAST_SD: [f64; 5] = [0.003, 0.0404, 0.003, 0.012, 0.015];
/// Index of lift among the constants.
const LIFT: usize = 1;

impl ConstantsIdentifier {
    /// As well known as the priors say; what spin adds to drag within a standard deviation.
    #[must_use]
    pub fn new(priors: &Priors, spin_drag_sd: f64) -> Self {
        let known = priors.constants();
        let mut least_sd = LEAST_SD;
        least_sd[LIFT] *= priors.bend;
        let variances = Vector2::new(priors.drag.sd, spin_drag_sd).map(|sd| sd * sd);
        Self {
            known,
            first: known,
            least_sd,
            drag: Vector2::new(priors.drag.mean, priors.spin_drag),
            drag_covariance: Matrix2::from_diagonal(&variances),
            bend: priors.bend,
            flights: 0,
        }
    }

    /// The numbers: drag, lift, restitution, friction, grip.
    #[must_use]
    pub fn numbers(&self) -> [Gaussian; 5] {
        std::array::from_fn(|i| {
            let (Gaussian { mean, sd }, first) = (self.known[i], self.first[i].sd);
            Gaussian { mean, sd: sd.clamp(self.least_sd[i].min(first), first) }
        })
    }

    /// What spin adds to drag at most.
    #[must_use]
    pub fn spin_drag(&self) -> Gaussian {
        Gaussian { mean: self.drag[1], sd: self.drag_covariance[(1, 1)].max(0.0).sqrt() }
    }

    /// Flights that were used.
    #[must_use]
    pub fn flights(&self) -> usize {
        self.flights
    }

    /// Priors for the next flight.
    #[must_use]
    pub fn priors(&self, base: &Priors) -> Priors {
        let [drag, lift, restitution, friction, grip] = self.numbers();
        Priors { drag, spin_drag: self.drag[1], lift, restitution, friction, grip, ..*base }
    }

    /// Takes the constants of a flight.
    pub fn observe(&mut self, flight: &FlightConstants) {
        self.flights += 1;
        for (i, least_sd) in self.least_sd.into_iter().enumerate() {
            let (known, first) = (self.known[i], self.first[i]);
            let alone = alone(&flight.numbers[i], &flight.expected[i]).filter(|_| first.sd > least_sd);
            let Some(alone) = alone else { continue };
            if i == DRAG {
                self.observe_drag(&alone, flight);
                continue;
            }
            let off = alone.mean - known.mean;
            let variance = known.sd * known.sd;
            let Some(noise) = noise(&alone, off, variance) else { continue };
            let gain = variance / (variance + noise);
            let left = variance * (1.0 - gain) + (DRIFT * first.sd).powi(2);
            self.known[i] = Gaussian { mean: known.mean + gain * off, sd: left.sqrt() };
        }
    }

    /// A Kalman step on the line C₀ + C₁ tanh²(S / b).
    fn observe_drag(&mut self, alone: &Gaussian, flight: &FlightConstants) {
        let tanh = 1.0 - 2.0 / (portable::exp(2.0 * flight.spin_parameter / self.bend) + 1.0);
        let line = Vector2::new(1.0, tanh * tanh);
        // What the flight says of C₀, with the C₁ that it was estimated with, is a point of the line.
        let residual = alone.mean + flight.spin_drag * line[1] - line.dot(&self.drag);
        let spread = self.drag_covariance * line;
        let known = line.dot(&spread);
        let Some(noise) = noise(alone, residual, known) else { return };
        let variance = known + noise;
        self.drag += spread * (residual / variance);
        self.drag_covariance -= spread * spread.transpose() / variance;
        self.drag_covariance[(0, 0)] += (DRIFT * self.first[DRAG].sd).powi(2);
        let sd = self.drag_covariance[(0, 0)].max(0.0).sqrt();
        self.known[DRAG] = Gaussian { mean: self.drag[0], sd };
    }
}

/// What a flight says by itself, from its posterior and the prior that it began with; `None` when it says nothing.
fn alone(seen: &Gaussian, expected: &Gaussian) -> Option<Gaussian> {
    let (before, after) = (information(expected.sd), information(seen.sd));
    let mean = (after * seen.mean - before * expected.mean) / (after - before);
    let own = OWN_SHARE * (after - before);
    (own > 0.0 && mean.is_finite()).then(|| Gaussian { mean, sd: 1.0 / own.sqrt() })
}

/// Variance of what a flight says by itself, when that is so far off a number with a variance; `None` where it is
/// refused.
fn noise(alone: &Gaussian, off: f64, known: f64) -> Option<f64> {
    let own = alone.sd * alone.sd;
    let squared = off * off / (known + own);
    (squared <= REFUSED * REFUSED).then(|| own * (off * off / (UNUSUAL * UNUSUAL * (known + own))).max(1.0))
}

fn information(sd: f64) -> f64 {
    1.0 / (sd * sd)
}
