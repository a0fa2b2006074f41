use super::*;

fn notes(text: &str, reading: &Reading) -> anyhow::Result<LoadedGames> {
    games_in(text.as_bytes(), "a.sgf".as_ref(), None, None, reading)
}

fn file(text: &str) -> GameFile<'_> {
    let reading = Reading::default();
    GameFile::new(text.as_bytes(), "a.sgf".as_ref(), None, None, &reading).unwrap()
}

#[test]
fn the_reason_is_known_however_many_games_are_bad() {
    let text = "(;B[aa])".to_owned() + &"\n(;B[aa];W[aa])".repeat(MOST_TOLD + 5);
    let file = file(&text);
    let refusal = file.chosen("a", Some(25)).unwrap_err().to_string();
    assert_eq!(refusal, "a: game 25: line 25: a15 (occupied): expected an empty square");
    let error = file.chosen("a", Some(0)).unwrap_err().to_string();
    assert_eq!(error, "a: game 0: expected 1 to 26");
}

#[test]
fn what_was_left_out_is_told_shortly() {
    let few = "(;GM[4]RE[x]KM[0])\n(;RE[y]RE[x]KM[1]TM[1])";
    assert_eq!(
        notes(few, &Reading::default()).unwrap().notes,
        [
            "a.sgf: line 1: RE[x]: expected a result such as B+1, W+Time or 0; left out here and in 1 more",
            "a.sgf: line 2: RE[y]: expected a result such as B+1, W+Time or 0; left out",
            "a.sgf: properties without a meaning here: KM (line 1), TM (line 2); left out",
        ]
    );
    let many = (0..5_000).fold(String::new(), |text, at| text + &format!("(;RE[x{at}]X{at}[])"));
    let told = notes(&many, &Reading::default()).unwrap().notes;
    assert_eq!(told.len(), MOST_TOLD + 2);
    assert_eq!(told[MOST_TOLD], "a.sgf: 4980 more values left out");
    assert!(told[MOST_TOLD + 1].ends_with("X19 (line 1), and more; left out"), "{told:?}");
}

#[test]
fn bad_games_are_named_and_counted() {
    let text = "(;B[aa])(;B[aa]\n;W[aa])(;B[bb])";
    let loaded = notes(text, &Reading::default()).unwrap();
    assert_eq!(
        loaded.notes,
        [
            "a.sgf: game 2: line 2: a15 (occupied): expected an empty square; left out",
            "a.sgf: 1 of 3 games left out"
        ]
    );
    assert_eq!((loaded.count, loaded.games.len()), (3, 2));
    assert_eq!(loaded.games[1].0, 3);
    let file = file(text);
    let chosen = |number| file.chosen("a", number);
    assert_eq!(chosen(Some(3)).unwrap().0.moves[0].mv.to_string(), "b14");
    assert_eq!(chosen(Some(3)).unwrap().1, loaded.notes);
    let refusal = |number| chosen(number).unwrap_err().to_string();
    let occupied = "line 2: a15 (occupied): expected an empty square";
    assert_eq!(refusal(Some(2)), format!("a: game 2: {occupied}"));
    assert_eq!(refusal(Some(4)), "a: game 4: expected 1 to 3");
    assert_eq!(refusal(None), "a: 3 games: expected --number N to choose one");
    let strict = Reading { strict: true, ..Reading::default() };
    let error = notes(text, &strict).err().unwrap().to_string();
    assert_eq!(error, "a.sgf: line 2: a15 (occupied): expected an empty square");
}
