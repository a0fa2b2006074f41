use std::cell::RefCell;
use std::collections::VecDeque;

use serde_json::{Value, json};

use super::*;
use crate::lone_engine::{self, Host};

thread_local! {
    static TOLD: RefCell<VecDeque<String>> = const { RefCell::new(VecDeque::new()) };
}

const DATE: i64 = 1000;

/// A page, the script around its house, and one engine at a time.
#[derive(Default)]
struct Browser {
    house: House,
    engine: u32,
    notices: Vec<Value>,
    tables: BTreeMap<String, String>,
    games: BTreeMap<i64, String>,
    answers: usize,
    now: u64,
}

impl Browser {
    fn opened() -> Browser {
        Browser::default().again()
    }

    /// The page once more, with what was kept.
    fn again(self) -> Browser {
        let Browser { tables, games, now, .. } = self;
        let texts = games.values().cloned().collect();
        let opened =
            News::Opened { tables: tables.clone().into_iter().collect(), games: texts, chance: 7 };
        let mut browser = Browser { tables, games, now, ..Browser::default() };
        browser.tell(opened);
        browser
    }

    fn tell(&mut self, news: News) {
        self.now += 1;
        let mut orders = VecDeque::from(self.house.take(news, self.now, DATE));
        while let Some(order) = orders.pop_front() {
            match order {
                Order::Tell { notice } => {
                    self.notices.push(serde_json::from_str(&notice.text()).unwrap());
                }
                Order::Start { engine } => {
                    self.engine = engine;
                    let tell = |line: &str| {
                        TOLD.with_borrow_mut(|told| told.push_back(line.to_owned()));
                    };
                    lone_engine::open(Host { tell, receive: || None });
                }
                Order::Say { engine, line } => {
                    assert_eq!(engine, self.engine);
                    lone_engine::hear(&line);
                    while let Some(line) = TOLD.with_borrow_mut(VecDeque::pop_front) {
                        self.now += 1;
                        let told = News::Told { engine, line };
                        orders.extend(self.house.take(told, self.now, DATE));
                    }
                }
                Order::End { .. } => lone_engine::close(),
                Order::Answer { .. } => self.answers += 1,
                Order::Review { id, game, start, moves } => {
                    // As it comes back from another worker.
                    let made = serde_json::to_string(&crate::answers::review(&start, &moves));
                    let made = serde_json::from_str(&made.unwrap()).unwrap();
                    self.now += 1;
                    let reviewed = News::Reviewed { id, game, made };
                    orders.extend(self.house.take(reviewed, self.now, DATE));
                }
                Order::Keep { table, text } => drop(self.tables.insert(table, text)),
                Order::Finish { game, text } => drop(self.games.insert(game, text)),
                Order::Forget { game } => drop(self.games.remove(&game)),
                Order::Wake { .. } => {}
            }
        }
    }

    fn ask(&mut self, request: &Value) {
        self.tell(News::Asked { text: request.to_string() });
    }

    /// The last notice of that kind.
    fn last(&self, is: &str) -> &Value {
        self.notices.iter().rev().find(|notice| notice["is"] == is).expect(is)
    }

    /// Founds a table, enters it, and gives its name.
    fn found(&mut self, table: &Value) -> String {
        self.ask(&json!({"do": "found", "id": 1, "key": "k", "table": table}));
        let name = self.last("founded")["table"].as_str().unwrap().to_owned();
        self.ask(&json!({"do": "enter", "table": name, "key": "k"}));
        name
    }

    fn play(&mut self, mv: &str) {
        self.ask(&json!({"do": "want", "want": {"do": "play", "move": mv}}));
    }
}

const AGAINST_RULES: &str =
    r#"{"game": "tictactoe", "seats": [{"me": "Ann"}, {"engine": "fivestage"}]}"#;

#[test]
fn a_game_against_an_engine_is_played_kept_and_found_again() {
    let mut browser = Browser::opened();
    assert_eq!(browser.last("hello")["engines"], json!(["tengen"]));
    let name = browser.found(&serde_json::from_str(AGAINST_RULES).unwrap());
    browser.play("b2");
    let view = &browser.last("scene")["view"];
    assert_eq!(view["moves"].as_array().unwrap().len(), 2, "{view}");
    assert_eq!(browser.last("scene")["own"], json!(["first"]));

    let mut browser = browser.again();
    browser.ask(&json!({"do": "enter", "table": name, "key": "k"}));
    assert_eq!(browser.last("scene")["view"]["moves"].as_array().unwrap().len(), 2);
    while browser.last("scene")["view"]["result"].is_null() {
        let rows = browser.last("scene")["view"]["rows"].clone();
        let free = (0..9).find(|at| {
            let row = rows[at / 3].as_str().unwrap();
            row.as_bytes()[at % 3] == b'.'
        });
        let at = free.unwrap();
        let square = format!("{}{}", ["a", "b", "c"][at % 3], 3 - at / 3);
        browser.play(&square);
    }
    browser.ask(&json!({"do": "games", "id": 2, "before": null}));
    let games = &browser.last("games")["games"];
    assert_eq!((&games[0]["black"], games.as_array().unwrap().len()), (&json!("Ann"), 1));
    assert_eq!(browser.games.len(), 1);

    let mut browser = browser.again();
    browser.ask(&json!({"do": "forget", "id": 3, "game": 1, "key": "k"}));
    assert_eq!(browser.last("done")["id"], 3);
    assert!(browser.games.is_empty());
}

#[test]
fn a_game_that_goes_on_after_its_end_is_kept_no_longer() {
    let mut browser = Browser::opened();
    browser.found(
        &json!({"game": "tictactoe", "seats": [{"me": "Ann"}, {"me": "Bob"}], "undo": "free"}),
    );
    for mv in ["b2", "a1", "b1", "a2", "b3"] {
        browser.play(mv);
    }
    assert_eq!(browser.games.len(), 1);
    browser.ask(&json!({"do": "want", "want": {"do": "undo"}}));
    assert_eq!(browser.games.len(), 0, "{}", browser.last("scene"));
}

#[test]
fn a_game_is_reviewed_once_and_the_review_is_kept() {
    let mut browser = Browser::opened();
    browser.found(&json!({"game": "tictactoe", "seats": [{"me": "Ann"}, {"me": "Bob"}]}));
    for mv in ["b2", "a2", "a1", "c3", "c1", "b1", "a3"] {
        browser.play(mv);
    }
    browser.ask(&json!({"do": "marks", "id": 1, "fen": "3/3/3 x k=3 rule=freestyle",
        "moves": "b2 a2 a1 c3 c1 b1 a3"}));
    assert!(browser.last("marks")["review"].is_null());
    browser.ask(&json!({"do": "review", "id": 2, "game": 1}));
    let review = browser.last("reviewed")["review"].clone();
    assert_eq!(review["verdicts"].as_array().unwrap().len(), 7, "{review}");
    // The page that looks at the game is told, too.
    assert_eq!(browser.last("marks")["review"], review);

    let mut browser = browser.again();
    browser.ask(&json!({"do": "review", "id": 3, "game": 1}));
    assert_eq!(browser.last("reviewed")["review"], review);
    browser.ask(&json!({"do": "review", "id": 4, "game": 7}));
    assert_eq!(browser.last("error")["code"], "no-game");
}

#[test]
fn time_that_brings_nothing_is_not_asked_for_at_once_again() {
    let mut browser = Browser::opened();
    browser.found(&json!({"game": "gomoku", "seats": [{"me": "Ann"}, {"engine": "level:5"}]}));
    let play = json!({"do": "want", "want": {"do": "play", "move": "h8"}});
    // The engine is asked, and says nothing: its orders are not carried out.
    browser.house.take(News::Asked { text: play.to_string() }, 1000, DATE);
    for now in [1100, 1400, 1800, 2200] {
        let orders = browser.house.take(News::Waited, now, DATE);
        let wakes: Vec<u64> = orders
            .iter()
            .filter_map(|order| match order {
                Order::Wake { at } => Some(*at),
                _ => None,
            })
            .collect();
        assert!(matches!(wakes[..], [at] if at > now), "{wakes:?} at {now}");
    }
}

#[test]
fn lines_at_a_desk_are_answered() {
    let mut browser = Browser::opened();
    browser.ask(&json!({"do": "line", "to": "a", "line": "go depth 2"}));
    assert_eq!(browser.last("started")["from"], "a");
    let line = browser.last("line")["line"].as_str().unwrap();
    assert!(line.starts_with("bestmove "), "{line}");
    browser.ask(&json!({"do": "close", "to": "a"}));
    assert_eq!(browser.last("ended")["code"], "closed");
}

#[test]
fn what_needs_a_server_is_refused_with_its_code() {
    let mut browser = Browser::opened();
    for request in [
        json!({"do": "engine", "to": "a", "name": "other"}),
        json!({"do": "found", "id": 1, "key": "k",
            "table": {"game": "gomoku", "seats": [{"me": "Ann"}, "guest"]}}),
        json!({"do": "halt", "id": 2, "match": "m", "key": "k"}),
    ] {
        browser.ask(&request);
        assert_eq!(browser.last("error")["code"], "needs-server", "{request}");
    }
    browser.ask(&json!({"do": "enter", "table": "nowhere", "key": "k"}));
    assert_eq!(browser.last("error")["code"], "no-table");
    browser.ask(&json!({"do": "nothing"}));
    assert_eq!(browser.last("error")["code"], "invalid");
}

#[test]
fn answers_that_may_take_long_are_given_beside_the_house() {
    let mut browser = Browser::opened();
    let puzzle = json!({"do": "puzzle", "id": 4, "ask": {"do": "show", "number": 0}});
    browser.ask(&puzzle);
    assert_eq!(browser.answers, 1);
    let answer: Value =
        serde_json::from_str(&crate::answers::answer(&puzzle.to_string()).text()).unwrap();
    assert_eq!((&answer["is"], &answer["id"]), (&json!("puzzle"), &json!(4)));
    let lie = json!({"do": "verify", "id": 5, "text": "nonsense"});
    let answer: Value =
        serde_json::from_str(&crate::answers::answer(&lie.to_string()).text()).unwrap();
    assert_eq!((&answer["is"], &answer["id"]), (&json!("error"), &json!(5)));
}
