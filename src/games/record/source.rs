//! What a reader is given.

use tengen_engine::game::Variant;

use super::encoding::TextEncoding;

/// A file to be read, and what it may leave open.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub bytes: &'a [u8],
    /// The decoded bytes; empty for formats that are no text.
    pub text: &'a str,
    /// The encoding of the text, if it is one that the file does not begin with, and not UTF-8.
    pub encoding: Option<TextEncoding>,
    /// The game, as far as the file does not say it.
    pub defaults: Variant,
    /// Whether `defaults` are the rule and the line length of all games, whatever the file says.
    pub is_given: bool,
}
