//! All lessons, gone through in both languages: what they say is held against the engine.

use std::collections::HashMap;

use tengen_engine::game::{Color, Move};
use tengen_engine::language::Language;

use super::asking::find;
use super::board::Board;
use super::lesson::{Lesson, Play};
use super::*;

/// What stands in the lessons, by lesson, step and name: known numbers of the field, and answers
/// that the sentences around them need.
const SAID: &[(usize, usize, &str, &str)] = &[
    (1, 1, "lines", "8"),
    (1, 3, "lines", "572"),
    (1, 4, "drawn", "20"),
    (2, 1, "three", "504"),
    (2, 2, "games", "255168"),
    (2, 2, "first", "131184"),
    (2, 2, "second", "77904"),
    (2, 2, "draws", "46080"),
    (2, 2, "positions", "5478"),
    (2, 3, "alike", "765"),
    (3, 1, "why", "defence: blocks a line"),
    (4, 1, "openx", "6"),
    (4, 1, "openo", "5"),
    (4, 1, "open", "1"),
    (4, 1, "value", "1"),
    (5, 1, "nodes", "14"),
    (5, 3, "nodes", "16"),
    (5, 3, "value", "1"),
    (5, 4, "now", "1"),
    (5, 4, "late", "2"),
    (5, 5, "right", "a1"),
    (6, 1, "cut", "10"),
    (6, 1, "all", "14"),
    (6, 4, "sure", "1"),
    (7, 1, "plain", "549946"),
    (7, 1, "all", "606"),
    (7, 2, "plain", "6812"),
    (7, 2, "cut", "832"),
    (7, 2, "order", "1460"),
    (7, 2, "hash", "782"),
    (7, 2, "all", "415"),
    (4, 4, "corner", "-1"),
    (4, 4, "centre", "1"),
    (4, 4, "edge", "-2"),
];

/// The squares that answer the questions, by lesson and step.
const RIGHT: &[(usize, usize, &str)] = &[
    (1, 2, "b2"),
    (1, 6, "b1"),
    (2, 3, "c1 a3 c3"),
    (3, 1, "b1"),
    (3, 4, "c1 a3"),
    (4, 3, "b2"),
    (4, 5, "a1 c1 a3 c3"),
    (5, 2, "a2"),
    (5, 4, "a3"),
    (6, 2, "c3"),
    (6, 3, "a3"),
    (6, 4, "b2"),
    (8, 1, "l8"),
    (8, 2, "g8 k8"),
    (8, 4, "k8"),
    (10, 2, "h7"),
];

/// Every lesson with its number, its steps, their boards and what they find out.
fn all() -> Vec<(usize, Lesson, Vec<Board>)> {
    let lessons = shipped().unwrap().into_iter().zip(1..);
    lessons
        .map(|(lesson, number)| {
            let boards = boards(&lesson).unwrap();
            (number, lesson, boards)
        })
        .collect()
}

#[test]
fn everything_that_the_lessons_say_is_so() {
    let mut said = SAID.to_vec();
    for (number, lesson, boards) in all() {
        for ((step, board), at) in lesson.steps.iter().zip(&boards).zip(1..) {
            let findings = values(step, board, Language::English);
            for told in &findings.answers {
                let refused = told.iter().find(|line| line.contains("error"));
                assert_eq!(refused, None, "lesson {number}, step {at}");
            }
            for language in [Language::English, Language::Chinese] {
                // What an engine says in one language is not found by the words of the other.
                let findings = values(step, board, language);
                let text = step_text(step, board, &findings, language);
                let left: Vec<&str> = tell::names(&text).collect();
                assert!(left.is_empty(), "lesson {number}, step {at}: {left:?}");
            }
            said.retain(|&(in_lesson, in_step, name, expected)| {
                let is_here = (in_lesson, in_step) == (number, at);
                if is_here {
                    assert_eq!(
                        findings.values[name], expected,
                        "lesson {number}, step {at}: {name}"
                    );
                }
                !is_here
            });
        }
    }
    assert!(said.is_empty(), "no lesson says {said:?}");
}

#[test]
fn every_question_has_right_and_wrong_answers() {
    let mut right = RIGHT.to_vec();
    for (number, lesson, boards) in all() {
        for ((step, board), at) in lesson.steps.iter().zip(&boards).zip(1..) {
            let Some(question) = &step.question else { continue };
            let known = values(step, board, Language::English).values;
            let squares = right_squares(question, board);
            assert!(!squares.is_empty(), "lesson {number}, step {at} has no answer");
            let wrong = board.position.empty_squares().find(|square| !squares.contains(square));
            let wrong = wrong.unwrap_or_else(|| panic!("lesson {number}, step {at}: all is right"));
            for (square, is_right) in [(squares[0], true), (wrong, false)] {
                let (judged, values) = judge(question, board, square, &known).unwrap();
                assert_eq!(judged, is_right, "lesson {number}, step {at}: {square}");
                let text = if is_right { &question.right } else { &question.wrong };
                for language in [Language::English, Language::Chinese] {
                    let text = fill(text, &values, language);
                    let left: Vec<&str> = tell::names(&text).collect();
                    assert!(left.is_empty(), "lesson {number}, step {at}: {left:?}");
                }
            }
            right.retain(|&(in_lesson, in_step, expected)| {
                let is_here = (in_lesson, in_step) == (number, at);
                if is_here {
                    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
                    assert_eq!(names.join(" "), expected, "lesson {number}, step {at}");
                }
                !is_here
            });
        }
    }
    assert!(right.is_empty(), "no lesson asks {right:?}");
}

/// What the squares of questions are chosen by that no line of the protocol answers.
#[test]
fn squares_that_are_written_down_are_right_by_the_laws_of_the_board() {
    let most = |game: &str, moves: &str| {
        let board = Board::new(game, moves).unwrap();
        let lines =
            |square| board.winning_lines().iter().filter(|line| line.contains(&square)).count();
        let best = board.position.empty_squares().map(lines).max().unwrap();
        let squares = board.position.empty_squares().filter(|&square| lines(square) == best);
        squares.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    };
    // Lessons 1 and 4: the square on most lines.
    assert_eq!(most("tictactoe", ""), "b2");
    assert_eq!(most("tictactoe", "a1"), "b2");
}

/// Every game of `play` from `board` on against all replies: games won and drawn by its player.
fn games(play: &Play, board: &Board, known: &mut HashMap<String, [u32; 3]>) -> [u32; 3] {
    let fen = board.position.fen();
    if let Some(&found) = known.get(&fen) {
        return found;
    }
    let own = if play.side == 'x' { Color::White } else { Color::Black };
    let mut sums = [0; 3];
    if board.position.is_over() {
        let place = match board.position.winner() {
            Some(winner) if winner == own => 0,
            None => 1,
            Some(_) => 2,
        };
        sums[place] = 1;
    } else {
        let moves = if board.position.side() == own {
            choices(play, board)
        } else {
            board.position.legal_moves()
        };
        for mv in moves {
            let more = games(play, &board.after(mv).unwrap(), known);
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }
    known.insert(fen, sums);
    sums
}

/// All moves that the player may choose: what it leaves to chance differs with the seed.
fn choices(play: &Play, board: &Board) -> Vec<Move> {
    if board.position.stone_count() > 2 {
        return reply(play, board, Language::English).map(|(mv, _)| mv).into_iter().collect();
    }
    let mut moves = Vec::new();
    for seed in 1..=60 {
        let lines =
            [board.setup(), vec![format!("setoption name Seed value {seed}")], play.lines()];
        let mv: Move = find("^bestmove {}", &answer(&lines.concat())).unwrap().parse().unwrap();
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    moves
}

#[test]
fn what_is_known_is_counted() {
    // The player of lines, against everything.
    let (_, lesson, boards) = all().swap_remove(3);
    let step = &lesson.steps[5];
    let [won, drawn, lost] = games(step.play.as_ref().unwrap(), &boards[5], &mut HashMap::new());
    assert_eq!(step.known["wins"], won.to_string());
    assert_eq!(step.known["draws"], drawn.to_string());
    assert_eq!(lost, 0);
    let known = |lesson: &Lesson| lesson.steps.iter().filter(|step| !step.known.is_empty()).count();
    let count: usize = all().iter().map(|(_, lesson, _)| known(lesson)).sum();
    assert_eq!(count, 1, "a value is typed in that no test counts");
}

/// The rule with the mistake is the one of the text: it takes a corner and loses.
#[test]
fn the_mistake_of_the_rules_can_be_beaten() {
    let (_, lesson, boards) = all().swap_remove(2);
    let play = lesson.steps[2].play.as_ref().unwrap();
    let [_, _, lost] = games(play, &boards[2], &mut HashMap::new());
    assert!(lost > 0);
    let corrected = Play { options: [].into(), ..play.clone() };
    let [_, _, lost] = games(&corrected, &boards[2], &mut HashMap::new());
    assert_eq!(lost, 0);
}

#[test]
fn what_is_wrong_is_told_in_a_line() {
    let good = LESSONS[0];
    let said = |old: &str, new: &str| {
        assert!(good.contains(old), "{old}");
        let problem = read(&good.replacen(old, new, 1)).unwrap_err().to_string();
        assert!(!problem.contains('\n') && problem.len() < 400, "{problem}");
        problem
    };
    assert_eq!(
        said("\"game\": \"tictactoe\"", "\"game\": \"chess\""),
        "step 1 game: chess: expected a game as in the option Variant, or a position text"
    );
    assert!(said("{lines} such", "{linse} such").starts_with("step 1 say en: {linse}: expected"));
    assert!(said("\"squares\": \"b2\"", "\"squares\": \"d2\"").contains("question squares: d2"));
    assert!(said("explain {move}", "quit").contains("question lines: quit: expected one of"));
    assert!(said("explain {move}", "go infinite").contains("a search that ends"));
    assert!(said("explain {move}", "setoption name LogFile value x").contains("LogFile"));
    assert!(said("h8 h9 i8", "h8 h8 i8").starts_with("step 4 position: h8"));
    assert!(said("\"title\"", "\"titel\"").contains("titel"));
    assert!(said("\"zh\"", "\"cn\"").contains("cn"));
    for cut in (0..good.len()).step_by(97).filter(|&at| good.is_char_boundary(at)) {
        assert!(read(&good[..cut]).is_err());
    }
}

/// The manual shows a lesson that can be read.
#[test]
fn the_lesson_of_the_manual_is_one() {
    let manual = include_str!("../../tools/learn/README.md");
    let (_, rest) = manual.split_once("```json\n").unwrap();
    let (text, _) = rest.split_once("```").unwrap();
    let lesson = read(text).unwrap();
    let boards = boards(&lesson).unwrap();
    let right = right_squares(lesson.steps[0].question.as_ref().unwrap(), &boards[0]);
    assert_eq!(right, ["b3".parse().unwrap()]);
    assert_eq!(values(&lesson.steps[0], &boards[0], Language::English).values["best"], "b3");
}

/// All lessons have the same short form: the page reads them as one text.
#[test]
fn the_course_is_one_text() {
    let course: serde_json::Value = serde_json::from_str(COURSE).unwrap();
    assert_eq!(course.as_array().unwrap().len(), LESSONS.len());
}
