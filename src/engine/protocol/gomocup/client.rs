//! The manager's side of the Gomocup protocol.

use std::collections::VecDeque;

use crate::control::Limits;
use crate::game::{Color, Move, Position, Rule, Square, Variant};
use crate::protocol::client::{Client, Owed, Question, Said, Thought, Told};
use crate::session::message::{Point, Problem};

/// A conversation with an engine about games of that variant.
pub(super) fn open(variant: Variant) -> Box<dyn Client> {
    Box::new(GomocupClient::new(variant))
}

/// How the names of engines begin that know the key `Seed`.
const SEEDED: &str = "Tengen";

/// The memory that engines get at Gomocup, in bytes.
const MEMORY: u64 = 350 << 20;
/// How the protocol says that the clock of the game does not matter.
const NO_CLOCK: &str = "2147483647";
/// A time for a move that never ends, in ms: what Piskvork's own template starts with.
const LONG: u64 = 1_000_000_000;

/// What the engine owes us.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Debt {
    #[default]
    Nothing,
    Introduction,
    Ready,
    /// The answer to the `ABOUT` behind settings, which may be the rule alone.
    Barrier {
        is_about_rule: bool,
    },
    /// A move; of a swap2 opening, also two stones or an exchange of colours.
    Answer {
        is_swap2: bool,
    },
}

/// The protocol's words for "introduce yourself", for what is not known, and for what is
/// wrong.
const ABOUT: &str = "ABOUT";
const UNKNOWN: &str = "UNKNOWN";
const ERROR: &str = "ERROR";

/// One conversation with an engine.
#[derive(Debug)]
pub struct GomocupClient {
    name: Option<String>,
    /// Whether the engine has answered `ABOUT`: only then the client asks it again.
    knows_about: bool,
    /// Whether the answer to an `ABOUT` may still come, though the client does not wait for it.
    owes_about: bool,
    /// Whether what the engine says may be about the game that was announced.
    is_new_game: bool,
    variant: Variant,
    options: Vec<(String, String)>,
    /// What is told once the engine is ready for the game, one after the other.
    settings: VecDeque<Vec<String>>,
    /// The moves that the engine knows of, its own last; empty before its first one.
    known: Vec<Move>,
    debt: Debt,
}

impl GomocupClient {
    /// A conversation about games of that variant.
    pub fn new(variant: Variant) -> GomocupClient {
        GomocupClient {
            name: None,
            knows_about: false,
            owes_about: false,
            is_new_game: false,
            variant,
            options: Vec::new(),
            settings: VecDeque::new(),
            known: Vec::new(),
            debt: Debt::Nothing,
        }
    }

    /// Whether an option was set by hand.
    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name))
    }

    /// `x,y`, as managers count.
    fn coordinates(&self, square: Square) -> Point {
        Point::of(square, self.variant.size)
    }

    /// The square of `x,y`; blanks around the numbers are forgiven.
    fn square(&self, text: &str) -> Option<Square> {
        let (col, row) = text.split_once(',')?;
        let number = |text: &str| text.trim().parse::<u32>().ok();
        Point { col: number(col)?, row: number(row)? }.on(self.variant.size)
    }

    /// All stones as `x,y,whose`, in the order of play as far as it is known.
    fn board(&self, position: &Position) -> Vec<String> {
        let mut lines = vec!["BOARD".to_owned()];
        let own = position.side();
        let mut add = |square, color| {
            let whose = if color == own { 1 } else { 2 };
            lines.push(format!("{},{whose}", self.coordinates(square)));
        };
        let moves: Vec<Move> = position.history().collect();
        let is_played = |square| moves.iter().any(|mv| mv.square() == square);
        // Stones that were placed at an unknown time come in turns, so
        // that the order of play is at least a possible one.
        let set_up = |color: Color| {
            let of_color = move |square: &Square| {
                position.at(*square).is_some_and(|stone| stone.color == color)
            };
            position.occupied().iter().filter(of_color).filter(|&square| !is_played(square))
        };
        let mut white = set_up(Color::White);
        for square in set_up(Color::Black) {
            add(square, Color::Black);
            if let Some(square) = white.next() {
                add(square, Color::White);
            }
        }
        for mv in &moves {
            if let Some(stone) = position.at(mv.square()) {
                add(mv.square(), stone.color);
            }
        }
        lines.push("DONE".to_owned());
        lines
    }

    /// Reads a line of the engine while it owes an answer; nothing where it has not the form
    /// of one. Several stones answer questions of swap2 alone: else they are a line of play
    /// that the engine shows.
    fn answer(&self, line: &str) -> Option<Said> {
        let is_swap2 = matches!(self.debt, Debt::Answer { is_swap2: true });
        if line.eq_ignore_ascii_case("SWAP") {
            return is_swap2.then_some(Said::Swap);
        }
        // Either one pair, perhaps with blanks in it, or several without.
        let one = line.bytes().filter(|&byte| byte == b',').count() == 1;
        let pairs: Vec<&str> = if one { vec![line] } else { line.split_whitespace().collect() };
        if !pairs.iter().all(|pair| is_pair(pair)) || (pairs.len() != 1 && !is_swap2) {
            return None;
        }
        let squares: Option<Vec<Square>> = pairs.iter().map(|pair| self.square(pair)).collect();
        Some(match squares.as_deref() {
            Some(&[square]) => Said::Move(Move::place(square)),
            Some(squares) => Said::Stones(squares.iter().copied().map(Move::place).collect()),
            None => Said::Unreadable(line.to_owned()),
        })
    }

    const fn owes_answer(&self) -> bool {
        matches!(self.debt, Debt::Answer { .. })
    }

    /// Understands `UNKNOWN …` and `ERROR …`.
    fn complaint(&mut self, word: &str, line: &str) -> Said {
        let refusal = Said::Refusal(line.to_owned());
        match self.debt {
            // It has to do with the question before: answers come in order.
            Debt::Ready if word == UNKNOWN && std::mem::take(&mut self.owes_about) => Said::Remark,
            Debt::Ready | Debt::Barrier { is_about_rule: true } => Said::Unplayed(line.to_owned()),
            Debt::Introduction => {
                (self.debt, self.owes_about) = (Debt::Nothing, false);
                refusal
            }
            // Any other setting may be refused. Without the rule the engine plays by another
            // one, but for freestyle if it has never heard of rules.
            _ if self.is_new_game && mentions_rule(line) => {
                let plays_it = word == UNKNOWN && self.variant.rule == Rule::Freestyle;
                if plays_it { Said::Remark } else { Said::Unplayed(line.to_owned()) }
            }
            Debt::Barrier { .. } | Debt::Nothing => Said::Remark,
            Debt::Answer { .. } => {
                self.debt = Debt::Nothing;
                refusal
            }
        }
    }

    /// Takes note of how the engine calls itself, where the line says so.
    fn note_name(&mut self, line: &str) {
        let field = |key: &str| line.split(key).nth(1)?.split('"').next();
        let words: Vec<&str> = ["name=\"", "version=\""].into_iter().filter_map(field).collect();
        if !words.is_empty() {
            self.name = Some(words.join(" "));
            self.knows_about = true;
        }
    }

    /// Whether a line is the answer to a second `ABOUT`. An engine whose first one had not the
    /// form that the protocol asks for may say anything.
    fn is_about(&self, line: &str) -> bool {
        line.contains("name=\"") || (self.name.is_none() && !is_pair(line))
    }
}

/// Whether a text has the form `x,y`: it is a move, then, if a wrong one.
fn is_pair(text: &str) -> bool {
    let is_number = |text: &str| {
        let text = text.trim();
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    text.split_once(',').is_some_and(|(col, row)| is_number(col) && is_number(row))
}

/// Whether a complaint is about the rule of the game.
fn mentions_rule(line: &str) -> bool {
    let mut words = line.split(|letter: char| !letter.is_ascii_alphabetic());
    words.any(|word| ["rule", "rules"].iter().any(|rule| word.eq_ignore_ascii_case(rule)))
}

/// The number of a rule, where the protocol has one.
const fn rule_number(rule: Rule) -> u8 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::CaroOverline => 8,
        Rule::Caro => 9,
    }
}

fn info(key: &str, value: impl std::fmt::Display) -> String {
    format!("INFO {key} {value}")
}

impl Client for GomocupClient {
    fn greeting(&mut self) -> Vec<String> {
        (self.debt, self.owes_about) = (Debt::Introduction, true);
        vec![ABOUT.to_owned()]
    }

    fn prepare(&mut self, options: &[(String, String)]) -> Result<Vec<String>, Problem> {
        let Variant { k, destroy, .. } = self.variant;
        if k != 5 || destroy > 0 {
            let text = if destroy > 0 { format!("destroy={destroy}") } else { format!("k={k}") };
            let expected = "five in a row without conversions, all that Gomocup knows";
            return Err(Problem::new("variant", text, expected));
        }
        self.options = options.to_vec();
        Ok(Vec::new())
    }

    fn new_game(&mut self, seed: u64, limits: &Limits) -> Vec<String> {
        let variant = self.variant;
        let rule = info("rule", rule_number(variant.rule));
        let mut settings = vec![
            info("game_type", 1),
            // Nothing that ends on its own time may end the thinking otherwise.
            info("timeout_turn", limits.movetime_ms.unwrap_or(LONG)),
        ];
        let total = limits.clock_ms.0.iter().flatten().max();
        settings.push(info("timeout_match", total.map_or(0, |&time| time.max(1))));
        if !self.has_option("max_memory") {
            settings.push(info("max_memory", MEMORY));
        }
        settings.extend(limits.depth.map(|plies| info("max_depth", plies)));
        settings.extend(limits.nodes.map(|nodes| info("max_node", nodes)));
        // A champion takes the value of a key that it does not know for a command.
        let takes_seed = self.name().is_some_and(|name| name.starts_with(SEEDED));
        if takes_seed && !self.has_option("Seed") {
            settings.push(info("Seed", seed));
        }
        settings.extend(self.options.iter().map(|(name, value)| info(name, value)));
        // No complaint about a rule may pass for one about something else. Freestyle is what
        // an engine plays that is told of no rule.
        if variant.rule != Rule::Freestyle && self.knows_about {
            self.settings = [vec![rule], settings].into();
        } else {
            settings.insert(0, rule);
            self.settings = [settings].into();
        }
        self.known.clear();
        self.debt = Debt::Ready;
        self.is_new_game = true;
        let (width, height) = (variant.size.width(), variant.size.height());
        let start = if width == height {
            format!("START {width}")
        } else {
            format!("RECTSTART {width},{height}")
        };
        vec![start]
    }

    fn settings(&mut self) -> Vec<String> {
        self.settings.pop_front().unwrap_or_default()
    }

    fn barrier(&mut self) -> Vec<String> {
        if !self.knows_about {
            return Vec::new();
        }
        self.debt = Debt::Barrier { is_about_rule: !self.settings.is_empty() };
        vec![ABOUT.to_owned()]
    }

    fn forgo_barrier(&mut self) {
        (self.debt, self.knows_about) = (Debt::Nothing, false);
    }

    fn ask(&mut self, question: Question<'_>) -> Vec<String> {
        let Question { position, limits, .. } = question;
        let moves: Vec<Move> = position.history().collect();
        let mut lines = vec![time_left(limits, position.side())];
        match moves.split_last() {
            Some((last, before)) if !self.known.is_empty() && before == self.known => {
                lines.push(format!("TURN {}", self.coordinates(last.square())));
            }
            _ if position.stone_count() == 0 => lines.push("BEGIN".to_owned()),
            _ => lines.extend(self.board(position)),
        }
        self.known = moves;
        self.debt = Debt::Answer { is_swap2: false };
        lines
    }

    fn ask_swap2(&mut self, placed: &[Move], limits: &Limits) -> Option<Vec<String>> {
        // The colours are being decided; the clocks are still the same.
        let mut lines = vec![time_left(limits, Color::Black), "SWAP2BOARD".to_owned()];
        lines.extend(placed.iter().map(|mv| self.coordinates(mv.square()).to_string()));
        lines.push("DONE".to_owned());
        self.debt = Debt::Answer { is_swap2: true };
        Some(lines)
    }

    fn stop(&mut self) -> Vec<String> {
        vec![info("timeout_turn", 0)]
    }

    fn farewell(&mut self) -> Vec<String> {
        vec!["END".to_owned()]
    }

    fn hear(&mut self, line: &str) -> Said {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_uppercase().as_str() {
            "" => return Said::Remark,
            "MESSAGE" | "DEBUG" => {
                return thought(rest).map_or(Said::Remark, Said::Thought);
            }
            // What Piskvork does; other managers leave the engine waiting.
            "SUGGEST" => {
                return match self.square(rest) {
                    _ if !self.owes_answer() => Said::Remark,
                    Some(square) => Said::Suggestion(format!("PLAY {}", self.coordinates(square))),
                    None => Said::Noise(line.to_owned()),
                };
            }
            word @ (UNKNOWN | ERROR) => return self.complaint(word, line),
            _ => {}
        }
        match self.debt {
            Debt::Introduction => {
                self.note_name(line);
                self.knows_about = true;
                (self.debt, self.owes_about) = (Debt::Nothing, false);
                Said::Introduced
            }
            Debt::Ready if line.eq_ignore_ascii_case("OK") => {
                self.debt = Debt::Nothing;
                Said::Ready
            }
            Debt::Ready => {
                self.note_name(line);
                Said::Remark
            }
            Debt::Barrier { .. } if self.is_about(line) => {
                self.note_name(line);
                // What is wrong about the settings was said before.
                (self.debt, self.is_new_game) = (Debt::Nothing, false);
                Said::Ready
            }
            Debt::Barrier { .. } => Said::Remark,
            Debt::Answer { .. } | Debt::Nothing => {
                let Some(said) = self.answer(line) else {
                    return if self.owes_answer() {
                        Said::Noise(line.to_owned())
                    } else {
                        Said::Remark
                    };
                };
                (self.debt, self.is_new_game) = (Debt::Nothing, false);
                if let Said::Move(mv) = said {
                    self.known.push(mv);
                }
                said
            }
        }
    }

    fn wording(&self, owed: Owed) -> &'static str {
        match owed {
            Owed::Introduction => "a line as name=\"…\", version=\"…\"",
            Owed::Ready => "OK and nothing else",
            Owed::Move => "a move, as in 7,7",
        }
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// What the clock of a player shows.
fn time_left(limits: &Limits, side: Color) -> String {
    match limits.clock_ms[side] {
        Some(left) => info("time_left", left),
        None => info("time_left", NO_CLOCK),
    }
}

/// Depth, score and nodes from the free text of a message, in the forms that
/// engines with a following write: a word and its value, in any order.
fn thought(text: &str) -> Option<Thought> {
    let mut thought = Thought::default();
    let mut words = text.split([' ', '\t', '|', ':', '=']).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            // `12-21` is depth and selective depth.
            "depth" => thought.depth = words.next()?.split('-').next()?.parse().ok(),
            "ev" | "eval" => thought.score = words.next().and_then(score),
            "score" => {
                let value = words.next()?;
                thought.score = match value {
                    "cp" => words.next().and_then(|text| text.parse().ok()).map(Told::Centi),
                    "mate" => words.next().and_then(|text| text.parse().ok()).map(Told::Mate),
                    _ => score(value),
                };
            }
            // Only the best line counts, and no bounds: `score cp 5 or more`.
            "line" if words.next()? != "1" => return None,
            "or" => return None,
            "n" | "node" | "nodes" => thought.nodes = words.next().and_then(count),
            "pv" | "bestline" => break,
            _ => {}
        }
    }
    (thought != Thought::default()).then_some(thought)
}

/// `35`, or `+M5` and `-M4`: a win or a loss in that many plies.
fn score(text: &str) -> Option<Told> {
    let mate = |plies: &str| plies.parse::<i32>().ok().filter(|&plies| plies >= 0);
    if let Some(plies) = text.strip_prefix("+M") {
        return Some(Told::Mate(((mate(plies)? + 1) / 2).max(1)));
    }
    if let Some(plies) = text.strip_prefix("-M") {
        return Some(Told::Mate(-(mate(plies)? / 2).max(1)));
    }
    text.parse().ok().map(Told::Centi)
}

/// A number, perhaps in thousands (`K`) or millions (`M`).
fn count(text: &str) -> Option<u64> {
    let (digits, unit) = match text.strip_suffix('K') {
        Some(digits) => (digits, 1000),
        None => text.strip_suffix('M').map_or((text, 1), |digits| (digits, 1_000_000)),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests;
