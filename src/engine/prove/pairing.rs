//! Pairs of squares, one pair in every line: a player who answers each square of a pair with
//! the other is never passed by (Hales and Jewett 1963).

use crate::game::sort_by_key;

/// Lines looked at before the search gives up.
const LIMIT: u32 = 200;

/// Disjoint pairs such that each line has both squares of one; lines are sets of squares
/// as bits. `None` when there are none, or when they are hard to find.
pub(super) fn pairing(lines: &[u128]) -> Option<Vec<u128>> {
    if lines.iter().any(|line| line.count_ones() < 2) {
        return None;
    }
    let squares = lines.iter().fold(0, |all, line| all | line).count_ones();
    let mut finder = Finder { lines, squares, pairs: Vec::new(), left: LIMIT };
    finder.find(0).then_some(finder.pairs)
}

struct Finder<'a> {
    lines: &'a [u128],
    /// Squares of all lines.
    squares: u32,
    pairs: Vec<u128>,
    left: u32,
}

impl Finder<'_> {
    /// Goes on from the pairs there are; their number bounds the depth.
    fn find(&mut self, used: u128) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let open =
            self.lines.iter().filter(|&&line| !self.pairs.iter().any(|pair| pair & !line == 0));
        // The line with the fewest squares left decides first.
        let Some(&line) = open.clone().min_by_key(|&&line| (line & !used).count_ones()) else {
            return true;
        };
        let free = line & !used;
        if free.count_ones() < 2 {
            return false;
        }
        let open: Vec<u128> = open.copied().collect();
        if 2 * apart(&open, used) > self.squares - used.count_ones() {
            return false;
        }
        let mut choices = Vec::new();
        for one in bits(free) {
            for other in bits(free & !(2 * one - 1)) {
                let pair = one | other;
                let covered = open.iter().filter(|&&line| pair & !line == 0).count();
                choices.push((covered, pair));
            }
        }
        sort_by_key(&mut choices, |&(covered, _)| usize::MAX - covered);
        for (_, pair) in choices {
            self.pairs.push(pair);
            if self.find(used | pair) {
                return true;
            }
            self.pairs.pop();
        }
        false
    }
}

/// A number of lines no two of which one pair of free squares can serve: at least that number of
/// pairs is needed.
fn apart(lines: &[u128], used: u128) -> u32 {
    let mut apart: Vec<u128> = Vec::new();
    for line in lines {
        let free = line & !used;
        if apart.iter().all(|other| (other & free).count_ones() < 2) {
            apart.push(free);
        }
    }
    apart.len() as u32
}

/// The bits of a set, one by one.
pub(super) fn bits(mut set: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_pair() {
        let lines = [0b1111, 0b1111_0000, 0b0011_0011, 0b1100_1100];
        let pairs = pairing(&lines).unwrap();
        assert!(lines.iter().all(|line| pairs.iter().any(|pair| pair & !line == 0)));
        let mut used = 0;
        for pair in pairs {
            assert_eq!((pair.count_ones(), pair & used), (2, 0));
            used |= pair;
        }
        // Three lines in three squares, and a line of one square.
        assert_eq!(pairing(&[0b011, 0b101, 0b110]), None);
        assert_eq!(pairing(&[0b1]), None);
        assert_eq!(pairing(&[]), Some(Vec::new()));
    }
}
