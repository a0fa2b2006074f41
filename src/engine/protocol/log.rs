//! [`LogEntry`] to a line of the log, in the words of the native protocol: scores are as
//! `info` lines have them.

use std::fmt::Write;

use crate::control::{Info, LogEntry, Report, SearchEnd};
use crate::session::message::Event;
use crate::session::options::{EMPTY, Options};

use super::uci;

/// An entry as the log has it, without the number of its conversation.
pub fn log_line(entry: &LogEntry, options: &Options) -> String {
    match entry {
        LogEntry::Position { fen, key } => format!("position {fen} key {key:016x}"),
        LogEntry::Changed { name, old, new } => {
            format!("option {name}: {} -> {}", shown(old), shown(new))
        }
        LogEntry::Candidate { mv, worth } => format!("candidate {mv}: {worth}"),
        LogEntry::Weighed(info) => format!("weighed {}", info_text(info, options)),
        LogEntry::Root(info) => format!("root {}", info_text(info, options)),
        LogEntry::Omitted { count, .. } => format!("and {count} more"),
        LogEntry::Ended(end) => ended(end),
        LogEntry::Savings { depth, table, cutoffs } => {
            format!("saved depth {depth} by the table {table} by cutoffs {cutoffs}")
        }
        LogEntry::Threats { win, is_exhausted, nodes } => {
            let found = match win {
                Some(plies) => format!("a win in {plies} plies"),
                None if *is_exhausted => "there is no win by threats".to_owned(),
                None => "no win so far".to_owned(),
            };
            format!("threats: {found} nodes {nodes}")
        }
    }
}

fn shown(text: &str) -> &str {
    if text.is_empty() { EMPTY } else { text }
}

/// A line of thought in the words of the native protocol, from `depth` on.
pub fn info_text(info: &Info, options: &Options) -> String {
    let mut lines = Vec::new();
    uci::write::event(&Event::Report(Report::Info(info.clone())), options, &mut lines);
    let line = lines.pop().unwrap_or_default();
    line.strip_prefix("info ").unwrap_or(&line).to_owned()
}

fn ended(end: &SearchEnd) -> String {
    let SearchEnd { reason, depth, nodes, time, .. } = end;
    let mut text =
        format!("ended depth {depth} nodes {nodes} time {}: {}", time.as_millis(), reason.text());
    let limits = [
        end.depth_limit.map(|depth| format!("depth {depth}")),
        end.node_limit.map(|nodes| format!("nodes {nodes}")),
        end.budget.map(|budget| {
            let (soft, hard) = (budget.soft.as_millis(), budget.hard.as_millis());
            format!("soft limit {soft} ms, hard limit {hard} ms")
        }),
    ];
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    if !limits.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, "; given: {}", limits.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::control::{EndReason, TimeBudget};
    use crate::value::Score;

    #[test]
    fn entries_have_the_words_of_the_protocol() {
        let pv = vec!["h8".parse().unwrap()];
        let info =
            Info { depth: 3, score: Score::win_in(5), pv, nodes: Some(7), ..Info::default() };
        let text = |entry| log_line(&entry, &Options::default());
        assert_eq!(text(LogEntry::Root(info)), "root depth 3 score mate 3 nodes 7 pv h8");
        let changed = |old: &str, new: &str| LogEntry::Changed {
            name: "LogFile",
            old: old.to_owned(),
            new: new.to_owned(),
        };
        assert_eq!(text(changed("", "a b")), "option LogFile: <empty> -> a b");
        let time = Duration::from_millis(480);
        let end = SearchEnd {
            reason: EndReason::SoftTime,
            depth: 5,
            nodes: 70,
            time,
            budget: Some(TimeBudget { soft: time, hard: 2 * time }),
            node_limit: Some(100),
            depth_limit: None,
        };
        assert_eq!(
            text(LogEntry::Ended(end)),
            "ended depth 5 nodes 70 time 480: the time for iterations was used up; \
             given: nodes 100, soft limit 480 ms, hard limit 960 ms"
        );
    }
}
