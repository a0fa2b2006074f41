//! [`Event`] to lines.

use std::fmt::Write;

use crate::control::scale;
use crate::control::{Choice, Info, Report};
use crate::game::{Move, Size};
use crate::protocol::text;
use crate::session::message::{Event, Point, Problem, Swap2Answer};
use crate::session::options::Options;
use crate::value::Bound;

use super::dialect::Dialect;
use super::state::{Asked, Gomocup};

/// The largest number of remarks that are kept until the next answer.
const MOST_NOTES: usize = 20;

impl Gomocup {
    /// Writes an event, added to `lines`.
    ///
    /// Everything but an answer waits for the next one: a manager takes a line for
    /// an answer where it expects none.
    pub(super) fn write(&mut self, event: &Event, options: &Options, lines: &mut Vec<String>) {
        let size = options.unchecked_variant().map(|variant| variant.size);
        match event {
            Event::Report(Report::Info(info)) => {
                self.extension.hashfull = info.hashfull.unwrap_or(self.extension.hashfull);
                if info.multipv.is_none_or(|rank| rank == 1) {
                    self.extension.last_score = info.opinion();
                }
                if let Ok(size) = size {
                    self.note(&self.info_text(info, size));
                    self.draw(info, size, lines);
                }
            }
            Event::Report(Report::Text(text)) => text.lines().for_each(|line| self.note(line)),
            // An option that could not be set: `INFO` has no answer.
            Event::Problem(problem) if is_setting(problem) => {
                self.note(&self.problem_text(problem));
            }
            Event::Problem(problem) => {
                self.tell(lines);
                let kind = if problem.what == "command" { "UNKNOWN" } else { "ERROR" };
                lines.push(format!("{kind} {}", self.problem_text(problem)));
            }
            Event::Done => {
                self.tell(lines);
                lines.push("OK".to_owned());
            }
            Event::Identity => {
                self.tell(lines);
                lines.push(identity());
            }
            Event::Answer(Choice { best, .. }) => {
                let written = best.zip(size.ok()).map(|(mv, size)| self.move_text(mv, size));
                self.answer(written, lines);
            }
            Event::Placements(stones) => {
                let written = size.ok().map(|size| self.line_text(stones, size));
                self.answer(written, lines);
            }
            Event::Swap2(answer) if let Some(&Asked::Swap2(step)) = self.owed.front() => {
                let written =
                    size.map_or_else(|_| Vec::new(), |size| self.swap2_lines(step, answer, size));
                self.answer(written, lines);
            }
            Event::Swap2(Swap2Answer::Swap) => self.answer(Some("SWAP".to_owned()), lines),
            Event::Swap2(Swap2Answer::Place(moves)) => {
                let written = size.ok().map(|size| self.line_text(moves, size));
                self.answer(written, lines);
            }
            Event::Report(Report::CurrentMove { mv, .. }) => {
                if let Ok(size) = size {
                    self.draw_current(*mv, size, lines);
                }
            }
            Event::Report(Report::Visit(_) | Report::Step(_))
            | Event::Reached
            | Event::Forbidden(_)
            | Event::Board(_)
            | Event::Eval(_)
            | Event::Moves(_)
            | Event::Bench(_) => {
                self.tell(lines);
                if let Ok(size) = size {
                    self.show(event, size, lines);
                }
            }
            Event::Lines(count) => self.extension.detail.count = *count,
            // No command asks for these here, and the log belongs to the program.
            Event::Report(Report::Log(_))
            | Event::Ready
            | Event::Basis { .. }
            | Event::Patterns(_)
            | Event::Standing(_)
            | Event::Reasons(_)
            | Event::PerftMove { .. }
            | Event::PerftTotal(_)
            | Event::Proof(_)
            | Event::Help
            | Event::Response(_)
            | Event::LogFile(_) => {}
        }
        if !self.owed.is_empty() {
            self.tell(lines);
        }
    }

    /// Keeps a remark that is written with the next answer, or at once while
    /// the manager waits for one.
    pub(super) fn note(&mut self, text: &str) {
        let text = text::escaped(text.chars());
        if !text.trim().is_empty() && self.notes.len() < MOST_NOTES {
            self.notes.push(text);
        }
    }

    /// Writes the remarks. A bare `MESSAGE` would be taken for an answer; none is empty.
    fn tell(&mut self, lines: &mut Vec<String>) {
        lines.extend(self.notes.drain(..).map(|note| format!("MESSAGE {note}")));
    }

    /// Writes an answer to a question for a move; the refusal of one has no line.
    fn answer(&mut self, written: impl IntoIterator<Item = String>, lines: &mut Vec<String>) {
        self.tell(lines);
        lines.extend(written);
        self.owed.pop_front();
        self.extension.detail.begin_anew();
    }

    fn problem_text(&self, problem: &Problem) -> String {
        let plain = |text: &str| text::escaped(text.chars());
        let text = match problem.point {
            Some(point) => self.dialect.text(point),
            None => text::shown(&problem.text),
        };
        format!("{}: {text}: {}", plain(&problem.what), plain(&problem.advice()))
    }

    pub(super) fn move_text(&self, mv: Move, size: Size) -> String {
        self.dialect.text(Point::of(mv.square(), size))
    }

    pub(super) fn line_text(&self, moves: &[Move], size: Size) -> String {
        let moves: Vec<String> = moves.iter().map(|&mv| self.move_text(mv, size)).collect();
        moves.join(" ")
    }

    /// A line of play in a text for people: where boards show squares, these.
    fn shown_line(&self, moves: &[Move], size: Size) -> String {
        if self.dialect == Dialect::Yixin {
            let names: Vec<String> = moves.iter().map(Move::to_string).collect();
            return names.join(" ");
        }
        self.line_text(moves, size)
    }

    fn info_text(&self, info: &Info, size: Size) -> String {
        let mut text = format!("depth {}", info.depth);
        // Writing to a string cannot fail.
        if let Some(seldepth) = info.seldepth {
            let _ = write!(text, "-{seldepth}");
        }
        if let Some(rank) = info.multipv.filter(|&rank| rank > 1) {
            let _ = write!(text, " line {rank}");
        }
        if let Some(score) = info.opinion() {
            let _ = write!(text, " score {}", scale::score_text(score, info.unit));
            text.push_str(match info.bound {
                Bound::Exact => "",
                Bound::Lower => " or more",
                Bound::Upper => " or less",
            });
        }
        if let Some(nodes) = info.nodes {
            let _ = write!(text, " nodes {nodes}");
        }
        if let Some(time) = info.time {
            let _ = write!(text, " time {}", time.as_millis());
        }
        if !info.pv.is_empty() {
            let _ = write!(text, " pv {}", self.shown_line(&info.pv, size));
        }
        text
    }
}

fn identity() -> String {
    format!(
        r#"name="Tengen", version="{}", author="the Tengen developers", country="none""#,
        env!("CARGO_PKG_VERSION")
    )
}

fn is_setting(problem: &Problem) -> bool {
    problem.what.starts_with("setoption") || problem.what == "rule"
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::session::message::Event;

    fn written(codec: &mut Gomocup, event: &Event) -> Vec<String> {
        let mut options = Options::default();
        options.set("Width", Some("20")).unwrap();
        options.set("Height", Some("10")).unwrap();
        let mut lines = Vec::new();
        codec.write(event, &options, &mut lines);
        lines
    }

    fn moves(names: &str) -> Vec<Move> {
        names.split(' ').map(|name| name.parse().unwrap()).collect()
    }

    fn answer(name: &str) -> Event {
        Event::Answer(Choice { best: name.parse().ok(), ponder: None })
    }

    #[test]
    fn rows_count_from_the_top() {
        let mut codec = Gomocup::default();
        assert_eq!(written(&mut codec, &answer("a1")), ["0,9"]);
        assert_eq!(written(&mut codec, &answer("t10")), ["19,0"]);
        let place = Event::Swap2(Swap2Answer::Place(moves("a10 b9 c1")));
        assert_eq!(written(&mut codec, &place), ["0,0 1,1 2,9"]);
        assert_eq!(written(&mut codec, &Event::Swap2(Swap2Answer::Swap)), ["SWAP"]);
        assert_eq!(written(&mut codec, &answer("none")), Vec::<String>::new());
    }

    #[test]
    fn remarks_wait_for_an_answer() {
        let mut codec = Gomocup::default();
        let text = Event::Report(Report::Text("one\n\n \ntwo\u{7}".to_owned()));
        let setting = Event::Problem(Problem::new("setoption LogFile", "x", "a file"));
        assert_eq!(written(&mut codec, &text), Vec::<String>::new());
        assert_eq!(written(&mut codec, &setting), Vec::<String>::new());
        assert_eq!(
            written(&mut codec, &Event::Done),
            [
                "MESSAGE one",
                "MESSAGE two\\x07",
                "MESSAGE setoption LogFile: x: expected a file",
                "OK"
            ]
        );
        // While the manager waits for a move they are written at once.
        codec.owed.push_back(Asked::Move);
        assert_eq!(written(&mut codec, &text), ["MESSAGE one", "MESSAGE two\\x07"]);
        let info = Info {
            depth: 3,
            seldepth: Some(9),
            nodes: Some(77),
            bound: Bound::Lower,
            time: Some(Duration::from_millis(5)),
            pv: moves("a1 b1"),
            ..Info::default()
        };
        assert_eq!(
            written(&mut codec, &Event::Report(Report::Info(info))),
            ["MESSAGE depth 3-9 score cp 0 or more nodes 77 time 5 pv 0,9 1,9"]
        );
        assert_eq!(written(&mut codec, &answer("a1")), ["0,9"]);
        assert_eq!(written(&mut codec, &text), Vec::<String>::new());
    }

    #[test]
    fn a_flood_of_remarks_ends() {
        let mut codec = Gomocup::default();
        let text = Event::Report(Report::Text("again".to_owned()));
        (0..1000).for_each(|_| drop(written(&mut codec, &text)));
        assert_eq!(written(&mut codec, &Event::Done).len(), MOST_NOTES + 1);
    }

    #[test]
    fn a_mistake_is_one_line() {
        let mut codec = Gomocup::default();
        for (what, line) in [
            ("command", "UNKNOWN command: a\\x0ab: expected less"),
            ("TURN", "ERROR TURN: a\\x0ab: expected less"),
        ] {
            let problem = Problem::new(what, "a\nb", "less");
            assert_eq!(written(&mut codec, &Event::Problem(problem)), [line]);
        }
    }
}
