//! `tengen prove --tree` with strategies that are gone, torn or altered, and after kills: it asks
//! again what is missing, says so, and ends with the same proof.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::folder::folder;
use crate::waiting::Finish;

/// A win of x in some eight moves, with o to move.
const MOVES: &str = "h8 h9 i9 i7 g7 f6 i11 h10 g8 i8 g10 g11 g6 g9 e8";

fn prove(folder: &Path, out: &str) -> Command {
    prove_within("5000", folder, out)
}

fn prove_within(nodes: &str, folder: &Path, out: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["prove", "--variant", "gomoku", "--moves", MOVES, "--tree", "tree"]);
    command.args(["--claim", "x wins", "--nodes", nodes, "--out", out]).current_dir(folder);
    command
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The files of a tree with what stands in them, in order.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder.join("tree")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// A tree that is whole, and its proof.
fn whole(folder: &Path) -> (Vec<(PathBuf, Vec<u8>)>, Vec<u8>) {
    assert_eq!(said(&prove(folder, "whole.proof").finish().unwrap()).0, Some(0));
    (tree(folder), fs::read(folder.join("whole.proof")).unwrap())
}

#[test]
fn a_tree_asks_again_what_is_gone_torn_or_altered() {
    let folder = folder("tree-healed");
    let (files, proof) = whole(&folder);
    let strategy = |number: u64| folder.join(format!("tree/{number}.proof.gz"));
    let bytes = |number: u64| fs::read(strategy(number)).unwrap();
    // What answers most replies, and what wins after one of those that are listed.
    let (root, searched) = (bytes(0), bytes(2));
    let flipped = |bytes: &[u8], at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= 4;
        bytes
    };
    let damages: Vec<(u64, Option<Vec<u8>>)> = vec![
        (0, None),
        (0, Some(flipped(&root, root.len() / 2))),
        (2, None),
        (2, Some(searched[..searched.len() / 2].to_vec())),
        (2, Some(Vec::new())),
        (2, Some(flipped(&searched, searched.len() / 2))),
        // What answers all other replies answers none of those that are listed.
        (2, Some(root.clone())),
        (6, Some(b"tengen-proof 2\n".to_vec())),
    ];
    for (number, damage) in damages {
        let path = strategy(number);
        match &damage {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let (code, output, errors) = said(&prove(&folder, "again.proof").finish().unwrap());
        assert!(code == Some(0) && output.starts_with("proven: x wins, "), "{output}{errors}");
        // One line beside that on how many findings it goes on from.
        let lines: Vec<&str> = errors.lines().collect();
        let [_, line] = lines[..] else { panic!("{number}: {errors}") };
        let name = format!("tengen: tree/{number}.proof.gz: ");
        let again =
            if number == 0 { "; the root is asked about again" } else { "; the position after " };
        let line = line.replace('\\', "/");
        assert!(line.starts_with(&name) && line.contains(again), "{errors}");
        assert!(line.contains("expected "), "{errors}");
        let found = fs::read(folder.join("again.proof")).unwrap();
        assert!(found == proof, "{number}: another proof");
        assert!(tree(&folder) == files, "{number}: the tree is what it was");
    }
    // What stands in the way of a strategy is no strategy that could be asked again.
    fs::remove_file(strategy(2)).unwrap();
    fs::create_dir(strategy(2)).unwrap();
    let (code, _, errors) = said(&prove(&folder, "again.proof").finish().unwrap());
    assert!(
        code == Some(1) && errors.contains("2.proof.gz: expected a file that can be"),
        "{errors}"
    );
}

/// With other limits something else may be found; then that takes the place of what is lost.
#[test]
fn what_is_found_otherwise_takes_the_place_of_what_was_lost() {
    let folder = folder("tree-healed-otherwise");
    let (files, _) = whole(&folder);
    for number in [0, 1, 2, 4, 57] {
        // Not all findings have a strategy.
        let _ = fs::remove_file(folder.join(format!("tree/{number}.proof.gz")));
    }
    let again = prove_within("200", &folder, "again.proof").finish().unwrap();
    let (code, output, errors) = said(&again);
    assert!(code == Some(0) && output.starts_with("proven: x wins, "), "{output}{errors}");
    let mut verify = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let verified = verify.args(["verify", "again.proof"]).current_dir(&folder).finish().unwrap();
    assert!(said(&verified).1.starts_with("proven: "), "{:?}", said(&verified));
    // The tree is whole again, whatever was found in place of what was lost.
    assert!(tree(&folder).len() >= files.len());
    let (code, _, errors) = said(&prove(&folder, "last.proof").finish().unwrap());
    assert!(code == Some(0) && errors.lines().count() == 1, "{errors}");
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(read("last.proof") == read("again.proof"));
}

/// Killed again and again, it comes to the same tree and the same proof.
#[test]
fn kills_change_nothing() {
    let folder = folder("tree-killed-often");
    let (files, proof) = whole(&folder);
    fs::remove_dir_all(folder.join("tree")).unwrap();
    for pause in [300, 40, 700, 150, 90, 500] {
        let mut command = prove(&folder, "again.proof");
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    fs::create_dir_all(folder.join("tree")).unwrap();
    // As a kill leaves it that comes while a strategy is written.
    fs::write(folder.join("tree/70.proof.gz.1.part"), "half").unwrap();
    assert_eq!(said(&prove(&folder, "again.proof").finish().unwrap()).0, Some(0));
    assert!(fs::read(folder.join("again.proof")).unwrap() == proof);
    assert!(tree(&folder) == files, "the tree is another one");
}
