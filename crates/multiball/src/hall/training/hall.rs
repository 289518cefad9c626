//! Everything that stays the same during a session.

use std::sync::{Arc, OnceLock};

use super::errors::TrainingError;
use super::feeder::Feeder;
use super::learned::Learned;
use super::room::FloorPlan;
use super::settings::{OpponentKind, SensingChoice, ShotChoice, TrainingSettings, WorldKnowledge};
use crate::ball::{Physics, Room, Surroundings};
use crate::court::{Court, Side};
use crate::geometry::Pose;
use crate::hall::distractions::Distractions;
use crate::hall::floor::{FloorHall, Run};
use crate::hall::random::{Purpose, stream};
use crate::hall::{RailOptions, Scenario, Setting, world_from_player};
use crate::opponent::{Human, Lesson, Partner, ShotSet};
use crate::picker::Geodetic;
use crate::picker::localisation::Site;
use crate::picker::routing::ObstacleError;
use crate::player::{RailPlayer, RailSettings};
use crate::robot::{Mounted, Rail6};
use crate::serve::Server;
use crate::track::Priors;
use crate::vision::Camera;
use crate::vision::scene::stereo_rig;

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
    pub(super) server: Option<Arc<Server>>,
    /// The serving arm as a session begins.
    pub(super) feeder: Option<Feeder>,
    pub(super) arm: Mounted<Rail6>,
    /// The rail players as a session begins, home first.
    pub(super) players: [Option<RailPlayer>; 2],
    pub(super) priors: Priors,
    /// The home robot's, where it has some.
    pub(super) cameras: Vec<Camera>,
    pub(super) lights: Distractions,
    pub(super) lesson: Lesson,
    pub(super) partner: Option<Partner>,
    pub(super) learned: OnceLock<Arc<Learned>>,
    pub(super) floor: Option<Arc<FloorHall>>,
    /// The picker as a session begins.
    pub(super) picker: Option<Run>,
    pub(super) seed: u64,
}

/// Where the hall stands: Shanghai, where the picker's paper comes from. Only the compass cares.
const PLACE: Geodetic = Geodetic { latitude_deg: 31.2, longitude_deg: 121.5 };
/// Where a robot at the away end waits, as it has it, m: on the side on which it gets its balls.
const ASIDE: f64 = -0.6;

impl TrainingHall {
    /// The hall of a scenario, as its settings say.
    ///
    /// # Errors
    /// When the scenario is none of training, or nothing can be played in it.
    pub fn of(scenario: &Scenario, seed: u64) -> Result<Self, TrainingError> {
        Self::new(scenario, settings_of(scenario)?, seed)
    }

    /// The hall of a scenario.
    ///
    /// # Errors
    /// When nothing can be played in it.
    pub fn new(scenario: &Scenario, settings: TrainingSettings, seed: u64) -> Result<Self, TrainingError> {
        let (court, arm) = (Court::STANDARD, Rail6::default().at_home());
        let physics = scenario.physics();
        let options = rail_options(physics, &settings);
        let [length, width] = settings.room.size_m;
        let around = Surroundings { room: Some(Room::centred(length, width)), ..court.surroundings() };
        let person = settings.opponent.is_some_and(|opponent| opponent.kind == OpponentKind::Person);
        let robots = settings.robots();
        let home = settings.picker.map_or([0.0; 2], |picker| picker.home_m);
        let human = person.then(|| Human::draw(&mut stream(seed, 0, Purpose::Answer)));
        let stand = FloorPlan::stand(options.player.target.into(), human.as_ref(), robots[1]);
        let stands = settings.server.map(|_| stand);
        let plan = FloorPlan::new(settings.room.size_m, home, stands, robots, around.floor_z);
        let server = settings.server.map(|server| {
            let physics = Physics { racket: server.racket, ..physics };
            let usual = Server::default();
            // In its own frame.
            let [x, y] = world_from_player(Side::Away).from_world(&[stand.x, stand.y]);
            let world_from_base = Pose::translation(x, y, 0.0);
            Arc::new(Server { arm: Mounted { world_from_base, ..usual.arm }, physics, ..usual })
        });
        let filmed = settings.player.is_some_and(|player| player.sensing == SensingChoice::Cameras);
        let lesson = Lesson { shots: options.shots, ..Lesson::default() };
        let strength = settings.opponent.map_or(Partner::USUAL_STRENGTH, |opponent| opponent.strength);
        let partner = human.map(|human| {
            let partner = Partner::new(human, strength, options.shots, physics, court);
            if settings.server.is_some() { partner.beside(FloorPlan::pillar(&stand)) } else { partner }
        });
        let feeder =
            settings.server.zip(server.clone()).map(|(settings, server)| Feeder::new(server, settings, around));
        let floor = floor_hall(&settings, &plan, physics, seed)?.map(Arc::new);
        Ok(Self {
            players: players(&options, &settings, court, arm)?,
            feeder,
            picker: floor.clone().map(|floor| Run::new(floor, &[], seed, 0)),
            floor,
            name: scenario.name.clone(),
            about: scenario.about.clone(),
            settings,
            most_strokes: scenario.play.most_strokes,
            priors: if options.measured { Priors::knowing(&options.physics, court) } else { Priors::default() },
            options,
            court,
            around,
            plan,
            server,
            arm,
            cameras: if filmed { stereo_rig().to_vec() } else { Vec::new() },
            lights: Distractions::of_light(seed),
            lesson,
            partner,
            learned: OnceLock::new(),
            seed,
        })
    }

    /// Where the robot of a side wants its balls to land, x, y in the world, m.
    pub(super) fn target(&self, side: Side) -> [f64; 2] {
        target(&self.options, side)
    }

    /// Height of a ball's centre that lies on the floor, m.
    pub(super) fn lowest(&self) -> f64 {
        self.around.floor_z + self.options.physics.body.radius
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

/// The rail players of a hall, home first.
fn players(
    options: &RailOptions,
    settings: &TrainingSettings,
    court: Court,
    arm: Mounted<Rail6>,
) -> Result<[Option<RailPlayer>; 2], TrainingError> {
    let player = |side: Side| {
        // In its own frame.
        let [x, y] = world_from_player(side).from_world(&target(options, side));
        let mut settings = RailSettings { target: (x, y), ..options.player };
        // Off the way of serves, which come from behind it, across from where it plays.
        if side == Side::Away {
            settings.ready.y = if options.player.target.1 < 0.0 { -ASIDE } else { ASIDE };
        }
        RailPlayer::new(&options.believed, court, arm, settings).map_err(TrainingError::Ready)
    };
    // A hall in which the arm cannot wait is refused even where no robot plays.
    let home = player(Side::Home)?;
    let [plays_home, plays_away] = settings.robots();
    Ok([plays_home.then_some(home), if plays_away { Some(player(Side::Away)?) } else { None }])
}

fn settings_of(scenario: &Scenario) -> Result<TrainingSettings, TrainingError> {
    match scenario.setting() {
        Ok(Setting::Training(settings)) => Ok(settings),
        Ok(Setting::Planar) => Err(TrainingError::Planar),
        Err(error) => Err(TrainingError::Scenario(Box::new(error))),
    }
}

/// The world, the robots and the shots of a training scenario.
pub(in crate::hall) fn rail_options_of(scenario: &Scenario) -> Result<RailOptions, TrainingError> {
    Ok(rail_options(scenario.physics(), &settings_of(scenario)?))
}

/// The world, what the players know of it, and where they aim.
fn rail_options(physics: Physics, settings: &TrainingSettings) -> RailOptions {
    let shots = match settings.opponent.map(|opponent| opponent.shots) {
        Some(ShotChoice::Hard) => ShotSet::Hard,
        _ => ShotSet::Human,
    };
    let player = rail_settings(settings);
    let options = RailOptions { physics, believed: physics, shots, player, ..RailOptions::default() };
    match settings.player.map(|player| player.knows) {
        Some(WorldKnowledge::Typical) => options.unmeasured(),
        _ => options,
    }
}

fn rail_settings(settings: &TrainingSettings) -> RailSettings {
    let target = settings.player.map_or(RailSettings::default().target, |player| player.target_m.into());
    RailSettings { target, ..RailSettings::default() }
}

fn floor_hall(
    settings: &TrainingSettings,
    plan: &FloorPlan,
    physics: Physics,
    seed: u64,
) -> Result<Option<FloorHall>, TrainingError> {
    let Some(picker) = settings.picker else { return Ok(None) };
    let site = Site::new(PLACE, 2026, 1)?;
    let hall = FloorHall::indoors(site, seed).holding(picker.capacity as usize).of(physics);
    let ([x, y], [wall_x, wall_y], radius_m) = (picker.home_m, plan.half, hall.robot().body.radius);
    let no_room = TrainingError::Home { x, y, wall_x, wall_y, radius_m };
    if x.abs() > wall_x - radius_m || y.abs() > wall_y - radius_m {
        return Err(no_room);
    }
    let hall = hall
        .within(plan.room_from_home())
        .with_zones(plan.zones_from_home())
        .looking_from(plan.lookouts_from_home())
        .among(plan.obstacles_from_home())
        .map_err(
            |error| if matches!(error, ObstacleError::Home { .. }) { no_room } else { TrainingError::Floor(error) },
        )?;
    Ok(Some(hall))
}
