//! The law of what finding out costs.

use super::*;

/// Which rounds count.
type Counts = fn(&RailRound) -> bool;

/// A mean and its standard error.
struct Mean {
    value: f64,
    error: f64,
}

/// The share that is lost: the mean over rigs of how much less often something is true of `learned` than of `exact`, on
/// the same balls. Rounds are dealt to the rigs in turn; those of one rig share what it has found out.
fn lost(exact: &[RailRound], learned: &[RailRound], rigs: usize, is: Counts) -> Mean {
    let of_rig = |rig: usize| {
        let own = |rounds: &[RailRound]| rounds.iter().skip(rig).step_by(rigs).filter(|round| is(round)).count() as f64;
        (own(exact) - own(learned)) * rigs as f64 / exact.len() as f64
    };
    let of_rigs: Vec<f64> = (0..rigs).map(of_rig).collect();
    let value = of_rigs.iter().sum::<f64>() / rigs as f64;
    let squares = of_rigs.iter().map(|of_rig| (of_rig - value).powi(2)).sum::<f64>();
    Mean { value, error: (squares / ((rigs - 1) * rigs) as f64).sqrt() }
}

#[test]
fn law_finding_out_costs_nothing_where_all_is_known() {
    // The same balls for both, so that what differs is what finding out does. With 300 rounds for each of 8 rigs the
    // standard error is at most 0.09 points. Nothing is 0.3 points, and two standard errors are allowed for: less than
    // 0.5 in all, so that a cost of 0.6 points fails. `reproduce rail --profile points,finding-out --rounds 20000`
    // measures the cost itself.
    const RIGS: usize = 8;
    const ROUNDS: u64 = 2400;
    let exact = rounds(RailOptions::default(), ROUNDS);
    let told = RailOptions { warm_up: WARM_UP, rigs: RIGS as u64, ..RailOptions::default() };
    let learned = rounds(told.knowing(WorldKnowledge::Measured), ROUNDS);
    for (name, is) in [
        ("hit", (|round| round.hit) as Counts),
        ("outer square", |round| round.within(RailOptions::default().player.target, 0.3)),
        ("inner square", |round| round.within(RailOptions::default().player.target, 0.15)),
    ] {
        let Mean { value, error } = lost(&exact, &learned, RIGS, is);
        assert!(error < 0.001, "{name}: {value} ± {error} is too coarse");
        assert!(value < 0.003 + 2.0 * error, "{name}: {value} ± {error} is lost by one that finds out");
    }
}
