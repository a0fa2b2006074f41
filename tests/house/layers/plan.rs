//! The plan of the house: its packages and floors from the ground up, and its few exceptions.

use super::tree::Package;

/// What the order of a house is.
pub struct Order {
    /// From the ground up: each may import those before it.
    pub packages: &'static [Package],
    /// The layers of packages from the ground up; those on one floor do not know each
    /// other. A package that is not listed is one layer.
    pub floors: &'static [(&'static str, &'static [&'static [&'static str]])],
    pub doors: &'static [Door],
    /// Exported macros, which stand at the root of a package, and where they live.
    pub macros: &'static [(&'static str, &'static str)],
    /// Modules that do not know each other.
    pub tools: &'static [&'static str],
    /// Lines of the longest file that anyone minds reading.
    pub longest: usize,
    /// Files that may be longer, each with its reason.
    pub long_files: &'static [(&'static str, &'static str)],
    /// Files that may need each other until they are taken apart: how the paths of such
    /// a circle begin, each entry for one circle or more.
    pub circles: &'static [&'static [&'static str]],
}

/// A part of the house that sees less than its floor allows.
pub struct Door {
    /// How the paths of its files begin, under `src`.
    pub files: &'static str,
    /// All that they may import.
    pub sees: &'static [&'static str],
    /// Why it sees no more.
    pub why: &'static str,
}

/// The order of our house.
pub const OURS: Order = Order {
    packages: &[
        Package { name: "tengen_engine", folder: "engine/" },
        Package { name: "tengen_games", folder: "games/" },
        Package { name: "tengen_page", folder: "page/" },
        Package { name: "tengen_browser", folder: "browser/" },
        Package { name: "tengen_host", folder: "host/" },
        Package { name: "tengen_web", folder: "web/" },
        Package { name: "tengen_lab", folder: "lab/" },
        Package { name: "tengen", folder: "" },
    ],
    floors: &[
        (
            "tengen_engine",
            &[
                &["clock", "language", "value"],
                &["game"],
                &["control", "pattern", "proof"],
                &["eval"],
                &["solve"],
                &["search"],
                &["player", "prove"],
                &["puzzle"],
                &["session"],
                &["protocol"],
            ],
        ),
        (
            "tengen_games",
            &[
                &["line_log", "reasons", "record", "spec"],
                &["conversation", "match_log"],
                &["fault"],
                &["course", "table", "analysis", "puzzles"],
                &["openings", "review"],
                &["contracts"],
            ],
        ),
        (
            "tengen_page",
            &[
                &["new_table", "proofs", "puzzles", "review"],
                &["company", "finished", "matches"],
                &["envelope"],
                &["contracts", "files", "records"],
                &["brought", "people", "reasons", "reviews"],
            ],
        ),
        ("tengen_host", &[&["cli"], &["programs"]]),
        (
            "tengen_web",
            &[
                &["quotas"],
                &["limits", "descriptors", "module", "work"],
                &["outbox", "price"],
                &["engines", "store"],
                &["arguments", "tables"],
                &["invitations", "matches", "reviews", "open_tables"],
                &["net"],
            ],
        ),
        ("tengen", &[&["tools"], &["app"], &["main"]]),
    ],
    doors: &[
        Door {
            files: "engine/proof/",
            sees: &["tengen_engine::proof", "tengen_engine::game"],
            why: "who checks a proof needs the laws of the board and nothing else",
        },
        Door {
            files: "engine/protocol/",
            sees: &[
                "tengen_engine::protocol",
                "tengen_engine::session::message",
                "tengen_engine::session::options",
                "tengen_engine::value",
                "tengen_engine::game",
                "tengen_engine::control",
            ],
            why: "translators know words, not how moves are found",
        },
    ],
    macros: &[("tengen_engine::board", "tengen_engine::game")],
    tools: &[
        "tengen::tools::analyze",
        "tengen::tools::arena",
        "tengen::tools::check",
        "tengen::tools::convert",
        "tengen::tools::count",
        "tengen::tools::genfens",
        "tengen::tools::learn",
        "tengen::tools::openings",
        "tengen::tools::play",
        "tengen::tools::prove",
        "tengen::tools::puzzles",
        "tengen::tools::review",
        "tengen::tools::script",
        "tengen::tools::shard",
        "tengen::tools::stdio",
        "tengen::tools::verify",
    ],
    longest: 800,
    long_files: &[],
    circles: &[&["tools/check/"]],
};
