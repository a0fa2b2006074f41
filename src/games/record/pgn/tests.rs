use crate::record::testing::{shape, told};
use crate::record::{self, Format, GameResult, GameTree};
use tengen_engine::game::{Color, Rule, Variant};

fn read(text: &str) -> Result<Vec<GameTree>, String> {
    let gomoku = Variant::preset("gomoku").unwrap();
    record::read_trees(Format::Pgn, text.as_bytes(), &gomoku).map_err(|error| error.to_string())
}

fn written(games: &[GameTree]) -> String {
    String::from_utf8(record::write_trees(Format::Pgn, games).unwrap()).unwrap()
}

const GAME: &str = "\
[Name \"7\"]
[Event \"A \\\"big\\\" match \\\\ one\"]
[Date \"2025-01-31\"]
[Round \"1\"]
[Black \"alpha\"]
[White \"beta\"]
[Result \"0-1\"]
[Termination \"timeout\"]
[Variant \"standard 20x15 k=5\"]
[Opening \"2\"]
[FifthMoves \"a1 t15\"]

{before all} 1. h8 i9 2. g7 {1530ms; +0.34/12} (2. j10 {a variation} a1 (2... a2 3. a3)) (2. k11) 2...
";

#[test]
fn games_are_written_as_they_were_read() {
    let text = GAME.replace(" (2. k11) 2...\n", "\n(2. k11) 2... f6 {2ms} 0-1\n");
    let games = read(&text).unwrap();
    assert_eq!(shape(&games[0]), "1h8 2i9 3g7 4f6 3j10 4a1 4a2 5a3 3k11");
    assert_eq!(written(&games), text);
    let info = &games[0].info;
    assert_eq!((info.opening, info.result), (2, Some(GameResult::Win(Color::White))));
    assert_eq!(info.event.as_deref(), Some("A \"big\" match \\ one"));
    let third = games[0].main_line().nth(2).unwrap();
    assert_eq!(games[0].node(third).time_ms, Some(1530));
    assert_eq!(games[0].node(third).comment.as_deref(), Some("+0.34/12"));
}

#[test]
fn other_programs_write_it_differently() {
    let games =
        read("1.h8 $3 i9!? ; to the end\n% and this\n2.g7 *\n\n1. a1 1-0 [Event \"x\"]\n").unwrap();
    assert_eq!(games.iter().map(shape).collect::<Vec<_>>(), ["1h8 2i9 3g7", "1a1", ""]);
    assert_eq!(games[1].info.result, Some(GameResult::Win(Color::Black)));
    assert_eq!(games[2].info.event.as_deref(), Some("x"));
}

#[test]
fn positions_and_conversions_have_words() {
    let destroy = Variant::preset("destroy").unwrap();
    let games = record::read_trees(Format::Moves, b"h8 i9 *i9 a1", &destroy).unwrap();
    let text = written(&games);
    assert!(text.contains("[Variant \"freestyle 15x15 k=5 destroy=1\"]"), "{text}");
    assert!(text.contains("1. h8 i9 2. *i9 a1 *"), "{text}");
    assert_eq!(read(&text), Ok(games));

    let gomoku = Variant::preset("gomoku").unwrap();
    let games = record::read_trees(Format::Fen, b"x2/1o1/3 o k=3", &gomoku).unwrap();
    let text = written(&games);
    assert!(text.contains("[FEN \"x2/1o1/3 o k=3 rule=freestyle destroy=0,0\"]"), "{text}");
    assert_eq!(read(&text), Ok(games));
    assert_eq!(shape(&read("[FEN \"3/3/x2 o k=3\"]\n1... a2 2. a3 *").unwrap()[0]), "1a2 2a3");
}

#[test]
fn passes_have_a_word() {
    let text = GAME.replace(" (2. k11) 2...\n", "\n(2. -- --) 2... --?! f6 0-1\n");
    let games = read(&text).unwrap();
    assert_eq!(shape(&games[0]), "1h8 2i9 3g7 4- 5f6 3j10 4a1 4a2 5a3 3- 4-");
    assert_eq!(Format::Pgn.losses(&games), []);
    assert!(written(&games).contains("(2. -- --) 2... -- 3. f6 0-1"), "{}", written(&games));
    assert_eq!(read(&written(&games)), Ok(games));
}

#[test]
fn faults_are_named_with_their_line() {
    for (text, message) in [
        ("\n[Event x]", "line 2: [Event x]: expected a tag in a line"),
        ("[Event \"x]", "line 1: [Event \"x]: expected a tag"),
        ("[Result \"2-0\"]\n", "line 1: 2-0: expected 1-0, 0-1, 1/2-1/2 or *"),
        ("[Variant \"chess 8x8 k=5\"]\n", "line 1: chess 8x8 k=5: expected a game such as"),
        ("[Variant \"freestyle 3x3 k=5\"]\n", "line 1: freestyle 3x3 k=5: expected a game"),
        ("[FEN \"3/3 x\"]\n", "line 1: 3/3: expected a board"),
        ("[Opening \"-1\"]\n", "line 1: -1: expected a number of moves"),
        ("[FifthMoves \"z9\"]\n", "line 1: z9: expected points of the 15x15 board"),
        ("1. h8\n2. {x", "line 2: {x: expected } at the end of a comment"),
        ("1. h8\n(", "line 2: (nothing): expected ) at the end of a variation"),
        ("(h8)", "line 1: (: expected a move before its variation"),
        ("h8)", "line 1: ): expected a variation that was opened"),
        ("h8\nh8", "line 2: h8 (occupied): expected an empty square"),
        ("h8\ne4e5", "line 2: e4e5: expected a move such as h8, or a result such as 1-0"),
        ("h8 ] i9", "line 1: ]: expected a move"),
        ("h8 } i9", "line 1: }: expected a move"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn bad_games_leave_the_others() {
    let told = |text: &str| told(Format::Pgn, text);
    let bad = |text: &str, expected: &[&str]| {
        let told = told(text);
        let is_same = told.len() == expected.len()
            && told.iter().zip(expected).all(|(told, expected)| told.starts_with(expected));
        assert!(is_same, "{text}: {told:?}");
    };
    bad("h8 *\nh8 h8 i9 *\na1 *", &["1h8", "line 2: h8 (occupied)", "1a1"]);
    bad("[A \"b\"]\nh8 x (a1 *) i9\n[A \"c\"]\na1 *", &["line 2: x:", "1a1"]);
    bad("[Result \"x\"]\n*\na1 *", &["line 1: x:", "1a1"]);
    bad("h8 *\n[A b]\n[C \"d\"]\nh8\n[A \"c\"]\na1", &["1h8", "line 2: [A b]", "1a1"]);
    bad("h8\n[A b]\nh8 *\na1", &["1h8", "line 2: [A b]", "1a1"]);
    // A comment without an end does not swallow the games behind.
    bad("h8 {x\n[A \"b\"]\na1 {y} *", &["line 1: {x", "1a1"]);
    bad("h8 {x\n[%clk 1]} i9 *", &["1h8 2i9"]);
}

#[test]
fn chess_programs_let_white_begin() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Variant \"gomoku\"]\n[Opening \"x\"]\n\n\
                1. P@h8 {+0.00/1 0s} @i9 1-0\n";
    let game = &read(text).unwrap()[0];
    assert_eq!(shape(game), "1h8 2i9");
    assert_eq!((game.start.rule, game.start.size.width()), (Rule::Standard, 15));
    let info = &game.info;
    assert_eq!(info.players.0.each_ref().map(|name| name.as_deref()), [Some("A"), Some("B")]);
    assert_eq!(info.result, Some(GameResult::Win(Color::Black)));
    assert_eq!(info.unread.len(), 1);
    let fen = text.replace("[Opening", "[FEN \"3/3/3[PPPPPpppp] w - - 0 1\"]\n[Opening");
    let fen = fen.replace("gomoku", "tictactoe").replace("h8", "b2").replace("i9", "a1");
    assert_eq!(shape(&read(&fen).unwrap()[0]), "1b2 2a1");
}

#[test]
fn comments_may_look_like_tags() {
    let mut games = read("h8 {x} *").unwrap();
    let first = games[0].main_line().next().unwrap();
    games[0].node_mut(first).comment = Some("x\n[A \"b\"]\n[c".to_owned());
    let text = written(&games);
    let again = read(&text).unwrap();
    assert_eq!(again[0].node(first).comment.as_deref(), Some("x\n [A \"b\"]\n[c"));
    assert_eq!(written(&again), text);
}
