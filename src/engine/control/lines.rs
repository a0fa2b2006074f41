//! What a thinker said, kept for afterwards.

use super::Info;
use crate::game::Move;

/// The lines that a thinker reported. They come in rounds, best first: one round for each
/// iteration, which is cut short where a limit ends it.
#[derive(Clone, Debug, Default)]
pub struct ReportedLines {
    /// The round in progress.
    newest: Vec<Info>,
    /// The last complete round: no round before it was longer.
    whole: Vec<Info>,
    /// The last complete round with the lines of later, shorter rounds in front of its own.
    patched: Vec<Info>,
}

impl ReportedLines {
    /// Takes a line; one of the first rank begins a round.
    pub fn add(&mut self, info: Info) {
        if info.multipv.unwrap_or(1) <= 1 {
            self.end_round();
        }
        self.newest.push(info);
    }

    /// The last round that was not cut short: all its values are of the same depth.
    pub fn into_whole_round(mut self) -> Vec<Info> {
        self.end_round();
        self.whole
    }

    /// The newest lines, completed by those of earlier rounds where the last one was cut
    /// short.
    pub fn into_newest(mut self) -> Vec<Info> {
        self.end_round();
        self.patched
    }

    fn end_round(&mut self) {
        let mut round = std::mem::take(&mut self.newest);
        if round.len() >= self.whole.len() {
            self.whole.clone_from(&round);
            self.patched = round;
            return;
        }
        let first_moves: Vec<Option<Move>> = round.iter().map(first_move).collect();
        let is_new = |info: &Info| !first_moves.contains(&first_move(info));
        round.extend(std::mem::take(&mut self.patched).into_iter().filter(is_new));
        round.truncate(self.whole.len());
        self.patched = round;
    }
}

fn first_move(info: &Info) -> Option<Move> {
    info.pv.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(lines: &[(u32, u32, &str)]) -> ReportedLines {
        let mut reported = ReportedLines::default();
        for &(rank, depth, mv) in lines {
            let pv = vec![mv.parse().unwrap()];
            reported.add(Info { multipv: Some(rank), depth, pv, ..Info::default() });
        }
        reported
    }

    fn told(lines: &[Info]) -> Vec<(u32, String)> {
        lines.iter().map(|info| (info.depth, info.pv[0].to_string())).collect()
    }

    fn expected<const N: usize>(lines: [(u32, &str); N]) -> Vec<(u32, String)> {
        lines.map(|(depth, mv)| (depth, mv.to_owned())).into()
    }

    const ROUNDS: [(u32, u32, &str); 6] =
        [(1, 1, "a1"), (2, 1, "b1"), (3, 1, "c1"), (1, 2, "b1"), (2, 2, "a1"), (3, 2, "d1")];

    #[test]
    fn the_last_round_counts() {
        let lines = expected([(2, "b1"), (2, "a1"), (2, "d1")]);
        assert_eq!(told(&reported(&ROUNDS).into_newest()), lines);
        assert_eq!(told(&reported(&ROUNDS).into_whole_round()), lines);
        assert_eq!(told(&reported(&[]).into_newest()), []);
    }

    /// One of its lines is not in the round before: the worst of those has no room.
    #[test]
    fn a_round_that_was_cut_short_is_completed_or_passed_over() {
        let cut = [&ROUNDS[..], &[(1, 3, "d1")]].concat();
        let newest = expected([(3, "d1"), (2, "b1"), (2, "a1")]);
        assert_eq!(told(&reported(&cut).into_newest()), newest);
        let before = expected([(2, "b1"), (2, "a1"), (2, "d1")]);
        assert_eq!(told(&reported(&cut).into_whole_round()), before);

        let twice = [&cut[..], &[(1, 3, "e1"), (2, 3, "a1")]].concat();
        let newest = expected([(3, "e1"), (3, "a1"), (3, "d1")]);
        assert_eq!(told(&reported(&twice).into_newest()), newest);
        assert_eq!(told(&reported(&twice).into_whole_round()), before);
    }
}
