//! One line of a comparison: what a paper prints, what comes out here, and what that says.

use serde::Serialize;

/// What a row belongs to. Text, sections and equations count as tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    Table,
    Figure,
    Algorithm,
}

impl Kind {
    /// The kind of a label: `fig. 11` is a figure, `alg. 1` an algorithm, all else a table.
    fn of(label: &str) -> Self {
        match label.split_once(' ') {
            Some(("fig.", _)) => Self::Figure,
            Some(("alg.", _)) => Self::Algorithm,
            _ => Self::Table,
        }
    }
}

/// How ours stands to the paper's; the worse, the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Status {
    /// It is here, and a figure is the paper's or a better one.
    Works,
    /// A figure is another, or a part is missing or done in another way: the note says how.
    Differs,
    /// What is printed does not suffice: the note says why.
    CannotBe,
}

impl Status {
    /// As JSON has it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Works => "works",
            Self::Differs => "differs",
            Self::CannotBe => "cannot-be",
        }
    }
}

/// Which figures are at least as good as the paper's. A sample's figure is so where its interval reaches one that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Goal {
    /// One within 5 % of the paper's.
    Same,
    /// One that is not less.
    More,
    /// One that is not more.
    Less,
    /// One that is not farther from this.
    Toward(f64),
}

/// Two figures are the same up to this share of the paper's.
const SAME: f64 = 0.05;

/// One figure: what the paper prints, where it prints one, and what comes out here.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) table: &'static str,
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) unit: &'static str,
    pub(super) paper: Option<f64>,
    /// None where there is no number.
    pub(super) ours: Option<f64>,
    /// None until it is judged.
    pub(super) status: Option<Status>,
    pub(super) note: String,
    #[serde(skip)]
    pub(super) goal: Goal,
    /// Bounds of the 95 % interval of a figure from a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) high: Option<f64>,
    /// The profile, and how many rounds were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) profile: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rounds: Option<usize>,
}

impl Row {
    /// A figure under the label of its table (`3`), figure (`fig. 11`) or algorithm (`alg. 1`); NaN is no number.
    pub(super) fn new(
        table: &'static str,
        name: impl Into<String>,
        unit: &'static str,
        paper: Option<f64>,
        ours: f64,
    ) -> Self {
        Self {
            table,
            kind: Kind::of(table),
            name: name.into(),
            unit,
            paper,
            ours: Some(ours).filter(|ours| !ours.is_nan()),
            status: None,
            note: String::new(),
            goal: Goal::Same,
            low: None,
            high: None,
            profile: None,
            rounds: None,
        }
    }

    /// A row without a number.
    pub(super) fn without_number(table: &'static str, name: &str, status: Status, note: &str) -> Self {
        Self { status: Some(status), ..Self::new(table, name, "", None, f64::NAN).noted(note) }
    }

    pub(super) fn noted(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    pub(super) fn within(self, interval: Option<(f64, f64)>) -> Self {
        let (low, high) = interval.unzip();
        Self { low, high, ..self }
    }

    pub(super) fn aiming(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// It differs, whatever the numbers say.
    pub(super) fn differs(self, how: &str) -> Self {
        self.with_status(Status::Differs, how)
    }

    /// The paper's figure cannot be found again; ours stands for it.
    pub(super) fn cannot_be(self, why: &str) -> Self {
        self.with_status(Status::CannotBe, why)
    }

    fn with_status(self, status: Status, note: &str) -> Self {
        let mut row = Self { status: Some(status), ..self };
        row.add_note(note);
        row
    }

    /// Decides whether it works or differs where that was not said, and says by how much it differs.
    pub(super) fn judge(&mut self) {
        if self.status.is_some() {
            return;
        }
        let Some((paper, ours)) = self.paper.zip(self.ours).filter(|(paper, ours)| !self.is_as_good(*paper, *ours))
        else {
            self.status = Some(Status::Works);
            return;
        };
        self.status = Some(Status::Differs);
        let share = 100.0 * (ours - paper).abs() / paper.abs();
        let more = if ours > paper { "more" } else { "less" };
        self.add_note(&if share.is_finite() {
            format!("ours is {share:.1} % {more}")
        } else {
            format!("ours is {more}")
        });
    }

    /// Whether its status says something: there is a printed figure, or it does not just work.
    pub(super) fn is_compared(&self) -> bool {
        self.paper.is_some() || self.status.is_some_and(|status| status != Status::Works)
    }

    /// Ours with so many decimals.
    pub(super) fn ours_text(&self, decimals: usize) -> String {
        self.ours.map_or("–".into(), |ours| format!("{ours:.decimals$}"))
    }

    fn is_as_good(&self, paper: f64, ours: f64) -> bool {
        let (low, high) = (self.low.unwrap_or(ours).min(ours), self.high.unwrap_or(ours).max(ours));
        match self.goal {
            Goal::Same => (low..=high).contains(&paper) || (ours - paper).abs() <= SAME * paper.abs(),
            Goal::More => high >= paper,
            Goal::Less => low <= paper,
            Goal::Toward(goal) => {
                let nearest = goal.clamp(low, high);
                (nearest - goal).abs() <= (paper - goal).abs()
            }
        }
    }

    fn add_note(&mut self, more: &str) {
        let apart = if self.note.is_empty() { "" } else { "; " };
        self.note = format!("{}{apart}{more}", self.note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(row: Row) -> (Option<Status>, String) {
        let mut row = row;
        row.judge();
        (row.status, row.note)
    }

    #[test]
    fn law_a_row_works_where_ours_is_as_good_as_the_papers() {
        let row = |ours: f64| Row::new("4", "hits", "%", Some(100.0), ours).noted("of 20 rounds");
        for (goal, works, differs) in [
            (Goal::Same, 104.0, 106.0),
            (Goal::More, 120.0, 99.0),
            (Goal::Less, 80.0, 101.0),
            (Goal::Toward(90.0), 81.0, 79.0),
        ] {
            assert_eq!(judged(row(works).aiming(goal)), (Some(Status::Works), "of 20 rounds".into()), "{goal:?}");
            assert_eq!(judged(row(differs).aiming(goal)).0, Some(Status::Differs), "{goal:?}");
            // What may be chance is no difference.
            let sampled = row(differs).aiming(goal).within(Some((60.0, 140.0)));
            assert_eq!(judged(sampled).0, Some(Status::Works), "{goal:?}");
        }
        assert_eq!(judged(row(99.0).aiming(Goal::More)).1, "of 20 rounds; ours is 1.0 % less");
        assert_eq!(judged(row(100.0).differs("measured elsewhere")).1, "of 20 rounds; measured elsewhere");
        assert_eq!(judged(Row::new("4", "error", "%", Some(0.0), 1.0)).1, "ours is more");
    }

    #[test]
    fn law_what_is_not_printed_or_has_no_number_is_not_compared() {
        assert_eq!(judged(Row::new("text", "time", "s", None, 3.0)).0, Some(Status::Works));
        let missing = Row::without_number("fig. 5", "imitation", Status::CannotBe, "not printed");
        assert_eq!((missing.kind, judged(missing).0), (Kind::Figure, Some(Status::CannotBe)));
        assert_eq!(Row::new("alg. 1", "", "", None, f64::NAN).ours, None);
        assert_eq!(Row::new("alg. 1", "", "", None, 1.0).kind, Kind::Algorithm);
        assert_eq!([Kind::of("4"), Kind::of("eq. 17"), Kind::of("text")], [Kind::Table; 3]);
    }
}
