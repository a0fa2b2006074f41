//! A mock engine that speaks UCI, UGI, or UCI with this program's additions.

mod limits;

use std::process;
use std::time::{Instant, SystemTime};

use tengen_engine::game::{Color, Move, Position, Setup, Variant};

use super::chooser::{self, Choice};
use super::{Arrival, Street, sleep_for_ever};
use limits::Limits;

/// Runs the engine.
pub fn run(street: Street, flavour: &str) {
    if street.has("crashes") {
        process::exit(3);
    }
    let is_ugi = flavour == "ugi";
    let mut engine = Engine {
        street,
        is_ugi,
        is_native: flavour == "native",
        drops: false,
        variant: Variant::preset("gomoku").unwrap(),
        position: Position::new(Variant::preset("gomoku").unwrap()).unwrap(),
        lines: 1,
        shows_wdl: false,
        greetings: 0,
        games: 0,
    };
    loop {
        match engine.street.next() {
            Arrival::Line(line) => engine.obey(&line),
            Arrival::Nothing => {}
            Arrival::End => engine.street.leave_at_end(false),
        }
    }
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "switches that have nothing to do with each other"
)]
struct Engine {
    street: Street,
    is_ugi: bool,
    is_native: bool,
    /// Whether moves are written `P@h8`.
    drops: bool,
    variant: Variant,
    position: Position,
    /// Number of lines to report.
    lines: usize,
    shows_wdl: bool,
    greetings: usize,
    /// Questions answered since the last new game.
    games: usize,
}

impl Engine {
    fn has(&self, fault: &str) -> bool {
        self.street.has(fault)
    }

    fn say(&self, line: impl AsRef<str>) {
        self.street.say(line);
    }

    fn obey(&mut self, line: &str) {
        if self.has("single-blanks") && (line.contains("  ") || line.contains('\t')) {
            return;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else {
            if self.has("talks-to-blanks") {
                self.say("what?");
            }
            return;
        };
        match command {
            "uci" if !self.is_ugi => self.greet("uciok"),
            "ugi" if self.is_ugi => self.greet("ugiok"),
            "isready" => {
                if self.has("bestmove-ready") {
                    self.say("bestmove (none)");
                }
                self.say("readyok");
                if self.has("ready-twice") {
                    self.say("readyok");
                }
            }
            "setoption" => self.set_option(line),
            "ucinewgame" | "uginewgame" => {
                self.position = Position::new(self.variant).unwrap();
                if !self.has("remembers") {
                    self.games = 0;
                }
            }
            "position" => self.set_up(line),
            "go" => self.go(rest),
            "query" if self.is_ugi => self.query(rest),
            "d" if self.is_native => self.show(),
            "stop" if self.has("answers-idle-stop") => self.say("bestmove (none)"),
            "stop" | "ponderhit" | "debug" => {}
            "quit" => self.street.leave(),
            _ if command.starts_with('#') => {}
            _ if self.has("loops") => self.street.flood("info string error: unknown"),
            _ if self.is_native && !self.has("silent-errors") => {
                self.say(format!("info string error: command: {command}: expected another"));
            }
            _ => {}
        }
    }

    fn greet(&mut self, done: &str) {
        self.greetings += 1;
        if self.has("mute") || self.greetings > 1 && self.has("greets-once") {
            return;
        }
        if !self.has("anonymous") {
            self.say("id name Mock 1");
        }
        self.say("id author Nobody");
        if self.has("chatty-greeting") {
            self.say("Welcome to this engine!");
        }
        if self.has("bad-options") {
            self.say("option name Depth type spin default 3");
        }
        self.say("option name Hash type spin default 16 min 1 max 64");
        self.say("option name MultiPV type spin default 1 min 1 max 8");
        self.say("option name UCI_ShowWDL type check default false");
        self.say("option name Forget type button");
        if !self.is_ugi {
            self.say("option name Ponder type check default false");
        }
        if self.is_native || self.is_ugi {
            let games: Vec<String> =
                Variant::preset_names().map(|name| format!(" var {name}")).collect();
            self.say(format!("option name Variant type combo default gomoku{}", games.concat()));
        } else {
            self.say(
                "option name UCI_Variant type combo default gomokufreestyle \
                 var gomoku var gomokufreestyle var tictactoe",
            );
        }
        self.say(done);
    }

    fn set_option(&mut self, line: &str) {
        let rest = line.strip_prefix("setoption name ").unwrap_or_default();
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let name = if self.has("option-case") { name.to_owned() } else { name.to_lowercase() };
        if name.eq_ignore_ascii_case("forget") && self.has("dies-of-buttons") {
            process::exit(3);
        }
        match name.to_lowercase().as_str() {
            _ if self.has("option-case") && name == "mULTIpv" => {}
            "multipv" => match value.parse() {
                Ok(lines @ 1..=8) => self.lines = lines,
                _ => self.refuse_option(line),
            },
            "uci_showwdl" => self.shows_wdl = value == "true",
            "variant" if self.is_native || self.is_ugi => match Variant::preset(value) {
                Ok(variant) => self.play(variant),
                Err(_) => self.refuse_option(line),
            },
            "uci_variant" if !self.is_native => {
                let name = match value {
                    "gomokufreestyle" => "gomoku",
                    "gomoku" => "standard",
                    "tictactoe" => "tictactoe",
                    _ => return self.refuse_option(line),
                };
                self.drops = true;
                self.play(Variant::preset(name).unwrap());
            }
            "hash" if value.parse().is_ok_and(|size: u32| (1..=64).contains(&size)) => {}
            "forget" | "ponder" => {}
            _ => self.refuse_option(line),
        }
    }

    fn refuse_option(&self, line: &str) {
        if self.has("dies-of-options") {
            process::exit(3);
        }
        if self.is_native && !self.has("silent-errors") {
            self.say(format!("info string error: setoption: {line}: expected another"));
        }
    }

    fn play(&mut self, variant: Variant) {
        self.variant = variant;
        self.position = Position::new(variant).unwrap();
    }

    fn set_up(&mut self, line: &str) {
        if self.has("talks-of-positions") {
            self.say("position accepted");
        }
        match self.read_position(line) {
            Some(position) => self.position = position,
            None if self.has("dies-of-positions") => process::exit(1),
            None if self.is_native && !self.has("silent-errors") => {
                self.say("info string error: position: text: expected another");
            }
            None => {}
        }
    }

    fn read_position(&self, line: &str) -> Option<Position> {
        let line = line.trim_start().strip_prefix("position")?;
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let (start, moves) = match words.split_once(" moves") {
            Some((start, moves)) => (start.to_owned(), moves.to_owned()),
            None => (words, String::new()),
        };
        let mut position = match start.strip_prefix("fen ") {
            Some(text) => Setup::parse(text, &self.variant).ok()?.build().ok()?,
            None if start == "startpos" => Position::new(self.variant).unwrap(),
            None => return None,
        };
        for text in moves.split_whitespace() {
            position.play(text.parse().ok()?).ok()?;
        }
        Some(position)
    }

    fn show(&self) {
        let key = if self.has("odd-key") && self.position.history().next().is_none() {
            0
        } else {
            self.position.key()
        };
        self.say(format!("Fen: {}", self.position.fen()));
        self.say(format!("Key: {key:016x}"));
        self.say("Forbidden: none");
    }

    fn query(&self, rest: &[&str]) {
        let over = self.position.is_over();
        let answer = match rest {
            ["p1turn"] => {
                ((self.position.side() == Color::Black) != self.has("turns-inverted")).to_string()
            }
            ["gameover"] => (over != self.has("over-inverted")).to_string(),
            ["result"] => match (over, self.position.winner()) {
                _ if self.has("results-swapped") && over => "p2win".to_owned(),
                (false, _) => "none".to_owned(),
                (true, Some(Color::Black)) => "p1win".to_owned(),
                (true, Some(Color::White)) => "p2win".to_owned(),
                (true, None) => "draw".to_owned(),
            },
            _ => return,
        };
        self.say(format!("response {answer}"));
    }

    fn go(&mut self, words: &[&str]) {
        let limits = self.limits(words);
        if words.is_empty() && self.has("dies-of-go") {
            process::exit(1);
        }
        if limits.is_malformed && self.has("ignores-bad-go") {
            return;
        }
        if limits.is_malformed && self.is_native {
            if !self.has("silent-errors") {
                self.say("info string error: go: text: expected another");
            }
            return self.say("bestmove (none)");
        }
        if self.position.is_over() {
            let is_full = self.position.winner().is_none();
            if self.has("silent-at-end") || is_full && self.has("dies-of-full-boards") {
                sleep_for_ever();
            }
            self.say("info depth 0 score cp 0");
        }
        self.think(&limits);
        self.answer(&limits);
        self.games += 1;
    }

    /// Waits as long as it thinks.
    fn think(&mut self, limits: &Limits) {
        let mut ponders = limits.ponders;
        let mut deadline = match limits.time {
            Some(time) if !ponders => Some(Instant::now() + time),
            _ => None,
        };
        if deadline.is_none() && self.has("impatient") {
            return;
        }
        loop {
            match self.street.next_until(deadline) {
                Arrival::Nothing => return,
                Arrival::End => {
                    if self.has("dies-at-end") {
                        self.street.leave_at_end(true);
                    }
                    // A limited search is carried to its end.
                    let left =
                        deadline.map(|moment| moment.saturating_duration_since(Instant::now()));
                    std::thread::sleep(left.unwrap_or_default());
                    return;
                }
                Arrival::Line(line) => match line.trim() {
                    "stop" if self.has("ignores-stop") => {}
                    "stop" => return,
                    "isready" if self.has("deaf-when-busy") => {}
                    "isready" if deadline.is_none() || self.street.waiting.is_empty() => {
                        self.say("readyok");
                    }
                    "quit" if self.has("stays-when-busy") => {}
                    "quit" => self.street.leave(),
                    "ponderhit" if ponders && !self.has("misses-ponderhit") => {
                        ponders = false;
                        deadline = Some(Instant::now() + limits.time.unwrap_or_default());
                    }
                    text if text.starts_with("position") && self.has("dies-when-busy") => {
                        process::exit(1)
                    }
                    _ => self.street.waiting.push_back(line),
                },
            }
        }
    }

    fn text_of(&self, mv: Move) -> String {
        if self.drops { format!("P@{mv}") } else { mv.to_string() }
    }

    /// Chooses a move, with the faults that concern choosing.
    fn choose(&self, limits: &Limits) -> Option<Choice> {
        let plain = |best: &str| best.parse().ok().map(|best| Choice { best, win: None });
        let stones = self.position.stone_count();
        if self.has("occupied") && stones > 0 {
            return self.position.last_move().map(|best| Choice { best, win: None });
        }
        if self.has("fouls") && !self.position.forbidden_points().is_empty() {
            let square = self.position.forbidden_points().first()?;
            return Some(Choice { best: square.into(), win: None });
        }
        if self.has("stays-in-centre") && self.position.empty_count() < 10 {
            return None;
        }
        if self.has("random") {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
            let moves = self.position.legal_moves();
            let index = now.subsec_nanos() as usize / 1000 % moves.len().max(1);
            return moves.get(index).map(|&best| Choice { best, win: None });
        }
        if self.games > 0 && self.has("remembers") || self.has("blind") {
            return self.position.legal_moves().last().map(|&best| Choice { best, win: None });
        }
        if self.games > 0 && self.has("forgets-position") {
            return plain("h8");
        }
        let only: &[Move] = if self.has("ignores-searchmoves") { &[] } else { &limits.only };
        chooser::choose(&self.position, only, limits.depth >= 2)
    }

    fn answer(&self, limits: &Limits) {
        let choice = if self.position.is_over() { None } else { self.choose(limits) };
        let Some(choice) = choice else { return self.say("bestmove (none)") };
        let best = self.text_of(choice.best);
        if self.has("opinionless") || self.has("unreasoned") {
            self.say(format!("info depth 1 pv {best}"));
            if self.has("opinionless") {
                self.say("info string why it is the first that was seen");
            }
        } else if !self.has("scoreless") {
            self.report(limits, &choice);
        }
        let tail = if self.has("trailing-blank") {
            " "
        } else if self.has("three-words") {
            " ponder a1"
        } else {
            ""
        };
        self.say(format!("bestmove {best}{tail}"));
        if self.has("answers-twice") {
            self.say(format!("bestmove {best}"));
        }
    }

    /// The lines of thought before an answer.
    fn report(&self, limits: &Limits, choice: &Choice) {
        let depth = if self.has("too-deep") { limits.depth + 1 } else { limits.depth };
        let score = match &choice.win {
            Some(line) if self.has("mate-in-plies") => format!("mate {}", line.len()),
            Some(line) => format!("mate {}", line.len().div_ceil(2)),
            None if self.has("false-mate") => "mate 3".to_owned(),
            None if self.has("false-line") => "mate 4".to_owned(),
            None => "cp 12".to_owned(),
        };
        let wdl = match (self.shows_wdl, self.has("odd-wdl")) {
            (false, _) => "",
            (true, false) => " wdl 300 400 300",
            (true, true) => " wdl 300 400 400",
        };
        let time = if self.has("fractions") { "0.5" } else { "1" };
        let line = choice.win.clone().unwrap_or_else(|| vec![choice.best]);
        let mut others: Vec<Move> = self.position.legal_moves();
        others.retain(|&mv| mv != choice.best);
        others.insert(0, choice.best);
        for rank in 1..=self.lines.min(others.len()) {
            let mut pv: Vec<String> = if rank == 1 || self.has("one-line") {
                line.iter().map(|&mv| self.text_of(mv)).collect()
            } else {
                vec![self.text_of(others[rank - 1])]
            };
            if choice.win.is_none() && self.has("false-line") {
                pv = others.iter().take(7).map(|&mv| self.text_of(mv)).collect();
            }
            if self.has("false-pv") {
                pv.push(pv[0].clone());
            }
            self.say(format!(
                "info depth {depth} seldepth {depth} multipv {rank} score {score}{wdl} nodes 10 \
                 nps 1000 time {time} pv {}",
                pv.join(" ")
            ));
        }
    }
}
