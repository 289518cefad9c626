//! Which files of a folder `play --record` wrote: only these are replaced.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use multiball_record::begins_as_recording;

use super::event_table::COLUMNS;
use crate::page::generator;
use crate::show::MADE_BY;

pub(super) const RECORDING: &str = "recording.mcap";
pub(super) const SUMMARY: &str = "summary.json";
pub(super) const REPORT: &str = "report.html";
pub(super) const EVENTS: &str = "events.csv";
pub(super) const RALLY: &str = "rally.svg";

/// What is written next to a recording when its session is over; the last two of planar robots only.
pub(super) const AFTERWARDS: [&str; 4] = [SUMMARY, REPORT, EVENTS, RALLY];

/// Within so many bytes from its beginning a file shows who wrote it.
const HEAD_BYTES: u64 = 512;

/// Whether `play --record` wrote the file of such a name in a folder. It never makes links.
pub(super) fn is_own(folder: &Path, name: &str) -> bool {
    let path = folder.join(name);
    let is_plain = path.symlink_metadata().is_ok_and(|about| about.is_file());
    is_plain && File::open(path).is_ok_and(|file| begins_as_ours(name, &file))
}

/// Whether a file that was just opened begins as ours of such a name.
pub(super) fn begins_as_ours(name: &str, file: &File) -> bool {
    let mut head = Vec::new();
    let read = file.take(HEAD_BYTES).read_to_end(&mut head);
    read.is_ok() && begins_as(name, &head)
}

fn begins_as(name: &str, bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(bytes);
    match name {
        RECORDING => begins_as_recording(bytes),
        SUMMARY => head.starts_with("{\"version\":") && head.contains(",\"scenario\":\""),
        REPORT => head.contains(&generator("play")),
        EVENTS => head.starts_with(COLUMNS),
        RALLY => head.contains(MADE_BY),
        _ => false,
    }
}
