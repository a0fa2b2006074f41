//! The manual must name everything that the program knows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tengen_engine::game::{Rule, Variant};
use tengen_engine::player;
use tengen_engine::protocol::CommandSpec;
use tengen_engine::protocol::gomocup;
use tengen_engine::protocol::uci::COMMANDS;
use tengen_engine::protocol::ugi;
use tengen_engine::session::options::{OptionKind, TABLE};
use tengen_games::record::Format;

use crate::documents::{self, MANUALS, README};
use crate::waiting::Finish;

/// A row of a table.
struct Row<'a> {
    /// The `##` heading that it stands under.
    section: &'a str,
    cells: Vec<&'a str>,
}

impl Row<'_> {
    /// What stands between backticks in the first cell.
    fn spans(&self) -> impl Iterator<Item = &str> {
        self.cells[0].split('`').skip(1).step_by(2)
    }

    /// Whether it is about this word: the first span is the word, alone or with what
    /// may follow it.
    fn is_about(&self, word: &str) -> bool {
        let rest = self.spans().next().and_then(|span| span.strip_prefix(word));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }
}

fn rows(document: &str) -> Vec<Row<'_>> {
    let mut section = "";
    let mut rows = Vec::new();
    for line in document.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading;
        } else if let Some(inner) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) {
            rows.push(Row { section, cells: inner.split('|').map(str::trim).collect() });
        }
    }
    rows
}

/// The row about a word in one of these sections of a document.
fn row<'a>(document: &'a str, sections: &[&str], word: &str) -> Option<Row<'a>> {
    let mut rows = rows(document).into_iter();
    rows.find(|row| sections.contains(&row.section) && row.is_about(word))
}

/// The row of the manual, which must be there.
fn told(sections: &[&str], word: &str) -> Row<'static> {
    let row = MANUALS.iter().find_map(|(_, text)| row(text, sections, word));
    row.unwrap_or_else(|| panic!("{sections:?} has no row for {word}"))
}

#[test]
fn a_row_is_about_its_own_word_only() {
    let document = "## A\n| `destroy=1` | x | y |\n| `debug on` or `d` | x | y |\n| d | x | y |\n\
                    ## B\n| `d` | x | y |\n| `Move Overhead` | x | y |\n";
    assert!(row(document, &["A"], "d").is_none());
    assert_eq!(row(document, &["A"], "debug").unwrap().cells[0], "`debug on` or `d`");
    assert_eq!(row(document, &["A", "B"], "d").unwrap().section, "B");
    assert!(row(document, &["B"], "Move Overhead").is_some());
    assert!(row(document, &["B"], "Over").is_none());
    assert_eq!(rows(document)[1].spans().collect::<Vec<_>>(), ["debug on", "d"]);
}

/// Whether these words stand in a manual.
fn is_written(words: &str) -> bool {
    MANUALS.iter().any(|(_, text)| text.contains(words))
}

/// Other ways to write a command, which a sentence below the table explains.
const IN_PROSE: &[&str] = &["YXBALANCE"];

#[test]
fn every_command_has_a_row() {
    for (commands, sections) in [
        (COMMANDS, &["Commands"][..]),
        (ugi::COMMANDS, &["UGI", "Commands"]),
        (gomocup::COMMANDS, &["Gomocup"]),
        (gomocup::YIXIN_COMMANDS, &["Yixin-Board"]),
    ] {
        for CommandSpec { word, .. } in commands {
            if IN_PROSE.contains(word) {
                assert!(is_written(&format!("`{word} ")), "{word}");
            } else {
                assert!(told(sections, word).cells.len() >= 3, "{word}");
            }
        }
    }
}

#[test]
fn every_query_has_a_row() {
    let query = ugi::COMMANDS.iter().find(|command| command.word == "query").unwrap();
    let questions: Vec<&str> = query.arguments.split('|').collect();
    assert!(questions.len() >= 6, "{questions:?}");
    for question in questions {
        assert_eq!(told(&["UGI"], question).cells.len(), 2, "{question}");
    }
}

#[test]
fn every_limit_has_a_row() {
    let go = COMMANDS.iter().find(|command| command.word == "go").unwrap();
    let words = go.arguments.split(['[', ']']).filter_map(|part| part.split(' ').next());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    assert!(words.len() >= 13, "{words:?}");
    for word in words {
        assert_eq!(told(&["go"], word).cells.len(), 3, "{word}");
    }
}

#[test]
fn every_option_has_a_row_with_its_type_and_default() {
    for spec in TABLE {
        let cells = told(&["Options"], spec.name).cells;
        let (kind, default) = match &spec.kind {
            OptionKind::Check { default, .. } => ("check", format!("`{default}`")),
            OptionKind::Spin { default, .. } => ("spin", default.to_string()),
            OptionKind::Combo { default, .. } => ("combo", format!("`{default}`")),
            OptionKind::Text { .. } => ("string", "`<empty>`".to_owned()),
            OptionKind::Button => ("button", String::new()),
        };
        assert_eq!((cells[1], cells[2]), (kind, default.as_str()), "{}", spec.name);
        if let OptionKind::Spin { max, .. } = &spec.kind {
            let is_max = |number: &str| number == max.to_string();
            let mut numbers = cells[3].split(|letter: char| !letter.is_ascii_digit());
            assert!(numbers.any(is_max), "{}: {max}", spec.name);
        }
    }
}

#[test]
fn every_game_rule_and_player_is_explained() {
    let rows: Vec<Row> = MANUALS.iter().flat_map(|(_, text)| rows(text)).collect();
    let games: Vec<&str> =
        rows.iter().filter(|row| row.section == "Games").flat_map(Row::spans).collect();
    for name in Variant::preset_names() {
        assert!(games.contains(&name), "{name}");
    }
    let rules = told(&["Options"], "Rule").cells[3];
    for rule in Rule::ALL {
        assert!(rules.split([' ', '`']).any(|word| word == rule.name()), "{rules}: {rule}");
    }
    for name in player::NAMES {
        assert_eq!(told(&["Players"], name).cells.len(), 3, "{name}");
    }
}

/// Every format, with every extension.
#[test]
fn every_format_has_a_row() {
    for format in Format::all() {
        let extensions: Vec<String> =
            format.extensions().iter().map(|extension| format!("`.{extension}`")).collect();
        assert_eq!(told(&["Records"], &format.to_string()).cells[1], extensions.join(" "));
    }
}

/// The table is what `tengen check --list` prints; and the README has the smallest and
/// the largest number of checks of a protocol.
#[test]
fn the_table_of_checks_is_that_of_the_checker() {
    let list = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["check", "--list"]).args(arguments).env_remove("RUST_LOG");
        command.finish().expect("the list of checks").stdout
    };
    let table = String::from_utf8(list(&[])).expect("text");
    assert!(table.starts_with("| # | check |"), "{table}");
    assert!(is_written(&table), "the manual has another table than this:\n{table}");
    let listed: Vec<Value> = serde_json::from_slice(&list(&["--json"])).expect("a list in JSON");
    let mut counts = BTreeMap::new();
    for check in &listed {
        let protocols = check["protocols"].as_array().expect("protocols");
        let protocols = protocols.iter().filter_map(Value::as_str);
        for protocol in protocols {
            *counts.entry(protocol).or_insert(0) += 1;
        }
    }
    let least: &i32 = counts.values().min().expect("a protocol");
    let most = counts.values().max().expect("a protocol");
    let sentence = format!("through {least} to {most} checks");
    assert!(README.1.contains(&sentence), "{sentence}");
}

/// What links may lead to in a document: its headings, and what has a name of its own.
fn anchors(document: &str) -> Vec<String> {
    let headings = document.lines().filter_map(|line| line.strip_prefix("## "));
    let headings = headings.map(|heading| heading.to_lowercase().replace(' ', "-"));
    let named = document.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    headings.chain(named.map(str::to_owned)).collect()
}

/// Where the links and pictures of a document lead.
fn targets(document: &str) -> Vec<&str> {
    let until = |start: &'static str, end: char| {
        document.split(start).skip(1).filter_map(move |rest| rest.split(end).next())
    };
    until("](", ')').chain(until("src=\"", '"')).filter(|target| !target.contains("://")).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for (path, text) in documents::all() {
        let folder = root.join(path).parent().unwrap().to_owned();
        for target in targets(text) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { root.join(path) } else { folder.join(file) };
            assert!(file.exists(), "{path}: {target}");
            if !anchor.is_empty() {
                let text = fs::read_to_string(&file).unwrap();
                assert!(anchors(&text).iter().any(|one| one == anchor), "{path}: {target}");
            }
            count += 1;
        }
    }
    assert!(count > 100, "{count} links");
}

/// Nobody finds a manual that no document leads to.
#[test]
fn every_manual_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let real = |path: &Path| path.canonicalize().unwrap();
    for (path, _) in MANUALS {
        let is_named = documents::all().filter(|(other, _)| other != path).any(|(other, text)| {
            let folder = root.join(other).parent().unwrap().to_owned();
            let files = targets(text).into_iter().filter_map(|target| target.split('#').next());
            files
                .filter(|file| !file.is_empty())
                .any(|file| real(&folder.join(file)) == real(&root.join(path)))
        });
        assert!(is_named, "{path}");
    }
}

/// What stands in front of the first section names every section.
#[test]
fn the_index_is_complete() {
    let text = MANUALS.iter().find(|(path, _)| *path == "protocol.md").unwrap().1;
    let index = text.split("\n## ").next().unwrap();
    for anchor in anchors(text) {
        assert!(index.contains(&format!("](#{anchor})")), "{anchor}");
    }
}

/// A manual that is too long is read by nobody.
#[test]
fn documents_stay_short() {
    let lines = README.1.lines().count();
    assert!(lines <= 130, "README.md: {lines} lines");
    let learned = documents::OTHERS.iter().find(|(path, _)| path.ends_with("strength.md"));
    assert!(learned.unwrap().1.lines().count() <= 150, "tests/data/strength.md");
    for (path, text) in MANUALS {
        let bytes = text.len();
        assert!(bytes <= 60_000, "{path}: {bytes} bytes");
    }
}

/// The fields of a line of a table whose fields are separated by commas.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            other => fields.last_mut().unwrap().push(other),
        }
    }
    fields
}

/// Every row of the matches says how many games it has, and the difference that they make.
#[test]
fn the_matches_add_up() {
    let mut lines = include_str!("../data/strength.csv").lines().map(fields);
    let head = lines.next().unwrap();
    let at = |name: &str| head.iter().position(|field| field == name).unwrap();
    let mut count = 0;
    for row in lines {
        assert_eq!(row.len(), head.len(), "{row:?}");
        let number = |name: &str| row[at(name)].parse::<f64>().ok();
        let Some(((won, drawn), lost)) = number("won").zip(number("drawn")).zip(number("lost"))
        else {
            continue;
        };
        let games = won + drawn + lost;
        assert_eq!(number("games"), Some(games), "{row:?}");
        let score = (won + drawn / 2.0) / games;
        if let Some(told) = number("elo") {
            let elo = 400.0 * (score / (1.0 - score)).log10();
            assert!((elo - told).abs() <= 1.0, "{elo:.1}: {row:?}");
            count += 1;
        }
    }
    assert!(count > 150, "{count} matches");
}

/// Most positions of each level from the first on, as the manual has them.
const LEVEL_NODES: [u64; 9] = [200, 200, 200, 400, 1_500, 600, 2_000, 5_000, 14_000];

/// What ends a level's search is its number of positions, whatever time `go` allows.
#[test]
fn levels_visit_at_most_the_positions_that_the_manual_says() {
    let text = MANUALS.iter().find(|(path, _)| *path == "protocol.md").unwrap().1;
    let manual = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = "200 up to level 3, 400, 1,500, 600, 2,000, 5,000 and 14,000 at levels 4 to 9";
    assert!(manual.contains(sentence), "{sentence}");
    for (level, most) in (1..).zip(LEVEL_NODES) {
        let questions = ["h8 i9 g7 j10", "g4 j4 k4 j5 f7 h12"].map(|moves| {
            format!("ucinewgame\nposition startpos moves {moves}\ngo movetime 600000\n")
        });
        let said = said(&["--set", &format!("Level={level}")], &questions.concat());
        let nodes = said.lines().filter_map(|line| line.split(" nodes ").nth(1)?.split(' ').next());
        let nodes: Vec<u64> = nodes.map(|number| number.parse().expect("a number")).collect();
        assert!(!nodes.is_empty() && nodes.iter().all(|&nodes| nodes <= most), "{level}: {said}");
        // The last iteration is cut short, and those before it come near.
        let is_near = nodes.iter().any(|&nodes| nodes > most / 4);
        assert!(level < 7 || is_near, "{level}: {said}");
    }
}

/// What the program answers to these lines.
fn said(arguments: &[&str], lines: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tengen"));
    program.args(arguments).env_remove("RUST_LOG");
    let mut child =
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it reads");
    drop(input);
    String::from_utf8(child.finish().expect("it ends").stdout).expect("text")
}

/// The grade of a puzzle, computed from its line as the manual says.
#[test]
fn a_grade_is_what_the_manual_says() {
    let formula = "the points `moves` + `threes` + 3 × `quiet` + F, where F is the number of \
                   `false_tries` divided by 3 and rounded down, but at most 5 and at most \
                   `moves`: 1 has at most 2 points, and the next ones 4, 6, 7, 8, 10, 12 and 16; \
                   9 has more";
    let most_points = [2, 4, 6, 7, 8, 10, 12, 16];
    assert!(told(&["Puzzles"], "grade").cells[1].contains(formula), "{formula}");
    let mut grades = BTreeSet::new();
    for line in include_str!("../data/puzzles.jsonl").lines() {
        let puzzle: Value = serde_json::from_str(line).expect("a puzzle");
        let number = |field: &str| puzzle[field].as_u64().expect(field);
        let tries = puzzle["false_tries"].as_str().expect("moves").split_whitespace().count();
        let tries = (tries as u64 / 3).min(5).min(number("moves"));
        let points = number("moves") + number("threes") + 3 * number("quiet") + tries;
        let grade = most_points.iter().position(|&most| points <= most).unwrap_or(8) + 1;
        assert_eq!(number("grade"), grade as u64, "{line}");
        grades.insert(number("grade"));
    }
    assert!(grades.len() > 1, "{grades:?}");
}
