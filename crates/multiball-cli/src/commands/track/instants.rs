//! Which frames of several cameras belong to one instant.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::rig::FrameSource;
use crate::failure::Failure;

/// Frames that were exposed at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Instant {
    /// Counted from the first frame of all.
    pub(super) number: u64,
    /// For each camera its frame's place in the folder; none where it was lost.
    pub(super) frames: Vec<Option<usize>>,
}

/// All instants in order: by the numbers at the ends of the frames' names when all have one, else by their order.
pub(super) fn pair(sources: &[FrameSource]) -> Result<Vec<Instant>, Failure> {
    let numbered: Option<Vec<BTreeMap<u64, usize>>> =
        sources.iter().map(|source| numbers(source.film.paths.iter().map(AsRef::as_ref))).collect();
    let Some(numbered) = numbered else { return pair_by_order(sources) };
    let instants = pair_by_number(&numbered);
    let shared = |instant: &Instant| instant.frames.iter().flatten().count() > 1;
    if instants.iter().any(shared) {
        return Ok(instants);
    }
    let span = |(source, numbers): (&FrameSource, &BTreeMap<u64, usize>)| {
        let ends = numbers.keys().next().zip(numbers.keys().next_back());
        ends.map(|(first, last)| format!("camera `{}` has {first} to {last}", source.name))
    };
    let spans: Vec<String> = sources.iter().zip(&numbered).filter_map(span).collect();
    Err(Failure::input(format!("no two cameras have a frame of the same number: {}", spans.join(", "))))
}

fn pair_by_order(sources: &[FrameSource]) -> Result<Vec<Instant>, Failure> {
    let count = sources[0].film.paths.len();
    if let Some(other) = sources.iter().find(|source| source.film.paths.len() != count) {
        return Err(Failure::input(format!(
            "camera `{}` has {count} frames, camera `{}` has {}: frames may be missing only where all \
             names end in the frame's number",
            sources[0].name,
            other.name,
            other.film.paths.len()
        )));
    }
    Ok((0..count).map(|at| Instant { number: at as u64, frames: vec![Some(at); sources.len()] }).collect())
}

fn pair_by_number(numbered: &[BTreeMap<u64, usize>]) -> Vec<Instant> {
    let all: BTreeSet<u64> = numbered.iter().flat_map(|numbers| numbers.keys().copied()).collect();
    let first = all.first().copied().unwrap_or(0);
    let frames = |number: u64| numbered.iter().map(|numbers| numbers.get(&number).copied()).collect();
    all.iter().map(|&number| Instant { number: number - first, frames: frames(number) }).collect()
}

/// The place of each number; `None` when a name has none or two have the same.
fn numbers<'a>(paths: impl Iterator<Item = &'a Path>) -> Option<BTreeMap<u64, usize>> {
    let mut places = BTreeMap::new();
    for (place, path) in paths.enumerate() {
        if places.insert(last_number(path)?, place).is_some() {
            return None;
        }
    }
    Some(places)
}

/// The number at the end of a file's name.
fn last_number(path: &Path) -> Option<u64> {
    let name = path.file_stem()?.to_str()?;
    let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    name[name.len() - digits..].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_of(names: &[&str]) -> Option<BTreeMap<u64, usize>> {
        numbers(names.iter().map(Path::new))
    }

    #[test]
    fn law_frames_of_one_number_belong_together_and_may_be_missing() {
        let left = numbers_of(&["a/frame_0070.png", "a/frame_0071.png", "a/frame_0073.png"]).unwrap();
        let right = numbers_of(&["b/71.png", "b/72.png", "b/73.png"]).unwrap();
        let instants = pair_by_number(&[left, right]);
        let expected = [(0, [Some(0), None]), (1, [Some(1), Some(0)]), (2, [None, Some(1)]), (3, [Some(2), Some(2)])];
        assert_eq!(instants.len(), expected.len());
        for (instant, (number, frames)) in instants.iter().zip(expected) {
            assert_eq!((instant.number, instant.frames.as_slice()), (number, &frames[..]));
        }
    }

    #[test]
    fn law_names_without_a_number_of_their_own_are_not_numbered() {
        for names in [["1_left.png", "2_left.png"], ["1_cam0.png", "2_cam0.png"], ["2.png", "02.png"]] {
            assert_eq!(numbers_of(&names), None, "{names:?}");
        }
        assert_eq!(numbers_of(&["99999999999999999999999.png"]), None);
    }
}
