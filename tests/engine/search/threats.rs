//! Wins by threats are proven against every defence, and their lines are true.

use tengen_engine::game::Position;
use tengen_engine::pattern::Board;
use tengen_engine::solve::{Vcf, Vct, Verdict};

use crate::effort;
use crate::support::{position, tables};
use crate::verify::problems::problems;
use crate::verify::{Doubt, Trial};

/// Memory for the tree, in bytes.
const BYTES: usize = 4 << 20;

/// What a threat search of so many nodes says, and its line.
fn search(position: &Position, limit: u64) -> (Verdict, Vec<tengen_engine::game::Move>) {
    let tables = tables(*position.variant());
    let mut board = Board::new(position.clone(), tables);
    let mut vct = Vct::new(BYTES);
    let verdict = vct.search(&mut board, &mut Vcf::new(), limit, &|| false);
    assert_eq!(board.position().key(), position.key(), "all moves are taken back");
    let line = if matches!(verdict, Verdict::Win(_)) { vct.line() } else { Vec::new() };
    (verdict, line)
}

/// Checks a win that was found: its line, and every legal defence.
fn check(position: &Position, limit: u64) -> bool {
    let (Verdict::Win(plies), line) = search(position, limit) else { return false };
    let attacker = position.side();
    assert_eq!(line.len(), usize::from(plies), "{line:?} {position:?}");
    let mut game = position.clone();
    for &mv in &line {
        game.play(mv).unwrap();
    }
    assert_eq!(game.winner(), Some(attacker), "{line:?} {position:?}");

    let mut advise = |position: &Position| search(position, 4 * limit).1.first().copied();
    let mut trial = Trial { adviser: &mut advise, fours_only: false, budget: 3000 };
    let result = trial.wins(&mut position.clone());
    // The adviser may not find its way again; a refutation is another matter.
    assert!(!matches!(result, Err(Doubt::Refuted(_))), "{result:?} {position:?}");
    true
}

#[test]
fn wins_by_threats_stand_against_every_defence() {
    let all = problems("threats-dev.jsonl");
    let problems: Vec<_> =
        all.iter().filter(|it| it.goal == "vct").step_by(effort::of(180, 60)).collect();
    let found = problems.iter().filter(|it| check(&it.position, 3000)).count();
    assert!(3 * found >= problems.len(), "{found} of {}", problems.len());
}

#[test]
fn wins_by_threats_where_no_win_by_fours_exists() {
    for problem in problems("threats-none-dev.jsonl").iter().step_by(20) {
        check(&problem.position, 2000);
    }
}

/// With the least memory there is, the tree is halved again and again, and goes on: wins
/// that take more nodes than fit are found all the same, and their lines win.
#[test]
fn a_full_tree_is_halved_and_goes_on() {
    let all = problems("threats-dev.jsonl");
    let mut halved = 0;
    for problem in all.iter().filter(|it| it.goal == "vct").step_by(effort::of(120, 30)) {
        let tables = tables(*problem.position.variant());
        let mut board = Board::new(problem.position.clone(), tables);
        let mut vct = Vct::new(0);
        let verdict = vct.search(&mut board, &mut Vcf::new(), 60_000, &|| false);
        assert_eq!(board.position().key(), problem.position.key(), "all moves are taken back");
        if vct.halved() > 0
            && let Verdict::Win(plies) = verdict
        {
            halved += 1;
            let line = vct.line();
            assert_eq!(line.len(), usize::from(plies), "{line:?} {:?}", problem.position);
            let mut game = problem.position.clone();
            for &mv in &line {
                game.play(mv).unwrap();
            }
            assert_eq!(game.winner(), Some(problem.position.side()), "{line:?}");
        }
        // A full tree stays usable for the same question and for the next one.
        vct.search(&mut board, &mut Vcf::new(), 2_000, &|| false);
    }
    assert!(all.is_empty() || halved > 0, "no win took more than fits");
}

/// After the first move of a win and an answer, the rest of it is known without a search.
#[test]
fn what_was_proven_is_known_two_plies_later() {
    let mut known = 0;
    let all = problems("threats-dev.jsonl");
    for problem in all.iter().filter(|it| it.goal == "vct").step_by(effort::of(60, 20)) {
        let tables = tables(*problem.position.variant());
        let mut board = Board::new(problem.position.clone(), tables);
        let (mut vct, mut vcf) = (Vct::new(BYTES), Vcf::new());
        let verdict = vct.search(&mut board, &mut vcf, 3_000, &|| false);
        let (Verdict::Win(plies), line) = (verdict, vct.line()) else { continue };
        if line.len() < 6 {
            continue;
        }
        line[..2].iter().for_each(|&mv| board.play(mv));
        let verdict = vct.search(&mut board, &mut vcf, 1, &|| false);
        known += usize::from(verdict == Verdict::Win(plies - 2) && vct.nodes() == 0);
    }
    assert!(all.is_empty() || known > 0, "everything is searched again");
}

/// One open three is no win; a quiet position has nothing to try.
#[test]
fn nothing_is_claimed_without_threats() {
    for text in ["15/15/15/15/15/15/15/7x7/7o7/15/15/15/15/15/15 x k=5", "9/9/9/9/9/9/9/9/9 x k=5"]
    {
        assert!(!matches!(search(&position(text), 3000).0, Verdict::Win(_)), "{text}");
    }
}
