//! `calibrate --pose`: a camera's pose from known points.

use std::fmt;
use std::path::Path;

use multiball::geometry::{Vec3, quaternion_from_rotation};
use multiball::vision::{
    Camera, CameraPlace, CameraRecord, Landmark, Lens, PnpError, cameras_from_toml, cameras_to_toml, locate,
};
use serde::Serialize;

use super::corner_file;
use crate::args::{Calibrate, Common};
use crate::csv_file::{CsvFile, CsvRow};
use crate::failure::Failure;
use crate::files;
use crate::show::{Align, Table, print_report};

/// Standard deviation of a pixel coordinate clicked or found, px: assumed.
const PIXEL_SD: f64 = 0.5;

#[derive(Debug, Serialize)]
struct Report {
    camera: String,
    points: usize,
    /// Of the camera, in the points' frame.
    position_m: [f64; 3],
    /// w, x, y, z of world_from_camera.
    quaternion: [f64; 4],
    reprojection_error_px: f64,
    /// Of the position along the axes of the points' frame, m, and of the rotation about the camera's axes, rad.
    standard_deviations: Deviations,
    /// Reprojection error of each point.
    errors_px: Vec<f64>,
}

#[derive(Debug, Serialize)]
struct Deviations {
    /// Of a pixel coordinate: as assumed, or as the points show where that is more.
    pixel_px: f64,
    position_m: [f64; 3],
    turn_rad: [f64; 3],
}

pub(super) fn run(points: &Path, camera_file: &Path, arguments: &Calibrate, common: &Common) -> Result<(), Failure> {
    let refused = |error: &dyn fmt::Display| {
        Failure::input(format!("--camera {}: {}", camera_file.display(), error.to_string().trim_end()))
    };
    let mut cameras = cameras_from_toml(&files::read_text(camera_file)?).map_err(|error| refused(&error))?;
    let record = chosen(&mut cameras, arguments.name.as_deref()).map_err(|error| refused(&error))?;
    let (landmarks, lines) = landmarks(points, &record.lens)?;
    let found = locate(&record.lens, &landmarks, PIXEL_SD).map_err(|error| {
        let message = format!("{}: {error}", points.display());
        match error {
            PnpError::TooFew { .. } | PnpError::OnePoint { .. } => Failure::input(message),
            PnpError::Coordinate { number, .. } | PnpError::NoRay { number, .. } => {
                Failure::input(on_line(message, number, &lines))
            }
            PnpError::Unexplained { number, .. } => Failure::NoAnswer(on_line(message, number, &lines)),
            _ => Failure::NoAnswer(message),
        }
    })?;
    let camera = Camera { lens: record.lens, camera_from_world: found.camera_from_world };
    record.pose = Some(CameraPlace::from(&camera));
    let place_covariance = found.place_covariance();
    // Residuals larger than assumed mean that the pixels are less accurate than assumed.
    let pixel_sd = PIXEL_SD * found.residual_ratio.max(1.0);
    let deviation = |variance: f64| pixel_sd / PIXEL_SD * variance.sqrt();
    let standard_deviations = Deviations {
        pixel_px: pixel_sd,
        position_m: [0, 1, 2].map(|axis| deviation(place_covariance[(axis, axis)])),
        turn_rad: [0, 1, 2].map(|axis| deviation(found.covariance[(axis, axis)])),
    };
    let report = Report {
        camera: record.name.clone(),
        points: landmarks.len(),
        position_m: camera.place().into(),
        quaternion: quaternion_from_rotation(&camera.camera_from_world.rotation.inverse()),
        reprojection_error_px: found.rms_px,
        standard_deviations,
        errors_px: landmarks
            .iter()
            .filter_map(|landmark| Some((camera.project(&landmark.point)? - landmark.pixel).norm()))
            .collect(),
    };
    if let Some(path) = &arguments.out {
        let text = cameras_to_toml(&cameras).map_err(|error| Failure::NoAnswer(error.to_string()))?;
        files::write_whole(path, &text)?;
    }
    print_report(&report, common.json)
}

/// The camera of that name, or the only one.
fn chosen<'a>(cameras: &'a mut [CameraRecord], name: Option<&str>) -> Result<&'a mut CameraRecord, String> {
    let names: Vec<String> = cameras.iter().map(|camera| format!("`{}`", camera.name)).collect();
    let names = names.join(", ");
    match (cameras, name) {
        ([only], None) => Ok(only),
        (_, None) => Err(format!("it has several cameras; --name must be one of {names}")),
        (cameras, Some(name)) => {
            let found = cameras.iter_mut().find(|camera| camera.name == name);
            found.ok_or_else(|| format!("it has no camera `{name}`; --name must be one of {names}"))
        }
    }
}

/// A message about a point, with the line on which the point stands.
fn on_line(message: String, number: usize, lines: &[usize]) -> String {
    match lines.get(number - 1) {
        Some(line) => format!("{message} (point {number} is on line {line})"),
        None => message,
    }
}

/// The points and the lines on which they stand.
fn landmarks(path: &Path, lens: &Lens) -> Result<(Vec<Landmark>, Vec<usize>), Failure> {
    let file = CsvFile::read(path, &["x_m", "y_m", "z_m", "x_px", "y_px"], &[])?;
    let landmark = |row: CsvRow<'_>| {
        let point = Vec3::new(row.number("x_m")?, row.number("y_m")?, row.number("z_m")?);
        let pixel = corner_file::pixel_on_sensor(&row, lens.width, lens.height)?;
        Ok((Landmark { point, pixel }, row.line()))
    };
    file.rows().map(landmark).collect()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&[
            (self.camera.as_str(), Align::Left),
            ("x", Align::Right),
            ("y", Align::Right),
            ("z", Align::Right),
            ("", Align::Left),
        ]);
        let mut row = |name: &str, values: [f64; 3], digits: usize, unit: &str| {
            let [x, y, z] = values.map(|value| format!("{value:.digits$}"));
            table.row([name.into(), x, y, z, unit.into()]);
        };
        let [w, x, y, z] = self.quaternion;
        row("position", self.position_m, 4, "m");
        row("± position", self.standard_deviations.position_m, 4, "m");
        row("quaternion", [x, y, z], 5, &format!("w = {w:.5}"));
        row("± turn, camera's axes", self.standard_deviations.turn_rad.map(f64::to_degrees), 3, "deg");
        write!(f, "{table}")?;
        let worst = self.errors_px.iter().copied().fold(0.0, f64::max);
        let (points, error) = (self.points, self.reprojection_error_px);
        writeln!(f, "\n  {points} points, reprojection error {error:.3} px, worst {worst:.3} px")?;
        writeln!(f, "  ± for pixels known to {:.2} px", self.standard_deviations.pixel_px)
    }
}
