//! Reads just enough Rust to see which paths of the crate a file names.

/// The engine, as the program names it; its floors lie below those of the program.
const ENGINE: &str = "tengen_engine";

/// A path below the root of the crate that a file names, in `use` or elsewhere.
#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    /// Where it begins, counted from 1.
    pub line: usize,
    /// Its segments, joined by `::`.
    pub path: String,
}

/// A word or a mark of the source.
#[derive(Clone, Debug)]
struct Token {
    line: usize,
    text: String,
}

impl Token {
    fn is_word(&self) -> bool {
        self.text.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
    }
}

/// Every path of the crate that the text of a file names; `file` is its path
/// under `src`. Paths that begin with `super` or `self` are followed.
pub fn imports(file: &str, text: &str) -> Vec<Import> {
    let tokens = tokens(text);
    let word = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let mut found = Vec::new();
    let mut modules = module_of(file);
    // At which depth of braces each module written inside the file began.
    let mut begun: Vec<usize> = Vec::new();
    let mut depth = 0;
    let mut index = 0;
    while index < tokens.len() {
        match word(index) {
            "mod" if word(index + 2) == "{" => {
                modules.push(word(index + 1).to_owned());
                begun.push(depth);
                // The brace is counted when its turn comes.
                index += 1;
            }
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                if begun.last() == Some(&depth) {
                    begun.pop();
                    modules.pop();
                }
            }
            "use" if word(index + 1) == "crate" && word(index + 2) != "::" => {
                found.push(Import { line: tokens[index].line, path: String::new() });
            }
            "crate" | ENGINE | "super" | "self" if word(index + 1) == "::" => {
                let is_root = matches!(word(index), "crate" | ENGINE);
                let mut base = if is_root { Vec::new() } else { modules.clone() };
                while matches!(word(index), "crate" | ENGINE | "super" | "self")
                    && word(index + 1) == "::"
                {
                    if word(index) == "super" {
                        base.pop();
                    }
                    index += 2;
                }
                index = branches(&tokens, index, &base, &mut found);
                continue;
            }
            _ => {}
        }
        index += 1;
    }
    found
}

/// The module that a file is.
fn module_of(file: &str) -> Vec<String> {
    let mut parts: Vec<String> = file.trim_end_matches(".rs").split('/').map(Into::into).collect();
    parts.pop_if(|last| last == "mod");
    parts
}

/// Follows a path that begins with `base` from the token at `index` on, into
/// its braces if it has some. Returns the index behind it.
fn branches(tokens: &[Token], mut index: usize, base: &[String], found: &mut Vec<Import>) -> usize {
    let line = tokens.get(index).map_or(0, |token| token.line);
    let mut path = base.to_vec();
    while let Some(token) = tokens.get(index) {
        if token.text == "{" {
            index += 1;
            while tokens.get(index).is_some_and(|token| token.text != "}") {
                let is_separator = !tokens[index].is_word() && !"*{".contains(&tokens[index].text);
                index =
                    if is_separator { index + 1 } else { branches(tokens, index, &path, found) };
            }
            return index + 1;
        }
        if token.text != "*" && !token.is_word() {
            break;
        }
        path.push(token.text.clone());
        index += 1;
        if tokens.get(index).is_none_or(|token| token.text != "::") {
            break;
        }
        index += 1;
    }
    found.push(Import { line, path: path.join("::") });
    // What follows is a new name for the same thing.
    if tokens.get(index).is_some_and(|token| token.text == "as") { index + 2 } else { index }
}

/// The words and marks of a source, without comments and literals.
fn tokens(text: &str) -> Vec<Token> {
    let letters: Vec<char> = text.chars().collect();
    let at = |index: usize| letters.get(index).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut index = 0;
    while index < letters.len() {
        let begin = index;
        match at(index) {
            '/' if at(index + 1) == '/' => {
                while index < letters.len() && at(index) != '\n' {
                    index += 1;
                }
            }
            '/' if at(index + 1) == '*' => index = block_comment_end(&letters, index),
            '"' => index = string_end(&letters, index),
            // A letter between quotes; anything else that begins so is a lifetime.
            '\'' if at(index + 1) == '\\' => {
                index += 3;
                while index < letters.len() && at(index) != '\'' {
                    index += 1;
                }
                index += 1;
            }
            '\'' if at(index + 2) == '\'' => index += 3,
            letter if letter.is_alphanumeric() || letter == '_' => {
                while at(index).is_alphanumeric() || at(index) == '_' {
                    index += 1;
                }
                // What stands before a literal belongs to it: b"..", r#"..", br"..".
                if is_raw_string(&letters, index - 1) {
                    index = raw_string_end(&letters, index - 1);
                } else if at(index) != '"' {
                    tokens.push(Token { line, text: letters[begin..index].iter().collect() });
                }
            }
            ':' if at(index + 1) == ':' => {
                tokens.push(Token { line, text: "::".to_owned() });
                index += 2;
            }
            letter => {
                if !letter.is_whitespace() {
                    tokens.push(Token { line, text: letter.to_string() });
                }
                index += 1;
            }
        }
        let end = index.min(letters.len());
        line += letters[begin..end].iter().filter(|&&letter| letter == '\n').count();
    }
    tokens
}

fn block_comment_end(letters: &[char], mut index: usize) -> usize {
    let mut depth = 0;
    loop {
        match letters.get(index..index + 2) {
            None => return letters.len(),
            Some(['/', '*']) => (depth, index) = (depth + 1, index + 2),
            Some(['*', '/']) if depth == 1 => return index + 2,
            Some(['*', '/']) => (depth, index) = (depth - 1, index + 2),
            Some(_) => index += 1,
        }
    }
}

fn string_end(letters: &[char], begin: usize) -> usize {
    let mut index = begin + 1;
    while let Some(letter) = letters.get(index) {
        match letter {
            '\\' => index += 2,
            '"' => return index + 1,
            _ => index += 1,
        }
    }
    letters.len()
}

/// Whether `r`, some number signs and a quote stand here.
fn is_raw_string(letters: &[char], index: usize) -> bool {
    let mut rest = letters.iter().skip(index);
    rest.next() == Some(&'r') && rest.find(|&&letter| letter != '#') == Some(&'"')
}

fn raw_string_end(letters: &[char], begin: usize) -> usize {
    let signs = letters[begin + 1..].iter().take_while(|&&letter| letter == '#').count();
    let mut index = begin + 2 + signs;
    while index < letters.len() {
        let behind = letters[index + 1..].iter().take(signs);
        if letters[index] == '"' && behind.filter(|&&letter| letter == '#').count() == signs {
            return index + 1 + signs;
        }
        index += 1;
    }
    letters.len()
}

#[test]
fn literals_and_comments_name_nothing() {
    let text = r##"
        // crate::a
        /* crate::b /* crate::c */ crate::d */
        let texts = ("crate::e \" crate::f", r#"crate::g " crate::h"#, b"crate::i", br"crate::j\");
        let letters = ('"', '\'', '\\', b'"', '\u{22}'); fn f<'a>(x: &'a str) { crate::k::l(x) }
    "##;
    assert_eq!(imports("game/x.rs", text), [Import { line: 5, path: "k::l".to_owned() }]);
}

#[test]
fn paths_are_followed() {
    let text = "use super::{a, b::{self as c, *}, d as e};
        mod inner { mod deep { use super::super::super::f; } fn g() { self::h::<u8>() } }
        fn i() { if x == super::J { crate::k::L { m: 1 }; } }";
    let found: Vec<(usize, String)> =
        imports("game/x.rs", text).into_iter().map(|import| (import.line, import.path)).collect();
    let expected = [
        (1, "game::a"),
        (1, "game::b::self"),
        (1, "game::b::*"),
        (1, "game::d"),
        (2, "game::f"),
        (2, "game::x::inner::h"),
        (3, "game::J"),
        (3, "k::L"),
    ];
    assert_eq!(found, expected.map(|(line, path)| (line, path.to_owned())));
}
