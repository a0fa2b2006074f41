//! The swap2 opening: one player places three stones, the other one takes a
//! colour, or places two more and leaves the choice.

use crate::game::{Move, Position};

use super::engine::{Decision, Fault, FaultKind, Trouble};
use super::game::{Contest, End};

/// Lets the players agree on an opening and on their colours. The player that
/// the schedule gives Black places the first stones.
pub(super) fn agree(contest: &mut Contest<'_, '_>) -> Result<(), End> {
    let (proposer, chooser) = (0, 1);
    let stones = decide(contest, proposer, &[3], false)?;
    place(contest, proposer, &stones.unwrap_or_default())?;
    let Some(stones) = decide(contest, chooser, &[1, 2], true)? else {
        contest.black = chooser;
        return Ok(());
    };
    place(contest, chooser, &stones)?;
    if stones.len() == 1 {
        contest.black = proposer;
        return Ok(());
    }
    match decide(contest, proposer, &[1], true)? {
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
    counts: &[usize],
    may_swap: bool,
) -> Result<Option<Vec<Move>>, End> {
    let trouble = |trouble| End::Trouble { player, trouble };
    let placed: Vec<Move> = contest.position.history().collect();
    let (limits, time) = (contest.limits(player), contest.players[player].time());
    let answer = contest.engine(player)?.ask_swap2(&placed, &limits, time).map_err(trouble)?;
    let name = contest.players[player].spec.name.clone();
    let Some(answer) = answer else {
        let detail = "its protocol has no words for swap2, expected an engine of Gomocup";
        return Err(trouble(Fault::new(FaultKind::Protocol, detail).into()));
    };
    let margin = contest.surroundings.patience.margin;
    contest.players[player].spend(answer.used, margin);
    match answer.what {
        Decision::Swap if may_swap => {
            contest.decisions.push(format!("{name} swaps"));
            Ok(None)
        }
        Decision::Place(stones) if counts.contains(&stones.len()) => {
            let words: Vec<String> = stones.iter().map(Move::to_string).collect();
            contest.decisions.push(format!("{name} places {}", words.join(" ")));
            Ok(Some(stones))
        }
        other => {
            let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
            let swap = if may_swap { ", or SWAP" } else { "" };
            let got = match other {
                Decision::Swap => "SWAP".to_owned(),
                Decision::Place(stones) => format!("{} stones", stones.len()),
            };
            let detail = format!("answered {got}: expected {} stones{swap}", counts.join(" or "));
            Err(trouble(Fault::new(FaultKind::Illegal, detail).into()))
        }
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
    match position.is_over() {
        true => Err(format!("{mv}: ends the game, expected an opening")),
        false => Ok(()),
    }
}
