//! A recording is shown as the run was.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::path::Path;

use multiball::hall::record::Recorder;
use multiball_record::{Recording, Replay};
use multiball_view::{LiveRun, Recorded, RunState, Source};
use serde_json::Value;

use support::session;
use support::until;

const SESSION_S: f64 = 8.0;

fn parsed(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap()
}

/// Times of all frames, and all that happened.
fn all_of(source: &dyn Source) -> (Vec<Value>, Vec<Value>) {
    let (mut times, mut events) = (Vec::new(), Vec::new());
    for number in 0..source.head().end_chunk {
        let chunk = parsed(&source.chunk(number).unwrap().text().unwrap());
        times.extend(chunk["frames"].as_array().unwrap().iter().map(|frame| frame[0].clone()));
        events.extend(chunk["events"].as_array().unwrap().iter().cloned());
    }
    (times, events)
}

fn play(recorder: &mut dyn Recorder) {
    session(SESSION_S, recorder);
}

#[test]
fn law_a_recording_is_shown_as_its_run_was() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shown.mcap");
    let mut recording = Recording::create(&path).unwrap();
    play(&mut recording);
    recording.finish().unwrap();
    let mut run = LiveRun::new();
    let live = run.history();
    play(&mut run);
    run.finish(Ok(()));

    let recorded = Recorded::new(Replay::open(&path).unwrap());
    assert_eq!(recorded.stage(), live.stage());
    until("the stories are read", || recorded.head().end_mark == live.head().end_mark);
    let (then, now) = (live.head(), recorded.head());
    assert_eq!((now.state, now.end_chunk, now.wall_s), (RunState::Finished, then.end_chunk, None));
    // What lies on the border of two chunks may be in either: files count whole nanoseconds.
    let (there, here) = (all_of(live.as_ref()), all_of(recorded.as_ref()));
    assert_eq!(here.0, there.0);
    assert_eq!(here.1, there.1);
    assert!(recorded.chunk(then.end_chunk).is_none());
    assert_eq!(recorded.story(1), live.story(1));
    assert!(recorded.story(9999).is_none());
    let picture = recorded.picture(0, 4.0).unwrap();
    assert!(picture.t_s <= 4.0 && picture.image.starts_with(b"\x89PNG"));
    assert!(recorded.picture(9, 4.0).is_none());
    assert_eq!(recorded.marks(3).marks.len() as u64, recorded.head().end_mark - 3);
}
