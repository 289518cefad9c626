//! What finding out costs a robot that could have been told everything, on the same balls.

use multiball::hall::RailRound;

use super::super::Row;
use super::printed::{INNER_HALF, OUTER_HALF};
use super::profiles::{FINDING_OUT, TOLD};
use super::tally::Played;
use crate::show::{Align, Table};
use crate::statistics::{mean, mean_interval};

/// Which rounds count.
type Counts<'a> = &'a dyn Fn(&RailRound) -> bool;

/// Rows of the shares that are lost, in points of per cent; empty unless both profiles were played.
///
/// Rounds of the same number have the same ball. Their differences are averaged rig by rig, because rounds of one rig
/// share what it has found out; the interval is that of the mean over rigs.
pub(super) fn rows(played: &[Played]) -> Vec<Row> {
    let of = |name: &str| played.iter().find(|played| played.name == name && !played.interrupted());
    let (Some(told), Some(learned)) = (of(TOLD), of(FINDING_OUT)) else { return Vec::new() };
    let target = told.target;
    let (hit, outer, inner) = (
        |round: &RailRound| round.hit,
        |round: &RailRound| round.within(target, OUTER_HALF),
        |round: &RailRound| round.within(target, INNER_HALF),
    );
    let shares: [(&str, Counts<'_>); 3] = [("hit rate", &hit), ("outer square", &outer), ("inner square", &inner)];
    let row = |(name, is): (&str, Counts<'_>)| {
        let lost = lost(told, learned, is);
        let note = format!("of {} rounds, {} rigs; the same balls for both", learned.rounds.len(), learned.rigs);
        let row = Row::new("4", format!("{name} lost by finding out"), "points", None, mean(&lost)?);
        let row = row.within(mean_interval(&lost)).noted(note);
        Some(Row { rounds: Some(learned.rounds.len()), profile: Some(FINDING_OUT), ..row })
    };
    shares.into_iter().filter_map(row).collect()
}

/// By how many points of per cent the share of what is true is less for each rig that finds out.
fn lost(told: &Played, learned: &Played, is: Counts<'_>) -> Vec<f64> {
    let share = |rounds: &[RailRound], rig: usize| {
        let own = rounds.iter().skip(rig).step_by(learned.rigs);
        mean(&own.map(|round| if is(round) { 100.0 } else { 0.0 }).collect::<Vec<f64>>())
    };
    let same_balls = &told.rounds[..learned.rounds.len().min(told.rounds.len())];
    (0..learned.rigs).filter_map(|rig| Some(share(same_balls, rig)? - share(&learned.rounds, rig)?)).collect()
}

/// The rows as a table to read.
pub(super) fn table(rows: &[Row]) -> Table {
    let mut table =
        Table::new(&[("", Align::Left), ("points", Align::Right), ("95 %", Align::Left), ("", Align::Left)]);
    for row in rows {
        let interval =
            row.low.zip(row.high).map_or("too few rigs".into(), |(low, high)| format!("[{low:.2}, {high:.2}]"));
        table.row([row.name.clone(), row.ours_text(2), interval, row.note.clone()]);
    }
    table
}
