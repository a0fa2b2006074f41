//! Mistakes on purpose, for teaching: each is off by default and loses to a line that stands here.

use super::*;

/// The games that a player loses, as moves; it is asked as `decide` is.
fn lost_games(side: Color, mut decide: impl FnMut(&Position) -> Move) -> Vec<String> {
    fn walk(
        position: &mut Position,
        side: Color,
        decide: &mut impl FnMut(&Position) -> Move,
        lost: &mut Vec<String>,
    ) {
        if position.winner() == Some(!side) {
            let moves: Vec<String> = position.history().map(|mv| mv.to_string()).collect();
            lost.push(moves.join(" "));
        }
        if position.is_over() {
            return;
        }
        let own = position.side() == side;
        let moves = if own { vec![decide(position)] } else { position.legal_moves() };
        for mv in moves {
            position.with_move(mv, |child| walk(child, side, decide, lost)).unwrap();
        }
    }
    let mut lost = Vec::new();
    walk(&mut tictactoe(), side, &mut decide, &mut lost);
    lost
}

/// Without a look at forks a corner is taken against two opposite corners, and the game is lost.
#[test]
fn the_published_corner_loses_to_two_opposite_corners() {
    let decide = |settings: Settings| {
        move |position: &Position| {
            think("fivestage", position, &Limits::default(), &settings).0.best.unwrap()
        }
    };
    let mistaken = Settings { mistake_corner: true, ..Settings::default() };
    assert_eq!(lost_games(Color::Black, decide(mistaken.clone())), [""; 0]);
    let lost = lost_games(Color::White, decide(mistaken));
    assert!(lost.contains(&"a1 b2 c3 a3 c1 c2 b1".to_owned()), "{lost:?}");
    assert_eq!(lost_games(Color::White, decide(Settings::default())), [""; 0]);
}

/// The opponent's turns return the last value instead of the least: what the opponent would play is
/// not seen, and the game is lost.
#[test]
fn the_wrong_variable_loses() {
    let decide = |settings: Settings| {
        let mut known: HashMap<u64, Move> = HashMap::new();
        move |position: &Position| {
            *known.entry(position.key()).or_insert_with(|| {
                think("minimax", position, &to_depth(9), &settings).0.best.unwrap()
            })
        }
    };
    let mistaken = Settings { mistake_min: true, ..Settings::default() };
    let lost = lost_games(Color::White, decide(mistaken));
    assert!(lost.contains(&"a3 b2 a2 b3 a1".to_owned()), "{lost:?}");
    assert_eq!(lost_games(Color::White, decide(Settings::default())), [""; 0]);
}
