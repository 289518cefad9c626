//! Experiments of papers that use the core and that nothing in it needs.

mod tally;
mod watching;

pub use watching::{PlainWatched, Watch, Watched};
