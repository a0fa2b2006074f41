//! Work that can be cut: a tool says how much it has to do and which files decide the result, and
//! does any part of the work alone. `tengen shard` builds on the two.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use serde::{Deserialize, Serialize};

use tengen_engine::control::whole_number;

use super::failure::{Failure, put};

/// Arguments of tools whose work can be cut.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct PartArguments {
    /// Do only this part of the work, counted from 1, as in 1-50; --dry-run says of what
    #[arg(long, value_name = "FIRST-LAST")]
    pub part: Option<Part>,
    /// Do nothing; print as JSON how much work it is and which files decide it
    #[arg(long)]
    pub dry_run: bool,
}

/// Neighbouring units of a piece of work, counted from 1; both ends belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The first unit, 1 or more.
    #[cfg_attr(feature = "contracts", schemars(range(min = 1)))]
    pub first: u64,
    /// The last unit, not before the first.
    #[cfg_attr(feature = "contracts", schemars(range(min = 1)))]
    pub last: u64,
}

impl Part {
    /// How many units the part has.
    pub const fn count(self) -> u64 {
        self.last - self.first + 1
    }

    /// Whether this can be a part of `units` units.
    pub const fn is_within(self, units: u64) -> bool {
        1 <= self.first && self.first <= self.last && self.last <= units
    }

    /// This part, if it is a part of `units` units; a refusal if not, in which `unit` names what is
    /// counted.
    ///
    /// # Errors
    /// When the part reaches beyond the units.
    pub fn check(self, units: u64, unit: &str) -> Result<Part, Failure> {
        if self.is_within(units) {
            return Ok(self);
        }
        Err(Failure::Usage(format!("--part: {self}: expected 1-{units} or a part of it ({unit}s)")))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Part, &'static str> {
        let number = |text: &str| whole_number(text).and_then(|number| u64::try_from(number).ok());
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let part = number(first).zip(number(last)).map(|(first, last)| Part { first, last });
        part.filter(|part| part.is_within(u64::MAX)).ok_or("expected FIRST-LAST, as in 1-50")
    }
}

/// What a tool would have to do; its JSON form is what `--dry-run` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// What is counted, in the singular.
    pub unit: String,
    /// How many units there are.
    pub units: u64,
    /// The seed of what is left to chance; 0 where nothing is left to chance.
    pub seed: u64,
    /// Whether a second run gives the same result: false where a clock decides.
    pub is_repeatable: bool,
    /// Files that decide the result, besides this program.
    pub files: Vec<NeededFile>,
}

impl Workload {
    /// Prints the workload as JSON.
    ///
    /// # Errors
    /// When the reader is gone.
    pub fn print(&self) -> Result<(), Failure> {
        let text = serde_json::to_string(self).map_err(anyhow::Error::from)?;
        put(format!("{text}\n").as_bytes())
    }
}

/// A file that decides a result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NeededFile {
    /// What the file is for.
    pub role: Role,
    /// The path of the file, as the tool opens it; a program without a folder is looked for in
    /// `PATH`.
    pub path: String,
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A program that plays.
    Engine,
    /// A list of openings.
    Openings,
    /// Games, positions or requests.
    Input,
    /// Anything else, such as a network of an engine.
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_and_written() {
        for (text, part, shown) in [("1-50", (1, 50), "1-50"), ("7", (7, 7), "7-7")] {
            let read: Part = text.parse().unwrap();
            assert_eq!((read.first, read.last), part);
            assert_eq!(read.to_string(), shown);
            assert_eq!(read.count(), part.1 - part.0 + 1);
        }
        for text in ["", "-", "0-3", "3-2", "1-", "-1", "1-2-3", "a-b", "1 - 2", "+1-2"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }

    #[test]
    fn parts_lie_within_the_work() {
        assert!(Part { first: 1, last: 9 }.check(9, "pair").is_ok());
        let error = Part { first: 9, last: 10 }.check(9, "pair").unwrap_err().to_string();
        assert_eq!(error, "--part: 9-10: expected 1-9 or a part of it (pairs)");
    }
}
