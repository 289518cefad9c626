//! The sensitivity as tables, rows and a picture.

use super::super::super::{Part, Picture, Row};
use super::cases::Kind;
use super::measured::Measured;
use super::pairs::Pair;
use crate::failure::Failure;
use crate::plot::{Bounded, SensitivityBar, SensitivityColour, sensitivity_bars};
use crate::show::{Align, Table, counted};
use crate::statistics::{Estimate, GroupedShare};

/// Names of the figures.
const FIGURES: [&str; 3] = ["hit rate", "outer square", "inner square"];
/// The table of all rows.
const TABLE: &str = "sensitivity";

/// Share of pairs that do not interact, but whose 95 % interval lies above zero.
const BY_CHANCE: f64 = 0.025;

/// What of the pairs is printed.
pub(super) struct Pairs {
    /// Assumptions among which they were chosen.
    pub(super) assumptions: Vec<&'static str>,
    pub(super) played: Vec<Pair>,
}

/// One table below the other.
pub(super) fn parts(all: &[Measured], changes: &[(String, String)], pairs: Option<&Pairs>) -> Vec<Part> {
    let changes: Vec<String> = changes.iter().map(|(key, value)| format!(", {key}={value}")).collect();
    let words = format!(
        "Sensitivity: the world of the scenario `hall` with points, racket and mount as drawn, air and table as \
         measured{}, and one thing changed at a time.\n% of rounds; before and after the scenario's warm-up; ± is \
         half of the 95 % interval.\nWon back: of what the inner square loses before the warm-up; the interval is \
         that of a ratio of differences between worlds in the same rounds, after Fieller.\n{}",
        changes.concat(),
        if all.iter().all(|measured| measured.after.rigs < GroupedShare::ENOUGH) {
            "With so few rigs no interval says how much rigs differ"
        } else {
            "Intervals count how much rigs differ"
        }
    );
    let mut parts = vec![Part { words, tables: vec![table(all)] }];
    parts.extend(pairs.map(pairs_part));
    parts
}

fn table(all: &[Measured]) -> Table {
    let mut table = Table::new(&[
        ("assumption", Align::Left),
        ("hit", Align::Right),
        ("outer", Align::Right),
        ("inner", Align::Right),
        ("hit, warm", Align::Right),
        ("outer, warm", Align::Right),
        ("inner, warm", Align::Right),
        ("won back", Align::Right),
        ("", Align::Left),
    ]);
    for measured in all {
        let [hit, outer, inner] = measured.before.shares().each_ref().map(share);
        let [warm_hit, warm_outer, warm_inner] = measured.after.shares().each_ref().map(share);
        let won_back = measured.won_back(all).map(won_back_text).unwrap_or_default();
        let (name, kind) = (measured.case.name.into(), measured.case.kind.words().into());
        table.row([name, hit, outer, inner, warm_hit, warm_outer, warm_inner, won_back, kind]);
    }
    table
}

/// Pairs that cost more than the sum of both.
fn pairs_part(Pairs { assumptions, played }: &Pairs) -> Part {
    let rounds = played.iter().map(|pair| pair.rounds).max().unwrap_or(0);
    let words = format!(
        "Pairs: {} of the {} that cost most after the warm-up, {} each at most; points that the inner square loses.\n\
         These are: {}.\n\
         Listed are pairs that cost more together than the sum of both, by more than the interval, from the same \
         rounds in four worlds; chance alone would list {:.1}",
        counted(played.len(), "pair"),
        counted(assumptions.len(), "assumption"),
        counted(rounds, "round"),
        assumptions.join("; "),
        BY_CHANCE * played.len() as f64,
    );
    let mut table = Table::new(&[
        ("pair", Align::Left),
        ("together", Align::Right),
        ("sum of both", Align::Right),
        ("more than the sum", Align::Right),
    ]);
    for pair in played.iter().filter(|pair| pair.interacts()) {
        let figures = [pair.joint, pair.sum, pair.excess].map(|points| rounded(points, 1));
        table.row(std::iter::once(pair.cases.map(|case| case.name).join(" with ")).chain(figures));
    }
    let empty = if played.is_empty() { "no pair was played: it takes two assumptions and two rounds" } else { "none" };
    if !played.iter().any(Pair::interacts) {
        table.row([empty.to_owned()].into_iter().chain(std::iter::repeat_n(String::new(), 3)));
    }
    Part { words, tables: vec![table] }
}

fn share(share: &GroupedShare) -> String {
    rounded(estimate(share), 1)
}

fn estimate(share: &GroupedShare) -> Estimate {
    let (low, high) = share.interval_percent();
    Estimate { value: share.total().percent(), low, high }
}

/// What is won back, with its interval, which need not be symmetric.
fn won_back_text(won: Estimate) -> String {
    format!("{:.0} % [{:.0}, {:.0}]", won.value, won.low, won.high)
}

/// A figure with half its interval.
fn rounded(figure: Estimate, digits: usize) -> String {
    format!("{:.digits$} ± {:.digits$}", figure.value, figure.half())
}

/// The figures of a case: shares before and after the warm-up, and what is won back.
pub(super) fn rows(measured: &Measured, all: &[Measured]) -> Vec<Row> {
    let name = measured.case.name;
    let mut rows = Vec::new();
    for (outcome, when) in [(&measured.before, "before warm-up"), (&measured.after, "after warm-up")] {
        for (figure, share) in FIGURES.into_iter().zip(outcome.shares()) {
            rows.push(row(format!("{figure}, {name}, {when}"), "%", estimate(&share), outcome.rounds.len()));
        }
    }
    let won_back = measured.won_back(all);
    let rounds = measured.after.rounds.len();
    rows.extend(won_back.map(|won| row(format!("won back of the inner square, {name}"), "%", won, rounds)));
    rows
}

/// The figures of a pair.
pub(super) fn rows_of_pair(pair: &Pair) -> [Row; 3] {
    let [one, other] = pair.cases.map(|case| case.name);
    [
        ("loss of the inner square together", pair.joint),
        ("sum of both losses", pair.sum),
        ("loss above the sum of both", pair.excess),
    ]
    .map(|(figure, points)| row(format!("{figure}, {one} with {other}"), "points", points, pair.rounds))
}

fn row(name: String, unit: &'static str, figure: Estimate, rounds: usize) -> Row {
    let row = Row::new(TABLE, name, unit, None, figure.value);
    Row { rounds: Some(rounds), ..row.within(Some((figure.low, figure.high))) }
}

pub(super) fn picture(all: &[Measured]) -> Result<Picture, Failure> {
    let bounded = |share: GroupedShare| {
        let Estimate { value, low, high } = estimate(&share);
        Bounded { value, interval: (low, high) }
    };
    let bars: Vec<SensitivityBar> = all
        .iter()
        .map(|Measured { case, before, after }| SensitivityBar {
            name: case.name,
            before: before.shares().map(bounded),
            after: after.shares().map(bounded),
            colour: match case.kind {
                Kind::FoundOut | Kind::Together => SensitivityColour::FoundOut,
                Kind::WrongAssumption => SensitivityColour::WrongAssumption,
                Kind::Bound => SensitivityColour::Bound,
                Kind::Baseline => SensitivityColour::Baseline,
            },
        })
        .collect();
    Ok(Picture {
        title: "How much each assumption matters",
        caption: "Balls hit, and returns in the squares of 60 and 30 cm, before and after the warm-up.".into(),
        svg: sensitivity_bars(&bars)?,
    })
}
