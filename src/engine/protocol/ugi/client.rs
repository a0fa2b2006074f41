//! The manager's side of UGI: UCI with other words.

use crate::game::{ByColor, Variant};
use crate::protocol::client::Client;
use crate::protocol::uci::client::{UciClient, Vocabulary};

/// A conversation with an engine about games of that variant.
pub(super) fn open(variant: Variant) -> Box<dyn Client> {
    Box::new(UciClient::new(&UGI, variant))
}

/// The words of UGI.
const UGI: Vocabulary = Vocabulary {
    hello: "ugi",
    introduced: "ugiok",
    new_game: "uginewgame",
    clocks: ByColor(["p1time", "p2time"]),
    increments: ByColor(["p1inc", "p2inc"]),
    moves_to_go: None,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Choice, Limits};
    use crate::game::Position;
    use crate::protocol::client::{Question, Said};
    use crate::protocol::codec::Codec;
    use crate::protocol::ugi::Ugi;
    use crate::session::message::{Command, Event, Start};
    use crate::session::options::Options;

    #[test]
    fn both_sides_understand_each_other() {
        let variant = Variant::preset("caro").unwrap();
        let (mut client, mut engine) = (UciClient::new(&UGI, variant), Ugi::default());
        let mut decoded = |lines: &[String]| -> Vec<Command> {
            lines.iter().flat_map(|line| engine.decode(line.as_str().into())).collect()
        };
        assert_eq!(decoded(&client.greeting()), [Command::Identify]);
        let mut lines = Vec::new();
        engine.encode(&Event::Identity, &Options::default(), &mut lines);
        let said: Vec<Said> = lines.iter().map(|line| client.hear(line)).collect();
        assert_eq!(said.last(), Some(&Said::Introduced));
        let mut decoded = |lines: &[String]| -> Vec<Command> {
            lines.iter().flat_map(|line| engine.decode(line.as_str().into())).collect()
        };
        let set = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: Some(value.to_owned()),
        };
        assert_eq!(decoded(&client.prepare(&[]).unwrap()), [set("Variant", "caro")]);
        assert_eq!(
            decoded(&client.new_game(3, &Limits::default())),
            [set("Seed", "3"), Command::NewGame, Command::Ready]
        );
        let limits = Limits {
            clock_ms: ByColor::new(Some(10), Some(20)),
            increment_ms: ByColor::new(3, 4),
            ..Limits::default()
        };
        let position = Position::new(variant).unwrap();
        let question = Question { start: None, position: &position, limits: &limits };
        assert_eq!(
            decoded(&client.ask(question)),
            [Command::Position { start: Start::Empty, moves: Vec::new() }, Command::Go(limits)]
        );
        let mv = "o15".parse().unwrap();
        let choice = Choice { best: Some(mv), ponder: Some(mv) };
        let mut lines = Vec::new();
        engine.encode(&Event::Answer(choice), &Options::default(), &mut lines);
        assert_eq!(client.hear(&lines[0]), Said::Move(mv));
    }
}
