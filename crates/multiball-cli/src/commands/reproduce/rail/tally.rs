//! Counts over rounds.

use multiball::court::Fault;
use multiball::hall::RailRound;
use multiball::track::Stroke;
use serde::Serialize;

use crate::statistics::{GroupedShare, Share, mean, mean_interval};

/// The rounds of one profile, or of a scenario.
#[derive(Debug)]
pub(super) struct Played {
    /// The profile's name.
    pub(super) name: &'static str,
    /// What is special about it.
    pub(super) about: String,
    /// Whether the balls are those of the paper's experiment: people, who play as they rally.
    pub(super) is_experiment: bool,
    /// Where returns should land, m.
    pub(super) target: (f64, f64),
    /// Rounds that were requested.
    pub(super) wanted: u64,
    /// Rigs among which they are divided in turn.
    pub(super) rigs: usize,
    pub(super) rounds: Vec<RailRound>,
}

/// Balls that did not come back, for one reason.
#[derive(Debug, Serialize)]
pub(in super::super) struct Lost {
    pub(super) profile: &'static str,
    /// Whether the racket touched the ball.
    pub(super) hit: bool,
    pub(super) reason: String,
    pub(super) rounds: usize,
}

/// A mean with its 95 % interval, which needs thirty values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mean {
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
}

impl Played {
    pub(super) fn interrupted(&self) -> bool {
        (self.rounds.len() as u64) < self.wanted
    }

    /// The share of all rounds of which something is true, rig by rig.
    pub(super) fn share(&self, is: impl Fn(&RailRound) -> bool) -> GroupedShare {
        by_rig(&self.rounds, self.rigs, is)
    }

    /// The share of a stroke's rounds in which it was read as what it is.
    pub(super) fn read(&self, stroke: Stroke) -> Share {
        let of_stroke = || self.rounds.iter().filter(|round| round.stroke == stroke);
        Share { of: of_stroke().count(), count: of_stroke().filter(|round| round.read == Some(stroke)).count() }
    }

    /// What a stroke is most often mistaken for, and how often; the first in order of equals.
    pub(super) fn mistaken(&self, stroke: Stroke) -> Option<(Stroke, usize)> {
        let read_as = |other: Stroke| {
            self.rounds.iter().filter(|round| round.stroke == stroke && round.read == Some(other)).count()
        };
        let others = Stroke::ALL.into_iter().filter(|other| *other != stroke).map(|other| (other, read_as(other)));
        others.rev().max_by_key(|(_, count)| *count).filter(|(_, count)| *count > 0)
    }

    /// Where legal returns landed, m.
    pub(super) fn landings(&self) -> impl Iterator<Item = (f64, f64)> {
        self.rounds.iter().filter_map(|round| round.landing)
    }

    /// The mean landing of legal returns along x and y, mm; none without legal returns.
    pub(super) fn mean_landing_mm(&self) -> Option<[Mean; 2]> {
        let along = |axis: fn((f64, f64)) -> f64| {
            let values: Vec<f64> = self.landings().map(|landing| 1e3 * axis(landing)).collect();
            mean(&values).map(|value| Mean { value, interval: mean_interval(&values) })
        };
        Some([along(|(x, _)| x)?, along(|(_, y)| y)?])
    }

    /// Why balls were not hit, then why those that were hit did not come back; the most frequent first.
    pub(super) fn lost(&self) -> Vec<Lost> {
        let mut lost: Vec<Lost> = Vec::new();
        for round in self.rounds.iter().filter(|round| round.landing.is_none()) {
            let reason = reason(round);
            match lost.iter_mut().find(|lost| lost.hit == round.hit && lost.reason == reason) {
                Some(lost) => lost.rounds += 1,
                None => lost.push(Lost { profile: self.name, hit: round.hit, reason, rounds: 1 }),
            }
        }
        lost.sort_by_key(|lost| (lost.hit, std::cmp::Reverse(lost.rounds), lost.reason.clone()));
        lost
    }
}

/// The share of rounds of which something is true, rig by rig: rounds are dealt to the rigs in turn.
pub(super) fn by_rig<T>(rounds: &[T], rigs: usize, is: impl Fn(&T) -> bool) -> GroupedShare {
    let of_rig = |rig: usize| {
        let of_rig = || rounds.iter().skip(rig).step_by(rigs);
        Share { of: of_rig().count(), count: of_rig().filter(|round| is(round)).count() }
    };
    GroupedShare { groups: (0..rigs).map(of_rig).collect() }
}

/// Why a ball did not come back, without the numbers of the round.
fn reason(round: &RailRound) -> String {
    let touched = matches!(round.fault, Some(Fault::TouchedTable | Fault::TouchedNet));
    if round.hit || touched {
        return round.fault.map_or("undecided".into(), |fault| fault.to_string());
    }
    match &round.why_not {
        Some(why_not) => why_not.summary.to_string(),
        None if round.predicted.is_some() => "the racket missed the ball".into(),
        None => "the ball was not followed".into(),
    }
}
