//! A floor with a picker, and runs that clear it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use rayon::prelude::*;

use super::instrument_settings::InstrumentSettings;
use super::machine::MachineSettings;
use super::result::{DriveStats, FloorRun, Moment};
use super::run::Run;
use super::troubles::{Disturbances, Troubles};
use crate::ball::{Physics, Room};
use crate::hall::random::{Purpose, stream};
use crate::picker::behavior::Robot;
use crate::picker::following::Law;
use crate::picker::localisation::Site;
use crate::picker::routing::{Floor, FloorError, ObstacleError, Obstacles, RoutePlanner};
use crate::picker::{Battery, DataSheet, DriveLimits, Point2, Pose2, StereoCamera};

/// A floor and a robot.
#[derive(Debug, Clone)]
pub struct FloorHall {
    /// The robot, as built and as its behavior models it.
    pub(super) robot: Robot,
    /// Its camera as it is, which may be worse than its data sheet.
    pub(in crate::hall) camera: StereoCamera,
    /// Its mechanism.
    pub(super) machine: MachineSettings,
    /// Its instruments.
    pub(super) instruments: InstrumentSettings,
    /// Geodetic position of the floor.
    pub(super) site: Site,
    /// Positions of marks that the camera always takes for a ball, m.
    pub(super) marks: Vec<Point2>,
    /// Known obstacles on it, once with the clearance that the body needs and once with the one that the robot keeps.
    pub(super) solid: Arc<Obstacles>,
    pub(super) avoided: Arc<Obstacles>,
    /// How balls bounce and roll on it.
    pub(super) physics: Physics,
    /// The walls around it, which balls bounce off.
    pub(super) room: Option<Room>,
    /// Outlines that the robot keeps off while a point is played.
    pub(super) zones: Vec<Vec<Point2>>,
    /// Viewpoints in addition to home, m.
    pub(super) viewpoints: Vec<Point2>,
    /// Seed of all noise.
    pub(super) seed: u64,
}

impl FloorHall {
    /// The paper's robot in a hall with beacons.
    #[must_use]
    pub fn indoors(site: Site, seed: u64) -> Self {
        let (robot, machine) = (Robot::default(), MachineSettings::default());
        let [solid, avoided] = [(); 2].map(|()| Arc::new(Obstacles::none()));
        Self {
            camera: robot.camera,
            robot,
            machine,
            instruments: InstrumentSettings::INDOORS,
            site,
            marks: Vec::new(),
            solid,
            avoided,
            physics: Physics::default(),
            room: None,
            zones: Vec::new(),
            viewpoints: Vec::new(),
            seed,
        }
    }

    /// The paper's robot on a court in the open, with satellites.
    #[must_use]
    pub fn outdoors(site: Site, seed: u64) -> Self {
        let indoors = Self::indoors(site, seed);
        let robot = Robot { sheet: DataSheet::OUTDOORS, ..indoors.robot };
        Self { robot, instruments: InstrumentSettings::OUTDOORS, ..indoors }
    }

    /// The same hall with another steering law and camera of the robot; its body stays.
    #[must_use]
    pub fn with_robot(self, law: Law, camera: StereoCamera) -> Self {
        Self { robot: Robot { law, camera, ..self.robot }, camera, ..self }
    }

    /// The same hall with a camera that differs from its data sheet, by which the robot still goes.
    #[must_use]
    pub fn filmed_by(self, camera: StereoCamera) -> Self {
        Self { camera, ..self }
    }

    /// The same hall with another battery of the robot.
    #[must_use]
    pub fn with_battery(mut self, battery: Battery) -> Self {
        self.robot.battery = battery;
        self
    }

    /// The same hall with a robot that holds another number of balls.
    #[must_use]
    pub fn holding(mut self, capacity: usize) -> Self {
        self.robot.body.capacity = capacity;
        self
    }

    /// The same hall with another mechanism.
    #[must_use]
    pub fn with_machine(self, machine: MachineSettings) -> Self {
        Self { machine, ..self }
    }

    /// The same hall with marks on its floor that the camera takes for balls, m.
    #[must_use]
    pub fn with_marks(self, marks: Vec<Point2>) -> Self {
        Self { marks, ..self }
    }

    /// The same hall with other physics, by which balls bounce and roll.
    #[must_use]
    pub fn of(self, physics: Physics) -> Self {
        Self { physics, ..self }
    }

    /// The same hall with walls around it, in the frame of the floor.
    #[must_use]
    pub fn within(self, room: Room) -> Self {
        Self { room: Some(room), ..self }
    }

    /// The same hall with zones on its floor that the robot keeps off while a point is played, by their outlines, m.
    #[must_use]
    pub fn with_zones(self, zones: Vec<Vec<Point2>>) -> Self {
        Self { zones, ..self }
    }

    /// The same hall with viewpoints for the robot in addition to home, m.
    #[must_use]
    pub fn looking_from(self, viewpoints: Vec<Point2>) -> Self {
        Self { viewpoints, ..self }
    }

    /// The robot as it is built.
    #[must_use]
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// The same hall with obstacles on its floor, by their outlines, m.
    ///
    /// # Errors
    /// When an outline is invalid, or covers home.
    pub fn among(self, outlines: Vec<Vec<Point2>>) -> Result<Self, ObstacleError> {
        let body = &self.robot.body;
        let solid = Arc::new(Obstacles::new(outlines.clone(), body.radius)?);
        let avoided = Arc::new(Obstacles::new(outlines, body.clearance())?);
        Ok(Self { solid, avoided, ..self })
    }

    /// Clears a floor, for no longer than a limit, s; `watch` receives the moment of each step.
    pub fn clear(&self, balls: &[Point2], round: u64, limit_s: f64, watch: &mut dyn FnMut(&Moment)) -> FloorRun {
        let mut run = Run::new(Arc::new(self.clone()), balls, self.seed, round);
        while run.now_s() < limit_s && !run.behavior.is_done() {
            run.step(watch);
        }
        run.finish()
    }

    /// Keeps a floor clear for a time, s, under disturbances. `watch` receives the moment of each step and ends the run
    /// by returning false.
    pub fn keep_clear(
        &self,
        troubles: Troubles,
        round: u64,
        time_s: f64,
        watch: &mut dyn FnMut(&Moment) -> bool,
    ) -> FloorRun {
        let mut run = Run::new(Arc::new(self.clone()), &[], self.seed, round);
        let mut disturbances = Disturbances::new(troubles, stream(self.seed, round, Purpose::Trouble));
        let mut goes_on = true;
        while goes_on && run.now_s() < time_s {
            if let Some(trouble) = disturbances.draw(run.now_s(), self.robot.drive.step_s) {
                run.apply(trouble);
            }
            run.step(&mut |moment| goes_on = watch(moment));
        }
        run.finish()
    }

    /// Clears random floors, on as many threads as there are; those that `stop` cut off are left out. `progress` is
    /// called after every floor.
    ///
    /// # Errors
    /// When the robot holds no balls.
    pub fn clear_floors(
        &self,
        floors: u64,
        scatter: Scatter,
        stop: &AtomicBool,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Vec<Cleared>, FloorError> {
        let one = |round: u64| {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let cleared = self.clear_one(scatter, round, &mut |_| {});
            progress();
            cleared.map(Some)
        };
        let cleared: Result<Vec<Option<Cleared>>, FloorError> = (0..floors).into_par_iter().map(one).collect();
        Ok(cleared?.into_iter().flatten().collect())
    }

    /// Clears one random floor; `watch` receives the moment of each step.
    ///
    /// # Errors
    /// When the robot holds no balls.
    pub fn clear_one(
        &self,
        scatter: Scatter,
        round: u64,
        watch: &mut dyn FnMut(&Moment),
    ) -> Result<Cleared, FloorError> {
        let mut rng = stream(self.seed, round, Purpose::Floor);
        let half = scatter.half_side;
        let mut draw = || rng.random_range(-half..half);
        let floor =
            Floor::new((0..scatter.balls).map(|_| Point2::new(draw(), draw())).collect(), self.robot.body.capacity)?;
        let run = self.clear(floor.balls(), round, Scatter::LIMIT_S, watch);
        Ok(Cleared { floor, run, drive: self.robot.drive })
    }
}

/// Balls scattered over a square around home.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scatter {
    /// Number of balls.
    pub balls: usize,
    /// Half the side of the square, m.
    pub half_side: f64,
}

impl Scatter {
    /// Sixteen balls on 10 x 10 m [paper 002, experiment].
    pub const PAPER: Self = Self { balls: 16, half_side: 5.0 };
    /// A run is broken off after this time, s; most take two minutes.
    const LIMIT_S: f64 = 3600.0;
}

/// A floor and how it was cleared.
#[derive(Debug, Clone, PartialEq)]
pub struct Cleared {
    /// The balls where they lay at first.
    pub floor: Floor,
    /// The run that collected them.
    pub run: FloorRun,
    drive: DriveLimits,
}

impl Cleared {
    /// The straight path over the balls in the order in which they came in: s_p is its length. Turning is that of a
    /// robot that drives it exactly, from the first ball on [paper 002, experiment].
    #[must_use]
    pub fn planned(&self) -> DriveStats {
        let trips = self.run.trips();
        let first = trips
            .first()
            .and_then(|trip| trip.first())
            .map_or(0.0, |ball| Pose2::home().sees(&self.floor.balls()[*ball]).bearing);
        let pose = Pose2 { heading: first, ..Pose2::home() };
        let planner = RoutePlanner::new(self.floor.clone(), pose, self.floor.capacity(), self.drive.turning_loss);
        let measured = planner.map(|planner| planner.measured(trips)).map(|plan| (plan.length_m, plan.turning_rad));
        let (length, turning) = measured.unwrap_or((0.0, 0.0));
        DriveStats { time_s: self.drive.time_s(length, turning), length, turning }
    }

    /// Whether every ball is in the feeder, in less than twice the time of the straight path at full speed [paper 002,
    /// eq. 28, 29].
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.run.left == 0 && self.run.under_way.time_s < 2.0 * self.planned().length / self.drive.cruise
    }

    /// Mean speed over v₀ [paper 002, eq. 34].
    #[must_use]
    pub fn speed_rate(&self) -> f64 {
        share(self.run.under_way.length, self.drive.cruise * self.run.under_way.time_s)
    }

    /// s_p/(v₀ T): time of the straight path at full speed over the time that the run took. Detours lower it, but not
    /// the mean speed.
    #[must_use]
    pub fn efficiency(&self) -> f64 {
        share(self.planned().length, self.drive.cruise * self.run.under_way.time_s)
    }

    /// Both figures of a robot that drives the straight path exactly and turns on the spot: what turning alone leaves.
    #[must_use]
    pub fn turning_bound(&self) -> f64 {
        let planned = self.planned();
        share(planned.length, self.drive.cruise * planned.time_s)
    }
}

/// A part over the whole; 0 when the whole is 0, as when no ball was brought home.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
