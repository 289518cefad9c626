//! The worlds that come with the program keep what is promised of them: the paper's figures, and long rallies.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use multiball::court::Side;
use multiball::hall::record::{Message, Recorder};
use multiball::hall::training::{TARGET_HALF_SIDES_M, TrainingHall};
use multiball::hall::{BallSensing, Extent, NoHooks, RailHall, RailOptions, RailRound, Scenario};

const INNER_HALF: f64 = TARGET_HALF_SIDES_M[0];
const OUTER_HALF: f64 = TARGET_HALF_SIDES_M[1];

#[test]
fn law_the_default_world_reaches_the_paper_s_figures_with_points() {
    const ROUNDS: u64 = 400;
    let options = RailOptions::of(&Scenario::builtin("hall").unwrap()).unwrap();
    let options = RailOptions { sensing: BallSensing::Points, rigs: 2, ..options };
    let hall = RailHall::new(options, options.lesson().learn(2).unwrap(), 1).unwrap();
    let running = AtomicBool::new(false);
    let rounds = hall.warmed_up(&running, &|| {}).unwrap().rounds(ROUNDS, &running, &|| {}).unwrap();
    let within = |round: &RailRound, half: f64| round.within(options.player.target, half);
    // Paper 004, table 4, less two standard errors of as many rounds.
    for (name, paper, count) in [
        ("hit", 0.9835, rounds.iter().filter(|round| round.hit).count()),
        ("outer square", 0.9516, rounds.iter().filter(|round| within(round, OUTER_HALF)).count()),
        ("inner square", 0.8252, rounds.iter().filter(|round| within(round, INNER_HALF)).count()),
    ] {
        let (share, error) = (count as f64 / ROUNDS as f64, (paper * (1.0 - paper) / ROUNDS as f64).sqrt());
        assert!(share > paper - 2.0 * error, "{name}: {share}, the paper has {paper}");
    }
}

/// Keeps where each stroke of a robot landed, and ends the session after a number of them: a rally that lasts is not
/// played to its end.
struct Strokes<'a> {
    most: usize,
    strokes: Vec<Stroke>,
    stop: &'a AtomicBool,
}

struct Stroke {
    point: u64,
    side: Side,
    landing_m: Option<[f64; 2]>,
}

impl Recorder for Strokes<'_> {
    fn record(&mut self, message: &Message) {
        if let Message::Stroke(stroke) = message {
            let (point, side, landing_m) = (stroke.point, stroke.side, stroke.end.landing_m);
            self.strokes.push(Stroke { point, side, landing_m });
            self.stop.store(self.strokes.len() >= self.most, Ordering::Relaxed);
        }
    }
}

/// So many strokes of a duel after its warm-up, in which robots strike in turn.
fn duelled(scenario: &Scenario, seed: u64, count: usize) -> Vec<Stroke> {
    let warm_up = 2 * scenario.warm_up.as_ref().unwrap().balls as usize;
    let stop = AtomicBool::new(false);
    let mut recorder = Strokes { most: warm_up + count, strokes: Vec::new(), stop: &stop };
    let hall = TrainingHall::of(scenario, seed).unwrap();
    let result = hall.play(Extent::Points(u64::MAX), &mut recorder, &mut NoHooks, &stop, &mut |_| {}).unwrap();
    assert!(result.interrupted && result.broke_off.is_none());
    recorder.strokes.split_off(warm_up)
}

#[test]
fn law_robots_rally_for_long_and_hit_the_square() {
    const STROKES: usize = 400;
    let scenario = Scenario::builtin("duel").unwrap();
    let target = RailOptions::of(&scenario).unwrap().player.target;
    let duels: Vec<_> = [1, 2].into_par_iter().map(|seed| (seed, duelled(&scenario, seed, STROKES))).collect();
    for (seed, strokes) in duels {
        for side in Side::BOTH {
            let near = |[x, y]: [f64; 2]| {
                (x - side.sign() * target.0).abs() <= OUTER_HALF && (y - side.sign() * target.1).abs() <= OUTER_HALF
            };
            let of_side = || strokes.iter().filter(|stroke| stroke.side == side);
            let count = of_side().filter(|stroke| stroke.landing_m.is_some_and(near)).count();
            assert!(of_side().count() >= 180, "seed {seed}, {side}: {} strokes", of_side().count());
            assert!(10 * count >= 9 * of_side().count(), "seed {seed}, {side}: {count} of {}", of_side().count());
        }
        // The first rally without its strokes of the warm-up, the last as far as it went: both are longer in truth. A
        // last one that was broken off before its thirtieth stroke says nothing.
        let mut lengths: Vec<usize> = strokes.chunk_by(|one, next| one.point == next.point).map(<[_]>::len).collect();
        if lengths.len() > 1 {
            lengths.pop_if(|last| *last < 30);
        }
        lengths.sort_unstable();
        assert!(lengths[(lengths.len() - 1) / 2] >= 30, "seed {seed}: rallies of {lengths:?} strokes");
    }
}
