//! Wins by threats and quiet moves: files that both modes of the checker accept.

use tengen_engine::game::{Color, Position, Rule};
use tengen_engine::pattern::Board;
use tengen_engine::proof::{self, CheckSettings, Claim, Goal, Proof, ProofVerdict};
use tengen_engine::prove::{Finding, ProveLimits, prove};
use tengen_engine::solve::{Vcf, Vct, vcf};

use crate::effort;
use crate::support::{tables, variant};
use crate::verify::problems::problems;

/// The proof that the side to move wins, if it is found.
fn found(position: &Position, nodes: u64) -> Option<Proof> {
    let claim = Claim { prover: position.side(), goal: Goal::Wins };
    let limits = ProveLimits { nodes, memory: 64 << 20, ..ProveLimits::default() };
    match prove(position, claim, &limits, &mut |_| true).0 {
        Finding::Proven(proof) => {
            assert_eq!((proof.claim, proof.position.key()), (claim, position.key()));
            Some(*proof)
        }
        Finding::Refuted => panic!("{position:?}: refuted"),
        Finding::Undecided => None,
    }
}

/// Whether a mode of the checker accepts a proof; `None` when that takes too long.
fn is_accepted(proof: &Proof, exhaustive: bool, replies: u64) -> Option<bool> {
    let settings = CheckSettings { exhaustive, replies, ..CheckSettings::default() };
    match proof::check(proof, &settings, &mut |_| true) {
        ProofVerdict::Proven(_) => Some(true),
        ProofVerdict::TooLong(_) => None,
        ProofVerdict::Refuted(..) | ProofVerdict::Stopped(_) => Some(false),
    }
}

/// Published problems of every rule: nearly all are solved and written down, and the
/// exhaustive mode, which knows nothing of zones, accepts what it can finish.
#[test]
fn threat_problems_become_files() {
    let all = problems("threats-dev.jsonl");
    let (mut tried, mut solved, mut exhausted) = (0, 0, 0);
    for problem in all.iter().step_by(effort::of(40, 20)) {
        tried += 1;
        let Some(proof) = found(&problem.position, 200_000) else { continue };
        solved += 1;
        assert_eq!(is_accepted(&proof, false, u64::MAX), Some(true), "{}", problem.id);
        let replies = effort::of(300_000, 1_000_000);
        if let Some(accepted) = is_accepted(&proof, true, replies) {
            exhausted += 1;
            assert!(accepted, "{}: the exhaustive mode refuses it", problem.id);
        }
    }
    println!("{solved} of {tried} solved, {exhausted} checked exhaustively");
    assert!(
        10 * solved >= 9 * tried && 2 * exhausted >= solved,
        "{solved}, {exhausted} of {tried}"
    );
}

/// Wins that the search of the engine announces after a fifth of a million positions, and that
/// threats and quiet moves found one by one are not enough for: with either side to move.
#[test]
fn what_a_search_sees_is_written_down() {
    let game = variant(Rule::Freestyle, 15, 15, 5, 0);
    let wins = Claim { prover: Color::Black, goal: Goal::Wins };
    let mut position = Position::new(game).unwrap();
    for word in "h8 h9 i9 i7 g7 f6 i11 h10 g8 i8 g10 g11 g6 g9".split_whitespace() {
        position.play(word.parse().unwrap()).unwrap();
    }
    let nodes = 4_000_000;
    for moves in [14, 13] {
        while position.stone_count() > moves {
            position.undo();
        }
        let limits = ProveLimits { nodes, memory: 64 << 20, ..ProveLimits::default() };
        let (finding, visited) = prove(&position, wins, &limits, &mut |_| true);
        let Finding::Proven(proof) = finding else { panic!("{moves}: {visited} positions") };
        assert_eq!(is_accepted(&proof, false, u64::MAX), Some(true), "{moves}");
        assert!(visited < nodes);
    }
}

/// Positions of games between engines in which threats alone do not win, or only after long
/// search: quiet moves do.
#[test]
fn quiet_moves_win() {
    let game = variant(Rule::Freestyle, 15, 15, 5, 0);
    let games = [
        "j6 g6 m4 h7 m6 f5 i8 h5 k6 i6",
        "h5 f6 j3 k3 n6 g6 k6 h7 m6 j6 l5 k4 i6 e6 d6 i8 l6 o6 f5 l7 i5 j5",
    ];
    for moves in games.into_iter().take(effort::of(1, 2)) {
        let mut position = Position::new(game).unwrap();
        for word in moves.split_whitespace() {
            position.play(word.parse().unwrap()).unwrap();
        }
        let mut board = Board::new(position.clone(), tables(game));
        let verdict = Vct::new(16 << 20).search(&mut board, &mut Vcf::new(), 20_000, &|| false);
        assert!(!matches!(verdict, vcf::Verdict::Win(_)), "{moves}: threats win");
        let proof = found(&position, 3_000_000).unwrap();
        assert_eq!(is_accepted(&proof, false, u64::MAX), Some(true), "{moves}");
        let exhausted = is_accepted(&proof, true, effort::of(1_000_000, 5_000_000));
        assert_ne!(exhausted, Some(false), "{moves}");
    }
}
