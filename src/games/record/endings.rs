//! Why games end otherwise than by their moves, in the numbers of Piskvork.

/// Codes in the line after the names of a `.psq` file, and our words for them.
pub(super) const ENDINGS: [(i32, &str); 2] = [(15, "timeout"), (-2, "error")];

/// Whether `word`, the reason why a game ended, has a code.
pub(super) fn has_code(word: &str) -> bool {
    ENDINGS.iter().any(|(_, known)| *known == word)
}
