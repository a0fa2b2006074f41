//! The manuals of the tools, as `tengen help TOOL` and the manual page show them: the documents
//! beside the tools, without the signs of Markdown.

use std::fmt::Write;

use clap_mangen::roff::{Roff, roman};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Every manual. Its title names its tools.
const MANUALS: &[&str] = &[
    include_str!("../tools/play/README.md"),
    include_str!("../tools/learn/README.md"),
    #[cfg(feature = "web")]
    tengen_web::MANUAL,
    include_str!("../tools/arena/README.md"),
    include_str!("../tools/analyze/README.md"),
    include_str!("../tools/convert/README.md"),
    include_str!("../tools/prove/README.md"),
    include_str!("../tools/puzzles/README.md"),
    include_str!("../tools/check/README.md"),
    include_str!("../tools/shard/README.md"),
];

/// Columns of a line, as manual pages have them.
const WIDTH: usize = 80;
/// Widest column of a table that stands in the first line of a row where the table is wider than
/// a page.
const TERM: usize = 24;

/// The tools that a manual is about: its title is `# tengen match and tengen openings`.
fn tools(manual: &str) -> impl Iterator<Item = &str> {
    let title = manual.lines().next().unwrap_or_default();
    title.split("tengen ").skip(1).filter_map(|rest| rest.split(' ').next())
}

/// The manual of a tool as text: its own section, where the manual has one for each of its tools.
pub(super) fn text(tool: &str) -> Option<String> {
    let manual = MANUALS.iter().find(|manual| tools(manual).any(|name| name == tool))?;
    let heading = |section: &&str| section.lines().next().unwrap_or_default().to_lowercase();
    let own = manual.split("\n## ").skip(1).find(|section| heading(section) == tool);
    let source = own.map_or_else(|| (*manual).to_owned(), |section| format!("## {section}"));
    Some(blocks(&source).iter().map(|block| block.text() + "\n").collect())
}

/// All manuals as sections of a manual page.
pub(super) fn page() -> String {
    let mut page = Roff::new();
    for block in MANUALS.iter().flat_map(|manual| blocks(manual)) {
        block.write(&mut page);
    }
    page.to_roff()
}

/// What a manual is made of.
#[derive(Debug, PartialEq, Eq)]
enum Block {
    /// The title, or what stands above a section.
    Heading {
        is_title: bool,
        text: String,
    },
    Paragraph(String),
    /// An entry of a list, behind its mark.
    Item {
        mark: String,
        text: String,
    },
    /// A row of a table, below its first cells.
    Row {
        term: String,
        text: String,
    },
    /// Lines that stay as they are.
    Lines(String),
}

impl Block {
    fn text(&self) -> String {
        match self {
            Block::Heading { text, .. } => format!("{}\n", text.to_uppercase()),
            Block::Paragraph(text) => wrapped(text, ""),
            Block::Item { mark, text } => {
                let indent = " ".repeat(mark.len() + 1);
                wrapped(text, &indent).replacen(&indent, &format!("{mark} "), 1)
            }
            Block::Row { term, text } => format!("  {term}\n{}", wrapped(text, "      ")),
            Block::Lines(lines) => lines.lines().flat_map(|line| ["    ", line, "\n"]).collect(),
        }
    }

    fn write(&self, page: &mut Roff) {
        let bare: [&str; 0] = [];
        match self {
            Block::Heading { is_title: true, text } => page.control("SH", [text.as_str()]),
            Block::Heading { text, .. } => page.control("SS", [text.as_str()]),
            Block::Paragraph(text) => page.control("PP", bare).text([roman(text)]),
            Block::Item { mark: term, text } | Block::Row { term, text } => {
                page.control("TP", bare).text([roman(term)]).text([roman(text)])
            }
            Block::Lines(lines) => page
                .control("PP", bare)
                .control("nf", bare)
                .text([roman(lines)])
                .control("fi", bare),
        };
    }
}

/// A text in lines of a page that begin with `indent`.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if column > 0 && column + 1 + letters > WIDTH {
            lines.push('\n');
            column = 0;
        }
        let before = if column == 0 { indent } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(lines, "{before}{word}");
        column += before.len() + letters;
    }
    lines + "\n"
}

/// What Markdown says, without its signs.
fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut text = String::new();
    // The numbers of the lists around here; those of a list without numbers are none.
    let mut lists: Vec<Option<u64>> = Vec::new();
    let mut mark = None;
    let mut address = String::new();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Text(words) => text.push_str(&words),
            Event::Code(code) => text.extend(["`", &code, "`"]),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::Start(Tag::Link { dest_url, .. }) => address = dest_url.into_string(),
            // Other documents are named by the words of the link.
            Event::End(TagEnd::Link)
                if address.starts_with("http") && !text.ends_with(&address) =>
            {
                text.extend([" (", &address, ")"]);
            }
            Event::End(TagEnd::Heading(level)) => {
                let is_title = level == pulldown_cmark::HeadingLevel::H1;
                blocks.push(Block::Heading { is_title, text: std::mem::take(&mut text) });
            }
            Event::Start(Tag::List(first)) => {
                close(&mut blocks, &mut mark, &mut text);
                lists.push(first);
            }
            Event::End(TagEnd::List(_)) => drop(lists.pop()),
            Event::Start(Tag::Item) => {
                mark = Some(match lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ => "-".to_owned(),
                });
            }
            Event::End(TagEnd::Paragraph | TagEnd::Item) => {
                close(&mut blocks, &mut mark, &mut text);
            }
            Event::End(TagEnd::CodeBlock) => {
                blocks.push(Block::Lines(std::mem::take(&mut text).trim_end().to_owned()));
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
            Event::End(TagEnd::TableCell) => {
                rows.last_mut().into_iter().for_each(|row| row.push(std::mem::take(&mut text)));
            }
            Event::End(TagEnd::Table) => blocks.extend(table(&std::mem::take(&mut rows))),
            _ => {}
        }
    }
    blocks
}

/// Ends a paragraph, or an entry of a list.
fn close(blocks: &mut Vec<Block>, mark: &mut Option<String>, text: &mut String) {
    if text.is_empty() {
        return;
    }
    let text = std::mem::take(text);
    blocks.push(match mark.take() {
        Some(mark) => Block::Item { mark, text },
        None => Block::Paragraph(text),
    });
}

/// A table: in columns where they fit on a page, else an entry for each row.
fn table(rows: &[Vec<String>]) -> Vec<Block> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let letters =
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        letters.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    if widths.iter().sum::<usize>() + 2 * columns + 4 <= WIDTH {
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let lines: Vec<String> = rows.iter().map(line).collect();
        return vec![Block::Lines(lines.join("\n"))];
    }
    let narrow = widths.iter().take_while(|&&width| width <= TERM).count();
    let narrow = narrow.min(columns.saturating_sub(1)).max(1);
    let entry = |row: &Vec<String>| {
        let term = row[..narrow.min(row.len())].join("  ").replace('`', "");
        let cells = rows[0].iter().zip(row).skip(narrow).filter(|(_, cell)| !cell.is_empty());
        let said = cells.enumerate().map(|(place, (column, cell))| match place {
            0 => cell.clone(),
            _ => format!("{column}: {cell}"),
        });
        Block::Row { term, text: said.collect::<Vec<_>>().join("; ") }
    };
    // What the first columns are called says nothing above entries.
    rows.iter().skip(1).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    const SAMPLE: &str = "# tengen one and tengen two\n\n## One\n\nA *word* of [another](x.md#y) \
                          document and of [a page](https://a.example), see `--help`:\n\n```sh\n\
                          tengen | one\n```\n\n- first\n- second\n\n| a | b |\n|---|---|\n\
                          | `x\\|y` | 1 |\n";

    #[test]
    fn a_manual_is_text() {
        let text: String = blocks(SAMPLE).iter().map(|block| block.text() + "\n").collect();
        let expected = "TENGEN ONE AND TENGEN TWO\n\nONE\n\nA word of another document and of a \
                        page (https://a.example), see `--help`:\n\n    tengen | one\n\n- first\n\n\
                        - second\n\n    a      b\n    `x|y`  1\n\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn wide_tables_are_rows_below_their_terms() {
        let cell = "a long cell ".repeat(8);
        let rows = [["flag", "what", "default"], ["`-x`", &cell, "256"], ["`-y`", &cell, ""]];
        let rows = table(&rows.map(|row| row.map(str::to_owned).to_vec()));
        let (text, without) = (rows[0].text(), rows[1].text());
        assert!(text.ends_with("; default: 256\n") && !without.contains("default"), "{text}");
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("  -x"));
        assert_eq!(lines.clone().count(), 2, "{text}");
        assert!(lines.all(|line| line.starts_with("      ") && line.len() <= WIDTH), "{text}");
    }

    #[test]
    fn a_manual_is_a_section_of_the_page() {
        let mut page = Roff::new();
        for block in &blocks(SAMPLE) {
            block.write(&mut page);
        }
        let page = page.to_roff();
        for part in [".SH \"tengen one and tengen two\"\n", ".SS One\n", ".nf\ntengen | one\n.fi\n"]
        {
            assert!(page.contains(part), "{part}: {page}");
        }
    }

    /// No document beside a tool is left out, and every tool that a title names is one.
    #[test]
    fn every_manual_is_shown() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tools");
        let folders = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let documents = folders.filter_map(|path| fs::read_to_string(path.join("README.md")).ok());
        let documents: Vec<String> = documents.collect();
        assert_eq!(documents.len() + usize::from(cfg!(feature = "web")), MANUALS.len());
        let table = super::super::cli::table();
        for manual in MANUALS {
            assert!(tools(manual).count() > 0);
            for tool in tools(manual) {
                assert!(table.find_subcommand(tool).is_some(), "{tool}");
                assert!(text(tool).is_some_and(|text| text.len() > 1000), "{tool}");
            }
        }
        assert!(text("openings").unwrap().starts_with("OPENINGS\n"));
        assert_eq!(text("bench"), None);
    }
}
