//! What a board or a web page draws while a search runs, and what it asks to see.

use std::fmt::Write;

use crate::control::scale;
use crate::control::{Info, Unit};
use crate::game::{Move, Size};
use crate::protocol::text::escaped;
use crate::session::message::{Event, Point, Swap2Answer};
use crate::value::{Score, ScoreKind};

use super::state::{Gomocup, Swap2Stage};

impl Gomocup {
    /// Shows a line of thought.
    pub(super) fn draw(&mut self, info: &Info, size: Size, lines: &mut Vec<String>) {
        let Some(&first) = info.pv.first() else { return };
        let rank = info.multipv.unwrap_or(1);
        if self.extension.detail.is_realtime {
            self.refresh(lines);
            let at = self.dialect.text(Point::of(first.square(), size));
            let opinion = info.opinion();
            if opinion.is_some_and(Score::is_loss) {
                lines.push(format!("MESSAGE REALTIME LOSE {at}"));
            }
            if rank == 1 {
                let names: Vec<String> = info.pv.iter().map(Move::to_string).collect();
                lines.push(format!("MESSAGE REALTIME BEST {at}"));
                lines.extend(
                    opinion.map(|score| {
                        format!("MESSAGE REALTIME VAL {}", value_text(score, info.unit))
                    }),
                );
                lines.push(format!("MESSAGE REALTIME PV {}", names.join(" ")));
            }
        }
        if self.extension.detail.has_lines {
            let points = self.line_text(&info.pv, size);
            let count =
                info.multipv.map_or(1, |rank| self.extension.detail.count.max(rank as usize));
            lines.extend(info_lines(info, count, &points));
        }
    }

    /// Shows which move is being searched.
    pub(super) fn draw_current(&mut self, mv: Move, size: Size, lines: &mut Vec<String>) {
        if self.extension.detail.is_realtime {
            self.refresh(lines);
            let at = |mv: Move| self.dialect.text(Point::of(mv.square(), size));
            if let Some(done) = self.extension.detail.current {
                lines.push(format!("MESSAGE REALTIME DONE {}", at(done)));
            }
            lines.push(format!("MESSAGE REALTIME POS {}", at(mv)));
            self.extension.detail.current = Some(mv);
        }
    }

    /// Writes what the manager asked to see.
    pub(super) fn show(&mut self, event: &Event, size: Size, lines: &mut Vec<String>) {
        let text = match event {
            Event::Reached => return self.speak(lines),
            Event::Forbidden(squares) => {
                let mut text = "FORBID ".to_owned();
                for &square in squares {
                    let [a, b] = self.dialect.numbers(Point::of(square, size));
                    // Writing to a string cannot fail.
                    let _ = write!(text, "{a:02}{b:02}");
                }
                return lines.push(text + ".");
            }
            Event::Board(position) => position.diagram(),
            Event::Eval(report) => {
                format!("eval {}", scale::score_text(report.total, Unit::Engine))
            }
            Event::Moves(report) => {
                let candidates = report.candidates.iter().map(|candidate| {
                    let at = self.move_text(candidate.mv, size);
                    format!("{at} {} {}", candidate.order, candidate.reason)
                });
                candidates.collect::<Vec<_>>().join("\n")
            }
            Event::Bench(line) => line.clone(),
            _ => return,
        };
        let texts = text.lines().filter(|text| !text.trim().is_empty());
        lines.extend(texts.map(|text| format!("MESSAGE {}", escaped(text.chars()))));
    }

    fn refresh(&mut self, lines: &mut Vec<String>) {
        if !self.extension.detail.is_clean {
            self.extension.detail.is_clean = true;
            lines.push("MESSAGE REALTIME REFRESH".to_owned());
        }
    }

    /// An answer in the opening of swap2, as Yixin-Board reads it.
    pub(super) fn swap2_lines(
        &self,
        step: Swap2Stage,
        answer: &Swap2Answer,
        size: Size,
    ) -> Vec<String> {
        let stones = match answer {
            Swap2Answer::Place(stones) => stones.as_slice(),
            Swap2Answer::Swap => &[],
        };
        let moves = |first: usize| {
            stones.iter().zip(first..).map(|(mv, number)| {
                let [a, b] = self.dialect.numbers(Point::of(mv.square(), size));
                format!("MESSAGE SWAP2 MOVE{number} {a} {b}")
            })
        };
        let choice = |name: &str| {
            let is_swap = *answer == Swap2Answer::Swap;
            vec![format!("MESSAGE SWAP2 {name} {}", if is_swap { "YES" } else { "NO" })]
        };
        match step {
            Swap2Stage::Propose => moves(1).collect(),
            Swap2Stage::AnswerThree if stones.len() == 2 => moves(4).collect(),
            Swap2Stage::AnswerThree => choice("SWAP1"),
            Swap2Stage::AnswerFive => choice("SWAP2"),
        }
    }
}

/// A value in hundredths; a proven end in plies.
pub(super) fn value_text(score: Score, unit: Unit) -> String {
    match score.kind() {
        ScoreKind::Estimate(units) => scale::hundredths(units, unit).to_string(),
        ScoreKind::Win(plies) => format!("+M{plies}"),
        ScoreKind::Loss(plies) => format!("-M{plies}"),
    }
}

fn info_lines(info: &Info, count: usize, points: &str) -> Vec<String> {
    let time_ms = info.time.unwrap_or_default().as_millis() as u64;
    let nodes = info.nodes.unwrap_or_default();
    let speed = nodes.saturating_mul(1000) / time_ms.max(1);
    let winrate = scale::chances_of(info).map(|[win, draw, _]| {
        let expected = win + draw / 2;
        format!("{}.{:03}", expected / 1000, expected % 1000)
    });
    let known = |key, value: String| Some((key, value));
    let fields = [
        known("PV", (info.multipv.unwrap_or(1) - 1).to_string()),
        known("NUMPV", count.to_string()),
        known("DEPTH", info.depth.to_string()),
        known("SELDEPTH", info.seldepth.unwrap_or(info.depth).to_string()),
        known("NODES", nodes.to_string()),
        known("TOTALNODES", nodes.to_string()),
        known("TOTALTIME", time_ms.to_string()),
        known("SPEED", speed.to_string()),
        info.opinion().map(|score| ("EVAL", value_text(score, info.unit))),
        winrate.map(|winrate| ("WINRATE", winrate)),
        known("BESTLINE", points.to_owned()),
        known("PV", "DONE".to_owned()),
    ];
    fields.into_iter().flatten().map(|(key, value)| format!("INFO {key} {value}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Choice, Report};
    use crate::protocol::codec::{Codec, InputLine};
    use crate::session::options::Options;

    /// A page that has asked for a move, with the marks it wants.
    fn page(detail: &str) -> Gomocup {
        let mut codec = Gomocup::default();
        for line in [&format!("INFO show_detail {detail}"), "START 15", "BEGIN"] {
            codec.decode(InputLine::from(line));
        }
        codec
    }

    fn written(codec: &mut Gomocup, event: &Event) -> Vec<String> {
        let mut lines = Vec::new();
        codec.encode(event, &Options::default(), &mut lines);
        lines.retain(|line| !line.starts_with("MESSAGE depth"));
        lines
    }

    fn line(rank: u32, score: Score, pv: &str) -> Event {
        let pv = pv.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let multipv = Some(rank);
        Event::Report(Report::Info(Info { depth: 4, multipv, score, pv, ..Info::default() }))
    }

    fn current(mv: &str) -> Event {
        let mv = mv.parse().unwrap();
        Event::Report(Report::CurrentMove { mv, number: 1, depth: 9 })
    }

    #[test]
    fn marks_are_wiped_once_for_each_search() {
        let mut codec = page("1");
        let first = ["MESSAGE REALTIME REFRESH", "MESSAGE REALTIME POS 7,7"];
        assert_eq!(written(&mut codec, &current("h8")), first);
        let next = ["MESSAGE REALTIME DONE 7,7", "MESSAGE REALTIME POS 0,14"];
        assert_eq!(written(&mut codec, &current("a1")), next);
        let lost = line(2, Score::loss_in(6), "b1 c1");
        assert_eq!(written(&mut codec, &lost), ["MESSAGE REALTIME LOSE 1,14"]);
        let best =
            ["MESSAGE REALTIME BEST 7,7", "MESSAGE REALTIME VAL 100", "MESSAGE REALTIME PV h8 a1"];
        let score = Score::estimate(scale::UNITS_PER_100_CP);
        assert_eq!(written(&mut codec, &line(1, score, "h8 a1")), best);
        codec.encode(&Event::Answer(Choice::default()), &Options::default(), &mut Vec::new());
        codec.decode(InputLine::from("BEGIN"));
        assert_eq!(written(&mut codec, &current("h8")), first);
    }

    #[test]
    fn nobody_gets_lines_without_asking() {
        let mut plain = page("0");
        assert_eq!(written(&mut plain, &current("h8")), Vec::<String>::new());
        assert_eq!(written(&mut plain, &line(1, Score::DRAW, "h8")), Vec::<String>::new());
        let mut lines = page("2");
        assert_eq!(written(&mut lines, &current("h8")), Vec::<String>::new());
        let fields = written(&mut lines, &line(2, Score::loss_in(4), "h8 a1"));
        assert_eq!(fields.first().map(String::as_str), Some("INFO PV 1"));
        for field in ["NUMPV 2", "DEPTH 4", "SELDEPTH 4", "EVAL -M4", "WINRATE 0.000"] {
            assert!(fields.contains(&format!("INFO {field}")), "{field}: {fields:?}");
        }
        assert!(fields.contains(&"INFO BESTLINE 7,7 0,14".to_owned()));
        assert_eq!(fields.last().map(String::as_str), Some("INFO PV DONE"));
    }
}
