//! A match on many machines while it is played: results are taken in the order of the
//! shards as they come, so that a test is decided by the games that one machine would have
//! played, and not by those that end soonest.

use std::fmt::Write as _;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use serde_json::Value;

use tengen_host::cli::failure::{Failure, note};
use tengen_host::cli::interrupt::Interrupt;

use super::super::contract::Shard;
use super::super::result::{ResultError, ResultFile};
use super::games::{Games, Standing};
use super::joiner::{Joiner, refused};

/// How often a signal to end is looked for.
const POLL: Duration = Duration::from_millis(100);

/// A wait for results.
pub(super) struct ResultsWatch {
    /// How often the folder is looked at.
    pub every: Duration,
    /// What ends the job when the test is decided.
    pub cancel: Option<String>,
    interrupt: Interrupt,
}

impl ResultsWatch {
    /// Looks at the folder so often.
    ///
    /// # Errors
    /// When the system tells no signals.
    pub fn new(every: Duration, cancel: Option<String>) -> anyhow::Result<ResultsWatch> {
        let interrupt = Interrupt::listen().context("no signals to listen to")?;
        Ok(ResultsWatch { every, cancel, interrupt })
    }

    /// Waits for the result of a shard.
    ///
    /// # Errors
    /// When the result is not believed, or a signal to end comes.
    pub fn wait(
        &self,
        shard: &Shard,
        open: impl Fn() -> Result<ResultFile, ResultError>,
    ) -> Result<ResultFile, Failure> {
        let mut is_told = false;
        loop {
            match open() {
                Ok(result) => return Ok(result),
                Err(ResultError::Missing | ResultError::Torn(_)) => {}
                Err(error) => return Err(refused(shard, &error)),
            }
            if !is_told {
                note(&format!("waiting for {}", shard.id));
                is_told = true;
            }
            let end = Instant::now() + self.every;
            while Instant::now() < end {
                if let Some(signal) = self.interrupt.received() {
                    return Err(anyhow!("ended by {signal}").into());
                }
                thread::sleep(POLL.min(self.every));
            }
        }
    }

    /// Ends the job: the shards that are left are not needed.
    ///
    /// # Errors
    /// When the command fails.
    pub fn cancel(&self) -> Result<(), Failure> {
        let Some(command) = &self.cancel else { return Ok(()) };
        let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let status = Command::new(shell).args([option, command]).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(anyhow!("--cancel: {command}: {status}: expected it to work").into()),
            Err(error) => Err(anyhow!("--cancel: {command}: {error}: expected a shell").into()),
        }
    }
}

/// Takes a result, and says how the match stands; whether it is over.
///
/// # Errors
/// When it is not what its shard asked for.
pub(super) fn take(
    games: &mut Games,
    shard: &Shard,
    result: &mut ResultFile,
) -> Result<bool, Failure> {
    games.add(shard, result).map_err(|error| refused(shard, &format!("{error:#}")))?;
    match games.standing()? {
        Standing::Open(summary) => {
            note(&line(shard, &summary));
            Ok(false)
        }
        Standing::Over => Ok(true),
    }
}

/// How a match stands after a shard.
fn line(shard: &Shard, summary: &Value) -> String {
    let encounter = &summary["encounters"][0];
    let number =
        |value: &Value| value.as_f64().map_or("?".to_owned(), |value| format!("{value:.1}"));
    let elo = &encounter["elo"];
    let counts: Vec<String> =
        encounter["pentanomial"].as_array().into_iter().flatten().map(Value::to_string).collect();
    let mut line = format!(
        "{} of {} shards, {} games: pairs {}, Elo {} ± {}",
        shard.number,
        shard.common.of,
        summary["games_played"],
        counts.join(" "),
        number(&elo["value"]),
        number(&elo["error"]),
    );
    let test = &summary["sprt"];
    if let (Some(llr), Some(lower), Some(upper)) =
        (test["llr"].as_f64(), test["lower"].as_f64(), test["upper"].as_f64())
    {
        // Writing to a string cannot fail.
        let _ = write!(line, ", LLR {llr:.2} ({lower:.2}, {upper:.2})");
    }
    line
}
