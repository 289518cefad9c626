//! Many rounds, on as many threads as there are, with the same result on any number of them.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::planar::{PlanarHall, RoundResult};
use super::record::NullRecorder;

/// How much to play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Extent {
    /// A number of points.
    Points(u64),
    /// A simulated time, s; the point that exceeds it is played to its end.
    DurationS(f64),
}

impl Extent {
    /// Whether this many points in this time are enough.
    pub(super) fn is_reached(self, points: u64, played_s: f64) -> bool {
        match self {
            Self::Points(most) => points >= most,
            // A round that takes no time counts 1 µs, so that play always ends.
            Self::DurationS(duration_s) => played_s + 1e-6 * points as f64 >= duration_s || duration_s.is_nan(),
        }
    }
}

/// The rounds that were played, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedRounds {
    /// Their results.
    pub rounds: Vec<RoundResult>,
    /// Whether play was broken off before its extent was reached.
    pub interrupted: bool,
}

/// Most rounds in one parallel batch. Rounds count in order, so the end of a session does not depend on it.
const BATCH: u64 = 256;

/// Plays rounds in parallel. `stop` ends play cleanly: finished rounds are kept. `progress` is called for every
/// finished round with its simulated seconds.
pub fn play_rounds(
    hall: &PlanarHall,
    extent: Extent,
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> PlayedRounds {
    let mut rounds: Vec<RoundResult> = Vec::new();
    let mut played_s = 0.0;
    let enough = |rounds: &[RoundResult], played_s: f64| extent.is_reached(rounds.len() as u64, played_s);
    while !enough(&rounds, played_s) {
        let first = rounds.len() as u64;
        let batch = match extent {
            Extent::Points(points) => BATCH.min(points - first),
            // To waste few rounds: as many as there are threads, then twice as many as were needed so far.
            Extent::DurationS(_) => BATCH.min((2 * first).max(rayon::current_num_threads() as u64)),
        };
        let results: Vec<Option<RoundResult>> = (first..first + batch)
            .into_par_iter()
            .map(|round| {
                let result = hall.play_until(round, &mut NullRecorder, stop)?;
                progress(result.duration_s);
                Some(result)
            })
            .collect();
        for result in results {
            let Some(result) = result else { return PlayedRounds { rounds, interrupted: true } };
            played_s += result.duration_s;
            rounds.push(result);
            if enough(&rounds, played_s) {
                break;
            }
        }
    }
    PlayedRounds { rounds, interrupted: false }
}
