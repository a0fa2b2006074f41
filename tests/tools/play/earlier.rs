//! Earlier boards of a game, which are looked at and not played on.

use super::{Folder, people, said, words};

#[test]
fn earlier_boards_are_shown_and_not_played_on() {
    let text = said(
        &people(&["--variant", "tictactoe"]),
        "b2\na1\nback 2\nc3\nforward\nend\nc3\nback x\n",
    );
    let lines = words(&text);
    let place = |word: &str| {
        let found = lines.iter().position(|line| *line == word);
        found.unwrap_or_else(|| panic!("{word}: {text}"))
    };
    let order = [
        "after 0 of 2 moves; end returns to the game",
        "this is an earlier board: end returns to the game",
        "after 1 of 2 moves; end returns to the game",
        "Ann (x) plays c3",
        "back stands alone, or before a number: back 3",
    ];
    assert!(order.map(place).is_sorted(), "{text}");
}

/// After a look back, a change of the game leads to its last board, however many moves it has.
#[test]
fn an_earlier_board_is_left_for_good() {
    let folder = Folder::new("earlier");
    let file = folder.file("game.psq");
    said(&people(&[]), format!("h8\ni9\nsave {file}\n"));
    for change in ["undo\nj9\n".to_owned(), format!("load {file}\n")] {
        let text = said(&people(&[]), format!("h8\ni9\nback\n{change}k11\n"));
        assert!(text.contains("after 1 of 2 moves"), "{text}");
        assert!(text.contains("Ann (x) plays k11"), "{change}: {text}");
    }
}
