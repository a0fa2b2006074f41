//! Words, numbers and letters that reader and writer share.

use tengen_engine::game::Rule;

/// The comment of a move that was given.
pub(super) const OPENING_MOVE: &str = "opening move";
/// The unit behind the number of milliseconds that a move took.
pub(super) const MILLISECONDS: &str = "ms";

/// The numbers of the rules, for lines of five.
pub(super) const RULE_CODES: [(Rule, &str); 5] = [
    (Rule::Freestyle, "0"),
    (Rule::Standard, "1"),
    (Rule::Renju, "4"),
    (Rule::CaroOverline, "8"),
    (Rule::Caro, "9"),
];

/// The letters of points, in their order.
pub(super) const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Properties of the standards of all times that put no stone on the board, and are not kept.
pub(super) const WITHOUT_STONES: [&str; 61] = [
    "AN", "AR", "AS", "BL", "BM", "BR", "BS", "BT", "CH", "CP", "CR", "DD", "DI", "DM", "DO", "EL",
    "EX", "FG", "GB", "GW", "HA", "HO", "ID", "IP", "IT", "IY", "KM", "KO", "L", "LN", "M", "MN",
    "N", "OB", "OM", "ON", "OP", "OT", "OV", "OW", "PC", "PM", "RG", "SC", "SE", "SI", "SL", "SO",
    "SU", "TB", "TC", "TM", "TW", "UC", "US", "V", "VW", "WL", "WR", "WS", "WT",
];
