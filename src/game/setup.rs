//! Positions as text: an unchecked description, and the way to a valid position.

use thiserror::Error;

use super::position::Position;
use super::rule::Variant;

/// placeholder
#[derive(Clone, Debug)]
pub struct Setup {}

/// Why a description is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// x
    #[error("x")]
    X,
}
impl Setup {
    /// Reads position text.
    pub fn parse(_text: &str, _defaults: &Variant) -> Result<Setup, SetupError> {
        Err(SetupError::X)
    }
    /// Validates
    pub fn build(&self) -> Result<Position, SetupError> {
        Err(SetupError::X)
    }
}
