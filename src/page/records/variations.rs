//! A game with its variations as one line of text, as chess players write it: after a move stand,
//! in parentheses, the moves that could have been played in its place, each with what would
//! follow. `h8 i9 (h9 j10) j8` is `h8 i9 j8`, or `h8 h9 j10`. No function here calls itself: a
//! text may nest as deep as it is long.

use tengen_engine::game::{IllegalMove, Move, Position, Problem, Setup};
use tengen_games::record::{GameTree, Node, NodeId, play};

/// The text of a tree, and whether passes were left out with what follows them: boards that can be
/// clicked have none.
pub(super) fn text(tree: &GameTree) -> (String, bool) {
    enum Step {
        After(NodeId),
        Instead(NodeId),
        Close,
    }
    let (mut text, mut has_pass) = (String::new(), false);
    let mut steps = vec![Step::After(NodeId::ROOT)];
    while let Some(step) = steps.pop() {
        let id = match step {
            Step::Close => {
                text.push(')');
                continue;
            }
            Step::Instead(id) => {
                text += " (";
                text += &name(tree, id);
                id
            }
            Step::After(id) => id,
        };
        let count = tree.children(id).count();
        let mut moves = tree.children(id).filter(|child| tree.node(*child).mv.is_some());
        let Some(main) = moves.next() else {
            has_pass |= count > 0;
            continue;
        };
        let others: Vec<NodeId> = moves.collect();
        has_pass |= others.len() + 1 < count;
        if !text.is_empty() {
            text.push(' ');
        }
        text += &name(tree, main);
        steps.push(Step::After(main));
        steps.extend(others.into_iter().rev().flat_map(|id| [Step::Close, Step::Instead(id)]));
    }
    (text, has_pass)
}

fn name(tree: &GameTree, id: NodeId) -> String {
    tree.node(id).mv.map_or_else(String::new, |mv| mv.to_string())
}

/// The tree of `text`, every line of it legal (a forbidden point may end one), and the position
/// after its main line.
///
/// # Errors
/// The first word that makes no sense.
pub(super) fn tree(start: &Setup, text: &str) -> Result<(GameTree, Position), Problem> {
    let refuse = |text: &str, expected: &str| Problem::new("moves", text, expected);
    let mut position = start.build().map_err(|error| Problem::explain("fen", &error))?;
    let mut tree = GameTree::new(start.clone());
    // The moves on the board; and for each open parenthesis how many of them stay, and the one that
    // was taken off.
    let mut line = vec![NodeId::ROOT];
    let mut open: Vec<(usize, NodeId)> = Vec::new();
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    for word in spaced.split_whitespace() {
        match word {
            "(" => {
                let stays = open.last().map_or(1, |(stays, _)| *stays);
                let last = line.pop().filter(|_| line.len() >= stays);
                let last = last.ok_or_else(|| refuse("(", "a move before it"))?;
                position.undo();
                open.push((line.len(), last));
            }
            ")" => {
                let (stays, last) = open.pop().ok_or_else(|| refuse(")", "a ( before it"))?;
                if line.len() == stays {
                    return Err(refuse(")", "a move before it"));
                }
                for _ in line.drain(stays..) {
                    position.undo();
                }
                let mv = tree.node(last).mv.ok_or_else(|| refuse(")", "a move before it"))?;
                position.play_unchecked(mv);
                line.push(last);
            }
            word => {
                let mv = move_of(word)?;
                play(&mut position, mv).map_err(|why| illegal(mv, why))?;
                let parent = line.last().copied().unwrap_or(NodeId::ROOT);
                line.push(tree.add(parent, Node { mv: Some(mv), ..Node::default() }));
            }
        }
    }
    if open.is_empty() { Ok((tree, position)) } else { Err(refuse("(", "a ) after it")) }
}

/// A move of a page's `moves`.
pub(crate) fn move_of(word: &str) -> Result<Move, Problem> {
    word.parse().map_err(|_| Problem::new("moves", word, "a move, as in h8"))
}

/// The problem that the move `mv` of a page's `moves` cannot be played.
pub(crate) fn illegal(mv: Move, why: IllegalMove) -> Problem {
    Problem::new("moves", mv.to_string(), "a legal move").because(why).coded(why.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Variant;

    fn start() -> Setup {
        Setup::new(&Variant::preset("gomoku").unwrap())
    }

    #[test]
    fn a_text_is_a_tree_and_back() {
        for line in ["", "h8", "h8 i9 (h9 j10) j8", "h8 (a1 b2 (c3) (d4 e5) c4) (b1) i9 (h9) j8"] {
            let (tree, end) = tree(&start(), line).unwrap();
            assert_eq!(text(&tree), (line.to_owned(), false));
            assert_eq!(end.fen(), tree.record().unwrap().final_position().unwrap().fen());
        }
        let (tree, _) = tree(&start(), "h8(i9)").unwrap();
        assert_eq!(text(&tree).0, "h8 (i9)");
    }

    #[test]
    fn nonsense_is_named() {
        for (line, error) in [
            ("(h8)", "moves: (: expected a move before it"),
            ("h8 ((i9))", "moves: (: expected a move before it"),
            ("h8 ()", "moves: ): expected a move before it"),
            ("h8 i9 (h9", "moves: (: expected a ) after it"),
            ("h8)", "moves: ): expected a ( before it"),
            ("h8 i9 (h8)", "moves: h8: occupied, expected a legal move"),
            ("h8 zebra!", "moves: zebra!: expected a move, as in h8"),
        ] {
            assert_eq!(tree(&start(), line).unwrap_err().to_string(), error, "{line}");
        }
    }

    #[test]
    fn deep_nests_and_passes_do_no_harm() {
        let squares: Vec<String> = (0..225)
            .map(|index| format!("{}{}", char::from(b'a' + index % 15), 1 + index / 15))
            .collect();
        // Every move in place of the one before, each in a parenthesis of its own.
        let mut deep = squares.join(" (");
        deep += &")".repeat(squares.len() - 1);
        let (found, _) = tree(&start(), &deep).unwrap();
        assert_eq!(found.children(NodeId::ROOT).count(), squares.len());
        let (mut passing, _) = tree(&start(), "h8 i9 (j10)").unwrap();
        let last = passing.main_line().last().unwrap();
        let pass = passing.add(last, Node::default());
        passing.add(pass, Node { mv: "a1".parse().ok(), ..Node::default() });
        assert_eq!(text(&passing), ("h8 i9 (j10)".to_owned(), true));
    }
}
