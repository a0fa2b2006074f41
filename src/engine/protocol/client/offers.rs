//! The options that an engine offers, and whether a setting fits them.

use crate::control::whole_number;
use crate::protocol::text::Words;
use crate::session::message::Problem;

/// An option as an engine describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Name as the engine writes it.
    pub name: String,
    /// What values the option takes.
    pub kind: OfferKind,
}

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// `true` or `false`.
    Check,
    /// A whole number in a range; a bound that was not given does not bind.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// The value is one of these words.
    Combo(Vec<String>),
    /// No value.
    Button,
    /// Any text, as for every type that we do not know.
    Text,
}

impl OfferKind {
    /// Whether the value can be set; `None` is no value.
    pub fn accepts(&self, value: Option<&str>) -> bool {
        match (self, value) {
            (OfferKind::Button, value) => value.is_none_or(str::is_empty),
            (_, None) => false,
            (OfferKind::Check, Some(text)) => ["true", "false"].contains(&text),
            (OfferKind::Spin { min, max }, Some(text)) => {
                whole_number(text).is_some_and(|number| (*min..=*max).contains(&number))
            }
            (OfferKind::Combo(choices), Some(text)) => {
                choices.iter().any(|choice| choice.eq_ignore_ascii_case(text))
            }
            (OfferKind::Text, Some(_)) => true,
        }
    }

    fn expected(&self) -> String {
        match self {
            OfferKind::Check => "true or false".to_owned(),
            OfferKind::Spin { min, max } => format!("{min} to {max}"),
            OfferKind::Combo(choices) => format!("one of {}", choices.join(", ")),
            OfferKind::Button => "no value".to_owned(),
            OfferKind::Text => "any text".to_owned(),
        }
    }
}

/// All options of an engine, in the order in which it listed them.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    list: Vec<Offer>,
}

/// The words that begin a part of the description of an option.
const PARTS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl Offers {
    /// Takes the rest of a line that began with `option`. What is no description
    /// of an option is passed over.
    pub fn add(&mut self, description: &str) {
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in Words::new(description) {
            // A name may contain any word but these two.
            let in_name = parts.last().is_some_and(|(part, _)| *part == "name");
            if PARTS.contains(&word) && !(in_name && word != "type") {
                parts.push((word, Vec::new()));
            } else if let Some((_, words)) = parts.last_mut() {
                words.push(word);
            }
        }
        let value = |name: &str| {
            let found = parts.iter().find(|(part, _)| *part == name)?;
            Some(found.1.join(" "))
        };
        let number = |name: &str| value(name).and_then(|text| whole_number(&text));
        let Some(name) = value("name").filter(|name| !name.is_empty()) else { return };
        let kind = match value("type").as_deref() {
            Some("check") => OfferKind::Check,
            Some("spin") => OfferKind::Spin {
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            Some("combo") => OfferKind::Combo(
                parts
                    .iter()
                    .filter(|(part, _)| *part == "var")
                    .map(|(_, words)| words.join(" "))
                    .collect(),
            ),
            Some("button") => OfferKind::Button,
            _ => OfferKind::Text,
        };
        self.list.retain(|offer| offer.name != name);
        self.list.push(Offer { name, kind });
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// The option of that name; case is ignored, as engines have to.
    pub fn find(&self, name: &str) -> Option<&Offer> {
        self.list.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// Whether the option exists and takes the value.
    pub fn takes(&self, name: &str, value: &str) -> bool {
        self.find(name).is_some_and(|offer| offer.kind.accepts(Some(value)))
    }

    /// The line that sets the option.
    ///
    /// # Errors
    /// When the engine does not offer the option, or not with this value.
    pub fn set(&self, name: &str, value: &str) -> Result<String, Problem> {
        let offer = self.find(name).ok_or_else(|| {
            let names: Vec<&str> = self.list.iter().map(|offer| offer.name.as_str()).collect();
            let expected = match names[..] {
                [] => "no option, for the engine offers none".to_owned(),
                _ => format!("one of {}", names.join(", ")),
            };
            Problem::new("option", name, expected)
        })?;
        if !offer.kind.accepts(Some(value)) {
            return Err(Problem::new(
                format!("option {}", offer.name),
                value,
                offer.kind.expected(),
            ));
        }
        Ok(match offer.kind {
            OfferKind::Button => format!("setoption name {}", offer.name),
            _ => format!("setoption name {} value {value}", offer.name),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers(lines: &[&str]) -> Offers {
        let mut offers = Offers::default();
        for line in lines {
            offers.add(line);
        }
        offers
    }

    #[test]
    fn descriptions_are_read() {
        let offers = offers(&[
            "name Hash type spin default 16 min 1 max 4096",
            "name Clear Hash type button",
            "name Style var  type combo default a b var a b var c",
            "name Path type string default my min file",
            "name Loose type spin",
            "type check",
            "",
        ]);
        let kind = |name: &str| offers.find(name).map(|offer| &offer.kind);
        assert_eq!(kind("hash"), Some(&OfferKind::Spin { min: 1, max: 4096 }));
        assert_eq!(kind("CLEAR hash"), Some(&OfferKind::Button));
        let choices = ["a b", "c"].map(str::to_owned).to_vec();
        assert_eq!(kind("Style var"), Some(&OfferKind::Combo(choices)));
        assert_eq!(kind("Path"), Some(&OfferKind::Text));
        assert_eq!(kind("Loose"), Some(&OfferKind::Spin { min: i64::MIN, max: i64::MAX }));
        assert_eq!(offers.list.len(), 5);
    }

    #[test]
    fn settings_are_held_against_the_offers() {
        let offers = offers(&[
            "name Hash type spin default 16 min 1 max 4096",
            "name Clear Hash type button",
            "name Rule type combo default auto var auto var renju",
            "name Ponder type check default false",
        ]);
        let set = |name: &str, value: &str| {
            offers.set(name, value).map_err(|problem| problem.to_string())
        };
        assert_eq!(set("hash", "64"), Ok("setoption name Hash value 64".to_owned()));
        assert_eq!(set("Clear Hash", ""), Ok("setoption name Clear Hash".to_owned()));
        assert_eq!(set("Rule", "RENJU"), Ok("setoption name Rule value RENJU".to_owned()));
        assert_eq!(set("Hash", "0"), Err("option Hash: 0: expected 1 to 4096".to_owned()));
        assert_eq!(
            set("Ponder", "on"),
            Err("option Ponder: on: expected true or false".to_owned())
        );
        assert_eq!(
            set("Hush", "1"),
            Err("option: Hush: expected one of Hash, Clear Hash, Rule, Ponder".to_owned())
        );
        assert!(Offers::default().set("Hash", "1").is_err());
    }
}
