//! Games in files: every format there and back, under noise, and the tool that
//! turns one into the other.

#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod convert;
mod games;
mod noise;
mod round_trips;

/// The manual explains every format, with every extension.
#[test]
fn every_format_has_a_row() {
    let manual = include_str!("../../protocol.md");
    for format in tengen_engine::record::Format::all() {
        let extensions: Vec<String> =
            format.extensions().iter().map(|extension| format!("`.{extension}`")).collect();
        let cells = [format!("| `{format}` |"), extensions.join(" ")].join(" ");
        assert!(manual.contains(cells.trim_end()), "{cells}");
    }
}
