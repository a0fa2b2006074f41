//! What holds where a request says nothing else.

use tengen_engine::control::Limits;
use tengen_engine::game::{Variant, VariantError};
use tengen_engine::session::options::Options;

/// What holds where a request says nothing else.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// The options of the command line.
    pub options: Options,
    /// When to end an analysis for which depth, nodes and time are not given.
    pub limits: Limits,
    /// Whether the options say which game is played, and not only by default.
    pub is_game_set: bool,
}

impl Defaults {
    /// The game, if the options say which one is played.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn game(&self) -> Result<Option<Variant>, VariantError> {
        self.is_game_set.then(|| self.options.variant()).transpose()
    }
}
