//! Where on a board things stand: thirds of each side, which make nine regions.

/// Regions of a board.
pub const REGIONS: usize = 9;

/// Kinds of regions, which share their layers: at a corner, at an edge, in the centre. So a network
/// says the same of a board however it is turned.
pub const KINDS: [usize; REGIONS] = [0, 1, 0, 1, 2, 1, 0, 1, 0];

/// Quarters that regions count by their kind: in how many of the four squares of four regions they
/// are.
pub const QUARTERS: [u8; 3] = [1, 2, 4];

/// The region of a point of a board with so many columns and rows.
pub const fn region([col, row]: [usize; 2], [width, height]: [usize; 2]) -> usize {
    3 * third(row, height) + third(col, width)
}

/// The third of a side: the first and the last one are equally long.
const fn third(at: usize, side: usize) -> usize {
    let edge = (side + 1) / 3;
    if at < edge {
        0
    } else if at + edge < side {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_are_the_same_from_both_ends() {
        for side in 3..=40 {
            let thirds: Vec<usize> = (0..side).map(|at| third(at, side)).collect();
            assert!(thirds.is_sorted() && thirds.iter().all(|&third| third < 3), "{thirds:?}");
            let turned: Vec<usize> = thirds.iter().rev().map(|third| 2 - third).collect();
            assert_eq!(thirds, turned);
            let counts = [0, 1, 2].map(|third| thirds.iter().filter(|&&one| one == third).count());
            assert!(counts[0].abs_diff(counts[1]) <= 1 || side == 4, "{counts:?}");
        }
        assert_eq!(region([7, 7], [15, 15]), 4);
        assert_eq!(region([14, 3], [15, 15]), 2);
        assert_eq!(region([5, 10], [15, 15]), 7);
    }
}
