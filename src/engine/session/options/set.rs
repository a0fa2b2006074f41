//! Setting an option by its name.

use crate::control::nearest::one_of;
use crate::control::whole_number;
use crate::session::message::Problem;

use super::spec::{EMPTY, Effect, OptionKind, OptionSpec};
use super::table::TABLE;
use super::values::Options;

impl Options {
    /// Sets an option and says what else is to be done.
    ///
    /// # Errors
    /// When there is no such option or it does not take this value; nothing is set then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, Problem> {
        let spec = find(name).ok_or_else(|| {
            let names: Vec<&str> = TABLE.iter().map(|spec| spec.name).collect();
            Problem::new("setoption", name, one_of(name, &names))
        })?;
        let expected = spec.kind.expected();
        let wrong = |text: &str| Problem::new(format!("setoption {}", spec.name), text, &expected);
        match (&spec.kind, value) {
            (OptionKind::Button, None) => {}
            (OptionKind::Button, Some(text)) => return Err(wrong(text)),
            (_, None) => return Err(wrong("no value")),
            (kind, Some(text)) => kind.store(self, text).ok_or_else(|| wrong(text))?,
        }
        Ok(spec.effect)
    }

    /// The options whose value differs from that in `old`: name, old and new.
    pub fn changes_since(&self, old: &Options) -> Vec<(&'static str, String, String)> {
        let change = |spec: &OptionSpec| {
            let (old, new) = (spec.kind.text(old)?, spec.kind.text(self)?);
            (old != new).then_some((spec.name, old, new))
        };
        TABLE.iter().filter_map(change).collect()
    }
}

/// The option of that name; case is ignored.
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    TABLE.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}

impl OptionKind {
    /// Reads the value and stores it; `None` when it is not acceptable.
    fn store(&self, options: &mut Options, text: &str) -> Option<()> {
        match self {
            OptionKind::Check { set, .. } => {
                let on = [(true, "true"), (false, "false")]
                    .into_iter()
                    .find(|(_, word)| word.eq_ignore_ascii_case(text))?;
                set(options, on.0);
            }
            OptionKind::Spin { min, max, or_zero, set, .. } => {
                let number = whole_number(text)?;
                let fits = (*min..=*max).contains(&number) || (*or_zero && number == 0);
                set(options, fits.then_some(number)?);
            }
            OptionKind::Combo { choices, set, .. } => {
                let chosen =
                    choices().into_iter().find(|choice| choice.eq_ignore_ascii_case(text))?;
                set(options, chosen);
            }
            OptionKind::Text { set, .. } => set(options, if text == EMPTY { "" } else { text }),
            OptionKind::Button => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rule;

    /// The default as `setoption` would have it.
    fn default_text(kind: &OptionKind) -> Option<String> {
        match kind {
            OptionKind::Check { default, .. } => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            OptionKind::Combo { default, .. } => Some((*default).to_owned()),
            OptionKind::Text { .. } => Some(EMPTY.to_owned()),
            OptionKind::Button => None,
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
            let text = default_text(&spec.kind).map(|text| text.replace(EMPTY, ""));
            assert_eq!(spec.kind.text(&options), text, "{}: and what is read", spec.name);
            match &spec.kind {
                OptionKind::Spin { max, .. } => assert!(*max < 1 << 31, "{}", spec.name),
                OptionKind::Combo { choices, .. } => {
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
            assert!(!problem.expected.is_empty(), "{problem:?}");
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
    fn what_was_set_is_read_again() {
        for spec in TABLE {
            let values: Vec<String> = match &spec.kind {
                OptionKind::Check { .. } => ["true", "false"].map(str::to_owned).into(),
                OptionKind::Spin { min, max, .. } => [min, max].map(ToString::to_string).into(),
                OptionKind::Combo { choices, .. } => {
                    choices().into_iter().map(str::to_owned).collect()
                }
                OptionKind::Text { .. } => vec!["a b".to_owned()],
                OptionKind::Button => continue,
            };
            for value in values {
                let (before, mut options) = (Options::default(), Options::default());
                options.set(spec.name, Some(&value)).unwrap();
                assert_eq!(spec.kind.text(&options), Some(value.clone()), "{}", spec.name);
                let is_other = spec.kind.text(&before).as_deref() != Some(&value);
                let changes = options.changes_since(&before);
                assert_eq!(!changes.is_empty(), is_other, "{} {value}: {changes:?}", spec.name);
            }
        }
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
