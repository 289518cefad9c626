#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods, missing_docs)]
//! What is recorded comes back.

mod support;

use multiball::hall::record::{SessionEvent, Snapshot, Stage};
use multiball_record::Replay;
use serde::Serialize;
use serde_json::Value;
use support::{Folder, Memory, Options};

/// Half a step of what is rounded, and a little for the sum.
const FINE: f64 = 0.5e-5 + 1e-9;
const COARSE: f64 = 0.5e-3 + 1e-9;

/// The same but for what rounding changes: people and the picker to 1 mm, all else to 0.01 mm.
fn alike(sent: &impl Serialize, read: &impl Serialize) -> bool {
    fn equal(a: &Value, b: &Value, most: f64) -> bool {
        match (a, b) {
            (Value::Number(a), Value::Number(b)) => a == b || (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() <= most,
            (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b, most)),
            (Value::Object(a), Value::Object(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(key, a)| {
                        let most = if ["people", "picker"].contains(&key.as_str()) { COARSE } else { most };
                        b.get(key).is_some_and(|b| equal(a, b, most))
                    })
            }
            _ => a == b,
        }
    }
    equal(&serde_json::to_value(sent).unwrap(), &serde_json::to_value(read).unwrap(), FINE)
}

#[test]
fn law_a_session_comes_back() {
    let folder = Folder::new("round-trip");
    let options = Options::default();
    let written = folder.record("recording.mcap", &options);
    let mut memory = Memory::default();
    let stage = support::play(&mut memory, &options);

    let replay = Replay::open(&folder.0.join("recording.mcap")).unwrap();
    assert_eq!(replay.stage(), &stage);
    assert_eq!(replay.cut_off(), None);
    assert!((replay.length_s() - 29.99).abs() < 1e-9);
    assert_eq!(written.bytes, std::fs::metadata(&written.path).unwrap().len());
    let snapshots: Vec<Snapshot> = replay.snapshots(0.0, f64::INFINITY).map(Result::unwrap).collect();
    assert_eq!((snapshots.len(), written.snapshots), (memory.snapshots.len(), memory.snapshots.len() as u64));
    assert!(snapshots.iter().zip(&memory.snapshots).all(|(read, sent)| alike(sent, read)));

    let events = replay.events(0.0, f64::INFINITY).unwrap();
    assert_eq!((events.len(), written.events), (memory.events.len(), memory.events.len() as u64));
    for (read, sent) in events.iter().zip(&memory.events) {
        let rounded = matches!(
            sent.what,
            SessionEvent::Predicted { .. } | SessionEvent::PickerPlanned { .. } | SessionEvent::FoundOut { .. }
        );
        assert!(if rounded { alike(sent, read) } else { sent == read }, "{sent:?} became {read:?}");
    }
    let timeline = events.iter().filter(|event| !matches!(event.what, SessionEvent::Predicted { .. }));
    assert!(timeline.eq(replay.timeline()));

    assert!(memory.strokes.len() > 3);
    assert_eq!((replay.strokes().len(), written.strokes), (memory.strokes.len(), memory.strokes.len() as u64));
    for (entry, sent) in replay.strokes().iter().zip(&memory.strokes) {
        assert_eq!(
            (entry.stroke, entry.point, &entry.robot, entry.side),
            (sent.stroke, sent.point, &sent.robot, sent.side)
        );
        assert!(alike(sent, &replay.stroke(entry.stroke).unwrap().unwrap()));
    }
    assert_eq!(replay.stroke(u64::MAX), Ok(None));
}

#[test]
fn law_a_stage_of_before_priors_were_recorded_is_read() {
    let stage = multiball_fake_session::stage();
    assert!(stage.robots.iter().any(|robot| !robot.priors.is_empty()));
    let (mut older, mut old) = (serde_json::to_value(&stage).unwrap(), serde_json::to_value(&stage).unwrap());
    for robot in older["robots"].as_array_mut().unwrap() {
        robot.as_object_mut().unwrap().remove("priors");
    }
    for robot in old["robots"].as_array_mut().unwrap() {
        let priors = robot.as_object_mut().unwrap().remove("priors").unwrap_or_else(|| Vec::<u8>::new().into());
        robot["told"] = priors;
    }
    let read: Stage = serde_json::from_value(older).unwrap();
    assert!(read.robots.iter().all(|robot| robot.priors.is_empty()));
    assert_eq!((read.balls, &read.cameras), (stage.balls, &stage.cameras));
    assert_eq!(serde_json::from_value::<Stage>(old).unwrap(), stage, "the field was called told");
}

#[test]
fn law_windows_of_time_share_nothing_and_leave_nothing_out() {
    let folder = Folder::new("windows");
    let options = Options { seconds: 10.0, pictures: false, ..Options::default() };
    folder.record("recording.mcap", &options);
    let replay = Replay::open(&folder.0.join("recording.mcap")).unwrap();
    let all = |from_s, to_s| replay.snapshots(from_s, to_s).map(|snapshot| snapshot.unwrap().t_s).collect::<Vec<f64>>();
    let edges = [0.0, 0.005, 0.01, 2.999, 3.0, 7.77, f64::INFINITY];
    let parts: Vec<f64> = edges.windows(2).flat_map(|edge| all(edge[0], edge[1])).collect();
    assert_eq!((parts.len(), &parts), (1000, &all(0.0, f64::INFINITY)));
    assert!(all(3.0, 3.0).is_empty() && all(5.0, 4.0).is_empty() && all(11.0, 12.0).is_empty());
    let happened = |from_s, to_s| replay.events(from_s, to_s).unwrap().len();
    assert_eq!(edges.windows(2).map(|edge| happened(edge[0], edge[1])).sum::<usize>(), happened(0.0, f64::INFINITY));
    for t_s in [0.0, 0.0149, 3.0, 9.99, 1e9] {
        let before = parts.iter().copied().filter(|each| *each <= t_s).fold(0.0, f64::max);
        assert_eq!(replay.snapshot_at(t_s).unwrap().unwrap().t_s, before);
    }
}

#[test]
fn law_a_replay_is_read_by_several_threads_at_once() {
    let folder = Folder::new("threads");
    folder.record("recording.mcap", &Options { seconds: 4.0, ..Options::default() });
    let replay = Replay::open(&folder.0.join("recording.mcap")).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                assert_eq!(replay.snapshots(0.0, f64::INFINITY).map(Result::unwrap).count(), 400);
                assert!(replay.picture(0, 4.0).unwrap().is_some());
            });
        }
    });
}
