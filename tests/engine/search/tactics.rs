//! Nothing that decides the game within sight is overlooked.

use tengen_engine::game::{Color, Move, Position, Rule, Setup, Variant};
use tengen_engine::pattern::Board;
use tengen_engine::search::SearchOptions;
use tengen_engine::solve::{Vcf, Verdict};
use tengen_engine::value::Score;

use super::thinker::{ask, depth, nodes, searcher, think};
use crate::effort;
use crate::support::{Dice, after, tables, variant};
use crate::verify::problems::problems;
use crate::verify::{SlowFours, Trial, five_points, winning_move};

/// Boards of every rule, size and length of line.
pub fn any_game(dice: &mut Dice) -> Variant {
    let rule = dice.pick(&Rule::ALL);
    let k = if rule == Rule::Renju { 5 } else { 3 + dice.below(7) };
    let mut side = || match dice.below(8) {
        0 => 3 + dice.below(38),
        1 | 2 => 15,
        _ => k.max(5) + dice.below(8),
    };
    let (width, height) = (side().max(k), side());
    let destroy = if rule == Rule::Freestyle { dice.below(4) } else { 0 };
    variant(rule, width, height, k as u8, destroy as u8)
}

/// A random unfinished position with that many stones in a hundred squares of
/// each colour, at most.
pub fn scattered(dice: &mut Dice, game: Variant, most: usize) -> Option<Position> {
    let crowd = 2 + dice.below(most);
    let mut setup = dice.scatter(game, crowd, crowd);
    setup.side = dice.pick(&Color::ALL);
    setup.build().ok().filter(|position| !position.is_over())
}

/// Whether the opponent has no winning answer to the move.
fn is_safe(position: &mut Position, mv: Move) -> bool {
    position.play(mv).unwrap();
    let safe = position.is_over() || winning_move(position).is_none();
    position.undo();
    safe
}

/// Checks the engine's move; whether there was anything to see.
fn sees_what_is_next(position: &mut Position, best: Move) -> bool {
    if winning_move(position).is_some() {
        let side = position.side();
        let wins = position.with_move(best, |after| after.winner() == Some(side));
        assert_eq!(wins, Ok(true), "{best} does not win: {position:?}");
        return true;
    }
    position.pass();
    let is_threatened = winning_move(position).is_some();
    position.undo();
    if is_threatened && !is_safe(position, best) {
        let safe = position.legal_moves().into_iter().find(|&mv| is_safe(position, mv));
        assert_eq!(safe, None, "{best} loses at once: {position:?}");
    }
    is_threatened
}

#[test]
fn wins_and_threats_of_the_next_move_are_seen() {
    let mut dice = Dice::new(61);
    let mut searcher = searcher();
    let mut seen = 0;
    let mut tries = 0;
    while seen < effort::of(300, 1200) {
        tries += 1;
        assert!(tries < 40_000, "{seen}");
        let game = any_game(&mut dice);
        let Some(mut position) = scattered(&mut dice, game, 24) else { continue };
        let is_tense = Color::ALL.iter().any(|&color| !five_points(&position, color).is_empty());
        let has_conversions = Color::ALL.iter().any(|&color| position.conversions(color) > 0);
        let is_chosen = is_tense || (has_conversions && dice.below(4) == 0);
        if !is_chosen {
            continue;
        }
        // Where stones change owners no shape tells what is next: one whole ply is needed.
        let limits = match dice.below(4) {
            0 if !has_conversions => nodes(1 + dice.below(50) as u64),
            _ => depth(1 + dice.below(if has_conversions { 2 } else { 3 }) as u32),
        };
        let thought = ask(&mut searcher, &position, &limits, &SearchOptions::default());
        seen += usize::from(sees_what_is_next(&mut position, thought.best()));
    }
}

fn board(position: &Position) -> Board<'static> {
    Board::new(position.clone(), tables(*position.variant()))
}

/// Fours that the engine's own look at the root may try at least.
const ENOUGH: u64 = 2000;

/// Whether the side to move wins by fours, as a proof that was checked.
fn wins_by_fours(position: &Position) -> bool {
    let mut solver = Vcf::new();
    let mut adviser = |position: &Position| {
        let verdict = solver.search(&mut board(position), ENOUGH, &|| false);
        if matches!(verdict, Verdict::Win(_)) { solver.line().next() } else { None }
    };
    if adviser(position).is_none() {
        return false;
    }
    let mut trial = Trial { adviser: &mut adviser, fours_only: true, budget: 10_000 };
    trial.wins(&mut position.clone()).unwrap();
    true
}

/// Whether a complete search finds no win by fours for the side to move.
fn has_no_fours_win(position: &Position) -> bool {
    // What is too much for the slow search is left to the solver, exhaustive as well.
    SlowFours::new(40).wins(&mut position.clone()).map_or_else(
        || Vcf::new().search(&mut board(position), 100_000, &|| false) == Verdict::Exhausted,
        |wins| !wins,
    )
}

/// Checks that the engine leaves the opponent no win by fours where it can
/// help it; whether it had to do anything for that.
fn stops_wins_by_fours(position: &Position) -> bool {
    let thought = ask(&mut searcher(), position, &depth(3), &SearchOptions::default());
    let best = thought.best();
    let mut after = position.clone();
    after.play(best).unwrap();
    if !thought.score().is_win() && !after.is_over() && wins_by_fours(&after) {
        let saves = position.legal_moves().into_iter().find(|&mv| {
            let mut after = position.clone();
            after.play(mv).unwrap();
            !after.is_over() && has_no_fours_win(&after)
        });
        assert_eq!(saves, None, "{best} allows a win by fours: {position:?}");
    }
    let mut passed = position.clone();
    passed.pass();
    wins_by_fours(&passed)
}

#[test]
fn wins_by_fours_are_not_allowed() {
    let mut dice = Dice::new(62);
    let (mut threatened, mut tries) = (0, 0);
    while threatened < effort::of(12, 120) {
        tries += 1;
        assert!(tries < 20_000, "{threatened}");
        let rule = dice.pick(&Rule::ALL);
        let game = variant(rule, 8 + dice.below(8), 8 + dice.below(8), 5, 0);
        let Some(position) = scattered(&mut dice, game, 20) else { continue };
        let is_quiet = Color::ALL.iter().all(|&color| five_points(&position, color).is_empty());
        if is_quiet {
            threatened += usize::from(stops_wins_by_fours(&position));
        }
    }
}

/// The published problems with the defender to move.
#[test]
fn published_wins_by_fours_are_not_allowed() {
    for problem in problems("threats-dev.jsonl")
        .iter()
        .filter(|it| it.goal == "vcf")
        .step_by(effort::of(92, 23))
    {
        let mut setup = Setup::of(&problem.position);
        setup.side = !setup.side;
        setup.last = None;
        let position = setup.build().unwrap();
        if !position.is_over() {
            stops_wins_by_fours(&position);
        }
    }
}

/// Few stones, no threats: a conversion spent here is missing when it would decide.
#[test]
fn conversions_are_kept_while_nothing_calls_for_them() {
    for moves in ["e9 c11 b12", "k8 k7 n11", "i9 l7 j4 j2 m2", "h9 e8 d7 d10 f11"] {
        let position = after(Variant::preset("destroy").unwrap(), moves);
        let best = think(&position, &nodes(10_000)).best();
        assert!(!best.is_conversion(), "{moves}: {best}");
    }
}

/// Positions that are lost (mate -15 with six million nodes), in which answers that were left out
/// close to the leaves made an attack seem to win: fours that stop nothing, and all but the
/// first answers to an open three.
#[test]
fn an_attack_is_no_win_while_answers_to_it_are_left_out() {
    const BEFORE: &str = "h7 j4 l5 h1 e2 k2 k10 k4 i8 j9 i4 k5 k6 j7 i6 m7 i3 l6 n8";
    let gomoku = Variant::preset("gomoku").unwrap();
    for (more, plies) in [("", 6), ("i5 h6", 5), ("i5 h6 k3 k1", 4)] {
        let position = after(gomoku, &format!("{BEFORE} {more}"));
        let value = think(&position, &depth(plies)).score();
        assert!((value - Score::DRAW).abs() < 5_000, "{more}: {value:?}");
    }
}
