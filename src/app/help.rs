//! The help pages: tools and arguments in groups, and an example for each tool.

use std::fmt::Write;

use clap::{Arg, ArgAction, Command};

use super::catalogue::Catalogue;

/// The tools, as `tengen --help` groups them. What is in no group, such as tools of
/// builds for developers, comes last.
const TOOLS: [(&str, &[&str]); 6] = [
    ("Play", &["play", "learn", "serve", "match"]),
    ("Study games", &["review", "analyze", "convert", "openings"]),
    ("Prove", &["prove", "verify", "puzzles"]),
    ("Test engines", &["check", "bench", "perft", "count"]),
    ("Many machines", &["shard", "genfens"]),
    ("Shell", &["completions", "man", "help"]),
];

/// The group of what is in none.
const OTHERS: &str = "Others";

/// An example for each tool; those of `play` and `match` stand with their arguments.
const EXAMPLES: [(&str, &str); 17] = [
    (
        "bench",
        "\
Example:
  The speed of this machine, always with one thread; the nodes are the same on every
  machine:
    tengen bench",
    ),
    (
        "analyze",
        "\
Examples:
  The best three moves after h8 i9, as JSON:
    echo '{\"id\":1,\"moves\":\"h8 i9\",\"multipv\":3,\"nodes\":100000}' | tengen analyze
  Every position of a game:
    tengen analyze --turns all game.psq",
    ),
    (
        "review",
        "\
Examples:
  Where a game was lost, in words:
    tengen review game.psq
  The same as a page for the browser, with a second for each position:
    tengen review game.sgf --movetime 1000 --html review.html",
    ),
    (
        "perft",
        "\
Examples:
  All games of three plies of tic-tac-toe:
    tengen perft 3 --variant tictactoe
  From a position:
    tengen perft 2 --fen 'x2/1o1/3 x k=3'",
    ),
    (
        "convert",
        "\
Examples:
  A Piskvork record as SGF:
    tengen convert game.psq game.sgf
  A collection, a file for each game:
    tengen convert games.pgn 'game-{}.sgf'",
    ),
    (
        "prove",
        "\
Examples:
  The value of a game, with a file that shows it (two for a draw):
    tengen prove --size 4x3 --k 3 --out value.proof
  A claim about a position, for a minute at most:
    tengen prove --fen '5/5/1xxx1/5/5 x k=4' --claim 'x wins' --time 60s --out win.proof
  A claim on many machines, in positions of which each is given a million nodes:
    tengen shard plan prove --size 7 --k 5 --claim 'o holds' --nodes 1000000 > plan.jsonl

Exit codes: 0 proven, checked and written; 1 refuted or undecided: the last line
says which; also where a proof could not be written to its place: standard error
says where it is; 2 wrong arguments.",
    ),
    (
        "verify",
        "\
Examples:
  Is the claim of a file true?
    tengen verify draw.proof
  Some more files, also packed, with every legal reply played:
    tengen verify --exhaustive a.proof b.proof.gz
  A file from elsewhere, for a minute at most:
    tengen verify --time 60s a.proof

Exit codes: 0 all are proven; 1 a file is not proven: its line says where its
strategy fails; 2 a file is no proof, or the arguments are wrong; 3 a file is
undecided, for --time or --replies came first. The worst of all files counts:
2, then 1, then 3.",
    ),
    (
        "puzzles",
        "\
Examples:
  Ten wins by fours in renju from games of the engine against itself:
    tengen puzzles --variant renju --kind vcf > renju.jsonl
  Hard wins by threats from a collection of games:
    tengen puzzles --kind vct --min-moves 6 --count 50 games.pgn
  Solve them in the terminal:
    tengen play --puzzle renju.jsonl

The right move is proven to win, and every other move to lose; the proofs are in
the line, checked. With --open an attack may have a few other moves, which the field
open names, after which no win was found, and no win of the opponent need be found
after the right move of a defence; how far was looked stands in the line (--searched,
--proved). The same arguments give the same bytes. Ctrl-C ends the work; with --out
the same command goes on with it.

Exit codes: 0 as many as wanted; 1 fewer, or interrupted; 2 wrong arguments.",
    ),
    (
        "serve",
        "\
Examples:
  A page on this machine, at http://127.0.0.1:8080:
    tengen serve
  With another engine to play against:
    tengen serve --engine \"name=other cmd=./pbrain-x proto=gomocup\"
  For a club, with four engines at most for each member:
    tengen serve --listen 0.0.0.0:8080 --host board.example --engines-each 4",
    ),
    (
        "check",
        "\
Examples:
  Does a Gomocup engine keep to its protocol?
    tengen check --protocol gomocup -- ./pbrain-x
  Two checks, with every line that is exchanged:
    tengen check --only hello,ready --verbose -- ./engine --its-own-argument
  Nothing but what its protocol asks for:
    tengen check --only protocol -- ./engine

Exit codes: 0 no check failed; 1 one of the protocol failed, or not all were made,
or the engine cannot be started; 2 wrong arguments; otherwise only checks of
strength (3), of manners (4) or of both (5) failed.",
    ),
    (
        "shard",
        "\
Example:
  All games of four plies of tic-tac-toe in four shards, each of which any machine
  may do, and their sum:
    tengen shard plan perft 4 --set Variant=tictactoe --shards 4 > plan.jsonl
    tengen shard run plan.jsonl 1
    tengen shard run plan.jsonl
    tengen shard merge plan.jsonl",
    ),
    (
        "learn",
        "\
Examples:
  The lessons, and the fifth one:
    tengen learn
    tengen learn 5
  The same in Chinese:
    tengen learn 5 --lang zh",
    ),
    (
        "count",
        "\
Example:
  Positions and games of tic-tac-toe, with and without symmetry:
    tengen count",
    ),
    (
        "openings",
        "\
Examples:
  Ten openings of renju in a file:
    tengen openings --variant renju --count 10 --out renju.txt
  A match with them:
    tengen match --variant renju --openings renju.txt --engine ./new --engine ./old",
    ),
    (
        "genfens",
        "\
Example:
  Eight openings, as OpenBench asks for them:
    tengen \"genfens 8 seed 42 book None\" quit
    tengen genfens 8 seed 42",
    ),
    (
        "completions",
        "\
Example:
  For bash, from the next shell on:
    mkdir -p ~/.local/share/bash-completion/completions
    tengen completions bash > ~/.local/share/bash-completion/completions/tengen",
    ),
    (
        "man",
        "\
Example:
  The manual page, to read it at once:
    tengen man | man -l -",
    ),
];

/// Every tool, in [`HEADINGS`].
const ANY: &[&str] = &[];

/// Tools, arguments of theirs by their ids, and the heading that these arguments stand under;
/// the first row that fits counts. Arguments in no row have the usual heading.
const HEADINGS: &[(&[&str], &[&str], &str)] = &[
    (ANY, &["variant", "rule", "size", "k", "fen"], "Game"),
    (&["play", "match", "openings"], &["list"], "Game"),
    (&["play"], &["black", "white", "engines", "patience"], "Players"),
    (
        &["play"],
        &["tc", "st", "undo", "rematch", "opening", "load", "puzzle", "delay", "seed"],
        "Course of the game",
    ),
    (&["play"], &["plain", "ascii"], "Screen"),
    (&["match"], &["engines", "each"], "Engines"),
    (&["match"], &["mode", "games", "concurrency", "sprt", "seed"], "Schedule"),
    (&["match"], &["openings", "openings_format", "order", "swap2"], "Openings"),
    (&["match"], &["time_scale"], "Shards"),
    (&["match"], &["margin", "patience", "longest_move", "max_faults"], "Referee"),
    (&["match"], &["resign", "draw", "adjudicate", "max_moves"], "Referee"),
    (&["serve"], &["engine", "engines", "engine_file", "patience"], "Engines"),
    (&["serve"], &["connections", "most_engines", "connections_each", "engines_each"], "Limits"),
    (&["serve"], &["tables", "tables_each", "more_limits", "keep", "think"], "Limits"),
    (&["check"], &["speech", "list", "only", "skip", "timeout", "total"], "Checks"),
    (ANY, &["part", "dry_run"], "Shards"),
    (ANY, &["out", "resume", "psq", "sgf", "pgn", "html", "json", "output"], "Output"),
    (ANY, &["schema", "verbose"], "Output"),
    (&["prove"], &["moves"], "Game"),
    (&["puzzles"], &["list"], "Game"),
    (
        &["puzzles"],
        &[
            "count",
            "kind",
            "min_moves",
            "max_moves",
            "grade",
            "effort",
            "open",
            "searched",
            "proved",
        ],
        "Puzzles",
    ),
    (&["puzzles"], &["seed", "nodes", "games"], "Games against itself"),
    (&["prove"], &["claim", "time", "nodes", "memory", "resume"], "Search"),
    (&["prove"], &["leaves", "tries", "join"], "Shards"),
    (&["verify"], &["exhaustive", "replies", "memory"], "Check"),
    (&["verify"], &["quiet"], "Output"),
    (ANY, &["threads", "multipv", "nodes", "depth", "movetime", "max_cp"], "Search"),
    (ANY, &["concurrency", "list"], "Search"),
];

/// The heading of an argument; `None` is the usual one.
fn heading(tool: &str, argument: &str) -> Option<&'static str> {
    let fits = |(tools, arguments, _): &&(&[&str], &[&str], &str)| {
        (tools.is_empty() || tools.contains(&tool)) && arguments.contains(&argument)
    };
    HEADINGS.iter().find(fits).map(|(_, _, heading)| *heading)
}

/// The heading of what every tool has.
const GENERAL: &str = "General";

/// Puts the arguments of all tools in groups, and adds examples and lists.
pub(super) fn arranged(command: Command) -> Command {
    let page = page(&command);
    let is_general = ["log_file", "version", "verbose"];
    let command = is_general.into_iter().fold(command, |command, id| {
        command.mut_arg(id, |argument| argument.help_heading(GENERAL))
    });
    let command = with_help(command);
    command.help_template(page).mut_subcommands(|tool| {
        let name = tool.get_name().to_owned();
        let tool = tool.mut_args(|argument| {
            let heading = heading(&name, argument.get_id().as_str());
            if argument.is_positional() { argument } else { grouped(argument, heading) }
        });
        let tool =
            if tool.is_hide_set() { tool } else { with_help(tool.mut_subcommands(with_help)) };
        match taught(&name, &tool) {
            text if text.is_empty() => tool,
            text => tool.after_long_help(text),
        }
    })
}

fn grouped(argument: Arg, heading: Option<&'static str>) -> Arg {
    match heading {
        Some(heading) => argument.help_heading(heading),
        None => argument,
    }
}

/// `tool` with its help flag under the heading of the options that every tool has.
fn with_help(tool: Command) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let help = help.help("Print help; --help has examples").help_heading(GENERAL);
    tool.disable_help_flag(true).arg(help)
}

/// What stands below the arguments of a tool.
fn taught(name: &str, tool: &Command) -> String {
    let own = tool.get_after_long_help().map(ToString::to_string);
    let example = EXAMPLES.iter().find(|(tool, _)| *tool == name).map(|(_, text)| text.to_string());
    let lists = (name == "play").then(|| Catalogue.to_string());
    let parts: Vec<String> = [example, own, lists].into_iter().flatten().collect();
    parts.join("\n\n")
}

/// The template of the first help page.
fn page(command: &Command) -> String {
    let mut page = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    let about = |name: &str| Some(command.find_subcommand(name)?.get_about()?.to_string());
    let known: Vec<&str> = TOOLS.iter().flat_map(|(_, names)| *names).copied().collect();
    let tools = command.get_subcommands().filter(|tool| !tool.is_hide_set());
    let others: Vec<&str> =
        tools.map(Command::get_name).filter(|name| !known.contains(name)).collect();
    for (group, names) in TOOLS.into_iter().chain([(OTHERS, others.as_slice())]) {
        let lines = names.iter().filter_map(|name| Some((name, about(name)?)));
        let lines: Vec<String> =
            lines.map(|(name, about)| format!("  {name:<12} {about}\n")).collect();
        if !lines.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(page, "\n{group}:\n{}", lines.concat());
        }
    }
    page + "\nOptions:\n{options}{after-help}"
}

#[cfg(test)]
mod tests {
    use super::super::cli::table;

    #[test]
    fn every_tool_has_a_group_and_an_example() {
        let mut program = table();
        program.build();
        let first = program.render_long_help().to_string();
        for tool in program.get_subcommands_mut().filter(|tool| !tool.is_hide_set()) {
            let name = tool.get_name().to_owned();
            assert!(first.contains(&format!("\n  {name:<12} ")), "{name}: {first}");
            let help = tool.render_long_help().to_string();
            if !["help", "datagen", "tune-eval", "train", "tunables"].contains(&name.as_str()) {
                assert!(help.contains("\nExample"), "{help}");
                assert!(help.contains(&format!("tengen {name}")), "{help}");
            }
        }
        assert!(!first.contains("guard") && !first.contains("\nOthers:") || cfg!(feature = "tune"));
    }

    #[test]
    fn arguments_stand_in_groups() {
        let mut program = table();
        program.build();
        for (tool, groups) in [
            ("play", &["Players", "Game", "Course of the game", "Screen", "General"][..]),
            ("match", &["Engines", "Game", "Schedule", "Openings", "Referee", "Output"]),
            ("check", &["Checks", "Output", "General"]),
            ("serve", &["Engines", "Limits"]),
            ("review", &["Search", "Output"]),
        ] {
            let help = program.find_subcommand_mut(tool).unwrap().render_help().to_string();
            for group in groups {
                assert!(help.contains(&format!("\n{group}:\n")), "{tool}, {group}: {help}");
            }
        }
    }
}
