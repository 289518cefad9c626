use super::*;
use crate::geometry::{Attitude, standard_normal};
use crate::vision::Brown;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn lens() -> Lens {
    let distortion = Brown { k1: -0.21, k2: 0.09, p1: 1.1e-3, p2: -7e-4, k3: -0.012 };
    Lens { focal_px: Vec2::new(1400.0, 1396.0), distortion, ..Lens::pinhole(1280, 1024, 1400.0) }
}

/// Points about the world's origin, in a plane or in space, and a camera some metres off that has all of them on its
/// sensor.
fn scene(rng: &mut ChaCha8Rng, count: usize, flat: bool) -> (Vec<Vec3>, Pose) {
    loop {
        let mut draw = |size: f64| rng.random_range(-size..size);
        let tilt = Attitude::from_euler_angles(draw(3.0), draw(1.5), draw(3.0));
        let points: Vec<Vec3> =
            (0..count).map(|_| tilt * Vec3::new(draw(0.7), draw(0.7), if flat { 0.0 } else { draw(0.7) })).collect();
        let attitude = Attitude::from_euler_angles(draw(3.0), draw(1.5), draw(3.0));
        let pose = Pose::from_parts(Vec3::new(draw(0.3), draw(0.3), 3.5 + draw(1.0)).into(), attitude);
        let landmarks: Vec<_> = points.iter().map(|point| Landmark { point: *point, pixel: Vec2::zeros() }).collect();
        let spread_enough =
            Spread::of(&landmarks).is_ok_and(|spread| spread.sizes.y > 0.15 && (flat || spread.sizes.z > 0.15));
        // A plane seen from its edge has no sound pose.
        let steep = !flat || (attitude * tilt * Vec3::z()).z.abs() > 0.3;
        if spread_enough && steep && see(&points, &pose, 0.0, rng).is_some() {
            return (points, pose);
        }
    }
}

fn see(points: &[Vec3], pose: &Pose, noise_px: f64, rng: &mut ChaCha8Rng) -> Option<Vec<Landmark>> {
    let mut one = |point: &Vec3| {
        let pixel =
            lens().project(&(pose.rotation * point + pose.translation.vector)).filter(|pixel| lens().sees(pixel))?;
        Some(Landmark { point: *point, pixel: pixel + Vec2::from_fn(|_, _| noise_px * standard_normal(rng)) })
    };
    points.iter().map(&mut one).collect()
}

/// Rotation and translation from one pose to another, as [`CameraPose::covariance`] measures them.
fn error(found: &Pose, truth: &Pose) -> nalgebra::Vector6<f64> {
    let turn = (found.rotation * truth.rotation.inverse()).into_inner();
    let turn = Vec3::new(turn[(2, 1)] - turn[(1, 2)], turn[(0, 2)] - turn[(2, 0)], turn[(1, 0)] - turn[(0, 1)]) / 2.0;
    let shift = found.translation.vector - truth.translation.vector;
    nalgebra::Vector6::new(turn.x, turn.y, turn.z, shift.x, shift.y, shift.z)
}

#[test]
fn law_exact_pixels_give_the_pose_exactly() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (count, flat) in [(4, true), (5, true), (20, true), (5, false), (6, false), (8, false), (20, false)] {
        for round in 0..300 {
            let (points, pose) = scene(&mut rng, count, flat);
            let landmarks = see(&points, &pose, 0.0, &mut rng).unwrap();
            let found = locate(&lens(), &landmarks, 0.25).unwrap();
            let off = error(&found.camera_from_world, &pose).norm();
            assert!(off < 1e-8, "{count} points, flat {flat}, round {round}: {off:.1e}, {} px", found.rms_px);
        }
    }
}

/// Four points in space can have two poses that both explain them; the found one explains them.
#[test]
fn law_four_points_in_space_are_explained() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut right = 0;
    for _ in 0..500 {
        let (points, pose) = scene(&mut rng, 4, false);
        let found = locate(&lens(), &see(&points, &pose, 0.0, &mut rng).unwrap(), 0.25).unwrap();
        assert!(found.rms_px < 1e-7, "{} px", found.rms_px);
        right += usize::from(error(&found.camera_from_world, &pose).norm() < 1e-8);
    }
    assert!(right > 490, "{right} of 500");
}

/// Errors squared, weighted by the covariance (NEES): six on average.
#[test]
fn law_the_covariance_is_that_of_the_errors() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (count, flat) in [(20, false), (20, true)] {
        let (points, pose) = scene(&mut rng, count, flat);
        let mut sum = 0.0;
        const ROUNDS: usize = 2000;
        for _ in 0..ROUNDS {
            let found = locate(&lens(), &see(&points, &pose, 0.25, &mut rng).unwrap(), 0.25).unwrap();
            let off = error(&found.camera_from_world, &pose);
            sum += off.dot(&found.covariance.cholesky().unwrap().solve(&off));
        }
        // 95 % of chi-square with 12000 degrees of freedom, over 2000.
        let mean = sum / ROUNDS as f64;
        assert!((mean - 6.0).abs() < 1.96 * (2.0 * 6.0 / ROUNDS as f64).sqrt(), "flat {flat}: {mean}");
    }
}

/// Far from the origin of the world most of the position's uncertainty comes from the rotation.
#[test]
fn law_the_places_covariance_is_that_of_the_places() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for (count, flat) in [(12, false), (20, true)] {
        let (points, near) = scene(&mut rng, count, flat);
        let away = Vec3::new(4.0, -2.5, 1.0);
        let points: Vec<Vec3> = points.iter().map(|point| point + away).collect();
        let pose = near * Pose::translation(-away.x, -away.y, -away.z);
        let place = |pose: &Pose| Camera { lens: lens(), camera_from_world: *pose }.place();
        let (mut found, mut predicted) = (nalgebra::Matrix3::zeros(), nalgebra::Matrix3::zeros());
        const ROUNDS: usize = 2000;
        for _ in 0..ROUNDS {
            let one = locate(&lens(), &see(&points, &pose, 0.25, &mut rng).unwrap(), 0.25).unwrap();
            let off = place(&one.camera_from_world) - place(&pose);
            found += off * off.transpose() / ROUNDS as f64;
            predicted += one.place_covariance() / ROUNDS as f64;
        }
        // In the axes in which what is predicted is the identity; a variance of 2000 draws has a standard deviation of
        // 3 %.
        let whitened = predicted.cholesky().unwrap().l().try_inverse().unwrap();
        let ratio = whitened * found * whitened.transpose();
        assert!((ratio - nalgebra::Matrix3::identity()).amax() < 0.12, "flat {flat}: {ratio}");
    }
}

#[test]
fn law_noisy_pixels_give_a_pose_as_good_as_the_truth() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for (count, flat) in [(4, true), (20, true), (5, false), (7, false), (20, false)] {
        for _ in 0..300 {
            let (points, pose) = scene(&mut rng, count, flat);
            let landmarks = see(&points, &pose, 1.0, &mut rng).unwrap();
            let found = locate(&lens(), &landmarks, 1.0).unwrap();
            let truth = refine::refine(&lens(), &landmarks, &pose).unwrap();
            let best_px = (truth.squares / count as f64).sqrt();
            assert!(found.rms_px < best_px + 1e-7, "{count}, flat {flat}: {} px, not {best_px}", found.rms_px);
        }
    }
}

#[test]
fn law_a_camera_over_the_middle_of_a_triangle_is_found() {
    // Two of Grunert's roots meet for a symmetric view.
    let pose = Camera::looking_at(lens(), Vec3::new(0.0, 0.0, 3.0), Vec3::zeros()).camera_from_world;
    let corner = |turn: f64| Vec3::new(0.8 * turn.to_radians().cos(), 0.8 * turn.to_radians().sin(), 0.0);
    let points = [corner(0.0), corner(120.0), corner(240.0), Vec3::new(0.1, 0.05, 0.4), Vec3::new(-0.1, 0.2, -0.3)];
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let found = locate(&lens(), &see(&points, &pose, 0.0, &mut rng).unwrap(), 0.25).unwrap();
    assert!(error(&found.camera_from_world, &pose).norm() < 1e-8);
}

/// Whatever comes in, out comes a pose in finite numbers or a reason.
#[test]
fn law_garbage_gives_an_error_or_a_finite_pose() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for round in 0..3000 {
        let (points, pose) = scene(&mut rng, 4 + round % 5, round % 2 == 0);
        let mut landmarks = see(&points, &pose, 0.2, &mut rng).unwrap();
        for _ in 0..rng.random_range(1..8) {
            let value = [0.0, 1e300, -1e300, 1e-300, 1e9, -1.0, 500.0][rng.random_range(0..7)];
            let landmark = &mut landmarks[rng.random_range(0..points.len())];
            match rng.random_range(0..5) {
                axis @ 0..3 => landmark.point[axis] = value,
                axis => landmark.pixel[axis - 3] = value,
            }
        }
        match locate(&lens(), &landmarks, 0.25) {
            Ok(found) => {
                let pose = found.camera_from_world.to_homogeneous();
                assert!(pose.iter().chain(found.covariance.iter()).all(|value| value.is_finite()), "{found:?}");
            }
            Err(error) => assert!(!error.to_string().contains("NaN"), "{error}"),
        }
    }
}

#[test]
fn law_what_has_no_pose_is_refused_with_numbers() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (points, pose) = scene(&mut rng, 8, false);
    let good = see(&points, &pose, 0.0, &mut rng).unwrap();
    let said = |landmarks: &[Landmark]| locate(&lens(), landmarks, 0.25).unwrap_err().to_string();
    assert_eq!(said(&good[..3]), "3 points are given; the pose of a camera takes at least 4");
    let changed = |change: &dyn Fn(&mut [Landmark])| {
        let mut landmarks = good.clone();
        change(&mut landmarks);
        said(&landmarks)
    };
    assert_eq!(
        changed(&|l| l[2].pixel.x = f64::NAN),
        "point 3: a coordinate is NaN; it must lie between -1000000000 and 1000000000"
    );
    assert!(changed(&|l| l[4].pixel.x = 1e5).contains("point 5: the lens has no line of sight"));
    let on_a_line = changed(&|l| l.iter_mut().enumerate().for_each(|(i, l)| l.point = Vec3::x() * i as f64));
    assert!(on_a_line.contains("on a line"), "{on_a_line}");
    assert_eq!(
        changed(&|l| l.iter_mut().for_each(|l| l.point = Vec3::x())),
        "all 8 points are at one place; they must lie apart, and not on a line"
    );
    let moved = changed(&|l| l[5].pixel.x -= 100.0);
    assert!(moved.contains("up to 1.00 px may be noise") && moved.contains("worst is point 6"), "{moved}");
    assert!(locate(&lens(), &good, 0.0).is_err());
}
