//! The parts that the record of a game may have, and what becomes of a part for which a format has
//! no words.

use std::fmt;

use tengen_engine::game::{Color, Outcome, Rule};

use super::endings::has_code;
use super::game::GameResult;
use super::tree::GameTree;

/// Something that a game may have and a format may have no words for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// More than one game in a file.
    ManyGames,
    /// Conversions of the destroy variant.
    Conversions,
    /// Stones before the first move, or White to begin.
    Setup,
    /// A turn without a stone.
    Passes,
    /// Another rule than five or more in a row.
    Rule,
    /// Another board than 15x15.
    Size,
    /// Which moves were played in which order; a position has stones only.
    Order,
    /// Other lines than the one that was played.
    Variations,
    /// Names of the players.
    Names,
    /// The winner.
    Result,
    /// The match or tournament.
    Event,
    /// Round, date, name of the game, fifth moves on offer.
    Headings,
    /// Why the game ended, if formats with codes know it: `timeout` and `error`.
    ReasonCode,
    /// Why the game ended, in other words.
    Reason,
    /// Time per move.
    Times,
    /// What was said about the game and its moves.
    Comments,
    /// Texts on the board and marked moves.
    Marks,
}

impl Part {
    /// Every part, those first that no game can do without.
    pub const ALL: [Part; 17] = [
        Part::ManyGames,
        Part::Conversions,
        Part::Setup,
        Part::Passes,
        Part::Rule,
        Part::Size,
        Part::Order,
        Part::Variations,
        Part::Names,
        Part::Result,
        Part::Event,
        Part::Headings,
        Part::ReasonCode,
        Part::Reason,
        Part::Times,
        Part::Comments,
        Part::Marks,
    ];

    /// Whether the game would be another game without this part, so that the game is not written at
    /// all where a format has no words for the part.
    pub(super) fn is_essential_to(self, tree: &GameTree) -> bool {
        match self {
            Part::Conversions | Part::Setup => self.is_in(tree),
            // Passes behind the last stone of the main line, or beside that line, may go.
            Part::Passes => tree.record().is_err(),
            _ => false,
        }
    }

    /// Whether the game has this part.
    pub(super) fn is_in(self, tree: &GameTree) -> bool {
        let variant = tree.variant();
        let (start, info) = (&tree.start, &tree.info);
        let mut nodes = tree.preorder().map(|(_, id)| tree.node(id));
        match self {
            Part::ManyGames => false,
            Part::Conversions => {
                variant.destroy > 0 || start.stones.iter().any(|(_, stone)| stone.converted)
            }
            Part::Setup => !start.stones.is_empty() || start.side != Color::Black,
            Part::Passes => nodes.skip(1).any(|node| node.mv.is_none()),
            Part::Rule => variant.rule != Rule::Freestyle || variant.k != 5,
            Part::Size => (variant.size.width(), variant.size.height()) != (15, 15),
            Part::Order => tree.main_line().next().is_some(),
            Part::Variations => tree.has_variations(),
            Part::Names => info.players.0.iter().any(Option::is_some),
            // What the moves say needs no words.
            Part::Result => info.result.is_some_and(|result| result_of_moves(tree) != Some(result)),
            Part::Event => info.event.is_some(),
            Part::Headings => {
                let texts = [&info.name, &info.round, &info.date];
                texts.iter().any(|text| text.is_some()) || !info.fifth_moves.is_empty()
            }
            Part::ReasonCode => info.termination.as_deref().is_some_and(has_code),
            Part::Reason => info.termination.as_deref().is_some_and(|word| !has_code(word)),
            Part::Times => nodes.any(|node| node.time_ms.is_some()),
            Part::Comments => nodes.any(|node| node.comment.is_some()),
            Part::Marks => nodes.any(|node| node.is_marked || !node.labels.is_empty()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::ManyGames => "several games",
            Part::Conversions => "conversions of stones",
            Part::Setup => "stones before the first move",
            Part::Passes => "passes",
            Part::Rule => "rule",
            Part::Size => "size of the board",
            Part::Order => "order of the moves",
            Part::Variations => "variations",
            Part::Names => "names of the players",
            Part::Result => "result",
            Part::Event => "event",
            Part::Headings => "round, date, name or offered moves",
            Part::ReasonCode | Part::Reason => "reason of the end",
            Part::Times => "times",
            Part::Comments => "comments",
            Part::Marks => "marks",
        })
    }
}

/// The result by the rules when the main line has been played.
fn result_of_moves(tree: &GameTree) -> Option<GameResult> {
    GameResult::of(&tree.record().ok()?.final_position().ok()?)
}

/// The result by the rules, as far as the stones on the board show it: a foul is `None`, since the
/// stones show it only to a reader that knows the last move.
pub(super) fn result_of_stones(tree: &GameTree) -> Option<GameResult> {
    let position = tree.record().ok()?.final_position().ok()?;
    match position.outcome() {
        Some(Outcome::Forbidden(_)) => None,
        _ => GameResult::of(&position),
    }
}
