//! What a search says and when it ends.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tengen_engine::control::{Info, Limits, Monitor, Report, Signals};
use tengen_engine::game::symmetry::canonical_key;
use tengen_engine::game::{Move, Position, Square, Variant};
use tengen_engine::search::SearchOptions;
use tengen_engine::value::Score;

use super::thinker::{ask, depth, nodes, searcher, think};
use crate::effort;
use crate::listener::Listener;
use crate::support::{Dice, after, position};

/// Open positions from short random games on several boards.
fn openings(seed: u64, count: usize) -> Vec<Position> {
    let mut dice = Dice::new(seed);
    let names: Vec<&str> = Variant::preset_names().filter(|&name| name != "tictactoe").collect();
    let mut list = Vec::new();
    while list.len() < count {
        let game = Variant::preset(names[list.len() % names.len()]).unwrap();
        let mut position = Position::new(game).unwrap();
        for _ in 0..dice.below(14) {
            if !position.is_over() {
                let mv = dice.legal_move(&position);
                position.play(mv).unwrap();
            }
        }
        if !position.is_over() {
            list.push(position);
        }
    }
    list
}

#[test]
fn the_same_question_has_the_same_answer() {
    for position in openings(51, effort::of(6, 24)) {
        for limits in [depth(5), nodes(7000)] {
            let first = think(&position, &limits);
            let second = think(&position, &limits);
            assert_eq!(first, second, "{position:?}");
            // A searcher that was cleared is as good as new.
            let mut used = searcher();
            ask(&mut used, &position, &depth(3), &SearchOptions::default());
            used.clear();
            let third = ask(&mut used, &position, &limits, &SearchOptions::default());
            assert_eq!(first, third, "{position:?}");
        }
    }
}

/// A monitor that counts how often a search asks whether it has to end.
struct Watched {
    kept: Listener,
    looks: AtomicU64,
}

impl Monitor for Watched {
    fn signals(&self) -> &Signals {
        self.looks.fetch_add(1, Ordering::Relaxed);
        self.kept.signals()
    }
    fn started(&self) -> Instant {
        self.kept.started()
    }
    fn report(&self, report: Report) {
        self.kept.report(report);
    }
}

#[test]
fn several_lines_come_however_short_the_time_is() {
    let options = SearchOptions { multi_pv: 3, ..SearchOptions::default() };
    let limits = Limits { movetime_ms: Some(0), ..Limits::default() };
    for position in openings(57, effort::of(8, 24)) {
        let listener = Listener::new();
        std::thread::sleep(Duration::from_millis(2));
        let choice = searcher().search(&position, &limits, &options, &listener);
        let infos = listener.infos();
        let ranks: Vec<_> = infos.iter().filter_map(|info| info.multipv).collect();
        assert_eq!(ranks, [1, 2, 3], "{position:?}");
        assert_eq!(choice.best, infos[0].pv.first().copied());
    }
}

#[test]
fn the_clock_is_looked_at_often_while_memory_comes() {
    let looks = |is_claimed: bool| {
        let mut searcher = searcher();
        if is_claimed {
            searcher.claim_memory(1, &|| false);
        }
        let watched = Watched { kept: Listener::new(), looks: AtomicU64::new(0) };
        let position = after(Variant::preset("gomoku").unwrap(), "h8 i9");
        searcher.search(&position, &nodes(2000), &SearchOptions::default(), &watched);
        watched.looks.into_inner()
    };
    let (without, with) = (looks(false), looks(true));
    assert!(without >= with + 200, "{without} and {with}");
}

#[test]
fn several_lines_are_different_sorted_and_complete() {
    let options = SearchOptions { multi_pv: 4, ..SearchOptions::default() };
    for position in openings(52, effort::of(8, 24)) {
        let thought = ask(&mut searcher(), &position, &depth(4), &options);
        let infos: Vec<_> = thought.infos().collect();
        let deepest = infos.last().unwrap().depth;
        let last: Vec<_> = infos.iter().rev().take(4).rev().collect();
        let ranks: Vec<_> = last.iter().map(|info| info.multipv).collect();
        assert_eq!(ranks, [Some(1), Some(2), Some(3), Some(4)], "{position:?}");
        assert!(last.iter().all(|info| info.depth == deepest));
        let mut firsts: Vec<Move> = last.iter().map(|info| info.pv[0]).collect();
        assert_eq!(firsts[0], thought.best());
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 4, "{position:?}");
        let is_sorted = last.windows(2).all(|pair| pair[0].score >= pair[1].score);
        assert!(is_sorted, "{:?} {position:?}", last.iter().map(|it| it.score).collect::<Vec<_>>());
    }
}

/// Where few or no stones stand, the lines begin near them and in the middle, and
/// moves that only a reflection tells apart share one.
#[test]
fn lines_of_an_empty_board_begin_in_the_middle() {
    let options = SearchOptions { multi_pv: 6, ..SearchOptions::default() };
    for name in ["gomoku", "renju", "caro", "gomoku20", "gomoku20x15", "gomoku40x30", "destroy"] {
        for moves in ["", "a1", "h8"] {
            let game = Variant::preset(name).unwrap();
            let (position, size) = (after(game, moves), game.size);
            let thought = ask(&mut searcher(), &position, &depth(4), &options);
            let lines: Vec<&Info> = thought.infos().filter(|info| info.depth == 4).collect();
            assert_eq!(lines.len(), 6, "{name} {moves}");
            let steps = |one: usize, other: usize| one.abs_diff(other);
            let is_near = |info: &&Info, square: Square| {
                let first = info.pv[0].square();
                steps(first.col(), square.col()).max(steps(first.row(), square.row())) <= 3
            };
            let stone = position.occupied().first();
            for info in &lines {
                let is_sensible =
                    is_near(info, size.centre()) || stone.is_some_and(|stone| is_near(info, stone));
                assert!(is_sensible, "{name} {moves}: {}", info.pv[0]);
                assert!(info.pv.len() > 1, "{name} {moves}: {}", info.pv[0]);
            }
            let views: HashSet<u64> = lines
                .iter()
                .map(|info| {
                    let mut next = position.clone();
                    next.play(info.pv[0]).unwrap();
                    canonical_key(&next).0
                })
                .collect();
            assert_eq!(views.len(), 6, "{name} {moves}");
            let has_centre = lines.iter().any(|info| info.pv[0].square() == size.centre());
            // On the largest board more points than lines are worth nearly the same: 4 hundredths apart.
            let is_even = lines.iter().all(|info| lines[0].score - info.score < 20);
            assert!(has_centre || moves == "h8" || is_even, "{name} {moves}");
        }
    }
}

/// More lines than there are moves: one for each move.
#[test]
fn no_more_lines_than_moves() {
    let position = position("xox/o1x/2o x k=3");
    let options = SearchOptions { multi_pv: 10, ..SearchOptions::default() };
    let thought = ask(&mut searcher(), &position, &depth(4), &options);
    let most = thought.infos().filter_map(|info| info.multipv).max();
    assert_eq!(most, Some(3));
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let mut dice = Dice::new(53);
    for position in openings(53, 24) {
        let legal = position.legal_moves();
        let wanted: Vec<Move> = (0..3).map(|_| dice.pick(&legal)).collect();
        let limits = Limits { search_moves: wanted.clone(), ..depth(4) };
        let thought = think(&position, &limits);
        for info in thought.infos() {
            assert!(wanted.contains(&info.pv[0]), "{:?} of {wanted:?}: {position:?}", info.pv);
        }
    }
}

#[test]
fn no_more_nodes_than_allowed() {
    for position in openings(54, 12) {
        for limit in [1, 2, 10, 100, 5000] {
            let thought = think(&position, &nodes(limit));
            let visited = thought.last().nodes.unwrap();
            assert!(visited <= limit, "{visited} > {limit}: {position:?}");
        }
    }
}

#[test]
fn depth_is_what_was_asked_for() {
    for position in openings(55, 12) {
        for plies in 1..=4 {
            let thought = think(&position, &depth(plies));
            if !thought.score().is_decisive() {
                assert_eq!(thought.last().depth, plies, "{position:?}");
            }
        }
    }
}

/// A stop that came before the question still gets an answer.
#[test]
fn a_stop_is_obeyed_at_once() {
    for position in openings(56, 12) {
        let listener = Listener::new();
        listener.signals().stop();
        let begun = Instant::now();
        let unlimited = Limits { infinite: true, ..Limits::default() };
        let choice = searcher().search(&position, &unlimited, &SearchOptions::default(), &listener);
        assert!(begun.elapsed() < Duration::from_millis(500), "{position:?}");
        assert_eq!(position.check(choice.best.unwrap()), Ok(()), "{position:?}");
        let is_info = |report: &Report| matches!(report, Report::Info(_));
        assert!(listener.reports().iter().any(is_info), "{position:?}");
    }
}

#[test]
fn a_stop_from_another_thread_ends_the_search() {
    let position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
    let listener = Listener::new();
    let stopped = std::thread::scope(|scope| {
        scope.spawn(|| {
            let unlimited = Limits { infinite: true, ..Limits::default() };
            searcher().search(&position, &unlimited, &SearchOptions::default(), &listener)
        });
        std::thread::sleep(Duration::from_millis(300));
        listener.signals().stop();
        Instant::now()
    });
    assert!(stopped.elapsed() < Duration::from_millis(500));
}

/// The moves in which a win is wanted.
fn mate(moves: u32) -> Limits {
    Limits { mate: Some(moves), ..Limits::default() }
}

#[test]
fn a_mate_search_finds_or_refutes() {
    // A win in two moves of its own, by an open three; none in one.
    for text in
        ["7/7/2xx3/3o3/3o3/7/7 x k=4", "5/5/1xx2/2o2/o4 x k=4", "8/8/2xxx3/8/2ooo3/8/8/8 x k=5"]
    {
        let position = position(text);
        let thought = think(&position, &mate(1));
        assert!(thought.texts().any(|text| text.contains("no mate")), "{text}");
        assert!(thought.score() < Score::win_in(1), "{text}");
        let thought = think(&position, &mate(2));
        assert_eq!(thought.score(), Score::win_in(3), "{text}");
    }
    // Neither side wins here.
    let drawn = position("xox/1o1/3 x k=3");
    for moves in 1..=3 {
        let thought = think(&drawn, &mate(moves));
        assert!(thought.texts().any(|text| text.contains("no mate")), "{moves}");
    }
}

/// The iterations find a longer win long before the complete search finds this one.
#[test]
fn a_mate_search_keeps_a_quiet_win() {
    let game = Variant::preset("standard").unwrap();
    let start = after(game, "k11 f11 k10 j6 h11 h9 e6 i6 e9 j7 l6");
    let thought = think(&start, &mate(5));
    assert!(thought.score() >= Score::win_in(9), "{:?}", thought.score());
}

/// An open four of one's own is a candidate although the opponent has one too.
#[test]
fn several_lines_name_every_quick_win() {
    let start = after(Variant::preset("gomoku").unwrap(), "h8 h9 i8 i9 j8 j9");
    let options = SearchOptions { multi_pv: 3, ..SearchOptions::default() };
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let thought = ask(&mut searcher(), &start, &limits, &options);
    let wins = thought.infos().filter(|info| info.depth == 4 && info.score == Score::win_in(3));
    assert_eq!(wins.count(), 2);
}

/// A win that one iteration has proven comes first in all later ones.
#[test]
fn among_several_lines_a_proven_win_stays() {
    let moves = "f8 e9 g9 e7 f10 h8 g10 e10 e11 f11 g12 g11 i10 h11 i9 i11 j11 h9 h7 g6 h12 d9 j10 h10 \
                 f7 d12";
    let start = after(Variant::preset("standard").unwrap(), moves);
    let options = SearchOptions { multi_pv: 3, ..SearchOptions::default() };
    let thought = ask(&mut searcher(), &start, &nodes(6000), &options);
    let firsts: Vec<_> = thought.infos().filter(|info| info.multipv == Some(1)).collect();
    assert!(firsts.len() >= 3);
    assert!(firsts.iter().all(|info| info.score == Score::win_in(9)), "{firsts:?}");
}
