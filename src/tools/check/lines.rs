//! The lines of UCI-style engines, judged to the letter.

use std::fmt;

/// A kind of option with what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OfferedKind {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: String, choices: Vec<String> },
    Text,
    Button,
}

/// An option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub name: String,
    pub kind: OfferedKind,
}

/// The words that begin a field of an option line.
const FIELDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl Offer {
    /// Reads an `option …` line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(line: &str) -> Result<Offer, String> {
        let rest = line.strip_prefix("option ").ok_or("expected 'option '")?;
        let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in rest.split_whitespace() {
            if FIELDS.contains(&word) {
                fields.push((word, Vec::new()));
            } else {
                let (_, words) = fields.last_mut().ok_or("expected 'name' first")?;
                words.push(word);
            }
        }
        let get = |field: &str| {
            let found = fields.iter().find(|(name, _)| *name == field);
            found.map(|(_, words)| words.join(" "))
        };
        let number = |field: &str| {
            let text = get(field).ok_or(format!("a spin needs '{field}'"))?;
            text.parse::<i64>().map_err(|_| format!("{field} {text}: expected a whole number"))
        };
        let name = get("name").filter(|name| !name.is_empty()).ok_or("it has no name")?;
        let kind = match get("type").ok_or("it has no type")?.as_str() {
            "check" => match get("default").as_deref() {
                Some("true") => OfferedKind::Check { default: true },
                Some("false") => OfferedKind::Check { default: false },
                _ => return Err("a check needs 'default true' or 'default false'".to_owned()),
            },
            "spin" => {
                let (default, min, max) = (number("default")?, number("min")?, number("max")?);
                if !(min..=max).contains(&default) {
                    return Err(format!("default {default} is not from {min} to {max}"));
                }
                OfferedKind::Spin { default, min, max }
            }
            "combo" => {
                let choices = fields.iter().filter(|(name, _)| *name == "var");
                let choices: Vec<String> = choices.map(|(_, words)| words.join(" ")).collect();
                let default = get("default").ok_or("a combo needs 'default'")?;
                if !choices.contains(&default) {
                    return Err(format!("default {default} is no 'var' of it"));
                }
                OfferedKind::Combo { default, choices }
            }
            "string" => OfferedKind::Text,
            "button" => OfferedKind::Button,
            other => {
                return Err(format!("type {other}: expected check, spin, combo, string or button"));
            }
        };
        Ok(Offer { name, kind })
    }
}

/// What a score line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    Centi(i64),
    Mate(i64),
}

impl fmt::Display for Score {
    /// The score as it stands in an `info` line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centi(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// An `info` line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    pub depth: Option<i64>,
    pub multipv: Option<i64>,
    pub score: Option<Score>,
    /// Whether the score is only a bound.
    pub is_bound: bool,
    pub wdl: Option<[i64; 3]>,
    pub pv: Vec<String>,
}

/// Whether a line is a remark to people, which may stand anywhere.
pub(super) fn is_remark(line: &str) -> bool {
    line.starts_with("info string ")
}

/// Fields with one number that may not be negative.
const COUNTS: [&str; 11] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "nps",
    "multipv",
    "currmovenumber",
    "hashfull",
    "cpuload",
    "tbhits",
    "tthits",
];

impl Info {
    /// Reads an `info …` line; one with free text only is empty.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(line: &str) -> Result<Info, String> {
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("info") {
            return Err("expected 'info'".to_owned());
        }
        let mut info = Info::default();
        let mut has_seldepth = false;
        let number = |field: &str, word: Option<&str>| {
            let word = word.unwrap_or("nothing");
            word.parse::<i64>().map_err(|_| format!("{field} {word}: expected a whole number"))
        };
        while let Some(field) = words.next() {
            match field {
                "string" => break,
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                "score" => {
                    let kind = words.next().unwrap_or("nothing");
                    let value = number("score", words.next())?;
                    info.score = Some(match kind {
                        "cp" => Score::Centi(value),
                        "mate" => Score::Mate(value),
                        _ => return Err(format!("score {kind}: expected cp or mate")),
                    });
                }
                "lowerbound" | "upperbound" => info.is_bound = true,
                "wdl" => {
                    let mut next = || number("wdl", words.next());
                    info.wdl = Some([next()?, next()?, next()?]);
                }
                _ if COUNTS.contains(&field) => {
                    let value = number(field, words.next())?;
                    if value < 0 {
                        return Err(format!("{field} {value}: expected 0 or more"));
                    }
                    match field {
                        "depth" => info.depth = Some(value),
                        "seldepth" => has_seldepth = true,
                        "multipv" if value == 0 => {
                            return Err("multipv 0: expected 1 or more".to_owned());
                        }
                        "multipv" => info.multipv = Some(value),
                        "hashfull" | "cpuload" if value > 1000 => {
                            return Err(format!("{field} {value}: expected 1000 at most"));
                        }
                        _ => {}
                    }
                }
                // Fields that managers do not know are theirs to skip.
                _ => {}
            }
        }
        if has_seldepth && info.depth.is_none() {
            return Err("seldepth without depth".to_owned());
        }
        Ok(info)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let read = |line| Offer::parse(line).map(|offer| (offer.name, offer.kind));
        assert_eq!(
            read("option name Move Overhead type spin default 10 min 0 max 500"),
            Ok(("Move Overhead".to_owned(), OfferedKind::Spin { default: 10, min: 0, max: 500 }))
        );
        let choices = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(
            read("option name X type combo default b var a var b"),
            Ok(("X".to_owned(), OfferedKind::Combo { default: "b".to_owned(), choices }))
        );
        assert_eq!(
            read("option name S type string default").map(|(_, kind)| kind),
            Ok(OfferedKind::Text)
        );
        assert_eq!(
            read("option name B type button").map(|(_, kind)| kind),
            Ok(OfferedKind::Button)
        );
    }

    #[test]
    fn malformed_options_are_refused_with_a_reason() {
        for (line, reason) in [
            ("option type spin default 1 min 1 max 2", "no name"),
            ("option name X", "no type"),
            ("option name X type dial", "dial"),
            ("option name X type spin default 1 min 1", "'max'"),
            ("option name X type spin default 1.5 min 1 max 2", "1.5"),
            ("option name X type spin default 9 min 1 max 2", "default 9"),
            ("option name X type check default yes", "default true"),
            ("option name X type combo default c var a var b", "default c"),
        ] {
            let error = Offer::parse(line).unwrap_err();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }

    #[test]
    fn info_lines_are_read() {
        let line = "info depth 3 seldepth 5 multipv 1 score mate -2 wdl 0 0 1000 nodes 9 pv a1 b1";
        let info = Info::parse(line).unwrap();
        assert_eq!((info.depth, info.multipv), (Some(3), Some(1)));
        assert_eq!((info.score, info.wdl), (Some(Score::Mate(-2)), Some([0, 0, 1000])));
        assert_eq!(info.pv, ["a1", "b1"]);
        assert_eq!(Info::parse("info string score cp x").unwrap(), Info::default());
        assert!(Info::parse("info depth 1 score cp 5 lowerbound").unwrap().is_bound);
        for (line, reason) in [
            ("info time 1.5", "1.5"),
            ("info nps -3", "-3"),
            ("info score 12", "nothing"),
            ("info score 12 3", "score 12"),
            ("info seldepth 3", "without depth"),
            ("info multipv 0 depth 1", "multipv 0"),
            ("info hashfull 1001", "1000 at most"),
            ("info depth", "nothing"),
        ] {
            let error = Info::parse(line).unwrap_err();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }
}
