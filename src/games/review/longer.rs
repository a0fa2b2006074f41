//! Searches longer than those that judge a game, where these contradict each other.

use std::sync::Arc;

use anyhow::anyhow;

use crate::analysis::Analysis;
use crate::analysis::analyst::Analyst;
use tengen_engine::control::Limits;
use tengen_engine::game::{Move, Position};
use tengen_engine::player::{STRONGEST, Settings};
use tengen_engine::session::message::Problem;

use super::game::ReviewedGame;
use super::judge::{MISTAKE, refine, regret};

/// The factor from a search that judges the game to the longer ones, and from these to the last one
/// against a move that holds. With the first step alone, 3 of the 182 moves that were named in 200 games
/// lost in a search as long as the last one is now; with both steps, 4 of 180 lose in a search ten times
/// as long again, so that no sentence says more than how many positions were searched.
pub const LONGER: u64 = 10;

/// Searches ten times as long as those that have judged the game.
pub(super) struct LongSearch {
    analyst: Analyst,
    /// Positions that each may visit.
    pub nodes: u64,
    settings: Settings,
}

impl LongSearch {
    /// Such searches for a game with these verdicts, made under `limits`.
    pub fn new(verdicts: &[Analysis], limits: &Limits, settings: &Settings) -> LongSearch {
        // Without a number of positions in the limits the longest search of the game counts:
        // by time ten times as many take ten times as long.
        let most = || verdicts.iter().filter_map(|verdict| verdict.first.nodes).max();
        let nodes = limits.nodes.or_else(most).unwrap_or(1).saturating_mul(LONGER);
        // At full strength and with one line, however the game was judged.
        let settings = Settings {
            player: Settings::default().player,
            level: STRONGEST,
            limit_strength: false,
            multi_pv: 1,
            ..settings.clone()
        };
        LongSearch { analyst: Analyst::default(), nodes, settings }
    }

    /// Looks at `nodes` positions; at all moves if there are none in `search_moves`.
    pub fn think(
        &mut self,
        position: &Position,
        nodes: u64,
        search_moves: Vec<Move>,
    ) -> anyhow::Result<Analysis> {
        let limits = Limits { nodes: Some(nodes), search_moves, ..Limits::default() };
        let verdict = self.analyst.think(position, &limits, &self.settings, &Arc::default());
        verdict.map_err(|problem: Problem| anyhow!("{problem}"))
    }
}

/// Searches positions longer in which the move that was played was the engine's choice, and was worth so
/// much less one move later that another player would have made a mistake by it. The verdict of the longer
/// search takes the place of the first one; a move that it would not play any more is judged as others are.
/// `begins` hears the number of the move, counted from 1.
///
/// In 12 games between two builds, with 20,000 positions a move, the engine's choice lost 10 % of the win
/// rate or more 9 times in 489 moves.
///
/// # Errors
/// When the player does not know the game.
pub fn settle(
    game: &ReviewedGame,
    verdicts: &mut [Analysis],
    limits: &Limits,
    settings: &Settings,
    begins: impl Fn(usize),
) -> anyhow::Result<()> {
    let moves = game.moves();
    refine(&moves, verdicts);
    let mut search = LongSearch::new(verdicts, limits, settings);
    // From the end on, as what is found out about a position changes what the move before was worth.
    for (index, &mv) in moves.iter().enumerate().rev() {
        let Some([before, after]) = verdicts.get_mut(index..index + 2) else { continue };
        if before.best == Some(mv) && regret(before, after) >= MISTAKE {
            begins(index + 1);
            let nodes = search.nodes;
            *before = search.think(&game.positions[index], nodes, Vec::new())?;
            refine(&moves, verdicts);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameInfo;
    use tengen_engine::game::{Rule, Size, Variant};
    use tengen_engine::value::Score;

    #[test]
    fn what_contradicts_itself_is_searched_longer() {
        let size = Size::new(15, 15).unwrap();
        let variant = Variant { rule: Rule::Freestyle, size, k: 5, destroy: 0 };
        let mut last = Position::new(variant).unwrap();
        for mv in ["h8", "i9", "j8"] {
            last.play(mv.parse::<Move>().unwrap()).unwrap();
        }
        let game = ReviewedGame::new(String::new(), GameInfo::default(), &last);
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let settings = Settings { hash_mb: 1, ..Settings::default() };
        let mut search = LongSearch::new(&[], &limits, &settings);
        let think = |position| search.think(position, 300, Vec::new()).unwrap();
        let verdicts: Vec<Analysis> = game.positions.iter().map(think).collect();
        // White's move is thought to be worth much more before than after it.
        for (best, longer) in [("i9", vec![2]), ("g7", vec![])] {
            let mut settled = verdicts.clone();
            settled[0].best = None;
            settled[1].best = best.parse().ok();
            settled[1].first.score = Score::estimate(1500);
            let mut known = settled.clone();
            let told = std::cell::RefCell::new(Vec::new());
            settle(&game, &mut settled, &limits, &settings, |number| {
                told.borrow_mut().push(number);
            })
            .unwrap();
            assert_eq!(*told.borrow(), longer, "{best}");
            for &number in &longer {
                assert!((301..=3000).contains(&settled[number - 1].first.nodes.unwrap()));
                assert!(settled[number - 1].first.score < Score::estimate(1500));
                known[number - 1] = settled[number - 1].clone();
            }
            assert_eq!(format!("{settled:?}"), format!("{known:?}"), "the others stay");
        }
    }
}
