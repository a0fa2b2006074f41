//! Names and values of options, most of them right.

use proptest::prelude::*;
use proptest::sample::select;
use tengen_engine::session::options::TABLE;

/// A word that some option takes, or anything without the ends of lines.
pub fn value() -> impl Strategy<Value = String> {
    let words = "true FALSE auto engine renju gomoku 0 1 3 40 41 -1 4096 9999999999 <empty> 5 x";
    let words: Vec<&str> = words.split(' ').collect();
    prop_oneof![3 => select(words).prop_map(str::to_owned), 1 => "\\PC{0,20}"]
}

pub fn option_name() -> impl Strategy<Value = String> {
    let names: Vec<&str> = TABLE.iter().map(|spec| spec.name).collect();
    let any_case = (select(names), any::<bool>())
        .prop_map(|(name, loud)| if loud { name.to_uppercase() } else { name.to_owned() });
    prop_oneof![5 => any_case, 1 => "\\PC{0,12}"]
}
