//! From a frame to the joints' command, in the hall's world: detect, track, predict, plan.

use std::time::Instant;

use multiball::hall::record::Wants;
use multiball::hall::training::Session;
use multiball::hall::{Hooks, Scenario};

use crate::{Effort, Found, Row, percentile};

/// The scenario and its seed.
const SCENARIO: (&str, u64) = ("hall", 1);

/// Simulated seconds: of the warm-up, of what is measured; and runs of the latter, an odd number.
struct Lengths {
    warm_up_s: f64,
    measured_s: f64,
    runs: usize,
}

/// Times of the frames of one run, ns.
#[derive(Default)]
struct Stopwatch {
    begun: Option<Instant>,
    /// In order; `None` where the estimate did not change.
    frames: Vec<Option<f64>>,
}

impl Hooks for Stopwatch {
    fn thinking_began(&mut self) {
        self.begun = Some(Instant::now());
    }

    fn thinking_ended(&mut self, replanned: bool) {
        if let Some(begun) = self.begun.take() {
            let elapsed = begun.elapsed().as_nanos() as f64;
            self.frames.push(replanned.then_some(elapsed));
        }
    }
}

/// Median and 99th percentile of the time from a frame to the command, and what they mean.
pub(crate) fn rows(effort: Effort) -> Found {
    let lengths = match effort {
        Effort::Quick => Lengths { warm_up_s: 40.0, measured_s: 20.0, runs: 3 },
        // 100 balls take some 200 s.
        Effort::Full => Lengths { warm_up_s: 220.0, measured_s: 120.0, runs: 5 },
    };
    let Some((times, all)) = times(&lengths) else {
        return (Vec::new(), vec!["no frame to joint command was timed".into()]);
    };
    let at = |percent: usize| percentile(&times, percent);
    let rows = vec![
        Row::alone("frame to joint command in the hall, median", at(50)),
        Row::alone("frame to joint command in the hall, 99th percentile", at(99)),
        Row::alone("frame to joint command in the hall, all runs, 99th percentile", percentile(&all, 99)),
    ];
    let Lengths { warm_up_s, measured_s, runs } = lengths;
    let note = format!(
        "frame to joint command: the scenario hall with its cameras, latency and drives and what its robot believes, \
         {measured_s} s after {warm_up_s} s of play. From the frames of both cameras to the stroke corrected or a \
         better one found, of which a command is a sample. Each frame's time is the median of {runs} runs of the same \
         session. Then the median and the 99th percentile over {} frames with which the estimate changed. All runs: \
         over the times of each run, in which the machine's other work counts too",
        times.len()
    );
    (rows, vec![note])
}

/// The time of each frame with which the estimate changed, ns, sorted: the median of runs of the same session, and
/// those of all runs.
fn times(lengths: &Lengths) -> Option<(Vec<f64>, Vec<f64>)> {
    let (name, seed) = SCENARIO;
    let scenario = Scenario::builtin(name).ok()?;
    let mut warm = Session::new(&scenario, seed).ok()?.reporting(Wants::Nothing);
    warm.advance_to(lengths.warm_up_s);
    let until_s = warm.now_s() + lengths.measured_s;
    let runs: Vec<Stopwatch> = (0..lengths.runs)
        .map(|_| {
            let mut stopwatch = Stopwatch::default();
            warm.clone().advance_with(until_s, &mut stopwatch);
            stopwatch
        })
        .collect();
    let frames = runs.first()?.frames.len();
    // The same session has the same frames each time.
    if runs.iter().any(|run| run.frames.len() != frames) {
        return None;
    }
    let median = |frame: usize| {
        let mut times: Vec<f64> = runs.iter().filter_map(|run| run.frames[frame]).collect();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied()
    };
    let mut times: Vec<f64> = (0..frames).filter_map(median).collect();
    times.sort_by(f64::total_cmp);
    let mut all: Vec<f64> = runs.iter().flat_map(|run| run.frames.iter().flatten().copied()).collect();
    all.sort_by(f64::total_cmp);
    Some((times, all))
}
