//! The tree of positions, and what is known of each.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

use crate::eval;
use crate::game::symmetry::Symmetry;
use crate::game::{Move, Position, Square, sort_by_key};
use crate::pattern::Board;
use crate::proof::Claim;
use crate::solve::defence::stops;
use crate::value::Score;

use super::super::write::position_name;
use super::similar::shape;
use super::{Job, JobFinding, Others};

/// A tree that grows with each finding.
pub struct JobTree {
    pub(super) claim: Claim,
    /// The root first.
    pub(super) places: Vec<TreePlace>,
    pub(super) named: HashMap<Vec<u128>, usize>,
    /// Places that are won, by the shape of the prover's stones.
    pub(super) won: HashMap<Vec<Square>, Vec<usize>>,
    /// Places that what lies behind them proves, and about which no finding says so yet.
    pub(super) settled: BTreeSet<usize>,
    /// What each finding was about, by its number.
    pub(super) asked: Vec<FindingTarget>,
    /// The number of the finding that was lost for each question that is asked again.
    pub(super) lost: HashMap<FindingTarget, u64>,
}

/// What a finding is about: a place, or a move that is tried there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FindingTarget {
    pub at: usize,
    pub tried: Tried,
}

/// What is tried in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tried {
    /// The place as a whole.
    Place,
    /// A move; nothing at a root where the opponent is to move.
    Move(Option<Square>),
}

/// A position with the prover to move, or the root.
pub(super) struct TreePlace {
    pub position: Position,
    /// The view that shows the position as the canonical one.
    pub view: Symmetry,
    /// The moves by which the position was reached first.
    pub path: Vec<Square>,
    pub state: State,
    /// The move that proved the position before there was one strategy for it, and its score by a
    /// search.
    pub proven: Option<(Score, Try)>,
    /// What a search thought of the position before this one, for the prover.
    pub expected_score: Score,
    /// Jobs that are still needed, as far as is known.
    pub cost: u64,
    pub parents: Vec<usize>,
    /// Whether a thread or machine works at the position.
    pub is_busy: bool,
}

pub(super) enum State {
    New,
    /// The number of the finding with the strategy.
    Won(u64),
    Lost,
    Open(Score, Vec<Try>),
}

/// A move of the prover.
pub(super) struct Try {
    /// Nothing at a root where the opponent is to move.
    pub square: Option<Square>,
    /// What a search thinks of the move, if one was asked.
    pub expected_score: Option<Score>,
    pub state: TryState,
    pub is_busy: bool,
}

pub(super) enum TryState {
    New,
    Refuted,
    Answered(Answers),
}

/// What answers the replies to a move.
pub(super) struct Answers {
    /// The replies that need answers of their own, and where they lead: several lead to one
    /// place where they are equal up to symmetry.
    pub replies: Vec<(Square, usize)>,
    /// The places to which the replies lead, each place once.
    pub places: Vec<usize>,
    /// The number of the finding with the strategy against all others, if there is one.
    pub others: Option<u64>,
}

/// A finding that belongs nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misplaced;

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a finding about a position that the tree asks about")
    }
}

impl std::error::Error for Misplaced {}

impl JobTree {
    /// The tree of a claim about a position whose game goes on.
    pub fn new(position: &Position, claim: Claim) -> JobTree {
        let mut tree = JobTree {
            claim,
            places: Vec::new(),
            named: HashMap::new(),
            won: HashMap::new(),
            settled: BTreeSet::new(),
            asked: Vec::new(),
            lost: HashMap::new(),
        };
        let root = tree.place(position, Vec::new(), Score::DRAW);
        if position.side() != claim.prover {
            let only =
                Try { square: None, expected_score: None, state: TryState::New, is_busy: false };
            tree.places[root].state = State::Open(Score::DRAW, vec![only]);
        }
        tree.spread(root);
        tree
    }

    /// Findings so far; the next one has this number.
    pub const fn findings(&self) -> u64 {
        self.asked.len() as u64
    }

    /// Positions with the prover to move.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the tree has no position, which never is so.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The number of a position, which is a new one if there is none yet.
    fn place(&mut self, position: &Position, path: Vec<Square>, expected_score: Score) -> usize {
        let (name, view) = position_name(position);
        let next = self.places.len();
        let at = *self.named.entry(name).or_insert(next);
        if at == next {
            let position = position.clone();
            let (state, parents) = (State::New, Vec::new());
            self.places.push(TreePlace {
                position,
                view,
                path,
                state,
                proven: None,
                expected_score,
                cost: 0,
                parents,
                is_busy: false,
            });
            self.places[at].cost = self.cost_of(at);
        }
        at
    }

    /// The job at a place: about the place itself, or about the move with the number `one` that is
    /// tried there.
    pub(super) fn job(&self, at: usize, one: Option<usize>) -> Job {
        let TreePlace { position, path, state, .. } = &self.places[at];
        let (mut moves, mut position) = (path.clone(), position.clone());
        if let (Some(one), State::Open(_, tries)) = (one, state)
            && let Some(square) = tries[one].square
        {
            position.play_unchecked(Move::place(square));
            moves.push(square);
        }
        Job { moves, position, claim: self.claim }
    }

    /// The place that was reached first by `moves`.
    fn place_after(&self, moves: &[Square]) -> Option<usize> {
        let mut position = self.places[0].position.clone();
        for &square in moves {
            position.check(Move::place(square)).ok()?;
            position.play_unchecked(Move::place(square));
        }
        let at = *self.named.get(&position_name(&position).0)?;
        (self.places[at].path == moves).then_some(at)
    }

    /// Where the moves of a job lead: the place, and the number of the move tried there.
    pub(super) fn find(&self, moves: &[Square]) -> Option<(usize, Option<usize>)> {
        let begins = self.places[0].position.side() == self.claim.prover;
        if begins == moves.len().is_multiple_of(2) {
            // The prover is to move.
            return Some((self.place_after(moves)?, None));
        }
        let (square, before) = match moves.split_last() {
            Some((&square, before)) => (Some(square), before),
            None => (None, moves),
        };
        let at = self.place_after(before)?;
        let State::Open(_, tries) = &self.places[at].state else { return None };
        let one = tries.iter().position(|one| one.square == square)?;
        Some((at, Some(one)))
    }

    /// Whether what lies behind a place proves it, and no finding says so yet.
    pub(super) fn is_settled(&self, at: usize) -> bool {
        let place = &self.places[at];
        let is_attack = place.position.side() == self.claim.prover;
        is_attack && place.cost == 0 && matches!(place.state, State::Open(..))
    }

    /// The job about the position after `moves`, if the tree asks or asked about it.
    pub fn question(&self, moves: &[Square]) -> Option<Job> {
        let (at, one) = self.find(moves)?;
        Some(self.job(at, one))
    }

    /// Whether it is known what becomes of the position after `moves`.
    pub fn has_answer(&self, moves: &[Square]) -> bool {
        match self.find(moves) {
            Some((at, None)) => !matches!(self.places[at].state, State::New),
            Some((at, Some(one))) => {
                let State::Open(_, tries) = &self.places[at].state else { return false };
                !matches!(tries[one].state, TryState::New)
            }
            None => false,
        }
    }

    /// No position is worked at any more.
    pub fn leave_all(&mut self) {
        for place in &mut self.places {
            place.is_busy = false;
            if let State::Open(_, tries) = &mut place.state {
                for one in tries {
                    one.is_busy = false;
                }
            }
        }
    }

    pub(super) fn set_busy(&mut self, at: usize, one: Option<usize>, is_busy: bool) {
        match (one, &mut self.places[at].state) {
            (Some(one), State::Open(_, tries)) => tries[one].is_busy = is_busy,
            _ => self.places[at].is_busy = is_busy,
        }
    }

    /// Takes what was found out about the position after some moves; strategies in it are
    /// believed, and not kept. Returns the number of the finding.
    ///
    /// # Errors
    /// When there was no such question, or it has an answer.
    pub fn take(&mut self, moves: &[Square], finding: &JobFinding) -> Result<u64, Misplaced> {
        let number = self.findings();
        let asked = self.take_as(moves, finding, number)?;
        self.asked.push(asked);
        Ok(number)
    }

    /// As [`JobTree::take`], but for a finding that has the number `number`.
    pub(super) fn take_as(
        &mut self,
        moves: &[Square],
        finding: &JobFinding,
        number: u64,
    ) -> Result<FindingTarget, Misplaced> {
        let (at, one) = self.find(moves).ok_or(Misplaced)?;
        let asked = self.asked_about(at, one);
        match one {
            None => self.take_attack(at, finding, number)?,
            Some(one) => self.take_defence(at, one, finding, number)?,
        }
        self.lost.remove(&asked);
        self.set_busy(at, one, false);
        self.spread(at);
        Ok(asked)
    }

    fn take_attack(
        &mut self,
        at: usize,
        finding: &JobFinding,
        number: u64,
    ) -> Result<(), Misplaced> {
        let is_new = matches!(self.places[at].state, State::New);
        let is_settled = self.is_settled(at) && matches!(finding, JobFinding::Won(_));
        if !is_new && !is_settled {
            return Err(Misplaced);
        }
        let state = match finding {
            JobFinding::Won(_) => State::Won(number),
            JobFinding::Lost => State::Lost,
            JobFinding::Open { score, best, others } => {
                let first = [&[(*best, *score)], &others[..]].concat();
                State::Open(*score, tries(&self.places[at].position, &first).ok_or(Misplaced)?)
            }
            JobFinding::Replies(..) => return Err(Misplaced),
        };
        self.places[at].proven = self.take_proven(at);
        self.places[at].state = state;
        if matches!(finding, JobFinding::Won(_)) {
            let shape = shape(&self.places[at].position, self.claim.prover);
            let won = self.won.entry(shape).or_default();
            if !won.contains(&at) {
                won.push(at);
            }
        }
        Ok(())
    }

    fn take_defence(
        &mut self,
        at: usize,
        one: usize,
        finding: &JobFinding,
        number: u64,
    ) -> Result<(), Misplaced> {
        let Job { position, moves, .. } = self.job(at, Some(one));
        let State::Open(expected_score, tries) = &self.places[at].state else {
            return Err(Misplaced);
        };
        if !matches!(tries[one].state, TryState::New) {
            return Err(Misplaced);
        }
        let expected_score = *expected_score;
        let state = match finding {
            JobFinding::Lost => TryState::Refuted,
            JobFinding::Replies(squares, rest) => {
                let (mut replies, mut places) = (Vec::new(), Vec::new());
                for &square in squares {
                    let mv = Move::place(square);
                    position.check(mv).map_err(|_| Misplaced)?;
                    let mut position = position.clone();
                    position.play_unchecked(mv);
                    if position.is_over() {
                        return Err(Misplaced);
                    }
                    let child =
                        self.place(&position, [&moves[..], &[square]].concat(), expected_score);
                    replies.push((square, child));
                    if !places.contains(&child) {
                        places.push(child);
                    }
                    let parents = &mut self.places[child].parents;
                    if !parents.contains(&at) {
                        parents.push(at);
                    }
                }
                let others = matches!(rest, Others::Strategy(_)).then_some(number);
                TryState::Answered(Answers { replies, places, others })
            }
            JobFinding::Won(_) | JobFinding::Open { .. } => return Err(Misplaced),
        };
        let State::Open(_, tries) = &mut self.places[at].state else { return Err(Misplaced) };
        tries[one].state = state;
        Ok(())
    }
}

/// What may be tried in a position: first some moves with what a search thinks of them, and then
/// all others. `None` when one of the first cannot be played.
fn tries(position: &Position, first: &[(Square, Score)]) -> Option<Vec<Try>> {
    let is_possible = |&(square, _): &_| position.check(Move::place(square)).is_ok();
    if !first.iter().all(is_possible) {
        return None;
    }
    let squares = first.iter().map(|&(square, _)| square).chain(attacks(position));
    let new = |square| {
        let expected_score =
            first.iter().find(|&&(known, _)| known == square).map(|&(_, score)| score);
        Try { square: Some(square), expected_score, state: TryState::New, is_busy: false }
    };
    Some(distinct(position, squares).map(new).collect())
}

/// Moves that can be played, those that are equal up to symmetry only once.
pub(super) fn distinct(
    position: &Position,
    squares: impl Iterator<Item = Square>,
) -> impl Iterator<Item = Square> {
    let mut seen = HashSet::new();
    squares.filter(move |&square| {
        let mut position = position.clone();
        position.play_unchecked(Move::place(square));
        seen.insert(position_name(&position).0)
    })
}

/// Moves of the prover in a position, the most promising first.
pub(super) fn attacks(position: &Position) -> Vec<Square> {
    let tables = eval::tables(position.rule(), position.variant().k);
    let board = Board::new(position.clone(), &tables);
    let (own, patterns) = (position.side(), board.patterns());
    let mut squares: Vec<Square> = if patterns.fives(!own).is_empty() {
        board.near().iter().collect()
    } else {
        stops(&board, !own).into_iter().collect()
    };
    squares.retain(|&square| !board.is_foul(square, own));
    sort_by_key(&mut squares, |&square| (-patterns.order(square, own), square));
    squares
}
