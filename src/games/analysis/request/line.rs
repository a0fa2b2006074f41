//! What a line of JSON may look like, as types.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::value::{SeqAccessDeserializer, StrDeserializer};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use tengen_engine::game::Move;
#[cfg(test)]
use tengen_engine::protocol::ranges::{COUNT, NODES, TIME};
use tengen_engine::session::message::Problem;

use super::moves::one_move;

/// Longest id, in characters: it is kept until its answer is written.
pub(super) const ID_CHARS: usize = 256;

/// Most entries of a list of turns; the longest game has fewer positions.
pub(super) const TURNS: usize = 2000;

/// Lines of play, as the option `MultiPV` takes them.
pub(super) const LINES: RangeInclusive<i64> = 1..=1600;

/// Options of the whole process, which no request can set.
pub(super) const PROCESS: [&str; 6] =
    ["Hash", "Threads", "BookFile", "EvalFile", "LogFile", "Clear Hash"];

/// What the asker calls a request; it is given back as it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Id {
    /// A whole number.
    Number(#[cfg_attr(test, schemars(range(min = i64::MIN, max = i64::MAX)))] i64),
    /// A text.
    Text(#[cfg_attr(test, schemars(length(max = ID_CHARS)))] String),
}

/// What a move looks like.
#[cfg(test)]
const MOVE: &str = r"^(\*|[Pp]@)?[A-Za-z]{1,2}[1-9][0-9]?$";

/// A request for analysis, or a cancel.
// The fields have the order in which a refusal of an unknown one names them.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(
    test,
    schemars(
        title = "A line of input of tengen analyze",
        extend(
            "anyOf" = [{"required": ["id"]}, {"required": ["cancel"]}],
            "dependentRequired" = {"record": ["format"], "format": ["record"]},
            "dependentSchemas" = {
                "cancel": {"maxProperties": 1},
                "record": {"not": {"anyOf": [{"required": ["fen"]}, {"required": ["moves"]}]}}
            }
        )
    )
)]
#[serde(deny_unknown_fields)]
pub(crate) struct RequestLine {
    /// The name of the request, by which answers and a cancel refer to it.
    pub(super) id: Option<Id>,
    /// Position text from which the moves are played; the empty board if absent.
    pub(super) fen: Option<String>,
    /// The moves that were played from there.
    pub(super) moves: Option<WordOrList<String, MoveWord>>,
    /// A whole game as text, instead of fen and moves.
    pub(super) record: Option<String>,
    /// The name of the record's format, as for tengen convert.
    pub(super) format: Option<String>,
    /// The game, as the option Variant.
    pub(super) variant: Option<String>,
    /// Options for this request alone, by name.
    #[cfg_attr(test, schemars(extend("propertyNames" = {"not": {"enum": PROCESS}})))]
    pub(super) options: Option<BTreeMap<String, Setting>>,
    /// The positions asked about, by the number of moves played in them; one answer for each.
    #[cfg_attr(test, schemars(extend("default" = "last", "minItems" = 1, "maxItems" = TURNS)))]
    pub(super) turns: Option<WordOrList<TurnsWord, usize>>,
    /// Positions visited.
    #[cfg_attr(test, schemars(range(min = *NODES.start(), max = *NODES.end())))]
    pub(super) nodes: Option<i64>,
    /// Plies.
    #[cfg_attr(test, schemars(range(min = *COUNT.start(), max = *COUNT.end())))]
    pub(super) depth: Option<i64>,
    /// Milliseconds for each position.
    #[cfg_attr(test, schemars(range(min = *TIME.start(), max = *TIME.end())))]
    pub(super) movetime_ms: Option<i64>,
    /// Look for a win in so many own moves.
    #[cfg_attr(test, schemars(range(min = *COUNT.start(), max = *COUNT.end())))]
    pub(super) mate: Option<i64>,
    /// Lines of play wanted.
    #[cfg_attr(test, schemars(range(min = *LINES.start(), max = *LINES.end())))]
    pub(super) multipv: Option<i64>,
    /// The only first moves to consider.
    #[cfg_attr(test, schemars(extend("minItems" = 1, "minLength" = 2)))]
    pub(super) search_moves: Option<WordOrList<String, MoveWord>>,
    /// Whether a proof is wanted where a player wins.
    pub(super) proof: Option<bool>,
    /// Alone in its line: the name of the requests to give up that have no answer yet.
    pub(super) cancel: Option<Id>,
}

/// Moves, or turns: all in one word, or a list of them.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(untagged, inline))]
pub(super) enum WordOrList<Word, Item> {
    Word(Word),
    List(Vec<Item>),
}

/// Which of the two it is decides what is wrong with it, and where: serde's own choice between
/// forms does not tell.
impl<'de, Word, Item> Deserialize<'de> for WordOrList<Word, Item>
where
    Word: Deserialize<'de>,
    Item: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either<Word, Item>(PhantomData<(Word, Item)>);

        impl<'de, Word, Item> Visitor<'de> for Either<Word, Item>
        where
            Word: Deserialize<'de>,
            Item: Deserialize<'de>,
        {
            type Value = WordOrList<Word, Item>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Word::deserialize(StrDeserializer::new(text)).map(WordOrList::Word)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(WordOrList::List)
            }
        }

        from.deserialize_any(Either(PhantomData))
    }
}

/// A move in a list.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(extend("pattern" = MOVE)))]
#[serde(try_from = "String")]
pub(super) struct MoveWord(#[cfg_attr(test, schemars(with = "String"))] pub(super) Move);

impl TryFrom<String> for MoveWord {
    type Error = Problem;

    fn try_from(word: String) -> Result<MoveWord, Problem> {
        one_move("moves", &word).map(MoveWord)
    }
}

/// Positions of a game, in a word.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum TurnsWord {
    /// The position after all moves.
    Last,
    /// Every position, from the start to the last one.
    All,
}

/// The value of an option.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum Setting {
    Text(String),
    Number(serde_json::Number),
    Switch(bool),
}
