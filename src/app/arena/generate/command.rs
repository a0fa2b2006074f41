//! `tengen openings`: the generator from the command line.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::app::cli::{Setting, Settings};
use crate::app::files::write_whole;
use crate::app::{Failure, put};
use crate::game::{Move, Variant};
use crate::session::options::{Options, whole_number};

use super::{GenerateError, Recipe, generate};

/// Arguments of `openings`.
#[derive(Args, Debug)]
pub(in crate::app) struct OpeningsArguments {
    /// The game, as the option Variant
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Number of openings
    #[arg(long, value_name = "N", default_value = "20", value_parser = parse_count)]
    count: usize,
    /// Seed of every lot that is drawn
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_seed)]
    seed: u64,
    /// Number of stones, drawn anew for each opening
    #[arg(long, value_name = "A..B", default_value = "3..7", value_parser = parse_stones)]
    stones: RangeInclusive<usize>,
    /// Positions that the engine looks at to say who stands better
    #[arg(long, value_name = "N", default_value = "20000", value_parser = parse_nodes)]
    nodes: u64,
    /// Largest advantage of either side, in hundredths as in score cp
    #[arg(long, value_name = "CP", default_value = "50", value_parser = parse_advantage)]
    max_cp: u32,
    /// Write the list to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// Makes openings and prints them.
///
/// # Errors
/// When the arguments contradict each other, when there are not so many
/// openings, or when the list cannot be written; nothing is written then.
pub(in crate::app) fn run(
    arguments: OpeningsArguments,
    settings: Vec<Setting>,
) -> Result<(), Failure> {
    let OpeningsArguments { count, seed, stones, nodes, max_cp, output, .. } = arguments;
    // A game clears the options that change it, so it comes before them.
    let game = arguments.variant.map(|name| Setting::new("Variant", name));
    let settings: Vec<Setting> =
        game.into_iter().chain(settings).chain(arguments.settings.list).collect();
    let recipe = Recipe { variant: variant(&settings)?, count, seed, stones, nodes, max_cp };

    let bar = ProgressBar::new(count as u64).with_style(style());
    let made = generate(&recipe, &mut |found| bar.set_position(found as u64));
    bar.finish_and_clear();
    let openings = made.map_err(|error| match error {
        GenerateError::Exhausted { .. } => Failure::Other(anyhow!(error)),
        _ => Failure::Usage(error.to_string()),
    })?;
    let list = list(&recipe, &settings, &openings);
    match output {
        Some(path) => Ok(write_whole(&path, list.as_bytes())?),
        None => put(list.as_bytes()),
    }
}

/// The game that the settings describe.
fn variant(settings: &[Setting]) -> Result<Variant, Failure> {
    let mut options = Options::default();
    for Setting { name, value } in settings {
        options
            .set(name, value.as_deref())
            .map_err(|problem| Failure::Usage(format!("{}: {}", problem.text, problem.expected)))?;
    }
    options.variant().map_err(|error| Failure::Usage(error.to_string()))
}

/// A bar on a terminal; elsewhere nothing is shown.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} openings, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The list with a heading that says how it was made.
fn list(recipe: &Recipe, settings: &[Setting], openings: &[Vec<Move>]) -> String {
    let Recipe { variant, nodes, max_cp, .. } = recipe;
    let mut lines = vec![
        format!("# {}", command_line(recipe, settings)),
        format!("# made with tengen {} for {variant}", env!("CARGO_PKG_VERSION")),
        format!(
            "# row 1 at the bottom; after {nodes} positions neither side is better by more than {max_cp} hundredths"
        ),
    ];
    let line = |moves: &Vec<Move>| moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    lines.extend(openings.iter().map(line));
    lines.join("\n") + "\n"
}

/// The command that makes the list again.
fn command_line(recipe: &Recipe, settings: &[Setting]) -> String {
    let Recipe { count, seed, stones, nodes, max_cp, .. } = recipe;
    let mut words = vec!["tengen".to_owned(), "openings".to_owned()];
    for Setting { name, value } in settings {
        let value = value.as_ref().map_or_else(String::new, |value| format!("={value}"));
        words.extend(["--set".to_owned(), format!("{name}{value}")]);
    }
    let stones = format!("{}..{}", stones.start(), stones.end());
    for (name, value) in [
        ("--count", count.to_string()),
        ("--seed", seed.to_string()),
        ("--stones", stones),
        ("--nodes", nodes.to_string()),
        ("--max-cp", max_cp.to_string()),
    ] {
        words.extend([name.to_owned(), value]);
    }
    shell_words::join(words)
}

/// Reads a whole number of that range.
fn number(text: &str, range: RangeInclusive<i64>) -> Option<i64> {
    whole_number(text).filter(|number| range.contains(number))
}

fn parse_count(text: &str) -> Result<usize, &'static str> {
    let count = number(text, 1..=1_000_000).map(|count| count as usize);
    count.ok_or("expected a number of openings, 1 to 1000000")
}

fn parse_seed(text: &str) -> Result<u64, &'static str> {
    number(text, 0..=i64::MAX).map(|seed| seed as u64).ok_or("expected a number, 0 or more")
}

fn parse_nodes(text: &str) -> Result<u64, &'static str> {
    let nodes = number(text, 1..=1_000_000_000).map(|nodes| nodes as u64);
    nodes.ok_or("expected a number of positions, 1 to 1000000000")
}

fn parse_advantage(text: &str) -> Result<u32, &'static str> {
    let hundredths = number(text, 0..=100_000).map(|hundredths| hundredths as u32);
    hundredths.ok_or("expected hundredths from 0 to 100000")
}

/// Reads `3..7`, both ends included, or a single number.
fn parse_stones(text: &str) -> Result<RangeInclusive<usize>, &'static str> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let count = |text| number(text, 1..=800).map(|count| count as usize);
    let stones = count(least).zip(count(most)).filter(|(least, most)| least <= most);
    stones.map(|(least, most)| least..=most).ok_or("expected stones from 1 to 800, as in 3..7")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_stones_are_read() {
        assert_eq!(parse_stones("3..7"), Ok(3..=7));
        assert_eq!(parse_stones("4"), Ok(4..=4));
        for bad in
            ["", "..", "3..", "..7", "7..3", "0..3", "3..801", "3...7", "a..b", "-1..2", "3..=7"]
        {
            assert!(parse_stones(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_heading_makes_the_list_again() {
        let settings = [
            Setting::new("Variant", "renju".to_owned()),
            Setting::new("LogFile", "a b".to_owned()),
        ];
        let recipe = Recipe {
            variant: variant(&settings).unwrap(),
            count: 2,
            seed: 9,
            stones: 3..=4,
            nodes: 100,
            max_cp: 60,
        };
        let moves = [vec!["h8".parse().unwrap(), "h9".parse().unwrap()], Vec::new()];
        let expected = format!(
            "# tengen openings --set Variant=renju --set 'LogFile=a b' --count 2 --seed 9 \
             --stones 3..4 --nodes 100 --max-cp 60\n\
             # made with tengen {} for renju 15x15 k=5\n\
             # row 1 at the bottom; after 100 positions neither side is better by more than 60 \
             hundredths\n\
             h8 h9\n\n",
            env!("CARGO_PKG_VERSION")
        );
        assert_eq!(list(&recipe, &settings, &moves), expected);
    }
}
