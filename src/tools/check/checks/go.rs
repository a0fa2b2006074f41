//! Every form of `go`.

use std::time::Duration;

use tengen_engine::game::Move;

use super::super::game_client::legal;
use super::super::lines::{OfferedKind, Score};
use super::super::positions::{self, BLOCK, FIVE_AT_ONCE, FIVE_SQUARES, QUIET};
use super::super::register::{Check, UCI, UCI_STYLE, check};
use super::super::trial::Trial;
use super::super::uci::{GoAnswer, Uci};
use super::super::verdict::{Outcome, demand, fail, shown};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "go-depth",
        UCI_STYLE,
        "`go depth 2`: a legal move, no depth beyond 2",
        "matches with a fixed depth need it",
        go_depth,
    ),
    check(
        "go-nodes",
        UCI_STYLE,
        "`go nodes 200`: a legal move",
        "matches with a fixed number of nodes need it",
        go_nodes,
    ),
    check(
        "go-movetime",
        UCI_STYLE,
        "`go movetime 300`: the move within 1300 ms",
        "the move is there when its time is over",
        go_movetime,
    ),
    check(
        "go-clock",
        UCI_STYLE,
        "1500 ms on the mover's clock: the move before they are over",
        "the clock must not run out",
        go_clock,
    ),
    check(
        "go-one-clock",
        UCI,
        "`go wtime 300` and `go btime 300` alone: the move within 1300 ms",
        "only the mover's clock may be given",
        go_one_clock,
    ),
    check(
        "go-late-clock",
        UCI_STYLE,
        "a clock of −50 ms: the move within a second",
        "a lagging manager sends a clock below zero",
        go_late_clock,
    )
    .manners(),
    check(
        "go-movestogo",
        UCI,
        "`movestogo 2` with clock and increment, in any order: the move before the clock is over by a second",
        "time controls with a number of moves need it",
        go_movestogo,
    ),
    check(
        "go-infinite",
        UCI_STYLE,
        "no `bestmove` before `stop`, one within a second of it; also when a win is on the board",
        "no answer before stop, one soon after",
        go_infinite,
    ),
    check(
        "go-bare",
        UCI,
        "`go` and `stop`: one `bestmove`",
        "go without a limit can be stopped",
        go_bare,
    ),
    check(
        "go-ponder",
        UCI,
        "no `bestmove` before `ponderhit` or `stop`, one soon after (if `Ponder` is offered)",
        "pondering ends with ponderhit or with stop",
        go_ponder,
    ),
    check(
        "go-mate",
        UCI,
        "`go mate 1 movetime 2000` ends; an announced mate is played",
        "a search for a mate ends",
        go_mate,
    ),
    check(
        "go-searchmoves",
        UCI,
        "the move is one of those given, good or not",
        "only these first moves may be played",
        go_searchmoves,
    ),
    check(
        "go-again",
        UCI_STYLE,
        "a second `go` without a new position: a legal move in the same position",
        "the position stays after bestmove",
        go_again,
    ),
];

/// What a machine may add to a time limit, as the managers of the Gomocup allow.
const TOLERANCE: Duration = Duration::from_secs(1);

/// Opens the engine and asks about a quiet position.
fn ask(trial: &Trial, limits: &str) -> Outcome<GoAnswer> {
    let mut uci = Uci::open(trial)?;
    let position = positions::after("gomoku", QUIET)?;
    uci.position(&position);
    // No limit that is asked for here is longer.
    let answer = go_for(&mut uci, limits, 600)?;
    legal(&position, answer.best)?;
    Ok(answer)
}

/// Asks for a move that may take `limit_ms`, however short our patience is.
fn go_for(uci: &mut Uci, limits: &str, limit_ms: u64) -> Outcome<GoAnswer> {
    let asked = uci.begin(limits);
    let most = Duration::from_millis(limit_ms) + TOLERANCE;
    uci.answer_within(asked, uci.subject.patience().max(most))
}

/// Demands an answer within a limit and the tolerance.
fn in_time(answer: &GoAnswer, limit_ms: u64) -> Outcome {
    let most = Duration::from_millis(limit_ms) + TOLERANCE;
    let took = answer.took.as_millis();
    demand(
        answer.took <= most,
        format!("bestmove within {} ms", most.as_millis()),
        format!("it after {took} ms"),
    )
}

fn go_depth(trial: &Trial) -> Outcome {
    let answer = ask(trial, "depth 2")?;
    let deepest = answer.readable().filter_map(|info| info.depth).max().unwrap_or(0);
    demand(deepest <= 2, "no depth beyond 2", format!("depth {deepest}"))
}

fn go_nodes(trial: &Trial) -> Outcome {
    ask(trial, "nodes 200").map(|_| ())
}

fn go_movetime(trial: &Trial) -> Outcome {
    trial.timely(|trial| in_time(&ask(trial, "movetime 300")?, 300))
}

fn go_clock(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut uci = Uci::open(trial)?;
        let [time, increment, other_time, other_increment] = uci.words.clocks;
        let position = positions::after("gomoku", QUIET)?;
        uci.position(&position);
        let limits = format!("{time} 1500 {other_time} 60000 {increment} 0 {other_increment} 0");
        let answer = go_for(&mut uci, &limits, 1500)?;
        legal(&position, answer.best)?;
        let got = format!("it after {} ms", answer.took.as_millis());
        demand(answer.took <= Duration::from_millis(1500), "bestmove before 1500 ms are over", got)
    })
}

fn go_one_clock(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        in_time(&ask(trial, "wtime 300")?, 300)?;
        let mut uci = Uci::open(trial)?;
        let position = positions::after("gomoku", "h8 i9 f6")?;
        uci.position(&position);
        let answer = uci.go("btime 300")?;
        legal(&position, answer.best)?;
        in_time(&answer, 300)
    })
}

fn go_late_clock(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut uci = Uci::open(trial)?;
        let [time, increment, other_time, other_increment] = uci.words.clocks;
        let position = positions::after("gomoku", QUIET)?;
        uci.position(&position);
        let limits = format!("{time} -50 {other_time} 0 {increment} 0 {other_increment} 0");
        let answer = uci.go(&limits)?;
        legal(&position, answer.best)?;
        in_time(&answer, 0)
    })
}

fn go_movestogo(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let limits = "movestogo 2 binc 10 winc 10 btime 600 wtime 600";
        in_time(&ask(trial, limits)?, 600)
    })
}

/// Lets the engine think, demands silence about the move, then stops the engine.
fn think_and_stop(uci: &mut Uci, limits: &str) -> Outcome {
    let position = positions::after("gomoku", QUIET)?;
    uci.position(&position);
    uci.begin(limits);
    let expected = format!("no bestmove of 'go {limits}' before stop");
    let is_thought = |line: &str| !line.starts_with("bestmove");
    uci.subject.quiet(Duration::from_millis(300), &expected, is_thought)?;
    stop(uci).and_then(|answer| legal(&position, answer.best)).map(|_| ())
}

/// Stops the engine, and demands the answer soon.
fn stop(uci: &mut Uci) -> Outcome<GoAnswer> {
    let asked = uci.subject.send("stop");
    uci.answer_within(asked, TOLERANCE)
}

fn go_infinite(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut uci = Uci::open(trial)?;
        think_and_stop(&mut uci, "infinite")?;
        // Nothing to think about is no reason to answer early.
        uci.position(&positions::after("gomoku", FIVE_AT_ONCE)?);
        uci.begin("infinite");
        let is_thought = |line: &str| !line.starts_with("bestmove");
        let expected = "no bestmove of 'go infinite' before stop";
        uci.subject.quiet(Duration::from_millis(200), expected, is_thought)?;
        stop(&mut uci).map(|_| ())
    })
}

fn go_bare(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    uci.position(&positions::after("gomoku", QUIET)?);
    let asked = uci.begin("");
    uci.subject.send("stop");
    // The engine may have a limit of its own and be done already.
    uci.answer(asked)?;
    uci.subject.quiet(Duration::from_millis(200), "one bestmove only", |line| {
        !line.starts_with("bestmove")
    })
}

fn go_ponder(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut uci = Uci::open(trial)?;
        if !matches!(uci.need("Ponder")?, OfferedKind::Check { .. }) {
            return fail("Ponder as a check", "another type");
        }
        uci.set("Ponder", "true");
        think_and_stop(&mut uci, "ponder wtime 100 btime 100")?;
        uci.position(&positions::after("gomoku", QUIET)?);
        uci.begin("ponder movetime 100");
        let is_thought = |line: &str| !line.starts_with("bestmove");
        uci.subject.quiet(
            Duration::from_millis(300),
            "no bestmove before ponderhit",
            is_thought,
        )?;
        let hit = uci.subject.send("ponderhit");
        uci.answer_within(hit, Duration::from_millis(100) + TOLERANCE).map(|_| ())
    })
}

fn go_mate(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    let position = positions::after("gomoku", FIVE_AT_ONCE)?;
    uci.position(&position);
    let answer = go_for(&mut uci, "mate 1 movetime 2000", 2000)?;
    let mv = legal(&position, answer.best)?;
    let claims = answer.scored().any(|info| matches!(info.score, Some(Score::Mate(_))));
    let is_win = FIVE_SQUARES.contains(&mv.to_string().as_str());
    demand(is_win || !claims, "the winning move, g8 or l8", shown(&answer.line))
}

fn go_searchmoves(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    let position = positions::after("gomoku", BLOCK)?;
    // Neither move is good, so that obedience shows.
    let only: Vec<Move> = ["a1", "o15"].into_iter().filter_map(|text| text.parse().ok()).collect();
    let words: Vec<String> = only.iter().map(|&mv| uci.text_of(mv)).collect();
    uci.position(&position);
    let answer = uci.go(&format!("depth 2 searchmoves {}", words.join(" ")))?;
    match answer.best {
        Some(mv) if only.contains(&mv) => Ok(()),
        _ => fail("one of a1 and o15", shown(&answer.line)),
    }
}

fn go_again(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    let position = positions::after("gomoku", BLOCK)?;
    uci.position(&position);
    for _ in 0..2 {
        let answer = uci.go("depth 2")?;
        legal(&position, answer.best)?;
    }
    Ok(())
}
