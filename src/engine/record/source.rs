//! What a reader is given.

use crate::game::Variant;

/// Bytes to be read, and what they may leave open.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub bytes: &'a [u8],
    /// The game, as far as the bytes do not say it.
    pub defaults: Variant,
}
