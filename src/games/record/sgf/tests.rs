use super::words::OPENING_MOVE;
use crate::record::testing::{shape, told};
use crate::record::{self, Contents, Format, GameResult, GameRule, GameTree, NodeId};
use tengen_engine::game::{Color, Rule, Variant};

fn read(text: &str) -> Result<Vec<GameTree>, String> {
    let gomoku = Variant::preset("gomoku").unwrap();
    record::read_trees(Format::Sgf, text.as_bytes(), &gomoku).map_err(|error| error.to_string())
}

fn one(text: &str) -> GameTree {
    let mut games = read(text).unwrap();
    assert_eq!(games.len(), 1);
    games.pop().unwrap()
}

fn written(game: &GameTree) -> String {
    let bytes = record::write_trees(Format::Sgf, std::slice::from_ref(game)).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_game_of_a_match_is_read_and_written() {
    let text = "(;FF[4]GM[4]GN[7]EV[A x B]DT[2025.1.31 12:00:00]RO[1.2]RU[1]SZ[20]PB[A]PW[B]RE[W+1]\
                TE[time forfeit];B[ab]C[opening move];W[ba]C[35ms]\n;B[tt]C[0ms])\n\n(;GM[4])";
    let games = read(text).unwrap();
    let game = &games[0];
    assert_eq!(shape(game), "1a19 2b20 3t1");
    assert_eq!((game.variant().rule, game.variant().size.width()), (Rule::Standard, 20));
    let line: Vec<NodeId> = game.main_line().collect();
    let times = line.iter().map(|id| game.node(*id).time_ms).collect::<Vec<_>>();
    assert_eq!(times, [None, Some(35), Some(0)]);
    assert!(line.iter().all(|id| game.node(*id).comment.is_none()), "{OPENING_MOVE} is no comment");
    let info = &game.info;
    assert_eq!((info.opening, info.result), (1, Some(GameResult::Win(Color::White))));
    let texts = [&info.name, &info.event, &info.date, &info.round, &info.termination];
    let texts = texts.map(|text| text.as_deref().unwrap());
    assert_eq!(texts, ["7", "A x B", "2025.1.31 12:00:00", "1.2", "time forfeit"]);
    assert_eq!(info.players.0.each_ref().map(|name| name.as_deref()), [Some("A"), Some("B")]);
    assert_eq!(one(&written(game)), *game);
    assert_eq!((games.len(), shape(&games[1]).len()), (2, 0));
}

#[test]
fn a_given_move_may_have_a_time() {
    let game =
        one("(;B[aa]C[opening move\n5ms\nx];W[bb]C[7ms\nopening move];B[cc]C[opening move\n5ms])");
    assert_eq!(game.info.opening, 3);
    assert_eq!(read(&written(&game)), Ok(vec![game]));
    // Given moves come first; what is said of another one is left out.
    let game = one("(;B[aa];W[bb]C[opening move\n5ms\nx])");
    let last = game.main_line().last().unwrap();
    assert_eq!((game.info.opening, game.node(last).time_ms), (0, Some(5)));
    assert_eq!(game.node(last).comment.as_deref(), Some("x"));
    assert_eq!(read(&written(&game)), Ok(vec![game]));
}

#[test]
fn variations_and_marks_are_kept() {
    let text = "(;GM[4]SZ[15]C[a \\] b \\\\ c\\: \\\nd](;B[hh];W[ih]LB[aa:A][ob:1 \\] 2]MA[ih][bb](;B[ig]C[x])
        (;B[hg](;W[])(;W[tt];B[aa])))(;B[aa];C[later];TR[cc:dd]))";
    let game = one(text);
    assert_eq!(shape(&game), "1h8 2i8 3i9 3h9 4- 4- 5a15 1a15");
    assert_eq!(game.node(NodeId::ROOT).comment.as_deref(), Some("a ] b \\ c: d"));
    let line: Vec<NodeId> = game.main_line().collect();
    assert!(game.node(line[1]).is_marked && !game.node(line[0]).is_marked);
    let labels: Vec<String> =
        game.node(line[1]).labels.iter().map(|(at, text)| format!("{at}={text}")).collect();
    assert_eq!(labels, ["a15=A", "o14=1 ] 2", "b14=X"]);
    let (_, last) = game.preorder().last().unwrap();
    assert_eq!(game.node(last).comment.as_deref(), Some("later"));
    assert_eq!(game.node(last).labels.len(), 4);
    assert_eq!(one(&written(&game)), game);
}

#[test]
fn boards_may_be_set_up() {
    let game = one("(;GM[4]SZ[7:4]RU[freestyle k=4];AB[aa:ba][gd]AW[gc]AE[ba];W[fd];B[ab])");
    let position = game.record().unwrap().final_position().unwrap();
    assert_eq!(position.fen(), "x6/x6/6o/5ox o k=4 rule=freestyle destroy=0,0 last=a3");
    assert_eq!(one(&written(&game)), game);
    let sides = ["(;AB[aa])", "(;AB[aa]PL[B])", "(;AW[aa])", "(;AB[aa]AW[bb];W[cc])", "(;W[aa])"];
    let sides = sides.map(|text| one(text).start.side.letter());
    assert_eq!(sides, ['o', 'x', 'x', 'o', 'o']);
}

#[test]
fn results_have_many_forms() {
    for (text, result) in [
        ("B+1", Some(GameResult::Win(Color::Black))),
        ("W+T", Some(GameResult::Win(Color::White))),
        ("B+Draw", Some(GameResult::Draw)),
        ("0", Some(GameResult::Draw)),
        ("Draw", Some(GameResult::Draw)),
        ("?", None),
        ("", None),
    ] {
        assert_eq!(one(&format!("(;RE[{text}];B[hh])")).info.result, result, "{text}");
    }
    assert_eq!(one("(;RE[W+T])").info.termination.as_deref(), Some("timeout"));
    let won = one("(;B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])");
    assert_eq!(won.info.result, Some(GameResult::Win(Color::Black)), "as nobody says it");
}

#[test]
fn faults_are_named_with_their_line() {
    for (text, message) in [
        ("", "line 1: (nothing): expected a game that begins with (;"),
        ("\n\nhello", "line 3: hello: expected a game that begins with (;"),
        ("(GM[4])", "line 1: GM[4]): expected ; after ("),
        ("(;B[hh]\n\n;W[ii", "line 3: W[ii: expected ] after the value"),
        ("(;B[hh]\n;W[ii]\n", "line 3: (nothing): expected ) at the end of the game"),
        ("(;B[hh]\n;W ;", "line 2: W: expected a value in brackets after it"),
        ("(;B[hh]\n;+", "line 2: +: expected ; or ( or ) or a property"),
        ("(;B[hh]))", "line 1: ): expected a game that begins with (;"),
        ("(;GM[1])", "line 1: GM[1]: expected GM[4]: gomoku and renju are read, and GM[1] is Go"),
        ("(;SZ[15x15])", "line 1: SZ[15x15]: expected a size such as SZ[15] or SZ[20:15]"),
        ("(;\nSZ[99999999])", "line 2: 99999999x99999999: expected a board from 3x3 to 40x40"),
        ("(;\nSZ[3])", "line 1: k=5: expected k of at most"),
        ("(;B[hh]\n;W[hp])", "line 2: W[hp]: expected a point of the board, as in hh"),
        ("(;B[hh]\n;W[h])", "line 2: W[h]: expected a point"),
        ("(;B[hh]\n;B[hi])", "line 2: B[hi]: expected a move of W"),
        ("(;B[hh]\n;W[hi][hj])", "line 2: W[hj]: expected a move of B"),
        ("(;B[hh];W[hi]\n;PL[W])", "line 2: PL[W]: expected set-up stones before all moves only"),
        ("(;HA[2]\n;W[hi])", "line 1: HA[2]: expected its stones in AB"),
        (
            "(;SZ[15]\n;QPR[hh,hg,jf];B[gg])",
            "line 2: QPR[hh,hg,jf]: expected a property known here",
        ),
        ("(;QPR[hh][hg];W[gg])", "line 1: QPR[hh][hg]: expected a property known here"),
        ("(;B[gg];QX[hh])", "line 1: QX[hh]: expected a property known here"),
        ("(;B[hh](;W[ii])\n(;W[hh]))", "line 2: h8 (occupied): expected an empty square"),
        ("(;B[hh]\n;AB[aa])", "line 2: AB[aa]: expected set-up stones before all moves only"),
        ("(;(;AB[aa])\n(;AB[bb]))", "line 1: AB[aa]: expected set-up stones before"),
        ("(;AB[aa]AW[5])", "line 1: AW[5]: expected a point"),
        ("(;PL[x])", "line 1: PL[x]: expected PL[B] or PL[W]"),
        ("(;LB[x:y])", "line 1: LB[x:y]: expected a point"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn deep_files_end_in_one_line() {
    let deep = 200_000;
    let error = read(&"(;".repeat(deep)).unwrap_err();
    assert_eq!(error, "line 1: (nothing): expected ) at the end of the game");
    let nested = format!("{}{}", "(;C[x]".repeat(deep), ")".repeat(deep));
    assert_eq!(one(&nested).node_count(), 1);
}

#[test]
fn values_without_a_meaning_are_told() {
    let unread = |text: &str| {
        let info = one(&format!("(;GM[4]\n{text};B[hh])")).info;
        let unread = info.unread.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        (info.result.map(|result| result.to_string()), info.termination, unread)
    };
    for (text, message) in [
        ("RU[swap2]", "line 2: RU[swap2]: expected 0, 1, 4, 8, 9, or name and length"),
        ("RU[renju k=x]", "line 2: RU[renju k=x]: expected 0, 1"),
        ("RE[Black]", "line 2: RE[Black]: expected a result such as B+1"),
        ("RE[X+1]", "line 2: RE[X+1]: expected a result"),
    ] {
        let (result, reason, unread) = unread(text);
        assert!(unread.starts_with(message) && result.is_none() && reason.is_none(), "{unread}");
    }
    for (text, result, reason) in [
        ("RE[B+Foul]", Some("1-0"), Some("Foul")),
        ("RE[W+T]", Some("0-1"), Some("timeout")),
        ("RE[W+2.5]", Some("0-1"), None),
        ("RE[B+]RU[Renju]", Some("1-0"), None),
        ("RE[?]RU[ ]", None, None),
        ("RE[Void]", None, None),
        ("RE[]", None, None),
    ] {
        let expected = (result.map(str::to_owned), reason.map(str::to_owned), String::new());
        assert_eq!(unread(text), expected, "{text}");
    }
}

#[test]
fn several_moves_may_stand_in_a_node() {
    assert_eq!(shape(&one("(;B[hh]W[ii]C[x];W[gg]B[jj])")), "1h8 2i7 3j6 4g9");
    assert_eq!(shape(&one("(;B[hh][jj]W[ii];W[gg])")), "1h8 2i7 3j6 4g9");
    let game = one("(;B[hh]W[ii]C[x])");
    let last = game.main_line().last().unwrap();
    assert_eq!(game.node(last).comment.as_deref(), Some("x"));
    // The side to move may be said again behind a move.
    assert_eq!(shape(&one("(;B[hh]PL[W];W[ii]PL[B])")), "1h8 2i7");
    assert_eq!(shape(&one("(;AB[aa]PL[B]B[hh])")), "1h8");
}

#[test]
fn properties_that_are_left_out_are_named_once() {
    let text =
        "(;GM[4]FF[4]AP[x]ST[0]HA[0]KM[6.5]LANG[en]\n;B[hh]BL[5]QX[aa];W[ii]BL[3]WL[2]PB[late])";
    let foreign: Vec<String> =
        one(text).info.foreign.iter().map(|(place, name)| format!("{place} {name}")).collect();
    let expected = [
        "line 1 HA",
        "line 1 KM",
        "line 1 LANG",
        "line 2 BL",
        "line 2 QX",
        "line 2 WL",
        "line 2 PB",
    ];
    assert_eq!(foreign, expected);
}

#[test]
fn bad_games_leave_the_others() {
    let told = |text: &str| told(Format::Sgf, text);
    let bad = |text: &str, expected: &[&str]| {
        let told = told(text);
        let is_same = told.len() == expected.len()
            && told.iter().zip(expected).all(|(told, expected)| told.starts_with(expected));
        assert!(is_same, "{text}: {told:?}");
    };
    bad("(;B[aa])\n(;B[aa];W[aa])\n(;B[bb])", &["1a15", "line 2: a15 (occupied)", "1b14"]);
    bad("(;B[aa])(;B[aa](;W[bb])(GM[4])(;W[cc]))(;B[bb])", &["1a15", "line 1: GM[4]", "1b14"]);
    bad("(;B)\n(;B[bb])", &["line 1: B: expected a value", "1b14"]);
    bad("junk (;B[bb]) junk\n(;B[cc])", &["line 1: junk", "1b14", "line 1: junk", "1c13"]);
    // Brackets that were forgotten do not swallow the games behind.
    bad("(;GM[4];B[aa]\n(;GM[4];B[bb])", &["line 2: (;GM[4];B[bb", "1b14"]);
    bad("(;GM[4]C[x)\n(;GM[4];B[bb])", &["line 1: C[x)", "1b14"]);
    bad("(;GM[4]C[x\n(;GM[4\\];B[bb\\])])", &[""]);
}

#[test]
fn another_game_may_be_given() {
    let text = "(;FF[4]GM[1]SZ[9]RU[koPOSITIONAL];B[aa];W[ii])";
    let standard = Variant::preset("standard").unwrap();
    let contents = Contents::new(Format::Sgf, text.as_bytes(), None);
    let game = contents.games(GameRule::Given(standard)).next().unwrap().unwrap();
    assert_eq!((game.start.rule, game.start.size.width()), (Rule::Standard, 9));
    assert_eq!((shape(&game).as_str(), game.info.unread.len()), ("1a9 2i1", 0));
    assert!(contents.games(GameRule::Named(standard)).next().unwrap().is_err());
}
