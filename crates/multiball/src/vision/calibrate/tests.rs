use super::*;
use crate::geometry::{Attitude, standard_normal};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A board of 9 x 6 corners, 40 mm apart.
fn board() -> Vec<Vec2> {
    (0..54).map(|i| Vec2::new(f64::from(i % 9) * 0.04, f64::from(i / 9) * 0.04)).collect()
}

fn lens(model: DistortionModel) -> Lens {
    let full = [-0.21, 0.09, 1.1e-3, -7e-4, -0.02];
    let mut free = model.free().into_iter().zip(full).map(|(free, value)| if free { value } else { 0.0 });
    let mut next = || free.next().unwrap();
    let distortion = Brown { k1: next(), k2: next(), p1: next(), p2: next(), k3: next() };
    let (focal_px, centre_px) = (Vec2::new(1400.0, 1391.0), Vec2::new(652.0, 499.0));
    Lens { focal_px, centre_px, distortion, ..Lens::pinhole(1280, 1024, 1400.0) }
}

fn turned(about: [f64; 3]) -> Attitude {
    let [x, y, z] = about;
    Attitude::from_euler_angles(x, y, z)
}

/// Views of boards tilted at random by up to 35 degrees, all corners on the sensor.
fn views(rng: &mut ChaCha8Rng, lens: &Lens, count: usize, noise_px: f64) -> (Vec<Vec<Corner>>, Vec<Pose>) {
    let (mut views, mut poses) = (Vec::new(), Vec::new());
    while views.len() < count {
        let mut draw = |size: f64| rng.random_range(-size..size);
        let attitude = turned([draw(0.6), draw(0.6), draw(0.4)]);
        let middle = Vec3::new(draw(0.25), draw(0.2), 0.85 + draw(0.25));
        let place = middle - attitude * Vec3::new(0.16, 0.1, 0.0);
        let pose = Pose::from_parts(place.into(), attitude);
        let pixels: Option<Vec<Vec2>> =
            board().iter().map(|corner| lens.project(&(attitude * corner.push(0.0) + place))).collect();
        if let Some(pixels) = pixels.filter(|pixels| pixels.iter().all(|pixel| lens.sees(pixel))) {
            let noisy =
                |pixel: &Vec2, rng: &mut ChaCha8Rng| pixel + Vec2::from_fn(|_, _| noise_px * standard_normal(rng));
            let corners = board().into_iter().zip(&pixels);
            views.push(corners.map(|(on_board, pixel)| Corner { on_board, pixel: noisy(pixel, rng) }).collect());
            poses.push(pose);
        }
    }
    (views, poses)
}

fn numbers(lens: &Lens) -> [f64; 9] {
    let Brown { k1, k2, p1, p2, k3 } = lens.distortion;
    [lens.focal_px.x, lens.focal_px.y, lens.centre_px.x, lens.centre_px.y, k1, k2, p1, p2, k3]
}

fn deviations(deviation: &LensDeviation) -> [f64; 9] {
    let LensDeviation { focal_px, centre_px, distortion } = *deviation;
    numbers(&Lens { focal_px, centre_px, distortion, ..Lens::pinhole(1, 1, 1.0) })
}

#[test]
fn law_perfect_corners_give_the_lens_and_the_poses_exactly() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for model in DistortionModel::ALL {
        for count in [3, 4, 15] {
            let truth = lens(model);
            let (views, poses) = views(&mut rng, &truth, count, 0.0);
            let found = calibrate(1280, 1024, &views, model).unwrap();
            assert!(found.rms_px < 1e-8, "{model}, {count} views: {} px", found.rms_px);
            for (found, truth) in numbers(&found.lens).into_iter().zip(numbers(&truth)) {
                assert!((found - truth).abs() < 1e-6 * (1.0 + truth.abs()), "{model}: {found} instead of {truth}");
            }
            for (found, truth) in found.camera_from_board.iter().zip(&poses) {
                assert!((found.to_homogeneous() - truth.to_homogeneous()).norm() < 1e-7, "{found} {truth}");
            }
        }
    }
}

/// Errors in units of the standard deviations that are reported: their squares add to the numbers counted, within the
/// 95 % band of the chi-square distribution, for each number of the lens.
#[test]
fn law_standard_deviations_are_what_errors_are() {
    let model = DistortionModel::K1K2P1P2;
    let truth = lens(model);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    const ROUNDS: usize = 200;
    let (mut squares, mut variance) = ([0.0; 8], 0.0);
    for _ in 0..ROUNDS {
        let (views, _) = views(&mut rng, &truth, 15, 0.2);
        let found = calibrate(1280, 1024, &views, model).unwrap();
        let errors = numbers(&found.lens).into_iter().zip(numbers(&truth)).map(|(found, truth)| found - truth);
        for (square, (error, deviation)) in squares.iter_mut().zip(errors.zip(deviations(&found.deviation))) {
            *square += (error / deviation).powi(2);
        }
        variance += found.rms_px.powi(2) / ROUNDS as f64;
    }
    // Chi-square with 200 degrees of freedom: 95 % for all eight together are 99.4 % for each.
    assert!(squares.iter().all(|square| (149.6..259.0).contains(square)), "{squares:?}");
    let expected = 2.0 * 0.04 * (1.0 - 98.0 / 1620.0);
    assert!((variance / expected - 1.0).abs() < 0.01, "{variance} instead of {expected}");
}

#[test]
fn law_views_may_show_different_corners() {
    let truth = lens(DistortionModel::K1K2);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut views, _) = views(&mut rng, &truth, 8, 0.0);
    for (index, view) in views.iter_mut().enumerate() {
        view.retain(|_| rng.random_range(0.0..1.0) < 0.7);
        view.rotate_left(index);
    }
    let found = calibrate(1280, 1024, &views, DistortionModel::K1K2).unwrap();
    assert!((found.lens.focal_px - truth.focal_px).norm() < 1e-6);
}

#[test]
fn law_what_cannot_be_calibrated_is_refused_with_numbers() {
    let truth = lens(DistortionModel::None);
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (good, _) = views(&mut rng, &truth, 5, 0.2);
    let said = |views: &[Vec<Corner>]| calibrate(1280, 1024, views, DistortionModel::K1K2).unwrap_err().to_string();
    assert_eq!(
        said(&good[..2]),
        "2 views of the board are given; it takes at least 3, the board tilted differently in each"
    );
    let changed = |change: &dyn Fn(&mut Vec<Corner>)| {
        let mut views = good.clone();
        change(&mut views[3]);
        said(&views)
    };
    assert_eq!(changed(&|view| view.truncate(3)), "view 4 has 3 corners; each view needs at least 4");
    let not_finite = changed(&|view| view[7].pixel.y = f64::NAN);
    assert_eq!(not_finite, "view 4, corner 8: a coordinate is NaN; it must lie between -1000000000 and 1000000000");
    assert!(changed(&|view| view.truncate(9)).contains("view 4: its corners lie on a line"));
    assert!(changed(&|view| view.iter_mut().for_each(|corner| corner.pixel = Vec2::new(3.0, 4.0))).contains("line"));
    let few: Vec<Vec<Corner>> = good[..3].iter().map(|view| vec![view[0], view[8], view[45], view[53]]).collect();
    assert!(said(&few).contains("12 corners, 24 numbers; 24 are to be found"), "{}", said(&few));
    assert!(calibrate(0, 1024, &good, DistortionModel::None).is_err());
}

/// Whatever comes in, out comes a lens in finite numbers or a reason.
#[test]
fn law_garbage_gives_an_error_or_a_finite_lens() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (good, _) = views(&mut rng, &lens(DistortionModel::None), 4, 0.2);
    for _ in 0..300 {
        let mut views = good.clone();
        for _ in 0..rng.random_range(1..60) {
            let value = [0.0, 1e300, -1e300, 1e-300, 1e9, -1.0, 500.0][rng.random_range(0..7)];
            let corner = &mut views[rng.random_range(0..4)][rng.random_range(0..54)];
            let place = if rng.random() { &mut corner.on_board } else { &mut corner.pixel };
            place[rng.random_range(0..2)] = value;
        }
        match calibrate(1280, 1024, &views, DistortionModel::K1K2P1P2K3) {
            Ok(found) => {
                assert!(numbers(&found.lens).iter().all(|value| value.is_finite()) && found.rms_px.is_finite());
            }
            Err(error) => assert!(!error.to_string().contains("NaN"), "{error}"),
        }
    }
}

#[test]
fn law_parallel_boards_are_refused() {
    let truth = lens(DistortionModel::None);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for noise_px in [0.0, 0.2] {
        for tilt in [0.0, 0.4] {
            let attitude = turned([tilt, 0.0, 0.0]);
            let view = |rng: &mut ChaCha8Rng| -> Vec<Corner> {
                let place =
                    Vec3::new(rng.random_range(-0.4..0.1), rng.random_range(-0.3..0.1), rng.random_range(0.8..1.2));
                let pixel = |corner: &Vec2| truth.project(&(attitude * corner.push(0.0) + place)).unwrap();
                let noisy =
                    |pixel: Vec2, rng: &mut ChaCha8Rng| pixel + Vec2::from_fn(|_, _| noise_px * standard_normal(rng));
                board().into_iter().map(|on_board| Corner { on_board, pixel: noisy(pixel(&on_board), rng) }).collect()
            };
            let views: Vec<_> = (0..10).map(|_| view(&mut rng)).collect();
            let found = calibrate(1280, 1024, &views, DistortionModel::None);
            let error = found.expect_err("parallel boards have no focal length");
            let CalibrationError::Undetermined { tilt_deg, .. } = error else { panic!("{error}") };
            assert!(tilt_deg < 20.0, "{error}");
        }
    }
}
