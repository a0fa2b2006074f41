//! Conversations with engines that the tests play, on a clock of their own.

use super::*;
use crate::spec::read_engine;
use tengen_engine::game::Position;

/// A conversation, and the moment that it is at.
struct Talk {
    conversation: Conversation,
    now: Instant,
}

const SECOND: Duration = Duration::from_secs(1);

impl Talk {
    /// With an engine that is described like this, about games of that variant.
    fn new(words: &str, variant: &str) -> Talk {
        let spec = read_engine("--engine", &format!("./x {words}"), "").unwrap();
        let patience = Patience { answer: 10 * SECOND, longest_move: 600 * SECOND, margin: SECOND };
        let (variant, now) = (Variant::preset(variant).unwrap(), Instant::now());
        Talk { conversation: Conversation::start(spec, variant, patience, now), now }
    }

    /// What is done now, lines in one text.
    fn steps(&mut self) -> String {
        let told = |step| match step {
            EngineStep::Start { .. } => "(start)".to_owned(),
            EngineStep::Say(lines) => lines.join("; "),
            EngineStep::Stop => "(stop)".to_owned(),
        };
        let steps = self.conversation.take_steps(self.now);
        steps.into_iter().map(told).collect::<Vec<_>>().join(" ")
    }

    fn pass(&mut self, time: Duration) -> ConversationNews {
        self.now += time;
        self.conversation.tick(self.now)
    }

    fn hear(&mut self, line: &str) -> ConversationNews {
        self.conversation.hear(line, self.now)
    }

    fn announce_game(&mut self) {
        self.conversation.new_game(1, 7, &Limits::default(), self.now);
    }

    /// Asks for a first move, to be made within a second.
    fn ask(&mut self) -> String {
        let position = Position::new(self.conversation.variant).unwrap();
        let limits = Limits { movetime_ms: Some(1000), ..Limits::default() };
        let question = Question { start: None, position: &position, limits: &limits };
        let asked = AskedQuestion { revision: 0, at: self.now };
        self.conversation.ask(asked, question, Some(SECOND));
        self.steps()
    }

    /// The detail of the failure that this news is.
    fn detail(news: ConversationNews) -> (FaultKind, String) {
        match news {
            ConversationNews::Fault { kind, detail } => (kind, detail),
            other => panic!("{other:?}: expected a fault"),
        }
    }
}

#[test]
fn patience_holds_for_each_protocol_that_is_tried() {
    let mut talk = Talk::new("start=30", "gomoku");
    for hello in ["uci", "ugi", "ABOUT", "uci"] {
        assert_eq!(talk.steps(), format!("(start) {hello}"));
        assert_eq!(talk.pass(SECOND), ConversationNews::Nothing);
    }
    // The second round is not over after a second, nor after all that is usual.
    assert_eq!(talk.pass(28 * SECOND), ConversationNews::Nothing);
    assert_eq!(talk.steps(), "");
    talk.pass(SECOND);
    assert_eq!(talk.steps(), "(start) ugi");
    talk.pass(29 * SECOND);
    talk.hear("ugiok");
    assert_eq!(talk.conversation.protocol(), Some(ProtocolName::Ugi));
    talk.announce_game();
    assert_eq!(talk.steps(), "uginewgame; isready");
    assert_eq!(talk.pass(29 * SECOND), ConversationNews::Nothing);
    talk.hear("readyok");
    assert!(talk.conversation.is_ready(1, talk.now));
}

#[test]
fn what_was_nearly_right_is_quoted() {
    let silent = |line: &str| {
        let mut talk = Talk::new("proto=uci", "gomoku");
        talk.hear(line);
        Talk::detail(talk.pass(10 * SECOND))
    };
    assert_eq!(silent("").1, "no answer to uci within 10000 ms");
    let (kind, detail) = silent("UCIOK\u{1b}[2J");
    assert_eq!(kind, FaultKind::Stall);
    assert_eq!(detail, "no answer to uci within 10000 ms but UCIOK\\u{1b}[2J: expected uciok");
    assert!(silent(&"x".repeat(10_000)).1.len() < 200);

    for line in ["Bestmove h8", "bestmove: h8", "h8"] {
        let mut talk = Talk::new("proto=uci", "gomoku");
        talk.hear("uciok");
        talk.announce_game();
        talk.hear("readyok");
        talk.ask();
        talk.hear(line);
        talk.hear("info depth 3 score cp 5");
        assert_eq!(talk.pass(2 * SECOND), ConversationNews::Nothing);
        assert_eq!(talk.steps(), "stop");
        let (kind, detail) = Talk::detail(talk.pass(10 * SECOND));
        let expected = format!("no answer after 12000 ms but {line}: expected bestmove and a move");
        assert!(kind == FaultKind::Stall && detail.starts_with(&expected), "{detail}");
    }

    let mut talk = Talk::new("proto=gomocup", "gomoku");
    talk.hear("name=\"A\"");
    talk.announce_game();
    talk.hear("OK - everything is good");
    let (_, detail) = Talk::detail(talk.pass(10 * SECOND));
    let expected = "no answer to START 15 within 10000 ms but OK - everything is good: expected OK";
    assert!(detail.starts_with(expected), "{detail}");
}

#[test]
fn each_protocol_tells_what_came_instead() {
    let mut talk = Talk::new("start=1", "gomoku");
    let news: Vec<_> = ["UCIOK", "what?", "", "", "", ""]
        .into_iter()
        .map(|line| {
            talk.hear(line);
            talk.pass(SECOND)
        })
        .collect();
    let (_, detail) = Talk::detail(news.last().unwrap().clone());
    assert_eq!(
        detail,
        "it speaks none of uci, ugi, gomocup (no answer to uci within 1000 ms but UCIOK: expected \
         uciok; no answer to ugi within 1000 ms but what?: expected ugiok; no answer to ABOUT \
         within 1000 ms)"
    );
}

#[test]
fn settings_are_taken_in_before_the_first_question() {
    let mut talk = Talk::new("proto=gomocup", "gomoku");
    talk.hear("name=\"A\", version=\"1\"");
    for game in 1..=2 {
        talk.conversation.new_game(game, 7, &Limits::default(), talk.now);
        talk.steps();
        talk.hear("OK");
        let settings = talk.steps();
        assert!(settings.starts_with("INFO rule 0; ") && settings.ends_with("; ABOUT"));
        // It finds its memory now. What it says of settings that it does not know does no harm.
        talk.hear("UNKNOWN game_type");
        talk.hear("OK");
        talk.hear("ERROR no such key");
        assert!(!talk.conversation.is_idle());
        talk.pass(9 * SECOND);
        assert!(!talk.conversation.is_idle());
        talk.hear("name=\"A\", version=\"1\"");
        assert!(talk.conversation.is_ready(game, talk.now));
    }
    // One that does not answer a second time begins all the same, and is not asked again.
    for (game, waits) in [(3, true), (4, false)] {
        talk.conversation.new_game(game, 7, &Limits::default(), talk.now);
        talk.hear("OK");
        assert_eq!(talk.steps().ends_with("; ABOUT"), waits);
        if waits {
            assert_eq!(talk.pass(10 * SECOND), ConversationNews::Nothing);
        }
        assert!(talk.conversation.is_ready(game, talk.now));
    }
    // Nor is one that never introduced itself.
    let mut talk = Talk::new("proto=gomocup", "gomoku");
    talk.pass(3 * SECOND);
    talk.announce_game();
    talk.hear("OK");
    assert!(!talk.steps().contains("INFO rule 0; ABOUT") && talk.conversation.is_idle());
}

#[test]
fn a_game_that_is_refused_is_not_played() {
    let begin = |about: &str, variant: &str| {
        let mut talk = Talk::new("proto=gomocup", variant);
        talk.hear(about);
        talk.announce_game();
        talk.steps();
        talk
    };
    let mut talk = begin("name=\"A\"", "caro");
    let (kind, detail) = Talk::detail(talk.hear("ERROR unsupported size"));
    assert_eq!(kind, FaultKind::Unplayed);
    assert_eq!(
        detail,
        "refuses START 15: ERROR unsupported size: expected an engine for caro on 15x15"
    );
    assert_eq!(talk.steps(), "(stop)");

    // Only the rule was told yet: whatever it complains of is that.
    for line in ["ERROR Unknown rule id: 9. Rule is reset to freestyle", "UNKNOWN", "ERROR 9?"] {
        let mut talk = begin("name=\"A\"", "caro");
        talk.hear("OK");
        assert_eq!(talk.steps(), "INFO rule 9; ABOUT");
        let (kind, detail) = Talk::detail(talk.hear(line));
        assert_eq!(kind, FaultKind::Unplayed);
        let expected = format!("refuses the rule caro: {line}: expected an engine for caro on");
        assert!(detail.starts_with(&expected), "{detail}");
    }
    // The other settings come after that, and may be refused.
    let mut talk = begin("name=\"A\"", "caro");
    talk.hear("OK");
    talk.steps();
    talk.hear("name=\"A\"");
    assert!(talk.steps().starts_with("INFO game_type 1; "));
    assert_eq!(talk.hear("ERROR what is a rule?"), ConversationNews::Nothing);
    talk.hear("name=\"A\"");
    assert!(talk.conversation.is_ready(1, talk.now));

    // An engine that says nothing of itself is judged by its words.
    for (variant, line, is_refused) in [
        ("renju", "ERROR Unknown rule id: 4", true),
        ("renju", "UNKNOWN INFO rule", true),
        ("renju", "ERROR max_memory is too small", false),
        ("gomoku", "UNKNOWN INFO rule", false),
        ("gomoku", "ERROR this one plays by the rules of renju", true),
    ] {
        for is_asked in [false, true] {
            let mut talk = begin("UNKNOWN command", variant);
            talk.hear("OK");
            assert!(talk.conversation.is_idle());
            if is_asked {
                talk.ask();
            }
            let news = talk.hear(line);
            let is_fault = matches!(news, ConversationNews::Fault { .. });
            assert_eq!(is_fault, is_refused, "{variant}: {line}: {news:?}");
        }
    }
}

#[test]
fn a_late_answer_about_itself_does_not_refuse_the_game() {
    let mut talk = Talk::new("proto=gomocup start=30", "gomoku");
    talk.pass(3 * SECOND);
    talk.announce_game();
    // It has only begun to read now.
    assert_eq!(talk.hear("UNKNOWN command"), ConversationNews::Nothing);
    talk.hear("OK");
    assert!(talk.conversation.is_idle());
}

#[test]
fn noise_is_passed_over_and_a_wrong_move_is_not() {
    let ask = || {
        let mut talk = Talk::new("proto=gomocup", "gomoku");
        talk.hear("UNKNOWN");
        talk.announce_game();
        talk.hear("OK");
        talk.ask();
        talk
    };
    for noise in [
        "thinking hard...",
        "12 nodes",
        "-5",
        "1,000 nodes",
        "7,7 is best",
        "(7,7)",
        "7;7",
        "7,7 8,8 9,9",
        "SWAP",
    ] {
        let mut talk = ask();
        assert_eq!(talk.hear(noise), ConversationNews::Nothing, "{noise}");
        let news = talk.hear("7,7");
        let ConversationNews::Answer { said, .. } = news else { panic!("{noise}: {news:?}") };
        assert_eq!(said, Said::Move("h8".parse().unwrap()), "{noise}");
    }
    for wrong in ["15,7", "-1,-1", "99999999999999999999,1"] {
        let news = ask().hear(wrong);
        let ConversationNews::Answer { said, .. } = news else { panic!("{wrong}: {news:?}") };
        assert_eq!(said, Said::Unreadable(wrong.to_owned()));
    }
}

#[test]
fn a_pause_is_on_no_clock() {
    let mut talk = Talk::new("proto=gomocup pause=3000 start=2", "gomoku");
    assert_eq!(talk.steps(), "(start) ABOUT");
    talk.hear("name=\"A\"");
    talk.announce_game();
    talk.pass(3 * SECOND);
    assert_eq!(talk.steps(), "START 15");
    talk.pass(Duration::from_millis(1_999));
    assert!(!talk.conversation.is_broken(), "START came after the pause");
    talk.pass(Duration::from_millis(1));
    assert!(talk.conversation.is_broken());
}

#[test]
fn a_pause_passes_before_each_line_of_ours() {
    let pause = Duration::from_millis(25);
    let mut talk = Talk::new("proto=gomocup pause=25", "gomoku");
    assert_eq!(talk.steps(), "(start) ABOUT", "it has said nothing yet");
    talk.hear("name=\"A\"");
    talk.announce_game();
    for expected in ["START 15", "INFO rule 0"] {
        assert_eq!(talk.conversation.wake_at().min(Some(talk.now + pause)), Some(talk.now + pause));
        assert_eq!(talk.steps(), "");
        talk.pass(Duration::from_millis(24));
        assert_eq!(talk.steps(), "");
        talk.pass(Duration::from_millis(1));
        assert!(talk.steps().starts_with(expected));
        talk.hear(if expected == "START 15" { "OK" } else { "name=\"A\"" });
    }
    // The question waits for the end of the pause, and so do the clocks.
    assert!(!talk.conversation.is_ready(1, talk.now));
    assert_eq!(talk.conversation.wake_at(), Some(talk.now + pause));
    talk.pass(pause);
    assert!(talk.conversation.is_ready(1, talk.now));
    assert_eq!(talk.conversation.wake_at(), None);
    assert!(talk.ask().ends_with("BEGIN"));
    talk.hear("7,7");
    assert!(!talk.conversation.is_ready(1, talk.now));
    // A farewell need not be heard.
    talk.conversation.leave();
    assert_eq!(talk.steps(), "END (stop)");
}
