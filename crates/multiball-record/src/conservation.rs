//! Whether every ball is always counted in exactly one place.

use std::collections::{BTreeMap, VecDeque};

use multiball::hall::record::{BallPlace, SessionEvent};
use serde::Deserialize;

use crate::moment::nanoseconds;
use crate::recount::MOST_REPORTED;
use crate::{EventAt, Replay, ReplayError};

/// What became of the balls of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Conservation {
    /// Balls of the stage.
    pub balls: u32,
    /// How often a ball was counted elsewhere.
    pub moves: u64,
    /// Snapshots in which every ball was looked up.
    pub snapshots: u64,
    /// Balls in each place at the end, in the order of [`BallPlace::ALL`].
    pub at_end: [u32; BallPlace::ALL.len()],
}

/// What is needed of a snapshot.
#[derive(Deserialize)]
pub(crate) struct Places {
    t_s: f64,
    balls: Vec<PlacedBall>,
}

#[derive(Deserialize)]
struct PlacedBall {
    place: BallPlace,
}

/// Follows the balls through a recording; what does not fit, in words.
pub(crate) fn count_balls(replay: &Replay) -> Result<(Conservation, Vec<String>), ReplayError> {
    let balls = replay.stage().balls;
    let mut ledger = Ledger { balls, places: BTreeMap::new(), moves: 0, snapshots: 0, lost: Vec::new() };
    let mut moves: VecDeque<&EventAt> =
        replay.timeline().iter().filter(|event| matches!(event.what, SessionEvent::Moved { .. })).collect();
    for places in replay.places() {
        let places = places?;
        // Those of the same time as a snapshot may be recorded before it or after it.
        let now_ns = nanoseconds(places.t_s);
        while moves.front().is_some_and(|event| nanoseconds(event.t_s) < now_ns) {
            moves.pop_front().into_iter().for_each(|event| ledger.book(event));
        }
        let together: Vec<&EventAt> =
            moves.iter().copied().take_while(|event| nanoseconds(event.t_s) <= now_ns).collect();
        ledger.look_up(&places, &together);
    }
    moves.into_iter().for_each(|event| ledger.book(event));
    let at_end = BallPlace::ALL.map(|place| ledger.places.values().filter(|each| **each == place).count() as u32);
    let Ledger { moves, snapshots, lost, .. } = ledger;
    Ok((Conservation { balls, moves, snapshots, at_end }, lost))
}

/// Where every ball is by the moves so far.
struct Ledger {
    balls: u32,
    /// By number, of those that moved or were seen.
    places: BTreeMap<u32, BallPlace>,
    moves: u64,
    snapshots: u64,
    lost: Vec<String>,
}

impl Ledger {
    fn book(&mut self, event: &EventAt) {
        let SessionEvent::Moved { ball, from, to } = event.what else { return };
        self.moves += 1;
        let (t_s, balls) = (event.t_s, self.balls);
        if ball >= balls {
            self.note(format!("at {t_s} s: ball {ball} moves; the stage has {balls}, counted from 0"));
        } else if let Some(before) = self.places.insert(ball, to).filter(|before| *before != from) {
            let (was, said) = (before.name(), from.name());
            self.note(format!("at {t_s} s: ball {ball} moves from {said}, but it was in {was}"));
        }
    }

    /// Looks every ball up in a snapshot; some moves are of the same time.
    fn look_up(&mut self, now: &Places, together: &[&EventAt]) {
        self.snapshots += 1;
        let (t_s, balls) = (now.t_s, self.balls);
        if now.balls.len() != balls as usize {
            self.note(format!("at {t_s} s: a snapshot has {} balls, the stage {balls}", now.balls.len()));
        }
        for (number, ball) in (0..balls).zip(&now.balls) {
            let mut moved = together.iter().filter_map(|event| match event.what {
                SessionEvent::Moved { ball, from, to } if ball == number => Some((from, to)),
                _ => None,
            });
            let first = moved.clone().next();
            // A ball that is seen for the first time is where it was before.
            let place = *self.places.entry(number).or_insert_with(|| first.map_or(ball.place, |(from, _)| from));
            if place != ball.place && !moved.any(|(_, to)| to == ball.place) {
                let (shown, counted) = (ball.place.name(), place.name());
                // Reported once: from here on it is where it is shown.
                self.places.insert(number, ball.place);
                self.note(format!("at {t_s} s: ball {number} is shown in {shown}, but counted in {counted}"));
            }
        }
    }

    fn note(&mut self, what: String) {
        if self.lost.len() < MOST_REPORTED {
            self.lost.push(what);
        }
    }
}
