//! Every reader of short text under any input: what it accepts it can write and
//! read again, what it refuses it names. (`rules/text.rs` does the same for
//! whole positions.)

use std::fmt::{Debug, Display};
use std::str::FromStr;

use proptest::prelude::*;
use proptest::sample::select;
use tengen_engine::control::{Limits, TraceForm};
use tengen_engine::game::{ByColor, Move, Rule, Size, Square, Variant};
use tengen_engine::player;
use tengen_engine::protocol::uci::Uci;
use tengen_engine::protocol::{Codec, InputLine};
use tengen_engine::session::message::{Command, Start};
use tengen_engine::session::options::Options;

use crate::settings::{option_name, value};

/// Reads text; what is read is read again from what it writes.
fn reads_back<T>(text: &str) -> Result<Option<T>, TestCaseError>
where
    T: FromStr<Err: Display> + Display + Debug + PartialEq,
{
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string().parse::<T>().ok();
            prop_assert_eq!(again.as_ref(), Some(&value));
            Ok(Some(value))
        }
        Err(error) => {
            prop_assert!(error.to_string().contains(text), "{error}");
            Ok(None)
        }
    }
}

/// Text of letters and digits that squares and moves are made of, or anything.
fn scrap() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[*]?(P@)?[a-zA-Z]{0,3}[0-9]{0,3}", 1 => any::<String>()]
}

fn square() -> impl Strategy<Value = Square> {
    (0..40_usize, 0..40_usize).prop_map(|(col, row)| Square::new(col, row))
}

fn a_move() -> impl Strategy<Value = Move> {
    (square(), any::<bool>())
        .prop_map(|(square, turn)| if turn { Move::convert(square) } else { square.into() })
}

fn moves(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Move>> {
    prop::collection::vec(a_move(), count)
}

fn limits() -> impl Strategy<Value = Limits> {
    let maybe = |range: std::ops::RangeInclusive<u32>| prop::option::of(range);
    let clock = || prop::option::of(-1_000_000_000_000..=1_000_000_000_000_i64);
    let times = || 0..=1_000_000_000_000_u64;
    (
        (maybe(1..=1_000_000), maybe(1..=1_000_000), maybe(1..=1_000_000)),
        (prop::option::of(1..=1_000_000_000_000_000_000_u64), prop::option::of(times())),
        (clock(), clock(), times(), times()),
        (any::<bool>(), any::<bool>(), trace_form()),
        moves(0..5),
    )
        .prop_map(
            |(counts, (nodes, movetime_ms), clocks, (infinite, ponder, trace), search_moves)| {
                let (depth, moves_to_go, mate) = counts;
                let (first_clock, second_clock, first_increment, second_increment) = clocks;
                Limits {
                    depth,
                    nodes,
                    movetime_ms,
                    clock_ms: ByColor::new(first_clock, second_clock),
                    increment_ms: ByColor::new(first_increment, second_increment),
                    moves_to_go,
                    infinite,
                    ponder,
                    mate,
                    search_moves,
                    trace,
                }
            },
        )
}

fn trace_form() -> impl Strategy<Value = Option<TraceForm>> {
    select(vec![None, Some(TraceForm::Visits), Some(TraceForm::Events)])
}

/// Those limits as the words of `go`, one limit each.
fn words(limits: &Limits) -> Vec<String> {
    fn with(name: &str, number: Option<impl Display>) -> Option<String> {
        number.map(|number| format!("{name} {number}"))
    }
    [
        with("depth", limits.depth),
        with("nodes", limits.nodes),
        with("movetime", limits.movetime_ms),
        with("wtime", limits.clock_ms.0[0]),
        with("btime", limits.clock_ms.0[1]),
        with("winc", Some(limits.increment_ms.0[0])),
        with("binc", Some(limits.increment_ms.0[1])),
        with("movestogo", limits.moves_to_go),
        with("mate", limits.mate),
        limits.infinite.then(|| "infinite".to_owned()),
        limits.ponder.then(|| "ponder".to_owned()),
        limits.trace.map(|form| match form {
            TraceForm::Visits => "trace".to_owned(),
            TraceForm::Events => "trace events".to_owned(),
        }),
        Some(format!("searchmoves {}", joined(&limits.search_moves)))
            .filter(|_| !limits.search_moves.is_empty()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn joined(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn decode(line: &str) -> Vec<Command> {
    Uci.decode(InputLine { text: line, is_cut: false })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn squares_and_moves(text in scrap()) {
        let square = reads_back::<Square>(&text)?;
        let mv = reads_back::<Move>(&text)?;
        if let Some(square) = square {
            prop_assert_eq!(mv, Some(Move::place(square)), "a square is a placement");
            prop_assert_eq!(square.to_string(), text.to_lowercase());
            prop_assert!(Size::new(40, 40).is_ok_and(|largest| largest.contains(square)));
        }
    }

    #[test]
    fn written_moves_are_read(mv in a_move()) {
        prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        prop_assert_eq!(mv.to_string().to_uppercase().parse(), Ok(mv));
        if !mv.is_conversion() {
            prop_assert_eq!(format!("P@{mv}").parse(), Ok(mv));
        }
    }

    #[test]
    fn rules_and_variants(text in any::<String>(), loud in any::<bool>()) {
        reads_back::<Rule>(&text)?;
        if let Err(error) = Variant::preset(&text) {
            prop_assert!(error.to_string().contains(&text));
        }
        for name in Variant::preset_names() {
            let spelled = if loud { name.to_uppercase() } else { name.to_owned() };
            prop_assert_eq!(Variant::preset(&spelled), Variant::preset(name));
        }
    }

    #[test]
    fn games_of_any_numbers(
        (width, height) in (0..60_usize, 0..60_usize),
        k in any::<u8>(),
        destroy in any::<u8>(),
        rule in select(Rule::ALL.to_vec()),
    ) {
        let is_board = (3..=40).contains(&width) && (3..=40).contains(&height);
        let size = Size::new(width, height);
        prop_assert_eq!(size.is_ok(), is_board);
        let Ok(size) = size else { return Ok(()) };
        let is_game = (3..=9).contains(&k)
            && usize::from(k) <= width.max(height)
            && (rule != Rule::Renju || k == 5)
            && (destroy == 0 || (destroy <= 9 && rule == Rule::Freestyle));
        let variant = Variant { rule, size, k, destroy }.validate();
        prop_assert_eq!(variant.is_ok(), is_game, "{:?}", variant);
    }

    #[test]
    fn options_are_set_or_left_alone(
        name in option_name(),
        value in prop::option::of(value()),
        before in value(),
    ) {
        let mut options = Options::default();
        let _ = options.set("Variant", Some(&before));
        let state = format!("{options:?}");
        match options.set(&name, value.as_deref()) {
            Err(problem) => {
                prop_assert!(problem.to_string().contains(": expected "), "{problem:?}");
                prop_assert_eq!(format!("{options:?}"), state);
            }
            Ok(effect) => {
                let after = format!("{options:?}");
                prop_assert_eq!(options.set(&name, value.as_deref()), Ok(effect));
                prop_assert_eq!(format!("{options:?}"), after, "twice is once");
            }
        }
        // Whatever was set, there is a game or a reason why not.
        if let Err(error) = options.variant() {
            prop_assert!(error.to_string().contains("expected "), "{error}");
        }
    }

    #[test]
    fn limits_in_any_order(limits in limits(), turns in 0..20_usize) {
        let mut words = words(&limits);
        let turns = turns % words.len();
        words.rotate_left(turns);
        let line = format!("go {}", words.join(" "));
        prop_assert_eq!(decode(&line), [Command::Go(limits)], "{}", line);
    }

    #[test]
    fn positions_and_their_moves(moves in moves(0..30), text in "[xo0-9/]{1,30} [xo]( k=[0-9])?") {
        let line = format!("position fen {text} moves {}", joined(&moves));
        let start = Start::Text(text);
        prop_assert_eq!(decode(&line), [Command::Position { start, moves: moves.clone() }]);
        let line = format!("position startpos moves {}", joined(&moves));
        prop_assert_eq!(decode(&line), [Command::Position { start: Start::Empty, moves }]);
    }

    #[test]
    fn options_by_name(name in option_name(), value in prop::option::of(value())) {
        let trimmed = |text: &str| text.trim_matches([' ', '\t']).to_owned();
        let words: Vec<&str> = name.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        prop_assume!(!words.is_empty() && !words.contains(&"value"));
        let line = match &value {
            None => format!("setoption name {name}"),
            Some(value) => format!("setoption name {name} value {value}"),
        };
        let expected = value.as_deref().map(trimmed);
        match decode(&line).as_slice() {
            [Command::SetOption { name: read, value }] => {
                prop_assert_eq!(read, &words.join(" "));
                prop_assert_eq!(value, &expected);
            }
            other => prop_assert!(false, "{line}: {other:?}"),
        }
    }

    #[test]
    fn any_line_is_one_command_at_most(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = tengen_engine::protocol::from_bytes(&bytes);
        let commands = decode(&text);
        prop_assert!(commands.len() <= 1);
        let cut = Uci.decode(InputLine { text: &text, is_cut: true });
        let are_refused = cut.iter().all(|command| matches!(command, Command::Refused { .. }));
        prop_assert!(are_refused);
        prop_assert_eq!(cut.len(), commands.len(), "comments stay silent");
    }

    #[test]
    fn players_have_their_names(text in "\\PC{0,12}") {
        let is_known = player::NAMES.iter().any(|name| name.eq_ignore_ascii_case(&text));
        prop_assert_eq!(player::create(&text).is_some(), is_known);
    }
}
