//! The register of the protocols that the program speaks.

use super::codec::Protocol;
use super::name::ProtocolName;
use super::text::Words;
use super::{gomocup, uci, ugi};

/// Every protocol; the first one answers what belongs to none.
pub const REGISTER: &[Protocol] =
    &[uci::PROTOCOL, ugi::PROTOCOL, gomocup::PROTOCOL, gomocup::YIXIN];

/// The protocol of that name.
pub fn named(name: &str) -> Option<&'static Protocol> {
    REGISTER.iter().find(|protocol| protocol.name.text() == name)
}

/// The entry of the protocol in the register.
pub const fn entry(name: ProtocolName) -> &'static Protocol {
    match name {
        ProtocolName::Uci => &uci::PROTOCOL,
        ProtocolName::Ugi => &ugi::PROTOCOL,
        ProtocolName::Gomocup => &gomocup::PROTOCOL,
        ProtocolName::Yixin => &gomocup::YIXIN,
    }
}

/// The only protocol to which the line belongs, if there is exactly one.
pub fn recognise(line: &str) -> Option<&'static Protocol> {
    let word = Words::new(line).next()?;
    let mut speakers = REGISTER.iter().filter(|protocol| (protocol.knows)(word));
    speakers.next().filter(|_| speakers.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_decides() {
        assert_eq!(recognise("  uci ").map(|protocol| protocol.name), Some(ProtocolName::Uci));
        for line in ["ugi", "query gameover", "uginewgame"] {
            assert_eq!(
                recognise(line).map(|protocol| protocol.name),
                Some(ProtocolName::Ugi),
                "{line}"
            );
        }
        // What both speak decides nothing.
        assert!(
            ["isready", "position startpos", "go", "quit"]
                .map(recognise)
                .iter()
                .all(Option::is_none)
        );
        assert!(recognise("").is_none());
        assert!(recognise("hello").is_none());
        assert!(named("uci").is_some() && named("UCI").is_none());
        assert!(REGISTER.iter().all(|protocol| entry(protocol.name).name == protocol.name));
    }
}
