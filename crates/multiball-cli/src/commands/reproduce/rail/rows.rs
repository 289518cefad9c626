//! The figures compared with the paper's.

use multiball::track::Stroke;

use super::super::{Goal, Row};
use super::printed::{HIT, INNER, INNER_HALF, MEAN_LANDING_MM, OUTER, OUTER_HALF, READ};
use super::profiles;
use super::tally::{Mean, Played};
use crate::show::counted;
use crate::statistics::GroupedShare;

/// Table 3, of the rounds of one profile.
pub(super) fn table3(played: &Played) -> Vec<Row> {
    let row = |(stroke, paper): (Stroke, f64)| {
        let share = played.read(stroke);
        let mistaken = played
            .mistaken(stroke)
            .map(|(other, count)| format!("; most often mistaken for {} ({count})", words(other)));
        let note = format!("of {}{}", counted(share.of, "stroke"), mistaken.unwrap_or_default());
        let name = format!("{} read right", words(stroke));
        (share.of > 0).then(|| {
            of(played, share_row("3", name, Some(paper), share.percent(), share.interval_percent()).noted(note))
        })
    };
    Stroke::ALL.into_iter().zip(READ).filter_map(row).collect()
}

/// A stroke in words.
pub(super) fn words(stroke: Stroke) -> String {
    stroke.name().replace('-', " ")
}

/// Table 4, of one profile. The paper's figures are given only for its own experiment.
pub(super) fn table4(played: &Played) -> Vec<Row> {
    let Shares { hit, legal, outer, inner } = Shares::of(played);
    let paper = |figure: f64| played.is_experiment.then_some(figure);
    let name = |figure: &str| profiles::named(played.name, figure);
    let of_all = |figure: &str, paper: Option<f64>, share: &GroupedShare| {
        share_row("4", name(figure), paper, share.total().percent(), share.interval_percent())
    };
    let mut rows = vec![
        of_all("hit rate", paper(HIT), &hit),
        of_all("legal returns", None, &legal),
        of_all("outer square", paper(OUTER), &outer),
        of_all("inner square", paper(INNER), &inner),
    ];
    let places = played.mean_landing_mm().into_iter().flatten();
    let (target_x, target_y) = played.target;
    let axes = [("x", target_x), ("y", target_y)];
    for (((axis, target), Mean { value, interval }), printed) in axes.into_iter().zip(places).zip(MEAN_LANDING_MM) {
        let row = Row::new("4", name(&format!("mean landing {axis}")), "mm", paper(printed), value);
        rows.push(row.within(interval).aiming(Goal::Toward(1e3 * target)));
    }
    let note = note(played);
    rows.into_iter().map(|row| of(played, row.noted(&note))).collect()
}

/// The row with its profile and number of rounds.
fn of(played: &Played, row: Row) -> Row {
    Row { profile: Some(played.name), rounds: Some(played.rounds.len()), ..row }
}

/// How many rounds, and what is special about them.
fn note(played: &Played) -> String {
    let (done, about) = (played.rounds.len(), &played.about);
    if played.interrupted() {
        return format!("of {done} of {} rounds, broken off; {about}", played.wanted);
    }
    format!("of {}; {about}", counted(done, "round"))
}

/// Outcomes of the balls of one profile.
pub(super) struct Shares {
    pub(super) hit: GroupedShare,
    pub(super) legal: GroupedShare,
    pub(super) outer: GroupedShare,
    pub(super) inner: GroupedShare,
}

impl Shares {
    pub(super) fn of(played: &Played) -> Self {
        let target = played.target;
        Self {
            hit: played.share(|round| round.hit),
            legal: played.share(|round| round.landing.is_some()),
            outer: played.share(|round| round.within(target, OUTER_HALF)),
            inner: played.share(|round| round.within(target, INNER_HALF)),
        }
    }
}

fn share_row(table: &'static str, name: String, paper: Option<f64>, percent: f64, interval: (f64, f64)) -> Row {
    Row::new(table, name, "%", paper, percent).within(Some(interval)).aiming(Goal::More)
}
