//! The person at the away end: how they answer and move, and how the robot's sensor sees them.

use rand_chacha::ChaCha8Rng;

use super::hall::TrainingHall;
use super::learned::Learned;
use crate::ball::BallState;
use crate::court::Side;
use crate::geometry::Vec3;
use crate::hall::rail_robot::contact_error_s;
use crate::hall::random::{Purpose, stream};
use crate::hall::record::{PersonNow, ReadStroke, StagedPerson, triple};
use crate::opponent::reading::WristRecord;
use crate::opponent::{Answer, Lesson, Partner, PersonMotion, Unanswered};
use crate::track::{SpinPrior, Stroke};
use crate::vision::scene::Opponent;

/// A person who plays, as they move.
#[derive(Debug, Clone)]
pub(super) struct Person {
    motion: PersonMotion,
}

/// What a robot knows of a ball before it sees it.
pub(super) struct Hint {
    /// When it is struck, s, and when the robot thinks that it is.
    pub(super) struck_s: f64,
    pub(super) told_s: f64,
    /// Where the hand or racket that strikes it is seen: times, s, and places, m.
    pub(super) places: Vec<(f64, Vec3)>,
    pub(super) spin: SpinPrior,
    /// The person's stroke and how it was read.
    pub(super) read: Option<ReadStroke>,
}

impl Hint {
    /// A ball that a racket strikes whose place is known, and of whose spin nothing is.
    pub(super) fn of_racket(seed: u64, stroke: u64, struck_s: f64, place: Vec3) -> Self {
        let error_s = contact_error_s(&mut stream(seed, stroke, Purpose::Contact));
        let places = vec![(f64::NEG_INFINITY, place)];
        Self { struck_s, told_s: struck_s + error_s, places, spin: SpinPrior::UNKNOWN, read: None }
    }
}

impl TrainingHall {
    /// The people as they are told of.
    pub(super) fn staged_people(&self) -> Vec<StagedPerson> {
        let person = |partner: &Partner| StagedPerson {
            name: "opponent".into(),
            side: Side::Away,
            height_m: partner.human().height,
            right_handed: partner.human().right_handed,
        };
        self.partner.iter().map(person).collect()
    }
}

impl Person {
    /// The one who plays in a hall, if somebody does.
    pub(super) fn of(hall: &TrainingHall) -> Option<Self> {
        Some(Self { motion: PersonMotion::new(hall.partner.as_ref()?.human()) })
    }

    /// Answers a ball that a robot has struck, with the random numbers of a seed and a stroke; what the robot learns of
    /// the answer beforehand. None when the person lets the ball pass, or swings and misses.
    pub(super) fn answer(
        &mut self,
        hall: &TrainingHall,
        learned: &Learned,
        (seed, stroke): (u64, u64),
        t_s: f64,
        ball: &BallState,
    ) -> Option<(Answer, Hint)> {
        let partner = hall.partner.as_ref()?;
        match partner.answer(ball, t_s, &self.motion, &mut stream(seed, stroke, Purpose::Answer)) {
            Ok(answer) => {
                self.motion.strike(t_s, &answer.motion, answer.contact_s);
                let mut rng = stream(seed, stroke, Purpose::Contact);
                let hint = seen(&hall.lesson, learned, partner.human().right_handed, &answer, &mut rng);
                Some((answer, hint))
            }
            Err(Unanswered::Misses { motion, contact_s, .. }) => {
                self.motion.strike(t_s, &motion, contact_s);
                None
            }
            Err(_) => None,
        }
    }

    /// Body and racket at a time.
    pub(super) fn now(&self, t_s: f64) -> PersonNow {
        let [blade, normal] = self.motion.blade(t_s);
        PersonNow {
            keypoints_m: self.motion.skeleton(t_s).points.iter().map(triple).collect(),
            blade_m: triple(&blade),
            blade_normal: triple(&normal),
        }
    }

    /// What the cameras see of the person.
    pub(super) fn opponent(&self, t_s: f64) -> Opponent {
        self.motion.opponent(t_s)
    }
}

/// A person's stroke as the robot's sensor sees it, and what it says of the spin.
fn seen(lesson: &Lesson, learned: &Learned, right_handed: bool, answer: &Answer, rng: &mut ChaCha8Rng) -> Hint {
    let mut swing = lesson.watch(&answer.motion, right_handed, 0, rng);
    let error_s = contact_error_s(rng);
    let off = (error_s * WristRecord::RATE_HZ).round() as isize;
    swing.record.contact = swing.record.contact.saturating_add_signed(off);
    let schooling = learned.schooling.as_ref();
    let read = schooling.and_then(|schooling| schooling.reader.probabilities(&swing.record));
    let spin = schooling.zip(read.as_ref().and_then(|read| <[f64; 4]>::try_from(read.as_slice()).ok()));
    Hint {
        struck_s: answer.contact_s,
        told_s: answer.contact_s + error_s,
        places: swing.places.iter().map(|(t_s, place)| (t_s + answer.contact_s, *place)).collect(),
        spin: spin.map_or(SpinPrior::UNKNOWN, |(schooling, read)| schooling.spins.of(&read, right_handed)),
        read: Some(ReadStroke {
            was: answer.stroke.name().into(),
            classes: Stroke::ALL.map(|class| class.name().to_owned()).to_vec(),
            probabilities: read.unwrap_or_default(),
        }),
    }
}
