//! Who answers at the away end: how the robot's sensors see them, and what is told of them.

use rand_chacha::ChaCha8Rng;

use super::hall::TrainingHall;
use super::learned::Learned;
use crate::court::Side;
use crate::geometry::Vec3;
use crate::hall::agent::contact_error_s;
use crate::hall::random::{Purpose, stream};
use crate::hall::record::{PersonNow, ReadStroke, StagedPerson, triple};
use crate::opponent::reading::WristRecord;
use crate::opponent::{Lesson, OpponentBody, PersonMotion, Reply, StrokeMotion};
use crate::track::{SpinPrior, Stroke};

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
    /// The probability of each class, where it was read.
    pub(super) probabilities: Option<[f64; 4]>,
}

impl Hint {
    /// A ball that a racket strikes whose place is known, and of whose spin nothing is.
    pub(super) fn of_racket(seed: u64, stroke: u64, struck_s: f64, place: Vec3) -> Self {
        let error_s = contact_error_s(&mut stream(seed, stroke, Purpose::Contact));
        Self {
            struck_s,
            told_s: struck_s + error_s,
            places: vec![(f64::NEG_INFINITY, place)],
            spin: SpinPrior::UNKNOWN,
            read: None,
            probabilities: None,
        }
    }

    /// A ball that an opponent is about to send. Who has a body is watched and their stroke read; of others it is seen
    /// where they strike.
    pub(super) fn of_reply(
        hall: &TrainingHall,
        learned: &Learned,
        (seed, stroke): (u64, u64),
        body: Option<OpponentBody<'_>>,
        reply: &Reply,
    ) -> Self {
        match body.zip(reply.motion.as_ref()) {
            Some((body, motion)) => {
                let mut rng = stream(seed, stroke, Purpose::Contact);
                watched(&hall.lesson, learned, body.human.right_handed, (reply.contact_s, motion), &mut rng)
            }
            None => Self::of_racket(seed, stroke, reply.contact_s, reply.struck.position),
        }
    }
}

impl TrainingHall {
    /// The people as they are told of.
    pub(super) fn staged_people(&self) -> Vec<StagedPerson> {
        let body = self.opponent.as_ref().and_then(|opponent| opponent.body());
        let person = |OpponentBody { human, .. }: OpponentBody<'_>| StagedPerson {
            name: "opponent".into(),
            side: Side::Away,
            height_m: human.height,
            right_handed: human.right_handed,
        };
        body.map(person).into_iter().collect()
    }
}

/// Body and racket at a time.
pub(super) fn person_now(motion: &PersonMotion, t_s: f64) -> PersonNow {
    let [blade, normal] = motion.blade(t_s);
    PersonNow {
        keypoints_m: motion.skeleton(t_s).points.iter().map(triple).collect(),
        blade_m: triple(&blade),
        blade_normal: triple(&normal),
    }
}

/// A person's stroke as the robot's sensor sees it, and what it says of the spin.
fn watched(
    lesson: &Lesson,
    learned: &Learned,
    right_handed: bool,
    (contact_s, motion): (f64, &StrokeMotion),
    rng: &mut ChaCha8Rng,
) -> Hint {
    let mut swing = lesson.watch(motion, right_handed, 0, rng);
    let error_s = contact_error_s(rng);
    let off = (error_s * WristRecord::RATE_HZ).round() as isize;
    swing.record.contact = swing.record.contact.saturating_add_signed(off);
    let schooling = learned.schooling.as_ref();
    let read = schooling.and_then(|schooling| schooling.reader.probabilities(&swing.record));
    let probabilities = read.as_ref().and_then(|read| <[f64; 4]>::try_from(read.as_slice()).ok());
    let spin = schooling.zip(probabilities);
    Hint {
        struck_s: contact_s,
        told_s: contact_s + error_s,
        places: swing.places.iter().map(|(t_s, place)| (t_s + contact_s, *place)).collect(),
        spin: spin.map_or(SpinPrior::UNKNOWN, |(schooling, read)| schooling.spins.of(&read, right_handed)),
        probabilities,
        read: Some(ReadStroke {
            was: motion.stroke().name().into(),
            classes: Stroke::ALL.map(|class| class.name().to_owned()).to_vec(),
            probabilities: read.unwrap_or_default(),
        }),
    }
}
