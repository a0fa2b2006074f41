//! The swap2 opening: one player places three stones, the other one takes a
//! colour, or places two more and leaves the choice.
//!
//! Only the Gomocup protocol has words for it. For engines that cannot be asked
//! our own engine decides, the same for all of them.

use crate::host::conversation::FaultKind;
use tengen_engine::control::{Limits, Quiet};
use tengen_engine::game::{Move, Position};
use tengen_engine::player::{Settings, Swap2Step, Task, seeded, swap2};
use tengen_engine::search::Searcher;

use super::engine::Decision;
use super::game::{Contest, End};
use crate::host::fault::{Fault, Trouble};

/// Nodes of a decision of our own: a few tenths of a second.
const OWN_NODES: u64 = 50_000;
/// Memory for it, in MiB.
const OWN_HASH: usize = 4;

/// Lets the players agree on an opening and on their colours. The player that
/// the schedule gives Black places the first stones.
pub(super) fn agree(contest: &mut Contest<'_, '_>, seed: u64) -> Result<(), End> {
    let (proposer, chooser) = (0, 1);
    let stones = decide(contest, proposer, seed, &[3])?;
    place(contest, proposer, &stones.unwrap_or_default())?;
    let Some(stones) = decide(contest, chooser, seed, &[1, 2])? else {
        contest.black = chooser;
        return Ok(());
    };
    place(contest, chooser, &stones)?;
    if stones.len() == 1 {
        contest.black = proposer;
        return Ok(());
    }
    match decide(contest, proposer, seed, &[1])? {
        None => contest.black = proposer,
        Some(stones) => {
            contest.black = chooser;
            place(contest, proposer, &stones)?;
        }
    }
    Ok(())
}

/// Asks a player how to go on: so many stones, or `None` for the other colour.
fn decide(
    contest: &mut Contest<'_, '_>,
    player: usize,
    seed: u64,
    counts: &[usize],
) -> Result<Option<Vec<Move>>, End> {
    let trouble = |trouble| End::Trouble { player, trouble };
    let placed: Vec<Move> = contest.position.history().collect();
    let (limits, time) = (contest.limits(player), contest.players[player].time());
    let answer = contest.engine(player)?.ask_swap2(&placed, &limits, time).map_err(trouble)?;
    let name = contest.players[player].spec.name.clone();
    let (decision, who) = match answer {
        Some(answer) => {
            let margin = contest.surroundings.patience.margin;
            contest.players[player].spend(answer.used, margin);
            (Some(answer.what), name)
        }
        None => (own_decision(&contest.position, seed), format!("the referee, for {name},")),
    };
    match decision {
        Some(Decision::Swap) if !placed.is_empty() => {
            contest.decisions.push(format!("{who} swaps"));
            Ok(None)
        }
        Some(Decision::Place(stones)) if counts.contains(&stones.len()) => {
            let words: Vec<String> = stones.iter().map(Move::to_string).collect();
            contest.decisions.push(format!("{who} places {}", words.join(" ")));
            Ok(Some(stones))
        }
        other => {
            let got = match other {
                None => "nothing".to_owned(),
                Some(Decision::Swap) => "SWAP".to_owned(),
                Some(Decision::Place(stones)) => format!("{} stones", stones.len()),
            };
            let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
            let detail = format!("swap2: answered {got}: expected {} stones", counts.join(" or "));
            Err(trouble(Fault::new(FaultKind::Illegal, detail).into()))
        }
    }
}

/// What our own engine does in this step of the opening.
fn own_decision(position: &Position, seed: u64) -> Option<Decision> {
    let limits = Limits { nodes: Some(OWN_NODES), ..Limits::default() };
    let (monitor, settings) = (Quiet::default(), Settings::default());
    let task = Task { position, limits: &limits, monitor: &monitor, settings: &settings };
    match swap2(&mut Searcher::new(OWN_HASH), &task, Some(&mut seeded(seed)))? {
        Swap2Step::Swap => Some(Decision::Swap),
        Swap2Step::Place(stones) => Some(Decision::Place(stones)),
    }
}

/// Places stones of both colours in turn.
fn place(contest: &mut Contest<'_, '_>, player: usize, stones: &[Move]) -> Result<(), End> {
    for &mv in stones {
        play(&mut contest.position, mv).map_err(|detail| {
            let trouble = Trouble::Fault(Fault::new(FaultKind::Illegal, detail));
            End::Trouble { player, trouble }
        })?;
    }
    Ok(())
}

fn play(position: &mut Position, mv: Move) -> Result<(), String> {
    position.play(mv).map_err(|why| format!("{mv}: {why}, expected {}", why.expected()))?;
    if position.is_over() {
        return Err(format!("{mv}: ends the game, expected an opening"));
    }
    Ok(())
}
