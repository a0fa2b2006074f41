//! What a page may ask for in a new table, and what is made of it.

use std::time::Duration;

use serde::Deserialize;
use unicode_width::UnicodeWidthChar;

use tengen_engine::control::time_control::MoveLimits;
use tengen_engine::game::{Code, Problem, Rule, Size, Variant};
use tengen_engine::{player, session};

use tengen_games::spec::EngineSpec;
use tengen_games::table::room::{Config, Opening, Rematch, Seat, UndoRule};

/// Time between a result and the next game.
const REMATCH_MS: u64 = 5000;
/// Milliseconds that an engine at a table may have for a move, from the least to the most.
const MOVE_MS: std::ops::RangeInclusive<u64> = 10..=60_000;
/// The name on a chair that is free.
pub const NOBODY: &str = "…";
/// Longest name of a person, in characters.
const NAME: usize = 40;

/// A new table as a page describes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game.
    pub game: WantedGame,
    /// The players of the first seat (Black in the first game) and of the second.
    pub seats: [Sitter; 2],
    /// As in `--opening`; left out: the empty board.
    #[serde(default)]
    pub opening: Option<String>,
    /// Which moves may be taken back.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub undo: UndoRule,
    /// Whether games follow each other by themselves.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub rematch: bool,
    /// A clock for the game, `moves/time+increment` in seconds.
    #[serde(default)]
    pub clock: Option<String>,
    /// Time for each move of either player, in milliseconds.
    #[serde(default)]
    pub move_ms: Option<u64>,
    /// Time for each move of an engine, in milliseconds.
    #[serde(default)]
    pub engine_ms: Option<u64>,
    /// Start of what is left to chance.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub seed: u32,
    /// The text of a game file, to go on where it ends.
    #[serde(default)]
    pub load: Option<String>,
}

/// A game by its name or by its rules.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(untagged)]
pub enum WantedGame {
    /// A value of the option `Variant`.
    Named(String),
    /// Rules one by one.
    Own {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// Stones in a winning line.
        k: u8,
        /// A value of the option `Rule`.
        rule: String,
        /// Conversions of each player.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        destroy: u8,
    },
}

/// The player that a seat is for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Sitter {
    /// The creator of the table, under this name.
    Me(String),
    /// The first visitor that sits down.
    Guest,
    /// One of our own players, or a registered engine, by its name.
    Engine(String),
}

/// What tables are made of besides what is asked for.
#[derive(Clone, Debug, Default)]
pub struct Means {
    /// The engines that can be asked for besides our own.
    pub engines: Vec<EngineSpec>,
    /// Options of our own engine, and their values.
    pub options: Vec<(String, String)>,
}

impl NewTable {
    /// The agreement for the table.
    ///
    /// # Errors
    /// The first wish that cannot be fulfilled.
    pub fn config(&self, means: &Means) -> Result<Config, Problem> {
        let variant = self.game.variant()?;
        let clock = self
            .clock
            .as_deref()
            .map(|text| text.parse().map_err(|error| Problem::explain("clock", &error)));
        let time = |what, ms: Option<u64>| ms.map(|ms| read_time(what, ms)).transpose();
        let table = MoveLimits {
            clock: clock.transpose()?,
            move_time: time("move_ms", self.move_ms)?,
            ..MoveLimits::default()
        };
        let own = time("engine_ms", self.engine_ms)?;
        let engines =
            MoveLimits { move_time: table.move_time.into_iter().chain(own).min(), ..table };
        let [first, second] = &self.seats;
        let seat = |sitter: &Sitter| sitter.seat(&table, &engines, means);
        let mut config = Config::new(variant, [seat(first)?, seat(second)?]);
        if let Some(opening) = &self.opening {
            config.opening = opening.parse()?;
        }
        if matches!(config.opening, Opening::Position(_)) {
            let expected = "empty, swap2 or handicap:2 to handicap:5";
            return Err(Problem::new("opening", "a position", expected));
        }
        config.undo = self.undo;
        config.rematch = self.rematch.then_some(Rematch { after_ms: REMATCH_MS, games: None });
        config.seed = u64::from(self.seed);
        Ok(config)
    }
}

impl WantedGame {
    /// The game.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn variant(&self) -> Result<Variant, Problem> {
        let refuse = |error: &dyn std::fmt::Display| Problem::explain("game", error);
        match self {
            WantedGame::Named(name) => Variant::preset(name).map_err(|error| refuse(&error)),
            WantedGame::Own { width, height, k, rule, destroy } => {
                let rule: Rule = rule.parse().map_err(|error| refuse(&error))?;
                let size = Size::new(*width, *height).map_err(|error| refuse(&error))?;
                let variant = Variant { rule, size, k: *k, destroy: *destroy };
                variant.validate().map_err(|error| refuse(&error))
            }
        }
    }
}

impl Sitter {
    fn seat(
        &self,
        table: &MoveLimits,
        engines: &MoveLimits,
        means: &Means,
    ) -> Result<Seat, Problem> {
        match self {
            Sitter::Me(name) => Ok(Seat::human(&read_name(name)?, *table)),
            Sitter::Guest => Ok(Seat::human(NOBODY, *table)),
            Sitter::Engine(name) => {
                let mut seat = engine(name, engines, means)?;
                if let Seat::Engine { spec, .. } = &mut seat {
                    bound(&mut spec.limits);
                }
                Ok(seat)
            }
        }
    }
}

/// Our own player or a registered engine of that name; words of commands are
/// never taken from a page.
///
/// # Errors
/// When there is none of that name.
pub fn engine(name: &str, table: &MoveLimits, means: &Means) -> Result<Seat, Problem> {
    let level = name.strip_prefix("level:").is_some_and(|level| level.parse::<u8>().is_ok());
    if player::NAMES.contains(&name) || level {
        let mut seat = Seat::read("engine", name, table)?;
        if let Seat::Engine { spec, .. } = &mut seat {
            for (name, value) in &means.options {
                let is_said =
                    spec.options.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
                if !is_said {
                    spec.options.push((name.clone(), value.clone()));
                }
            }
        }
        return Ok(seat);
    }
    let Some(mut spec) = means.engines.iter().find(|spec| spec.name == name).cloned() else {
        let shown: String =
            name.chars().take(NAME).map(|c| if c.is_control() { '?' } else { c }).collect();
        let expected = format!("one of {}", opponents(&means.engines).join(", "));
        return Err(Problem::new("engine", shown, expected).coded(Code::NoEngine));
    };
    if *table != MoveLimits::default() {
        spec.limits = *table;
    }
    Ok(Seat::Engine { spec, is_own: false })
}

/// Names that can be played against: our players, and `engines`.
pub fn opponents(engines: &[EngineSpec]) -> Vec<String> {
    let own = player::NAMES.iter().map(|name| (*name).to_owned());
    // Strengths between them, where the option is there.
    let levels = session::options::find("Level").is_some().then_some(1..=9).into_iter().flatten();
    own.chain(levels.map(|level| format!("level:{level}")))
        .chain(engines.iter().map(|spec| spec.name.clone()))
        .collect()
}

fn read_time(what: &str, ms: u64) -> Result<Duration, Problem> {
    let fits = (1..=86_400_000).contains(&ms);
    let refuse = || Problem::new(what, ms.to_string(), "1 to 86400000 ms");
    fits.then(|| Duration::from_millis(ms)).ok_or_else(refuse)
}

/// An engine never thinks for as long as a page may ask for.
fn bound(limits: &mut MoveLimits) {
    let most = Duration::from_millis(*MOVE_MS.end());
    let least = Duration::from_millis(*MOVE_MS.start());
    limits.move_time = Some(limits.move_time.unwrap_or(most).clamp(least, most));
}

/// The name of a person as others see it.
///
/// # Errors
/// When it is none.
pub fn read_name(text: &str) -> Result<String, Problem> {
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_name = name.chars().next().is_some_and(is_seen)
        && name.chars().count() <= NAME
        && !name.contains(is_invisible);
    let shown: String = name.chars().take(NAME).filter(|&c| !is_invisible(c)).collect();
    let expected = format!("1 to {NAME} visible characters");
    is_name.then_some(name).ok_or_else(|| Problem::new("name", shown, expected))
}

/// Whether a character has a place of its own: a mark that is written over another one has not.
fn is_seen(c: char) -> bool {
    c.width().is_some_and(|columns| columns > 0)
}

/// Characters that do not show, or turn the text around them: with them one name can look
/// like another. These are Unicode's `Default_Ignorable_Code_Point`, the controls, the marks
/// of lines, paragraphs and annotations, and two that are drawn as nothing: the empty Braille
/// pattern and the musical null notehead.
fn is_invisible(c: char) -> bool {
    let is_ignorable = matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    let is_blank =
        matches!(c, '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}' | '\u{2800}' | '\u{1d159}');
    c.is_control() || is_ignorable || is_blank
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<Config, String> {
        let means = Means::default();
        let table: NewTable = serde_json::from_str(text).map_err(|error| error.to_string())?;
        table.config(&means).map_err(|problem| problem.to_string())
    }

    #[test]
    fn wishes_become_agreements() {
        let config = found(
            r#"{"game":"tictactoe","seats":[{"me":" Ann  B "},{"engine":"fivestage"}],
                "undo":"once","clock":"60+1","engine_ms":200,"rematch":true,"seed":3}"#,
        )
        .unwrap();
        assert_eq!(config.seats[0].name(), "Ann B");
        assert_eq!(config.seats[1].limits().to_string(), "tc=60+1 st=0.2");
        assert_eq!((config.undo, config.seed), (UndoRule::Once, 3));
        let own = found(
            r#"{"game":{"width":7,"height":6,"k":4,"rule":"freestyle"},"seats":["guest","guest"]}"#,
        )
        .unwrap();
        assert_eq!(own.variant, Variant::mnk(7, 6, 4).unwrap());
    }

    #[test]
    fn our_players_have_the_options_of_the_server_but_their_own_first() {
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let options = vec![option("hash", "3"), option("level", "1")];
        let means = Means { options, ..Means::default() };
        let seat = engine("level:5", &MoveLimits::default(), &means).unwrap();
        let Seat::Engine { spec, is_own: true } = seat else { panic!("{seat:?}") };
        assert_eq!(spec.options, [option("Level", "5"), option("hash", "3")]);
    }

    #[test]
    fn names_can_be_seen_and_told_apart() {
        for name in ["Ann", "안나", "अनिता", "Zoe\u{301}", "🙂", "แดง", "O'Neill 2"]
        {
            assert_eq!(read_name(name).as_deref(), Ok(name), "{}", name.escape_unicode());
        }
        for name in [
            "\u{2800}",
            "\u{fe0f}",
            "\u{301}",
            "\u{2800}\u{2800}",
            "Ann\u{fe0f}",
            "A\u{34f}nn",
            "Ann\u{2800}",
            "\u{e0100}",
            "\u{e0041}nn",
            "\u{115f}",
            "\u{3164}",
            "\u{200d}",
            "\u{a0}",
            "\u{3000}",
            "\u{1d159}",
            "\u{1d173}",
            "\u{17b4}",
            "\u{180b}",
            "\u{202e}nnA",
            "",
        ] {
            let refusal = read_name(name).unwrap_err();
            assert!(refusal.expected.contains("visible characters"), "{}", name.escape_unicode());
        }
    }

    #[test]
    fn what_cannot_be_is_refused_in_one_line() {
        for text in [
            r#"{"game":"chess","seats":["guest","guest"]}"#,
            r#"{"game":"gomoku","seats":["guest",{"engine":"cmd=/bin/sh"}]}"#,
            r#"{"game":"gomoku","seats":["guest",{"engine":"engine option.LogFile=/tmp/x"}]}"#,
            r#"{"game":"gomoku","seats":["guest",{"engine":"level:3 option.LogFile=/tmp/x"}]}"#,
            r#"{"game":"gomoku","seats":["guest",{"me":""}]}"#,
            r#"{"game":"gomoku","seats":["guest","guest"],"clock":"soon"}"#,
            r#"{"game":"gomoku","seats":["guest","guest"],"move_ms":0}"#,
            r#"{"game":"gomoku","seats":["guest","guest"],"opening":"x2/3/3 x"}"#,
            r#"{"game":{"width":99,"height":6,"k":4,"rule":"freestyle"},"seats":["guest","guest"]}"#,
        ] {
            let error = found(text).unwrap_err();
            assert!(error.contains("expected") && !error.contains('\n'), "{text}: {error}");
        }
    }
}
