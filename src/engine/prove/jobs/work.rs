//! A job, done.

use std::sync::Arc;

use crate::eval;
use crate::game::{Move, Position, Square};
use crate::proof::{self, CheckSettings, Proof, ProofVerdict};
use crate::search::params::Params;
use crate::value::Score;

use super::super::pns::{ProofBudget, ProveProgress};
use super::super::wins::{SearchOpinion, SearchOracle, SeenPosition};
use super::tree::{attacks, distinct};
use super::{Job, JobFinding, Others};

/// Strategies of other positions that may win in that of a job.
#[derive(Clone, Copy, Default)]
pub struct Known<'a> {
    /// The strategies of [`JobTree::hints`](super::JobTree::hints), as far as they are at hand.
    pub hints: &'a [Arc<Proof>],
    /// What a [`Template`](super::Template) does after the moves of the job.
    pub template: Option<&'a Proof>,
}

/// How much a job may take.
#[derive(Clone, Copy, Debug)]
pub struct JobLimits {
    /// Positions that a search visits which looks for a win; 0: only strategies of other
    /// positions are tried.
    pub nodes: u64,
    /// Bytes of memory that the job may take.
    pub memory: usize,
    /// Whether a search of `nodes` positions that remembers nothing decides alone, so that what is
    /// won can be won again without the tree: the template only gives the move where such a search
    /// sees no win, and strategies of other positions only save writing down the one that it sees.
    pub is_alone: bool,
}

/// What a thread keeps from job to job, which is memory and no knowledge.
#[derive(Default)]
pub struct JobMemory {
    /// The search that decides alone, and the bytes that it was made with.
    search: Option<(usize, SearchOracle)>,
}

impl JobMemory {
    /// A search that decides alone, of `nodes` positions.
    fn search(&mut self, nodes: u64) -> &mut SearchOracle {
        let bytes = usize::try_from(nodes.saturating_mul(POSITION_BYTES)).unwrap_or(usize::MAX);
        let bytes = bytes.min(OWN_BYTES);
        let kept = self.search.take().filter(|&(kept, _)| kept == bytes);
        &mut self.search.insert(kept.unwrap_or_else(|| (bytes, SearchOracle::new(bytes)))).1
    }
}

/// Scores of the prover's position from which on a search looks longer, and how many times longer:
/// to see the win costs less than to try every reply.
const LONGER: [(Score, u64); 2] = [(Score::from_raw(-500), 4), (Score::DRAW, MOST_TIMES)];
/// The most that a search looks longer, also for what wins after a pass.
const MOST_TIMES: u64 = 16;
/// Number of strategies of other positions that are followed where they do not win unchanged.
// After h8 g7 h6 half of 28 replies take less than half a million positions with them, in place
// of five million each.
const GUIDES: usize = 2;
/// Nodes of a template that is followed where it does not win as it is: of a larger one only the
/// move is taken, and the replies to it are jobs of their own.
const FOLLOWED: usize = 2_000;
/// Nodes of a template whose move is taken where following it has failed; with fewer a search
/// looks for something else.
const TAKEN: usize = 200;
/// Moves that are compared where no win is near.
// With one move only, that one decided what all the work was about: after h8 g7 it was g6, and g9
// (270 after six million nodes, 206 for g6) came late.
const RANKED: usize = 10;
/// How many times the positions of a search may be visited to write down what it has seen.
const WRITING: u64 = 64;
/// The most bytes of a search that decides alone: the default of `Hash`. To empty more than is used
/// takes longer than a small search.
const OWN_BYTES: usize = 16 << 20;
/// Bytes for each position that it visits.
const POSITION_BYTES: u64 = 64;
/// Bytes in which the checker remembers what it found, for each node and at least.
const NODE_BYTES: usize = 512;
const LEAST_BYTES: usize = 1 << 18;
/// Replies that are played to see whether a strategy wins here, too.
const HINT_REPLIES: u64 = 1_000_000;

impl Job {
    /// Does the job. `goes_on` hears of the progress now and then, and may say `false` to
    /// end it; then nothing is found. What is known already is tried first. Returns the number
    /// of positions visited, too.
    pub fn work(
        &self,
        limits: JobLimits,
        known: Known<'_>,
        memory: &mut JobMemory,
        goes_on: &mut (dyn FnMut(&ProveProgress) -> bool + Send),
    ) -> (Option<JobFinding>, u64) {
        if limits.nodes == 0 {
            return (self.by_hints(known), 0);
        }
        // A search that decides alone looks at each reply.
        let replies = if limits.is_alone { self.position.size().area() as u64 } else { 0 };
        let times = 1 + WRITING + replies;
        let mut budget = ProofBudget::new(limits.nodes.saturating_mul(times), goes_on);
        let finding = self.look(limits, known, memory, &mut budget);
        (finding, budget.visited)
    }

    /// The win that a strategy of another position shows.
    fn by_hints(&self, known: Known<'_>) -> Option<JobFinding> {
        let Job { position, claim, .. } = self;
        if position.side() != claim.prover {
            return None;
        }
        let mut guides = known.template.into_iter().chain(known.hints.iter().map(|hint| &**hint));
        let proof = guides.find_map(|guide| moved(guide, position))?;
        Some(JobFinding::Won(Box::new(proof)))
    }

    /// A reply of the opponent, who is to move, that is not listed and that the strategy for
    /// all others is no answer to, if there is one. Every reply is played.
    pub fn unanswered(&self, finding: &JobFinding) -> Option<Square> {
        let JobFinding::Replies(listed, others) = finding else { return None };
        let is_answered = |square: &Square| {
            let mut position = self.position.clone();
            position.play_unchecked(Move::place(*square));
            match others {
                Others::Strategy(proof) => !position.is_over() && moved(proof, &position).is_some(),
                Others::Nothing => false,
            }
        };
        let replies = self.position.legal_moves().into_iter().map(Move::square);
        replies.filter(|square| !listed.contains(square)).find(|square| !is_answered(square))
    }

    fn look(
        &self,
        limits: JobLimits,
        known: Known<'_>,
        memory: &mut JobMemory,
        budget: &mut ProofBudget<'_>,
    ) -> Option<JobFinding> {
        let Job { position, claim, .. } = self;
        let nodes = limits.nodes;
        let tables = eval::tables(position.rule(), position.variant().k);
        let mut seen = SeenPosition::new(position, *claim, &tables, limits.memory);
        match (position.side() == claim.prover, limits.is_alone) {
            (false, true) => {
                return self.replies_alone(nodes, memory.search(nodes), &mut seen, budget);
            }
            (false, false) => {
                return self.replies(nodes, &[1, MOST_TIMES], known.template, &mut seen, budget);
            }
            (true, true) => {
                return self.look_alone(nodes, known, memory.search(nodes), &mut seen, budget);
            }
            (true, false) => {}
        }
        if let Some(won) = self.by_others(nodes, known, &mut seen, budget) {
            return Some(won);
        }
        if let Some(best) = known.template.and_then(|template| self.first_move(template)) {
            let (score, others) = (Score::win_in(1), Vec::new());
            return budget.is_wanted().then_some(JobFinding::Open { score, best, others });
        }
        let mut opinion = seen.opinion(nodes, budget)?;
        for (least, times) in LONGER {
            if !opinion.score.is_decisive() && opinion.score >= least {
                opinion = seen.opinion(nodes * times, budget)?;
            }
        }
        if opinion.score.is_loss() {
            return Some(JobFinding::Lost);
        }
        if opinion.score.is_win() {
            // What is seen at once may have replies that take longer.
            let mut strategies =
                [1, MOST_TIMES].into_iter().map(|times| seen.strategy(nodes * times, budget));
            if let Some(proof) = strategies.find_map(|proof| proof.filter(is_true)) {
                return Some(JobFinding::Won(Box::new(proof)));
            }
        }
        let mut others = self.ranked(opinion, nodes, &mut seen, budget);
        let (best, score) = others.remove(0);
        budget.is_wanted().then_some(JobFinding::Open { score, best, others })
    }

    /// The win that a strategy of another position shows, or one that is like it.
    fn by_others(
        &self,
        nodes: u64,
        known: Known<'_>,
        seen: &mut SeenPosition<'_>,
        budget: &mut ProofBudget<'_>,
    ) -> Option<JobFinding> {
        if let Some(won) = self.by_hints(known) {
            return Some(won);
        }
        let template = known.template.filter(|template| template.len() <= FOLLOWED);
        let similar = known.hints.iter().take(GUIDES).map(|hint| &**hint);
        let guides = template.into_iter().chain(similar);
        let mut followed = guides.filter_map(|guide| seen.strategy_like(guide, nodes, budget));
        followed.find(is_true).map(|proof| JobFinding::Won(Box::new(proof)))
    }

    /// As [`Job::look`] with the prover to move, but nothing is won that `search` sees no win in,
    /// and it looks no longer.
    fn look_alone(
        &self,
        nodes: u64,
        known: Known<'_>,
        search: &mut SearchOracle,
        seen: &mut SeenPosition<'_>,
        budget: &mut ProofBudget<'_>,
    ) -> Option<JobFinding> {
        let opinion = search.advise_anew(&self.position, nodes, budget)?;
        if opinion.is_win() {
            // Nine of ten strategies are those of a neighbour, which costs next to nothing; to
            // write one down anew costs more than to see the win.
            if let Some(won) = self.by_others(nodes, known, seen, budget) {
                return Some(won);
            }
            if let Some(proof) = seen.strategy(nodes, budget).filter(is_true) {
                return Some(JobFinding::Won(Box::new(proof)));
            }
        }
        let SearchOpinion { score, best } = opinion;
        let own = known.template.and_then(|template| self.own_move(template));
        let (best, score) = own.map_or((best, score), |own| (own, Score::win_in(1)));
        budget.is_wanted().then_some(JobFinding::Open { score, best, others: Vec::new() })
    }

    /// As [`Job::replies`], but what wins after a pass is an answer only to replies after which a
    /// search sees a win, too.
    fn replies_alone(
        &self,
        nodes: u64,
        search: &mut SearchOracle,
        seen: &mut SeenPosition<'_>,
        budget: &mut ProofBudget<'_>,
    ) -> Option<JobFinding> {
        let finding = self.replies(nodes, &[1], None, seen, budget)?;
        let JobFinding::Replies(mut listed, others @ Others::Strategy(_)) = finding else {
            return Some(finding);
        };
        let legal = self.position.legal_moves().into_iter().map(Move::square);
        let rest: Vec<Square> = legal.filter(|square| !listed.contains(square)).collect();
        for square in rest {
            let mut position = self.position.clone();
            position.play_unchecked(Move::place(square));
            if !search.advise_anew(&position, nodes, budget)?.is_win() {
                listed.push(square);
            }
        }
        budget.is_wanted().then_some(JobFinding::Replies(listed, others))
    }

    /// The move of a template, if it can be played and the template is large enough for that to be
    /// worth more than a search.
    fn first_move(&self, template: &Proof) -> Option<Square> {
        self.own_move(template).filter(|_| template.len() > TAKEN)
    }

    /// The move of a template, if it can be played.
    fn own_move(&self, template: &Proof) -> Option<Square> {
        let square = template.nodes().last()?.square?;
        self.position.check(Move::place(square)).is_ok().then_some(square)
    }

    /// The best moves with what a search thinks of each, the best first: which one is tried
    /// decides how much work it is. Only that of an opinion where it all but announces a win,
    /// or a search has nothing to say.
    fn ranked(
        &self,
        opinion: SearchOpinion,
        nodes: u64,
        seen: &mut SeenPosition<'_>,
        budget: &mut ProofBudget<'_>,
    ) -> Vec<(Square, Score)> {
        let best = (opinion.best, opinion.score);
        if opinion.score >= Params::DEFAULT.nearly_decided() {
            return vec![best];
        }
        let squares = std::iter::once(opinion.best).chain(attacks(&self.position));
        let squares = distinct(&self.position, squares).take(RANKED);
        let score = |square| Some((square, seen.opinion_after(square, nodes, budget)?));
        let mut ranked: Vec<(Square, Score)> = squares.filter_map(score).collect();
        ranked.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        if ranked.is_empty() { vec![best] } else { ranked }
    }

    fn replies(
        &self,
        nodes: u64,
        times: &[u64],
        template: Option<&Proof>,
        seen: &mut SeenPosition<'_>,
        budget: &mut ProofBudget<'_>,
    ) -> Option<JobFinding> {
        let position = &self.position;
        if position.is_over() {
            let wins = position.winner() == Some(self.claim.prover);
            return Some(if wins {
                JobFinding::Replies(Vec::new(), Others::Nothing)
            } else {
                JobFinding::Lost
            });
        }
        // The last stone of the board is no way to win, either.
        if seen.is_lost() || position.empty_count() == 1 {
            return Some(JobFinding::Lost);
        }
        let mut answers = template.and_then(|guide| seen.answers_like(guide, nodes, budget));
        for times in times {
            answers = answers.or_else(|| seen.answers(nodes * times, budget));
        }
        if let Some((squares, proof)) = answers {
            return Some(JobFinding::Replies(squares, Others::Strategy(Box::new(proof))));
        }
        let all = seen.ordered(position.legal_moves().into_iter().map(Move::square).collect());
        budget.is_wanted().then_some(JobFinding::Replies(all, Others::Nothing))
    }
}

/// The strategy of `proof` as one for `position`, if the checker accepts it there in a million
/// replies.
fn moved(proof: &Proof, position: &Position) -> Option<Proof> {
    let mut proof = proof.clone();
    proof.position = position.clone();
    is_true_within(&proof, HINT_REPLIES).then_some(proof)
}

fn is_true(proof: &Proof) -> bool {
    is_true_within(proof, u64::MAX)
}

/// Whether the checker accepts a proof after at most `replies` replies. The checker gets memory in
/// proportion to the proof: to have pages of what is not needed takes longer than most proofs do.
fn is_true_within(proof: &Proof, replies: u64) -> bool {
    let memory = (proof.len() * NODE_BYTES).clamp(LEAST_BYTES, CheckSettings::default().memory);
    let settings = CheckSettings { replies, memory, ..CheckSettings::default() };
    matches!(proof::check(proof, &settings, &mut |_| true), ProofVerdict::Proven(_))
}
