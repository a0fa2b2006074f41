//! `INFO key value`: what the manager allows, and options. It has no answer.

use crate::game::Rule;
use crate::protocol::text::{self, Words};
use crate::session::message::{Command, ManagerCommand};
use crate::session::options::{self, OptionKind, Options};

use super::limits::NEVER;
use super::state::Gomocup;

/// Bytes below which the program cannot stay, whatever it leaves out.
const LEAST_MEMORY: i64 = 8 << 20;

impl Gomocup {
    /// Reads a key and its value. Unknown keys mean nothing; a value that cannot
    /// be used changes nothing and is told before the next answer.
    pub(super) fn info(&mut self, text: &str) -> Vec<Command> {
        let mut words = Words::new(text);
        let Some(key) = words.next() else { return Vec::new() };
        let value = words.rest();
        let number = value.parse::<i64>().ok();
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => {
                self.values.turn_ms = self.time(text, number).or(self.values.turn_ms);
                let is_move_now = number == Some(0) && !self.owed.is_empty();
                return if is_move_now { vec![Command::Stop] } else { Vec::new() };
            }
            "timeout_match" => {
                self.values.match_ms = self.time(text, number).or(self.values.match_ms);
            }
            "time_left" => match number {
                Some(_) => self.values.left_ms = number,
                None => self.complain(text, "milliseconds"),
            },
            "max_depth" => match number {
                Some(plies) => self.values.depth = u32::try_from(plies).ok().filter(|&n| n > 0),
                None => self.complain(text, "plies, or 0 for no limit"),
            },
            "max_node" => match number {
                Some(nodes) => self.values.nodes = u64::try_from(nodes).ok().filter(|&n| n > 0),
                None => self.complain(text, "positions, or 0 for no limit"),
            },
            "thread_num" => return self.threads(text, number),
            "max_memory" => {
                let Some(bytes) = self.at_least_zero(text, number) else { return Vec::new() };
                if (1..LEAST_MEMORY).contains(&bytes) {
                    self.complain(text, &format!("{LEAST_MEMORY} or more, plays anyway"));
                }
                let limit = u64::try_from(bytes).ok().filter(|&bytes| bytes > 0);
                return vec![Command::Manager(ManagerCommand::LimitMemory(limit))];
            }
            "rule" if value.parse::<Rule>().is_ok() || number.is_some() => {
                let rule = number.map_or_else(|| value.parse().ok(), |it| self.dialect.rule(it));
                match rule {
                    Some(rule) => return vec![Command::Manager(ManagerCommand::ChangeRule(rule))],
                    None => self.complain(text, self.dialect.rules()),
                }
            }
            // What the game is for, where the mouse is, where files may be kept:
            // nothing depends on it.
            "game_type" | "evaluate" | "folder" => {}
            key => {
                let commands = self.extension_info(key, number, text);
                return commands.unwrap_or_else(|| self.option(text));
            }
        }
        Vec::new()
    }

    /// A time, or the number that stands for none; anything else is told.
    fn time(&mut self, text: &str, number: Option<i64>) -> Option<i64> {
        number.filter(|&ms| ms == NEVER).or_else(|| self.at_least_zero(text, number))
    }

    /// A time or size; anything else is told.
    pub(super) fn at_least_zero(&mut self, text: &str, number: Option<i64>) -> Option<i64> {
        let number = number.filter(|&number| number >= 0);
        if number.is_none() {
            self.complain(text, &format!("0 to {}", i64::MAX));
        }
        number
    }

    /// The manager allows `number` threads; the engine may use fewer, too.
    fn threads(&mut self, text: &str, number: Option<i64>) -> Vec<Command> {
        let most = options::find("Threads").map(|spec| &spec.kind);
        match (number, most) {
            (Some(threads @ 1..), Some(OptionKind::Spin { max, .. })) => {
                let value = Some(threads.min(*max).to_string());
                vec![Command::SetOption { name: "Threads".to_owned(), value }]
            }
            (Some(_), _) => Vec::new(),
            (None, _) => {
                self.complain(text, "a number of threads");
                Vec::new()
            }
        }
    }

    /// One of our own options, whose name may have several words.
    fn option(&mut self, text: &str) -> Vec<Command> {
        let value_of = |name: &str| {
            let (start, rest) = text.split_at_checked(name.len())?;
            let ends = rest.is_empty() || rest.starts_with([' ', '\t']);
            (start.eq_ignore_ascii_case(name) && ends).then(|| rest.trim_matches([' ', '\t']))
        };
        let found = options::TABLE.iter().find_map(|spec| Some((spec, value_of(spec.name)?)));
        let Some((spec, value)) = found else { return Vec::new() };
        let value = (!value.is_empty()).then(|| value.to_owned());
        match Options::default().set(spec.name, value.as_deref()) {
            Ok(_) => vec![Command::SetOption { name: spec.name.to_owned(), value }],
            Err(problem) => {
                self.complain(text, &problem.expected);
                Vec::new()
            }
        }
    }

    /// Keeps a remark about an `INFO` line until something is answered.
    pub(super) fn complain(&mut self, text: &str, expected: &str) {
        self.note(&format!("INFO: {}: expected {expected}", text::shown(text)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Choice, Limits};
    use crate::protocol::codec::{Codec, InputLine};
    use crate::protocol::gomocup::limits::{FAST_MS, MOVES_OF_A_MATCH};
    use crate::session::message::Event;

    fn told(lines: &[&str]) -> (Gomocup, Vec<Command>) {
        let mut codec = Gomocup::default();
        let commands = lines.iter().flat_map(|&line| codec.decode(InputLine::from(line))).collect();
        (codec, commands)
    }

    /// Move time, clock and moves to go, after the manager has sent `lines`.
    fn times(lines: &[&str]) -> (Option<u64>, Option<i64>, Option<u32>) {
        let limits = told(lines).0.limits();
        assert!(!limits.is_unlimited(), "{lines:?}: nobody would ever say stop");
        assert_eq!(limits.clock_ms.0[0], limits.clock_ms.0[1]);
        (limits.movetime_ms, limits.clock_ms.0[0], limits.moves_to_go)
    }

    #[test]
    fn the_shortest_time_counts() {
        for (lines, expected) in [
            (&[][..], (Some(30_000), None)),
            (&["INFO timeout_turn 5000"], (Some(4970), None)),
            (&["INFO timeout_turn 100"], (Some(90), None)),
            (&["INFO timeout_turn 5000", "INFO time_left 700"], (Some(4970), Some(700))),
            (&["INFO timeout_match 60000"], (None, Some(60_000))),
            (&["INFO timeout_match 60000", "INFO time_left 50000"], (None, Some(50_000))),
            (&["INFO timeout_match 60000", "INFO time_left -3"], (None, Some(-3))),
            (&["INFO timeout_match 0", "INFO time_left 0"], (Some(30_000), None)),
            (&["INFO timeout_match 0", "INFO time_left 400"], (None, Some(400))),
            (&["INFO time_left 0"], (None, Some(0))),
            (&["INFO time_left 2147483647"], (Some(30_000), None)),
            (&["INFO timeout_match 9999", "INFO time_left 2147483647"], (Some(30_000), None)),
            (&["INFO timeout_turn 2147483647"], (Some(30_000), None)),
            (
                &["INFO timeout_turn 9", "INFO timeout_turn x", "INFO timeout_turn -2"],
                (Some(9), None),
            ),
        ] {
            let (movetime, clock, _) = times(lines);
            assert_eq!((movetime, clock), expected, "{lines:?}");
        }
        assert_eq!(times(&["INFO timeout_match 60000"]).2, Some(MOVES_OF_A_MATCH));
        assert_eq!(times(&["INFO timeout_match 60000", "INFO time_left 9"]).2, None);
    }

    #[test]
    fn effort_is_limited_too() {
        let limits = |lines: &[&str]| told(lines).0.limits();
        let both = limits(&["INFO max_depth 7", "info MAX_NODE 900"]);
        assert_eq!((both.depth, both.nodes, both.movetime_ms), (Some(7), Some(900), None));
        let none = limits(&["INFO max_depth 7", "INFO max_depth -1", "INFO max_node 0"]);
        assert_eq!((none.depth, none.nodes), (None, None));
        let fast = limits(&["INFO max_depth 7", "INFO timeout_turn 0"]);
        assert_eq!((fast.depth, fast.movetime_ms), (Some(1), Some(FAST_MS)));
    }

    #[test]
    fn an_analysis_ends_when_it_is_told_to() {
        let limits = |lines: &[&str]| told(lines).0.limits();
        let never = ["INFO TIMEOUT_TURN -1", "INFO TIMEOUT_MATCH -1", "INFO time_left 99"];
        assert_eq!(limits(&never), Limits::default());
        assert_eq!(limits(&never[..1]), Limits::default());
        assert_eq!(limits(&["INFO timeout_turn -1", "INFO timeout_match 5000"]).movetime_ms, None);
        // The pair of numbers only means this where Yixin-Board speaks.
        let pair = ["INFO timeout_turn 2000000", "INFO timeout_match 100000000"];
        assert!(!limits(&pair).is_unlimited());
        assert!(limits(&["yxshowinfo", pair[0], pair[1]]).is_unlimited());
        let increment = limits(&["INFO time_left 900", "INFO time_increment 30"]);
        assert_eq!(increment.increment_ms.0, [30, 30]);
    }

    #[test]
    fn no_time_ends_only_a_thought_in_progress() {
        let line = "INFO timeout_turn 0";
        assert_eq!(told(&[line]).1, []);
        assert_eq!(told(&["BEGIN", line]).1.pop(), Some(Command::Stop));
        let (mut codec, _) = told(&["BEGIN"]);
        codec.write(&Event::Answer(Choice::default()), &Options::default(), &mut Vec::new());
        assert_eq!(codec.decode(InputLine::from(line)), []);
    }

    #[test]
    fn options_are_set_by_their_names() {
        let set = |name: &str, value: Option<&str>| {
            let (name, value) = (name.to_owned(), value.map(str::to_owned));
            vec![Command::SetOption { name, value }]
        };
        for (line, expected) in [
            ("INFO move overhead  50", set("Move Overhead", Some("50"))),
            ("INFO CLEAR HASH", set("Clear Hash", None)),
            ("INFO Hash 64", set("Hash", Some("64"))),
            ("INFO hash_size 65536", set("Hash", Some("64"))),
            ("INFO HASH_SIZE 0", set("Hash", Some("1"))),
            ("INFO Hashes 64", vec![]),
            ("INFO thread_num 99", set("Threads", Some("99"))),
            ("INFO thread_num 9999", set("Threads", Some("256"))),
            ("INFO thread_num 0", vec![]),
            ("INFO rule auto", set("Rule", Some("auto"))),
            ("INFO rule Caro", vec![Command::Manager(ManagerCommand::ChangeRule(Rule::Caro))]),
            ("INFO RULE 8", vec![Command::Manager(ManagerCommand::ChangeRule(Rule::CaroOverline))]),
            ("INFO max_memory 0", vec![Command::Manager(ManagerCommand::LimitMemory(None))]),
            (
                "INFO max_memory 9000000",
                vec![Command::Manager(ManagerCommand::LimitMemory(Some(9_000_000)))],
            ),
            ("INFO folder Hash 64", vec![]),
        ] {
            let (codec, commands) = told(&[line]);
            assert_eq!(commands, expected, "{line}");
            assert_eq!(codec.notes, Vec::<String>::new(), "{line}");
        }
        let number = "0 to 9223372036854775807";
        for (line, expected) in [
            ("INFO Hash 0", "1 to 4096"),
            ("INFO rule 5", "0, 1, 4, 8 or 9, each with 2 added or not"),
            ("INFO rule x", "one of auto, freestyle, standard, renju, caro, caro-overline"),
            ("INFO max_memory -1", number),
            ("INFO max_memory 9223372036854775808", number),
            ("INFO timeout_match 9223372036854775808", number),
            ("INFO hash_size", number),
            ("INFO hash_size lots", number),
            ("INFO HASH_SIZE -1", number),
            ("INFO time_increment -1", number),
            ("INFO time_increment soon", number),
            ("INFO show_detail 4", "0 to 3"),
            ("INFO show_detail -1", "0 to 3"),
            ("INFO show_detail all", "0 to 3"),
        ] {
            let (codec, commands) = told(&[line]);
            let remark = format!("{line}: expected {expected}").replacen("INFO ", "INFO: ", 1);
            assert_eq!((commands, codec.notes), (vec![], vec![remark]), "{line}");
        }
    }
}
