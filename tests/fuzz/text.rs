//! What may be shown to people.

/// Longest line about an error, in characters: it may name all options.
const LONGEST: usize = 440;

/// Whether this can stand in one line of a terminal and be read at a glance.
pub fn is_calm(line: &str) -> Result<(), String> {
    let turns = |letter: char| matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if line.chars().any(|letter| letter.is_control() || turns(letter)) {
        return Err(format!("a line with control characters: {line:?}"));
    }
    match line.chars().count() {
        0..=LONGEST => Ok(()),
        length => Err(format!("a line of {length} characters: {line:?}")),
    }
}

/// Whether this is a refusal as all of ours are.
pub fn is_refusal(line: &str) -> Result<(), String> {
    is_calm(line)?;
    if line.contains("expected ") { Ok(()) } else { Err(format!("no advice: {line:?}")) }
}
