//! The answers to the requests of the page.

use std::sync::Arc;

use axum::extract::Path;
use axum::extract::Query;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::HeaderName;
use axum::http::StatusCode;
use axum::http::header;
use axum::response::IntoResponse;
use axum::response::Response;
use multiball::format::PAGE;
use serde::Deserialize;
use serde::Serialize;
use serde_json::json;

use tokio::time::Instant;

use super::Shared;
use super::page;
use crate::{CHUNK_S, Packed, Shown, Source};

const JSON: (HeaderName, &str) = (header::CONTENT_TYPE, "application/json");
const PICTURE: HeaderName = HeaderName::from_static("x-picture");

pub(super) async fn choices(State(shared): State<Arc<Shared>>) -> Response {
    json(&shared.host.choices())
}

/// The run that is shown: what there is in its hall, and how far it is.
pub(super) async fn run(State(shared): State<Arc<Shared>>) -> Response {
    let version = PAGE.version;
    let Some((run, source)) = shared.screen.shown() else {
        return json(&json!({ "version": version, "run": 0, "chunk_s": CHUNK_S, "stage": null, "head": null }));
    };
    let (stage, head) = (source.stage(), source.head());
    json(&json!({ "version": version, "run": run, "chunk_s": CHUNK_S, "stage": stage.as_deref(), "head": head }))
}

#[derive(Debug, Deserialize)]
pub(super) struct From {
    #[serde(default)]
    from: u64,
}

pub(super) async fn timeline(
    state: State<Arc<Shared>>,
    Path(run): Path<u64>,
    Query(From { from }): Query<From>,
    headers: HeaderMap,
) -> Response {
    piece(&state, run, &headers, move |source| Packed::new(&serde_json::to_vec(&source.marks(from)).ok()?).ok()).await
}

pub(super) async fn chunk(
    state: State<Arc<Shared>>,
    Path((run, number)): Path<(u64, u64)>,
    headers: HeaderMap,
) -> Response {
    piece(&state, run, &headers, move |source| source.chunk(number)).await
}

pub(super) async fn story(
    state: State<Arc<Shared>>,
    Path((run, stroke)): Path<(u64, u64)>,
    headers: HeaderMap,
) -> Response {
    piece(&state, run, &headers, move |source| source.story(stroke)).await
}

#[derive(Debug, Deserialize)]
pub(super) struct At {
    t: f64,
}

pub(super) async fn picture(
    State(shared): State<Arc<Shared>>,
    Path((run, camera)): Path<(u64, usize)>,
    Query(At { t }): Query<At>,
) -> Response {
    let Some(source) = shared.screen.run(run) else { return gone() };
    if source.stage().is_some_and(|stage| camera >= stage.cameras.len()) {
        return missing();
    }
    match painted(&shared, move || source.picture(camera, t)).await {
        Some(Shown { t_s, image, media_type, marks }) => {
            let marks: Vec<[f64; 3]> =
                marks.iter().map(|mark| [mark.pixel[0], mark.pixel[1], mark.radius_px]).collect();
            let about = json!({ "t_s": t_s, "marks": marks }).to_string();
            ([(header::CONTENT_TYPE, media_type.to_owned()), (PICTURE, about)], image).into_response()
        }
        // Nothing wrong: a camera that is off, or has not looked yet.
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

/// Makes a picture. Then the picture lock stays taken for as long as the picture took, so that constant requests for
/// pictures take half of one processor at most.
async fn painted(shared: &Arc<Shared>, paint: impl FnOnce() -> Option<Shown> + Send + 'static) -> Option<Shown> {
    let permit = Arc::clone(&shared.picture_lock).acquire_owned().await.ok()?;
    let began = Instant::now();
    let painted = aside(paint).await;
    let took = began.elapsed();
    tokio::spawn(async move {
        tokio::time::sleep(took).await;
        drop(permit);
    });
    painted
}

async fn piece(
    shared: &Arc<Shared>,
    run: u64,
    headers: &HeaderMap,
    find: impl FnOnce(&dyn Source) -> Option<Packed> + Send + 'static,
) -> Response {
    let Some(source) = shared.screen.run(run) else { return gone() };
    match aside(move || find(source.as_ref())).await {
        Some(found) => page::packed(found.gzip().clone(), headers, [JSON]),
        None => missing(),
    }
}

/// Reading a recording or packing a picture takes time: not on the threads that keep all connections going.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Option<T> + Send + 'static) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok().flatten()
}

fn json<T: Serialize>(value: &T) -> Response {
    match serde_json::to_vec(value) {
        Ok(text) => ([JSON], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

fn gone() -> Response {
    (StatusCode::GONE, "Another run is shown now.\n").into_response()
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, "Not there: it is over and gone, or has not happened yet.\n").into_response()
}
