//! A table as it is seen: plain data for its views.

use serde::Serialize;

use crate::record::GameResult;
use tengen_engine::control::Unit;
use tengen_engine::game::{Color, Move, Square};
use tengen_engine::protocol::client::{Thought, Told};

use crate::table::swap2::Stage;
use crate::table::verdict::Ending;

use super::happening::Hint;
use super::proposal::{Answered, Proposed};
use super::seat::Chair;
use super::slot::EngineSlot;
use super::{GamesWon, Room, UndoRule, words};

/// Everything that is to be seen at a table, and nothing that is not meant for
/// everybody: no commands of engines, no folders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
pub struct TableView {
    /// Number of the game at this table, from 1.
    pub game: u32,
    /// Changes with every change of the situation.
    pub revision: u64,
    /// Name of the rule, as the option `Rule`.
    pub rule: &'static str,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Stones in a winning line.
    pub k: u8,
    /// The board, top row first: `x`, `o`, converted `X`, `O`, and `.`.
    pub rows: Vec<String>,
    /// The position as native text.
    pub fen: String,
    /// The position in which the moves began, where that is not the empty board.
    pub start: Option<String>,
    /// The moves in their order, as in `h8`, `*h8`.
    pub moves: Vec<String>,
    /// What each of them took, in milliseconds; nothing where that is not known.
    pub times: Vec<Option<u64>>,
    /// The square that the last move changed.
    pub last: Option<String>,
    /// The squares of the winning line.
    pub line: Vec<String>,
    /// The points forbidden to Black, while Black is to move.
    pub forbidden: Vec<String>,
    /// Who is to move on the board: `x` or `o`.
    #[cfg_attr(feature = "contracts", ts(type = "\"x\" | \"o\""))]
    pub side: char,
    /// Conversions left for `x` and for `o`; nothing where the game knows none.
    pub conversions: Option<[u8; 2]>,
    /// What has to be done next.
    pub stage: Stage,
    /// The seat that has to do it; `None` when the game is over.
    pub actor: Option<Chair>,
    /// The players, the first chair first.
    pub chairs: [ChairView; 2],
    /// Games that were drawn.
    pub draws: u32,
    /// Who may take back moves.
    pub undo: UndoRule,
    /// Who offers a draw.
    pub draw_offer: Option<Chair>,
    /// The player who declined the last draw offer, until the next move.
    pub draw_declined: Option<Chair>,
    /// What one person asks of the other.
    pub proposed: Option<Proposed>,
    /// How that was answered last, until the next move.
    pub answered: Option<Answered>,
    /// Whether play is paused.
    pub paused: bool,
    /// Time from a move of two engines to the next one, in milliseconds, at least.
    pub pace_ms: u64,
    /// What our own engine would play.
    pub hint: Option<Hint>,
    /// Whether it is thinking about that.
    pub hint_awaited: bool,
    /// How the game ended.
    pub result: Option<ResultView>,
    /// What is due now, in English.
    pub words: String,
}

/// A player as it is seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
pub struct ChairView {
    /// How it is called.
    pub name: String,
    /// How a running engine calls itself.
    pub id: Option<String>,
    /// Whether it is a person.
    pub human: bool,
    /// Its stones: `x` or `o`.
    #[cfg_attr(feature = "contracts", ts(type = "\"x\" | \"o\""))]
    pub color: char,
    /// Time left on the clock of the game, in milliseconds; nothing without one.
    pub clock_ms: Option<u64>,
    /// Time left for its move, in milliseconds; nothing without such a limit.
    pub move_ms: Option<u64>,
    /// Whether its clock runs.
    pub running: bool,
    /// Undos left; nothing is any number.
    pub undos_left: Option<u32>,
    /// Games won at this table.
    pub wins: u32,
    /// Depth of an engine's search, as it said last.
    pub depth: Option<u32>,
    /// Its score for itself in hundredths, as it said last; nothing where it counts lines
    /// or has no opinion.
    pub cp: Option<i32>,
    /// The same of a player that counts lines, in lines.
    pub lines: Option<i32>,
    /// Its announcement of a win in so many own moves; negative is a loss.
    pub mate: Option<i32>,
    /// Positions that it visited.
    pub nodes: Option<u64>,
    /// Time of an engine for its move so far, or for its last one, in milliseconds.
    pub think_ms: Option<u64>,
    /// Why one of our classic players made the last move, in English and in Chinese; nothing where
    /// another one made it.
    pub why: Option<[String; 2]>,
}

/// A result as it is seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
pub struct ResultView {
    /// Points of Black and of White: `1-0`, `0-1` or `1/2-1/2`.
    #[cfg_attr(feature = "contracts", ts(type = "\"1-0\" | \"0-1\" | \"1/2-1/2\""))]
    pub result: GameResult,
    /// Why.
    pub reason: Ending,
    /// More about it; may be empty.
    pub detail: String,
    /// All of it as a sentence in English.
    pub words: String,
}

impl Room {
    /// The table as it is seen at this moment.
    pub fn view(&self, now: u64) -> TableView {
        let game = self.game();
        let position = game.position();
        let variant = game.variant();
        let names = |squares: &mut dyn Iterator<Item = Square>| {
            squares.map(|square| square.to_string()).collect::<Vec<String>>()
        };
        let is_black_to_move = game.actor().is_some() && position.side() == Color::Black;
        let GamesWon { draws, .. } = self.score();
        TableView {
            game: self.number(),
            revision: self.revision,
            rule: variant.rule.name(),
            width: variant.size.width(),
            height: variant.size.height(),
            k: variant.k,
            rows: self.rows(),
            fen: position.fen(),
            start: game.start().map(str::to_owned),
            moves: game.plies().iter().map(|ply| ply.mv.to_string()).collect(),
            times: game.plies().iter().map(|ply| ply.used_ms).collect(),
            last: position.last_move().map(Move::square).map(|square| square.to_string()),
            line: names(&mut game.line().into_iter()),
            forbidden: if is_black_to_move {
                names(&mut position.forbidden_points().iter())
            } else {
                Vec::new()
            },
            side: position.side().letter(),
            conversions: (variant.destroy > 0)
                .then(|| Color::ALL.map(|color| position.conversions(color))),
            stage: game.stage(),
            actor: game.actor(),
            chairs: Chair::ALL.map(|chair| self.chair_view(chair, now)),
            draws,
            undo: self.config().undo,
            draw_offer: self.draw_offer(),
            draw_declined: self.draw_declined(),
            proposed: self.proposed(),
            answered: self.last_answer(),
            paused: self.is_paused(),
            pace_ms: self.spacing_ms,
            hint: self.hint().cloned(),
            hint_awaited: self.is_hint_awaited(),
            result: game.result().map(|verdict| ResultView {
                result: verdict.result,
                reason: verdict.reason,
                detail: verdict.detail.clone(),
                words: words::result(self, verdict),
            }),
            words: words::turn(self),
        }
    }

    fn rows(&self) -> Vec<String> {
        let position = self.game().position();
        let size = position.size();
        let letter = |square| match position.at(square) {
            None => '.',
            Some(stone) if stone.converted => stone.color.letter().to_ascii_uppercase(),
            Some(stone) => stone.color.letter(),
        };
        let row = |row| (0..size.width()).map(|col| letter(Square::new(col, row))).collect();
        (0..size.height()).rev().map(row).collect()
    }

    fn chair_view(&self, chair: Chair, now: u64) -> ChairView {
        let is_acting = self.game().actor() == Some(chair);
        let (clock_ms, move_ms) = self.time.shown_ms(chair, is_acting, now);
        let conversation = self.conversations.get(&EngineSlot::of(chair));
        let Thought { depth, score, nodes } =
            conversation.map(|conversation| conversation.thought).unwrap_or_default();
        let centi = match score {
            Some(Told::Centi(cp)) => Some(cp),
            _ => None,
        };
        let counts_lines = self.seat(chair).unit() == Unit::Lines;
        ChairView {
            name: self.seat(chair).name().to_owned(),
            id: conversation.and_then(|conversation| conversation.id()).map(str::to_owned),
            human: self.seat(chair).is_human(),
            color: self.game().color_of(chair).letter(),
            clock_ms,
            move_ms,
            running: is_acting && self.time.deadline(0).is_some(),
            undos_left: self.undos_left(chair),
            wins: self.score().wins[chair.index()],
            depth,
            cp: centi.filter(|_| !counts_lines),
            lines: centi.filter(|_| counts_lines).map(|cp| cp / 100),
            mate: match score {
                Some(Told::Mate(moves)) => Some(moves),
                _ => None,
            },
            nodes,
            think_ms: self.think_ms(chair, is_acting, now),
            why: self.why(chair),
        }
    }

    /// Why that chair made the last move, where its player has said so.
    fn why(&self, chair: Chair) -> Option<[String; 2]> {
        let plies = self.game().plies();
        let (number, why) = self.why.as_ref()?;
        let is_last = *number == plies.len() && plies.last()?.by == Some(chair);
        is_last.then(|| why.clone())
    }

    /// What an engine takes for its move, or took for its last one.
    fn think_ms(&self, chair: Chair, is_acting: bool, now: u64) -> Option<u64> {
        if self.seat(chair).is_human() {
            return None;
        }
        if is_acting && self.time.deadline(0).is_some() {
            return Some(self.time.used_ms(now));
        }
        let mut own = self.game().plies().iter().rev().filter(|ply| ply.by == Some(chair));
        own.next().and_then(|ply| ply.used_ms)
    }
}
