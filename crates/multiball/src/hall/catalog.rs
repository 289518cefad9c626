//! Robots, players and opponents by name: what a scenario can choose from.

use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::training::OpponentSettings;
use crate::opponent::reading::StrokeReader;
use crate::opponent::{Opponent, OpponentSetup, Partner, RecordedShots};
use crate::player::{self, Player, PlayerError, PlayerSetup};
use crate::robot::{self, ReachError, Robot};
use crate::track::Stroke;

/// Robots, players and opponents by name. It begins with those of the library; outside programs add their own.
///
/// ```
/// use multiball::hall::{Catalog, Extent, Scenario, training::{Session, TrainingHall}};
/// use multiball::player::{JointCommand, Observation, Player};
/// use std::sync::Arc;
///
/// /// Holds its racket where the robot's home is.
/// #[derive(Debug, Clone)]
/// struct Still(Vec<f64>);
///
/// impl Player for Still {
///     fn observe(&mut self, _now_s: f64, _observation: &Observation<'_>) {}
///     fn act(&mut self, _now_s: f64, command: &mut JointCommand) { command.set(&self.0, &vec![0.0; self.0.len()]) }
///     fn clone_box(&self) -> Box<dyn Player> { Box::new(self.clone()) }
/// }
///
/// let mut catalog = Catalog::default();
/// catalog.add_player("still", |setup| Ok(Box::new(Still(setup.robot.home()))));
/// let mut scenario = Scenario::builtin("duel")?;
/// scenario.set("player.kind", "still")?;
/// let hall = Arc::new(TrainingHall::with_catalog(&scenario, 1, &catalog)?);
/// let mut session = Session::in_hall(hall, 1)?.lasting(Extent::Points(1));
/// while session.tick() {}
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Catalog {
    robots: BTreeMap<String, Arc<dyn Robot>>,
    players: BTreeMap<String, Arc<PlayerMaker>>,
    opponents: BTreeMap<String, Arc<OpponentMaker>>,
    shots: BTreeMap<String, RecordedShots>,
    stroke_models: BTreeMap<String, StrokeReader>,
}

/// Makes a player of a hall.
type PlayerMaker = dyn Fn(&PlayerSetup<'_>) -> Result<Box<dyn Player>, PlayerError> + Send + Sync;
/// Makes an opponent of a hall.
type OpponentMaker = dyn Fn(&mut OpponentSetup) -> Result<Box<dyn Opponent>, String> + Send + Sync;

/// The choice of a player and its robot, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerChoice {
    /// The player.
    pub player: String,
    /// The robot that it plays with.
    pub robot: String,
}

impl Default for PlayerChoice {
    /// Player and robot of paper 004.
    fn default() -> Self {
        Self { player: "rail".into(), robot: "rail6".into() }
    }
}

/// Why a robot, player or opponent cannot be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CatalogError {
    /// There is none of that name.
    #[error("no {what} `{name}`; known: {known}")]
    Unknown {
        /// The kind of entry that was looked for.
        what: &'static str,
        /// The name given.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The player cannot play.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The player's waiting position is not valid for the robot.
    #[error("the robot `{robot}` cannot wait where its player does: {error}")]
    Robot {
        /// The robot.
        robot: String,
        /// Why not.
        error: ReachError,
    },
    /// A classifier has other strokes.
    #[error("the stroke model `{name}` has the classes {found}; it must have {needed}, in this order")]
    StrokeModel {
        /// The classifier.
        name: String,
        /// Its classes.
        found: String,
        /// The classes of strokes.
        needed: String,
    },
    /// The opponent cannot play.
    #[error("the opponent `{name}` cannot play: {reason}")]
    Opponent {
        /// The opponent.
        name: String,
        /// Why not.
        reason: String,
    },
}

impl Default for Catalog {
    fn default() -> Self {
        let at_home = |name: &str| Some((name.to_owned(), Arc::from(robot::by_name(name)?.at_home())));
        let mut catalog = Self {
            robots: robot::NAMES.into_iter().filter_map(at_home).collect(),
            players: BTreeMap::new(),
            opponents: BTreeMap::new(),
            shots: BTreeMap::new(),
            stroke_models: BTreeMap::new(),
        };
        // The planar player plays in a plane: in scenarios with [planar].
        for name in player::NAMES.into_iter().filter(|name| *name != "planar") {
            catalog.add_player(name, move |setup| player::by_name(name, setup));
        }
        catalog.add_opponent("person", |setup| Ok(Box::new(Partner::of(setup))));
        catalog
    }
}

impl Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalog")
            .field("robots", &self.robots.keys())
            .field("players", &self.players.keys())
            .field("opponents", &self.opponents.keys())
            .field("shots", &self.shots.keys())
            .field("stroke_models", &self.stroke_models.keys())
            .finish()
    }
}

impl Catalog {
    /// Adds a robot, in place of one of the same name. It stands where it is mounted, in the frame of its player, or
    /// else where [`Robot::at_home`] has it.
    pub fn add_robot(&mut self, name: &str, robot: &dyn Robot) {
        self.robots.insert(name.into(), Arc::from(robot.at_home()));
    }

    /// Adds a player, in place of one of the same name.
    pub fn add_player(
        &mut self,
        name: &str,
        make: impl Fn(&PlayerSetup<'_>) -> Result<Box<dyn Player>, PlayerError> + Send + Sync + 'static,
    ) {
        self.players.insert(name.into(), Arc::new(make));
    }

    /// Adds an opponent, in place of one of the same name.
    pub fn add_opponent(
        &mut self,
        name: &str,
        make: impl Fn(&mut OpponentSetup) -> Result<Box<dyn Opponent>, String> + Send + Sync + 'static,
    ) {
        self.opponents.insert(name.into(), Arc::new(make));
    }

    /// Adds recorded shots, in place of those of the same name.
    pub fn add_shots(&mut self, name: &str, shots: RecordedShots) {
        self.shots.insert(name.into(), shots);
    }

    /// Adds a classifier of strokes, in place of one of the same name.
    ///
    /// # Errors
    /// When it does not tell the four strokes of [`Stroke::ALL`] apart, in that order.
    pub fn add_stroke_model(&mut self, name: &str, model: StrokeReader) -> Result<(), CatalogError> {
        let needed = Stroke::ALL.map(Stroke::name);
        if model.classes() != needed {
            let (found, needed) = (model.classes().join(", "), needed.join(", "));
            return Err(CatalogError::StrokeModel { name: name.into(), found, needed });
        }
        self.stroke_models.insert(name.into(), model);
        Ok(())
    }

    /// Recorded shots.
    ///
    /// # Errors
    /// When there are none of that name.
    pub fn shots(&self, name: &str) -> Result<&RecordedShots, CatalogError> {
        found(&self.shots, "shots", name)
    }

    /// A classifier of strokes.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn stroke_model(&self, name: &str) -> Result<&StrokeReader, CatalogError> {
        found(&self.stroke_models, "stroke model", name)
    }

    /// A robot.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn robot(&self, name: &str) -> Result<Arc<dyn Robot>, CatalogError> {
        found(&self.robots, "robot", name).cloned()
    }

    /// A player.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot play.
    pub fn player(&self, name: &str, setup: &PlayerSetup<'_>) -> Result<Box<dyn Player>, CatalogError> {
        Ok(found(&self.players, "player", name)?(setup)?)
    }

    /// An opponent.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot play.
    pub fn opponent(&self, name: &str, setup: &mut OpponentSetup) -> Result<Box<dyn Opponent>, CatalogError> {
        let make = found(&self.opponents, "opponent", name).map_err(|error| match error {
            CatalogError::Unknown { what, name, known } => {
                CatalogError::Unknown { what, name, known: format!("{known}, {}", OpponentSettings::ROBOT) }
            }
            other => other,
        })?;
        make(setup).map_err(|reason| CatalogError::Opponent { name: name.into(), reason })
    }
}

fn found<'a, T>(entries: &'a BTreeMap<String, T>, what: &'static str, name: &str) -> Result<&'a T, CatalogError> {
    entries.get(name).ok_or_else(|| {
        let known = entries.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let known = if known.is_empty() { "none".into() } else { known };
        CatalogError::Unknown { what, name: name.into(), known }
    })
}
