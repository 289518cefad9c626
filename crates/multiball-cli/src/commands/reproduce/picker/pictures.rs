//! Figures 11, 12 and 15.

use multiball::experiments::Trained;
use multiball::hall::floor::{FloorHall, Scatter};
use multiball::picker::behavior::State;
use multiball::picker::following::{Law, Network, Task, follow_all};
use multiball::picker::{Point2, Target};

use super::super::super::follow;
use super::super::{Picture, Row};
use crate::failure::Failure;
use crate::plot;

/// The target of figure 12: on the left, a little behind.
const TARGET: Target = Target { bearing: 1.9, distance: 2.0 };
/// Steps between two drawn points of the path.
const DRAWN_EVERY: usize = 10;

/// What is drawn in figures 12 and 15, in one number each.
pub(super) fn rows(hall: &FloorHall, network: Network) -> Result<[Row; 2], Failure> {
    let drive = &follow_all(&Task::PAPER, &Law::Network(network), &[TARGET])[0];
    let cleared = hall.clear_one(Scatter::PAPER, 0, &mut |_| ());
    let cleared = cleared.map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let Target { bearing, distance } = TARGET;
    let name = format!("drive to a target {distance} m away at {:.0}°", bearing.to_degrees());
    Ok([
        Row::new("fig. 12", name, "s", None, drive.time_s)
            .noted("by the network, drawn by --plot; the paper's start is not printed"),
        Row::new("fig. 15", "s_p/(v0 T) of the floor that is drawn", "", None, cleared.efficiency())
            .noted("drawn by --plot; its balls were thrown by hand, ours are drawn at random"),
    ])
}

pub(super) fn draw(hall: &FloorHall, network: Network, trained: Option<&Trained>) -> Result<Vec<Picture>, Failure> {
    let mut pictures = vec![Picture {
        title: "Figure 15: a floor is cleared",
        caption: "The path of the robot over the first floor, trip by trip.".into(),
        svg: path_map(hall)?,
    }];
    if let Some(trained) = trained {
        pictures.push(Picture {
            title: "Figure 11: training",
            caption: "The best network's fitness, compared with the best possible.".into(),
            svg: plot::training_curve(&follow::training_picture(trained))?,
        });
    }
    pictures.push(Picture {
        title: "Figure 12: following a target",
        caption: "Drives to one target on the left, a little behind, by each law.".into(),
        svg: plot::drive_curves(&follow::drives(&Law::all(network), &TARGET))?,
    });
    Ok(pictures)
}

/// Figure 15: the path of the robot over the first floor.
fn path_map(hall: &FloorHall) -> Result<String, Failure> {
    let mut paths: Vec<Vec<Point2>> = vec![Vec::new()];
    let (mut steps, mut launching) = (0, false);
    let cleared = hall.clear_one(Scatter::PAPER, 0, &mut |moment| {
        if moment.state == State::Launching && !launching {
            paths.push(Vec::new());
        }
        launching = moment.state == State::Launching;
        if let Some(path) = paths.last_mut().filter(|_| steps % DRAWN_EVERY == 0) {
            path.push(moment.pose.place);
        }
        steps += 1;
    });
    let cleared = cleared.map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let trips = cleared.run.trips();
    paths.truncate(trips.len());
    let (length, time_s) = (cleared.planned().length, cleared.run.under_way.time_s);
    plot::floor_map(&plot::FloorMap {
        title: &format!(
            "{} balls in {} trips: s_p = {length:.1} m in {time_s:.0} s, s_p/(v0 T) = {:.3}",
            cleared.floor.balls().len(),
            trips.len(),
            cleared.efficiency()
        ),
        balls: cleared.floor.balls(),
        trips: &trips,
        paths: &paths,
    })
}
