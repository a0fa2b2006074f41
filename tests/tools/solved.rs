//! Parts of the proof that the first player wins freestyle on 15x15, checked here; all of it takes
//! minutes and is left to `solved_games_are_proven`.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use tengen_engine::game::Position;
use tengen_engine::proof::{self, CheckSettings, Flaw, Proof, ProofVerdict};

/// Where the answers to a reply to h8 end, a strategy of its own: children come before parents, and
/// those of a1 first. Those of b1 end with node 84,303.
const AFTER: [(&str, u32); 1] = [("a1", 48_374)];
/// Lines before the nodes.
const HEAD: usize = 3;

/// The beginning of the file, up to the strategies after these replies.
fn lines() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/proofs/solved/gomoku-15x15.proof.gz");
    let reader = BufReader::new(MultiGzDecoder::new(BufReader::new(File::open(path).unwrap())));
    let nodes = AFTER.map(|(_, node)| node as usize + 1).into_iter().max().unwrap();
    let lines: Vec<String> = reader.lines().take(HEAD + nodes).map(Result::unwrap).collect();
    assert_eq!(lines.len(), HEAD + nodes);
    lines
}

fn read(lines: &[String]) -> Proof {
    proof::read(&mut lines.join("\n").as_bytes()).unwrap()
}

/// The position after moves.
fn after(start: &Position, moves: &[&str]) -> Position {
    let mut position = start.clone();
    for word in moves {
        position.play(word.parse().unwrap()).unwrap();
    }
    position
}

fn verdict(proof: &Proof) -> ProofVerdict {
    proof::check(proof, &CheckSettings::default(), &mut |_| true)
}

#[test]
fn parts_of_a_solved_game_are_proven_and_damaged_ones_are_not() {
    let lines = lines();
    let whole = read(&lines);
    for (reply, node) in AFTER {
        let mut part = whole.part(node);
        part.position = after(&whole.position, &["h8", reply]);
        let verdict = verdict(&part);
        let ProofVerdict::Proven(tally) = verdict else { panic!("{reply}: {verdict:?}") };
        println!("{reply}: {} nodes, {} replies", part.len(), tally.replies);
        // What wins after one reply says nothing about another position.
        part.position = after(&whole.position, &["h8", "g7"]);
        let moved = proof::check(&part, &CheckSettings::default(), &mut |_| true);
        assert!(matches!(moved, ProofVerdict::Refuted(..)), "{reply}: {moved:?}");
    }

    let (reply, node) = AFTER[0];
    let last = HEAD + node as usize;
    let root = &lines[last];
    // Another move, and no answer to most replies.
    let (square, rest) = root.split_once(' ').unwrap();
    let listed = root.rsplit_once(' ').unwrap().0;
    assert!(root[listed.len()..].starts_with(" *:"), "{root}");
    for (damaged, flaw) in
        [(format!("b15 {rest}"), None), (listed.to_owned(), Some(Flaw::NoAnswer))]
    {
        assert_ne!(square, "b15");
        let mut damaged = read(&[&lines[..last], &[damaged]].concat());
        damaged.position = after(&whole.position, &["h8", reply]);
        let ProofVerdict::Refuted(why, _) = verdict(&damaged) else {
            panic!("{flaw:?}: it is damaged")
        };
        assert!(flaw.is_none_or(|flaw| why.flaw == flaw), "{why}");
    }
}
