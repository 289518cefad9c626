//! What the uncertainty of a calibration does to pixels.

use nalgebra::{DMatrix, SMatrix};

use crate::geometry::Vec3;
use crate::vision::{CORRECTIONS, Camera};

/// Standard deviations of a pixel coordinate from the uncertainty of a calibration, root mean squares over the space
/// in which balls are played, px.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PixelErrors {
    /// Of what bends flights, moves them in height or parts the cameras.
    pub deforming: f64,
    /// Of what moves all that is seen along the table, or turns it about the vertical: flights stay flights, and the
    /// arm has learned where they are.
    pub common: f64,
}

/// Where balls are played, m.
const PLACES: [[f64; 3]; 3] = [[-1.4, 0.0, 1.4], [-0.6, 0.0, 0.6], [0.1, 0.4, 0.7]];
/// Motions of the world that a robot does not notice: two shifts and one turn.
const UNNOTICED: usize = 3;

impl PixelErrors {
    /// Of cameras with a covariance of all their corrections.
    #[must_use]
    pub fn of(cameras: &[Camera], covariance: &DMatrix<f64>) -> Self {
        let rows = slopes(cameras);
        let count = 2 * rows.len();
        let size = CORRECTIONS * cameras.len();
        let mut by_corrections = DMatrix::<f64>::zeros(count, size);
        let mut by_motions = DMatrix::<f64>::zeros(count, UNNOTICED);
        for (row, (camera, by_correction, by_motion)) in rows.into_iter().enumerate() {
            by_corrections.view_mut((2 * row, CORRECTIONS * camera), (2, CORRECTIONS)).copy_from(&by_correction);
            by_motions.view_mut((2 * row, 0), (2, UNNOTICED)).copy_from(&by_motion);
        }
        let mean_square = |by: &DMatrix<f64>| (by * covariance).component_mul(by).sum().max(0.0) / count.max(1) as f64;
        let all = mean_square(&by_corrections);
        let rest = match by_motions.tr_mul(&by_motions).cholesky() {
            Some(factor) => &by_corrections - &by_motions * factor.solve(&by_motions.tr_mul(&by_corrections)),
            None => by_corrections.clone(),
        };
        let deforming = mean_square(&rest).min(all);
        Self { deforming: deforming.sqrt(), common: (all - deforming).sqrt() }
    }
}

/// How the pixels of points follow the corrections of a camera, and motions of the world that nobody notices.
type Slopes = (usize, SMatrix<f64, 2, CORRECTIONS>, SMatrix<f64, 2, UNNOTICED>);

fn slopes(cameras: &[Camera]) -> Vec<Slopes> {
    let [along, across, up] = PLACES;
    let places = along
        .into_iter()
        .flat_map(move |x| across.into_iter().flat_map(move |y| up.into_iter().map(move |z| Vec3::new(x, y, z))));
    let seen = places.flat_map(|place| {
        cameras.iter().enumerate().filter_map(move |(index, camera)| {
            let (_, by_point, by_correction) = camera.project_with_corrections(&place)?;
            let turn = by_point * Vec3::z().cross(&place);
            let by_motion = SMatrix::<f64, 2, UNNOTICED>::from_columns(&[
                by_point.column(0).into_owned(),
                by_point.column(1).into_owned(),
                turn,
            ]);
            Some((index, by_correction, by_motion))
        })
    });
    seen.collect()
}
