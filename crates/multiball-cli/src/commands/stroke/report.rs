//! What `stroke evaluate` found, as JSON and as text.

use std::fmt;

use multiball::opponent::reading::{Heading, Judgement};
use multiball::track::Stroke;
use serde::Serialize;

use crate::show::{Align, Table, bar};
use crate::statistics::{GroupedShare, Share, quantile, sorted};

/// Table 3 of paper 004, %.
const PAPER: [(Stroke, f64); 4] = [
    (Stroke::ForehandAttack, 95.52),
    (Stroke::BackhandAttack, 94.8),
    (Stroke::ForehandPush, 93.17),
    (Stroke::BackhandPush, 93.41),
];

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) file: Option<String>,
    pub(crate) seed: u64,
    pub(crate) heading: Heading,
    pub(crate) strokes: usize,
    pub(crate) groups: usize,
    pub(crate) left_out: Option<String>,
    pub(crate) classes: Vec<String>,
    pub(crate) held_out: Vec<HeldOut>,
    pub(crate) calibrated: Vec<Calibrated>,
    pub(crate) curve: Vec<CurvePoint>,
    pub(crate) prior: Vec<Prior>,
}

/// Accuracy at the contact with held-out strokes.
#[derive(Debug, Serialize)]
pub(crate) struct HeldOut {
    what: &'static str,
    accuracy: f64,
    /// Bounds of the 95 % interval of the accuracy, over players or sessions.
    low: f64,
    high: f64,
    classes: Vec<ClassAccuracy>,
    /// Rows: the true class. Columns: the class read.
    confusion: Vec<Vec<usize>>,
}

/// Accuracy with held-out groups after some strokes of the new player are known.
#[derive(Debug, Serialize)]
pub(crate) struct Calibrated {
    /// How many are known.
    pub(crate) strokes: u64,
    #[serde(flatten)]
    pub(crate) held_out: HeldOut,
}

#[derive(Debug, Serialize)]
struct ClassAccuracy {
    class: String,
    accuracy: f64,
    paper: Option<f64>,
}

/// Shares classified correctly some time before the contact.
#[derive(Debug, Serialize)]
pub(crate) struct CurvePoint {
    pub(crate) before_ms: u64,
    pub(crate) strokes: f64,
    pub(crate) groups: f64,
}

/// Prediction errors without the stroke, with the stroke as classified, and with the true one.
#[derive(Debug, Serialize)]
pub(crate) struct Prior {
    pub(crate) shots: &'static str,
    pub(crate) balls: usize,
    pub(crate) bounce_without_mm: Spread,
    pub(crate) bounce_read_mm: Spread,
    pub(crate) bounce_told_mm: Spread,
    pub(crate) hit_without_mm: Spread,
    pub(crate) hit_read_mm: Spread,
    pub(crate) hit_told_mm: Spread,
}

/// Median and 90 % quantile; null without values.
#[derive(Debug, Serialize)]
pub(crate) struct Spread {
    median: Option<f64>,
    p90: Option<f64>,
}

impl Spread {
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Self {
        let values = sorted(values.collect());
        Self { median: quantile(&values, 0.5), p90: quantile(&values, 0.9) }
    }
}

impl HeldOut {
    pub(crate) fn new(what: &'static str, judgement: &Judgement, classes: &[String]) -> Self {
        let of_class = |(index, class): (usize, &String)| ClassAccuracy {
            class: class.clone(),
            accuracy: judgement.accuracy_of(index),
            paper: PAPER.iter().find(|(stroke, _)| stroke.name() == class).map(|(_, share)| share / 100.0),
        };
        let groups = judgement.groups.iter().map(|(right, all)| Share { count: *right, of: *all }).collect();
        let (low, high) = GroupedShare { groups }.interval_percent();
        Self {
            what,
            accuracy: judgement.accuracy(),
            low: low / 100.0,
            high: high / 100.0,
            classes: classes.iter().enumerate().map(of_class).collect(),
            confusion: judgement.confusion.clone(),
        }
    }

    fn title(&self) -> &'static str {
        match self.what {
            "strokes" => "strokes held out at random",
            "groups" => "whole players or sessions held out",
            "own" => "strokes of the player or session itself",
            _ => "strokes of the session and of the most alike ones of the other classes",
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [right, low, high] = [self.accuracy, self.low, self.high].map(percent);
        writeln!(f, "\n{}: {right} read rightly, 95 % interval {low} to {high}\n", self.title())?;
        let with_paper = self.classes.iter().any(|one| one.paper.is_some());
        let mut headings = vec![("class", Align::Left), ("right", Align::Right)];
        headings.extend(with_paper.then_some(("paper 004, table 3", Align::Right)));
        headings.extend(self.classes.iter().map(|one| (one.class.as_str(), Align::Right)));
        let mut table = Table::new(&headings);
        for (one, row) in self.classes.iter().zip(&self.confusion) {
            let mut cells = vec![one.class.clone(), percent(one.accuracy)];
            cells.extend(with_paper.then(|| one.paper.map(percent).unwrap_or_default()));
            cells.extend(row.iter().map(ToString::to_string));
            table.row(cells);
        }
        write!(f, "{table}")
    }
}

impl Report {
    /// What a picture of it is called.
    pub(crate) fn title(&self) -> String {
        let of = self.file.as_deref().map_or("simulated strokes", |file| file.rsplit('/').next().unwrap_or(file));
        format!("{of}: {} strokes, {} classes, {} players or sessions", self.strokes, self.classes.len(), self.groups)
    }

    /// Two curves: ms before the contact and %.
    pub(crate) fn plotted(&self) -> [Vec<(f64, f64)>; 2] {
        let curve = |of: fn(&CurvePoint) -> f64| {
            self.curve.iter().map(|point| (point.before_ms as f64, 100.0 * of(point))).collect()
        };
        [curve(|point| point.strokes), curve(|point| point.groups)]
    }

    fn write_curve(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&[
            ("ms before the contact", Align::Right),
            ("strokes held out", Align::Right),
            ("players or sessions held out", Align::Right),
            ("", Align::Left),
        ]);
        for point in &self.curve {
            let [strokes, groups] = [point.strokes, point.groups].map(percent);
            table.row([point.before_ms.to_string(), strokes, groups, bar(point.groups, 30)]);
        }
        write!(f, "\n{table}")
    }

    fn write_prior(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nballs seen for 0.1 s, then predicted; error in mm, median and 90 %\n")?;
        let mut table = Table::new(&[
            ("shots", Align::Left),
            ("balls", Align::Right),
            ("of", Align::Left),
            ("stroke unknown", Align::Right),
            ("stroke as read", Align::Right),
            ("true stroke", Align::Right),
        ]);
        let cell = |spread: &Spread| {
            spread.median.zip(spread.p90).map(|(median, p90)| format!("{median:.0} / {p90:.0}")).unwrap_or_default()
        };
        for one in &self.prior {
            let [shots, balls] = [one.shots.to_owned(), one.balls.to_string()];
            let bounce = [&one.bounce_without_mm, &one.bounce_read_mm, &one.bounce_told_mm].map(cell);
            let hit = [&one.hit_without_mm, &one.hit_read_mm, &one.hit_told_mm].map(cell);
            table.row([shots.clone(), balls.clone(), "the bounce".into()].into_iter().chain(bounce));
            table.row([shots, balls, "the place 0.1 s after it".into()].into_iter().chain(hit));
        }
        write!(f, "{table}")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title())?;
        self.left_out.iter().try_for_each(|what| writeln!(f, "{what}"))?;
        self.held_out.iter().try_for_each(|one| one.write(f))?;
        for one in &self.calibrated {
            write!(f, "\nplayers or sessions held out, then calibrated with {} strokes", one.strokes)?;
            one.held_out.write(f)?;
        }
        self.write_curve(f)?;
        if self.prior.is_empty() { Ok(()) } else { self.write_prior(f) }
    }
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}
