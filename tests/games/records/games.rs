//! Random games and trees of games, on boards of every shape.

use proptest::prelude::*;
use tengen_engine::game::{ByColor, Move, Position, Rule, Setup, Size, Square, Variant};
use tengen_games::record::{
    GameInfo, GameRecord, GameResult, GameTree, Node, NodeId, RecordedMove, play,
};

/// Words that a careless writer would trip over.
const WORDS: &str = "[a-z0-9\\[\\]\\\\:;(\"'é日]{1,9}( [a-z{%#]{1,5})?";

fn maybe_words() -> impl Strategy<Value = Option<String>> {
    // A first line `5ms` would be a time.
    prop::option::of(WORDS.prop_map(|words| format!("{words}.")))
}

/// A game of any rule on any board up to 26x26; larger ones have squares that
/// not every format can name.
pub fn variants() -> impl Strategy<Value = Variant> {
    let rules = prop::sample::select(Rule::ALL.to_vec());
    (3..=26_usize, 3..=26_usize, 3..=6_u8, rules).prop_map(|(width, height, k, rule)| {
        let longest = width.max(height) as u8;
        let size = Size::new(width, height).unwrap();
        let rule = if longest < 5 { Rule::Freestyle } else { rule };
        let k = if rule == Rule::Renju { 5 } else { k.min(longest) };
        Variant { rule, size, k, destroy: 0 }.validate().unwrap()
    })
}

/// The usual board, under any rule.
pub fn usual_boards() -> impl Strategy<Value = Variant> {
    let size = Size::new(15, 15).unwrap();
    prop::sample::select(Rule::ALL.to_vec()).prop_map(move |rule| Variant {
        rule,
        size,
        k: 5,
        destroy: 0,
    })
}

/// Empty squares chosen by numbers, as long as the game goes on.
fn plays(position: &mut Position, choices: &[u16]) -> Vec<Move> {
    let mut moves = Vec::new();
    for &choice in choices {
        let empty: Vec<Square> = position.empty_squares().collect();
        let Some(&square) = empty.get(usize::from(choice) % empty.len().max(1)) else { break };
        // A forbidden point is a move of a record as well; it ends the game.
        if play(position, square.into()).is_err() {
            break;
        }
        moves.push(square.into());
    }
    moves
}

fn choices(count: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..count)
}

fn infos() -> impl Strategy<Value = GameInfo> {
    let result = prop::sample::select(vec![None, Some("1-0"), Some("0-1"), Some("1/2-1/2")]);
    let words = [(); 7].map(|()| maybe_words());
    (words, result, 0..6_usize, prop::option::of((0..3_usize, 0..3_usize))).prop_map(
        |(words, result, opening, fifth)| {
            let [black, white, termination, name, event, round, date] = words;
            GameInfo {
                players: ByColor::new(black, white),
                result: result.map(|result: &str| result.parse::<GameResult>().unwrap()),
                termination,
                name,
                event,
                round,
                date,
                fifth_moves: fifth.map(|(col, row)| Square::new(col, row)).into_iter().collect(),
                opening,
                ..GameInfo::default()
            }
        },
    )
}

/// Games from the empty board with everything that a line of moves can have.
pub fn records(variants: impl Strategy<Value = Variant>) -> impl Strategy<Value = GameRecord> {
    let notes = prop::collection::vec((prop::option::of(0..100_000_u64), maybe_words()), 40);
    (variants, choices(40), notes, infos(), maybe_words()).prop_map(
        |(variant, choices, notes, mut info, comment)| {
            let mut position = Position::new(variant).unwrap();
            let moves = plays(&mut position, &choices);
            info.result = GameResult::of(&position).or(info.result);
            info.opening = info.opening.min(moves.len());
            // Given moves take no time.
            let recorded = |(index, (mv, (time_ms, comment))): (usize, (Move, (_, _)))| {
                let time_ms = if index < info.opening { None } else { time_ms };
                RecordedMove { mv, time_ms, comment }
            };
            let moves = moves.into_iter().zip(notes).enumerate().map(recorded).collect();
            GameRecord { start: Setup::new(&variant), info, comment, moves }
        },
    )
}

/// Games with variations, labels and marks.
pub fn trees(variants: impl Strategy<Value = Variant>) -> impl Strategy<Value = GameTree> {
    let branches = prop::collection::vec((any::<u16>(), choices(8), maybe_words()), 0..8);
    let labels = prop::collection::vec((any::<u16>(), any::<u16>(), WORDS), 0..6);
    (records(variants), branches, labels).prop_map(|(record, branches, labels)| {
        let mut tree = GameTree::from(&record);
        for (at, choices, comment) in branches {
            branch(&mut tree, at, &choices, comment);
        }
        let squares: Vec<Square> = tree.start.size.squares().collect();
        for (at, square, text) in labels {
            let id = some_node(&tree, at);
            let square = squares[usize::from(square) % squares.len()];
            let node = tree.node_mut(id);
            node.is_marked = node.mv.is_some();
            if !node.labels.iter().any(|(labelled, _)| *labelled == square) {
                node.labels.push((square, text));
            }
        }
        tree
    })
}

fn some_node(tree: &GameTree, at: u16) -> NodeId {
    let ids: Vec<NodeId> = tree.preorder().map(|(_, id)| id).collect();
    ids[usize::from(at) % ids.len()]
}

/// Adds a line after some node, with moves that no other line has there.
fn branch(tree: &mut GameTree, at: u16, choices: &[u16], comment: Option<String>) {
    let mut last = some_node(tree, at);
    let line = std::iter::successors(Some(last), |id| tree.parent(*id));
    let mut before: Vec<Move> = line.filter_map(|id| tree.node(id).mv).collect();
    before.reverse();
    let mut position = tree.start.build().unwrap();
    for mv in before {
        play(&mut position, mv).unwrap();
    }
    // A first child would lengthen the main line, and with it the result.
    if tree.children(last).next().is_none() {
        return;
    }
    for mv in plays(&mut position, choices) {
        if tree.children(last).any(|child| tree.node(child).mv == Some(mv)) {
            return;
        }
        last = tree.add(last, Node { mv: Some(mv), ..Node::default() });
    }
    if tree.node(last).comment.is_none() {
        tree.node_mut(last).comment = comment;
    }
}
