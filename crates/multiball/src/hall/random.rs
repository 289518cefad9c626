//! Random numbers that depend on seed, round and purpose alone, never on threads or on other draws.
//!
//! ```
//! use multiball::hall::random::{Purpose, stream};
//! use rand::Rng;
//!
//! let mut noise = stream(1, 7, Purpose::Measurement);
//! let drawn = noise.next_u64();
//! assert_eq!(drawn, stream(1, 7, Purpose::Measurement).next_u64());
//! ```

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Purpose of a stream of random numbers. Another purpose, another stream: adding draws to one leaves the others
/// alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The ball that starts a round.
    Feed,
    /// Choices of the home player.
    HomeChoice,
    /// Choices of the away player.
    AwayChoice,
    /// Errors of the arms' motion.
    Actuation,
    /// Errors of measurements.
    Measurement,
    /// The shot that is filmed.
    Shot,
    /// Other balls and the phases of the light in a film.
    Distraction,
    /// Disturbances of single frames of a film.
    Frames,
    /// Errors of the cameras' calibration.
    Calibration,
    /// Balls that lie on the floor.
    Floor,
    /// Random events of the picker's mechanism.
    Machine,
    /// Disturbances on the floor.
    Trouble,
    /// Errors of the picker's instruments.
    Instruments,
    /// Targets of the picker's drives, and its estimate of the starting pose.
    Course,
    /// Errors of a player's measured contact times.
    Contact,
    /// A person's reply to a ball.
    Answer,
    /// Errors of an opponent's own sensor.
    OpponentMeasurement,
    /// Errors of another's racket as it is seen.
    OpponentRacket,
    /// How racket and mount of a rig differ from their drawing.
    Rig,
    /// Errors of measurements of a robot's own returns.
    ReturnMeasurement,
    /// Jitter of the latency.
    Latency,
}

/// The stream of one round for one purpose: round 0 of a hall is what it draws once, a round from 1 on a rally, a shot
/// or a stroke. ChaCha counts: any stream is reached at once, without drawing the others.
///
/// Sixteen purposes share the streams below 2⁶⁰, sixteen more those above it, and so on: a new purpose leaves the
/// streams of the others as they were.
#[must_use]
pub fn stream(seed: u64, round: u64, purpose: Purpose) -> ChaCha8Rng {
    const PURPOSES: u64 = 16;
    debug_assert!(round < 1 << 56, "round {round} would fall into the streams of other purposes");
    let (group, member) = (purpose as u64 / PURPOSES, purpose as u64 % PURPOSES);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream((group << 60).wrapping_add(round.wrapping_mul(PURPOSES)).wrapping_add(member));
    rng
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn law_streams_are_repeatable_and_differ_by_seed_round_and_purpose() {
        let draw = |seed, round, purpose| stream(seed, round, purpose).next_u64();
        let first = draw(1, 2, Purpose::Feed);
        assert_eq!(first, draw(1, 2, Purpose::Feed));
        let others = [draw(2, 2, Purpose::Feed), draw(1, 3, Purpose::Feed), draw(1, 2, Purpose::Measurement)];
        assert!(others.iter().all(|other| *other != first));
        let late = Purpose::OpponentMeasurement;
        let late = [draw(1, 2, late), draw(1, 3, late), draw(1, 2, Purpose::Measurement), draw(1, 3, Purpose::Feed)];
        assert!((1..4).all(|one| !late[..one].contains(&late[one])));
    }
}
