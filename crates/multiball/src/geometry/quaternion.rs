//! Attitudes as quaternions, written w, x, y, z, at the boundary of the program.

use nalgebra::{Quaternion, UnitQuaternion};

use super::{Attitude, Vec3, portable};

/// Why four numbers are no attitude.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("the quaternion w, x, y, z has length {length:.6}; it must be 1 within {tolerance}", tolerance = TOLERANCE)]
pub struct QuaternionError {
    /// Its length.
    pub length: f64,
}

/// How far the length of a quaternion may be from 1: people and files round to three or four digits.
const TOLERANCE: f64 = 1e-3;

/// The rotation of a quaternion w, x, y, z; a length within 0.001 of 1 is made 1.
///
/// # Errors
/// Any other length, 0 and what is not finite among them.
pub fn rotation_from_quaternion([w, x, y, z]: [f64; 4]) -> Result<Attitude, QuaternionError> {
    let quaternion = Quaternion::new(w, x, y, z);
    let length = quaternion.norm();
    if (length - 1.0).abs() <= TOLERANCE {
        return Ok(UnitQuaternion::new_unchecked(quaternion / length).to_rotation_matrix());
    }
    Err(QuaternionError { length })
}

/// The rotation about a vector by its length, rad; with the same bits on every machine.
#[must_use]
pub fn turned_by(vector: &Vec3) -> Attitude {
    let half = vector.norm() / 2.0;
    let (sin, cos) = portable::sin_cos(half);
    let per_length = if half > 0.0 { sin / (2.0 * half) } else { 0.5 };
    let unit = Quaternion::from_parts(cos, vector * per_length);
    UnitQuaternion::new_unchecked(unit).to_rotation_matrix()
}

/// The rotation vector that turns one attitude into another, in the frame of both, rad: the shorter turn, of at most π.
#[must_use]
pub fn turn_between(from: &Attitude, to: &Attitude) -> Vec3 {
    let turn = UnitQuaternion::from_rotation_matrix(&(to * from.inverse()));
    // Well defined up to half a turn, where w = 0 and the axis is as long as it can be.
    let axis = turn.imag() * 1.0_f64.copysign(turn.w);
    let sine = axis.norm();
    let factor = if sine < 1e-9 { 2.0 } else { 2.0 * portable::atan2(sine, turn.w.abs()) / sine };
    axis * factor
}

/// The quaternion w, x, y, z of a rotation, with w ≥ 0.
#[must_use]
pub fn quaternion_from_rotation(rotation: &Attitude) -> [f64; 4] {
    let unit = UnitQuaternion::from_rotation_matrix(rotation);
    let sign = if unit.w < 0.0 { -1.0 } else { 1.0 };
    // Adding 0 turns -0 into 0.
    [unit.w, unit.i, unit.j, unit.k].map(|part| sign * part + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_a_turn_is_the_exponential_of_its_vector() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for size in [0.0, 1e-12, 1e-6, 0.1, 3.0, 10.0] {
            let vector = Vec3::from_fn(|_, _| rng.random_range(-1.0..1.0)) * size;
            let off = turned_by(&vector).matrix() - Attitude::new(vector).matrix();
            assert!(off.norm() < 1e-14, "{vector}: {off}");
        }
    }

    #[test]
    fn law_there_and_back_is_the_same_attitude() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..10_000 {
            let drawn = Quaternion::from([(); 4].map(|()| rng.random_range(-1.0..1.0)));
            let unit = UnitQuaternion::new_normalize(drawn);
            let wxyz = [unit.w, unit.i, unit.j, unit.k];
            let rotation = rotation_from_quaternion(wxyz.map(|part| part * 1.0009)).unwrap();
            let back = quaternion_from_rotation(&rotation);
            let sign = wxyz[0].signum();
            assert!(back[0] >= 0.0);
            assert!(wxyz.iter().zip(back).all(|(a, b)| (sign * a - b).abs() < 1e-14), "{wxyz:?} {back:?}");
        }
    }

    #[test]
    fn law_half_turns_come_back() {
        for axis in 1..4 {
            let mut wxyz = [0.0; 4];
            wxyz[axis] = 1.0;
            assert_eq!(quaternion_from_rotation(&rotation_from_quaternion(wxyz).unwrap()), wxyz);
        }
    }

    #[test]
    fn law_what_is_not_of_length_1_is_refused() {
        for (wxyz, length) in [([0.0; 4], 0.0), ([1.0, 1.0, 0.0, 0.0], 2f64.sqrt()), ([0.998, 0.0, 0.0, 0.0], 0.998)] {
            let error = rotation_from_quaternion(wxyz).unwrap_err();
            assert!((error.length - length).abs() < 1e-12);
        }
        assert!(rotation_from_quaternion([f64::NAN, 0.0, 0.0, 1.0]).is_err());
        let message = rotation_from_quaternion([0.5; 4].map(|part| part * 0.99)).unwrap_err().to_string();
        assert_eq!(message, "the quaternion w, x, y, z has length 0.990000; it must be 1 within 0.001");
    }
}
