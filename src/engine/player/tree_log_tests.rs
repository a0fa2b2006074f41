//! Traces, read by a reader that believes nothing.

use std::sync::Mutex;

use std::collections::HashMap;

use super::{Settings, Task};
use crate::clock::Instant;
use crate::control::{Limits, Monitor, Report, Signals, TraceForm, TreeStep, Visit, Why};
use crate::game::symmetry::Symmetry;
use crate::game::{ByColor, Position, Setup, Variant};
use crate::player;
use crate::value::{Bound, Score};

/// Positions, or steps, of which a tree tells.
const MOST: usize = 20_000;

/// Keeps the visits that it is told.
struct TraceListener {
    signals: Signals,
    started: Instant,
    heard: Mutex<Vec<Report>>,
}

impl Monitor for TraceListener {
    fn signals(&self) -> &Signals {
        &self.signals
    }
    fn started(&self) -> Instant {
        self.started
    }
    fn report(&self, report: Report) {
        self.heard.lock().unwrap().push(report);
    }
}

/// The tree of a search by number, and the nodes that the player counted.
fn grow(player: &str, fen: &str, depth: u32, settings: &Settings) -> (HashMap<u32, Visit>, u64) {
    let mut tree = HashMap::new();
    let mut nodes = 0;
    for report in reports(player, fen, depth, settings, TraceForm::Visits) {
        match report {
            Report::Visit(visit) => drop(tree.insert(visit.number, *visit)),
            Report::Info(info) => nodes = info.nodes.unwrap(),
            _ => {}
        }
    }
    (tree, nodes)
}

/// What a player reports while it writes down its tree.
fn reports(
    player: &str,
    fen: &str,
    depth: u32,
    settings: &Settings,
    form: TraceForm,
) -> Vec<Report> {
    let limits = Limits { depth: Some(depth), trace: Some(form), ..Limits::default() };
    assert!(player::create(player).unwrap().can_trace(settings));
    asked(player, fen, &limits, settings)
}

/// What a player reports that is asked for a move.
fn asked(player: &str, fen: &str, limits: &Limits, settings: &Settings) -> Vec<Report> {
    let tictactoe = Variant::preset("tictactoe").unwrap();
    let position: Position = Setup::parse(fen, &tictactoe).unwrap().build().unwrap();
    let listener = TraceListener {
        signals: Signals::default(),
        started: Instant::now(),
        heard: Mutex::default(),
    };
    let task = Task { position: &position, limits, monitor: &listener, settings };
    let mut chooser = player::create(player).unwrap();
    chooser.choose(task, &mut player::seeded(0)).unwrap();
    listener.heard.into_inner().unwrap()
}

const POSITION: &str = "x1o/1o1/x2 x k=3";

#[test]
fn a_full_tree_proves_its_value() {
    let (tree, nodes) = grow("minimax", POSITION, 9, &Settings::default());
    assert_eq!(tree.len() as u64, nodes);
    for visit in tree.values() {
        let below = tree.values().filter(|other| other.parent == visit.number);
        let best = below.map(|other| -other.score.unwrap()).max();
        match visit.why {
            Why::All => assert_eq!(visit.score, best, "{visit:?}"),
            why => assert!(why == Why::End && best.is_none(), "{visit:?}"),
        }
        let parent = tree.get(&visit.parent).map_or(0, |parent| parent.ply + 1);
        assert_eq!((visit.ply, visit.mv.is_some()), (parent, visit.number > 1), "{visit:?}");
    }
    assert_eq!(tree[&1].parent, 0);
}

#[test]
fn what_is_cut_is_named_and_changes_nothing() {
    let (full, _) = grow("minimax", POSITION, 9, &Settings::default());
    let (tree, nodes) = grow("alphabeta", POSITION, 9, &Settings::default());
    assert_eq!(tree.len() as u64, nodes);
    assert!(tree.len() < full.len() / 2, "{} of {}", tree.len(), full.len());
    assert_eq!(tree[&1].score, full[&1].score);
    let cut: Vec<&Visit> = tree.values().filter(|visit| visit.why == Why::Cut).collect();
    assert!(cut.iter().any(|visit| !visit.pruned.is_empty()));
    for visit in cut {
        let (_, beta) = visit.window.unwrap();
        assert!(visit.score.unwrap() >= beta, "{visit:?}");
    }
    let plain =
        Settings { ab_cut: false, ab_hash: false, ab_symmetry: false, ..Settings::default() };
    let (plain, _) = grow("alphabeta", POSITION, 9, &plain);
    assert_eq!(plain.len(), full.len());
    assert!(plain.values().all(|visit| visit.hash.is_none() && visit.pruned.is_empty()));
    let (empty, _) = grow("alphabeta", "3/3/3 x k=3", 9, &Settings::default());
    assert!(empty.values().any(|visit| visit.why == Why::Hash));
    assert!(empty.values().any(|visit| !visit.mirrored.is_empty()));
}

#[test]
fn large_trees_are_cut_short() {
    let (tree, nodes) = grow("minimax", "3/3/3 x k=3", 7, &Settings::default());
    assert_eq!(tree.len(), MOST);
    assert!(nodes > MOST as u64);
}

/// The steps of a search, and what was said in words.
fn steps(player: &str, fen: &str, depth: u32, settings: &Settings) -> (Vec<TreeStep>, String) {
    let mut steps = Vec::new();
    let mut words = String::new();
    for report in reports(player, fen, depth, settings, TraceForm::Events) {
        match report {
            Report::Step(step) => steps.push(*step),
            Report::Text(text) => words += &text,
            Report::Visit(visit) => panic!("{visit:?}"),
            _ => {}
        }
    }
    (steps, words)
}

/// What is known of a position while the steps are read.
struct Reading {
    parent: u32,
    ply: u32,
    position: Position,
    window: Option<(Score, Score)>,
    /// The best that was told, and the position that it is of.
    best: Option<(Score, u32)>,
    score: Option<Score>,
    bound: Bound,
}

/// Reads the steps as a person would who believes nothing, and answers the positions by number.
fn check(fen: &str, steps: &[TreeStep]) -> HashMap<u32, Reading> {
    let root: Position =
        Setup::parse(fen, &Variant::preset("tictactoe").unwrap()).unwrap().build().unwrap();
    let mut path: Vec<u32> = Vec::new();
    let mut read: HashMap<u32, Reading> = HashMap::new();
    for step in steps {
        match step {
            TreeStep::Enter { number, parent, ply, mv, window, .. } => {
                assert_eq!(
                    (path.last().copied().unwrap_or(0), path.len()),
                    (*parent, *ply as usize)
                );
                assert_eq!(*number as usize, read.len() + 1);
                let mut position = read.get(parent).map_or(&root, |above| &above.position).clone();
                if let Some(mv) = *mv {
                    position.play(mv).unwrap();
                }
                // The bounds of the opponent, from the other side.
                if let Some(above) = read.get(parent) {
                    assert_eq!(*window, above.window.map(|(alpha, beta)| (-beta, -alpha)));
                }
                path.push(*number);
                let (best, score, bound) = (None, None, Bound::Exact);
                let (parent, ply, window) = (*parent, *ply, *window);
                read.insert(*number, Reading { parent, ply, position, window, best, score, bound });
            }
            TreeStep::Mirror { number, mv, of, by } => {
                let position = &read[number].position;
                assert_eq!(by.apply_move(position.size(), *of), *mv);
                assert_eq!(by.key(position), position.key());
            }
            TreeStep::Known { number, of, by, bound, score } => {
                let [here, earlier] = [&read[number], &read[of]];
                assert_eq!(by.key(&earlier.position), here.position.key());
                assert_eq!(*bound, earlier.bound);
                if !score.is_decisive() {
                    assert_eq!(Some(*score), earlier.score);
                }
            }
            TreeStep::Bound { number, by, score, window } => {
                assert_eq!(read[by].parent, *number);
                assert_eq!(read[by].score, Some(-*score));
                let here = read.get_mut(number).unwrap();
                assert!(here.best.is_none_or(|(best, _)| best < *score));
                here.best = Some((*score, *by));
                if let Some((alpha, beta)) = *window {
                    assert!(alpha == *score && alpha < beta);
                    here.window = Some((alpha, beta));
                }
            }
            TreeStep::Cut { number, by, against, window: (alpha, beta), .. } => {
                assert_eq!((read[by].parent, read[by].score), (*number, Some(-*alpha)));
                assert!(alpha >= beta);
                // The opponent has a move elsewhere on the way that is worth as much.
                let cause = &read[against];
                assert!(path.contains(&cause.parent) && cause.parent != *number);
                let parity = (cause.ply + read[number].ply) % 2;
                assert_eq!((parity, cause.score), (0, Some(*beta)));
            }
            TreeStep::Value { number, score, bound, lines, .. } => {
                assert_eq!(path.pop(), Some(*number));
                let here = read.get_mut(number).unwrap();
                if let Some(lines) = lines {
                    let side = here.position.side();
                    let count = |counts: ByColor<i32>| counts[side] - counts[!side];
                    let worth = count(lines.open) + 40 * count(lines.lacking_one);
                    assert_eq!(*score, Some(Score::estimate(worth)));
                }
                (here.score, here.bound) = (*score, *bound);
            }
        }
    }
    assert!(path.is_empty());
    read
}

/// Every step follows from those before it, with all settings, and the values are those of the
/// whole tree.
#[test]
fn steps_say_what_happens_and_why() {
    let (whole, _) = grow("minimax", POSITION, 9, &Settings::default());
    let (told, _) = steps("minimax", POSITION, 9, &Settings::default());
    let read = check(POSITION, &told);
    assert_eq!(read.len(), whole.len());
    for (number, here) in &read {
        assert_eq!((here.score, here.bound), (whole[number].score, Bound::Exact));
        assert!(here.best.is_none_or(|(best, _)| Some(best) == here.score));
    }
    for bits in 0..16 {
        let settings = Settings {
            ab_cut: bits & 1 != 0,
            ab_order: bits & 2 != 0,
            ab_hash: bits & 4 != 0,
            ab_symmetry: bits & 8 != 0,
            ..Settings::default()
        };
        for (fen, depth) in [(POSITION, 9), ("3/1x1/o2 x k=3", 3), ("3/3/3 x k=3", 3)] {
            let (told, words) = steps("alphabeta", fen, depth, &settings);
            let read = check(fen, &told);
            let (visits, nodes) = grow("alphabeta", fen, depth, &settings);
            assert_eq!(read.len() as u64, nodes);
            assert!(read.iter().all(|(number, here)| here.score == visits[number].score));
            assert!(!words.contains("left out"));
            let has = |is: fn(&TreeStep) -> bool| told.iter().any(is);
            assert_eq!(settings.ab_cut, has(|step| matches!(step, TreeStep::Cut { .. })));
            assert!(settings.ab_hash || !has(|step| matches!(step, TreeStep::Known { .. })));
            assert!(settings.ab_symmetry || !has(|step| matches!(step, TreeStep::Mirror { .. })));
        }
    }
}

#[test]
fn tables_and_mirrors_name_the_earlier_position() {
    let (told, _) = steps("alphabeta", "3/1x1/o2 x k=3", 4, &Settings::default());
    let turned = told
        .iter()
        .filter(|step| matches!(step, TreeStep::Known { by, .. } if *by != Symmetry::IDENTITY));
    assert!(turned.count() > 0);
    let mirrors = told.iter().filter(|step| matches!(step, TreeStep::Mirror { number: 1, .. }));
    assert_eq!(mirrors.count(), 3, "the moves on one side of the diagonal");
}

/// Every position that is told as entered gets its value, and the rest is counted.
#[test]
fn long_stories_are_cut_short() {
    let (told, words) = steps("minimax", "3/3/3 x k=3", 9, &Settings::default());
    let count = |is: fn(&TreeStep) -> bool| told.iter().filter(|step| is(step)).count();
    let entered = count(|step| matches!(step, TreeStep::Enter { .. }));
    assert_eq!(entered, count(|step| matches!(step, TreeStep::Value { .. })));
    assert!((MOST..=MOST + 10).contains(&told.len()), "{}", told.len());
    assert!(matches!(told.last(), Some(TreeStep::Value { number: 1, score: Some(_), .. })));
    assert!(words.contains("more events are left out"), "{words}");
}

/// A mistake on purpose shows in the steps: the opponent's least is found, and the last returned.
#[test]
fn a_mistaken_search_returns_the_last_value() {
    let mistaken = Settings { mistake_min: true, ..Settings::default() };
    let (told, _) = steps("minimax", POSITION, 9, &mistaken);
    let mut best: HashMap<u32, Score> = HashMap::new();
    let mut wrong = 0;
    let mut plies: HashMap<u32, u32> = HashMap::new();
    for step in &told {
        match step {
            TreeStep::Enter { number, ply, .. } => drop(plies.insert(*number, *ply)),
            TreeStep::Bound { number, score, .. } => drop(best.insert(*number, *score)),
            TreeStep::Value { number, score, .. }
                if best.get(number).is_some_and(|&best| *score != Some(best)) =>
            {
                assert_eq!(plies[number] % 2, 1, "the player's own turns are right");
                wrong += 1;
            }
            _ => {}
        }
    }
    assert!(wrong > 0);
}

/// The engine's own search is told as it is: it finds the same with the same work whether it is written down or
/// not, and each step follows from those before it.
#[test]
fn the_search_of_the_engine_can_be_watched() {
    let fen = "15/15/15/15/15/15/7o7/7x1o5/7x7/15/15/15/15/15/15 x k=5";
    let settings = Settings { hash_mb: 4, ..Settings::default() };
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let silent = asked("engine", fen, &limits, &settings);
    let events = Limits { trace: Some(TraceForm::Events), ..limits.clone() };
    let told = asked("engine", fen, &events, &settings);
    let nodes = |reports: &[Report]| {
        let infos = reports.iter().filter_map(|report| match report {
            Report::Info(info) => Some((info.nodes, info.score, info.pv.clone())),
            _ => None,
        });
        infos.collect::<Vec<_>>()
    };
    assert_eq!(nodes(&silent), nodes(&told));
    assert!(silent.iter().all(|report| !matches!(report, Report::Step(_))));

    let steps: Vec<TreeStep> = told
        .into_iter()
        .filter_map(|report| if let Report::Step(step) = report { Some(*step) } else { None })
        .collect();
    let mut path: Vec<u32> = Vec::new();
    let mut read: HashMap<u32, EngineReading> = HashMap::new();
    let mut whys: HashMap<&str, u32> = HashMap::new();
    for step in &steps {
        match step {
            TreeStep::Enter { number, parent, ply, window, .. } => {
                assert_eq!(
                    (path.last().copied().unwrap_or(0), path.len()),
                    (*parent, *ply as usize)
                );
                path.push(*number);
                let asked = window.unwrap();
                read.insert(
                    *number,
                    EngineReading { parent: *parent, ply: *ply, asked, window: asked, score: None },
                );
            }
            TreeStep::Bound { number, by, score, window } => {
                assert_eq!((read[by].parent, read[by].score), (*number, Some(-*score)));
                let here = read.get_mut(number).unwrap();
                let (alpha, beta) = window.unwrap();
                assert!(
                    here.window.0 < *score
                        && *score == alpha
                        && alpha < beta
                        && beta == here.window.1
                );
                here.window = (alpha, beta);
            }
            TreeStep::Cut { number, by, against, window: (alpha, beta), .. } => {
                assert_eq!((read[by].parent, read[by].score), (*number, Some(-*alpha)));
                assert!(alpha >= beta);
                if let Some(cause) = read.get(against) {
                    assert!(path.contains(&cause.parent) && cause.parent != *number);
                    // The bound of the side that moved there; one more where more was asked for.
                    let is_theirs = (cause.ply + read[number].ply).is_multiple_of(2);
                    let score = cause.score.unwrap();
                    assert_eq!(*beta, if is_theirs { score } else { -score + 1 }, "{step:?}");
                }
            }
            TreeStep::Known { number, of, bound, .. } => {
                assert!(read[of].score.is_some() && path.last() == Some(number), "{bound:?}");
            }
            TreeStep::Value { number, score, bound, why, .. } => {
                assert_eq!(path.pop(), Some(*number));
                *whys.entry(why.name()).or_default() += 1;
                let here = read.get_mut(number).unwrap();
                here.score = *score;
                let (score, (_, beta)) = (score.unwrap(), here.asked);
                match why {
                    Why::All | Why::Late if score <= here.asked.0 => {
                        assert_eq!(*bound, Bound::Upper);
                    }
                    Why::Cut | Why::Margin => assert!(score >= beta && *bound == Bound::Lower),
                    _ => {}
                }
            }
            TreeStep::Mirror { .. } => panic!("{step:?}"),
        }
    }
    assert!(path.is_empty());
    let is_seen = |why: Why| whys.contains_key(why.name());
    for why in [Why::All, Why::Cut, Why::Leaf, Why::Margin, Why::Late, Why::Hash] {
        assert!(is_seen(why), "{why:?} in {whys:?}");
    }
    let roots = read.values().filter(|here| here.parent == 0).count();
    assert!(roots >= 4, "an iteration for each depth, {roots}");
}

/// What is known of a position of the engine's search while the steps are read.
struct EngineReading {
    parent: u32,
    ply: u32,
    /// The bounds as it was entered, and as they are now.
    asked: (Score, Score),
    window: (Score, Score),
    score: Option<Score>,
}

/// What is won before a tree begins is told without one, and a level tells none.
#[test]
fn wins_by_threats_need_no_tree() {
    let fen = "15/15/15/15/15/15/15/3oo2xxx5/7o7/15/15/15/15/15/15 x k=5";
    let settings = Settings { hash_mb: 4, ..Settings::default() };
    let (told, _) = steps("engine", fen, 4, &settings);
    let is_won = |step: &TreeStep| matches!(step, TreeStep::Value { number: 1, why: Why::Fours, score: Some(score), .. } if score.is_win());
    assert!(told.len() == 2 && is_won(&told[1]), "{told:?}");
    let weak = Settings { level: 3, ..settings };
    assert!(!player::create("engine").unwrap().can_trace(&weak));
}
