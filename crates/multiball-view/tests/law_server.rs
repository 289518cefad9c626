//! The server: what it sends, to whom, and what does it no harm.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::io::Write;
use std::net::IpAddr;
use std::net::Ipv4Addr;
use std::net::Ipv6Addr;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use multiball::hall::record::Stage;
use multiball_view::{
    DEFAULT_PORT, Head, History, Limits, LiveRun, Marks, Packed, Screen, Server, ServerError, ServerOptions, Shown,
    Source,
};
use tungstenite::Message;

use support::{answer, any_port, connect, get, get_with, hear, raw, say, serve, talk, talk_with, until};

const STRANGE: &str = "gaengster.example";

#[test]
fn law_a_run_can_be_pulled_piece_by_piece() {
    let served = serve(any_port());
    let address = served.server.address();
    let run = get(address, "/api/run").json();
    assert_eq!((&run["run"], &run["head"]["state"]), (&1.into(), &"finished".into()));
    assert_eq!((&run["version"], &run["stage"]["balls"]), (&1.into(), &60.into()));
    let end = run["head"]["end_chunk"].as_u64().unwrap();
    assert!(end >= 23, "{end} chunks");
    for number in 0..end {
        assert_eq!(get(address, &format!("/api/run/1/chunk/{number}")).json()["number"], number);
    }
    let marks = get(address, "/api/run/1/timeline?from=3").json();
    assert_eq!(marks["first"], 3);
    let all = run["head"]["end_mark"].as_u64().unwrap();
    assert_eq!(marks["marks"].as_array().unwrap().len() as u64, all - 3);
    let story = get(address, "/api/run/1/story/1").json();
    assert_eq!((&story["stroke"], &story["robot"]), (&1.into(), &"player".into()));
    let picture = get(address, "/api/run/1/picture/1?t=2.5");
    assert_eq!(picture.header("content-type"), Some("image/png"));
    assert!(picture.header("x-picture").unwrap().contains("\"t_s\":2."));
    assert!(picture.body.starts_with(b"\x89PNG"));
    assert_eq!(get(address, "/api/choices").json()["scenarios"][0]["name"], "hall");
}

#[test]
fn law_what_is_not_there_is_said_so() {
    let served = serve(any_port());
    let address = served.server.address();
    for (path, status) in [
        ("/api/run/1/chunk/9999", 404),
        ("/api/run/1/story/9999", 404),
        ("/api/run/1/picture/7?t=1", 404),
        ("/api/run/2/chunk/0", 410),
        ("/api/run/0/timeline", 410),
        ("/api/run/1/chunk/-1", 400),
        ("/api/run/1/chunk/x", 400),
        ("/api/run/1/picture/0?t=soon", 400),
        ("/api/run/1/picture/0", 400),
        ("/api/nothing", 404),
    ] {
        assert_eq!(get(address, path).status, status, "{path}");
    }
    assert_eq!(get(address, "/api/run/1/picture/0?t=NaN").status, 200);
}

#[test]
fn law_pieces_of_two_runs_are_never_mixed() {
    let served = serve(any_port());
    let address = served.server.address();
    let mut socket = talk(address);
    assert_eq!(hear(&mut socket, "head").unwrap()["run"], 1);
    let run = support::recorded_run();
    assert_eq!(served.screen.show(run.history()), 2);
    assert_eq!(get(address, "/api/run/1/chunk/0").status, 410);
    assert_eq!(get(address, "/api/run/2/chunk/0").status, 200);
    assert_eq!(hear(&mut socket, "head").unwrap()["run"], 2);
    run.finish(Err("the roof fell in".to_owned()));
    let head = get(address, "/api/run").json()["head"].clone();
    assert_eq!((&head["state"], &head["why"]), (&"failed".into(), &"the roof fell in".into()));
}

#[test]
fn law_only_files_of_the_page_are_served() {
    let served = serve(any_port());
    let address = served.server.address();
    let page = get(address, "/");
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").unwrap().starts_with("text/html"));
    assert!(page.text().contains("multiball"));
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../build.rs",
        "//etc/passwd",
        "/etc/passwd",
        "/assets/",
        "/index.html/",
    ] {
        assert_eq!(get(address, path).status, 404, "{path}");
    }
    let whole = "GET http://127.0.0.1/../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    assert_ne!(raw(address, whole.as_bytes()).status, 200);
}

/// The page in the repository is whole, and a browser that has it already gets no second copy.
#[test]
fn law_every_file_that_the_page_names_is_served() {
    let served = serve(any_port());
    let address = served.server.address();
    let page = get(address, "/").text().to_owned();
    let named: Vec<&str> = page.split('"').filter(|text| text.starts_with("/assets/")).collect();
    assert_eq!(named.len(), 3, "{page}");
    for path in named {
        let file = get(address, path);
        assert_eq!(file.status, 200, "{path}");
        assert!(file.body.len() > 100, "{path}");
        let tag = file.header("etag").unwrap();
        let host = format!("127.0.0.1:{}", address.port());
        let again = get_with(address, path, &host, &format!("If-None-Match: {tag}\r\n"));
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, Some(tag)), "{path}");
        assert_eq!(get_with(address, path, &host, "If-None-Match: \"0\"\r\n").status, 200, "{path}");
    }
}

#[test]
fn law_every_answer_carries_the_headers_of_safety() {
    let served = serve(any_port());
    let address = served.server.address();
    for path in ["/", "/api/run", "/nothing", "/api/run/9/chunk/1"] {
        let answer = get(address, path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
        assert!(answer.header("access-control-allow-origin").is_none(), "{path}");
    }
    assert_eq!(get(address, "/api/run").header("cache-control"), Some("no-store"));
}

/// A foreign page could have its own name lead to this machine, and read what is shown.
#[test]
fn law_names_that_lead_here_from_outside_are_refused() {
    let served = serve(any_port());
    let address = served.server.address();
    let port = address.port();
    for host in [STRANGE, "", "127.0.0.1", "localhost.example", "127.0.0.1:1"] {
        assert_eq!(get_with(address, "/api/run", host, "").status, 421, "{host}");
        assert_eq!(get_with(address, "/", &format!("{STRANGE}:{port}"), "").status, 421);
    }
    for host in ["localhost", "127.0.0.1", "[::1]"] {
        assert_eq!(get_with(address, "/api/run", &format!("{host}:{port}"), "").status, 200, "{host}");
    }
    assert_ne!(raw(address, b"GET /api/run HTTP/1.1\r\nConnection: close\r\n\r\n").status, 200);
}

#[test]
fn law_sockets_are_opened_for_the_own_page_alone() {
    let served = serve(any_port());
    let address = served.server.address();
    for origin in
        [format!("http://{STRANGE}"), "null".to_owned(), format!("https://{address}"), "http://127.0.0.1".to_owned()]
    {
        let refused = talk_with(address, Some(&origin)).unwrap_err();
        assert!(refused.contains("403"), "{origin}: {refused}");
    }
    let mut own = talk_with(address, Some(&format!("http://{address}"))).unwrap();
    assert!(hear(&mut own, "head").is_some());
}

#[test]
fn law_a_viewer_starts_and_stops_runs() {
    let served = serve(any_port());
    let mut socket = talk(served.server.address());
    say(
        &mut socket,
        r#"{"kind":"start","scenario":"hall","seed":5,"strength":0.5,"rubber":"smooth","target_m":[-1,0.2]}"#,
    );
    assert!(hear(&mut socket, "done").is_some());
    let starts = served.host.starts.lock().unwrap().clone();
    assert_eq!((starts[0].seed, starts[0].strength, starts[0].target_m), (Some(5), Some(0.5), Some([-1.0, 0.2])));
    say(&mut socket, r#"{"kind":"start","scenario":"hall","seed":13}"#);
    assert_eq!(hear(&mut socket, "error").unwrap()["message"], "13 is taken");
    say(&mut socket, r#"{"kind":"stop"}"#);
    assert!(hear(&mut socket, "done").is_some());
    assert_eq!(served.host.stops.load(Ordering::SeqCst), 1);
}

#[test]
fn law_garbage_is_answered_with_words() {
    let served = serve(any_port());
    let mut socket = talk(served.server.address());
    for garbage in [
        "",
        "nonsense",
        "{}",
        "[]",
        r#"{"kind":"dance"}"#,
        r#"{"kind":"start"}"#,
        r#"{"kind":"start","scenario":"moon"}"#,
        r#"{"kind":"start","scenario":"hall","seed":-1}"#,
        r#"{"kind":"start","scenario":"hall","strength":7}"#,
        r#"{"kind":"start","scenario":"hall","target_m":[5,5]}"#,
        r#"{"kind":"start","scenario":"hall","more":1}"#,
        "\u{0}\u{1}\u{fffd}",
    ] {
        say(&mut socket, garbage);
        assert!(!hear(&mut socket, "error").unwrap()["message"].as_str().unwrap().is_empty(), "{garbage}");
    }
    let deep = "[".repeat(50_000);
    say(&mut socket, &deep);
    assert!(hear(&mut socket, "error").is_some());
    socket.send(Message::binary(vec![0_u8; 100])).unwrap();
    assert!(hear(&mut socket, "error").is_some());
    say(&mut socket, r#"{"kind":"stop"}"#);
    assert!(hear(&mut socket, "done").is_some());
    assert!(served.host.starts.lock().unwrap().is_empty());
}

#[test]
fn law_garbage_on_the_wire_ends_that_connection_alone() {
    let served = serve(any_port());
    let address = served.server.address();
    let mut socket = talk(address);
    for garbage in
        [b"\x16\x03\x01\x02\x00\x01\x00\x01".to_vec(), vec![0; 5000], b"GET\r\n\r\n".to_vec(), vec![0xff; 300]]
    {
        assert!([0, 400].contains(&raw(address, &garbage).status));
    }
    // Bytes that are no frame, on an open socket.
    let mut broken = talk(address);
    broken.get_mut().write_all(&[0xff; 64]).unwrap();
    assert!(hear(&mut broken, "none").is_none());
    assert!(hear(&mut socket, "head").is_some());
    assert_eq!(get(address, "/api/run").status, 200);
}

#[test]
fn law_great_messages_and_bodies_are_refused() {
    let served = serve(any_port());
    let address = served.server.address();
    let mut socket = talk(address);
    let great = format!(r#"{{"kind":"start","scenario":"{}"}}"#, "x".repeat(70_000));
    let _ = socket.send(Message::text(great));
    assert!(hear(&mut socket, "done").is_none());
    let head =
        format!("POST /api/run HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: 10000000\r\n\r\n");
    assert_eq!(raw(address, head.as_bytes()).status, 405);
    let long = format!("GET /{} HTTP/1.1\r\nHost: {address}\r\n\r\n", "a".repeat(1_000_000));
    let mut stream = connect(address);
    let _ = stream.write_all(long.as_bytes());
    assert!([0, 414, 431].contains(&answer(&mut stream).status));
    assert_eq!(get(address, "/api/run").status, 200);
}

#[test]
fn law_a_page_that_floods_is_hung_up_on() {
    let served = serve(any_port());
    let address = served.server.address();
    let mut socket = talk(address);
    for _ in 0..500 {
        if socket.send(Message::text("flood")).is_err() {
            break;
        }
    }
    assert!(hear(&mut socket, "none").is_none());
    assert_eq!(get(address, "/api/run").status, 200);
}

#[test]
fn law_a_hundred_viewers_are_served_and_too_many_refused_politely() {
    let limits = Limits { viewers: 120, ..Limits::default() };
    let served = serve(ServerOptions { limits, ..any_port() });
    let address = served.server.address();
    let mut viewers: Vec<_> = (0..120).map(|_| talk(address)).collect();
    for viewer in &mut viewers {
        assert!(hear(viewer, "head").is_some());
    }
    let mut late = talk(address);
    let refusal = hear(&mut late, "refused").unwrap();
    assert!(refusal["message"].as_str().unwrap().contains("120 pages are open"));
    assert!(hear(&mut late, "head").is_none());
    drop(viewers);
    until("places are free again", || hear(&mut talk(address), "head").is_some());
}

#[test]
fn law_connections_are_counted_too() {
    let limits = Limits { connections: 4, ..Limits::default() };
    let served = serve(ServerOptions { limits, ..any_port() });
    let address = served.server.address();
    let held: Vec<_> = (0..4).map(|_| talk(address)).collect();
    let refused = get(address, "/api/run");
    assert_eq!(refused.status, 503);
    assert!(refused.text().contains("Too many connections"));
    drop(held);
    until("places are free again", || get(address, "/api/run").status == 200);
}

/// A client that sends requests and never reads, and clients that send no whole request.
#[test]
fn law_a_client_that_stalls_is_dropped() {
    let patience = Duration::from_millis(300);
    let limits =
        Limits { connections: 3, stalled: patience, silent: patience, requesting: patience, ..Limits::default() };
    let served = serve(ServerOptions { limits, ..any_port() });
    let address = served.server.address();
    let mut greedy = connect(address);
    let requests = format!("GET /api/run HTTP/1.1\r\nHost: {address}\r\n\r\n").repeat(4000);
    greedy.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
    // The write fails in the middle, when the server no longer reads.
    let _ = greedy.write_all(requests.as_bytes());
    let silent = connect(address);
    let mut half = connect(address);
    half.write_all(b"GET /api/run HT").unwrap();
    until("their places are free again", || get(address, "/api/run").status == 200);
    drop((greedy, silent, half));
}

#[test]
fn law_a_requested_port_that_is_taken_is_named() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let (host, screen) = (Arc::new(support::TestHost::default()), Arc::new(Screen::default()));
    let refused =
        Server::start(ServerOptions { port: Some(port), ..ServerOptions::default() }, host, screen).unwrap_err();
    assert!(matches!(refused, ServerError::PortInUse { .. }), "{refused}");
    let words = refused.to_string();
    assert!(words.contains(&port.to_string()) && words.contains("choose another"), "{words}");
}

#[test]
fn law_without_a_port_the_next_free_one_is_taken() {
    let first = serve(ServerOptions::default());
    let second = serve(ServerOptions::default());
    let ports = [&first, &second].map(|served| served.server.address().port());
    assert!(ports[0] >= DEFAULT_PORT && ports[0] < ports[1], "{ports:?}");
    assert_eq!(second.server.url(), format!("http://127.0.0.1:{}/", ports[1]));
    first.server.stop();
    assert_eq!(get(second.server.address(), "/api/run").status, 200);
}

#[test]
fn law_other_machines_need_the_token() {
    let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let served = serve(ServerOptions { address: everywhere, ..any_port() });
    let port = served.server.address().port();
    let address = (Ipv4Addr::LOCALHOST, port).into();
    let token = served.server.url().split("token=").nth(1).unwrap().to_owned();
    assert!(token.len() >= 32);
    for (path, headers) in [
        ("/", String::new()),
        ("/api/run", String::new()),
        ("/?token=wrong", String::new()),
        ("/api/run", "Authorization: Bearer wrong\r\n".to_owned()),
        ("/api/run", format!("Authorization: Bearer {}\r\n", &token[1..])),
        ("/api/run", format!("Cookie: multiball_{port}=\r\n")),
        ("/api/run", "Authorization: Bearer \r\n".to_owned()),
    ] {
        let answer = get_with(address, path, STRANGE, &headers);
        assert_eq!(answer.status, 401, "{path} {headers}");
        assert!(answer.text().contains("token is needed"));
        assert!(!answer.text().contains(&token));
    }
    assert!(talk_with(address, None).unwrap_err().contains("401"));
    let welcome = get_with(address, &format!("/?token={token}"), STRANGE, "");
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    let cookie = welcome.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let shown = format!("Cookie: other=1; {}\r\n", cookie.split(';').next().unwrap());
    assert_eq!(get_with(address, "/api/run", STRANGE, &shown).status, 200);
    let bearer = format!("Authorization: Bearer {token}\r\n");
    assert_eq!(get_with(address, "/api/run", STRANGE, &bearer).status, 200);
}

#[test]
fn law_weak_tokens_are_refused() {
    for token in ["short", "with spaces in it, and long", ""] {
        let options =
            ServerOptions { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), token: Some(token.to_owned()), ..any_port() };
        let (host, screen) = (Arc::new(support::TestHost::default()), Arc::new(Screen::default()));
        assert!(matches!(Server::start(options, host, screen), Err(ServerError::WeakToken { .. })), "{token}");
    }
}

#[test]
fn law_the_other_loopback_works_where_it_is_there() {
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_err() {
        return;
    }
    let served = serve(ServerOptions { address: IpAddr::V6(Ipv6Addr::LOCALHOST), ..any_port() });
    let address = served.server.address();
    assert_eq!(get(address, "/api/run").status, 200);
    assert_eq!(get_with(address, "/api/run", STRANGE, "").status, 421);
}

#[test]
fn law_before_the_first_run_there_is_none() {
    let (host, screen) = (Arc::new(support::TestHost::default()), Arc::new(Screen::default()));
    let server = Server::start(any_port(), host, Arc::clone(&screen)).unwrap();
    let run = get(server.address(), "/api/run").json();
    assert_eq!((&run["run"], run["stage"].is_null()), (&0.into(), true));
    let mut socket = talk(server.address());
    assert_eq!(hear(&mut socket, "head").unwrap()["run"], 0);
    // Shown before its stage is known.
    let run = LiveRun::new();
    screen.show(run.history());
    let head = hear(&mut socket, "head").unwrap();
    assert_eq!((&head["run"], &head["staged"]), (&1.into(), &false.into()));
}

/// Pictures take their maker a while; it counts how many are made at once, and how long in all.
struct Studio {
    history: Arc<History>,
    at_once: AtomicUsize,
    most_at_once: AtomicUsize,
    made: AtomicUsize,
}

const PICTURE: Duration = Duration::from_millis(10);

impl Source for Studio {
    fn stage(&self) -> Option<Arc<Stage>> {
        self.history.stage()
    }

    fn head(&self) -> Head {
        self.history.head()
    }

    fn marks(&self, from: u64) -> Marks {
        self.history.marks(from)
    }

    fn chunk(&self, number: u64) -> Option<Packed> {
        self.history.chunk(number)
    }

    fn story(&self, stroke: u64) -> Option<Packed> {
        self.history.story(stroke)
    }

    fn picture(&self, _camera: usize, _t_s: f64) -> Option<Shown> {
        let now = self.at_once.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_at_once.fetch_max(now, Ordering::SeqCst);
        std::thread::sleep(PICTURE);
        self.at_once.fetch_sub(1, Ordering::SeqCst);
        self.made.fetch_add(1, Ordering::SeqCst);
        None
    }
}

#[test]
fn law_constant_requests_for_pictures_take_half_a_processor() {
    let run = support::recorded_run();
    let (at_once, most_at_once, made) = Default::default();
    let studio = Arc::new(Studio { history: run.history(), at_once, most_at_once, made });
    run.finish(Ok(()));
    let (host, screen) = (Arc::new(support::TestHost::default()), Arc::new(Screen::default()));
    screen.show(Arc::<Studio>::clone(&studio));
    let server = Server::start(any_port(), host, screen).unwrap();
    let (address, began) = (server.address(), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| (0..4).for_each(|_| assert_eq!(get(address, "/api/run/1/picture/0?t=1").status, 204)));
        }
        // Others are not kept waiting.
        assert_eq!(get(address, "/api/run").status, 200);
    });
    let (made, took) = (studio.made.load(Ordering::SeqCst) as u32, began.elapsed());
    assert_eq!((made, studio.most_at_once.load(Ordering::SeqCst)), (80, 1));
    assert!(took > PICTURE * (2 * made - 2), "{made} pictures in {took:?}");
}

#[test]
fn law_a_given_token_is_required_on_this_machine_too() {
    let token = "a-token-of-ones-own";
    let served = serve(ServerOptions { token: Some(token.to_owned()), ..any_port() });
    assert!(served.server.url().ends_with(&format!("/?token={token}")));
    let address = served.server.address();
    assert_eq!(get(address, "/api/run").status, 401);
    let bearer = format!("Authorization: Bearer {token}\r\n");
    assert_eq!(get_with(address, "/api/run", &address.to_string(), &bearer).status, 200);
    let weak = ServerOptions { token: Some("short".to_owned()), ..any_port() };
    let (host, screen) = (Arc::new(support::TestHost::default()), Arc::new(Screen::default()));
    assert!(matches!(Server::start(weak, host, screen), Err(ServerError::WeakToken { .. })));
}

#[test]
fn law_a_client_that_drips_a_request_is_dropped() {
    let limits = Limits { connections: 1, requesting: Duration::from_millis(400), ..Limits::default() };
    let served = serve(ServerOptions { limits, ..any_port() });
    let address = served.server.address();
    let mut slow = connect(address);
    let began = Instant::now();
    // A byte now and then: never silent for long, and never done.
    while began.elapsed() < Duration::from_secs(10) && slow.write_all(b"G").is_ok() {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(began.elapsed() < Duration::from_secs(5), "held for {:?}", began.elapsed());
    assert_eq!(get(address, "/api/run").status, 200);
}
