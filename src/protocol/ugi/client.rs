//! The manager's side of UGI: UCI with other words.

use crate::game::ByColor;
use crate::protocol::client::Dialect;
use crate::protocol::uci::client::{UciClient, Vocabulary};

/// UGI, as engines are spoken to in it.
pub const DIALECT: Dialect =
    Dialect { name: "ugi", open: |variant| Box::new(UciClient::new(&UGI, variant)) };

/// The words of UGI.
const UGI: Vocabulary = Vocabulary {
    hello: "ugi",
    introduced: "ugiok",
    new_game: "uginewgame",
    clocks: ByColor(["p1time", "p2time"]),
    increments: ByColor(["p1inc", "p2inc"]),
    moves_to_go: None,
};
