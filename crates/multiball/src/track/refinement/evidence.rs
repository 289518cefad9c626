//! What one watched flight says about the cameras.

use nalgebra::{DMatrix, DVector, SMatrix, SVector};

use crate::track::hypothesis::Hypothesis;
use crate::track::variation::{DRAG, PARAMETERS, SPIN, VELOCITY};
use crate::track::{Priors, Track};
use crate::vision::{CORRECTIONS, Camera, Vec2};

/// Where one camera saw the ball that a track follows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::track) struct SeenPixel {
    pub(in crate::track) camera: usize,
    pub(in crate::track) t_s: f64,
    pub(in crate::track) pixel: Vec2,
    /// Standard deviation of the pixel without the cameras' constant errors, px.
    pub(in crate::track) sd: f64,
}

/// Normal equations of one flight in the corrections κ of all cameras and the parameters φ of the flight, around the
/// cameras and the flight as they were estimated:
///
/// A = Σ w JᵀJ / σ²        b = Σ w Jᵀ r / σ²        J = [∂h/∂κ, ∂h/∂x · ∂x/∂φ]
///
/// r: seen pixel less projection h, px; σ: deviation of a pixel, px; w: Huber's weight. What the tracker knew of
/// velocity and spin before is in them, what it knew of air and table is not: flights share it.
#[derive(Debug, Clone, PartialEq)]
pub struct CalibrationEvidence {
    /// The cameras that the flight was tracked with.
    pub(super) cameras: Vec<Camera>,
    /// Standard deviation of a pixel by which they were thought to err, px.
    camera_sd: f64,
    pub(super) matrix: DMatrix<f64>,
    pub(super) vector: DVector<f64>,
    /// Drag, lift, restitution, friction and grip of the estimate.
    pub(super) constants: SVector<f64, CONSTANTS>,
}

/// Constants of air and table.
pub(super) const CONSTANTS: usize = 5;
/// Index of the first constant among the parameters of a flight.
pub(super) const FIRST_CONSTANT: usize = DRAG;
/// Pixels, of all cameras, that a flight must have: fewer say little.
const LEAST_PIXELS: usize = 40;
/// Standard deviation of what detectors do not know of, shading above all, px.
const SHADING_SD: f64 = 0.15;
/// Share of the pixels' information that is their own: shading and what the model of a flight leaves out are alike from
/// frame to frame.
const OWN_SHARE: f64 = 0.1;
/// Share of what cameras are thought to err by that counts as noise of a pixel: the equations hold around cameras and a
/// flight that are not the true ones.
const LINEARISATION_SHARE: f64 = 0.5;
/// Distance in standard deviations beyond which a pixel's influence stops growing.
const HUBER_THRESHOLD: f64 = 3.0;
/// Beyond this many it is of something else.
const REFUSED: f64 = 12.0;

impl CalibrationEvidence {
    /// What a track says about its cameras, whose errors are thought to be of a standard deviation, px; `None` when it
    /// saw too little.
    pub(in crate::track) fn of(track: &Track, cameras: &[Camera], camera_sd: f64) -> Option<Self> {
        let pixels = track.pixels();
        if pixels.len() < LEAST_PIXELS {
            return None;
        }
        let flight = track.prediction()?.likeliest()?;
        let size = CORRECTIONS * cameras.len();
        let mut evidence = Self {
            cameras: cameras.to_vec(),
            camera_sd,
            matrix: DMatrix::zeros(size + PARAMETERS, size + PARAMETERS),
            vector: DVector::zeros(size + PARAMETERS),
            constants: SVector::from(flight.constants().map(|constant| constant.mean)),
        };
        let used = pixels.iter().filter(|seen| evidence.add(seen, flight).is_some()).count();
        evidence.add_prior(track.priors(), flight);
        (used >= LEAST_PIXELS).then_some(evidence)
    }

    fn add(&mut self, seen: &SeenPixel, flight: &Hypothesis) -> Option<()> {
        let camera = self.cameras.get(seen.camera)?;
        let flight = &flight.flight;
        let (position, by_parameters) = flight.position_in(flight.stretch_at(seen.t_s, 0), seen.t_s);
        let (pixel, by_point, by_correction) = camera.project_with_corrections(&position)?;
        let residual = seen.pixel - pixel;
        let linearisation = LINEARISATION_SHARE * self.camera_sd;
        let variance = seen.sd * seen.sd + SHADING_SD * SHADING_SD + linearisation * linearisation;
        let distance = residual.norm() / variance.sqrt();
        if distance.is_nan() || distance >= REFUSED {
            return None;
        }
        let weight = OWN_SHARE * (HUBER_THRESHOLD / distance).min(1.0) / variance;
        let by_parameters = by_point * SMatrix::<f64, 3, PARAMETERS>::from_fn(|i, j| by_parameters.0[i][j]);
        let (own, first) = (CORRECTIONS * seen.camera, CORRECTIONS * self.cameras.len());
        let mut add = |at: (usize, usize), block: DMatrix<f64>| {
            let mut part = self.matrix.view_mut(at, block.shape());
            part += block * weight;
        };
        add((own, own), to_dynamic(&by_correction.tr_mul(&by_correction)));
        add((own, first), to_dynamic(&by_correction.tr_mul(&by_parameters)));
        add((first, own), to_dynamic(&by_parameters.tr_mul(&by_correction)));
        add((first, first), to_dynamic(&by_parameters.tr_mul(&by_parameters)));
        let mut part = self.vector.rows_mut(own, CORRECTIONS);
        part += by_correction.tr_mul(&residual) * weight;
        let mut part = self.vector.rows_mut(first, PARAMETERS);
        part += by_parameters.tr_mul(&residual) * weight;
        Some(())
    }

    /// Adds what was known of velocity and spin before the ball was seen.
    fn add_prior(&mut self, priors: &Priors, flight: &Hypothesis) {
        let first = CORRECTIONS * self.cameras.len();
        let (_, velocity) = flight.first();
        let (mean, information) = priors.spin.in_world(&velocity);
        let mut part = self.vector.rows_mut(first + SPIN, 3);
        part += information * (mean - flight.first_spin());
        let mut part = self.matrix.view_mut((first + SPIN, first + SPIN), (3, 3));
        part += information;
        for axis in 0..3 {
            let (index, information) = (first + VELOCITY + axis, priors.velocity_sd.powi(-2));
            self.matrix[(index, index)] += information;
            self.vector[index] -= information * velocity[axis];
        }
    }
}

fn to_dynamic<const R: usize, const C: usize>(block: &SMatrix<f64, R, C>) -> DMatrix<f64> {
    DMatrix::from_column_slice(R, C, block.as_slice())
}
