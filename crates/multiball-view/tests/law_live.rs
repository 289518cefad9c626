//! The history of a run: whole, bounded, and never in the simulation's way.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::time::Duration;
use std::time::Instant;

use multiball::hall::record::{Message, Recorder, SessionEvent, Snapshot};
use multiball_fake_session::stage;
use multiball_view::{CHUNK_S, ChunkWriter, HistoryLimits, LiveRun, RunState, Source};
use serde_json::Value;

use support::session;

/// A recorder that keeps all messages.
#[derive(Default)]
struct Kept {
    snapshots: Vec<Snapshot>,
    events: Vec<(f64, SessionEvent)>,
    strokes: usize,
}

impl Recorder for Kept {
    fn record(&mut self, message: &Message) {
        match message {
            Message::Snapshot(now) => self.snapshots.push(now.clone()),
            Message::Event { t_s, event } => self.events.push((*t_s, event.clone())),
            Message::Stroke(_) => self.strokes += 1,
            Message::Stage(_) | Message::Backdrop { .. } | Message::Picture(_) => {}
        }
    }
}

fn kept(seconds: f64) -> Kept {
    let mut kept = Kept::default();
    session(seconds, &mut kept);
    kept
}

fn parsed(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap()
}

/// A reader as the page has it: differences added up, balls carried on.
#[derive(Default)]
struct Reader {
    times: Vec<f64>,
    values: Vec<Vec<i64>>,
    balls: Vec<Vec<[i64; 4]>>,
}

impl Reader {
    fn read(&mut self, chunk: &Value) {
        for (index, frame) in chunk["frames"].as_array().unwrap().iter().enumerate() {
            let numbers = |at: usize| -> Vec<i64> {
                frame[at].as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
            };
            let mut values = numbers(1);
            let mut balls = vec![[i64::MIN; 4]; 60];
            if index > 0 {
                let before = self.values.last().unwrap();
                values.iter_mut().zip(before).for_each(|(value, before)| *value += before);
                balls.clone_from(self.balls.last().unwrap());
            }
            for ball in numbers(2).chunks_exact(5) {
                balls[ball[0] as usize] = [ball[1], ball[2], ball[3], ball[4]];
            }
            self.times.push(frame[0].as_i64().unwrap() as f64 * 1e-5);
            self.values.push(values);
            self.balls.push(balls);
        }
    }
}

#[test]
fn law_chunks_give_back_every_frame_to_a_tenth_of_a_millimetre() {
    let kept = kept(4.0);
    let mut writer = ChunkWriter::new(&stage());
    let mut chunks: Vec<_> = kept.snapshots.iter().filter_map(|now| writer.snapshot(now)).collect();
    chunks.extend(writer.finish());
    assert_eq!(chunks.iter().map(|chunk| chunk.number).collect::<Vec<_>>(), (0..16).collect::<Vec<_>>());
    let mut reader = Reader::default();
    chunks.iter().for_each(|chunk| reader.read(&parsed(&chunk.text)));
    assert_eq!(reader.times.len(), kept.snapshots.len());
    for (index, now) in kept.snapshots.iter().enumerate() {
        assert!((reader.times[index] - now.t_s).abs() < 1e-5);
        let person = &now.people[0];
        let picker = now.picker.as_ref().unwrap();
        let joints = now.joints.iter().flatten().copied();
        let person = person.keypoints_m.iter().chain([&person.blade_m, &person.blade_normal]).flatten().copied();
        let pose = [picker.position_m[0], picker.position_m[1], picker.heading_rad];
        for (value, truth) in reader.values[index].iter().zip(joints.chain(person).chain(pose)) {
            assert!((*value as f64 * 1e-4 - truth).abs() <= 0.5001e-4, "frame {index}");
        }
        for (ball, truth) in reader.balls[index].iter().zip(&now.balls) {
            for (value, truth) in ball[1..].iter().zip(truth.position_m) {
                assert!((*value as f64 * 1e-4 - truth).abs() <= 0.5001e-4, "frame {index}");
            }
        }
    }
}

#[test]
fn law_balls_at_rest_are_sent_once_in_a_chunk() {
    let kept = kept(1.0);
    let mut writer = ChunkWriter::new(&stage());
    let chunks: Vec<_> = kept.snapshots.iter().filter_map(|now| writer.snapshot(now)).collect();
    for frame in parsed(&chunks[2].text)["frames"].as_array().unwrap().iter().skip(1) {
        assert!(frame[2].as_array().unwrap().len() <= 5 * 16, "more than the moving balls are sent");
    }
}

#[test]
fn law_what_is_no_time_or_no_number_does_no_harm() {
    let mut writer = ChunkWriter::new(&stage());
    let mut now = kept(0.02).snapshots.remove(0);
    for t_s in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
        assert!(writer.snapshot(&Snapshot { t_s, ..now.clone() }).is_none());
        assert!(writer.happened(t_s, &SessionEvent::Waiting { reason: None }).is_none());
    }
    assert!(writer.finish().is_none());
    now.joints = vec![vec![f64::NAN, f64::INFINITY, 1e300]];
    now.people.clear();
    now.picker = None;
    now.balls.truncate(3);
    now.balls[0].position_m = [f64::NAN; 3];
    writer.snapshot(&now);
    // Times that go back stay in the open chunk.
    writer.snapshot(&Snapshot { t_s: 5.0, ..now.clone() });
    assert!(writer.snapshot(&Snapshot { t_s: 4.0, ..now.clone() }).is_none());
    let chunk = writer.finish().unwrap();
    assert_eq!((chunk.number, parsed(&chunk.text)["frames"].as_array().unwrap().len()), (20, 2));
}

#[test]
fn law_a_run_keeps_all_that_happened_and_every_story() {
    let (expected, mut run) = (kept(30.0), LiveRun::new());
    let history = run.history();
    session(30.0, &mut run);
    assert_eq!(history.head().state, RunState::Running);
    run.finish(Ok(()));
    let head = history.head();
    assert_eq!(head.state, RunState::Finished);
    let mut events = 0;
    for number in 0..head.end_chunk {
        events += parsed(&history.chunk(number).unwrap().text().unwrap())["events"].as_array().unwrap().len();
    }
    assert_eq!(events, expected.events.len());
    let strokes = history.marks(0).marks.iter().filter(|mark| format!("{mark:?}").contains("Stroke")).count();
    assert_eq!(strokes, expected.strokes);
    assert!((1..=expected.strokes as u64).all(|stroke| history.story(stroke).is_some()));
}

#[test]
fn law_a_history_stays_within_its_bytes_and_loses_the_oldest() {
    let limits = HistoryLimits { chunk_bytes: 60_000, story_bytes: 20_000, picture_bytes: 100_000, marks: 50 };
    let mut run = LiveRun::with_limits(limits);
    let history = run.history();
    session(60.0, &mut run);
    run.finish(Ok(()));
    assert!(history.bytes() <= 60_000 + 20_000 + 100_000, "{} bytes", history.bytes());
    let head = history.head();
    assert!(head.first_chunk > 0 && head.end_chunk > head.first_chunk + 4);
    assert!(history.chunk(0).is_none() && history.chunk(head.first_chunk).is_some());
    assert!(history.chunk(head.end_chunk - 1).is_some() && history.chunk(head.end_chunk).is_none());
    let marks = history.marks(0);
    assert_eq!((marks.marks.len(), marks.first + 50), (50, head.end_mark));
    assert_eq!(history.marks(head.end_mark).marks.len(), 0);
    assert!(history.story(1).is_none());
}

/// A gap in the messages, such as of a machine that slept, is an empty chunk and no missing one.
#[test]
fn law_gaps_are_empty_chunks() {
    let mut run = LiveRun::new();
    let history = run.history();
    run.record(&Message::Stage(Box::new(stage())));
    run.record(&Message::Snapshot(Snapshot { t_s: 0.1, ..Snapshot::default() }));
    run.record(&Message::Snapshot(Snapshot { t_s: 2.0, ..Snapshot::default() }));
    run.finish(Ok(()));
    for number in 0..=8 {
        let chunk = parsed(&history.chunk(number).unwrap().text().unwrap());
        let frames = usize::from(number == 0 || number == 8);
        assert_eq!((&chunk["number"], chunk["frames"].as_array().unwrap().len()), (&number.into(), frames));
    }
    assert!((history.head().head_s - 9.0 * CHUNK_S).abs() < 1e-9);
}

/// Viewers who pull all the time, and a session at full speed: the recorder's calls stay short.
#[test]
fn law_the_simulation_never_waits_for_viewers() {
    let mut run = LiveRun::new();
    let history = run.history();
    let snapshot = kept(0.5).snapshots.pop().unwrap();
    let pullers: Vec<_> = (0..4)
        .map(|_| {
            let history = std::sync::Arc::clone(&history);
            std::thread::spawn(move || {
                while history.head().state == RunState::Running {
                    let head = history.head();
                    (head.first_chunk..head.end_chunk).for_each(|number| drop(history.chunk(number)));
                    history.picture(0, head.head_s);
                    history.marks(0);
                }
            })
        })
        .collect();
    run.record(&Message::Stage(Box::new(stage())));
    let mut calls = Vec::new();
    for step in 0..20_000_u32 {
        let t_s = f64::from(step) * 0.01;
        let now = Message::Snapshot(Snapshot { t_s, ..snapshot.clone() });
        let event = Message::Event { t_s, event: SessionEvent::Waiting { reason: None } };
        let began = Instant::now();
        run.record(&now);
        run.record(&event);
        calls.push(began.elapsed());
    }
    run.finish(Ok(()));
    pullers.into_iter().for_each(|puller| puller.join().unwrap());
    calls.sort();
    // A thread that shares two processors with five others is preempted at times; none waits for a viewer.
    let [most, slowest] = [calls.len() * 9 / 10, calls.len() - 20].map(|index| calls[index]);
    assert!(most < Duration::from_millis(1) && slowest < Duration::from_millis(100), "{most:?}, {slowest:?}");
    let events = (0..history.head().end_chunk).map(|number| {
        let chunk = parsed(&history.chunk(number).unwrap().text().unwrap());
        chunk["events"].as_array().unwrap().len()
    });
    assert_eq!(events.sum::<usize>(), 20_000);
}
