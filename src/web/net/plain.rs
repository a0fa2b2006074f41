//! The plain port: lines of the native protocol and nothing else.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

use tengen_engine::protocol;

use crate::engines::line_filter;
use crate::engines::session::{EngineEvent, EngineOrder, EngineRequest, EngineSession, Listener};
use crate::limits::{IDLE_LINES, LINE_BYTES, OUTBOX, REFUSAL, SLOW};
use crate::net::server::{Refused, Server};
use crate::outbox::{Gone, Outbox, Parcel, outbox};
use crate::quotas::{QuotaGuard, Resource};
use tengen_host::cli::lines::LineCutter;
use tengen_page::envelope::EndCode;

use super::http::accept;

/// Serves lines; without a port, never.
pub(crate) async fn serve(listener: Option<TcpListener>, server: Arc<Server>) {
    let Some(listener) = listener else { return std::future::pending().await };
    loop {
        let (stream, address) = accept(&listener).await;
        match server.admit(address) {
            Some(Err(refused)) => drop(tokio::spawn(turn_away(stream, refused))),
            Some(Ok(share)) => {
                tokio::spawn(converse(stream, Arc::clone(&server), share, address));
            }
            None => {}
        }
    }
}

async fn turn_away(mut stream: TcpStream, refused: Refused) {
    let Refused { line, share } = refused;
    let line = format!("info string error: {line}\n");
    let said = async {
        stream.write_all(line.as_bytes()).await?;
        stream.shutdown().await?;
        // A system that closes with bytes unread would take the line back.
        let mut ignored = [0; 1024];
        while stream.read(&mut ignored).await? > 0 {}
        std::io::Result::Ok(())
    };
    // A client that does not go is sent away.
    let _ = timeout(REFUSAL, said).await;
    drop(share);
}

async fn converse(stream: TcpStream, server: Arc<Server>, share: QuotaGuard, address: IpAddr) {
    // Lines are short, and the client waits for each.
    let _ = stream.set_nodelay(true);
    let (reader, writer) = stream.into_split();
    let (out, lines) = outbox();
    let (commands, waiting) = mpsc::channel(OUTBOX);
    let session = EngineSession::new(Arc::clone(&server.pool), Mouth(out.clone()), address);
    let session = tokio::spawn(session.serve(waiting));
    let printer = tokio::spawn(write(writer, lines));
    tokio::select! {
        () = read(reader, &commands, &out, &server, address) => {
            // The end of the input is not the end of the answers.
            let _ = commands.send(EngineOrder { command: EngineRequest::End, held: None }).await;
            drop((commands, out));
            let _ = session.await;
            let _ = printer.await;
        }
        () = commands.closed() => {
            drop(out);
            let _ = printer.await;
        }
    }
    drop(share);
}

/// Gives every line to the session until the end, or until it takes no more.
async fn read(
    reader: OwnedReadHalf,
    commands: &mpsc::Sender<EngineOrder>,
    out: &Outbox<String>,
    server: &Server,
    address: IpAddr,
) {
    let mut rate = server.rates.of(address);
    let mut reader = BufReader::new(reader);
    let mut is_first = true;
    // What is longer than allowed is cut a little beyond, so that it is seen to be too long.
    let mut cutter = LineCutter::new(LINE_BYTES + 1);
    loop {
        let line = match timeout(IDLE_LINES, read_line(&mut reader, &mut cutter)).await {
            Ok(Some(line)) => line,
            Ok(None) => return,
            Err(_) => {
                let _ = out.put("info string closed: nothing was said".to_owned()).await;
                return;
            }
        };
        // A page from elsewhere can make a browser send us its forms.
        if is_first && is_request(&line) {
            let said = "info string error: line: HTTP: expected a line of the protocol";
            let _ = out.put(said.to_owned()).await;
            return;
        }
        is_first = false;
        rate.take(line.len()).await;
        let held = match server.quotas.take(Resource::Messages, address, line.len() as u64) {
            Ok(share) => Some(share),
            Err(full) => {
                for line in line_filter::too_much(&line, &full.to_string()) {
                    if out.put(line).await.is_err() {
                        return;
                    }
                }
                continue;
            }
        };
        let order = EngineOrder { command: EngineRequest::Line(line), held };
        if commands.send(order).await.is_err() {
            return;
        }
    }
}

/// Whether a line opens a conversation of a browser.
fn is_request(line: &str) -> bool {
    line.split(' ').nth(2).is_some_and(|word| word.starts_with("HTTP/"))
}

/// The next line; `None` at the end.
async fn read_line(
    reader: &mut BufReader<OwnedReadHalf>,
    cutter: &mut LineCutter,
) -> Option<String> {
    loop {
        // A stream that cannot be read has ended for us.
        let chunk = reader.fill_buf().await.ok()?;
        let is_end = chunk.is_empty();
        let (used, line) = cutter.feed(chunk);
        reader.consume(used);
        match line {
            Some(line) => return Some(protocol::from_bytes(&line.bytes)),
            None if is_end => return None,
            None => {}
        }
    }
}

/// Writes lines until there are no more, or the client is gone.
async fn write(mut writer: OwnedWriteHalf, mut lines: mpsc::Receiver<Parcel<String>>) {
    while let Some(mut parcel) = lines.recv().await {
        parcel.message.push('\n');
        match timeout(SLOW, writer.write_all(parcel.message.as_bytes())).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return,
        }
    }
    let _ = writer.shutdown().await;
}

/// Says in lines what the session has to say.
struct Mouth(Outbox<String>);

impl Listener for Mouth {
    const QUIT_CLOSES_CONNECTION: bool = true;

    async fn hear(&self, word: EngineEvent) -> Result<(), Gone> {
        let line = match word {
            EngineEvent::Line(line) => line,
            EngineEvent::Started(_) | EngineEvent::Ended(EndCode::Quit) => return Ok(()),
            EngineEvent::Ended(why) => format!("info string the engine has ended: {}", why.words()),
            EngineEvent::Refused(problem) => format!("info string error: {problem}"),
        };
        self.0.put(line).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_told_from_programs() {
        for line in ["GET / HTTP/1.1", "POST /x HTTP/1.0", "OPTIONS * HTTP/2"] {
            assert!(is_request(line), "{line}");
        }
        for line in ["go depth 3", "position startpos moves h8", "uci", ""] {
            assert!(!is_request(line), "{line}");
        }
    }
}
