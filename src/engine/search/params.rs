//! Every tunable of the search: one line each, reached through functions with a
//! meaning.
//!
//! All arithmetic is on integers, so that every machine searches the same tree.
//! With the feature `tune` the numbers can be set from outside; otherwise they are
//! what the table says.

use crate::pattern::threat::Threat;
use crate::value::{Depth, Score};

/// Declares the tunables: name, default, range and what it is.
macro_rules! params {
    ($($name:ident = $default:literal in $min:literal..=$max:literal, $what:literal;)*) => {
        /// The numbers that decide how the search spends its time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $(#[doc = $what] $name: i32,)*
        }

        impl Params {
            /// What matches have found best.
            pub const DEFAULT: Params = Params { $($name: $default,)* };

            /// Names, defaults and ranges, for tuners.
            #[cfg(feature = "tune")]
            pub const TABLE: &[(&str, i32, i32, i32)] =
                &[$((stringify!($name), $default, $min, $max),)*];

            /// Sets a number by its name.
            ///
            /// # Errors
            /// When there is none of that name, or the number is out of its range;
            /// says what was expected.
            #[cfg(feature = "tune")]
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), String> {
                match name {
                    $(stringify!($name) if ($min..=$max).contains(&value) => {
                        self.$name = value;
                        Ok(())
                    })*
                    $(stringify!($name) => Err(format!("{} to {}", $min, $max)),)*
                    _ => Err("the name of a tunable".to_owned()),
                }
            }
        }
    };
}

params! {
    // Figures with ± are Elo of new against old, with half of the 95 % interval, from
    // tests/data/strength.csv or the log of the repository.
    // From 90 units and four plies to these, with the look at the opponent's fours: 42 ± 44, 31 ± 36.
    reverse_futility = 65 in 0..=400, "Units for each ply by which a position may stand above the bound before it is not searched.";
    reverse_depth = 8 in 0..=12, "Deepest remaining depth for that.";
    futility_base = 70 in -200..=1000, "Units by which a position may stand below the bound before its quiet moves are skipped.";
    futility_ply = 90 in 0..=400, "The same, more for each ply.";
    futility_depth = 8 in 0..=12, "Deepest remaining depth for that.";
    count_base = 80 in 0..=400, "Sixteenths of moves searched before the quiet rest is skipped.";
    count_ply = 16 in 0..=100, "The same, times the square of the depth.";
    count_depth = 8 in 0..=20, "Deepest remaining depth for that.";
    // With one ply left or less 60 % of the positions fail low after 5.6 answers, and where one
    // helps it is the first in 93 of 100: 60 ± 37 up to that depth. One and three answers gained
    // less, within the error: 16 ± 42 and 26 ± 35.
    answer_count = 2 in 1..=64, "Answers to an open three tried before the rest is skipped, unless all of them lose.";
    answer_depth = 3 in 0..=8, "Deepest remaining depth for that.";
    // A four that stops nothing only pushes the loss behind the horizon: 44 ± 42 with 6, together
    // with six other changes; 3 was not measured alone.
    delaying_depth = 3 in -1..=20, "Deepest remaining depth at which fours that stop nothing answer an open three only where all else loses.";
    reduction_base = 0 in -64..=64, "Sixteenths of plies by which a late move is searched less deeply.";
    // 56 came to -15 ± 33, and half a ply more for every hundred units below the window to -12 ± 16.
    reduction_log = 50 in 16..=200, "What the product of the logarithms of depth and number is divided by.";
    // Three times as much came to -42 ± 39 before the network over all points; with it 5 in place of
    // 2 came to -1 ± 27.
    reduction_gap = 2 in 0..=64, "Sixteenths of plies more for each unit of log-odds that a move is less likely.";
    reduction_pv = 8 in -32..=64, "Sixteenths of plies less in open windows.";
    // From 6 plies on, with reduction_log=50 in place of 44: 9 ± 6 in 11,400 games.
    singular_depth = 6 in 4..=100, "Least depth at which the search asks how good the moves beside the hash move are.";
    singular_ply = 8 in 0..=60, "Units for each ply by which they have to be worse for it to be searched a ply deeper.";
    singular_double = 60 in 0..=1000, "Units more than that for two plies.";
    singular_negative = 1 in 0..=3, "Plies less for a hash move beside others that come near it, where it would refute.";
    // The others were 60 % of the lists there, and raised alpha in 25 of 16,150 cases. At every depth
    // short lists came to -41 ± 37.
    short_list_depth = 2 in -1..=100, "Deepest remaining depth at which only promising moves are tried.";
    shortest_list = 8 in 0..=1000, "Least number of promising moves for which the others are left out.";
    internal_depth = 5 in 2..=12, "Least depth at which a position without a known move is searched a ply less.";
    quiet_plies = 16 in 0..=40, "Plies beyond the nominal depth in which open threes are still answered.";
    aspiration = 24 in 4..=200, "Half the width of the first window, in units.";
    aspiration_depth = 4 in 1..=20, "Least depth of an iteration that begins with such a window.";
    aspiration_factor = 3 in 2..=8, "What the width of a window that failed is multiplied by.";
    aspiration_widest = 1000 in 100..=20000, "Half the width, in units, beyond which a window is opened altogether.";
    proof_margin = 1000 in 0..=10000, "Units below a likely win from which on a proof is tried.";
    proof_share = 100 in 0..=1000, "Percent of the nodes so far up to which a proof may take the search.";
    proof_nodes = 50_000 in 0..=1_000_000, "Nodes that a proof gets beside its share.";
    threat_promising = 400 in 0..=4000, "Units of the best move's value from which on a win by threats is likely.";
    // With fewer fours for each of its questions: of 1,023 problems 96.0 % are solved in 70,000
    // nodes in place of 94.9, and games show no difference within the error, -7 ± 30.
    threat_early = 40 in 5..=100, "Largest share of a search, in percent, that the threat search gets while it has spent few nodes.";
    threat_early_nodes = 40_000 in 0..=1_000_000, "Most nodes that it may spend by that share: most wins by threats are found by then.";
    threat_late = 20 in 5..=100, "Largest share of a long search, in percent, that it gets.";
    threat_most = 50 in 5..=100, "Largest share, in percent, that it gets where the best move is promising.";
    // 24, 64 and 256 in place of 64, 128 and 512: 40 ± 27; 10 in place of 24 at leaves, by itself:
    // -14 ± 29. Few of these searches meet their limit.
    vcf_leaf = 10 in 0..=4096, "Fours that a threat search may try at a leaf.";
    vcf_low = 64 in 0..=4096, "The same with one or two plies left.";
    vcf_mid = 256 in 0..=8192, "The same with three to five plies left.";
    vcf_high = 2048 in 0..=16384, "The same with more plies left.";
    // 350 came to -28 ± 18, 1,200 to 13 ± 12 with nodes that cost 5 % more, always to 32 ± 27 with
    // 16 % more.
    rough_margin = 600 in 0..=30000, "Units beyond the window from which on the network is not asked.";
    order_shapes = 4 in 1..=32, "Weight of the learned rating of moves in their order.";
    order_history = 4 in 0..=64, "Sixteenths of their history there.";
    order_killer = 600 in 0..=4000, "What a killer is worth in the order.";
    order_counter = 400 in 0..=4000, "What the answer to the same move is worth there.";
    urgency_five = 8000 in 0..=16000, "Rating of a point where the opponent makes a five; doubled when the five is ours.";
    urgency_open_four = 4000 in 0..=16000, "The same for a four that one move does not answer.";
    urgency_four_three = 1200 in 0..=16000, "The same for a four and an open three.";
    urgency_double_three = 600 in 0..=16000, "The same for two open threes.";
    history_blamed = 16 in 0..=256, "Most moves tried before a refutation whose history suffers.";
}

/// What a late move is searched for: what decides its reduction.
#[derive(Clone, Copy, Debug)]
pub struct Late {
    /// Remaining depth, in plies.
    pub depth: Depth,
    /// The place of the move in the order, from 1.
    pub number: usize,
    /// Whether the window is open.
    pub is_pv: bool,
    /// How much less likely the move is than the best, in hundredths of log-odds.
    pub gap: i32,
}

impl Params {
    /// The numbers to search with.
    pub fn current() -> Params {
        #[cfg(feature = "tune")]
        return *tune::CURRENT.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        #[cfg(not(feature = "tune"))]
        Params::DEFAULT
    }

    /// These numbers, but no threat search tries more than `most` fours.
    #[must_use]
    pub fn with_vcf_nodes(self, most: u64) -> Params {
        let most = i32::try_from(most).unwrap_or(i32::MAX);
        Params {
            vcf_leaf: self.vcf_leaf.min(most),
            vcf_low: self.vcf_low.min(most),
            vcf_mid: self.vcf_mid.min(most),
            vcf_high: self.vcf_high.min(most),
            ..self
        }
    }

    /// Whether a position so far above the bound is not searched.
    pub const fn is_far_above(&self, depth: Depth, surplus: i32) -> bool {
        depth.plies() <= self.reverse_depth && surplus >= self.reverse_futility * depth.plies()
    }

    /// Whether the search asks how good the moves beside the hash move are.
    pub const fn asks_for_others(&self, depth: Depth) -> bool {
        depth.plies() >= self.singular_depth
    }

    /// Units below the value of the hash move under which all others have to stay for it to be searched
    /// deeper.
    pub const fn singular_margin(&self, depth: Depth) -> i32 {
        self.singular_ply * depth.plies()
    }

    /// Units more than that for two plies.
    pub const fn singular_double(&self) -> i32 {
        self.singular_double
    }

    /// Plies less for a hash move that is not the only one to refute.
    pub const fn singular_negative(&self) -> i32 {
        self.singular_negative
    }

    /// Whether quiet moves are skipped in a position so far below the bound.
    pub const fn is_hopeless(&self, depth: Depth, deficit: i32) -> bool {
        depth.plies() <= self.futility_depth
            && deficit >= self.futility_base + self.futility_ply * depth.plies()
    }

    /// Whether quiet moves are skipped after `tried` moves.
    pub const fn is_late(&self, depth: Depth, tried: usize) -> bool {
        depth.plies() <= self.count_depth
            && tried as i32 * 16 >= self.count_base + self.count_ply * depth.plies() * depth.plies()
    }

    /// Whether the rest of the answers to an open three is skipped after `tried` of them.
    pub const fn is_answered(&self, depth: Depth, tried: usize) -> bool {
        depth.plies() <= self.answer_depth && tried as i32 >= self.answer_count
    }

    /// Whether a four that stops nothing counts as an answer to an open three, whatever others do.
    pub const fn allows_delaying_fours(&self, depth: Depth) -> bool {
        depth.plies() > self.delaying_depth
    }

    /// Plies by which a late quiet move is searched less deeply first. The chance of a
    /// move falls with its place in the order, and what a full search would cost grows
    /// with the depth: hence the product of the logarithms (CPW, Late Move Reductions).
    pub const fn late_move_reduction(&self, late: &Late) -> i32 {
        let Late { depth, number, is_pv, gap } = *late;
        let depth = depth.plies();
        if depth < 2 || number < 3 {
            return 0;
        }
        let product = log2_16(depth as u32) * log2_16(number as u32) / 16;
        let mut plies = self.reduction_base + product as i32 * 16 / self.reduction_log;
        plies += gap * self.reduction_gap / 100;
        if is_pv {
            plies -= self.reduction_pv;
        }
        let plies = plies.div_euclid(16);
        if plies < 0 {
            0
        } else if plies > depth - 1 {
            depth - 1
        } else {
            plies
        }
    }

    /// Whether only promising moves are tried.
    pub const fn uses_short_list(&self, depth: Depth) -> bool {
        depth.plies() <= self.short_list_depth
    }

    /// Least number of promising moves for which the others are left out.
    pub const fn shortest_list(&self) -> usize {
        self.shortest_list as usize
    }

    /// Whether a position without a known move is searched a ply less.
    pub const fn wants_move(&self, depth: Depth) -> bool {
        depth.plies() >= self.internal_depth
    }

    /// The maximum number of plies past the nominal depth at which the search still answers open
    /// threes.
    pub const fn quiet_plies(&self) -> usize {
        self.quiet_plies as usize
    }

    /// Half-width of the first aspiration window of an iteration, in internal units;
    /// `None` where the window is open from the beginning.
    pub fn aspiration(&self, depth: Depth) -> Option<i32> {
        (depth.plies() >= self.aspiration_depth).then_some(self.aspiration)
    }

    /// Half-width of the window after one that failed; `None` opens it altogether.
    pub fn wider(&self, width: i32) -> Option<i32> {
        let width = width * self.aspiration_factor;
        (width <= self.aspiration_widest).then_some(width)
    }

    /// A value beyond which, and a loss below its opposite, a win or loss is all but
    /// certain: a proof is tried there.
    pub fn nearly_decided(&self) -> Score {
        LIKELY - self.proof_margin
    }

    /// Nodes at which a proof ends that begins after `nodes` nodes.
    pub const fn proof_limit(&self, nodes: u64) -> u64 {
        nodes + nodes * self.proof_share as u64 / 100 + self.proof_nodes as u64
    }

    /// Nodes that the threat search may spend in all when a search has visited `nodes` and its best
    /// move has the value `value`: a small share at first, so that quick moves lose nothing by it,
    /// a fifth of long searches, and more where the side to move stands well.
    pub fn threat_share(&self, nodes: u64, value: Option<Score>) -> u64 {
        let share = |percent: u64| nodes / 100 * percent;
        if value.is_some_and(|value| value - Score::DRAW >= self.threat_promising) {
            return share((nodes / 1000).clamp(5, self.threat_most as u64));
        }
        let early = share((nodes / 1500).clamp(5, self.threat_early as u64));
        let late = share((nodes / 4000).clamp(5, self.threat_late as u64));
        early.min(self.threat_early_nodes as u64).max(late)
    }

    /// How urgent a point is for the threat that one player makes on it.
    pub const fn urgency(&self, threat: Threat) -> i32 {
        match threat {
            Threat::Five => self.urgency_five,
            Threat::OpenFour => self.urgency_open_four,
            Threat::FourThree => self.urgency_four_three,
            Threat::DoubleThree => self.urgency_double_three,
            Threat::Four | Threat::Three | Threat::None | Threat::Foul => 0,
        }
    }

    /// Units beyond the window from which on the network is not asked.
    pub const fn rough_margin(&self) -> i32 {
        self.rough_margin
    }

    /// The largest number of moves tried before a refutation whose history suffers.
    pub const fn history_blamed(&self) -> usize {
        self.history_blamed as usize
    }

    /// Fours that a threat search may try in a position with `depth` plies left.
    pub const fn vcf_limit(&self, depth: Depth) -> u64 {
        let limit = match depth.plies() {
            ..=0 => self.vcf_leaf,
            1 | 2 => self.vcf_low,
            3..=5 => self.vcf_mid,
            _ => self.vcf_high,
        };
        limit as u64
    }

    /// The order of a move: its learned rating, its history, and whether it
    /// refuted a sibling or the same move elsewhere.
    pub const fn order(&self, rating: i32, history: i32, killer: bool, counter: bool) -> i32 {
        let mut order = rating * self.order_shapes + history * self.order_history / 16;
        if killer {
            order += self.order_killer;
        }
        if counter {
            order += self.order_counter;
        }
        order
    }
}

/// Binary logarithm in sixteenths, rounded down, interpolated linearly.
const fn log2_16(number: u32) -> u32 {
    let whole = number.ilog2();
    whole * 16 + ((number << 4 >> whole) & 15)
}

/// Setting the numbers from outside.
#[cfg(feature = "tune")]
pub mod tune {
    use std::sync::RwLock;

    use crate::search::params::Params;

    /// What searches that begin from now on use.
    pub(super) static CURRENT: RwLock<Params> = RwLock::new(Params::DEFAULT);

    /// Sets a number for all searches that begin from now on.
    ///
    /// # Errors
    /// When there is none of that name, or the number is out of its range; says
    /// what was expected.
    pub fn set(name: &str, value: i32) -> Result<(), String> {
        CURRENT.write().unwrap_or_else(std::sync::PoisonError::into_inner).set(name, value)
    }
}

/// Fours that the threat searches at the root may try.
pub const ROOT_VCF_LIMIT: u64 = 200_000;

/// Positions that the threat search at the root may visit before anything else.
pub const FIRST_THREATS: u64 = 200;

/// Nodes after which the root reports the move it searches.
pub const CURRENT_MOVE_NODES: u64 = 2_000_000;

/// Boards up to this many squares are searched with every legal move wherever
/// the side to move seems lost, so that wins on them are proven as they are found.
pub const SMALL_AREA: usize = 64;

/// Positions with at most this many empty squares are searched without any
/// shortcut, so that distances to the end are exact.
pub const EXACT_EMPTIES: usize = 12;

/// Estimates beyond this magnitude are wins and losses that the search found
/// without proving them: some defences were not looked at.
pub const LIKELY: Score = Score::from_raw(20_000);

const _: () = assert!(
    Score::MAX_OPINION.magnitude() < LIKELY.magnitude() - Params::DEFAULT.proof_margin,
    "no evaluation looks like a win that was found"
);

/// VCF nodes for each move of the root where the opponent threatens to win by fours.
pub const ANSWER_VCF_LIMIT: u64 = ROOT_VCF_LIMIT / 20;

/// Deepest iteration, in plies.
pub const MAX_DEPTH: Depth = Depth::new(100);
