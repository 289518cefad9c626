//! Shots and stroke models of one's own, whose files a scenario names.

use std::path::Path;

use multiball::ball::BallState;
use multiball::geometry::Vec3;
use multiball::hall::training::{ShotChoice, StrokeModelChoice};
use multiball::hall::{Catalog, Scenario};
use multiball::opponent::RecordedShots;

use super::stroke;
use crate::csv_file::{CsvFile, CsvRow};
use crate::failure::Failure;

/// A scenario whose files are named from where the program runs: in its own file they are named from there.
pub(crate) fn relative_to(mut scenario: Scenario, file: &Path) -> Scenario {
    let named = |name: &str| file.parent().unwrap_or(Path::new("")).join(name).display().to_string();
    if let Some(ShotChoice::File(name)) = scenario.opponent.as_mut().map(|opponent| &mut opponent.shots) {
        *name = named(name);
    }
    if let Some(StrokeModelChoice::File(name)) = scenario.player.as_mut().map(|player| &mut player.stroke_model) {
        *name = named(name);
    }
    scenario
}

/// Reads the files that a scenario names into a catalog.
pub(crate) fn add(catalog: &mut Catalog, scenario: &Scenario) -> Result<(), Failure> {
    if let Some(ShotChoice::File(name)) = scenario.opponent.as_ref().map(|opponent| &opponent.shots) {
        catalog.add_shots(name, shots(Path::new(name))?);
    }
    if let Some(StrokeModelChoice::File(name)) = scenario.player.as_ref().map(|player| &player.stroke_model) {
        let model = stroke::read_model(Path::new(name))?;
        catalog.add_stroke_model(name, model).map_err(|error| Failure::input(error.to_string()))?;
    }
    Ok(())
}

/// Recorded shots from a file.
fn shots(path: &Path) -> Result<RecordedShots, Failure> {
    let file = CsvFile::read(path, &RecordedShots::COLUMNS, &[])?;
    let shots = file.rows().map(|row| shot(&row)).collect::<Result<Vec<_>, _>>()?;
    RecordedShots::new(&shots).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

fn shot(row: &CsvRow<'_>) -> Result<BallState, Failure> {
    let mut numbers = [0.0; RecordedShots::COLUMNS.len()];
    for (number, column) in numbers.iter_mut().zip(RecordedShots::COLUMNS) {
        *number = row.number(column)?;
    }
    let [x, y, z, vx, vy, vz, wx, wy, wz] = numbers;
    let shot = BallState::new(Vec3::new(x, y, z), Vec3::new(vx, vy, vz), Vec3::new(wx, wy, wz));
    RecordedShots::check(&shot).map_err(|error| row.refused(&error.to_string()))?;
    Ok(shot)
}
