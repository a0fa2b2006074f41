//! Files that are written game by game.

use super::error::{Place, RecordError, problem};
use super::format::Format;
use super::merge::Merger;
use super::renlib;
use super::tree::GameTree;
use super::yixin::check_side;

/// Writes a file of a format, one game after the other.
pub struct GameWriter {
    format: Format,
    count: usize,
    /// The tree that games of `RenLib` become.
    library: Option<Merger>,
}

impl GameWriter {
    /// A file without games.
    pub fn new(format: Format) -> GameWriter {
        GameWriter { format, count: 0, library: None }
    }

    /// How many games there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Takes in a game, and gives what it adds to the file. Formats that hold one game
    /// take more, for the caller to refuse.
    ///
    /// # Errors
    /// When the format cannot hold the game; the file stays without the game then.
    pub fn add(&mut self, game: &GameTree) -> Result<Vec<u8>, RecordError> {
        let mut bytes = match self.count {
            0 => Vec::new(),
            _ => self.format.between().to_vec(),
        };
        if self.format == Format::Lib {
            self.format.check(self.count, game)?;
            check_side(game.variant(), self.count)?;
            match &mut self.library {
                Some(library) => library.add(game),
                None => self.library = Some(Merger::new(game.clone())),
            }
        } else {
            bytes.extend(self.format.write(self.count, game)?);
        }
        self.count += 1;
        Ok(bytes)
    }

    /// What stands at the end of the file.
    pub fn finish(self) -> Vec<u8> {
        match (self.format, self.library) {
            (Format::Lib, library) => renlib::write(library.map(Merger::into_tree).as_ref()),
            _ => Vec::new(),
        }
    }

    /// The refusal of `count` games by a format that holds one.
    pub fn too_many(&self, count: usize) -> RecordError {
        let expected = format!("one game in a file of format {}", self.format);
        problem(Place::File, &format!("{count} games"), expected)
    }
}
