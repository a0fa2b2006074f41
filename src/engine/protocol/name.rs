//! The names of the protocols.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Which protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProtocolName {
    /// The native protocol, and UCI as it is usual.
    Uci,
    /// The Universal Game Interface, UCI for managers that do not know the game.
    Ugi,
    /// The protocol of Gomocup, which Piskvork speaks.
    Gomocup,
    /// Yixin-Board's extension of Gomocup's protocol.
    Yixin,
}

impl ProtocolName {
    /// The protocols in which engines are spoken to, in the order in which an
    /// unknown one is tried: addressed in the wrong one it may answer anything, so
    /// the one whose answer cannot be mistaken comes first. Engines that know the
    /// extension of Gomocup are spoken to in Gomocup.
    pub const SPOKEN: [ProtocolName; 3] =
        [ProtocolName::Uci, ProtocolName::Ugi, ProtocolName::Gomocup];

    /// The name, as on the command line.
    pub const fn text(self) -> &'static str {
        match self {
            ProtocolName::Uci => "uci",
            ProtocolName::Ugi => "ugi",
            ProtocolName::Gomocup => "gomocup",
            ProtocolName::Yixin => "yixin",
        }
    }
}

impl fmt::Display for ProtocolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
