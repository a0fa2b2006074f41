//! What is written is read again, on boards of every shape: a row that is
//! counted from the wrong end does not come back.

use proptest::prelude::*;
use tengen_engine::game::{Color, Move, Setup, Variant};
use tengen_games::record::{self, Format, GameRecord, GameTree, Part};

use super::games::{records, trees, usual_boards, variants};

/// The games that bytes say, with nothing known but what is given.
fn back(format: Format, bytes: &[u8], defaults: Variant) -> Result<Vec<GameTree>, TestCaseError> {
    let text = String::from_utf8_lossy(bytes);
    record::read_trees(format, bytes, &defaults)
        .map_err(|error| TestCaseError::fail(format!("{format}: {error}\n{text}")))
}

/// The game where a format does not say it.
fn nothing_known() -> Variant {
    Variant::preset("gomoku").unwrap()
}

fn moves(record: &GameRecord) -> Vec<Move> {
    record.plain_moves().collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn sgf_keeps_everything(games in prop::collection::vec(trees(variants()), 1..4)) {
        let bytes = record::write_trees(Format::Sgf, &games).unwrap();
        prop_assert_eq!(Format::Sgf.losses(&games), vec![]);
        prop_assert_eq!(back(Format::Sgf, &bytes, nothing_known())?, games);
    }

    #[test]
    fn pgn_keeps_everything_but_marks(mut games in prop::collection::vec(trees(variants()), 1..4)) {
        for game in &mut games {
            let ids: Vec<_> = game.preorder().map(|(_, id)| id).collect();
            for id in ids {
                game.node_mut(id).labels.clear();
                game.node_mut(id).is_marked = false;
            }
        }
        let bytes = record::write_trees(Format::Pgn, &games).unwrap();
        prop_assert_eq!(Format::Pgn.losses(&games), vec![]);
        prop_assert_eq!(back(Format::Pgn, &bytes, nothing_known())?, games);
    }

    #[test]
    fn libraries_keep_the_tree(tree in trees(usual_boards())) {
        let bytes = record::write_trees(Format::Lib, std::slice::from_ref(&tree)).unwrap();
        let again = back(Format::Lib, &bytes, tree.variant())?;
        // The order of labels and the headings have no place there, nor have times.
        let mut expected = tree.clone();
        expected.info = again[0].info.clone();
        let ids: Vec<_> = expected.preorder().map(|(_, id)| id).collect();
        for id in ids {
            expected.node_mut(id).time_ms = None;
            expected.node_mut(id).labels.sort();
        }
        let mut seen = again[0].clone();
        let ids: Vec<_> = seen.preorder().map(|(_, id)| id).collect();
        for id in ids {
            seen.node_mut(id).labels.sort();
        }
        prop_assert_eq!(seen, expected);
        prop_assert_eq!(record::write_trees(Format::Lib, &again).unwrap(), bytes);
    }

    #[test]
    fn lines_of_moves_keep_the_moves(games in prop::collection::vec(records(variants()), 1..4)) {
        // Lines have no word for the game: all are of the same.
        let variant = games[0].variant();
        let games: Vec<GameRecord> =
            games.into_iter().filter(|game| game.variant() == variant && !game.moves.is_empty()).collect();
        for format in [Format::Moves, Format::Pos, Format::Offset] {
            let bytes = record::write(format, &games).unwrap();
            let again = record::read(format, &bytes, &variant).unwrap();
            let all = |games: &[GameRecord]| games.iter().map(moves).collect::<Vec<_>>();
            prop_assert_eq!(all(&again), all(&games), "{}", format);
        }
    }

    #[test]
    fn single_games_keep_board_and_moves(game in records(variants())) {
        let variant = game.variant();
        for format in [Format::Psq, Format::YixinSav] {
            let bytes = record::write(format, std::slice::from_ref(&game)).unwrap();
            let again = record::read(format, &bytes, &Variant { size: nothing_known().size, ..variant });
            // A long line is refused where the size is not yet known.
            let again = again.unwrap();
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(moves(&again[0]), moves(&game), "{}", format);
            prop_assert_eq!(again[0].variant(), variant);
        }
    }

    #[test]
    fn psq_keeps_times_and_results(game in records(variants())) {
        let bytes = record::write(Format::Psq, std::slice::from_ref(&game)).unwrap();
        let again = record::read(Format::Psq, &bytes, &game.variant()).unwrap().remove(0);
        prop_assert_eq!(again.info.result, game.info.result);
        for (own, other) in game.moves.iter().zip(&again.moves) {
            prop_assert_eq!(own.time_ms.unwrap_or(0), other.time_ms.unwrap_or(0));
        }
        for color in Color::ALL {
            if let Some(name) = &game.info.players[color] {
                prop_assert_eq!(again.info.players[color].as_ref(), Some(name));
            }
        }
    }

    #[test]
    fn bytes_of_yixin_keep_the_moves(game in records(usual_boards())) {
        let bytes = record::write(Format::YixinPos, std::slice::from_ref(&game)).unwrap();
        prop_assert_eq!(bytes.len(), game.moves.len() + 1);
        let again = record::read(Format::YixinPos, &bytes, &game.variant()).unwrap();
        prop_assert_eq!(moves(&again[0]), moves(&game));
    }

    #[test]
    fn lists_of_positions_keep_the_position(game in records(variants())) {
        let bytes = record::write(Format::Fen, std::slice::from_ref(&game)).unwrap();
        let again = record::read(Format::Fen, &bytes, &nothing_known()).unwrap();
        let end = game.final_position().unwrap();
        prop_assert_eq!(again[0].final_position().unwrap().fen(), end.fen());
        // As a start of its own the position is kept where set-up stones are known.
        let Ok(bytes) = record::write(Format::Sgf, &again) else { return Ok(()) };
        let start = &record::read(Format::Sgf, &bytes, &nothing_known()).unwrap()[0].start;
        let without_last = Setup { last: None, ..again[0].start.clone() };
        prop_assert_eq!(start, &without_last);
    }

    #[test]
    fn what_is_not_lost_is_kept(game in records(variants())) {
        let trees = [GameTree::from(&game)];
        for format in Format::all().filter(|format| format.can_write()) {
            let losses = format.losses(&trees);
            let Ok(bytes) = record::write_trees(format, &trees) else { continue };
            let defaults = if losses.contains(&Part::Rule) || losses.contains(&Part::Size) {
                game.variant()
            } else {
                Variant::preset(format.usual_variant()).unwrap()
            };
            let again = record::read(format, &bytes, &defaults).unwrap().remove(0);
            if !losses.contains(&Part::Rule) && !losses.contains(&Part::Size) {
                prop_assert_eq!(again.variant(), game.variant(), "{}", format);
            }
            if !losses.contains(&Part::Order) {
                prop_assert_eq!(moves(&again), moves(&game), "{}", format);
            }
            if !losses.contains(&Part::Result) {
                prop_assert_eq!(again.info.result, game.info.result, "{}", format);
            }
        }
    }
}
