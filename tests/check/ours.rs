//! This program before its own checker: it passes everything, in every protocol.

use libtest_mimic::{Failed, Trial};

use super::trials::passes;

/// A run of all checks of a protocol.
fn trial(name: &str, options: &'static [&str], skipped: &'static [&str]) -> Trial {
    Trial::test(name, move || -> Result<(), Failed> {
        passes(options, &[env!("CARGO_BIN_EXE_tengen").to_owned()], skipped)
    })
}

pub fn all() -> Vec<Trial> {
    vec![
        // Its own protocol is the one that is found out.
        trial("tengen natively", &[], &[]),
        trial("tengen in the Gomocup's protocol", &["--protocol", "gomocup"], &[]),
        trial("tengen in UGI", &["--protocol", "ugi"], &[]),
    ]
}
