//! Tengen without a system: the engine for hosts that have no files and no threads that it could
//! start, such as a page in a browser, which loads this package as a module of WebAssembly. The
//! module has neither networks nor puzzles: the page gives their files when they are first asked for.
//!
//! | module | |
//! |---|---|
//! | [`lone_engine`] | the engine on the thread of its host: lines in, lines out |
//! | `helpers` | threads that the host has started for its searches; with the feature `threads` |
//! | [`house`] | the host of the page: tables, desks, and what is kept |
//! | [`messages`] | what the house is told, and what it orders |
//! | [`answers`] | answers to messages of the page that may take long |
//! | `module` | all of that as functions of a module of WebAssembly; only there |

pub mod answers;
#[cfg(feature = "threads")]
pub mod helpers;
pub mod house;
pub mod lone_engine;
pub mod messages;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod module;
mod table;
