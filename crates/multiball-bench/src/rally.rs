//! Planar rallies: strokes, and how rounds scale with threads.

use std::sync::atomic::AtomicBool;

use multiball::hall::record::NullRecorder;
use multiball::hall::{Extent, PlanarHall, Scenario, play_rounds};

use crate::clock::least_ns;
use crate::{Effort, Row};

const NOISY: &str = include_str!("../../multiball/scenarios/planar-noisy.toml");
const ROUNDS: u64 = 1024;

/// The hall of the noisy planar scenario. It is part of the program and checked by its tests.
fn hall() -> Option<PlanarHall> {
    PlanarHall::new(&Scenario::from_toml(NOISY).ok()?, 1).ok()
}

/// One stroke: predict, choose, plan, swing, hit, judge.
pub(crate) fn stroke(effort: Effort) -> Option<Row> {
    let hall = hall()?;
    let mut strokes = 0u32;
    let ns = least_ns(effort, || strokes = (0..100).map(|round| hall.play(round, &mut NullRecorder).strokes).sum());
    Some(Row::alone("planar rally, one stroke", ns / f64::from(strokes)))
}

/// Rounds on one thread, and on two threads compared with one.
pub(crate) fn threads(effort: Effort) -> Vec<Row> {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
        let hall = hall()?;
        let stop = AtomicBool::new(false);
        let ns = least_ns(effort, || {
            pool.install(|| std::hint::black_box(play_rounds(&hall, Extent::Points(ROUNDS), &stop, &|_| {})));
        });
        Some(ns / ROUNDS as f64)
    };
    let (Some(one), Some(two)) = (on(1), on(2)) else { return Vec::new() };
    vec![
        Row::alone("planar rally, one round on 1 thread", one),
        Row::alone("planar rally, one round on 2 threads", two).versus("ourselves on 1 thread", one, None),
    ]
}
