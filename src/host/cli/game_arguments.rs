//! Arguments that say what is played.

use clap::Args;

use tengen_engine::control::whole_number;
use tengen_engine::game::Variant;
use tengen_engine::session::message::Problem;
use tengen_engine::session::options::{Effect, Options};

use super::failure::Failure;
use super::settings::{Setting, SettingArguments, wrong_flag, wrong_setting};

/// Columns and rows of a board, least and most.
const SIDES: (i64, i64) = (3, 40);
/// Stones in a winning line, least and most.
const LENGTHS: (i64, i64) = (3, 9);

fn fits(text: &str, (least, most): (i64, i64)) -> bool {
    whole_number(text).is_some_and(|number| (least..=most).contains(&number))
}

fn expected_of((least, most): (i64, i64)) -> String {
    format!("{least} to {most}")
}

/// What is played.
#[derive(Args, Debug)]
pub struct GameArguments {
    /// The game, as the option Variant
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Another rule: what wins and what is forbidden
    #[arg(long, value_name = "NAME")]
    pub rule: Option<String>,
    /// Another board: columns and rows, or one number for both
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Another length of a winning line
    #[arg(long, value_name = "N")]
    pub k: Option<String>,
    #[command(flatten)]
    pub settings: SettingArguments,
}

impl GameArguments {
    /// Whether any of these arguments is given.
    pub fn is_set(&self) -> bool {
        let named = [&self.variant, &self.rule, &self.size, &self.k];
        named.into_iter().any(Option::is_some) || !self.settings.list.is_empty()
    }

    /// The game that these arguments mean; `before` was set before them.
    ///
    /// # Errors
    /// When there is no such game, or something else was set that engines have to
    /// be told one by one.
    pub fn variant(&self, before: &[Setting]) -> Result<Variant, Failure> {
        let refuse = |problem: Problem| Failure::Usage(problem.to_string());
        let mut options = Options::default();
        let mut set = |name: &str, value: Option<&str>| match options.set(name, value) {
            Ok(Effect::EmptyBoard) => Ok(()),
            Ok(_) => Err(Problem::new("--set", name, "an option of the game, such as Rule")),
            Err(problem) => Err(problem),
        };
        let (width, height) = match &self.size {
            None => (None, None),
            Some(text) => {
                let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
                if [width, height].iter().any(|side| whole_number(side).is_none()) {
                    let expected = "columns and rows, as in 20x15, or one number for both";
                    return Err(refuse(Problem::new("--size", text, expected)));
                }
                // 0, as Variant says, is for the options Width and Height.
                if let Some(side) = [width, height].into_iter().find(|side| !fits(side, SIDES)) {
                    return Err(refuse(Problem::new("--size", side, expected_of(SIDES))));
                }
                (Some(width), Some(height))
            }
        };
        if let Some(k) = self.k.as_deref().filter(|k| !fits(k, LENGTHS)) {
            return Err(refuse(Problem::new("--k", k, expected_of(LENGTHS))));
        }
        let named = [
            ("--variant", "Variant", self.variant.as_deref()),
            ("--size", "Width", width),
            ("--size", "Height", height),
            ("--rule", "Rule", self.rule.as_deref()),
            ("--k", "WinLength", self.k.as_deref()),
        ];
        for (flag, name, value) in named {
            if value.is_some() {
                set(name, value).map_err(|problem| wrong_flag(flag, problem))?;
            }
        }
        for Setting { name, value } in before.iter().chain(&self.settings.list) {
            set(name, value.as_deref()).map_err(wrong_setting)?;
        }
        options.variant().map_err(|error| refuse(Problem::explain("variant", &error)))
    }
}
