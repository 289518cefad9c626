//! One ball for a learner: reset, and a control tick.

use std::sync::Arc;
use std::time::Instant;

use multiball::hall::{Exchange, ExchangeSetup, RailOptions};

use crate::{Effort, Row};

/// What the rows mean.
pub(crate) const NOTE: &str = "exchange: one ball of the opponent and a robot's return with known positions, no \
    cameras; a tick of 10 ms is ten steps of the drives, ball, racket and referee, with targets that swing the arm; \
    mean over whole exchanges, least of several runs";

/// Times of a reset and of a tick.
pub(crate) fn rows(effort: Effort) -> Option<[Row; 2]> {
    let (exchanges, repeats) = match effort {
        Effort::Quick => (500, 5),
        Effort::Full => (5_000, 10),
    };
    let setup = Arc::new(ExchangeSetup::new(RailOptions::default(), 256, 1).ok()?);
    let mut exchange = Exchange::new(setup.clone(), 0);
    let [mut reset_ns, mut tick_ns] = [f64::INFINITY; 2];
    let mut targets = setup.ready().to_vec();
    for _ in 0..repeats {
        let start = Instant::now();
        (0..exchanges).for_each(|seed| {
            std::hint::black_box(exchange.reset(seed));
        });
        reset_ns = reset_ns.min(start.elapsed().as_nanos() as f64 / exchanges as f64);
        let mut ticks = 0_u64;
        let start = Instant::now();
        for seed in 0..exchanges {
            exchange.reset(seed);
            let mut swings = 0;
            while exchange.step(swung(setup.ready(), swings, &mut targets)).ok()?.outcome.is_none() {
                swings += 1;
                ticks += 1;
            }
        }
        tick_ns = tick_ns.min((start.elapsed().as_nanos() as f64 - reset_ns * exchanges as f64) / ticks.max(1) as f64);
    }
    Some([Row::alone("exchange reset", reset_ns), Row::alone("exchange tick 10 ms", tick_ns)])
}

/// Targets that swing about where the robot waits.
fn swung<'a>(ready: &[f64], tick: u32, targets: &'a mut [f64]) -> &'a [f64] {
    let phase = 0.3 * f64::from(tick);
    for (target, ready) in targets.iter_mut().zip(ready) {
        *target = ready + 0.1 * (phase - phase.floor());
    }
    targets
}
