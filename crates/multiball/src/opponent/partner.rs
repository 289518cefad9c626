//! A person who plays on in a rally.

use rand::{Rng, RngExt};

use super::human::Human;
use super::meeting::{Coming, Meeting, REACTION_S};
use super::motion::StrokeMotion;
use super::person::PersonMotion;
use super::pillar::Pillar;
use super::recorded_shots::RecordedShots;
use super::seam::OpponentSetup;
use super::send::Sender;
use super::shots::{ShotSet, Shots};
use super::walk::{Standing, Walk};
use crate::ball::{BallState, Physics, Range};
use crate::court::Court;
use crate::geometry::{Vec3, standard_normal};
use crate::track::Stroke;

/// A person at the away end who answers balls. They meet a ball after its bounce, within reach of their legs and arm,
/// and send it to a target on the home half, with errors that depend on their strength.
#[derive(Debug, Clone)]
pub struct Partner {
    human: Human,
    strength: f64,
    set: ShotSet,
    shots: Shots,
    physics: Physics,
    court: Court,
    pillar: Option<Pillar>,
    motion: PersonMotion,
}

/// What the person does with a ball.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// When the person strikes it, s.
    pub contact_s: f64,
    /// The ball just after.
    pub struck: BallState,
    /// Their body; its time 0 is the contact.
    pub motion: StrokeMotion,
    /// The class of their stroke.
    pub stroke: Stroke,
    /// Where the person aims, m: x and y.
    pub target: (f64, f64),
}

/// Why the person does not strike a ball.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Unanswered {
    /// The ball does not bounce on their half.
    #[error("the ball does not bounce on the away half: it comes to ({x_m:.3}, {y_m:.3}, {z_m:.3}) m instead")]
    NoBounce {
        /// Where it touches something else, or is last seen.
        x_m: f64,
        /// Where.
        y_m: f64,
        /// Where.
        z_m: f64,
    },
    /// Legs and arm do not get there.
    #[error("the ball is out of reach by {by_m:.3} m")]
    OutOfReach {
        /// What is missing.
        by_m: f64,
    },
    /// The ball comes too soon after the other side's stroke.
    #[error("the ball comes {lacks_s:.3} s too soon")]
    NoTime {
        /// What is missing.
        lacks_s: f64,
    },
    /// Something stands where the person would have to walk or swing.
    #[error("something is in the way by {by_m:.3} m")]
    InTheWay {
        /// How far the person would be in it.
        by_m: f64,
    },
    /// From where the person meets it no ball goes over the net onto the table.
    #[error("no ball goes from ({x_m:.3}, {y_m:.3}, {z_m:.3}) m over the net to the place aimed at")]
    NoWay {
        /// Where the person would meet it.
        x_m: f64,
        /// Where.
        y_m: f64,
        /// Where.
        z_m: f64,
    },
    /// The person swings and misses.
    #[error("the person swings {at_s:.3} s after the stroke and misses, which had a probability of \
        {probability:.3}", at_s = .contact_s - .struck_s)]
    Misses {
        /// When the other side struck, s.
        struck_s: f64,
        /// When the person would have met it, s.
        contact_s: f64,
        /// The swing; its time 0 is the contact that there is not.
        motion: Box<StrokeMotion>,
        /// How probable that was.
        probability: f64,
    },
    /// Another reason, of an opponent from outside the library.
    #[error("{reason}")]
    Other {
        /// Which.
        reason: String,
    },
}

/// Share of strokes that begin as another.
const FEINT_SHARE: f64 = 0.05;
/// Swings that are tried until one stands near enough.
const MOST_DRAWS: usize = 8;
/// Meetings that are tried.
const MOST_MEETINGS: usize = 12;
/// Where the person aims on the table of the rules: x and |y|, m. Assumed: a hand's breadth inside the lines, not
/// behind the net.
const AIMS_X: (f64, f64) = (0.5, 1.22);
const AIMS_Y: f64 = 0.6;
/// Heights below which long balls are pushed, m: at times people attack low balls, at times they are careful.
const PUSHED_BELOW: (f64, f64) = (0.0, 0.3);
/// Strengths, and the standard deviations of the landing that come with them, m. Fitted to the shares of strokes into
/// the net or out: 40 %, 15 to 20, 3 to 5, none.
const SCATTER_BY_STRENGTH: [(f64, f64); 4] = [(0.0, 0.62), (0.5, 0.345), (0.9, 0.19), (1.0, 0.0)];
/// How much of the scatter comes from the direction upwards, from that to the side, and from the speed.
const SCATTER: [f64; 3] = [0.8, 0.5, 0.6];
/// Probability of missing a ball after the quickest walk, at strength 0.
const MISSED: f64 = 0.3;

impl Partner {
    /// Allowed strengths: 0 for a beginner, 1 for someone who makes no mistakes.
    pub const STRENGTH: Range = Range::from_to(0.0, 1.0);
    /// Strength unless given: a club player, 3 % of whose strokes go into the net or out.
    pub const USUAL_STRENGTH: f64 = 0.9;

    /// A person of a strength (see [`Self::STRENGTH`]; others are clamped to it) who plays shots of a set.
    #[must_use]
    pub fn new(human: Human, strength: f64, set: ShotSet, physics: Physics, court: Court) -> Self {
        let (strength, human) = (strength.clamp(0.0, 1.0), human.playing_with(&court, &physics.body));
        let (shots, motion) = (Shots::new(physics, court), PersonMotion::new(&human));
        Self { human, strength, set, shots, physics, court, pillar: None, motion }
    }

    /// The same person next to a pillar, into which they neither walk nor strike.
    #[must_use]
    pub fn avoiding(self, pillar: Pillar) -> Self {
        Self { pillar: Some(pillar), ..self }
    }

    /// The same person with recorded shots in place of those of the set.
    #[must_use]
    pub fn playing(self, own: Option<RecordedShots>) -> Self {
        Self { shots: self.shots.playing(own), ..self }
    }

    /// The person that a setup draws.
    #[must_use]
    pub fn of(setup: &mut OpponentSetup) -> Self {
        let human = Human::draw(&mut setup.random);
        Self::new(human, setup.strength, setup.shots, setup.physics, setup.court).playing(setup.own_shots.clone())
    }

    pub(super) fn set_pillar(&mut self, pillar: Pillar) {
        self.pillar = Some(pillar);
    }

    /// The motion of the body that answers through [`super::Opponent`].
    pub(super) fn motion(&self) -> &PersonMotion {
        &self.motion
    }

    /// The body strikes, or misses.
    pub(super) fn strike(&mut self, struck_s: f64, motion: &StrokeMotion, contact_s: f64) {
        self.motion.strike(struck_s, motion, contact_s);
    }

    /// Who the person is.
    #[must_use]
    pub fn human(&self) -> &Human {
        &self.human
    }

    /// Their answer to a ball that the other side strikes at a time, from what their body is doing.
    ///
    /// # Errors
    /// When the person does not strike it: why, in numbers.
    pub fn answer(
        &self,
        incoming: &BallState,
        t_s: f64,
        person: &PersonMotion,
        rng: &mut impl Rng,
    ) -> Result<Answer, Unanswered> {
        let stands = person.standing(t_s + REACTION_S);
        let coming = Coming::follow(&self.physics, &self.court, incoming, t_s)?;
        let [along, across] = self.court.over_standard();
        let target = (along * rng.random_range(AIMS_X.0..AIMS_X.1), across * rng.random_range(-AIMS_Y..AIMS_Y));
        let low = rng.random_range(PUSHED_BELOW.0..PUSHED_BELOW.1);
        let aim = Vec3::new(target.0, target.1, 0.0);
        let meetings = coming.meetings(&self.human, &stands, &aim, low, self.pillar.as_ref())?;
        let mut why = None;
        for meeting in meetings.iter().take(MOST_MEETINGS) {
            match self.play(meeting, t_s, &stands, target, rng) {
                Ok(answer) => return self.judge(answer, meeting, t_s, rng),
                Err(error) => why = why.or(Some(error)),
            }
        }
        Err(why.unwrap_or(Unanswered::OutOfReach { by_m: 0.0 }))
    }

    /// The stroke that the person intends to play.
    fn play(
        &self,
        meeting: &Meeting,
        t_s: f64,
        stands: &Standing,
        target: (f64, f64),
        rng: &mut impl Rng,
    ) -> Result<Answer, Unanswered> {
        let Meeting { contact_s, ball, stroke, .. } = *meeting;
        let style = self.shots.style(self.set, stroke, self.human.right_handed, rng);
        let sender = Sender::new(&self.physics, &self.court);
        let place = ball.position;
        let no_way = Unanswered::NoWay { x_m: place.x, y_m: place.y, z_m: place.z };
        let struck = sender.send(&place, target, &style).ok_or(no_way)?;
        let walk = |motion: &StrokeMotion| Walk::new(*stands, motion.chest_at_contact(), t_s + REACTION_S, contact_s);
        let mut why = Unanswered::OutOfReach { by_m: f64::INFINITY };
        for _ in 0..MOST_DRAWS {
            let motion = StrokeMotion::draw(&self.human, stroke, &struck, FEINT_SHARE, rng);
            let (speed, clearance) = (walk(&motion).fastest(), self.clearance(&walk(&motion), &motion));
            if speed <= Walk::FASTEST && clearance >= 0.0 {
                return Ok(Answer { contact_s, struck, motion, stroke, target });
            }
            why = match why {
                _ if clearance < 0.0 => Unanswered::InTheWay { by_m: -clearance },
                Unanswered::OutOfReach { by_m } => {
                    Unanswered::OutOfReach { by_m: by_m.min(Walk::lacks(speed, contact_s - t_s - REACTION_S)) }
                }
                other => other,
            };
        }
        Err(why)
    }

    /// Clearance to the pillar, m; negative when the person would walk or strike into it.
    fn clearance(&self, walk: &Walk, motion: &StrokeMotion) -> f64 {
        let least = |pillar: &Pillar| pillar.clearance_of_walk(walk).min(pillar.clearance_of_stroke(motion));
        self.pillar.as_ref().map_or(f64::INFINITY, least)
    }

    /// The outcome: the person may miss, and the ball does not leave quite as intended.
    fn judge(&self, answer: Answer, meeting: &Meeting, t_s: f64, rng: &mut impl Rng) -> Result<Answer, Unanswered> {
        let probability = (1.0 - self.strength) * MISSED * (meeting.speed / Walk::FASTEST).powi(2);
        if rng.random::<f64>() < probability {
            let Answer { contact_s, motion, .. } = answer;
            return Err(Unanswered::Misses { struck_s: t_s, contact_s, motion: Box::new(motion), probability });
        }
        let struck = self.scattered(&answer.struck, rng);
        Ok(Answer { struck, ..answer })
    }

    /// A ball with errors of its direction and speed.
    fn scattered(&self, ball: &BallState, rng: &mut impl Rng) -> BallState {
        let size = scatter(self.strength);
        let metres = SCATTER.map(|share| share * size * standard_normal(rng));
        Sender::new(&self.physics, &self.court).scattered(ball, metres)
    }
}

/// Standard deviation of the landing, m, between the strengths of the table.
fn scatter(strength: f64) -> f64 {
    let [first, .., last] = SCATTER_BY_STRENGTH;
    let pairs = SCATTER_BY_STRENGTH.windows(2).map(|pair| (pair[0], pair[1]));
    let ((s0, m0), (s1, m1)) = pairs.into_iter().find(|(_, (upper, _))| strength <= *upper).unwrap_or((first, last));
    m0 + (m1 - m0) * (strength - s0) / (s1 - s0)
}
