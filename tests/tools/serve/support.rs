//! A server of our own, and clients of all kinds.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::waiting::{LIMIT, within};

/// How long anything may take on a machine that has much to do.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; it is killed at the end.
pub struct Server {
    child: Child,
    /// Where the page is, as in `127.0.0.1:40001`.
    pub page: String,
    /// Where the plain port is.
    pub plain: String,
}

impl Server {
    /// Starts a server that keeps nothing.
    pub fn start(arguments: &[&str]) -> Server {
        Server::with_store(Path::new("none"), arguments)
    }

    /// Starts a server that keeps tables there.
    pub fn with_store(store: &Path, arguments: &[&str]) -> Server {
        Server::of(Path::new(env!("CARGO_BIN_EXE_tengen")), store, arguments)
    }

    /// The same with another file of the program.
    pub fn of(program: &Path, store: &Path, arguments: &[&str]) -> Server {
        // A file that is too large is an error then, and no signal that ends the program.
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(program);
        let mut child = if cfg!(unix) { shell } else { Command::new(program) };
        let mut child = child
            .args(["serve", "--listen", "127.0.0.1:0", "--tcp", "127.0.0.1:0", "--store"])
            .arg(store)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let said = within(LIMIT, move || [lines.next(), lines.next()]);
        let mut said = said.expect("it starts").into_iter();
        let mut address = |start: &str| {
            let line = said.next().flatten().expect("a line for each port").unwrap();
            line.strip_prefix(start).expect(&line).trim_end_matches('/').to_owned()
        };
        let page = address("page at http://");
        let plain = address("lines at ");
        Server { child, page, plain }
    }

    /// Number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it as the system does, without a word.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends bytes to the plain port, ends the input, and reads to the end.
    pub fn say(&self, bytes: impl AsRef<[u8]>) -> String {
        let mut stream = connect(&self.plain);
        stream.write_all(bytes.as_ref()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        read_all(&mut stream)
    }

    /// Sends a request to the page's port and reads the whole answer.
    pub fn request(&self, text: &str) -> String {
        let mut stream = connect(&self.page);
        stream.write_all(text.replace('\n', "\r\n").as_bytes()).unwrap();
        read_all(&mut stream)
    }

    /// A page without a browser, which has heard the greeting.
    pub fn visit(&self) -> Page {
        let mut page = self.knock().unwrap();
        assert_eq!(page.hear("hello")["engines"][0], "tengen");
        page
    }

    /// The same, if the server lets it in.
    pub fn knock(&self) -> Result<Page, String> {
        let request = format!("ws://{}/socket", self.page).into_client_request().unwrap();
        let stream = connect(&self.page);
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Page { socket }),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// A connection that never waits for ever.
pub fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Everything up to the end; a reset is one.
pub fn read_all(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    let deadline = Instant::now() + PATIENCE;
    while let Ok(count @ 1..) = stream.read(&mut chunk) {
        bytes.extend_from_slice(&chunk[..count]);
        assert!(Instant::now() < deadline, "it never ends");
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A page without a browser.
pub struct Page {
    socket: WebSocket<TcpStream>,
}

impl Page {
    /// A page over that connection, if the server lets it in.
    pub fn through(stream: TcpStream, host: &str) -> Option<Page> {
        let request = format!("ws://{host}/socket").into_client_request().unwrap();
        let (socket, _) = tungstenite::client(request, stream).ok()?;
        let mut page = Page { socket };
        page.hear_if("hello").map(|_| page)
    }

    /// The next message of that kind; nothing when the server has closed or is silent.
    pub fn hear_if(&mut self, kind: &str) -> Option<Value> {
        loop {
            let message = self.next()?;
            if message["is"] == kind {
                return Some(message);
            }
        }
    }

    /// Reads and forgets messages for that long.
    pub fn poll_for(&mut self, time: Duration) {
        self.glance(Duration::from_millis(50));
        let end = Instant::now() + time;
        while Instant::now() < end && self.poll().is_ok() {}
    }

    /// The next scene of a game that goes on.
    pub fn begin(&mut self) -> Value {
        loop {
            let scene = self.hear("scene");
            if scene["view"]["result"].is_null() {
                return scene;
            }
        }
    }

    /// Sends a request.
    #[expect(clippy::needless_pass_by_value, reason = "json! makes values")]
    pub fn send(&mut self, request: Value) {
        self.send_text(&request.to_string());
    }

    /// Sends any text.
    pub fn send_text(&mut self, text: &str) {
        // The server may have had enough already.
        let _ = self.socket.send(Message::text(text));
    }

    /// Sends any bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.socket.send(Message::binary(bytes.to_vec()));
    }

    /// Sends a line to the first desk.
    pub fn line(&mut self, line: &str) {
        self.send(json!({"do": "line", "to": "a", "line": line}));
    }

    /// The next message; nothing when the server has closed.
    pub fn next(&mut self) -> Option<Value> {
        // A server that asks whether we are still there is no answer.
        let deadline = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < deadline, "no message comes");
            match self.socket.read().ok()? {
                Message::Text(text) => return Some(serde_json::from_str(text.as_str()).unwrap()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// How long [`Page::poll`] waits.
    pub fn glance(&mut self, time: Duration) {
        self.socket.get_mut().set_read_timeout(Some(time)).unwrap();
    }

    /// The next message if one comes soon.
    ///
    /// # Errors
    /// When the server has closed.
    pub fn poll(&mut self) -> Result<Option<Value>, ()> {
        match self.socket.read() {
            Ok(Message::Text(text)) => Ok(Some(serde_json::from_str(text.as_str()).unwrap())),
            Ok(Message::Close(_)) => Err(()),
            Ok(_) => Ok(None),
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
            {
                Ok(None)
            }
            Err(_) => Err(()),
        }
    }

    /// The next message of that kind.
    pub fn hear(&mut self, kind: &str) -> Value {
        // Scenes come and come while programs run.
        let deadline = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < deadline, "no {kind} comes");
            let message = self.next().unwrap_or_else(|| panic!("closed before {kind}"));
            if message["is"] == kind {
                return message;
            }
        }
    }

    /// The next line of the engine that begins so.
    pub fn hear_line(&mut self, start: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < deadline, "no line begins with {start}");
            let line = self.hear("line")["line"].as_str().unwrap().to_owned();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// The next scene in which that many moves were played, or the game is over.
    pub fn scene(&mut self, moves: usize) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < deadline, "no scene with {moves} moves comes");
            let scene = self.hear("scene");
            let view = &scene["view"];
            if view["moves"].as_array().unwrap().len() >= moves || !view["result"].is_null() {
                return scene;
            }
        }
    }

    /// The next scene in which the game is over.
    pub fn over(&mut self) -> Value {
        self.scene(usize::MAX)
    }

    /// The next message of one of these kinds that `is_meant`, as text.
    pub fn hear_any(&mut self, kinds: &[&str], is_meant: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < deadline, "none of {kinds:?} comes");
            let message = self.next().unwrap_or_else(|| panic!("closed before {kinds:?}"));
            let text = message.to_string();
            if kinds.iter().any(|kind| message["is"] == *kind) && is_meant(&text) {
                return text;
            }
        }
    }

    /// Founds a table, enters it, and says its name.
    pub fn found(&mut self, table: &Value, key: &str) -> String {
        self.send(json!({"do": "found", "id": 1, "key": key, "table": table}));
        let name = self.hear("founded")["table"].as_str().unwrap().to_owned();
        self.enter(&name, key);
        name
    }

    /// Enters a table.
    pub fn enter(&mut self, name: &str, key: &str) {
        self.send(json!({"do": "enter", "table": name, "key": key}));
    }

    /// Plays a move.
    pub fn play(&mut self, mv: &str) {
        self.send(json!({"do": "want", "chair": null, "want": {"do": "play", "move": mv}}));
    }
}

/// A folder for one test, which is removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
