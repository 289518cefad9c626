//! Paper 002: the robot that picks the balls up.

mod experiment;
mod routing;

use std::sync::atomic::{AtomicBool, Ordering};

use multiball::hall::{FloorHall, MachineSettings};
use multiball::picker::mind::Robot;

use super::super::session;
use super::PaperReport;
use crate::args::{Common, Reproduce};
use crate::failure::Failure;

pub(super) fn report(reproduce: &Reproduce, common: &Common, stop: &AtomicBool) -> Result<PaperReport, Failure> {
    let (quick, seed) = (reproduce.quick, common.seed_or_default());
    let mut rows = routing::rows(quick, seed)?;
    let hall = FloorHall { robot: Robot::default(), machine: MachineSettings::default(), seed };
    let threads = session::threads(common)?;
    let cleared = threads.install(|| experiment::clear(&hall, quick, "time-optimal", stop))?;
    rows.extend(experiment::table6(&cleared, "time-optimal"));
    if !stop.load(Ordering::Relaxed) {
        rows.extend(experiment::soak(&hall, quick));
    }
    Ok(PaperReport { interrupted: stop.load(Ordering::Relaxed), ..PaperReport::new("picker", rows) })
}
