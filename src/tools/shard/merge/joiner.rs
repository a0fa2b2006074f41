//! What puts the results of one kind of work together.

use tengen_host::cli::failure::Failure;

use super::super::contract::Shard;
use super::super::exit::REFUSED;
use super::super::result::ResultFile;

/// Puts the results of one kind together.
pub(super) trait Joiner {
    /// Takes the next result, in the order of the shards.
    ///
    /// # Errors
    /// When it is not what its shard asked for.
    fn add(&mut self, shard: &Shard, result: &mut ResultFile) -> anyhow::Result<()>;

    /// All were taken: prints or writes what they come to.
    ///
    /// # Errors
    /// When that cannot be written.
    fn finish(self: Box<Self>) -> Result<(), Failure>;
}

/// The end of a merge that was given a result it does not believe.
pub(super) fn refused(shard: &Shard, error: &dyn std::fmt::Display) -> Failure {
    Failure::Coded(REFUSED, format!("{}: {error}", shard.id))
}
