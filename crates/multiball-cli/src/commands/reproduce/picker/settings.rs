//! Tables 1 and 4 and Algorithm 1: what the paper's methods are set to, as they are run here.

use multiball::experiments::{PaperGenetic, Training};
use multiball::picker::following::Network;
use multiball::picker::{DriveLimits, Gait, WheelDrive};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::Row;

/// Table 1: neurons of each layer, networks in a generation, generations, networks in a tournament.
const LAYERS: [f64; 4] = [2.0, 4.0, 5.0, 3.0];
const TRAINING: [f64; 3] = [200.0, 100.0, 3.0];
/// Table 4: population, generations, crossover, mutation, tournament.
const ROUTING: [f64; 5] = [43.0, 500.0, 0.75, 0.25, 4.0];
/// Algorithm 1: turn acceleration (rad/s²), p, h (m), v₀ (m/s).
const TURN_ACCELERATION: f64 = 1.9;
const P: f64 = 1.0;
const WIDTH_M: f64 = 0.3;
const CRUISE_M_S: f64 = 0.5;
/// Random commands that the drive gets.
const COMMANDS: usize = 20_000;

pub(super) fn rows(seed: u64) -> Vec<Row> {
    let mut rows = table1();
    rows.extend(table4());
    rows.extend(algorithm1(seed));
    rows
}

fn table1() -> Vec<Row> {
    let layer = |(number, (ours, paper)): (usize, (usize, f64))| {
        Row::new("1", format!("neurons of layer {}", number + 1), "", Some(paper), ours as f64)
    };
    let mut rows: Vec<Row> = Network::LAYERS.into_iter().zip(LAYERS).enumerate().map(layer).collect();
    let Training { population, generations, .. } = Training::PAPER;
    let [printed_population, printed_generations, printed_tournament] = TRAINING;
    let row = |name: &str, paper, ours: f64| Row::new("1", name, "", Some(paper), ours);
    rows.extend([
        row("networks in a generation", printed_population, population as f64)
            .noted("simulated binary crossover, Gaussian mutation"),
        row("generations of the training", printed_generations, generations as f64),
        row("networks in a tournament", printed_tournament, Training::TOURNAMENT as f64),
    ]);
    rows
}

fn table4() -> [Row; 5] {
    let PaperGenetic { population, generations, crossover, mutation, tournament } = PaperGenetic::PRINTED;
    let [printed_population, printed_generations, printed_crossover, printed_mutation, printed_tournament] = ROUTING;
    let row = |name: &str, paper, ours: f64| Row::new("4", name, "", Some(paper), ours);
    [
        row("orders in a generation", printed_population, population as f64).noted("an elite of 1"),
        row("generations of orders", printed_generations, generations as f64),
        row("crossover", printed_crossover, crossover).noted("partially matched"),
        row("mutation", printed_mutation, mutation).noted("inversion"),
        row("orders in a tournament", printed_tournament, tournament as f64),
    ]
}

/// The drive under random commands: the greatest change of its turn rate, the greatest turn rate, and the speed that is
/// left, of which turning takes p h for each rad/s.
fn algorithm1(seed: u64) -> [Row; 3] {
    let limits = DriveLimits::PAPER;
    let (mut drive, mut rng) = (WheelDrive::new(limits), ChaCha8Rng::seed_from_u64(seed));
    let (mut change, mut turn_rate, mut sum): (f64, f64, f64) = (0.0, 0.0, CRUISE_M_S);
    let mut wanted = 0.0;
    for number in 0..COMMANDS {
        // Long enough on one command that the greatest turn rate is reached.
        if number % 400 == 0 {
            wanted = rng.random_range(-4.0..4.0);
        }
        let before = drive.turn_rate();
        let motion = drive.step(wanted, Gait::Forward);
        change = change.max((motion.turn_rate - before).abs() / limits.step_s);
        turn_rate = turn_rate.max(motion.turn_rate.abs());
        let now = motion.speed + P * WIDTH_M * motion.turn_rate.abs();
        sum = if (now - CRUISE_M_S).abs() > (sum - CRUISE_M_S).abs() { now } else { sum };
    }
    let note = format!("the greatest under {COMMANDS} random commands");
    let row = |name: &str, unit, paper, ours: f64| Row::new("alg. 1", name, unit, Some(paper), ours);
    [
        row("turn acceleration", "rad/s²", TURN_ACCELERATION, change).noted(&note),
        row("turn rate, v0/(p h)", "rad/s", CRUISE_M_S / (P * WIDTH_M), turn_rate).noted(&note),
        row("speed + p h turn rate", "m/s", CRUISE_M_S, sum).noted("the farthest from v0 under them"),
    ]
}
