//! The figures as tables to read: a line for each profile.

use multiball::hall::PredictionError;

use super::super::{Part, Row, number};
use super::cost;
use super::printed::{HIT, INNER, INNER_HALF, MEAN_LANDING_MM, OUTER, OUTER_HALF, ROUNDS};
use super::rows::Shares;
use super::tally::{Lost, Played};
use crate::show::{Align, Table};
use crate::statistics::{GroupedShare, Share, quantile, sorted};

/// Everything, one table below the other.
pub(super) fn parts(table3: &[Row], played: &[Played], cost: &[Row], lost: &[Lost]) -> Vec<Part> {
    let mut parts = Vec::new();
    let part = |words: String, tables: Vec<Table>| Part { words, tables };
    if !table3.is_empty() {
        parts.push(part("Table 3: strokes read right, %".into(), vec![strokes(table3)]));
    }
    if let Some(first) = played.first() {
        let (x, y) = first.target;
        let title = format!(
            "Table 4: returns to ({:.0}, {:.0}) mm, squares of {:.0} and {:.0} mm; % of all rounds with 95 % interval",
            1e3 * x,
            1e3 * y,
            2e3 * OUTER_HALF,
            2e3 * INNER_HALF,
        );
        let world = "Printed: a robot and people. Ours: all simulated.";
        parts.push(part(format!("{title}\n{world}"), vec![returns(played), abouts(played)]));
        let title = "How far legal returns landed from the target, and how far the ball was from where it was \
            predicted to be hit; median / 90 %";
        parts.push(part(title.into(), vec![errors(played)]));
    }
    if !cost.is_empty() {
        let title = "What finding out costs: points of per cent less than a robot that is told everything";
        parts.push(part(title.into(), vec![cost::table(cost)]));
    }
    if !lost.is_empty() {
        parts.push(part("Balls that did not come back".into(), vec![losses(lost, played)]));
    }
    for Played { name, wanted, rounds, .. } in played.iter().filter(|played| played.interrupted()) {
        parts.push(part(format!("Broken off: {name} after {} of {wanted} rounds.", rounds.len()), Vec::new()));
    }
    parts
}

fn strokes(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        ("stroke", Align::Left),
        ("paper", Align::Right),
        ("ours", Align::Right),
        ("95 %", Align::Left),
        ("", Align::Left),
    ]);
    for row in rows {
        let stroke = row.name.trim_end_matches(" read right").to_owned();
        let interval = row.low.zip(row.high).map(|(low, high)| format!("[{low:.1}, {high:.1}]"));
        let paper = row.paper.map(|paper| format!("{paper:.2}"));
        table.row([
            stroke,
            paper.unwrap_or_default(),
            row.ours_text(2),
            interval.unwrap_or_default(),
            row.note.clone(),
        ]);
    }
    table
}

fn returns(played: &[Played]) -> Table {
    let mut table = Table::new(&[
        ("profile", Align::Left),
        ("rounds", Align::Right),
        ("hit", Align::Right),
        ("legal", Align::Right),
        ("outer square", Align::Right),
        ("inner square", Align::Right),
        ("mean landing, mm", Align::Right),
    ]);
    let paper = [HIT, OUTER, INNER].map(|figure| format!("{figure:.2}"));
    let [hit, outer, inner] = paper;
    let landing = MEAN_LANDING_MM.map(number).join(", ");
    table.row(["printed".into(), ROUNDS.to_string(), hit, "not printed".into(), outer, inner, landing]);
    for played in played {
        let Shares { hit, legal, outer, inner } = Shares::of(played);
        let landing = played.mean_landing_mm().map(|[x, y]| format!("{:.2}, {:.2}", x.value, y.value));
        let name = played.name.to_owned();
        let [hit, legal, outer, inner] = [hit, legal, outer, inner].each_ref().map(with_interval);
        let rounds = played.rounds.len().to_string();
        table.row([name, rounds, hit, legal, outer, inner, landing.unwrap_or("none".into())]);
    }
    table
}

fn errors(played: &[Played]) -> Table {
    let mut table = Table::new(&[
        ("profile", Align::Left),
        ("landing, mm", Align::Right),
        ("predicted place, mm", Align::Right),
        ("velocity, m/s", Align::Right),
        ("spin, rad/s", Align::Right),
    ]);
    for played in played {
        let target = played.target;
        let misses = played.landings().map(|(x, y)| 1e3 * (x - target.0).hypot(y - target.1));
        let predicted = |of: fn(&PredictionError) -> f64| {
            played.rounds.iter().filter_map(move |round| round.predicted.as_ref().map(of)).collect()
        };
        table.row([
            played.name.to_owned(),
            spread(misses.collect(), 0),
            spread(predicted(|error| 1e3 * error.position), 1),
            spread(predicted(|error| error.velocity), 3),
            spread(predicted(|error| error.spin), 1),
        ]);
    }
    table
}

/// Median and 90 %.
fn spread(values: Vec<f64>, digits: usize) -> String {
    let values = sorted(values);
    let figures = quantile(&values, 0.5).zip(quantile(&values, 0.9));
    figures.map_or("none".into(), |(median, most)| format!("{median:.digits$} / {most:.digits$}"))
}

/// What the profiles are.
fn abouts(played: &[Played]) -> Table {
    let mut table = Table::new(&[("profile", Align::Left), ("what is special about it", Align::Left)]);
    played.iter().for_each(|played| table.row([played.name.into(), played.about.clone()]));
    table
}

fn losses(lost: &[Lost], played: &[Played]) -> Table {
    let mut table = Table::new(&[
        ("profile", Align::Left),
        ("", Align::Left),
        ("why", Align::Left),
        ("rounds", Align::Right),
        ("%", Align::Right),
    ]);
    for lost in lost {
        let of = played.iter().find(|played| played.name == lost.profile).map_or(0, |p| p.rounds.len());
        let share = Share { of, count: lost.rounds };
        let hit = if lost.hit { "hit" } else { "not hit" };
        let percent = format!("{:.2}", share.percent());
        table.row([lost.profile.into(), hit.into(), lost.reason.clone(), lost.rounds.to_string(), percent]);
    }
    table
}

fn with_interval(share: &GroupedShare) -> String {
    let (low, high) = share.interval_percent();
    format!("{:.2} [{low:.1}, {high:.1}]", share.total().percent())
}
