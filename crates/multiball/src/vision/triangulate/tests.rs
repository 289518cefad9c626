use super::*;
use crate::geometry::standard_normal;
use crate::vision::{Brown, Lens};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const SD_PX: f64 = 0.25;

/// Cameras about the table, some with distortion.
fn cameras(count: usize) -> Vec<Camera> {
    let places = [(-2.5, -3.0, 2.0), (2.6, -3.1, 2.2), (2.4, 3.0, 1.9), (-2.7, 2.9, 2.1)];
    let camera = |(index, (x, y, z)): (usize, (f64, f64, f64))| {
        let k1 = -0.2 * (index % 2) as f64;
        let lens =
            Lens { distortion: Brown { k1, p1: 5e-3 * k1, ..Brown::default() }, ..Lens::pinhole(1280, 1024, 1400.0) };
        Camera::looking_at(lens, Vec3::new(x, y, z), Vec3::new(0.0, 0.0, 0.2))
    };
    places.into_iter().take(count).enumerate().map(camera).collect()
}

/// Cameras 3.2 m apart along the table, 4.15 m above it, looking straight down: docs/theory/cameras.md.
fn overhead() -> Vec<Camera> {
    let lens = Lens::pinhole(1024, 2800, 1400.0);
    let above = |x: f64| Camera::looking_at(lens, Vec3::new(x, 0.0, 4.15), Vec3::new(x, 0.0, 0.0));
    vec![above(-1.6), above(1.6)]
}

/// A place in the play volume: over the table, up to a metre high.
fn place(rng: &mut ChaCha8Rng) -> Vec3 {
    Vec3::new(rng.random_range(-1.37..1.37), rng.random_range(-0.7625..0.7625), rng.random_range(0.0..1.0))
}

fn see<'a>(cameras: &'a [Camera], point: &Vec3, noise_px: f64, rng: &mut ChaCha8Rng) -> Vec<(&'a Camera, Vec2)> {
    let mut noisy = |pixel: Vec2| pixel + Vec2::from_fn(|_, _| noise_px * standard_normal(rng));
    cameras.iter().map(|camera| (camera, noisy(camera.project(point).unwrap()))).collect()
}

#[test]
fn law_exact_pixels_give_the_point_exactly() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for count in 2..=4 {
        let cameras = cameras(count);
        for _ in 0..1000 {
            let point = place(&mut rng);
            let measurements = see(&cameras, &point, 0.0, &mut rng);
            let fix = triangulate(&measurements, SD_PX).unwrap();
            assert!((fix.position - point).norm() < 1e-12, "{count} cameras: {}", (fix.position - point).norm());
            let linear = triangulate_linear(&measurements).unwrap();
            assert!((linear - point).norm() < 1e-10, "{count} cameras: {}", (linear - point).norm());
        }
    }
}

/// No point nearby has less squares, and a noisy start far off leads to the same point.
#[test]
fn law_the_point_has_the_least_squares() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for count in 2..=4 {
        let cameras = cameras(count);
        for _ in 0..300 {
            let measurements = see(&cameras, &place(&mut rng), 3.0, &mut rng);
            let fix = triangulate(&measurements, SD_PX).unwrap();
            let squares = |point: &Vec3| Normal::at(&measurements, point).ok().unwrap().squares;
            let least = squares(&fix.position);
            for _ in 0..20 {
                let nearby = fix.position + Vec3::from_fn(|_, _| rng.random_range(-1e-4..1e-4));
                assert!(squares(&nearby) > least);
            }
            assert!((fix.chi_square * SD_PX * SD_PX / least - 1.0).abs() < 1e-12);
        }
    }
}

/// Normalised squared errors (NEES) average 3, squared residuals 2 n - 3, within the 95 % bands of their chi-square
/// distributions.
#[test]
fn law_the_covariance_is_that_of_the_errors() {
    const ROUNDS: usize = 20_000;
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for cameras in [overhead(), cameras(2), cameras(3), cameras(4)] {
        let (mut errors, mut residuals) = (0.0, 0.0);
        for _ in 0..ROUNDS {
            let point = place(&mut rng);
            let fix = triangulate(&see(&cameras, &point, SD_PX, &mut rng), SD_PX).unwrap();
            let off = fix.position - point;
            errors += off.dot(&fix.covariance.cholesky().unwrap().solve(&off)) / ROUNDS as f64;
            residuals += fix.chi_square / ROUNDS as f64;
        }
        let in_band = |mean: f64, freedom: f64| (mean - freedom).abs() < 1.96 * (2.0 * freedom / ROUNDS as f64).sqrt();
        let freedom = 2.0 * cameras.len() as f64 - 3.0;
        assert!(in_band(errors, 3.0) && in_band(residuals, freedom), "{}: {errors} {residuals}", cameras.len());
    }
}

/// Two parallel cameras, 3.2 m apart, f = 1400 px, 0.25 px of noise: 1.28 mm over the play volume.
#[test]
fn law_a_stereo_pair_errs_as_theory_says() {
    const ROUNDS: usize = 20_000;
    let cameras = overhead();
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut simulated, mut predicted, mut closed_form) = (0.0, 0.0, 0.0);
    for _ in 0..ROUNDS {
        let point = place(&mut rng);
        let measurements = see(&cameras, &point, SD_PX, &mut rng);
        assert!(measurements.iter().all(|(camera, pixel)| camera.lens.sees(pixel)));
        let fix = triangulate(&measurements, SD_PX).unwrap();
        simulated += (fix.position - point).norm_squared() / ROUNDS as f64;
        predicted += fix.covariance.trace() / ROUNDS as f64;
        // (σ Z / f)² (1 + 2 (X² + Y² + Z²) / b²), from the middle between the cameras.
        let depth = 4.15 - point.z;
        let square = point.x.powi(2) + point.y.powi(2) + depth.powi(2);
        closed_form += (SD_PX * depth / 1400.0).powi(2) * (1.0 + 2.0 * square / 3.2_f64.powi(2)) / ROUNDS as f64;
    }
    let [simulated, predicted, closed_form] = [simulated, predicted, closed_form].map(f64::sqrt);
    assert!((simulated / 1.28e-3 - 1.0).abs() < 0.1, "{simulated} m");
    assert!((predicted / 1.28e-3 - 1.0).abs() < 0.01 && (closed_form / 1.28e-3 - 1.0).abs() < 0.01);
    assert!((simulated / predicted - 1.0).abs() < 0.02, "{simulated} m, not {predicted} m");
}

#[test]
fn law_what_has_no_point_is_refused_with_numbers() {
    let cameras = overhead();
    let at = |index: usize, x: f64, y: f64| (&cameras[index], Vec2::new(x, y));
    let said = |measurements: &[(&Camera, Vec2)]| triangulate(measurements, SD_PX).unwrap_err().to_string();
    assert_eq!(said(&[at(0, 3.0, 4.0)]), "1 cameras see the point; it takes at least 2");
    assert!(said(&[at(0, 600.0, 500.0), at(1, 600.0, 500.0)]).starts_with("the lines of sight are parallel"));
    // Which of the two sees it further left decides whether the lines meet in front or behind.
    let apart = [at(0, 1300.0, 500.0), at(1, 1500.0, 500.0)];
    let swapped = [at(0, 1500.0, 500.0), at(1, 1300.0, 500.0)];
    let behind = [&apart, &swapped].map(|measurements| triangulate(measurements, SD_PX));
    assert!(behind.iter().filter(|result| result.is_ok()).count() == 1);
    let error = behind.iter().find_map(|result| result.err()).unwrap();
    assert!(matches!(error, TriangulationError::Behind { depth_m, .. } if depth_m < 0.0), "{error}");
    assert!(said(&[at(0, f64::NAN, 4.0), at(1, 3.0, 4.0)]).contains("camera 1"));
    assert!(triangulate(&swapped, f64::NAN).is_err());
}
