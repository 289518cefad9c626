//! Balls and obstacles from files.

use std::path::Path;
use std::sync::Arc;

use multiball::picker::Point2;
use multiball::picker::routing::{Floor, FloorError, ObstacleError, Obstacles};

use crate::args::Route;
use crate::csv_file::{CsvFile, CsvRow};
use crate::failure::Failure;
use crate::show::counted;

/// Default clearance of the robot's middle from obstacles, m: half of a robot 0.4 m wide.
const CLEARANCE_M: f64 = 0.2;

/// The floor that is routed, and where its balls stand in the file.
pub(super) struct Input {
    pub(super) floor: Floor,
    /// Row of each ball of the floor, from 0.
    pub(super) rows: Vec<usize>,
    /// Rows of unreachable balls, and their positions, m.
    pub(super) unreachable: Vec<(usize, Point2)>,
}

/// Reads balls, and obstacles if there are any.
pub(super) fn read(route: &Route) -> Result<Input, Failure> {
    let (path, capacity) = (&route.file, route.capacity as usize);
    let file = CsvFile::read_or_empty(path, &["x_m", "y_m"])?;
    let rows: Vec<_> = file.rows().collect();
    let balls = rows.iter().map(place).collect::<Result<Vec<Point2>, _>>()?;
    let refused = |error: FloorError| match error {
        FloorError::Point2 { ball, .. } => rows[ball].refused(&error.to_string()),
        FloorError::NoCapacity => Failure::input(format!("--capacity: {error}")),
        FloorError::Unreachable { .. } => Failure::NoAnswer(error.to_string()),
        FloorError::TooManyAmong { .. } => Failure::input(format!("{}: {error}", path.display())),
    };
    let floor = Floor::new(balls.clone(), capacity).map_err(refused)?;
    let Some(obstacles) = &route.obstacles else {
        return Ok(Input { floor, rows: (0..balls.len()).collect(), unreachable: Vec::new() });
    };
    let obstacles = read_obstacles(obstacles, route.clearance_m.unwrap_or(CLEARANCE_M))?;
    let cut_off = obstacles.unreachable(&balls);
    let unreachable: Vec<(usize, Point2)> = cut_off.iter().map(|ball| (*ball, balls[*ball])).collect();
    let rows: Vec<usize> = (0..balls.len()).filter(|ball| cut_off.binary_search(ball).is_err()).collect();
    if rows.is_empty() && !balls.is_empty() {
        return Err(Failure::NoAnswer(format!("no way leads to any of {}", counted(balls.len(), "ball"))));
    }
    let reached = rows.iter().map(|ball| balls[*ball]).collect();
    let floor = Floor::among(reached, capacity, &Arc::new(obstacles)).map_err(|error| match error {
        // Numbers would be those of the balls that are left.
        FloorError::TooManyAmong { .. } => Failure::input(format!("{}: {error}", path.display())),
        other => Failure::NoAnswer(other.to_string()),
    })?;
    Ok(Input { floor, rows, unreachable })
}

fn place(row: &CsvRow) -> Result<Point2, Failure> {
    Ok(Point2::new(row.number("x_m")?, row.number("y_m")?))
}

/// An obstacle of the file: its name, its corners, and the rows in which they stand.
struct Named<'f> {
    name: &'f str,
    corners: Vec<Point2>,
    rows: Vec<CsvRow<'f>>,
}

fn read_obstacles(path: &Path, clearance: f64) -> Result<Obstacles, Failure> {
    let file = CsvFile::read_or_empty(path, &["obstacle", "x_m", "y_m"])?;
    let mut named: Vec<Named> = Vec::new();
    for row in file.rows() {
        let name = row.name("obstacle", "obstacle")?;
        let slot = named.iter().position(|other| other.name == name).unwrap_or(named.len());
        if slot == named.len() {
            named.push(Named { name, corners: Vec::new(), rows: Vec::new() });
        }
        named[slot].corners.push(place(&row)?);
        named[slot].rows.push(row);
    }
    let outlines = named.iter().map(|obstacle| obstacle.corners.clone()).collect();
    Obstacles::new(outlines, clearance).map_err(|error| match error {
        ObstacleError::Clearance(_) => Failure::input(format!("--clearance-m: {error}")),
        ObstacleError::TooMany { .. } => Failure::input(format!("{}: {error}", path.display())),
        ObstacleError::Corner { obstacle, corner, .. } => at(&named[obstacle], corner, &error),
        ObstacleError::Crossed { obstacle, edge: corner, .. } => at(&named[obstacle], corner, &error),
        ObstacleError::Corners { obstacle, .. } | ObstacleError::Home { obstacle, .. } => {
            at(&named[obstacle], 0, &error)
        }
    })
}

/// An error at a corner of an obstacle.
fn at(named: &Named, corner: usize, error: &ObstacleError) -> Failure {
    named.rows[corner].refused(&format!("`{}`: {error}", named.name))
}
