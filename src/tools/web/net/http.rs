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

use crate::tools::web::limits::{HEAD, MESSAGE_BYTES};
use crate::tools::web::page;
use crate::tools::web::quota::Slot;
use crate::tools::web::server::Server;

use super::origin_check::OriginCheck;
use super::socket;

/// Pause after a connection that could not be taken, as when files run out.
const BREATH: Duration = Duration::from_millis(50);

/// The path of the WebSocket.
const SOCKET: &str = "/socket";

/// The next connection, and where it comes from.
pub(in crate::tools::web) async fn accept(listener: &TcpListener) -> (TcpStream, IpAddr) {
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
pub(in crate::tools::web) async fn serve(listener: TcpListener, server: Arc<Server>) {
    loop {
        let (stream, address) = accept(&listener).await;
        // Moves are short and somebody waits for them.
        let _ = stream.set_nodelay(true);
        let slot = server.slot(address);
        tokio::spawn(connection(stream, Arc::clone(&server), slot, address));
    }
}

/// Serves one connection; without a slot it is told so.
async fn connection(
    stream: TcpStream,
    server: Arc<Server>,
    slot: Result<Slot, String>,
    address: IpAddr,
) {
    // The slot is kept for as long as a socket that grows out of the connection.
    let slot = slot.map(Arc::new);
    let is_over_limit = slot.is_err();
    let service = service_fn(move |request: Request<Incoming>| {
        let (server, slot) = (Arc::clone(&server), slot.clone());
        async move {
            let answer = match slot {
                Ok(slot) => answer(request.map(Body::new), server, slot, address).await,
                Err(refusal) => refuse(StatusCode::SERVICE_UNAVAILABLE, &refusal),
            };
            Ok::<_, Infallible>(answer)
        }
    });
    // A browser that breaks off, or is too slow, is no news.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .keep_alive(!is_over_limit)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
}

/// Largest head of a request, in bytes.
const HEAD_BYTES: usize = 16 << 10;

/// Answers a request.
async fn answer(
    request: Request,
    server: Arc<Server>,
    slot: Arc<Slot>,
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
        return upgrade(request, server, slot, address).await;
    }
    match page::find(request.uri().path()) {
        Some(file) => file.answer(request.headers()),
        None => refuse(StatusCode::NOT_FOUND, "path: expected / and what belongs to it"),
    }
}

/// Turns a connection into a WebSocket.
async fn upgrade(
    request: Request,
    server: Arc<Server>,
    slot: Arc<Slot>,
    address: IpAddr,
) -> Response<Body> {
    if let Err(stranger) = OriginCheck::check_origin(request.headers()) {
        return refuse(StatusCode::FORBIDDEN, &stranger.to_string());
    }
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade
            .max_message_size(MESSAGE_BYTES)
            .max_frame_size(MESSAGE_BYTES)
            .on_upgrade(move |socket| async move {
                socket::converse(socket, server, address).await;
                drop(slot);
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
