//! What a robot finds out about its racket, its mount, the air and the table, from its own sensors alone.
//!
//! Theory: docs/theory/identification.md.

mod constants;
mod findings;
mod identifier;
#[cfg(test)]
mod landing_laws;
mod own_stroke;
mod racket_model;
mod spins;
mod unexplained;

pub use constants::ConstantsIdentifier;
pub use findings::Finding;
pub use identifier::{RacketIdentifier, RacketPrior};
pub use own_stroke::{MeasuredJoints, OwnStroke};
pub use racket_model::RacketModel;
pub use spins::{SpinHint, SpinIdentifier};

use super::Intent;
use crate::ball::{Aero, Physics};
use crate::court::{Court, Outbound};
use crate::robot::Robot;
use crate::track::{CalibrationEvidence, CameraRefiner, FlightConstants, FlightKind, Priors, SpinPrior};
use crate::vision::{Camera, Miscalibration};

/// What a robot knows of its world: what it was told, and what it has found out since.
#[derive(Debug, Clone, PartialEq)]
pub struct Identification {
    /// Physics by data sheets.
    nominal: Physics,
    court: Court,
    /// What is expected of incoming balls, and of its own returns.
    incoming_base: Priors,
    return_base: Priors,
    racket: RacketIdentifier,
    incoming: ConstantsIdentifier,
    returns: ConstantsIdentifier,
    serves: SpinIdentifier,
    robot_balls: SpinIdentifier,
    /// Its cameras, where it has any that stay as they are.
    cameras: Option<CameraRefiner>,
}

/// Standard deviation of a return's spin about what the racket model says, rad/s.
const RETURN_SPIN_SD: f64 = 40.0;
/// Standard deviation of what spin adds to drag, where it adds anything: 0.13 of 130 flights, none in others.
const SPIN_DRAG_SD: f64 = 0.07;
/// Right to hundredths of a millimetre, which is finer than any landing is seen.
const TOLERANCE: f64 = 1e-5;

impl Identification {
    /// What is known at first: physics as assumed, priors of incoming balls, and racket and mount as told.
    #[must_use]
    pub fn new(nominal: Physics, court: Court, incoming: Priors, racket: (RacketModel, RacketPrior)) -> Self {
        let mut return_base = Priors { spin_drag: 0.0, ..incoming };
        if let Aero::Saturating { cd, a, b } = nominal.aero {
            return_base.drag.mean = cd;
            return_base.lift.mean = a;
            return_base.bend = b;
        }
        let spin_drag_sd = if incoming.spin_drag == 0.0 { 0.0 } else { SPIN_DRAG_SD };
        Self {
            nominal,
            court,
            incoming_base: incoming,
            return_base,
            racket: RacketIdentifier::new(racket.0, racket.1),
            incoming: ConstantsIdentifier::new(&incoming, spin_drag_sd),
            returns: ConstantsIdentifier::new(&return_base, 0.0),
            serves: SpinIdentifier::new(SpinPrior::UNKNOWN),
            robot_balls: SpinIdentifier::new(SpinPrior::UNKNOWN),
            cameras: None,
        }
    }

    /// Gives it cameras, calibrated within an error, whose calibration it refines from now on.
    pub fn give_cameras(&mut self, told: &[Camera], error: &Miscalibration) {
        let constants = [self.incoming_base.constants(), self.return_base.constants()];
        self.cameras = Some(CameraRefiner::new(told, error, constants));
    }

    /// Its cameras as they are known now, if it refines any.
    #[must_use]
    pub fn cameras(&self) -> Option<&CameraRefiner> {
        self.cameras.as_ref()
    }

    /// Racket and mount as found so far.
    #[must_use]
    pub fn racket(&self) -> &RacketIdentifier {
        &self.racket
    }

    /// Air and table as incoming balls show them.
    #[must_use]
    pub fn incoming(&self) -> &ConstantsIdentifier {
        &self.incoming
    }

    /// The robot as it is known now.
    #[must_use]
    pub fn robot(&self, nominal: &dyn Robot) -> Box<dyn Robot> {
        self.racket.model().robot(nominal)
    }

    /// The physics to plan a return with.
    #[must_use]
    pub fn physics(&self) -> Physics {
        let racket = self.racket.model().contact(&self.nominal.racket);
        Physics { racket, ..self.nominal_racket_in_learned_air() }
    }

    /// The rubber by its data sheet, which a racket model changes, in the air as own returns show it.
    fn nominal_racket_in_learned_air(&self) -> Physics {
        let [drag, lift, ..] = self.returns.numbers();
        let aero = match self.nominal.aero {
            Aero::Saturating { b, .. } => Aero::Saturating { cd: drag.mean, a: lift.mean, b },
            other => other,
        };
        Physics { aero, ..self.nominal }
    }

    /// Priors for an incoming ball.
    #[must_use]
    pub fn priors(&self, hint: SpinHint) -> Priors {
        let spin = match hint {
            SpinHint::Read(spin) => spin,
            SpinHint::Serve => self.serves.prior(),
            SpinHint::Robot => self.robot_balls.prior(),
        };
        Priors { spin, ..self.incoming.priors(&self.incoming_base) }
    }

    /// Priors for the return of a planned stroke.
    #[must_use]
    pub fn return_priors(&self, planned: &Intent) -> Priors {
        let (velocity, spin) = own_stroke::expected_return(planned, &self.physics());
        let spin = SpinPrior::known(&velocity, &spin, RETURN_SPIN_SD);
        Priors { spin, ..self.returns.priors(&self.return_base) }
    }

    /// Where to aim so that returns land on a target, m.
    #[must_use]
    pub fn aim(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let [off_x, off_y] = self.racket.landing();
        (x - off_x.mean, y - off_y.mean)
    }

    /// Takes the constants of an incoming flight.
    pub fn observe_incoming(&mut self, hint: SpinHint, constants: &FlightConstants) {
        match hint {
            SpinHint::Read(_) => self.incoming.observe(constants),
            SpinHint::Robot => {
                self.incoming.observe(constants);
                self.robot_balls.observe(&constants.spin);
            }
            // A serve bounces twice, the first time slowly: what the model of the bounce leaves out would be taken for
            // drag.
            SpinHint::Serve => self.serves.observe(&constants.spin),
        }
    }

    /// Takes what an incoming ball says about the cameras.
    pub fn observe_calibration(&mut self, hint: SpinHint, evidence: &CalibrationEvidence) {
        // A serve's first bounce is slower than the model of bounces is good for.
        if let Some(cameras) = self.cameras.as_mut().filter(|_| hint != SpinHint::Serve) {
            cameras.observe(evidence, FlightKind::Incoming);
        }
    }

    /// Takes a stroke of its own with the nominal robot. Returns how unexpected it was: the squared Mahalanobis
    /// distance, with four degrees of freedom; `None` when its tracks do not meet, or it was refused.
    pub fn observe_stroke(&mut self, stroke: &OwnStroke, nominal: &dyn Robot) -> Option<f64> {
        if let (Some(cameras), Some(evidence)) = (&mut self.cameras, &stroke.calibration) {
            cameras.observe(evidence, FlightKind::Return);
        }
        let physics = self.nominal_racket_in_learned_air();
        let touch = stroke.touch(nominal, &physics)?;
        let distance = self.racket.observe(&touch, nominal, &physics)?;
        // First the air: the landing is to show only what air and racket leave unexplained.
        self.returns.observe(&stroke.constants);
        if let Some(landing) = stroke.landing_m {
            let struck = touch.struck(&self.racket.model(), nominal, &physics)?;
            let flight = Outbound::new(&self.physics(), &self.court, TOLERANCE).fly(&struck)?;
            self.racket.observe_landing(landing, [flight.passes.x, flight.passes.y]);
        }
        Some(distance)
    }
}
