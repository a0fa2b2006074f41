//! Claims in shards: leaves given away, proofs taken back and put together.

use std::fs;

use serde_json::Value;

use super::support::{Folder, errors, whole};

/// A claim cut into leaves, as a plan.
fn planned(claim: &[&str], more: &[&str]) -> (Folder, Vec<String>) {
    Folder::with_plan(&[&["prove"], claim, more].concat())
}

const HOLDS: [&str; 6] = ["--size", "5x4", "--k", "4", "--claim", "x holds"];
const LIMIT: [&str; 2] = ["--nodes", "1000000"];

/// Both kinds of claims, with the prover and with the opponent to move first.
#[test]
fn leaves_make_one_proof() {
    let wins = "--fen|5/5/1xxx1/5/5 o k=4|--claim|x wins";
    let second = "--size|4|--k|4|--claim|o holds";
    let first = "--size|4x3|--k|3|--claim|x wins";
    for (claim, tries) in [(wins, "1"), (second, "1"), (&HOLDS.join("|"), "2"), (first, "3")] {
        let claim: Vec<&str> = claim.split('|').collect();
        let more = [&LIMIT[..], &["--leaves", "12", "--tries", tries, "--shards", "3"]].concat();
        let (folder, lines) = planned(&claim, &more);
        assert_eq!(lines.len(), 3);
        assert!(lines[0].contains("\"unit\":\"leaf\""), "{}", lines[0]);
        folder.run_all();
        let said = folder.merge(&["--out", "whole.proof"]).unwrap();
        let (_, words) = claim.split_at(claim.len() - 1);
        assert!(said.starts_with(&format!("proven: {}, ", words[0])), "{said}");
        for mode in [&["verify", "whole.proof"][..], &["verify", "--exhaustive", "whole.proof"]] {
            assert!(whole(mode, &folder.0).starts_with("proven: "), "{claim:?}");
        }
        // A plan with another seed of nothing gives the same bytes.
        let bytes = fs::read(folder.path("whole.proof")).unwrap();
        folder.merge(&["--out", "again.proof", "--sample", "50%"]).unwrap();
        assert_eq!(fs::read(folder.path("again.proof")).unwrap(), bytes);
    }
}

/// Leaves that nobody could prove are told, and nothing is written.
#[test]
fn what_is_missing_is_told() {
    let (folder, _) = planned(&HOLDS, &["--nodes", "1", "--leaves", "12", "--shards", "3"]);
    folder.run_all();
    let output = folder.shard(&["merge", "plan.jsonl", "--out", "whole.proof"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("open: leaf 1 after ") && said.contains(" k=4 rule=freestyle"), "{said}");
    let last = said.lines().last().unwrap();
    assert!(
        last.starts_with("undecided: x holds, ") && last.contains(" leaves are needed"),
        "{said}"
    );
    assert!(!folder.path("whole.proof").exists());
}

/// The opponent has a reply that refutes the claim.
#[test]
fn a_refuted_leaf_refutes_the_claim() {
    let claim = ["--size", "4x3", "--k", "3", "--claim", "o holds"];
    let more = ["--nodes", "1000000", "--leaves", "2", "--shards", "2"];
    let (folder, _) = planned(&claim, &more);
    folder.run_all();
    let output = folder.shard(&["merge", "plan.jsonl"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("refuted: o holds, by the leaf after "), "{said}");
}

/// A worker that lies: its proof is not true, or is that of another leaf.
#[test]
fn wrong_proofs_are_not_believed() {
    let more = [&LIMIT[..], &["--leaves", "12", "--shards", "2"]].concat();
    let (folder, lines) = planned(&HOLDS, &more);
    folder.run_all();
    let read = |line: &str| -> Value { serde_json::from_str(line).unwrap() };
    let change = |how: &dyn Fn(&mut Vec<Value>)| {
        let result = folder.result(&lines[1]);
        let before = fs::read(&result).unwrap();
        folder.change(&lines[1], |payload| {
            let mut leaves: Vec<Value> = payload.lines().map(read).collect();
            how(&mut leaves);
            leaves.iter().fold(String::new(), |text, leaf| text + &leaf.to_string() + "\n")
        });
        let output = folder.shard(&["merge", "plan.jsonl", "--out", "whole.proof"]);
        fs::write(&result, before).unwrap();
        assert!(!folder.path("whole.proof").exists());
        (output.status.code(), errors(&output))
    };
    let (code, said) = change(&|leaves| {
        // Of the last node the move is left, and no answer to any reply.
        let proof = leaves[0]["proof"].as_str().unwrap();
        let (before, root) = proof.trim_end().rsplit_once('\n').unwrap();
        let (square, _) = root.split_once(' ').unwrap();
        leaves[0]["proof"] = format!("{before}\n{square}\n").into();
    });
    assert!(code == Some(1) && said.contains("it is not proven"), "{code:?} {said}");
    let (code, said) = change(&|leaves| leaves[0]["proof"] = leaves[1]["proof"].clone());
    assert!(code == Some(1) && said.contains("expected a proof of leaf"), "{code:?} {said}");
    let (code, said) = change(&|leaves| leaves[0]["proof"] = "tengen-proof 1\n".into());
    assert!(code == Some(1) && said.contains("line 2: "), "{code:?} {said}");
    let (code, said) = change(&|leaves| leaves[0]["leaf"] = 1.into());
    assert!(code == Some(3) && said.contains("leaf 1: expected leaf"), "{code:?} {said}");
    let (code, said) = change(&|leaves| drop(leaves.pop()));
    assert!(code == Some(3) && said.contains(" leaves"), "{code:?} {said}");
    assert!(folder.merge(&["--out", "whole.proof"]).unwrap().starts_with("proven: x holds"));
}

#[test]
fn plans_of_claims_need_a_claim_and_a_limit() {
    let folder = Folder::new();
    for (arguments, complaint) in [
        (&["--size", "5", "--nodes", "9"][..], "--claim: (nothing): expected a claim"),
        (&HOLDS, "limits: (nothing): expected --nodes or --time"),
        (&["--claim", "x wins", "--nodes", "9", "--out", "a"], "--out: expected no output"),
    ] {
        let output = folder.shard(&[&["plan", "prove"], arguments].concat());
        let said = errors(&output);
        assert!(output.status.code() == Some(2) && said.contains(complaint), "{said}");
    }
}
