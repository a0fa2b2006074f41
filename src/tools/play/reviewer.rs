//! The review of the game on the table: another run of this program makes it meanwhile.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::{env, thread};

use anyhow::{Context, anyhow};

use tengen_engine::record::{self, Format, GameRecord};

/// Starts to review a game; the text comes when it is ready.
///
/// # Errors
/// When the game cannot be written, or the program not be started.
pub(super) fn review(game: &GameRecord) -> anyhow::Result<Receiver<String>> {
    let bytes = record::write(Format::Sgf, std::slice::from_ref(game))
        .map_err(|error| anyhow!("the game cannot be reviewed: {error}"))?;
    let program = env::current_exe().context("this program is not found any more")?;
    let mut child = Command::new(program)
        .args(["review", "-", "--format", "sgf"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("a review cannot be started")?;
    let (sender, receiver) = mpsc::channel();
    let read = move || {
        if let Some(mut stdin) = child.stdin.take() {
            // A program that has ended already says why.
            let _ = stdin.write_all(&bytes);
        }
        let said = match child.wait_with_output() {
            Ok(output) if output.status.success() => output.stdout,
            Ok(output) => output.stderr,
            Err(error) => error.to_string().into_bytes(),
        };
        // Nobody waits for it any more where the table is left.
        let _ = sender.send(String::from_utf8_lossy(&said).trim_end().to_owned());
    };
    thread::Builder::new().spawn(read).context("no thread to wait in")?;
    Ok(receiver)
}
