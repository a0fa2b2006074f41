//! The swap2 opening of a match: the players agree on stones and colours.
//!
//! Only the Gomocup protocol has words for this opening. For engines that cannot be asked
//! our own engine decides, in the same way for all of them.

use tengen_engine::control::{Limits, Quiet};
use tengen_engine::game::{Move, Position};
use tengen_engine::player::{Settings, Swap2Step, Task, seeded, swap2};
use tengen_engine::search::Searcher;

use tengen_games::conversation::FaultKind;
use tengen_games::fault::{EngineFailure, Fault};
use tengen_games::table::swap2::{Decision, Party, Stage, ends_game};

use super::in_progress::{GameInProgress, GameStop};

/// Nodes of a decision of our own: a few tenths of a second.
const OWN_NODES: u64 = 50_000;
/// Memory for a decision of our own, in MiB.
const OWN_HASH: usize = 4;

/// Lets the players agree on an opening and on their colours. The player that
/// the schedule gives Black places the first stones.
pub(super) fn agree(playing: &mut GameInProgress<'_, '_>, seed: u64) -> Result<(), GameStop> {
    let mut stage = Stage::ThreeStones;
    while let Some(party) = stage.party() {
        let player = number(party);
        let illegal = |detail| {
            let trouble = EngineFailure::Fault(Fault::new(FaultKind::Illegal, detail));
            GameStop::EngineFailure { player, trouble }
        };
        let (decision, who) = decide(playing, player, seed)?;
        let choice = match &decision {
            Some(decision) => stage.understand(decision).map_err(illegal)?,
            None => return Err(illegal("swap2: no decision".to_owned())),
        };
        if let Some((next, black)) = choice.and_then(|choice| stage.choose(choice)) {
            stage = next;
            playing.black = black.map_or(playing.black, number);
        }
        let Some(Decision::Place(stones)) = decision else {
            playing.decisions.push(format!("{who} swaps"));
            continue;
        };
        let words: Vec<String> = stones.iter().map(Move::to_string).collect();
        playing.decisions.push(format!("{who} places {}", words.join(" ")));
        for mv in stones {
            play(&mut playing.position, mv).map_err(illegal)?;
        }
        stage = stage.with_stones(playing.position.history().count());
    }
    Ok(())
}

/// The number of a party in the schedule.
const fn number(party: Party) -> usize {
    match party {
        Party::Proposer => 0,
        Party::Chooser => 1,
    }
}

/// Asks a player how to go on; the answer comes with the name of the player.
fn decide(
    playing: &mut GameInProgress<'_, '_>,
    player: usize,
    seed: u64,
) -> Result<(Option<Decision>, String), GameStop> {
    let trouble = |trouble| GameStop::EngineFailure { player, trouble };
    let placed: Vec<Move> = playing.position.history().collect();
    let (limits, time) = (playing.limits(player), playing.players[player].time());
    let answer = playing.engine(player)?.ask_swap2(&placed, &limits, time).map_err(trouble)?;
    let name = playing.players[player].spec.name.clone();
    Ok(match answer {
        Some(answer) => {
            let margin = playing.context.patience.margin;
            playing.players[player].spend(answer.used, margin);
            (Some(answer.what), name)
        }
        None => (own_decision(&playing.position, seed), format!("the referee, for {name},")),
    })
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

fn play(position: &mut Position, mv: Move) -> Result<(), String> {
    position.check(mv).map_err(|why| format!("{mv}: {why}, expected {}", why.expected()))?;
    if ends_game(position, mv) {
        return Err(format!("{mv}: ends the game, expected an opening"));
    }
    position.play_unchecked(mv);
    Ok(())
}
