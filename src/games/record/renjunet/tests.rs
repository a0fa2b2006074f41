use super::LONGEST_NAME;
use crate::record::{self, Contents, Format, GameRecord, GameRule};
use tengen_engine::game::{Color, Rule, Variant};

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
    let games = read(&FILE.replace("Bo", &long)).unwrap();
    let told = games[0].info.unread[0].to_string();
    assert!(told.contains("expected a name of at most 300 letters"), "{told}");
    assert_eq!(read(&FILE.replace("Bo", &long[2..])).unwrap()[0].info.unread.len(), 1);
}

#[test]
fn faults_of_the_xml_are_named_with_their_line() {
    for (from, to, expected) in [
        ("</games>", "</game>", "line 13: </game>: expected </games>"),
        ("</database>\n", "", "line 16: (nothing): expected the end of every element"),
        ("id=\"2\"", "id=2", "line 12: <game id=2 black=\"11\" white=\"10\" bresult="),
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

/// The number of each game and what is told with it, or why it cannot be read.
fn told(text: &str) -> Vec<String> {
    let renju = Variant::preset("renju").unwrap();
    let contents = Contents::new(Format::RenjuNet, text.as_bytes(), None);
    let games = contents.games(GameRule::Named(renju)).map(|game| match game {
        Ok(game) => {
            let unread = game.info.unread.iter().map(|error| format!(" ({error})"));
            game.info.name.unwrap() + &unread.collect::<String>()
        }
        Err(error) => error.to_string(),
    });
    games.collect()
}

/// A bad row is no game: it is told with the first game that makes sense.
#[test]
fn bad_games_and_rows_leave_the_others() {
    let bad = FILE
        .replace("i8 g8", "i8 h8")
        .replace("id=\"11\"", "id=11")
        .replace("<tournaments>", "<game id=\"7\"><move>a1</move></game><tournaments>");
    let told = told(&bad);
    assert!(told[0].starts_with("line 9: h8 (occupied)"), "{told:?}");
    assert!(told[1].starts_with("2 (line 15: <player id=11"), "{told:?}");
    assert_eq!(told[2..], ["7"]);
}

#[test]
fn many_bad_rows_are_a_number() {
    let rows = "<player id=1/>\n".repeat(1_000);
    let told = told(&format!("<d>\n{rows}<game id=\"1\"><move>h8</move></game></d>"));
    assert_eq!((told.len(), told[0].matches("line ").count()), (1, 16), "{told:?}");
    assert!(
        told[0].ends_with("(line 17: 985 more: expected attributes such as id=\"1\")"),
        "{told:?}"
    );
}

#[test]
fn games_behind_a_broken_place_are_read() {
    let game =
        |id: usize, inside: &str| format!("<game id=\"{id}\" black=\"{id}\">\n{inside}</game>\n");
    let good = |id: usize| game(id, &format!("<move>h{id}</move>"));
    let tail = "</games><players><player id=\"4\" name=\"Ada\"/></players></database>\n";
    for (broken, error) in [
        (game(2, "<move>h8</mov>"), "line 3: </mov>: expected </move>"),
        (game(2, "<move>h8"), "line 3: </game>: expected </move>"),
        (game(2, "<!-- <move>h8</move>"), "line 3: <!-- <move>: expected XML, every tag"),
        (
            "<game id=\"2\" <move>h8</move></game>\n\n".to_owned(),
            "line 2: <game id=\"2\" <move>: expected attr",
        ),
        (
            "<game id=\"2 black=\"2\">\n<move>h8</move></game>\n".to_owned(),
            "line 2: <game id=\"2 black=\"2\">: expected ",
        ),
    ] {
        let last = good(4).replace("h4", "h4 h4");
        let text = format!(
            "<database><games>\n{}{broken}{}{last}{}{tail}",
            good(1).replace(">\n", ">"),
            good(3),
            good(5)
        );
        let told = told(&text);
        assert!(told[1].starts_with(error), "{told:?}");
        assert_eq!((&*told[0], &*told[2], &*told[4], told.len()), ("1", "3", "5", 5), "{told:?}");
        // Lines are counted through, and what stands behind the games is known.
        assert!(told[3].starts_with("line 7: h4 (occupied)"), "{told:?}");
        let renju = Variant::preset("renju").unwrap();
        let text = text.replace("h4 h4", "h4");
        let contents = Contents::new(Format::RenjuNet, text.as_bytes(), None);
        let fourth = contents.games(GameRule::Named(renju)).nth(3).unwrap().unwrap();
        assert_eq!(fourth.info.players[Color::Black].as_deref(), Some("Ada"), "{broken}");
    }
}

/// A broken place outside of games does not change their numbers.
#[test]
fn broken_tables_leave_the_games() {
    let text = FILE.replace("name=\"Ada\"", "name=\"Ada");
    let told = told(&text);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("1 (line 4: <player id=\"10\" name=\"Ada surname="), "{told:?}");
    let again = self::told(&FILE.replace("</players>\n  <games>", "</player>\n  <games>"));
    assert!(again[0].contains("line 5: </player>: expected </players>"), "{again:?}");
    assert_eq!((again.len(), &*again[1]), (2, "2"), "{again:?}");
}

/// However often a text is broken, it is read once.
#[test]
fn broken_texts_are_read_in_linear_time() {
    let began = std::time::Instant::now();
    for broken in ["<game><!--", "<game \"", "<player '", "<player>"] {
        told(&broken.repeat(10_000));
    }
    assert!(began.elapsed().as_secs() < 100, "{:?}", began.elapsed());
}

#[test]
fn only_tournaments_have_rules() {
    let tables = "<rule id=\"1\" name=\"gomoku\"/><player id=\"3\" name=\"a\" rule=\"1\"/>";
    let text = format!("<d>{tables}<game id=\"1\" tournament=\"3\"><move>h8</move></game></d>");
    assert_eq!(read(&text).unwrap()[0].start.rule, Rule::Renju);
    let text = text.replace("<player ", "<tournament ");
    assert_eq!(read(&text).unwrap()[0].start.rule, Rule::Standard);
}
