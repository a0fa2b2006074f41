//! What can be on the screen: a table, or puzzles.

use ratatui::Frame;
use ratatui::crossterm::event::Event;

/// Something that fills the screen and listens to keys.
pub(super) trait Page {
    /// Lets time pass; true if something has happened.
    fn attend(&mut self) -> bool;
    /// Draws everything.
    fn draw(&mut self, frame: &mut Frame);
    /// Does what a key, the mouse or a paste means.
    fn handle(&mut self, event: Event);
    fn has_left(&self) -> bool;
    /// How the table or the lesson stands, in a line that stays when the screen is gone.
    fn farewell(&self) -> String;
}
