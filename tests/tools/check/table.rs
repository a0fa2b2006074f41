//! Faults, and the checks that must find them.

/// A mock engine with one fault.
pub struct Case {
    /// Flavour of the mock: uci, native, ugi or gomocup.
    pub flavour: &'static str,
    pub fault: &'static str,
    /// Checks that must fail, each with a piece of what it says.
    pub found: &'static [(&'static str, &'static str)],
}

const fn case(
    flavour: &'static str,
    fault: &'static str,
    found: &'static [(&'static str, &'static str)],
) -> Case {
    Case { flavour, fault, found }
}

/// Every fault of every mock engine.
pub const CASES: &[Case] = &[
    case("uci", "crashes", &[("hello", "exit code 3")]),
    case("uci", "mute", &[("hello", "expected uciok; got nothing in")]),
    case("uci", "chatty-greeting", &[("greeting", "Welcome to this engine!")]),
    case("uci", "anonymous", &[("identity", "expected a line 'id name …'")]),
    case(
        "uci",
        "bad-options",
        &[("option-lines", "option name Depth type spin default 3: a spin needs 'min'")],
    ),
    case("uci", "greets-once", &[("hello-again", "expected uciok; got nothing in")]),
    case("uci", "ready-twice", &[("ready", "expected nothing after readyok; got readyok")]),
    case(
        "uci",
        "bestmove-ready",
        &[
            ("ready", "expected readyok and nothing else; got bestmove (none)"),
            ("unasked", "expected readyok and nothing else; got bestmove (none)"),
        ],
    ),
    case("uci", "dies-of-buttons", &[("option-values", "exit code 3")]),
    case("uci", "dies-of-options", &[("option-nonsense", "exit code 3")]),
    case("uci", "option-case", &[("option-case", "got one")]),
    case("uci", "one-line", &[("multipv", "again, as rank 2")]),
    case("uci", "odd-wdl", &[("wdl", "wdl 300 400 400")]),
    case("uci", "too-deep", &[("go-depth", "got depth 3")]),
    case("uci", "ignores-nodes", &[("go-nodes", "expected one bestmove; got nothing")]),
    case("uci", "late", &[("go-movetime", "expected bestmove within 1300 ms; got it after")]),
    case("uci", "spends-clock", &[("go-clock", "expected bestmove before 1500 ms are over")]),
    case("uci", "needs-both-clocks", &[("go-one-clock", "expected one bestmove")]),
    case("uci", "hopes", &[("go-late-clock", "expected one bestmove")]),
    case("uci", "ignores-movestogo", &[("go-movestogo", "expected one bestmove")]),
    case(
        "uci",
        "impatient",
        &[("go-infinite", "before stop; got bestmove"), ("go-ponder", "bestmove")],
    ),
    case("uci", "ignores-stop", &[("go-infinite", "expected one bestmove; got nothing in")]),
    case("uci", "dies-of-go", &[("go-bare", "exit code 1")]),
    case("uci", "misses-ponderhit", &[("go-ponder", "expected one bestmove")]),
    case("uci", "endless-mate", &[("go-mate", "expected one bestmove")]),
    case(
        "uci",
        "ignores-searchmoves",
        &[("go-searchmoves", "expected one of a1 and o15; got bestmove P@g8")],
    ),
    case("uci", "forgets-position", &[("go-again", "h8: occupied")]),
    case(
        "uci",
        "trailing-blank",
        &[("bestmove-form", "got 'bestmove P@"), ("plays-freestyle", "'bestmove P@h8 '")],
    ),
    case(
        "ugi",
        "three-words",
        &[("bestmove-form", "expected 'bestmove M', two words, M as in h8; got bestmove")],
    ),
    case(
        "uci",
        "answers-twice",
        &[("one-answer", "expected nothing after the bestmove of 'go depth 1'; got bestmove")],
    ),
    case("uci", "talks-of-positions", &[("unasked", "got position accepted")]),
    case(
        "uci",
        "answers-idle-stop",
        &[
            ("unasked", "got bestmove (none)"),
            ("busy-stop", "expected nothing after the bestmove; got bestmove (none)"),
        ],
    ),
    case("uci", "scoreless", &[("score-first", "got no line with a score")]),
    case("uci", "unreasoned", &[("score-first", "got no line with a score")]),
    case(
        "uci",
        "fractions",
        &[
            ("info-form", "time 0.5: expected a whole number"),
            ("score-first", "time 0.5: expected a whole number"),
        ],
    ),
    case("uci", "false-pv", &[("pv-legal", "occupied")]),
    case(
        "uci",
        "mate-in-plies",
        &[("mate-count", "expected mate 2 for a line of 3 plies; got mate 3")],
    ),
    case("uci", "false-mate", &[("mate-true", "expected a win within 3 moves, as announced, of")]),
    case("uci", "false-line", &[("mate-true", "expected a line that wins within 4 moves; got")]),
    case("uci", "random", &[("same-again", "with score cp 12 again; got bestmove")]),
    case("uci", "remembers", &[("new-game", "after ucinewgame, too; got bestmove")]),
    case("uci", "silent-at-end", &[("finished", "expected one bestmove; got")]),
    case("uci", "deaf-when-busy", &[("busy-ready", "expected readyok at once; got")]),
    case("uci", "dies-when-busy", &[("busy-lines", "exit code 1")]),
    case(
        "ugi",
        "turns-inverted",
        &[("query-turn", "'response true' to query p1turn; got response false")],
    ),
    case(
        "ugi",
        "over-inverted",
        &[("query-over", "'response false' to query gameover; got response true")],
    ),
    case(
        "ugi",
        "results-swapped",
        &[("query-result", "'response p1win' to query result; got response p2win")],
    ),
    case("ugi", "dies-of-positions", &[("foreign-moves", "exit code 1")]),
    case("native", "odd-key", &[("native-text", "expected the same text and key")]),
    case(
        "native",
        "silent-errors",
        &[("native-errors", "expected 'info string error: …' for 'position startpos moves h8 h8'")],
    ),
    case("native", "orphan", &[("native-queue", "it still runs")]),
    case("gomocup", "crashes", &[("hello", "exit code 3")]),
    case(
        "gomocup",
        "wordy-ok",
        &[("hello", "expected START 15 answered by exactly OK; got OK - everything is good")],
    ),
    case(
        "gomocup",
        "banner",
        &[
            ("no-banner", "got Mock 1"),
            ("as-c-gomoku-cli", "expected name=… as the first line; got Mock 1"),
        ],
    ),
    case(
        "gomocup",
        "loud-errors",
        &[("no-stderr", "expected nothing on standard error; got thinking about START 15")],
    ),
    case("gomocup", "no-about", &[("about", "expected an answer; got nothing in")]),
    case(
        "gomocup",
        "about-later",
        &[
            ("about", "nothing in"),
            ("as-c-gomoku-cli", "expected an answer to ABOUT; got nothing in"),
        ],
    ),
    case("gomocup", "any-size", &[("start-size", "expected ERROR for 'START 0'; got OK")]),
    case("gomocup", "start-keeps", &[("start-again", "got ERROR bad square")]),
    case("gomocup", "restart-keeps", &[("restart", "got ERROR bad square")]),
    case(
        "gomocup",
        "answers-info",
        &[("info-silent", "expected no answer to INFO before START; got OK")],
    ),
    case("gomocup", "silent-unknown", &[("unknown-command", "expected an answer; got nothing")]),
    case("gomocup", "upper-only", &[("any-case", "got UNKNOWN command")]),
    case(
        "gomocup",
        "miscounts",
        &[("swap2", "expected SWAP, one free square or two for 3 stones; got 1,1 2,2 3,3")],
    ),
    case("gomocup", "answers-twice", &[("begin", "expected one move for BEGIN; got 0,0")]),
    case(
        "gomocup",
        "occupied",
        &[("turn", "which is taken"), ("plays-freestyle", "occupied"), ("plays-renju", "occupied")],
    ),
    case(
        "gomocup",
        "off-board",
        &[("turn", "expected a move x,y on the 15x15 board and nothing else; got 39,14")],
    ),
    case(
        "gomocup",
        "trailing-blank",
        &[("turn", "and nothing else; got '"), ("begin", "and nothing else; got '7,7 '")],
    ),
    case(
        "gomocup",
        "loops-on-turn",
        &[("turn-bad", "expected one line for 'TURN abc'; got ERROR bad square")],
    ),
    case("gomocup", "counts-on-order", &[("board-order", "expected the winning move")]),
    case("gomocup", "colours-swapped", &[("board-colours", "expected the winning move")]),
    case("gomocup", "line-by-line", &[("board-line", "got nothing in")]),
    case("gomocup", "needs-stones", &[("board-empty", "got nothing in")]),
    case("gomocup", "hangs-on-board", &[("board-bad", "expected an answer; got nothing in")]),
    case("gomocup", "silent-at-end", &[("board-over", "expected an answer; got nothing in")]),
    case("gomocup", "transposed", &[("rectangle", "")]),
    case("gomocup", "takeback-keeps", &[("takeback", "which is free again; got ERROR bad square")]),
    case(
        "gomocup",
        "late",
        &[
            ("turn-time", "expected a move within 1500 ms; got it after"),
            ("no-time", "expected a move within 1000 ms; got it after"),
        ],
    ),
    case("gomocup", "ignores-match", &[("match-time", "expected an answer; got nothing in")]),
    case("gomocup", "hopes", &[("no-time", "expected an answer; got nothing in")]),
    case("gomocup", "deaf-when-busy", &[("move-now", "expected an answer; got nothing in")]),
    #[cfg(target_os = "linux")]
    case(
        "gomocup",
        "glutton",
        &[("memory", "expected 350 MiB at most, as max_memory says; got 42")],
    ),
    case(
        "gomocup",
        "keeps-cr",
        &[
            ("as-piskvork", "ERROR unsupported size"),
            ("line-ends", "expected OK to START 15 with CR LF"),
        ],
    ),
    case("gomocup", "drops-input", &[("as-gomocupjudge", "got nothing in")]),
    case(
        "gomocup",
        "blind",
        &[
            ("wins-at-once", "expected five by g8 or l8"),
            ("stops-a-four", "expected the only defence g8"),
        ],
    ),
    case(
        "uci",
        "blind",
        &[
            ("wins-at-once", "expected five by g8 or l8"),
            ("stops-a-four", "expected the only defence g8"),
        ],
    ),
    case(
        "native",
        "occupied",
        &[
            ("plays-freestyle", "occupied"),
            ("plays-standard", "occupied"),
            ("plays-renju", "occupied"),
            ("plays-caro", "occupied"),
            ("plays-20", "occupied"),
            ("plays-rectangle", "occupied"),
            ("plays-tictactoe", "occupied"),
        ],
    ),
    case("native", "fouls", &[("forced-foul", "h12: forbidden")]),
    case("gomocup", "fouls", &[("forced-foul", "h12: forbidden")]),
    case("ugi", "stays-in-centre", &[("nearly-full", "got no move")]),
    case("uci", "dies-of-full-boards", &[("full", "expected one bestmove; got")]),
    case("gomocup", "dies-of-full-boards", &[("full", "signal")]),
    case("gomocup", "mutters", &[("start-again", "by exactly OK; got a new game, then")]),
    case(
        "uci",
        "loops",
        &[("unknown-words", "more than 64 other lines, such as info string error: unknown")],
    ),
    case(
        "gomocup",
        "loops",
        &[
            ("unknown-words", "more than 64 other lines, such as ERROR unknown"),
            ("unknown-command", "one line for 'FLY 3,4'"),
        ],
    ),
    case("uci", "talks-to-blanks", &[("blank-lines", "got what?")]),
    case("gomocup", "talks-to-blanks", &[("blank-lines", "got MESSAGE what?")]),
    case("uci", "keeps-cr", &[("line-ends", "")]),
    case("uci", "single-blanks", &[("many-blanks", "")]),
    case("uci", "small-buffer", &[("huge-line", "signal")]),
    case("gomocup", "small-buffer", &[("huge-line", "signal")]),
    case("uci", "text-only", &[("binary", "signal")]),
    case("uci", "dies-of-positions", &[("bad-position", "exit code 1")]),
    case("uci", "ignores-bad-go", &[("bad-go", "expected one bestmove; got nothing")]),
    case("uci", "odd-code", &[("leave-idle", "exit code 7")]),
    case("gomocup", "odd-code", &[("leave-idle", "exit code 7")]),
    case("uci", "stays-when-busy", &[("leave-busy", "it still runs after")]),
    case(
        "gomocup",
        "stays-when-busy",
        &[("leave-busy", "expected exit code 0 within 500 ms while it thinks; got it still runs")],
    ),
    case("ugi", "orphan", &[("input-ends-idle", "it still runs after 3000 ms")]),
    case("gomocup", "finishes-first", &[("input-ends-busy", "it still runs after 3000 ms")]),
    case("uci", "dies-at-end", &[("input-ends-busy", "it was ended by signal")]),
    case("uci", "endless-writer", &[("output-ends", "it still runs after 3000 ms")]),
    case("gomocup", "forgets-rule", &[("rule-stays", "h12: forbidden")]),
    case("gomocup", "bare-message", &[("begin", "and nothing else; got MESSAGE")]),
    case("gomocup", "thinks-aloud", &[("begin", "and nothing else; got thinking hard...")]),
];

/// A mock engine with a fault or a habit, and checks that it passes all the same.
pub struct Innocent {
    pub flavour: &'static str,
    pub habit: &'static str,
    pub passed: &'static [&'static str],
}

/// Habits that are faults elsewhere and none here.
pub const INNOCENTS: &[Innocent] = &[
    Innocent { flavour: "gomocup", habit: "plays-far", passed: &["begin", "memory", "plays-20"] },
    Innocent { flavour: "gomocup", habit: "silent-unknown", passed: &["no-stderr"] },
    Innocent { flavour: "gomocup", habit: "odd-code", passed: &["no-stderr"] },
    Innocent { flavour: "gomocup", habit: "mutters", passed: &["full", "leave-idle"] },
    Innocent { flavour: "uci", habit: "bestmove-ready", passed: &["full", "leave-idle"] },
    Innocent { flavour: "uci", habit: "fractions", passed: &["multipv", "wdl"] },
    Innocent { flavour: "uci", habit: "answers-twice", passed: &["score-first"] },
    Innocent {
        flavour: "uci",
        habit: "opinionless",
        passed: &["score-first", "pv-legal", "multipv", "option-case"],
    },
];
