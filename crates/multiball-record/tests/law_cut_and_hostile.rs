#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods, missing_docs)]
//! Files that are cut off can be read as far as they go; files that are no recordings, or broken ones, are refused and
//! do no harm.

mod support;

use std::io::Cursor;
use std::time::Instant;

use multiball::hall::record::Snapshot;
use multiball_record::{EventAt, Replay, ReplayError, recount};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use support::{Folder, Options};

fn recorded(name: &str, options: &Options) -> Vec<u8> {
    let folder = Folder::new(name);
    folder.record("recording.mcap", options);
    std::fs::read(folder.0.join("recording.mcap")).unwrap()
}

fn read(bytes: Vec<u8>) -> Result<Replay, ReplayError> {
    Replay::read("test.mcap", Cursor::new(bytes))
}

fn everything(replay: &Replay) -> Result<(Vec<Snapshot>, Vec<EventAt>), ReplayError> {
    let snapshots = replay.snapshots(0.0, f64::INFINITY).collect::<Result<_, _>>()?;
    for camera in 0..3 {
        replay.picture(camera, 5.0)?;
        replay.backdrop(camera)?;
    }
    for entry in replay.strokes() {
        replay.stroke(entry.stroke)?;
    }
    replay.snapshot_at(3.0)?;
    recount(replay)?;
    Ok((snapshots, replay.events(0.0, f64::INFINITY)?))
}

#[test]
fn law_a_file_cut_off_anywhere_is_read_up_to_its_last_whole_chunk() {
    let bytes = recorded("cut", &Options { seconds: 8.0, ..Options::default() });
    let (snapshots, events) = everything(&read(bytes.clone()).unwrap()).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut ends: Vec<usize> = (0..80).map(|_| rng.random_range(0..bytes.len())).collect();
    ends.sort_unstable();
    let (mut before, mut sessions) = (0, 0);
    for end in ends {
        match read(bytes[..end].to_vec()) {
            Ok(replay) => {
                let cut = replay.cut_off().unwrap();
                assert!(cut.lost_bytes < 200_000 && (cut.lost_bytes as usize) < end);
                let (some, happened) = everything(&replay).unwrap();
                assert!(snapshots.starts_with(&some) && events.starts_with(&happened), "cut at {end}");
                assert!(some.len() >= before, "more bytes, less to read: cut at {end}");
                assert_eq!(recount(&replay).unwrap().disagreements, Vec::<String>::new(), "cut at {end}");
                (before, sessions) = (some.len(), sessions + 1);
            }
            // Cut off in the first chunk, which describes the hall.
            Err(error) => assert!(end < 20_000 && sessions == 0, "cut at {end}: {error}"),
        }
    }
    assert!(sessions > 60 && before > 500, "{sessions} of 80 cuts were readable, at best {before} snapshots");
}

#[test]
fn law_a_run_that_is_killed_loses_a_second_at_most() {
    let folder = Folder::new("killed");
    let path = folder.0.join("recording.mcap");
    let mut recording = multiball_record::Recording::create(&path).unwrap();
    support::play(&mut recording, &Options { seconds: 10.0, ..Options::default() });
    // The recording is not finished, as when the process is killed; only messages that were sent have time to arrive.
    let start = Instant::now();
    let replay = loop {
        match Replay::open(&path) {
            Ok(replay) if replay.length_s() > 8.9 => break replay,
            other => assert!(start.elapsed().as_secs() < 20, "still {other:?}"),
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert!(replay.cut_off().is_some() && replay.snapshot_at(8.9).unwrap().unwrap().t_s >= 8.9);
    drop(recording);
    assert_eq!(Replay::open(&path).unwrap().cut_off(), None);
}

/// Where a copy of this program records until it is killed.
const ENDLESS: &str = "MULTIBALL_TEST_RECORD_TO";

#[test]
fn law_a_killed_process_leaves_a_readable_file() {
    let name = "law_a_killed_process_leaves_a_readable_file";
    if let Some(path) = std::env::var_os(ENDLESS) {
        let mut recording = multiball_record::Recording::create(path.as_ref()).unwrap();
        support::play(&mut recording, &Options { seconds: 1e6, ..Options::default() });
    }
    let folder = Folder::new("sigkill");
    let path = folder.0.join("recording.mcap");
    let program = std::env::current_exe().unwrap();
    let mut child = std::process::Command::new(program).args(["--exact", name]).env(ENDLESS, &path).spawn().unwrap();
    let start = Instant::now();
    while std::fs::metadata(&path).map_or(0, |file| file.len()) < 400_000 && start.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let replay = Replay::open(&path).unwrap();
    assert!(replay.cut_off().is_some() && replay.length_s() > 5.0, "{replay:?}");
    assert_eq!(recount(&replay).unwrap().disagreements, Vec::<String>::new());
    let (snapshots, _) = everything(&replay).unwrap();
    assert!(snapshots.len() as f64 >= (replay.length_s() - 1.1) * multiball_fake_session::RATE);
}

#[test]
fn law_broken_files_give_errors_and_take_bounded_memory_and_time() {
    let bytes = recorded("hostile", &Options { seconds: 2.5, ..Options::default() });
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut refused, mut read_on) = (0, 0);
    for _ in 0..300 {
        let mut broken = bytes.clone();
        for _ in 0..rng.random_range(1..6) {
            let at = rng.random_range(0..broken.len());
            match rng.random_range(0..4) {
                0 => broken[at] ^= 1 << rng.random_range(0..8),
                1 => broken[at..].iter_mut().take(8).for_each(|byte| *byte = 0xff),
                2 => broken.truncate(at.max(1)),
                _ => {
                    let from = rng.random_range(0..broken.len());
                    let some: Vec<u8> = broken[from..].iter().take(40).copied().collect();
                    broken.splice(at..at, some);
                }
            }
        }
        match read(broken).and_then(|replay| everything(&replay)) {
            Ok(_) => read_on += 1,
            Err(error) => {
                assert!(error.to_string().starts_with("test.mcap: "), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 50 && read_on > 25, "{refused} refused, {read_on} read");
}

#[test]
fn law_lengths_are_not_trusted() {
    let bytes = recorded("lengths", &Options { seconds: 1.5, ..Options::default() });
    // Every length of a record outside chunks is made huge, in turn.
    let mut at = mcap::MAGIC.len();
    let mut records = 0;
    while at + 9 < bytes.len() - mcap::MAGIC.len() {
        let length = u64::from_le_bytes(bytes[at + 1..at + 9].try_into().unwrap());
        for huge in [u64::MAX, u64::MAX - 8, 1 << 40, length + 1, length.saturating_sub(1)] {
            let mut broken = bytes.clone();
            broken[at + 1..at + 9].copy_from_slice(&huge.to_le_bytes());
            let _ = read(broken).and_then(|replay| everything(&replay));
            if bytes[at] == 6 {
                // The sizes in the head of a chunk.
                for field in [16, 28, 36] {
                    let mut broken = bytes.clone();
                    broken[at + 9 + field..at + 17 + field].copy_from_slice(&huge.to_le_bytes());
                    let _ = read(broken).and_then(|replay| everything(&replay));
                }
            }
        }
        at += 9 + length as usize;
        records += 1;
    }
    assert!(records > 20);
}

#[test]
fn law_other_files_are_refused_in_words() {
    let refused = |bytes: &[u8]| read(bytes.to_vec()).unwrap_err().to_string();
    let allowed = "; a recording is an MCAP file, as `multiball play --record` writes it";
    assert_eq!(refused(b""), format!("test.mcap: an empty file{allowed}"));
    assert_eq!(refused(b"\x89MC"), format!("test.mcap: a file of 3 bytes, cut off before it says what it is{allowed}"));
    assert_eq!(refused(b"<svg xmlns"), format!("test.mcap: a file that begins with \"<svg xml\"{allowed}"));
    let magic = refused(mcap::MAGIC);
    assert!(magic.contains("without the channel /multiball/stage; a recording of multiball begins"), "{magic}");
    let folder = Folder::new("refused");
    let error = Replay::open(&folder.0).unwrap_err().to_string();
    assert!(error.contains("a folder; a recording is an MCAP file"), "{error}");
    let error = Replay::open(&folder.0.join("none")).unwrap_err().to_string();
    assert!(error.contains("none: cannot be read: "), "{error}");

    let error = refused(&with_message("/chatter", b"{}"));
    assert!(error.contains("without the channel /multiball/stage (it has /chatter)"), "{error}");
}

/// A file of one message.
fn with_message(topic: &str, message: &[u8]) -> Vec<u8> {
    let mut file = mcap::Writer::new(Cursor::new(Vec::new())).unwrap();
    let channel = file.add_channel(0, topic, "json", &Default::default()).unwrap();
    let header = mcap::records::MessageHeader { channel_id: channel, sequence: 0, log_time: 0, publish_time: 0 };
    file.write_to_known_channel(&header, message).unwrap();
    file.finish().unwrap();
    file.into_inner().into_inner()
}

#[test]
fn law_a_recording_of_an_unknown_version_is_refused_with_the_known_one() {
    for (message, found) in [(&b"{\"version\":2,\"later\":[]}"[..], 2), (b"{\"scenario\":\"hall\"}", 0)] {
        let error = read(with_message("/multiball/stage", message)).unwrap_err().to_string();
        assert_eq!(error, format!("test.mcap: a recording of version {found}; this multiball reads version 1"));
    }
}
