//! The files of the page, which are part of the program.

use tengen_games::course::COURSE;

/// The kind of a page.
pub const HTML: &str = "text/html; charset=utf-8";
/// The kind of a style sheet.
pub const CSS: &str = "text/css; charset=utf-8";
/// The kind of a script.
pub const SCRIPT: &str = "text/javascript; charset=utf-8";
/// The kind of what scripts fetch and no browser shows.
pub const DATA: &str = "application/json; charset=utf-8";
/// The kind of a picture.
pub const PICTURE: &str = "image/svg+xml";

/// The kind of what tells a browser how a site is installed.
pub const MANIFEST: &str = "application/manifest+json";

/// Colours, boards and curves of what is shown in a browser.
pub const LOOK: &str = include_str!("look.css");

/// A file as it is written, and where the browser finds it.
#[derive(Debug)]
pub struct Source {
    /// The path in the address, from `/` on; `/` itself is the page.
    pub path: &'static str,
    /// Its media type: [`HTML`], [`CSS`], [`SCRIPT`] or [`PICTURE`].
    pub kind: &'static str,
    /// The text, with its comments.
    pub text: &'static str,
}

impl Source {
    /// The text as it is sent: that of scripts and styles without what means nothing, and words in
    /// files of their language.
    pub fn sent(&self) -> String {
        if let Some(language) = LANGUAGES.iter().position(|path| *path == self.path) {
            return spoken(language);
        }
        match self.kind {
            SCRIPT if is_words(self.path) => "export default{};".to_owned(),
            kind @ (SCRIPT | CSS) => bare(self.text, kind),
            _ => self.text.to_owned(),
        }
    }
}

/// The files with all words of one language each, in the order in which words have them.
pub const LANGUAGES: [&str; 2] = ["/wordsen.js", "/wordszh.js"];

/// Whether the file there has words in both languages.
fn is_words(path: &str) -> bool {
    path.starts_with("/words") && path != "/words.js" && !LANGUAGES.contains(&path)
}

/// A script with all words in one language: nobody reads both.
fn spoken(language: usize) -> String {
    let files = SOURCES.iter().filter(|source| is_words(source.path));
    let words = files
        .flat_map(|source| words(source.text))
        .map(|(key, texts)| format!("{key}:{},", texts[language]));
    format!("export default{{{}}};", words.collect::<Vec<_>>().concat())
}

/// The words of a file: their names with both texts, in quotes where they are written so.
fn words(text: &str) -> Vec<(String, [String; 2])> {
    let script = bare(text, SCRIPT);
    let mut rest = script.split_once('{').map_or("", |(_, rest)| rest);
    let mut words = Vec::new();
    while let Some((word, behind)) = word(rest) {
        words.push(word);
        rest = behind;
    }
    words
}

/// The first word of `text`, and what stands behind it.
fn word(text: &str) -> Option<((String, [String; 2]), &str)> {
    let text = text.trim_start();
    let (key, rest) = if text.starts_with('"') {
        let (key, rest) = quoted(text)?;
        (key, rest.trim_start().strip_prefix(':')?)
    } else {
        text.split_once(':')?
    };
    let (first, rest) = quoted(rest.trim_start().strip_prefix('[')?.trim_start())?;
    let (second, rest) = quoted(rest.trim_start().strip_prefix(',')?.trim_start())?;
    let rest = rest.trim_start().strip_prefix(']')?.trim_start().strip_prefix(',')?;
    Some(((key.to_owned(), [first.to_owned(), second.to_owned()]), rest))
}

/// A text in quotes at the beginning of `text`, with them, and what stands behind it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('"')?;
    let mut is_escaped = false;
    let end = inside.find(|letter| {
        let is_end = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end
    })?;
    Some(text.split_at(end + 2))
}

/// The file at that path.
pub fn find(path: &str) -> Option<&'static Source> {
    SOURCES.iter().find(|source| source.path == path)
}

/// Files with their paths and kinds, and the names of the scripts.
macro_rules! sources {
    ($($path:literal $kind:ident $text:expr),*; $($script:literal)*) => {
        &[
            $(Source { path: $path, kind: $kind, text: $text },)*
            $(Source {
                path: concat!("/", $script, ".js"),
                kind: SCRIPT,
                text: include_str!(concat!($script, ".js")),
            },)*
        ]
    };
}

/// Every file of the page; the page itself is the first.
pub const SOURCES: &[Source] = sources! {
    "/" HTML include_str!("index.html"),
    "/look.css" CSS LOOK,
    "/style.css" CSS include_str!("style.css"),
    "/icon.svg" PICTURE include_str!("icon.svg"),
    "/course.json" DATA COURSE;
    "addengine" "along" "asking" "board" "charts" "course" "courseboard" "coursecontest"
    "courseengine" "courselink" "coursesearch" "coursetree" "coursewords" "debug" "deskfiles"
    "deskreview" "dom" "editing" "encodings" "engine" "files" "film" "friend" "graph" "grid"
    "help" "here" "judgement" "kinds" "learn" "link" "lobby" "log" "main" "matches" "matchview"
    "movelist" "native" "notes" "openings" "overlays" "pack" "partner" "parts" "play" "prefs"
    "proofs" "puzzlebook" "puzzles" "questions" "ratings" "reasons" "refusals" "reviewed"
    "reviews" "rules" "saves" "seat" "sentences" "sounds" "start" "stats" "stepper" "tallies"
    "thinking" "tree" "turn" "variations" "why" "words" "wordsdesk" "wordsen" "wordsfriend"
    "wordsplay" "wordspuzzles" "wordsreasons" "wordsresults" "wordsstart" "wordswatch" "wordszh"
};

/// What a site without a server has besides [`SOURCES`]; paths are those of its folder.
pub const SITE_SOURCES: &[Source] = sources! {
    "/manifest.webmanifest" MANIFEST include_str!("site/manifest.webmanifest"),
    "/serviceworker.js" SCRIPT include_str!("site/serviceworker.js");
    "site/engineworker" "site/hostworker" "site/kept" "site/local" "site/lzma" "site/module" "site/ring"
};

/// A script or style without indentation, without comments that have lines of their own, and
/// without ends of lines and blanks that mean nothing, which saves a quarter of the bytes. The
/// source must be such that no string spans lines and every statement ends with a semicolon.
fn bare(text: &str, kind: &str) -> String {
    let mut is_comment = false;
    let mut lines = String::new();
    for line in text.lines().map(str::trim) {
        let begins = !is_comment && line.starts_with("/*");
        if is_comment || begins {
            is_comment = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            lines.push_str(&if kind == SCRIPT { tight(line) } else { tight_style(line) });
            // A comment at the end of a line needs that end.
            if line.contains("//") || !line.ends_with(['{', '}', '(', '[', ',', ';']) {
                lines.push('\n');
            }
        }
    }
    lines
}

/// A line of a script without blanks beside signs, but for those in texts; one with a pattern, a
/// comment, a text in single quotes, or a text within another one stays as it is.
fn tight(line: &str) -> String {
    let as_it_is = || line.to_owned();
    if line.contains(['\'', '\\']) {
        return as_it_is();
    }
    let (mut tight, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(['"', '`']) {
        let (code, text) = rest.split_at(at);
        // The quotation mark is one byte.
        let Some(end) = text[1..].find(&text[..1]).map(|end| end + 2) else { return as_it_is() };
        let (text, after) = text.split_at(end);
        let is_whole = text.matches("${").count() <= text.matches('}').count();
        if code.contains('/') || (text.starts_with('`') && !is_whole) {
            return as_it_is();
        }
        tight.push_str(&without_blanks(code));
        tight.push_str(text);
        rest = after;
    }
    if rest.contains('/') {
        return as_it_is();
    }
    tight + &without_blanks(rest)
}

/// A line of a style without blanks beside signs; one with a text stays as it is.
fn tight_style(line: &str) -> String {
    if line.contains('"') {
        return line.to_owned();
    }
    let line = line.replace(": ", ":").replace(" {", "{").replace("{ ", "{").replace(" }", "}");
    line.replace("; ", ";").replace(", ", ",").replace(";}", "}")
}

/// Code without blanks beside signs, and at its beginning.
fn without_blanks(code: &str) -> String {
    let is_sign = |letter: char| "{}()[]=<>,;:?&|".contains(letter);
    code.split(' ').fold(String::new(), |mut code, word| {
        if !code.is_empty() && !code.ends_with(is_sign) && !word.starts_with(is_sign) {
            code.push(' ');
        }
        code.push_str(word);
        code
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::envelope::EndCode;
    use tengen_engine::game::Code;
    use tengen_engine::pattern::{Shape, ThreatName};
    use tengen_engine::search::reason::ReasonCode;

    /// The scripts that `text` names, each between `before` and a quotation mark.
    fn named<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = String> + 'a {
        text.split(before)
            .skip(1)
            .filter_map(|rest| rest.split_once('"'))
            .map(|(name, _)| format!("/{name}"))
    }

    fn scripts() -> impl Iterator<Item = &'static Source> {
        SOURCES.iter().filter(|source| source.kind == SCRIPT)
    }

    #[test]
    fn what_means_nothing_is_not_sent() {
        let script = "/** @type {Map} */\nconst a = new Map([\n  [1, b => -b], // one; or {\n  [c ? 2 : 3, \"x , y\"],\n]);\n";
        let bared = "const a=new Map([[1, b => -b], // one; or {\n[c?2:3,\"x , y\"],]);";
        assert_eq!(bare(script, SCRIPT), bared);
        assert_eq!(
            bare("if (a && b) {\n  c = { d: e };\n}\nelse f();", SCRIPT),
            "if(a&&b){c={d:e};}else f();"
        );
        assert_eq!(
            bare("a = b ? `${c}, d` : f(\"x / y\", `${ g }`);\n", SCRIPT),
            "a=b?`${c}, d`:f(\"x / y\",`${ g }`);"
        );
        // What is within a text, or divided, stays as it is.
        for line in ["a = `${b ? ` c , d` : e}`;", "f( a / b, \"c\");", "g( 'h' );"] {
            assert_eq!(bare(line, SCRIPT), line);
        }
        assert_eq!(bare("/* all */\n.a .b,\n.c {\n  d: e f;\n}\n", CSS), ".a .b,.c{d:e f;}");
        let style = "@media (a: b) { .c > :not(.d), .e { f: g h; i: calc(1 + 2); } }";
        let bared = "@media (a:b){.c > :not(.d),.e{f:g h;i:calc(1 + 2)}}";
        assert_eq!(bare(style, CSS), bared);
        let text = ".a::before { content: \"b; c\"; }";
        assert_eq!(bare(text, CSS), text);
    }

    /// A visitor is sent every word in one language, and nothing in the other.
    #[test]
    fn words_are_sent_in_files_of_their_language() {
        let [english, chinese] = LANGUAGES.map(|path| find(path).unwrap().sent());
        let mut count = 0;
        for source in scripts().filter(|source| is_words(source.path)) {
            let words = words(source.text);
            // No word is lost on the way.
            let written = bare(source.text, SCRIPT).matches("\"]").count();
            assert_eq!(words.len(), written, "{}: {:?}", source.path, words.last());
            for (key, [first, second]) in words {
                assert!(english.contains(&format!("{key}:{first},")), "{key}");
                assert!(chinese.contains(&format!("{key}:{second},")), "{key}");
                count += 1;
            }
            assert_eq!(source.sent(), "export default{};");
        }
        assert!(count > 500, "{count}");
        let is_chinese = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
        assert!(!english.chars().any(|letter| is_chinese(letter) && letter != '中'), "{english}");
    }

    #[test]
    fn every_script_that_is_imported_is_served() {
        let sites: Vec<&str> = SITE_SOURCES.iter().map(|source| source.path).collect();
        let mut imports = 0;
        for source in scripts().chain(SITE_SOURCES.iter().filter(|source| source.kind == SCRIPT)) {
            // Comments name declarations, which no browser needs.
            let code = bare(source.text, SCRIPT);
            let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            for before in ["from \"./", "import(\"./"] {
                for name in named(&code, before) {
                    let path = format!("{folder}{name}");
                    // Where a page has a server, nothing but the connection knows of the other way.
                    let is_of_site = source.path == "/link.js" || sites.contains(&source.path);
                    let is_there =
                        find(&path).is_some() || (is_of_site && sites.contains(&path.as_str()));
                    assert!(is_there, "{}: {path}", source.path);
                    imports += 1;
                }
            }
        }
        assert!(imports > 0);
    }

    #[test]
    fn the_scripts_of_the_first_part_are_fetched_at_once_and_others_later() {
        let mut needed = vec!["/main.js".to_owned()];
        let mut known = 0;
        while let Some(path) = needed.get(known).cloned() {
            known += 1;
            for other in named(&bare(find(&path).unwrap().text, SCRIPT), "from \"./") {
                if !needed.contains(&other) {
                    needed.push(other);
                }
            }
        }
        for source in scripts() {
            let link = format!("<link rel=\"modulepreload\" href=\"{}\">", source.path);
            let is_needed = needed.iter().any(|path| path == source.path);
            assert_eq!(SOURCES[0].text.contains(&link), is_needed, "{}", source.path);
        }
        assert!(needed.len() < scripts().count());
    }

    /// The keys of an object of a script.
    fn keys(path: &str, start: &str) -> BTreeSet<String> {
        let text = find(path).unwrap().text;
        let (_, object) = text.split_once(start).unwrap();
        let (object, _) = object.split_once("};").unwrap();
        let key = |part: &str| part.split(':').next().map(|key| key.trim().replace('"', ""));
        object.split("],").filter_map(key).collect()
    }

    /// The overlays know exactly what an engine names, and both languages have words for it.
    #[test]
    fn threats_and_shapes_have_signs_and_words() {
        let words = find("/wordsdesk.js").unwrap().text;
        let first_word = |name: String| name.split(' ').next().unwrap_or_default().to_owned();
        let threats = ThreatName::ALL.map(|name| first_word(name.to_string()));
        let shapes = Shape::ALL.iter().filter(|shape| **shape >= Shape::Two);
        let shapes = shapes.filter(|shape| **shape != Shape::Overline);
        let shapes: BTreeSet<String> = shapes.map(|shape| shape.name().to_owned()).collect();
        let threats: BTreeSet<String> = threats.into_iter().filter(|name| name != "none").collect();
        let fouls = ThreatName::ALL.map(|name| name.to_string());
        let fouls = fouls.iter().filter_map(|name| name.strip_prefix("forbidden ("));
        let fouls: BTreeSet<String> = fouls.map(|name| name.replace(')', "")).collect();
        assert_eq!(keys("/overlays.js", "const THREATS = {"), threats);
        assert_eq!(keys("/overlays.js", "const SHAPES = {"), shapes);
        for name in threats.iter().chain(&shapes) {
            assert!(words.contains(&format!("\"threat-{name}\": [\"")), "{name}");
        }
        let words = find("/wordsplay.js").unwrap().text;
        for name in fouls {
            assert!(words.contains(&format!("\"foul-{name}\": [\"")), "{name}");
        }
    }

    #[test]
    fn nothing_comes_from_elsewhere() {
        for source in SOURCES {
            let text = source.text.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains("//cdn") && !text.contains("http://"), "{}", source.path);
            assert!(!text.contains("https://"), "{}", source.path);
        }
        let html = SOURCES[0].text;
        for inline in ["<style", " style=", " onclick=", "<script>"] {
            assert!(!html.contains(inline), "the policy forbids {inline}");
        }
    }

    fn script(path: &str) -> &'static str {
        SOURCES.iter().find(|source| source.path == path).map(|source| source.text).unwrap()
    }

    #[test]
    fn every_code_has_words_in_both_languages() {
        let words = script("/wordsplay.js");
        for code in Code::ALL {
            let key = format!("\"refused-{}\": [\"", code.name());
            let line = words.lines().find_map(|line| line.trim().strip_prefix(&key));
            let line = line.unwrap_or_else(|| panic!("no words for {}", code.name()));
            let both = line.strip_suffix("\"],").and_then(|both| both.split_once("\", \""));
            let (english, chinese) = both.unwrap_or_else(|| panic!("one language: {line}"));
            assert!(english.is_ascii() && !chinese.is_ascii(), "{line}");
        }
        let manual = include_str!("../envelope.md");
        for code in Code::ALL {
            assert!(manual.contains(&format!("\n| `{}` | ", code.name())), "{}", code.name());
        }
        // And no word is for a code that there is no more.
        let keys = words.lines().filter(|line| line.trim().starts_with("\"refused-"));
        assert_eq!(keys.count(), Code::ALL.len());
        let reasons = script("/wordsreasons.js");
        for code in ReasonCode::ALL.into_iter().filter(|&code| code != ReasonCode::None) {
            assert!(reasons.contains(&format!("\n  \"reason-{}\": [\"", code.name())), "{code}");
        }
        for code in EndCode::ALL {
            let key =
                format!("\"ended-{}\": [", serde_json::to_value(code).unwrap().as_str().unwrap());
            assert!(words.contains(&key), "{key}");
        }
    }

    /// Sentences are for people; programs decide by codes.
    #[test]
    fn no_script_decides_by_the_words_of_a_message() {
        let asks = ["startsWith(", "endsWith(", "includes(", "match("];
        let scripts = SOURCES.iter().filter(|source| source.kind == SCRIPT);
        for source in scripts.filter(|source| !source.path.starts_with("/words")) {
            let code = bare(source.text, SCRIPT);
            for of in ["message.", "message.text.", "error.message.", "refusal.text.", "note."] {
                for ask in asks {
                    assert!(!code.contains(&format!("{of}{ask}")), "{}: {of}{ask}", source.path);
                }
            }
            // The words stand in every refusal, and in nothing that a script would look for.
            assert!(!code.contains(": expected"), "{}", source.path);
        }
    }

    /// The page puts the levels where the manual says that they were measured.
    #[test]
    fn the_levels_stand_where_they_were_measured() {
        let manual = include_str!("../../../protocol.md");
        let levels = manual.split("\n## ").find(|section| section.starts_with("Levels")).unwrap();
        let row = |line: &str| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let number = |cell: Option<&str>| cell?.parse::<u32>().ok();
            Some((number(cells.next())?, number(cells.next())?))
        };
        let rows: Vec<(u32, u32)> = levels.lines().filter_map(row).collect();
        let levels: Vec<u32> = rows.iter().map(|(level, _)| *level).collect();
        assert_eq!(levels, (1..=10).collect::<Vec<u32>>(), "{rows:?}");
        let measured: Vec<String> = rows.iter().map(|(_, elo)| elo.to_string()).collect();
        let source = SOURCES.iter().find(|source| source.path == "/ratings.js").unwrap();
        let expected = format!("const LEVELS = [{}];", measured.join(", "));
        assert!(source.text.contains(&expected), "{expected}");
    }

    #[test]
    fn comments_stay_here_and_all_else_is_sent() {
        let text = "// a\n/** b\n * c */\n  f(\"//\"); // d\n\n/* e */\n\tg();\n";
        assert_eq!(bare(text, SCRIPT), "f(\"//\"); // d\ng();");
        for source in SOURCES.iter().filter(|source| [SCRIPT, CSS].contains(&source.kind)) {
            let mut is_comment = false;
            for (line, number) in source.text.lines().map(str::trim).zip(1..) {
                let is_whole = line.matches('`').count() % 2 == 0;
                assert!(is_whole, "{}:{number}: a text goes over the line", source.path);
                is_comment |= line.starts_with("/*");
                let after = line.rsplit_once("*/").map_or("", |(_, after)| after);
                assert!(
                    !is_comment || after.is_empty(),
                    "{}:{number}: code after a comment",
                    source.path
                );
                is_comment &= !line.ends_with("*/");
            }
        }
    }
}
