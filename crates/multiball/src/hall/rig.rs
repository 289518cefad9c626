//! A robot as it was put together, and what its player knows of it.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use super::agent::{BallSensing, BallSensor, FreshSensor, IncomingBall, ReturnWatch, RobotAgent, Struck};
use super::camera_rig::CameraRig;
use super::random::{Purpose, stream};
use super::{Catalog, CatalogError, OwnArm, PlayerChoice, RailOptions, SensorSettings};
use crate::ball::{Blade, Physics, RacketContact};
use crate::court::Side;
use crate::player::{Identification, OwnStroke, PlayerSetup, RacketModel, RacketPrior};
use crate::robot::{JointLimits, Robot};
use crate::track::{BallPerception, Priors};

/// A robot that plays: by its drawing, as it is, its closed loop, and what it has found out.
///
/// Only the hall knows how racket and mount differ from the drawing. The player begins with drawing and data sheets.
#[derive(Debug, Clone)]
pub(super) struct RobotRig {
    pub(super) nominal: Arc<dyn Robot>,
    pub(super) robot: Arc<dyn Robot>,
    /// How racket and mount are: the truth, which only laws compare with what is found.
    #[cfg(test)]
    pub(super) racket: RacketModel,
    /// What of its racket the ball can meet.
    pub(super) blade: Blade,
    pub(super) agent: RobotAgent,
    pub(super) known: Identification,
    sensing: BallSensing,
    sensors: SensorSettings,
    /// Where its returns should land, m, in its own frame.
    pub(super) target: (f64, f64),
}

/// Which robot is put together: the side that it plays on, the seed and the number of the rig.
#[derive(Debug, Clone, Copy)]
pub(super) struct RigNumber {
    pub(super) side: Side,
    pub(super) seed: u64,
    pub(super) number: u64,
}

impl RobotRig {
    pub(super) fn new(
        catalog: &Catalog,
        choice: &PlayerChoice,
        options: &RailOptions,
        RigNumber { side, seed, number }: RigNumber,
    ) -> Result<Self, CatalogError> {
        let nominal = limited(catalog.robot(&choice.robot)?, options, &choice.robot)?;
        let rng = |purpose: Purpose| stream(seed, 2 * number + side.index() as u64, purpose);
        let racket = options.rig.draw(&mut rng(Purpose::Rig));
        let robot = if racket == RacketModel::default() { nominal.clone() } else { Arc::from(racket.robot(&*nominal)) };
        let weighing = |contact: RacketContact| contact.on_racket_of(options.rig.racket_mass_kg, &options.physics.body);
        let exact = options.racket_prior == RacketPrior::EXACT;
        let told = if exact { racket } else { RacketModel::default() };
        let sheet = options.believed.racket;
        let believed = Physics { racket: if exact { weighing(sheet) } else { sheet }, ..options.believed };
        let known = Identification::new(believed, options.court, options.priors(), (told, options.racket_prior));
        let purpose = if side == Side::Home { Purpose::HomeChoice } else { Purpose::AwayChoice };
        let setup = PlayerSetup {
            physics: &known.physics(),
            court: options.court,
            robot: &*known.robot(&*nominal),
            rail: options.player,
            planar: None,
            rng: stream(seed, 0, purpose),
        };
        let player = catalog.player(&choice.player, &setup)?;
        let agent = RobotAgent::new(
            robot.clone(),
            player,
            options.drives.stiffness_rad_s,
            (options.sensors, rng(Purpose::Latency)),
        );
        let agent = agent.map_err(|error| CatalogError::Robot { robot: choice.robot.clone(), error })?;
        let sees_itself = options.sensors.own_arm == OwnArm::Visible;
        let blade = Blade {
            radius: options.player.blade_radius,
            contact: Some(racket.contact(&weighing(options.physics.racket))),
            wood: options.wood.map(|wood| wood.on_racket_of(options.rig.racket_mass_kg, &options.physics.body)),
        };
        let agent = if sees_itself { agent.masking(nominal.clone(), blade.radius) } else { agent };
        Ok(Self {
            nominal,
            robot,
            #[cfg(test)]
            racket,
            blade,
            agent,
            known,
            sensing: options.sensing,
            sensors: options.sensors,
            target: options.player.target,
        })
    }

    /// Gives it cameras with the calibration of a number, which it refines from now on.
    pub(super) fn give_cameras(&mut self, cameras: &CameraRig, number: u64) {
        if let Some(error) = cameras.calibration_error() {
            self.known.give_cameras(&cameras.calibrated(number), &error);
        }
    }

    /// A sensor for an incoming ball: cameras with the calibration of a number, or points with noise from `rng`.
    pub(super) fn sensor(&self, ball: IncomingBall, cameras: Option<(&CameraRig, u64)>, rng: ChaCha8Rng) -> BallSensor {
        let priors = self.known.priors(ball.spin);
        let fresh = match (self.sensing, cameras) {
            (BallSensing::Cameras, Some((cameras, number))) => {
                FreshSensor::Cameras(self.perception(cameras, number, priors))
            }
            (BallSensing::PlainChain, Some((cameras, number))) => {
                FreshSensor::Plain(Box::new(cameras.paper_perception(number)))
            }
            (BallSensing::Points, _) | (_, None) => FreshSensor::Points(Box::new(rng)),
        };
        BallSensor::of_incoming(ball, priors, self.sensors, fresh)
    }

    /// A watch over the return of a ball that it has hit, with the same sensors.
    pub(super) fn return_watch(
        &self,
        struck: Struck,
        cameras: Option<(&CameraRig, u64)>,
        rng: ChaCha8Rng,
    ) -> ReturnWatch {
        let priors = self.known.return_priors(&struck.planned);
        let perception = cameras.map(|(cameras, number)| self.perception(cameras, number, priors));
        let sensor = BallSensor::of_return(&struck.planned, priors, perception, (self.sensors, rng));
        ReturnWatch::new(struck, sensor, self.sensors.time_offset_s)
    }

    /// A fresh perception with its cameras as it knows them; those that it does not refine have the calibration of a
    /// number.
    fn perception(&self, cameras: &CameraRig, number: u64, priors: Priors) -> Box<BallPerception> {
        Box::new(match self.known.cameras() {
            Some(refined) => cameras.perception_refined(refined, priors),
            None => cameras.perception_with_priors(number, priors),
        })
    }

    /// Learns from a stroke: from the flight of the ball, and from the return if it was followed. The player is told.
    pub(super) fn learn(&mut self, now_s: f64, struck: &Struck, stroke: Option<&OwnStroke>) {
        if let Some(evidence) = &struck.calibration {
            self.known.observe_calibration(struck.spin, evidence);
        }
        self.known.observe_incoming(struck.spin, &struck.constants);
        if let Some(stroke) = stroke {
            self.known.observe_stroke(stroke, &*self.nominal);
        }
        self.agent.inform(now_s, &self.known, &*self.nominal, self.target);
    }
}

/// A robot with the limits of the scenario, where they are not its own.
fn limited(robot: Arc<dyn Robot>, options: &RailOptions, name: &str) -> Result<Arc<dyn Robot>, CatalogError> {
    if options.drives.keeps_limits() {
        return Ok(robot);
    }
    let limits: Vec<JointLimits> = robot.limits().iter().map(|joint| options.drives.of(joint)).collect();
    let failed = |error| CatalogError::Robot { robot: name.into(), error };
    robot.with_limits(&limits).map(Arc::from).map_err(failed)
}
