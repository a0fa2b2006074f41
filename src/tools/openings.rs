//! `tengen openings`: the generator from the command line.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use tengen_engine::game::{Move, Variant};

use tengen_games::openings::{GenerateError, Recipe, generate};
use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::files::{try_place, write_whole};
use tengen_host::cli::game_arguments::GameArguments;
use tengen_host::cli::settings::Setting;
use tengen_host::cli::values::{ENDLESS, within};

/// Arguments of `openings`.
#[derive(Args, Debug)]
pub(crate) struct OpeningsArguments {
    #[command(flatten)]
    game: GameArguments,
    /// Number of openings
    #[arg(long, value_name = "N", default_value = "20", value_parser = within::<usize>(1..=1_000_000))]
    count: usize,
    /// Seed of every lot that is drawn
    #[arg(long, value_name = "N", default_value = "1", value_parser = within::<u64>(0..=ENDLESS))]
    seed: u64,
    /// Number of stones, drawn anew for each opening
    #[arg(long, value_name = "A..B", default_value = "3..7", value_parser = parse_stones)]
    stones: RangeInclusive<usize>,
    /// Positions that the engine looks at to say who stands better
    #[arg(long, value_name = "N", default_value = "20000", value_parser = within::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// Largest advantage of either side, in hundredths as in score cp
    #[arg(long, value_name = "CP", default_value = "50", value_parser = within::<u32>(0..=100_000))]
    max_cp: u32,
    /// Write the list to this file instead of standard output
    #[arg(long, alias = "output", short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Makes openings and prints them; `before` was set before the subcommand.
///
/// # Errors
/// When the arguments contradict each other, when there are not so many
/// openings, or when the list cannot be written; nothing is written then.
pub(crate) fn run(arguments: OpeningsArguments, before: &[Setting]) -> Result<(), Failure> {
    let OpeningsArguments { game, count, seed, stones, nodes, max_cp, out } = arguments;
    if let Some(path) = &out {
        try_place("--out", path)?;
    }
    let recipe = Recipe { variant: game.variant(before)?, count, seed, stones, nodes, max_cp };

    let bar = ProgressBar::new(count as u64).with_style(style());
    let made = generate(&recipe, &mut |found| bar.set_position(found as u64));
    bar.finish_and_clear();
    let openings = made.map_err(|error| match error {
        GenerateError::Exhausted { .. } => Failure::Other(anyhow!(error)),
        _ => Failure::Usage(error.to_string()),
    })?;
    let list = heading(&recipe) + &lines(&openings);
    match out {
        Some(path) => {
            let written = write_whole(&path, list.as_bytes());
            Ok(written.map_err(|error| anyhow!("{error:#}"))?)
        }
        None => put(list.as_bytes()),
    }
}

/// A bar on a terminal; elsewhere nothing is shown.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} openings, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Notes at the head of a list that say how it was made.
fn heading(recipe: &Recipe) -> String {
    let Recipe { variant, nodes, max_cp, .. } = recipe;
    let command = command_line(recipe);
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "# {command}\n\
         # made with tengen {version} for {variant}; row 1 is at the bottom\n\
         # after {nodes} positions neither side was better by more than {max_cp} hundredths\n"
    )
}

/// Openings as moves, one in a line.
fn lines(openings: &[Vec<Move>]) -> String {
    let line = |moves: &Vec<Move>| {
        let names: Vec<String> = moves.iter().map(Move::to_string).collect();
        names.join(" ") + "\n"
    };
    openings.iter().map(line).collect()
}

/// The command that makes the list again.
fn command_line(recipe: &Recipe) -> String {
    let Recipe { variant, count, seed, stones, nodes, max_cp } = recipe;
    let (least, most) = (stones.start(), stones.end());
    format!(
        "tengen openings {} --count {count} --seed {seed} --stones {least}..{most} --nodes {nodes} \
         --max-cp {max_cp}",
        game_words(*variant)
    )
}

/// A game as arguments: by its name if it has one.
fn game_words(variant: Variant) -> String {
    let has_name = |name: &&str| Variant::preset(name) == Ok(variant);
    if let Some(name) = Variant::preset_names().find(has_name) {
        return format!("--variant {name}");
    }
    let Variant { rule, size, k, destroy } = variant;
    let words = format!("--rule {rule} --size {size} --k {k}");
    if destroy > 0 { format!("{words} --set Destroy={destroy}") } else { words }
}

/// Reads `3..7`, both ends included, or a single number.
fn parse_stones(text: &str) -> Result<RangeInclusive<usize>, &'static str> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let count = |text| within::<usize>(1..=800)(text).ok();
    let stones = count(least).zip(count(most)).filter(|(least, most)| least <= most);
    let expected = "expected stones from 1 to 800, the smaller number first, as in 3..7";
    stones.map(|(least, most)| least..=most).ok_or(expected)
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
    fn the_heading_says_how_the_list_was_made() {
        let variant = Variant::preset("renju").unwrap();
        let recipe = Recipe { variant, count: 2, seed: 9, stones: 3..=4, nodes: 100, max_cp: 60 };
        let expected = format!(
            "# tengen openings --variant renju --count 2 --seed 9 --stones 3..4 --nodes 100 \
             --max-cp 60\n\
             # made with tengen {} for renju 15x15 k=5; row 1 is at the bottom\n\
             # after 100 positions neither side was better by more than 60 hundredths\n",
            env!("CARGO_PKG_VERSION")
        );
        assert_eq!(heading(&recipe), expected);
        let moves = ["h8", "aa40"].map(|name| name.parse().unwrap()).to_vec();
        assert_eq!(lines(&[moves.clone(), moves]), "h8 aa40\nh8 aa40\n");
    }

    #[test]
    fn games_without_a_name_are_described() {
        let words = game_words;
        let mnk = Variant::mnk(7, 6, 4).unwrap();
        assert_eq!(words(mnk), "--rule freestyle --size 7x6 --k 4");
        let destroy = Variant { destroy: 2, ..mnk };
        assert_eq!(words(destroy), "--rule freestyle --size 7x6 --k 4 --set Destroy=2");
        for name in Variant::preset_names() {
            assert_eq!(words(Variant::preset(name).unwrap()), format!("--variant {name}"));
        }
    }
}
