//! The end of a conversation, announced or not.

use std::time::Duration;

use tengen_engine::protocol::ProtocolName;

use super::super::brain::END_LIMIT;
use super::super::game_client::{FEW, GameClient};
use super::super::register::{ALL, Check, check};
use super::super::trial::Trial;
use super::super::verdict::{Outcome, fail};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "leave-idle",
        ALL,
        "exit code 0 within 500 ms of `END`, a second of `quit`",
        "quit or END ends the program, with exit code 0",
        leave_idle,
    ),
    check(
        "leave-busy",
        ALL,
        "the same while it thinks",
        "quit or END works while it thinks",
        leave_busy,
    ),
    check(
        "input-ends-idle",
        ALL,
        "an end within 3 s of the end of input, not by a signal",
        "a manager that dies closes the pipe: no orphan stays",
        input_ends_idle,
    )
    .manners(),
    check(
        "input-ends-busy",
        ALL,
        "the same while it thinks",
        "the same while it thinks",
        input_ends_busy,
    )
    .manners(),
    check(
        "output-ends",
        ALL,
        "an end within 3 s when output and input are closed",
        "without a reader there is no reason to stay",
        output_ends,
    )
    .manners(),
];

/// Time to leave for an engine that is told to, after which managers kill.
fn limit(trial: &Trial) -> Duration {
    match trial.protocol {
        ProtocolName::Gomocup | ProtocolName::Yixin => END_LIMIT,
        ProtocolName::Uci | ProtocolName::Ugi => Duration::from_secs(1),
    }
}

/// Time to leave for an engine that is told nothing.
const UNTOLD: Duration = Duration::from_secs(3);

/// Time in which a search begins in earnest.
const WARM_UP: Duration = Duration::from_millis(150);

fn leave_idle(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut seat = GameClient::any(trial)?;
        seat.ping(FEW)?;
        seat.dismiss();
        let limit = limit(trial);
        let expected = format!("exit code 0 within {} ms", limit.as_millis());
        seat.subject().leaves_within(limit, &expected)
    })
}

fn leave_busy(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut seat = GameClient::any(trial)?;
        seat.think()?;
        seat.subject().quiet(WARM_UP, "a search", |_| true)?;
        seat.dismiss();
        let limit = limit(trial);
        let expected = format!("exit code 0 within {} ms while it thinks", limit.as_millis());
        seat.subject().leaves_within(limit, &expected)
    })
}

/// Demands an end that is no crash.
fn ends_well(seat: &mut GameClient, expected: &str) -> Outcome {
    let status = seat.subject().ends_within(UNTOLD, expected)?;
    match status.code() {
        Some(_) => Ok(()),
        None => fail(expected, super::super::subject::describe_status(status)),
    }
}

fn input_ends_idle(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut seat = GameClient::any(trial)?;
        seat.ping(FEW)?;
        seat.subject().end_input();
        ends_well(&mut seat, "an end without a crash when its input ends")
    })
}

fn input_ends_busy(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut seat = GameClient::any(trial)?;
        seat.think()?;
        seat.subject().quiet(WARM_UP, "a search", |_| true)?;
        seat.subject().end_input();
        ends_well(&mut seat, "an end without a crash when its input ends while it thinks")
    })
}

fn output_ends(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut seat = GameClient::any(trial)?;
        seat.ping(FEW)?;
        seat.subject().close_output();
        let question = match trial.protocol {
            ProtocolName::Gomocup | ProtocolName::Yixin => "ABOUT",
            ProtocolName::Uci | ProtocolName::Ugi => "isready",
        };
        for _ in 0..3 {
            seat.subject().send(question);
        }
        seat.subject().end_input();
        let expected = "an end when nobody reads what it writes";
        seat.subject().ends_within(UNTOLD, expected).map(|_| ())
    })
}
