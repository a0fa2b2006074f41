//! The manager's side of UCI, and of UGI, which differs by a few words.

use crate::control::{Limits, whole_number};
use crate::game::{ByColor, Color, Move, Variant};
use crate::protocol::client::{Client, Offers, Owed, Question, Said, Thought, Told};
use crate::protocol::text::Words;
use crate::session::message::Problem;

/// A conversation with an engine about games of that variant.
pub(super) fn open(variant: Variant) -> Box<dyn Client> {
    Box::new(UciClient::new(&UCI, variant))
}

/// What an engine of ours has refused, where that is what its line says: the first word of
/// `what` in `info string error: what: text: expected …`.
pub fn refused(line: &str) -> Option<&str> {
    let what = line.strip_prefix("info string error: ")?;
    what.split([':', ' ']).next()
}

/// The words in which the relatives of UCI differ.
#[derive(Debug)]
pub struct Vocabulary {
    /// The greeting.
    pub hello: &'static str,
    /// The line that ends the introduction.
    pub introduced: &'static str,
    /// The next position belongs to another game.
    pub new_game: &'static str,
    /// The names of the clocks.
    pub clocks: ByColor<&'static str>,
    /// The names of the increments.
    pub increments: ByColor<&'static str>,
    /// The name of the number of moves to the next time control, if there is one.
    pub moves_to_go: Option<&'static str>,
}

/// The words of UCI.
const UCI: Vocabulary = Vocabulary {
    hello: "uci",
    introduced: "uciok",
    new_game: "ucinewgame",
    clocks: ByColor(["wtime", "btime"]),
    increments: ByColor(["winc", "binc"]),
    moves_to_go: Some("movestogo"),
};

/// What chess managers call our games; their `gomoku` is won by exactly five.
const CHESS_NAMES: [(&str, &str); 3] =
    [("gomoku", "standard"), ("gomokufreestyle", "gomoku"), ("tictactoe", "tictactoe")];

/// One conversation with an engine.
pub struct UciClient {
    vocabulary: &'static Vocabulary,
    variant: Variant,
    name: Option<String>,
    offers: Offers,
    /// The `Seed` that was set as an option; no other one is.
    own_seed: Option<String>,
}

impl UciClient {
    /// A conversation in the words of `vocabulary` (UCI's or UGI's) about games of `variant`.
    pub fn new(vocabulary: &'static Vocabulary, variant: Variant) -> UciClient {
        UciClient { vocabulary, variant, name: None, offers: Offers::default(), own_seed: None }
    }

    /// The settings that make the engine play the variant. One that offers
    /// nothing of the kind is taken to play what is asked for.
    fn variant_settings(&self) -> Result<Vec<(&'static str, String)>, Problem> {
        let variant = self.variant;
        let preset = |name: &str| Variant::preset(name).is_ok_and(|preset| preset == variant);
        if self.offers.find("Variant").is_some() {
            let named = Variant::preset_names().find(|name| preset(name));
            if let Some(name) = named.filter(|name| self.offers.takes("Variant", name)) {
                return Ok(vec![("Variant", name.to_owned())]);
            }
            let settings = [
                ("Width", variant.size.width().to_string()),
                ("Height", variant.size.height().to_string()),
                ("WinLength", variant.k.to_string()),
                ("Rule", variant.rule.name().to_owned()),
                ("Destroy", variant.destroy.to_string()),
            ];
            // An engine without conversions need not be told that there are none.
            let is_needed = |name: &str| name != "Destroy" || variant.destroy > 0;
            let settings: Vec<_> = settings
                .into_iter()
                .filter(|(name, _)| is_needed(name) || self.offers.find(name).is_some())
                .collect();
            return match settings.iter().find(|(name, value)| !self.offers.takes(name, value)) {
                None => Ok(settings),
                Some((name, value)) => {
                    Err(self.offers.set(name, value).err().unwrap_or_else(|| unplayed(variant)))
                }
            };
        }
        if self.offers.find("UCI_Variant").is_some() {
            let named = CHESS_NAMES.iter().find(|(_, ours)| preset(ours));
            return match named.filter(|(theirs, _)| self.offers.takes("UCI_Variant", theirs)) {
                Some((theirs, _)) => Ok(vec![("UCI_Variant", (*theirs).to_owned())]),
                None => Err(unplayed(variant)),
            };
        }
        Ok(Vec::new())
    }
}

/// The refusal for an engine that does not play `variant`.
fn unplayed(variant: Variant) -> Problem {
    let Variant { rule, size, k, .. } = variant;
    let text = format!("{rule} on {size} with k={k}");
    Problem::new("variant", text, "a game that the engine offers")
}

impl Client for UciClient {
    fn greeting(&mut self) -> Vec<String> {
        self.offers.clear();
        vec![self.vocabulary.hello.to_owned()]
    }

    fn prepare(&mut self, options: &[(String, String)]) -> Result<Vec<String>, Problem> {
        let mut lines = Vec::new();
        for (name, value) in self.variant_settings()? {
            lines.push(self.offers.set(name, &value)?);
        }
        for (name, value) in options {
            lines.push(self.offers.set(name, value)?);
        }
        let seed = options.iter().rfind(|(name, _)| name.eq_ignore_ascii_case("Seed"));
        self.own_seed = seed.map(|(_, value)| value.clone());
        Ok(lines)
    }

    fn new_game(&mut self, seed: u64, _: &Limits) -> Vec<String> {
        let mut lines = Vec::new();
        if self.offers.find("Seed").is_some() {
            // A seed of the options is set again, too: games must not depend on those before.
            let seed = self.own_seed.clone().unwrap_or_else(|| seed.to_string());
            lines.extend(self.offers.set("Seed", &seed));
        }
        lines.extend([self.vocabulary.new_game.to_owned(), "isready".to_owned()]);
        lines
    }

    fn settings(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn ask(&mut self, question: Question<'_>) -> Vec<String> {
        let mut position = match question.start {
            None => "position startpos".to_owned(),
            Some(text) => format!("position fen {text}"),
        };
        for (index, mv) in question.position.history().enumerate() {
            position.push_str(if index == 0 { " moves " } else { " " });
            position.push_str(&mv.to_string());
        }
        vec![position, go(question.limits, self.vocabulary)]
    }

    fn ask_swap2(&mut self, _: &[Move], _: &Limits) -> Option<Vec<String>> {
        None
    }

    fn stop(&mut self) -> Vec<String> {
        vec!["stop".to_owned()]
    }

    fn farewell(&mut self) -> Vec<String> {
        vec!["quit".to_owned()]
    }

    fn hear(&mut self, line: &str) -> Said {
        let mut words = Words::new(line);
        match words.next() {
            Some(word) if word == self.vocabulary.introduced => Said::Introduced,
            Some("readyok") => Said::Ready,
            Some("id") => {
                if words.next() == Some("name") {
                    self.name = Some(words.rest().to_owned());
                }
                Said::Remark
            }
            Some("option") => {
                self.offers.add(words.rest());
                Said::Remark
            }
            Some("info") => match line.trim_start().strip_prefix(WHY) {
                Some(words) => Said::Why(words.trim_end().to_owned()),
                None => thought(words).map_or(Said::Remark, Said::Thought),
            },
            Some("bestmove") => {
                let word = words.next().unwrap_or_default();
                word.parse().map_or_else(|_| Said::Unreadable(word.to_owned()), Said::Move)
            }
            _ => Said::Remark,
        }
    }

    fn wording(&self, owed: Owed) -> &'static str {
        match owed {
            Owed::Introduction => self.vocabulary.introduced,
            Owed::Ready => "readyok",
            Owed::Move => "bestmove and a move, as in bestmove h8",
        }
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// How our own players begin to say why they move.
const WHY: &str = "info string why ";

/// The question itself.
fn go(limits: &Limits, vocabulary: &Vocabulary) -> String {
    let mut line = "go".to_owned();
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            line.extend([" ", name, " ", &value]);
        }
    };
    add("depth", limits.depth.map(|plies| plies.to_string()));
    add("nodes", limits.nodes.map(|nodes| nodes.to_string()));
    add("movetime", limits.movetime_ms.map(|time| time.to_string()));
    for color in Color::ALL {
        add(vocabulary.clocks[color], limits.clock_ms[color].map(|time| time.to_string()));
    }
    for color in Color::ALL {
        // A side without a clock has no increment either.
        let increment = limits.clock_ms[color].map(|_| limits.increment_ms[color].to_string());
        add(vocabulary.increments[color], increment);
    }
    if let Some(name) = vocabulary.moves_to_go {
        add(name, limits.moves_to_go.map(|moves| moves.to_string()));
    }
    if limits.is_unlimited() {
        line.push_str(" infinite");
    }
    line
}

/// What an `info` line says of the best line of play; `None` for bounds, for other
/// lines than the best and for everything else.
fn thought(mut words: Words<'_>) -> Option<Thought> {
    let mut thought = Thought::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => thought.depth = Some(number(&mut words)? as u32),
            "nodes" => thought.nodes = Some(number(&mut words)? as u64),
            "multipv" if number(&mut words)? != 1 => return None,
            "lowerbound" | "upperbound" => return None,
            "score" => {
                let told = match words.next()? {
                    "cp" => Told::Centi,
                    "mate" => Told::Mate,
                    _ => return None,
                };
                thought.score = Some(told(i32::try_from(number(&mut words)?).ok()?));
            }
            // These run to the end of the line.
            "pv" | "string" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    (thought != Thought::default()).then_some(thought)
}

fn number(words: &mut Words<'_>) -> Option<i64> {
    whole_number(words.next()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Choice, Info, Report};
    use crate::game::Position;
    use crate::protocol::codec::Codec;
    use crate::protocol::uci::Uci;
    use crate::session::message::{Command, Event, Start};
    use crate::session::options::Options;
    use crate::value::Score;

    /// What our own engine side understands by these lines.
    fn decoded(lines: &[String]) -> Vec<Command> {
        lines.iter().flat_map(|line| Uci.decode(line.as_str().into())).collect()
    }

    /// What our own engine side writes for an event.
    fn encoded(event: &Event) -> Vec<String> {
        let mut lines = Vec::new();
        Uci.encode(event, &Options::default(), &mut lines);
        lines
    }

    /// A manager that has been introduced to our own engine.
    fn introduced(variant: &str) -> UciClient {
        let mut client = UciClient::new(&UCI, Variant::preset(variant).unwrap());
        assert_eq!(decoded(&client.greeting()), [Command::Identify]);
        let said: Vec<Said> =
            encoded(&Event::Identity).iter().map(|line| client.hear(line)).collect();
        assert_eq!(said.last(), Some(&Said::Introduced));
        assert!(client.name().is_some_and(|name| name.starts_with("Tengen ")));
        client
    }

    #[test]
    fn our_own_side_reads_what_the_manager_writes() {
        let mut client = introduced("renju");
        let options =
            [("hash".to_owned(), "64".to_owned()), ("Clear Hash".to_owned(), String::new())];
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(
            decoded(&client.prepare(&options).unwrap()),
            [set("Variant", Some("renju")), set("Hash", Some("64")), set("Clear Hash", None)]
        );
        assert_eq!(
            decoded(&client.new_game(7, &Limits::default())),
            [set("Seed", Some("7")), Command::NewGame, Command::Ready]
        );
        let mut seeded = introduced("renju");
        seeded.prepare(&[("seed".to_owned(), "3".to_owned())]).unwrap();
        for _ in 0..2 {
            assert_eq!(decoded(&seeded.new_game(7, &Limits::default()))[0], set("Seed", Some("3")));
        }
        let mut position = Position::new(Variant::preset("renju").unwrap()).unwrap();
        for word in ["h8", "i9"] {
            position.play(word.parse().unwrap()).unwrap();
        }
        for limits in [
            Limits::default(),
            Limits { depth: Some(3), nodes: Some(4), movetime_ms: Some(5), ..Limits::default() },
            Limits {
                clock_ms: ByColor::new(Some(-1), Some(20)),
                increment_ms: ByColor::new(3, 4),
                moves_to_go: Some(9),
                ..Limits::default()
            },
        ] {
            let question = Question { start: None, position: &position, limits: &limits };
            let moves = position.history().collect();
            let asked = Limits { infinite: limits.is_unlimited(), ..limits.clone() };
            assert_eq!(
                decoded(&client.ask(question)),
                [Command::Position { start: Start::Empty, moves }, Command::Go(asked)]
            );
        }
        let empty = Position::new(Variant::preset("renju").unwrap()).unwrap();
        let limits = Limits::default();
        let question = Question { start: Some("15/15 x"), position: &empty, limits: &limits };
        let start = Start::Text("15/15 x".to_owned());
        assert_eq!(
            decoded(&client.ask(question))[0],
            Command::Position { start, moves: Vec::new() }
        );
        assert_eq!(decoded(&client.stop()), [Command::Stop]);
        assert_eq!(decoded(&client.farewell()), [Command::Quit]);
    }

    #[test]
    fn the_manager_reads_what_our_own_side_writes() {
        let mut client = introduced("destroy");
        assert_eq!(client.hear(&encoded(&Event::Ready)[0]), Said::Ready);
        for text in ["h8", "*h8", "o15"] {
            let choice = Choice { best: text.parse().ok(), ponder: "i9".parse().ok() };
            assert_eq!(
                client.hear(&encoded(&Event::Answer(choice))[0]),
                Said::Move(text.parse().unwrap())
            );
        }
        let none = &encoded(&Event::Answer(Choice::default()))[0];
        assert_eq!(client.hear(none), Said::Unreadable("(none)".to_owned()));
        let mut hear = |score, multipv| {
            let info = Info { depth: 7, score, multipv, nodes: Some(99), ..Info::default() };
            let lines = encoded(&Event::Report(Report::Info(info)));
            client.hear(&lines[0])
        };
        for (score, told) in [
            (Score::DRAW, Told::Centi(0)),
            (Score::win_in(5), Told::Mate(3)),
            (Score::loss_in(4), Told::Mate(-2)),
        ] {
            let thought = Thought { depth: Some(7), score: Some(told), nodes: Some(99) };
            assert_eq!(hear(score, Some(1)), Said::Thought(thought));
        }
        assert_eq!(hear(Score::DRAW, Some(2)), Said::Remark);
        assert_eq!(client.hear("info depth 3 score cp 5 lowerbound pv h8"), Said::Remark);
        assert_eq!(client.hear("info string depth 5"), Said::Remark);
        assert_eq!(client.hear("bestmove"), Said::Unreadable(String::new()));
    }

    fn settings(offers: &[&str], variant: Variant) -> Result<Vec<String>, String> {
        let mut client = UciClient::new(&UCI, variant);
        for line in offers {
            client.hear(&format!("option name {line}"));
        }
        client.prepare(&[]).map_err(|problem| problem.text)
    }

    #[test]
    fn games_are_asked_for_in_the_words_that_are_offered() {
        let preset = |name: &str| Variant::preset(name).unwrap();
        let chess = ["UCI_Variant type combo default gomoku var gomoku var tictactoe"];
        let set = |name: &str| Ok(vec![format!("setoption name UCI_Variant value {name}")]);
        assert_eq!(settings(&chess, preset("standard")), set("gomoku"));
        assert_eq!(settings(&chess, preset("tictactoe")), set("tictactoe"));
        assert_eq!(
            settings(&chess, preset("gomoku")),
            Err("freestyle on 15x15 with k=5".to_owned())
        );
        assert_eq!(settings(&[], preset("gomoku")), Ok(Vec::new()));

        let sized = [
            "Variant type combo default gomoku var gomoku var renju",
            "Width type spin default 0 min 0 max 20",
            "Height type spin default 0 min 0 max 20",
            "WinLength type spin default 0 min 0 max 9",
            "Rule type combo default auto var freestyle",
        ];
        assert_eq!(
            settings(&sized, Variant::mnk(7, 6, 4).unwrap()),
            Ok(["Width value 7", "Height value 6", "WinLength value 4", "Rule value freestyle"]
                .map(|setting| format!("setoption name {setting}"))
                .to_vec())
        );
        assert_eq!(settings(&sized, preset("gomoku30x20")), Err("30".to_owned()));
        assert_eq!(settings(&sized, preset("destroy")), Err("Destroy".to_owned()));
    }
}
