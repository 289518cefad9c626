//! Strokes in NumPy's archive format.

use std::fs;
use std::path::Path;

use multiball::geometry::Vec3;
use multiball::opponent::reading::{Heading, WristRecord};

use super::numpy::{Archive, ArrayError, Kind, Numbers};
use super::strokes::Strokes;
use crate::failure::Failure;

/// Names of the labels, from 0.
const LABELS: [&str; 5] = ["forehand-topspin", "backhand-topspin", "forehand-flip", "backhand-flip", "block"];
/// Label of blocks, which say neither forehand nor backhand.
const BLOCK: i64 = 4;
/// The sample of the contact.
const CONTACT: usize = 50;
/// No wrist is faster, m/s.
const MOST_SPEED: f64 = 100.0;

/// An archive with the arrays velocity_m_s, label and session.
pub(crate) fn read(path: &Path, with_blocks: bool) -> Result<Strokes, Failure> {
    let shown = path.display();
    let refused = |what: String| Failure::input(format!("{shown}: {what}"));
    let bytes = fs::read(path).map_err(|cause| Failure::input(format!("cannot read {shown}: {cause}")))?;
    let archive = Archive::new(&bytes).ok_or_else(|| refused("no .npz archive of NumPy, or a damaged one".into()))?;
    let (shape, velocities) = array(&archive, "velocity_m_s", Kind::Float).map_err(&refused)?;
    let [count, samples, 3] = shape[..] else {
        return Err(refused(format!("velocity_m_s has the shape {shape:?}; it must be strokes x samples x 3")));
    };
    if samples <= CONTACT {
        return Err(refused(format!("velocity_m_s has {samples} samples; the contact is at sample {CONTACT}")));
    }
    if let Some(value) = velocities.iter().find(|value| value.is_nan() || value.abs() > MOST_SPEED) {
        return Err(refused(format!(
            "velocity_m_s holds {value}; each must be from -{MOST_SPEED} to {MOST_SPEED} m/s"
        )));
    }
    let whole = |name: &str| -> Result<Vec<i64>, Failure> {
        let (shape, values) = array(&archive, name, Kind::Whole).map_err(&refused)?;
        if shape != [count] {
            return Err(refused(format!("{name} has the shape {shape:?}; it must be [{count}], one for each stroke")));
        }
        Ok(values.into_iter().map(|value| value as i64).collect())
    };
    let (labels, sessions) = (whole("label")?, whole("session")?);
    if let Some(label) = labels.iter().find(|label| !(0..=BLOCK).contains(*label)) {
        return Err(refused(format!("label holds {label}; each must be from 0 to {BLOCK}: {}", LABELS.join(", "))));
    }
    let used: Vec<usize> = (0..count).filter(|index| with_blocks || labels[*index] != BLOCK).collect();
    let record = |index: &usize| WristRecord {
        group: sessions[*index].clamp(0, i64::from(u32::MAX)) as u32,
        class: labels[*index] as usize,
        velocities: velocities[index * samples * 3..(index + 1) * samples * 3]
            .chunks(3)
            .map(Vec3::from_column_slice)
            .collect(),
        contact: CONTACT,
    };
    let blocks = count - used.len();
    Ok(Strokes {
        classes: LABELS[..if with_blocks { 5 } else { 4 }].iter().map(|name| (*name).to_owned()).collect(),
        records: used.iter().map(record).collect(),
        ids: used.iter().map(ToString::to_string).collect(),
        heading: Heading::Free,
        labelled: true,
        left_out: (blocks > 0).then(|| format!("{blocks} blocks left out; --with-blocks takes them")),
        simulated: Vec::new(),
    })
}

/// The array of a name, or why there is none.
fn array(archive: &Archive<'_>, name: &str, kind: Kind) -> Result<Numbers, String> {
    if !archive.names().any(|other| other == name) {
        let found = archive.names().collect::<Vec<_>>().join(", ");
        return Err(format!("no array {name}; it has {found}, and must have velocity_m_s, label and session"));
    }
    archive.array(name, kind).map_err(|error| match (error, kind) {
        (ArrayError::Damaged, _) => format!("the array {name} is damaged"),
        (ArrayError::Kind, Kind::Float) => format!("{name} must hold numbers of 32 or 64 bits"),
        (ArrayError::Kind, Kind::Whole) => format!("{name} must hold whole numbers"),
    })
}
