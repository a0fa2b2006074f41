//! The review of the game on the table: another run of this program makes it meanwhile.

use std::io::{self, Read, Write};
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use anyhow::{Context, anyhow};

use tengen_games::record::{self, Format, GameRecord};
use tengen_host::programs::process::{Guard, SilentProcess, own_program};

/// Starts to review a game; the text comes when it is ready. The guard ends the review
/// when we end first.
///
/// # Errors
/// When the game cannot be written, or the program not be started.
pub(super) fn review(game: &GameRecord, guard: &Guard) -> anyhow::Result<Receiver<String>> {
    let bytes = record::write(Format::Sgf, std::slice::from_ref(game))
        .map_err(|error| anyhow!("the game cannot be reviewed: {error}"))?;
    let start = || -> io::Result<_> {
        let (input, to_it) = io::pipe()?;
        let (said, output) = io::pipe()?;
        let (complaint, errors) = io::pipe()?;
        let mut order = Command::new(own_program()?);
        order.args(["review", "-", "--format", "sgf"]).stdin(input).stdout(output).stderr(errors);
        Ok((SilentProcess::start(&mut order, guard)?, to_it, said, complaint))
    };
    let (mut process, mut to_it, said, complaint) =
        start().context("a review cannot be started")?;
    let (sender, receiver) = mpsc::channel();
    let work = move || {
        let complaint = thread::spawn(move || read(complaint));
        // A program that has ended already says why.
        let _ = to_it.write_all(&bytes);
        drop(to_it);
        let said = read(said);
        let is_there = process.wait(&|| false).is_some_and(|status| status.success());
        let said = if is_there { said } else { complaint.join().unwrap_or_default() };
        // The receiver is gone where the table was left.
        let _ = sender.send(said.trim_end().to_owned());
    };
    thread::Builder::new().spawn(work).context("no thread to wait in")?;
    Ok(receiver)
}

/// All that comes out of a pipe.
fn read(mut pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    // What came before it broke is better than nothing.
    let _ = pipe.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
