//! The filter that refines the calibration of cameras.

use nalgebra::{DMatrix, DVector};

use super::PixelErrors;
use super::evidence::{CONSTANTS, CalibrationEvidence, FIRST_CONSTANT};
use crate::track::Gaussian;
use crate::track::variation::PARAMETERS;
use crate::vision::{CORRECTIONS, Camera, CameraCorrection, Miscalibration};

/// Which constants of air and table a flight shares with others: speeds and spins differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlightKind {
    /// A ball that an opponent has struck.
    Incoming,
    /// The robot's own return.
    Return,
}

/// Refines the calibration of cameras by the balls that they watch.
///
/// Its state is ξ = (κ, c): the correction κ of each camera ([`CameraCorrection`]), whose prior is the calibration's
/// [`Miscalibration`], and the constants c of air and table, of incoming balls and of returns, which all flights of a
/// kind share but for deviations of their own. [`CalibrationEvidence`] of a flight, in κ and in the flight's parameters
/// φ, is tied to c by those deviations, D; then φ is eliminated:
///
/// Λ = A_ξξ - A_ξφ A_φφ⁻¹ A_φξ        g = b_ξ - A_ξφ A_φφ⁻¹ b_φ
///
/// and the filter's step, in covariance form so that what is known exactly stays so, is
///
/// P ← (1 + P Λ)⁻¹ P        ξ ← ξ + P g
///
/// What no ball shows, a shift of everything along the table or a turn about the vertical, keeps its prior.
#[derive(Debug, Clone, PartialEq)]
pub struct CameraRefiner {
    told: Vec<Camera>,
    prior: DVector<f64>,
    mean: DVector<f64>,
    covariance: DMatrix<f64>,
    flights: usize,
    refused: usize,
}

/// What one flight says about the state, with its own parameters eliminated.
struct Eliminated {
    matrix: DMatrix<f64>,
    vector: DVector<f64>,
}

/// Standard deviations of a flight's drag, lift, restitution, friction and grip about those of its kind: what models of
/// air and bounce leave out.
const OWN_DEVIATION: [f64; CONSTANTS] = [0.02, 0.03, 0.01, 0.02, 0.04];
/// Squared Mahalanobis distance, with up to 23 degrees of freedom, beyond which a flight counts less and less: one in a
/// thousand is that far off by chance.
const UNUSUAL: f64 = 49.7;
/// Beyond this it counts not at all: another object, or a flight that touched something.
const REFUSED: f64 = 500.0;
/// Flights after which half of what was seen is forgotten, at least: cameras are knocked and warm up.
const MEMORY_FLIGHTS: f64 = 2000.0;

impl CameraRefiner {
    /// Cameras as calibrated within an error, and the constants of incoming balls and of returns as expected.
    #[must_use]
    pub fn new(told: &[Camera], error: &Miscalibration, constants: [[Gaussian; CONSTANTS]; 2]) -> Self {
        let cameras = told.iter().flat_map(|_| error.deviations().iter().copied().collect::<Vec<_>>());
        let sds: Vec<f64> = cameras.chain(constants.iter().flatten().map(|constant| constant.sd)).collect();
        let prior = DVector::from_iterator(sds.len(), sds.iter().map(|sd| sd * sd));
        let zeros = std::iter::repeat_n(0.0, CORRECTIONS * told.len());
        let means: Vec<f64> = zeros.chain(constants.iter().flatten().map(|constant| constant.mean)).collect();
        Self {
            told: told.to_vec(),
            covariance: DMatrix::from_diagonal(&prior),
            prior,
            mean: DVector::from_vec(means),
            flights: 0,
            refused: 0,
        }
    }

    /// The cameras as they are known now.
    #[must_use]
    pub fn cameras(&self) -> Vec<Camera> {
        let corrected = |(index, camera): (usize, &Camera)| camera.corrected(&self.correction(index));
        self.told.iter().enumerate().map(corrected).collect()
    }

    /// The corrections of a camera with their standard deviations.
    #[must_use]
    pub fn corrections(&self, camera: usize) -> [Gaussian; CORRECTIONS] {
        std::array::from_fn(|i| {
            let index = CORRECTIONS * camera + i;
            Gaussian { mean: self.mean[index], sd: self.covariance[(index, index)].max(0.0).sqrt() }
        })
    }

    /// Covariance of all corrections, camera after camera.
    #[must_use]
    pub fn covariance(&self) -> DMatrix<f64> {
        let size = CORRECTIONS * self.told.len();
        self.covariance.view((0, 0), (size, size)).into_owned()
    }

    /// The errors of pixels that the cameras as known now still have.
    #[must_use]
    pub fn pixel_errors(&self) -> PixelErrors {
        PixelErrors::of(&self.cameras(), &self.covariance())
    }

    /// By how much the cameras were corrected, px, with what is left: root mean squares over the space of play.
    #[must_use]
    pub fn correction_px(&self) -> Gaussian {
        let found = self.mean.rows(0, CORRECTIONS * self.told.len()).into_owned();
        let mean = PixelErrors::of(&self.cameras(), &(&found * found.transpose())).deforming;
        Gaussian { mean, sd: self.pixel_errors().deforming }
    }

    /// Flights that were used, and that were refused.
    #[must_use]
    pub fn flights(&self) -> (usize, usize) {
        (self.flights, self.refused)
    }

    /// Takes what a flight says. Returns its squared Mahalanobis distance from what was expected; `None` when it has
    /// none or was refused.
    pub fn observe(&mut self, evidence: &CalibrationEvidence, kind: FlightKind) -> Option<f64> {
        let Eliminated { matrix, vector } = self.eliminated(evidence, kind)?;
        let distance = mahalanobis_squared(&(&matrix + &matrix * &self.covariance * &matrix), &vector)?;
        if distance > REFUSED {
            self.refused += 1;
            return None;
        }
        let weight = 1.0 / (distance / UNUSUAL).max(1.0);
        let gain = DMatrix::identity(self.mean.len(), self.mean.len()) + &self.covariance * &matrix * weight;
        let covariance = gain.lu().solve(&self.covariance)?;
        self.covariance = (&covariance + covariance.transpose()) * 0.5;
        self.mean += &self.covariance * vector * weight;
        self.flights += 1;
        self.forget();
        Some(distance)
    }

    /// What was seen long ago counts less: the covariance grows by a share of the prior's.
    fn forget(&mut self) {
        for (i, most) in self.prior.iter().enumerate() {
            let grown = self.covariance[(i, i)] + most / (MEMORY_FLIGHTS * MEMORY_FLIGHTS);
            if grown < *most {
                self.covariance[(i, i)] = grown;
            }
        }
    }

    fn correction(&self, camera: usize) -> CameraCorrection {
        self.mean.fixed_rows::<CORRECTIONS>(CORRECTIONS * camera).into_owned()
    }

    /// The evidence around the current state, tied to the constants of its kind, without the flight's parameters.
    fn eliminated(&self, evidence: &CalibrationEvidence, kind: FlightKind) -> Option<Eliminated> {
        let count = self.mean.len();
        let (matrix, vector) = self.tied(evidence, kind)?;
        let own = matrix.view((count, count), (PARAMETERS, PARAMETERS)).into_owned().cholesky()?;
        let across = matrix.view((0, count), (count, PARAMETERS)).into_owned();
        let rest = vector.rows(count, PARAMETERS).into_owned();
        let reduced = matrix.view((0, 0), (count, count)) - &across * own.solve(&across.transpose());
        Some(Eliminated {
            matrix: (&reduced + reduced.transpose()) * 0.5,
            vector: vector.rows(0, count) - across * own.solve(&rest),
        })
    }

    /// The evidence in all of the state, then the flight's parameters, around the current state, and what ties the
    /// flight's constants to those of its kind.
    fn tied(&self, evidence: &CalibrationEvidence, kind: FlightKind) -> Option<(DMatrix<f64>, DVector<f64>)> {
        let (size, count) = (CORRECTIONS * self.told.len(), self.mean.len());
        if evidence.matrix.nrows() != size + PARAMETERS {
            return None;
        }
        let at = |index: usize| if index < size { index } else { index - size + count };
        let mut matrix = DMatrix::zeros(count + PARAMETERS, count + PARAMETERS);
        let mut vector = DVector::zeros(count + PARAMETERS);
        let moved = &evidence.vector - evidence.matrix.columns(0, size) * self.moved_since(evidence);
        for i in 0..size + PARAMETERS {
            vector[at(i)] = moved[i];
            for j in 0..size + PARAMETERS {
                matrix[(at(i), at(j))] = evidence.matrix[(i, j)];
            }
        }
        let shared = size + if kind == FlightKind::Return { CONSTANTS } else { 0 };
        for (i, sd) in OWN_DEVIATION.into_iter().enumerate() {
            let (information, own, common) = (1.0 / (sd * sd), count + FIRST_CONSTANT + i, shared + i);
            let apart = evidence.constants[i] - self.mean[common];
            for (one, other, sign) in [(own, common, -1.0), (common, own, 1.0)] {
                vector[one] += sign * information * apart;
                matrix[(one, one)] += information;
                matrix[(one, other)] -= information;
            }
        }
        Some((matrix, vector))
    }

    /// How far the corrections have moved since a flight was tracked.
    fn moved_since(&self, evidence: &CalibrationEvidence) -> DVector<f64> {
        let size = CORRECTIONS * self.told.len();
        let mut moved = self.mean.rows(0, size).into_owned();
        for (camera, (told, then)) in self.told.iter().zip(&evidence.cameras).enumerate() {
            let mut part = moved.fixed_rows_mut::<CORRECTIONS>(CORRECTIONS * camera);
            part -= told.correction_to(then);
        }
        moved
    }
}

/// vᵀ C⁻¹ v, where C may be singular but v lies in its range.
fn mahalanobis_squared(covariance: &DMatrix<f64>, vector: &DVector<f64>) -> Option<f64> {
    const LEAST_SHARE: f64 = 1e-9;
    let scale = covariance.diagonal().map(|value| if value > 0.0 { 1.0 / value.sqrt() } else { 0.0 });
    let mut scaled = DMatrix::from_fn(scale.len(), scale.len(), |i, j| scale[i] * covariance[(i, j)] * scale[j]);
    for i in 0..scale.len() {
        scaled[(i, i)] += LEAST_SHARE;
    }
    let vector = vector.component_mul(&scale);
    let distance = vector.dot(&scaled.cholesky()?.solve(&vector));
    distance.is_finite().then_some(distance)
}
