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

/// A tree grows by rounds of jobs; what workers find out is checked before it counts.
#[test]
fn rounds_of_jobs_prove_a_win() {
    let folder = Folder::new();
    let moves = "h8 h9 i9 i7 g7 f6 i11 h10 g8 i8 g10 g11";
    let claim = ["prove", "--variant", "gomoku", "--moves", moves, "--claim", "x wins"];
    let limits = ["--tree", "tree", "--nodes", "5000", "--leaves", "20", "--shards", "3"];
    let merge = || {
        let output = folder.shard(&["merge", "plan.jsonl", "--out", "whole.proof"]);
        (output.status.code(), errors(&output), String::from_utf8(output.stdout).unwrap())
    };
    let (mut has_lied, mut has_left_out) = (false, false);
    let rounds = (1..20).find(|_| {
        let lines = folder.plan(&[&claim[..], &limits].concat());
        assert!(lines[0].contains("\"unit\":\"job\""), "{}", lines[0]);
        folder.run_all();
        let result = folder.result(lines.last().unwrap());
        let before = fs::read(&result).unwrap();
        if lines.len() == 1 && String::from_utf8_lossy(&before).contains("\"replies\":\"") {
            // The most dangerous reply is left out.
            folder.change(&lines[0], |payload| {
                let (head, rest) = payload.split_once("\"replies\":\"").unwrap();
                let (replies, tail) = rest.split_once('"').unwrap();
                let replies = replies.split_once(' ').map_or("", |(_, others)| others);
                format!("{head}\"replies\":\"{replies}\"{tail}")
            });
            let (code, errors, _) = merge();
            assert!(code == Some(1) && errors.contains(": expected an answer to "), "{errors}");
            fs::write(&result, &before).unwrap();
            has_left_out = true;
        }
        if !has_lied && String::from_utf8_lossy(&before).contains("\"found\":\"won\"") {
            has_lied = true;
            // Of the last node the move is left, and no answer to any reply.
            folder.change(lines.last().unwrap(), |payload| {
                let lie = |line: &str| {
                    let mut line: Value = serde_json::from_str(line).unwrap();
                    if let Some(text) = line["strategy"].as_str().map(str::to_owned) {
                        let (before, root) = text.trim_end().rsplit_once('\n').unwrap();
                        let (square, _) = root.split_once(' ').unwrap_or((root, ""));
                        line["strategy"] = format!("{before}\n{square}\n").into();
                    }
                    line.to_string() + "\n"
                };
                payload.lines().map(lie).collect()
            });
            let (code, errors, _) = merge();
            assert!(code == Some(1) && errors.contains(": it does not win"), "{code:?} {errors}");
            fs::write(&result, before).unwrap();
        }
        let (code, errors, output) = merge();
        let is_open = code == Some(1) && output.starts_with("undecided: x wins, ");
        assert!(is_open || code == Some(0), "{output}{errors}");
        code == Some(0)
    });
    assert!(rounds.is_some_and(|rounds| rounds > 1) && has_lied && has_left_out, "{rounds:?}");
    assert!(whole(&["verify", "whole.proof"], &folder.0).starts_with("proven: "));
    // Nothing is left: no plan can be made.
    let output = folder.shard(&[&["plan"], &claim[..], &limits].concat());
    assert_ne!(output.status.code(), Some(0), "{}", errors(&output));
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
