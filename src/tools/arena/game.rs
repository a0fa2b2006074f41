//! One game between two engines, from the first question to the result.

use tengen_engine::game::Color;
use tengen_engine::protocol::client::Question;

use tengen_games::conversation::FaultKind;
use tengen_games::fault::{EngineFailure, Fault};
use tengen_games::table::referee::{Adjudication, Referee};
use tengen_games::table::verdict::{Ending, GameEnd};

use super::engine::MatchContext;
use super::in_progress::{GameInProgress, GameStop, Live, Player};
use super::openings::Opening;
use super::played::{ChosenMove, Evidence, Played};
use super::schedule::Game;
use super::swap2;

/// The seeds of the two players of a game add up to this: players that draw
/// from the same stream would choose alike.
const SEEDS: u64 = 1 << 31;

/// Why a game came to nothing.
#[derive(Debug)]
pub(super) enum Stop {
    /// The match is over.
    Halted,
    /// An engine does not play the game of the match: it would be another game that counts.
    Unplayed { engine: String, fault: Fault },
}

/// What a game is played by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub adjudication: Adjudication,
    /// Whether the engines agree on an opening themselves.
    pub swap2: bool,
}

/// Plays a game of the schedule from `opening`, which has the number `number` in its list;
/// `players` come in the order of the schedule, the one with Black first. `watch` hears of the
/// game as it goes on.
/// Afterwards an engine that failed does not run any more.
///
/// # Errors
/// When the match ended before the game did, or cannot go on: an engine that has played no
/// game yet does not play this one. What refuses later has lost a game.
pub(super) fn play<'s>(
    game: &Game,
    (opening, number): (&Opening, usize),
    terms: Terms,
    players: &mut [Player<'s>; 2],
    context: &'s MatchContext,
    watch: Option<&dyn Fn(Live)>,
) -> Result<Played, Stop> {
    let start = opening.start(&context.variant).and_then(|start| start.build().ok());
    let position = opening.position();
    let mut playing = GameInProgress {
        context,
        players,
        black: 0,
        start: start.map(|position| position.fen()),
        opening_moves: position.history().count(),
        position,
        decisions: Vec::new(),
        chosen: Vec::new(),
        watch,
    };
    let end = match playing.run(game, terms) {
        Ok(verdict) => GameStop::Verdict(verdict),
        Err(end) => end,
    };
    let (verdict, fault) = match end {
        GameStop::Verdict(verdict) if verdict.reason.is_fault() => {
            // A move that the referee refuses: the engine itself is none the wiser.
            let loser = verdict.result.winner().map_or(0, |winner| playing.player_of(!winner));
            let fault = playing.evidence(loser, None);
            (verdict, Some(fault))
        }
        GameStop::Verdict(verdict) => (verdict, None),
        GameStop::EngineFailure { trouble: EngineFailure::Halted, .. } => return Err(Stop::Halted),
        GameStop::EngineFailure { player, trouble: EngineFailure::Fault(fault) }
            if fault.kind == FaultKind::Unplayed && !playing.players[player].has_played =>
        {
            let engine = playing.players[player].spec.name.clone();
            return Err(Stop::Unplayed { engine, fault });
        }
        GameStop::EngineFailure { player, trouble: EngineFailure::Fault(fault) } => {
            let reason = Ending::from(fault.kind);
            let color = playing.color_of(player);
            let verdict = GameEnd::lost(color, reason, fault.detail.clone());
            (verdict, Some(playing.evidence(player, Some(fault))))
        }
    };
    let name = |color| playing.players[playing.player_of(color)].spec.name.clone();
    Ok(Played {
        game: game.number + 1,
        pair: game.pair + 1,
        black: name(Color::Black),
        white: name(Color::White),
        opening: number,
        symmetry: game.symmetry,
        seed: game.seed,
        result: verdict.result,
        reason: verdict.reason,
        detail: verdict.detail,
        start: playing.start,
        moves: playing.position.history().collect(),
        opening_moves: playing.opening_moves,
        swap2: playing.decisions,
        chosen: playing.chosen,
        fault,
    })
}

impl GameInProgress<'_, '_> {
    /// Plays until the game is over.
    fn run(&mut self, game: &Game, terms: Terms) -> Result<GameEnd, GameStop> {
        let (seed, live) = (game.seed, game.number + 1);
        for (player, seed) in [seed, SEEDS - seed].into_iter().enumerate() {
            let mut limits = self.limits(player);
            // The length of the game is that of the own clock.
            limits.clock_ms[!self.color_of(player)] = None;
            let ready = self.engine(player)?.new_game(seed, &limits);
            ready.map_err(|trouble| GameStop::EngineFailure { player, trouble })?;
        }
        if terms.swap2 {
            let agreed = swap2::agree(self, seed);
            // Also when an engine failed: neither chose these moves as its own.
            self.opening_moves = self.position.history().count();
            agreed?;
        }
        if let Some(watch) = self.watch {
            let name = |color| self.players[self.player_of(color)].spec.name.clone();
            let moves: Vec<String> = self.position.history().map(|mv| mv.to_string()).collect();
            watch(Live::Begun {
                live,
                black: name(Color::Black),
                white: name(Color::White),
                start: self.start.clone(),
                moves: moves.join(" "),
            });
        }
        let mut referee = Referee::new(terms.adjudication);
        if let Some(verdict) = referee.begin(&self.position) {
            return Ok(verdict);
        }
        let margin = self.context.patience.margin;
        loop {
            let player = self.player_of(self.position.side());
            let limits = self.limits(player);
            let time = self.players[player].time();
            let (start, position) = (self.start.clone(), self.position.clone());
            let question =
                Question { start: start.as_deref(), position: &position, limits: &limits };
            let trouble = |trouble| GameStop::EngineFailure { player, trouble };
            let answer = self.engine(player)?.ask(question, time).map_err(trouble)?;
            self.players[player].spend(answer.used, margin);
            let verdict = referee.play(&mut self.position, answer.what, &answer.thought);
            let is_refused =
                verdict.as_ref().is_some_and(|verdict| verdict.reason == Ending::Illegal);
            if is_refused {
                // An engine that repeats a move may have sent it once too often.
                if self.position.history().any(|mv| mv == answer.what) {
                    self.engine(player)?.expect_silence(answer.due).map_err(trouble)?;
                }
            } else {
                if let Some(watch) = self.watch {
                    watch(Live::Moved { live, mv: answer.what.to_string() });
                }
                self.chosen.push(ChosenMove::new(answer.used.as_millis() as u64, answer.thought));
            }
            if let Some(verdict) = verdict {
                return Ok(verdict);
            }
        }
    }

    /// What is known of a fault. The engine does not go on: it may still
    /// do anything.
    fn evidence(&mut self, player: usize, fault: Option<Fault>) -> Evidence {
        let player = &mut self.players[player];
        let engine = player.engine.take();
        let (lines, stderr) = match (engine, fault) {
            (Some(engine), _) => engine.last_words(),
            (None, Some(fault)) => (fault.lines, fault.stderr),
            (None, None) => (Vec::new(), Vec::new()),
        };
        Evidence { engine: player.spec.name.clone(), lines, stderr }
    }
}
