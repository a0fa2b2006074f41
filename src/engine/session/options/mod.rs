//! The one table of options. Every protocol, the command line and the
//! documentation take names, kinds, ranges, defaults and help from here.

mod table;

use crate::game::{Rule, Size, Variant, VariantError};
use crate::player::Settings;

use super::message::Problem;

pub use table::TABLE;

/// An option: what it is called, what it accepts and what it does.
#[derive(Debug)]
pub struct OptionSpec {
    /// Name as advertised; matched without regard to case.
    pub name: &'static str,
    /// Type, default, range and setter.
    pub kind: Kind,
    /// What the session does besides.
    pub effect: Effect,
    /// One sentence for people.
    pub help: &'static str,
}

/// The type of an option with its default, its range and its setter.
#[derive(Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// Value at start.
        default: bool,
        /// Setter.
        set: fn(&mut Options, bool),
    },
    /// A whole number.
    Spin {
        /// Value at start.
        default: i64,
        /// Smallest value (besides 0, if that is allowed).
        min: i64,
        /// Largest value.
        max: i64,
        /// Whether 0 is a value too, with a meaning of its own.
        or_zero: bool,
        /// Setter.
        set: fn(&mut Options, i64),
    },
    /// One of some words, matched without regard to case.
    Combo {
        /// Value at start.
        default: &'static str,
        /// The words.
        choices: fn() -> Vec<&'static str>,
        /// Setter; gets one of the words.
        set: fn(&mut Options, &'static str),
    },
    /// Any text; empty at start.
    Text {
        /// Setter.
        set: fn(&mut Options, &str),
    },
    /// No value: setting it is all.
    Button,
}

/// What setting an option does besides storing the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The board becomes the empty one of the variant.
    EmptyBoard,
    /// The random generator starts again from the seed.
    Reseed,
    /// The player forgets what it learned from the game.
    Forget,
    /// The log goes elsewhere.
    MoveLog,
}

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    /// What players are told.
    pub settings: Settings,
    /// Whether answers name the expected reply.
    pub ponder: bool,
    /// Whether scores come with chances of win, draw and loss.
    pub show_wdl: bool,
    /// Where the log goes; empty means nowhere.
    pub log_file: String,
    preset: &'static str,
    /// The game that a chess GUI asked for, which comes before `preset`.
    drop_preset: Option<&'static str>,
    overrides: Overrides,
}

/// What replaces parts of the preset; `None` means as the preset says.
#[derive(Clone, Copy, Debug, Default)]
struct Overrides {
    width: Option<usize>,
    height: Option<usize>,
    win_length: Option<u8>,
    rule: Option<Rule>,
    destroy: Option<u8>,
}

/// The word for "as the preset says".
const AUTO: &str = "auto";

/// The word for an empty text.
pub const EMPTY: &str = "<empty>";

impl Default for Options {
    fn default() -> Options {
        Options {
            settings: Settings::default(),
            ponder: false,
            show_wdl: false,
            log_file: String::new(),
            preset: "gomoku",
            drop_preset: None,
            overrides: Overrides::default(),
        }
    }
}

impl Options {
    /// The game that the options define.
    ///
    /// # Errors
    /// When they contradict each other; single options never say so, because
    /// the others may still follow.
    pub fn variant(&self) -> Result<Variant, VariantError> {
        self.unchecked_variant()?.validate()
    }

    /// The game that the options describe, whether it can be played or not:
    /// what a position text leaves out comes from here, and what it gives may
    /// be just what was wrong.
    ///
    /// # Errors
    /// When there is no board of such a size at all.
    pub fn unchecked_variant(&self) -> Result<Variant, VariantError> {
        let preset = Variant::preset(self.drop_preset.unwrap_or(self.preset))?;
        let own = &self.overrides;
        Ok(Variant {
            rule: own.rule.unwrap_or(preset.rule),
            size: Size::new(
                own.width.unwrap_or(preset.size.width()),
                own.height.unwrap_or(preset.size.height()),
            )?,
            k: own.win_length.unwrap_or(preset.k),
            destroy: own.destroy.unwrap_or(preset.destroy),
        })
    }

    /// Whether moves are written as drops, `P@h8`, for chess GUIs.
    pub const fn writes_drops(&self) -> bool {
        self.drop_preset.is_some()
    }

    /// Whether setting that option says nothing about the game while another one
    /// speaks in its place.
    pub fn is_overruled(&self, name: &str) -> bool {
        self.drop_preset.is_some() && name.eq_ignore_ascii_case("Variant")
    }

    /// Sets an option and says what else is to be done.
    ///
    /// # Errors
    /// When there is no such option or it does not take this value; nothing is set then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, Problem> {
        let spec = find(name).ok_or_else(|| {
            let names: Vec<&str> = TABLE.iter().map(|spec| spec.name).collect();
            Problem::new("setoption", name, format!("expected one of {}", names.join(", ")))
        })?;
        let expected = spec.kind.expected();
        let wrong = |text: &str| Problem::new(format!("setoption {}", spec.name), text, &expected);
        match (&spec.kind, value) {
            (Kind::Button, None) => {}
            (Kind::Button, Some(text)) => return Err(wrong(text)),
            (_, None) => return Err(wrong("no value")),
            (kind, Some(text)) => kind.store(self, text).ok_or_else(|| wrong(text))?,
        }
        Ok(spec.effect)
    }
}

/// The option of that name; case is ignored.
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    TABLE.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}

/// Reads a whole number in the one way of writing it: digits without leading
/// zeros, and a minus before what is below zero. Everything else, also what
/// does not fit, is `None`.
pub fn whole_number(text: &str) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

impl Kind {
    /// What a value must look like, as in `expected 1 to 4096`.
    pub fn expected(&self) -> String {
        match self {
            Kind::Check { .. } => "expected true or false".to_owned(),
            Kind::Spin { min, max, or_zero, .. } => {
                let zero = if *or_zero && *min > 0 { "0 or " } else { "" };
                if min == max {
                    format!("expected {min}")
                } else {
                    format!("expected {zero}{min} to {max}")
                }
            }
            Kind::Combo { choices, .. } => format!("expected one of {}", choices().join(", ")),
            Kind::Text { .. } => "expected any text".to_owned(),
            Kind::Button => "expected no value".to_owned(),
        }
    }

    /// Reads the value and stores it; `None` when it is not acceptable.
    fn store(&self, options: &mut Options, text: &str) -> Option<()> {
        match self {
            Kind::Check { set, .. } => {
                let on = [(true, "true"), (false, "false")]
                    .into_iter()
                    .find(|(_, word)| word.eq_ignore_ascii_case(text))?;
                set(options, on.0);
            }
            Kind::Spin { min, max, or_zero, set, .. } => {
                let number = whole_number(text)?;
                let fits = (*min..=*max).contains(&number) || (*or_zero && number == 0);
                set(options, fits.then_some(number)?);
            }
            Kind::Combo { choices, set, .. } => {
                let chosen =
                    choices().into_iter().find(|choice| choice.eq_ignore_ascii_case(text))?;
                set(options, chosen);
            }
            Kind::Text { set } => set(options, if text == EMPTY { "" } else { text }),
            Kind::Button => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The default as `setoption` would have it.
    fn default_text(kind: &Kind) -> Option<String> {
        match kind {
            Kind::Check { default, .. } => Some(default.to_string()),
            Kind::Spin { default, .. } => Some(default.to_string()),
            Kind::Combo { default, .. } => Some((*default).to_owned()),
            Kind::Text { .. } => Some(EMPTY.to_owned()),
            Kind::Button => None,
        }
    }

    #[test]
    fn the_table_is_coherent() {
        for (index, spec) in TABLE.iter().enumerate() {
            assert!(std::ptr::eq(find(&spec.name.to_uppercase()).unwrap(), spec));
            let words: Vec<&str> = spec.name.split(' ').collect();
            assert!(!words.contains(&"name") && !words.contains(&"value"), "{}", spec.name);
            assert!(!spec.help.is_empty() && index < 100);
            let mut options = Options::default();
            let before = format!("{options:?}");
            let set = options.set(spec.name, default_text(&spec.kind).as_deref());
            assert_eq!(set, Ok(spec.effect), "{}: the default is a value", spec.name);
            assert_eq!(format!("{options:?}"), before, "{}: and the value at start", spec.name);
            match &spec.kind {
                Kind::Spin { max, .. } => assert!(*max < 1 << 31, "{}", spec.name),
                Kind::Combo { choices, .. } => {
                    assert!(choices().iter().all(|choice| !choice.contains(' ')), "{}", spec.name);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn out_of_range_values_change_nothing() {
        let mut options = Options::default();
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("4097")),
            ("Hash", Some("1e3")),
            ("Hash", Some("+10")),
            ("Hash", Some("010")),
            ("Hash", Some("")),
            ("Seed", Some("-0")),
            ("Hash", Some("99999999999999999999")),
            ("Hash", None),
            ("Width", Some("2")),
            ("WinLength", Some("-3")),
            ("Ponder", Some("yes")),
            ("Variant", Some("chess")),
            ("Destroy", Some("10")),
            ("Clear Hash", Some("now")),
            ("Nonsense", Some("1")),
            ("", None),
        ] {
            let before = format!("{options:?}");
            let problem = options.set(name, value).unwrap_err();
            assert!(problem.expected.starts_with("expected "), "{problem:?}");
            assert!(!problem.text.is_empty(), "{problem:?}");
            assert_eq!(format!("{options:?}"), before);
        }
    }

    #[test]
    fn a_gui_that_sends_all_defaults_again_changes_nothing() {
        for (name, value) in [("Variant", "renju"), ("UCI_Variant", "gomoku")] {
            let mut options = Options::default();
            options.set(name, Some(value)).unwrap();
            let variant = options.variant().unwrap();
            for other in ["Width", "Height", "WinLength", "Rule", "Destroy"] {
                let default = default_text(&find(other).unwrap().kind);
                options.set(other, default.as_deref()).unwrap();
            }
            assert_eq!(options.variant(), Ok(variant));
        }
    }

    #[test]
    fn overrides_come_in_any_order_and_go_with_the_variant() {
        let mut options = Options::default();
        options.set("width", Some("4")).unwrap();
        options.set("HEIGHT", Some("3")).unwrap();
        assert!(options.variant().is_err(), "five in a row do not fit on 4x3");
        options.set("WinLength", Some("4")).unwrap();
        assert_eq!(options.variant().unwrap().to_string(), "freestyle 4x3 k=4");
        options.set("Rule", Some("Caro")).unwrap();
        assert_eq!(options.variant().unwrap().rule, Rule::Caro);
        options.set("Variant", Some("destroy")).unwrap();
        assert_eq!(options.variant().unwrap().to_string(), "freestyle 15x15 k=5 destroy=1");
        options.set("Destroy", Some("3")).unwrap();
        assert_eq!(options.variant().unwrap().destroy, 3);
    }

    #[test]
    fn chess_guis_mean_exactly_five_by_gomoku() {
        let mut options = Options::default();
        options.set("UCI_Variant", Some("gomoku")).unwrap();
        assert_eq!(options.variant().unwrap().rule, Rule::Standard);
        assert!(options.writes_drops());
        options.set("UCI_Variant", Some("native")).unwrap();
        assert_eq!(options.variant().unwrap().rule, Rule::Freestyle);
        assert!(!options.writes_drops());
    }
}
