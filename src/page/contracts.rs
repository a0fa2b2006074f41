//! What scripts need to know of the envelope: TypeScript declarations of its messages, derived
//! from their types. They lie beside the scripts of the page, which are checked against them.
//!
//! Requests are declared as they are read, so that what may be left out is optional; messages of
//! the server are declared as they are written.

#[path = "../../tests/support/generated.rs"]
mod generated;

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use ts_rs::{Config, TS, TypeVisitor};

use tengen_engine::game::Code;
use tengen_engine::puzzle::PuzzleKind;
use tengen_engine::search::reason::ReasonCode;

use crate::envelope::{Notice, Request};

/// The file of the declarations.
const FILE: &str = "files/envelope.d.ts";

const HEAD: &str = "\
// Messages of the web envelope, as the types of src/page/envelope say. Do not change this file:
// TENGEN_WRITE=1 cargo test -p tengen-page contracts writes it.
";

/// One line for each type that is written by a table of names of its own: what it is, what stands
/// for it, its name, and the names of its values.
macro_rules! names {
    ($(#[doc = $doc:literal] $stand_in:ident = $name:literal: $values:expr;)+) => {
        $(
            #[doc = $doc]
            pub(crate) struct $stand_in;

            impl TS for $stand_in {
                type WithoutGenerics = $stand_in;
                type OptionInnerType = $stand_in;

                fn docs() -> Option<String> {
                    Some(format!("/**\n *{}\n */\n", $doc))
                }

                fn decl(config: &Config) -> String {
                    format!("type {} = {};", $name, $stand_in::inline(config))
                }

                fn name(_: &Config) -> String {
                    $name.to_owned()
                }

                fn inline(_: &Config) -> String {
                    let values = $values.iter().map(|value| format!("\"{}\"", value.name()));
                    values.collect::<Vec<_>>().join(" | ")
                }

                fn output_path() -> Option<std::path::PathBuf> {
                    Some(concat!($name, ".ts").into())
                }
            }
        )+
    };
}

names! {
    /// Why something was refused.
    Codes = "Code": Code::ALL;
    /// What a reason for a move says.
    ReasonCodes = "ReasonCode": ReasonCode::ALL;
    /// What has to be found in a puzzle.
    PuzzleKinds = "PuzzleKind": PuzzleKind::ALL;
}

/// Declarations by their names.
struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Texts, numbers and lists have no declaration of their own, and no path.
        if T::output_path().is_some() {
            let docs = with_short_comments(&T::docs().unwrap_or_default());
            let text = format!("{docs}export {}", indented(&T::decl(&self.config)));
            let double = self.texts.insert(T::ident(&self.config), text);
            assert_eq!(double, None, "two types are called {}", T::ident(&self.config));
        }
        T::visit_dependencies(self);
    }
}

/// `text` with each `/**` and `*/` on the same line as the first and last words of its comment.
fn with_short_comments(text: &str) -> String {
    text.replace("/**\n * ", "/** ").replace("\n */\n", " */\n")
}

/// `text` with short comments and a line for each case; all lines but the first are indented.
fn indented(text: &str) -> String {
    let text = with_short_comments(text).replace(" | {", "\n| {");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n  ")
}

/// The text of the file.
fn declarations() -> String {
    // JSON has no other numbers than those of scripts, and those of the envelope are exact there.
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, seen: HashSet::new(), texts: BTreeMap::new() };
    all.visit::<Request>();
    all.visit::<Notice>();
    // Types of the games name it alone.
    all.visit::<ReasonCodes>();
    let texts = all.texts.into_values().map(|text| format!("\n{text}\n"));
    HEAD.to_owned() + &texts.collect::<String>()
}

#[test]
fn contracts_are_those_of_the_types() {
    generated::hold(FILE, &declarations());
}
