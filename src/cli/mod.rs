//! What every tool shares with the shell: how it reads arguments, files and
//! streams, where its log goes, and how it ends.

#[cfg(test)]
pub(crate) mod changed;
pub(crate) mod digest;
pub(crate) mod failure;
pub(crate) mod files;
pub(crate) mod game_arguments;
pub(crate) mod inbox;
pub(crate) mod input;
pub(crate) mod interrupt;
pub(crate) mod line_log;
pub(crate) mod lines;
pub(crate) mod locked_file;
pub(crate) mod logging;
pub(crate) mod memory;
pub(crate) mod mistakes;
pub(crate) mod nearest;
pub(crate) mod output;
pub(crate) mod parts;
pub(crate) mod proof_file;
pub(crate) mod settings;
pub(crate) mod values;
