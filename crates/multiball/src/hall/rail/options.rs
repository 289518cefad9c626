//! Settings of the rail player's rounds.

use crate::ball::{Aero, Physics, RacketContact, RacketWood, Rubber, TableContact};
use crate::court::Court;
use crate::geometry::portable::hypot;
use crate::hall::Scenario;
use crate::hall::training::{TrainingError, WorldKnowledge, rail_options_of};
use crate::hall::{BallSensing, FilmOptions};
use crate::hall::{CalibrationErrors, CameraRig, CameraSet, DriveSettings, RigSettings, SensorSettings};
use crate::opponent::reading::WristSettings;
use crate::opponent::{Lesson, PoseSensor, ShotSet};
use crate::player::{RacketPrior, RailSettings};
use crate::track::Priors;
use crate::vision::Miscalibration;

/// What the player knows of the spin before the first measurement of the ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpinKnowledge {
    /// Nothing.
    Nothing,
    /// The prior that follows from the opponent's stroke.
    Stroke,
    /// The true spin.
    True,
}

/// Settings of the rail player's rounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RailOptions {
    /// The world.
    pub physics: Physics,
    /// Table and net, which all know.
    pub court: Court,
    /// The physics that the player assumes when it plans its returns.
    pub believed: Physics,
    /// The opponent's balls.
    pub shots: ShotSet,
    /// How the ball is sensed.
    pub sensing: BallSensing,
    /// What is known of its spin.
    pub spin: SpinKnowledge,
    /// Whether drag, lift and bounce were measured in the hall; otherwise the priors of typical balls and tables apply
    /// to incoming balls.
    pub measured: bool,
    /// Latency, noise and faults of what is seen.
    pub sensors: SensorSettings,
    /// The cameras, where the ball is filmed.
    pub cameras: CameraSet,
    /// Settings of the film; its frame rate is also that of points.
    pub film: FilmOptions,
    /// Limits of the robot's joints in place of its own, if any, and how stiff its drives are.
    pub drives: DriveSettings,
    /// The player.
    pub player: RailSettings,
    /// Edge and handle of the rackets, where the ball can hit them.
    pub wood: Option<RacketWood>,
    /// How racket and mount differ from drawing and data sheet, which the player is told.
    pub rig: RigSettings,
    /// How well the player knows them.
    pub racket_prior: RacketPrior,
    /// Rigs among which the rounds are divided.
    pub rigs: u64,
    /// Balls that a rig plays, and learns from, before its rounds count.
    pub warm_up: u64,
}

/// The rubber that is least sensitive to spin: the ball slips on it, and then the impulse along the face does not
/// depend on the spin rate.
const ANTI_SPIN: &str = "allround-anti-spin";

impl RailOptions {
    /// The world of a training scenario: its ball, sensors, robots and shots, and what its player knows.
    ///
    /// Options hold the library's own shots alone; [`RailHall::of_scenario`](crate::hall::RailHall::of_scenario) takes
    /// those of files as well.
    ///
    /// # Errors
    /// When the scenario is not a training scenario, or names files of shots or stroke models.
    pub fn of(scenario: &Scenario) -> Result<Self, TrainingError> {
        rail_options_of(scenario)
    }

    /// The paper's own models: table and racket contacts that ignore spin, and air with drag only. The player finds its
    /// strokes by the paper's scheme, as it does for any linear racket.
    #[must_use]
    pub fn paper() -> Self {
        let table = TableContact::Linear { kx: 0.50259, ky: 0.75, kz: -0.9, bx: 0.50652 };
        let racket = RacketContact::Linear { k1: 0.82, k2: -0.88, k3: -0.82, b1: 0.1, b3: 0.1 };
        let physics = Physics { aero: Aero::Drag { cd: 0.47 }, table, racket, ..Physics::default() };
        Self { physics, believed: physics, ..Self::default() }
    }

    /// The same, but air and table were not measured in the hall: the player assumes values of typical balls.
    #[must_use]
    pub fn unmeasured(self) -> Self {
        // Between balls without spin, which have 0.40, and those with much, which have 0.53: `Priors::default`.
        let aero = Aero::Saturating { cd: 0.46, a: 0.32, b: 0.25 };
        let Physics { table, spin_decay_per_m, .. } = Physics::default();
        let believed = Physics { aero, table, spin_decay_per_m, ..self.physics };
        Self { measured: false, believed, ..self }
    }

    /// The same with what the player knows of its world: air and table, racket and mount, how large errors of
    /// calibration are.
    #[must_use]
    pub fn knowing(self, knowledge: WorldKnowledge) -> Self {
        let told = Self { racket_prior: RacketPrior::TYPICAL, ..self };
        match knowledge {
            WorldKnowledge::Typical => told.unmeasured(),
            WorldKnowledge::Measured => told,
            WorldKnowledge::Exact => Self { racket_prior: RacketPrior::EXACT, ..self },
            WorldKnowledge::Paper => {
                let believed = Physics { body: self.physics.body, ..Self::paper().physics };
                Self { believed, measured: false, ..told }
            }
        }
    }

    /// What players expect of incoming balls before they have found anything out. Mass and size of the ball and those
    /// of the table are on data sheets.
    #[must_use]
    pub fn priors(&self) -> Priors {
        if self.measured {
            return Priors::knowing(&self.physics, self.court);
        }
        Priors::typical(self.physics.body, self.court)
    }

    /// The cameras of a hall of this seed.
    pub(in crate::hall) fn camera_rig(&self, seed: u64) -> CameraRig {
        let believed = Miscalibration::TYPICAL.times(self.believed_calibration_factor());
        self.cameras.rig(&self.sensors, believed, seed, (self.physics.body, self.court))
    }

    /// What the player takes errors of calibration for, as a multiple of those of a good laboratory: what the scenario
    /// says; else the truth, where it is told everything.
    pub(in crate::hall) fn believed_calibration_factor(&self) -> f64 {
        /// Otherwise: too much costs a little until the cameras are refined, too little loses balls for good.
        const CAUTIOUS: f64 = 3.0;
        let told = self.racket_prior == RacketPrior::EXACT;
        let unsaid = if told { self.sensors.calibration_factor } else { CAUTIOUS };
        self.sensors.believed_calibration_factor.unwrap_or(unsaid)
    }

    /// How the player sees people strike, and from whom it learns to read strokes.
    #[must_use]
    pub fn lesson(&self) -> Lesson {
        let SensorSettings { keypoint_sd_m: place_sd_m, keypoint_latency_s: latency_s, .. } = self.sensors;
        let usual = Lesson { shots: self.shots, latency_s, ..Lesson::default() };
        if place_sd_m == 0.0 {
            return usual;
        }
        let measurement_sd = usual.wrist.measurement_sd.map(|sd| hypot(sd, place_sd_m));
        let wrist = WristSettings { measurement_sd, ..usual.wrist };
        Lesson { sensor: PoseSensor { place_sd_m, ..usual.sensor }, wrist, ..usual }
    }

    /// The same with another racket, which the player knows.
    #[must_use]
    pub fn with_racket(self, racket: RacketContact) -> Self {
        let [physics, believed] = [self.physics, self.believed].map(|world| Physics { racket, ..world });
        Self { physics, believed, ..self }
    }
}

impl Default for RailOptions {
    /// People's rallies, points with 3 mm of noise 200 times a second, a racket with anti-spin rubber, drives of 24 Hz.
    fn default() -> Self {
        let rubber = Rubber::ALL.into_iter().find(|rubber| rubber.name == ANTI_SPIN).unwrap_or(Rubber::ALL[0]);
        let physics = Physics { racket: RacketContact::Rubber(rubber), ..Physics::default() };
        Self {
            physics,
            court: Court::STANDARD,
            believed: physics,
            shots: ShotSet::Human,
            sensing: BallSensing::Points,
            spin: SpinKnowledge::Stroke,
            measured: true,
            cameras: CameraSet::default(),
            film: FilmOptions { lead_s: 0.05, ..FilmOptions::DISTURBED },
            sensors: SensorSettings {
                calibration: CalibrationErrors::Round,
                dropped_share: 0.0,
                outlier_share: 0.0,
                ..SensorSettings::default()
            },
            drives: DriveSettings::default(),
            player: RailSettings::default(),
            wood: None,
            rig: RigSettings::default(),
            racket_prior: RacketPrior::EXACT,
            rigs: 1,
            warm_up: 0,
        }
    }
}
