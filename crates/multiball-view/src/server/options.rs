//! How a server is started, and why it may not start.

use std::io;
use std::net::IpAddr;
use std::net::Ipv4Addr;
use std::time::Duration;

use super::bind::DEFAULT_PORT;

/// Where to listen, and what is required of viewers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerOptions {
    /// This machine alone by default.
    pub address: IpAddr,
    /// A port, or 0 for any that is free. When none is given: [`DEFAULT_PORT`], or the next free one.
    pub port: Option<u16>,
    /// What viewers must know; when none is given, one is drawn, unless only this machine can connect.
    pub token: Option<String>,
    /// How much of everything.
    pub limits: Limits,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self { address: IpAddr::V4(Ipv4Addr::LOCALHOST), port: None, token: None, limits: Limits::default() }
    }
}

/// How much of everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Pages that are open at once.
    pub viewers: usize,
    /// Connections that are open at once: a browser opens up to seven for a page.
    pub connections: usize,
    /// Greatest message or request body, bytes.
    pub message_bytes: usize,
    /// How long a viewer may take nothing of what is sent to it.
    pub stalled: Duration,
    /// How long a connection may be silent.
    pub silent: Duration,
    /// How long a connection may take to send a request: from its begin, or from the first byte of a request, until it
    /// can be answered.
    pub requesting: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            viewers: 256,
            connections: 2048,
            message_bytes: 64 << 10,
            stalled: Duration::from_secs(10),
            silent: Duration::from_secs(60),
            requesting: Duration::from_secs(20),
        }
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Someone else listens there.
    #[error(
        "port {port} of {address} is in use: choose another, or none to get the first free one from {DEFAULT_PORT} on"
    )]
    PortInUse {
        /// The address.
        address: IpAddr,
        /// The requested port.
        port: u16,
    },
    /// The system refuses.
    #[error("cannot listen on {address}, port {port}: {error}")]
    CannotListen {
        /// The address.
        address: IpAddr,
        /// The port.
        port: u16,
        /// What the system says.
        error: io::Error,
    },
    /// A token that could be guessed.
    #[error("the token has {length} characters: at least {least} are needed, letters, digits, `-` and `_`")]
    WeakToken {
        /// Characters.
        length: usize,
        /// Characters needed.
        least: usize,
    },
    /// No random numbers for a token.
    #[error("the system gives no random numbers for a token: {0}")]
    NoToken(getrandom::Error),
    /// No threads or sockets.
    #[error("the system gives no threads or sockets for the server: {0}")]
    NoThreads(io::Error),
}
