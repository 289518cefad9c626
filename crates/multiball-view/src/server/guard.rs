//! Access control: this machine alone, or anyone with the token; and the headers of every answer.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::Request;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::HeaderName;
use axum::http::HeaderValue;
use axum::http::StatusCode;
use axum::http::header;
use axum::middleware::Next;
use axum::response::IntoResponse;
use axum::response::Response;
use subtle::ConstantTimeEq;

use super::ServerError;
use super::Shared;
use super::page;

const LEAST_TOKEN: usize = 12;
/// Only what this server sends itself; no other page may frame it.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CONTENT_POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Who may look.
pub(crate) struct Guard {
    address: SocketAddr,
    /// None where only this machine can connect and none was given.
    token: Option<String>,
}

impl Guard {
    pub(super) fn new(address: SocketAddr, token: Option<String>) -> Result<Self, ServerError> {
        let token = match token {
            Some(token) => Some(checked(token)?),
            None if address.ip().is_loopback() => None,
            None => Some(drawn()?),
        };
        Ok(Self { address, token })
    }

    /// What to open in a browser of this machine: the unspecified address, which means all addresses, is no name to
    /// open.
    pub(super) fn url(&self) -> String {
        let mut address = self.address;
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        match &self.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// A name in DNS that leads here is not this machine's own name: a foreign page could use it to read what is shown.
    fn knows_host(&self, headers: &HeaderMap) -> bool {
        if self.token.is_some() {
            return true;
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port),
            _ => (host, "80"),
        };
        let own = ["localhost", "127.0.0.1", "[::1]"].contains(&name) || name == self.address.ip().to_string();
        own && port == self.address.port().to_string()
    }

    fn cookie(&self) -> String {
        // Cookies do not know ports: another server's token should not be written over.
        format!("multiball_{}", self.address.port())
    }

    fn is_token(&self, given: &str) -> bool {
        self.token.as_ref().is_none_or(|token| bool::from(token.as_bytes().ct_eq(given.as_bytes())))
    }

    /// Whether a header shows the token.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        if self.token.is_none() {
            return true;
        }
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let bearer = text(header::AUTHORIZATION).strip_prefix("Bearer ").unwrap_or_default();
        let name = self.cookie();
        let cookies = text(header::COOKIE).split(';').filter_map(|cookie| cookie.trim().split_once('='));
        let mut given = cookies.filter(|(key, _)| *key == name).map(|(_, value)| value).chain([bearer]);
        given.any(|token| self.is_token(token))
    }

    /// Whether a socket is requested by this server's own page, or by no page at all.
    pub(super) fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")) == Some(host)
    }

    /// The answer to a request with the token in its address: the token is put into a cookie, and out of the address.
    fn welcome(&self, request: &Request) -> Option<Response> {
        self.token.as_ref()?;
        let query = request.uri().query()?;
        let token = query.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        if !self.is_token(token) {
            return None;
        }
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", self.cookie());
        let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_owned())];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Every request passes here.
pub(super) async fn watch(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let guard = &shared.guard;
    let mut answer = if !guard.knows_host(request.headers()) {
        let why = "This server answers to localhost and 127.0.0.1 alone, with its port.\n";
        (StatusCode::MISDIRECTED_REQUEST, why).into_response()
    } else if let Some(welcome) = guard.welcome(&request) {
        welcome
    } else if guard.is_known(request.headers()) {
        next.run(request).await
    } else {
        page::stranger()
    };
    for (name, value) in HEADERS {
        answer.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    answer.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer
}

fn checked(token: String) -> Result<String, ServerError> {
    let plain = token.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !plain || token.len() < LEAST_TOKEN {
        return Err(ServerError::WeakToken { length: token.chars().count(), least: LEAST_TOKEN });
    }
    Ok(token)
}

fn drawn() -> Result<String, ServerError> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(ServerError::NoToken)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
