//! Finding a port.

use std::io::ErrorKind;
use std::net::IpAddr;
use std::net::SocketAddr;
use std::net::TcpListener;

use super::ServerError;

/// Port when none is requested.
pub const DEFAULT_PORT: u16 = 7117;
/// Ports that are tried after it.
const TRIED: u16 = 64;

/// Listens on the requested port, or on the first free one.
pub(super) fn listen(address: IpAddr, port: Option<u16>) -> Result<TcpListener, ServerError> {
    if let Some(port) = port {
        return on(address, port);
    }
    for port in DEFAULT_PORT..DEFAULT_PORT + TRIED {
        match on(address, port) {
            Err(ServerError::PortInUse { .. }) => {}
            answer => return answer,
        }
    }
    on(address, 0)
}

fn on(address: IpAddr, port: u16) -> Result<TcpListener, ServerError> {
    TcpListener::bind(SocketAddr::new(address, port)).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => ServerError::PortInUse { address, port },
        _ => ServerError::CannotListen { address, port, error },
    })
}
