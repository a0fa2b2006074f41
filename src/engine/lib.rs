//! Tengen plays gomoku, tic-tac-toe and every other m,n,k game: boards from
//! 3x3 to 40x40, lines of three to nine, five rule sets, conversions.
//!
//! The program `tengen` speaks a line protocol; this library is the engine
//! behind it, for programs that want the rules, the board or the search for
//! themselves. The examples `judge` (rules only), `analyse` (a search that is
//! watched) and `pipe` (the protocols, as a program speaks them) show how.
//!
//! # Rules and boards
//!
//! A [`Variant`](game::Variant) says what is played, a [`Position`](game::Position)
//! keeps the stones, takes moves back and knows when it is over.
//!
//! ```
//! use tengen_engine::game::{Color, Position, Variant};
//!
//! let mut position = Position::new(Variant::mnk(7, 6, 4)?)?;
//! for mv in ["d1", "a1", "e1", "a2", "f1", "a3", "g1"] {
//!     position.play(mv.parse()?)?;
//! }
//! assert_eq!(position.winner(), Some(Color::Black));
//! assert_eq!(position.fen(), "7/7/7/o6/o6/o2xxxx o k=4 rule=freestyle destroy=0,0 last=g1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In renju some points are forbidden to Black, and a refusal says why:
//!
//! ```
//! use tengen_engine::board;
//!
//! let mut position = board!("x rule=renju", "
//!     . . . . . . .
//!     . . . x . . .
//!     . . . x . . .
//!     . x x . . . .
//!     . . . . . . .
//!     . . . . . . .
//!     . . . . . . .");
//! let refusal = position.play("d4".parse()?).unwrap_err();
//! assert_eq!(refusal.to_string(), "forbidden (double-three)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Players and search
//!
//! A [`Player`](player::Player) chooses a move within [`Limits`](control::Limits)
//! and tells a [`Monitor`](control::Monitor) what it thinks; the monitor may
//! stop it. The strong one is a [`Searcher`](search::Searcher), which can be
//! used alone:
//!
//! ```
//! use tengen_engine::control::{Limits, Quiet};
//! use tengen_engine::game::{Position, Variant};
//! use tengen_engine::search::{SearchOptions, Searcher};
//!
//! let mut position = Position::new(Variant::preset("tictactoe")?)?;
//! for mv in ["b2", "a1", "a3"] {
//!     position.play(mv.parse()?)?;
//! }
//! let limits = Limits { depth: Some(9), ..Limits::default() };
//! let mut searcher = Searcher::new(1);
//! let choice = searcher.search(&position, &limits, &SearchOptions::default(), &Quiet::default());
//! // Only this keeps the diagonal from being completed.
//! assert_eq!(choice.best, Some("c1".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The map of the house
//!
//! Each layer imports only from those above it in this list, never from below;
//! a test holds every import against it.
//!
//! | layer | what it knows |
//! |---|---|
//! | [`value`] | scores, and how exact they are |
//! | [`clock`] | the moment that it is, on every target |
//! | [`language`] | the language of what is said to people |
//! | [`game`] | the laws: squares, rules, positions, text and diagrams of boards |
//! | [`proof`] | strategies in files, and the checker that believes nothing else |
//! | [`control`] | how a search is driven: limits, signals, reports |
//! | [`pattern`] | what lines mean: shapes and threats, kept up to date move by move |
//! | [`eval`] | an opinion about a position |
//! | [`solve`] | no opinion: victory by continuous fours and threats |
//! | [`search`] | alpha-beta on top of all that |
//! | [`player`] | all that can choose a move, from `random` to `engine` |
//! | [`prove`] | from a claim to a strategy that can be checked independently |
//! | [`puzzle`] | positions in which exactly one move is right |
//! | [`session`] | one conversation: options, commands in order, events |
//! | [`protocol`] | lines to commands, events to lines |

pub mod clock;
pub mod control;
pub mod eval;
pub mod game;
pub mod language;
pub mod pattern;
pub mod player;
pub mod proof;
pub mod protocol;
pub mod prove;
pub mod puzzle;
pub mod search;
pub mod session;
pub mod solve;
pub mod value;
