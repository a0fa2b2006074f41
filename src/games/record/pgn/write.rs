//! Games as text.

use crate::record::error::{Place, RecordError, problem};
use crate::record::text::{add, one_line, tidy};
use crate::record::tree::{GameTree, Node, NodeId};
use tengen_engine::game::{Color, Setup};

use super::read::begins_with_tag;
use super::words::{MILLISECONDS, NO_RESULT, PASS, tag};

/// The number of letters after which lines of moves are broken.
const LINE_LENGTH: usize = 90;

/// Writes a game with its variations.
pub(in crate::record) fn write(game: &GameTree) -> Result<Vec<u8>, RecordError> {
    Ok(format!("{}\n{}", tags(game)?, moves(game)).into_bytes())
}

fn tags(game: &GameTree) -> Result<String, RecordError> {
    let info = &game.info;
    let mut text = String::new();
    let mut put = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
            add(&mut text, format_args!("[{name} \"{value}\"]\n"));
        }
    };
    let result = info.result.map_or(NO_RESULT.to_owned(), |result| result.to_string());
    put(tag::NAME, info.name.as_deref());
    put(tag::EVENT, info.event.as_deref());
    put(tag::DATE, info.date.as_deref());
    put(tag::ROUND, info.round.as_deref());
    put(tag::BLACK, info.players[Color::Black].as_deref());
    put(tag::WHITE, info.players[Color::White].as_deref());
    put(tag::RESULT, Some(&result));
    put(tag::TERMINATION, info.termination.as_deref());
    put(tag::VARIANT, Some(&game.variant().to_string()));
    if game.start != Setup::new(&game.variant()) {
        let position = game.start.build().map_err(|error| {
            problem(Place::File, error.offending(), error.expected().to_string())
        })?;
        put(tag::FEN, Some(&position.fen()));
    }
    if info.opening > 0 {
        put(tag::OPENING, Some(&info.opening.to_string()));
    }
    if !info.fifth_moves.is_empty() {
        let names: Vec<String> = info.fifth_moves.iter().map(ToString::to_string).collect();
        put(tag::FIFTH_MOVES, Some(&names.join(" ")));
    }
    Ok(text)
}

/// What is still to be written.
enum PgnStep {
    /// A move, and whether its number must stand before it.
    Move(NodeId, bool),
    /// All that follows a move, and whether the first needs its number.
    After(NodeId, bool),
    Open,
    Close,
}

fn moves(game: &GameTree) -> String {
    let mut words: Vec<String> = comment(game.node(NodeId::ROOT)).into_iter().collect();
    let mut depths = vec![0_usize; game.node_count()];
    let mut steps = vec![PgnStep::After(NodeId::ROOT, true)];
    // A bracket clings to the word behind it.
    let mut before = String::new();
    while let Some(step) = steps.pop() {
        match step {
            PgnStep::Open => before.push('('),
            PgnStep::Close => {
                if let Some(word) = words.last_mut() {
                    word.push(')');
                }
            }
            PgnStep::Move(id, needs_number) => {
                let parent = game.parent(id).unwrap_or(NodeId::ROOT);
                let ply = depths[parent.index()];
                depths[id.index()] = ply + 1;
                let number = number(game, ply, needs_number);
                let node = game.node(id);
                let name = node.mv.map_or_else(|| PASS.to_owned(), |mv| mv.to_string());
                words.push(format!("{before}{number}{name}"));
                before.clear();
                words.extend(comment(node));
            }
            PgnStep::After(id, needs_number) => {
                let children: Vec<NodeId> = game.children(id).collect();
                let Some((main, others)) = children.split_first() else { continue };
                steps.push(PgnStep::After(*main, !others.is_empty()));
                for other in others.iter().rev() {
                    steps.push(PgnStep::Close);
                    steps.push(PgnStep::After(*other, false));
                    steps.push(PgnStep::Move(*other, true));
                    steps.push(PgnStep::Open);
                }
                steps.push(PgnStep::Move(*main, needs_number));
            }
        }
    }
    words.push(game.info.result.map_or(NO_RESULT.to_owned(), |result| result.to_string()));
    broken(&words)
}

/// The number before a move; the second player's moves mostly have none.
fn number(game: &GameTree, ply: usize, is_needed: bool) -> String {
    let ply = ply + usize::from(game.start.side == Color::White);
    match (ply % 2, is_needed) {
        (0, _) => format!("{}. ", ply / 2 + 1),
        (_, true) => format!("{}... ", ply / 2 + 1),
        (_, false) => String::new(),
    }
}

fn comment(node: &Node) -> Option<String> {
    let time = node.time_ms.map(|time| format!("{time}{MILLISECONDS}"));
    let text = node.comment.as_deref().and_then(tidy).map(|text| text.replace('}', ")"));
    // A line that looks like a tag would end the comment when it is read.
    let indented =
        |line: &str| if begins_with_tag(line) { format!(" {line}") } else { line.to_owned() };
    let text = text.map(|text| text.split('\n').map(indented).collect::<Vec<_>>().join("\n"));
    let parts: Vec<String> = time.into_iter().chain(text).collect();
    (!parts.is_empty()).then(|| format!("{{{}}}", parts.join("; ")))
}

/// Words in lines of a bearable length.
fn broken(words: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in words {
        let letters = word.chars().count();
        if length > 0 && length + letters > LINE_LENGTH {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
        }
        text += word;
        length += letters + 1;
    }
    text.push('\n');
    text
}
