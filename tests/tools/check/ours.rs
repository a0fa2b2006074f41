//! This program before its own checker: it passes everything, in every protocol.

use super::trials::passes;

/// Passes all checks of a protocol, none left out.
fn passes_all(options: &[&str]) {
    passes(options, &[env!("CARGO_BIN_EXE_tengen").to_owned()], &[]).unwrap();
}

#[test]
fn tengen_passes_natively() {
    // Its own protocol is the one that is found out.
    passes_all(&[]);
}

#[test]
fn tengen_passes_in_the_gomocup_s_protocol() {
    passes_all(&["--protocol", "gomocup"]);
}

#[test]
fn tengen_passes_in_ugi() {
    passes_all(&["--protocol", "ugi"]);
}

/// A player without an opinion sends no score, and is not asked for one.
#[test]
fn a_player_without_an_opinion_passes() {
    let command = [env!("CARGO_BIN_EXE_tengen"), "--set", "Player=scoretable"];
    let skipped = ["option-case", "multipv", "wdl", "mate-count", "mate-true"];
    passes(&[], &command.map(str::to_owned), &skipped).unwrap();
}
