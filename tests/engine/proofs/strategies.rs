//! Strategies for small positions, found the slow way and written down as a stranger
//! might: with shared nodes, symmetries, pairs and potentials.

use std::collections::HashMap;

use tengen_engine::game::symmetry::{Symmetry, canonical_key};
use tengen_engine::game::{Color, Direction, Move, Position, Rule, Setup, Size, Square, Variant};
use tengen_engine::proof::{Claim, Goal, Proof, ProofNode, Reference, Reply, Then};

use crate::support::Dice;

/// What is known of positions: whether the claim holds there.
pub struct Oracle {
    claim: Claim,
    known: HashMap<u64, bool>,
}

impl Oracle {
    pub fn new(claim: Claim) -> Oracle {
        Oracle { claim, known: HashMap::new() }
    }

    /// Whether the claim holds, by trying everything.
    pub fn holds(&mut self, position: &mut Position) -> bool {
        let Claim { prover, goal } = self.claim;
        if position.is_over() {
            return match position.winner() {
                Some(winner) => winner == prover,
                None => goal == Goal::Holds,
            };
        }
        if let Some(&known) = self.known.get(&position.key()) {
            return known;
        }
        let is_own_turn = position.side() == prover;
        let mut holds = !is_own_turn;
        for mv in position.legal_moves() {
            position.play_unchecked(mv);
            let child = self.holds(position);
            position.undo();
            if child == is_own_turn {
                holds = is_own_turn;
                break;
            }
        }
        self.known.insert(position.key(), holds);
        holds
    }
}

/// A game and a position of it with few empty squares.
pub fn position(dice: &mut Dice) -> Option<Position> {
    let rule = dice.pick(&Rule::ALL);
    let (width, height) = (3 + dice.below(4), 3 + dice.below(4));
    let k = if rule == Rule::Renju { 5 } else { 3 + dice.below(2) as u8 };
    let game = Variant { rule, size: Size::new(width, height).ok()?, k, destroy: 0 };
    let game = game.validate().ok()?;
    let empty = 3 + dice.below(6);
    let stones = 100 - (100 * empty / game.size.area()).min(100);
    let black = stones / 2;
    let mut setup: Setup = dice.scatter(game, black, stones - black);
    setup.side = dice.pick(&Color::ALL);
    let position = setup.build().ok()?;
    let is_small = position.empty_count() <= 9 && position.empty_count() >= 2;
    (is_small && !position.is_over()).then_some(position)
}

/// A strategy for the claim, which must hold in the position.
pub fn write(dice: &mut Dice, position: &Position, claim: Claim) -> Proof {
    let proof = Proof::new(position.clone(), claim);
    let mut writer = Writer {
        dice,
        proof,
        oracle: Oracle::new(claim),
        places: HashMap::new(),
        made: HashMap::new(),
    };
    let mut position = position.clone();
    if position.side() == claim.prover {
        writer.node(&mut position);
        // It may have been made as somebody's child; the root comes last.
        let last = writer.proof.len() as u32 - 1;
        let root = writer.places[&canonical_key(&position).0].0;
        if root != last {
            let node = writer.proof.clone();
            writer.proof.push(node.node(root));
        }
    } else {
        writer.replies(&mut position, None);
    }
    writer.proof
}

struct Writer<'a> {
    dice: &'a mut Dice,
    proof: Proof,
    oracle: Oracle,
    /// The node of a position up to symmetry, and the view it was made in.
    places: HashMap<u64, (u32, Symmetry)>,
    /// Nodes by what stands in them.
    made: HashMap<String, u32>,
}

impl Writer<'_> {
    /// A node for a position where the prover is to move and the claim holds.
    fn node(&mut self, position: &mut Position) -> Reference {
        let (key, view) = canonical_key(position);
        if let Some(&(node, made_in)) = self.places.get(&key) {
            return Reference { node, symmetry: made_in.then(view.inverse()) };
        }
        let prover = position.side();
        let moves = position.legal_moves();
        let start = self.dice.below(moves.len());
        for offset in 0..moves.len() {
            let mv = moves[(start + offset) % moves.len()];
            position.play_unchecked(mv);
            let number = if position.is_over() {
                let is_fine = match position.winner() {
                    Some(winner) => winner == prover,
                    None => self.oracle.claim.goal == Goal::Holds,
                };
                is_fine.then(|| self.push(Some(mv.square()), Then::OVER))
            } else if self.oracle.holds(position) {
                Some(self.replies(position, Some(mv.square())))
            } else {
                None
            };
            position.undo();
            if let Some(node) = number {
                self.places.insert(key, (node, view));
                return Reference { node, symmetry: Symmetry::IDENTITY };
            }
        }
        panic!("no move keeps the claim in {position:?}");
    }

    /// The node whose move was just played.
    fn replies(&mut self, position: &mut Position, square: Option<Square>) -> u32 {
        let Claim { prover, goal } = self.oracle.claim;
        if goal == Goal::Holds && !position.rule().has_fouls(prover) && self.dice.below(3) > 0 {
            let windows = open_windows(position, prover);
            if potential(&windows) < 256 && self.dice.below(2) == 0 {
                return self.push(square, Then::Potential);
            }
            let mut pairs = Vec::new();
            if pair_up(&windows, &mut pairs) {
                return self.push(square, Then::Pairs(&pairs));
            }
        }
        let mut listed = Vec::new();
        for mv in position.legal_moves() {
            position.play_unchecked(mv);
            if !position.is_over() {
                listed.push(Reply { square: mv.square(), next: self.node(position) });
            }
            position.undo();
        }
        // The most frequent answer is that to all others, more often than not.
        let most = |reply: &&Reply| listed.iter().filter(|it| it.next == reply.next).count();
        let others = listed.iter().max_by_key(most).map(|reply| reply.next);
        let others = others.filter(|_| self.dice.below(4) > 0);
        listed.retain(|reply| Some(reply.next) != others);
        self.push(square, Then::Replies { listed: &listed, others })
    }

    fn push(&mut self, square: Option<Square>, then: Then<'_>) -> u32 {
        let node = ProofNode { square, then };
        let name = format!("{node:?}");
        if square.is_some()
            && let Some(&number) = self.made.get(&name)
        {
            return number;
        }
        let number = self.proof.push(node);
        self.made.insert(name, number);
        number
    }
}

/// The empty squares of each window of `k` without a stone of the player.
fn open_windows(position: &Position, player: Color) -> Vec<Vec<Square>> {
    let size = position.size();
    let mut windows = Vec::new();
    for start in size.squares() {
        for direction in Direction::ALL {
            let cells =
                (0..isize::from(position.variant().k)).map(|step| start.step(direction, step));
            let Some(cells) = cells.collect::<Option<Vec<_>>>() else { continue };
            let is_own = |&it: &Square| position.at(it).is_some_and(|stone| stone.color == player);
            if cells.iter().all(|&it| size.contains(it)) && !cells.iter().any(is_own) {
                windows.push(cells.into_iter().filter(|&it| position.is_empty(it)).collect());
            }
        }
    }
    windows
}

fn potential(windows: &[Vec<Square>]) -> u64 {
    windows.iter().map(|window| 512 >> window.len()).sum()
}

/// Adds pairs until every window has one.
fn pair_up(windows: &[Vec<Square>], pairs: &mut Vec<[Square; 2]>) -> bool {
    let has_pair = |window: &Vec<Square>| {
        pairs.iter().any(|pair| pair.iter().all(|square| window.contains(square)))
    };
    let Some(window) = windows.iter().find(|window| !has_pair(window)) else { return true };
    let is_free = |square: &Square| !pairs.iter().flatten().any(|used| used == square);
    let free: Vec<Square> = window.iter().copied().filter(is_free).collect();
    for (index, &one) in free.iter().enumerate() {
        for &other in &free[index + 1..] {
            pairs.push([one, other]);
            if pair_up(windows, pairs) {
                return true;
            }
            pairs.pop();
        }
    }
    false
}

/// A win by threats on a larger board, where most replies are far away: fours, and before
/// them perhaps a quiet move whose threat a pass would let happen.
pub fn threats(dice: &mut Dice) -> Option<Proof> {
    let rules = [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroOverline];
    let rule = dice.pick(&rules);
    let (width, height) = (6 + dice.below(2), 6 + dice.below(3));
    let k = 4 + dice.below(2) as u8;
    let game = Variant { rule, size: Size::new(width, height).ok()?, k, destroy: 0 };
    let [black, white] = [0; 2].map(|_| 6 + dice.below(16));
    let mut setup = dice.scatter(game, black, white);
    let prover = dice.pick(&Color::ALL);
    setup.side = prover;
    let mut position = setup.build().ok().filter(|it| !it.is_over())?;
    let claim = Claim { prover, goal: Goal::Wins };
    let mut hunter = Hunter { proof: Proof::new(position.clone(), claim), budget: 400 };
    let root = hunter.win(&mut position, 2, 1)?;
    // The root comes last, and a single move is no test.
    let is_last = root as usize + 1 == hunter.proof.len();
    (is_last && hunter.proof.len() > 1).then_some(hunter.proof)
}

struct Hunter {
    proof: Proof,
    budget: usize,
}

impl Hunter {
    fn completing(position: &Position, color: Color) -> Vec<Square> {
        let completes = |&square: &Square| position.has_line_through(square, color);
        position.empty_squares().filter(completes).collect()
    }

    /// A node that wins for the side to move, if it is found.
    fn win(&mut self, position: &mut Position, fours: usize, quiet: usize) -> Option<u32> {
        self.budget = self.budget.checked_sub(1)?;
        let prover = position.side();
        if let Some(&square) = Hunter::completing(position, prover).first() {
            return Some(self.proof.push(ProofNode { square: Some(square), then: Then::OVER }));
        }
        let threats = Hunter::completing(position, !prover);
        // A block is no loss of time: the other one had to spend a move on it.
        let is_forced = !threats.is_empty();
        let squares: Vec<Square> = match threats.len() {
            0 => position.empty_squares().collect(),
            1 => threats,
            _ => return None,
        };
        for square in squares {
            position.play_unchecked(Move::place(square));
            let points = Hunter::completing(position, prover).len();
            let node = match points {
                0 if is_forced && fours > 0 => self.answer(position, square, fours - 1, quiet),
                0 if quiet > 0 && fours > 0 => self.answer(position, square, fours, quiet - 1),
                1.. if fours > 0 => self.answer(position, square, fours - 1, quiet),
                _ => None,
            };
            position.undo();
            if node.is_some() {
                return node;
            }
        }
        None
    }

    /// The node of the move that was just played: what wins after a pass answers every
    /// reply that does not hinder it.
    fn answer(
        &mut self,
        position: &mut Position,
        square: Square,
        fours: usize,
        quiet: usize,
    ) -> Option<u32> {
        if !Hunter::completing(position, position.side()).is_empty() {
            return None;
        }
        position.pass();
        let others = self.win(position, fours, quiet);
        position.undo();
        let others = Reference { node: others?, symmetry: Symmetry::IDENTITY };
        let mut listed = Vec::new();
        for reply in position.empty_squares().collect::<Vec<_>>() {
            position.play_unchecked(Move::place(reply));
            let is_answered = self.works(position, others.node);
            let own = if is_answered { None } else { self.win(position, fours, quiet) };
            position.undo();
            match own {
                _ if is_answered => {}
                Some(node) => {
                    listed.push(Reply { square: reply, next: Reference { node, ..others } });
                }
                None => return None,
            }
        }
        let then = Then::Replies { listed: &listed, others: Some(others) };
        Some(self.proof.push(ProofNode { square: Some(square), then }))
    }

    /// Whether a node wins here, by playing every reply.
    fn works(&mut self, position: &mut Position, number: u32) -> bool {
        let ProofNode { square: Some(square), then: Then::Replies { listed, others } } =
            self.proof.node(number)
        else {
            return false;
        };
        let (listed, prover) = (listed.to_vec(), position.side());
        if self.budget == 0 || !position.is_empty(square) {
            return false;
        }
        self.budget -= 1;
        if position.has_line_through(square, prover) {
            return true;
        }
        position.play_unchecked(Move::place(square));
        let mut works = !position.is_over() && Hunter::completing(position, !prover).is_empty();
        for reply in position.empty_squares().collect::<Vec<_>>() {
            let own = listed.iter().find(|it| it.square == reply).map(|it| it.next);
            let Some(next) = own.or(others).filter(|_| works) else {
                works = false;
                break;
            };
            position.play_unchecked(Move::place(reply));
            works = !position.is_over() && self.works(position, next.node);
            position.undo();
        }
        position.undo();
        works
    }
}
