//! A mock engine that speaks the Gomocup's protocol.

use std::process;
use std::time::{Duration, Instant};

use tengen_engine::game::{Color, Move, Position, Rule, Setup, Size, Square, Stone, Variant};

use super::chooser;
use super::{Arrival, Street, sleep_for_ever};

/// Runs the engine.
pub fn run(street: Street) {
    if street.has("crashes") {
        process::exit(3);
    }
    if street.has("banner") {
        street.say("Mock 1");
    }
    let size = Size::new(20, 20).unwrap();
    let mut engine = Engine {
        street,
        size,
        rule: Rule::Freestyle,
        stones: Vec::new(),
        turn_ms: 1000,
        left_ms: 1_000_000,
        started: false,
        hoard: Vec::new(),
    };
    loop {
        match engine.street.next() {
            Arrival::Line(line) => engine.obey(&line),
            Arrival::Nothing => {}
            Arrival::End => engine.street.leave_at_end(false),
        }
    }
}

/// A stone, and whether it is the engine's own.
#[derive(Clone, Copy)]
struct Placed {
    square: Square,
    is_own: bool,
}

struct Engine {
    street: Street,
    size: Size,
    rule: Rule,
    stones: Vec<Placed>,
    turn_ms: i64,
    left_ms: i64,
    started: bool,
    hoard: Vec<u8>,
}

impl Engine {
    fn has(&self, fault: &str) -> bool {
        self.street.has(fault)
    }

    fn say(&self, line: impl AsRef<str>) {
        self.street.say(line);
    }

    fn obey(&mut self, line: &str) {
        if self.has("loud-errors") {
            eprintln!("thinking about {line}");
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else {
            if self.has("talks-to-blanks") {
                self.say("MESSAGE what?");
            }
            return;
        };
        let command = if self.has("upper-only") { word.to_owned() } else { word.to_uppercase() };
        match command.as_str() {
            "START" => self.start(rest),
            "RECTSTART" => self.start_rectangle(rest),
            "RESTART" => {
                if !self.has("restart-keeps") {
                    self.stones.clear();
                }
                self.say("OK");
            }
            "BEGIN" => {
                self.answer();
                if self.has("answers-twice") {
                    self.say("0,0");
                }
            }
            "TURN" => self.turn(rest),
            "TAKEBACK" => self.take_back(rest),
            "BOARD" => self.board(rest),
            "SWAP2BOARD" => self.swap2(),
            "INFO" => {
                self.info(rest);
                if self.has("answers-info") {
                    self.say("OK");
                }
            }
            "ABOUT" => {
                if !(self.has("about-later") && !self.started || self.has("no-about")) {
                    self.say("name=\"Mock\", version=\"1\", author=\"Nobody\", country=\"XX\"");
                }
            }
            "END" => self.street.leave(),
            _ if self.has("silent-unknown") => {}
            _ if self.has("loops") => self.street.flood("ERROR unknown"),
            _ => self.say("UNKNOWN command"),
        }
    }

    fn start(&mut self, rest: &[&str]) {
        let width = match rest {
            [text] => text.parse::<usize>().unwrap_or(0),
            _ => 0,
        };
        let size = if self.has("any-size") {
            Size::new(width, width).or(Size::new(20, 20))
        } else {
            Size::new(width, width)
        };
        let Ok(size) = size else { return self.say("ERROR unsupported size") };
        self.begin(size);
    }

    fn start_rectangle(&mut self, rest: &[&str]) {
        let text = rest.concat();
        let sides = text.split_once(',').map(|(w, h)| (w.parse().ok(), h.parse().ok()));
        match sides {
            Some((Some(width), Some(height))) => {
                let size = if self.has("transposed") { (height, width) } else { (width, height) };
                match Size::new(size.0, size.1) {
                    Ok(size) => self.begin(size),
                    Err(_) => self.say("ERROR unsupported size"),
                }
            }
            _ => self.say("ERROR expected width,height"),
        }
    }

    fn begin(&mut self, size: Size) {
        if self.has("drops-input") {
            // What was sent without waiting is lost.
            let end = Instant::now() + Duration::from_millis(50);
            while let Arrival::Line(_) = self.street.next_until(Some(end)) {}
        }
        if self.has("forgets-rule") && self.started {
            self.rule = Rule::Freestyle;
        }
        if self.has("mutters") && self.started {
            self.say("a new game, then");
        }
        self.started = true;
        self.size = size;
        if !self.has("start-keeps") {
            self.stones.clear();
        }
        self.say(if self.has("wordy-ok") { "OK - everything is good" } else { "OK" });
    }

    fn info(&mut self, rest: &[&str]) {
        let [key, value] = rest else { return };
        let number = value.parse::<i64>();
        match (key.to_lowercase().as_str(), number) {
            ("timeout_turn", Ok(ms)) => self.turn_ms = ms,
            ("time_left", Ok(ms)) if !self.has("ignores-match") => self.left_ms = ms,
            ("rule", Ok(number)) => {
                self.rule = match number {
                    1 => Rule::Standard,
                    4 => Rule::Renju,
                    8 => Rule::CaroOverline,
                    9 => Rule::Caro,
                    _ => Rule::Freestyle,
                };
            }
            _ => {}
        }
    }

    fn square(&self, text: &str) -> Option<Square> {
        let (col, row) = text.split_once(',')?;
        let (col, row): (usize, usize) = (col.parse().ok()?, row.parse().ok()?);
        let is_inside = col < self.size.width() && row < self.size.height();
        is_inside.then(|| Square::new(col, self.size.height() - 1 - row))
    }

    fn text_of(&self, square: Square) -> String {
        format!("{},{}", square.col(), self.size.height() - 1 - square.row())
    }

    fn is_free(&self, square: Square) -> bool {
        self.stones.iter().all(|stone| stone.square != square)
    }

    fn turn(&mut self, rest: &[&str]) {
        let square = rest.concat();
        match self.square(&square).filter(|&square| self.is_free(square)) {
            Some(square) => {
                self.stones.push(Placed { square, is_own: false });
                self.answer();
            }
            None if self.has("loops-on-turn") => self.street.flood("ERROR bad square"),
            None => self.say("ERROR bad square"),
        }
    }

    fn take_back(&mut self, rest: &[&str]) {
        let found = self.square(&rest.concat());
        let found = self.stones.iter().position(|stone| Some(stone.square) == found);
        match found {
            Some(_) if self.has("takeback-keeps") => self.say("OK"),
            Some(index) => {
                self.stones.remove(index);
                self.say("OK");
            }
            None => self.say("ERROR no stone there"),
        }
    }

    fn board(&mut self, rest: &[&str]) {
        let mut words: Vec<String> = rest.iter().map(|&word| word.to_owned()).collect();
        if self.has("line-by-line") {
            words.clear();
        }
        let mut stones = Vec::new();
        let mut is_bad = false;
        while !words.iter().any(|word| word.eq_ignore_ascii_case("done")) {
            match self.street.next() {
                Arrival::Line(line) => {
                    let parts: Vec<&str> = line.split_whitespace().collect();
                    is_bad |= parts.len() > 1;
                    words.extend(parts.into_iter().map(str::to_owned));
                }
                Arrival::Nothing => {}
                Arrival::End => self.street.leave_at_end(false),
            }
        }
        words.pop();
        for word in &words {
            let (square, field) = word.rsplit_once(',').unwrap_or((word, ""));
            match (self.square(square), field) {
                (Some(square), "1" | "2") => {
                    let is_own = (field == "1") != self.has("colours-swapped");
                    stones.push(Placed { square, is_own });
                }
                _ => is_bad = true,
            }
        }
        if self.has("counts-on-order") {
            let last = stones.len();
            for (index, stone) in stones.iter_mut().enumerate() {
                stone.is_own = (last - index) % 2 == 0;
            }
        }
        if is_bad && self.has("hangs-on-board") || stones.is_empty() && self.has("needs-stones") {
            return;
        }
        if is_bad {
            return self.say("ERROR x,y,1 or x,y,2 expected");
        }
        self.stones = stones;
        self.answer();
    }

    fn swap2(&mut self) {
        let mut stones = 0;
        loop {
            match self.street.next() {
                Arrival::Line(line) if line.trim() == "DONE" => break,
                Arrival::Line(_) => stones += 1,
                Arrival::Nothing => {}
                Arrival::End => self.street.leave_at_end(false),
            }
        }
        match stones {
            0 => self.say("7,7 8,8 3,3"),
            3 if self.has("miscounts") => self.say("1,1 2,2 3,3"),
            _ => self.say("SWAP"),
        }
    }

    /// The position as the rules see it.
    fn position(&self) -> Option<Position> {
        let variant = Variant { rule: self.rule, size: self.size, k: 5, destroy: 0 };
        let own = self.stones.iter().filter(|stone| stone.is_own).count();
        let side = if own * 2 == self.stones.len() { Color::Black } else { Color::White };
        let mut setup = Setup::new(&variant);
        setup.side = side;
        for stone in &self.stones {
            let color = if stone.is_own { side } else { !side };
            setup.stones.push((stone.square, Stone { color, converted: false }));
        }
        setup.build().ok()
    }

    fn answer(&mut self) {
        if self.has("glutton") {
            // With what every process has, between 420 and 430.
            self.hoard = vec![1; 415 << 20];
        }
        self.think();
        let free = self.size.squares().find(|&square| self.is_free(square));
        let Some(position) = self.position() else { return self.say("ERROR no such position") };
        if self.has("silent-at-end") && position.is_over() && self.stones.len() < 100 {
            sleep_for_ever();
        }
        let Some(free) = free else {
            if self.has("dies-of-full-boards") {
                process::abort();
            }
            return self.say("ERROR the board is full");
        };
        let found = self.choose(&position).map_or(free, Move::square);
        if self.has("thinks-aloud") {
            self.say("thinking hard...");
        }
        if self.has("bare-message") {
            self.say("MESSAGE");
        }
        let text = self.text_of(found);
        self.stones.push(Placed { square: found, is_own: true });
        self.say(if self.has("trailing-blank") { format!("{text} ") } else { text });
        // A remark, which is no second answer.
        self.say("MESSAGE that was all");
    }

    fn choose(&self, position: &Position) -> Option<Move> {
        let last = self.stones.last().map(|stone| stone.square);
        if self.has("occupied") && last.is_some() {
            return last.map(Move::place);
        }
        if self.has("off-board") {
            return Some(Square::new(39, 0).into());
        }
        if self.has("fouls") && !position.forbidden_points().is_empty() {
            return position.forbidden_points().first().map(Move::place);
        }
        if self.has("blind") {
            return position.legal_moves().last().copied();
        }
        if self.has("plays-far") {
            return chooser::farthest(position);
        }
        chooser::choose(position, &[], false).map(|choice| choice.best)
    }

    /// Waits as long as it thinks.
    fn think(&mut self) {
        let begin = Instant::now();
        loop {
            let late = if self.has("late") { 1700 } else { 0 };
            let unlimited = 1_000_000;
            let limit = match self.turn_ms.min(self.left_ms) {
                ..=0 if self.has("hopes") => unlimited,
                ms => ms.max(0) as u64 / 2 + late,
            };
            let deadline = begin + Duration::from_millis(limit);
            match self.street.next_until(Some(deadline)) {
                Arrival::Nothing => return,
                Arrival::End => {
                    if self.has("dies-at-end") {
                        self.street.leave_at_end(true);
                    }
                    if self.has("finishes-first") {
                        std::thread::sleep(deadline.saturating_duration_since(Instant::now()));
                    }
                    self.street.leave_at_end(true);
                }
                Arrival::Line(line) => {
                    let words: Vec<&str> = line.split_whitespace().collect();
                    match words[..] {
                        ["END"] if self.has("stays-when-busy") => {}
                        ["END"] => self.street.leave(),
                        ["INFO", ..] if self.has("deaf-when-busy") => {}
                        ["INFO", ..] if self.street.waiting.is_empty() => self.info(&words[1..]),
                        _ => self.street.waiting.push_back(line),
                    }
                }
            }
        }
    }
}
