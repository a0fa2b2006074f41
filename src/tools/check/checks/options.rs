//! Options: what is offered must work, what is not must do no harm.

use super::super::game_client::legal;
use super::super::lines::{Info, OfferedKind};
use super::super::positions::{self, QUIET};
use super::super::register::{Check, UCI_STYLE, check};
use super::super::trial::Trial;
use super::super::uci::{GoAnswer, Uci};
use super::super::verdict::{Outcome, demand, fail, skip};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "option-values",
        UCI_STYLE,
        "after every default was sent again and every button pressed: `readyok` and a legal move",
        "managers send defaults again, and press buttons",
        option_values,
    ),
    check(
        "option-nonsense",
        UCI_STYLE,
        "after unknown names, values out of range and missing pieces: the same",
        "a wrong setoption must not end a match",
        option_nonsense,
    )
    .manners(),
    check(
        "option-case",
        UCI_STYLE,
        "`setoption name mULTIpv value 2` gives two lines (if `MultiPV` is offered)",
        "names of options are read in any case",
        option_case,
    ),
    check(
        "multipv",
        UCI_STYLE,
        "`MultiPV` 3 gives the ranks 1, 2 and 3, each with its own first move (if it is offered)",
        "MultiPV shows so many different lines",
        multipv,
    ),
    check(
        "wdl",
        UCI_STYLE,
        "lines with a score have `wdl` with sum 1000 when `UCI_ShowWDL` is set (if it is offered)",
        "chances of win, draw and loss add up to 1000",
        wdl,
    ),
];

fn option_values(trial: &Trial) -> Outcome {
    let mut uci = Uci::hello(trial)?;
    for offer in uci.offers.clone() {
        match offer.kind {
            OfferedKind::Check { default } => uci.set(&offer.name, &default.to_string()),
            OfferedKind::Spin { default, .. } => uci.set(&offer.name, &default.to_string()),
            OfferedKind::Combo { default, .. } => uci.set(&offer.name, &default),
            OfferedKind::Button => {
                uci.subject.send(&format!("setoption name {}", offer.name));
            }
            // What text stands for, a file perhaps, is not ours to guess.
            OfferedKind::Text => {}
        }
    }
    uci.ready()?;
    still_plays(&mut uci)
}

fn option_nonsense(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    let mut lines: Vec<String> = [
        "setoption",
        "setoption name",
        "setoption value 1",
        "setoption name value",
        "setoption name No Such Option value 1",
        "setoption name Hash value",
        "setoption Hash 1",
    ]
    .map(str::to_owned)
    .to_vec();
    for offer in &uci.offers {
        let name = &offer.name;
        match &offer.kind {
            OfferedKind::Spin { max, .. } => {
                let more = max.saturating_add(1);
                lines.push(format!("setoption name {name} value {more}"));
                lines.push(format!("setoption name {name} value many"));
            }
            OfferedKind::Check { .. } => lines.push(format!("setoption name {name} value perhaps")),
            OfferedKind::Combo { .. } => {
                lines.push(format!("setoption name {name} value no such choice"));
            }
            OfferedKind::Text | OfferedKind::Button => {}
        }
    }
    for line in &lines {
        uci.subject.send(line);
    }
    uci.ready()?;
    still_plays(&mut uci)
}

fn option_case(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    uci.need("MultiPV")?;
    uci.set("mULTIpv", "2");
    let ranks = ranks(&mut uci)?;
    demand(ranks.contains(&2), "two lines after setoption name mULTIpv value 2", "one")
}

fn multipv(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    match uci.need("MultiPV")? {
        OfferedKind::Spin { max, .. } if *max >= 3 => uci.set("MultiPV", "3"),
        OfferedKind::Spin { .. } => skip("MultiPV takes less than 3")?,
        _ => fail("MultiPV as a spin", "another type")?,
    }
    let ranks = ranks(&mut uci)?;
    demand((1..=3).all(|rank| ranks.contains(&rank)), "ranks 1, 2 and 3", spaced(&ranks))
}

/// The ranks of the lines in the deepest iteration; each line has its own first move.
fn ranks(uci: &mut Uci) -> Outcome<Vec<i64>> {
    let position = positions::after("gomoku", QUIET)?;
    uci.position(&position);
    let answer = uci.go("depth 2")?;
    if answer.is_without_opinion() {
        skip("the player has no opinion, and so no second line")?;
    }
    let scored = scored(&answer)?;
    let deepest = scored.iter().filter_map(|info| info.depth).max();
    let mut first_moves: Vec<(i64, String)> = Vec::new();
    for info in scored.iter().filter(|info| info.depth == deepest) {
        let rank = info.multipv.unwrap_or(1);
        let mv = info.pv.first().cloned().unwrap_or_default();
        first_moves.retain(|(other, _)| *other != rank);
        first_moves.push((rank, mv));
    }
    for (index, (rank, mv)) in first_moves.iter().enumerate() {
        let is_new = first_moves[..index].iter().all(|(_, other)| other != mv);
        demand(is_new, "lines with different first moves", format!("{mv} again, as rank {rank}"))?;
    }
    Ok(first_moves.into_iter().map(|(rank, _)| rank).collect())
}

fn wdl(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    uci.need("UCI_ShowWDL")?;
    uci.set("UCI_ShowWDL", "true");
    uci.position(&positions::after("gomoku", QUIET)?);
    let mut count = 0;
    for chances in scored(&uci.go("depth 2")?)?.iter().filter_map(|info| info.wdl) {
        count += 1;
        let is_whole = chances.iter().sum::<i64>() == 1000;
        let is_fine = is_whole && chances.iter().all(|chance| (0..=1000).contains(chance));
        demand(is_fine, "three chances that add up to 1000", format!("wdl {}", spaced(&chances)))?;
    }
    demand(count > 0, "wdl in the lines with a score", "none")
}

/// The lines with a score, without which the check does not apply: that they are
/// missing or malformed is the matter of others.
fn scored(answer: &GoAnswer) -> Outcome<Vec<Info>> {
    let lines: Vec<Info> = answer.scored().collect();
    if lines.is_empty() { skip("no line with a score can be read") } else { Ok(lines) }
}

/// Numbers as they stand in a line.
fn spaced(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// Demands that the engine answers a question as if nothing had happened.
fn still_plays(uci: &mut Uci) -> Outcome {
    uci.choose_game("gomoku")?;
    let position = positions::after("gomoku", QUIET)?;
    uci.position(&position);
    let best = uci.go("depth 1")?.best;
    legal(&position, best).map(|_| ())
}
