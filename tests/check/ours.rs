//! This program before its own checker: it passes everything, in every protocol.

use libtest_mimic::{Failed, Trial};

use super::trials::passes;

fn program() -> Vec<String> {
    vec![env!("CARGO_BIN_EXE_tengen").to_owned()]
}

pub fn all() -> Vec<Trial> {
    vec![Trial::test("tengen natively", native)]
}

fn native() -> Result<(), Failed> {
    // Its protocol is found out.
    passes(&[], &program(), &[])
}
