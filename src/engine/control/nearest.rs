//! Which known word was meant by one that is not known.

use strsim::osa_distance;

/// What stands before the word that was meant.
const TIP: &str = "; did you mean ";

/// What was expected in place of `word`, with the one that was meant: `one of a, b; did you mean a?`.
pub fn one_of(word: &str, known: &[&str]) -> String {
    format!("one of {}{}", known.join(", "), meant(word, known))
}

/// The end of a refusal of `word` that asks for the known one that was meant; empty without any.
pub fn meant(word: &str, known: &[&str]) -> String {
    nearest(word, known.iter().copied()).map(|known| format!("{TIP}{known}?")).unwrap_or_default()
}

/// The known word that takes the fewest slips to become `word`: letters added, left out,
/// exchanged with their neighbour, or wrong. `None` when even the nearest is another word.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let letters = word.chars().count();
    // One slip for every three letters: more make a word of their own.
    let most = (letters / 3).clamp(1, 3);
    // A word of another length is another word, and one of a megabyte need not be compared.
    let known = known.into_iter().filter(|known| known.chars().count().abs_diff(letters) <= most);
    let slips = known.map(|known| (osa_distance(&word, &known.to_lowercase()), known));
    let (count, known) = slips.min_by_key(|(slips, _)| *slips)?;
    (letters >= 2 && count <= most).then_some(known)
}

/// The tip that ends a refusal of `word` where the words that were `expected` are listed,
/// as in `one of play, perft`; empty when none of them is near.
pub fn tip(word: &str, expected: &str) -> String {
    let list = expected.strip_prefix("expected ").unwrap_or(expected);
    let list = list.strip_prefix("one of ").filter(|list| !list.contains(TIP));
    let Some(list) = list else { return String::new() };
    meant(word, &list.split(", ").collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_forgiven_and_other_words_are_not() {
        let known = ["gomoku", "gomoku19", "renju", "caro", "tictactoe"];
        for (word, meant) in [
            ("gomuko", Some("gomoku")),
            ("Gomokku", Some("gomoku")),
            ("renjo", Some("renju")),
            ("tic-tac-toe", Some("tictactoe")),
            (&"gomoku".repeat(1 << 18), None),
            ("crao", Some("caro")),
            ("gomoku18", Some("gomoku19")),
            ("chess", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
        assert_eq!(tip("oce", "expected one of free, once, off"), "; did you mean once?");
        assert_eq!(tip("oce", "free, once, off"), "");
        let list = one_of("oce", &["free", "once", "off"]);
        assert_eq!(list, "one of free, once, off; did you mean once?");
        assert_eq!(tip("oce", &list), "");
    }
}
