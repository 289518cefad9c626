//! What recording costs: processor time and bytes for each second of a made-up session. `recording_cost [SECONDS]
//! [FILE]`; Linux only.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, missing_docs)]

use multiball::hall::record::NullRecorder;
use multiball_fake_session::{Options, play};
use multiball_record::{Recording, Replay};

/// Processor time of all threads so far, ended ones too, s.
fn processor_s() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

fn main() {
    let seconds = std::env::args().nth(1).map_or(600.0, |text| text.parse().unwrap());
    let named = std::env::args().nth(2).map(std::path::PathBuf::from);
    let path = named.clone().unwrap_or_else(|| std::env::temp_dir().join("multiball-recording-cost.mcap"));
    let options = Options { seconds, ..Options::default() };
    let start = processor_s();
    play(&mut NullRecorder, &options);
    let alone = processor_s() - start;
    let mut recording = Recording::create(&path).unwrap();
    play(&mut recording, &options);
    let written = recording.finish().unwrap();
    let both = processor_s() - start - alone;
    let each = (both - alone) / seconds * 1e3;
    println!("{written:?}");
    println!("writing: {each:.2} ms of processor and {:.1} kB for each second", written.bytes as f64 / seconds / 1e3);
    println!("an hour: {:.1} MB", written.bytes as f64 / seconds * 3600.0 / 1e6);
    let start = processor_s();
    let replay = Replay::open(&path).unwrap();
    let opened = processor_s() - start;
    let count = replay.snapshots(0.0, f64::INFINITY).map(Result::unwrap).count();
    println!("opened in {opened:.2} s, {count} snapshots read in {:.2} s", processor_s() - start - opened);
    if named.is_none() {
        std::fs::remove_file(&path).unwrap();
    }
}
