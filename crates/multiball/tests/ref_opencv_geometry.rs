//! OpenCV as oracle for the geometry of cameras: data/oracle/make_opencv_geometry.py ran it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::path::Path;

use multiball::geometry::{Attitude, Pose, Vec3};
use multiball::vision::{
    Brown, Camera, Corner, DistortionModel, Landmark, Lens, LensDeviation, Vec2, calibrate, locate, triangulate_linear,
};
use nalgebra::Matrix3;
use serde_json::Value;

/// Relative agreement demanded everywhere.
const TOLERANCE: f64 = 1e-6;

/// The answers: those in the folder that `MULTIBALL_ORACLE` names, made a moment ago, or the ones that come with the
/// repository.
fn answers() -> Value {
    let kept = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/oracle");
    let folder = std::env::var_os("MULTIBALL_ORACLE").map_or_else(kept, Into::into);
    serde_json::from_str(&std::fs::read_to_string(folder.join("opencv_geometry.json")).unwrap()).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    let numbers: Vec<f64> = list(value).iter().map(number).collect();
    numbers.try_into().unwrap()
}

fn vec2(value: &Value) -> Vec2 {
    Vec2::from(numbers(value))
}

fn vec3(value: &Value) -> Vec3 {
    Vec3::from(numbers(value))
}

fn pose(value: &Value) -> Pose {
    let rows: Vec<Vec3> = list(&value["rotation"]).iter().map(vec3).collect();
    let rotation = Matrix3::from_fn(|row, column| rows[row][column]);
    Pose::from_parts(vec3(&value["translation_m"]).into(), Attitude::from_matrix_unchecked(rotation))
}

fn lens(answers: &Value) -> Lens {
    let [fx, fy, cx, cy, k1, k2, p1, p2, k3] = numbers(&answers["lens"]);
    Lens {
        width: answers["width_px"].as_u64().unwrap() as usize,
        height: answers["height_px"].as_u64().unwrap() as usize,
        focal_px: Vec2::new(fx, fy),
        centre_px: Vec2::new(cx, cy),
        distortion: Brown { k1, k2, p1, p2, k3 },
    }
}

fn lens_numbers(focal_px: &Vec2, centre_px: &Vec2, distortion: &Brown) -> [f64; 9] {
    let Brown { k1, k2, p1, p2, k3 } = *distortion;
    [focal_px.x, focal_px.y, centre_px.x, centre_px.y, k1, k2, p1, p2, k3]
}

/// Checks relative agreement and returns how far off it is.
fn agree(what: &str, ours: &[f64], theirs: &[f64]) -> f64 {
    agree_to(TOLERANCE, what, ours, theirs)
}

fn agree_to(tolerance: f64, what: &str, ours: &[f64], theirs: &[f64]) -> f64 {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    let off = |(ours, theirs): (&f64, &f64)| (ours - theirs).abs() / theirs.abs().max(f64::MIN_POSITIVE);
    let worst = ours.iter().zip(theirs).filter(|(ours, theirs)| ours != theirs).map(off).fold(0.0, f64::max);
    assert!(worst <= tolerance, "{what}: {worst:.1e} off\n ours {ours:?}\n theirs {theirs:?}");
    worst
}

/// Poses agree when attitudes do to 1e-6 rad and places to 1e-6 of the distance.
fn agree_pose(what: &str, ours: &Pose, theirs: &Pose) -> f64 {
    let turned = (ours.rotation.matrix() - theirs.rotation.matrix()).norm();
    let moved = (ours.translation.vector - theirs.translation.vector).norm() / theirs.translation.vector.norm();
    let worst = turned.max(moved);
    assert!(worst <= TOLERANCE, "{what}: {worst:.1e} off, {ours} instead of {theirs}");
    worst
}

#[test]
fn ref_calibration_is_that_of_opencv() {
    let answers = answers();
    let Lens { width, height, .. } = lens(&answers);
    for case in list(&answers["calibrations"]) {
        let model: DistortionModel = case["model"].as_str().unwrap().parse().unwrap();
        let board: Vec<Vec2> = list(&case["board_m"]).iter().map(vec2).collect();
        let corner = |(on_board, pixel): (&Vec2, &Value)| Corner { on_board: *on_board, pixel: vec2(pixel) };
        let view = |pixels: &Value| -> Vec<Corner> { board.iter().zip(list(pixels)).map(corner).collect() };
        let views: Vec<Vec<Corner>> = list(&case["views_px"]).iter().map(view).collect();
        let found = calibrate(width, height, &views, model).unwrap();

        let Lens { focal_px, centre_px, distortion, .. } = found.lens;
        let ours = lens_numbers(&focal_px, &centre_px, &distortion);
        let in_lens = agree("lens", &ours, &numbers::<9>(&case["lens"]));
        let LensDeviation { focal_px, centre_px, distortion } = found.deviation;
        let deviations = lens_numbers(&focal_px, &centre_px, &distortion);
        // OpenCV computes these one step before its last and with sums that depend on its threads: up to 1.1e-6 from
        // run to run.
        let in_deviations = agree_to(1e-5, "deviations", &deviations, &numbers::<9>(&case["deviations"]));
        let in_rms = agree("rms", &[found.rms_px], &[number(&case["rms_px"])]);
        let view_rms: Vec<f64> = list(&case["view_rms_px"]).iter().map(number).collect();
        let in_views = agree("rms of views", &found.view_rms_px, &view_rms);
        let poses = found.camera_from_board.iter().zip(list(&case["poses"]));
        let in_poses = poses.map(|(ours, theirs)| agree_pose("pose", ours, &pose(theirs))).fold(0.0, f64::max);
        println!(
            "{model}: lens {in_lens:.1e}, deviations {in_deviations:.1e}, rms {in_rms:.1e}, of views {in_views:.1e}, \
             poses {in_poses:.1e}"
        );
    }
}

#[test]
fn ref_poses_of_cameras_are_those_of_opencv() {
    let answers = answers();
    let lens = lens(&answers);
    let mut worst = 0.0_f64;
    for case in list(&answers["pnp"]) {
        let pairs = list(&case["points_m"]).iter().zip(list(&case["pixels"]));
        let landmarks: Vec<Landmark> =
            pairs.map(|(point, pixel)| Landmark { point: vec3(point), pixel: vec2(pixel) }).collect();
        let found = locate(&lens, &landmarks, 0.3).unwrap();
        let name = case["name"].as_str().unwrap();
        agree(name, &[found.rms_px], &[number(&case["rms_px"])]);
        worst = worst.max(agree_pose(name, &found.camera_from_world, &pose(&case["pose"])));
    }
    println!("poses of cameras: {worst:.1e}");
}

#[test]
fn ref_projection_and_undistortion_are_those_of_opencv() {
    let answers = answers();
    let lens = lens(&answers);
    let case = &answers["projection"];
    let camera = Camera { lens, camera_from_world: pose(&case["pose"]) };
    for (point, pixel) in list(&case["points_m"]).iter().zip(list(&case["pixels"])) {
        agree("pixel", camera.project(&vec3(point)).unwrap().as_slice(), vec2(pixel).as_slice());
    }
    let case = &answers["undistortion"];
    for (pixel, plane) in list(&case["pixels"]).iter().zip(list(&case["plane"])) {
        agree("undistorted", lens.undistort(&vec2(pixel)).unwrap().as_slice(), vec2(plane).as_slice());
    }
}

#[test]
fn ref_linear_triangulation_is_that_of_opencv() {
    let answers = answers();
    let lens = lens(&answers);
    let mut worst = 0.0_f64;
    for case in list(&answers["triangulations"]) {
        let camera = |value: &Value| Camera { lens, camera_from_world: pose(value) };
        let (left, right) = (camera(&case["poses"][0]), camera(&case["poses"][1]));
        let pixels = list(&case["pixels"][0]).iter().zip(list(&case["pixels"][1]));
        for ((one, other), point) in pixels.zip(list(&case["points_m"])) {
            let found = triangulate_linear(&[(&left, vec2(one)), (&right, vec2(other))]).unwrap();
            let off = (found - vec3(point)).norm() / vec3(point).norm();
            assert!(off <= TOLERANCE, "{off:.1e} off, {found} instead of {point}");
            worst = worst.max(off);
        }
    }
    println!("triangulated linearly: {worst:.1e}");
}
