//! The server that answers browsers.

mod api;
mod bind;
mod door;
mod guard;
mod options;
mod page;
mod socket;
mod stream;

pub use bind::DEFAULT_PORT;
pub use options::{Limits, ServerError, ServerOptions};

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::get;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::{Host, Screen};
use door::Door;
use guard::Guard;

/// Threads that answer, and threads for what takes longer: few, since they share the processor with the simulation.
const THREADS: usize = 2;

/// What every answer may need.
pub(crate) struct Shared {
    pub(crate) host: Arc<dyn Host>,
    pub(crate) screen: Arc<Screen>,
    pub(crate) guard: Guard,
    pub(crate) limits: Limits,
    pub(crate) viewers: AtomicUsize,
    /// Held while a picture is made: one at a time, however many are requested.
    pub(crate) picture_lock: Arc<Semaphore>,
}

/// A running server, on threads of its own. It ends when it is dropped or stopped.
#[derive(Debug)]
pub struct Server {
    runtime: Option<Runtime>,
    address: SocketAddr,
    url: String,
}

impl Server {
    /// Starts to listen.
    ///
    /// # Errors
    /// When the port is taken, the address is not this machine's, or a token is too short.
    pub fn start(options: ServerOptions, host: Arc<dyn Host>, screen: Arc<Screen>) -> Result<Self, ServerError> {
        let listener = bind::listen(options.address, options.port)?;
        let address = listener.local_addr().map_err(ServerError::NoThreads)?;
        let guard = Guard::new(address, options.token)?;
        let url = guard.url();
        let limits = options.limits;
        let picture_lock = Arc::new(Semaphore::new(1));
        let shared = Arc::new(Shared { host, screen, guard, limits, viewers: AtomicUsize::new(0), picture_lock });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(THREADS)
            .max_blocking_threads(THREADS)
            .thread_name("multiball-view")
            .enable_io()
            .enable_time()
            .build()
            .map_err(ServerError::NoThreads)?;
        let door = {
            let _inside = runtime.enter();
            Door::new(listener, &limits).map_err(ServerError::NoThreads)?
        };
        let routes = routes(shared);
        runtime.spawn(async move {
            // Ends with the runtime alone: the door takes errors of single connections as no reason to close.
            let _ = axum::serve(door, routes).await;
        });
        Ok(Self { runtime: Some(runtime), address, url })
    }

    /// What to open in a browser; with the token, where one is needed.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops it; open connections are closed.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(1));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

fn routes(shared: Arc<Shared>) -> Router {
    let most_bytes = shared.limits.message_bytes;
    Router::new()
        .route("/api/choices", get(api::choices))
        .route("/api/run", get(api::run))
        .route("/api/run/{run}/timeline", get(api::timeline))
        .route("/api/run/{run}/chunk/{number}", get(api::chunk))
        .route("/api/run/{run}/story/{stroke}", get(api::story))
        .route("/api/run/{run}/picture/{camera}", get(api::picture))
        .route("/api/live", get(socket::live))
        .fallback(get(page::file))
        .layer(DefaultBodyLimit::max(most_bytes))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard::watch))
        .with_state(shared)
}
