//! Every win and loss that is printed is one.

use std::collections::HashSet;

use tengen::eval;
use tengen::game::{Position, Rule};
use tengen::pattern::Board;
use tengen::search::{SearchOptions, Searcher};
use tengen::solve::{Vcf, Verdict};
use tengen::value::{Score, ScoreKind};

use crate::support::{Dice, variant};
use crate::tactics::scattered;
use crate::thinker::{ask, nodes, searcher};
use crate::verify::problems::problems;
use crate::verify::{Doubt, Trial, loses_within, wins_within};

/// Ends so near are checked to the ply by trying everything.
const NEAR: u16 = 5;

/// Nodes that finding the next move of a claimed win may cost.
const ADVICE: u64 = 400_000;

/// Names winning moves: by fours, else by a long search.
struct Adviser {
    vcf: Vcf,
    searcher: Searcher,
}

impl Adviser {
    fn new() -> Adviser {
        Adviser { vcf: Vcf::new(), searcher: Searcher::new(16) }
    }

    fn advise(&mut self, position: &Position) -> Option<tengen::game::Move> {
        let mut board =
            Board::new(position.clone(), eval::tables(position.rule(), position.variant().k));
        if let Verdict::Win(_) = self.vcf.search(&mut board, 20_000, &|| false) {
            return self.vcf.line().next();
        }
        let options = SearchOptions::default();
        let thought = ask(&mut self.searcher, position, &nodes(ADVICE), &options);
        thought.score().is_win().then(|| thought.best())
    }
}

/// Checks one claim about a position with everything the laws allow.
fn check_claim(position: &Position, score: Score) {
    let mut adviser = Adviser::new();
    let mut advise = |position: &Position| adviser.advise(position);
    let mut trial = Trial { adviser: &mut advise, fours_only: false, budget: 20_000 };
    let mut game = position.clone();
    let (result, is_near_truth) = match score.kind() {
        ScoreKind::Win(plies) => {
            (trial.wins(&mut game), plies > NEAR || wins_within(&mut game, plies))
        }
        ScoreKind::Loss(plies) => {
            (trial.loses(&mut game), plies > NEAR || loses_within(&mut game, plies))
        }
        ScoreKind::Estimate(_) => return,
    };
    // Running out of work is no verdict; everything else is.
    assert!(matches!(result, Ok(_) | Err(Doubt::TooLong)), "{score:?}: {result:?} {position:?}");
    assert!(is_near_truth, "{score:?} is too quick: {position:?}");
}

/// Checks every decisive report of one search; the number of claims.
fn check_search(position: &Position, limit: u64) -> usize {
    let thought = ask(&mut searcher(), position, &nodes(limit), &SearchOptions::default());
    let claims: HashSet<Score> =
        thought.infos().map(|info| info.score).filter(|score| score.is_decisive()).collect();
    claims.iter().for_each(|&score| check_claim(position, score));
    claims.len()
}

/// Whether the side to move just wins by fours: the solver's tests see to those.
fn is_simple(position: &Position) -> bool {
    let mut board =
        Board::new(position.clone(), eval::tables(position.rule(), position.variant().k));
    matches!(Vcf::new().search(&mut board, 2000, &|| false), Verdict::Win(_))
}

fn check_random_positions(seed: u64, wanted: usize, sides: (usize, usize), limit: usize) {
    let mut dice = Dice::new(seed);
    let mut claims = [0; Rule::ALL.len()];
    let mut tries = 0;
    while claims.iter().any(|&count| count < wanted) {
        tries += 1;
        assert!(tries < 4000 * wanted, "{claims:?}");
        let rule = Rule::ALL[tries % Rule::ALL.len()];
        let k = if rule == Rule::Renju { 5 } else { 4 + dice.below(2) };
        let mut side = || sides.0 + dice.below(sides.1 - sides.0);
        let game = variant(rule, side(), side(), k as u8, 0);
        if claims[rule as usize] >= wanted {
            continue;
        }
        let Some(position) = scattered(&mut dice, &game, 18) else { continue };
        if !is_simple(&position) {
            claims[rule as usize] += check_search(&position, 500 + dice.below(limit) as u64);
        }
    }
}

#[test]
fn announced_ends_on_small_boards_are_true() {
    check_random_positions(71, 25, (5, 9), 8000);
}

#[test]
fn announced_ends_on_larger_boards_are_true() {
    check_random_positions(72, 8, (9, 16), 20_000);
}

#[test]
#[ignore = "hours: see scripts/long-tests.sh"]
fn many_announced_ends_are_true() {
    for seed in 1000..1020 {
        check_random_positions(seed, 60, (5, 9), 30_000);
        check_random_positions(seed + 100, 20, (9, 16), 60_000);
    }
}

#[test]
fn announced_ends_where_no_win_by_fours_exists_are_true() {
    for problem in problems("threats-none-dev.jsonl").iter().step_by(12) {
        check_search(&problem.position, 8000);
    }
}
