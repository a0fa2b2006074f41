//! The folder of the results, as an argument.

use std::path::PathBuf;

use clap::Args;

/// Where results are.
#[derive(Args, Clone, Debug)]
pub(super) struct Folder {
    /// The folder of the results
    #[arg(long = "dir", value_name = "DIR", default_value = ".")]
    pub path: PathBuf,
}
