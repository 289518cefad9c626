//! Camera geometry compared with OpenCV: both get the same points, pixels and lenses.

use std::collections::BTreeMap;
use std::hint::black_box;

use multiball::geometry::{Attitude, Pose, Vec3};
use multiball::vision::{
    Brown, Camera, Corner, DistortionModel, Landmark, Lens, Vec2, calibrate, locate, triangulate, triangulate_linear,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::clock::least_ns;
use crate::{Effort, Row, python};

/// The peer's program: reads the scenes as JSON, answers with times.
const PROGRAM: &str = include_str!("opencv_geometry_peer.py");
/// Scenes of each kind.
const SCENES: usize = 200;
/// Errors of pixels are uniform within plus and minus this, px.
const NOISE_PX: f64 = 0.4;
const PIXEL_SD: f64 = 0.25;
/// Note printed under the table.
pub(crate) const NOTE: &str = "cameras: ours go on to the least reprojection error and give a covariance; of OpenCV's \
    only ITERATIVE and calibrate do the \
     first; lenses have distortion except where points are triangulated";

#[derive(Debug, Deserialize)]
struct Answer {
    version: String,
    ns: BTreeMap<String, f64>,
}

/// The inputs that both programs get.
struct Scenes {
    lens: Lens,
    stereo: [Camera; 2],
    pairs: Vec<[Vec2; 2]>,
    corners4: Vec<Vec<Landmark>>,
    points20: Vec<Vec<Landmark>>,
    views: Vec<Vec<Corner>>,
}

impl Scenes {
    fn new() -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let distortion = Brown { k1: -0.21, k2: 0.09, p1: 1.1e-3, p2: -7e-4, k3: 0.0 };
        let lens = Lens { distortion, ..Lens::pinhole(1280, 1024, 1400.0) };
        let plain = Lens { distortion: Brown::default(), ..lens };
        let stereo = [-1.6, 1.6].map(|x| Camera::looking_at(plain, Vec3::new(x, -3.5, 1.2), Vec3::new(0.0, 0.0, 0.2)));
        let mut pair = || {
            let point = Vec3::from_fn(|_, _| rng.random_range(-0.6..0.6));
            stereo.map(|camera| seen(&mut rng, &camera, &point))
        };
        let pairs = (0..SCENES).map(|_| pair()).collect();
        let square = [(-0.3, 0.2), (0.3, 0.2), (0.3, -0.2), (-0.3, -0.2)].map(|(x, y)| Vec3::new(x, y, 0.0));
        let corners4 = (0..SCENES).map(|_| landmarks(&mut rng, lens, &square)).collect();
        let mut cloud = || -> Vec<Landmark> {
            let points: Vec<Vec3> = (0..20).map(|_| Vec3::from_fn(|_, _| rng.random_range(-0.6..0.6))).collect();
            landmarks(&mut rng, lens, &points)
        };
        let points20 = (0..SCENES).map(|_| cloud()).collect();
        let board: Vec<Vec3> =
            (0..54).map(|i| Vec3::new(f64::from(i % 9) * 0.1 - 0.4, f64::from(i / 9) * 0.1 - 0.25, 0.0)).collect();
        let corner = |landmark: &Landmark| Corner { on_board: landmark.point.xy(), pixel: landmark.pixel };
        let views = (0..15).map(|_| landmarks(&mut rng, lens, &board).iter().map(corner).collect()).collect();
        Self { lens, stereo, pairs, corners4, points20, views }
    }

    fn question(&self, seconds: f64) -> Value {
        let Brown { k1, k2, p1, p2, k3 } = self.lens.distortion;
        let Lens { width, height, focal_px: f, centre_px: c, .. } = self.lens;
        let plane = |i: usize| -> Vec<[f64; 2]> {
            let plane = |pair: &[Vec2; 2]| self.stereo[i].lens.undistort(&pair[i]).map(Into::into);
            self.pairs.iter().filter_map(plane).collect()
        };
        let matrix = |camera: &Camera| -> Vec<Vec<f64>> {
            let rows = camera.camera_from_world.to_homogeneous();
            (0..3).map(|row| rows.row(row).iter().copied().collect()).collect()
        };
        let scene = |landmarks: &Vec<Landmark>| {
            let points: Vec<[f64; 3]> = landmarks.iter().map(|landmark| landmark.point.into()).collect();
            let pixels: Vec<[f64; 2]> = landmarks.iter().map(|landmark| landmark.pixel.into()).collect();
            json!({ "points": points, "pixels": pixels })
        };
        let scenes = |all: &[Vec<Landmark>]| all.iter().map(scene).collect::<Vec<Value>>();
        let board: Vec<[f64; 2]> = self.views[0].iter().map(|corner| corner.on_board.into()).collect();
        let view = |corners: &Vec<Corner>| corners.iter().map(|corner| corner.pixel.into()).collect::<Vec<[f64; 2]>>();
        json!({
            "seconds": seconds,
            "lens": [f.x, f.y, c.x, c.y, k1, k2, p1, p2, k3],
            "size": [width, height],
            "stereo": {
                "matrices": self.stereo.iter().map(matrix).collect::<Vec<_>>(),
                "planes": [plane(0), plane(1)],
            },
            "pnp": { "4": scenes(&self.corners4), "20": scenes(&self.points20) },
            "board": board,
            "views": self.views.iter().map(view).collect::<Vec<_>>(),
        })
    }

    fn triangulate_ns<T>(&self, effort: Effort, answer: impl Fn(&[(&Camera, Vec2)]) -> T) -> f64 {
        let [left, right] = &self.stereo;
        let all = least_ns(effort, || {
            for [one, other] in &self.pairs {
                black_box(answer(black_box(&[(left, *one), (right, *other)])));
            }
        });
        all / SCENES as f64
    }

    fn locate_ns(&self, effort: Effort, scenes: &[Vec<Landmark>]) -> f64 {
        let all = least_ns(effort, || {
            for landmarks in scenes {
                black_box(locate(&self.lens, black_box(landmarks), PIXEL_SD).ok());
            }
        });
        all / SCENES as f64
    }

    fn calibrate_ns(&self, effort: Effort) -> f64 {
        let Lens { width, height, .. } = self.lens;
        least_ns(effort, || {
            black_box(calibrate(width, height, black_box(&self.views), DistortionModel::K1K2P1P2).ok());
        })
    }
}

/// A point's pixel with a random error.
fn seen(rng: &mut ChaCha8Rng, camera: &Camera, point: &Vec3) -> Vec2 {
    let pixel = camera.project(point).unwrap_or_default();
    pixel + Vec2::from_fn(|_, _| rng.random_range(-NOISE_PX..NOISE_PX))
}

/// Points seen by a camera that stands somewhere in front of them with all of them on its sensor.
fn landmarks(rng: &mut ChaCha8Rng, lens: Lens, points: &[Vec3]) -> Vec<Landmark> {
    loop {
        let mut draw = |size: f64| rng.random_range(-size..size);
        let attitude = Attitude::from_euler_angles(draw(0.6), draw(0.6), draw(0.6));
        let place = Vec3::new(draw(0.3), draw(0.3), 2.8 + draw(0.6));
        let camera = Camera { lens, camera_from_world: Pose::from_parts(place.into(), attitude) };
        if points.iter().all(|point| camera.project(point).is_some_and(|pixel| lens.sees(&pixel))) {
            return points.iter().map(|point| Landmark { point: *point, pixel: seen(rng, &camera, point) }).collect();
        }
    }
}

/// All rows of camera geometry, and the reason if OpenCV could not be measured.
pub(crate) fn rows(effort: Effort) -> (Vec<Row>, Vec<String>) {
    let scenes = Scenes::new();
    let point = scenes.triangulate_ns(effort, |measurements| triangulate(measurements, PIXEL_SD));
    let linear = scenes.triangulate_ns(effort, triangulate_linear);
    let four = scenes.locate_ns(effort, &scenes.corners4);
    let twenty = scenes.locate_ns(effort, &scenes.points20);
    let lens = scenes.calibrate_ns(effort);
    let ours = [
        ("triangulate a point, 2 cameras", point, "triangulate batch"),
        ("triangulate a point, 2 cameras", point, "triangulate single"),
        ("triangulate linearly", linear, "triangulate single"),
        ("camera pose, 4 corners", four, "pnp 4 AP3P"),
        ("camera pose, 4 corners", four, "pnp 4 ITERATIVE"),
        ("camera pose, 20 points", twenty, "pnp 20 SQPNP"),
        ("camera pose, 20 points", twenty, "pnp 20 ITERATIVE"),
        ("calibrate, 15 views", lens, "calibrate"),
    ];
    let seconds = match effort {
        Effort::Quick => 0.3,
        Effort::Full => 2.0,
    };
    match python::ask::<Answer>(PROGRAM, &scenes.question(seconds).to_string()) {
        Ok(Answer { version, ns }) => {
            let versus = |(name, ours_ns, peer): (&str, f64, &str)| {
                let row = Row::alone(name, ours_ns);
                ns.get(peer).map_or(row.clone(), |ns| row.versus(format!("OpenCV {version}, {peer}"), *ns, None))
            };
            (ours.map(versus).into(), Vec::new())
        }
        Err(reason) => {
            let mut rows: Vec<Row> = ours.map(|(name, ours_ns, _)| Row::alone(name, ours_ns)).into();
            rows.dedup_by(|a, b| a.name == b.name);
            (rows, vec![format!("OpenCV was not measured: {reason}")])
        }
    }
}
