//! Error models of the robot's instruments.

use crate::picker::DataSheet;

/// Simulated instruments. The data sheet gives the size of every error; each robot draws its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InstrumentSettings {
    /// Data sheet that the instruments comply with.
    pub sheet: DataSheet,
    /// Whether fixes come from satellites; from beacons otherwise.
    pub satellites: bool,
    /// Initial bias of the compass.
    pub compass_bias: CompassBias,
    /// Fixes with large errors.
    pub echoes: Echoes,
    /// Time without fixes.
    pub outage: Option<Outage>,
}

/// Initial bias of the compass; from there it follows the random walk of the data sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CompassBias {
    /// Drawn with the data sheet's deviation.
    Drawn,
    /// Of this size, rad, with a random sign.
    Given(f64),
    /// The compass has no bias at all.
    None,
}

/// Multipath: signals reflected by a wall, which shift several fixes in a row in one direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Echoes {
    /// Chance that a fix begins an echo.
    pub chance: f64,
    /// Mean number of fixes it lasts.
    pub fixes: f64,
    /// Least and greatest error, m.
    pub jump: (f64, f64),
}

/// A time without fixes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outage {
    /// Its beginning, s.
    pub from_s: f64,
    /// Its duration, s.
    pub duration_s: f64,
}

impl Outage {
    /// When it is over, s.
    #[must_use]
    pub fn end_s(&self) -> f64 {
        self.from_s + self.duration_s
    }

    /// Whether a time lies in it.
    #[must_use]
    pub fn covers(&self, time_s: f64) -> bool {
        (self.from_s..self.end_s()).contains(&time_s)
    }
}

impl InstrumentSettings {
    /// On a court in the open; an echo every hundred seconds that lasts two fixes; assumed.
    pub const OUTDOORS: Self = Self {
        sheet: DataSheet::OUTDOORS,
        satellites: true,
        compass_bias: CompassBias::Drawn,
        echoes: Echoes { chance: 0.01, fixes: 2.0, jump: (8.0, 30.0) },
        outage: None,
    };

    /// In a hall; every hundredth fix begins an echo; assumed.
    pub const INDOORS: Self = Self {
        sheet: DataSheet::INDOORS,
        satellites: false,
        echoes: Echoes { chance: 0.01, fixes: 2.0, jump: (0.3, 2.0) },
        ..Self::OUTDOORS
    };
}
