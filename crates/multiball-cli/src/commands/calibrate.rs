//! `calibrate`: a camera's lens from views of a chessboard.

use std::fmt;
use std::path::Path;

use multiball::vision::{
    Brown, Calibration, CalibrationError, Camera, CameraRecord, Lens, LensDeviation, Vec2, calibrate, cameras_to_toml,
};
use serde::Serialize;

use super::corner_check;
use super::corner_file::{self, Skipped, View, Views};
use super::pose;
use crate::args::{Calibrate, Common};
use crate::failure::Failure;
use crate::files;
use crate::plot::{self, Residual};
use crate::show::{Align, Table, print_report};

/// Name of a camera that was given none.
const NAME: &str = "camera";
/// Least number of images with a whole board that a calibration needs.
const LEAST_VIEWS: usize = 3;

#[derive(Debug, Serialize)]
struct Report {
    camera: CameraReport,
    reprojection_error_px: f64,
    standard_deviations: Deviations,
    views: Vec<ViewReport>,
    skipped: Vec<Skipped>,
}

#[derive(Debug, Serialize)]
struct CameraReport {
    name: String,
    width_px: usize,
    height_px: usize,
    focal_px: [f64; 2],
    centre_px: [f64; 2],
    distortion: Coefficients,
}

#[derive(Debug, Serialize)]
struct Deviations {
    focal_px: [f64; 2],
    centre_px: [f64; 2],
    distortion: Coefficients,
}

#[derive(Debug, Serialize)]
struct Coefficients {
    k1: f64,
    k2: f64,
    p1: f64,
    p2: f64,
    k3: f64,
}

#[derive(Debug, Serialize)]
struct ViewReport {
    name: String,
    corners: usize,
    reprojection_error_px: f64,
}

impl From<Brown> for Coefficients {
    fn from(Brown { k1, k2, p1, p2, k3 }: Brown) -> Self {
        Self { k1, k2, p1, p2, k3 }
    }
}

impl Coefficients {
    fn named(&self) -> [(&'static str, f64); 5] {
        [("k1", self.k1), ("k2", self.k2), ("p1", self.p1), ("p2", self.p2), ("k3", self.k3)]
    }
}

pub(crate) fn run(arguments: &Calibrate, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &arguments.out {
        files::check_name("--out", path, "toml")?;
    }
    if let Some(path) = &arguments.plot {
        files::check_svg(path)?;
    }
    if let (Some(points), Some(camera)) = (&arguments.pose, &arguments.camera) {
        return pose::run(points, camera, arguments, common);
    }
    let views = views(arguments, common)?;
    corner_check::distinct(&views.found)?;
    let calibration = calibrate(views.width, views.height, &views.found, arguments.distortion)
        .map_err(|error| failure(&error, &views))?;
    corner_check::explained(&calibration, &views)?;
    if let Some(path) = &arguments.plot {
        let lens = &calibration.lens;
        let picture = plot::residuals((lens.width, lens.height), &residuals(&calibration, &views.found))?;
        files::write_whole(path, &picture)?;
    }
    let name = arguments.name.clone().unwrap_or_else(|| NAME.to_owned());
    if let Some(path) = &arguments.out {
        write_camera(path, &name, &calibration)?;
    }
    print_report(&Report::new(name, &calibration, views), common.json)
}

/// The views that the arguments name.
fn views(arguments: &Calibrate, common: &Common) -> Result<Views, Failure> {
    let is_csv = |path: &Path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    let size = (arguments.width_px, arguments.height_px);
    match (arguments.inputs.as_slice(), size) {
        ([file], (Some(width), Some(height))) if is_csv(file) => {
            corner_file::from_csv(file, width as usize, height as usize)
        }
        ([file], _) if is_csv(file) => Err(Failure::input(format!(
            "{}: a corner file does not say how large the images were: --width-px and --height-px must be given",
            file.display()
        ))),
        (inputs, _) if inputs.iter().any(|path| is_csv(path)) => {
            Err(Failure::input("a corner file must be the only input; it holds all views"))
        }
        (_, (None, None)) => {
            let views = corner_file::from_images(&arguments.inputs, &corner_file::board(&arguments.board)?, common)?;
            if views.found.len() < LEAST_VIEWS { Err(too_few(&views)) } else { Ok(views) }
        }
        _ => Err(Failure::input("--width-px and --height-px go with a corner file; images have a size of their own")),
    }
}

/// Too few boards, with what was wrong with each image.
fn too_few(views: &Views) -> Failure {
    let (found, all) = (views.found.len(), views.found.len() + views.skipped.len());
    let reasons: String =
        views.skipped.iter().map(|skipped| format!("\n  {}: {}", skipped.name, skipped.reason)).collect();
    Failure::NoAnswer(format!(
        "the board was found in {found} of {all} images; it takes at least {LEAST_VIEWS}{reasons}"
    ))
}

/// What cannot be used is bad input; what can but leads nowhere has no answer. Views are named as the user knows them.
fn failure(error: &CalibrationError, views: &Views) -> Failure {
    let named = |view: usize| {
        error.to_string().replacen(&format!("view {view}"), &format!("view `{}`", views.found[view - 1].name), 1)
    };
    match *error {
        CalibrationError::TooFewCorners { view, .. } | CalibrationError::Coordinate { view, .. } => {
            Failure::input(named(view))
        }
        CalibrationError::NoImage { .. }
        | CalibrationError::TooFewViews { .. }
        | CalibrationError::TooFewNumbers { .. } => Failure::input(error.to_string()),
        CalibrationError::Collinear { view, .. } => Failure::NoAnswer(named(view)),
        CalibrationError::Undetermined { .. } | CalibrationError::NotConverged { .. } => {
            Failure::NoAnswer(error.to_string())
        }
    }
}

fn write_camera(path: &Path, name: &str, calibration: &Calibration) -> Result<(), Failure> {
    let record = CameraRecord {
        name: name.to_owned(),
        lens: calibration.lens,
        pose: None,
        reprojection_error_px: Some(calibration.rms_px),
    };
    let text = cameras_to_toml(&[record]).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    files::write_whole(path, &text)
}

/// Each corner's measured pixel and its reprojection residual.
fn residuals(calibration: &Calibration, views: &[View]) -> Vec<Residual> {
    let placed = views.iter().zip(&calibration.camera_from_board);
    placed
        .flat_map(|(view, pose)| {
            let camera = Camera { lens: calibration.lens, camera_from_world: *pose };
            view.corners.iter().filter_map(move |corner| {
                let seen = camera.project(&corner.on_board.push(0.0))?;
                Some(Residual { place: corner.pixel, error: corner.pixel - seen })
            })
        })
        .collect()
}

fn pair(vector: Vec2) -> [f64; 2] {
    vector.into()
}

impl Report {
    fn new(name: String, calibration: &Calibration, views: Views) -> Self {
        let Lens { width, height, focal_px, centre_px, distortion } = calibration.lens;
        let deviation: LensDeviation = calibration.deviation;
        let view = |(view, error_px): (View, &f64)| ViewReport {
            name: view.name,
            corners: view.corners.len(),
            reprojection_error_px: *error_px,
        };
        Self {
            camera: CameraReport {
                name,
                width_px: width,
                height_px: height,
                focal_px: pair(focal_px),
                centre_px: pair(centre_px),
                distortion: distortion.into(),
            },
            reprojection_error_px: calibration.rms_px,
            standard_deviations: Deviations {
                focal_px: pair(deviation.focal_px),
                centre_px: pair(deviation.centre_px),
                distortion: deviation.distortion.into(),
            },
            views: views.found.into_iter().zip(&calibration.view_rms_px).map(view).collect(),
            skipped: views.skipped,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (camera, deviations) = (&self.camera, &self.standard_deviations);
        let mut lens =
            Table::new(&[("lens", Align::Left), ("value", Align::Right), ("±", Align::Right), ("", Align::Left)]);
        let pairs = [
            ("focal length x", camera.focal_px[0], deviations.focal_px[0]),
            ("focal length y", camera.focal_px[1], deviations.focal_px[1]),
            ("centre x", camera.centre_px[0], deviations.centre_px[0]),
            ("centre y", camera.centre_px[1], deviations.centre_px[1]),
        ];
        for (name, value, deviation) in pairs {
            lens.row([name.into(), format!("{value:.3}"), format!("{deviation:.3}"), "px".into()]);
        }
        for ((name, value), (_, deviation)) in camera.distortion.named().into_iter().zip(deviations.distortion.named())
        {
            // A deviation of exactly 0 means that the coefficient was not estimated.
            let known = if deviation == 0.0 { "held".into() } else { format!("{deviation:.5}") };
            lens.row([format!("distortion {name}"), format!("{value:.5}"), known, String::new()]);
        }
        writeln!(f, "{}: {} x {} pixels\n\n{lens}", camera.name, camera.width_px, camera.height_px)?;
        let mut views = Table::new(&[("view", Align::Left), ("corners", Align::Right), ("error, px", Align::Right)]);
        for view in &self.views {
            views.row([view.name.clone(), view.corners.to_string(), format!("{:.4}", view.reprojection_error_px)]);
        }
        let corners: usize = self.views.iter().map(|view| view.corners).sum();
        views.row(["all".into(), corners.to_string(), format!("{:.4}", self.reprojection_error_px)]);
        write!(f, "{views}")?;
        self.skipped.iter().try_for_each(|skipped| writeln!(f, "  skipped {}: {}", skipped.name, skipped.reason))
    }
}
