//! Pictures of the made-up cameras.

use multiball::geometry::{Pose, Vec3, rotation_from_quaternion};
use multiball::hall::record::{Message, Picture, Recorder, SeenMark, Stage, StagedCamera};
use multiball::vision::{Frame, Region, Vec2};

const EVERY_S: f64 = 0.05;

pub(super) struct Eyes {
    cameras: Vec<(StagedCamera, Pose, Frame)>,
    next_s: f64,
}

impl Eyes {
    pub(super) fn open(stage: &Stage, recorder: &mut dyn Recorder) -> Self {
        let mut cameras = Vec::new();
        for (number, camera) in stage.cameras.iter().enumerate() {
            let turn = rotation_from_quaternion(camera.pose.quaternion).unwrap();
            let pose = Pose::from_parts(Vec3::from(camera.pose.position_m).into(), turn);
            let backdrop = backdrop(camera, &pose);
            recorder.record(&Message::Backdrop { camera: number, frame: backdrop.clone() });
            cameras.push((camera.clone(), pose, backdrop));
        }
        Self { cameras, next_s: 0.0 }
    }

    pub(super) fn look(&mut self, time_s: f64, ball: Option<Vec3>, recorder: &mut dyn Recorder) {
        if time_s < self.next_s {
            return;
        }
        self.next_s = time_s + EVERY_S;
        for (number, (camera, pose, backdrop)) in self.cameras.iter().enumerate() {
            let (mut parts, mut marks) = (Vec::new(), Vec::new());
            if let Some((pixel, radius)) = ball.and_then(|ball| seen(camera, pose, &ball)) {
                let region = Region::around(&pixel, 96, 72, &backdrop.region());
                parts.push(part(backdrop, region, &pixel, radius));
                marks.push(SeenMark { pixel: [pixel.x, pixel.y], radius_px: radius });
            }
            recorder.record(&Message::Picture(Picture { t_s: time_s, camera: number, parts, marks }));
        }
    }
}

fn seen(camera: &StagedCamera, pose: &Pose, ball: &Vec3) -> Option<(Vec2, f64)> {
    let local = pose.inverse_transform_point(&(*ball).into());
    if local.z < 0.2 {
        return None;
    }
    let x = camera.focal_px[0] * local.x / local.z + camera.center_px[0];
    let y = camera.focal_px[1] * local.y / local.z + camera.center_px[1];
    let inside = x > 0.0 && y > 0.0 && x < f64::from(camera.width_px) && y < f64::from(camera.height_px);
    inside.then(|| (Vec2::new(x, y), camera.focal_px[0] * 0.02 / local.z))
}

fn part(backdrop: &Frame, region: Region, pixel: &Vec2, radius: f64) -> Frame {
    let mut part = Frame::filled(region, 0);
    let width = backdrop.region().width;
    for (index, grey) in part.pixels_mut().iter_mut().enumerate() {
        let (x, y) = (region.left + index % region.width, region.top + index / region.width);
        let (dx, dy) = (x as f64 - pixel.x, y as f64 - pixel.y);
        let covered = (radius + 0.5 - (dx * dx + dy * dy).sqrt()).clamp(0.0, 1.0);
        let behind = f64::from(backdrop.pixels()[y * width + x]);
        *grey = (behind + (235.0 - behind) * covered) as u8;
    }
    part
}

/// Table and floor, by the ray of each pixel.
fn backdrop(camera: &StagedCamera, pose: &Pose) -> Frame {
    let region = Region::whole(camera.width_px as usize, camera.height_px as usize);
    let mut frame = Frame::filled(region, 0);
    for (index, grey) in frame.pixels_mut().iter_mut().enumerate() {
        let (x, y) = ((index % region.width) as f64, (index / region.width) as f64);
        let local = Vec3::new(
            (x - camera.center_px[0]) / camera.focal_px[0],
            (y - camera.center_px[1]) / camera.focal_px[1],
            1.0,
        );
        *grey = seen_grey(pose, &(pose.rotation * local));
    }
    frame
}

fn seen_grey(pose: &Pose, ray: &Vec3) -> u8 {
    let from = pose.translation.vector;
    if ray.z >= -1e-3 {
        return 150;
    }
    let hit = from - ray * (from.z / ray.z);
    let (u, v) = (hit.x.abs(), hit.y.abs());
    if u <= 1.37 && v <= 0.7625 {
        return if u > 1.35 || !(0.0015..=0.7425).contains(&v) { 225 } else { 70 };
    }
    let floor = from - ray * ((from.z + 0.76) / ray.z);
    if floor.x.abs() < 7.0 && floor.y.abs() < 3.5 { 120 } else { 142 }
}
