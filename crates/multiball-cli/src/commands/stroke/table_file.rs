//! Strokes as CSV, of any rate.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use multiball::geometry::Vec3;
use multiball::opponent::reading::{Heading, WristRecord};
use multiball::track::Stroke;

use super::strokes::Strokes;
use crate::csv_file::{CsvFile, CsvRow};
use crate::failure::Failure;

/// No wrist is faster, m/s; no stroke lasts longer, s.
const MOST_SPEED: f64 = 100.0;
const MOST_S: f64 = 100.0;

/// One stroke as it stands in the file.
struct Written {
    id: String,
    group: String,
    class: String,
    line: usize,
    samples: Vec<(f64, Vec3)>,
}

/// Strokes with id, t_s, vx_m_s, vy_m_s, vz_m_s and perhaps class and group.
pub(crate) fn read(path: &Path) -> Result<Strokes, Failure> {
    let file = CsvFile::read(path, &["id", "t_s", "vx_m_s", "vy_m_s", "vz_m_s"], &["class", "group"])?;
    let mut written: Vec<Written> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for row in file.rows() {
        let id = row.name("id", "stroke")?;
        let class = if file.has("class") { row.name("class", "class of the stroke")? } else { "" };
        let group = if file.has("group") { row.name("group", "player or session")? } else { "" };
        let place = *places.entry(id.to_owned()).or_insert(written.len());
        if place == written.len() {
            let [id, group, class] = [id, group, class].map(str::to_owned);
            written.push(Written { id, group, class, line: row.line(), samples: Vec::new() });
        }
        written[place].add(&row, class, group)?;
    }
    let labelled = file.has("class");
    let (classes, groups) = (class_names(&written), distinct(written.iter().map(|stroke| &stroke.group)));
    let index = |names: &[String], name: &str| names.iter().position(|other| other == name).unwrap_or(0);
    let record = |stroke: &Written| {
        let (velocities, contact) = stroke.resampled(path)?;
        let group = index(&groups, &stroke.group) as u32;
        Ok(WristRecord { group, class: index(&classes, &stroke.class), velocities, contact })
    };
    Ok(Strokes {
        records: written.iter().map(record).collect::<Result<_, Failure>>()?,
        ids: written.iter().map(|stroke| stroke.id.clone()).collect(),
        classes,
        heading: Heading::Known,
        labelled,
        left_out: None,
        simulated: Vec::new(),
    })
}

/// The file's text of strokes: what `read` takes.
pub(crate) fn text(strokes: &Strokes) -> String {
    let mut text = "id,group,class,t_s,vx_m_s,vy_m_s,vz_m_s\n".to_owned();
    for (id, record) in strokes.ids.iter().zip(&strokes.records) {
        for (sample, velocity) in record.velocities.iter().enumerate() {
            let t_s = (sample as f64 - record.contact as f64) / WristRecord::RATE_HZ;
            let (group, class) = (record.group, &strokes.classes[record.class]);
            // Writing to a text does not fail.
            let _ =
                writeln!(text, "{id},{group},{class},{t_s:.2},{:.4},{:.4},{:.4}", velocity.x, velocity.y, velocity.z);
        }
    }
    text
}

impl Written {
    fn add(&mut self, row: &CsvRow<'_>, class: &str, group: &str) -> Result<(), Failure> {
        if (class, group) != (self.class.as_str(), self.group.as_str()) {
            let (id, line) = (&self.id, self.line);
            return Err(row.refused(&format!(
                "stroke {id} is {class} of {group} here and {} of {} in line {line}; it must be one",
                self.class, self.group
            )));
        }
        let t_s = row.number_within("t_s", MOST_S, "s")?;
        if let Some((last_s, _)) = self.samples.last().filter(|(last_s, _)| t_s <= *last_s) {
            return Err(
                row.refused(&format!("t_s = {t_s} of stroke {} follows {last_s}; times must increase", self.id))
            );
        }
        let speed = |column: &str| row.number_within(column, MOST_SPEED, "m/s");
        self.samples.push((t_s, Vec3::new(speed("vx_m_s")?, speed("vy_m_s")?, speed("vz_m_s")?)));
        Ok(())
    }

    /// Velocities at whole hundredths of a second, linear between samples, and the index of the contact.
    fn resampled(&self, path: &Path) -> Result<(Vec<Vec3>, usize), Failure> {
        // What was written with two decimals must not fall between two ticks.
        const SLACK: f64 = 1e-6;
        let (first_s, last_s) = (self.samples[0].0, self.samples[self.samples.len() - 1].0);
        let tick = |t_s: f64| t_s * WristRecord::RATE_HZ;
        let (first, last) = ((tick(first_s) - SLACK).ceil() as i64, (tick(last_s) + SLACK).floor() as i64);
        if last < 0 || first > 0 {
            let (file, line, id) = (path.display(), self.line, &self.id);
            return Err(Failure::input(format!(
                "{file} line {line}: stroke {id} goes from {first_s} to {last_s} s; it must contain the contact at \
                 t_s = 0"
            )));
        }
        let ticks = (first..=last).map(|tick| self.at(tick as f64 / WristRecord::RATE_HZ));
        Ok((ticks.collect(), first.unsigned_abs() as usize))
    }

    fn at(&self, t_s: f64) -> Vec3 {
        let after = self.samples.partition_point(|(other, _)| *other < t_s).clamp(1, self.samples.len().max(2) - 1);
        let ((start_s, start), (end_s, end)) =
            (self.samples[after - 1], self.samples[after.min(self.samples.len() - 1)]);
        let share = if end_s > start_s { ((t_s - start_s) / (end_s - start_s)).clamp(0.0, 1.0) } else { 0.0 };
        start + (end - start) * share
    }
}

/// The four strokes in the paper's order when there are no others; else all names in order.
fn class_names(written: &[Written]) -> Vec<String> {
    let known = Stroke::ALL.map(Stroke::name);
    let found = distinct(written.iter().map(|stroke| &stroke.class));
    if found.iter().all(|name| known.contains(&name.as_str())) {
        return known.into_iter().filter(|name| found.iter().any(|other| other == name)).map(str::to_owned).collect();
    }
    found
}

fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut names: Vec<String> = names.cloned().collect();
    names.sort_unstable();
    names.dedup();
    names
}
