//! Random numbers that depend on seed, round and purpose alone, never on threads or on what was drawn elsewhere.
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

/// What a stream of random numbers is for. Another purpose, another stream: adding draws to one leaves the others
/// alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The ball that starts a round.
    Feed,
    /// What the home player chooses.
    HomeChoice,
    /// What the away player chooses.
    AwayChoice,
    /// What the arms do wrong.
    Actuation,
    /// What the eyes get wrong.
    Measurement,
    /// The shot that is filmed.
    Shot,
    /// Other balls and the phases of the light in a film.
    Distraction,
    /// What happens in single frames of a film.
    Frames,
    /// What the calibration of cameras got wrong.
    Calibration,
    /// Balls that lie on the floor.
    Floor,
    /// What the picker's mechanism does.
    Machine,
    /// What happens on the floor meanwhile.
    Trouble,
    /// What the instruments of the robot on the floor get wrong.
    Instruments,
    /// Where that robot drives, and what it knows of its start.
    Course,
    /// When a player thinks that a stroke was made.
    Contact,
    /// How a person answers a ball.
    Answer,
}

/// The stream of one round for one purpose: round 0 of a hall is what it draws once, a round from 1 on a rally, a shot
/// or a stroke. ChaCha counts: any stream is reached at once, without drawing the others.
#[must_use]
pub fn stream(seed: u64, round: u64, purpose: Purpose) -> ChaCha8Rng {
    const PURPOSES: u64 = 16;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(round.wrapping_mul(PURPOSES).wrapping_add(purpose as u64));
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
    }
}
