//! One ball for a learner: reset, and a control tick; and the reset of a whole session.

use std::f64::consts::TAU;
use std::sync::Arc;
use std::time::Instant;

use multiball::hall::training::Session;
use multiball::hall::{Exchange, ExchangeSetup, RailOptions, Scenario};

use crate::clock::least_ns;
use crate::{Effort, Row};

/// What the rows mean.
pub(crate) const NOTE: &str = "exchange: one ball of the opponent and a robot's return with known positions, no \
    cameras. A tick of 10 ms is ten steps of the drives, ball, racket and referee. Targets swing all joints by 0.1 rad \
    or m at 1.5 Hz, or wildly, beyond what the drives can follow. Mean over whole exchanges, least of several runs. \
    Session: the scenario `hall` with points in place of cameras, its messages without pictures";

/// All rows.
pub(crate) fn rows(effort: Effort) -> Vec<Row> {
    exchanges(effort).into_iter().flatten().chain(session(effort)).collect()
}

/// Times of a reset and of ticks.
fn exchanges(effort: Effort) -> Option<[Row; 3]> {
    let (exchanges, repeats) = match effort {
        Effort::Quick => (500, 5),
        Effort::Full => (5_000, 10),
    };
    let setup = Arc::new(ExchangeSetup::new(RailOptions::default(), 256, 1).ok()?);
    let mut exchange = Exchange::new(setup.clone(), 0);
    let [mut reset_ns, mut swing_ns, mut wild_ns] = [f64::INFINITY; 3];
    for _ in 0..repeats {
        let start = Instant::now();
        (0..exchanges).for_each(|seed| {
            std::hint::black_box(exchange.reset(seed));
        });
        reset_ns = reset_ns.min(start.elapsed().as_nanos() as f64 / exchanges as f64);
        swing_ns = swing_ns.min(tick_ns(&mut exchange, exchanges, swing)?);
        wild_ns = wild_ns.min(tick_ns(&mut exchange, exchanges, wild)?);
    }
    Some([
        Row::alone("exchange reset", reset_ns),
        Row::alone("exchange tick 10 ms", swing_ns),
        Row::alone("exchange tick 10 ms, wild targets", wild_ns),
    ])
}

/// Time of a session's reset: the episode's players, picker and balls, and the message of the stage.
fn session(effort: Effort) -> Option<Row> {
    const RESETS: u64 = 100;
    let mut scenario = Scenario::builtin("hall").ok()?;
    scenario.set_text("player.sensing", "points").ok()?;
    let mut session = Session::new(&scenario, 1).ok()?;
    let ns = least_ns(effort, || (0..RESETS).for_each(|seed| session.reset(seed)));
    Some(Row::alone("session reset", ns / RESETS as f64))
}

/// Mean time of a tick over whole exchanges, their resets included.
fn tick_ns(exchange: &mut Exchange, exchanges: u64, moved: fn(u32) -> f64) -> Option<f64> {
    let ready = exchange.setup().ready().to_vec();
    let (mut targets, mut ticks) = (ready.clone(), 0_u64);
    let start = Instant::now();
    for seed in 0..exchanges {
        exchange.reset(seed);
        for tick in 0.. {
            let by = moved(tick);
            targets.iter_mut().zip(&ready).for_each(|(target, ready)| *target = ready + by);
            ticks += 1;
            if exchange.step(&targets).ok()?.outcome.is_some() {
                break;
            }
        }
    }
    Some(start.elapsed().as_nanos() as f64 / ticks as f64)
}

/// A swing that the drives can follow.
fn swing(tick: u32) -> f64 {
    0.1 * (TAU * 1.5 * Exchange::TICK_S * f64::from(tick)).sin()
}

/// Ramps of 3 m/s or rad/s that jump back by 0.1 m or rad.
fn wild(tick: u32) -> f64 {
    let phase = 0.3 * f64::from(tick);
    0.1 * (phase - phase.floor())
}
