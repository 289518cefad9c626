//! Paper 002: the ball-picking robot.

mod experiment;
mod following;
mod localisation;
mod pictures;
mod routing;
mod settings;

use std::sync::atomic::{AtomicBool, Ordering};

use multiball::experiments::{Trained, Training};
use multiball::hall::floor::FloorHall;
use multiball::picker::following::{Law, Network};
use multiball::picker::localisation::Site;
use multiball::picker::{Geodetic, StereoCamera};

use super::super::{follow, session};
use super::{PaperReport, Picture, Row};
use crate::args::{Common, Paper, Reproduce};
use crate::failure::Failure;

/// Location of the floor: any place with a noticeable magnetic declination.
const SHANGHAI: Geodetic = Geodetic { latitude_deg: 31.2, longitude_deg: 121.4 };

pub(super) fn report(reproduce: &Reproduce, common: &Common, stop: &AtomicBool) -> Result<PaperReport, Failure> {
    let draws = reproduce.report.is_some() || (reproduce.plot.is_some() && reproduce.paper == Paper::Picker);
    let floors = reproduce.rounds.unwrap_or(if reproduce.quick { experiment::FLOORS / 10 } else { experiment::FLOORS });
    let extent = Extent { quick: reproduce.quick, floors };
    let (rows, pictures) = session::threads(common)?.install(|| rows(extent, common.seed_or_default(), draws, stop))?;
    Ok(PaperReport { interrupted: stop.load(Ordering::Relaxed), pictures, ..PaperReport::new("picker", rows) })
}

/// How much is done.
#[derive(Debug, Clone, Copy)]
struct Extent {
    quick: bool,
    floors: u64,
}

/// One part after the other, until Ctrl-C.
fn rows(
    Extent { quick, floors }: Extent,
    seed: u64,
    draws: bool,
    stop: &AtomicBool,
) -> Result<(Vec<Row>, Vec<Picture>), Failure> {
    let site = Site::new(SHANGHAI, 2026, 1).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let hall = FloorHall::indoors(site.clone(), seed);
    let go_on = || !stop.load(Ordering::Relaxed);
    // The network that comes with the program is that of seed 1; a quick look does without training it anew.
    let training =
        if quick { None } else { Some(follow::timed_training(&Training::PAPER, seed, "training, generations")?) };
    let network = training.as_ref().map_or(Network::TRAINED, |(trained, _)| trained.network);
    let trained: Option<&Trained> = training.as_ref().map(|(trained, _)| trained);
    let pictures = if draws { pictures::draw(&hall, network, trained)? } else { Vec::new() };
    let mut rows = settings::rows(seed);
    match &training {
        Some((trained, elapsed_s)) => rows.extend(following::training_rows(trained, *elapsed_s)),
        None => rows.push(following::shipped_row(network)),
    }
    rows.extend(pictures::rows(&hall, network)?);
    if go_on() {
        rows.extend(following::rows(network, seed));
    }
    if go_on() {
        rows.extend(localisation::rows(&site, quick, seed));
    }
    if go_on() {
        rows.extend(routing::rows(quick, seed)?);
    }
    for law in [Law::TimeOptimal, Law::Network(network)] {
        let hall = hall.clone().with_robot(law, StereoCamera::USUAL);
        let cleared = experiment::clear(&hall, floors, law.name(), stop)?;
        if !cleared.is_empty() {
            rows.extend(experiment::table6(&cleared, law.name()));
        }
    }
    if go_on() {
        let fewer = floors.div_ceil(10);
        let cleared = experiment::clear(&FloorHall::outdoors(site, seed), fewer, "outdoors", stop)?;
        rows.extend(experiment::table6(&cleared, "outdoors by satellites"));
    }
    if go_on() {
        rows.extend(experiment::worse_cameras(&hall, floors.div_ceil(4), stop)?);
    }
    if go_on() {
        rows.extend(experiment::soak(&hall, quick, stop)?);
    }
    Ok((rows, pictures))
}
