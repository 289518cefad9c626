//! `frames`: a shot as a camera of a laboratory would film it, with the ground truth.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use multiball::ball::Body;
use multiball::hall::{FilmOptions, FilmedFlight};
use multiball::vision::scene::{Scene, SceneCamera, Sensor, four_camera_rig};
use multiball::vision::{Camera, CameraPlace, CameraRecord, Frame, Region, cameras_to_toml};
use serde::Serialize;

use crate::args;
use crate::args::{Common, Frames};
use crate::failure::Failure;
use crate::files;
use crate::images;
use crate::show::{counted, print_report, progress_bar};

#[derive(Debug, Serialize)]
struct Report {
    folder: String,
    seed: u64,
    flight: u64,
    camera: u64,
    rate_hz: f64,
    /// Frames of the whole shot.
    shot_frames: usize,
    first: usize,
    written: usize,
    region_px: [usize; 4],
    stroke_s: f64,
    bounce_s: f64,
    end_s: f64,
}

pub(crate) fn run(frames: &Frames, common: &Common) -> Result<(), Failure> {
    args::check_exposure(frames.exposure_s, frames.rate_hz)?;
    let seed = common.seed_or_default();
    let mut options = if frames.plain { FilmOptions::PLAIN } else { FilmOptions::DISTURBED };
    options.rate_hz = frames.rate_hz;
    let film = FilmedFlight::new(seed, frames.flight, &options);
    let wanted = wanted(frames, film.frames())?;
    let rig = four_camera_rig();
    // Four cameras, and the arguments allow no more.
    let camera = &rig[frames.camera as usize % rig.len()];
    let region = images::requested_region(frames.region, Region::whole(camera.lens.width, camera.lens.height))?;
    let mut names: Vec<String> = wanted.clone().map(name).collect();
    files::check_left_over("DIR", &frames.folder, "frame_", &names)?;
    names.push(CAMERAS.into());
    files::check_replaces_own("DIR", &frames.folder, (TRUTH, TRUTH_COLUMNS), &names)?;
    files::make_folder("DIR", &frames.folder)?;
    write_frames(frames, seed, &film, camera, wanted.clone(), region)?;
    write_truth(&frames.folder, &film, &rig, camera, wanted.clone())?;
    let report = Report {
        folder: frames.folder.display().to_string(),
        seed,
        flight: frames.flight,
        camera: frames.camera,
        rate_hz: frames.rate_hz,
        shot_frames: film.frames(),
        first: wanted.start,
        written: wanted.len(),
        region_px: [region.left, region.top, region.width, region.height],
        stroke_s: film.stroke_s(),
        bounce_s: film.bounce_s(),
        end_s: film.end_s(),
    };
    print_report(&report, common.json)
}

/// The name of a frame's file.
fn name(number: usize) -> String {
    format!("frame_{number:04}.png")
}

/// The frames requested, of those that the shot has.
fn wanted(frames: &Frames, all: usize) -> Result<Range<usize>, Failure> {
    let first = frames.first as usize;
    if first >= all {
        return Err(Failure::input(format!(
            "--first {first} is not allowed; the shot has {all} frames, 0 to {}",
            all - 1
        )));
    }
    let most = frames.count.map_or(usize::MAX, |count| count as usize);
    Ok(first..all.min(first.saturating_add(most)))
}

fn write_frames(
    frames: &Frames,
    seed: u64,
    film: &FilmedFlight,
    camera: &Camera,
    wanted: Range<usize>,
    region: Region,
) -> Result<(), Failure> {
    let scene = if frames.plain { Scene::empty_table() } else { Scene::training_hall() };
    let sensor = Sensor {
        exposure_s: frames.exposure_s,
        read_noise: frames.read_noise,
        shot_noise: frames.shot_noise,
        // Every flight has noise of its own.
        seed: seed ^ frames.flight.rotate_left(32),
        ..Sensor::default()
    };
    let filming = SceneCamera::new(&scene, *camera, sensor, frames.camera);
    let progress = progress_bar(wanted.len() as u64, "frames");
    let mut frame = Frame::filled(region, 0);
    for number in wanted {
        filming.render(&film.frame(number), region, &mut frame);
        images::write_png(&frames.folder.join(name(number)), &frame)?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(())
}

/// Writes the ground truth and the cameras.
fn write_truth(
    folder: &Path,
    film: &FilmedFlight,
    rig: &[Camera],
    camera: &Camera,
    wanted: Range<usize>,
) -> Result<(), Failure> {
    let lines: String = wanted.map(|frame| truth_line(film, frame, camera)).collect();
    let cameras = cameras_to_toml(&records(rig)).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    files::write_all_whole(&[(folder.join(TRUTH), TRUTH_COLUMNS.to_owned() + &lines), (folder.join(CAMERAS), cameras)])
}

/// The files next to the frames.
const TRUTH: &str = "truth.csv";
const CAMERAS: &str = "cameras.toml";
const TRUTH_COLUMNS: &str = "frame,t_s,x_px,y_px,radius_px,x_m,y_m,z_m\n";

/// The struck ball in a frame; pixels are empty where the sensor does not show it, all is empty before the stroke.
fn truth_line(film: &FilmedFlight, frame: usize, camera: &Camera) -> String {
    let t_s = film.time_s(frame);
    let Some(ball) = film.truth(t_s) else { return format!("{frame},{t_s:.6},,,,,,\n") };
    let p = ball.position;
    let pixel = camera.project(&p).filter(|pixel| camera.lens.sees(pixel));
    let image = pixel.map_or_else(
        || ",,".to_owned(),
        |pixel| {
            let radius = Body::STANDARD.radius * camera.lens.focal_px.x / camera.in_camera(&p).z;
            format!("{:.4},{:.4},{radius:.4}", pixel.x, pixel.y)
        },
    );
    format!("{frame},{t_s:.6},{image},{:.6},{:.6},{:.6}\n", p.x, p.y, p.z)
}

fn records(rig: &[Camera]) -> Vec<CameraRecord> {
    let record = |(number, camera): (usize, &Camera)| CameraRecord {
        name: number.to_string(),
        lens: camera.lens,
        pose: Some(CameraPlace::from(camera)),
        reprojection_error_px: None,
    };
    rig.iter().enumerate().map(record).collect()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, top, width, height] = self.region_px;
        let written = counted(self.written, "frame");
        writeln!(f, "{written} of {width} x {height} px from ({left}, {top}) in {}", self.folder)?;
        let (first, last) = (name(self.first), name(self.first + self.written.saturating_sub(1)));
        let range = if first == last { first } else { format!("{first} to {last}") };
        writeln!(f, "  {range}, {TRUTH}, {CAMERAS}")?;
        writeln!(
            f,
            "  shot {} of seed {}, camera {}: {} at {} Hz; stroke at {:.4} s, bounce at {:.4} s, end at {:.4} s",
            self.flight,
            self.seed,
            self.camera,
            counted(self.shot_frames, "frame"),
            self.rate_hz,
            self.stroke_s,
            self.bounce_s,
            self.end_s
        )
    }
}
