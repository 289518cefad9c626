//! The ball that a stroke sends.

use rand::{Rng, RngExt};

use super::RecordedShots;
use crate::ball::{BallSim, BallState, EventKind, Physics, Surroundings, TablePart};
use crate::court::Court;
use crate::geometry::{Vec3, portable};
use crate::track::Stroke;

/// Which shots an opponent plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShotSet {
    /// As people rally: places and velocities of 2,000 recorded balls, with twice their estimated spin.
    Human,
    /// 10 to 16 m/s with 200 to 600 rad/s.
    Hard,
}

/// No shot of the kind requested goes over the net and onto the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("none of {tries} {} shots drawn passes the net and lands on the home half", .stroke.name())]
pub struct NoShot {
    /// How many were drawn.
    pub tries: usize,
    /// The stroke.
    pub stroke: Stroke,
}

/// Balls as strokes send them: all pass the net and land on the home half.
///
/// The class decides the sign of the spin: attacks have topspin, pushes backspin; a right-hander's forehand sidespin to
/// the left and their backhand to the right, a left-hander's the other way round [paper 004, table 3]. Recorded balls
/// with topspin become attacks, those with backspin pushes; the recorded spins were estimated with too strong a Magnus
/// force and are doubled (data/README.md).
#[derive(Debug, Clone)]
pub struct Shots {
    physics: Physics,
    around: Surroundings,
    topspin: Vec<BallState>,
    backspin: Vec<BallState>,
    /// Shots of a file, in place of all sets.
    own: Option<RecordedShots>,
}

/// Speed and spin of a struck ball, seen along its level flight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Style {
    /// Speed, m/s.
    pub(super) speed: f64,
    /// Spin about the axis to the left of the flight, along the flight, and about the vertical, rad/s.
    pub(super) top: f64,
    pub(super) along: f64,
    pub(super) side: f64,
}

impl Style {
    /// The spin of a ball that flies off in a level direction.
    pub(super) fn spin(&self, ahead: &Vec3) -> Vec3 {
        Vec3::z().cross(ahead) * self.top + ahead * self.along + Vec3::z() * self.side
    }
}

/// 2,000 rally balls just after a person's stroke: CC-BY 4.0, data/README.md.
const RECORDED: &str = include_str!("../../data/shots/human.csv");
/// Recorded spins over true ones.
const SPIN_FACTOR: f64 = 2.0;
/// Shots drawn before giving up; the hard set needs about a hundred.
const MOST_TRIES: usize = 5_000;
/// Nearest landing to the net, m: what drops nearer was hardly a stroke.
const LEAST_X: f64 = 0.05;
/// Longest flight to the table, s.
const LONGEST_S: f64 = 2.0;

impl Shots {
    /// Shots in a world.
    #[must_use]
    pub fn new(physics: Physics, court: Court) -> Self {
        let recorded = RECORDED.lines().skip(1).filter_map(parsed);
        let (topspin, backspin) = recorded.partition(|ball| topspin(ball) > 0.0);
        Self { physics, around: court.surroundings(), topspin, backspin, own: None }
    }

    /// The same, with recorded shots in place of all sets.
    #[must_use]
    pub fn playing(self, own: Option<RecordedShots>) -> Self {
        Self { own, ..self }
    }

    /// A ball that a stroke of this class sends.
    ///
    /// # Errors
    /// When no such shot lands in this world, after 5,000 that were drawn.
    pub fn draw(
        &self,
        set: ShotSet,
        stroke: Stroke,
        right_handed: bool,
        rng: &mut impl Rng,
    ) -> Result<BallState, NoShot> {
        let candidates = (0..MOST_TRIES).map(|_| self.any(set, stroke, right_handed, rng));
        let legal = |ball: &BallState| self.lands(ball);
        candidates.into_iter().find(legal).ok_or(NoShot { tries: MOST_TRIES, stroke })
    }

    /// A ball of this class, which need not land.
    fn any(&self, set: ShotSet, stroke: Stroke, right_handed: bool, rng: &mut impl Rng) -> BallState {
        match (&self.own, set) {
            (Some(own), _) => own.draw(stroke, rng),
            (None, ShotSet::Human) => self.recorded(stroke, right_handed, rng),
            (None, ShotSet::Hard) => hard(stroke, right_handed, rng),
        }
    }

    /// A recorded ball with the spin of the class.
    fn recorded(&self, stroke: Stroke, right_handed: bool, rng: &mut impl Rng) -> BallState {
        let balls = if stroke.is_attack() { &self.topspin } else { &self.backspin };
        let ball = balls[rng.random_range(0..balls.len())];
        let ahead = ahead(&ball.velocity);
        let (top, along) = (SPIN_FACTOR * topspin(&ball), SPIN_FACTOR * ball.spin.dot(&ahead));
        let side = side_sign(stroke, right_handed) * SPIN_FACTOR * ball.spin.z.abs();
        BallState { spin: Style { speed: 0.0, top, along, side }.spin(&ahead), ..ball }
    }

    /// How hard and with what spin a stroke of this class is struck, wherever it is.
    pub(super) fn style(&self, set: ShotSet, stroke: Stroke, right_handed: bool, rng: &mut impl Rng) -> Style {
        let ball = self.any(set, stroke, right_handed, rng);
        let along = ball.spin.dot(&ahead(&ball.velocity));
        Style { speed: ball.velocity.norm(), top: topspin(&ball), along, side: ball.spin.z }
    }

    fn lands(&self, ball: &BallState) -> bool {
        let first = BallSim::new(&self.physics, &self.around, *ball).next_event(LONGEST_S);
        first.is_some_and(|event| event.kind == EventKind::Table(TablePart::Top) && event.before.position.x > LEAST_X)
    }
}

/// A hard shot of a class; not every one lands.
fn hard(stroke: Stroke, right_handed: bool, rng: &mut impl Rng) -> BallState {
    let position = Vec3::new(rng.random_range(-2.3..-1.2), rng.random_range(-0.7..0.7), rng.random_range(0.15..0.7));
    let speed = rng.random_range(10.0..16.0);
    let target = Vec3::new(rng.random_range(0.5..1.35), rng.random_range(-0.7..0.7), 0.0);
    let ahead = ahead(&(target - position));
    let (rise, level) = portable::sin_cos(rng.random_range(-0.25..0.25));
    let spin = rng.random_range(200.0..600.0);
    // Sidespin is up to tan 25° of the rest.
    let (aside, upright) = portable::sin_cos(rng.random_range(0.0..0.44));
    let top = if stroke.is_attack() { spin * upright } else { -spin * upright };
    let side = side_sign(stroke, right_handed) * spin * aside;
    let spin = Vec3::z().cross(&ahead) * top + Vec3::z() * side;
    BallState::new(position, (ahead * level + Vec3::z() * rise) * speed, spin)
}

/// Positive for sidespin to the left.
fn side_sign(stroke: Stroke, right_handed: bool) -> f64 {
    if stroke.is_forehand() == right_handed { 1.0 } else { -1.0 }
}

/// Level direction of a flight.
pub(super) fn ahead(velocity: &Vec3) -> Vec3 {
    Vec3::new(velocity.x, velocity.y, 0.0).try_normalize(1e-9).unwrap_or_else(Vec3::x)
}

/// Spin about the level axis to the left of the flight, rad/s.
pub(super) fn topspin(ball: &BallState) -> f64 {
    Vec3::z().cross(&ahead(&ball.velocity)).dot(&ball.spin)
}

fn parsed(line: &str) -> Option<BallState> {
    let mut numbers = line.split(',').map_while(|cell| cell.parse::<f64>().ok());
    let mut three = || Some(Vec3::new(numbers.next()?, numbers.next()?, numbers.next()?));
    Some(BallState::new(three()?, three()?, three()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_shots_land_with_the_speed_and_the_spin_of_their_class() {
        let shots = Shots::new(Physics::default(), Court::STANDARD);
        assert_eq!(shots.topspin.len() + shots.backspin.len(), 2000);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (number, set) in (0..200).flat_map(|number| [(number, ShotSet::Human), (number, ShotSet::Hard)]) {
            let (stroke, right_handed) = (Stroke::ALL[number % 4], number % 8 < 4);
            let ball = shots.draw(set, stroke, right_handed, &mut rng).unwrap();
            assert!(shots.lands(&ball));
            assert_eq!(topspin(&ball) > 0.0, stroke.is_attack(), "{ball:?}");
            assert!(ball.spin.z * side_sign(stroke, right_handed) >= 0.0, "{stroke:?} {right_handed} {ball:?}");
            let (speed, spin) = (ball.velocity.norm(), ball.spin.norm());
            match set {
                ShotSet::Hard => assert!((10.0..16.0).contains(&speed) && (200.0..600.0).contains(&spin), "{ball:?}"),
                ShotSet::Human => assert!((2.0..14.0).contains(&speed) && spin < 700.0, "{ball:?}"),
            }
        }
    }

    #[test]
    fn law_where_nothing_lands_the_answer_says_so() {
        let mut physics = Physics::default();
        physics.air.gravity = 200.0;
        let shots = Shots::new(physics, Court::STANDARD);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let none = shots.draw(ShotSet::Human, Stroke::ForehandPush, true, &mut rng);
        assert_eq!(none, Err(NoShot { tries: MOST_TRIES, stroke: Stroke::ForehandPush }));
    }
}
