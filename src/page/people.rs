//! The people at a table: which chairs are whose, what each of them may ask for, and what they see.

use tengen_engine::game::{Code, Color, Problem};
use tengen_games::table::room::{Chair, Config, Room, Seat, TableRequest};
use tengen_games::table::verdict::GameEnd;

use crate::envelope::Scene;
use crate::finished::Finished;
use crate::new_table::{NewTable, Sitter, read_name};
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

    /// Whether two different people have the chairs.
    fn is_match_of_two(&self) -> bool {
        matches!(&self.chairs, [Some(one), Some(other)] if one != other)
    }

    /// Whether two people are in the middle of a game: only a loss ends it for one alone.
    fn is_duel(&self, room: &Room) -> bool {
        let game = room.game();
        self.is_match_of_two() && game.result().is_none() && !game.plies().is_empty()
    }

    /// Whether an identity leads what others do not play among themselves: that of the founder.
    pub fn is_led_by(&self, identity: &str) -> bool {
        identity == self.founder && !self.is_match_of_two()
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
        let what = match request {
            TableRequest::NewGame { .. } => Some("new-game"),
            TableRequest::SwapSides => Some("swap"),
            _ => None,
        };
        if let Some(what) = what.filter(|_| self.is_duel(room)) {
            let expected = "its end: resign, or agree on a draw";
            let refusal = Problem::new(what, "a game of two people goes on", expected);
            return Err(refusal.coded(Code::GameOfTwo));
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

    /// The table called `table` at `now` milliseconds of its room, as someone sees it who only
    /// looks on; [`Owners::seen_by`] makes it the scene of one person. `here` are the identities
    /// of all who look at it, one for each; `errors` is what engines wrote to standard error.
    pub fn scene(
        &self,
        room: &Room,
        table: &str,
        now: u64,
        here: &[&str],
        errors: [Vec<String>; 2],
    ) -> Scene {
        let is_here = |chair: &Chair| {
            let owner = self.chairs[chair.index()].as_deref();
            owner.is_some_and(|owner| here.contains(&owner))
        };
        Scene {
            table: table.to_owned(),
            people: here.len(),
            own: Vec::new(),
            leads: false,
            free: Chair::ALL.into_iter().filter(|&chair| self.is_free(room, chair)).collect(),
            here: Chair::ALL.into_iter().filter(is_here).collect(),
            errors,
            destroy: room.game().variant().destroy,
            view: Box::new(room.view(now)),
        }
    }

    /// `scene` as that person sees it.
    #[must_use]
    pub fn seen_by(&self, identity: &str, scene: &Scene) -> Scene {
        Scene { own: self.chairs_of(identity), leads: self.is_led_by(identity), ..scene.clone() }
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
mod tests {
    use super::*;
    use crate::new_table::Means;

    fn table(text: &str) -> (Owners, Room) {
        let table: NewTable = serde_json::from_str(text).unwrap();
        let config = table.config(&Means::default()).unwrap();
        (Owners::of(&table, "ann"), room(&table, config, 0).unwrap())
    }

    fn code(result: Result<(), Problem>) -> Option<Code> {
        result.err().map(|problem| problem.code)
    }

    fn play(mv: &str) -> TableRequest {
        TableRequest::Play { mv: mv.to_owned() }
    }

    #[test]
    fn nobody_alone_ends_a_game_of_two() {
        let (mut owners, mut room) =
            table(r#"{"game":"tictactoe","seats":[{"me":"Ann"},"guest"],"clock":"60"}"#);
        assert!(owners.is_led_by("ann") && !owners.is_led_by("bob"));
        let asked = |owners: &Owners, room: &mut Room, identity: &str, request| {
            code(owners.ask(room, identity, None, request, 0))
        };
        assert_eq!(asked(&owners, &mut room, "bob", play("b2")), Some(Code::NoSeat));
        let first = owners.sit(&mut room, "bob", Chair::First, "Bob", 0);
        assert_eq!(code(first), Some(Code::SeatTaken));
        assert_eq!(owners.sit(&mut room, "bob", Chair::Second, "Bob", 0), Ok(()));
        assert!(!owners.is_led_by("ann"));
        assert_eq!(asked(&owners, &mut room, "ann", play("b2")), None);
        for (request, refusal) in [
            (TableRequest::NewGame { swap: false }, Code::GameOfTwo),
            (TableRequest::SwapSides, Code::GameOfTwo),
            (TableRequest::Pause, Code::TimedGame),
            (play("a1"), Code::OtherTurn),
        ] {
            assert_eq!(asked(&owners, &mut room, "ann", request), Some(refusal));
        }
        let taken = owners.ask(&mut room, "ann", Some(Chair::Second), play("a1"), 0);
        assert_eq!(code(taken), Some(Code::NotYours));
    }

    #[test]
    fn each_person_sees_the_own_chairs() {
        let (owners, room) = table(r#"{"game":"tictactoe","seats":[{"me":"Ann"},"guest"]}"#);
        let scene = owners.scene(&room, "t", 0, &["ann", "bob"], [vec![], vec![]]);
        assert_eq!((scene.people, &scene.free[..]), (2, &[Chair::Second][..]));
        assert_eq!(scene.here, [Chair::First]);
        let [ann, bob] = ["ann", "bob"].map(|identity| owners.seen_by(identity, &scene));
        assert_eq!((&ann.own[..], ann.leads), (&[Chair::First][..], true));
        assert_eq!((&bob.own[..], bob.leads), (&[][..], false));
    }

    #[test]
    fn a_table_goes_on_with_the_game_that_it_is_given() {
        let (_, room) =
            table(r#"{"game":"tictactoe","seats":["guest","guest"],"load":"b2 a1 c1"}"#);
        assert_eq!(room.view(0).moves, ["b2", "a1", "c1"]);
        // Rules of one's own are those of moves that say nothing of rules.
        let (_, room) = table(
            r#"{"game":{"width":7,"height":6,"k":4,"rule":"freestyle"},"seats":["guest","guest"],
                "load":"d1 d2"}"#,
        );
        let view = room.view(0);
        assert_eq!((view.width, view.height, view.k), (7, 6, 4));
        assert_eq!(view.moves, ["d1", "d2"]);
    }
}
