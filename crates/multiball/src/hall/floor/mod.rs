//! The floor and the robot that drives over it.

mod errors;
mod instrument_settings;
mod instruments;
mod localising;

pub use errors::{FilterErrors, OutageErrors};
pub use instrument_settings::{CompassBias, Echoes, InstrumentSettings, Outage};
pub use instruments::{Instruments, Readings};
pub use localising::{LocalisingRun, LocalisingSettings, localise};
