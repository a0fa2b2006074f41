//! What each move of a game was worth, and where the game was lost.

use serde::Serialize;

use crate::analysis::Analysis;
use tengen_engine::control::scale::chances;
use tengen_engine::game::{Color, Move};
use tengen_engine::value::{Bound, Score, ScoreKind};

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// The move that the engine would have played.
    Best,
    /// Hardly worse than the best move.
    Good,
    /// Gave away some of the win rate.
    Inaccuracy,
    /// Gave away a good part of the win rate.
    Mistake,
    /// Gave away so much of the win rate that it may have decided the game.
    Blunder,
}

/// The loss of win rate, per mille, from which a move is worse than good.
const FAULTS: [(u32, Class); 3] =
    [(200, Class::Blunder), (MISTAKE, Class::Mistake), (50, Class::Inaccuracy)];

/// The loss of win rate, per mille, from which a move is a mistake.
pub const MISTAKE: u32 = 100;

/// The win rate, per mille, below which a position counts as lost.
pub const LOST: u32 = 50;

/// The win rate, per mille, from which a position counts as held after a longer search. Of moves
/// with 5 to 25 % after 30,000 positions most were found to lose in 300,000.
pub const HELD: u32 = 400;

/// A move with what was found out before and after it, both from the view of
/// the player who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// The player who made it.
    pub side: Color,
    /// What the position before the move was worth.
    pub before: (Score, Bound),
    /// What the position after the move was worth.
    pub after: (Score, Bound),
    /// Win rate given away, per mille; none by the best move.
    pub loss: u32,
    /// How good the move was.
    pub class: Class,
}

/// The share of a position's worth that a move of this loss keeps, per mille, as people feel it:
/// half is gone with 17 % of the win rate, all of it with a won game. Lichess uses such a curve.
const fn kept(loss: u32) -> u32 {
    (1000 - loss) * 1000 / (1000 + 4 * loss)
}

/// How well a player has played, per mille: the mean of what the own moves kept, of those that were
/// made while the game could still be held. `None` without any.
pub fn accuracy(side: Color, moves: &[Judged]) -> Option<u32> {
    let own = moves.iter().filter(|judged| judged.side == side && judged.is_held());
    let (count, sum) =
        own.fold((0, 0), |(count, sum), judged| (count + 1, sum + kept(judged.loss)));
    sum.checked_div(count)
}

impl Judged {
    /// Whether the move let a game slip that was won.
    pub fn has_missed_win(&self) -> bool {
        self.class >= Class::Mistake && is_won(self.before.0) && !is_won(self.after.0)
    }

    /// Whether the move gave the opponent a won game.
    pub fn has_allowed_win(&self) -> bool {
        self.class >= Class::Mistake && self.is_held() && is_lost(self.after.0)
    }

    /// Whether the position before the move could still be held.
    fn is_held(&self) -> bool {
        !is_lost(self.before.0)
    }
}

/// Lets what came of the moves that were played speak for the positions before
/// them: a player with a move that wins was winning, even if the analysis of
/// that position alone had not seen it. Only wins, proven ones and those that
/// are as good as certain, are taken over.
pub fn refine(moves: &[Move], verdicts: &mut [Analysis]) {
    for (turn, &mv) in moves.iter().enumerate().rev() {
        let Some([before, after]) = verdicts.get_mut(turn..turn + 2) else { continue };
        let score = self::before(after.first.score);
        if is_lost(after.first.score) && score > before.first.score {
            before.best = Some(mv);
            before.first.score = score;
            before.first.bound = turned(after.first.bound);
            before.first.depth = after.first.depth + 1;
            before.first.pv = std::iter::once(mv).chain(after.first.pv.iter().copied()).collect();
        }
    }
}

/// What a position is worth to the player to move, if the best move leaves the opponent with
/// `score`.
pub fn before(score: Score) -> Score {
    match score.kind() {
        ScoreKind::Loss(plies) => Score::win_in(plies + 1),
        ScoreKind::Win(plies) => Score::loss_in(plies + 1),
        ScoreKind::Estimate(_) => -score,
    }
}

/// Judges the moves of a game by what was found out about its positions, from
/// the one before the first move to the one after the last.
pub fn judge(first: Color, moves: &[Move], verdicts: &[Analysis]) -> Vec<Judged> {
    let sides = [first, !first].into_iter().cycle();
    let pairs = verdicts.iter().zip(verdicts.iter().skip(1));
    let judged = |((&mv, side), (before, after)): ((&Move, Color), (&Analysis, &Analysis))| {
        let before_it = (before.first.score, before.first.bound);
        let after_it = (-after.first.score, turned(after.first.bound));
        let is_best = before.best == Some(mv) || ends_as_soon(before_it.0, after_it.0);
        let loss = if is_best { 0 } else { regret(before, after) };
        let class = class_of(loss, is_best);
        Judged { mv, side, before: before_it, after: after_it, loss, class }
    };
    moves.iter().zip(sides).zip(pairs).map(judged).collect()
}

/// What is left less of the win rate by what was found out after a move than by what was before it, per
/// mille.
pub fn regret(before: &Analysis, after: &Analysis) -> u32 {
    win(before.first.score).saturating_sub(win(-after.first.score))
}

/// The class of a move that gave away `loss` of the win rate, per mille.
fn class_of(loss: u32, is_best: bool) -> Class {
    match FAULTS.into_iter().find(|&(least, _)| loss >= least) {
        Some((_, class)) => class,
        None if is_best => Class::Best,
        None => Class::Good,
    }
}

/// Whether the last move of `loser` left a lost position; false where `loser` made no move.
pub fn ends_lost(loser: Color, moves: &[Judged]) -> bool {
    let last = moves.iter().rev().find(|judged| judged.side == loser);
    last.is_some_and(|judged| is_lost(judged.after.0))
}

/// The index of the move with which `loser` left the last position that does not count as lost.
pub fn last_hold(loser: Color, moves: &[Judged]) -> Option<usize> {
    moves.iter().rposition(|judged| judged.side == loser && judged.is_held())
}

/// Whether a move wins as quickly as any, or loses as slowly, when both are
/// proven.
const fn ends_as_soon(before: Score, after: Score) -> bool {
    match (before.kind(), after.kind()) {
        (ScoreKind::Win(best), ScoreKind::Win(rest)) => rest < best,
        (ScoreKind::Loss(best), ScoreKind::Loss(rest)) => rest + 1 >= best,
        _ => false,
    }
}

fn is_lost(score: Score) -> bool {
    win(score) < LOST
}

fn is_won(score: Score) -> bool {
    win(score) > 1000 - LOST
}

/// The win rate of a score, per mille: the chance of winning and half of the chance of a draw.
pub fn win(score: Score) -> u32 {
    let [win, draw, _] = chances(score, 0);
    win + draw / 2
}

/// A bound as the opponent sees it.
const fn turned(bound: Bound) -> Bound {
    match bound {
        Bound::Exact => Bound::Exact,
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::control::Info;

    fn verdict(best: &str, score: Score) -> Analysis {
        let first = Info { score, ..Info::default() };
        Analysis { best: best.parse().ok(), first, ..Analysis::default() }
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    /// A score of about so many hundredths.
    fn cp(hundredths: i32) -> Score {
        Score::estimate(hundredths * 314 / 100)
    }

    #[test]
    fn moves_are_classed_by_what_they_give_away() {
        let worse_by = |loss| class_of(loss, false);
        assert_eq!([0, 49].map(worse_by), [Class::Good; 2]);
        assert_eq!([50, 99].map(worse_by), [Class::Inaccuracy; 2]);
        assert_eq!([100, 199].map(worse_by), [Class::Mistake; 2]);
        assert_eq!([200, 1000].map(worse_by), [Class::Blunder; 2]);

        // What the best move was, and what the opponent has after a1.
        for (best, after, class) in [
            ("a1", 0, Class::Best),
            ("a1", 300, Class::Best),
            ("b1", 0, Class::Good),
            ("b1", -200, Class::Good),
            ("b1", 27, Class::Inaccuracy),
            ("b1", 100, Class::Blunder),
        ] {
            let verdicts = [verdict(best, cp(0)), verdict("c1", cp(after))];
            let judged = &judge(Color::White, &moves("a1"), &verdicts)[0];
            assert_eq!(judged.class, class, "{best} {after}");
            assert_eq!((judged.side, judged.after.0), (Color::White, cp(-after)));
            let given_away = win(cp(0)).saturating_sub(win(cp(-after)));
            assert_eq!(judged.loss, if best == "a1" { 0 } else { given_away });
        }
        for (before, after, class) in [
            (Score::win_in(5), Score::loss_in(4), Class::Best),
            (Score::win_in(5), Score::loss_in(6), Class::Good),
            (Score::loss_in(6), Score::win_in(5), Class::Best),
            (Score::loss_in(6), Score::win_in(3), Class::Good),
        ] {
            let verdicts = [verdict("b1", before), verdict("c1", after)];
            assert_eq!(judge(Color::Black, &moves("a1"), &verdicts)[0].class, class);
        }
        let lower = Info { bound: Bound::Lower, ..Info::default() };
        let verdicts = [verdict("a1", cp(0)), Analysis { first: lower, ..Analysis::default() }];
        assert_eq!(judge(Color::Black, &moves("a1"), &verdicts)[0].after.1, Bound::Upper);
    }

    #[test]
    fn what_was_played_counts_as_seen() {
        let scores = [cp(0), cp(50), cp(80), Score::loss_in(4), Score::win_in(3)];
        let mut verdicts: Vec<Analysis> =
            scores.iter().map(|&score| verdict("z9", score)).collect();
        let played = moves("a1 b1 c1 d1");
        refine(&played, &mut verdicts);
        let refined: Vec<Score> = verdicts.iter().map(|verdict| verdict.first.score).collect();
        // c1 wins, so b1 was the mistake; what o could have done instead is as it was.
        let expected = [cp(0), cp(50), Score::win_in(5), Score::loss_in(4), Score::win_in(3)];
        assert_eq!(refined, expected);
        assert_eq!(verdicts[2].best, Some(played[2]));
        assert_eq!(verdicts[2].first.pv, [played[2]]);
        let judged = judge(Color::Black, &played, &verdicts);
        assert_eq!((judged[1].class, judged[2].class), (Class::Blunder, Class::Best));
        assert_eq!(last_hold(Color::White, &judged), Some(1));

        let mut slower = vec![verdict("a1", Score::win_in(3)), verdict("z9", Score::loss_in(8))];
        refine(&moves("b1"), &mut slower);
        assert_eq!(slower[0].first.score, Score::win_in(3), "a quicker win stays the best");
    }

    #[test]
    fn wins_that_slip_and_accuracy_are_told_of_each_player() {
        // x is winning and lets go; o plays on and loses it; x had nothing to lose in the end.
        let scores = [cp(0), cp(0), cp(400), cp(0), cp(-400), cp(400), cp(-400)];
        let mut verdicts: Vec<Analysis> =
            scores.iter().map(|&score| verdict("z9", score)).collect();
        verdicts[0].best = "a1".parse().ok();
        let judged = judge(Color::Black, &moves("a1 b1 c1 d1 e1 f1"), &verdicts);
        let of = |what: fn(&Judged) -> bool| judged.iter().map(what).collect::<Vec<_>>();
        assert_eq!(of(Judged::has_missed_win), [false, false, true, false, false, false]);
        assert_eq!(of(Judged::has_allowed_win), [false, true, false, false, false, false]);
        assert_eq!([0, 50, 100, 200, 500, 1000].map(kept), [1000, 791, 642, 444, 166, 0]);
        // Of x the first move and the third count: the fifth was made in a lost position.
        let third = kept(judged[2].loss);
        assert_eq!(accuracy(Color::Black, &judged), Some(u32::midpoint(1000, third)));
        assert_eq!(accuracy(Color::Black, &judged[3..]), None);
    }

    #[test]
    fn the_last_chance_of_the_loser_is_found() {
        // x is worse, survives a mistake of o, and then lets go.
        let scores = [
            cp(0),
            cp(100),
            cp(-100),
            cp(-50),
            cp(-20),
            Score::win_in(5),
            Score::loss_in(4),
            Score::win_in(3),
        ];
        let verdicts: Vec<Analysis> = scores.iter().map(|&score| verdict("z9", score)).collect();
        let judged = judge(Color::Black, &moves("a1 b1 c1 d1 e1 f1 g1"), &verdicts);
        assert_eq!(judged.len(), 7);
        assert_eq!(judged[4].class, Class::Blunder);
        assert!(ends_lost(Color::Black, &judged));
        assert_eq!(last_hold(Color::Black, &judged), Some(4));
        assert_eq!(last_hold(Color::Black, &judged[..4]), Some(2), "further back");
        // The other side has never been lost.
        assert!(!ends_lost(Color::White, &judged) && !ends_lost(Color::White, &[]));
        // Lost from the start: nothing to find.
        assert_eq!(last_hold(Color::Black, &judged[6..]), None);
    }
}
