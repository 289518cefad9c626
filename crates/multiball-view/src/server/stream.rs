//! A connection that is closed when the other end stalls.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::Context;
use std::task::Poll;
use std::time::Duration;

use tokio::io::AsyncRead;
use tokio::io::AsyncWrite;
use tokio::io::ReadBuf;
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;
use tokio::time::Sleep;

use super::Limits;

/// A connection. It fails when nothing came for a while, when a request does not come to its end, or when what is sent
/// is not taken for a while.
pub(crate) struct PatientStream {
    stream: TcpStream,
    silent: Watch,
    stalled: Watch,
    limits: Limits,
    /// Since when a request has been pending: from its first byte until something is sent back.
    request_since: Option<Instant>,
    /// Returns the permit when the connection ends.
    _permit: OwnedSemaphorePermit,
}

/// Measures how long something has been pending.
struct Watch {
    patience: Duration,
    sleep: Pin<Box<Sleep>>,
    waiting: bool,
}

impl Watch {
    fn new(patience: Duration) -> Self {
        Self { patience, sleep: Box::pin(tokio::time::sleep(patience)), waiting: false }
    }

    /// Passes an answer on; an error when it has been pending for too long.
    fn watch<T>(&mut self, answer: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if answer.is_ready() {
            self.waiting = false;
            return answer;
        }
        if !self.waiting {
            self.waiting = true;
            self.sleep.as_mut().reset(Instant::now() + self.patience);
        }
        match self.sleep.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl PatientStream {
    pub(super) fn new(stream: TcpStream, limits: &Limits, permit: OwnedSemaphorePermit) -> Self {
        // A connection without a request so far has less time.
        let (silent, stalled) = (Watch::new(limits.requesting), Watch::new(limits.stalled));
        Self { stream, silent, stalled, limits: *limits, request_since: None, _permit: permit }
    }
}

impl AsyncRead for PatientStream {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let answer = Pin::new(&mut this.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            let since = *this.request_since.get_or_insert_with(Instant::now);
            // A client that sends a byte now and then would never come to an end.
            if since.elapsed() > this.limits.requesting {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
        }
        this.silent.watch(answer, context)
    }
}

impl AsyncWrite for PatientStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let answer = Pin::new(&mut this.stream).poll_write(context, bytes);
        if answer.is_ready() && this.request_since.take().is_some() {
            // It has been answered: silence is counted anew.
            this.silent.patience = this.limits.silent;
            this.silent.waiting = false;
        }
        this.stalled.watch(answer, context)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
