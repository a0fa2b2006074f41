//! The manual must name everything that the program knows.

use tengen_engine::game::{Rule, Variant};
use tengen_engine::player;
use tengen_engine::protocol::gomocup;
use tengen_engine::protocol::uci::COMMANDS;
use tengen_engine::protocol::ugi;
use tengen_engine::record::Format;
use tengen_engine::session::options::{Kind, TABLE};

const MANUAL: &str = include_str!("../../protocol.md");

/// The cells of the first table row that begins with this text.
fn row(first: &str) -> Vec<&'static str> {
    let start = format!("| {first}");
    let line = MANUAL.lines().find(|line| line.starts_with(&start));
    let line = line.unwrap_or_else(|| panic!("the manual has no row for {first}"));
    let inner = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    inner.expect("a row ends with a bar").split('|').map(str::trim).collect()
}

#[test]
fn every_command_has_a_row() {
    let gomocup = gomocup::COMMANDS.iter().chain(gomocup::YIXIN_COMMANDS);
    for command in COMMANDS.iter().chain(gomocup).chain(ugi::COMMANDS) {
        assert!(row(&format!("`{}", command.word)).len() >= 3, "{}", command.word);
    }
}

#[test]
fn every_query_has_a_row() {
    let query = ugi::COMMANDS.iter().find(|command| command.word == "query").unwrap();
    let section = MANUAL.split("\n## UGI\n").nth(1).expect("the manual has that section");
    for question in query.arguments.split('|') {
        assert!(section.contains(&format!("\n| `{question}` | ")), "{question}");
    }
}

#[test]
fn every_limit_has_a_row() {
    let go = COMMANDS.iter().find(|command| command.word == "go").unwrap();
    let words = go.arguments.split(['[', ']']).filter_map(|part| part.split(' ').next());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    assert!(words.len() >= 13, "{words:?}");
    for word in words {
        assert_eq!(row(&format!("`{word}` ")).len(), 3, "{word}");
    }
}

#[test]
fn every_option_has_a_row_with_its_type_and_default() {
    for spec in TABLE {
        let cells = row(&format!("`{}` |", spec.name));
        let (kind, default) = match &spec.kind {
            Kind::Check { default, .. } => ("check", format!("`{default}`")),
            Kind::Spin { default, .. } => ("spin", default.to_string()),
            Kind::Combo { default, .. } => ("combo", format!("`{default}`")),
            Kind::Text { .. } => ("string", "`<empty>`".to_owned()),
            Kind::Button => ("button", String::new()),
        };
        assert_eq!((cells[1], cells[2]), (kind, default.as_str()), "{}", spec.name);
        if let Kind::Spin { max, .. } = &spec.kind {
            assert!(cells[3].contains(&max.to_string()), "{}: {max}", spec.name);
        }
    }
}

#[test]
fn every_game_rule_and_player_is_explained() {
    let names = Variant::preset_names().chain(Rule::ALL.into_iter().map(Rule::name));
    for name in names.chain(player::NAMES) {
        assert!(
            MANUAL.contains(&format!("`{name}`")) || MANUAL.contains(&format!("{name}:")),
            "{name}"
        );
    }
}

/// Every format, with every extension.
#[test]
fn every_format_has_a_row() {
    for format in Format::all() {
        let extensions: Vec<String> =
            format.extensions().iter().map(|extension| format!("`.{extension}`")).collect();
        let cells = [format!("| `{format}` |"), extensions.join(" ")].join(" ");
        assert!(MANUAL.contains(cells.trim_end()), "{cells}");
    }
}

#[test]
fn every_link_leads_somewhere() {
    let headings: Vec<String> = MANUAL
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| heading.to_lowercase().replace(' ', "-"))
        .collect();
    let links = MANUAL.split("](#").skip(1).filter_map(|rest| rest.split(')').next());
    for link in links {
        assert!(headings.iter().any(|heading| heading == link), "#{link}");
    }
}
