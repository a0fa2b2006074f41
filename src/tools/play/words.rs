//! What a person at the board is told.

use tengen_games::table::room::{Chair, Room, Seat, words};

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
        // A program that has broken down was not beaten.
        Some(_) if result.reason.is_breakdown() => "",
        Some(color) if room.game().color_of(person) == color => "You win! ",
        Some(_) => "You lose. ",
    };
    format!("{yours}{text}")
}

/// How to sit down with a stronger level than the one on that chair; `None` where no
/// level sits, or the strongest.
pub(super) fn stronger(room: &Room, chair: Chair) -> Option<String> {
    let Seat::Engine { spec, is_own: true } = room.seat(chair) else { return None };
    let level = spec.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Level"));
    let level: u8 = level?.1.parse().ok().filter(|level| *level < STRONGEST)?;
    let letter = room.game().color_of(chair).letter();
    Some(format!("sit {letter} level:{}", (level + 2).min(STRONGEST)))
}

/// The highest level.
const STRONGEST: u8 = 10;
