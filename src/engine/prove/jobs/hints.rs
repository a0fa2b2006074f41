//! Strategies that may win elsewhere, too.

use crate::game::Square;
use crate::game::symmetry::Symmetry;

use super::Job;
use super::similar::{Hint, has, shape, stones};
use super::tree::{Answers, JobTree, State, TreePlace, TryState};

/// The largest number of strategies of similar positions that a job gets to try.
const MOST: usize = 16;

impl JobTree {
    /// Findings whose strategies may win in the position of a job, too: those of positions in which
    /// one stone of the opponent stands elsewhere, the nearest first, and the one against all that
    /// is not listed. None with the opponent to move.
    // All that is won with the same stones of the prover is looked at, which takes longer than a
    // small job.
    pub fn hints(&self, job: &Job) -> Vec<Hint> {
        match self.find(&job.moves) {
            Some((at, None)) => self.hints_at(at),
            _ => Vec::new(),
        }
    }

    fn hints_at(&self, at: usize) -> Vec<Hint> {
        let place = &self.places[at];
        let theirs = stones(&place.position, !self.claim.prover);
        let similar = self.won.get(&shape(&place.position, self.claim.prover));
        let before = self.known_before(at);
        let mut near: Vec<(usize, u64, Symmetry)> = similar
            .into_iter()
            .flatten()
            .filter_map(|&other| {
                let State::Won(number) = self.places[other].state else { return None };
                (number < before).then_some(())?;
                let (distance, view) = self.distance(&self.places[other], place, &theirs)?;
                Some((distance, number, view))
            })
            .collect();
        near.sort_unstable_by_key(|&(distance, number, _)| (distance, number));
        near.truncate(MOST);
        let hints = near.into_iter().map(|(_, number, view)| Hint { number, view });
        let rest = place.parents.first().and_then(|&parent| self.rest(parent, at));
        hints.chain(rest.map(|number| Hint { number, view: Symmetry::IDENTITY })).collect()
    }

    /// The number of the finding that answers all other replies where one leads to a place.
    fn rest(&self, parent: usize, at: usize) -> Option<u64> {
        let State::Open(_, tries) = &self.places[parent].state else { return None };
        tries.iter().find_map(|one| match &one.state {
            TryState::Answered(Answers { places, others, .. }) if places.contains(&at) => *others,
            _ => None,
        })
    }

    /// How far the one stone of the opponent is moved that makes two positions differ, and the
    /// view in which that is so; `None` where more is different. `theirs` are the opponent's
    /// stones at `place`.
    fn distance(
        &self,
        other: &TreePlace,
        place: &TreePlace,
        theirs: &[Square],
    ) -> Option<(usize, Symmetry)> {
        let (size, prover) = (place.position.size(), self.claim.prover);
        let own = stones(&other.position, prover);
        let opposed = stones(&other.position, !prover);
        let seen = |view: Symmetry| {
            let is_same = |&stone: &Square| has(&place.position, view.apply(size, stone), prover);
            own.iter().all(is_same).then_some(())?;
            let seen: Vec<Square> = opposed.iter().map(|&it| view.apply(size, it)).collect();
            let is_new = |square: &&Square| !theirs.contains(square);
            let mut moved = seen.iter().filter(is_new);
            let (&from, None) = (moved.next()?, moved.next()) else { return None };
            let &to = theirs.iter().find(|square| !seen.contains(square))?;
            let (cols, rows) = (from.col().abs_diff(to.col()), from.row().abs_diff(to.row()));
            Some((cols.max(rows), view))
        };
        Symmetry::of(size).filter_map(seen).min_by_key(|&(distance, _)| distance)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{JobFinding, Others};
    use super::*;
    use crate::game::{Color, Position, Variant};
    use crate::proof::{Claim, Goal, Proof};
    use crate::value::Score;

    fn squares(text: &str) -> Vec<Square> {
        text.split(' ').map(|square| square.parse().unwrap()).collect()
    }

    /// Of d4 in eight views e6 is nearest to itself; of g2 it is b7.
    #[test]
    fn the_nearest_of_similar_positions_comes_first() {
        let position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        let claim = Claim { prover: Color::Black, goal: Goal::Wins };
        let mut tree = JobTree::new(&position, claim);
        let best = "h8".parse().unwrap();
        let open = JobFinding::Open { score: Score::DRAW, best, others: Vec::new() };
        assert_eq!(tree.take(&[], &open), Ok(0));
        let others = Others::Strategy(Box::new(Proof::new(position.clone(), claim)));
        let replies = JobFinding::Replies(squares("g2 d4 e6 h9"), others);
        assert_eq!(tree.take(&squares("h8"), &replies), Ok(1));
        let won = || JobFinding::Won(Box::new(Proof::new(position.clone(), claim)));
        assert_eq!(tree.take(&squares("h8 g2"), &won()), Ok(2));
        assert_eq!(tree.take(&squares("h8 d4"), &won()), Ok(3));
        let job = tree.question(&squares("h8 e6")).unwrap();
        let hints = tree.hints(&job);
        assert_eq!(hints.iter().map(|hint| hint.number).collect::<Vec<_>>(), [3, 2, 1]);
        let seen = hints[1].view.apply(position.size(), "g2".parse().unwrap());
        assert_eq!(seen.to_string(), "b7");
    }
}
