//! The cameras and their films.

use std::fmt;
use std::path::Path;

use multiball::ball::Body;
use multiball::geometry::box_corners;
use multiball::track::{Tracker, TrackerSettings};
use multiball::vision::detect::{BlobPipelineSettings, Detector, DetectorSettings};
use multiball::vision::image::Foreground;
use multiball::vision::{Camera, CameraRecord, Region, cameras_from_toml};

use crate::args::{FilmFolder, Track};
use crate::commands::film::Film;
use crate::failure::Failure;
use crate::files;

/// Least number of cameras that measure a position.
const LEAST_CAMERAS: usize = 2;
/// Least distance from a camera at which a ball is searched for, m.
const NEAREST_M: f64 = 0.5;
/// Tolerance of a ball's apparent radius, as a factor either way.
const RADIUS_TOLERANCE: f64 = 1.25;

/// A camera and its frames.
#[derive(Debug)]
pub(super) struct FrameSource {
    pub(super) name: String,
    pub(super) camera: Camera,
    pub(super) film: Film,
}

/// Cameras and films of the given folders, in their order.
pub(super) fn open(track: &Track) -> Result<Vec<FrameSource>, Failure> {
    let given = track.folders.len();
    if !(LEAST_CAMERAS..=Tracker::MOST_CAMERAS).contains(&given) {
        return Err(Failure::input(format!(
            "{given} folder{} given; there must be {LEAST_CAMERAS} to {}, each of another camera",
            if given == 1 { "" } else { "s" },
            Tracker::MOST_CAMERAS
        )));
    }
    let file = track.cameras.as_path();
    let records =
        cameras_from_toml(&files::read_text(file)?).map_err(|error| refused(file, &error.to_string().trim_end()))?;
    let chosen = choose(file, &records, &track.folders)?;
    chosen.into_iter().zip(&track.folders).map(|(record, folder)| frame_source(file, record, &folder.folder)).collect()
}

fn refused(file: &Path, what: &dyn fmt::Display) -> Failure {
    Failure::input(format!("--cameras {}: {what}", file.display()))
}

/// The camera of each folder.
fn choose<'a>(
    file: &Path,
    records: &'a [CameraRecord],
    folders: &[FilmFolder],
) -> Result<Vec<&'a CameraRecord>, Failure> {
    let names: Vec<String> = records.iter().map(|record| format!("`{}`", record.name)).collect();
    let names = names.join(", ");
    if folders.iter().all(|folder| folder.camera.is_none()) {
        let (cameras, given) = (records.len(), folders.len());
        return if cameras == given {
            Ok(records.iter().collect())
        } else {
            Err(refused(file, &format!("it has {cameras} cameras, {names}, for {given} folders: write CAMERA=FOLDER")))
        };
    }
    let mut chosen: Vec<&CameraRecord> = Vec::new();
    for FilmFolder { camera, folder } in folders {
        let Some(camera) = camera else {
            return Err(Failure::input(format!("{}: whose? Write CAMERA=FOLDER for all or none", folder.display())));
        };
        let record = records.iter().find(|record| record.name == *camera);
        let record = record.ok_or_else(|| refused(file, &format!("it has no camera `{camera}`; it has {names}")))?;
        if chosen.iter().any(|other| other.name == *camera) {
            return Err(Failure::input(format!("camera `{camera}` is given twice; each must have one folder")));
        }
        chosen.push(record);
    }
    Ok(chosen)
}

fn frame_source(file: &Path, record: &CameraRecord, folder: &Path) -> Result<FrameSource, Failure> {
    let name = record.name.clone();
    let Some(camera) = record.camera() else {
        let (shown, what) = (file.display(), "find where it stands with `multiball calibrate --pose points.csv");
        return Err(refused(
            file,
            &format!("camera `{name}` has no pose; {what} --camera {shown} --name {name} --out {shown}`"),
        ));
    };
    let size = Region::whole(camera.lens.width, camera.lens.height);
    let film = Film::open_sized(folder, size, format!("camera `{name}` of {}", file.display()))?;
    Ok(FrameSource { name, camera, film })
}

impl FrameSource {
    /// Its detector. The camera determines how large and how blurred a ball may look.
    pub(super) fn detector(&self, track: &Track, tracker: &TrackerSettings) -> Result<Detector, Failure> {
        let (background, _) = self.film.background(None, track.background_frames, "--background-frames")?;
        let foreground = Foreground { low: track.threshold, ..Foreground::default() };
        let (nearest, farthest) = depths(&self.camera, tracker);
        let focal_px = self.camera.lens.focal_px.x;
        let radius_px = |depth: f64| Body::STANDARD.radius * focal_px / depth;
        let plain = DetectorSettings::default();
        let streak_px = tracker.most_speed * track.exposure_s * focal_px / nearest;
        let settings = DetectorSettings {
            chain: BlobPipelineSettings { foreground, ..plain.chain },
            radius_px: (radius_px(farthest) / RADIUS_TOLERANCE, radius_px(nearest) * RADIUS_TOLERANCE),
            longest_streak_px: streak_px.max(plain.longest_streak_px),
            noise_grey: track.noise_grey,
        };
        Ok(Detector::new(background, settings))
    }
}

/// Nearest and farthest depth of the space in which balls start.
fn depths(camera: &Camera, tracker: &TrackerSettings) -> (f64, f64) {
    let depths = box_corners(tracker.volume).map(|corner| camera.in_camera(&corner).z.max(NEAREST_M));
    depths.into_iter().fold((f64::INFINITY, NEAREST_M), |(least, most), depth| (least.min(depth), most.max(depth)))
}
