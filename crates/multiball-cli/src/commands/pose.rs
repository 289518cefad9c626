//! `calibrate --pose`: where a camera stands, from known points.

use std::fmt;
use std::path::Path;

use multiball::geometry::{Vec3, quaternion_from_rotation};
use multiball::vision::{
    Camera, CameraPlace, CameraRecord, Landmark, PnpError, Vec2, cameras_from_toml, cameras_to_toml, locate,
};
use serde::Serialize;

use crate::args::{Calibrate, Common};
use crate::csv_file::CsvFile;
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
    /// Of the place along the axes of the points' frame, m, and of the turn about the camera's, rad, at half a pixel of noise.
    standard_deviations: Deviations,
    /// How far each point is from where the pose puts it.
    errors_px: Vec<f64>,
}

#[derive(Debug, Serialize)]
struct Deviations {
    position_m: [f64; 3],
    turn_rad: [f64; 3],
}

pub(super) fn run(points: &Path, camera_file: &Path, arguments: &Calibrate, common: &Common) -> Result<(), Failure> {
    let refused = |error: &dyn fmt::Display| {
        Failure::input(format!("--camera {}: {}", camera_file.display(), error.to_string().trim_end()))
    };
    let mut cameras = cameras_from_toml(&files::read_text(camera_file)?).map_err(|error| refused(&error))?;
    let record = chosen(&mut cameras, arguments.name.as_deref()).map_err(|error| refused(&error))?;
    let landmarks = landmarks(points)?;
    let found = locate(&record.lens, &landmarks, PIXEL_SD).map_err(|error| {
        let message = format!("{}: {error}", points.display());
        match error {
            PnpError::TooFew { .. } | PnpError::Coordinate { .. } | PnpError::NoRay { .. } => Failure::input(message),
            _ => Failure::NoAnswer(message),
        }
    })?;
    let camera = Camera { lens: record.lens, camera_from_world: found.camera_from_world };
    record.pose = Some(CameraPlace::from(&camera));
    let place_covariance = found.place_covariance();
    let standard_deviations = Deviations {
        position_m: [0, 1, 2].map(|axis| place_covariance[(axis, axis)].sqrt()),
        turn_rad: [0, 1, 2].map(|axis| found.covariance[(axis, axis)].sqrt()),
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

fn landmarks(path: &Path) -> Result<Vec<Landmark>, Failure> {
    let file = CsvFile::read(path, &["x_m", "y_m", "z_m", "x_px", "y_px"], &[])?;
    file.rows()
        .map(|row| {
            let point = Vec3::new(row.number("x_m")?, row.number("y_m")?, row.number("z_m")?);
            Ok(Landmark { point, pixel: Vec2::new(row.number("x_px")?, row.number("y_px")?) })
        })
        .collect()
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
        writeln!(f, "  ± for pixels known to {PIXEL_SD} px")
    }
}
