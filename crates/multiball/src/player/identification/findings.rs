//! What was found out, as a list for reports.

use serde::Serialize;

use super::Identification;
use crate::track::{CameraRefiner, Gaussian};

/// A number that a robot has found out, with its standard deviation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Finding {
    /// What it is.
    pub name: &'static str,
    /// Its unit; empty for a plain number.
    pub unit: &'static str,
    /// Its value.
    pub value: f64,
    /// Its standard deviation.
    pub sd: f64,
}

impl Finding {
    fn new(name: &'static str, unit: &'static str, scale: f64, number: Gaussian) -> Self {
        Self { name, unit, value: scale * number.mean, sd: scale * number.sd }
    }
}

impl Identification {
    /// Everything that it estimates about racket, mount, air, table and cameras.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        let degrees = 1f64.to_degrees();
        let [tilt_y, tilt_z, restitution, friction, x, y, z] = self.racket.numbers();
        let [landing_x, landing_y] = self.racket.landing();
        let [drag, lift, bounce, slide, grip] = self.incoming.numbers();
        let [return_drag, return_lift, ..] = self.returns.numbers();
        let mut findings = vec![
            Finding::new("racket tilt about y", "deg", degrees, tilt_y),
            Finding::new("racket tilt about z", "deg", degrees, tilt_z),
            Finding::new("rubber restitution, added", "", 1.0, restitution),
            Finding::new("rubber friction, times", "", 1.0, friction),
            Finding::new("arm offset x", "mm", 1e3, x),
            Finding::new("arm offset y", "mm", 1e3, y),
            Finding::new("arm offset z", "mm", 1e3, z),
            Finding::new("landing unexplained, x", "mm", 1e3, landing_x),
            Finding::new("landing unexplained, y", "mm", 1e3, landing_y),
            Finding::new("drag of incoming balls", "", 1.0, drag),
            Finding::new("drag that spin adds", "", 1.0, self.incoming.spin_drag()),
            Finding::new("lift of incoming balls", "", 1.0, lift),
            Finding::new("table restitution", "", 1.0, bounce),
            Finding::new("table friction", "", 1.0, slide),
            Finding::new("table grip", "", 1.0, grip),
            Finding::new("drag of own returns", "", 1.0, return_drag),
            Finding::new("lift of own returns", "", 1.0, return_lift),
        ];
        let correction = self.cameras().map(CameraRefiner::correction_px);
        findings.extend(correction.map(|number| Finding::new("correction of the cameras", "px", 1.0, number)));
        findings
    }
}
