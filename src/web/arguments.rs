//! Arguments of `serve`.

use std::fmt::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use clap::Args;

use tengen_games::spec::{EngineSpec, read_engines};
use tengen_host::cli::failure::Failure;
use tengen_host::cli::settings::SettingArguments;
use tengen_host::cli::values::within;
use tengen_host::programs::engine_file::read_engine_file;

use super::engines::known::OWN;
use super::limits::Limits;
use super::module::Module;
use super::quotas::{LIMITS, Limit, LimitSpec, LimitTable, Resource};
use super::store::database::Store;

/// Arguments of `serve`.
#[derive(Args, Debug)]
#[command(after_long_help = limits_help())]
pub struct Serve {
    /// Where the page is; only this machine can reach the default
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    pub listen: SocketAddr,
    /// A port for plain lines, without a page
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    pub tcp: Option<SocketAddr>,
    /// Another name that the page may be asked for by; may be repeated
    #[arg(long = "host", value_name = "NAME", value_parser = host)]
    pub hosts: Vec<String>,
    /// An engine besides our own, as for match; may be repeated
    #[arg(long = "engine", value_name = "SPEC")]
    pub engines: Vec<String>,
    /// A TOML file of engines besides: a table of the array "engine" for each, with the words of
    /// --engine as its keys
    #[arg(long = "engines", value_name = "FILE")]
    pub engine_file: Option<PathBuf>,
    /// Lets the page add engines by their command lines, as long as it is open on this machine:
    /// whoever can reach the server from here can then run any program
    #[arg(long)]
    pub add_engines: bool,
    /// How long these engines may take to introduce themselves, and to begin a game, in seconds,
    /// where their start= does not say so; by default 10
    #[arg(long, value_name = "S", value_parser = within::<u32>(1..=86_400))]
    pub patience: Option<u32>,
    /// Most connections at a time
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = within::<u32>(1..=10_000))]
    pub connections: u32,
    /// Most engines at a time
    #[arg(long = "most-engines", value_name = "N", default_value_t = 64, value_parser = within::<u32>(1..=1000))]
    pub most_engines: u32,
    /// Most connections at a time of one address
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = within::<u32>(1..=10_000))]
    pub connections_each: u32,
    /// Most engines at a time of one address, those at tables that it opens included
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = within::<u32>(1..=1000))]
    pub engines_each: u32,
    /// Most tables open at a time
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u32>(1..=10_000))]
    pub tables: u32,
    /// Most tables open at a time of one address, by default half of --tables
    #[arg(long, value_name = "N", value_parser = within::<u32>(1..=10_000))]
    pub tables_each: Option<u32>,
    /// Another limit: of all addresses, then of one; may be repeated. The table below has the
    /// names
    #[arg(long = "limit", value_name = "NAME=ALL,EACH", value_parser = limit)]
    pub(super) more_limits: Vec<(Resource, Limit)>,
    /// Where tables and finished games are kept, or none; by default in the folder
    /// for data of programs
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// A folder that scripts/site.sh has written: visitors may then analyse in their own browser
    #[arg(long, value_name = "DIR")]
    pub module: Option<PathBuf>,
    /// Days after which a table that was not opened is deleted; finished games stay, 0 keeps
    /// tables, too
    #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = within::<u32>(0..=36_500))]
    pub keep: u32,
    /// Most seconds that a question may take an engine
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = within::<u32>(1..=86_400))]
    pub think: u32,
    #[command(flatten)]
    pub(super) settings: SettingArguments,
}

/// The table of limits.
fn limits_help() -> String {
    let mut text = format!("Limits:\n  {:<12} {:>10} {:>10}\n", "NAME", "ALL", "EACH");
    for LimitSpec { name, all, each, meaning, is_hourly, .. } in &LIMITS {
        let span = if *is_hourly { ", in an hour" } else { "" };
        let _ = writeln!(text, "  {name:<12} {all:>10} {each:>10}  {meaning}{span}");
    }
    text.trim_end().to_owned()
}

/// Seconds.
const DAY: u64 = 86_400;

impl Serve {
    /// The limits that the arguments set.
    pub(super) fn limits(&self) -> Limits {
        let mut shares = LimitTable::default();
        let tables_each = self.tables_each.unwrap_or(self.tables.div_ceil(2));
        for (what, all, each) in [
            (Resource::Connections, self.connections, self.connections_each),
            (Resource::Engines, self.most_engines, self.engines_each),
            (Resource::Tables, self.tables, tables_each),
        ] {
            *shares.of_mut(what) = Limit { all: all.into(), each: each.into() };
        }
        for &(what, limit) in &self.more_limits {
            *shares.of_mut(what) = limit;
        }
        Limits {
            shares,
            keep: (self.keep > 0).then(|| Duration::from_secs(u64::from(self.keep) * DAY)),
            think: Duration::from_secs(u64::from(self.think)),
        }
    }

    /// Opens the store.
    ///
    /// # Errors
    /// When there is no place for it, or what is there is something else.
    pub(super) fn store(&self) -> Result<Store, Failure> {
        let path = match &self.store {
            Some(path) if path.as_os_str() == "none" => None,
            Some(path) => Some(path.clone()),
            None => Some(default_store()?),
        };
        Store::open(path.as_deref()).map_err(|error| {
            let path = path.unwrap_or_default();
            let text =
                format!("--store: {}: {error}: expected a file of ours, or none", path.display());
            Failure::Other(anyhow::anyhow!(text))
        })
    }

    /// The engine for the browsers of visitors, if there is one.
    ///
    /// # Errors
    /// When the folder has none.
    pub(super) fn module(&self) -> Result<Option<Module>, Failure> {
        let open = |path: &PathBuf| {
            Module::open(path).map_err(|error| {
                let expected = "expected a folder that scripts/site.sh has written";
                Failure::Usage(format!("--module: {}: {error}: {expected}", path.display()))
            })
        };
        self.module.as_ref().map(open).transpose()
    }

    /// How long engines may take to introduce themselves, if that is said.
    pub(super) fn start(&self) -> Option<Duration> {
        self.patience.map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// The engines that can be asked for besides our own.
    ///
    /// # Errors
    /// When a description cannot be understood, or takes our own name.
    pub(super) fn engines(&self) -> Result<Vec<EngineSpec>, Failure> {
        let wrong = |error: String| Failure::Usage(error);
        let mut specs = match &self.engine_file {
            Some(path) => {
                read_engine_file(path, "").map_err(|error| wrong(format!("--engines: {error}")))?
            }
            None => Vec::new(),
        };
        if specs.iter().any(|spec| spec.name == OWN) {
            return Err(wrong(format!("--engines: name={OWN}: expected another name")));
        }
        let named = read_engines(&self.engines, "").map_err(|error| wrong(error.to_string()))?;
        for spec in named {
            if spec.name == OWN || specs.iter().any(|other| other.name == spec.name) {
                return Err(wrong(format!("--engine: name={}: expected another name", spec.name)));
            }
            specs.push(spec);
        }
        for spec in &mut specs {
            spec.start = spec.start.or(self.start());
        }
        Ok(specs)
    }
}

/// The file in the folder that the system has for data of programs.
fn default_store() -> Result<PathBuf, Failure> {
    let folder = |name: &str| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME")
        .or_else(|| folder("APPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local").join("share")));
    let folder = data.ok_or_else(|| {
        Failure::Usage("--store: (nothing): expected a file, as there is no HOME".to_owned())
    })?;
    let folder = folder.join("tengen");
    fs::create_dir_all(&folder).map_err(|error| {
        let text =
            format!("--store: {}: {error}: expected a folder that can be made", folder.display());
        Failure::Other(anyhow::anyhow!(text))
    })?;
    Ok(folder.join("serve.db"))
}

/// A name as browsers send it.
fn host(text: &str) -> Result<String, &'static str> {
    let is_part = |part: &str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        !part.is_empty() && part.chars().all(fits)
    };
    let is_name = text.split('.').all(is_part);
    is_name.then(|| text.to_owned()).ok_or("expected a name without port, as in board.example")
}

/// A row of the table of limits with its new numbers.
fn limit(text: &str) -> Result<(Resource, Limit), String> {
    let names = || LIMITS.each_ref().map(|row| row.name).join(", ");
    let (name, numbers) =
        text.split_once('=').ok_or_else(|| "expected NAME=ALL,EACH".to_owned())?;
    let row = LIMITS.iter().find(|row| row.name == name);
    let row = row.ok_or_else(|| format!("{name}: expected one of {}", names()))?;
    let read = |text: &str| text.parse().ok().filter(|number| (1..1 << 40).contains(number));
    let numbers = numbers.split_once(',').and_then(|(all, each)| Some((read(all)?, read(each)?)));
    let (all, each) = numbers
        .ok_or_else(|| format!("{name}: expected two numbers from 1 on, as in {name}=100,10"))?;
    Ok((row.resource, Limit { all, each }))
}

fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "expected an address and a port, as in 127.0.0.1:8080")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        serve: Serve,
    }

    fn limits(words: &str) -> LimitTable {
        Line::parse_from(["serve"].into_iter().chain(words.split_whitespace()))
            .serve
            .limits()
            .shares
    }

    /// Some limits have an argument of their own with a default of its own.
    #[test]
    fn the_limits_in_force_are_those_of_the_table() {
        let (in_force, table) = (limits(""), LimitTable::default());
        for LimitSpec { resource, name, .. } in &LIMITS {
            assert_eq!(in_force.of(*resource), table.of(*resource), "{name}");
        }
        assert_eq!(limits("--tables 7").of(Resource::Tables), Limit { all: 7, each: 4 });
    }
}
