//! What every tool shares with the shell: how it reads arguments, files and
//! streams, where its log goes, and how it ends.

pub mod digest;
pub mod failure;
pub mod files;
pub mod game_arguments;
pub mod game_file;
pub mod inbox;
pub mod input;
pub mod interrupt;
pub mod lines;
pub mod locked_file;
pub mod logging;
pub mod memory;
pub mod mistakes;
pub mod output;
pub mod parts;
pub mod proof_file;
pub mod settings;
pub mod values;
pub mod work;
