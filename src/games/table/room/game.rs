//! One game at the table: the board, who has which colour, what was played by whom,
//! and how it ended. Knows nothing of time and of engines.

use serde::{Deserialize, Serialize};

use crate::record::{GameInfo, GameRecord, RecordedMove};
use tengen_engine::game::{Code, Color, IllegalMove, Move, Position, Setup, Square, Variant};

use crate::table::swap2::{self, Party, Stage, Swap2Choice};
use crate::table::verdict::{Ending, GameEnd, by_law};

use super::config::{Config, Opening};
use super::refusal::{Refusal, illegal, in_opening, over, refuse};
use super::seat::Chair;
use super::texts;

/// A move that was played, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move.
    #[serde(with = "texts::mv")]
    pub mv: Move,
    /// The seat that played it; `None` where it stood in a record that was loaded.
    pub by: Option<Chair>,
    /// Time that it took, in milliseconds, where it was measured.
    pub used_ms: Option<u64>,
}

/// A game in progress, or finished.
#[derive(Clone, Debug)]
pub struct Game {
    start: Setup,
    /// The text of the position in which the moves began; `None` for the empty board.
    start_text: Option<String>,
    position: Position,
    plies: Vec<PlayedMove>,
    stage: Stage,
    /// Who has Black now.
    black: Chair,
    /// Who placed the first stones of a swap2 opening.
    proposer: Chair,
    /// Plies at the beginning that belong to the opening.
    opening_plies: usize,
    result: Option<GameEnd>,
}

impl Game {
    /// A game as it was agreed, before its first move.
    ///
    /// # Errors
    /// When the opening does not fit the game.
    pub fn new(config: &Config, black: Chair) -> Result<Game, Refusal> {
        let mut game = Game::from_setup(config.opening.start(&config.variant)?, black)?;
        if config.opening == Opening::Swap2 {
            game.stage = Stage::ThreeStones;
        }
        Ok(game)
    }

    fn from_setup(start: Setup, black: Chair) -> Result<Game, Refusal> {
        let position = start
            .build()
            .map_err(|error| refuse("position", error.offending(), error.expected().to_string()))?;
        let is_plain = start.stones.is_empty() && start.side == Color::Black;
        let result = by_law(&position);
        Ok(Game {
            start_text: (!is_plain).then(|| position.fen()),
            start,
            position,
            plies: Vec::new(),
            stage: Stage::Play,
            black,
            proposer: black,
            opening_plies: 0,
            result,
        })
    }

    /// The game of a record, to go on with where it ends.
    ///
    /// # Errors
    /// When its moves cannot be played.
    pub fn from_record(record: &GameRecord, black: Chair) -> Result<Game, Refusal> {
        let mut game = Game::from_setup(record.start.clone(), black)?;
        for recorded in &record.moves {
            crate::record::play(&mut game.position, recorded.mv)
                .map_err(|why| illegal(recorded.mv, why))?;
            game.plies.push(PlayedMove { mv: recorded.mv, by: None, used_ms: recorded.time_ms });
        }
        game.opening_plies = record.info.opening.min(game.plies.len());
        game.result = by_law(&game.position);
        Ok(game)
    }

    /// Builds the game again from what `keep` gave.
    pub(super) fn restore(kept: &Kept) -> Result<Game, Refusal> {
        let mut record = GameRecord::new(&kept.variant);
        if let Some(text) = &kept.start {
            record.start = Opening::Position(text.clone()).start(&kept.variant)?;
        }
        record.moves = kept.plies.iter().map(|ply| RecordedMove::from(ply.mv)).collect();
        let mut game = Game::from_record(&record, kept.black)?;
        game.plies.clone_from(&kept.plies);
        game.stage = kept.stage;
        game.proposer = kept.proposer;
        game.opening_plies = kept.opening_plies;
        game.result.clone_from(&kept.result);
        Ok(game)
    }

    /// What has to be kept so that `restore` can build the game again.
    pub(super) fn keep(&self) -> Kept {
        Kept {
            variant: self.variant(),
            start: self.start_text.clone(),
            plies: self.plies.clone(),
            stage: self.stage,
            black: self.black,
            proposer: self.proposer,
            opening_plies: self.opening_plies,
            result: self.result.clone(),
        }
    }

    /// The game that is played.
    pub fn variant(&self) -> Variant {
        *self.position.variant()
    }

    /// The board.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The text of the position in which the moves began; `None` is the empty board.
    pub fn start(&self) -> Option<&str> {
        self.start_text.as_deref()
    }

    /// What was played so far.
    pub fn plies(&self) -> &[PlayedMove] {
        &self.plies
    }

    /// What has to be done next.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// How the game ended; `None` while it goes on.
    pub const fn result(&self) -> Option<&GameEnd> {
        self.result.as_ref()
    }

    /// The colour of a chair.
    pub fn color_of(&self, chair: Chair) -> Color {
        if chair == self.black { Color::Black } else { Color::White }
    }

    /// The chair with a colour.
    pub fn chair_of(&self, color: Color) -> Chair {
        match color {
            Color::Black => self.black,
            Color::White => !self.black,
        }
    }

    /// The seat that has to act; `None` when the game is over.
    pub fn actor(&self) -> Option<Chair> {
        if self.result.is_some() {
            return None;
        }
        let party = self.stage.party();
        Some(party.map_or_else(|| self.chair_of(self.position.side()), |party| self.chair(party)))
    }

    /// The chair of a party to a swap2 opening.
    fn chair(&self, party: Party) -> Chair {
        match party {
            Party::Proposer => self.proposer,
            Party::Chooser => !self.proposer,
        }
    }

    /// Whether a choice of a swap2 opening is due, and no stone.
    pub const fn is_choice(&self) -> bool {
        self.stage.is_choice()
    }

    /// The winning line, if there is one.
    pub fn line(&self) -> Vec<Square> {
        match self.position.outcome() {
            Some(tengen_engine::game::Outcome::Line { squares, .. }) => squares,
            _ => Vec::new(),
        }
    }

    /// Plays a move of the seat to act. A player who should `know_better` loses with a
    /// forbidden point; others are told, and nothing has changed.
    ///
    /// # Errors
    /// Why the move cannot be played.
    pub fn play(&mut self, ply: PlayedMove, know_better: bool) -> Result<(), Refusal> {
        if self.result.is_some() {
            return Err(illegal(ply.mv, IllegalMove::GameOver));
        }
        if self.is_choice() {
            let refusal = refuse("move", &ply.mv.to_string(), self.stage.choices());
            return Err(refusal.because("a choice is due").coded(Code::ChoiceDue));
        }
        match self.position.check(ply.mv) {
            Ok(()) => {}
            Err(IllegalMove::Forbidden(foul)) if know_better => {
                let detail = format!("{}: {}", ply.mv, foul.name());
                self.push(ply);
                self.result = Some(GameEnd::lost(Color::Black, Ending::Forbidden, detail));
                return Ok(());
            }
            Err(why) => return Err(illegal(ply.mv, why)),
        }
        if self.stage != Stage::Play && swap2::ends_game(&self.position, ply.mv) {
            let refusal = refuse("move", &ply.mv.to_string(), "a stone of an opening");
            return Err(refusal.because("ends the game").coded(Code::EndsOpening));
        }
        self.push(ply);
        self.stage = self.stage.with_stones(self.plies.len());
        self.result = by_law(&self.position);
        Ok(())
    }

    fn push(&mut self, ply: PlayedMove) {
        self.position.play_unchecked(ply.mv);
        self.plies.push(ply);
        if self.stage != Stage::Play {
            self.opening_plies = self.plies.len();
        }
    }

    /// Makes `choice` for the player of a swap2 opening who has to choose now.
    ///
    /// # Errors
    /// When nothing is to be chosen now, or not this, or the game is over.
    pub fn choose(&mut self, choice: Swap2Choice) -> Result<(), Refusal> {
        let chosen = self.stage.choose(choice).filter(|_| self.result.is_none());
        let refusal = || {
            let code = if self.is_choice() { Code::NoChoice } else { Code::NothingToChoose };
            refuse("choose", choice.name(), self.stage.choices()).coded(code)
        };
        let (stage, black) = chosen.ok_or_else(refusal)?;
        self.black = black.map_or(self.black, |party| self.chair(party));
        self.stage = stage;
        Ok(())
    }

    /// The number of plies that stay when `chair` takes back its last move and all that followed
    /// that move.
    ///
    /// # Errors
    /// When `chair` has no move that it could take back.
    pub fn take_back_to(&self, chair: Chair) -> Result<usize, Refusal> {
        if let Some(result) = &self.result
            && !matches!(result.reason, Ending::Line | Ending::Full | Ending::Forbidden)
        {
            let text = format!("the game ended by {}", result.reason.name());
            return Err(refuse("undo", &text, "a new game").coded(Code::EndedForGood));
        }
        if self.stage != Stage::Play {
            return Err(in_opening("undo"));
        }
        let color = self.color_of(chair);
        let own = |(index, ply): (usize, &PlayedMove)| {
            let is_own = ply.by.map_or_else(|| self.mover(index) == color, |by| by == chair);
            is_own.then_some(index)
        };
        let last = self.plies.iter().enumerate().skip(self.opening_plies).rev().find_map(own);
        let refusal =
            || refuse("undo", "no move of this player", "a move first").coded(Code::NoMoveYet);
        last.ok_or_else(refusal)
    }

    /// The seat that acted last; `None` at the beginning.
    pub fn last_actor(&self) -> Option<Chair> {
        let (index, ply) = self.plies.iter().enumerate().next_back()?;
        Some(ply.by.unwrap_or_else(|| self.chair_of(self.mover(index))))
    }

    /// The colour that played the ply number `index`, counted from 0.
    pub fn mover(&self, index: usize) -> Color {
        if index.is_multiple_of(2) { self.start.side } else { !self.start.side }
    }

    /// Takes back all plies after the first `plies`.
    pub fn truncate(&mut self, plies: usize) {
        while self.plies.len() > plies {
            self.plies.pop();
            self.position.undo();
        }
        self.result = None;
    }

    /// The chairs exchange their colours.
    ///
    /// # Errors
    /// When the game is over, or an opening is still played.
    pub fn swap_sides(&mut self) -> Result<(), Refusal> {
        self.can_swap_sides()?;
        self.black = !self.black;
        Ok(())
    }

    /// Whether the chairs can exchange their colours.
    ///
    /// # Errors
    /// As [`Game::swap_sides`].
    pub fn can_swap_sides(&self) -> Result<(), Refusal> {
        if self.result.is_some() {
            return Err(over("swap"));
        }
        if self.stage != Stage::Play {
            return Err(in_opening("swap"));
        }
        Ok(())
    }

    /// Ends the game other than on the board.
    pub fn end(&mut self, verdict: GameEnd) {
        if self.result.is_none() {
            self.result = Some(verdict);
        }
    }

    /// The game for other programs; `name` gives the name of the player on a chair.
    pub fn record(&self, name: impl Fn(Chair) -> String) -> GameRecord {
        let recorded = |ply: &PlayedMove| RecordedMove { time_ms: ply.used_ms, ..ply.mv.into() };
        let result = self.result.as_ref().map(|verdict| verdict.result);
        let termination = self.result.as_ref().map(|verdict| match verdict.reason {
            Ending::Time => "timeout",
            Ending::Illegal | Ending::Crash | Ending::Stall | Ending::Protocol => "error",
            reason => reason.name(),
        });
        GameRecord {
            start: self.start.clone(),
            info: GameInfo {
                players: tengen_engine::game::ByColor(
                    Color::ALL.map(|color| Some(name(self.chair_of(color)))),
                ),
                result,
                termination: termination.map(str::to_owned),
                opening: self.opening_plies,
                ..GameInfo::default()
            },
            comment: None,
            moves: self.plies.iter().map(recorded).collect(),
        }
    }
}

/// A game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    #[serde(with = "texts::variant")]
    variant: Variant,
    start: Option<String>,
    plies: Vec<PlayedMove>,
    stage: Stage,
    black: Chair,
    proposer: Chair,
    opening_plies: usize,
    result: Option<GameEnd>,
}
