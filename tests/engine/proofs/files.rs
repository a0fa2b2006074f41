//! Files by hand: every form of node, and every rule.

use tengen_engine::game::Square;
use tengen_engine::proof::{self, CheckSettings, Probe, Proof, ProofVerdict};

/// What the checker says of a file in both modes, which must agree: `proven`, or why not.
fn said(lines: &[&str]) -> String {
    let proof = read(lines);
    let [zones, exhaustive] = [false, true].map(|exhaustive| {
        let settings = CheckSettings { exhaustive, ..CheckSettings::default() };
        match proof::check(&proof, &settings, &mut |_| true) {
            ProofVerdict::Proven(_) => "proven".to_owned(),
            ProofVerdict::Refuted(refutation, _) => refutation.to_string(),
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(zones == "proven", exhaustive == "proven", "{lines:?}: {zones}; {exhaustive}");
    exhaustive
}

fn read(lines: &[&str]) -> Proof {
    let text = ["tengen-proof 1", &lines.join("\n")].join("\n");
    let proof = proof::read(&mut text.as_bytes()).unwrap();
    // What is written is what was read, but for comments and the order of replies.
    let mut written = Vec::new();
    proof::write(&proof, &mut written).unwrap();
    let again = proof::read(&mut written.as_slice()).unwrap();
    assert!(proof.nodes().eq(again.nodes()), "{text}");
    assert_eq!((proof.claim, proof.position.key()), (again.claim, again.position.key()));
    proof
}

const THREE: &str = "position 5/5/1xxx1/5/5 o k=4 rule=freestyle";

#[test]
fn moves_that_end_the_game_need_no_more() {
    assert_eq!(said(&["position 2x/1x1/3 x k=3 rule=freestyle", "claim x wins", "a1"]), "proven");
    // The form of the node does not matter then.
    let lines = ["position 2x/1x1/3 x k=3 rule=freestyle", "claim x holds", "a1 pairs a2-b1"];
    assert_eq!(said(&lines), "proven");
    // The last square.
    let full = "position xox/oxo/ox1 o k=3 rule=freestyle";
    assert_eq!(said(&[full, "claim o holds", "c1"]), "proven");
    let taken = said(&["position 2x/1x1/3 x k=3 rule=freestyle", "claim x wins", "b2"]);
    assert_eq!(
        taken,
        "node 0, move b2 in 2x/1x1/3 x k=3 rule=freestyle destroy=0,0: the square is not empty"
    );
    let early = said(&["position 3/1x1/3 x k=3 rule=freestyle", "claim x wins", "a1"]);
    assert!(
        early.starts_with("node 0, reply b1 in 3/1x1/x2 o") && early.ends_with("has no answer"),
        "{early}"
    );
}

#[test]
fn every_reply_needs_its_answer() {
    assert_eq!(said(&[THREE, "claim x wins", "a3", "e3", "- a3:1 *:0"]), "proven");
    assert_eq!(said(&[THREE, "claim x wins", "a3", "e3", "- e3:0 *:1"]), "proven");
    // A pass and a3 stand for all 22 replies.
    let lines = [THREE, "claim x wins", "a3", "e3", "- a3:1 *:0"];
    assert_eq!([false, true].map(|exhaustive| replies(&lines, exhaustive)), [2, 22]);
    let refuted = said(&[THREE, "claim x wins", "a3", "- *:0"]);
    assert!(refuted.starts_with("node 0, move a3 in 5/5/oxxx1/5/5 x"), "{refuted}");
    let refuted = said(&[THREE, "claim x wins", "e3", "- a3:0"]);
    assert!(
        refuted.starts_with("node 1, reply a1") && refuted.ends_with("has no answer"),
        "{refuted}"
    );
    // Both replies complete a line of o, though x has an answer to each and no row of its own.
    let rows = "position oo1/xox/ox1 o k=3 rule=freestyle";
    let refuted = said(&[rows, "claim x holds", "c3", "c1", "- c1:0 c3:1"]);
    assert!(
        refuted.starts_with("node 2, reply c1") && refuted.ends_with("completes a line of o"),
        "{refuted}"
    );
    // o has a four of its own, far away; the answers do not look at it.
    let race = "position 1ooo2/6/6/6/1xxx2/6 o k=4 rule=freestyle";
    let refuted = said(&[race, "claim x wins", "a2", "e2", "- a2:1 *:0"]);
    assert!(
        refuted.starts_with("node 2, reply a6 in") && refuted.ends_with("completes a line of o"),
        "{refuted}"
    );
}

#[test]
fn nodes_are_seen_through_symmetries() {
    // The mirror maps e3 to a3, the rotation a vertical row to this one.
    assert_eq!(said(&[THREE, "claim x wins", "a3", "- a3:0/1 *:0"]), "proven");
    assert_eq!(said(&[THREE, "claim x wins", "c1", "- a3:0/7 *:0/4"]), "proven");
    let turned = said(&[THREE, "claim x wins", "a3", "- a3:0/2 *:0"]);
    assert!(turned.starts_with("node 0, move a3"), "{turned}");
}

#[test]
fn pairs_cover_every_open_window() {
    // Four in a row on a board of 4x3: three rows, each with a pair.
    let board = "position 4/4/4 o k=4 rule=freestyle";
    assert_eq!(said(&[board, "claim x holds", "- pairs a1-b1 a2-b2 c3-d3"]), "proven");
    let lines = [board, "claim x holds", "- pairs a1-b1 a2-b2"];
    assert!(
        said(&lines).ends_with("rule=freestyle destroy=0,0: no pair from a3 to d3"),
        "{}",
        said(&lines)
    );
    let lines = [board, "claim x holds", "- pairs a1-b1 a2-b2 b3-a2"];
    assert!(said(&lines).ends_with("the pairs have a2 twice"));
    let lines = [board, "claim x holds", "- pairs a1-b1 a2-b2 c3-c3"];
    assert!(said(&lines).ends_with("the pairs have c3 twice"));
    let lines =
        ["position 4/4/4 x k=4 rule=freestyle", "claim x holds", "a1 pairs a1-b1 a2-b2 c3-d3"];
    assert!(said(&lines).ends_with("a1 is in a pair and not empty"));
    // A stone of the prover closes the window, one of the opponent does not.
    assert_eq!(
        said(&["position 4/4/o2x o k=4 rule=caro", "claim x holds", "- pairs a2-b2 a3-b3"]),
        "proven"
    );
    assert_ne!(
        said(&["position 4/4/o3 o k=4 rule=caro", "claim x holds", "- pairs a2-b2 a3-b3"]),
        "proven"
    );
    // Through a symmetry.
    let lines =
        ["position 4/4/4 o k=4 rule=standard", "claim x holds", "a1 pairs a2-b2 a3-b3", "- *:0"];
    assert_ne!(said(&lines), "proven");
}

#[test]
fn the_potential_is_summed_in_whole_numbers() {
    // Three rows of four and nothing else: 3/16.
    let board = "position 4/4/4 o k=4 rule=freestyle";
    assert_eq!(said(&[board, "claim x holds", "- potential"]), "proven");
    // 1/4 + 2/16 is below a half, 1/4 + 1/4 is not.
    let board = "position oo2/4/4 o k=4 rule=freestyle";
    assert_eq!(said(&[board, "claim x holds", "- potential"]), "proven");
    let board = "position oo2/oo2/xxx1 o k=4 rule=freestyle";
    assert!(
        said(&[board, "claim x holds", "- potential"])
            .ends_with("the potential is 256/512, not below 1/2")
    );
    let lines = ["position oo2/oo2/xx2 x k=4 rule=freestyle", "claim x holds", "c2 potential"];
    assert_eq!(said(&lines), "proven");
}

#[test]
fn a_full_board_is_no_win_and_no_loss() {
    let board = "position xox/oxo/o2 o k=3 rule=freestyle";
    assert_eq!(said(&[board, "claim o holds", "c1"]), "proven");
    let lines = ["position oxo/oxx/x1o x k=3 rule=standard", "claim x wins", "b1"];
    assert_eq!(said(&lines), "proven");
    let lines = ["position xoo/oxx/x1o x k=3 rule=standard", "claim x wins", "b1"];
    assert!(said(&lines).ends_with("the board is full and nobody has won"));
    let lines = ["position xox/xo1/o1x x k=3 rule=standard", "claim x wins", "b1"];
    let refuted = said(&lines);
    assert!(refuted.starts_with("node 0, reply c2 in xox/xo1/oxx o"), "{refuted}");
    assert!(refuted.ends_with("fills the board and nobody has won"), "{refuted}");
}

#[test]
fn forbidden_points_are_no_moves_and_no_replies() {
    // d4 is a double three of x, who is the prover or the opponent.
    let rows = "7/3x3/3x3/1xx4/7/7/7";
    let mine = said(&[&format!("position {rows} x k=5 rule=renju"), "claim x wins", "d4"]);
    assert!(mine.ends_with("the point is forbidden (double-three)"), "{mine}");
    // Every empty point is an overline of x, who has lost: o needs no move.
    let lost = "oxoxoxo/oxoxoxo/xoxoxox/xxx1xxx/xooxoox/oxoxoxo/oxoxoxo";
    assert_eq!(
        said(&[&format!("position {lost} x k=5 rule=renju"), "claim o wins", "-"]),
        "proven"
    );
    assert_eq!(
        said(&[&format!("position {lost} x k=5 rule=renju"), "claim o holds", "-"]),
        "proven"
    );
    let mine = said(&[&format!("position {lost} x k=5 rule=renju"), "claim x holds", "d4"]);
    assert!(mine.ends_with("the point is forbidden (overline)"), "{mine}");
    // An overline of x is no line, neither as a move nor as a reply.
    let six = "position xxx1xx/6/6/6/6/6 x k=5 rule=renju";
    assert!(said(&[six, "claim x wins", "d6"]).ends_with("the point is forbidden (overline)"));
    let lines = ["position xxx1xx/6/6/6/6/6 x k=5 rule=standard", "claim x wins", "d6"];
    assert!(said(&lines).ends_with("has no answer"), "{}", said(&lines));
    assert_eq!(
        said(&["position xxx1xx/6/6/6/6/6 x k=5 rule=freestyle", "claim x wins", "d6"]),
        "proven"
    );
}

#[test]
fn lines_with_blocked_ends_win_in_no_caro() {
    let row = |end: &str| format!("position {end}xxxx1o/7/7/7/7/7/7 x k=5 rule=caro");
    assert!(said(&[&row("o"), "claim x wins", "f7"]).ends_with("has no answer"));
    // The edge is no stone: x3x with the other end free.
    let lines = ["position xxxx3/7/7/7/7/7/7 o k=5 rule=caro", "claim x wins", "e7", "- *:0"];
    let refuted = said(&lines);
    assert!(refuted.starts_with("node 0, move e7"), "{refuted}");
    // Both ends of the five that is planned, b7 and h7, are open: one reply closes one.
    let open = "position 2xxxx3/9/9/9/9/9/9/9/9 o k=5 rule=caro";
    let proven = [open, "claim x wins", "g9", "b9", "- g9:1 *:0"];
    assert_eq!(said(&proven), "proven");
    // With one end closed, closing the other one is an answer.
    let half = "position 1oxxxx3/9/9/9/9/9/9/9/9 o k=5 rule=caro";
    let refuted = said(&[half, "claim x wins", "g9", "- *:0"]);
    assert!(refuted.contains("move g9") || refuted.contains("reply"), "{refuted}");
    // So is it where the five itself has another way: h9 is far from it, and matters.
    for (row, five, end) in [("1oxxxx3", "g9", "h9"), ("2xx1xxo1", "e9", "b9")] {
        let two = format!("position {row}/9/9/9/2xxxx3/9/9/9/9 o k=5 rule=caro");
        let said = |root: &str| said(&[&two, "claim x wins", five, "g5", root]);
        let refuted = said(&format!("- {five}:1 *:0"));
        assert!(refuted.starts_with("node 0, reply a1"), "{refuted}");
        assert_eq!(said(&format!("- {five}:1 {end}:1 *:0")), "proven");
    }
}

/// Two open threes of x, and a row of three of o far away: what answers nearly everything
/// does so only where nothing is in its way, and o has no four.
#[test]
fn far_replies_that_matter_are_played() {
    let head = "position ooo6/9/9/9/2xxx4/9/9/2xxx4/9 o k=5 rule=";
    let nodes = [
        "g5",
        "b5",
        "f5 b5:0 *:1",
        "g2",
        "b2",
        "f2 b2:3 *:4",
        "e9 b5:5 f5:5 g5:5 *:2",
        "d9 b5:5 f5:5 g5:5 *:2",
    ];
    let root = "- b5:5 d9:6 e9:7 f5:5 g5:5 *:2";
    for rule in ["freestyle", "standard"] {
        let position = format!("{head}{rule}");
        let whole: Vec<&str> =
            [&position[..], "claim x wins"].into_iter().chain(nodes).chain([root]).collect();
        assert_eq!(said(&whole), "proven", "{rule}");
        for reply in root.split(' ').filter(|word| word.contains(':')) {
            let less = root.replace(&format!(" {reply}"), "");
            let damaged: Vec<&str> =
                whole.iter().map(|&line| if line == root { less.as_str() } else { line }).collect();
            assert_ne!(said(&damaged), "proven", "{rule} {reply}");
        }
    }
}

/// As before, with three of o in a column that no other line of o crosses where it is empty: only
/// what is needed against so many stones brings these squares into a zone.
#[test]
fn far_replies_in_a_line_of_their_own_are_played() {
    let mut lines = vec![
        "position 1x7/1x7/o1xxx4/o8/o1xxx4 o k=5 rule=freestyle",
        "claim x wins",
        "g3",
        "b3",
        "f3 b3:0 *:1",
        "g1",
        "b1",
        "f1 b1:3 *:4",
        "a5 b3:5 f3:5 g3:5 *:2",
        "a4 b3:5 f3:5 g3:5 *:2",
        "- a4:6 a5:7 b3:5 f3:5 g3:5 *:2",
    ];
    assert_eq!(said(&lines), "proven");
    for root in ["- a5:7 b3:5 f3:5 g3:5 *:2", "- a4:6 b3:5 f3:5 g3:5 *:2"] {
        *lines.last_mut().unwrap() = root;
        assert!(said(&lines).ends_with("completes a line of o"), "{}", said(&lines));
    }
}

/// Replies that the checker plays to find that a proof is true.
fn replies(lines: &[&str], exhaustive: bool) -> u64 {
    let settings = CheckSettings { exhaustive, ..CheckSettings::default() };
    match proof::check(&read(lines), &settings, &mut |_| true) {
        ProofVerdict::Proven(tally) => tally.replies,
        other => panic!("{other:?}"),
    }
}

/// Six pairs of squares, of which x answers the one with the other until the board is full.
#[test]
fn every_game_is_played_and_the_share_of_them_told() {
    const PAIRS: [[&str; 2]; 6] =
        [["a1", "b1"], ["c1", "d1"], ["a2", "b2"], ["c2", "d2"], ["a3", "b3"], ["c3", "d3"]];
    let squares = || PAIRS.into_iter().flat_map(|[one, other]| [(one, other), (other, one)]);
    let mut lines = vec!["position 4/4/4 o k=4 rule=freestyle".to_owned()];
    lines.push("claim x holds".to_owned());
    // Floors of twelve nodes, an answer each; replies to squares that are taken are none.
    for floor in 0..6 {
        let below = |at: usize| 12 * (floor - 1) + at;
        let replies = |line: String, (at, (reply, _))| format!("{line} {reply}:{}", below(at));
        for (_, answer) in squares() {
            let all = squares().enumerate().take(if floor == 0 { 0 } else { 12 });
            lines.push(all.fold(answer.to_owned(), replies));
        }
    }
    let root = squares().enumerate().map(|(at, (reply, _))| format!(" {reply}:{}", 60 + at));
    lines.push(format!("-{}", root.collect::<String>()));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();

    let proof = read(&lines);
    // 12 replies, each with 10 that follow, and so on.
    let all = [10, 8, 6, 4, 2].into_iter().fold((12, 12), |(sum, last), count| {
        let games = last * count;
        (sum + games, games)
    });
    let settings = CheckSettings { exhaustive: true, memory: 0, ..CheckSettings::default() };
    let mut told: Vec<(u64, f64)> = Vec::new();
    let verdict = proof::check(&proof, &settings, &mut |progress| {
        told.push((progress.tally.replies, progress.share));
        true
    });
    let ProofVerdict::Proven(tally) = verdict else { panic!("{verdict:?}") };
    assert_eq!((tally.replies, tally.entered), (all.0, all.0 + 1));
    assert!(told.len() > 10 && told.len() as u64 * 4096 <= all.0, "{told:?}");
    for (replies, share) in told {
        let expected = f64::from(replies as u32) / f64::from(all.0 as u32);
        assert!((share - expected).abs() < 0.1, "{share}, not {expected}");
    }
    // As many are enough, one less is not; whoever watches may stop it.
    for (most, is_enough) in [(all.0 + 1, true), (all.0 - 1, false)] {
        let settings = CheckSettings { replies: most, ..settings };
        let verdict = proof::check(&proof, &settings, &mut |_| true);
        assert_eq!(matches!(verdict, ProofVerdict::Proven(_)), is_enough, "{verdict:?}");
        assert_eq!(matches!(verdict, ProofVerdict::TooLong(_)), !is_enough, "{verdict:?}");
    }
    let verdict = proof::check(&proof, &settings, &mut |_| false);
    assert!(matches!(verdict, ProofVerdict::Stopped(_)), "{verdict:?}");
    // What is remembered is not played again.
    let settings = CheckSettings { memory: 1 << 20, ..settings };
    let ProofVerdict::Proven(tally) = proof::check(&proof, &settings, &mut |_| true) else {
        panic!("not proven");
    };
    assert!(tally.replies < all.0 / 5, "{tally:?}");
}

#[test]
fn a_proof_counts_its_nodes_and_links() {
    let proof = read(&[THREE, "claim x wins", "a3", "e3", "- a3:1 *:0"]);
    // `*` is part of its node, and no link.
    assert_eq!((proof.len(), proof.links(), proof.is_empty()), (3, 1, false));
    let empty = Proof::new(proof.position.clone(), proof.claim);
    assert_eq!((empty.len(), empty.links(), empty.is_empty()), (0, 0, true));
    let board = "position 4/4/4 o k=4 rule=freestyle";
    let pairs = read(&[board, "claim x holds", "- pairs a1-b1 a2-b2 c3-d3"]);
    assert_eq!(pairs.links(), 3);
}

#[test]
fn a_part_has_what_its_root_needs_and_no_more() {
    let whole = read(&[THREE, "claim x wins", "a1", "a3", "b1", "e3 a3:1/2 *:2", "- *:3"]);
    let part = "tengen-proof 1\n".to_owned() + THREE + "\nclaim x wins\na3\nb1\ne3 a3:0/2 *:1\n";
    assert_eq!(proof::text(&whole.part(3)), part);
}

/// What writers of proofs ask before they use a node.
#[test]
fn nodes_are_tried_on_a_board_that_stays_as_it_was() {
    let whole = read(&[THREE, "claim x wins", "a3", "e3", "b5 *:0", "- *:2"]);
    let before = whole.position.key();
    let mut probe = Probe::new(&whole.position, whole.claim, 1 << 16);
    let nodes: Vec<u32> = whole.nodes().map(|node| probe.push(node)).collect();
    assert_eq!(nodes, [0, 1, 2, 3]);
    assert!(probe.proof().nodes().eq(whole.nodes()));
    let square = |name: &str| name.parse::<Square>().unwrap();
    let zone = |probe: &mut Probe, node| {
        let zone = probe.zone(node, 0, 1_000);
        zone.map(|zone| zone.iter().map(|square| square.to_string()).collect::<Vec<_>>())
    };
    probe.pass();
    let passed = probe.position().key();
    assert_ne!(passed, before);
    assert_eq!(zone(&mut probe, 0), Some(vec!["a3".to_owned()]));
    // After b5 the square of the only answer may be taken.
    assert_eq!(zone(&mut probe, 2), None);
    assert_eq!(probe.position().key(), passed);
    probe.undo();
    probe.play(square("a3"));
    assert_eq!(zone(&mut probe, 0), None);
    assert_eq!(zone(&mut probe, 1), Some(vec!["e3".to_owned()]));
    probe.undo();
    assert_eq!(probe.position().key(), before);
}
