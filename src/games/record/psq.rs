//! Games of Piskvork (`.psq`), in its own flavour and in that of the
//! `GomocupJudge`, and of Gomotur (`.rec`).
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0     size, kinds of the players, the one that begins
//! 11,11,0                       column, row from the top, both from 1, milliseconds
//! 12,11,1530
//! alpha.zip                     names of player 1 and 2
//! beta.zip
//! 0                             how it ended, not the winner
//! ```

use std::iter::Peekable;

use tengen_engine::game::{Color, Setup};

use super::check::{Draft, Drafts, sized};
use super::endings::ENDINGS;
use super::error::{Place, RecordError, problem};
use super::game::GameResult;
use super::part::{Part, result_of_stones};
use super::source::Source;
use super::text::{add, encode, from_top, number, off_board, one_line, title, to_top};
use super::tree::{GameTree, Node, NodeId};

const HEADER: &str = "a header such as Piskvorky 15x15, 11:11, 0";
const ROW: &str = "a move such as 8,8,1530 (column, row, milliseconds)";
/// The number in the first line that stands for a player that is a program.
const PROGRAM: u32 = 11;

/// The code of a game that was judged; the next line says how it ended.
const JUDGED: i32 = -1;
/// The code of a game that ended by its rules: no reason is given.
const NORMAL_END: i32 = 0;

/// Lines that say something, with their places.
type PlacedLines<'a> = Peekable<std::vec::IntoIter<(Place, &'a str)>>;

/// The text of a file, with a blank for each control letter: names may not hold any, and
/// files under DOS ended with one.
fn calm(text: &str) -> String {
    let calm = |letter: char| if letter.is_control() && letter != '\n' { ' ' } else { letter };
    text.chars().map(calm).collect()
}

fn lines(text: &str) -> PlacedLines<'_> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() {
            lines.push((Place::Line(index + 1), line));
        }
    }
    lines.into_iter().peekable()
}

/// Reads the one game of a `.psq` file.
pub(super) fn read(input: Source<'_>) -> Drafts<'_> {
    Box::new(std::iter::once_with(move || read_psq(&input)))
}

fn read_psq(input: &Source) -> Result<Draft, RecordError> {
    let text = calm(input.text);
    let mut lines = lines(&text);
    let (place, header) = lines.next().unwrap_or((Place::Line(1), ""));
    let (width, height, first) =
        read_header(header).ok_or_else(|| problem(place, header, HEADER))?;
    let mut draft = Draft::new(sized(input.defaults, (width, height), place)?, place);
    draft.tree.info.encoding = input.encoding;
    read_rows(&mut draft, &mut lines, 1)?;
    read_ending(&mut draft, lines, first)?;
    Ok(draft)
}

/// Reads the one game of a `.rec` file: two names, then rows that count from 0. The file does not
/// hold the size of the board.
pub(super) fn read_rec(input: Source<'_>) -> Drafts<'_> {
    Box::new(std::iter::once_with(move || read_gomotur(&input)))
}

fn read_gomotur(input: &Source) -> Result<Draft, RecordError> {
    let text = calm(input.text);
    let mut lines = lines(&text);
    let mut draft = Draft::new(Setup::new(&input.defaults), Place::Line(1));
    for color in Color::ALL {
        let (_, name) = lines
            .next_if(|(_, line)| row(line).is_none())
            .ok_or_else(|| problem(Place::Line(1), "", "two lines with names"))?;
        draft.tree.info.players[color] = title(name);
    }
    read_rows(&mut draft, &mut lines, 0)?;
    match lines.next() {
        Some((place, line)) => Err(problem(place, line, ROW)),
        None => Ok(draft),
    }
}

/// Width, height, and the number of the player who begins, 0 or 1.
fn read_header(line: &str) -> Option<(usize, usize, usize)> {
    let mut words = line.strip_prefix("Piskvorky")?.split(',').map(str::trim);
    let (width, height) = words.next()?.split_once('x')?;
    let (first_level, second_level) = words.next()?.split_once(':')?;
    let (_, _): (i32, i32) = (number(first_level)?, number(second_level)?);
    let first = number(words.next()?).filter(|&first: &usize| first < 2)?;
    if words.next().is_some() {
        return None;
    }
    Some((number(width)?, number(height)?, first))
}

/// A line of two or three whole numbers.
fn row(line: &str) -> Option<(i64, i64, Option<i64>)> {
    let mut words = line.split(',').map(str::trim);
    let (x, y) = (number(words.next()?)?, number(words.next()?)?);
    let time = match words.next() {
        None | Some("") => None,
        Some(time) => Some(number(time)?),
    };
    words.next().is_none().then_some((x, y, time))
}

/// Whether a line must have been meant as a row: it begins with two numbers, whatever follows them.
fn resembles_row(line: &str) -> bool {
    let Some((first, rest)) = line.split_once([',', ';']) else { return false };
    number::<i64>(first.trim()).is_some()
        && rest.trim_start().starts_with(|letter: char| letter.is_ascii_digit())
}

/// Reads moves as long as lines are moves; coordinates count from `base`.
fn read_rows(draft: &mut Draft, lines: &mut PlacedLines, base: i64) -> Result<(), RecordError> {
    let size = draft.tree.start.size;
    let mut last = NodeId::ROOT;
    let mut times = Vec::new();
    while let Some((place, line)) = lines.peek().copied() {
        let Some((x, y, time)) = row(line) else {
            if resembles_row(line) {
                return Err(problem(place, line, ROW));
            }
            break;
        };
        lines.next();
        let index = |number: i64| usize::try_from(number.checked_sub(base)?).ok();
        let square = index(x)
            .zip(index(y))
            .and_then(|(col, row)| from_top(size, col, row))
            .ok_or_else(|| off_board(place, line, size))?;
        // Clocks that ran backwards have been seen; negative times are left out.
        times.push(time.and_then(|time| u64::try_from(time).ok()));
        let node = Node { mv: Some(square.into()), ..Node::default() };
        last = draft.add(last, node, place);
    }
    // Stones of an opening took no time; where no clock ran, no move did.
    let untimed = times.iter().take_while(|time| time.is_none_or(|time| time == 0)).count();
    draft.tree.info.opening = if untimed < times.len() { untimed } else { 0 };
    let ids: Vec<NodeId> = draft.tree.main_line().collect();
    for (id, time) in ids.into_iter().zip(times).skip(untimed) {
        draft.tree.node_mut(id).time_ms = time;
    }
    Ok(())
}

/// Reads what follows the moves: two names in games of programs, the code, and
/// the line of the `GomocupJudge`. `first` is the number of the player who began.
fn read_ending(draft: &mut Draft, lines: PlacedLines, first: usize) -> Result<(), RecordError> {
    let info = &mut draft.tree.info;
    let color_of = |player: usize| Color::ALL[player ^ first];
    let rest: Vec<(Place, &str)> = lines.collect();
    // A name may look like a code, but a code has no names after it.
    let has_names = match *rest.as_slice() {
        [_, _, _, ..] => true,
        [(_, name), _] => number::<i32>(name).is_none(),
        _ => false,
    };
    let (names, rest) = rest.split_at(if has_names { 2 } else { 0 });
    for (player, (_, name)) in names.iter().enumerate() {
        info.players[color_of(player)] = title(name);
    }
    let Some(((place, code), rest)) = rest.split_first() else { return Ok(()) };
    let is_number = code.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return Err(problem(*place, code, "a code such as 0, 15 or -2, after names"));
    }
    match number::<i32>(code) {
        Some(NORMAL_END | JUDGED) => {}
        known => match ENDINGS.iter().find(|(code, _)| Some(*code) == known) {
            Some((_, word)) => {
                info.termination = Some((*word).to_owned());
                draft.tree.info.result = Some(loser_to_move(&draft.tree));
            }
            None => info.unread.push(problem(*place, code, "the code 0, 15, -2 or -1")),
        },
    }
    match rest {
        [] => Ok(()),
        [(place, line)] => {
            let (result, event) = line.split_once(',').unwrap_or((line, ""));
            let info = &mut draft.tree.info;
            match result.trim() {
                "0" => info.result = Some(GameResult::Draw),
                "1" => info.result = Some(GameResult::Win(color_of(0))),
                "2" => info.result = Some(GameResult::Win(color_of(1))),
                other => {
                    let expected = "0 for a draw, 1 or 2 for the player who won";
                    info.unread.push(problem(*place, other, expected));
                }
            }
            info.event = title(event);
            Ok(())
        }
        [_, (place, line), ..] => Err(problem(*place, line, "the end of the file")),
    }
}

/// The result of a game in which the player to move failed.
fn loser_to_move(game: &GameTree) -> GameResult {
    GameResult::Win(!Color::ALL[game.main_line().count() % 2])
}

/// The code of the reason why a game ended; `None` where the reason has no code.
fn code_of(game: &GameTree) -> Option<i32> {
    let reason = game.info.termination.as_deref();
    ENDINGS.iter().find(|(_, word)| Some(*word) == reason).map(|(code, _)| *code)
}

/// The result that only the flavour of the `GomocupJudge` has words for: a result that neither the
/// board nor the code tells.
fn judged_result(game: &GameTree) -> Option<GameResult> {
    let by_code = || code_of(game).map(|_| loser_to_move(game));
    // A foul is one only in renju, and no reader is told that it was renju.
    let told = result_of_stones(game).or_else(by_code);
    game.info.result.filter(|result| Some(*result) != told)
}

/// Whether the end of the file has room for `part` of `game`: in the flavour of the `GomocupJudge`
/// the event stands at the end, in that of Piskvork the code.
pub(super) fn has_room_for(part: Part, game: &GameTree) -> bool {
    match part {
        Part::Event => judged_result(game).is_some(),
        Part::ReasonCode => judged_result(game).is_none(),
        _ => true,
    }
}

/// Writes one game as Piskvork does, with the line ends of Windows.
pub(super) fn write(game: &GameTree) -> Result<Vec<u8>, RecordError> {
    let (size, info) = (game.start.size, &game.info);
    let mut names =
        [(Color::Black, "player1"), (Color::White, "player2")].map(|(color, default)| {
            let name = info.players[color].as_deref().map(one_line);
            name.filter(|name| !name.is_empty()).unwrap_or(default.to_owned())
        });
    // The first name follows the rows: a name that would be read as one more row goes second, if
    // the other can go first, and else loses what makes it look like a row.
    let first = usize::from(resembles_row(&names[0]) && !resembles_row(&names[1]));
    names.rotate_left(first);
    if resembles_row(&names[0]) {
        names[0] = names[0].replace([',', ';'], " ");
    }
    let mut text = format!("Piskvorky {size}, {PROGRAM}:{PROGRAM}, {first}\r\n");
    for recorded in game.record()?.moves {
        let (col, row) = to_top(size, recorded.mv.square());
        let time = recorded.time_ms.unwrap_or(0);
        add(&mut text, format_args!("{},{},{time}\r\n", col + 1, row + 1));
    }
    for name in names {
        add(&mut text, format_args!("{name}\r\n"));
    }
    let ending = match judged_result(game) {
        None => format!("{}\r\n", code_of(game).unwrap_or(NORMAL_END)),
        Some(result) => {
            let event = info.event.as_deref().map(one_line).unwrap_or_default();
            let winner = result.winner().map_or(0, |color| (color.index() ^ first) + 1);
            format!("{JUDGED}\r\n{winner},{event}\r\n")
        }
    };
    text += &ending;
    Ok(encode(&text, info.encoding))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{self, Format, GameRecord};
    use tengen_engine::game::Variant;

    fn read_psq(text: &str) -> Result<GameRecord, String> {
        let gomoku = Variant::preset("gomoku").unwrap();
        let mut games = record::read(Format::Psq, text.as_bytes(), &gomoku)
            .map_err(|error| error.to_string())?;
        Ok(games.pop().unwrap())
    }

    fn names(game: &GameRecord) -> String {
        let names: Vec<String> = game.plain_moves().map(|mv| mv.to_string()).collect();
        names.join(" ")
    }

    #[test]
    fn games_of_programs_are_read() {
        let text = "Piskvorky 20x15, 11:11, 0\r\n11,8,0\r\n12,8,0\r\n12,9,1530\r\n\
                    1,1,0\r\nalpha.zip\r\nbeta 2.zip\r\n15\r\n";
        let game = read_psq(text).unwrap();
        assert_eq!(names(&game), "k8 l8 l7 a15");
        assert_eq!(game.variant().size.to_string(), "20x15");
        let times: Vec<Option<u64>> = game.moves.iter().map(|mv| mv.time_ms).collect();
        assert_eq!((times, game.info.opening), (vec![None, None, Some(1530), Some(0)], 2));
        assert_eq!(game.info.players[Color::Black].as_deref(), Some("alpha.zip"));
        assert_eq!(game.info.players[Color::White].as_deref(), Some("beta 2.zip"));
        // Black, to move, ran out of time.
        assert_eq!(game.info.result, Some(GameResult::Win(Color::White)));
        assert_eq!(game.info.termination.as_deref(), Some("timeout"));
        assert_eq!(record::write(Format::Psq, &[game]).unwrap(), text.as_bytes());
    }

    #[test]
    fn the_second_player_may_begin() {
        let game = read_psq("Piskvorky 15x15, 0:11, 1\n8,8\n9,9\nalpha\nbeta\n0").unwrap();
        assert_eq!(game.info.players[Color::Black].as_deref(), Some("beta"));
        assert_eq!((game.info.opening, game.info.result), (0, None));
    }

    #[test]
    fn games_of_the_judge_are_read() {
        let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,20\na.zip\nb.zip\n-1\n2,Freestyle 2025\n";
        let game = read_psq(text).unwrap();
        assert_eq!(game.info.result, Some(GameResult::Win(Color::White)));
        assert_eq!(game.info.event.as_deref(), Some("Freestyle 2025"));
        assert_eq!(game.info.termination, None);
    }

    #[test]
    fn one_line_has_the_reason_or_the_event() {
        let losses = |ending: &str| {
            let text = format!("(;GM[4]EV[Cup]TE[timeout]{ending};B[hh])");
            let gomoku = Variant::preset("gomoku").unwrap();
            let games = record::read_trees(Format::Sgf, text.as_bytes(), &gomoku).unwrap();
            let written = record::write_trees(Format::Psq, &games).unwrap();
            let again = read_psq(&String::from_utf8(written).unwrap()).unwrap().info;
            (Format::Psq.losses(&games), again.event, again.termination)
        };
        // White, to move, had no time left, so that nothing else needs to be said.
        let (lost, event, reason) = losses("RE[B+1]");
        assert_eq!((lost, event), (vec![Part::Event], None));
        assert_eq!(reason.as_deref(), Some("timeout"));
        let (lost, event, reason) = losses("RE[W+1]");
        assert_eq!((lost, reason), (vec![Part::ReasonCode], None));
        assert_eq!(event.as_deref(), Some("Cup"));
    }

    #[test]
    fn codes_without_a_meaning_are_told() {
        let unread = |code: &str| {
            let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n{code}\n");
            read_psq(&text).unwrap().info.unread
        };
        assert_eq!(unread("7")[0].to_string(), "line 5: 7: expected the code 0, 15, -2 or -1");
        assert_eq!(unread("99999999999")[0].text, "99999999999");
        for known in [NORMAL_END, JUDGED, 15, -2] {
            assert_eq!(unread(&known.to_string()), [], "{known}");
        }
    }

    #[test]
    fn results_without_a_meaning_are_told() {
        let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,20\na\nb\n-1\n3,Freestyle 2025\n";
        let info = read_psq(text).unwrap().info;
        assert_eq!((info.result, info.event.as_deref()), (None, Some("Freestyle 2025")));
        let told: Vec<String> = info.unread.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["line 7: 3: expected 0 for a draw, 1 or 2 for the player who won"]);
    }

    #[test]
    fn the_winner_is_found_by_playing() {
        let text = "Piskvorky 15x15, 0:0, 0\n1,1,0\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1,0\n\
                    4,2,0\n5,1,0\n0\n";
        assert_eq!(read_psq(text).unwrap().info.result, Some(GameResult::Win(Color::Black)));
    }

    #[test]
    fn names_may_be_numbers_or_of_an_old_code_page() {
        let text = b"Piskvorky 15x15, 11:11, 0\n8,8,0\n42\nt\xe9ngen\n0\n";
        let gomoku = Variant::preset("gomoku").unwrap();
        let games = record::read(Format::Psq, text, &gomoku).unwrap();
        assert_eq!(games[0].info.players[Color::Black].as_deref(), Some("42"));
        assert_eq!(games[0].info.players[Color::White].as_deref(), Some("t\u{e9}ngen"));
        let written = record::write(Format::Psq, &games).unwrap();
        assert!(written.windows(8).any(|bytes| bytes == b"t\xe9ngen\r\n"));
    }

    #[test]
    fn a_foul_is_told_and_names_are_no_rows() {
        let renju = Variant::preset("renju").unwrap();
        let text = b"i8 a15 j8 o1 h9 a1 h10 o15 h8";
        let mut games = record::read(Format::Moves, text, &renju).unwrap();
        assert_eq!(games[0].info.result, Some(GameResult::Win(Color::White)));
        // Two names that look like rows can not both follow the rows.
        for (white, black) in [("tengen", "12,12"), ("13,13", "12 12")] {
            games[0].info.players[Color::Black] = Some("12,12".to_owned());
            games[0].info.players[Color::White] = Some(white.to_owned());
            let written = record::write(Format::Psq, &games).unwrap();
            let read = read_psq(&String::from_utf8(written).unwrap()).unwrap();
            assert_eq!(read.info.result, Some(GameResult::Win(Color::White)));
            assert_eq!(read.moves.len(), 9);
            assert_eq!(read.info.players[Color::Black].as_deref(), Some(black));
            assert_eq!(read.info.players[Color::White].as_deref(), Some(white));
        }
    }

    #[test]
    fn gomotur_counts_from_zero() {
        let gomoku = Variant::preset("gomoku").unwrap();
        let games = record::read(Format::Rec, b"alpha\nbeta\n0,0,5\n7,13,8\n", &gomoku).unwrap();
        assert_eq!(names(&games[0]), "a15 h2");
        assert_eq!(games[0].info.players[Color::White].as_deref(), Some("beta"));
        assert_eq!(games[0].moves[1].time_ms, Some(8));
        assert!(record::write(Format::Rec, &games).is_err());
        let error = record::read(Format::Rec, b"0,0\n1,1\n", &gomoku).unwrap_err().to_string();
        assert!(error.contains("two lines with names"), "{error}");
    }

    #[test]
    fn faults_are_named_with_their_line() {
        for (text, message) in [
            ("", "line 1: (nothing): expected a header such as Piskvorky"),
            ("Piskvorky 15x15", "line 1: Piskvorky 15x15: expected a header"),
            ("Piskvorky 15x15, 11:11, 2", "line 1: Piskvorky 15x15, 11:11, 2: expected a header"),
            (
                "Piskvorky 99999999999x15, 1:1, 0",
                "line 1: 99999999999x15: expected a board from 3x3 to 40x40",
            ),
            ("Piskvorky 41x15, 1:1, 0", "line 1: 41x15: expected a board from 3x3 to 40x40"),
            ("Piskvorky 3x3, 1:1, 0", "line 1: k=5: expected k of at most"),
            ("Piskvorky 15x15, 1:1, 0\n0,1,0", "line 2: 0,1,0: expected a point of the 15x15"),
            ("Piskvorky 15x15, 1:1, 0\n8,8\n\n16,1", "line 4: 16,1: expected a point"),
            (
                "Piskvorky 15x15, 1:1, 0\n8,-9223372036854775808",
                "line 2: 8,-9223372036854775808: expected a point",
            ),
            ("Piskvorky 15x15, 1:1, 0\n8,8\n8,8\n0", "line 3: h8 (occupied): expected"),
            ("Piskvorky 15x15, 1:1, 0\n8,8\na\nb\nc\n", "line 5: c: expected a code"),
            ("Piskvorky 15x15, 1:1, 0\n8,8\n8,x\n", "line 3: 8,x: expected a code"),
            ("Piskvorky 15x15, 1:1, 0\n8,8\n3,1,1O\n4,1\n0\n", "line 3: 3,1,1O: expected a move"),
            ("Piskvorky 15x15, 1:1, 0\n8,8\n3;1,10\n", "line 3: 3;1,10: expected a move"),
            ("Piskvorky 15x15, 1:1, 0\na\nb\n0\n1,x\ny", "line 6: y: expected the end"),
        ] {
            let error = read_psq(text).unwrap_err();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
