//! Files that are refused, hostile ones, and readers that fail.

use std::fmt::Write as _;

use tengen_engine::proof::{self, CheckSettings, FileError, ProofVerdict};

/// The message about a file, which must be refused.
fn refused(text: impl AsRef<[u8]>) -> String {
    let error = complaint(text.as_ref());
    error.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(text.as_ref())))
}

/// The message about a file, if it is refused.
fn complaint(text: &[u8]) -> Option<String> {
    proof::read(&mut &*text).err().map(|error| error.to_string())
}

#[test]
fn faults_are_named_with_their_line() {
    let head = "tengen-proof 1\nposition 5/5/1xxx1/5/5 o k=4 rule=freestyle\nclaim x wins\n";
    for (text, message) in [
        ("", "line 1: (nothing): expected tengen-proof 1"),
        ("tengen-proof 2\n", "line 1: tengen-proof 2: expected tengen-proof 1"),
        ("tengen-proof 1", "line 2: (nothing): expected position, rows, side, k= and rule="),
        (
            "tengen-proof 1\nposition 3/3/3 x k=3\n",
            "line 2: position 3/3/3 x k=3: expected position, rows,",
        ),
        (
            "tengen-proof 1\nposition 3/3/4 x k=3 rule=caro\n",
            "line 2: 4: expected a row of 3 points",
        ),
        (
            "tengen-proof 1\nposition 3/3/3 x k=3 rule=chess\n",
            "line 2: rule=chess: expected k=, rule=",
        ),
        (
            "tengen-proof 1\nposition 3/3/3 x k=3 rule=caro last=a1\n",
            "line 2: last=a1: expected k=, rule=",
        ),
        ("tengen-proof 1\nposition 3/3/X2 x k=3 rule=freestyle destroy=0,0\n", "line 2: 3/3/X2 x"),
        ("tengen-proof 1\nposition xxx/3/3 x k=3 rule=caro\n", "expected a game that goes on"),
        (
            "tengen-proof 1\nposition 3/3/3 x k=3 rule=caro\nclaim x draws\n",
            "line 3: claim x draws: expected claim x wins,",
        ),
        (
            "tengen-proof 1\nposition 3/3/3 x k=3 rule=caro\nclaim x holds\n# note\n",
            "line 5: (nothing): expected a node",
        ),
    ] {
        let said = refused(text);
        assert!(said.starts_with(message) || said.ends_with(message), "{said}");
    }
    for (nodes, message) in [
        ("", "line 4: (nothing): expected a node, as in h8 or h8 i9:12 *:31"),
        ("a3", "line 4: a3: expected - in the root, for the opponent is to move"),
        ("f3", "line 4: f3: expected a square of the 5x5 board, as in a1"),
        ("A3", "line 4: A3: expected a square"),
        ("a3 ", "line 4: (nothing): expected a reference such as i9:12"),
        ("a3\n- *:1", "line 5: 1: expected the number of an earlier node, 0 to 0"),
        ("a3 *:0", "line 4: 0: expected no reference in the first node"),
        ("a3\n- *:00", "line 5: 00: expected the number"),
        ("a3\n- *:99999999999999999999", "line 5: 99999999999999999999: expected the number"),
        ("a3\n- *:0/8", "line 5: 8: expected a symmetry, 0 to 7"),
        ("a3\n- *:0 *:0", "line 5: *:0: expected * once"),
        ("a3\n- a1:0 a1:0", "line 5: a1:0: expected each reply once"),
        ("a3\n- *:0\n\n# more\na3", "line 8: a3: expected no node after -, which is the root"),
        ("a3 pairs a1-a2", "line 4: pairs: expected references: only who holds"),
        ("a3 potential", "line 4: potential: expected references"),
        ("a3\u{1b}[2J", "line 4: a3\\u{1b}[2J: expected a square"),
    ] {
        let said = refused(format!("{head}{nodes}"));
        assert!(said.starts_with(message), "{nodes}: {said}");
    }
    let turned = "tengen-proof 1\nposition 4/4/4 o k=3 rule=caro\nclaim x holds\na1\n- *:0/4\n";
    assert_eq!(refused(turned), "line 5: 4: expected a symmetry, 0 to 3");
    let pairs = "tengen-proof 1\nposition 4/4/4 o k=3 rule=caro\nclaim x holds\n- pairs a1\n";
    assert_eq!(refused(pairs), "line 4: a1: expected a pair such as a1-b1");
    let after = "tengen-proof 1\nposition 4/4/4 o k=3 rule=caro\nclaim x holds\n- potential a1:0\n";
    assert_eq!(refused(after), "line 4: a1:0: expected the end of the line");
    let fouls =
        "tengen-proof 1\nposition 5/5/5/5/5 x k=5 rule=renju\nclaim x holds\nc3 potential\n";
    assert!(refused(fouls).starts_with("line 4: potential: expected references"));
    let passing = "tengen-proof 1\nposition 3/3/3 x k=3 rule=caro\nclaim x holds\n-\n";
    assert!(refused(passing).starts_with("line 4: -: expected a move of the prover"));
    assert!(refused([head.as_bytes(), b"\xff\xfe\n"].concat()).starts_with("line 4: \\xff\\xfe"));
    let long = format!("{head}{}", "#".repeat(1 << 18));
    assert!(refused(long).ends_with("expected at most 131072 bytes in a line"));
    // 16 MiB of comments are allowed, their ends of line included, and not a line more.
    let comments = format!("#{}\n", " ".repeat((1 << 17) - 2)).repeat(1 << 7);
    let least = "tengen-proof 1\nposition 2x/1x1/3 x k=3 rule=freestyle\nclaim x wins\n";
    assert_eq!(complaint(format!("{least}{comments}a1\n").as_bytes()), None);
    let more = refused(format!("{least}{comments}\na1\n"));
    let expected = "line 132: (nothing): expected at most 16777216 bytes of comments";
    assert!(more.starts_with(expected), "{more}");
    // The longest line, with and without an end of line.
    for end in ["", "\n"] {
        let text = format!("{least}a1\n#{}{end}", " ".repeat((1 << 17) - 1));
        assert_eq!(complaint(text.as_bytes()), None);
    }
    let returned = refused(least.replace('\n', "\r\n"));
    let expected = "not with carriage return and line feed (CRLF)";
    assert!(returned.starts_with("line 1: ") && returned.ends_with(expected), "{returned}");
}

/// Files whose strategy would take for ever, or a very deep stack.
#[test]
fn hostile_files_come_to_an_end() {
    // Each node refers to the one before for everything: no position ever ends it.
    let mut text =
        "tengen-proof 1\nposition 5/5/5/5/5 o k=5 rule=freestyle\nclaim x holds\na1\n".to_owned();
    for square in ["b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2", "a3", "b3"] {
        let number = text.lines().count() - 4;
        let _ = writeln!(text, "{square} *:{number}");
    }
    text += "- *:11\n";
    let proof = proof::read(&mut text.as_bytes()).unwrap();
    for memory in [0, 1 << 20] {
        let settings = CheckSettings { replies: 100_000, memory, ..CheckSettings::default() };
        let verdict = proof::check(&proof, &settings, &mut |_| true);
        assert!(
            matches!(verdict, ProofVerdict::TooLong(_) | ProofVerdict::Refuted(..)),
            "{verdict:?}"
        );
    }
    let settings = CheckSettings { replies: 1_000_000_000, memory: 0, ..CheckSettings::default() };
    let stopped = proof::check(&proof, &settings, &mut |progress| {
        assert!((0.0..=1.0).contains(&progress.share));
        false
    });
    assert!(matches!(stopped, ProofVerdict::Stopped(_) | ProofVerdict::Refuted(..)), "{stopped:?}");
}

#[test]
fn readers_that_fail_are_told() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("no\u{202e}disk"))
        }
    }
    let error = proof::read(&mut std::io::BufReader::new(Broken)).err().unwrap();
    assert!(matches!(error, FileError::Io(_)));
    assert_eq!(error.to_string(), "no\\u{202e}disk: expected a file that can be read");
}
