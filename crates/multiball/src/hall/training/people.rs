//! The person at the away end: how the robot's sensors observe them, and how they are reported.

use super::hall::TrainingHall;
use super::learned::Learned;
use crate::court::Side;
use crate::geometry::{Vec3, standard_normal};
use crate::hall::agent::contact_error_s;
use crate::hall::random::{Purpose, stream};
use crate::hall::record::{PersonNow, ReadStroke, StagedPerson, triple};
use crate::hall::seen_stroke::SeenStroke;
use crate::opponent::{OpponentBody, PersonMotion, Reply, StrokeMotion};
use crate::player::SpinHint;
use crate::track::Stroke;

/// Standard deviation of each coordinate of another's racket as cameras see it, m; assumed, as good as keypoints.
const RACKET_SD: f64 = 0.01;

/// What a robot knows of a ball before the first measurement.
pub(super) struct Hint {
    /// True time of the contact, s.
    pub(super) struck_s: f64,
    /// The robot's measurement of that time, s.
    pub(super) measured_s: f64,
    /// Measured path of the hand or racket that strikes it: times, s, and positions, m.
    pub(super) places: Vec<(f64, Vec3)>,
    pub(super) spin: SpinHint,
    /// The person's stroke and how it was classified.
    pub(super) read: Option<ReadStroke>,
    /// The probability of each class, where the stroke was classified.
    pub(super) probabilities: Option<[f64; 4]>,
}

impl Hint {
    /// A serve, struck by a racket of our own, whose position is known.
    pub(super) fn of_serve(hall: &TrainingHall, number: (u64, u64), struck_s: f64, place: Vec3) -> Self {
        Self { spin: SpinHint::Serve, ..Self::of_racket(hall, number, struck_s, place) }
    }

    fn of_racket(hall: &TrainingHall, (seed, stroke): (u64, u64), struck_s: f64, place: Vec3) -> Self {
        let sd_s = hall.options.sensors.contact_time_sd_s;
        let error_s = contact_error_s(sd_s, &mut stream(seed, stroke, Purpose::Contact));
        Self {
            struck_s,
            measured_s: struck_s + error_s,
            places: vec![(f64::NEG_INFINITY, place)],
            spin: SpinHint::Robot,
            read: None,
            probabilities: None,
        }
    }

    /// A ball that is struck by another's racket, whose position is measured.
    pub(super) fn of_seen_racket(hall: &TrainingHall, number: (u64, u64), struck_s: f64, place: Vec3) -> Self {
        let mut rng = stream(number.0, number.1, Purpose::OpponentRacket);
        let error = Vec3::from_fn(|_, _| RACKET_SD * standard_normal(&mut rng));
        Self::of_racket(hall, number, struck_s, place + error)
    }

    /// A ball that an opponent is about to strike. The stroke of an opponent with a body is observed and classified; of
    /// others only the racket is seen.
    pub(super) fn of_reply(
        hall: &TrainingHall,
        learned: &Learned,
        (seed, stroke): (u64, u64),
        body: Option<OpponentBody<'_>>,
        reply: &Reply,
    ) -> Self {
        match body.zip(reply.motion.as_ref()) {
            Some((body, motion)) => {
                let (schooling, sd_s) = (learned.schooling.as_ref(), hall.options.sensors.contact_time_sd_s);
                let (stroke, mut rng) = ((motion, body.human.right_handed), stream(seed, stroke, Purpose::Contact));
                let seen = SeenStroke::watch((&hall.lesson, schooling), stroke, sd_s, &mut rng);
                Self::of_stroke(learned, (motion, reply.contact_s), seen)
            }
            None => Self::of_seen_racket(hall, (seed, stroke), reply.contact_s, reply.struck.position),
        }
    }

    /// A person's stroke as it is observed, and the spin prior that follows.
    fn of_stroke(learned: &Learned, (motion, contact_s): (&StrokeMotion, f64), seen: SeenStroke) -> Self {
        Self {
            struck_s: contact_s,
            measured_s: contact_s + seen.error_s,
            places: seen.places(contact_s),
            spin: SpinHint::Read(seen.spin(learned.schooling.as_ref())),
            probabilities: seen.probabilities(),
            read: Some(ReadStroke {
                was: motion.stroke().name().into(),
                classes: Stroke::ALL.map(|class| class.name().to_owned()).to_vec(),
                probabilities: seen.read.unwrap_or_default(),
            }),
        }
    }
}

impl TrainingHall {
    /// The people as the stage describes them.
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
