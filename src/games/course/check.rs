//! Reading lessons: what is wrong with one is told in a line that names the place.

use std::collections::BTreeMap;

use serde_path_to_error::Segment;

use tengen_engine::control::nearest::one_of;
use tengen_engine::game::Color;
use tengen_engine::player;
use tengen_engine::session::message::Problem;

use super::asking::COUNT;
use super::board::{Board, boards};
use super::contest::check_contest;
use super::lesson::{Asked, Lesson, Play, Question, Step, Text};
use super::tell::{BUILT_IN, MOVE, names};

/// Most steps of a lesson, and most letters of a text.
const STEPS: usize = 40;
const LETTERS: usize = 3000;
/// Most lines of a question to the engine.
const LINES: usize = 20;

/// Options that a lesson may set: those of a player, none of the machine.
const OPTIONS: [&str; 10] = [
    "Player",
    "Level",
    "MultiPV",
    "Seed",
    "AB Cut",
    "AB Order",
    "AB Hash",
    "AB Symmetry",
    "Mistake Min",
    "Mistake Corner",
];
/// Commands that a lesson may give.
const COMMANDS: [&str; 8] =
    ["setoption", "go", "eval", "patterns", "moves", "explain", "prove", "d"];
/// Limits of which `go` needs one: an answer has to come.
const LIMITS: [&str; 5] = ["depth", "nodes", "perft", "movetime", "mate"];

/// Reads a lesson.
///
/// # Errors
/// The first thing that is wrong, and where.
pub fn read(text: &str) -> Result<Lesson, Problem> {
    let mut from = serde_json::Deserializer::from_str(text);
    let lesson: Lesson =
        serde_path_to_error::deserialize(&mut from).map_err(|error| misread(&error))?;
    from.end().map_err(|error| Problem::new("lesson", error.to_string(), "nothing behind it"))?;
    check(&lesson)?;
    Ok(lesson)
}

/// What is no lesson by its form.
fn misread(error: &serde_path_to_error::Error<serde_json::Error>) -> Problem {
    let mut words = vec!["lesson".to_owned()];
    for segment in error.path() {
        match segment {
            // People count from one.
            Segment::Seq { index } => words.push((index + 1).to_string()),
            Segment::Map { key } | Segment::Enum { variant: key } => words.push(key.clone()),
            Segment::Unknown => {}
        }
    }
    let what = words.join(" ");
    let message = error.inner().to_string().replace('`', "");
    match message.split_once(", expected ") {
        Some((fault, expected)) => Problem::new(what, fault, expected),
        None => Problem::new(what, message, "a lesson, as lesson.schema.json has it"),
    }
}

fn check(lesson: &Lesson) -> Result<(), Problem> {
    if lesson.steps.is_empty() || lesson.steps.len() > STEPS {
        let expected = format!("1 to {STEPS} steps");
        return Err(Problem::new("lesson steps", lesson.steps.len().to_string(), expected));
    }
    let none = BTreeMap::new();
    check_text("lesson title", &lesson.title, &[&none], &[])?;
    check_text("lesson source", &lesson.source, &[&none], &[])?;
    let first = &lesson.steps[0];
    if first.game.is_none() {
        return Err(Problem::new("step 1 game", "", "the game of the first step"));
    }
    let boards = boards(lesson)?;
    for ((step, board), number) in lesson.steps.iter().zip(&boards).zip(1..) {
        check_step(step, board).map_err(|problem| {
            let what = format!("step {number} {}", problem.what);
            Problem { what, ..problem }
        })?;
    }
    Ok(())
}

fn check_step(step: &Step, board: &Board) -> Result<(), Problem> {
    let finds: Vec<_> = step.asks.iter().map(|ask| &ask.find).chain([&step.known]).collect();
    check_text("say", &step.say, &finds, &[])?;
    if let Some(lines) = &step.lines {
        board.drawn_lines(lines)?;
    }
    for (square, sign) in &step.marks {
        board.square("marks", square)?;
        check_names("marks", sign, &finds, &[])?;
    }
    for ask in &step.asks {
        check_asked(ask)?;
    }
    if step.show.is_some() && step.asks.is_empty() {
        return Err(Problem::new("show", "", "asks, whose answers are shown"));
    }
    if let Some(link) = &step.link
        && !link
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "?&=/%+.,_- ".contains(letter))
    {
        return Err(Problem::new("link", link, "an address behind #, as in matches"));
    }
    if let Some(contest) = &step.contest {
        check_contest(contest, &board.position)?;
        if step.play.is_some() || step.question.is_some() {
            return Err(Problem::new(
                "contest",
                &contest.first,
                "no game and no question beside it",
            ));
        }
    }
    if step.play.is_some() && step.question.is_some() {
        return Err(Problem::new("play", "", "no question beside it: a click is one or the other"));
    }
    step.play.as_ref().map_or(Ok(()), check_play)?;
    step.question.as_ref().map_or(Ok(()), |question| check_question(question, board, &finds))
}

fn check_text(what: &str, text: &Text, finds: &[&Finds], more: &[&str]) -> Result<(), Problem> {
    for (language, text) in [("en", &text.en), ("zh", &text.zh)] {
        let what = format!("{what} {language}");
        if text.trim().is_empty() || text.chars().count() > LETTERS {
            let expected = format!("a text of at most {LETTERS} letters");
            let shown: String = text.chars().take(40).collect();
            return Err(Problem::new(what, shown, expected));
        }
        check_names(&what, text, finds, more)?;
    }
    Ok(())
}

/// What is found, by names.
type Finds = BTreeMap<String, String>;

fn check_names(what: &str, text: &str, finds: &[&Finds], more: &[&str]) -> Result<(), Problem> {
    let is_known = |name: &str| {
        finds.iter().any(|find| find.contains_key(name))
            || BUILT_IN.contains(&name)
            || more.contains(&name)
    };
    match names(text).find(|name| !is_known(name)) {
        Some(name) => Err(Problem::new(what, format!("{{{name}}}"), "a name that is found")),
        None => Ok(()),
    }
}

fn check_asked(ask: &Asked) -> Result<(), Problem> {
    check_lines("asks", &ask.lines)?;
    check_finds("asks", &ask.find)?;
    ask.name.as_ref().map_or(Ok(()), |name| check_text("asks name", name, &[], &[]))
}

fn check_finds(what: &str, finds: &Finds) -> Result<(), Problem> {
    for (name, pattern) in finds {
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_name {
            return Err(Problem::new(format!("{what} find"), name, "a name of letters and digits"));
        }
        if pattern.len() < 4 || !(pattern.ends_with("{}") || pattern.ends_with("{*}")) {
            let expected = "a text that ends with {} or {*}";
            return Err(Problem::new(format!("{what} find {name}"), pattern, expected));
        }
    }
    Ok(())
}

/// Lines of the protocol that a stranger's file may send: they touch nothing of the machine, and
/// each has an answer that comes.
fn check_lines(what: &str, lines: &[String]) -> Result<(), Problem> {
    let what = format!("{what} lines");
    if lines.is_empty() || lines.len() > LINES {
        return Err(Problem::new(what, lines.len().to_string(), format!("1 to {LINES} lines")));
    }
    let mut has_player = false;
    for line in lines {
        let refuse = |expected: &str| Err(Problem::new(what.as_str(), line.as_str(), expected));
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            COUNT if lines.len() == 1 && words.len() == 1 => {}
            "setoption" => {
                let option = line
                    .strip_prefix("setoption name ")
                    .and_then(|rest| rest.split_once(" value "));
                let Some((name, value)) = option else {
                    return refuse("setoption name N value V");
                };
                if !OPTIONS.contains(&name) {
                    return refuse(&one_of(name, &OPTIONS));
                }
                has_player |= name == "Player" && value != "engine";
            }
            "go" if ["infinite", "ponder"].iter().any(|word| words.contains(word)) => {
                return refuse("a search that ends");
            }
            "go" if !has_player && !LIMITS.iter().any(|word| words.contains(word)) => {
                return refuse("a limit, as in go depth 6");
            }
            "prove" if !words.iter().any(|word| ["nodes", "movetime"].contains(word)) => {
                return refuse("a limit, as in prove nodes 10000");
            }
            word if COMMANDS.contains(&word) && !line.contains(char::is_control) => {}
            word => return refuse(&one_of(word, &COMMANDS)),
        }
    }
    Ok(())
}

fn check_play(play: &Play) -> Result<(), Problem> {
    if !player::NAMES.contains(&play.against.as_str()) {
        return Err(Problem::new(
            "play against",
            &play.against,
            one_of(&play.against, &player::NAMES),
        ));
    }
    if !Color::ALL.iter().any(|side| side.letter() == play.side) {
        return Err(Problem::new("play side", play.side.to_string(), "x or o"));
    }
    check_lines("play", &play.lines())?;
    Ok(())
}

fn check_question(question: &Question, board: &Board, step: &[&Finds]) -> Result<(), Problem> {
    let finds: Vec<_> = step.iter().copied().chain([&question.find]).collect();
    let what = "question";
    check_text("question ask", &question.ask, step, &[])?;
    check_text("question right", &question.right, &finds, &[MOVE])?;
    check_text("question wrong", &question.wrong, &finds, &[MOVE])?;
    check_finds(what, &question.find)?;
    if question.squares.is_empty() == question.has.is_empty() {
        return Err(Problem::new(what, "", "either squares, or lines and has"));
    }
    for square in question.squares.split_whitespace() {
        board.square("question squares", square)?;
    }
    if question.has.is_empty() { Ok(()) } else { check_lines(what, &question.lines) }
}
