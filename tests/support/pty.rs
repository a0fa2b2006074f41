//! A terminal for a program under test.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// How long anything may take on a machine that has much to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with a program in it.
pub struct Terminal {
    ours: File,
    child: Child,
    heard: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Terminal {
    /// Starts a program that has nothing but a terminal.
    pub fn start(command: &mut Command) -> Terminal {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&ours).expect("a terminal of ours");
        unlockpt(&ours).expect("a terminal to open");
        let size = Winsize { ws_row: 30, ws_col: 90, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&ours, size).expect("a terminal with a size");
        let name = ptsname(&ours, Vec::new()).expect("a terminal with a name");
        let name = name.into_string().expect("a name that is text");
        let open = || OpenOptions::new().read(true).write(true).open(&name).expect("its other end");
        // The last copies of the other end are the child's: its end is heard.
        let child = command.stdin(open()).stdout(open()).stderr(open()).env("TERM", "xterm");
        let child = child.spawn().expect("the program starts");
        command.stdin(std::process::Stdio::null());
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let ours = File::from(ours);
        let heard = Arc::<Mutex<Vec<u8>>>::default();
        let (mut reading, kept) = (ours.try_clone().expect("a copy"), Arc::clone(&heard));
        let reader = thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = reading.read(&mut chunk) {
                kept.lock().expect("no reader has failed").extend_from_slice(&chunk[..count]);
            }
        });
        Terminal { ours, child, heard, reader }
    }

    /// Everything that was drawn so far.
    pub fn drawn(&self) -> String {
        String::from_utf8_lossy(&self.heard.lock().expect("no reader has failed")).into_owned()
    }

    /// Waits until this was drawn.
    pub fn wait_for(&self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.drawn().contains(text) {
            assert!(Instant::now() < deadline, "no {text} in {:?}", self.drawn());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Types.
    pub fn press(&mut self, keys: &str) {
        self.ours.write_all(keys.as_bytes()).expect("a terminal takes keys");
    }

    /// Whether what is typed is shown and comes line by line, as a shell expects it.
    pub fn is_usual(&self) -> bool {
        let modes = tcgetattr(&self.ours).expect("a terminal with modes").local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }

    /// Waits for the end of the program; everything that was drawn, and whether it ended well.
    pub fn end(mut self) -> (String, bool) {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(Instant::now() < deadline, "it does not end: {:?}", self.drawn());
            thread::sleep(Duration::from_millis(5));
        };
        assert!(self.is_usual(), "the terminal is not what it was");
        self.reader.join().expect("a reader that ends");
        let drawn = self.heard.lock().expect("no reader has failed");
        (String::from_utf8_lossy(&drawn).into_owned(), status.success())
    }
}
