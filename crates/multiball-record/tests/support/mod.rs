//! Files of a made-up session, and its messages.
#![allow(dead_code, unreachable_pub)]

use std::path::PathBuf;

use multiball::hall::record::{Message, Picture, Recorder, Snapshot, StrokeRecord};
use multiball_record::{EventAt, Recording, Written};

pub use multiball_fake_session::{Options, play};

/// A folder that goes away with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("multiball-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Records a session in it.
    pub fn record(&self, name: &str, options: &Options) -> Written {
        let mut recording = Recording::create(&self.0.join(name)).unwrap();
        play(&mut recording, options);
        recording.finish().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A recorder that keeps all messages in memory.
#[derive(Default)]
pub struct Memory {
    pub snapshots: Vec<Snapshot>,
    pub events: Vec<EventAt>,
    pub strokes: Vec<StrokeRecord>,
    pub pictures: Vec<Picture>,
}

impl Recorder for Memory {
    fn record(&mut self, message: &Message) {
        match message.clone() {
            Message::Snapshot(now) => self.snapshots.push(now),
            Message::Event { t_s, event } => self.events.push(EventAt { t_s, what: event }),
            Message::Stroke(stroke) => self.strokes.push(*stroke),
            Message::Picture(picture) => self.pictures.push(picture),
            Message::Stage(_) | Message::Backdrop { .. } => {}
        }
    }
}
