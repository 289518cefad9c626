//! The live page: a local web server that shows sessions of a hall in the browser, while they run or from a recording.
//!
//! A [`LiveRun`] is a [`multiball::hall::record::Recorder`]: it receives a session and packs it, on a thread of its
//! own, into chunks of a quarter of a second. Viewers pull what they want to see from its [`History`], so that a slow
//! one never slows the simulation. [`Recorded`] shows a recording in the same way. A [`Screen`] says which run is
//! shown; the [`Server`] answers browsers, and passes the start requests of viewers to the program through its
//! [`Host`].
//!
//! ```no_run
//! use std::sync::Arc;
//! use multiball_view::{Choices, Host, LiveRun, Screen, Server, ServerOptions, StartRequest};
//!
//! struct OnlyWatch;
//! impl Host for OnlyWatch {
//!     fn choices(&self) -> Choices {
//!         Choices::default()
//!     }
//!     fn start(&self, _request: StartRequest) -> Result<(), String> {
//!         Err("this session was started from the command line".to_owned())
//!     }
//!     fn stop(&self) {}
//! }
//!
//! let screen = Arc::new(Screen::default());
//! let server = Server::start(ServerOptions::default(), Arc::new(OnlyWatch), Arc::clone(&screen))?;
//! eprintln!("{}", server.url());
//! let mut run = LiveRun::new();
//! screen.show(run.history());
//! // … a hall plays, and `run` is its recorder …
//! run.finish(Ok(()));
//! server.stop();
//! # Ok::<(), multiball_view::ServerError>(())
//! ```

mod chunk;
mod head;
mod host;
mod live;
mod mark;
mod packed;
mod picture;
mod recorded;
mod screen;
mod server;
mod source;

pub use chunk::{CHUNK_S, Chunk, ChunkWriter};
pub use head::{Head, RunState};
pub use host::{Choices, Host, ScenarioChoice, StartRequest, TargetArea};
pub use live::{History, HistoryLimits, LiveRun};
pub use mark::{MOST_MARKS, Mark, MarkKind, Marks};
pub use packed::Packed;
pub use picture::{Backdrop, Shown};
pub use recorded::Recorded;
pub use screen::Screen;
pub use server::{DEFAULT_PORT, Limits, Server, ServerError, ServerOptions};
pub use source::Source;
