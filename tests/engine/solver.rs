//! The threat solver against published problems, against a slow complete
//! search and against the laws of the board.

use tengen_engine::game::{Color, Position, Rule};
use tengen_engine::pattern::Board;
use tengen_engine::solve::{Vcf, Verdict};

use crate::effort;
use crate::support::{Dice, position, tables, variant};
use crate::verify::problems::{Problem, problems};
use crate::verify::{SlowFours, Trial, winning_move};

/// More fours than any of the published problems needs.
const GENEROUS: u64 = 2_000_000;

fn board(position: &Position) -> Board<'static> {
    Board::new(position.clone(), tables(*position.variant()))
}

fn search(vcf: &mut Vcf, position: &Position, limit: u64) -> Verdict {
    vcf.search(&mut board(position), limit, &|| false)
}

/// The search that tries fewer fours.
fn search_narrow(vcf: &mut Vcf, position: &Position, limit: u64) -> Verdict {
    vcf.search_narrow(&mut board(position), limit, &|| false)
}

/// One of the two.
type Search = fn(&mut Vcf, &Position, u64) -> Verdict;

/// Checks everything that a win reported by a search says; returns its plies.
fn check_win(position: &Position, vcf: &Vcf, verdict: Verdict, search: Search) -> u16 {
    let Verdict::Win(plies) = verdict else { panic!("{verdict:?}: {position:?}") };
    let attacker = position.side();
    // The line is a game that the attacker wins after just so many plies.
    assert_eq!(vcf.line().len(), usize::from(plies), "{position:?}");
    let mut game = position.clone();
    for mv in vcf.line() {
        assert_eq!(game.check(mv), Ok(()), "{mv} {game:?}");
        game.play(mv).unwrap();
    }
    assert_eq!(game.winner(), Some(attacker), "{game:?}");
    // And no reply escapes or resists longer.
    let mut solver = Vcf::new();
    let mut adviser = |position: &Position| match search(&mut solver, position, GENEROUS) {
        Verdict::Win(_) => solver.line().next(),
        Verdict::Exhausted | Verdict::Unknown => None,
    };
    let mut trial = Trial { adviser: &mut adviser, fours_only: true, budget: 100_000 };
    let longest = trial.wins(&mut position.clone()).unwrap();
    assert!(longest <= plies, "{longest} > {plies}: {position:?}");
    plies
}

fn check_problem(problem: &Problem) {
    let mut vcf = Vcf::new();
    let verdict = search(&mut vcf, &problem.position, GENEROUS);
    assert!(matches!(verdict, Verdict::Win(_)), "{}: {verdict:?}", problem.id);
    let plies = check_win(&problem.position, &vcf, verdict, search);
    if let Some((published, true)) = problem.plies {
        // A defender with nothing but fouls left loses by one of them, a ply
        // before the five that is counted in the publication.
        let to_the_five = plies | 1;
        assert!(u64::from(to_the_five) >= published, "{}: {plies} < {published}", problem.id);
    }
}

fn solvable() -> impl Iterator<Item = Problem> {
    problems("threats-dev.jsonl").into_iter().filter(|problem| problem.goal == "vcf")
}

#[test]
fn published_wins_are_found_and_proven() {
    solvable().step_by(effort::of(4, 1)).for_each(|problem| check_problem(&problem));
}

#[test]
fn a_narrow_search_sees_fours_that_only_a_foul_stops() {
    let white_to_move = |row: &str| {
        let text = format!("o14/15/5x9/15/5o9/5o9/5o9/{row}/5x9/15/15/15/15/15/o13o o rule=renju");
        position(&text)
    };
    // White's four at f12 leads nowhere, but Black must not stop it at f8: an overline.
    let forbidden = white_to_move("2xxx1xx7");
    let mut vcf = Vcf::new();
    let verdict = search_narrow(&mut vcf, &forbidden, 1);
    assert_eq!(check_win(&forbidden, &vcf, verdict, search_narrow), 3);
    let allowed = white_to_move("2xxx8xx");
    assert_eq!(search_narrow(&mut vcf, &allowed, 1), Verdict::Exhausted);
}

#[test]
fn where_no_win_by_fours_exists_none_is_claimed() {
    let mut exhausted = 0;
    let none = problems("threats-none-dev.jsonl");
    for problem in &none {
        let mut vcf = Vcf::new();
        match search(&mut vcf, &problem.position, 50_000) {
            Verdict::Exhausted => exhausted += 1,
            Verdict::Unknown => {}
            Verdict::Win(plies) => panic!("{}: win in {plies}", problem.id),
        }
    }
    assert!(exhausted * 10 >= none.len() * 9, "{exhausted} of {} exhausted", none.len());
}

/// Crowded boards of every rule: the solver and a search from the definition
/// agree on every one, and what is won is won against every reply.
#[test]
fn verdicts_are_those_of_the_definition() {
    let mut dice = Dice::new(31);
    let mut wins = [0; Rule::ALL.len()];
    let mut narrow_wins = 0;
    for round in 0..2500 {
        let rule = Rule::ALL[round % Rule::ALL.len()];
        let k = if rule == Rule::Renju { 5 } else { 3 + dice.below(3) as u8 };
        let side = 4 + usize::from(k) / 2;
        let game = variant(rule, side + dice.below(3), side + dice.below(3), k, 0);
        let crowd = 14 + dice.below(10);
        let mut setup = dice.scatter(game, crowd, crowd);
        setup.side = dice.pick(&Color::ALL);
        let Ok(position) = setup.build() else { continue };
        if position.is_over() || winning_move(&position).is_some() {
            continue;
        }
        let Some(expected) = SlowFours::new(3000).wins(&mut position.clone()) else { continue };
        let mut vcf = Vcf::new();
        let verdict = search(&mut vcf, &position, GENEROUS);
        if expected {
            check_win(&position, &vcf, verdict, search);
            wins[rule as usize] += 1;
        } else {
            assert_eq!(verdict, Verdict::Exhausted, "{position:?}");
        }
        let narrow = search_narrow(&mut vcf, &position, GENEROUS);
        if let Verdict::Win(_) = narrow {
            assert!(expected, "{position:?}");
            check_win(&position, &vcf, narrow, search_narrow);
            narrow_wins += 1;
        }
    }
    assert!(wins.iter().all(|&wins| wins >= 15), "{wins:?}");
    let all: i32 = wins.iter().sum();
    assert!(narrow_wins * 10 >= all * 9, "{narrow_wins} of {all} by fours that lead to others");
}

/// Knowledge of one position must not spoil the next one.
#[test]
fn a_used_solver_answers_like_a_new_one() {
    let mut used = Vcf::new();
    let mut dice = Dice::new(32);
    for _ in 0..400 {
        let rule = dice.pick(&Rule::ALL);
        let game = variant(rule, 9, 9, 5, 0);
        let Ok(position) = dice.scatter(game, 20, 20).build() else { continue };
        if position.is_over() {
            continue;
        }
        let fresh = search(&mut Vcf::new(), &position, 5000);
        let again = search(&mut used, &position, 5000);
        // A used table can only save work.
        assert!(again == fresh || fresh == Verdict::Unknown, "{again:?} {fresh:?} {position:?}");
    }
}

#[test]
fn the_limit_and_the_stop_are_obeyed() {
    let Some(problem) = solvable().max_by_key(|problem| problem.plies.map(|(plies, _)| plies))
    else {
        return;
    };
    let mut vcf = Vcf::new();
    for limit in [0, 1, 10, 100] {
        assert_eq!(search(&mut vcf, &problem.position, limit), Verdict::Unknown);
        assert!(vcf.nodes() <= limit);
        assert_eq!(vcf.line().len(), 0);
    }
    let mut stopped = Vcf::new();
    let verdict = stopped.search(&mut board(&problem.position), GENEROUS, &|| true);
    assert!(verdict == Verdict::Unknown || stopped.nodes() < 256);
}

/// The verdict for the side to move of a position text, checked if it is a win.
fn verdict(text: &str) -> Verdict {
    let position = position(text);
    let mut vcf = Vcf::new();
    let verdict = search(&mut vcf, &position, GENEROUS);
    if let Verdict::Win(_) = verdict {
        check_win(&position, &vcf, verdict, search);
    }
    let expected = SlowFours::new(1_000_000).wins(&mut position.clone());
    assert_eq!(expected, Some(matches!(verdict, Verdict::Win(_))), "{text}");
    verdict
}

/// In caro a five between two opponent's stones is nothing, so a four has up to
/// three stops: here the far ones save the defender.
#[test]
fn caro_blocks_fours_from_outside() {
    // An open four beside an opponent's stone at either distance.
    let open = "11/11/3xxx5/11/11 x k=5";
    assert!(matches!(verdict(&format!("{open} rule=freestyle")), Verdict::Win(3)));
    assert!(matches!(verdict(&format!("{open} rule=caro")), Verdict::Win(3)));
    let pinched = "8/8/o1xxx1o1/8/8 x k=5";
    assert_eq!(verdict(&format!("{pinched} rule=caro")), Verdict::Exhausted);
    assert_eq!(verdict(&format!("{pinched} rule=caro-overline")), Verdict::Exhausted);
    // The edge of the board is no stone: where it stands instead, the four wins.
    let stones = "8/8/o1xxx2o/8/8 x k=5";
    assert_eq!(verdict(&format!("{stones} rule=freestyle")), Verdict::Win(3));
    assert_eq!(verdict(&format!("{stones} rule=caro")), Verdict::Exhausted);
    let edges = "6/6/1xxx2/6/6 x k=5";
    assert_eq!(verdict(&format!("{edges} rule=freestyle")), Verdict::Win(3));
    assert_eq!(verdict(&format!("{edges} rule=caro")), Verdict::Win(3));
}

/// A line that can only become too long is no threat where exactly k win.
#[test]
fn overlines_are_no_fours_in_standard() {
    let gap = "12/12/1xxx1xx5/12/12 x k=5";
    // Filling the gap makes six; the four elsewhere is blocked by it.
    assert_eq!(verdict(&format!("{gap} rule=freestyle")), Verdict::Win(1));
    assert_eq!(verdict(&format!("{gap} rule=caro-overline")), Verdict::Win(1));
    let trap = "12/12/1x1xxx1x4/12/12 x k=5";
    assert!(matches!(verdict(&format!("{trap} rule=freestyle")), Verdict::Win(_)));
    verdict(&format!("{trap} rule=standard"));
    verdict(&format!("{gap} rule=standard"));
    verdict(&format!("{gap} rule=caro"));
}

/// White's four can only be stopped on e8, where Black would make seven.
#[test]
fn a_four_whose_stop_is_forbidden_wins() {
    let text = "9/1xxx1xx2/9/4o4/4o4/4o4/4x4/9/9 o k=5";
    assert_eq!(verdict(&format!("{text} rule=renju")), Verdict::Win(3));
    // Without fouls Black just stops it, or has a five there.
    assert_eq!(verdict(&format!("{text} rule=standard")), Verdict::Exhausted);
    assert_eq!(verdict(&format!("{text} rule=freestyle")), Verdict::Exhausted);
}
