//! The people at a table: which chairs are whose, what each of them may ask for, and what they see.

use std::collections::BTreeSet;

use tengen_engine::game::{Code, Color, Problem};
use tengen_games::table::room::{Chair, Config, Proposal, Room, Seat, TableRequest};
use tengen_games::table::verdict::GameEnd;

use crate::company::{Company, Phrase};
use crate::envelope::Scene;
use crate::finished::Finished;
use crate::new_table::{NOBODY, NewTable, Sitter, read_name};
use crate::records;

/// The room of a new table at `now` milliseconds; `config` is what [`NewTable::config`] has made of
/// it. A game that the table has to go on with stands on its board.
///
/// # Errors
/// When a player does not know the game, or that game cannot be read.
pub fn room(table: &NewTable, config: Config, now: u64) -> Result<Room, Problem> {
    let mut room = Room::new(config, now)?;
    if let Some(text) = &table.load {
        room.load(&records::game(text, None, table.game.variant()?)?, now)?;
    }
    Ok(room)
}

/// Who has the chairs of a table, and who founded it. People are known by their identities: what
/// the host of the page makes of their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owners {
    /// The identities that the chairs belong to; others are free.
    pub chairs: [Option<String>; 2],
    /// The identity that founded the table.
    pub founder: String,
}

impl Owners {
    /// Those of a new table, which `identity` founds.
    pub fn of(table: &NewTable, identity: &str) -> Owners {
        let owner = |sitter: &Sitter| matches!(sitter, Sitter::Me(_)).then(|| identity.to_owned());
        Owners { chairs: table.seats.each_ref().map(owner), founder: identity.to_owned() }
    }

    /// The chairs that belong to an identity.
    pub fn chairs_of(&self, identity: &str) -> Vec<Chair> {
        let owns = |chair: &Chair| self.chairs[chair.index()].as_deref() == Some(identity);
        Chair::ALL.into_iter().filter(owns).collect()
    }

    /// Whether a chair waits for a person.
    pub fn is_free(&self, room: &Room, chair: Chair) -> bool {
        room.seat(chair).is_human() && self.chairs[chair.index()].is_none()
    }

    /// Whether any chair waits for a person.
    pub fn has_free_chair(&self, room: &Room) -> bool {
        Chair::ALL.into_iter().any(|chair| self.is_free(room, chair))
    }

    /// Whether two different people have the chairs.
    fn is_match_of_two(&self) -> bool {
        matches!(&self.chairs, [Some(one), Some(other)] if one != other)
    }

    /// Whether an identity leads what others do not play among themselves: that of the founder.
    pub fn is_led_by(&self, identity: &str) -> bool {
        identity == self.founder && !self.is_match_of_two()
    }

    /// Whether a table is of nobody else than `identity`, who has founded it.
    pub fn are_alone(&self, identity: &str) -> bool {
        self.founder == identity && self.chairs.iter().flatten().all(|owner| owner == identity)
    }

    /// Has a person sit down on a free chair, at `now` milliseconds of the room.
    ///
    /// # Errors
    /// When the chair is not free, or the name is none.
    pub fn sit(
        &mut self,
        room: &mut Room,
        identity: &str,
        chair: Chair,
        name: &str,
        now: u64,
    ) -> Result<(), Problem> {
        if !self.is_free(room, chair) {
            return Err(Problem::new("sit", "this seat", "a free one").coded(Code::SeatTaken));
        }
        let limits = *room.seat(chair).limits();
        room.sit(chair, Seat::human(&read_name(name)?, limits), now)?;
        self.chairs[chair.index()] = Some(identity.to_owned());
        room.await_people(self.has_free_chair(room), now);
        Ok(())
    }

    /// Carries out what a person asks for, at `now` milliseconds of the room; `chair` says for
    /// which chair, where both are that person's.
    ///
    /// # Errors
    /// When it is not for that person to ask, or cannot be had.
    pub fn ask(
        &self,
        room: &mut Room,
        identity: &str,
        chair: Option<Chair>,
        request: TableRequest,
        now: u64,
    ) -> Result<(), Problem> {
        let own = self.chairs_of(identity);
        // The founder leads what others do not play among themselves.
        let is_about_game = matches!(
            request,
            TableRequest::Pause
                | TableRequest::Resume
                | TableRequest::Step
                | TableRequest::Pace { .. }
                | TableRequest::NewGame { .. }
        );
        let leads = is_about_game && self.is_led_by(identity);
        let actor = room.game().actor().filter(|actor| own.contains(actor));
        let by = match chair {
            Some(chair) if own.contains(&chair) => chair,
            Some(_) => {
                let refusal = Problem::new("chair", "not yours", "a seat of yours");
                return Err(refusal.coded(Code::NotYours));
            }
            // One person on both chairs takes back what was done last.
            None if own.len() > 1 && matches!(request, TableRequest::Undo) => {
                room.game().last_actor().unwrap_or(Chair::First)
            }
            None => match actor.or(own.first().copied()) {
                Some(chair) => chair,
                None if leads => Chair::First,
                None => {
                    let refusal = Problem::new("seat", "looking on", "a seat of yours");
                    return Err(refusal.coded(Code::NoSeat));
                }
            },
        };
        // Nobody is helped against another person.
        if matches!(request, TableRequest::Hint) && self.is_match_of_two() {
            let expected = "a game against an engine";
            let refusal = Problem::new("hint", "a game of two people", expected);
            return Err(refusal.coded(Code::GameOfTwo));
        }
        // What changes the game for both is not done by one of two people alone.
        if let Some(what) = Proposal::of(&request).filter(|_| self.is_match_of_two()) {
            return room.propose(by, what, now);
        }
        let has_clock = |chair| {
            let limits = room.seat(chair).limits();
            limits.clock.is_some() || limits.move_time.is_some()
        };
        if matches!(request, TableRequest::Pause)
            && self.is_match_of_two()
            && Chair::ALL.into_iter().any(has_clock)
        {
            let expected = "a game without a clock, or against an engine";
            let refusal = Problem::new("pause", "a timed game of two people", expected);
            return Err(refusal.coded(Code::TimedGame));
        }
        room.ask(by, request, now)
    }

    /// Says something for the one chair that a person has.
    ///
    /// # Errors
    /// When the person has no chair, or has just said something.
    pub fn say(
        &self,
        company: &mut Company,
        identity: &str,
        phrase: Phrase,
        now: u64,
    ) -> Result<(), Problem> {
        company.say(self.one_chair_of(identity)?, phrase, now)
    }

    /// Ends a game that the other person has left.
    ///
    /// # Errors
    /// When that person is there, or was not away for long enough; or the game cannot be ended.
    pub fn claim(
        &self,
        company: &Company,
        room: &mut Room,
        identity: &str,
        win: bool,
        now: u64,
    ) -> Result<(), Problem> {
        let chair = self.one_chair_of(identity)?;
        company.must_be_away("claim", !chair, now)?;
        room.claim(chair, win, now)
    }

    /// Frees the chair of a person who has left: whoever comes next may sit down there.
    ///
    /// # Errors
    /// When the person who asks has not founded the table, or the other one is there, or was not
    /// away for long enough.
    pub fn free(
        &mut self,
        company: &mut Company,
        room: &mut Room,
        identity: &str,
        chair: Chair,
        now: u64,
    ) -> Result<(), Problem> {
        let owner = self.chairs[chair.index()].as_deref();
        if identity != self.founder || owner == Some(identity) {
            let refusal = Problem::new("free", "not yours", "who has founded the table");
            return Err(refusal.coded(Code::NotYours));
        }
        company.must_be_away("free", chair, now)?;
        let limits = *room.seat(chair).limits();
        room.sit(chair, Seat::human(NOBODY, limits), now)?;
        self.chairs[chair.index()] = None;
        company.forget(chair);
        room.await_people(true, now);
        Ok(())
    }

    /// The one chair of a person.
    fn one_chair_of(&self, identity: &str) -> Result<Chair, Problem> {
        match *self.chairs_of(identity) {
            [chair] => Ok(chair),
            _ => Err(Problem::new("seat", "looking on", "one seat of yours").coded(Code::NoSeat)),
        }
    }

    /// The table called `table` at `now` milliseconds of its room, as someone sees it who only
    /// looks on; [`Owners::seen_by`] makes it the scene of one person. `here` are the identities
    /// of all who look at it, one for each; `errors` is what engines wrote to standard error.
    pub fn scene(
        &self,
        room: &Room,
        company: &Company,
        table: &str,
        now: u64,
        here: &[&str],
        errors: [Vec<String>; 2],
    ) -> Scene {
        let is_here = |chair: &Chair| {
            let owner = self.chairs[chair.index()].as_deref();
            owner.is_some_and(|owner| here.contains(&owner))
        };
        let owns = |identity: &str| self.chairs.iter().flatten().any(|owner| owner == identity);
        let lookers: BTreeSet<&str> = here.iter().copied().filter(|one| !owns(one)).collect();
        Scene {
            table: table.to_owned(),
            watching: lookers.len(),
            code: None,
            own: Vec::new(),
            founded: false,
            leads: false,
            free: Chair::ALL.into_iter().filter(|&chair| self.is_free(room, chair)).collect(),
            here: Chair::ALL.into_iter().filter(is_here).collect(),
            away: company.away_ms(now),
            said: company.said(now),
            errors,
            destroy: room.game().variant().destroy,
            view: Box::new(room.view(now)),
        }
    }

    /// `scene` as that person sees it; the code of a chair is for its owner alone, and a hint for
    /// whoever plays.
    #[must_use]
    pub fn seen_by(&self, identity: &str, scene: &Scene) -> Scene {
        let (founded, leads) = (identity == self.founder, self.is_led_by(identity));
        let mut seen = Scene { own: self.chairs_of(identity), founded, leads, ..scene.clone() };
        if seen.own.is_empty() {
            (seen.view.hint, seen.view.hint_awaited) = (None, false);
        }
        seen
    }

    /// The game of the table called `table` that has just ended with that verdict, at `now`
    /// milliseconds of its room and `ended` seconds since 1970.
    pub fn finished(
        &self,
        room: &Room,
        table: &str,
        verdict: &GameEnd,
        now: u64,
        ended: i64,
    ) -> Finished {
        let view = room.view(now);
        let name = |color| room.seat(room.game().chair_of(color)).name().to_owned();
        let keys = self.chairs.iter().flatten().chain([&self.founder]);
        Finished {
            id: 0,
            table: table.to_owned(),
            number: room.number(),
            ended,
            rule: view.rule.to_owned(),
            width: view.width,
            height: view.height,
            k: view.k,
            destroy: room.game().variant().destroy,
            black: name(Color::Black),
            white: name(Color::White),
            result: verdict.result.to_string(),
            reason: verdict.reason.name().to_owned(),
            start: view.start,
            moves: view.moves.join(" "),
            keys: keys.map(String::as_str).collect::<Vec<_>>().join(" "),
            review: None,
        }
    }
}

#[cfg(test)]
mod tests;
