//! The classic players over the public interface: what they promise, on every
//! board they play, and over every game of the 3x3 board where they promise
//! never to lose.

mod mistakes;
mod switches;

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use tengen_engine::control::{Choice, Info, Limits, Monitor, Report};
use tengen_engine::game::{Color, Move, Position, Size, Variant};
use tengen_engine::player::{self, LineCount, NAMES, PlayerError, Settings, Task, create, seeded};
use tengen_engine::value::{Bound, Score, ScoreKind};

use crate::effort;
use crate::listener::Listener;
use crate::support::after;
use rand::Rng as _;

/// The players that this file is about.
fn classics() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().filter(|&name| name != "engine")
}

fn ask(
    name: &str,
    position: &Position,
    limits: &Limits,
    settings: &Settings,
    monitor: &Listener,
    rng: &mut player::Rng,
) -> Result<Choice, PlayerError> {
    create(name).unwrap().choose(Task { position, limits, monitor, settings }, rng)
}

/// The answer of a player without random choices, and its only info.
fn think(name: &str, position: &Position, limits: &Limits, settings: &Settings) -> (Choice, Info) {
    let listener = Listener::new();
    let choice = ask(name, position, limits, settings, &listener, &mut seeded(0)).unwrap();
    let infos = listener.infos();
    assert_eq!(infos.len(), 1, "{name}");
    (choice, infos[0].clone())
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn switches(bits: u8) -> Settings {
    Settings {
        ab_cut: bits & 1 != 0,
        ab_hash: bits & 2 != 0,
        ab_symmetry: bits & 4 != 0,
        ..Settings::default()
    }
}

fn tictactoe() -> Position {
    Position::new(Variant::preset("tictactoe").unwrap()).unwrap()
}

/// `gomoku`, or `standard 15x10 k=6` and the like.
fn variant(text: &str) -> Variant {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [name] => Variant::preset(name).unwrap(),
        [rule, size, k] => {
            let (width, height) = size.split_once('x').unwrap();
            let size = Size::new(width.parse().unwrap(), height.parse().unwrap()).unwrap();
            let k = k.strip_prefix("k=").unwrap().parse().unwrap();
            Variant { rule: rule.parse().unwrap(), size, k, destroy: 0 }.validate().unwrap()
        }
        _ => panic!("{text}: expected a preset or rule, size and k"),
    }
}

fn below(rng: &mut player::Rng, count: usize) -> usize {
    (rng.next_u64() % count as u64) as usize
}

/// Positions of random games, one of each game.
fn random_positions(variant: Variant, count: usize, seed: u64) -> Vec<Position> {
    let mut rng = seeded(seed);
    let mut positions = vec![];
    while positions.len() < count {
        let mut position = Position::new(variant).unwrap();
        for _ in 0..below(&mut rng, variant.size.area() + 1) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[below(&mut rng, moves.len())]).unwrap();
        }
        if !position.is_over() {
            positions.push(position);
        }
    }
    positions
}

/// Wins, draws and losses.
type Tally = [usize; 3];

/// Plays every game in which `side` plays one of the moves that `decide` gives
/// and the opponent anything.
fn every_game(
    position: &mut Position,
    side: Color,
    decide: &mut impl FnMut(&Position) -> Vec<Move>,
    tally: &mut Tally,
) {
    if position.is_over() {
        tally[position.winner().map_or(1, |winner| if winner == side { 0 } else { 2 })] += 1;
        return;
    }
    let moves = if position.side() == side { decide(position) } else { position.legal_moves() };
    assert!(!moves.is_empty());
    for mv in moves {
        position.with_move(mv, |child| every_game(child, side, decide, tally)).unwrap();
    }
}

fn tally(side: Color, mut decide: impl FnMut(&Position) -> Vec<Move>) -> Tally {
    let mut tally = [0; 3];
    every_game(&mut tictactoe(), side, &mut decide, &mut tally);
    tally
}

#[test]
fn fivestage_never_loses() {
    let (limits, settings) = (Limits::default(), Settings::default());
    let decide = |position: &Position| {
        vec![think("fivestage", position, &limits, &settings).0.best.unwrap()]
    };
    assert_eq!(tally(Color::Black, decide), [82, 10, 0]);
    assert_eq!(tally(Color::White, decide), [368, 153, 0]);
}

#[test]
fn linecount_never_loses() {
    assert_eq!(tally(Color::Black, LineCount::choices), [576, 40, 0]);
    assert_eq!(tally(Color::White, LineCount::choices), [366, 91, 0]);
}

#[test]
fn linecount_has_no_choices_elsewhere() {
    assert_eq!(LineCount::choices(&after(variant("freestyle 4x3 k=3"), "")), []);
}

#[test]
fn linecount_draws_each_of_its_choices() {
    for position in random_positions(variant("tictactoe"), 300, 1) {
        let mut rng = seeded(7);
        let drawn: HashSet<Move> = (0..60)
            .map(|_| {
                let (limits, settings) = (Limits::default(), Settings::default());
                let listener = Listener::new();
                let choice =
                    ask("linecount", &position, &limits, &settings, &listener, &mut rng).unwrap();
                choice.best.unwrap()
            })
            .collect();
        assert_eq!(drawn, LineCount::choices(&position).into_iter().collect());
    }
}

/// The searching players meet every reply there is, as first and as second player.
fn check_never_loses(name: &str) {
    let limits = to_depth(9);
    let settings = Settings { hash_mb: 1, ..Settings::default() };
    let mut known = HashMap::new();
    let mut decide = |position: &Position| {
        let best = known.entry(position.key()).or_insert_with(|| {
            let listener = Listener::new();
            let choice = ask(name, position, &limits, &settings, &listener, &mut seeded(0));
            choice.unwrap().best.unwrap()
        });
        vec![*best]
    };
    for side in Color::ALL {
        let [wins, draws, losses] = tally(side, &mut decide);
        assert_eq!(losses, 0, "{name} {side:?}: {wins} wins, {draws} draws");
        assert!(wins > 0);
    }
}

#[test]
fn alphabeta_never_loses() {
    check_never_loses("alphabeta");
}

#[test]
fn engine_never_loses() {
    check_never_loses("engine");
}

#[test]
fn the_same_seed_draws_the_same_moves() {
    let game = |seed| {
        let mut rng = seeded(seed);
        let mut position = Position::new(variant("destroy")).unwrap();
        while !position.is_over() && position.stone_count() < 60 {
            let (limits, settings) = (Limits::default(), Settings::default());
            let choice =
                ask("random", &position, &limits, &settings, &Listener::new(), &mut rng).unwrap();
            position.play(choice.best.unwrap()).unwrap();
        }
        position.history().collect::<Vec<_>>()
    };
    assert_eq!(game(4), game(4));
    assert_ne!(game(4), game(5));
    // The stream is fixed: these moves must come out in every version.
    let first: Vec<String> = game(0).iter().take(4).map(Move::to_string).collect();
    assert_eq!(first.join(" "), "j11 o7 h11 n1");
}

/// On any position of any rule every player answers one of the legal moves it
/// may choose from, with one info and one reason.
#[test]
fn every_answer_is_allowed_and_explained() {
    let destroy = Variant { destroy: 2, ..variant("freestyle 4x5 k=4") };
    let tiny_destroy = Variant { destroy: 1, ..variant("tictactoe") };
    let mut rng = seeded(11);
    for variant in [
        variant("tictactoe"),
        variant("freestyle 9x6 k=4"),
        variant("standard 7x7 k=5"),
        variant("renju 7x7 k=5"),
        variant("caro 6x6 k=5"),
        variant("caro-overline 3x12 k=4"),
        variant("freestyle 12x12 k=9"),
        destroy,
        tiny_destroy,
    ] {
        for position in random_positions(variant, 30, 12) {
            let legal = position.legal_moves();
            let some = (0..3).map(|_| legal[below(&mut rng, legal.len())]).collect();
            for search_moves in [vec![], some] {
                let nodes = Some(2_000);
                let limits = Limits { search_moves, nodes, ..Limits::default() };
                for name in classics() {
                    check_answer(name, &position, &limits, &mut rng);
                }
            }
        }
    }
}

/// Positions that no game reaches, with any number of stones of either side.
#[test]
fn any_stone_counts_are_answered() {
    let mut rng = seeded(13);
    let mut seen = HashSet::new();
    for _ in 0..3_000 {
        let mut position = tictactoe();
        for _ in 0..below(&mut rng, 9) {
            // A turn given away leaves the sides uneven.
            if below(&mut rng, 3) == 0 {
                position.pass();
            }
            let moves = position.legal_moves();
            if !moves.is_empty() {
                position.play(moves[below(&mut rng, moves.len())]).unwrap();
            }
        }
        if !position.is_over() && seen.insert(position.key()) {
            for name in classics() {
                check_answer(name, &position, &Limits::default(), &mut rng);
            }
        }
    }
    assert!(seen.len() > 1_000, "{}", seen.len());
}

fn check_answer(name: &str, position: &Position, limits: &Limits, rng: &mut player::Rng) {
    let listener = Listener::new();
    let choice = match ask(name, position, limits, &Settings::default(), &listener, rng) {
        Ok(choice) => choice,
        Err(PlayerError::Board { player, size }) => {
            assert_eq!((player, size), (name, position.size()));
            assert_ne!(size, Size::new(3, 3).unwrap());
            assert!(["fivestage", "linecount"].contains(&name));
            return;
        }
    };
    let best = choice.best.unwrap();
    assert_eq!(position.check(best), Ok(()), "{name}");
    assert!(limits.search_moves.is_empty() || limits.search_moves.contains(&best), "{name}");
    let infos = listener.infos();
    assert_eq!(infos.len(), 1, "{name}");
    assert_eq!(infos[0].pv.first(), Some(&best), "{name}");
    if !["minimax", "alphabeta"].contains(&name) {
        assert_eq!((infos[0].depth, infos[0].opinion()), (1, None), "{name}");
        assert_eq!(infos[0].unit, player::unit_of(name), "{name}");
    }
    let reports = listener.reports();
    assert_eq!(reports.len(), 2, "{name}");
    assert!(matches!(&reports[1], Report::Text(why) if why.starts_with("why ")), "{name}");
}

/// Black's last empty square is a forbidden overline: it is answered all the same.
#[test]
fn a_last_forbidden_point_is_played() {
    // o x o o x x o
    // x x x . x x x
    // o o o x o o o
    let position = after(
        variant("renju 7x3 k=5"),
        "a2 a1 b2 b1 c2 c1 g2 e1 f2 f1 e2 g1 d1 a3 b3 c3 e3 d3 f3 g3",
    );
    assert!(position.only_fouls_left());
    for name in ["random", "minimax", "alphabeta", "scoretable", "runlength"] {
        check_answer(name, &position, &Limits::default(), &mut seeded(0));
    }
    let (_, info) = think("minimax", &position, &Limits::default(), &Settings::default());
    assert_eq!(info.score, Score::loss_in(1));
}

#[test]
fn a_search_ends_when_it_must() {
    let position = after(variant("gomoku"), "h8 i9 h9");
    for name in ["minimax", "alphabeta"] {
        let nodes = |nodes| {
            let limits = Limits { nodes: Some(nodes), depth: Some(8), ..Limits::default() };
            let (choice, info) = think(name, &position, &limits, &Settings::default());
            (choice, info.nodes, info.score)
        };
        assert_eq!(nodes(0).1, Some(0));
        assert_eq!(nodes(100).1, Some(100));
        assert_eq!(nodes(3_000), nodes(3_000));

        // Even without time it takes a line and blocks one.
        let glance = |moves| {
            let limits = Limits { nodes: Some(1), depth: Some(8), ..Limits::default() };
            let position = after(variant("gomoku"), moves);
            let (choice, info) = think(name, &position, &limits, &Settings::default());
            assert_eq!((info.depth, info.nodes), (1, Some(1)));
            choice.best.unwrap().to_string()
        };
        assert_eq!(glance("a1 h1 b1 i1 c1 j1 d1 k1"), "e1");
        assert_eq!(glance("a1 h1 b1 i1 c1 l8 d1"), "e1");

        let limits = Limits { movetime_ms: Some(50), depth: Some(8), ..Limits::default() };
        let start = Instant::now();
        let (choice, info) = think(name, &position, &limits, &Settings::default());
        assert!(start.elapsed() < Duration::from_millis(550), "{name}: {:?}", start.elapsed());
        assert!(choice.best.is_some() && info.nodes > Some(0));

        let listener = Listener::new();
        listener.signals().stop();
        let settings = Settings::default();
        let choice =
            ask(name, &position, &to_depth(8), &settings, &listener, &mut seeded(0)).unwrap();
        assert_eq!(position.check(choice.best.unwrap()), Ok(()));
    }
}

/// A win found before the time ran out is a win; a loss is no proof while
/// moves are untried, and told as nothing.
#[test]
fn an_unfinished_search_claims_no_loss() {
    // White has an open four; every move of Black loses.
    let position = after(variant("gomoku"), "a1 f8 a3 g8 a5 h8 a7 i8");
    let limits = Limits { nodes: Some(2_000), depth: Some(2), ..Limits::default() };
    let (_, info) = think("minimax", &position, &limits, &Settings::default());
    assert_eq!((info.opinion(), info.bound), (None, Bound::Lower));
    let (_, info) = think("minimax", &position, &to_depth(2), &Settings::default());
    assert_eq!((info.score, info.bound), (Score::loss_in(2), Bound::Exact));
}

/// A deep recursion on the largest board fits into the stack of a thread.
#[test]
fn great_depth_needs_no_great_stack() {
    let position = Position::new(variant("freestyle 40x40 k=9")).unwrap();
    for name in ["minimax", "alphabeta"] {
        let limits = Limits { nodes: Some(3_000), depth: Some(u32::MAX), ..Limits::default() };
        let (choice, _) = think(name, &position, &limits, &switches(0));
        assert!(choice.best.is_some());
    }
}

#[test]
fn finished_games_have_no_answer() {
    let mut position = tictactoe();
    for mv in ["a1", "a2", "b1", "b2", "c1"] {
        position.play_unchecked(mv.parse().unwrap());
    }
    for name in classics() {
        let (limits, settings) = (Limits::default(), Settings::default());
        let choice =
            ask(name, &position, &limits, &settings, &Listener::new(), &mut seeded(0)).unwrap();
        assert_eq!(choice, Choice::default(), "{name}");
    }
}

#[test]
fn names_are_found_in_any_case() {
    for name in classics() {
        assert!(create(&name.to_uppercase()).is_some(), "{name}");
    }
    assert!(create("chess").is_none() && create("").is_none());
}

/// The games of `tests/data/golden-players.txt`: `player; variant; moves; answer`.
#[test]
fn golden_moves() {
    let text = include_str!("../../data/golden-players.txt");
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut wrong = vec![];
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [name, game, moves, expected] = fields[..] else { panic!("{line}: four fields") };
        let position = after(variant(game), moves);
        let (choice, _) = think(name, &position, &Limits::default(), &Settings::default());
        let answer = choice.best.unwrap().to_string();
        if answer != expected {
            wrong.push(format!("{line}: played {answer}"));
        }
        *counts.entry(name).or_default() += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counts["scoretable"] >= 12 && counts["runlength"] >= 12, "{counts:?}");
}
