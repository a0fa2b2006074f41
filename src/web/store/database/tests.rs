use super::*;
use tengen_page::review::ReviewScore;

fn game(number: u32) -> Finished {
    Finished {
        id: 0,
        table: "t".to_owned(),
        number,
        ended: now(),
        rule: "freestyle".to_owned(),
        width: 3,
        height: 3,
        k: 3,
        destroy: 0,
        black: "Ann'; DROP TABLE games; --".to_owned(),
        white: "白".to_owned(),
        result: "1-0".to_owned(),
        reason: "line".to_owned(),
        start: None,
        moves: "b2 a1".to_owned(),
        keys: "one two".to_owned(),
        review: None,
    }
}

#[test]
fn what_is_kept_comes_back() {
    let folder = std::env::temp_dir().join(format!("tengen-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.db");
    let store = Store::open(Some(&path)).unwrap();
    store.keep("a", "{}").unwrap();
    store.keep("a", "{1}").unwrap();
    store.finish(&game(1)).unwrap();
    store.finish(&game(2)).unwrap();
    store.finish(&game(2)).unwrap();
    // As a program that is killed would leave it.
    drop(store);
    let other = Store::open(Some(&path)).unwrap();
    assert_eq!(other.kept("a").unwrap().as_deref(), Some("{1}"));
    assert_eq!((other.kept("b").unwrap(), other.tables().unwrap()), (None, 1));
    other.discard("a").unwrap();
    assert_eq!(other.tables().unwrap(), 0);
    let games = other.games(None, 10, usize::MAX).unwrap().0;
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(games[0].black, game(2).black);
    drop(other);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_from_elsewhere_come_once_and_are_those_of_who_brought_them() {
    let store = Store::open(None).unwrap();
    store.finish(&game(1)).unwrap();
    let ended = game(1).ended;
    let from_elsewhere = |moves: &str| Finished {
        moves: moves.to_owned(),
        ended,
        review: Some(Review::default()),
        keys: String::new(),
        ..game(7)
    };
    // The first one was played here.
    let all = ["b2 a1", "b2 a1 c1", "b2 a1 c1", "b2"].map(from_elsewhere).to_vec();
    let games = store.unknown(all.clone(), "guest").unwrap();
    assert_eq!(games.iter().map(|game| &game.moves).collect::<Vec<_>>(), ["b2 a1 c1", "b2"]);
    store.bring(&games).unwrap();
    assert!(store.unknown(all, "other").unwrap().is_empty());
    // Another request was faster.
    store.bring(&games).unwrap();
    let kept = store.games(None, 9, usize::MAX).unwrap().0;
    assert_eq!(kept.len(), 3);
    assert!(kept.iter().all(|game| game.review.is_none()));
    assert!(!store.delete(kept[0].id, "one").unwrap());
    assert!(store.delete(kept[0].id, "guest").unwrap());
    assert!(!store.is_lasting());
}

#[test]
fn old_tables_go_and_games_stay() {
    let store = Store::open(None).unwrap();
    store.finish(&game(1)).unwrap();
    for id in ["old", "open", "new"] {
        store.keep(id, "{}").unwrap();
    }
    let sql = "UPDATE rooms SET changed = 5 WHERE id != 'new'";
    store.lock().execute(sql, []).unwrap();
    assert_eq!(store.sweep(5, |_| false), Ok(0));
    assert_eq!(store.sweep(6, |id| id == "open"), Ok(1));
    assert_eq!((store.kept("old").unwrap(), store.tables().unwrap()), (None, 2));
    assert_eq!(store.games(None, 9, usize::MAX).unwrap().0.len(), 1);
}

#[test]
fn only_who_played_deletes() {
    let store = Store::open(None).unwrap();
    store.finish(&game(1)).unwrap();
    let id = store.games(None, 1, usize::MAX).unwrap().0[0].id;
    for stranger in ["three", "", "on", "one two x", "%"] {
        assert!(!store.delete(id, stranger).unwrap(), "{stranger}");
    }
    assert!(store.delete(id, "two").unwrap());
    store.finish(&game(2)).unwrap();
    store.resume("t", 2).unwrap();
    assert!(store.games(None, 9, usize::MAX).unwrap().0.is_empty());
}

#[test]
fn a_review_lives_as_long_as_its_game() {
    let store = Store::open(None).unwrap();
    let review = Review {
        nodes: 9,
        verdicts: vec!["best".to_owned(), "blunder".to_owned()],
        best: vec![Some("b2".to_owned()), None],
        losses: vec![0.0, 0.25],
        scores: vec![ReviewScore::Cp(0), ReviewScore::Cp(5), ReviewScore::Mate(2)],
        accuracy: [Some(1.0), None],
        ..Review::default()
    };
    store.finish(&game(1)).unwrap();
    let id = store.number("t", 1).unwrap().unwrap();
    store.keep_review(id, &review).unwrap();
    assert_eq!(store.game(id).unwrap().unwrap().review.as_ref(), Some(&review));
    let listed = store.games(None, 9, usize::MAX).unwrap().0[0].review.clone();
    assert_eq!(listed, Some(review.clone().shortened()), "in short");
    let start = |name| Position::new(Variant::preset(name).unwrap()).unwrap();
    let found = store.review_of(&start("tictactoe"), "b2 a1").unwrap();
    assert_eq!(found.as_ref(), Some(&review));
    for (name, moves) in [("tictactoe", "b2"), ("tictactoe", "b2 a1 c1"), ("gomoku", "b2 a1")] {
        assert_eq!(store.review_of(&start(name), moves).unwrap(), None, "{name} {moves}");
    }
    let mut later = start("tictactoe");
    later.play("b2".parse().unwrap()).unwrap();
    assert_eq!(store.review_of(&later, "b2 a1").unwrap(), None);
    // Played once more it is worth the same.
    store.finish(&Finished { table: "u".to_owned(), ..game(1) }).unwrap();
    let again = store.number("u", 1).unwrap().unwrap();
    assert_eq!(store.game(again).unwrap().unwrap().review.as_ref(), Some(&review));
    assert!(store.delete(again, "one").unwrap());
    // The same game finished otherwise is another one.
    store.finish(&game(1)).unwrap();
    let other = store.number("t", 1).unwrap().unwrap();
    assert_eq!(store.game(other).unwrap().unwrap().review, None);
    assert!(store.keep_review(id, &review).is_err() && store.game(id).unwrap().is_none());
    store.keep_review(other, &review).unwrap();
    assert!(store.delete(other, "one").unwrap());
    assert_eq!(
        (store.number("t", 1).unwrap(), store.games(None, 9, usize::MAX).unwrap().0.len()),
        (None, 0)
    );
}

#[test]
fn games_come_in_parts_and_none_is_left_out() {
    let store = Store::open(None).unwrap();
    (1..=5).for_each(|number| store.finish(&game(number)).unwrap());
    let bytes = game(1).bytes();
    for (most, bytes) in
        [(2, usize::MAX), (9, 2 * bytes + 9), (1, usize::MAX), (9, 1), (5, 1 << 20)]
    {
        let (mut seen, mut before) = (Vec::new(), None);
        loop {
            let (games, has_more) = store.games(before, most, bytes).unwrap();
            assert!(games.len() <= most, "{most}");
            seen.extend(games.iter().map(|game| game.number));
            before = games.last().map(|game| game.id);
            if !has_more {
                break;
            }
        }
        assert_eq!(seen, [5, 4, 3, 2, 1], "{most} {bytes}");
    }
}

/// A new folder, the path of a store in it, and the store, which has a table `a`.
#[cfg(unix)]
fn kept(name: &str) -> (std::path::PathBuf, std::path::PathBuf, Store) {
    let folder = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.db");
    let store = Store::open(Some(&path)).unwrap();
    store.keep("a", "{}").unwrap();
    assert_eq!(store.look_after(), None);
    (folder, path, store)
}

#[cfg(unix)]
#[test]
fn a_store_that_is_moved_away_waits_until_it_is_back() {
    let (folder, path, store) = kept("moved");
    let other = folder.join("elsewhere.db");
    std::fs::rename(&path, &other).unwrap();
    let refusal = store.keep("b", "{}").unwrap_err().to_string();
    assert_eq!(refusal, "the store was moved away");
    let news = store.look_after().unwrap();
    assert!(news.contains("the store was moved away: expected the file that"), "{news}");
    assert_eq!(store.look_after(), None, "it is said once");
    std::fs::write(&path, "").unwrap();
    assert!(store.keep("b", "{}").is_err(), "another file has its name");
    std::fs::rename(&other, &path).unwrap();
    store.keep("b", "{}").unwrap();
    assert!(store.look_after().unwrap().contains("there again"));
    drop(store);
    let again = Store::open(Some(&path)).unwrap();
    assert_eq!(again.tables(), Ok(2));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn what_a_removed_store_had_is_saved() {
    let (folder, path, store) = kept("removed");
    // What was saved before stays.
    let other = folder.join(format!("games.db-rescued-{}", std::process::id()));
    std::fs::write(&other, "earlier").unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(store.keep("b", "{}").unwrap_err().to_string(), "the store was removed");
    let news = store.look_after().unwrap();
    assert!(news.contains("nothing is kept until the server is started again; "), "{news}");
    let (_, copy) = news.split_once("; what it had is in ").expect(&news);
    assert!(copy.ends_with(&format!("-rescued-{}-2", std::process::id())), "{copy}");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "earlier");
    drop(store);
    let copy = Store::open(Some(Path::new(copy))).unwrap();
    assert_eq!(copy.kept("a").unwrap().as_deref(), Some("{}"));
    assert_eq!(copy.tables(), Ok(1));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn what_cannot_be_saved_is_said_and_leaves_nothing() {
    let (folder, path, store) = kept("unsaved");
    store.lock().execute_batch("BEGIN").unwrap();
    std::fs::remove_file(&path).unwrap();
    let news = store.look_after().unwrap();
    assert!(
        news.contains("; what it had could not be saved: ") && news.contains("VACUUM"),
        "{news}"
    );
    let left = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("rescued")).collect();
    assert!(left.is_empty(), "{left:?}");
    drop(store);
    let (other, _, store) = kept("nowhere");
    std::fs::remove_dir_all(&other).unwrap();
    let news = store.look_after().unwrap();
    assert!(news.contains("; what it had could not be saved: "), "{news}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_store_that_is_cut_is_not_written_to() {
    let (folder, path, store) = kept("cut");
    store.lock().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    assert_eq!(store.look_after(), None);
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(4096).unwrap();
    assert_eq!(store.keep("b", "{}").unwrap_err().to_string(), "the store was cut");
    let (other, path, store) = kept("journal");
    std::fs::remove_file(path.with_extension("db-wal")).unwrap();
    let refusal = store.keep("b", "{}").unwrap_err().to_string();
    assert_eq!(refusal, "the journal of the store was removed");
    let news = store.look_after().unwrap();
    let (_, copy) = news.split_once("; what it had is in ").expect(&news);
    assert_eq!(Store::open(Some(Path::new(copy))).unwrap().tables(), Ok(1));
    for folder in [folder, other] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn another_kind_of_file_is_refused() {
    let path = std::env::temp_dir().join(format!("tengen-nostore-{}", std::process::id()));
    std::fs::write(&path, "this is a letter to a friend, and no database at all").unwrap();
    assert!(Store::open(Some(&path)).is_err());
    std::fs::remove_file(&path).unwrap();
}

#[cfg(unix)]
#[test]
fn a_store_with_another_name_is_opened_with_a_warning() {
    let folder = std::env::temp_dir().join(format!("tengen-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.db");
    assert_eq!(Store::open(Some(&path)).unwrap().warning(), None);
    std::fs::hard_link(&path, folder.join("twin.db")).unwrap();
    let warning = Store::open(Some(&path)).unwrap().warning().unwrap();
    assert!(
        warning.starts_with("store: ") && warning.contains(": 2 names: expected one"),
        "{warning}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
