//! The tree of a search, written down while it grows, for people who want to see what
//! looking ahead, cutting and remembering are.

use crate::control::{Monitor, Report, Visit, Why};
use crate::game::Move;
use crate::value::Score;

use super::task::Task;

/// Positions that are written down; a larger tree cannot be read.
const MOST: u32 = 20_000;

/// Writes down what is visited, if that was asked for.
pub struct Trace<'a> {
    /// Takes the visits; `None` where nothing is written down.
    monitor: Option<&'a dyn Monitor>,
    /// Numbers of the positions on the way from the root.
    path: Vec<u32>,
    visited: u32,
}

impl<'a> Trace<'a> {
    /// Writes, if the limits of the task say so.
    pub fn new(task: &Task<'a>) -> Trace<'a> {
        let monitor = task.limits.trace.then_some(task.monitor);
        Trace { monitor, path: Vec::new(), visited: 0 }
    }

    /// A position is visited that the last move led to; `None` where nothing is
    /// written down. The root has no last move of its own.
    pub fn enter(&mut self, last: Option<Move>, window: Option<(Score, Score)>) -> Note {
        self.monitor?;
        self.visited = self.visited.saturating_add(1);
        let parent = self.path.last().copied();
        let ply = self.path.len() as u32;
        self.path.push(self.visited);
        let mv = last.filter(|_| parent.is_some());
        let visit = Visit {
            number: self.visited,
            parent: parent.unwrap_or(0),
            ply,
            mv,
            window,
            ..Visit::default()
        };
        Some(Box::new(visit))
    }

    /// The position is left again, with its value if that is known by now.
    pub fn leave(&mut self, note: Note, score: Option<Score>) {
        let (Some(monitor), Some(mut visit)) = (self.monitor, note) else { return };
        self.path.pop();
        visit.score = score;
        if score.is_none() {
            visit.why = Why::Stopped;
        }
        if visit.number <= MOST {
            monitor.report(Report::Visit(visit));
        }
        if self.path.is_empty() && self.visited > MOST {
            let left = self.visited - MOST;
            monitor.report(Report::Text(format!("trace: {left} more positions are left out")));
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
    use std::collections::HashMap;
    use std::sync::Mutex;

    use super::*;
    use crate::clock::Instant;
    use crate::control::{Limits, Signals};
    use crate::game::{Position, Setup, Variant};
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
        let tictactoe = Variant::preset("tictactoe").unwrap();
        let position: Position = Setup::parse(fen, &tictactoe).unwrap().build().unwrap();
        let limits = Limits { depth: Some(depth), trace: true, ..Limits::default() };
        let listener = TraceListener {
            signals: Signals::default(),
            started: Instant::now(),
            heard: Mutex::default(),
        };
        let task = Task { position: &position, limits: &limits, monitor: &listener, settings };
        let mut chooser = player::create(player).unwrap();
        assert!(chooser.can_trace());
        chooser.choose(task, &mut player::seeded(0)).unwrap();
        let mut tree = HashMap::new();
        let mut nodes = 0;
        for report in listener.heard.into_inner().unwrap() {
            match report {
                Report::Visit(visit) => drop(tree.insert(visit.number, *visit)),
                Report::Info(info) => nodes = info.nodes.unwrap(),
                _ => {}
            }
        }
        (tree, nodes)
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
}
