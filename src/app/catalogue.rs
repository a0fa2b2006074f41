//! The games and players that can be named, for help pages and for `--variant help`.

use std::fmt;

use tengen_engine::game::Variant;
use tengen_engine::player::NAMES;

use tengen_games::table::room::words;

/// The word that asks for the lists instead of naming a game or a player.
const HELP: &str = "help";

/// How each player of the program plays.
const PLAYERS: [(&str, &str); 8] = [
    ("random", "any legal move"),
    ("fivestage", "3x3 only: five rules, the first that applies"),
    ("linecount", "3x3 only: counts lines"),
    ("minimax", "looks at everything, a few plies deep"),
    ("alphabeta", "the same with less work"),
    ("scoretable", "the best shape for either side, without looking ahead"),
    ("runlength", "the longest run of either side"),
    ("engine", "the strong one, the same as level:10"),
];

/// The answer to a value that asks for the lists.
#[derive(Debug)]
pub(super) struct Catalogue;

impl std::error::Error for Catalogue {}

impl fmt::Display for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Games (--variant):")?;
        for name in Variant::preset_names() {
            let what = Variant::preset(name).map(|variant| words::game(&variant));
            writeln!(f, "  {name:<13} {}", what.unwrap_or_default())?;
        }
        writeln!(f, "  --rule, --size and --k change a part of it: --size 7x6 --k 4")?;
        writeln!(f, "\nPlayers (--black, --white):")?;
        writeln!(f, "  {:<13} a person, with that name", "human[:NAME]")?;
        writeln!(f, "  {:<13} the engine, 1 for beginners to 10 as strong as it is", "level:N")?;
        for name in NAMES {
            let how = PLAYERS.iter().find(|(player, _)| *player == name).map_or("", |(_, how)| how);
            writeln!(f, "  {name:<13} {how}")?;
        }
        write!(f, "  \"cmd=./x …\"   another program, in the words of match --engine")
    }
}

/// Reads a value that may ask for the lists; what it names is judged where it is used.
pub(super) fn named(text: &str) -> Result<String, Catalogue> {
    if text == HELP { Err(Catalogue) } else { Ok(text.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_and_player_is_listed() {
        let text = Catalogue.to_string();
        for name in Variant::preset_names().chain(NAMES) {
            let line = text.lines().find(|line| line.split_whitespace().next() == Some(name));
            let is_told = line.is_some_and(|line| line.split_whitespace().count() > 1);
            assert!(is_told, "{name}: {text}");
        }
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}
