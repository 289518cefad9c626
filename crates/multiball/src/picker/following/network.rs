//! The paper's law: PID with gains from a small network.

use super::pid::Memory;
use super::trained::TRAINED_WEIGHTS;
use super::{Gains, Steer};
use crate::picker::{DriveLimits, Target};

/// Neurons of the layers [paper 002, table 1].
pub(super) const LAYERS: [usize; 4] = [2, 4, 5, 3];

/// A fully connected network that computes PID gains from the error and the last output.
///
/// ```text
/// x₁ = f(b₁ + W₁ (e, u)),  x₂ = f(b₂ + W₂ x₁),  (K_p, K_i, K_d) = b₃ + W₃ x₂,   f(s) = s/(1 + |s|)
/// ```
///
/// e in rad, u in rad/s; f is taken for each neuron. The paper names neither f nor the range of the gains. This f needs
/// no exponential, has the same bits everywhere, and the gains are as they come out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Network {
    weights: [f64; Self::WEIGHTS],
}

impl Network {
    /// Neurons of each layer [paper 002, table 1].
    pub const LAYERS: [usize; 4] = LAYERS;

    /// Number of parameters: for each layer a bias for each neuron, then the weights from each input to each neuron,
    /// input by input.
    pub const WEIGHTS: usize = (LAYERS[0] + 1) * LAYERS[1] + (LAYERS[1] + 1) * LAYERS[2] + (LAYERS[2] + 1) * LAYERS[3];

    /// The network that `experiments::train` finds with the paper's settings and seed 1.
    pub const TRAINED: Self = Self { weights: TRAINED_WEIGHTS };

    /// From its weights.
    #[must_use]
    pub fn new(weights: [f64; Self::WEIGHTS]) -> Self {
        Self { weights }
    }

    /// Its weights.
    #[must_use]
    pub fn weights(&self) -> &[f64; Self::WEIGHTS] {
        &self.weights
    }

    /// The gains for an error (rad) and the last output (rad/s).
    #[must_use]
    #[inline]
    pub fn gains(&self, error: f64, last_output: f64) -> Gains {
        let (first, rest) = self.weights.split_at((LAYERS[0] + 1) * LAYERS[1]);
        let (second, third) = rest.split_at((LAYERS[1] + 1) * LAYERS[2]);
        let first = activated(layer::<2, 4>(first, &[error, last_output]));
        let second = activated(layer::<4, 5>(second, &first));
        let [proportional, integral, derivative] = layer::<5, 3>(third, &second);
        Gains { proportional, integral, derivative }
    }
}

/// Biases and weighted inputs.
#[inline]
fn layer<const INPUTS: usize, const OUTPUTS: usize>(weights: &[f64], inputs: &[f64; INPUTS]) -> [f64; OUTPUTS] {
    let mut sums = [0.0; OUTPUTS];
    sums.copy_from_slice(&weights[..OUTPUTS]);
    for (input, column) in inputs.iter().zip(weights[OUTPUTS..].chunks_exact(OUTPUTS)) {
        for (sum, weight) in sums.iter_mut().zip(column) {
            *sum += input * weight;
        }
    }
    sums
}

#[inline]
fn activated<const N: usize>(sums: [f64; N]) -> [f64; N] {
    sums.map(|sum| sum / (1.0 + sum.abs()))
}

/// The paper's law at work: nonlinear PID of the bearing [paper 002, eq. 16].
///
/// Left and right are alike: a target on the right is steered to as its mirror image on the left would be, so half the
/// starts need to be learned. The last output is what the drive made of it: the controller's own may be far beyond what
/// can be driven.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NetworkPid {
    network: Network,
    memory: Memory,
}

impl NetworkPid {
    /// A network's law on a new target, for a drive.
    #[must_use]
    pub fn new(network: &Network, limits: &DriveLimits) -> Self {
        Self { network: *network, memory: Memory::new(limits.step_s) }
    }
}

impl Steer for NetworkPid {
    #[inline]
    fn wanted_turn_rate(&mut self, seen: &Target, turn_rate: f64) -> f64 {
        let side = 1f64.copysign(seen.bearing);
        let gains = self.network.gains(side * seen.bearing, side * turn_rate);
        self.memory.output(&gains, seen.bearing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{SMatrix, SVector};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn dense<const I: usize, const O: usize>(weights: &[f64], input: SVector<f64, I>) -> SVector<f64, O> {
        SVector::from_column_slice(&weights[..O]) + SMatrix::<f64, O, I>::from_column_slice(&weights[O..]) * input
    }

    #[test]
    fn law_gains_are_those_of_matrices_and_vectors() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let network = Network::new([(); Network::WEIGHTS].map(|()| rng.random_range(-9.0..9.0)));
            let (error, output) = (rng.random_range(-3.0..3.0), rng.random_range(-2.0..2.0));
            let squash = |sum: f64| sum / (1.0 + sum.abs());
            let w = network.weights();
            let first = dense::<2, 4>(&w[..12], SVector::from([error, output])).map(squash);
            let second = dense::<4, 5>(&w[12..37], first).map(squash);
            let third = dense::<5, 3>(&w[37..], second);
            let Gains { proportional, integral, derivative } = network.gains(error, output);
            assert!((SVector::from([proportional, integral, derivative]) - third).norm() < 1e-12);
        }
    }
}
