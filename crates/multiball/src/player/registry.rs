//! Players by name.

use rand_chacha::ChaCha8Rng;

use super::{NoReturn, PlanarAgent, PlanarPlayer, Player, RailPlayer, RailSettings};
use crate::ball::Physics;
use crate::court::Court;
use crate::robot::{Mounted, PlanarRobot, Rail6, Robot};

/// The players that come with the library, as a scenario names them.
pub const NAMES: [&str; 2] = ["planar", "rail"];

/// What a player is built from.
#[derive(Debug)]
pub struct PlayerSetup<'a> {
    /// The physics that it assumes.
    pub physics: &'a Physics,
    /// The court that it plays on.
    pub court: Court,
    /// The robot that it plays with, where it stands.
    pub robot: &'a dyn Robot,
    /// Where returns should land and where balls are met: how a rail player plays, and of use to others.
    pub rail: RailSettings,
    /// How a planar player plays.
    pub planar: Option<PlanarPlayer>,
    /// Its random numbers.
    pub rng: ChaCha8Rng,
}

/// Why there is no such player.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PlayerError {
    /// It cannot play with this robot.
    #[error("the player `{player}` plays with the robot `{needs}`, not with this one")]
    OtherRobot {
        /// The player.
        player: &'static str,
        /// The kind of robot that it plays with.
        needs: &'static str,
    },
    /// It lacks its settings.
    #[error("the player `{player}` needs its settings")]
    NoSettings {
        /// The player.
        player: &'static str,
    },
    /// The robot cannot wait where it should.
    #[error("the robot cannot wait where it should: {0}")]
    Ready(NoReturn),
    /// Another reason, of a player from outside the library.
    #[error("{0}")]
    Other(String),
    /// No player has this name.
    #[error("no such player: it must be one of {}", NAMES.join(", "))]
    Unknown,
}

/// The player with a name of [`NAMES`].
///
/// ```
/// use multiball::{ball::Physics, court::Court, player, robot};
/// use rand::SeedableRng;
///
/// let (physics, arm) = (Physics::default(), robot::Rail6::default().at_home());
/// let setup = player::PlayerSetup {
///     physics: &physics,
///     court: Court::STANDARD,
///     robot: &arm,
///     rail: player::RailSettings::default(),
///     planar: None,
///     rng: rand_chacha::ChaCha8Rng::seed_from_u64(1),
/// };
/// let mut player = player::by_name("rail", &setup)?;
/// let mut command = player::JointCommand::default();
/// player.act(0.0, &mut command);
/// assert_eq!(command.position.len(), 6);
/// assert_eq!(
///     player::by_name("nobody", &setup).unwrap_err().to_string(),
///     "no such player: it must be one of planar, rail"
/// );
/// # Ok::<(), player::PlayerError>(())
/// ```
///
/// # Errors
/// When no player has this name, or the setup is not for this player.
pub fn by_name(name: &str, setup: &PlayerSetup<'_>) -> Result<Box<dyn Player>, PlayerError> {
    match name {
        "rail" => {
            let other = PlayerError::OtherRobot { player: "rail", needs: "rail6" };
            let arm = setup.robot.downcast_ref::<Mounted<Rail6>>().ok_or(other)?;
            let player = RailPlayer::new(setup.physics, setup.court, *arm, setup.rail);
            Ok(Box::new(player.map_err(PlayerError::Ready)?))
        }
        "planar" => {
            let other = PlayerError::OtherRobot { player: "planar", needs: "planar3" };
            let arm = setup.robot.downcast_ref::<PlanarRobot>().ok_or(other)?.arm;
            let player = setup.planar.ok_or(PlayerError::NoSettings { player: "planar" })?;
            let player = PlanarPlayer { body: super::PlanarBody { arm, ..player.body }, ..player };
            Ok(Box::new(PlanarAgent::new(player, setup.rng.clone())))
        }
        _ => Err(PlayerError::Unknown),
    }
}
