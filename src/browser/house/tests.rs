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
    /// Messages that are answered beside the house.
    answers: Vec<String>,
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
                Order::Load { file } => {
                    self.now += 1;
                    let loaded = News::Loaded { file, is_there: true };
                    orders.extend(self.house.take(loaded, self.now, DATE));
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
                Order::Answer { text } => self.answers.push(text),
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
                Order::Discard { table } => drop(self.tables.remove(&table)),
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
fn a_table_that_is_removed_is_kept_no_longer() {
    let mut browser = Browser::opened();
    browser.found(&json!({"game": "tictactoe", "seats": [{"me": "Ann"}, {"me": "Bob"}]}));
    let name = browser.last("scene")["table"].as_str().unwrap().to_owned();
    assert_eq!(browser.tables.len(), 1);
    browser.ask(&json!({"do": "discard", "id": 5, "table": name, "key": "k"}));
    assert_eq!(browser.last("done")["id"], 5);
    assert!(browser.tables.is_empty());
    browser.ask(&json!({"do": "discard", "id": 6, "table": name, "key": "k"}));
    assert_eq!(browser.last("error")["code"], "no-table");
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
        json!({"do": "sit", "chair": "first", "name": "Bob"}),
    ] {
        browser.notices.clear();
        browser.ask(&request);
        assert_eq!(browser.last("error")["code"], "needs-server", "{request}");
    }
    // Of matches there are none, and none to be told of.
    browser.ask(&json!({"do": "matches", "id": 3}));
    assert_eq!(browser.last("matches")["matches"], json!([]));
    let told = browser.notices.len();
    browser.ask(&json!({"do": "watch", "match": null}));
    assert_eq!(browser.notices.len(), told);
}

#[test]
fn what_cannot_be_is_refused_with_its_code_and_number() {
    let mut browser = Browser::opened();
    let refused = |id: Value, code: &str, request: Value| (id, code.to_owned(), request);
    let played = json!({"table": "t", "number": 1});
    for (id, code, request) in [
        refused(json!(null), "no-table", json!({"do": "enter", "table": "nowhere", "key": "k"})),
        refused(json!(null), "invalid", json!({"do": "nothing"})),
        refused(json!(null), "invalid", json!({"do": "line", "to": "a", "line": "isready\nquit"})),
        refused(json!(null), "table-closed", json!({"do": "want", "want": {"do": "undo"}})),
        refused(json!(1), "no-game", json!({"do": "forget", "id": 1, "game": 7, "key": "k"})),
        refused(json!(2), "no-game", json!({"do": "review", "id": 2, "game": played})),
        refused(json!(3), "invalid", json!({"do": "marks", "id": 3, "fen": "3/4 x", "moves": ""})),
        refused(
            json!(4),
            "invalid",
            json!({"do": "found", "id": 4, "key": "k", "table": {"game": "chess", "seats": [{"me": "A"}, {"me": "A"}]}}),
        ),
    ] {
        let told = browser.notices.len();
        browser.ask(&request);
        assert_eq!(browser.notices.len(), told + 1, "{request}");
        let error = browser.last("error");
        assert_eq!((&error["code"], &error["id"]), (&json!(code), &id), "{request}: {error}");
    }
}

#[test]
fn a_table_that_cannot_be_read_any_more_is_refused_and_stays() {
    let mut browser = Browser::default();
    let tables = vec![("old".to_owned(), "{\"of\": 1990}".to_owned())];
    browser.tell(News::Opened { tables, games: vec!["{}".to_owned()], chance: 7 });
    browser.ask(&json!({"do": "enter", "table": "old", "key": "k"}));
    assert_eq!(browser.last("error")["code"], "failed");
    assert!(browser.tables.is_empty() && browser.house.kept.contains_key("old"));
    browser.ask(&json!({"do": "games", "id": 1, "before": null}));
    assert_eq!(browser.last("games")["games"], json!([]));
}

#[test]
fn a_table_that_is_left_goes_on_where_it_was_and_its_engine_ends() {
    let mut browser = Browser::opened();
    let first = browser.found(&serde_json::from_str(AGAINST_RULES).unwrap());
    browser.play("b2");
    assert_eq!(browser.house.engines.len(), 1);
    let moves = browser.last("scene")["view"]["moves"].clone();
    browser.found(&json!({"game": "tictactoe", "seats": [{"me": "Ann"}, {"me": "Bob"}]}));
    assert!(browser.house.engines.is_empty());
    assert_eq!(browser.last("scene")["view"]["moves"], json!([]));
    browser.ask(&json!({"do": "enter", "table": first, "key": "k"}));
    assert_eq!(browser.last("scene")["view"]["moves"], moves);
    browser.ask(&json!({"do": "leave"}));
    browser.play("a3");
    assert_eq!(browser.last("error")["code"], "table-closed");
}

#[test]
fn an_engine_that_is_gone_is_missed_where_it_was() {
    let mut browser = Browser::opened();
    browser.ask(&json!({"do": "line", "to": "b", "line": "isready"}));
    let engine = browser.engine;
    browser.tell(News::Gone { engine, why: "out of memory".to_owned() });
    let ended = browser.last("ended");
    assert_eq!((&ended["from"], &ended["code"]), (&json!("b"), &json!("left")));
    // What it still says, or that it is gone, is no news any more.
    let told = browser.notices.len();
    browser.tell(News::Told { engine, line: "readyok".to_owned() });
    browser.tell(News::Gone { engine, why: "out of memory".to_owned() });
    assert_eq!(browser.notices.len(), told);
    // The next line starts another one, and another wish ends it.
    browser.ask(&json!({"do": "line", "to": "b", "line": "isready"}));
    assert!(browser.engine > engine);
    browser.ask(&json!({"do": "engine", "to": "b", "name": "tengen"}));
    assert_eq!(browser.last("ended")["code"], "changed");
}

/// The engine that these orders start.
fn started(orders: &[Order]) -> u32 {
    let engine = orders.iter().find_map(|order| match order {
        Order::Start { engine } => Some(*engine),
        _ => None,
    });
    engine.expect("an engine is started")
}

#[test]
fn a_game_is_lost_by_an_engine_that_is_gone() {
    let mut browser = Browser::opened();
    let wish = json!({"game": "gomoku", "seats": [{"me": "Ann"}, {"engine": "random"}]});
    browser.ask(&json!({"do": "found", "id": 1, "key": "k", "table": wish}));
    let table = browser.last("founded")["table"].clone();
    let enter = json!({"do": "enter", "table": table, "key": "k"}).to_string();
    let engine = started(&browser.house.take(News::Asked { text: enter }, 5000, DATE));
    browser.play("h8");
    browser.tell(News::Gone { engine, why: "out of memory".to_owned() });
    let result = &browser.last("scene")["view"]["result"];
    assert_eq!((&result["reason"], &result["result"]), (&json!("crash"), &json!("1-0")));
}

#[test]
fn a_hint_that_does_not_come_is_said() {
    let mut browser = Browser::opened();
    browser.found(&json!({"game": "gomoku", "seats": [{"me": "Ann"}, {"me": "Bob"}]}));
    let hint = json!({"do": "want", "want": {"do": "hint"}}).to_string();
    let orders = browser.house.take(News::Asked { text: hint }, 5000, DATE);
    let engine = started(&orders);
    browser.now = 5000;
    browser.tell(News::Gone { engine, why: "out of memory".to_owned() });
    let error = browser.last("error");
    assert_eq!(error["code"], "failed");
    assert!(error["text"].as_str().unwrap().starts_with("hint: "), "{error}");
}

#[test]
fn what_an_engine_thinks_is_shown_now_and_then() {
    let mut browser = Browser::opened();
    browser.found(&json!({"game": "gomoku", "seats": [{"me": "Ann"}, {"engine": "level:5"}]}));
    let play = json!({"do": "want", "want": {"do": "play", "move": "h8"}}).to_string();
    let mut orders = VecDeque::from(browser.house.take(News::Asked { text: play }, 1000, DATE));
    let mut asked = None;
    while let Some(order) = orders.pop_front() {
        let Order::Say { engine, line } = order else { continue };
        let answer = match line.split(' ').next() {
            Some("uci") => "uciok",
            Some("isready") => "readyok",
            Some("go") => {
                asked = Some(engine);
                continue;
            }
            _ => continue,
        };
        let told = News::Told { engine, line: answer.to_owned() };
        orders.extend(browser.house.take(told, 1001, DATE));
    }
    let engine = asked.expect("it is asked for a move");
    let mut shown = |depth: u32, now: u64| {
        let line = format!("info depth {depth} score cp 20 nodes 900 pv g7");
        let orders = browser.house.take(News::Told { engine, line }, now, DATE);
        let notices = orders.iter().filter_map(|order| match order {
            Order::Tell { notice } => Some(notice.text()),
            _ => None,
        });
        notices.collect::<Vec<_>>()
    };
    assert!(shown(3, 1100).is_empty(), "the page was told just before");
    let told = shown(4, 1400);
    assert!(matches!(&told[..], [scene] if scene.contains("\"depth\":4")), "{told:?}");
    assert!(shown(4, 1800).is_empty(), "it thinks the same");
}

#[test]
fn a_review_that_fails_is_said_and_one_of_a_forgotten_game_is_told() {
    let mut browser = Browser::opened();
    let made = Made::Refusal("review: no result: expected more memory".to_owned());
    browser.tell(News::Reviewed { id: 5, game: 1, made });
    let error = browser.last("error");
    assert_eq!((&error["id"], &error["code"]), (&json!(5), &json!("failed")));
    let made = Made::Review(Box::default());
    browser.tell(News::Reviewed { id: 6, game: 1, made });
    assert_eq!(browser.last("reviewed")["id"], 6);
    assert!(browser.games.is_empty());
}

#[test]
fn answers_that_may_take_long_are_given_beside_the_house() {
    let mut browser = Browser::opened();
    let puzzle = json!({"do": "puzzle", "id": 4, "ask": {"do": "show", "number": 0}});
    browser.ask(&puzzle);
    assert_eq!(browser.answers, [puzzle.to_string()]);
}

#[test]
fn games_come_from_another_browser_once_and_unfinished_ones_go_on() {
    let mut other = Browser::opened();
    let table = other.found(&serde_json::from_str(AGAINST_RULES).unwrap());
    let seats = json!({"game": "tictactoe", "seats": [{"me": "Ann"}, {"me": "Bob"}]});
    other.found(&seats);
    for mv in ["b2", "a1", "c1", "b1", "a3"] {
        other.play(mv);
    }
    other.ask(&json!({"do": "games", "id": 2}));
    other.ask(&json!({"do": "review", "id": 3, "game": 1}));
    let mut game = other.last("games")["games"][0].clone();
    let bare = game.to_string();
    game["review"] = other.last("reviewed")["review"].clone();

    let mut browser = Browser { tables: other.tables, ..Browser::default() }.again();
    for (text, fresh) in [(bare.clone(), 1), (format!("{bare}\n{game}"), 0), (bare, 0)] {
        browser.ask(&json!({"do": "bring", "id": 4, "key": "l", "text": text}));
        assert_eq!(browser.last("brought")["fresh"], fresh);
    }
    let mut browser = browser.again();
    browser.ask(&json!({"do": "review", "id": 5, "game": 1}));
    assert_eq!(browser.last("reviewed")["review"], game["review"]);
    browser.ask(&json!({"do": "bring", "id": 6, "key": "l", "text": "{\"moves\": \"b2\"}"}));
    assert!(browser.last("error")["text"].as_str().unwrap().starts_with("game: {\"moves\""));
    // The chair is that of the page, which has another key.
    browser.ask(&json!({"do": "enter", "table": table, "key": "l"}));
    browser.play("a3");
    assert_eq!(browser.last("scene")["own"], json!(["first"]));
    assert_eq!(browser.last("scene")["view"]["moves"][0], "a3");
}
