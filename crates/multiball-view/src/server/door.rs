//! Accepts connections, up to a limit.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::Listener;
use tokio::net::TcpListener;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use super::Limits;
use super::stream::PatientStream;

const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 5\r\n\
    Content-Length: 54\r\nConnection: close\r\n\r\nToo many connections are open: close a page, try again";
/// Pause after an error of the system, such as no file handles left.
const RECOVER: Duration = Duration::from_millis(100);

pub(super) struct Door {
    listener: TcpListener,
    permits: Arc<Semaphore>,
    limits: Limits,
}

impl Door {
    /// To be called within a runtime.
    pub(super) fn new(listener: std::net::TcpListener, limits: &Limits) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let permits = Arc::new(Semaphore::new(limits.connections));
        Ok(Self { listener: TcpListener::from_std(listener)?, permits, limits: *limits })
    }
}

impl Listener for Door {
    type Io = PatientStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let Ok((stream, from)) = self.listener.accept().await else {
                tokio::time::sleep(RECOVER).await;
                continue;
            };
            // Small notices go out at once.
            let _ = stream.set_nodelay(true);
            match Arc::clone(&self.permits).try_acquire_owned() {
                Ok(permit) => return (PatientStream::new(stream, &self.limits, permit), from),
                Err(_) => refuse(&stream),
            }
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// Says why, as far as the new connection's buffer takes it at once, and hangs up.
fn refuse(stream: &TcpStream) {
    let _ = stream.try_write(FULL);
}
