//! The strong one: threat search, then alpha-beta.

use std::sync::Arc;

use rand::Rng as _;

use super::amateur;
use super::level::Strength;
use super::rng::Rng;
use super::settings::Settings;
use super::task::{Player, PlayerError, Task};
use crate::clock::Instant;
use crate::control::{Choice, Info, Limits, Report};
use crate::eval;
use crate::game::{Rule, Variant};
use crate::pattern::Tables;
use crate::proof::{Book, BookSays};
use crate::search::params::LIKELY;
use crate::search::{SearchOptions, Searcher, Shortage, Unwanted};

/// The engine as a player. Its tables are made for the first question and kept
/// from move to move.
#[derive(Default)]
pub struct Engine {
    /// The searcher and the size, in mebibytes, it was made with.
    searcher: Option<(usize, Searcher)>,
    /// The lookups of the last game, so that they are not built for every question.
    tables: Option<((Rule, u8), Arc<Tables>)>,
    /// How well the engine played last, if that was limited.
    strength: Option<Strength>,
}

impl Engine {
    /// The searcher that keeps within that memory, made if there is none yet.
    fn searcher_of(&mut self, hash_mb: usize) -> &mut Searcher {
        if self.searcher.as_ref().is_some_and(|(made_with, _)| *made_with != hash_mb) {
            // The old table goes before the new one comes.
            self.searcher = None;
        }
        &mut self.searcher.get_or_insert_with(|| (hash_mb, Searcher::new(hash_mb))).1
    }

    /// Keeps the lookups of this game, and no others.
    fn keep_tables(&mut self, game: Variant) {
        let game = (game.rule, game.k);
        if self.tables.as_ref().is_none_or(|(of, _)| *of != game) {
            self.tables = None;
            self.tables = Some((game, eval::tables(game.0, game.1)));
        }
    }
}

/// The move of the book, told as what it is: a win that this search has not seen.
fn by_book(task: &Task<'_>) -> Option<Choice> {
    let Task { settings, limits, monitor, position, .. } = task;
    if !settings.plays_by_book {
        return None;
    }
    // A limit of depth or positions asks for a search, unless `BookFile` names a book.
    let is_search = limits.depth.is_some() || limits.nodes.is_some();
    let shipped = || Book::shipped(position.variant()).filter(|_| !is_search);
    let book = settings.book.as_deref().or_else(shipped)?;
    let started = Instant::now();
    let says = book.says(position)?;
    monitor.report(Report::Text(format!("book: claims {}", book.claim())));
    // An analysis without an end shows a search, not one move; a move for which the opponent is
    // waited for is one of a game.
    let is_endless = Limits { ponder: false, ..(*limits).clone() }.is_unlimited();
    let is_wanted = settings.multi_pv == 1
        && limits.mate.is_none()
        && limits.search_moves.is_empty()
        && !is_endless;
    let BookSays::Play(mv) = says else { return None };
    if !is_wanted {
        return None;
    }
    let (nodes, time) = (Some(0), Some(started.elapsed()));
    let info = Info { depth: 1, score: LIKELY, nodes, time, pv: vec![mv], ..Info::default() };
    monitor.report(Report::Info(info));
    Some(Choice { best: Some(mv), ponder: None })
}

impl Player for Engine {
    fn choose(&mut self, task: Task<'_>, rng: &mut Rng) -> Result<Choice, PlayerError> {
        let settings = task.settings;
        // A question for a proof is not one for a move: no level answers it worse.
        let strength = settings.strength().filter(|_| task.limits.mate.is_none());
        if std::mem::replace(&mut self.strength, strength) != strength {
            // What one level found out is not for another one to know.
            self.forget();
        }
        self.keep_tables(*task.position.variant());
        let searcher = self.searcher_of(settings.hash_mb);
        let options = SearchOptions {
            multi_pv: settings.multi_pv,
            move_overhead_ms: settings.move_overhead_ms,
            variety: if settings.seed == 0 { 0 } else { rng.next_u64() | 1 },
            threads: settings.threads,
            ..SearchOptions::default()
        };
        if let Some(strength) = strength {
            return Ok(amateur::choose(searcher, &strength, &options, &task));
        }
        if let Some(choice) = by_book(&task) {
            return Ok(choice);
        }
        if let Some(Shortage { threads, wanted, hash_mb }) = searcher.shortage(options.threads) {
            let expected = hash_mb.map_or_else(
                || "a host with more".to_owned(),
                |hash_mb| format!("Hash {hash_mb} for all"),
            );
            let text = format!("{threads} of {wanted} threads: expected {expected}");
            task.monitor.report(Report::Text(text));
        }
        Ok(searcher.search(task.position, task.limits, &options, task.monitor))
    }

    fn has_own_limit(&self) -> bool {
        false
    }

    fn can_trace(&self, settings: &Settings) -> bool {
        // A level asks several questions, and believes only a part of the answers.
        settings.strength().is_none()
    }

    fn searcher(&mut self, settings: &Settings) -> Option<&mut Searcher> {
        Some(self.searcher_of(settings.hash_mb))
    }

    fn forget(&mut self) {
        if let Some((_, searcher)) = &mut self.searcher {
            searcher.clear();
        }
    }

    fn prepare(&mut self, settings: &Settings, game: &Variant) {
        self.searcher_of(settings.hash_mb).prepare(settings.threads);
        self.keep_tables(*game);
    }

    fn claim_memory(&mut self, threads: usize, is_unwanted: &Unwanted<'_>) {
        if let Some((_, searcher)) = &mut self.searcher {
            searcher.claim_memory(threads, is_unwanted);
        }
    }
}
