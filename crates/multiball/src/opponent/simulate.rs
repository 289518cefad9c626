//! Strokes of many people as cameras see them.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::reading::{Heading, StrokeReader, TrainingError, View, WristFilter, WristRecord, WristSettings};
use super::{Human, Keypoint, NoShot, PoseSensor, RecordedShots, ShotSet, Shots, StrokeMotion};
use crate::ball::{BallState, Physics};
use crate::court::Court;
use crate::geometry::Vec3;
use crate::track::{Stroke, StrokeSpins};

/// Simulated strokes for training or evaluation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lesson {
    /// Number of people.
    pub players: u32,
    /// Strokes of each: the four classes in turn.
    pub strokes: u32,
    /// Balls they send.
    pub shots: ShotSet,
    /// Share of strokes that begin as another.
    pub feint_share: f64,
    /// How they are seen. When the images are faster than the records, every n-th image is used.
    pub sensor: PoseSensor,
    /// How the wrist is followed.
    pub wrist: WristSettings,
    /// Time from an image until its keypoints are there, s: strokes are read at the contact.
    pub latency_s: f64,
}

/// A simulated stroke as it was seen, and the ball it sent.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenStroke {
    /// What was seen; its group is the player, its class the index in [`Stroke::ALL`].
    pub record: WristRecord,
    /// Whether it was played with the right hand.
    pub right_handed: bool,
    /// The ball just after the stroke.
    pub ball: BallState,
}

/// A swing as the sensor sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenSwing {
    /// Velocities of the racket's wrist.
    pub record: WristRecord,
    /// Times from the contact, s, and estimated positions of the wrist, m.
    pub places: Vec<(f64, Vec3)>,
}

/// Of a product of rate and time, samples.
const ROUNDING: f64 = 1e-9;
/// How long before and after the contact a stroke is observed, s.
const WATCHED_S: (f64, f64) = (0.55, 0.1);

impl Default for Lesson {
    /// 50 people with 40 strokes each: 500 of each class, as in paper 004.
    fn default() -> Self {
        Self {
            players: 50,
            strokes: 40,
            shots: ShotSet::Human,
            feint_share: 0.05,
            sensor: PoseSensor::default(),
            wrist: WristSettings::default(),
            latency_s: 0.0,
        }
    }
}

/// What was learned from simulated people.
#[derive(Debug, Clone, PartialEq)]
pub struct Schooling {
    /// The classifier of strokes.
    pub reader: StrokeReader,
    /// The spins that the classes imply.
    pub spins: StrokeSpins,
}

/// Why nothing was learned.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LessonError {
    /// No shot lands on the table.
    #[error(transparent)]
    NoShot(#[from] NoShot),
    /// The strokes cannot be classified.
    #[error(transparent)]
    Training(#[from] TrainingError),
}

impl Lesson {
    /// Observes all players, and learns to classify their strokes at the contact, from what has arrived by then, and
    /// which spins these imply.
    ///
    /// # Errors
    /// When no shot lands, or the strokes cannot be classified.
    pub fn learn(&self, seed: u64) -> Result<Schooling, LessonError> {
        self.learn_with(seed, None, None)
    }

    /// The seed of the people from whom a robot learns to read strokes, in a hall of a seed: it never plays against
    /// them.
    #[must_use]
    pub fn seed_in_hall(seed: u64) -> u64 {
        seed ^ 0x6c65_7373_6f6e
    }

    /// The same with recorded shots in place of those of the set, and with a classifier that was trained before.
    ///
    /// # Errors
    /// When no shot lands, or the strokes cannot be classified.
    pub fn learn_with(
        &self,
        seed: u64,
        own: Option<&RecordedShots>,
        trained: Option<&StrokeReader>,
    ) -> Result<Schooling, LessonError> {
        let strokes = self.strokes(seed, own)?;
        let spun = |seen: &SeenStroke| {
            let stroke = Stroke::ALL[seen.record.class];
            (stroke, seen.ball.velocity, seen.ball.spin, seen.right_handed)
        };
        let spins = StrokeSpins::watched(strokes.iter().map(spun));
        if let Some(reader) = trained {
            return Ok(Schooling { reader: reader.clone(), spins });
        }
        let records: Vec<WristRecord> = strokes.into_iter().map(|seen| seen.record).collect();
        let classes = Stroke::ALL.map(|stroke| stroke.name().to_owned());
        let samples_before = (self.latency_s * WristRecord::RATE_HZ - ROUNDING).ceil().max(0.0) as usize;
        let view = View { samples_before, heading: Heading::Known };
        Ok(Schooling { reader: StrokeReader::train(&records, &classes, view, seed)?, spins })
    }

    /// The strokes of all players, in order. A player's depend on the seed and their number alone.
    ///
    /// # Errors
    /// When no shot of a class lands on the table.
    pub fn play(&self, seed: u64) -> Result<Vec<SeenStroke>, NoShot> {
        self.strokes(seed, None)
    }

    fn strokes(&self, seed: u64, own: Option<&RecordedShots>) -> Result<Vec<SeenStroke>, NoShot> {
        let shots = Shots::new(Physics::default(), Court::STANDARD).playing(own.cloned());
        let players = (0..self.players).into_par_iter().map(|player| self.player(player, &shots, seed));
        let strokes: Vec<Vec<SeenStroke>> = players.collect::<Result<_, _>>()?;
        Ok(strokes.into_iter().flatten().collect())
    }

    fn player(&self, player: u32, shots: &Shots, seed: u64) -> Result<Vec<SeenStroke>, NoShot> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(u64::from(player));
        let human = Human::draw(&mut rng);
        let classes = (0..Stroke::ALL.len()).cycle().take(self.strokes as usize);
        classes
            .map(|class| {
                let stroke = Stroke::ALL[class];
                let ball = shots.draw(self.shots, stroke, human.right_handed, &mut rng)?;
                let motion = StrokeMotion::draw(&human, stroke, &ball, self.feint_share, &mut rng);
                let SeenSwing { record, .. } = self.watch(&motion, human.right_handed, player, &mut rng);
                Ok(SeenStroke { record, right_handed: human.right_handed, ball })
            })
            .collect()
    }

    /// One stroke as the sensor sees it. `group` identifies the player.
    pub fn watch(&self, motion: &StrokeMotion, right_handed: bool, group: u32, rng: &mut ChaCha8Rng) -> SeenSwing {
        let period_s = 1.0 / self.sensor.rate_hz;
        // The contact falls anywhere between two images.
        let phase_s = rng.random_range(0.0..period_s);
        let before = (WATCHED_S.0 / period_s) as usize;
        let after = (WATCHED_S.1 / period_s) as usize;
        let is_wrist = |index: usize| [Keypoint::LeftWrist as usize, Keypoint::RightWrist as usize].contains(&index);
        let mut filter = WristFilter::new(motion.racket_wrist(), self.wrist);
        let mut velocities = Vec::with_capacity(before + after + 1);
        let mut places = Vec::with_capacity(before + after + 1);
        let every = (self.sensor.rate_hz / WristRecord::RATE_HZ).round().max(1.0) as usize;
        let mut seen_before = 0;
        for image in 0..=before + after {
            let t_s = (image as f64 - before as f64) * period_s - phase_s;
            let measurement = self.sensor.look_for(t_s, &motion.skeleton(t_s), is_wrist, rng);
            let Some(velocity) = filter.observe(&measurement) else { continue };
            places.push((t_s, filter.place()));
            if image.abs_diff(before) % every != 0 {
                continue;
            }
            let mirror = if right_handed { 1.0 } else { -1.0 };
            velocities.push(Vec3::new(velocity.x, mirror * velocity.y, velocity.z));
            seen_before += usize::from(image < before);
        }
        let class = motion.stroke() as usize;
        SeenSwing { record: WristRecord { group, class, velocities, contact: seen_before }, places }
    }
}
