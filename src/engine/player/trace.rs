//! The tree of a search, written down while it grows, for people who want to see what
//! looking ahead, cutting and remembering are.

use std::collections::HashMap;

use crate::control::{LineCounts, Monitor, Report, TraceForm, TreeStep, Visit, Why};
use crate::game::Move;
use crate::game::symmetry::Symmetry;
use crate::value::{Bound, Score};

use super::task::Task;
use super::views::MirroredMove;

/// Positions, or steps, that are written down; a larger tree cannot be read.
const MOST: u32 = 20_000;

/// A position on the way from the root.
#[derive(Clone, Copy, Default)]
struct OnPath {
    number: u32,
    /// The earlier position whose value is the lower bound, for the side to move; 0 if none is.
    alpha_by: u32,
    /// The same of the upper bound.
    beta_by: u32,
    /// Whether it was told that the position is entered.
    is_told: bool,
}

/// Writes down what is visited, if that was asked for.
pub struct Trace<'a> {
    /// Takes what is written down; `None` where nothing is.
    monitor: Option<&'a dyn Monitor>,
    /// Whether steps are written down, not visits.
    tells_steps: bool,
    path: Vec<OnPath>,
    visited: u32,
    /// The number of the position that was left last.
    left: u32,
    /// Steps so far, told or not.
    steps: u32,
    /// The positions that the table knows by their keys, with the views that have these.
    known: HashMap<u64, (u32, Symmetry)>,
}

impl<'a> Trace<'a> {
    /// Writes, if the limits of the task say so.
    pub fn new(task: &Task<'a>) -> Trace<'a> {
        let form = task.limits.trace;
        Trace {
            monitor: form.is_some().then_some(task.monitor),
            tells_steps: form == Some(TraceForm::Events),
            path: Vec::new(),
            visited: 0,
            left: 0,
            steps: 0,
            known: HashMap::new(),
        }
    }

    /// A position is visited that the last move led to; `None` where nothing is
    /// written down. The root has no last move of its own.
    pub fn enter(&mut self, last: Option<Move>, window: Option<(Score, Score)>) -> Note {
        self.monitor?;
        self.visited = self.visited.saturating_add(1);
        let above = self.path.last().copied().unwrap_or_default();
        let (number, parent, ply) = (self.visited, above.number, self.path.len() as u32);
        let mv = last.filter(|_| parent != 0);
        let is_told = self.step(|| TreeStep::Enter { number, parent, ply, mv, window });
        let (alpha_by, beta_by) = (above.beta_by, above.alpha_by);
        self.path.push(OnPath { number, alpha_by, beta_by, is_told });
        Some(Box::new(Visit { number, parent, ply, mv, window, ..Visit::default() }))
    }

    /// The position is left again, with its value if that is known by now.
    pub fn leave(&mut self, note: Note, score: Option<Score>) {
        let (Some(monitor), Some(mut visit)) = (self.monitor, note) else { return };
        visit.score = score;
        if score.is_none() {
            visit.why = Why::Stopped;
        }
        self.left = visit.number;
        let is_told = self.path.pop().is_some_and(|position| position.is_told);
        if self.tells_steps {
            self.tell_value(monitor, &visit, is_told);
        } else if visit.number <= MOST {
            monitor.report(Report::Visit(visit));
        }
        if self.path.is_empty() {
            let (made, what) =
                if self.tells_steps { (self.steps, "events") } else { (self.visited, "positions") };
            if made > MOST {
                let left = made - MOST;
                monitor.report(Report::Text(format!("trace: {left} more {what} are left out")));
            }
        }
    }

    /// The position that is visited goes no deeper: its score counts these lines.
    pub fn count(&self, note: &mut Note, lines: impl FnOnce() -> LineCounts) {
        if let Some(visit) = note.as_mut().filter(|_| self.tells_steps) {
            visit.lines = Some(lines());
        }
    }

    /// Moves of the position are not tried, because they are mirror images of others.
    pub fn mirror(&mut self, note: &mut Note, mirrored: Vec<MirroredMove>) {
        let Some(visit) = note else { return };
        let number = visit.number;
        for MirroredMove { mv, of, by } in mirrored {
            self.step(|| TreeStep::Mirror { number, mv, of, by });
            // The line of the root names none, as ever: programs know it.
            if visit.parent != 0 {
                visit.mirrored.push(mv);
            }
        }
    }

    /// The table has an entry of that key, which the position has in the view of `symmetry`.
    pub fn know(
        &mut self,
        note: &mut Note,
        (key, symmetry): (u64, Option<Symmetry>),
        bound: Bound,
        score: Score,
    ) {
        let Some(visit) = note else { return };
        visit.hash = Some((bound, score));
        let number = visit.number;
        if let Some(&(of, seen)) = self.known.get(&key) {
            let here = symmetry.unwrap_or(Symmetry::IDENTITY);
            let by = seen.then(here.inverse());
            self.step(|| TreeStep::Known { number, of, by, bound, score });
        }
    }

    /// The position goes into the table by that key.
    pub fn remember(&mut self, note: &Note, (key, symmetry): (u64, Option<Symmetry>)) {
        if let Some(visit) = note
            && self.tells_steps
            && self.steps < MOST
        {
            let view = symmetry.unwrap_or(Symmetry::IDENTITY);
            self.known.insert(key, (visit.number, view));
        }
    }

    /// The move that was taken back last is the best so far, and worth this.
    pub fn raise(&mut self, note: &Note, score: Score, window: Option<(Score, Score)>) {
        let Some(visit) = note else { return };
        let (number, by) = (visit.number, self.left);
        self.step(|| TreeStep::Bound { number, by, score, window });
        if let Some(position) = self.path.last_mut() {
            position.alpha_by = by;
        }
    }

    /// The move that was taken back last is enough: the moves in `pruned` are not tried.
    pub fn cut(&mut self, note: &mut Note, window: (Score, Score), pruned: &[Move]) {
        let Some(visit) = note else { return };
        visit.why = Why::Cut;
        visit.pruned = pruned.to_vec();
        let (number, by) = (visit.number, self.left);
        let against = self.path.last().map_or(0, |position| position.beta_by);
        let pruned = &visit.pruned;
        self.step(|| TreeStep::Cut { number, by, against, window, pruned: pruned.clone() });
    }

    /// Tells a step, where steps are told and there is room for one more; says whether it was told.
    fn step(&mut self, step: impl FnOnce() -> TreeStep) -> bool {
        let Some(monitor) = self.monitor.filter(|_| self.tells_steps) else { return false };
        self.steps = self.steps.saturating_add(1);
        let is_told = self.steps <= MOST;
        if is_told {
            monitor.report(Report::Step(Box::new(step())));
        }
        is_told
    }

    /// Tells the value of a position. Whoever heard that it is entered hears this too, and there are
    /// no more of these than the tree is deep once the room for steps is used up.
    fn tell_value(&mut self, monitor: &dyn Monitor, visit: &Visit, is_told: bool) {
        let &Visit { number, score, why, window, lines, hash, .. } = visit;
        let bound = match (why, window, score) {
            (Why::Hash, ..) => hash.map_or(Bound::Exact, |(bound, _)| bound),
            (Why::All, Some((alpha, _)), Some(score)) if score <= alpha => Bound::Upper,
            (Why::Cut, ..) => Bound::Lower,
            _ => Bound::Exact,
        };
        if is_told {
            if self.steps < MOST {
                self.steps += 1;
            }
            let value = TreeStep::Value { number, score, bound, why, lines };
            monitor.report(Report::Step(Box::new(value)));
        } else {
            self.steps = self.steps.saturating_add(1);
        }
    }
}

/// What is written down about a position, as far as it is known.
pub type Note = Option<Box<Visit>>;

/// Says why a position was left.
pub fn because(note: &mut Note, why: Why) {
    if let Some(visit) = note {
        visit.why = why;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::clock::Instant;
    use crate::control::{Limits, Signals};
    use crate::game::{ByColor, Position, Setup, Variant};
    use crate::player::{self, Settings};

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
    fn grow(
        player: &str,
        fen: &str,
        depth: u32,
        settings: &Settings,
    ) -> (HashMap<u32, Visit>, u64) {
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
        let tictactoe = Variant::preset("tictactoe").unwrap();
        let position: Position = Setup::parse(fen, &tictactoe).unwrap().build().unwrap();
        let limits = Limits { depth: Some(depth), trace: Some(form), ..Limits::default() };
        let listener = TraceListener {
            signals: Signals::default(),
            started: Instant::now(),
            heard: Mutex::default(),
        };
        let task = Task { position: &position, limits: &limits, monitor: &listener, settings };
        let mut chooser = player::create(player).unwrap();
        assert!(chooser.can_trace());
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
        assert_eq!(tree.len(), MOST as usize);
        assert!(nodes > MOST.into());
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
                TreeStep::Enter { number, parent, ply, mv, window } => {
                    assert_eq!(
                        (path.last().copied().unwrap_or(0), path.len()),
                        (*parent, *ply as usize)
                    );
                    assert_eq!(*number as usize, read.len() + 1);
                    let mut position =
                        read.get(parent).map_or(&root, |above| &above.position).clone();
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
                    read.insert(
                        *number,
                        Reading { parent, ply, position, window, best, score, bound },
                    );
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
                assert!(
                    settings.ab_symmetry || !has(|step| matches!(step, TreeStep::Mirror { .. }))
                );
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

    /// Whoever hears that a position is entered hears its value, and the rest is counted.
    #[test]
    fn long_stories_are_cut_short() {
        let (told, words) = steps("minimax", "3/3/3 x k=3", 9, &Settings::default());
        let count = |is: fn(&TreeStep) -> bool| told.iter().filter(|step| is(step)).count();
        let entered = count(|step| matches!(step, TreeStep::Enter { .. }));
        assert_eq!(entered, count(|step| matches!(step, TreeStep::Value { .. })));
        assert!((MOST as usize..=MOST as usize + 10).contains(&told.len()), "{}", told.len());
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
}
