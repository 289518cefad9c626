#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods, missing_docs)]
//! Equal sessions give equal files; a disk that is full ends a recording and nothing else; the channels are those that
//! the documents name.

mod support;

use std::path::Path;

use multiball::hall::record::{Message, Picture, Recorder, Snapshot};
use multiball_record::{RecordError, Recording, Replay, begins_as_recording};
use support::{Folder, Options};

#[test]
fn law_equal_sessions_give_equal_bytes() {
    let folder = Folder::new("bytes");
    let options = Options { seconds: 12.0, ..Options::default() };
    for name in ["a.mcap", "b.mcap"] {
        folder.record(name, &options);
    }
    folder.record("c.mcap", &Options { seed: 2, ..options });
    let [a, b, c] = ["a.mcap", "b.mcap", "c.mcap"].map(|name| std::fs::read(folder.0.join(name)).unwrap());
    assert!(a == b && a != c);
}

#[test]
fn law_a_recording_is_known_by_how_it_begins() {
    let folder = Folder::new("begins");
    folder.record("recording.mcap", &Options { seconds: 1.0, ..Options::default() });
    let bytes = std::fs::read(folder.0.join("recording.mcap")).unwrap();
    assert!((0..200).all(|end| begins_as_recording(&bytes[..end])), "cut off anywhere");
    let head = bytes.windows(9).position(|name| name == b"multiball").unwrap() + 9;
    for at in 0..head {
        let mut other = bytes.clone();
        other[at] ^= 1;
        assert!(!begins_as_recording(&other) && !begins_as_recording(&other[..=at]), "byte {at}");
    }
}

#[test]
fn law_the_chunks_of_a_long_session_grow_to_ten_seconds() {
    const STEP_S: f64 = 0.5;
    let folder = Folder::new("spans");
    let path = folder.0.join("recording.mcap");
    let mut recording = Recording::create(&path).unwrap();
    recording.record(&Message::Stage(Box::new(multiball_fake_session::stage())));
    for step in 0..60_000 {
        recording.record(&Message::Snapshot(Snapshot { t_s: f64::from(step) * STEP_S, ..Snapshot::default() }));
    }
    recording.finish().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let summary = mcap::Summary::read(&bytes).unwrap().unwrap();
    let snapshots = summary.channels.values().find(|channel| channel.topic == "/multiball/snapshots").unwrap().id;
    let of_snapshots =
        summary.chunk_indexes.iter().filter(|chunk| chunk.message_index_offsets.contains_key(&snapshots));
    let spans: Vec<[f64; 2]> = of_snapshots
        .map(|chunk| [chunk.message_start_time, chunk.message_end_time].map(|time_ns| time_ns as f64 / 1e9))
        .collect();
    // The last one ends with the session.
    for [start_s, end_s] in &spans[..spans.len() - 1] {
        let longest_s = (start_s / 1024.0).clamp(1.0, 10.0);
        assert!((longest_s..longest_s + STEP_S).contains(&(end_s - start_s)), "{start_s} to {end_s} s");
    }
    let replay = Replay::open(&path).unwrap();
    assert_eq!(replay.snapshots(0.0, f64::INFINITY).filter(Result::is_ok).count(), 60_000);
    assert_eq!(replay.snapshot_at(29_000.2).unwrap().unwrap().t_s, 29_000.0);
}

/// Plays a session into a recording that fails, and returns why it stopped.
fn stopped(path: &Path) -> RecordError {
    let mut recording = Recording::create(path).unwrap();
    support::play(&mut recording, &Options { seconds: 20.0, ..Options::default() });
    let failed = recording.failed().cloned();
    let error = recording.finish().unwrap_err();
    assert_eq!(failed, Some(error.clone()), "it failed long before the end");
    error
}

#[test]
fn law_a_full_disk_ends_the_recording_and_nothing_else() {
    let RecordError::Write { path, bytes, why } = stopped(Path::new("/dev/full")) else { panic!("no write error") };
    assert_eq!((path.to_str().unwrap(), bytes), ("/dev/full", 0));
    assert!(why.contains("No space left on device"), "{why}");
}

#[test]
fn law_a_pipe_that_nobody_reads_ends_the_recording_with_what_was_written() {
    // A pipe whose reader goes away after a while stands for a disk that fills up.
    let folder = Folder::new("pipe");
    let path = folder.0.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let reader = std::thread::spawn({
        let path = path.clone();
        move || {
            use std::io::Read;
            let mut read = vec![0; 300_000];
            std::fs::File::open(path).unwrap().read_exact(&mut read).unwrap();
            read
        }
    });
    let error = stopped(&path);
    let read = reader.join().unwrap();
    let RecordError::Write { bytes, .. } = &error else { panic!("{error}") };
    assert!(*bytes >= read.len() as u64, "{bytes} bytes written, {} read", read.len());
    assert!(error.to_string().contains("recording stopped after"), "{error}");
    let replay = Replay::read("pipe", std::io::Cursor::new(read)).unwrap();
    assert!(replay.cut_off().is_some() && replay.length_s() > 1.0);
}

#[test]
fn law_what_no_file_can_hold_is_refused() {
    let folder = Folder::new("nan");
    let path = folder.0.join("recording.mcap");
    let mut recording = Recording::create(&path).unwrap();
    recording.record(&Message::Stage(Box::new(multiball_fake_session::stage())));
    recording.record(&Message::Snapshot(Snapshot { t_s: 0.5, ..Snapshot::default() }));
    let broken = Snapshot { t_s: 1.0, joints: vec![vec![f64::NAN]], ..Snapshot::default() };
    recording.record(&Message::Snapshot(broken));
    let error = recording.finish().unwrap_err().to_string();
    assert!(error.starts_with("a snapshot at 0.5 s: not recorded: a number in it is infinite or none"), "{error}");

    let mut recording = Recording::create(&path).unwrap();
    recording.record(&Message::Stage(Box::new(multiball_fake_session::stage())));
    recording.record(&Message::Picture(Picture { t_s: 1.0, camera: 2, parts: Vec::new(), marks: Vec::new() }));
    let error = recording.finish().unwrap_err().to_string();
    assert_eq!(error, "a picture at 1 s: not recorded: of camera 2; the stage has 2, counted from 0");
    let error = Recording::create(&folder.0.join("none/recording.mcap")).unwrap_err().to_string();
    assert!(error.contains("none/recording.mcap: cannot be created: "), "{error}");
}

#[test]
fn ref_channels_and_schemas_are_those_of_the_documents() {
    let folder = Folder::new("channels");
    folder.record("recording.mcap", &Options { seconds: 12.0, ..Options::default() });
    let bytes = std::fs::read(folder.0.join("recording.mcap")).unwrap();
    let summary = mcap::Summary::read(&bytes).unwrap().unwrap();
    let stats = summary.stats.unwrap();
    let mut channels: Vec<_> = summary.channels.values().collect();
    channels.sort_by_key(|channel| channel.id);
    let found: Vec<String> = channels
        .iter()
        .map(|channel| {
            let schema = channel.schema.as_ref().unwrap();
            assert!(stats.channel_message_counts[&channel.id] > 0, "{}", channel.topic);
            format!("{} {} {} {}", channel.topic, channel.message_encoding, schema.name, schema.encoding)
        })
        .collect();
    let expected = "\
/multiball/stage json multiball.Stage jsonschema
/multiball/snapshots json multiball.Snapshot jsonschema
/multiball/events json multiball.SessionEvent jsonschema
/multiball/strokes json multiball.StrokeRecord jsonschema
/scene/hall protobuf foxglove.SceneUpdate protobuf
/scene/play protobuf foxglove.SceneUpdate protobuf
/scene/marks protobuf foxglove.SceneUpdate protobuf
/frames/fixed protobuf foxglove.FrameTransforms protobuf
/frames/moving protobuf foxglove.FrameTransforms protobuf
/balls/flying protobuf foxglove.PointCloud protobuf
/balls/floor protobuf foxglove.PointCloud protobuf
/referee protobuf foxglove.Log protobuf
/camera/left/image protobuf foxglove.CompressedImage protobuf
/camera/left/annotations protobuf foxglove.ImageAnnotations protobuf
/camera/left/calibration protobuf foxglove.CameraCalibration protobuf
/camera/right/image protobuf foxglove.CompressedImage protobuf
/camera/right/annotations protobuf foxglove.ImageAnnotations protobuf
/camera/right/calibration protobuf foxglove.CameraCalibration protobuf";
    assert_eq!(found, expected.lines().collect::<Vec<_>>());
    let times = mcap::MessageStream::new(&bytes).unwrap().map(Result::unwrap);
    assert!(
        times.into_iter().all(|message| message.log_time == message.publish_time && message.log_time < 12_000_000_000)
    );
}
