//! A text cut into words as a shell does it, so that names with blanks can be quoted.

use shell_words::ParseError;

/// What a backslash says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Backslash {
    /// The next character is one of the word, as in the shells of Unix.
    Escapes,
    /// A backslash, as in the paths of Windows: `.\tengen.exe` is one word.
    IsLiteral,
}

impl Backslash {
    /// What a backslash says on this system.
    pub(super) const HERE: Backslash =
        if cfg!(windows) { Backslash::IsLiteral } else { Backslash::Escapes };
}

/// The words of `text`. Both quotation marks keep blanks in a word.
///
/// # Errors
/// When a quotation mark is not closed.
pub(super) fn split(text: &str, backslash: Backslash) -> Result<Vec<String>, ParseError> {
    match backslash {
        Backslash::Escapes => shell_words::split(text),
        Backslash::IsLiteral => shell_words::split(&escaped(text)),
    }
}

/// A text of which [`split`] makes these words again.
pub(super) fn join(words: &[String], backslash: Backslash) -> String {
    let text = shell_words::join(words);
    match backslash {
        Backslash::Escapes => text,
        // An apostrophe is what is left: it stands between double quotation marks then.
        Backslash::IsLiteral => text.replace(r"'\''", r#"'"'"'"#),
    }
}

/// `text` with a backslash more before each that a shell would take away.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut open = None;
    for letter in text.chars() {
        match (letter, open) {
            ('\'' | '"', None) => open = Some(letter),
            (_, Some(quote)) if quote == letter => open = None,
            // Between apostrophes a shell takes nothing away.
            ('\\', None | Some('"')) => result.push('\\'),
            _ => {}
        }
        result.push(letter);
    }
    result
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn paths_of_windows_are_words() {
        let words = |text| split(text, Backslash::IsLiteral).unwrap();
        assert_eq!(words(r"cmd=.\tengen.exe st=1"), [r"cmd=.\tengen.exe", "st=1"]);
        assert_eq!(words(r#""C:\My Engines\a.exe" x"#), [r"C:\My Engines\a.exe", "x"]);
        assert_eq!(words(r"'C:\My Engines\' \\host\share"), [r"C:\My Engines\", r"\\host\share"]);
        assert_eq!(words(r#""C:\My Engines\" x"#), [r"C:\My Engines\", "x"]);
        assert!(split(r"'C:\", Backslash::IsLiteral).is_err());
        assert_eq!(split(r"a\ b", Backslash::Escapes).unwrap(), ["a b"]);
    }

    proptest! {
        #[test]
        fn what_is_joined_is_split_again(
            words in prop::collection::vec(r#"[a\\'"$ #]{0,6}"#, 0..4),
            is_literal in any::<bool>(),
        ) {
            let backslash = if is_literal { Backslash::IsLiteral } else { Backslash::Escapes };
            let text = join(&words, backslash);
            prop_assert_eq!(&split(&text, backslash).unwrap(), &words);
            // A description has words inside words.
            let twice = join(std::slice::from_ref(&text), backslash);
            prop_assert_eq!(split(&twice, backslash).unwrap(), vec![text]);
        }
    }
}
