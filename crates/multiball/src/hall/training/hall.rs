//! Everything that stays constant during a session.

use std::sync::{Arc, OnceLock};

use super::choices::{ShotChoice, StrokeModelChoice};
use super::errors::TrainingError;
use super::feeder::Feeder;
use super::floor_plan::FloorPlan;
use super::learned::Learned;
use super::settings::{HallWorld, OpponentSettings, PlayerSettings, SensingChoice, TrainingSettings, WorldKnowledge};
use crate::ball::{Physics, Room, Surroundings};
use crate::court::{Court, Side};
use crate::hall::distractions::Distractions;
use crate::hall::floor::{FloorHall, Run};
use crate::hall::random::{Purpose, stream};
use crate::hall::rig::{RigNumber, RobotRig};
use crate::hall::{
    BallSensing, Catalog, CatalogError, FilmOptions, PlayerChoice, RailOptions, Scenario, SensorSettings, Setting,
    world_from_player,
};
use crate::opponent::reading::StrokeReader;
use crate::opponent::{Lesson, Opponent, OpponentSetup, RecordedShots, ShotSet};
use crate::picker::Geodetic;
use crate::picker::localisation::Site;
use crate::picker::routing::ObstacleError;
use crate::player::RailSettings;
use crate::serve::{Server, ServingArm};
use crate::track::Priors;
use crate::vision::Camera;

/// A hall in which sessions are played: what stays the same from session to session, and what its robots learn before
/// the first.
#[derive(Debug, Clone)]
pub struct TrainingHall {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) settings: TrainingSettings,
    pub(super) most_strokes: u32,
    pub(super) options: RailOptions,
    pub(super) court: Court,
    pub(super) around: Surroundings,
    pub(super) plan: FloorPlan,
    /// The serving arm as a session begins.
    pub(super) feeder: Option<Feeder>,
    /// The robots that play, home first, as a session begins.
    pub(super) robots: [Option<RobotRig>; 2],
    pub(super) priors: Priors,
    /// The home robot's, where it has some.
    pub(super) cameras: Vec<Camera>,
    pub(super) lights: Distractions,
    pub(super) lesson: Lesson,
    /// Recorded shots that the person plays.
    pub(super) own_shots: Option<RecordedShots>,
    /// A classifier of strokes that was trained before.
    pub(super) stroke_model: Option<StrokeReader>,
    /// The opponent at the away end as a session begins, where no robot plays there.
    pub(super) opponent: Option<Box<dyn Opponent>>,
    pub(super) learned: OnceLock<Arc<Learned>>,
    pub(super) floor: Option<Arc<FloorHall>>,
    /// The picker as a session begins.
    pub(super) picker: Option<Run>,
    pub(super) seed: u64,
}

/// Where the hall stands: Shanghai, where the picker's paper comes from. It matters for the compass only.
const PLACE: Geodetic = Geodetic { latitude_deg: 31.2, longitude_deg: 121.5 };
/// y at which a robot at the away end waits, in its own frame, m: on the side on which it gets its balls.
const ASIDE: f64 = -0.6;

impl TrainingHall {
    /// The hall of a scenario, with robots, players and opponents of the library.
    ///
    /// # Errors
    /// When the scenario is not a training scenario, or nothing can be played in it.
    pub fn of(scenario: &Scenario, seed: u64) -> Result<Self, TrainingError> {
        Self::with_catalog(scenario, seed, &Catalog::default())
    }

    /// The hall of a scenario, with robots, players and opponents of a catalog.
    ///
    /// # Errors
    /// When the scenario is not a training scenario, the catalog lacks a name, or nothing can be played in the hall.
    pub fn with_catalog(scenario: &Scenario, seed: u64, catalog: &Catalog) -> Result<Self, TrainingError> {
        let settings = settings_of(scenario)?;
        let (court, physics) = (settings.world.court, scenario.physics());
        let options = rail_options(physics, &settings);
        let [length, width] = settings.room.size_m;
        let around = Surroundings { room: Some(Room::centred(length, width)), ..court.surroundings() };
        let (own_shots, stroke_model) = (own_shots(&settings, catalog)?, stroke_model(&settings, catalog)?);
        let mut opponent = opponent(&settings, &options, seed, (catalog, own_shots.as_ref()))?;
        let human = opponent.as_ref().and_then(|opponent| Some(opponent.body()?.human));
        let robots = settings.robots();
        let home = settings.picker.map_or([0.0; 2], |picker| picker.home_m);
        let stand = FloorPlan::stand(options.player.target.into(), human, robots[1], &court);
        let stands = settings.server.map(|_| stand);
        if let Some(opponent) = opponent.as_mut().filter(|_| stands.is_some()) {
            opponent.avoid(FloorPlan::pillar(&stand));
        }
        let plan = FloorPlan::new(settings.room.size_m, home, stands, robots, &court);
        let feeder = settings.server.map(|settings| {
            let physics = Physics { racket: settings.racket, ..physics };
            // In its own frame.
            let stands = world_from_player(Side::Away).from_world(&[stand.x, stand.y]);
            let server = Server { physics, court, ..Server::default() }.standing_at(stands);
            Feeder::new(ServingArm::new(Arc::new(server), around), settings)
        });
        let filmed = settings.player.as_ref().is_some_and(|player| player.sensing == SensingChoice::Cameras);
        let floor = floor_hall(&settings, &plan, physics, seed)?.map(Arc::new);
        Ok(Self {
            robots: playing_robots(&options, &settings, seed, catalog)?,
            feeder,
            picker: floor.clone().map(|floor| Run::new(floor, &[], seed, 0)),
            floor,
            name: scenario.name.clone(),
            about: scenario.about.clone(),
            settings,
            most_strokes: scenario.play.most_strokes,
            priors: options.priors(),
            lesson: options.lesson(),
            own_shots,
            stroke_model,
            options,
            court,
            around,
            plan,
            cameras: if filmed { options.cameras.cameras(&options.sensors) } else { Vec::new() },
            lights: Distractions::of_light(seed),
            opponent,
            learned: OnceLock::new(),
            seed,
        })
    }

    /// Where the robot of a side wants its balls to land, x, y in the world, m.
    pub(super) fn target(&self, side: Side) -> [f64; 2] {
        target(&self.options, side)
    }

    /// Height of the centre of a ball on the floor, m.
    pub(super) fn lowest(&self) -> f64 {
        self.around.floor_z + self.options.physics.body.radius
    }

    /// Whether the hopper is short of balls; `None` where nobody takes any out.
    pub(super) fn needs_balls(&self, in_hopper: usize) -> Option<bool> {
        let (_, picker) = self.settings.server.zip(self.settings.picker)?;
        Some((in_hopper as f64) < picker.refill_below_share * f64::from(self.settings.room.balls))
    }

    /// Half the width of the picker, m; 0 where there is none.
    pub(super) fn picker_radius(&self) -> f64 {
        self.floor.as_ref().map_or(0.0, |floor| floor.robot().body.radius)
    }
}

/// Where the robot of a side wants its balls to land, x, y in the world, m: at mirror images.
fn target(options: &RailOptions, side: Side) -> [f64; 2] {
    world_from_player(side).to_world(&options.player.target.into())
}

/// The robots that play in a hall, home first.
fn playing_robots(
    options: &RailOptions,
    settings: &TrainingSettings,
    seed: u64,
    catalog: &Catalog,
) -> Result<[Option<RobotRig>; 2], CatalogError> {
    let home = settings.player.as_ref().map(PlayerSettings::choice);
    let away = settings.opponent.as_ref().and_then(OpponentSettings::choice);
    let mut robots = [None, None];
    for (side, choice) in Side::BOTH.into_iter().zip([home, away]) {
        let Some(choice) = choice else { continue };
        // In its own frame.
        let target = world_from_player(side).from_world(&target(options, side)).into();
        let mut player = RailSettings { target, ..options.player };
        // Out of the path of serves, which come from behind it, across from where it plays.
        if side == Side::Away {
            player.ready.y = if options.player.target.1 < 0.0 { -ASIDE } else { ASIDE };
        }
        let options = RailOptions { player, ..*options };
        let rig = RobotRig::new(catalog, &choice, &options, RigNumber { side, seed, number: 0 })?;
        robots[side.index()] = Some(rig);
    }
    Ok(robots)
}

/// The opponent at the away end, if there is one that is no robot.
fn opponent(
    settings: &TrainingSettings,
    options: &RailOptions,
    seed: u64,
    (catalog, own_shots): (&Catalog, Option<&RecordedShots>),
) -> Result<Option<Box<dyn Opponent>>, CatalogError> {
    let Some(opponent) = settings.opponent.as_ref().filter(|opponent| !opponent.is_robot()) else { return Ok(None) };
    let mut setup = OpponentSetup {
        strength: opponent.strength,
        shots: options.shots,
        own_shots: own_shots.cloned(),
        physics: options.physics,
        court: options.court,
        random: stream(seed, 0, Purpose::Answer),
    };
    catalog.opponent(&opponent.kind, &mut setup).map(Some)
}

/// The recorded shots of a person, where a file of them is named.
fn own_shots(settings: &TrainingSettings, catalog: &Catalog) -> Result<Option<RecordedShots>, CatalogError> {
    match settings.opponent.as_ref().map(|opponent| &opponent.shots) {
        Some(ShotChoice::File(name)) => catalog.shots(name).cloned().map(Some),
        _ => Ok(None),
    }
}

/// The robot's classifier of strokes, where a file with one is named.
fn stroke_model(settings: &TrainingSettings, catalog: &Catalog) -> Result<Option<StrokeReader>, CatalogError> {
    match settings.player.as_ref().map(|player| &player.stroke_model) {
        Some(StrokeModelChoice::File(name)) => catalog.stroke_model(name).cloned().map(Some),
        _ => Ok(None),
    }
}

fn settings_of(scenario: &Scenario) -> Result<TrainingSettings, TrainingError> {
    match scenario.setting() {
        Ok(Setting::Training(settings)) => Ok(settings),
        Ok(Setting::Planar) => Err(TrainingError::Planar),
        Err(error) => Err(TrainingError::Scenario(Box::new(error))),
    }
}

/// The world, the robots and the shots of a training scenario. Options hold the library's own sets alone.
pub(in crate::hall) fn rail_options_of(scenario: &Scenario) -> Result<RailOptions, TrainingError> {
    let settings = settings_of(scenario)?;
    let refused = |field, name: &String| Err(TrainingError::OwnFile { field, name: name.clone() });
    if let Some(ShotChoice::File(name)) = settings.opponent.as_ref().map(|opponent| &opponent.shots) {
        return refused("[opponent] shots", name);
    }
    if let Some(StrokeModelChoice::File(name)) = settings.player.as_ref().map(|player| &player.stroke_model) {
        return refused("[player] stroke_model", name);
    }
    Ok(rail_options(scenario.physics(), &settings))
}

/// The same, with shots and stroke model of a catalog where the scenario names files of them.
pub(in crate::hall) fn rail_world_of(scenario: &Scenario, catalog: &Catalog) -> Result<RailWorld, TrainingError> {
    let settings = settings_of(scenario)?;
    Ok(RailWorld {
        options: rail_options(scenario.physics(), &settings),
        choice: settings.player.as_ref().map(PlayerSettings::choice).unwrap_or_default(),
        own_shots: own_shots(&settings, catalog)?,
        stroke_model: stroke_model(&settings, catalog)?,
    })
}

/// What rounds take from a training scenario and a catalog.
pub(in crate::hall) struct RailWorld {
    pub(in crate::hall) options: RailOptions,
    pub(in crate::hall) choice: PlayerChoice,
    pub(in crate::hall) own_shots: Option<RecordedShots>,
    pub(in crate::hall) stroke_model: Option<StrokeReader>,
}

/// The world, what the players know of it, and where they aim.
fn rail_options(physics: Physics, settings: &TrainingSettings) -> RailOptions {
    let shots = match settings.opponent.as_ref().map(|opponent| &opponent.shots) {
        Some(ShotChoice::Hard) => ShotSet::Hard,
        _ => ShotSet::Human,
    };
    let player = rail_settings(settings);
    let HallWorld { court, sensing: sensors, cameras, rig, drives, warm_up } = settings.world;
    let usual = RailOptions::default();
    let SensorSettings { rate_hz, dropped_share, outlier_share: glint_share, .. } = sensors;
    let film = FilmOptions { rate_hz, dropped_share, glint_share, ..usual.film };
    let sensing = match settings.player.as_ref().map(|player| player.sensing) {
        Some(SensingChoice::Cameras) => BallSensing::Cameras,
        _ => BallSensing::Points,
    };
    let options = RailOptions {
        physics,
        court,
        believed: physics,
        shots,
        sensing,
        cameras,
        film,
        player,
        wood: settings.player.as_ref().and_then(PlayerSettings::wood),
        sensors,
        rig,
        drives,
        warm_up: warm_up.into(),
        ..usual
    };
    let knows = settings.player.as_ref().map_or(WorldKnowledge::Measured, |player| player.knows);
    let options = options.knowing(knows);
    match settings.player.as_ref().and_then(|player| player.believed_racket) {
        Some(racket) => RailOptions { believed: Physics { racket, ..options.believed }, ..options },
        None => options,
    }
}

fn rail_settings(settings: &TrainingSettings) -> RailSettings {
    let usual = RailSettings::default();
    settings.player.as_ref().map_or(usual, |player| RailSettings {
        target: player.target_m.into(),
        ready: player.ready_m.into(),
        looks: player.looks as usize,
        blade_radius: player.racket_radius_m,
        ..usual
    })
}

fn floor_hall(
    settings: &TrainingSettings,
    plan: &FloorPlan,
    physics: Physics,
    seed: u64,
) -> Result<Option<FloorHall>, TrainingError> {
    let Some(picker) = settings.picker else { return Ok(None) };
    let site = Site::new(PLACE, 2026, 1)?;
    let hall = FloorHall::indoors(site, seed)
        .holding(picker.capacity as usize)
        .with_battery(picker.battery())
        .with_machine(picker.machine())
        .filmed_by(picker.camera())
        .of(physics);
    let ([x, y], [wall_x, wall_y], radius_m) = (picker.home_m, plan.half, hall.robot().body.radius);
    let blocked = TrainingError::Home { x, y, wall_x, wall_y, radius_m };
    if x.abs() > wall_x - radius_m || y.abs() > wall_y - radius_m {
        return Err(blocked);
    }
    let hall = hall
        .within(plan.room_from_home())
        .with_zones(plan.zones_from_home())
        .looking_from(plan.viewpoints_from_home())
        .among(plan.obstacles_from_home())
        .map_err(
            |error| if matches!(error, ObstacleError::Home { .. }) { blocked } else { TrainingError::Floor(error) },
        )?;
    Ok(Some(hall))
}
