//! What is kept of a run.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::time::Instant;

use multiball::hall::record::{Picture, Stage};
use multiball::vision::Frame;

use crate::chunk;
use crate::{Backdrop, CHUNK_S, Head, MOST_MARKS, Mark, Marks, Packed, RunState, Shown, Source};

/// How much of a run is kept; beyond it the oldest goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryLimits {
    /// Of chunks, packed: the default holds about an hour of the hall.
    pub chunk_bytes: usize,
    /// Of stories, packed.
    pub story_bytes: usize,
    /// Of pictures, as they are; with none no pictures are wanted.
    pub picture_bytes: usize,
    /// Number of marks.
    pub marks: usize,
}

impl Default for HistoryLimits {
    fn default() -> Self {
        Self { chunk_bytes: 40 << 20, story_bytes: 8 << 20, picture_bytes: 16 << 20, marks: 100_000 }
    }
}

/// What is kept of a run: bounded, and pulled from by viewers. Each look at it is short, so that the encoder hardly
/// waits and the simulation never does.
#[derive(Debug)]
pub struct History {
    limits: HistoryLimits,
    began: Instant,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    stage: Option<Arc<Stage>>,
    state: RunState,
    ended_s: Option<f64>,
    chunks: Ring,
    stories: Ring,
    marks: VecDeque<Mark>,
    first_mark: u64,
    backdrops: BTreeMap<usize, Arc<Backdrop>>,
    pictures: VecDeque<Arc<Picture>>,
    picture_bytes: usize,
    /// Pictures that were made last, by camera: most viewers want the same.
    made: VecDeque<(usize, Shown)>,
}

/// Pictures that are kept as they were made.
const MOST_MADE: usize = 16;

/// Packed pieces by number; the lowest numbers go first.
#[derive(Debug, Default)]
struct Ring {
    pieces: BTreeMap<u64, Packed>,
    bytes: usize,
}

impl Ring {
    fn add(&mut self, number: u64, packed: Packed, most_bytes: usize) {
        self.bytes += packed.gzip().len();
        if let Some(replaced) = self.pieces.insert(number, packed) {
            self.bytes -= replaced.gzip().len();
        }
        while self.bytes > most_bytes && self.pieces.len() > 1 {
            if let Some((_, oldest)) = self.pieces.pop_first() {
                self.bytes -= oldest.gzip().len();
            }
        }
    }

    fn span(&self) -> (u64, u64) {
        let first = self.pieces.first_key_value().map_or(0, |(number, _)| *number);
        (first, self.pieces.last_key_value().map_or(0, |(number, _)| number + 1))
    }
}

impl History {
    pub(super) fn new(limits: HistoryLimits) -> Self {
        Self { limits, began: Instant::now(), kept: Mutex::default() }
    }

    /// Bytes that chunks, stories and pictures take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let kept = self.lock();
        kept.chunks.bytes + kept.stories.bytes + kept.picture_bytes
    }

    pub(super) fn set_stage(&self, stage: Stage) {
        self.lock().stage = Some(Arc::new(stage));
    }

    pub(super) fn add_chunk(&self, number: u64, packed: Packed) {
        self.lock().chunks.add(number, packed, self.limits.chunk_bytes);
    }

    pub(super) fn add_story(&self, stroke: u64, packed: Packed) {
        self.lock().stories.add(stroke, packed, self.limits.story_bytes);
    }

    pub(super) fn add_mark(&self, mark: Mark) {
        let mut kept = self.lock();
        kept.marks.push_back(mark);
        if kept.marks.len() > self.limits.marks {
            kept.marks.pop_front();
            kept.first_mark += 1;
        }
    }

    pub(super) fn set_backdrop(&self, camera: usize, frame: Frame) {
        let mut kept = self.lock();
        kept.backdrops.insert(camera, Arc::new(Backdrop::new(frame)));
        kept.made.clear();
    }

    pub(super) fn add_picture(&self, picture: Picture) {
        let mut kept = self.lock();
        kept.picture_bytes += size(&picture);
        kept.pictures.push_back(Arc::new(picture));
        while kept.picture_bytes > self.limits.picture_bytes {
            let Some(oldest) = kept.pictures.pop_front() else { break };
            kept.picture_bytes -= size(&oldest);
        }
    }

    pub(super) fn over(&self, state: RunState) {
        let ended_s = self.began.elapsed().as_secs_f64();
        let mut kept = self.lock();
        kept.state = state;
        kept.ended_s = Some(ended_s);
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn size(picture: &Picture) -> usize {
    picture.parts.iter().map(|part| part.pixels().len()).sum::<usize>() + 128
}

impl Source for History {
    fn stage(&self) -> Option<Arc<Stage>> {
        self.lock().stage.clone()
    }

    fn head(&self) -> Head {
        let kept = self.lock();
        let (first_chunk, end_chunk) = kept.chunks.span();
        Head {
            state: kept.state.clone(),
            head_s: end_chunk as f64 * CHUNK_S,
            first_chunk,
            end_chunk,
            end_mark: kept.first_mark + kept.marks.len() as u64,
            wall_s: Some(kept.ended_s.unwrap_or_else(|| self.began.elapsed().as_secs_f64())),
        }
    }

    fn marks(&self, from: u64) -> Marks {
        let kept = self.lock();
        let skipped = usize::try_from(from.saturating_sub(kept.first_mark)).unwrap_or(usize::MAX);
        let marks: Vec<Mark> = kept.marks.iter().skip(skipped).take(MOST_MARKS).cloned().collect();
        Marks { first: kept.first_mark.max(from), marks }
    }

    fn chunk(&self, number: u64) -> Option<Packed> {
        let kept = self.lock();
        let (first, end) = kept.chunks.span();
        let found = kept.chunks.pieces.get(&number).cloned();
        drop(kept);
        let gap = (first..end).contains(&number);
        found.or_else(|| Packed::new(&chunk::empty(number)).ok().filter(|_| gap))
    }

    fn story(&self, stroke: u64) -> Option<Packed> {
        self.lock().stories.pieces.get(&stroke).cloned()
    }

    fn picture(&self, camera: usize, t_s: f64) -> Option<Shown> {
        let kept = self.lock();
        let backdrop = kept.backdrops.get(&camera).cloned()?;
        let seen = |picture: &&Arc<Picture>| picture.camera == camera && picture.t_s <= t_s;
        let picture = kept.pictures.iter().rfind(seen).cloned();
        let t_s = picture.as_ref().map_or(0.0, |picture| picture.t_s);
        let same = |(of, made): &&(usize, Shown)| *of == camera && made.t_s == t_s;
        if let Some((_, made)) = kept.made.iter().find(same) {
            return Some(made.clone());
        }
        drop(kept);
        let parts = picture.as_ref().map_or(&[][..], |picture| &picture.parts);
        let marks = picture.as_ref().map_or_else(Vec::new, |picture| picture.marks.clone());
        let made = Shown { t_s, image: backdrop.png(parts).ok()?.into(), media_type: "image/png", marks };
        let mut kept = self.lock();
        kept.made.push_back((camera, made.clone()));
        let spare = kept.made.len().saturating_sub(MOST_MADE);
        kept.made.drain(..spare);
        Some(made)
    }
}
