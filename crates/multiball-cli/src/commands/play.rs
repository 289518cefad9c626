//! `play`: let the robots play, and summarise what happened.

use std::collections::BTreeMap;
use std::fmt;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use multiball::court::{Decision, Fault, Match, Side};
use multiball::hall::{Extent, PlanarHall, RoundResult, Scenario};
use serde::Serialize;

use super::record::{Record, film};
use super::session;
use crate::args::{Common, Play};
use crate::failure::Failure;
use crate::files;
use crate::show::{Align, Table, bar, fits_terminal, json_text, play_in_terminal, print_report, print_text};

/// How much of a rally is shown on the terminal, s, and how finely.
const SHOWN_S: f64 = 8.0;
const SHOWN_FRAMES_PER_S: f64 = 30.0;

#[derive(Debug, Serialize)]
struct Point {
    feeder: Side,
    /// Nobody when the rally was broken off after the most strokes allowed.
    winner: Option<Side>,
    fault: Option<Fault>,
    strokes: u32,
    duration_s: f64,
}

/// Quantiles of rally lengths, strokes.
#[derive(Debug, Serialize)]
pub(crate) struct Lengths {
    pub(crate) mean: f64,
    pub(crate) median: u32,
    pub(crate) p90: u32,
    pub(crate) longest: u32,
}

impl Lengths {
    pub(crate) fn of(rounds: &[RoundResult]) -> Self {
        let mut strokes: Vec<u32> = rounds.iter().map(|round| round.strokes).collect();
        strokes.sort_unstable();
        let quantile = |share: f64| {
            let index = (share * strokes.len().saturating_sub(1) as f64).round() as usize;
            strokes.get(index).copied().unwrap_or(0)
        };
        let total: f64 = strokes.iter().map(|strokes| f64::from(*strokes)).sum();
        let mean = if strokes.is_empty() { 0.0 } else { total / strokes.len() as f64 };
        Self { mean, median: quantile(0.5), p90: quantile(0.9), longest: quantile(1.0) }
    }
}

/// Games won, and the points of the running game.
#[derive(Debug, Clone, Copy, Serialize)]
struct Score {
    home_games: u32,
    away_games: u32,
    home: u32,
    away: u32,
}

impl From<Match> for Score {
    fn from(Match { home_games, away_games, game }: Match) -> Self {
        Self { home_games, away_games, home: game.points(Side::Home), away: game.points(Side::Away) }
    }
}

#[derive(Debug, Serialize)]
struct Report {
    scenario: String,
    #[serde(skip)]
    about: String,
    seed: u64,
    points_played: usize,
    strokes: u64,
    duration_s: f64,
    home_points: usize,
    away_points: usize,
    undecided: usize,
    score: Score,
    faults: BTreeMap<Fault, usize>,
    rally_strokes: Lengths,
    interrupted: bool,
    points: Vec<Point>,
    #[serde(skip)]
    wall_s: f64,
}

pub(crate) fn run(play: &Play, common: &Common) -> Result<(), Failure> {
    let stop = session::stop_on_interrupt();
    let scenario = session::load(&play.scenario)?;
    let seed = common.seed.unwrap_or(scenario.seed);
    let hall = session::hall(&scenario, seed)?;
    if let Some(folder) = &play.record {
        files::make_folder("--record", folder)?;
    }
    let wants_view = play.view || (!play.no_view && std::io::stdout().is_terminal() && fits_terminal());
    if wants_view && !common.json {
        view(&hall, &scenario, &stop)?;
        // Ctrl-C during the picture skips it; the points are still played.
        stop.store(false, Ordering::Relaxed);
    }
    let begin = Instant::now();
    let session = session::play(&hall, extent(play, &scenario), &stop, common)?;
    let report = Report::new(&scenario, seed, &session.rounds, session.interrupted, begin.elapsed().as_secs_f64());
    // Ctrl-C during the playing ends that; what was played is still recorded, unless Ctrl-C ends that too.
    stop.store(false, Ordering::Relaxed);
    let recorded = play.record.as_deref().map(|folder| record(folder, &hall, &scenario, &report, &stop)).transpose()?;
    print_report(&report, common.json)?;
    match (&play.record, recorded) {
        (Some(folder), Some(true)) if !common.json => {
            print_text(&format!("\n  recorded in {}: summary.json, events.csv, rally.svg\n", folder.display()))
        }
        (Some(folder), Some(false)) => {
            Err(Failure::NoAnswer(format!("broken off: nothing is recorded in {}", folder.display())))
        }
        _ => Ok(()),
    }
}

/// Records the session in a folder, whole or not at all; tells whether it was, for Ctrl-C may have stopped it.
fn record(
    folder: &Path,
    hall: &PlanarHall,
    scenario: &Scenario,
    report: &Report,
    stop: &AtomicBool,
) -> Result<bool, Failure> {
    let Some(record) = Record::of(hall, scenario, report.points_played as u64, stop) else { return Ok(false) };
    record.write(folder, &json_text(report)?)?;
    Ok(true)
}

/// How much to play: as asked for, or as the scenario says.
fn extent(play: &Play, scenario: &Scenario) -> Extent {
    match (play.points, play.duration_s) {
        (Some(points), _) => Extent::Points(points),
        (None, Some(duration_s)) => Extent::DurationS(duration_s),
        (None, None) => Extent::Points(u64::from(scenario.play.points)),
    }
}

/// Shows the beginning of a rally. Ends early when `stop` is set.
fn view(hall: &PlanarHall, scenario: &Scenario, stop: &AtomicBool) -> Result<(), Failure> {
    let Some((round, film)) = film(hall, SHOWN_FRAMES_PER_S, SHOWN_S, stop) else { return Ok(()) };
    play_in_terminal(&film, &scenario.court(), &format!("{}, point {}", scenario.name, round + 1), stop)
}

impl Report {
    fn new(scenario: &Scenario, seed: u64, rounds: &[RoundResult], interrupted: bool, wall_s: f64) -> Self {
        let mut score = Match::new(Side::Home);
        let mut faults = BTreeMap::new();
        let points: Vec<Point> = rounds
            .iter()
            .map(|round| {
                let (winner, fault) = match round.decision {
                    Some(Decision::Point { winner, fault }) => (Some(winner), Some(fault)),
                    Some(Decision::Let) | None => (None, None),
                };
                winner.into_iter().for_each(|side| score.count(side));
                fault.into_iter().for_each(|fault| *faults.entry(fault).or_insert(0) += 1);
                Point { feeder: round.feeder, winner, fault, strokes: round.strokes, duration_s: round.duration_s }
            })
            .collect();
        let won = |side: Side| points.iter().filter(|point| point.winner == Some(side)).count();
        Self {
            scenario: scenario.name.clone(),
            about: scenario.about.clone(),
            seed,
            points_played: points.len(),
            strokes: rounds.iter().map(|round| u64::from(round.strokes)).sum(),
            // Not `sum`: that of no rounds is -0.
            duration_s: rounds.iter().fold(0.0, |total, round| total + round.duration_s),
            home_points: won(Side::Home),
            away_points: won(Side::Away),
            undecided: points.iter().filter(|point| point.winner.is_none()).count(),
            score: score.into(),
            faults,
            rally_strokes: Lengths::of(rounds),
            interrupted,
            points,
            wall_s,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.scenario, self.about)?;
        let broken_off = if self.interrupted { ", broken off" } else { "" };
        writeln!(
            f,
            "seed {}{broken_off}: {} points, {} strokes, {:.0} s of play in {:.2} s\n",
            self.seed, self.points_played, self.strokes, self.duration_s, self.wall_s
        )?;
        writeln!(f, "  points   home {} : {} away", self.home_points, self.away_points)?;
        let Score { home_games, away_games, home, away } = self.score;
        writeln!(f, "  games    home {home_games} : {away_games} away, and {home}:{away} in the running one")?;
        let Lengths { mean, median, p90, longest } = self.rally_strokes;
        writeln!(
            f,
            "  rallies  mean {mean:.1} strokes, median {median}, nine in ten up to {p90}, longest {longest}\n"
        )?;
        let mut table = Table::new(&[
            ("how points ended", Align::Left),
            ("points", Align::Right),
            ("share", Align::Right),
            ("", Align::Left),
        ]);
        let mut endings: Vec<(String, usize)> = self.faults.iter().map(|(fault, n)| (fault.to_string(), *n)).collect();
        if self.undecided > 0 {
            endings.push(("broken off after the most strokes".into(), self.undecided));
        }
        endings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (ending, count) in endings {
            let share = count as f64 / self.points_played.max(1) as f64;
            table.row([ending, count.to_string(), format!("{:.1} %", share * 100.0), bar(share, 30)]);
        }
        write!(f, "{table}")
    }
}
