//! A recording as a source.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::Weak;
use std::thread;

use multiball::hall::record::Stage;
use multiball_record::Replay;

use super::chunk::empty;
use super::live::pack_story;
use super::{CHUNK_S, ChunkWriter, Head, MOST_MARKS, Mark, Marks, Packed, RunState, Shown, Source};

/// A recording that is shown. Chunks are packed anew on each request; the marks of strokes, whose stories must be read
/// for them, come in after it is opened.
#[derive(Debug)]
pub struct Recorded {
    replay: Replay,
    stage: Arc<Stage>,
    marks: Mutex<Vec<Mark>>,
}

impl Recorded {
    /// Shows a recording.
    #[must_use]
    pub fn new(replay: Replay) -> Arc<Self> {
        let marks = replay.timeline().iter().filter_map(|event| Mark::of(event.t_s, &event.what)).collect();
        let stage = Arc::new(replay.stage().clone());
        let recorded = Arc::new(Self { replay, stage, marks: Mutex::new(marks) });
        let reader = Arc::downgrade(&recorded);
        // Without a thread there are no marks of strokes, and all else.
        let _ = thread::Builder::new().name("multiball-stories".to_owned()).spawn(move || read_stories(&reader));
        recorded
    }

    fn marks(&self) -> MutexGuard<'_, Vec<Mark>> {
        self.marks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end_chunk(&self) -> u64 {
        (self.replay.length_s() / CHUNK_S).floor() as u64 + 1
    }

    fn written(&self, number: u64) -> Option<Vec<u8>> {
        let (from_s, to_s) = (number as f64 * CHUNK_S, (number + 1) as f64 * CHUNK_S);
        let mut writer = ChunkWriter::new(&self.stage);
        for snapshot in self.replay.snapshots(from_s, to_s) {
            writer.snapshot(&snapshot.ok()?);
        }
        for event in self.replay.events(from_s, to_s).ok()? {
            writer.happened(event.t_s, &event.what);
        }
        Some(writer.finish().map_or_else(|| empty(number), |chunk| chunk.text))
    }
}

/// Makes the marks of strokes from their stories, until the recording is dropped.
fn read_stories(reader: &Weak<Recorded>) {
    let mut next = 0;
    while let Some(recorded) = reader.upgrade() {
        let Some(entry) = recorded.replay.strokes().get(next) else { return };
        next += 1;
        if let Ok(Some(story)) = recorded.replay.stroke(entry.stroke) {
            recorded.marks().push(Mark::of_story(&story));
        }
    }
}

impl Source for Recorded {
    fn stage(&self) -> Option<Arc<Stage>> {
        Some(Arc::clone(&self.stage))
    }

    fn head(&self) -> Head {
        let end_chunk = self.end_chunk();
        Head {
            state: self.replay.cut_off().map_or(RunState::Finished, |cut_off| {
                RunState::Failed(format!(
                    "the recording ends at {:.1} s, before its session did",
                    cut_off.readable_to_s
                ))
            }),
            head_s: self.replay.length_s(),
            first_chunk: 0,
            end_chunk,
            end_mark: self.marks().len() as u64,
            wall_s: None,
        }
    }

    fn marks(&self, from: u64) -> Marks {
        let skipped = usize::try_from(from).unwrap_or(usize::MAX);
        let marks = self.marks().iter().skip(skipped).take(MOST_MARKS).cloned().collect();
        Marks { first: from, marks }
    }

    fn chunk(&self, number: u64) -> Option<Packed> {
        if number >= self.end_chunk() {
            return None;
        }
        Packed::new(&self.written(number)?).ok()
    }

    fn story(&self, stroke: u64) -> Option<Packed> {
        pack_story(&self.replay.stroke(stroke).ok()??)
    }

    fn picture(&self, camera: usize, t_s: f64) -> Option<Shown> {
        let picture = self.replay.picture(camera, t_s).ok()?;
        let (t_s, image, marks) = match picture {
            Some(picture) => (picture.t_s, picture.png, picture.marks),
            None => (0.0, self.replay.backdrop(camera).ok()??, Vec::new()),
        };
        Some(Shown { t_s, image: image.into(), media_type: "image/png", marks })
    }
}
