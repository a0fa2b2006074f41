//! The port for browsers: connections, requests, answers.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request};
use axum::http::{Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;

use tengen_page::envelope::MESSAGE_BYTES;

use crate::limits::{HEAD, READ_BYTES, REFUSAL, SLOW};
use crate::module::stand_alone;
use crate::net::server::{Refused, Server};
use crate::quotas::QuotaGuard;

use super::deadline::Deadline;
use super::files;
use super::origin_check::{OriginCheck, is_from_here};
use super::socket::{self, Caller};

/// Pause after a connection that could not be taken, as when files run out.
const BREATH: Duration = Duration::from_millis(50);

/// The path of the WebSocket.
const SOCKET: &str = "/socket";

/// The next connection, and where it comes from.
pub(crate) async fn accept(listener: &TcpListener) -> (TcpStream, IpAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, address)) => return (stream, address.ip()),
            Err(error) => {
                log::warn!("a connection could not be taken: {error}");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

/// Serves browsers.
pub(crate) async fn serve(listener: TcpListener, server: Arc<Server>) {
    loop {
        let (stream, address) = accept(&listener).await;
        // Moves are short, and a page waits for each.
        let _ = stream.set_nodelay(true);
        match server.admit(address) {
            Some(Ok(share)) => {
                tokio::spawn(connection(stream, Arc::clone(&server), share, address));
            }
            Some(Err(refused)) => drop(tokio::spawn(turn_away(stream, refused))),
            None => {}
        }
    }
}

/// Tells a connection beyond the limit of its refusal; one that is slow to ask is closed.
async fn turn_away(stream: TcpStream, refused: Refused) {
    let Refused { line, share } = refused;
    let service = service_fn(move |_: Request<Incoming>| {
        let answer = refuse(StatusCode::SERVICE_UNAVAILABLE, &line);
        async move { Ok::<_, Infallible>(answer) }
    });
    let told = http1::Builder::new()
        .max_buf_size(HEAD_BYTES)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    let _ = tokio::time::timeout(REFUSAL, told).await;
    drop(share);
}

/// Serves one connection.
async fn connection(stream: TcpStream, server: Arc<Server>, share: QuotaGuard, address: IpAddr) {
    // The share is held until the sockets that grow out of the connection are gone, too.
    let share = Arc::new(share);
    // Requests follow one another, so that nothing waits for this lock.
    let rate = Arc::new(Mutex::new(server.rates.of(address)));
    let service = service_fn(move |request: Request<Incoming>| {
        let (server, share, rate) = (Arc::clone(&server), Arc::clone(&share), Arc::clone(&rate));
        async move {
            rate.lock().await.take(0).await;
            let answer = answer(request.map(Body::new), server, share, address).await;
            Ok::<_, Infallible>(answer)
        }
    });
    // A browser that breaks off, or is too slow, is no news.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(Deadline::new(stream, SLOW)), service)
        .with_upgrades()
        .await;
}

/// Largest head of a request, in bytes.
const HEAD_BYTES: usize = 16 << 10;

/// Answers a request.
async fn answer(
    request: Request,
    server: Arc<Server>,
    share: Arc<QuotaGuard>,
    address: IpAddr,
) -> Response<Body> {
    if let Err(stranger) = server.origins.check_host(request.headers()) {
        return refuse(StatusCode::MISDIRECTED_REQUEST, &stranger.to_string());
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let line = format!("method: {}: expected GET", request.method());
        return refuse(StatusCode::METHOD_NOT_ALLOWED, &line);
    }
    if request.uri().path() == SOCKET {
        return upgrade(request, server, share, address).await;
    }
    let (path, headers) = (request.uri().path(), request.headers());
    let module = server.module.as_ref();
    if let Some(answer) = module.and_then(|module| module.answer(path, headers)) {
        return answer;
    }
    match files::find(path) {
        Some(file) => {
            let mut answer = file.answer(headers);
            if module.is_some() {
                stand_alone(answer.headers_mut());
            }
            answer
        }
        None => refuse(StatusCode::NOT_FOUND, "path: expected / and what belongs to it"),
    }
}

/// Turns a connection into a WebSocket.
async fn upgrade(
    request: Request,
    server: Arc<Server>,
    share: Arc<QuotaGuard>,
    address: IpAddr,
) -> Response<Body> {
    if let Err(stranger) = OriginCheck::check_origin(request.headers()) {
        return refuse(StatusCode::FORBIDDEN, &stranger.to_string());
    }
    let origin = request.headers().get(header::ORIGIN);
    let origin = origin.and_then(|value| value.to_str().ok()).map(str::to_owned);
    let caller = Caller { address, origin, is_from_here: is_from_here(request.headers(), address) };
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade
            .read_buffer_size(READ_BYTES)
            .max_message_size(MESSAGE_BYTES)
            .max_frame_size(MESSAGE_BYTES)
            .on_upgrade(move |socket| async move {
                socket::converse(socket, server, caller).await;
                drop(share);
            }),
        Err(refusal) => {
            let line = format!("socket: {}: expected a WebSocket", refusal.body_text());
            refuse(refusal.into_response().status(), &line)
        }
    }
}

/// A refusal in one line.
fn refuse(status: StatusCode, line: &str) -> Response<Body> {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'"),
    ];
    (status, headers, format!("{line}\n")).into_response()
}
