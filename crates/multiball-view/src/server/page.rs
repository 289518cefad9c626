//! The page: its files as they stand in `page/`, packed, found by their whole name.
//!
//! `build-page` makes them from `web/`, and `./check` compares them with a fresh build.

use std::io::Read;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::StatusCode;
use axum::http::Uri;
use axum::http::header;
use axum::response::IntoResponse;
use axum::response::Response;
use flate2::read::GzDecoder;

/// A file of the page.
struct Asset {
    path: &'static str,
    media_type: &'static str,
    gzip: &'static [u8],
}

const ASSETS: [Asset; 4] = [
    Asset {
        path: "/index.html",
        media_type: "text/html; charset=utf-8",
        gzip: include_bytes!("../../page/index.html.gz"),
    },
    Asset {
        path: "/assets/index.js",
        media_type: "text/javascript; charset=utf-8",
        gzip: include_bytes!("../../page/assets/index.js.gz"),
    },
    Asset {
        path: "/assets/index.css",
        media_type: "text/css; charset=utf-8",
        gzip: include_bytes!("../../page/assets/index.css.gz"),
    },
    Asset {
        path: "/assets/icon.svg",
        media_type: "image/svg+xml",
        gzip: include_bytes!("../../page/assets/icon.svg.gz"),
    },
];

const STRANGER: &str = include_str!("stranger.html");
const HTML: (axum::http::HeaderName, &str) = (header::CONTENT_TYPE, "text/html; charset=utf-8");

pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "/index.html",
        path => path,
    };
    match ASSETS.iter().find(|asset| asset.path == path) {
        Some(asset) => sent(asset, &headers),
        None => (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response(),
    }
}

/// The answer to someone without the token.
pub(super) fn stranger() -> Response {
    (StatusCode::UNAUTHORIZED, [HTML, (header::WWW_AUTHENTICATE, "Bearer")], STRANGER).into_response()
}

/// A file, or word that the browser's copy of it is still the same.
fn sent(asset: &Asset, headers: &HeaderMap) -> Response {
    let tag = tag(asset.gzip);
    let fixed =
        [(header::CONTENT_TYPE, asset.media_type), (header::CACHE_CONTROL, "no-cache"), (header::ETAG, tag.as_str())];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, [(header::CACHE_CONTROL, "no-cache"), (header::ETAG, tag.as_str())])
            .into_response();
    }
    packed(Bytes::from_static(asset.gzip), headers, fixed)
}

/// The mark of a file's content: the check sum and length at the end of its gzip.
fn tag(gzip: &[u8]) -> String {
    let end = gzip.last_chunk::<8>().copied().unwrap_or_default();
    format!("\"{:016x}\"", u64::from_be_bytes(end))
}

/// Bytes of gzip, unpacked for those who do not take it.
pub(super) fn packed<const N: usize>(
    gzip: Bytes,
    headers: &HeaderMap,
    fixed: [(axum::http::HeaderName, &str); N],
) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let vary = [(header::VARY, "accept-encoding")];
    if accepted.split(',').any(|one| one.trim().split(';').next() == Some("gzip")) {
        return (fixed, vary, [(header::CONTENT_ENCODING, "gzip")], gzip).into_response();
    }
    let mut plain = Vec::new();
    match GzDecoder::new(gzip.as_ref()).read_to_end(&mut plain) {
        Ok(_) => (fixed, vary, plain).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
