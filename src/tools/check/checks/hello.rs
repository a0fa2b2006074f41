//! The first lines of a conversation: the names of the engine and its author, and its options.

use tengen_engine::protocol::ProtocolName;

use super::super::brain::Brain;
use super::super::lines::Offer;
use super::super::register::{ALL, Check, HANDSHAKE, UCI_STYLE, check};
use super::super::trial::Trial;
use super::super::uci::Uci;
use super::super::verdict::{Outcome, demand, fail, shown};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        HANDSHAKE,
        ALL,
        "`uciok`, `ugiok`, or exactly `OK` to `START 15`; then `readyok`",
        "without uciok, ugiok or OK a manager gives up",
        hello,
    ),
    check(
        "greeting",
        UCI_STYLE,
        "no other line between the first `id` and `uciok` than `id`, `option`, `info` and empty ones",
        "between hello and ok stand only id and option lines",
        greeting,
    ),
    check(
        "identity",
        UCI_STYLE,
        "`id name …` and `id author …`, with text",
        "managers need a name and an author",
        identity,
    ),
    check(
        "option-lines",
        UCI_STYLE,
        "every `option` line has name, type and what its type needs, the default in range, no name twice",
        "a malformed option keeps managers from starting",
        option_lines,
    ),
    check(
        "hello-again",
        UCI_STYLE,
        "a second `uci` or `ugi` gets the same `id` and `option` lines",
        "a second hello gets the same answer",
        hello_again,
    ),
    check(
        "ready",
        UCI_STYLE,
        "`isready` gets one `readyok` and nothing else (`info string` is allowed), each time",
        "managers wait for one readyok before every move",
        ready,
    ),
];

fn hello(trial: &Trial) -> Outcome {
    if trial.protocol == ProtocolName::Gomocup {
        return Brain::start(trial)?.ask_ok("START 15");
    }
    Uci::hello(trial)?.ready().map(|_| ())
}

fn greeting(trial: &Trial) -> Outcome {
    let uci = Uci::hello(trial)?;
    // A banner that was printed at the start does no harm.
    let lines = uci.greeting.iter().skip_while(|line| !line.starts_with("id "));
    for line in lines {
        let word = line.split(' ').next().unwrap_or_default();
        let is_known = ["id", "option", "info", "protocol", ""].contains(&word);
        let is_last = line == uci.words.hello_done;
        demand(is_known || is_last, "id and option lines only", shown(line))?;
    }
    Ok(())
}

fn identity(trial: &Trial) -> Outcome {
    let uci = Uci::hello(trial)?;
    for start in ["id name ", "id author "] {
        let text = uci.greeting.iter().find_map(|line| line.strip_prefix(start));
        let expected = format!("a line '{start}…' before {}", uci.words.hello_done);
        match text {
            Some(text) => demand(!text.trim().is_empty(), expected, "no text behind it")?,
            None => fail(expected, format!("{} other lines", uci.greeting.len()))?,
        }
    }
    Ok(())
}

fn option_lines(trial: &Trial) -> Outcome {
    let uci = Uci::hello(trial)?;
    let mut names: Vec<String> = Vec::new();
    for line in uci.greeting.iter().filter(|line| line.starts_with("option")) {
        match Offer::parse(line) {
            Err(error) => fail("a well-formed option", format!("{}: {error}", shown(line)))?,
            Ok(offer) => {
                let name = offer.name.to_lowercase();
                demand(!names.contains(&name), "every option once", shown(line))?;
                names.push(name);
            }
        }
    }
    Ok(())
}

fn hello_again(trial: &Trial) -> Outcome {
    let mut uci = Uci::hello(trial)?;
    uci.ready()?;
    let first = uci.greeting.clone();
    let is_fixed = |line: &&String| line.starts_with("id ") || line.starts_with("option ");
    uci.greet()?;
    for line in first.iter().filter(is_fixed) {
        let expected = format!("'{}' again", shown(line));
        demand(uci.greeting.contains(line), expected, "an answer without it")?;
    }
    Ok(())
}

fn ready(trial: &Trial) -> Outcome {
    let mut uci = Uci::hello(trial)?;
    for _ in 0..3 {
        uci.ready_alone()?;
    }
    Ok(())
}
