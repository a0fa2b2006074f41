//! The one table of options. Every protocol, the command line and the
//! documentation take names, kinds, ranges, defaults and help from here.

mod set;
mod spec;
mod table;
mod values;

pub use set::find;
pub use spec::{EMPTY, Effect, OptionKind, OptionSpec};
pub use table::TABLE;
pub use values::Options;
