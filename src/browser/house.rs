//! The host of the page inside the browser: what a page asks for is carried out here, as the server
//! does it for its pages, with engines that the browser runs beside it.
//!
//! A [`House`] is a machine without threads, files and a clock of its own. The script around it
//! tells what has happened, with the time in milliseconds, and carries out the [`Order`]s.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use tengen_engine::eval::network_file;
use tengen_engine::game::{Code, Problem, Rule};
use tengen_games::table::room::{Chair, EngineSlot, EngineStep, Happening, SlotStep, TableRequest};
use tengen_page::brought;
use tengen_page::envelope::{EndCode, Misread, Notice, Panel, Request, Which};
use tengen_page::finished::Finished;
use tengen_page::new_table::{Means, NewTable, Sitter};
use tengen_page::people::{self, Owners};
use tengen_page::records::Line;
use tengen_page::review::Review;

use crate::messages::{Made, News, Order};
use crate::table::{Kept, Table};

/// The name of our engine.
const OWN: &str = "tengen";
/// Seconds that a question may take: the browser is the visitor's own.
const THINK: u64 = 86_400;

/// A finished game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptGame {
    table: String,
    game: Finished,
}

/// A place at which one engine may run: a desk of the page, or a slot of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EnginePlace {
    Desk(Panel),
    Table(EngineSlot),
}

/// The host of one page.
#[derive(Default)]
pub struct House {
    /// What is kept of each table.
    kept: BTreeMap<String, String>,
    finished: BTreeMap<i64, KeptGame>,
    chance: u64,
    /// How many tables were founded since the page was opened.
    founded: u64,
    /// The table that the page looks at.
    table: Option<Table>,
    /// The table that the page enters as soon as there is what its engines need, and the identity
    /// of the page.
    entering: Option<(String, String)>,
    /// The files for engines that are there.
    files: BTreeSet<String>,
    /// The finished game that the page looks at and that no review is known of, and the number of
    /// the request that named it.
    looks_at: Option<(u32, Line)>,
    engines: BTreeMap<u32, EnginePlace>,
    /// How many engines were started.
    started: u32,
    orders: Vec<Order>,
}

impl House {
    /// Takes in what has happened at `now` milliseconds, and says what is to be done. `date` is the
    /// same moment in seconds since 1970.
    pub fn take(&mut self, news: News, now: u64, date: i64) -> Vec<Order> {
        match news {
            News::Opened { tables, games, chance } => self.open(tables, &games, chance),
            News::Asked { text } => self.asked(&text, now, date),
            News::Told { engine, line } => self.told(engine, line, now),
            News::Gone { engine, why } => self.gone(engine, &why, now),
            News::Loaded { file, is_there } => self.loaded(file, is_there, now),
            News::Reviewed { id, game, made } => self.reviewed(id, game, made),
            News::Waited => {}
        }
        self.go_on(now, date);
        std::mem::take(&mut self.orders)
    }

    fn open(&mut self, tables: Vec<(String, String)>, games: &[String], chance: u64) {
        self.kept = tables.into_iter().collect();
        // What an earlier version has kept may mean nothing to this one: it stays where it is.
        let games = games.iter().filter_map(|text| serde_json::from_str::<KeptGame>(text).ok());
        self.finished = games.map(|kept| (kept.game.id, kept)).collect();
        self.chance = chance;
        self.tell(Notice::hello(vec![OWN.to_owned()], THINK, &Means::default(), false, None));
    }

    fn tell(&mut self, notice: Notice) {
        self.orders.push(Order::Tell { notice: Box::new(notice) });
    }

    fn refuse(&mut self, id: Option<u32>, from: Option<Panel>, problem: &Problem) {
        self.tell(Notice::refusal(id, from, problem));
    }

    fn asked(&mut self, text: &str, now: u64, date: i64) {
        match Request::read(text) {
            Ok(request) => self.carry_out(request, text, now, date),
            Err(Misread { id, problem }) => self.refuse(id, None, &problem),
        }
    }

    fn carry_out(&mut self, request: Request, text: &str, now: u64, date: i64) {
        match request {
            Request::Line { to, line } => self.say_at_desk(to, line),
            Request::Engine { to, name } if name == OWN => self.end_at_desk(to, EndCode::Changed),
            Request::Engine { to, name } => {
                self.refuse(None, Some(to), &needs_server("engine", &name));
            }
            Request::Close { to } => self.end_at_desk(to, EndCode::Closed),
            Request::Read { .. }
            | Request::Write { .. }
            | Request::Explain { .. }
            | Request::Verify { .. }
            | Request::Puzzle { .. }
            | Request::Lesson { .. }
            | Request::Contest { .. } => self.orders.push(Order::Answer { text: text.to_owned() }),
            Request::Found { id, key, table } => match self.found(&table, &key) {
                Ok(table) => self.tell(Notice::Founded { id, table }),
                Err(problem) => self.refuse(Some(id), None, &problem),
            },
            Request::Enter { table, key } => {
                self.leave(now);
                self.enter(table, key, now);
            }
            Request::Leave => self.leave(now),
            // This page has one visitor, so no chair is free.
            Request::Sit { .. } => self.refuse(None, None, &needs_server("seat", "guest")),
            Request::Want { chair, want } => {
                if let Err(problem) = self.want(chair, want, now) {
                    self.refuse(None, None, &problem);
                }
            }
            Request::Company { .. } => {
                self.refuse(None, None, &needs_server("company", "another person"));
            }
            Request::Invite { id, .. } => {
                self.refuse(Some(id), None, &needs_server("invite", "another person"));
            }
            Request::Register { id, name, .. } | Request::Unregister { id, name } => {
                self.refuse(Some(id), None, &needs_server("engine", &name));
            }
            Request::Games { id, before } => {
                let is_before =
                    |kept: &&KeptGame| before.is_none_or(|before| kept.game.id < before);
                let short = |kept: &KeptGame| {
                    let review = kept.game.review.clone().map(Review::shortened);
                    Finished { review, ..kept.game.clone() }
                };
                let games = self.finished.values().rev().filter(is_before).map(short).collect();
                self.tell(Notice::Games { id, games, more: false });
            }
            Request::Bring { id, text, .. } => match brought::read(&text, date) {
                Ok(games) => self.bring(id, games),
                Err(problem) => self.refuse(Some(id), None, &problem),
            },
            Request::Marks { id, fen, moves } => match Line::read(&fen, &moves) {
                Ok((_, line)) => {
                    let is_it = |kept: &&KeptGame| Line::of(&kept.game).as_ref() == Some(&line);
                    let mut same = self.finished.values().filter(is_it);
                    let review = same.find_map(|kept| kept.game.review.clone());
                    self.looks_at = review.is_none().then_some((id, line));
                    self.tell(Notice::Marks { id, review });
                }
                Err(problem) => self.refuse(Some(id), None, &problem),
            },
            Request::Discard { id, table, .. } => {
                // A game that is removed is no longer shown.
                if self.table.as_ref().is_some_and(|open| open.name == table) {
                    self.leave(now);
                }
                if self.kept.remove(&table).is_some() {
                    self.orders.push(Order::Discard { table });
                    self.tell(Notice::Done { id });
                } else {
                    self.refuse(Some(id), None, &unknown_table(&table));
                }
            }
            Request::Forget { id, game, .. } => {
                if self.finished.remove(&game).is_some() {
                    self.orders.push(Order::Forget { game });
                    self.tell(Notice::Done { id });
                } else {
                    self.refuse(Some(id), None, &unknown_game(&Which::Kept(game)));
                }
            }
            Request::Review { id, game } => {
                if let Err(problem) = self.review(id, &game) {
                    self.refuse(Some(id), None, &problem);
                }
            }
            Request::Matches { id } => self.tell(Notice::Matches { id, matches: Vec::new() }),
            Request::Match { id, .. } | Request::Halt { id, .. } => {
                self.refuse(Some(id), None, &needs_server("match", "a match"));
            }
            // There are no matches here to be told of.
            Request::Watch { .. } => {}
        }
    }

    /// Takes in games that come from elsewhere; what is known here already gets the review that it
    /// lacks.
    fn bring(&mut self, id: u32, games: Vec<Finished>) {
        let mut fresh = 0;
        for game in games {
            let known = self.finished.values().find(|kept| brought::is_same(&kept.game, &game));
            let kept = match known {
                Some(kept) if kept.game.review.is_some() || game.review.is_none() => continue,
                Some(kept) => KeptGame {
                    game: Finished { review: game.review, ..kept.game.clone() },
                    table: kept.table.clone(),
                },
                None => {
                    fresh += 1;
                    KeptGame { game: Finished { id: self.next_id(), ..game }, table: String::new() }
                }
            };
            self.finish(kept);
        }
        self.tell(Notice::Brought { id, fresh, lasting: true });
    }

    /// The number of the next finished game.
    fn next_id(&self) -> i64 {
        self.finished.last_key_value().map_or(1, |(last, _)| last + 1)
    }

    /// Keeps a finished game, in place of one of that number.
    fn finish(&mut self, kept: KeptGame) {
        let game = kept.game.id;
        if let Ok(text) = serde_json::to_string(&kept) {
            self.orders.push(Order::Finish { game, text });
        }
        self.finished.insert(game, kept);
    }

    /// Tells what the moves of a game were worth, or orders that it is found out.
    fn review(&mut self, id: u32, which: &Which) -> Result<(), Problem> {
        let is_it = |kept: &&KeptGame| match which {
            Which::Kept(number) => kept.game.id == *number,
            Which::Played { table, number } => kept.table == *table && kept.game.number == *number,
        };
        let unknown = || unknown_game(which);
        let kept = self.finished.values().rev().find(is_it).ok_or_else(unknown)?;
        let game = kept.game.id;
        let order = if let Some(review) = kept.game.review.clone() {
            Order::Tell { notice: Box::new(Notice::Reviewed { id, game, review }) }
        } else {
            let Line { start, moves } = Line::of(&kept.game).ok_or_else(unknown)?;
            Order::Review { id, game, start, moves }
        };
        self.orders.push(order);
        Ok(())
    }

    fn reviewed(&mut self, id: u32, game: i64, made: Made) {
        let review = match made {
            Made::Review(review) => *review,
            Made::Refusal(text) => {
                let problem = Problem::explain("review", &text).coded(Code::Failed);
                return self.refuse(Some(id), None, &problem);
            }
            Made::Unloaded(file) => return self.refuse(Some(id), None, &not_loaded(&file)),
        };
        // The game may have been forgotten meanwhile.
        if let Some(kept) = self.finished.get_mut(&game) {
            kept.game.review = Some(review.clone());
            let line = Line::of(&kept.game);
            if let Ok(text) = serde_json::to_string(kept) {
                self.orders.push(Order::Finish { game, text });
            }
            if let Some((id, _)) = self.looks_at.take_if(|(_, seen)| Some(&*seen) == line.as_ref())
            {
                self.tell(Notice::Marks { id, review: Some(review.clone()) });
            }
        }
        self.tell(Notice::Reviewed { id, game, review });
    }

    /// Starts an engine at `place`, and gives its number.
    fn start(&mut self, place: EnginePlace) -> u32 {
        self.started += 1;
        self.engines.insert(self.started, place);
        self.orders.push(Order::Start { engine: self.started });
        self.started
    }

    /// The engine at `place`.
    fn engine_of(&self, place: EnginePlace) -> Option<u32> {
        self.engines.iter().find(|(_, it)| **it == place).map(|(engine, _)| *engine)
    }

    /// Ends the engine at `place`; says whether there was one.
    fn end(&mut self, place: EnginePlace) -> bool {
        let engine = self.engine_of(place);
        if let Some(engine) = engine {
            self.engines.remove(&engine);
            self.orders.push(Order::End { engine });
        }
        engine.is_some()
    }

    fn say_at_desk(&mut self, desk: Panel, line: String) {
        if line.contains(['\n', '\r']) {
            let problem = Problem::new("line", "a line end", "one line a message");
            return self.refuse(None, Some(desk), &problem);
        }
        let place = EnginePlace::Desk(desk);
        let engine = self.engine_of(place).unwrap_or_else(|| {
            self.tell(Notice::Started { from: desk, name: OWN.to_owned() });
            // Most games need it. A worker that waits for a file while another one is started may
            // wait for ever in Firefox.
            let usual = network_file(Rule::Freestyle, 5).filter(|file| !self.files.contains(file));
            self.orders.extend(usual.map(|file| Order::Load { file }));
            self.start(place)
        });
        self.orders.push(Order::Say { engine, line });
    }

    fn end_at_desk(&mut self, desk: Panel, code: EndCode) {
        if self.end(EnginePlace::Desk(desk)) {
            self.tell(Notice::Ended { from: desk, code, why: code.words() });
        }
    }

    fn told(&mut self, engine: u32, line: String, now: u64) {
        match self.engines.get(&engine) {
            Some(&EnginePlace::Desk(from)) => self.tell(Notice::Line { from, line }),
            Some(&EnginePlace::Table(slot)) => {
                if let Some(table) = &mut self.table {
                    table.room.hear(slot, &line, now);
                }
            }
            // It was ended while the line was on its way.
            None => {}
        }
    }

    fn gone(&mut self, engine: u32, why: &str, now: u64) {
        match self.engines.remove(&engine) {
            Some(EnginePlace::Desk(from)) => {
                let code = EndCode::Left;
                self.tell(Notice::Ended { from, code, why: code.words() });
            }
            Some(EnginePlace::Table(slot)) => {
                if let Some(table) = &mut self.table {
                    table.room.gone(slot, why, now);
                }
            }
            None => {}
        }
    }

    /// Founds a table and gives its name.
    fn found(&mut self, wish: &NewTable, key: &str) -> Result<String, Problem> {
        if wish.seats.iter().any(|sitter| matches!(sitter, Sitter::Guest)) {
            return Err(needs_server("seat", "guest"));
        }
        let config = wish.config(&Means::default())?;
        let mut room = people::room(wish, config, 0)?;
        let kept = Kept::new(&room, &Owners::of(wish, key));
        room.close();
        self.founded += 1;
        let name = format!("{:016x}{:016x}", self.chance, self.founded);
        self.keep(&name, &kept)?;
        Ok(name)
    }

    fn keep(&mut self, name: &str, kept: &Kept) -> Result<(), Problem> {
        let text = serde_json::to_string(kept)
            .map_err(|error| Problem::explain("table", &error).coded(Code::Failed))?;
        self.kept.insert(name.to_owned(), text.clone());
        self.orders.push(Order::Keep { table: name.to_owned(), text });
        Ok(())
    }

    /// Enters a table, or has first loaded what its engines need: their clocks do not wait for that.
    fn enter(&mut self, name: String, key: String, now: u64) {
        match self.open_table(&name, key.clone(), now) {
            Ok(mut table) => match table.needed_file().filter(|file| !self.files.contains(file)) {
                Some(file) => {
                    table.room.close();
                    self.entering = Some((name, key));
                    self.orders.push(Order::Load { file });
                }
                None => self.table = Some(table),
            },
            Err(problem) => self.refuse(None, None, &problem),
        }
    }

    /// Takes in that a file was loaded, or could not be.
    fn loaded(&mut self, file: String, is_there: bool, now: u64) {
        let entering = self.entering.take();
        if is_there {
            self.files.insert(file);
            if let Some((name, key)) = entering {
                self.enter(name, key, now);
            }
        } else if entering.is_some() {
            self.refuse(None, None, &not_loaded(&file));
        }
    }

    fn open_table(&self, name: &str, key: String, now: u64) -> Result<Table, Problem> {
        let text = self.kept.get(name).ok_or_else(|| unknown_table(name))?;
        let kept: Kept = serde_json::from_str(text)
            .map_err(|error| Problem::explain("table", &error).coded(Code::Failed))?;
        Table::open(name.to_owned(), kept, key, now)
    }

    /// Leaves the table: its engines end, and its clocks stand still until it is entered again.
    fn leave(&mut self, now: u64) {
        self.entering = None;
        let Some(mut table) = self.table.take() else { return };
        let kept = table.kept(now);
        // A table that cannot be written as text was never kept.
        let _ = self.keep(&table.name, &kept);
        table.room.close();
        for slot in EngineSlot::ALL {
            self.end(EnginePlace::Table(slot));
        }
    }

    /// Carries out what the page asks for at its table.
    fn want(&mut self, chair: Option<Chair>, want: TableRequest, now: u64) -> Result<(), Problem> {
        let none = || Problem::new("table", "none", "to enter one first").coded(Code::TableClosed);
        let table = self.table.as_mut().ok_or_else(none)?;
        table.ask(chair, want, now)?;
        table.is_changed = true;
        Ok(())
    }

    /// Lets the table go on as far as it can.
    fn go_on(&mut self, now: u64, date: i64) {
        let Some(mut table) = self.table.take() else { return };
        table.room.tick(now);
        loop {
            let steps = table.room.take_steps();
            if steps.is_empty() {
                break;
            }
            for SlotStep { slot, step } in steps {
                self.carry_out_step(slot, step);
            }
        }
        let happenings = table.room.take_happenings();
        if table.is_changed || !happenings.is_empty() {
            for happening in &happenings {
                self.count(&table, happening, now, date);
            }
            table.is_changed = false;
            // A table that cannot be written as text was never kept.
            let _ = self.keep(&table.name.clone(), &table.kept(now));
            let scene = table.scene(now);
            self.tell(Notice::Scene(scene));
        } else if let Some(scene) = table.thoughts(now) {
            self.tell(Notice::Scene(scene));
        }
        if let Some(at) = table.wake_at() {
            self.orders.push(Order::Wake { at });
        }
        self.table = Some(table);
    }

    /// Keeps a game that has ended, and keeps it no longer where it goes on after all.
    fn count(&mut self, table: &Table, happening: &Happening, now: u64, date: i64) {
        match happening {
            Happening::Over { verdict, .. } => {
                let id = self.next_id();
                let game = Finished { id, ..table.finished(verdict, now, date) };
                self.finish(KeptGame { table: table.name.clone(), game });
            }
            Happening::Undone { .. } => {
                let number = table.room.number();
                let is_it =
                    |kept: &KeptGame| kept.table == table.name && kept.game.number == number;
                let gone = self.finished.iter().rev().find(|(_, kept)| is_it(kept));
                if let Some(game) = gone.map(|(game, _)| *game) {
                    self.finished.remove(&game);
                    self.orders.push(Order::Forget { game });
                }
            }
            Happening::NoHint { why } => {
                let problem = Problem::explain("hint", why).coded(Code::Failed);
                self.refuse(None, None, &problem);
            }
            _ => {}
        }
    }

    fn carry_out_step(&mut self, slot: EngineSlot, step: EngineStep) {
        let place = EnginePlace::Table(slot);
        match step {
            EngineStep::Start { .. } => {
                self.end(place);
                self.start(place);
            }
            EngineStep::Say(lines) => {
                if let Some(engine) = self.engine_of(place) {
                    let say = |line| Order::Say { engine, line };
                    self.orders.extend(lines.into_iter().map(say));
                }
            }
            EngineStep::Stop => {
                self.end(place);
            }
        }
    }
}

fn unknown_table(name: &str) -> Problem {
    let shown: String = name.chars().take(40).filter(|c| !c.is_control()).collect();
    Problem::new("table", shown, "the name of a table").coded(Code::NoTable)
}

fn unknown_game(which: &Which) -> Problem {
    let text = match which {
        Which::Kept(number) => number.to_string(),
        Which::Played { table, number } => format!("{table} {number}"),
    };
    Problem::new("game", text, "a game that is kept here").coded(Code::NoGame)
}

fn not_loaded(file: &str) -> Problem {
    Problem::new("file", file, "a file of the site that can be loaded").coded(Code::NotLoaded)
}

fn needs_server(what: &str, text: &str) -> Problem {
    Problem::new(what, text, "a server: this page has none").coded(Code::NeedsServer)
}

#[cfg(test)]
mod tests;
