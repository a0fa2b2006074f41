//! The contract: what a line of a plan says. Its runner needs nothing else but the
//! program and the files that it names.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use tengen_engine::game::Problem;
use tengen_engine::game::problem::shown;

use tengen_host::cli::digest;
use tengen_host::cli::parts::{Part, Role};

/// The version of the contract, which changes with the meaning of a field.
pub(super) const CONTRACT: u32 = 1;

/// The schema of a line of a plan.
pub(super) const SCHEMA: &str = include_str!("shard.schema.json");

/// What a digest looks like.
#[cfg(test)]
const SHA256: &str = "^[0-9a-f]{64}$";

/// What the name of a shard looks like.
#[cfg(test)]
const ID: &str = "^[a-z]+-[0-9a-f]{8}-[0-9]+(-again)?$";

/// What the name of a result looks like.
#[cfg(test)]
const RESULT: &str = r"^[a-z]+-[0-9a-f]{8}-[0-9]+(-again)?\.result$";

/// Longest line of a plan, in bytes. Schedulers hand lines on in variables of the
/// environment, which Linux allows 131,072 bytes each.
pub(super) const LONGEST_LINE: usize = 120_000;

/// Longest piece of a line that an error shows, in characters.
const SHOWN: usize = 80;

/// The tools whose work can be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum WorkKind {
    /// Counts of games: by first moves
    Perft,
    /// Matches: by pairs of games
    Match,
    /// Games of the engine against itself, kept to learn from: by games
    #[cfg_attr(not(feature = "datagen"), value(skip))]
    Datagen,
    /// Answers to requests: by requests, or games
    Analyze,
    /// Reviews of the games in a file: by games
    Review,
    /// A claim about a position: by positions that it is cut into
    Prove,
}

impl WorkKind {
    /// The word that starts the tool.
    pub const fn tool(self) -> &'static str {
        match self {
            WorkKind::Perft => "perft",
            WorkKind::Match => "match",
            WorkKind::Datagen => "datagen",
            WorkKind::Analyze => "analyze",
            WorkKind::Review => "review",
            WorkKind::Prove => "prove",
        }
    }

    /// Arguments of the tool that a plan cannot have, because `run` sets them or because
    /// they are about output.
    pub const fn kept_back(self) -> &'static [&'static str] {
        match self {
            WorkKind::Perft | WorkKind::Analyze => &["--part"],
            WorkKind::Datagen => &["--part", "--out", "--output", "-o"],
            WorkKind::Review => &["--part", "--number"],
            WorkKind::Prove => &["--part", "--out", "-o", "--join"],
            WorkKind::Match => &[
                "--part",
                "--out",
                "--resume",
                "--psq",
                "--sgf",
                "--pgn",
                "--played",
                "--live",
                "--time-scale",
            ],
        }
    }
}

/// A file with its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct PinnedFile {
    /// What the file is for.
    pub role: Role,
    /// Its path, from the folder that a worker runs in.
    pub path: String,
    /// The digest of what it must hold.
    #[cfg_attr(test, schemars(regex(pattern = SHA256)))]
    pub sha256: String,
}

/// The builds of this program that may work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Builds {
    /// The version, for people.
    pub version: String,
    /// Digests of the programs; one for each kind of machine.
    #[cfg_attr(test, schemars(length(min = 1), inner(regex(pattern = SHA256))))]
    pub sha256: Vec<String>,
}

/// What ends a shard that takes too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct ShardLimits {
    /// Seconds after which the shard is ended and can be tried elsewhere; none is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub seconds: Option<u64>,
    /// Positions a second of the machine that the times of games are meant for; none where
    /// no clock decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub speed: Option<u64>,
}

/// What all shards of a plan share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Common {
    /// Version of the contract.
    #[cfg_attr(test, schemars(extend("const" = CONTRACT)))]
    pub contract: u32,
    /// The tool.
    pub kind: WorkKind,
    /// The arguments of the tool, as for the whole work.
    pub arguments: Vec<String>,
    /// What is counted, in the singular.
    pub unit: String,
    /// Units of the whole work.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub units: u64,
    /// Shards that the work is cut into.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub of: u64,
    /// Shards that are done twice.
    pub repeats: u64,
    /// The seed of what is left to chance.
    pub seed: u64,
    /// Whether a second run must give the same.
    pub is_repeatable: bool,
    /// The builds that may work.
    pub tengen: Builds,
    /// Files that decide the result.
    pub files: Vec<PinnedFile>,
    /// What ends a shard.
    pub limits: ShardLimits,
}

impl Common {
    /// The digest that names the plan.
    pub fn digest(&self) -> String {
        digest_of(self)
    }
}

/// One line of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "A line of a plan of tengen shard"))]
pub(super) struct Shard {
    /// Its name, from kind, plan and number.
    #[cfg_attr(test, schemars(regex(pattern = ID)))]
    pub id: String,
    /// Number of the shard, from 1.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub number: u64,
    /// Whether the shard repeats shard `number`, so that the two results can be compared.
    pub again: bool,
    /// The part of the work that the shard does.
    pub part: Part,
    /// Name of the file with the result.
    #[cfg_attr(test, schemars(regex(pattern = RESULT)))]
    pub result: String,
    /// The digest of what all shards of the plan share.
    #[cfg_attr(test, schemars(regex(pattern = SHA256)))]
    pub plan: String,
    /// The digest of the line: of everything but this.
    #[cfg_attr(test, schemars(regex(pattern = SHA256)))]
    pub digest: String,
    /// The fields that all shards of the plan share.
    #[serde(flatten)]
    pub common: Common,
}

/// Fields of a line, all of which are needed.
pub(super) const FIELDS: [&str; 19] = [
    "id",
    "number",
    "again",
    "part",
    "result",
    "plan",
    "digest",
    "contract",
    "kind",
    "arguments",
    "unit",
    "units",
    "of",
    "repeats",
    "seed",
    "is_repeatable",
    "tengen",
    "files",
    "limits",
];

impl Shard {
    /// The shard `number`, from 1.
    pub fn new(common: Common, plan: &str, number: u64, again: bool) -> Shard {
        let id = id(common.kind, plan, number, common.of, again);
        let part = part(common.units, common.of, number);
        let (result, plan) = (format!("{id}.result"), plan.to_owned());
        let digest = String::new();
        let mut shard = Shard { id, number, again, part, result, plan, digest, common };
        shard.digest = shard.own_digest();
        shard
    }

    /// The shard that this one repeats.
    pub fn original(&self) -> Shard {
        Shard::new(self.common.clone(), &self.plan, self.number, false)
    }

    fn own_digest(&self) -> String {
        digest_of(&Shard { digest: String::new(), ..self.clone() })
    }

    /// The line, without its end.
    pub fn line(&self) -> String {
        to_line(self)
    }

    /// Reads a line and checks that it is as it was written.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Shard, Problem> {
        let problem = |text: &str, expected: &str| Problem::new("shard", text, expected);
        let line = text.trim();
        let begin = shown(line, SHOWN);
        let value: serde_json::Value = serde_json::from_str(line).map_err(|error| {
            problem(&begin, "a whole line of a plan, as tengen shard plan writes it").because(error)
        })?;
        let version = &value["contract"];
        if *version != serde_json::json!(CONTRACT) {
            let expected = format!("contract {CONTRACT}, as this version of tengen writes it");
            return Err(problem(&shown(&format!("contract {version}"), SHOWN), &expected));
        }
        let fields = value.as_object().into_iter().flatten().map(|(name, _)| name);
        if let Some(name) = fields.into_iter().find(|name| !FIELDS.contains(&name.as_str())) {
            return Err(problem(&shown(name, SHOWN), "no other fields than those of the contract"));
        }
        let shard: Shard = serde_json::from_value(value)
            .map_err(|error| problem(&begin, "the fields of the contract").because(error))?;
        shard.check()?;
        Ok(shard)
    }

    /// Refuses a line that differs from what `tengen shard plan` makes of its fields.
    fn check(&self) -> Result<(), Problem> {
        let problem = |text: &str, expected: &str| Err(Problem::new("shard", text, expected));
        let changed = "a line as tengen shard plan wrote it; this one was changed";
        let common = &self.common;
        if self.plan != common.digest() {
            return problem(&shown(&format!("plan {}", self.plan), SHOWN), changed);
        }
        let is_one = (1..=common.of).contains(&self.number) && common.of <= common.units;
        let is_same = is_one && {
            let made = Shard::new(common.clone(), &self.plan, self.number, self.again);
            made == *self
        };
        if is_same {
            Ok(())
        } else {
            problem(&shown(&format!("digest {}", self.digest), SHOWN), changed)
        }
    }
}

/// The name of a shard: kind, plan, and number with as many digits as the last one has.
fn id(kind: WorkKind, plan: &str, number: u64, of: u64, again: bool) -> String {
    let digits = of.to_string().len();
    let plan = plan.get(..8).unwrap_or(plan);
    let again = if again { "-again" } else { "" };
    format!("{}-{plan}-{number:0digits$}{again}", kind.tool())
}

/// The part of shard `number`: parts differ by one unit at most.
fn part(units: u64, of: u64, number: u64) -> Part {
    let before = |number: u64| (u128::from(units) * u128::from(number) / u128::from(of)) as u64;
    Part { first: before(number - 1) + 1, last: before(number) }
}

fn digest_of(value: &impl Serialize) -> String {
    digest::of_bytes(to_line(value).as_bytes())
}

fn to_line(value: &impl Serialize) -> String {
    // Texts, numbers and lists of them can always be written.
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::schemas;
    use super::*;

    pub fn common(units: u64, of: u64) -> Common {
        Common {
            contract: CONTRACT,
            kind: WorkKind::Perft,
            arguments: vec!["4".to_owned(), "--set".to_owned(), "Variant=tictactoe".to_owned()],
            unit: "first move".to_owned(),
            units,
            of,
            repeats: 0,
            seed: 0,
            is_repeatable: true,
            tengen: Builds { version: "1".to_owned(), sha256: vec!["ab".repeat(32)] },
            files: Vec::new(),
            limits: ShardLimits { seconds: Some(60), speed: None },
        }
    }

    pub fn shard(units: u64, of: u64, number: u64) -> Shard {
        let common = common(units, of);
        let plan = common.digest();
        Shard::new(common, &plan, number, false)
    }

    #[test]
    fn parts_cover_the_work_once() {
        for (units, of) in [(9, 4), (9, 9), (1, 1), (1000, 7), (u64::MAX, 3)] {
            let mut next = 1;
            for number in 1..=of {
                let part = part(units, of, number);
                assert_eq!(part.first, next, "{units} {of} {number}");
                assert!(part.count() >= units / of && part.count() <= units / of + 1);
                next = part.last.wrapping_add(1);
            }
            assert_eq!(next, units.wrapping_add(1));
        }
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        let shard = shard(9, 4, 2);
        assert_eq!(Shard::read(&shard.line()).unwrap(), shard);
        assert_eq!(Shard::read(&format!(" {}\r\n", shard.line())).unwrap(), shard);
        // Another order of fields and more blanks say the same.
        let value: serde_json::Value = serde_json::from_str(&shard.line()).unwrap();
        assert_eq!(Shard::read(&value.to_string()).unwrap(), shard);
        assert!(shard.result.starts_with("perft-") && shard.result.ends_with("-2.result"));
    }

    #[test]
    fn changed_lines_are_refused() {
        let line = shard(9, 4, 2).line();
        for (old, new, complaint) in [
            ("tictactoe", "renju", "plan "),
            ("\"first\":3", "\"first\":2", "digest "),
            ("\"number\":2", "\"number\":3", "digest "),
            ("\"number\":2", "\"number\":0", "digest "),
            ("-2.result", "-2.result/../x", "digest "),
            ("\"contract\":1", "\"contract\":2", "contract 2: expected contract 1"),
            ("\"contract\":1", "\"contract\":1,\"more\":1", "more: expected no other fields"),
            ("\"seconds\":60", "\"minutes\":1", "minutes"),
            ("\"again\":false", "\"again\":true", "digest "),
            ("\"of\":4", "\"of\":0", "plan "),
            ("\"kind\":\"perft\"", "\"kind\":\"knitting\"", "knitting"),
        ] {
            let changed = line.replacen(old, new, 1);
            assert_ne!(changed, line, "{old}");
            let error = Shard::read(&changed).unwrap_err().to_string();
            assert!(error.starts_with("shard: ") && error.contains(complaint), "{new}: {error}");
        }
        for torn in [&line[..line.len() / 2], "", "null", "[]", "{}", "{\"contract\":1}"] {
            assert!(Shard::read(torn).is_err(), "{torn}");
        }
    }

    #[test]
    fn the_schema_is_that_of_the_types() {
        schemas::hold_output::<Shard>("src/tools/shard/shard.schema.json");
    }

    #[test]
    fn the_fields_are_those_of_a_line() {
        let value: serde_json::Value = serde_json::from_str(&shard(9, 4, 2).line()).unwrap();
        let mut names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        let mut fields = FIELDS.to_vec();
        names.sort_unstable();
        fields.sort_unstable();
        assert_eq!(names, fields);
    }
}
