//! Strokes to learn from: of files or simulated.

use std::path::Path;

use multiball::opponent::reading::{Heading, WristRecord};
use multiball::opponent::{Lesson, SeenStroke};
use multiball::track::Stroke;

use super::npz;
use super::table_file;
use crate::args::{SimulatedPlayers, StrokeSource};
use crate::failure::Failure;

/// Strokes with the names of their classes.
#[derive(Debug)]
pub(crate) struct Strokes {
    pub(crate) classes: Vec<String>,
    pub(crate) records: Vec<WristRecord>,
    /// A name for each record.
    pub(crate) ids: Vec<String>,
    /// Whether directions mean something, unless the user says otherwise.
    pub(crate) heading: Heading,
    /// Whether the file says which class each stroke is.
    pub(crate) labelled: bool,
    /// What was not used, in words.
    pub(crate) left_out: Option<String>,
    /// With their balls, when they are simulated.
    pub(crate) simulated: Vec<SeenStroke>,
}

/// Reads a file by its ending.
pub(crate) fn read(path: &Path, with_blocks: bool) -> Result<Strokes, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("npz") => npz::read(path, with_blocks),
        Some("csv") => table_file::read(path),
        _ => Err(Failure::input(format!("{}: strokes must be a file that ends in .npz or .csv", path.display()))),
    }
}

/// Reads a file whose strokes must have classes.
pub(crate) fn read_labelled(path: &Path, with_blocks: bool) -> Result<Strokes, Failure> {
    let strokes = read(path, with_blocks)?;
    if !strokes.labelled {
        let what = "no column class; to learn or to be judged, every stroke must have one";
        return Err(Failure::input(format!("{}: {what}", path.display())));
    }
    Ok(strokes)
}

/// The strokes that a command works on; those of a file must have classes.
pub(crate) fn load(source: &StrokeSource, seed: u64) -> Result<Strokes, Failure> {
    match &source.file {
        Some(path) => read_labelled(path, source.with_blocks),
        None => simulate(&source.simulated, seed),
    }
}

/// Simulated strokes.
pub(crate) fn simulate(players: &SimulatedPlayers, seed: u64) -> Result<Strokes, Failure> {
    let lesson = lesson(players);
    let simulated = lesson.play(seed).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let records: Vec<WristRecord> = simulated.iter().map(|stroke| stroke.record.clone()).collect();
    Ok(Strokes {
        classes: Stroke::ALL.iter().map(|stroke| stroke.name().to_owned()).collect(),
        ids: (0..records.len()).map(|number| number.to_string()).collect(),
        records,
        heading: Heading::Known,
        labelled: true,
        left_out: None,
        simulated,
    })
}

pub(crate) fn lesson(players: &SimulatedPlayers) -> Lesson {
    let SimulatedPlayers { players, strokes, feint_share } = *players;
    Lesson { players: players as u32, strokes: strokes as u32, feint_share, ..Lesson::default() }
}

impl Strokes {
    /// Players or sessions.
    pub(crate) fn groups(&self) -> usize {
        let mut groups: Vec<u32> = self.records.iter().map(|record| record.group).collect();
        groups.sort_unstable();
        groups.dedup();
        groups.len()
    }

    /// Whether strokes of some class are missing of some player or session.
    pub(crate) fn some_group_lacks_a_class(&self) -> bool {
        let mut pairs: Vec<(u32, usize)> = self.records.iter().map(|record| (record.group, record.class)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.len() < self.groups() * self.classes.len()
    }

    /// What the user says of directions, or what the data suggests.
    pub(crate) fn heading_for(&self, source: &StrokeSource) -> Heading {
        source.heading.map_or(self.heading, Heading::from)
    }
}
