//! What this program is: its version, and what it was built of.

use tengen_engine::eval::shipped_networks;
use tengen_host::cli::digest::Digester;

/// The version in one line, as after `tengen --version`.
pub(super) fn version() -> String {
    format!("tengen {}\n", env!("CARGO_PKG_VERSION"))
}

/// What a report of a fault needs beside the version, one `name: value` in a line: the commit of
/// the sources, the machine that the program was built for, what was built in, and the digest of
/// each network.
pub(super) fn details() -> String {
    let commit = option_env!("TENGEN_COMMIT").unwrap_or("not recorded");
    let features = [
        ("screen", cfg!(feature = "screen")),
        ("web", cfg!(feature = "web")),
        ("tune", cfg!(feature = "tune")),
        ("datagen", cfg!(feature = "datagen")),
    ];
    let built_in: Vec<&str> =
        features.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect();
    let built_in = if built_in.is_empty() { "none".to_owned() } else { built_in.join(", ") };
    let mut lines = vec![
        format!("commit: {commit}"),
        format!("target: {}", target()),
        format!("features: {built_in}"),
    ];
    lines.extend(shipped_networks().map(|network| {
        let mut digester = Digester::default();
        digester.add(network.bytes);
        format!("network {}: sha256 {}", network.rule, digester.finish())
    }));
    lines.join("\n") + "\n"
}

/// The processor, the system and its C library, as in `x86_64-linux-gnu`.
fn target() -> String {
    let library = if cfg!(target_env = "musl") {
        "-musl"
    } else if cfg!(target_env = "gnu") {
        "-gnu"
    } else if cfg!(target_env = "msvc") {
        "-msvc"
    } else {
        ""
    };
    format!("{}-{}{library}", std::env::consts::ARCH, std::env::consts::OS)
}
