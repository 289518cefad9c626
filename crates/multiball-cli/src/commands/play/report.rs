//! The summary of a session, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt;

use multiball::court::{Decision, Fault, Match, Side};
use multiball::format::SUMMARY;
use multiball::hall::training::TrainingResult;
use multiball::hall::{PlayedRounds, Scenario};
use serde::Serialize;

use super::hall_report::HallReport;
use crate::show::{Align, Table, bar, counted};
use crate::statistics::median;

#[derive(Debug, Serialize)]
pub(super) struct Point {
    pub(super) feeder: Side,
    /// None when the rally was ended after the greatest number of strokes.
    pub(super) winner: Option<Side>,
    pub(super) fault: Option<Fault>,
    pub(super) strokes: u32,
    pub(super) duration_s: f64,
}

/// Quantiles of rally lengths, strokes.
#[derive(Debug, Serialize)]
pub(crate) struct Lengths {
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) p90: u32,
    pub(crate) longest: u32,
}

impl Lengths {
    pub(crate) fn of(strokes: impl Iterator<Item = u32>) -> Self {
        let mut strokes: Vec<u32> = strokes.collect();
        strokes.sort_unstable();
        // The least value that 90 % do not exceed.
        let p90 = (0.9 * strokes.len() as f64).ceil() as usize;
        let p90 = strokes.get(p90.saturating_sub(1)).copied().unwrap_or(0);
        let total: f64 = strokes.iter().map(|strokes| f64::from(*strokes)).sum();
        let mean = if strokes.is_empty() { 0.0 } else { total / strokes.len() as f64 };
        let median = median(strokes.iter().copied().map(f64::from).collect()).unwrap_or(0.0);
        Self { mean, median, p90, longest: strokes.last().copied().unwrap_or(0) }
    }
}

/// Games won, and the points of the running game.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Score {
    pub(super) home_games: u32,
    pub(super) away_games: u32,
    pub(super) home: u32,
    pub(super) away: u32,
}

impl From<Match> for Score {
    fn from(Match { home_games, away_games, game }: Match) -> Self {
        Self { home_games, away_games, home: game.points(Side::Home), away: game.points(Side::Away) }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// Of the format of summaries.
    version: u32,
    pub(super) scenario: String,
    #[serde(skip)]
    pub(super) about: String,
    pub(super) seed: u64,
    pub(super) points_played: usize,
    pub(super) strokes: u64,
    pub(super) duration_s: f64,
    pub(super) home_points: usize,
    pub(super) away_points: usize,
    pub(super) undecided: usize,
    pub(super) score: Score,
    pub(super) faults: BTreeMap<Fault, usize>,
    pub(super) rally_strokes: Lengths,
    pub(super) interrupted: bool,
    /// Why the session could not go on.
    pub(super) broke_off: Option<String>,
    pub(super) points: Vec<Point>,
    /// Additional results of a training session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hall: Option<HallReport>,
    #[serde(skip)]
    pub(super) wall_s: f64,
}

impl Report {
    /// Of a planar rally.
    pub(super) fn of_rally(scenario: &Scenario, seed: u64, session: &PlayedRounds, wall_s: f64) -> Self {
        let points = session.rounds.iter().map(|round| {
            let (winner, fault) = match round.decision {
                Some(Decision::Point { winner, fault }) => (Some(winner), Some(fault)),
                Some(Decision::Let) | None => (None, None),
            };
            Point { feeder: round.feeder, winner, fault, strokes: round.strokes, duration_s: round.duration_s }
        });
        // Not `sum`: that of no rounds is -0.
        let duration_s = session.rounds.iter().fold(0.0, |total, round| total + round.duration_s);
        let points: Vec<Point> = points.collect();
        Self::new(scenario, seed, Match::new(Side::Home), points, duration_s, session.interrupted, wall_s)
    }

    /// Of a training session.
    pub(super) fn of_training(scenario: &Scenario, seed: u64, result: &TrainingResult, wall_s: f64) -> Self {
        let played = result.points.iter().filter(|point| !point.is_let);
        let points: Vec<Point> = played
            .map(|point| Point {
                feeder: point.server,
                winner: point.winner,
                fault: point.fault,
                strokes: point.strokes,
                duration_s: point.duration_s,
            })
            .collect();
        let first = Match::new(Side::Away);
        let report = Self::new(scenario, seed, first, points, result.duration_s, result.interrupted, wall_s);
        let broke_off = result.broke_off.as_ref().map(ToString::to_string);
        Self { hall: Some(HallReport::of(scenario, result)), broke_off, ..report }
    }

    fn new(
        scenario: &Scenario,
        seed: u64,
        mut score: Match,
        points: Vec<Point>,
        duration_s: f64,
        interrupted: bool,
        wall_s: f64,
    ) -> Self {
        let mut faults = BTreeMap::new();
        for point in &points {
            point.winner.into_iter().for_each(|side| score.count(side));
            point.fault.into_iter().for_each(|fault| *faults.entry(fault).or_insert(0) += 1);
        }
        let won = |side: Side| points.iter().filter(|point| point.winner == Some(side)).count();
        Self {
            version: SUMMARY.version,
            scenario: scenario.name.clone(),
            about: scenario.about.clone(),
            seed,
            points_played: points.len(),
            strokes: points.iter().map(|point| u64::from(point.strokes)).sum(),
            duration_s,
            home_points: won(Side::Home),
            away_points: won(Side::Away),
            undecided: points.iter().filter(|point| point.winner.is_none()).count(),
            score: score.into(),
            faults,
            rally_strokes: Lengths::of(points.iter().map(|point| point.strokes)),
            interrupted,
            broke_off: None,
            points,
            hall: None,
            wall_s,
        }
    }

    /// How points ended and how many did so, the most frequent first.
    pub(super) fn endings(&self) -> Vec<(String, usize)> {
        let mut endings: Vec<(String, usize)> = self.faults.iter().map(|(fault, n)| (fault.to_string(), *n)).collect();
        if self.undecided > 0 {
            endings.push(("broken off after the most strokes".into(), self.undecided));
        }
        endings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        endings
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.scenario, self.about)?;
        let broken_off = if self.interrupted || self.broke_off.is_some() { ", broken off" } else { "" };
        writeln!(
            f,
            "seed {}{broken_off}: {}, {}, {:.0} s in {:.2} s\n",
            self.seed,
            counted(self.points_played, "point"),
            counted(self.strokes as usize, "stroke"),
            self.duration_s,
            self.wall_s
        )?;
        if self.points_played > 0 || self.hall.is_none() {
            writeln!(f, "  points   home {} : {} away", self.home_points, self.away_points)?;
            let Score { home_games, away_games, home, away } = self.score;
            writeln!(f, "  games    home {home_games} : {away_games} away, and {home}:{away} in the running one")?;
            let Lengths { mean, median, p90, longest } = self.rally_strokes;
            writeln!(f, "  rallies  mean {mean:.1} strokes, median {median}, 90 % up to {p90}, longest {longest}\n")?;
        }
        if let Some(hall) = &self.hall {
            write!(f, "{hall}")?;
        }
        let endings = self.endings();
        if endings.is_empty() {
            return Ok(());
        }
        if self.hall.is_some() {
            writeln!(f)?;
        }
        let mut table = Table::new(&[
            ("how points ended", Align::Left),
            ("points", Align::Right),
            ("share", Align::Right),
            ("", Align::Left),
        ]);
        for (ending, count) in endings {
            let share = count as f64 / self.points_played.max(1) as f64;
            table.row([ending, count.to_string(), format!("{:.1} %", share * 100.0), bar(share, 30)]);
        }
        write!(f, "{table}")
    }
}
