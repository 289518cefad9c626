//! The socket of a page: notices go out, commands come in.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::CloseFrame;
use axum::extract::ws::Message;
use axum::extract::ws::WebSocket;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::close_code;
use axum::http::HeaderMap;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::response::Response;
use multiball::format::plain_words;
use serde::Deserialize;
use serde_json::Value;
use serde_json::json;
use tokio::time::MissedTickBehavior;

use super::Shared;
use crate::StartRequest;

const NOTICE_EVERY: Duration = Duration::from_millis(200);
/// Notices between two pings, so that a page that only listens is not silent: five seconds.
const PING_EVERY: u32 = 25;
/// Messages that a page may send at once, and how fast it may go on, before its connection is closed.
const PATIENCE: u32 = 40;

/// A message that a page may send.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Command {
    Start(StartRequest),
    Stop,
}

pub(super) async fn live(State(shared): State<Arc<Shared>>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if !shared.guard.is_own_page(&headers) {
        return (StatusCode::FORBIDDEN, "This socket is for the server's own page.\n").into_response();
    }
    let most = shared.limits.message_bytes;
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| async move {
        let viewers = shared.viewers.fetch_add(1, Ordering::Relaxed);
        if viewers < shared.limits.viewers {
            Talk { socket, shared: &shared, last_notice: None, patience: PATIENCE }.go_on().await;
        } else {
            refuse(socket, shared.limits.viewers).await;
        }
        shared.viewers.fetch_sub(1, Ordering::Relaxed);
    })
}

/// Sends the reason before the socket is closed: browsers do not show a page why a socket was not opened.
async fn refuse(mut socket: WebSocket, most: usize) {
    let why = format!("{most} pages are open already: close one, then load this again");
    let _ = socket.send(Message::text(json!({ "kind": "refused", "message": why }).to_string())).await;
    let frame = CloseFrame { code: close_code::AGAIN, reason: "too many viewers".into() };
    let _ = socket.send(Message::Close(Some(frame))).await;
}

struct Talk<'a> {
    socket: WebSocket,
    shared: &'a Arc<Shared>,
    last_notice: Option<Value>,
    patience: u32,
}

/// The talk is over.
struct Over;

impl Talk<'_> {
    async fn go_on(mut self) {
        let mut ticks = tokio::time::interval(NOTICE_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut count = 0_u32;
        loop {
            let next = tokio::select! {
                _ = ticks.tick() => {
                    count = count.wrapping_add(1);
                    self.patience = (self.patience + 1).min(PATIENCE);
                    self.notice(count).await
                }
                received = self.socket.recv() => match received {
                    Some(Ok(message)) => self.answer(message).await,
                    _ => Err(Over),
                },
            };
            if next.is_err() {
                return;
            }
        }
    }

    /// Says how far the run is, when that has changed.
    async fn notice(&mut self, count: u32) -> Result<(), Over> {
        if count.is_multiple_of(PING_EVERY) {
            self.send(Message::Ping(Vec::new().into())).await?;
        }
        let now = match self.shared.screen.shown() {
            Some((run, source)) => {
                json!({ "kind": "head", "run": run, "staged": source.stage().is_some(), "head": source.head() })
            }
            None => json!({ "kind": "head", "run": 0, "staged": false, "head": null }),
        };
        if self.last_notice.as_ref() == Some(&now) {
            return Ok(());
        }
        let text = now.to_string();
        self.last_notice = Some(now);
        self.send(Message::text(text)).await
    }

    async fn answer(&mut self, message: Message) -> Result<(), Over> {
        match message {
            Message::Text(text) => {
                self.patience = self.patience.checked_sub(1).ok_or(Over)?;
                let reply = obey(self.shared, text.as_str()).await;
                self.send(Message::text(reply.to_string())).await
            }
            Message::Binary(_) => {
                self.patience = self.patience.checked_sub(1).ok_or(Over)?;
                self.send(Message::text(refusal("only text is understood here").to_string())).await
            }
            Message::Close(_) => Err(Over),
            Message::Ping(_) => {
                self.patience = self.patience.checked_sub(1).ok_or(Over)?;
                Ok(())
            }
            Message::Pong(_) => Ok(()),
        }
    }

    /// A viewer that takes nothing is left: what it misses it can pull later.
    async fn send(&mut self, message: Message) -> Result<(), Over> {
        let sent = tokio::time::timeout(self.shared.limits.stalled, self.socket.send(message)).await;
        sent.map_err(|_| Over)?.map_err(|_| Over)
    }
}

async fn obey(shared: &Arc<Shared>, text: &str) -> Value {
    let command: Command = match serde_json::from_str(text) {
        Ok(command) => command,
        Err(error) => return refusal(&format!("not understood: {}", plain_words(&error.to_string()))),
    };
    let shared = Arc::clone(shared);
    let done = tokio::task::spawn_blocking(move || execute(&shared, command)).await;
    match done {
        Ok(Ok(())) => json!({ "kind": "done" }),
        Ok(Err(why)) => refusal(&why),
        Err(_) => refusal("the program failed to do so"),
    }
}

fn execute(shared: &Shared, command: Command) -> Result<(), String> {
    match command {
        Command::Start(request) => {
            request.check(&shared.host.choices())?;
            shared.host.start(request)
        }
        Command::Stop => {
            shared.host.stop();
            Ok(())
        }
    }
}

fn refusal(why: &str) -> Value {
    json!({ "kind": "error", "message": why })
}
