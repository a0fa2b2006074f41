//! Ratings of several engines: the Bradley–Terry model.
//!
//! Engine `i` scores `1 / (1 + 10^((r_j - r_i) / 400))` against engine `j`; the
//! ratings are those that make the results most likely, a draw counting as half
//! a win and half a loss. Bradley and Terry, "Rank Analysis of Incomplete Block
//! Designs" (1952); found by Newton's method, as the likelihood is concave.

/// Games that every engine is taken to have drawn, besides the real ones, with
/// an engine of rating 0.
///
/// They keep ratings finite where an engine won or lost everything or where two
/// groups never met, and pull ratings that rest on few games a little to the
/// middle; over hundreds of games they do not matter.
pub const PRIOR_GAMES: f64 = 1.0;

/// Results of two engines against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// Index of one engine.
    pub first: usize,
    /// Index of the other one.
    pub second: usize,
    /// Games played.
    pub games: f64,
    /// Points of the first engine, half of one for a draw.
    pub points: f64,
}

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo; the mean over all engines is 0.
    pub elo: f64,
    /// Half the width of its 95 % confidence interval, relative to that mean.
    pub error: f64,
}

/// The ratings of engines `0..engines`, in that order.
pub fn ratings(engines: usize, encounters: &[Encounter]) -> Vec<Rating> {
    todo!()
}
