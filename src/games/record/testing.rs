//! Games in short, for the tests of the formats.

use crate::record::{Contents, Format, GameRule, GameTree, NodeId};
use tengen_engine::game::Variant;

/// Every node of a game as its depth and move.
pub(super) fn shape(game: &GameTree) -> String {
    let name = |id: NodeId| game.node(id).mv.map_or("-".to_owned(), |mv| mv.to_string());
    let nodes: Vec<String> =
        game.preorder().skip(1).map(|(depth, id)| format!("{depth}{}", name(id))).collect();
    nodes.join(" ")
}

/// The games of a text, or why each of them cannot be read.
pub(super) fn told(format: Format, text: &str) -> Vec<String> {
    let gomoku = Variant::preset("gomoku").unwrap();
    let contents = Contents::new(format, text.as_bytes(), None);
    let games = contents.games(GameRule::Named(gomoku));
    games.map(|game| game.map_or_else(|error| error.to_string(), |game| shape(&game))).collect()
}
