//! Where the loser of a game could last have held the game, as far as can be seen.
//!
//! The searches that judge a game are short: what holds by one of them often loses by the
//! next. So a move is named as holding only after searches ten times as long, by the engine
//! and by the prover, and at last one a hundred times as long have found no win against it;
//! where they find one, the position is judged anew by that, and an earlier one is asked about.

use anyhow::anyhow;

use crate::analysis::Analysis;
use tengen_engine::control::{Info, Limits};
use tengen_engine::game::{Color, Move, Position};
use tengen_engine::player::Settings;
use tengen_engine::proof::{Claim, Goal};
use tengen_engine::prove::{Finding, ProveLimits, prove};
use tengen_engine::value::Score;

use crate::analysis::proofs;

use super::game::ReviewedGame;
use super::judge::{self, HELD, judge, refine, win};
use super::longer::{LONGER, LongSearch};

/// The most moves of one position that are tried. Those that the engine likes best come first;
/// where all of these lose, the others hardly hold.
const TRIES: usize = 6;

/// Memory of the prover, in bytes: enough for the positions that it may visit.
const MEMORY: usize = 64 << 20;

/// A move with which the loser could have held the game, as far as was seen.
#[derive(Clone, Debug)]
pub struct Hold {
    /// The index of the move that was played instead of `best`.
    pub index: usize,
    /// The move that holds.
    pub best: Move,
    /// Positions in which a win against `best` was looked for.
    pub searched: u64,
    /// Whether it is proven that no win against `best` exists.
    pub is_proven: bool,
}

/// What the search for a move that holds has found.
#[derive(Debug)]
pub struct Search {
    /// The last move with which the loser could have held the game; nothing where none was found.
    pub hold: Option<Hold>,
    /// Positions that each of the searches but the last one could visit; nothing where no search
    /// was made, because the loser stood badly all the time.
    pub nodes: Option<u64>,
}

/// Looks for the last move of the loser that holds, and corrects the verdicts where longer
/// searches know better. `None` where there is no loser, or the last position is not lost.
/// `begins` hears which move is looked at, counted from 1.
///
/// # Errors
/// When the player does not know the game.
pub fn find(
    game: &ReviewedGame,
    verdicts: &mut [Analysis],
    limits: &Limits,
    settings: &Settings,
    begins: impl Fn(usize),
) -> anyhow::Result<Option<Search>> {
    let moves = game.moves();
    refine(&moves, verdicts);
    let Some(loser) = game.loser(verdicts) else { return Ok(None) };
    let mut judged = judge(game.positions[0].side(), &moves, verdicts);
    if !judge::ends_lost(loser, &judged) {
        return Ok(None);
    }
    let mut examiner = Examiner { loser, search: LongSearch::new(verdicts, limits, settings) };
    let (mut end, mut nodes) = (moves.len(), None);
    while let Some(index) = judge::last_hold(loser, &judged[..end]) {
        begins(index + 1);
        nodes = Some(examiner.search.nodes);
        let played = (moves[index], judged[index].after.0);
        let answer = examiner.examine(&game.positions[index], played)?;
        if let Some(verdict) = answer.verdict {
            verdicts[index] = verdict;
            refine(&moves, verdicts);
            judged = judge(game.positions[0].side(), &moves, verdicts);
        }
        if let Some((best, confirmed)) = answer.hold {
            let Confirmed { searched, is_proven } = confirmed;
            let hold = Some(Hold { index, best, searched, is_proven });
            return Ok(Some(Search { hold, nodes }));
        }
        end = index;
    }
    Ok(Some(Search { hold: None, nodes }))
}

/// What longer searches say of a position.
struct Answer {
    /// A move that holds.
    hold: Option<(Move, Confirmed)>,
    /// What the position is worth now; nothing where that is still open.
    verdict: Option<Analysis>,
}

/// How well it is known that a move holds.
struct Confirmed {
    searched: u64,
    is_proven: bool,
}

/// Asks longer searches about positions in which the loser is to move.
struct Examiner {
    loser: Color,
    search: LongSearch,
}

impl Examiner {
    /// Looks for a move that holds. The move `played` is known to lose, and has the score beside
    /// it.
    fn examine(&mut self, position: &Position, played: (Move, Score)) -> anyhow::Result<Answer> {
        let legal = position.legal_moves();
        let mut losing: Vec<(Move, Score)> = Vec::new();
        for _ in 0..TRIES {
            let is_left = |mv: &Move| losing.iter().all(|(known, _)| known != mv);
            let rest: Vec<Move> = legal.iter().copied().filter(is_left).collect();
            if rest.is_empty() {
                return Ok(Answer { hold: None, verdict: best_of(None, &losing) });
            }
            // A search of all moves knows more than one of some.
            let chosen = if losing.is_empty() { Vec::new() } else { rest };
            let verdict = self.search.think(position, self.search.nodes, chosen)?;
            let Some(best) = verdict.best.filter(|_| win(verdict.first.score) >= HELD) else {
                return Ok(Answer { hold: None, verdict: best_of(Some(verdict), &losing) });
            };
            if best == played.0 {
                losing.push(played);
                continue;
            }
            match self.confirm(position, best)? {
                Ok(confirmed) => {
                    return Ok(Answer { hold: Some((best, confirmed)), verdict: Some(verdict) });
                }
                Err(score) => losing.push((best, score)),
            }
        }
        Ok(Answer { hold: None, verdict: None })
    }

    /// Looks for a win against a move of the loser. Gives how well the move is confirmed or, where
    /// a win is found, its score for the loser as the error.
    fn confirm(
        &mut self,
        position: &Position,
        mv: Move,
    ) -> anyhow::Result<Result<Confirmed, Score>> {
        let mut after = position.clone();
        after
            .play(mv)
            .map_err(|reason| anyhow!("{mv} ({reason}): expected {}", reason.expected()))?;
        if after.is_over() {
            let is_lost = after.winner() == Some(!self.loser);
            return Ok(if is_lost {
                Err(Score::loss_in(1))
            } else {
                Ok(Confirmed { searched: 0, is_proven: true })
            });
        }
        let (search, mut searched) = (&mut self.search, 0);
        for (nodes, proves) in [(search.nodes, true), (search.nodes.saturating_mul(LONGER), false)]
        {
            let reply = search.think(&after, nodes, Vec::new())?.first;
            let score = judge::before(reply.score);
            if win(score) < HELD {
                return Ok(Err(score));
            }
            searched += reply.nodes.unwrap_or(0);
            let mut is_proven = score.is_win();
            if !is_proven && proves && proofs::apply_to(&after) {
                let claim = Claim { prover: !self.loser, goal: Goal::Wins };
                let limits = ProveLimits { nodes, memory: MEMORY, ..ProveLimits::default() };
                let (finding, visited) = prove(&after, claim, &limits, &mut |_| true);
                searched += visited;
                match finding {
                    // In how many moves is not known.
                    Finding::Proven(_) => return Ok(Err(-Score::MAX_OPINION)),
                    Finding::Refuted => is_proven = true,
                    Finding::Undecided => {}
                }
            }
            if is_proven {
                return Ok(Ok(Confirmed { searched, is_proven }));
            }
        }
        Ok(Ok(Confirmed { searched, is_proven: false }))
    }
}

/// The best of what is known of a position: the losing moves with their scores, and what the search
/// of the other moves said.
fn best_of(others: Option<Analysis>, losing: &[(Move, Score)]) -> Option<Analysis> {
    let known = losing.iter().max_by_key(|(_, score)| *score).map(|&(mv, score)| {
        let first = Info { score, pv: vec![mv], ..Info::default() };
        Analysis { best: Some(mv), first, ..Analysis::default() }
    });
    others.into_iter().chain(known).max_by_key(|verdict| verdict.first.score)
}
