use super::LONGEST_NAME;
use crate::game::{Color, Rule, Variant};
use crate::record::{self, Contents, Format, GameRecord, GameRule};

fn read(text: &str) -> Result<Vec<GameRecord>, String> {
    let renju = Variant::preset("renju").unwrap();
    record::read(Format::RenjuNet, text.as_bytes(), &renju).map_err(|error| error.to_string())
}

const FILE: &str = r#"<?xml version="1.0"?>
<database>
  <players>
    <player id="10" name="Ada" surname="L&apos;Amie"/>
  </players>
  <games>
    <game id="1" tournament="3" round="4" rule="25" black="10" white="11" bresult="0.5" alt="51" swap="R--R-">
      <move>h8 h9
        i8 g8 g9</move>
      <info>B=1245 &amp; more</info>
    </game>
    <game id="2" black="11" white="10" bresult="1"><move></move></game>
  </games>
  <tournaments><tournament id="3" name="Open" year="2001"></tournament></tournaments>
  <players><player id="11" name="Bo" surname=""/></players>
</database>
"#;

#[test]
fn numbers_become_names_wherever_the_tables_are() {
    let games = read(FILE).unwrap();
    let names: Vec<String> = games[0].plain_moves().map(|mv| mv.to_string()).collect();
    assert_eq!(names, ["h8", "h9", "i8", "g8", "g9"]);
    let info = &games[0].info;
    assert_eq!(info.players[Color::Black].as_deref(), Some("Ada L'Amie"));
    assert_eq!(info.players[Color::White].as_deref(), Some("Bo"));
    assert_eq!(info.event.as_deref(), Some("Open 2001"));
    assert_eq!(info.result.unwrap().winner(), None);
    let comment = "alternative fifth moves: 51\nswaps: R--R-\nB=1245 & more";
    assert_eq!(games[0].comment.as_deref(), Some(comment));
    assert_eq!((games.len(), games[1].moves.len()), (2, 0));
}

#[test]
fn results_without_a_meaning_are_told() {
    let games = read(&FILE.replace("\"0.5\"", "\"2\"").replace("\"1\">", "\"\">")).unwrap();
    assert_eq!((games[0].info.result, &games[1].info.unread), (None, &vec![]));
    let told: Vec<String> = games[0].info.unread.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "line 7: rule=\"25\": expected a rule with a name in the file",
            "line 7: bresult=\"2\": expected 1, 0.5 or 0",
        ]
    );
}

#[test]
fn faults_are_named_with_their_line() {
    for (from, to, message) in [
        ("i8 g8", "i8 z8", "line 9: z8: expected a point of the 15x15 board"),
        ("i8 g8", "i8 h8", "line 9: h8 (occupied): expected an empty square"),
        ("i8 g8", "i8 8", "line 9: 8: expected moves such as h8 i9"),
    ] {
        let error = read(&FILE.replace(from, to)).unwrap_err();
        assert!(error.starts_with(message), "{from}: {error}");
    }
    assert_eq!(read("").unwrap(), []);
}

#[test]
fn names_and_errors_are_calm_and_short() {
    let games = read(&FILE.replace("round=\"4\"", "round=\"4&#27;[2J\"")).unwrap();
    assert_eq!(games[0].info.round.as_deref(), Some("4 [2J"));
    let error = read("<a\u{1b}\u{202e}></b>").unwrap_err();
    assert_eq!(error, "line 1: </b>: expected </a\\u{1b}\\u{202e}>");
    let error = read(&format!("<{}></b>", "a".repeat(10_000))).unwrap_err();
    assert!(error.len() < 300, "{error}");
    let long = "o".repeat(LONGEST_NAME + 1);
    let error = read(&FILE.replace("Bo", &long)).unwrap_err();
    assert!(error.contains("expected a name of at most 300 letters"), "{error}");
    assert!(read(&FILE.replace("Bo", &long[2..])).is_ok());
}

#[test]
fn faults_of_the_xml_are_named_with_their_line() {
    for (from, to, expected) in [
        ("</games>", "</game>", "line 13: </game>: expected </games>"),
        ("</database>\n", "", "line 16: (nothing): expected the end of every element"),
        ("id=\"2\"", "id=2", "line 12: <game id=2 black=\"11\" white=\"10\" bresult="),
        ("\"Bo\"", "\"&\"", "line 15: <player id=\"11\" name=\"&\" surname="),
        ("<info>", "<!--\n", "line 10: <!--: expected XML, every tag"),
    ] {
        let error = read(&FILE.replace(from, to)).unwrap_err();
        assert!(error.starts_with(expected), "{from}: {error}");
    }
}

#[test]
fn a_game_has_the_rule_that_the_file_names() {
    // A double-three of renju, and behind it a move.
    let foul = "<move>i8 a1 j8 a3 h9 a5 h10 a7 h8 a9 g8</move>";
    let file = |game: &str, tournament: &str, rule: &str| {
        format!(
            "<d><games><game {game} tournament=\"3\">{foul}</game></games><rules><rule id=\"5\" \
             name=\"{rule}\"/></rules><tournament id=\"3\" {tournament}/></d>"
        )
    };
    for (game, tournament, rule, expected) in [
        ("rule=\"5\"", "", "Gomoku - Swap2", Some(Rule::Standard)),
        ("", "rule=\"5\"", "gomoku pro", Some(Rule::Standard)),
        ("rule=\"5\"", "", "Freestyle Gomoku", Some(Rule::Freestyle)),
        ("rule=\"5\"", "", "Yamaguchi", None),
        ("rule=\"6\"", "", "Gomoku", None),
    ] {
        let games = read(&file(game, tournament, rule));
        assert_eq!(games.ok().map(|games| games[0].start.rule), expected, "{game} {rule}");
    }
}

#[test]
fn bad_games_and_rows_leave_the_others() {
    let bad = FILE
        .replace("i8 g8", "i8 h8")
        .replace("id=\"11\"", "id=11")
        .replace("<tournaments>", "<game id=\"7\"><move>a1</move></game><tournaments>");
    let renju = Variant::preset("renju").unwrap();
    let contents = Contents::new(Format::RenjuNet, bad.as_bytes(), None);
    let told: Vec<String> = contents
        .games(GameRule::Named(renju))
        .map(|game| game.map_or_else(|error| error.to_string(), |game| game.info.name.unwrap()))
        .collect();
    assert_eq!(told[1..3], ["2", "7"]);
    assert!(told[0].starts_with("line 9: h8 (occupied)"), "{told:?}");
    assert!(told[3].starts_with("line 15: <player id=11"), "{told:?}");
    assert_eq!(told.len(), 4);
}
