//! Snapshots of a span of time, a chunk at a time.

use std::collections::VecDeque;

use multiball::hall::record::Snapshot;
use serde::de::DeserializeOwned;

use super::Replay;
use super::scan::ChunkPlace;
use crate::ReplayError;
use crate::conservation::Places;
use crate::moment::nanoseconds;

/// Snapshots in order of time, whole or parts of them; ends after the first error.
pub struct Snapshots<'a, T = Snapshot> {
    replay: &'a Replay,
    from_ns: u64,
    to_ns: u64,
    chunks: std::vec::IntoIter<&'a ChunkPlace>,
    ready: VecDeque<T>,
}

impl<'a, T> Snapshots<'a, T> {
    pub(super) fn new(replay: &'a Replay, from_ns: u64, to_ns: u64) -> Self {
        let chunks: Vec<&ChunkPlace> = replay.chunks_of(replay.index.snapshot, from_ns, to_ns).collect();
        Self { replay, from_ns, to_ns, chunks: chunks.into_iter(), ready: VecDeque::new() }
    }
}

impl<T: DeserializeOwned> Iterator for Snapshots<'_, T> {
    type Item = Result<T, ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(snapshot) = self.ready.pop_front() {
                return Some(Ok(snapshot));
            }
            let place = self.chunks.next()?;
            let read = self.replay.snapshots_in(place, self.from_ns, self.to_ns, &mut self.ready);
            if let Err(error) = read {
                self.chunks = Vec::new().into_iter();
                self.ready.clear();
                return Some(Err(error));
            }
        }
    }
}

impl Replay {
    /// Where the balls are counted in each snapshot.
    pub(crate) fn places(&self) -> Snapshots<'_, Places> {
        Snapshots::new(self, 0, u64::MAX)
    }

    /// The last snapshot at or before a time; none before the first.
    ///
    /// # Errors
    /// When that part of the file is damaged.
    pub fn snapshot_at(&self, t_s: f64) -> Result<Option<Snapshot>, ReplayError> {
        let to_ns = nanoseconds(t_s).saturating_add(1);
        for place in self.chunks_of(self.index.snapshot, 0, to_ns).rev() {
            let mut last = None;
            self.each_in(place, self.index.snapshot, |time_ns, data| {
                if time_ns < to_ns {
                    last = Some(data.to_vec());
                }
                Ok(())
            })?;
            if let Some(data) = last {
                return self.parse(place, &data).map(Some);
            }
        }
        Ok(None)
    }

    /// Snapshots of one chunk, whole or only parts of them.
    fn snapshots_in<T: DeserializeOwned>(
        &self,
        place: &ChunkPlace,
        from_ns: u64,
        to_ns: u64,
        into: &mut VecDeque<T>,
    ) -> Result<(), ReplayError> {
        self.each_in(place, self.index.snapshot, |time_ns, data| {
            if (from_ns..to_ns).contains(&time_ns) {
                into.push_back(self.parse(place, data)?);
            }
            Ok(())
        })
    }
}
