use super::*;
use crate::vision::triangulate;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn record(rng: &mut ChaCha8Rng, name: &str) -> CameraRecord {
    let mut draw = |size: f64| rng.random_range(-size..size);
    let distortion = Brown { k1: draw(0.3), k2: draw(0.1), p1: draw(1e-3), p2: draw(1e-9), k3: 0.0 };
    let focal_px = Vec2::new(1400.0 + draw(10.0), 1400.0 + draw(10.0));
    let lens = Lens { focal_px, distortion, ..Lens::pinhole(1280, 1024, 1400.0) };
    let camera = Camera::looking_at(lens, Vec3::new(draw(3.0), draw(3.0), 2.0), Vec3::zeros());
    let (pose, error_px) = (Some(CameraPlace::from(&camera)), Some(draw(0.3).abs()));
    CameraRecord { name: name.to_owned(), lens, pose, reprojection_error_px: error_px }
}

#[test]
fn law_a_file_reads_back_to_the_last_bit() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..500 {
        let mut cameras = vec![record(&mut rng, "left"), record(&mut rng, "rechts \"ä\"\\\n")];
        cameras[1].pose = cameras[1].pose.filter(|_| rng.random());
        cameras[1].reprojection_error_px = cameras[1].reprojection_error_px.filter(|_| rng.random());
        let text = cameras_to_toml(&cameras).unwrap();
        let back = cameras_from_toml(&text).unwrap();
        assert_eq!(back, cameras);
        assert_eq!(cameras_to_toml(&back).unwrap(), text);
    }
}

#[test]
fn law_a_camera_comes_back_in_its_place() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..500 {
        let (left, right) = (record(&mut rng, "left").camera().unwrap(), record(&mut rng, "right").camera().unwrap());
        let again =
            CameraRecord { pose: Some(CameraPlace::from(&left)), ..record(&mut rng, "again") }.camera().unwrap();
        let difference = again.camera_from_world.to_homogeneous() - left.camera_from_world.to_homogeneous();
        assert!(difference.norm() < 1e-13, "{difference}");
        let point = Vec3::new(0.1, 0.2, 0.3);
        let measurements = [&left, &right].map(|camera| (camera, camera.project(&point).unwrap()));
        assert!((triangulate(&measurements, 0.25).unwrap().position - point).norm() < 1e-9);
    }
}

#[test]
fn law_refusals_name_line_value_and_what_is_allowed() {
    let text = cameras_to_toml(&[record(&mut ChaCha8Rng::seed_from_u64(3), "left")]).unwrap();
    let with = |field: &str, value: &str| {
        let line = text.lines().find(|line| line.starts_with(field)).unwrap();
        cameras_from_toml(&text.replace(line, value)).unwrap_err().to_string()
    };
    let cases = [
        ("width_px", "width_px = 0", "line 5", "0 is not allowed; it must be from 1 to 100000"),
        ("height_px", "height_px = -5", "line 6", "-5 is not allowed"),
        ("width_px", "width_px = 12.5", "line 5", "12.5"),
        ("focal_px", "focal_px = [1400.0, 0.0]", "line 7", "0 is not allowed; it must be greater than 0"),
        ("focal_px", "focal_px = [nan, 1400.0]", "line 7", "NaN is not allowed"),
        ("focal_px", "focal_px = [1400.0]", "line 7", "length 2"),
        ("centre_px", "centre_px = [inf, 3.0]", "line 8", "inf is not allowed"),
        ("distortion", "distortion = { k1 = 0.1 }", "line 9", "missing field `k2`"),
        ("distortion", "distortion = { k1 = 0.0, k2 = 0.0, p1 = 0.0, p2 = 0.0, k3 = nan }", "line 9", "NaN"),
        ("pose", "pose = { position_m = [0, 0, 0], quaternion = [1, 1, 0, 0] }", "line 10", "length 1.414214"),
        ("reprojection_error_px", "reprojection_error_px = -1.0", "line 11", "-1 is not allowed"),
        ("name", "name = \"\"", "line 4", "must not be empty"),
        ("name", "nome = \"left\"", "line 4", "unknown field `nome`"),
        ("centre_px", "", "line 3", "missing field `centre_px`"),
    ];
    for (field, value, line, expected) in cases {
        let said = with(field, value);
        assert!(said.contains(line) && said.contains(expected), "{value}: {said}");
    }
    assert_eq!(cameras_from_toml("").unwrap_err(), CameraFileError::Empty);
    let twice = cameras_from_toml(&format!("{text}{}", text.replace("version = 1", ""))).unwrap_err().to_string();
    assert_eq!(twice, "cameras 1 and 2 are both called `left`; each must have a name of its own");
}
