//! What a person at the board is told.

use crate::table::room::{Chair, Room, words};

/// What is due, or how the game ended: for a person alone among programs, that is
/// its own victory or defeat.
pub(super) fn words_for(room: &Room) -> String {
    let text = words::turn(room);
    let mut people = Chair::ALL.into_iter().filter(|&chair| room.seat(chair).is_human());
    let (Some(result), Some(person), None) = (room.game().result(), people.next(), people.next())
    else {
        return text;
    };
    let yours = match result.result.winner() {
        None => "",
        // Nobody has beaten a program that has broken down.
        Some(_) if result.reason.is_breakdown() => "",
        Some(color) if room.game().color_of(person) == color => "You win! ",
        Some(_) => "You lose. ",
    };
    format!("{yours}{text}")
}
