//! What a lesson is: data that a teacher can write, and that the page and the terminal show.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use tengen_engine::language::Language;

/// A text in both languages. In texts a name in braces stands for what was found, and what is
/// between backquotes is code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, expecting = "an object with en and zh")]
pub struct Text {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Text {
    /// The text in a language.
    pub fn of(&self, language: Language) -> &str {
        language.either(&self.en, &self.zh)
    }
}

/// A lesson of the course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "A lesson of tengen learn"))]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, expecting = "an object with title, source and steps")]
pub struct Lesson {
    /// What it is called.
    pub title: Text,
    /// Where its ideas come from.
    pub source: Text,
    /// Its steps, in order.
    #[cfg_attr(test, schemars(length(min = 1, max = 40)))]
    pub steps: Vec<Step>,
}

/// A step of a lesson: a few sentences and a board, and what may be done there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, expecting = "an object that is a step")]
pub struct Step {
    /// The sentences; an empty line begins a paragraph.
    pub say: Text,
    /// The game: a value of the option Variant, or a position text. Left out, the game and the
    /// moves are those of the step before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "contracts", ts(optional))]
    pub game: Option<String>,
    /// The moves that were played from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "contracts", ts(optional))]
    pub moves: Option<String>,
    /// Winning lines that are drawn: `all` of the board, those through the `last` stone, those
    /// that a side can still fill (`openx`, `openo`), or squares: each group of them, with a comma between groups, is a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "contracts", ts(optional))]
    pub lines: Option<String>,
    /// Signs on squares, of a few letters each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub marks: BTreeMap<String, String>,
    /// Values by names that no line of the protocol gives. Those of the lessons that come with the
    /// program are counted anew by a test.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub known: BTreeMap<String, String>,
    /// What the engine is asked about the position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<Vec<Asked>>", optional))]
    pub asks: Vec<Asked>,
    /// What is shown of the answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "contracts", ts(optional))]
    pub show: Option<Show>,
    /// A game that the reader plays from the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "contracts", ts(optional))]
    pub play: Option<Play>,
    /// Games between two players from the position, which the reader watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "contracts", ts(optional))]
    pub contest: Option<Contest>,
    /// A question that the reader answers on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "contracts", ts(optional))]
    pub question: Option<Question>,
    /// A program, line by line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<Vec<String>>", optional))]
    pub code: Vec<String>,
    /// What is to be typed in a terminal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<Vec<String>>", optional))]
    pub shell: Vec<String>,
    /// Another part of the page, as its address behind `#`, where more is to be seen of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "contracts", ts(optional))]
    pub link: Option<String>,
}

/// A question to the engine, and what is read out of its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, expecting = "an object with lines")]
pub struct Asked {
    /// Lines of the native protocol, which follow the position. The one line `count` stands for
    /// what `tengen count` prints.
    #[cfg_attr(test, schemars(length(min = 1, max = 20)))]
    pub lines: Vec<String>,
    /// What is found, by names: the text that stands before it, then `{}` for one word or `{*}` for
    /// the rest of the line; `^` at its start says that the line begins so. The last line that has
    /// the text counts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub find: BTreeMap<String, String>,
    /// What the answer is called where several are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "contracts", ts(optional))]
    pub name: Option<Text>,
}

/// What is shown of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// A bar for each answer that has a name, as long as the first number that was found in it.
    Bars,
    /// Of an answer to `eval`: what each point is worth to x.
    WorthX,
    /// The same for o.
    WorthO,
    /// Of an answer to `patterns`: the threats that a stone of x would make.
    ThreatsX,
    /// The same for o.
    ThreatsO,
    /// Of an answer to `patterns standing`: the shapes on the board.
    Standing,
    /// Of an answer to `moves`: the first moves in the order in which they are searched.
    Order,
    /// Of an answer to `go`: the line of play, which can be walked through.
    Line,
    /// Of an answer to `go … trace events`: the tree, which can be watched as it is searched.
    Tree,
    /// The lines of the answers as they are.
    Answer,
}

/// A game against a player of the engine, which says why it moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, expecting = "an object with against and side")]
pub struct Play {
    /// The player: a value of the option Player.
    pub against: String,
    /// The side that the reader plays, x or o.
    #[cfg_attr(test, schemars(with = "crate::contracts::Side"))]
    pub side: char,
    /// Limits of a move, as behind `go`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<String>", optional))]
    pub limits: String,
    /// Further options by their names, as mistakes that can be switched on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub options: BTreeMap<String, String>,
}

/// Many games between two players that look at the board once, each of them x in one half. They are the same each time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, expecting = "an object with first, second and games")]
pub struct Contest {
    /// One of random, fivestage, linecount, scoretable and runlength.
    pub first: String,
    /// Another one of them, or the same.
    pub second: String,
    /// How many games are played.
    #[cfg_attr(test, schemars(range(min = 1, max = 1000)))]
    pub games: u32,
    /// How many stones chance sets before, near the middle: the same in two games, with the sides changed.
    #[serde(default)]
    #[cfg_attr(test, schemars(range(max = 8)))]
    pub stones: u8,
    /// Another number makes other games.
    #[serde(default)]
    pub seed: u32,
}

/// A question that the reader answers by a click on the board. Which squares are right is found out
/// by the engine where it can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, expecting = "an object with ask")]
pub struct Question {
    /// The question.
    pub ask: Text,
    /// Lines of the native protocol, which follow the position; `{move}` is the square that was
    /// chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<Vec<String>>", optional))]
    pub lines: Vec<String>,
    /// Whether the chosen square is played before the lines are asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<bool>", optional))]
    pub played: bool,
    /// The choice is right if a line of the answer has this text; `*` stands for anything.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<String>", optional))]
    pub has: String,
    /// The right squares, where no engine can tell.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<String>", optional))]
    pub squares: String,
    /// What is found in the answer, as in `asks`, for the texts below.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub find: BTreeMap<String, String>,
    /// What is said of a right answer.
    pub right: Text,
    /// What is said of a wrong one.
    pub wrong: Text,
}
