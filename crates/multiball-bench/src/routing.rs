//! Routing compared with PyVRP: the time until our trips are as short as PyVRP's at its limit, and both lengths at the
//! limit.

use std::cell::Cell;
use std::time::{Duration, Instant};

use multiball::optimise::Stop;
use multiball::picker::Point2;
use multiball::picker::routing::{Floor, best};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use serde_json::json;

use crate::{Effort, Lengths, Row, python};

/// The peer's program: reads floors as JSON, answers with lengths and times.
const PROGRAM: &str = include_str!("pyvrp_peer.py");
const CAPACITY: usize = 10;
/// We give up after this many times the peer's limit; that time then counts as ours.
const PATIENCE: u32 = 3;
/// Note printed under the table.
pub(crate) const NOTE: &str = "routing: ours is the time until our trips are as short as the peer's at its limit, or \
    three times that; the peer's runs from its call to its answer. Lengths are means at the limit, over balls in \
    20 x 20 m, capacity 10";

#[derive(Debug, Deserialize)]
struct Answer {
    version: String,
    found: Vec<Found>,
}

/// What the peer found.
#[derive(Debug, Clone, Copy, Deserialize)]
struct Found {
    length_m: f64,
    seconds: f64,
}

/// Floors of one size, and the time for each.
struct Case {
    balls: usize,
    limit: Duration,
    floors: Vec<Floor>,
}

impl Case {
    fn new(balls: usize, milliseconds: u64, floors: u64) -> Self {
        let floor = |number: u64| {
            let mut rng = ChaCha8Rng::seed_from_u64(1000 + number);
            let mut draw = || rng.random_range(-10.0..10.0);
            Floor::new((0..balls).map(|_| Point2::new(draw(), draw())).collect(), CAPACITY).ok()
        };
        let limit = Duration::from_millis(milliseconds);
        Self { balls, limit, floors: (0..floors).filter_map(floor).collect() }
    }

    fn name(&self) -> String {
        format!("route {} balls, as short as in {} ms", self.balls, self.limit.as_millis())
    }

    /// Means over the floors compared with what the peer found on each.
    fn versus(&self, version: &str, found: &[Found]) -> Row {
        let count = self.floors.len() as f64;
        let ours: Vec<(Duration, f64)> =
            self.floors.iter().zip(found).map(|(floor, found)| self.race(floor, found.length_m)).collect();
        let ours_ns = ours.iter().map(|(time, _)| time.as_nanos() as f64).sum::<f64>() / count;
        let peer_ns = found.iter().map(|found| found.seconds * 1e9).sum::<f64>() / count;
        let ours_m = ours.iter().map(|(_, length)| length).sum::<f64>() / count;
        let peer_m = found.iter().map(|found| found.length_m).sum::<f64>() / count;
        let row = Row::alone(self.name(), ours_ns).versus(format!("PyVRP {version}"), peer_ns, None);
        Row { lengths_m: Some(Lengths { ours: ours_m, peer: peer_m }), ..row }
    }

    /// Time until our trips are as short as `target` (m), and their length at the limit, m.
    fn race(&self, floor: &Floor, target: f64) -> (Duration, f64) {
        let begin = Instant::now();
        let (reached, at_limit) = (Cell::new(None), Cell::new(f64::INFINITY));
        let is_over = |length: f64| {
            let elapsed = begin.elapsed();
            if elapsed <= self.limit || at_limit.get().is_infinite() {
                at_limit.set(length);
            }
            if length <= target && reached.get().is_none() {
                reached.set(Some(elapsed));
            }
            elapsed >= self.limit && (reached.get().is_some() || elapsed >= PATIENCE * self.limit)
        };
        let _ = best(floor, 1, &Stop::when(&is_over));
        (reached.get().unwrap_or(PATIENCE * self.limit), at_limit.get())
    }
}

/// All rows of routing, and the reason if PyVRP could not be measured.
pub(crate) fn rows(effort: Effort) -> (Vec<Row>, Vec<String>) {
    let cases = match effort {
        Effort::Quick => vec![Case::new(30, 10, 5), Case::new(300, 300, 1)],
        Effort::Full => {
            vec![Case::new(30, 10, 10), Case::new(100, 1000, 3), Case::new(300, 1000, 3), Case::new(1000, 1000, 3)]
        }
    };
    let question = |case: &Case| {
        let seconds = case.limit.as_secs_f64();
        let one = move |floor: &Floor| {
            let balls: Vec<[f64; 2]> = floor.balls().iter().map(|place| [place.x, place.y]).collect();
            json!({ "balls": balls, "capacity": CAPACITY, "seconds": seconds })
        };
        case.floors.iter().map(one).collect::<Vec<_>>()
    };
    let floors: Vec<_> = cases.iter().flat_map(question).collect();
    match python::ask::<Answer>(PROGRAM, &json!({ "floors": floors }).to_string()) {
        Ok(Answer { version, found }) => {
            let mut found = found.as_slice();
            let row = |case: &Case| {
                let (mine, rest) = found.split_at(case.floors.len().min(found.len()));
                found = rest;
                case.versus(&version, mine)
            };
            (cases.iter().map(row).collect(), Vec::new())
        }
        // Without a length to reach there is no time.
        Err(reason) => (Vec::new(), vec![format!("PyVRP was not measured: {reason}")]),
    }
}
