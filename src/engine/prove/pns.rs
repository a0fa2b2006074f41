//! Depth-first proof-number search on any tree of two players.
//!
//! Sources: df-pn by Nagai (2002); thresholds that leave room for 1/4 more than the second
//! best (Pawlewicz and Lew 2006); weak proof numbers, which take the largest child and the
//! number of the others in place of the sum, so that positions reached in many orders are
//! not counted in each (Ueda and others 2008). Threads share a table, and keep apart by virtual
//! proof numbers (Kaneko 2010).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::table::{Numbers, ProofEntry, ProofTable};

/// Stack of a thread: the depth of a search is bounded by the squares of the board.
pub(super) const STACK_BYTES: usize = 64 << 20;

/// A game whose question is whether a claim holds.
pub(super) trait Tree {
    /// Whether the prover is to move.
    fn is_provers_turn(&self) -> bool;

    /// Fills `moves` with those worth trying, or says whether the claim holds already. The
    /// prover's list may be too short, the opponent's only by moves that cannot help.
    /// A call that takes long ends with the budget; then `moves` and the answer mean nothing.
    fn expand(&mut self, moves: &mut Vec<u16>, budget: &mut ProofBudget<'_>) -> Option<bool>;

    /// Plays one of the moves.
    fn play(&mut self, mv: u16);

    /// Takes the last one back.
    fn undo(&mut self);

    /// A key that equal questions share, up to symmetry.
    fn key(&self) -> u64;

    /// The key after one of the moves, and numbers for a question that was never looked
    /// at, at least 1 each.
    fn peek(&mut self, mv: u16) -> (u64, Numbers);

    /// Hears that a move of the prover, who is to move, proves the claim.
    fn proven_by(&mut self, _mv: u16) {}

    /// Whether the opponent, who is to move and has no good move among those it was given,
    /// has more: then [`Tree::expand`] gives others.
    fn has_more(&mut self, _budget: &mut ProofBudget<'_>) -> bool {
        false
    }
}

/// When a search ends without an answer.
pub(super) struct ProofBudget<'a> {
    /// The largest number of positions that are visited in all.
    pub most: u64,
    /// Positions after which another solver has a turn.
    pub until: u64,
    /// Positions visited so far.
    pub visited: u64,
    /// Asked now and then; `false` is the end.
    pub goes_on: &'a mut (dyn FnMut(&ProveProgress) -> bool + Send),
    /// Whether that is so.
    pub is_over: bool,
    report: ProveProgress,
    next_report: u64,
    /// Calls of [`ProofBudget::poll`].
    polls: u32,
    /// Whether another thread has found the answer, or is told to end.
    done: Option<Arc<AtomicBool>>,
}

/// What a search says of itself while it works.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProveProgress {
    /// Positions visited.
    pub nodes: u64,
    /// Proof number of the root: how many positions must at least still be shown to hold.
    pub proof: u32,
    /// Disproof number of the root.
    pub disproof: u32,
    /// Plies from the root to the position that is looked at.
    pub depth: usize,
}

/// Positions between two questions to the outside.
const INTERVAL: u64 = 1 << 12;

/// Calls of [`ProofBudget::poll`] between two questions to the outside.
const POLLS: u32 = 1 << 10;

impl<'a> ProofBudget<'a> {
    /// A budget of `most` positions, none of which is spent.
    pub fn new(
        most: u64,
        goes_on: &'a mut (dyn FnMut(&ProveProgress) -> bool + Send),
    ) -> ProofBudget<'a> {
        ProofBudget {
            most,
            until: u64::MAX,
            visited: 0,
            goes_on,
            is_over: false,
            report: ProveProgress { nodes: 1, proof: 1, disproof: 1, depth: 0 },
            next_report: INTERVAL,
            polls: 0,
            done: None,
        }
    }
}

impl ProofBudget<'_> {
    /// Lets `positions` positions be visited before another solver has a turn.
    pub const fn take_turn(&mut self, positions: u64) {
        self.until = self.visited.saturating_add(positions);
    }

    fn has_ended(&self) -> bool {
        let is_done = || self.done.as_ref().is_some_and(|done| done.load(Ordering::Relaxed));
        self.is_over || self.visited >= self.until || is_done()
    }

    /// Counts a position; `false` when it is too much.
    fn visit(&mut self, root: Numbers, depth: usize) -> bool {
        if self.has_ended() {
            return false;
        }
        self.spend(1);
        if self.visited >= self.next_report {
            self.next_report = self.visited + INTERVAL;
            let Numbers { proof, disproof } = root;
            self.report = ProveProgress { nodes: self.visited, proof, disproof, depth };
            self.is_over |= !(self.goes_on)(&self.report);
        }
        !self.is_over
    }

    /// Positions that may still be visited.
    pub const fn left(&self) -> u64 {
        self.most.saturating_sub(self.visited)
    }

    /// Counts positions that others visited.
    pub const fn spend(&mut self, positions: u64) {
        self.visited = self.visited.saturating_add(positions);
        self.is_over |= self.visited >= self.most;
    }

    /// Whether to go on, asked now and then by what takes long.
    pub fn asks(&mut self) -> bool {
        if !self.is_over {
            self.report.nodes = self.visited.max(1);
            self.is_over = !(self.goes_on)(&self.report);
        }
        !self.is_over
    }

    /// Whether the answer is still wanted, whatever was spent.
    pub fn is_wanted(&mut self) -> bool {
        (self.goes_on)(&self.report)
    }

    /// Whether to end, asked in the midst of what takes long, a thousand times a second or more.
    pub fn poll(&mut self) -> bool {
        self.polls = self.polls.wrapping_add(1);
        if self.polls.is_multiple_of(POLLS) && !self.is_over {
            self.report.nodes = self.visited.max(1);
            self.is_over = !(self.goes_on)(&self.report);
        }
        self.is_over
    }
}

/// A searcher and what it remembers.
pub(super) struct Pns {
    pub table: Arc<ProofTable>,
    root: Numbers,
    /// The move that keeps the claim at the root of the last search, where it found one;
    /// the table may have lost what is known of it.
    pub keeping: Option<u16>,
    /// Whether others search with the same table.
    has_others: bool,
}

/// A child of the position that is looked at.
struct Child {
    mv: u16,
    key: u64,
    numbers: Numbers,
    /// Other threads at work on this child.
    others: u32,
}

impl Pns {
    /// A searcher that remembers in a table.
    pub fn new(table: Arc<ProofTable>) -> Pns {
        Pns { table, root: Numbers::UNKNOWN, keeping: None, has_others: false }
    }

    /// As [`Pns::solve`], but with a thread for each of the trees, which all are of one position.
    pub fn solve_together<T: Tree + Send>(
        &mut self,
        trees: &mut [T],
        budget: &mut ProofBudget<'_>,
    ) -> Option<bool> {
        let threads = trees.len() as u64;
        let (own, others) = trees.split_first_mut()?;
        let share = budget.until.saturating_sub(budget.visited).min(budget.left()) / threads;
        if others.is_empty() || share == 0 {
            return self.solve(own, budget);
        }
        let done = Arc::new(AtomicBool::new(false));
        let visited = AtomicU64::new(0);
        let (until, root) = (budget.until, own.key());
        budget.until = budget.visited + share;
        budget.done = Some(Arc::clone(&done));
        self.has_others = true;
        thread::scope(|scope| {
            for tree in others {
                let (table, done, visited) = (Arc::clone(&self.table), &done, &visited);
                let work = move || {
                    let mut goes_on = |_: &ProveProgress| !done.load(Ordering::Relaxed);
                    let mut budget = ProofBudget::new(u64::MAX, &mut goes_on);
                    (budget.until, budget.done) = (share, Some(Arc::clone(done)));
                    let mut solver = Pns { has_others: true, ..Pns::new(table) };
                    if solver.solve(tree, &mut budget).is_some() {
                        done.store(true, Ordering::Relaxed);
                    }
                    visited.fetch_add(budget.visited, Ordering::Relaxed);
                };
                // Fewer threads are no harm.
                let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            }
            self.solve(own, budget);
            done.store(true, Ordering::Relaxed);
        });
        self.has_others = false;
        budget.done = None;
        budget.until = until;
        budget.spend(visited.into_inner());
        self.table.find(root).and_then(Numbers::decided)
    }

    /// Whether the claim holds in the position of the tree; nothing when the budget ends.
    pub fn solve(&mut self, tree: &mut impl Tree, budget: &mut ProofBudget<'_>) -> Option<bool> {
        let known = self.table.find(tree.key()).unwrap_or(Numbers::UNKNOWN);
        if known.decided().is_some() || budget.has_ended() {
            return known.decided();
        }
        self.root = known;
        self.keeping = None;
        self.visit(tree, Numbers::MOST, budget, 0).decided()
    }

    /// Looks at a position until one of its numbers reaches the threshold. The depth is
    /// bounded by the squares of the board.
    fn visit(
        &mut self,
        tree: &mut impl Tree,
        limit: Numbers,
        budget: &mut ProofBudget<'_>,
        depth: usize,
    ) -> Numbers {
        let key = tree.key();
        let begin = budget.visited;
        let mut moves = Vec::new();
        if !budget.visit(self.root, depth) {
            return self.table.find(key).unwrap_or(Numbers::UNKNOWN);
        }
        let decided = tree.expand(&mut moves, budget);
        if budget.is_over {
            return self.table.find(key).unwrap_or(Numbers::UNKNOWN);
        }
        if let Some(holds) = decided {
            let numbers = Numbers::of(holds);
            self.table.keep(ProofEntry { key, numbers, work: 1 });
            return numbers;
        }
        let is_or = tree.is_provers_turn();
        let mut children: Vec<Child> = Vec::with_capacity(moves.len());
        for mv in moves {
            let (key, guess) = tree.peek(mv);
            if !children.iter().any(|child| child.key == key) {
                let numbers = self.table.find(key).unwrap_or(guess);
                children.push(Child { mv, key, numbers, others: 0 });
            }
        }
        loop {
            for child in &mut children {
                let (known, others) = self.table.look(child.key);
                child.numbers = known.unwrap_or(child.numbers);
                child.others = others;
            }
            let numbers = combined(&children, is_or);
            let is_done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if numbers.decided() == Some(true) {
                if let Some(child) = children.iter().find(|child| is_or && child.numbers.proof == 0)
                {
                    tree.proven_by(child.mv);
                    if depth == 0 {
                        self.keeping = Some(child.mv);
                    }
                } else if tree.has_more(budget) {
                    return self.visit(tree, limit, budget, depth);
                } else if budget.is_over {
                    return Numbers::UNKNOWN;
                }
            }
            if is_done || numbers.decided().is_some() || budget.has_ended() {
                let work = u32::try_from(budget.visited - begin).unwrap_or(u32::MAX);
                self.table.keep(ProofEntry { key, numbers, work });
                return numbers;
            }
            if depth == 0 {
                self.root = numbers;
            }
            let (best, limit) = chosen(&children, is_or, numbers, limit);
            tree.play(children[best].mv);
            if self.has_others {
                self.table.enter(children[best].key);
            }
            children[best].numbers = self.visit(tree, limit, budget, depth + 1);
            if self.has_others {
                self.table.leave(children[best].key);
            }
            tree.undo();
        }
    }
}

impl Child {
    /// The numbers of the child as the player to move sees them, larger while other threads work on
    /// it, so that each has work of its own: the idea of virtual losses.
    fn virtually(&self, is_or: bool) -> Numbers {
        let Numbers { proof, disproof } = self.numbers.seen(is_or);
        if self.others == 0 || proof == 0 || proof >= Numbers::INFINITE {
            return Numbers { proof, disproof };
        }
        Numbers { proof: proof.saturating_add(self.others).min(Numbers::INFINITE - 1), disproof }
    }
}

/// The numbers of a position from those of its children.
fn combined(children: &[Child], is_or: bool) -> Numbers {
    let mut easy = Numbers::INFINITE;
    let (mut hardest, mut open) = (0, 0_u32);
    for Child { numbers, .. } in children {
        let numbers = numbers.seen(is_or);
        easy = easy.min(numbers.proof);
        hardest = hardest.max(numbers.disproof);
        open += u32::from(numbers.disproof > 0);
    }
    let hard = match hardest {
        0 | Numbers::INFINITE => hardest,
        hardest => (hardest + open.saturating_sub(1)).min(Numbers::MOST.proof - 1),
    };
    Numbers { proof: easy, disproof: hard }.seen(is_or)
}

/// The child with the least first number, and that of the second best.
fn easiest(children: &[Child], numbers: impl Fn(&Child) -> Numbers) -> (usize, u32) {
    let (mut best, mut first, mut second) = (0, u32::MAX, Numbers::INFINITE);
    let mut tie = u32::MAX;
    for (index, child) in children.iter().enumerate() {
        let numbers = numbers(child);
        if numbers.proof < first || numbers.proof == first && numbers.disproof < tie {
            (best, second) = (index, first.min(Numbers::INFINITE));
            (first, tie) = (numbers.proof, numbers.disproof);
        } else {
            second = second.min(numbers.proof);
        }
    }
    (best, second)
}

/// The child to look at next, and the limit for that child.
fn chosen(children: &[Child], is_or: bool, own: Numbers, limit: Numbers) -> (usize, Numbers) {
    let (own, limit) = (own.seen(is_or), limit.seen(is_or));
    let (mut best, mut second) = easiest(children, |child| child.virtually(is_or));
    if children[best].numbers.seen(is_or).proof >= limit.proof {
        // A visit would end at once; where all others work is better than nowhere.
        // 7x7 k5 `o holds` with two threads takes 99,749 positions, and took 243,156.
        (best, second) = easiest(children, |child| child.numbers.seen(is_or));
    }
    let room = second.saturating_add(second / 4).saturating_add(1);
    let child = children[best].numbers.seen(is_or);
    // The other children count as much as they did.
    let others = own.disproof.saturating_sub(child.disproof);
    let disproof = limit.disproof.saturating_sub(others).max(child.disproof.saturating_add(1));
    let limit =
        Numbers { proof: limit.proof.min(room), disproof: disproof.min(Numbers::MOST.disproof) };
    (best, limit.seen(is_or))
}
