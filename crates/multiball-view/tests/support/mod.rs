//! A server to talk to, by hand.

#![allow(clippy::unwrap_used, dead_code, unreachable_pub)]

use std::io::Read;
use std::io::Write;
use std::net::SocketAddr;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

use multiball::hall::record::Recorder;
use multiball_fake_session::{Options, play};
use multiball_view::{Choices, Host, LiveRun, ScenarioChoice, Screen, Server, ServerOptions, StartRequest, TargetArea};
use serde_json::Value;
use tungstenite::ClientRequestBuilder;
use tungstenite::Message;
use tungstenite::WebSocket;

/// A host that keeps the requests it receives.
#[derive(Default)]
pub struct TestHost {
    pub starts: Mutex<Vec<StartRequest>>,
    pub stops: AtomicUsize,
}

impl Host for TestHost {
    fn choices(&self) -> Choices {
        Choices {
            scenarios: vec![ScenarioChoice {
                name: "hall".to_owned(),
                about: "All of it.".to_owned(),
                seed: 1,
                strength: Some(0.7),
                rubber: Some("smooth".to_owned()),
                target_m: Some([-0.9, 0.2]),
            }],
            rubbers: vec!["smooth".to_owned()],
            target: TargetArea { x_m: [-1.3, -0.1], y_m: [-0.7, 0.7] },
            note: None,
        }
    }

    fn start(&self, request: StartRequest) -> Result<(), String> {
        if request.seed == Some(13) {
            return Err("13 is taken".to_owned());
        }
        self.starts.lock().unwrap().push(request);
        Ok(())
    }

    fn stop(&self) {
        self.stops.fetch_add(1, Ordering::SeqCst);
    }
}

/// A server that shows two seconds of a made-up session.
pub struct Served {
    pub server: Server,
    pub host: Arc<TestHost>,
    pub screen: Arc<Screen>,
}

pub const SESSION_S: f64 = 6.0;

/// Reports so many seconds of a made-up session.
pub fn session(seconds: f64, recorder: &mut dyn Recorder) {
    play(recorder, &Options { seconds, seed: 3, pictures: true });
}

/// A run of a made-up session, not finished yet.
pub fn recorded_run() -> LiveRun {
    let mut run = LiveRun::new();
    session(SESSION_S, &mut run);
    run
}

pub fn serve(options: ServerOptions) -> Served {
    let (host, screen) = (Arc::new(TestHost::default()), Arc::new(Screen::default()));
    let run = recorded_run();
    screen.show(run.history());
    run.finish(Ok(()));
    let server = Server::start(options, Arc::<TestHost>::clone(&host), Arc::clone(&screen)).unwrap();
    Served { server, host, screen }
}

pub fn any_port() -> ServerOptions {
    ServerOptions { port: Some(0), ..ServerOptions::default() }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// Sends bytes and reads the answer up to the end of the connection.
pub fn raw(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = connect(address);
    stream.write_all(request).unwrap();
    answer(&mut stream)
}

pub fn answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // Some are hung up on while they still talk.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
}

pub fn get_with(address: SocketAddr, path: &str, host: &str, headers: &str) -> Answer {
    raw(address, format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n").as_bytes())
}

pub fn get(address: SocketAddr, path: &str) -> Answer {
    get_with(address, path, &address.to_string(), "")
}

pub type Talk = WebSocket<TcpStream>;

pub fn talk_with(address: SocketAddr, origin: Option<&str>) -> Result<Talk, String> {
    let uri = format!("ws://{address}/api/live").parse().unwrap();
    let mut request = ClientRequestBuilder::new(uri);
    if let Some(origin) = origin {
        request = request.with_header("Origin", origin);
    }
    tungstenite::client(request, connect(address)).map(|(talk, _)| talk).map_err(|error| error.to_string())
}

pub fn talk(address: SocketAddr) -> Talk {
    talk_with(address, None).unwrap()
}

/// The next text that is of a kind; none when the other end has hung up.
pub fn hear(talk: &mut Talk, kind: &str) -> Option<Value> {
    loop {
        match talk.read() {
            Ok(Message::Text(text)) => {
                let value: Value = serde_json::from_str(text.as_str()).unwrap();
                if value["kind"] == kind {
                    return Some(value);
                }
            }
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

pub fn say(talk: &mut Talk, text: &str) {
    talk.send(Message::text(text)).unwrap();
}

/// Waits until something is so.
pub fn until(what: &str, mut so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
