//! The values of all options, and the game that they describe.

use std::sync::Arc;

use crate::eval;
use crate::game::{Rule, Size, Variant, VariantError};
use crate::player::Settings;
use crate::proof::{Book, BookError};
use crate::session::message::Problem;

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    /// What players are told.
    pub settings: Settings,
    /// Whether answers name the expected reply.
    pub ponder: bool,
    /// Whether scores come with chances of win, draw and loss.
    pub show_wdl: bool,
    /// Where the log goes; empty means nowhere.
    pub log_file: String,
    /// The file of the book that the engine plays by; empty means none.
    pub book_file: String,
    /// The file of the network that values positions; empty means the one of this program.
    pub eval_file: String,
    pub(super) preset: &'static str,
    /// The game that a chess GUI asked for, which comes before `preset`.
    pub(super) drop_preset: Option<&'static str>,
    pub(super) overrides: Overrides,
}

/// What replaces parts of the preset; `None` means as the preset says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Overrides {
    pub width: Option<usize>,
    pub height: Option<usize>,
    pub win_length: Option<u8>,
    pub rule: Option<Rule>,
    pub destroy: Option<u8>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            settings: Settings::default(),
            ponder: false,
            show_wdl: false,
            log_file: String::new(),
            book_file: String::new(),
            eval_file: String::new(),
            preset: "gomoku",
            drop_preset: None,
            overrides: Overrides::default(),
        }
    }
}

impl Options {
    /// Takes the network of the option `EvalFile`, for the whole process.
    ///
    /// # Errors
    /// When the file is no network; the one that was there stays.
    pub fn load_network(&self) -> Result<(), Problem> {
        eval::choose_network(&self.eval_file)
            .map_err(|error| Problem::new("setoption EvalFile", &self.eval_file, error.to_string()))
    }

    /// Reads the book of the option `BookFile`.
    ///
    /// # Errors
    /// When the file is no book; the one that was there stays.
    pub fn load_book(&mut self) -> Result<(), Problem> {
        let path = &self.book_file;
        let book = (!path.is_empty()).then(|| Book::read(path).map(Arc::new)).transpose();
        let refuse = |error: BookError| Problem::new("setoption BookFile", path, error.to_string());
        self.settings.book = book.map_err(refuse)?;
        Ok(())
    }

    /// The game that the options define.
    ///
    /// # Errors
    /// When they contradict each other; single options never say so, because
    /// the others may still follow.
    pub fn variant(&self) -> Result<Variant, VariantError> {
        self.unchecked_variant()?.validate()
    }

    /// The game that the options describe, whether it can be played or not:
    /// what a position text leaves out comes from here, and what it gives may
    /// be just what was wrong.
    ///
    /// # Errors
    /// When there is no board of such a size at all.
    pub fn unchecked_variant(&self) -> Result<Variant, VariantError> {
        let preset = Variant::preset(self.drop_preset.unwrap_or(self.preset))?;
        let own = &self.overrides;
        Ok(Variant {
            rule: own.rule.unwrap_or(preset.rule),
            size: Size::new(
                own.width.unwrap_or(preset.size.width()),
                own.height.unwrap_or(preset.size.height()),
            )?,
            k: own.win_length.unwrap_or(preset.k),
            destroy: own.destroy.unwrap_or(preset.destroy),
        })
    }

    /// Whether moves are written as drops, `P@h8`, for chess GUIs.
    pub const fn writes_drops(&self) -> bool {
        self.drop_preset.is_some()
    }

    /// Whether setting that option says nothing about the game while another one
    /// speaks in its place.
    pub fn is_overruled(&self, name: &str) -> bool {
        self.drop_preset.is_some() && name.eq_ignore_ascii_case("Variant")
    }
}
