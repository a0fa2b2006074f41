//! This program once more, for a tool.

use std::io;
use std::process::Command;

use tengen_host::programs::process::own_program;

use super::contract::WorkKind;

/// The command of a tool with its arguments.
///
/// # Errors
/// When the system does not say where this program is.
pub(super) fn tool(kind: WorkKind, arguments: &[String]) -> io::Result<Command> {
    let mut command = Command::new(own_program()?);
    command.arg(kind.tool()).args(arguments);
    Ok(command)
}
