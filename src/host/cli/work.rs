//! How much to think about each position, and about how many at once.

use clap::Args;

use tengen_engine::control::Limits;
use tengen_engine::session::options::{Effect, Options};

use crate::cli::failure::Failure;
use crate::cli::logging::Log;
use crate::cli::settings::{Setting, SettingArguments, wrong_setting};
use crate::cli::values::within;

use tengen_games::analysis::defaults::Defaults;

/// How much to think, and with how many at once.
#[derive(Args, Debug)]
pub struct Work {
    /// Positions looked at at the same time, each by an engine of its own with all of Hash
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = within::<u16>(1..=256))]
    concurrency: u16,
    /// Searching threads of each engine, as the option Threads
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// Lines of play for each position
    #[arg(long, value_name = "N")]
    multipv: Option<String>,
    /// Nodes for a position without limits of its own [default: 100000, if no other limit is given]
    #[arg(long, value_name = "N",
          value_parser = within::<u64>(1..=1_000_000_000_000_000_000))]
    nodes: Option<u64>,
    /// Depth for a position without limits of its own, in plies
    #[arg(long, value_name = "N", value_parser = within::<u32>(1..=1_000_000))]
    depth: Option<u32>,
    /// Time for a position without limits of its own, in milliseconds
    #[arg(long, value_name = "MS",
          value_parser = within::<u64>(0..=1_000_000_000_000))]
    movetime: Option<u64>,
    #[command(flatten)]
    settings: SettingArguments,
}

/// Nodes for a position without a limit.
const DEFAULT_NODES: u64 = 100_000;

impl Work {
    /// How many positions are looked at at once.
    pub fn concurrency(&self) -> usize {
        self.concurrency.into()
    }

    /// What holds for positions without limits and options of their own;
    /// `earlier` are the settings before the tool's name.
    pub fn defaults(&self, mut earlier: Vec<Setting>, log: &Log) -> Result<Defaults, Failure> {
        earlier.extend(self.settings.list.iter().cloned());
        let flags =
            [("--threads", "Threads", &self.threads), ("--multipv", "MultiPV", &self.multipv)];
        for (flag, name, value) in flags {
            let setting = value.as_ref().map(|value| Setting::of_flag(flag, name, value));
            earlier.extend(setting.transpose()?);
        }
        let mut options = Options::default();
        let mut is_game_set = false;
        for Setting { name, value } in &earlier {
            let effect = options.set(name, value.as_deref()).map_err(wrong_setting)?;
            is_game_set |= effect == Effect::EmptyBoard;
            match effect {
                Effect::MoveLog => log.redirect(&options.log_file).map_err(wrong_setting)?,
                Effect::LoadNetwork => options.load_network().map_err(wrong_setting)?,
                Effect::LoadBook => options.load_book().map_err(wrong_setting)?,
                Effect::None | Effect::EmptyBoard | Effect::Reseed | Effect::Forget => {}
            }
        }
        let is_limited = self.nodes.is_some() || self.depth.is_some() || self.movetime.is_some();
        let limits = Limits {
            nodes: self.nodes.or((!is_limited).then_some(DEFAULT_NODES)),
            depth: self.depth,
            movetime_ms: self.movetime,
            ..Limits::default()
        };
        Ok(Defaults { options, limits, is_game_set })
    }
}
