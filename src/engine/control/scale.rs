//! Scores for the outside: hundredths, chances, and moves to the end.

use super::{Info, Unit};
use crate::value::{Score, ScoreKind};

/// The advantage, in internal units, at which the engine wins three of four
/// games against itself. Outside it is called `cp 100`.
///
/// Measured: of the logistic curves through 142,405 scores of the engine's own
/// games at 20,000 nodes a move (2,570 games, 15x15 freestyle), the one with this unit
/// predicts the results best. To be measured again whenever the evaluation changes; the present
/// one seems to have some 400 (`tests/data/strength.md`).
pub const UNITS_PER_100_CP: i32 = 314;

/// Internal units as hundredths of that advantage.
pub const fn centi(units: i32) -> i32 {
    units * 100 / UNITS_PER_100_CP
}

/// Hundredths of that advantage as internal units.
pub fn units(centi: i32) -> i32 {
    let units = i64::from(centi) * i64::from(UNITS_PER_100_CP) / 100;
    units.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// An estimate as a number of hundredths: of the advantage that wins three of four
/// games, or of a line.
pub fn hundredths(units: i16, unit: Unit) -> i32 {
    match unit {
        Unit::Engine => centi(units.into()),
        Unit::Lines => 100 * i32::from(units),
        Unit::Nothing => 0,
    }
}

/// A score as `cp X` or `mate N`, N in the own moves of the side that wins,
/// negative when that is the opponent.
pub fn score_text(score: Score, unit: Unit) -> String {
    match score.kind() {
        ScoreKind::Estimate(units) => format!("cp {}", hundredths(units, unit)),
        ScoreKind::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        ScoreKind::Loss(plies) => format!("mate {}", -i32::from(plies.div_ceil(2))),
    }
}

/// Chances of win, draw and loss for the side to move, per mille; `draw` is how
/// much of what is even is a draw, per mille, as in [`Info`].
///
/// The odds of winning triple with every `cp 100`. What is expected of the game,
/// wins and half the draws, is the same for every share of draws that is not certain.
pub fn chances(score: Score, draw: u32) -> [u32; 3] {
    let win = match score.kind() {
        ScoreKind::Win(_) => return [1000, 0, 0],
        ScoreKind::Loss(_) => return [0, 0, 1000],
        ScoreKind::Estimate(_) if draw >= CERTAIN_DRAW => return [0, 1000, 0],
        ScoreKind::Estimate(units) => win_permille(centi(units.into())),
    };
    let half = win.min(1000 - win) * draw / 1000;
    [win - half, 2 * half, 1000 - win - half]
}

/// The chances that follow from a line of thought, as [`chances`] gives them: none where
/// the thinker has no opinion, and none from a count of lines that proves nothing.
pub fn chances_of(info: &Info) -> Option<[u32; 3]> {
    let is_proven = info.score.is_decisive() || info.draw >= CERTAIN_DRAW;
    let is_known = match info.unit {
        Unit::Engine => true,
        Unit::Lines => is_proven,
        Unit::Nothing => false,
    };
    is_known.then(|| chances(info.score, info.draw))
}

/// The share of draws where nothing else is possible.
const CERTAIN_DRAW: u32 = 1000;

/// 3^(i/10), in 65536ths: one tripling of the odds in ten steps.
const TRIPLING: [u64; 11] =
    [65536, 73146, 81640, 91121, 101_702, 113_512, 126_693, 141_405, 157_825, 176_153, 196_608];

/// Beyond these odds (3^12) every chance rounds to certainty.
const CERTAIN: u32 = 1200;

/// The logistic curve through 500 at 0 and 750 at 100, in whole numbers so that
/// every machine prints the same.
fn win_permille(cp: i32) -> u32 {
    let distance = cp.unsigned_abs().min(CERTAIN);
    let (triplings, rest) = (distance / 100, distance % 100);
    let step = (rest / 10) as usize;
    let (low, high) = (TRIPLING[step], TRIPLING[(step + 1).min(10)]);
    let odds = (low + (high - low) * u64::from(rest % 10) / 10) * 3_u64.pow(triplings);
    let all = odds + TRIPLING[0];
    let favourite = ((2000 * odds + all) / (2 * all)) as u32;
    if cp < 0 { 1000 - favourite } else { favourite }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_own_moves() {
        let texts = [
            (Score::win_in(1), "mate 1"),
            (Score::win_in(3), "mate 2"),
            (Score::loss_in(0), "mate 0"),
            (Score::loss_in(2), "mate -1"),
            (Score::loss_in(8), "mate -4"),
            (Score::DRAW, "cp 0"),
        ];
        for (score, text) in texts {
            for unit in [Unit::Engine, Unit::Lines] {
                assert_eq!(score_text(score, unit), text);
            }
        }
    }

    #[test]
    fn lines_are_counted_whole() {
        let three = Score::estimate(-3);
        assert_eq!(score_text(three, Unit::Lines), "cp -300");
        let counted = Info { score: three, unit: Unit::Lines, draw: 999, ..Info::default() };
        assert_eq!(chances_of(&counted), None, "no games were counted");
        let won = Info { score: Score::win_in(3), ..counted.clone() };
        assert_eq!(chances_of(&won), Some([1000, 0, 0]));
        let shut = Info { score: Score::DRAW, draw: 1000, ..counted };
        assert_eq!(chances_of(&shut), Some([0, 1000, 0]));
        assert_eq!(chances_of(&Info { unit: Unit::Nothing, ..won }), None);
    }

    #[test]
    fn a_hundred_wins_three_of_four() {
        assert_eq!(win_permille(0), 500);
        assert_eq!(win_permille(100), 750);
        assert_eq!(win_permille(-100), 250);
        assert_eq!(win_permille(200), 900);
        assert_eq!(win_permille(50), 634);
        assert_eq!(win_permille(i32::MAX), 1000);
        assert_eq!(win_permille(i32::MIN), 0);
        assert!((-1300..1300).all(|cp| win_permille(cp) <= win_permille(cp + 1)));
        assert!((-1300..1300).all(|cp| win_permille(cp) + win_permille(-cp) == 1000));
        for draw in [0, 500, 1000] {
            assert_eq!(chances(Score::win_in(5), draw), [1000, 0, 0]);
            assert_eq!(chances(Score::loss_in(4), draw), [0, 0, 1000]);
            let unit = UNITS_PER_100_CP;
            for units in [-4000, -unit, -1, 0, 5, unit, 3 * unit] {
                let score = Score::estimate(units);
                let [win, drawn, loss] = chances(score, draw);
                assert_eq!(win + drawn + loss, 1000);
                assert!(draw == 1000 || 2 * win + drawn == 2 * win_permille(centi(units)));
            }
        }
        assert_eq!(chances(Score::DRAW, 0), [500, 0, 500]);
        assert_eq!(chances(Score::DRAW, 500), [250, 500, 250]);
        assert_eq!(chances(Score::estimate(UNITS_PER_100_CP), 500), [625, 250, 125]);
        assert_eq!(chances(Score::estimate(UNITS_PER_100_CP), 1000), [0, 1000, 0]);
    }
}
