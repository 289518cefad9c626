//! `play`: let the robots play, and summarise what happened.

use std::collections::BTreeMap;
use std::fmt;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use multiball::ball::EventKind;
use multiball::court::{Decision, Fault, Match, Side};
use multiball::hall::{Audience, Extent, HallEvent, PlanarHall, RoundResult, Scenario, Silent};
use serde::Serialize;

use super::session;
use crate::args::{Common, Play};
use crate::failure::Failure;
use crate::files;
use crate::show::{Align, Filmstrip, Table, bar, json_text, moving_svg, play_in_terminal, print_report, print_text};

/// How much of a rally is shown on the terminal, s.
const SHOWN_S: f64 = 8.0;
/// A rally worth showing has so many strokes; it is looked for among the first rounds.
const SHOWN_STROKES: u32 = 8;
const SEARCHED_ROUNDS: u64 = 50;
/// How much of a rally goes into the moving picture, s, and how finely, so that the file stays small.
const FILMED_S: f64 = 6.0;
const FILM_FRAMES_PER_S: f64 = 25.0;
/// Rallies whose events are recorded.
const RECORDED_RALLIES: u64 = 100;

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
    score: Match,
    faults: BTreeMap<Fault, usize>,
    rally_strokes: Lengths,
    interrupted: bool,
    points: Vec<Point>,
    #[serde(skip)]
    wall_s: f64,
}

pub(crate) fn run(play: &Play, common: &Common) -> Result<(), Failure> {
    let scenario = session::load(&play.scenario)?;
    let seed = common.seed.unwrap_or(scenario.seed);
    let hall = session::hall(&scenario, seed)?;
    let extent = match (play.points, play.duration_s) {
        (Some(points), _) => Extent::Points(points),
        (None, Some(duration_s)) => Extent::DurationS(duration_s),
        (None, None) => Extent::Points(u64::from(scenario.play.points)),
    };
    if let Some(folder) = &play.record {
        files::make_folder(folder)?;
    }
    let stop = session::stop_on_interrupt();
    let wants_view = play.view || (!play.no_view && std::io::stdout().is_terminal());
    if wants_view && !common.json {
        view(&hall, &scenario, &stop)?;
    }
    let begin = Instant::now();
    let session = session::play(&hall, extent, &stop, common)?;
    let report = Report::new(&scenario, seed, &session.rounds, session.interrupted, begin.elapsed().as_secs_f64());
    if let Some(folder) = &play.record {
        record(folder, &hall, &scenario, &report)?;
    }
    print_report(&report, common.json)?;
    if let (Some(folder), false) = (&play.record, common.json) {
        print_text(&format!("\n  recorded in {}: summary.json, events.csv, rally.svg\n", folder.display()))?;
    }
    Ok(())
}

/// The first rally that is worth showing, or the very first.
fn round_to_show(hall: &PlanarHall) -> u64 {
    (0..SEARCHED_ROUNDS).find(|round| hall.play(*round, &mut Silent).strokes >= SHOWN_STROKES).unwrap_or(0)
}

/// Shows the beginning of a rally.
fn view(hall: &PlanarHall, scenario: &Scenario, stop: &AtomicBool) -> Result<(), Failure> {
    let round = round_to_show(hall);
    let mut film = Filmstrip::new(30.0, SHOWN_S);
    hall.play(round, &mut film);
    play_in_terminal(&film, &scenario.court(), &format!("{}, point {}", scenario.name, round + 1), stop)?;
    // Ctrl-C during the picture skips it; the points are still played.
    stop.store(false, Ordering::Relaxed);
    Ok(())
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
            duration_s: rounds.iter().map(|round| round.duration_s).sum(),
            home_points: won(Side::Home),
            away_points: won(Side::Away),
            undecided: points.iter().filter(|point| point.winner.is_none()).count(),
            score,
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
        let Match { home_games, away_games, game } = self.score;
        writeln!(f, "  games    home {home_games} : {away_games} away, and {game} in the next")?;
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

/// Writes summary.json, events.csv and rally.svg: all whole, or none.
fn record(folder: &Path, hall: &PlanarHall, scenario: &Scenario, report: &Report) -> Result<(), Failure> {
    let mut events = EventTable::new();
    for round in 0..RECORDED_RALLIES.min(report.points_played as u64) {
        events.round = round;
        hall.play(round, &mut events);
    }
    let mut film = Filmstrip::new(FILM_FRAMES_PER_S, FILMED_S);
    hall.play(round_to_show(hall), &mut film);
    let picture = moving_svg(&film, &scenario.court(), &scenario.about);
    let summary = json_text(report)?;
    files::write_all_whole(&[
        (folder.join("events.csv"), events.text.as_str()),
        (folder.join("rally.svg"), picture.as_str()),
        (folder.join("summary.json"), summary.as_str()),
    ])
}

/// Events as lines of CSV.
struct EventTable {
    round: u64,
    text: String,
}

impl EventTable {
    fn new() -> Self {
        let columns = "round,t_s,event,side,detail,x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s\n";
        Self { round: 0, text: columns.into() }
    }

    fn line(&mut self, t_s: f64, event: &str, side: &str, detail: &str, numbers: &[f64]) {
        let numbers: Vec<String> =
            (0..6).map(|i| numbers.get(i).map_or(String::new(), |n| format!("{n:.9}"))).collect();
        self.text += &format!("{},{t_s:.9},{event},{side},{detail},{}\n", self.round, numbers.join(","));
    }
}

impl Audience for EventTable {
    fn event(&mut self, t_s: f64, event: &HallEvent) {
        let motion = |ball: &multiball::ball::BallState| [ball.position, ball.velocity].map(<[f64; 3]>::from).concat();
        match event {
            HallEvent::Feed { by, ball } => self.line(t_s, "feed", &by.to_string(), "", &motion(ball)),
            HallEvent::Ball(happened) => {
                let side = match happened.kind {
                    EventKind::Racket(index) => Side::BOTH[index],
                    _ => Side::of(happened.before.position.x),
                };
                self.line(t_s, happened.kind.name(), &side.to_string(), "after", &motion(&happened.after));
            }
            HallEvent::Planned { by, plan } => {
                let detail = format!("hit at {:.4} s; target {:.3} m", plan.ball.t_s, plan.target);
                self.line(t_s, "planned", &by.to_string(), &detail, &[]);
            }
            HallEvent::Helpless { by, reason } => {
                self.line(t_s, "helpless", &by.to_string(), &reason.to_string().replace(',', ";"), &[]);
            }
            HallEvent::Decided(Decision::Point { winner, fault }) => {
                self.line(t_s, "point", &winner.to_string(), &fault.to_string(), &[]);
            }
            HallEvent::Decided(Decision::Let) => self.line(t_s, "let", "", "", &[]),
        }
    }
}
