//! The people at a table among themselves: who is there, what they say to each other, and the codes
//! by which they come back.

use serde::{Deserialize, Serialize};

use tengen_engine::game::{Code, Problem};
use tengen_games::table::room::Chair;

/// How long somebody has to be away before the other one may claim the game, and the founder free
/// the chair, in milliseconds.
pub const LONG_AWAY_MS: u64 = 60_000;
/// How long what was said is shown, in milliseconds.
const SAID_MS: u64 = 15_000;
/// The time between two phrases of one chair, in milliseconds, at least.
const SAY_PAUSE_MS: u64 = 2000;

/// What a person asks for that is about the other person, and not about the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CompanyRequest {
    /// To say something.
    Say {
        /// What.
        phrase: Phrase,
    },
    /// To end a game that the other player has left.
    Claim {
        /// Whether it is won; else it is drawn.
        win: bool,
    },
    /// To free the chair of somebody who has left; for the founder of the table.
    Free {
        /// Which.
        chair: Chair,
    },
    /// To have the own chair back, in another browser.
    Return {
        /// The code that its owner was shown.
        code: String,
    },
}

/// What can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// One moment, please.
    OneMoment,
    /// Well played.
    WellPlayed,
    /// Good game.
    GoodGame,
    /// Thanks.
    Thanks,
}

/// What was said a moment ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Said {
    /// Who.
    pub chair: Chair,
    /// What.
    pub phrase: Phrase,
    /// When, in milliseconds of the table: it tells one saying from the next.
    pub at: u64,
}

/// Who is at a table, and what was said there. All times are milliseconds of its room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Company {
    /// Since when the owners of chairs are away.
    away_since: [Option<u64>; 2],
    said: [Option<Said>; 2],
}

impl Company {
    /// Takes in who is at the table at `now`: the identities that the chairs belong to, and those of
    /// all visitors.
    pub fn look(&mut self, owners: &[Option<String>; 2], here: &[&str], now: u64) {
        for chair in Chair::ALL {
            let owner = owners[chair.index()].as_deref();
            let is_away = owner.is_some_and(|owner| !here.contains(&owner));
            let since = &mut self.away_since[chair.index()];
            *since = is_away.then(|| since.unwrap_or(now));
        }
    }

    /// For how long the owners of the chairs are away, in milliseconds; nothing where they are not.
    pub fn away_ms(&self, now: u64) -> [Option<u64>; 2] {
        self.away_since.map(|since| since.map(|since| now.saturating_sub(since)))
    }

    /// What was said a moment ago.
    pub fn said(&self, now: u64) -> Vec<Said> {
        let is_fresh = |said: &Said| now.saturating_sub(said.at) < SAID_MS;
        self.said.iter().flatten().filter(|said| is_fresh(said)).copied().collect()
    }

    /// Says something for a chair.
    ///
    /// # Errors
    /// When something was said for it just before.
    pub fn say(&mut self, chair: Chair, phrase: Phrase, now: u64) -> Result<(), Problem> {
        let last = &mut self.said[chair.index()];
        if last.is_some_and(|said| now.saturating_sub(said.at) < SAY_PAUSE_MS) {
            let refusal = Problem::new("say", "too soon", "two seconds between phrases");
            return Err(refusal.coded(Code::TooSoon));
        }
        *last = Some(Said { chair, phrase, at: now });
        Ok(())
    }

    /// Makes sure that the person of a chair is away for long enough for `what`.
    ///
    /// # Errors
    /// When that is not so.
    pub fn must_be_away(&self, what: &'static str, chair: Chair, now: u64) -> Result<(), Problem> {
        let is_long = self.away_ms(now)[chair.index()].is_some_and(|away| away >= LONG_AWAY_MS);
        let expected = format!("somebody who is away for {} s", LONG_AWAY_MS / 1000);
        let refusal = || Problem::new(what, "too early", expected).coded(Code::NotAway);
        is_long.then_some(()).ok_or_else(refusal)
    }

    /// Takes in that a chair is free.
    pub fn forget(&mut self, chair: Chair) {
        self.away_since[chair.index()] = None;
        self.said[chair.index()] = None;
    }
}

/// Wrong codes that may be tried in a minute: at a table, and of them from one address.
const TRIES: (usize, usize) = (20, 5);
/// The minute, in milliseconds.
const MINUTE_MS: u64 = 60_000;

/// Codes that were tried and were wrong in the last minute, with the addresses from which they came.
#[derive(Clone, Debug)]
pub struct WrongCodes<Address>(Vec<(u64, Address)>);

impl<Address> Default for WrongCodes<Address> {
    fn default() -> Self {
        WrongCodes(Vec::new())
    }
}

impl<Address: PartialEq> WrongCodes<Address> {
    /// The first chair whose code is `tried`, at `now`; `codes` has those of chairs with owners.
    ///
    /// # Errors
    /// When no chair has that code, or too many wrong ones were tried in the last minute: then it
    /// is not even looked at.
    pub fn find(
        &mut self,
        tried: &str,
        codes: &[(Chair, String)],
        address: Address,
        now: u64,
    ) -> Result<Chair, Problem> {
        self.0.retain(|(at, _)| now.saturating_sub(*at) < MINUTE_MS);
        let of_address = self.0.iter().filter(|(_, other)| *other == address).count();
        if self.0.len() >= TRIES.0 || of_address >= TRIES.1 {
            let refusal = Problem::new("code", "one too many", "a minute without a wrong one");
            return Err(refusal.coded(Code::TooSoon));
        }
        // Blanks, hyphens and small letters are as good.
        let is_part = |c: &char| c.is_ascii_alphanumeric();
        let letters = |text: &str| -> String {
            text.chars()
                .filter(is_part)
                .map(|c| c.to_ascii_uppercase())
                .take(LONGEST_CODE)
                .collect()
        };
        let tried = letters(tried);
        let found = codes.iter().find(|(_, code)| letters(code) == tried);
        found.map(|(chair, _)| *chair).ok_or_else(|| {
            self.0.push((now, address));
            Problem::new("code", "this one", "the code of a seat here").coded(Code::WrongCode)
        })
    }
}

/// Letters of a code that are looked at.
const LONGEST_CODE: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn code<T>(result: Result<T, Problem>) -> Option<Code> {
        result.err().map(|problem| problem.code)
    }

    #[test]
    fn codes_are_found_and_cannot_be_tried_out() {
        let codes = [(Chair::First, "K7PM2Q".to_owned()), (Chair::Second, "AB23CD".to_owned())];
        let mut tries = WrongCodes::default();
        assert_eq!(tries.find("ab2-3cd", &codes, 1, 0), Ok(Chair::Second));
        for text in ["", "AB23C", "ab23cdd", "K7PM2Q K7PM2Q", "é"] {
            assert_eq!(code(tries.find(text, &codes, 1, 0)), Some(Code::WrongCode), "{text}");
        }
        assert_eq!(code(tries.find("K7PM2Q", &codes, 1, 59_999)), Some(Code::TooSoon));
        assert_eq!(tries.find("K7PM2Q", &codes, 2, 59_999), Ok(Chair::First), "another address");
        for address in 3..18 {
            let wrong = tries.find("K7PM2R", &codes, address, 59_999);
            assert_eq!(code(wrong), Some(Code::WrongCode));
        }
        assert_eq!(code(tries.find("K7PM2Q", &codes, 18, 59_999)), Some(Code::TooSoon));
        assert_eq!(tries.find("K7PM2Q", &codes, 1, 60_000), Ok(Chair::First), "a minute later");
    }
}
