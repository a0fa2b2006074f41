//! The files of the page, which are part of the program.

use std::io::Write;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use flate2::Compression;
use flate2::write::GzEncoder;

/// What the page may do: load its own files and talk to its own server. Injected scripts do
/// not run, and no other page may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// A file as it is written, and where the browser finds it.
struct Source {
    path: &'static str,
    kind: &'static str,
    text: &'static str,
}

/// Files with their paths and kinds, and the names of the scripts.
macro_rules! sources {
    ($($path:literal $kind:ident $file:literal)*; $($script:literal)*) => {
        &[
            $(Source { path: $path, kind: $kind, text: include_str!($file) },)*
            $(Source {
                path: concat!("/", $script, ".js"),
                kind: SCRIPT,
                text: include_str!(concat!($script, ".js")),
            },)*
        ]
    };
}

const SOURCES: &[Source] = sources! {
    "/" HTML "index.html"
    "/look.css" CSS "../../host/look.css"
    "/style.css" CSS "style.css"
    "/icon.svg" PICTURE "icon.svg";
    "asking" "board" "charts" "debug" "deskfiles" "deskreview" "dom" "editing" "engine" "files"
    "film" "graph" "grid" "judgement" "kinds" "learn" "link" "lobby" "log" "main" "matches"
    "matchview" "movelist" "native" "notes" "openings" "overlays" "pack" "parts" "play" "prefs"
    "proofs" "puzzlebook" "puzzles" "questions" "ratings" "refusals" "reviewed" "reviews" "saves"
    "seat" "sentences" "sounds" "start" "stats" "stepper" "stones" "tallies" "thinking" "tree"
    "turn" "variations" "why" "words" "wordsdesk" "wordsplay" "wordspuzzles" "wordsresults"
};

/// A file that is ready to be sent.
pub(super) struct File {
    source: &'static Source,
    text: Bytes,
    packed: Bytes,
    /// Changes with the text, so that a browser asks only whether it has.
    tag: String,
}

static FILES: LazyLock<Vec<File>> = LazyLock::new(|| SOURCES.iter().map(File::new).collect());

/// Packs all files, which takes a moment: no page has to wait for it later.
pub(super) fn prepare() {
    LazyLock::force(&FILES);
}

/// The file at that path.
pub(super) fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.source.path == path)
}

impl File {
    fn new(source: &'static Source) -> File {
        let text = match source.kind {
            kind @ (SCRIPT | CSS) => bare(source.text, kind),
            _ => source.text.to_owned(),
        };
        let (packed, tag) = (pack(text.as_bytes()), format!("\"{:016x}\"", hash(&text)));
        File { source, text: text.into(), packed: packed.into(), tag }
    }

    /// The answer to a request for this file.
    pub fn answer(&self, request: &HeaderMap) -> Response<Body> {
        let has = |name: header::HeaderName, what: &str| {
            let values = request.get_all(name).iter().filter_map(|value| value.to_str().ok());
            values.flat_map(|text| text.split(',')).any(|word| word.trim() == what)
        };
        let mut response = if has(header::IF_NONE_MATCH, &self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if has(header::ACCEPT_ENCODING, "gzip") {
            ([(header::CONTENT_ENCODING, "gzip")], self.packed.clone()).into_response()
        } else {
            self.text.clone().into_response()
        };
        let headers = response.headers_mut();
        for (name, value) in [
            (header::CONTENT_TYPE, self.source.kind),
            (header::CACHE_CONTROL, "no-cache"),
            (header::VARY, "Accept-Encoding"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        // Scripts and styles obey the policies of the page that loads them, and do nothing alone.
        if [HTML, PICTURE].contains(&self.source.kind) {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
            headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        }
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        response
    }
}

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
            lines.push_str(&if kind == SCRIPT { tight(line) } else { line.to_owned() });
            // A comment at the end of a line needs that end.
            if line.contains("//") || !line.ends_with(['{', '}', '(', '[', ',', ';']) {
                lines.push('\n');
            }
        }
    }
    lines
}

/// A line of a script without blanks beside signs, but for those in texts; one with a pattern, a
/// comment, or a text in other quotes than `"` stays as it is.
fn tight(line: &str) -> String {
    if line.contains(['\'', '`', '/', '\\']) {
        return line.to_owned();
    }
    // Between quotes is every second part.
    let parts = line.split('"').enumerate();
    let tight = parts.map(|(place, part)| match place % 2 {
        0 => without_blanks(part),
        _ => part.to_owned(),
    });
    tight.collect::<Vec<_>>().join("\"")
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

/// The text as gzip; empty if that should ever fail, which memory cannot.
fn pack(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).and_then(|()| encoder.finish()).unwrap_or_default()
}

/// FNV-1a, 64 bits: enough to tell one version of a file from the next.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engines::session::EndCode;
    use tengen_engine::game::Code;
    use tengen_engine::pattern::{Shape, ThreatName};

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
        assert_eq!(bare("/* all */\n.a .b,\n.c {\n  d: e f;\n}\n", CSS), ".a .b,.c {d: e f;}");
    }

    #[test]
    fn every_script_that_is_imported_is_served() {
        let mut imports = 0;
        for source in scripts() {
            // Comments name declarations, which no browser needs.
            let code = bare(source.text, SCRIPT);
            for before in [" from \"./", "import(\"./"] {
                for path in named(&code, before) {
                    assert!(find(&path).is_some(), "{}: {path}", source.path);
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
            for other in named(&bare(find(&path).unwrap().source.text, SCRIPT), " from \"./") {
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
        let text = find(path).unwrap().source.text;
        let (_, object) = text.split_once(start).unwrap();
        let (object, _) = object.split_once("};").unwrap();
        let key = |part: &str| part.split(':').next().map(|key| key.trim().replace('"', ""));
        object.split("],").filter_map(key).collect()
    }

    /// The overlays know exactly what an engine names, and both languages have words for it.
    #[test]
    fn threats_and_shapes_have_signs_and_words() {
        let words = find("/wordsdesk.js").unwrap().source.text;
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
        let words = find("/wordsplay.js").unwrap().source.text;
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

    #[test]
    fn the_page_is_light() {
        // The line of the status, the length and the date come in front of each file, too.
        const MORE: usize = 80;
        let request =
            HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"))]);
        let weight = |file: &File| {
            let answer = file.answer(&request);
            let heads = answer.headers().iter();
            let heads: usize =
                heads.map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
            file.packed.len() + heads + MORE
        };
        let bytes: usize = FILES.iter().map(weight).sum();
        assert!((1..=120_000).contains(&bytes), "{bytes} bytes over the wire");
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
    fn whatever_can_be_opened_alone_has_the_policies() {
        for file in FILES.iter() {
            let is_page = [HTML, PICTURE].contains(&file.source.kind);
            let answer = file.answer(&HeaderMap::new());
            for policy in [header::CONTENT_SECURITY_POLICY, header::REFERRER_POLICY] {
                let has = answer.headers().contains_key(&policy);
                assert_eq!(has, is_page, "{}: {policy}", file.source.path);
            }
        }
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

    #[test]
    fn known_files_are_not_sent_again() {
        let file = find("/").unwrap();
        let mut headers = HeaderMap::new();
        assert_eq!(file.answer(&headers).status(), StatusCode::OK);
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"));
        let response = file.answer(&headers);
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_str(&file.tag).unwrap());
        assert_eq!(file.answer(&headers).status(), StatusCode::NOT_MODIFIED);
    }
}
