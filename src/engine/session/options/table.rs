//! The table itself: one entry per option.

use crate::game::{Rule, Variant};
use crate::language::Language;
use crate::player;
use crate::search;

use super::spec::{AUTO, Effect, OptionKind, OptionSpec};
use super::values::Overrides;

/// Every option, in the order in which it is advertised.
pub static TABLE: &[OptionSpec] = &[
    OptionSpec {
        name: "Variant",
        kind: OptionKind::Combo {
            default: "gomoku",
            choices: || Variant::preset_names().collect(),
            get: |options| options.preset,
            set: |options, name| {
                options.preset = name;
                options.overrides = Overrides::default();
            },
        },
        effect: Effect::EmptyBoard,
        help: "the game; clears Width, Height, WinLength, Rule and Destroy",
    },
    OptionSpec {
        name: "Width",
        kind: OptionKind::Spin {
            default: 0,
            min: 3,
            max: 40,
            or_zero: true,
            get: |options| options.overrides.width.map_or(0, |columns| columns as i64),
            set: |options, columns| options.overrides.width = nonzero(columns).map(|n| n as usize),
        },
        effect: Effect::EmptyBoard,
        help: "columns of the board; 0 as Variant says",
    },
    OptionSpec {
        name: "Height",
        kind: OptionKind::Spin {
            default: 0,
            min: 3,
            max: 40,
            or_zero: true,
            get: |options| options.overrides.height.map_or(0, |rows| rows as i64),
            set: |options, rows| options.overrides.height = nonzero(rows).map(|n| n as usize),
        },
        effect: Effect::EmptyBoard,
        help: "rows of the board; 0 as Variant says",
    },
    OptionSpec {
        name: "WinLength",
        kind: OptionKind::Spin {
            default: 0,
            min: 3,
            max: 9,
            or_zero: true,
            get: |options| options.overrides.win_length.map_or(0, i64::from),
            set: |options, k| options.overrides.win_length = nonzero(k).map(|n| n as u8),
        },
        effect: Effect::EmptyBoard,
        help: "stones in a winning line; 0 as Variant says",
    },
    OptionSpec {
        name: "Rule",
        kind: OptionKind::Combo {
            default: AUTO,
            choices: || {
                std::iter::once(AUTO).chain(Rule::ALL.into_iter().map(Rule::name)).collect()
            },
            get: |options| options.overrides.rule.map_or(AUTO, Rule::name),
            set: |options, name| options.overrides.rule = name.parse().ok(),
        },
        effect: Effect::EmptyBoard,
        help: "what wins and what is forbidden; auto as Variant says",
    },
    OptionSpec {
        name: "Destroy",
        kind: OptionKind::Combo {
            default: AUTO,
            choices: || CONVERSIONS.to_vec(),
            get: |options| {
                options.overrides.destroy.map_or(AUTO, |count| CONVERSIONS[usize::from(count) + 1])
            },
            set: |options, count| options.overrides.destroy = count.parse().ok(),
        },
        effect: Effect::EmptyBoard,
        help: "conversions of each player; auto as Variant says",
    },
    OptionSpec {
        name: "Player",
        kind: OptionKind::Combo {
            default: "engine",
            choices: || player::NAMES.to_vec(),
            get: |options| &options.settings.player,
            set: |options, name| name.clone_into(&mut options.settings.player),
        },
        effect: Effect::None,
        help: "the player that chooses the moves",
    },
    OptionSpec {
        name: "Level",
        kind: OptionKind::Spin {
            default: player::STRONGEST as i64,
            min: player::WEAKEST as i64,
            max: player::STRONGEST as i64,
            or_zero: false,
            get: |options| options.settings.level.into(),
            set: |options, level| options.settings.level = level as u8,
        },
        effect: Effect::None,
        help: "how well the engine plays: 1 as a child's first games, 10 as well as it can",
    },
    OptionSpec {
        name: "Hash",
        kind: OptionKind::Spin {
            default: 16,
            min: 1,
            max: 4096,
            or_zero: false,
            get: |options| options.settings.hash_mb as i64,
            set: |options, mebibytes| options.settings.hash_mb = mebibytes as usize,
        },
        effect: Effect::None,
        help: "memory for everything the engine keeps, in MiB",
    },
    OptionSpec {
        name: "Threads",
        kind: OptionKind::Spin {
            default: 1,
            min: 1,
            max: search::MOST_THREADS as i64,
            or_zero: false,
            get: |options| options.settings.threads as i64,
            set: |options, threads| options.settings.threads = threads as usize,
        },
        effect: Effect::None,
        help: "searching threads",
    },
    OptionSpec {
        name: "MultiPV",
        kind: OptionKind::Spin {
            default: 1,
            min: 1,
            max: 1600,
            or_zero: false,
            get: |options| options.settings.multi_pv as i64,
            set: |options, lines| options.settings.multi_pv = lines as usize,
        },
        effect: Effect::None,
        help: "number of best lines to report",
    },
    OptionSpec {
        name: "Ponder",
        kind: OptionKind::Check {
            default: false,
            get: |options| options.ponder,
            set: |options, on| options.ponder = on,
        },
        effect: Effect::None,
        help: "add the expected reply to bestmove",
    },
    OptionSpec {
        name: "Seed",
        kind: OptionKind::Spin {
            default: 0,
            min: 0,
            max: 2_147_483_647,
            or_zero: true,
            get: |options| options.settings.seed as i64,
            set: |options, seed| options.settings.seed = seed as u64,
        },
        effect: Effect::Reseed,
        help: "start of the random stream; 0 makes the engine deterministic",
    },
    OptionSpec {
        name: "Move Overhead",
        kind: OptionKind::Spin {
            default: 10,
            min: 0,
            max: 10_000,
            or_zero: true,
            get: |options| options.settings.move_overhead_ms as i64,
            set: |options, ms| options.settings.move_overhead_ms = ms as u64,
        },
        effect: Effect::None,
        help: "time lost between manager and engine per move, in ms",
    },
    OptionSpec {
        name: "Clear Hash",
        kind: OptionKind::Button,
        effect: Effect::Forget,
        help: "forget everything learned from the game so far",
    },
    OptionSpec {
        name: "AB Cut",
        kind: OptionKind::Check {
            default: true,
            get: |options| options.settings.ab_cut,
            set: |options, on| options.settings.ab_cut = on,
        },
        effect: Effect::None,
        help: "player alphabeta: cut hopeless branches",
    },
    OptionSpec {
        name: "AB Order",
        kind: OptionKind::Check {
            default: true,
            get: |options| options.settings.ab_order,
            set: |options, on| options.settings.ab_order = on,
        },
        effect: Effect::None,
        help: "player alphabeta: try the moves from the centre outwards",
    },
    OptionSpec {
        name: "AB Hash",
        kind: OptionKind::Check {
            default: true,
            get: |options| options.settings.ab_hash,
            set: |options, on| options.settings.ab_hash = on,
        },
        effect: Effect::None,
        help: "player alphabeta: remember positions",
    },
    OptionSpec {
        name: "AB Symmetry",
        kind: OptionKind::Check {
            default: true,
            get: |options| options.settings.ab_symmetry,
            set: |options, on| options.settings.ab_symmetry = on,
        },
        effect: Effect::None,
        help: "player alphabeta: take mirrored positions for one",
    },
    OptionSpec {
        name: "Mistake Min",
        kind: OptionKind::Check {
            default: false,
            get: |options| options.settings.mistake_min,
            set: |options, on| options.settings.mistake_min = on,
        },
        effect: Effect::None,
        help: "player minimax, a mistake for teaching: the opponent's turns return the last value, not the least",
    },
    OptionSpec {
        name: "Mistake Corner",
        kind: OptionKind::Check {
            default: false,
            get: |options| options.settings.mistake_corner,
            set: |options, on| options.settings.mistake_corner = on,
        },
        effect: Effect::None,
        help: "player fivestage, a mistake for teaching: take corners and edges without a look at forks",
    },
    OptionSpec {
        name: "Language",
        kind: OptionKind::Combo {
            default: Language::English.name(),
            choices: || Language::ALL.map(Language::name).into_iter().chain([BOTH]).collect(),
            get: |options| options.settings.language.map_or(BOTH, Language::name),
            set: |options, name| {
                let known = Language::ALL.into_iter().find(|language| language.name() == name);
                options.settings.language = known;
            },
        },
        effect: Effect::None,
        help: "the language in which classic players say why they moved; both are in two lines, for people at a board",
    },
    OptionSpec {
        name: "UCI_Variant",
        kind: OptionKind::Combo {
            default: "native",
            choices: || DROP_PRESETS.iter().map(|&(name, _)| name).collect(),
            get: |options| {
                let is_it = |(_, preset): &&(&str, Option<&str>)| *preset == options.drop_preset;
                DROP_PRESETS.iter().find(is_it).map_or("native", |(name, _)| name)
            },
            set: |options, name| {
                let preset = DROP_PRESETS.iter().find(|&&(known, _)| known == name);
                options.drop_preset = preset.and_then(|&(_, preset)| preset);
                if options.drop_preset.is_some() {
                    options.overrides = Overrides::default();
                }
            },
        },
        effect: Effect::EmptyBoard,
        help: "for chess GUIs: while not native, it replaces Variant and moves are written P@h8",
    },
    OptionSpec {
        name: "UCI_LimitStrength",
        kind: OptionKind::Check {
            default: false,
            get: |options| options.settings.limit_strength,
            set: |options, on| options.settings.limit_strength = on,
        },
        effect: Effect::None,
        help: "play as well as UCI_Elo says, whatever Level is",
    },
    OptionSpec {
        name: "UCI_Elo",
        kind: OptionKind::Spin {
            default: player::MOST_ELO as i64,
            min: player::LEAST_ELO as i64,
            max: player::MOST_ELO as i64,
            or_zero: false,
            get: |options| options.settings.elo.into(),
            set: |options, elo| options.settings.elo = elo as u32,
        },
        effect: Effect::None,
        help: "rating to play with while UCI_LimitStrength is on, on the scale of the levels",
    },
    OptionSpec {
        name: "UCI_ShowWDL",
        kind: OptionKind::Check {
            default: false,
            get: |options| options.show_wdl,
            set: |options, on| options.show_wdl = on,
        },
        effect: Effect::None,
        help: "add the chances of win, draw and loss to scores, per mille",
    },
    OptionSpec {
        name: "Book",
        kind: OptionKind::Check {
            default: true,
            get: |options| options.settings.plays_by_book,
            set: |options, on| options.settings.plays_by_book = on,
        },
        effect: Effect::None,
        help: "at full strength, play by the book where it has a move",
    },
    OptionSpec {
        name: "BookFile",
        kind: OptionKind::Text {
            get: |options| &options.book_file,
            set: |options, path| path.clone_into(&mut options.book_file),
        },
        effect: Effect::LoadBook,
        help: "a proof, or its upper part, to play by; <empty> for the program's own",
    },
    OptionSpec {
        name: "EvalFile",
        kind: OptionKind::Text {
            get: |options| &options.eval_file,
            set: |options, path| path.clone_into(&mut options.eval_file),
        },
        effect: Effect::LoadNetwork,
        help: "value positions with the network of this file; <empty> takes the program's own again",
    },
    OptionSpec {
        name: "LogFile",
        kind: OptionKind::Text {
            get: |options| &options.log_file,
            set: |options, path| path.clone_into(&mut options.log_file),
        },
        effect: Effect::MoveLog,
        help: "append a log of every line to this file; <empty> goes back to where it went at first",
    },
];

/// The values of `Destroy`.
/// The value of `Language` that is every language.
const BOTH: &str = "Both";

const CONVERSIONS: [&str; 11] = [AUTO, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Chess GUIs' names of games, with our presets. Theirs is the exact-five `gomoku`.
const DROP_PRESETS: [(&str, Option<&str>); 4] = [
    ("native", None),
    ("gomoku", Some("standard")),
    ("gomokufreestyle", Some("gomoku")),
    ("tictactoe", Some("tictactoe")),
];

fn nonzero(number: i64) -> Option<i64> {
    (number != 0).then_some(number)
}
