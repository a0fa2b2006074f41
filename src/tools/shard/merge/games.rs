//! Games of matches: one log from those of the shards, and the summary that the match
//! makes of it, which is that of one machine.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};

use anyhow::{Context, anyhow, bail, ensure};
use serde::Deserialize;
use serde_json::Value;

use tengen_host::cli::failure::{Failure, put};

use super::super::child;
use super::super::contract::{Common, Shard};
use super::super::exit::REFUSED;
use super::super::result::ResultFile;
use super::ender::Ender;
use super::joiner::Joiner;
use super::output::MergeOutput;
use tengen_host::cli::digest::Digester;

/// The games so far, on their way to the match that sums them up.
pub(super) struct Games {
    output: MergeOutput,
    tool: Ender,
    /// `None` once it has heard enough: a test may be decided before the last game.
    input: Option<BufWriter<ChildStdin>>,
    /// What the match prints, where that is watched; else it prints to our own output.
    said: Option<BufReader<ChildStdout>>,
    /// The line of settings, which all shards share.
    settings: Option<Vec<u8>>,
}

/// How a match stands.
pub(super) enum Standing {
    /// More games are to come.
    Open(Box<Value>),
    /// The match is over: its test is decided, or its last game was played.
    Over,
}

/// What is looked at of a game.
#[derive(Deserialize)]
struct NumberedGame {
    game: u64,
}

impl Games {
    /// No games yet; the log goes to `output`. A watcher asks for the standing; else the match
    /// prints its summary itself.
    ///
    /// # Errors
    /// When the match does not start.
    pub fn new(common: &Common, output: MergeOutput, is_watched: bool) -> anyhow::Result<Games> {
        let mut order = child::tool(common.kind, &common.arguments)?;
        order.args(["--played", "-"]).stdin(Stdio::piped());
        if is_watched {
            order.stdout(Stdio::piped());
        }
        let mut tool = order.spawn()?;
        let input = tool.stdin.take().map(BufWriter::new);
        let said = tool.stdout.take().map(BufReader::new);
        Ok(Games { output, tool: Ender(tool), input, said, settings: None })
    }

    /// Asks how the match stands; only where it is watched.
    ///
    /// # Errors
    /// When the match is gone, and nothing was decided.
    pub fn standing(&mut self) -> anyhow::Result<Standing> {
        // An empty line is the question.
        if let Some(input) = &mut self.input
            && input.write_all(b"\n").and_then(|()| input.flush()).is_err()
        {
            self.input = None;
        }
        let said = self.said.as_mut().context("no watcher")?;
        let mut line = String::new();
        said.read_line(&mut line)?;
        match serde_json::from_str(&line) {
            Ok(summary) => Ok(Standing::Open(Box::new(summary))),
            Err(_) if line.is_empty() => bail!("the match ended: expected it to go on"),
            // The summary at the end is no object in a line.
            Err(_) => {
                put(line.as_bytes()).map_err(|failure| anyhow!(failure))?;
                Ok(Standing::Over)
            }
        }
    }

    /// Adds a line to the log, and tells the match.
    fn tell(&mut self, line: &[u8]) -> io::Result<()> {
        self.output.write_all(line)?;
        let told = self.input.as_mut().map_or(Ok(()), |input| input.write_all(line));
        match told {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.input = None,
            told => told?,
        }
        Ok(())
    }
}

impl Joiner for Games {
    fn add(&mut self, shard: &Shard, result: &mut ResultFile) -> anyhow::Result<()> {
        let mut lines = result.split(b'\n');
        let mut settings = lines.next().transpose()?.context("an empty log")?;
        settings.push(b'\n');
        match &self.settings {
            None => self.tell(&settings)?,
            Some(before) if *before != settings => bail!("other settings: expected one match"),
            Some(_) => {}
        }
        self.settings.get_or_insert(settings);
        let mut games: Vec<(u64, Vec<u8>)> = Vec::new();
        for line in lines {
            let mut line = line?;
            let NumberedGame { game } = serde_json::from_slice(&line).context("a game")?;
            line.push(b'\n');
            games.push((game, line));
        }
        // Games end in any order.
        games.sort_unstable_by_key(|(game, _)| *game);
        let first = 2 * shard.part.first - 1;
        // Of the last pair of all there may be one game only.
        let least = 2 * shard.part.count() - u64::from(shard.part.last == shard.common.units);
        let count = games.len() as u64;
        let are_those = (first..).zip(&games).all(|(number, (game, _))| *game == number);
        ensure!(
            are_those && (least..=2 * shard.part.count()).contains(&count),
            "{count} games: expected those of the pairs {}",
            shard.part
        );
        games.iter().try_for_each(|(_, line)| self.tell(line))?;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        if let Some(mut input) = self.input.take() {
            match input.flush() {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    return Err(anyhow!("the match: {error}").into());
                }
                _ => {}
            }
        }
        if let Some(said) = &mut self.said {
            let mut rest = Vec::new();
            said.read_to_end(&mut rest).context("the match")?;
            put(&rest)?;
        }
        let status = self.tool.end().context("the match")?;
        if !status.success() {
            // The match has said why.
            return Err(Failure::Told(REFUSED));
        }
        let Games { output, .. } = *self;
        Ok(output.publish()?)
    }
}

/// The digest of the games of a log in their order, without the times that they took.
pub(super) fn without_times(result: &mut ResultFile) -> anyhow::Result<String> {
    result.rewind()?;
    let mut lines = Vec::new();
    for line in result.lines() {
        let mut game: Value = serde_json::from_str(&line?)?;
        for chosen in game["chosen"].as_array_mut().into_iter().flatten() {
            chosen.as_object_mut().map(|chosen| chosen.remove("time_ms"));
        }
        lines.push((game["game"].as_u64(), game.to_string()));
    }
    lines.sort_unstable();
    let mut digester = Digester::default();
    for (_, line) in &lines {
        digester.add(line.as_bytes());
    }
    Ok(digester.finish())
}
