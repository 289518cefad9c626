//! The interface of opponents: what answers a ball.

use std::fmt::Debug;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Answer, Human, Partner, PersonMotion, Pillar, RecordedShots, ShotSet, StrokeMotion, Unanswered};
use crate::ball::{BallState, Physics};
use crate::court::Court;
use crate::track::Stroke;

/// Someone or something at the away end that answers balls: a person of the simulation, a machine, an outside program.
///
/// A robot that plays with its arm in the world is a player (`player::Player`); its racket meets the ball by the
/// world's own contacts. An opponent itself decides the outcome of its stroke.
///
/// ```
/// use multiball::ball::{BallState, Physics};
/// use multiball::court::Court;
/// use multiball::geometry::Vec3;
/// use multiball::opponent::{Human, Incoming, Opponent, Partner, ShotSet};
/// use rand::SeedableRng;
/// use rand_chacha::ChaCha8Rng;
///
/// let mut rng = ChaCha8Rng::seed_from_u64(5);
/// let partner = Partner::new(Human::draw(&mut rng), 1.0, ShotSet::Human, Physics::default(), Court::STANDARD);
/// let mut opponent: Box<dyn Opponent> = Box::new(partner);
/// let ball = BallState::new(Vec3::new(1.4, 0.0, 0.25), Vec3::new(-5.0, 0.2, 1.8), Vec3::zeros());
/// let reply = opponent.respond(&Incoming { struck_s: 2.0, ball }, &mut rng)?;
/// assert!(reply.contact_s > 2.0 && reply.struck.velocity.x > 0.0);
/// # Ok::<(), multiball::opponent::Unanswered>(())
/// ```
pub trait Opponent: Debug + Send + Sync {
    /// Answers a ball that the other side has struck: when and how it is sent back. What is left to chance comes from
    /// `random`, so that the same session gives the same answers.
    ///
    /// # Errors
    /// When the ball is not sent back: why, in numbers.
    fn respond(&mut self, incoming: &Incoming, random: &mut dyn Rng) -> Result<Reply, Unanswered>;

    /// A copy of its own.
    fn clone_box(&self) -> Box<dyn Opponent>;

    /// What it may know of a ball. An opponent that is not part of the simulated world must not use the truth.
    fn knows(&self) -> Knows {
        Knows::Measurements
    }

    /// Who it is and how its body moves, where it has one that cameras see.
    fn body(&self) -> Option<OpponentBody<'_>> {
        None
    }

    /// Something stands at the away end from now on, such as the serving arm.
    fn avoid(&mut self, pillar: Pillar) {
        let _ = pillar;
    }
}

/// An opponent that has a body.
#[derive(Debug, Clone, Copy)]
pub struct OpponentBody<'a> {
    /// Who it is.
    pub human: &'a Human,
    /// How the body moves.
    pub motion: &'a PersonMotion,
}

/// The parameters of a new opponent.
#[derive(Debug)]
pub struct OpponentSetup {
    /// How well it should play, from 0 to 1.
    pub strength: f64,
    /// Which balls it should play.
    pub shots: ShotSet,
    /// Recorded balls that it should play instead.
    pub own_shots: Option<RecordedShots>,
    /// The world, for opponents that are part of it.
    pub physics: Physics,
    /// The court.
    pub court: Court,
    /// Random numbers for its traits.
    pub random: ChaCha8Rng,
}

impl Clone for Box<dyn Opponent> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// What an opponent gets to know of a ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Knows {
    /// The true ball: for opponents that are part of the simulated world, whose own errors are part of their model.
    Truth,
    /// The ball as it was measured and estimated.
    Measurements,
}

/// A ball that comes to an opponent, in the world: it flies towards x < 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Incoming {
    /// When the other side struck it, s.
    pub struck_s: f64,
    /// The ball just after, as [`Opponent::knows`] allows.
    pub ball: BallState,
}

/// How an opponent sends a ball back.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// When it strikes, s.
    pub contact_s: f64,
    /// The ball just after.
    pub struck: BallState,
    /// The class of its stroke, where it has one.
    pub stroke: Option<Stroke>,
    /// Where it aims, m: x and y.
    pub target: Option<(f64, f64)>,
    /// How its body strikes, where it has one; time 0 is the contact.
    pub motion: Option<StrokeMotion>,
}

impl Reply {
    /// A ball that nothing is known of but when and how it leaves.
    #[must_use]
    pub fn of_ball(contact_s: f64, struck: BallState) -> Self {
        Self { contact_s, struck, stroke: None, target: None, motion: None }
    }
}

impl From<Answer> for Reply {
    fn from(Answer { contact_s, struck, motion, stroke, target }: Answer) -> Self {
        Self { contact_s, struck, stroke: Some(stroke), target: Some(target), motion: Some(motion) }
    }
}

impl Opponent for Partner {
    fn respond(&mut self, incoming: &Incoming, mut random: &mut dyn Rng) -> Result<Reply, Unanswered> {
        let struck_s = incoming.struck_s;
        let answer = self.answer(&incoming.ball, struck_s, self.motion(), &mut random);
        match &answer {
            Ok(Answer { contact_s, motion, .. }) => self.strike(struck_s, motion, *contact_s),
            Err(Unanswered::Misses { contact_s, motion, .. }) => self.strike(struck_s, motion, *contact_s),
            Err(_) => {}
        }
        answer.map(Reply::from)
    }

    fn clone_box(&self) -> Box<dyn Opponent> {
        Box::new(self.clone())
    }

    /// A person of the simulation is part of the world, and their errors are drawn.
    fn knows(&self) -> Knows {
        Knows::Truth
    }

    fn body(&self) -> Option<OpponentBody<'_>> {
        Some(OpponentBody { human: self.human(), motion: self.motion() })
    }

    fn avoid(&mut self, pillar: Pillar) {
        self.set_pillar(pillar);
    }
}
