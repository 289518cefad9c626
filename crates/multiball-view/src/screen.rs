//! Which run is shown.

use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::RwLock;

use super::Source;

/// The run that viewers see. Each new one has the next number, so that pieces of two runs are never mixed.
#[derive(Default)]
pub struct Screen {
    shown: RwLock<(u64, Option<Arc<dyn Source>>)>,
}

impl Screen {
    /// Shows a run in place of the one before; returns its number, from 1.
    pub fn show(&self, source: Arc<dyn Source>) -> u64 {
        let mut shown = self.shown.write().unwrap_or_else(PoisonError::into_inner);
        shown.0 += 1;
        shown.1 = Some(source);
        shown.0
    }

    /// The run that is shown, and its number.
    #[must_use]
    pub fn shown(&self) -> Option<(u64, Arc<dyn Source>)> {
        let shown = self.shown.read().unwrap_or_else(PoisonError::into_inner);
        shown.1.as_ref().map(|source| (shown.0, Arc::clone(source)))
    }

    /// The run with this number, if it is the one that is shown.
    #[must_use]
    pub(crate) fn run(&self, number: u64) -> Option<Arc<dyn Source>> {
        self.shown().filter(|(shown, _)| *shown == number).map(|(_, source)| source)
    }
}
