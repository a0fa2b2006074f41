//! Reads just enough Rust to see which paths of our packages a file names.

/// A path into one of our packages that a file names, in `use` or elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Where it begins, counted from 1.
    pub line: usize,
    /// Its segments, joined by `::`, from the name of the package on.
    pub path: String,
    /// The name that `use` gives it here; `*` for all that is there.
    pub binds: Option<String>,
    /// Whether that name is passed on: `pub use`, also `pub(crate) use`.
    pub is_passed_on: bool,
    /// Whether it stands in a module `tests` within the file.
    pub is_test: bool,
}

/// What a file says of modules and items.
#[derive(Debug, Default)]
pub struct Source {
    pub imports: Vec<Import>,
    /// Names that it defines outside of all braces.
    pub items: Vec<String>,
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

/// Where a file stands.
pub struct Place<'a> {
    /// The name of its package.
    pub package: &'a str,
    /// Its module below the package.
    pub module: Vec<String>,
    /// The names of all our packages.
    pub packages: &'a [&'a str],
}

/// Reads a file. Paths that begin with `crate`, `super` or `self`, with the name of a
/// package, or with a module that the file declares are followed from the package on.
pub fn read(place: &Place, text: &str) -> Source {
    let tokens = tokens(text);
    let word = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let declared: Vec<&str> = (0..tokens.len())
        .filter(|&index| word(index) == "mod" && word(index + 2) == ";")
        .map(|index| word(index + 1))
        .collect();
    let mut source = Source::default();
    let root = vec![place.package.to_owned()];
    let mut modules = [&root[..], &place.module].concat();
    // At which depth of braces each module written inside the file began.
    let mut begun: Vec<usize> = Vec::new();
    let mut depth = 0;
    // Whether a `use` has begun, and passes its names on.
    let mut using: Option<bool> = None;
    let mut index = 0;
    while index < tokens.len() {
        let follows = |mark: &str| index > 0 && word(index - 1) == mark;
        let mut base = None;
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
            ";" => using = None,
            "use" => using = Some(follows("pub") || follows(")")),
            // `pub(in crate::…)` says who may see, and imports nothing.
            "crate" if follows("in") => {}
            "crate" if word(index + 1) == "::" || using.is_some() => base = Some(root.clone()),
            "super" | "self" if word(index + 1) == "::" => base = Some(modules.clone()),
            "fn" | "struct" | "enum" | "trait" | "const" | "static" | "type" if depth == 0 => {
                source.items.push(word(index + 1).to_owned());
            }
            name if word(index + 1) == "::" && !follows("::") => {
                if place.packages.contains(&name) {
                    base = Some(vec![name.to_owned()]);
                } else if begun.is_empty() && declared.contains(&name) {
                    base = Some([&modules[..], &[name.to_owned()]].concat());
                }
            }
            _ => {}
        }
        let Some(mut base) = base else {
            index += 1;
            continue;
        };
        let line = tokens[index].line;
        let is_test = modules.iter().any(|module| module == "tests");
        let binds = using.is_some();
        let is_passed_on = using == Some(true);
        let mut add = |path: &[String], name: Option<String>| {
            let binds = name.filter(|_| binds);
            let path = path.join("::");
            source.imports.push(Import { line, path, binds, is_passed_on, is_test });
        };
        if word(index + 1) != "::" {
            add(&base, Some(word(index).to_owned()));
            index += 1;
            continue;
        }
        if matches!(word(index), "super") {
            base.pop();
        }
        index += 2;
        while matches!(word(index), "super" | "self") && word(index + 1) == "::" {
            if word(index) == "super" {
                base.pop();
            }
            index += 2;
        }
        index = branches(&tokens, index, &base, &mut add);
    }
    source
}

/// Follows a path that begins with `base` from the token at `index` on, into its braces
/// if it has some; `add` takes each end with its name. Returns the index behind it.
fn branches(
    tokens: &[Token],
    mut index: usize,
    base: &[String],
    add: &mut impl FnMut(&[String], Option<String>),
) -> usize {
    let mut path = base.to_vec();
    while let Some(token) = tokens.get(index) {
        if token.text == "{" {
            index += 1;
            while tokens.get(index).is_some_and(|token| token.text != "}") {
                let is_separator = !tokens[index].is_word() && !"*{".contains(&tokens[index].text);
                index = if is_separator { index + 1 } else { branches(tokens, index, &path, add) };
            }
            return index + 1;
        }
        if token.text != "*" && !token.is_word() {
            break;
        }
        // A module itself, named among its parts.
        if token.text != "self" {
            path.push(token.text.clone());
        }
        index += 1;
        if tokens.get(index).is_none_or(|token| token.text != "::") {
            break;
        }
        index += 1;
    }
    // What follows is a new name for the same thing.
    let renamed = tokens.get(index).is_some_and(|token| token.text == "as");
    let name = if renamed { tokens.get(index + 1).map(|token| token.text.clone()) } else { None };
    add(&path, name.or_else(|| path.last().cloned()));
    if renamed { index + 2 } else { index }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(module: &str, text: &str) -> Vec<(usize, String)> {
        let module = module.split("::").map(str::to_owned).collect();
        let place = Place { package: "own", module, packages: &["own", "other"] };
        read(&place, text).imports.into_iter().map(|import| (import.line, import.path)).collect()
    }

    #[test]
    fn literals_and_comments_name_nothing() {
        let text = r##"
            // crate::a
            /* crate::b /* crate::c */ crate::d */
            let texts = ("crate::e \" crate::f", r#"crate::g " crate::h"#, b"crate::i", br"crate::j\");
            let letters = ('"', '\'', '\\', b'"', '\u{22}'); fn f<'a>(x: &'a str) { crate::k::l(x) }
        "##;
        assert_eq!(paths("game::x", text), [(5, "own::k::l".to_owned())]);
    }

    #[test]
    fn paths_are_followed() {
        let text = "use super::{a, b::{self as c, *}, d as e};
            mod inner { mod deep { use super::super::super::f; } fn g() { self::h::<u8>() } }
            fn i() { if x == super::J { crate::k::L { m: 1 }; } }
            mod part; use part::N; fn o() { part::p(); x.part::q; deep::part::r() }
            use other::s::T; use std::other::u; use crate as all;
            pub(in crate::v) fn w() {}";
        let expected = [
            (1, "own::game::a"),
            (1, "own::game::b"),
            (1, "own::game::b::*"),
            (1, "own::game::d"),
            (2, "own::game::f"),
            (2, "own::game::x::inner::h"),
            (3, "own::game::J"),
            (3, "own::k::L"),
            (4, "own::game::x::part::N"),
            (4, "own::game::x::part::p"),
            (4, "own::game::x::part::q"),
            (5, "other::s::T"),
            (5, "own"),
        ];
        assert_eq!(paths("game::x", text), expected.map(|(line, path)| (line, path.to_owned())));
    }

    #[test]
    fn names_and_their_use_are_known() {
        let text = "pub use self::a::{B, c as D}; pub(crate) use self::e::*; use self::f::G;
            mod tests { use super::*; } const H: u8 = 1; fn i() { let _ = self::j(); }";
        let place = Place { package: "own", module: vec![], packages: &["own"] };
        let source = read(&place, text);
        let told: Vec<_> = source
            .imports
            .iter()
            .map(|import| {
                let name = import.binds.as_deref().unwrap_or("-");
                (import.path.as_str(), name, import.is_passed_on, import.is_test)
            })
            .collect();
        let expected = [
            ("own::a::B", "B", true, false),
            ("own::a::c", "D", true, false),
            ("own::e::*", "*", true, false),
            ("own::f::G", "G", false, false),
            ("own::*", "*", false, true),
            ("own::j", "-", false, false),
        ];
        assert_eq!(told, expected);
        assert_eq!(source.items, ["H", "i"]);
    }
}
