//! The page: files that the build script has put into the program, found by their whole name.

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

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

const PLAIN: &str = include_str!("plain.html");
const STRANGER: &str = include_str!("stranger.html");
const HTML: (axum::http::HeaderName, &str) = (header::CONTENT_TYPE, "text/html; charset=utf-8");

pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "/index.html",
        path => path,
    };
    match ASSETS.iter().find(|asset| asset.path == path) {
        Some(asset) => sent(asset, &headers),
        None if path == "/index.html" => ([HTML], PLAIN).into_response(),
        None => (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response(),
    }
}

/// The answer to someone without the token.
pub(super) fn stranger() -> Response {
    (StatusCode::UNAUTHORIZED, [HTML, (header::WWW_AUTHENTICATE, "Bearer")], STRANGER).into_response()
}

fn sent(asset: &Asset, headers: &HeaderMap) -> Response {
    // Names below /assets/ hold a hash of what is in them.
    let forever = asset.path.starts_with("/assets/");
    let cache = if forever { "max-age=31536000, immutable" } else { "no-cache" };
    let fixed = [(header::CONTENT_TYPE, asset.media_type), (header::CACHE_CONTROL, cache)];
    packed(Bytes::from_static(asset.gzip), headers, fixed)
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
