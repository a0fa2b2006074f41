//! What a table says to people, in English; programs read the fields of a
//! [`TableView`](super::TableView) instead.

use tengen_engine::control::scale::{chances, units};
use tengen_engine::game::{Color, Outcome as Laws, Variant};
use tengen_engine::value::Score;

use crate::table::swap2::Stage;
use crate::table::verdict::{Ending, GameEnd};

use super::seat::Chair;
use super::{Happening, Hint, Room};

/// A player with the letter of its stones: `Ann (x)`.
pub fn player(room: &Room, chair: Chair) -> String {
    let color = room.game().color_of(chair);
    format!("{} ({})", room.seat(chair).name(), color.letter())
}

/// The game in a few words: `freestyle 15x15, five in a row`.
pub fn game(variant: &Variant) -> String {
    let number = number(variant.k);
    let conversions = match variant.destroy {
        0 => String::new(),
        1 => ", one conversion each".to_owned(),
        count => format!(", {count} conversions each"),
    };
    format!("{} {}, {number} in a row{conversions}", variant.rule, variant.size)
}

const fn number(k: u8) -> &'static str {
    match k {
        3 => "three",
        4 => "four",
        5 => "five",
        6 => "six",
        7 => "seven",
        8 => "eight",
        _ => "nine",
    }
}

/// What is due now: who moves first, who is to move, what can be chosen, or that the
/// game is over.
pub fn turn(room: &Room) -> String {
    let game = room.game();
    let Some(actor) = game.actor() else {
        return game.result().map_or_else(String::new, |verdict| result(room, verdict));
    };
    let name = room.seat(actor).name();
    let placed = game.plies().len();
    match game.stage() {
        Stage::ThreeStones => {
            let stones = ["first stone (x)", "second stone (o)", "third stone (x)"];
            let stone = stones[placed.min(2)];
            format!("swap2: {name} places three stones; now the {stone}")
        }
        Stage::Choice => {
            format!("swap2: {name} takes black, white, or places two more stones")
        }
        Stage::TwoStones => {
            let stone = if placed == 3 { "fourth stone (o)" } else { "fifth stone (x)" };
            format!("swap2: {name} places two more; now the {stone}")
        }
        Stage::LastChoice => format!("swap2: {name} takes black or white"),
        Stage::Play if placed == 0 => format!("{} moves first", player(room, actor)),
        Stage::Play => format!("{} is to move", player(room, actor)),
    }
}

/// What happened, as a line; nothing where the board or [`turn`] says it.
pub fn happening(room: &Room, happening: &Happening) -> Option<String> {
    let name = |chair: &Chair| room.seat(*chair).name();
    Some(match happening {
        Happening::NewGame { game } if *game > 1 => format!("game {game}"),
        Happening::NewGame { .. } | Happening::Over { .. } => return None,
        Happening::Move { chair, color, mv, .. } => {
            format!("{} ({}) plays {mv}", name(chair), color.letter())
        }
        Happening::Chosen { chair, choice } => format!("{} chooses {}", name(chair), choice.name()),
        Happening::Undone { chair, plies } => {
            let moves = if *plies == 1 { "move" } else { "moves" };
            format!("{} takes back {plies} {moves}", name(chair))
        }
        Happening::SidesSwapped => "sides are swapped".to_owned(),
        Happening::DrawOffered { chair } => format!("{} offers a draw", name(chair)),
        Happening::DrawDeclined { chair } => format!("{} declines the draw", name(chair)),
        Happening::Proposed { chair, what } => format!("{} asks {}", name(chair), what.words()),
        Happening::Withdrawn { chair, .. } => format!("{} asks no longer", name(chair)),
        Happening::Answered { chair, accepted: true, .. } => format!("{} accepts", name(chair)),
        Happening::Answered { chair, .. } => format!("{} declines", name(chair)),
        Happening::Hinted { hint: found } => {
            format!("hint: {}", hint(found, room.game().position().side()))
        }
        Happening::NoHint { why } => format!("hint: none: {why}"),
        Happening::Paused => "paused".to_owned(),
        Happening::Resumed => "play goes on".to_owned(),
    })
}

/// How a game ended, as one sentence.
pub fn result(room: &Room, verdict: &GameEnd) -> String {
    let name = |color| player(room, room.game().chair_of(color));
    let Some(winner) = verdict.result.winner() else {
        return match verdict.reason {
            Ending::Full => "A draw: the board is full.",
            Ending::Draw => "A draw: both agreed.",
            Ending::Left => "A draw: one of the players is gone.",
            _ => "A draw.",
        }
        .to_owned();
    };
    let (won, lost) = (name(winner), name(!winner));
    let detail = match verdict.detail.as_str() {
        "" => String::new(),
        detail => format!(" ({detail})"),
    };
    let why = match verdict.reason {
        Ending::Line => line(room, winner),
        Ending::Forbidden => format!("{lost} played a forbidden point{detail}"),
        Ending::Resign => format!("{lost} resigned"),
        Ending::Left => format!("{lost} has left"),
        Ending::Time => format!("the time of {lost} is up{detail}"),
        Ending::Illegal => format!("{lost} broke the rules{detail}"),
        Ending::Crash => format!("the program of {lost} ended{detail}"),
        Ending::Stall => format!("the program of {lost} does not answer{detail}"),
        Ending::Protocol => format!("the program of {lost} cannot play this{detail}"),
        Ending::Full | Ending::Draw | Ending::Solver | Ending::MoveLimit => {
            verdict.reason.name().to_owned()
        }
    };
    format!("{won} wins: {why}.")
}

/// The winning line in words.
fn line(room: &Room, winner: Color) -> String {
    match room.game().position().outcome() {
        Some(Laws::Line { squares, .. }) => {
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            let count = number(room.game().variant().k);
            format!("{count} in a row at {}", names.join(" "))
        }
        _ => format!("a line of {}", winner.letter()),
    }
}

/// A hint in words for the player of `side`: `h8 (59 % for x)` or `h8 (x wins in 3): makes an open
/// three in row 8, and wins by force`.
pub fn hint(hint: &Hint, side: Color) -> String {
    let why = if hint.why.is_empty() { String::new() } else { format!(": {}", hint.why) };
    let value = match (hint.mate, hint.cp) {
        (Some(moves @ 1..), _) => format!("{} ({} wins in {moves})", hint.mv, side.letter()),
        (Some(moves), _) => {
            format!("{} ({} wins in {})", hint.mv, (!side).letter(), -i64::from(moves))
        }
        (None, Some(cp)) => format!("{} ({} % for {})", hint.mv, percent(cp), side.letter()),
        (None, None) => hint.mv.to_string(),
    };
    value + &why
}

/// The chance that hundredths stand for, in percent: 0 and 100 only where it is certain.
fn percent(cp: i32) -> u32 {
    let [win, _, _] = chances(Score::estimate(units(cp)), 0);
    ((win + 5) / 10).clamp(1, 99)
}

/// A time on a clock: `1:05`, or `4.2` where less than ten seconds are left.
pub fn clock(ms: u64) -> String {
    if ms < 10_000 {
        return format!("{}.{}", ms / 1000, ms % 1000 / 100);
    }
    let seconds = ms.div_ceil(1000);
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        for (ms, text) in
            [(0, "0.0"), (9_990, "9.9"), (10_000, "0:10"), (61_001, "1:02"), (3_600_000, "1:00:00")]
        {
            assert_eq!(clock(ms), text);
        }
    }
}
