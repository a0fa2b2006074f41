//! Games as SGF.

use std::collections::HashSet;

use crate::record::game::GameResult;
use crate::record::text::{add, one_line, to_top};
use crate::record::tree::{GameTree, NodeId};
use tengen_engine::game::{Color, Rule, Size, Square, Variant};

use super::words::{LETTERS, MILLISECONDS, OPENING_MOVE, RULE_CODES};

/// Moves in a line, where nothing longer stands between them.
const MOVES_PER_LINE: usize = 8;

/// What is still to be written.
enum SgfStep {
    /// A node and all that follows it.
    Node(NodeId),
    /// A node and all that follows it, as a variation of its own.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

/// Writes a game with its variations.
pub(in crate::record) fn write(game: &GameTree) -> Vec<u8> {
    let opening: HashSet<NodeId> = game.main_line().take(game.info.opening).collect();
    let mut text = format!("({}", headings(game));
    text += &notes(game, NodeId::ROOT, false);
    let mut depths = vec![0_usize; game.node_count()];
    let mut steps = vec![SgfStep::Node(NodeId::ROOT)];
    while let Some(step) = steps.pop() {
        let id = match step {
            SgfStep::Close => {
                text.push(')');
                continue;
            }
            SgfStep::Variation(id) => {
                text += "\n(";
                id
            }
            SgfStep::Node(id) => id,
        };
        if let Some(parent) = game.parent(id) {
            let depth = depths[parent.index()];
            depths[id.index()] = depth + 1;
            if depth.is_multiple_of(MOVES_PER_LINE) && !text.ends_with('(') {
                text.push('\n');
            }
            text += &move_node(game, id, depth);
            text += &notes(game, id, opening.contains(&id));
        }
        let children: Vec<NodeId> = game.children(id).collect();
        match children.as_slice() {
            [only] => steps.push(SgfStep::Node(*only)),
            many => {
                let variations = many.iter().rev();
                steps.extend(variations.flat_map(|id| [SgfStep::Close, SgfStep::Variation(*id)]));
            }
        }
    }
    text += ")\n";
    text.into_bytes()
}

/// The first node, without its comment.
fn headings(game: &GameTree) -> String {
    let (start, info) = (&game.start, &game.info);
    let mut text = format!(
        ";FF[4]GM[4]CA[UTF-8]AP[Tengen]RU[{}]SZ[{}]",
        rule(game.variant()),
        size(start.size)
    );
    let mut put = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            add(&mut text, format_args!("{name}[{}]", escaped(&one_line(value))));
        }
    };
    put("GN", info.name.as_deref());
    put("EV", info.event.as_deref());
    put("DT", info.date.as_deref());
    put("RO", info.round.as_deref());
    put("PB", info.players[Color::Black].as_deref());
    put("PW", info.players[Color::White].as_deref());
    let result = info.result.map(|result| match result {
        GameResult::Win(Color::Black) => "B+1",
        GameResult::Win(Color::White) => "W+1",
        GameResult::Draw => "0",
    });
    put("RE", result);
    put("TE", info.termination.as_deref());
    let points = |squares: &[Square]| {
        let names: Vec<String> = squares.iter().map(|square| point(start.size, *square)).collect();
        format!("[{}]", names.join("]["))
    };
    if !info.fifth_moves.is_empty() {
        add(&mut text, format_args!("5A{}", points(&info.fifth_moves)));
    }
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let own = start.stones.iter().filter(|(_, stone)| stone.color == color);
        let squares: Vec<Square> = own.map(|(square, _)| *square).collect();
        if !squares.is_empty() {
            add(&mut text, format_args!("{name}{}", points(&squares)));
        }
    }
    if start.side == Color::White || !start.stones.is_empty() {
        text += if start.side == Color::White { "PL[W]" } else { "PL[B]" };
    }
    text
}

fn rule(variant: Variant) -> String {
    let code = RULE_CODES.iter().find(|(rule, _)| *rule == variant.rule && variant.k == 5);
    let named = |rule: Rule| format!("{rule} k={}", variant.k);
    code.map_or_else(|| named(variant.rule), |(_, code)| (*code).to_owned())
}

fn size(size: Size) -> String {
    if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    }
}

fn point(size: Size, square: Square) -> String {
    let (col, row) = to_top(size, square);
    [col, row].map(|at| char::from(LETTERS[at])).iter().collect()
}

/// A move as a node; `depth` moves were made before it.
fn move_node(game: &GameTree, id: NodeId, depth: usize) -> String {
    let is_first = depth.is_multiple_of(2);
    let color = if is_first { game.start.side } else { !game.start.side };
    let name = if color == Color::Black { "B" } else { "W" };
    let at = game.node(id).mv.map(|mv| point(game.start.size, mv.square()));
    format!(";{name}[{}]", at.unwrap_or_default())
}

/// The notes of a node.
fn notes(game: &GameTree, id: NodeId, is_given: bool) -> String {
    let (node, size) = (game.node(id), game.start.size);
    let time = node.time_ms.map(|time| format!("{time}{MILLISECONDS}"));
    let given = is_given.then(|| OPENING_MOVE.to_owned());
    let lines: Vec<String> = given.into_iter().chain(time).chain(node.comment.clone()).collect();
    let mut text = String::new();
    if !lines.is_empty() {
        add(&mut text, format_args!("C[{}]", escaped(&lines.join("\n"))));
    }
    if let Some(mv) = node.mv.filter(|_| node.is_marked) {
        add(&mut text, format_args!("MA[{}]", point(size, mv.square())));
    }
    let label = |(square, label): &(Square, String)| {
        format!("[{}:{}]", point(size, *square), escaped(&one_line(label)))
    };
    let labels: String = node.labels.iter().map(label).collect();
    if !labels.is_empty() {
        add(&mut text, format_args!("LB{labels}"));
    }
    text
}

/// Text between brackets.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
