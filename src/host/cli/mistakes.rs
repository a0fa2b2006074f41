//! Mistakes on the command line in one line each, as everywhere else: what the mistake is about,
//! what was written, and what was expected.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use tengen_engine::control::nearest::{nearest, tip};

/// Longest part of an argument that is shown again, in characters.
const SHOWN: usize = 60;

/// The line about a mistake.
pub fn line(error: &clap::Error) -> String {
    let known = match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => wrong_value(error),
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand => misspelt(error),
        ErrorKind::MissingRequiredArgument => no_output(error),
        _ => None,
    };
    known.unwrap_or_else(|| {
        // The first paragraph says what is wrong; usage and hints come behind it.
        let text = error.render().to_string();
        let paragraph = text.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let line = words.join(" ");
        format!("{}; see --help", line.strip_prefix("error: ").unwrap_or(&line))
    })
}

/// The line about a tool that reads and writes and got one name: it counts as OUT, which comes last,
/// but who gives one means what is to be read.
fn no_output(error: &clap::Error) -> Option<String> {
    match error.get(ContextKind::InvalidArg)? {
        ContextValue::Strings(list) if list.as_slice() == ["<IN>..."] => {
            Some("OUT is missing: expected the file to write behind IN, - for standard output; see --help".to_owned())
        }
        _ => None,
    }
}

/// The line about an argument or a tool that is unknown, but nearly a known one.
fn misspelt(error: &clap::Error) -> Option<String> {
    let (what, word, meant) = if let Some(word) = text(error, ContextKind::InvalidSubcommand) {
        ("unrecognized subcommand", word, ContextKind::SuggestedSubcommand)
    } else {
        let word = text(error, ContextKind::InvalidArg)?;
        ("unexpected argument", word, ContextKind::SuggestedArg)
    };
    let meant = match error.get(meant)? {
        ContextValue::String(meant) => meant,
        ContextValue::Strings(list) => {
            // The most likely one comes last.
            let near = nearest(word, list.iter().map(String::as_str));
            near.or_else(|| list.last().map(String::as_str))?
        }
        _ => return None,
    };
    let word: String = word.escape_debug().take(SHOWN).collect();
    Some(format!("{what} '{word}': did you mean {meant}? see --help"))
}

/// The line about a value that its argument does not take.
fn wrong_value(error: &clap::Error) -> Option<String> {
    let argument = text(error, ContextKind::InvalidArg)?;
    let (what, rest) = argument.split_once(' ').unwrap_or((argument, ""));
    let value = text(error, ContextKind::InvalidValue).unwrap_or_default();
    let mut shown: String = value.escape_debug().take(SHOWN).collect();
    if shown.is_empty() {
        shown.push_str("(nothing)");
    }
    let expected = match (error.source(), error.get(ContextKind::ValidValue)) {
        (Some(source), _) => source.to_string(),
        (None, Some(ContextValue::Strings(known))) if !known.is_empty() => {
            format!("expected one of {}", known.join(", "))
        }
        _ => format!("expected {}", rest.trim_matches(['<', '>', '[', ']', '.'])),
    };
    let name = value.split_once('=').map_or(value, |(name, _)| name);
    Some(format!("{what}: {shown}: {expected}{}", tip(name.trim(), &expected)))
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}
