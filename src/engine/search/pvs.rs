//! Principal variation search of one position, in numbered steps.
//!
//! The first move is searched with the whole window, later ones with an empty one that
//! only asks whether they are better: with good order few are (CPW, Principal Variation
//! Search).

mod forced;
mod known;
mod singular;

use super::history::History;
use super::params::{LIKELY, Late, Params};
use super::picker::{self, Candidate, Completeness, Context, MoveKind};
use super::proof;
use super::worker::{MAX_PLY, Worker};
use crate::control::Why;
use crate::eval;
use crate::game::{Color, Move};
use crate::pattern::Threat;
use crate::value::{Bound, Depth, Ply, Score};
use singular::Rivals;

impl Worker<'_> {
    /// The value of the current position for the side to move, `ply` plies from
    /// the root, searched `depth` plies deep. Exact between `alpha` and `beta`,
    /// a bound outside; meaningless once `self.stopped` is set. With an open
    /// window (`beta - alpha > 1`) the best line is left in `self.pv`.
    #[inline]
    pub fn pvs(&mut self, alpha: Score, beta: Score, depth: Depth, ply: Ply) -> Score {
        if self.tree.is_some() {
            self.pvs_written_down(alpha, beta, depth, ply)
        } else {
            self.look(alpha, beta, depth, ply)
        }
    }

    /// As [`Worker::pvs`], for people who watch.
    #[cold]
    fn pvs_written_down(&mut self, alpha: Score, beta: Score, depth: Depth, ply: Ply) -> Score {
        let last = self.board.position().last_move();
        if let Some(tree) = &mut self.tree {
            tree.enter_for(last, Some((alpha, beta)), Some(depth.plies().max(0)));
        }
        let value = self.look(alpha, beta, depth, ply);
        let known = (!self.stopped).then_some(value);
        if let Some(tree) = &mut self.tree {
            tree.leave(known);
        }
        value
    }

    /// What [`Worker::pvs`] says, found out.
    #[expect(clippy::too_many_lines, reason = "the steps share the window and read in order")]
    fn look(&mut self, mut alpha: Score, beta: Score, mut depth: Depth, ply: Ply) -> Score {
        // Step 1: bookkeeping. What a search without one move finds out is not the value of the position.
        let excluded = self.excluded.take();
        let is_whole = excluded.is_none();
        let is_pv = beta - alpha > 1;
        if is_pv {
            self.pv[ply.index()].clear();
        }
        self.seldepth = self.seldepth.max(ply);
        if self.visit() {
            return Score::DRAW;
        }

        // Step 2: the game is over, or the very next move ends it.
        if let Some(value) = self.decided(is_pv, ply) {
            let is_over = self.board.position().is_over();
            self.because(if is_over { Why::End } else { Why::Line });
            return value;
        }
        if ply >= MAX_PLY {
            self.because(Why::Leaf);
            return eval::evaluate(&mut self.board);
        }

        // Step 3: a player without any possible line cannot win by placing.
        let (own, other) = (self.board.side(), !self.board.side());
        let threats_hold = self.threats_hold();
        // In renju no side is safe: Black may be left with fouls only.
        let may_run_out = self.board.position().rule().has_fouls(Color::Black);
        if threats_hold && !may_run_out {
            let can_win = self.board.patterns().can_win(own);
            let can_lose = self.board.patterns().can_win(other);
            let is_settled = match (can_win, can_lose) {
                (false, false) => true,
                (false, true) => alpha >= Score::DRAW,
                (true, false) => beta <= Score::DRAW,
                (true, true) => false,
            };
            if is_settled {
                self.because(Why::Closed);
                return Score::DRAW;
            }
        }

        // Step 4: even the quickest end cannot change the result. Longer wins than the one
        // that is known are not looked for (CPW, Mate Distance Pruning). Without a five
        // point now a win takes a four first, and so does a loss.
        // A conversion may break a line, so that no threat is certain while one is left.
        let must_answer = threats_hold && !self.board.patterns().fives(other).is_empty();
        let soonest_win = match threats_hold {
            true if may_run_out => (ply + 2).win(),
            true => (ply + 3).win(),
            false => (ply + 1).win(),
        };
        let soonest_loss = (ply + if threats_hold && !must_answer { 4 } else { 2 }).loss();
        if soonest_win <= alpha {
            self.because(Why::Near);
            return soonest_win;
        }
        if soonest_loss >= beta && !self.board.position().rule().has_fouls(own) {
            self.because(Why::Near);
            return soonest_loss;
        }

        // Step 5: the hash table. Positions are reached in many orders of moves, and the
        // move that was best at less depth mostly is at this one (CPW, Transposition Table).
        let key = self.key();
        let hit = self.table.probe(key);
        let hash_move = self.hash_move(hit);
        // With an open window the line is wanted, which the table does not have.
        if let Some(hit) = hit
            && !is_pv
            && is_whole
            && let Some(value) = self.cutoff(&hit, alpha, beta, depth, ply)
        {
            self.known += 1;
            if let Some(tree) = &mut self.tree {
                tree.know((key, None), hit.bound, value);
                tree.because(Why::Hash);
            }
            return value;
        }

        // Step 6: one move rarely loses so much as a margin, so positions far above the
        // bound are not searched when shallow (CPW, Reverse Futility Pruning), and at
        // leaves not even for a win by force. Before leaves the value does not
        // count where the opponent threatens such a win.
        let threatened =
            threats_hold && !must_answer && !self.board.patterns().open_fours(other).is_empty();
        let longest = self.root_depth.plies() as usize + self.params.quiet_plies();
        let may_extend = ply.index() < longest && !self.is_exact();
        // The values of the others are not used: 0.96 of the time without them. Opinions kept in the
        // hash table save nothing: 1.008 of the time, since the sums behind them are made all the same.
        let is_valued = !must_answer && (!threatened || depth <= Depth::LEAF && !may_extend);
        let estimate = is_valued.then(|| {
            if is_pv {
                return (eval::evaluate(&mut self.board), Bound::Exact);
            }
            let margin = self.params.rough_margin();
            eval::evaluate_within(&mut self.board, (alpha, beta), margin)
        });
        let quiet = !is_pv && !threatened && !self.is_exact() && threats_hold;
        let quiet_value = estimate.filter(|_| quiet).map(|(value, _)| value);
        if let Some(value) = quiet_value
            && is_whole
            && self.params.is_far_above(depth, value - beta)
            && beta > -LIKELY
            && value < LIKELY
            && (depth <= Depth::LEAF || !self.is_menaced())
        {
            self.because(Why::Margin);
            return value;
        }

        // Step 7: wins by force. Fours leave the defender one answer each, so they are
        // searched at a fraction of the cost of other moves (threat-space search: Allis, van
        // den Herik and Huntjens 1993). Where a search of this position has found none,
        // only one that may look further can.
        let limit = self.params.vcf_limit(depth);
        // No such search where step 6 is content or one was made before: 121 ± 46 Elo. Only
        // fours that lead to others, with lone ones as quiet moves and reductions set anew: 102 ± 43.
        if threats_hold
            && !self.is_exact()
            && is_whole
            && hit.is_none_or(|hit| self.params.vcf_limit(hit.depth) < limit)
            && let Some(value) = self.wins_by_threats(limit, ply, is_pv)
        {
            self.because(Why::Fours);
            if !self.stopped {
                self.remember(key, value, Bound::Lower, depth, ply, None);
            }
            return value;
        }

        // Step 8: leaves. Threats are followed a little further; where that ends depends on
        // the path, so the value of such a position is not remembered.
        // An answer to a four is searched at any depth: without it the value means nothing.
        if depth <= Depth::LEAF && !must_answer {
            if let Some((value, bound)) = estimate {
                self.because(Why::Leaf);
                if !threatened {
                    self.remember(key, value, bound, Depth::LEAF, ply, None);
                }
                return value;
            }
            depth = Depth::new(1);
        }

        // Step 9: without a hash move the order is poor; a shallower search costs less and
        // leaves a move for the next one (CPW, Internal Iterative Reductions).
        // Not where every square counts: 3 wins of 27,219 endgames were missed so.
        if hash_move.is_none() && self.params.wants_move(depth) && !must_answer && !self.is_exact()
        {
            depth = depth - 1;
        }

        // Step 10: what everything hangs on is searched deeper.
        let mut extension = 0;
        if let Some(hit) = hit
            && hash_move.is_some()
            && is_whole
            && !must_answer
            && !threatened
            && !self.is_exact()
        {
            match self.look_at_rivals(&hit, (alpha, beta), depth, ply) {
                Rivals::Extend(plies) => extension = plies,
                Rivals::Refute(value) => {
                    self.because(Why::Cut);
                    return value;
                }
            }
            if self.stopped {
                return Score::DRAW;
            }
        }

        // Step 11: the moves, best first.
        let base = self.moves.len();
        let may_omit = !is_pv && !self.is_exact();
        let of = Listing { ply, hash_move, depth: may_omit.then_some(depth) };
        let mut is_listed = !is_whole || !self.list_first(&of);
        let mut kind = MoveKind::Quiet;
        if is_listed {
            kind = self.list(&of, self.is_exact());
        }
        if self.moves.len() == base && kind != MoveKind::AnswerFour {
            // All that seemed worth a look is forbidden; something else may not be.
            kind = self.list(&of, true);
        }
        if let Some(excluded) = excluded {
            drop_from(&mut self.moves, base, excluded);
        }
        let mut completeness = kind.completeness();
        let old_alpha = alpha;
        let previous = self.board.position().last_move();
        let mut best = -Score::INFINITE;
        let mut best_move: Option<Move> = None;
        let mut likeliest = likeliest_of(&self.moves[base..]);
        // Where all moves are as bad as this, those that were left out may be better.
        let nearly_lost = -self.params.nearly_decided();
        let mut may_lack_fours = kind == MoveKind::AnswerThree;
        let mut tried = 0;
        loop {
            if tried == 1 && !is_listed {
                is_listed = true;
                self.list_others(&of);
                likeliest = likeliest_of(&self.moves[base..]);
            }
            if base + tried == self.moves.len() && may_lack_fours && best <= nearly_lost {
                may_lack_fours = false;
                let context = of.context(self.history, &self.params);
                picker::add_fours(&self.board, &context, base, &mut self.moves);
            }
            if base + tried == self.moves.len() {
                break;
            }
            picker::select(&mut self.moves[base..], tried);
            let Candidate { mv, rating, .. } = self.moves[base + tried];
            let gap = (likeliest - rating).max(0);
            let patterns = self.board.patterns();
            let own_point = patterns.combination(mv.square(), own);
            let other_point = patterns.combination(mv.square(), other);
            let own_threat = own_point.threat();
            let is_quiet = !mv.is_conversion()
                && (own_threat < Threat::Three || own_point.is_lone_four())
                && (other_point.threat() < Threat::Four || other_point.is_lone_four());

            // Step 12: late and hopeless quiet moves are skipped, since a good order leaves
            // them little chance (CPW, Futility Pruning), and close to the leaves all but
            // the best answers to an open three that make no four. While all that was tried
            // seems to lose, nothing is: the opponent would believe in a win that is none.
            if kind == MoveKind::AnswerThree
                && !is_pv
                && !self.is_exact()
                && own_threat < Threat::Four
                && self.params.is_answered(depth, tried)
                && best > nearly_lost
            {
                completeness = Completeness::Partial;
                self.because(Why::Late);
                break;
            }
            if let Some(value) = quiet_value
                && is_quiet
                && best > nearly_lost
                && tried > 0
            {
                let is_late = self.params.is_late(depth, tried);
                // After two moves, with narrower margins, it came to -4 ± 16 Elo.
                let is_hopeless = tried >= 3 && self.params.is_hopeless(depth, alpha - value);
                if is_late || is_hopeless {
                    completeness = Completeness::Partial;
                    self.because(Why::Late);
                    break;
                }
            }
            tried += 1;

            // Step 13: the answer to a four costs no depth, or forced moves would push a loss
            // behind the horizon (CPW, Extensions). Late moves are searched less deeply first,
            // since few of them are good, and again in full if they surprise (CPW, Late Move
            // Reductions).
            // Answers to an open three cost a ply since nothing is left out where all seems to lose:
            // 26 ± 17 Elo.
            let mut next_depth = if kind == MoveKind::AnswerFour { depth } else { depth - 1 };
            if Some(mv) == hash_move {
                next_depth = next_depth + extension;
            }
            let late = Late { depth, number: tried, is_pv, gap };
            let reduction = match kind {
                MoveKind::Quiet if is_quiet && !self.is_exact() => {
                    self.params.late_move_reduction(&late)
                }
                _ => 0,
            };
            self.play(mv);
            let value = self.child((alpha, beta), next_depth, reduction, ply, tried == 1);
            self.board.undo();
            if self.stopped {
                self.moves.truncate(base);
                return Score::DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    if is_pv {
                        self.extend_pv(ply, mv);
                    }
                    if value >= beta {
                        self.cutoffs += 1;
                        self.tell_cut((alpha, beta), base + tried);
                        break;
                    }
                    self.tell_best((alpha, beta));
                } else if is_pv && self.pv[ply.index()].is_empty() {
                    self.set_pv(ply, [mv]);
                }
            }
        }

        // Step 14: no move at all. Every stop of a four is forbidden, or only
        // fouls are left.
        if tried == 0 {
            self.moves.truncate(base);
            if !is_whole {
                return alpha;
            }
            return self.without_moves(ply, is_pv);
        }

        // Step 15: a loss counts as proven only if every defence was tried. (From
        // beta on it is only a bound from below, which proves nothing bad.)
        let is_doubtful = completeness == Completeness::Partial;
        if best.is_loss() && best < beta && is_doubtful && is_whole {
            let bounds = proof::Bounds { alpha, beta, best };
            let tried = base..base + tried;
            self.because(Why::All);
            (best, best_move) = self.doubt(tried, bounds, best_move, depth, ply, is_pv);
            if self.stopped {
                self.moves.truncate(base);
                return Score::DRAW;
            }
        }

        // Step 16: learn from the refutation, which often refutes sibling positions too
        // (Schaeffer 1983, the history heuristic), and remember the result.
        if best >= beta
            && let Some(mv) = best_move
        {
            let failed: &[_] = &self.moves[base..base + tried];
            let failed = failed.iter().map(|candidate| candidate.mv).filter(|&other| other != mv);
            let failed = failed.take(self.params.history_blamed());
            self.history.refuted(own, ply, depth, mv, previous, failed);
        }
        self.moves.truncate(base);
        if !is_whole {
            return best;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.remember(key, best, bound, depth, ply, best_move);
        best
    }

    /// Tells that the move that was taken back last is the best so far; its value is the lower bound now.
    pub fn tell_best(&mut self, window: (Score, Score)) {
        if let Some(tree) = &mut self.tree {
            tree.raise(window.0, Some(window));
        }
    }

    /// Tells that a move is enough, and that the moves from `untried` on are left out.
    pub fn tell_cut(&mut self, window: (Score, Score), untried: usize) {
        if let Some(tree) = &mut self.tree {
            tree.cut(window, self.moves[untried..].iter().map(|candidate| candidate.mv));
        }
    }

    /// Appends the hash move alone, if nothing else has to be known for that.
    fn list_first(&mut self, of: &Listing) -> bool {
        let first = picker::first(&self.board, &of.context(self.history, &self.params));
        let is_alone = !self.is_exact() && first.is_some();
        self.moves.extend(first.filter(|_| is_alone));
        is_alone
    }

    /// Appends the moves to consider.
    fn list(&mut self, of: &Listing, all: bool) -> MoveKind {
        let context = of.context(self.history, &self.params);
        picker::generate(&self.board, &context, all, &mut self.moves)
    }

    /// Appends the moves to consider behind the hash move, which comes last so far.
    fn list_others(&mut self, of: &Listing) {
        let begin = self.moves.len();
        self.list(of, false);
        if let Some(mv) = of.hash_move {
            drop_from(&mut self.moves, begin, mv);
        }
    }

    /// Searches the position after a move: later moves with a null window and
    /// less depth first, again in full if they turn out well.
    pub fn child(
        &mut self,
        (alpha, beta): (Score, Score),
        depth: Depth,
        reduction: i32,
        ply: Ply,
        is_first: bool,
    ) -> Score {
        if is_first {
            return -self.pvs(-beta, -alpha, depth, ply + 1);
        }
        let mut value = -self.pvs(-alpha - 1, -alpha, depth - reduction, ply + 1);
        if value > alpha && reduction > 0 && !self.stopped {
            value = -self.pvs(-alpha - 1, -alpha, depth, ply + 1);
        }
        if beta - alpha > 1 && value > alpha && !self.stopped {
            value = -self.pvs(-beta, -alpha, depth, ply + 1);
        }
        value
    }
}

/// What a list of moves depends on beside the position and what was learned on the way.
struct Listing {
    ply: Ply,
    hash_move: Option<Move>,
    /// See [`Context::depth`].
    depth: Option<Depth>,
}

impl Listing {
    fn context<'a>(&self, history: &'a History, params: &'a Params) -> Context<'a> {
        let Listing { ply, hash_move, depth } = *self;
        Context { history, ply, hash_move, params, depth }
    }
}

/// Takes a move out of the list from `begin` on, if it stands there.
fn drop_from(moves: &mut Vec<Candidate>, begin: usize, mv: Move) {
    if let Some(place) = moves[begin..].iter().position(|candidate| candidate.mv == mv) {
        moves.remove(begin + place);
    }
}

/// How likely the likeliest of some moves is.
fn likeliest_of(moves: &[Candidate]) -> i32 {
    moves.iter().map(|candidate| candidate.rating).max().unwrap_or_default()
}
