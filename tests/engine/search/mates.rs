//! Every win and loss that is printed is one.

use std::collections::HashSet;

use tengen_engine::control::Info;
use tengen_engine::game::{Color, Move, Position, Rule, Variant};
use tengen_engine::pattern::Board;
use tengen_engine::search::{SearchOptions, Searcher};
use tengen_engine::solve::{Vcf, Verdict};
use tengen_engine::value::{Score, ScoreKind};

use super::tactics::scattered;
use super::thinker::{Thought, ask, nodes, searcher};
use crate::effort;
use crate::support::{Dice, position, tables, variant};
use crate::verify::problems::problems;
use crate::verify::{Doubt, Trial, loses_within, wins_within};

/// Ends so near are checked to the ply by trying everything.
const NEAR: u16 = 5;

/// Nodes that finding the next move of a claimed win may cost, at first and where
/// that finds none.
const ADVICE: [u64; 3] = [20_000, 200_000, 2_000_000];

/// Estimates above this are wins that the search has not proven.
const BELIEF: i16 = 15_000;

/// Names winning moves: by fours, else by a long search.
struct Adviser {
    vcf: Vcf,
    searcher: Searcher,
}

impl Adviser {
    fn new() -> Adviser {
        Adviser { vcf: Vcf::new(), searcher: Searcher::new(16) }
    }

    fn advise(&mut self, position: &Position) -> Option<Move> {
        if let Some(mv) = fours(&mut self.vcf, position, 20_000) {
            return Some(mv);
        }
        let options = SearchOptions::default();
        let mut believed = None;
        for limit in ADVICE {
            let thought = ask(&mut self.searcher, position, &nodes(limit), &options);
            let win = thought.infos().rfind(|info| info.score.is_win());
            if let Some(win) = win {
                return win.pv.first().copied();
            }
            // What the search only believes will do: the trial sees whether it holds.
            let belief = thought.infos().rfind(|info| info.score.raw() > BELIEF);
            believed = belief.and_then(|info| info.pv.first().copied()).or(believed);
        }
        believed
    }
}

/// The first move of a win by fours, where fours decide.
fn fours(vcf: &mut Vcf, position: &Position, limit: u64) -> Option<Move> {
    if Color::ALL.iter().any(|&color| position.conversions(color) > 0) {
        return None;
    }
    let tables = tables(*position.variant());
    let verdict = vcf.search(&mut Board::new(position.clone(), tables), limit, &|| false);
    if matches!(verdict, Verdict::Win(_)) { vcf.line().next() } else { None }
}

/// A claim: after the move, if there is one, the side to move has that score.
type Claim = (Option<Move>, Score);

/// Checks one claim about a position with everything the laws allow.
fn check_claim(position: &Position, (mv, score): Claim) {
    let mut adviser = Adviser::new();
    let mut advise = |position: &Position| adviser.advise(position);
    let mut trial = Trial { adviser: &mut advise, fours_only: false, budget: 20_000 };
    let mut game = position.clone();
    if let Some(mv) = mv {
        game.play(mv).unwrap();
    }
    let (result, is_quick_enough) = match score.kind() {
        // The game has ended with the move: its line was checked when it was reported.
        ScoreKind::Win(0) | ScoreKind::Loss(0) | ScoreKind::Estimate(_) => return,
        ScoreKind::Win(plies) => {
            (trial.wins(&mut game), plies > NEAR || wins_within(&mut game, plies))
        }
        ScoreKind::Loss(plies) => {
            (trial.loses(&mut game), plies > NEAR || loses_within(&mut game, plies))
        }
    };
    // Running out of work is no verdict; everything else is.
    let is_shown = matches!(result, Ok(_) | Err(Doubt::TooLong));
    assert!(is_shown, "{mv:?} {score:?}: {result:?} {position:?}");
    assert!(is_quick_enough, "{mv:?} {score:?} is too quick: {position:?}");
}

/// Checks every decisive report of one search; the number of claims.
fn check_search(position: &Position, limit: u64, multi_pv: usize) -> usize {
    let options = SearchOptions { multi_pv, ..SearchOptions::default() };
    let thought = ask(&mut searcher(), position, &nodes(limit), &options);
    check_claims(position, &thought, multi_pv)
}

/// Checks every decisive report of a search for so many lines; the number of claims.
pub fn check_claims(position: &Position, thought: &Thought, multi_pv: usize) -> usize {
    let claim = |info: &Info| {
        // The best line's loss is a claim about every move, other lines' about one.
        let all_moves = info.score.is_loss() && multi_pv == 1;
        let after = Score::from_raw(-info.score.raw() - info.score.raw().signum());
        if all_moves { (None, info.score) } else { (Some(info.pv[0]), after) }
    };
    let claims: HashSet<Claim> =
        thought.infos().filter(|info| info.score.is_decisive()).map(claim).collect();
    for &claim in &claims {
        check_claim(position, claim);
    }
    claims.len()
}

/// Positions of one rule on boards with sides below a limit.
fn random_game(dice: &mut Dice, rule: Rule, sides: (usize, usize), destroy: u8) -> Variant {
    let (width, height) = (dice.below(sides.1 - sides.0), dice.below(sides.1 - sides.0));
    let (width, height) = (sides.0 + width, sides.0 + height);
    let k = match (rule, dice.below(8)) {
        (Rule::Renju, _) => 5,
        (_, 0) => 3,
        (_, 1) => 6.min(width.max(height)),
        (_, 2..5) => 4.min(width.max(height)),
        _ => 5.min(width.max(height)),
    };
    variant(rule, width, height, k as u8, destroy)
}

fn check_random_positions(seed: u64, wanted: usize, sides: (usize, usize), limit: usize) {
    for rule in Rule::ALL {
        let mut dice = Dice::new(seed);
        let (mut claims, mut tries) = (0, 0);
        while claims < wanted {
            tries += 1;
            assert!(tries < 1000 * wanted, "{rule} {claims}");
            let game = random_game(&mut dice, rule, sides, 0);
            let Some(position) = scattered(&mut dice, game, 18) else { continue };
            // What is won by fours is the business of the solver's tests.
            if fours(&mut Vcf::new(), &position, 2000).is_none() {
                let nodes = 500 + dice.below(limit) as u64;
                claims += check_search(&position, nodes, dice.pick(&[1, 1, 3]));
            }
        }
    }
}

/// Conversions break lines: threats prove nothing while there are some.
#[test]
fn announced_ends_with_conversions_are_true() {
    let mut dice = Dice::new(73);
    let mut claims = 0;
    while claims < 30 {
        let destroy = 1 + dice.below(2) as u8;
        let game = random_game(&mut dice, Rule::Freestyle, (3, 6), destroy);
        let Some(position) = scattered(&mut dice, game, 25) else { continue };
        claims += check_search(&position, 4000, dice.pick(&[1, 1, 3]));
    }
}

#[test]
fn announced_ends_on_small_boards_are_true() {
    check_random_positions(71, effort::of(4, 15), (5, 9), 8000);
}

#[test]
fn announced_ends_on_larger_boards_are_true() {
    check_random_positions(72, effort::of(1, 5), (9, 16), 20_000);
}

#[test]
#[ignore = "hours: see scripts/long-tests.sh"]
fn many_announced_ends_are_true() {
    for seed in 1000..1020 {
        check_random_positions(seed, 60, (5, 9), 30_000);
        check_random_positions(seed + 100, 20, (9, 16), 60_000);
    }
}

/// Wins by threats that are not all fours, where proofs are hardest.
#[test]
fn announced_ends_of_published_problems_are_true() {
    for problem in problems("threats-dev.jsonl")
        .iter()
        .filter(|it| it.goal == "vct")
        .step_by(effort::of(160, 40))
    {
        check_search(&problem.position, 10_000, 1);
    }
}

/// A search that is stopped after the first moves of an iteration were refuted
/// does not know that the others are as bad: here the side to move wins.
#[test]
fn an_unfinished_iteration_announces_no_loss() {
    let position = position("3o2/6/6/6/oxx2x/6/6 o k=4");
    for limit in (250..9000).step_by(250) {
        let thought = ask(&mut searcher(), &position, &nodes(limit), &SearchOptions::default());
        assert!(thought.infos().all(|info| !info.score.is_loss()), "{limit} nodes");
    }
    assert!(Adviser::new().advise(&position).is_some());
}

/// A position in which the second-best moves were announced to win.
#[test]
fn announced_ends_behind_the_best_move_are_true() {
    let position = position(
        "4o2o6/5x7o/4o3o1x3/2x5o5/3x5xo3/12o1/1x12/11o2/3o10/1o12 o k=5 rule=caro-overline",
    );
    for &limit in effort::of(&[20_000][..], &[20_000, 60_000]) {
        check_search(&position, limit, 3);
    }
}

#[test]
fn announced_ends_where_no_win_by_fours_exists_are_true() {
    for problem in problems("threats-none-dev.jsonl").iter().step_by(effort::of(48, 12)) {
        check_search(&problem.position, 8000, 1);
    }
}
