//! Where every ball is: always in exactly one place.

use crate::hall::record::{BallPlace, SessionEvent};

/// The place of every ball.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ledger {
    places: Vec<BallPlace>,
    /// How often the ledger was compared with the world.
    audits: u64,
}

/// A ball that is not where the ledger has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LostBall {
    /// It is nowhere.
    #[error("ball {ball} is nowhere; it should be in the {}", .expected.name())]
    Nowhere {
        /// Its number.
        ball: u32,
        /// Where the ledger has it.
        expected: BallPlace,
    },
    /// It is somewhere else, or in two places.
    #[error("ball {ball} is in the {}; it should be in the {} alone", .found.name(), .expected.name())]
    Elsewhere {
        /// Its number.
        ball: u32,
        /// Where it was found.
        found: BallPlace,
        /// Where the ledger has it.
        expected: BallPlace,
    },
    /// There is no such ball.
    #[error("ball {ball} was found in the {}, but there are only {balls}", .found.name())]
    Unknown {
        /// Its number.
        ball: u32,
        /// Where it was found.
        found: BallPlace,
        /// How many there are.
        balls: usize,
    },
}

impl Ledger {
    /// Balls in the hopper, but for the last ones, which lie on the floor.
    pub(super) fn new(balls: u32, on_floor: u32) -> Self {
        let place =
            |ball: u32| if ball < balls.saturating_sub(on_floor) { BallPlace::Hopper } else { BallPlace::Floor };
        Self { places: (0..balls).map(place).collect(), audits: 0 }
    }

    /// Where a ball is.
    pub(super) fn place(&self, ball: u32) -> BallPlace {
        self.places[ball as usize]
    }

    /// The balls in a place.
    pub(super) fn at(&self, place: BallPlace) -> impl Iterator<Item = u32> {
        (0..).zip(&self.places).filter(move |(_, at)| **at == place).map(|(ball, _)| ball)
    }

    /// How many balls there are.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Moves a ball, and returns the event to report.
    pub(super) fn shift(&mut self, ball: u32, to: BallPlace) -> SessionEvent {
        let from = std::mem::replace(&mut self.places[ball as usize], to);
        SessionEvent::Moved { ball, from, to }
    }

    /// How many balls are in each place, in the order of [`BallPlace::ALL`].
    pub(super) fn counts(&self) -> [usize; BallPlace::ALL.len()] {
        BallPlace::ALL.map(|place| self.places.iter().filter(|at| **at == place).count())
    }

    /// How often the ledger was compared with the world.
    pub(super) fn audits(&self) -> u64 {
        self.audits
    }

    /// Compares the ledger with the balls found in the world.
    pub(super) fn audit(&mut self, found: impl Iterator<Item = (u32, BallPlace)>) -> Result<(), LostBall> {
        self.audits += 1;
        let mut seen = vec![false; self.places.len()];
        for (ball, found) in found {
            let balls = self.places.len();
            let expected = *self.places.get(ball as usize).ok_or(LostBall::Unknown { ball, found, balls })?;
            if found != expected || std::mem::replace(&mut seen[ball as usize], true) {
                return Err(LostBall::Elsewhere { ball, found, expected });
            }
        }
        match (0..).zip(&seen).find(|(_, seen)| !**seen) {
            Some((ball, _)) => Err(LostBall::Nowhere { ball, expected: self.place(ball) }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_every_ball_is_in_exactly_one_place() {
        let mut ledger = Ledger::new(4, 1);
        let mut world = [(0, BallPlace::Hopper), (1, BallPlace::Hopper), (2, BallPlace::Hopper), (3, BallPlace::Floor)];
        assert_eq!(ledger.audit(world.iter().copied()), Ok(()));
        assert_eq!(ledger.counts(), [3, 0, 0, 1, 0, 0]);
        let event = ledger.shift(2, BallPlace::Toss);
        assert_eq!(event, SessionEvent::Moved { ball: 2, from: BallPlace::Hopper, to: BallPlace::Toss });
        let elsewhere = LostBall::Elsewhere { ball: 2, found: BallPlace::Hopper, expected: BallPlace::Toss };
        assert_eq!(ledger.audit(world.iter().copied()), Err(elsewhere));
        world[2].1 = BallPlace::Toss;
        assert_eq!(ledger.audit(world.iter().copied()), Ok(()));
        let twice = world.iter().copied().chain([(2, BallPlace::Toss)]);
        assert!(matches!(ledger.audit(twice), Err(LostBall::Elsewhere { ball: 2, .. })));
        let gone = world.iter().copied().filter(|(ball, _)| *ball != 1);
        assert_eq!(ledger.audit(gone), Err(LostBall::Nowhere { ball: 1, expected: BallPlace::Hopper }));
        let more = world.iter().copied().chain([(4, BallPlace::Floor)]);
        assert_eq!(ledger.audit(more), Err(LostBall::Unknown { ball: 4, found: BallPlace::Floor, balls: 4 }));
    }
}
