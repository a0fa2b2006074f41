//! Levels of play over the public interface: what the weakest sees too, what
//! holds for all of them, and that the better one wins.

use tengen_engine::control::{Choice, Info, Limits, Monitor as _};
use tengen_engine::game::{Color, Move, Position, Variant};
use tengen_engine::player::{
    self, Player, STRONGEST, Settings, Strength, Task, WEAKEST, create, seeded,
};
use tengen_engine::session::options::Options;
use tengen_engine::value::{Score, ScoreKind};

use crate::effort;
use crate::listener::Listener;
use crate::support;

/// Nodes that end even the strongest level soon.
const NODES: u64 = 2_000;

fn settings(level: u8, seed: u64) -> Settings {
    Settings { level, seed, hash_mb: 1, ..Settings::default() }
}

/// Asks one engine, with its own stream of random numbers.
fn ask(
    engine: &mut dyn Player,
    position: &Position,
    limits: &Limits,
    settings: &Settings,
) -> (Choice, Vec<Info>) {
    let listener = Listener::new();
    let task = Task { position, limits, monitor: &listener, settings };
    let choice = engine.choose(task, &mut seeded(settings.seed)).unwrap();
    (choice, listener.infos())
}

fn nodes() -> Limits {
    Limits { nodes: Some(NODES), ..Limits::default() }
}

fn best(position: &Position, level: u8, seed: u64) -> Move {
    let mut engine = create("engine").unwrap();
    ask(&mut *engine, position, &nodes(), &settings(level, seed)).0.best.unwrap()
}

/// The position of a game after these moves.
fn after(variant: &str, moves: &str) -> Position {
    support::after(Variant::preset(variant).unwrap(), moves)
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

#[test]
fn fives_are_seen_at_every_level() {
    // The four and its answer lie far from the last stones.
    let own = after("gomoku", "b2 o15 c2 o13 d2 m15 e2 a2 l11 m11");
    let other = after("gomoku", "b2 a2 c2 o13 d2 m15 e2 j9 l11");
    let gap = after("renju", "h8 a1 i8 a3 l8 c1 k8 o15 d13 o14");
    for level in WEAKEST..=STRONGEST {
        for seed in 0..8 {
            assert_eq!(best(&own, level, seed), mv("f2"), "level {level}: own");
            assert_eq!(best(&other, level, seed), mv("f2"), "level {level}: answer");
            assert_eq!(best(&gap, level, seed), mv("j8"), "level {level}: gap");
        }
    }
}

#[test]
fn conversions_complete_and_prevent_lines_too() {
    // Every way to five goes through a stone of the opponent.
    let own = after("destroy", "b2 f2 c2 a2 d2 o13 e2 m15 l11 k3");
    let other = after("destroy", "b2 f2 c2 a2 d2 o13 e2 m15 l11");
    for level in WEAKEST..=STRONGEST {
        let choice = best(&own, level, 1);
        let mut end = own.clone();
        end.play(choice).unwrap();
        assert_eq!(end.winner(), Some(Color::Black), "level {level}: {choice}");
        let choice = best(&other, level, 1);
        let mut next = other.clone();
        next.play(choice).unwrap();
        let wins = |reply: Move| next.clone().with_move(reply, |child| child.winner()).unwrap();
        let is_lost = next.legal_moves().into_iter().any(|reply| wins(reply).is_some());
        assert!(!is_lost, "level {level}: {choice}");
    }
}

#[test]
fn far_threats_are_missed_before_near_ones() {
    // x may make an open four on either side, close to the last stones or far off.
    let near = after("gomoku", "h8 a1 h9 o1 h10 a15");
    let far = after("gomoku", "h8 a1 h9 o1 h10 a15 o13 a13");
    let open_four = [mv("h7"), mv("h11")];
    let found = |position: &Position, level| {
        (1..=60).filter(|&seed| open_four.contains(&best(position, level, seed))).count()
    };
    let [weak_near, weak_far] = [&near, &far].map(|position| found(position, 3));
    assert!(weak_near > weak_far + 5, "{weak_near} {weak_far}");
    assert_eq!(found(&far, 7), 60);
}

#[test]
fn moves_have_to_do_with_the_stones() {
    let position = after("gomoku40x30", "t15 u16 t16 t14 v17");
    let is_near = |found: Move| {
        position.history().any(|stone| {
            let (at, stone) = (found.square(), stone.square());
            at.col().abs_diff(stone.col()).max(at.row().abs_diff(stone.row())) <= 3
        })
    };
    for level in WEAKEST..STRONGEST {
        for seed in 0..20 {
            let found = best(&position, level, seed);
            assert!(is_near(found), "level {level}: {found}");
        }
    }
}

#[test]
fn a_seed_varies_and_repeats() {
    let position = after("gomoku", "h8 i9 g7 j8");
    let games = |seeds: std::ops::Range<u64>| -> Vec<Move> {
        seeds.map(|seed| best(&position, 3, seed)).collect()
    };
    assert_eq!(games(0..10), games(0..10));
    let drawn = games(1..20);
    assert!(drawn.iter().any(|other| *other != drawn[0]), "{drawn:?}");
    assert_eq!(best(&position, 3, 0), best(&position, 3, 0));
}

#[test]
fn the_first_line_is_what_is_played() {
    for name in ["gomoku", "tictactoe", "renju", "destroy"] {
        let position = after(name, "b2 a3");
        for level in WEAKEST..STRONGEST {
            for (multi_pv, seed) in [(1, 0), (1, 5), (3, 0), (3, 5), (40, 2)] {
                let settings = Settings { multi_pv, ..settings(level, seed) };
                let mut engine = create("engine").unwrap();
                let (choice, infos) = ask(&mut *engine, &position, &nodes(), &settings);
                let at = infos.iter().rposition(|info| info.multipv == Some(1)).unwrap();
                let round = &infos[at..];
                assert_eq!(round[0].pv.first().copied(), choice.best, "{name} {level}");
                assert_eq!(round[0].pv.get(1).copied(), choice.ponder, "{name} {level}");
                let firsts: Vec<_> = round.iter().map(|info| info.pv[0]).collect();
                assert!(firsts.len() <= multi_pv, "{name} {level}: {firsts:?}");
                let mut different = firsts.clone();
                different.sort_unstable();
                different.dedup();
                assert_eq!(different.len(), firsts.len(), "{name} {level}: {firsts:?}");
            }
        }
    }
}

#[test]
fn as_many_lines_as_asked_for() {
    let position = after("gomoku", "h8 i9");
    for level in [1, 4, 6] {
        let settings = Settings { multi_pv: 4, ..settings(level, 1) };
        let mut engine = create("engine").unwrap();
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let (_, infos) = ask(&mut *engine, &position, &limits, &settings);
        let ranks: Vec<_> = infos.iter().rev().take(4).filter_map(|info| info.multipv).collect();
        assert_eq!(ranks, [4, 3, 2, 1], "level {level}");
    }
}

#[test]
fn only_the_allowed_moves_are_played() {
    let position = after("gomoku", "h8 i9");
    let allowed = [mv("a1"), mv("o15")];
    for level in WEAKEST..=STRONGEST {
        for seed in 0..4 {
            let limits = Limits { search_moves: allowed.to_vec(), ..nodes() };
            let mut engine = create("engine").unwrap();
            let (choice, _) = ask(&mut *engine, &position, &limits, &settings(level, seed));
            assert!(allowed.contains(&choice.best.unwrap()), "level {level}");
        }
    }
}

#[test]
fn a_question_for_a_proof_is_answered_by_all_alike() {
    let position = after("gomoku", "h8 a1 h9 o1 h10 a15");
    let limits = Limits { mate: Some(3), ..Limits::default() };
    for level in [WEAKEST, 5, STRONGEST] {
        let mut engine = create("engine").unwrap();
        let (_, infos) = ask(&mut *engine, &position, &limits, &settings(level, 1));
        assert_eq!(infos.last().unwrap().score, Score::win_in(3), "level {level}");
    }
}

#[test]
fn a_stopped_player_answers_all_the_same() {
    let position = after("gomoku", "b2 a2 c2 o13 d2 m15 e2");
    for level in WEAKEST..=STRONGEST {
        let listener = Listener::new();
        listener.signals().stop();
        let (limits, settings) = (Limits::default(), settings(level, 1));
        let task =
            Task { position: &position, limits: &limits, monitor: &listener, settings: &settings };
        let choice = create("engine").unwrap().choose(task, &mut seeded(1)).unwrap();
        assert_eq!(choice.best, Some(mv("f2")), "level {level}");
    }
}

/// Plays a game between two levels and says who won. Every announced end is held
/// against its line.
fn play(variant: Variant, levels: [u8; 2], seed: u64) -> Option<Color> {
    let mut position = Position::new(variant).unwrap();
    let mut engines = levels.map(|_| create("engine").unwrap());
    while !position.is_over() {
        let turn = position.side() as usize;
        let seed = seed * 1000 + position.stone_count() as u64;
        let settings = settings(levels[turn], seed);
        let (choice, infos) = ask(&mut *engines[turn], &position, &nodes(), &settings);
        for info in infos {
            if let ScoreKind::Win(_) | ScoreKind::Loss(_) = info.score.kind() {
                let mut end = position.clone();
                info.pv.iter().for_each(|&mv| end.play(mv).unwrap());
                assert!(end.is_over(), "{:?}", info.pv);
            }
        }
        position.play(choice.best.unwrap()).unwrap();
    }
    position.winner()
}

#[test]
fn every_level_plays_every_game_to_its_end() {
    for name in ["tictactoe", "standard", "renju", "caro", "caro-overline"] {
        for levels in [[1, 4], [6, 2]] {
            play(Variant::preset(name).unwrap(), levels, 7);
        }
    }
    let small = Variant { destroy: 2, ..Variant::mnk(7, 6, 4).unwrap() };
    for levels in [[1, 5], [6, 3], [9, 7]] {
        play(small, levels, 3);
    }
    play(Variant::mnk(12, 9, 6).unwrap(), [3, 2], 1);
}

#[test]
fn the_better_level_wins() {
    let variant = Variant::preset("gomoku").unwrap();
    for &(weak, strong) in effort::of(&[(1, 3)][..], &[(1, 3), (3, 5), (5, 7)]) {
        let wins = (1..=10)
            .flat_map(|seed| {
                let first = play(variant, [strong, weak], seed) == Some(Color::Black);
                let second = play(variant, [weak, strong], seed) == Some(Color::White);
                [first, second]
            })
            .filter(|&won| won)
            .count();
        assert!(wins >= 14, "level {strong} won {wins} of 20 games against level {weak}");
    }
}

#[test]
fn a_rating_replaces_the_level_while_it_is_asked_for() {
    let mut options = Options::default();
    let mut set = |name: &str, value: &str| {
        options.set(name, Some(value)).unwrap();
        options.settings.strength()
    };
    assert_eq!(set("UCI_Elo", &player::LEAST_ELO.to_string()), None);
    assert_eq!(set("Level", "4"), Strength::of_level(4));
    assert_eq!(set("UCI_LimitStrength", "true"), Strength::of_level(1));
    assert_eq!(set("UCI_Elo", &player::MOST_ELO.to_string()), None);
    assert_eq!(set("UCI_LimitStrength", "false"), Strength::of_level(4));
    for value in ["0", "11", "x"] {
        assert!(options.set("Level", Some(value)).is_err(), "{value}");
    }
}
