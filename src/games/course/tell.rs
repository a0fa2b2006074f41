//! A step in words: what was found out stands in its texts, and the terminal shows it line by line.

use std::collections::BTreeMap;
use std::fmt::Write;

use tengen_engine::control::scale::centi;
use tengen_engine::game::{Color, Move, Square};
use tengen_engine::language::Language;
use tengen_engine::session::message::Problem;

use super::asking::{COUNT, answer, find};
use super::board::Board;
use super::lesson::{Play, Question, Show, Step, Text};

/// What stands for names in texts.
pub type Values = BTreeMap<String, String>;

/// Names that every step knows, by the laws of the board alone: all winning lines, those that are
/// drawn, those that x and o can still fill, the difference of these, and
/// the number of empty squares.
pub const BUILT_IN: [&str; 6] = ["lines", "drawn", "openx", "openo", "open", "free"];
/// The name of the square that the reader has chosen.
pub const MOVE: &str = "move";

/// The names in a text: letters and digits between braces.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once('}')?;
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_name.then_some(name)
    })
}

/// The text in `language` with values in place of names; whole numbers have their thousands apart.
pub fn fill(text: &Text, values: &Values, language: Language) -> String {
    filled(text.of(language), values)
}

fn filled(text: &str, values: &Values) -> String {
    let fill = |text: String, (name, value): (&String, &String)| {
        text.replace(&format!("{{{name}}}"), &shown(value))
    };
    values.iter().fold(text.to_owned(), fill)
}

/// A value for people: 5478 is 5,478, and -1 has a minus sign.
fn shown(value: &str) -> String {
    let (sign, digits) = match value.strip_prefix('-') {
        Some(digits) => ("−", digits),
        None => ("", value),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return value.to_owned();
    }
    let mut text = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What a step finds out.
#[derive(Clone, Debug)]
pub struct Findings {
    /// By names.
    pub values: Values,
    /// The lines of each answer.
    pub answers: Vec<Vec<String>>,
}

/// Asks the engine what the step asks it; what it says to people is in `language`.
pub fn values(step: &Step, board: &Board, language: Language) -> Findings {
    let lines = board.winning_lines();
    let [open_x, open_o] = Color::ALL.map(|color| board.open_lines(color).len());
    let drawn = step.lines.as_ref().and_then(|text| board.drawn_lines(text).ok());
    let mut values = Values::from([
        ("lines".to_owned(), lines.len().to_string()),
        ("drawn".to_owned(), drawn.map_or(0, |drawn| drawn.len()).to_string()),
        ("openx".to_owned(), open_x.to_string()),
        ("openo".to_owned(), open_o.to_string()),
        ("free".to_owned(), board.position.empty_count().to_string()),
        ("open".to_owned(), (open_x as i64 - open_o as i64).to_string()),
    ]);
    values.extend(step.known.clone());
    let mut answers = Vec::new();
    for ask in &step.asks {
        let told = answer(&[speaking(language), board.setup(), ask.lines.clone()].concat());
        found(&ask.find, &told, &mut values);
        answers.push(told);
    }
    Findings { values, answers }
}

/// The lines that have the engine speak a language.
fn speaking(language: Language) -> Vec<String> {
    vec![format!("setoption name Language value {}", language.name())]
}

/// Puts what is found in an answer to the other values.
fn found(finds: &BTreeMap<String, String>, told: &[String], values: &mut Values) {
    for (name, pattern) in finds {
        if let Some(value) = find(pattern, told) {
            values.insert(name.clone(), value.to_owned());
        }
    }
}

/// The answer to a question: whether `square` is right, and what is known then.
///
/// # Errors
/// When no stone can be set there and the question needs one.
pub fn judge(
    question: &Question,
    board: &Board,
    square: Square,
    known: &Values,
) -> Result<(bool, Values), Problem> {
    let mut values = known.clone();
    values.insert(MOVE.to_owned(), square.to_string());
    if !question.squares.is_empty() {
        let is_right = |name: &str| name == square.to_string();
        return Ok((question.squares.split_whitespace().any(is_right), values));
    }
    let after = board.after(Move::place(square))?;
    let setup = if question.played { after.setup() } else { board.setup() };
    let told = answer(&[setup, with_move(&question.lines, square)].concat());
    found(&question.find, &told, &mut values);
    let has = question.has.replace("{move}", &square.to_string());
    Ok((told.iter().any(|line| has_all(line, &has)), values))
}

/// Whether a line has the pieces between the signs `*` of a text, in their order.
fn has_all(line: &str, text: &str) -> bool {
    let mut rest = Some(line);
    for piece in text.split('*') {
        rest = rest.and_then(|rest| rest.split_once(piece)).map(|(_, rest)| rest);
    }
    rest.is_some()
}

/// The lines with the square that was chosen.
fn with_move(lines: &[String], square: Square) -> Vec<String> {
    lines.iter().map(|line| line.replace("{move}", &square.to_string())).collect()
}

/// The right squares of a question.
pub fn right_squares(question: &Question, board: &Board) -> Vec<Square> {
    let is_right = |&square: &Square| {
        judge(question, board, square, &Values::new()).is_ok_and(|(is_right, _)| is_right)
    };
    board.position.size().squares().filter(is_right).collect()
}

/// What a player does in a game of a step, and why, as the engine says it; `None` at its end.
pub fn reply(play: &Play, board: &Board, language: Language) -> Option<(Move, String)> {
    let told = answer(&[speaking(language), board.setup(), play.lines()].concat());
    let mv = find("^bestmove {}", &told)?.parse().ok()?;
    Some((mv, find("info string why {*}", &told).unwrap_or_default().to_owned()))
}

impl Play {
    /// The lines that ask the player for a move.
    pub fn lines(&self) -> Vec<String> {
        let player = [("Player", &self.against)];
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value));
        let lines = player.into_iter().chain(options);
        let lines = lines.map(|(name, value)| format!("setoption name {name} value {value}"));
        lines.chain([format!("go {}", self.limits).trim().to_owned()]).collect()
    }
}

/// What is typed in a shell to have the same said: a pipe for each question of the step.
pub fn pipes(step: &Step, board: &Board) -> Vec<String> {
    let pipe = |lines: &[String]| {
        if lines == [COUNT] {
            return "tengen count".to_owned();
        }
        let lines = [&board.setup(), lines].concat();
        format!("printf '{}\\n' | tengen", lines.join("\\n"))
    };
    step.asks.iter().map(|ask| pipe(&ask.lines)).collect()
}

/// Lines of an answer that are shown, columns of a bar, and columns of a line of text.
const SHOWN: usize = 16;
const BAR: usize = 40;
const COLUMNS: usize = 78;

/// The step as text, with everything but its question and its game.
pub fn step_text(step: &Step, board: &Board, findings: &Findings, language: Language) -> String {
    let mut text = wrapped(&fill(&step.say, &findings.values, language));
    let _ = write!(text, "\n{}", board.position.diagram());
    let marks: Vec<String> = step
        .marks
        .iter()
        .map(|(square, sign)| format!("{square} {}", filled(sign, &findings.values)))
        .collect();
    if !marks.is_empty() {
        let _ = writeln!(text, "{}: {}", language.either("Marked", "标记"), marks.join(", "));
    }
    match step.show {
        None => {}
        Some(Show::Bars) => text.push_str(&bars(step, findings, language)),
        Some(Show::Tree) => text.push_str(&tree(board, &findings.answers.concat(), language)),
        Some(show) => {
            let is_shown = |line: &&String| match show {
                Show::ThreatsX => !line.contains("threat x none"),
                Show::ThreatsO => line.contains("threat") && !line.ends_with("o none"),
                _ => true,
            };
            let said = findings.answers.iter().flatten().filter(is_shown);
            text.push_str(language.either("\nThe engine says:\n", "\n引擎的回答：\n"));
            let count = said.clone().count();
            said.take(SHOWN).for_each(|line| {
                let _ = writeln!(text, "    {line}");
            });
            if count > SHOWN {
                text.push_str("    …\n");
            }
        }
    }
    if !step.code.is_empty() {
        text.push('\n');
    }
    // What is meant to be copied stands at the margin.
    for line in &step.code {
        let _ = writeln!(text, "{line}");
    }
    for line in &step.shell {
        let _ = writeln!(text, "    $ {line}");
    }
    text
}

/// A bar for each answer with a name, as long as its number is large.
fn bars(step: &Step, findings: &Findings, language: Language) -> String {
    let rows: Vec<(&str, u64)> = step
        .asks
        .iter()
        .filter_map(|ask| {
            let value = findings.values.get(ask.find.keys().next()?)?;
            Some((ask.name.as_ref()?.of(language), value.parse().ok()?))
        })
        .collect();
    let most = rows.iter().map(|(_, number)| *number).max().unwrap_or(1).max(1);
    let wide = rows.iter().map(|(name, _)| columns(name)).max().unwrap_or(0);
    let mut text = "\n".to_owned();
    for (name, number) in rows {
        let bar = "█".repeat((number as usize * BAR / most as usize).max(1));
        let pad = " ".repeat(wide - columns(name));
        let _ = writeln!(text, "  {name}{pad}  {bar} {}", shown(&number.to_string()));
    }
    text
}

/// Positions of a tree beyond which only the first moves are told.
const LARGE: usize = 80;

/// A position of a tree that was searched.
#[derive(Default)]
struct Visit<'a> {
    ply: usize,
    mv: &'a str,
    score: &'a str,
    is_cut: bool,
    /// Whether the value is an estimate of the engine.
    is_ours: bool,
    /// Whether the value is a bound, and which one.
    is_lower: Option<bool>,
}

/// The tree that was searched, a position in a line, in the order in which it was entered. Values
/// are those of the side that moves at its root.
fn tree(board: &Board, lines: &[String], language: Language) -> String {
    let mut visits: BTreeMap<usize, Visit<'_>> = BTreeMap::new();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let word = |name: &str| -> Option<&str> {
            words.get(words.iter().position(|word| *word == name)? + 1).copied()
        };
        let Some(number) = words.get(4).and_then(|word| word.parse().ok()) else { continue };
        let visit: &mut Visit<'_> = visits.entry(number).or_default();
        match words.get(3) {
            Some(&"enter") => {
                visit.ply = word("ply").and_then(|ply| ply.parse().ok()).unwrap_or(0);
                visit.mv = word("move").unwrap_or_default();
                visit.is_ours = word("depth").is_some();
            }
            Some(&"value") => {
                visit.score = word("score").unwrap_or_default();
                visit.is_cut = word("why") == Some("cut");
                visit.is_lower = word("bound").map(|bound| bound == "lower");
            }
            _ => {}
        }
    }
    let mut text = String::new();
    // A large tree is told as far as it can be read.
    let is_large = visits.len() > LARGE;
    for Visit { ply, mv, score, is_cut, is_ours, is_lower } in visits.values() {
        if is_large && *ply > 1 {
            continue;
        }
        let side = if ply % 2 == 0 { board.position.side() } else { !board.position.side() };
        let winner = if score.starts_with("win") { side } else { !side };
        let value = if score.starts_with(['w', 'l']) {
            let letter = winner.letter().to_ascii_uppercase();
            format!("{letter} {}", language.either("wins", "胜"))
        } else if let Some(units) = score.parse().ok().filter(|_| *is_ours) {
            let seen = if ply % 2 == 0 { centi(units) } else { -centi(units) };
            let bound = is_lower.map_or("", |is| if is == (ply % 2 == 0) { "≥ " } else { "≤ " });
            let sign = if seen < 0 { "−" } else { "+" };
            format!("{bound}{sign}{}.{:02}", seen.abs() / 100, seen.abs() % 100)
        } else if ply % 2 == 0 {
            shown(score)
        } else {
            shown(score.strip_prefix('-').map_or(format!("-{score}"), str::to_owned).as_str())
        };
        let value = if value == "−0" { "0" } else { value.as_str() };
        let cut = if *is_cut { language.either("  (cut)", "（剪枝）") } else { "" };
        let mv = if mv.is_empty() { "·" } else { mv };
        let _ = writeln!(text, "{}{mv}  {value}{cut}", "    ".repeat(ply + 1));
    }
    text
}

/// Columns that a text takes: letters of Chinese take two.
fn columns(text: &str) -> usize {
    text.chars().map(letter_columns).sum()
}

fn letter_columns(letter: char) -> usize {
    if ('\u{2e80}'..='\u{fffd}').contains(&letter) { 2 } else { 1 }
}

/// The paragraphs of a text in lines. A line ends at a blank, or between letters of Chinese.
pub fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    for paragraph in text.split('\n') {
        let mut width = 0;
        for piece in pieces(paragraph) {
            let wide = columns(piece.trim_end());
            if width > 0 && width + wide > COLUMNS {
                lines.truncate(lines.trim_end_matches(' ').len());
                lines.push('\n');
                width = 0;
            }
            lines.push_str(piece);
            width += columns(piece);
        }
        lines.push('\n');
    }
    lines
}

/// What stays together: words with their blank, and letters of Chinese with the sign behind them.
fn pieces(text: &str) -> Vec<&str> {
    let mut cuts = vec![0];
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let is_sign = "，。：；、！？）》”’…,.:;)".contains(letter);
        let opens = "（《“‘(".contains(before);
        let is_wide = letter_columns(letter) == 2 || letter_columns(before) == 2;
        if at > 0 && !is_sign && !opens && (before == ' ' || is_wide) && letter != ' ' {
            cuts.push(at);
        }
        before = letter;
    }
    cuts.push(text.len());
    cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_in() {
        let values = Values::from([
            ("n".to_owned(), "255168".to_owned()),
            ("v".to_owned(), "-1".to_owned()),
        ]);
        assert_eq!(
            filled("{n} games, {v}; {other} {*}", &values),
            "255,168 games, −1; {other} {*}"
        );
        assert_eq!(names("a {b} {*} {c1} {").collect::<Vec<_>>(), ["b", "c1"]);
    }

    #[test]
    fn lines_of_text_are_not_too_long() {
        let text = "A word, and another. ".repeat(20) + &"三子连成一线就赢。".repeat(20);
        let lines = wrapped(&text);
        assert!(
            lines.lines().all(|line| columns(line) <= COLUMNS && !line.ends_with(' ')),
            "{lines}"
        );
        assert!(lines.lines().count() > 5);
        assert!(!lines.lines().any(|line| line.starts_with('。')));
    }
}
