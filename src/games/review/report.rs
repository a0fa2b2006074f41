//! The review of a game as data: what `--json` writes and the page shows.

use serde::Serialize;

use crate::analysis::{Analysis, OutcomeText, ScoreChances, ScoreText};
use tengen_engine::control::{Draws, Info, Limits};
use tengen_engine::game::{Color, Move, Position};
use tengen_engine::search::reason::Reason;
use tengen_engine::value::{Bound, Score};

use crate::reasons::{self, ReasonText, reasons};

use super::game::ReviewedGame;
use super::hold::Search;
use super::judge::{self, Class, Judged, judge};

/// JSON Schema of [`Report`].
pub const SCHEMA: &str = include_str!("review.schema.json");

/// A review.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "What tengen review --json writes"))]
pub struct Report {
    /// What is played, and by whom.
    pub game: GameText,
    /// How long each position was looked at; ten times as long where what the engine would have played
    /// turned out to be a mistake by its own search one move later.
    pub limits: LimitsText,
    /// The position before the first move.
    start: String,
    /// How the game ended on the board; null while it goes on.
    pub outcome: Option<OutcomeText>,
    /// Every move that was played, in order.
    pub moves: Vec<MoveText>,
    /// What could be played next; null when the game is over.
    pub next: Option<NextText>,
    /// How many moves of each player were how bad.
    pub faults: Sides<Faults>,
    /// How well each player played, 0 to 1; null without a move that could give something away.
    #[cfg_attr(test, schemars(with = "Sides<Option<crate::contracts::Share>>"))]
    pub accuracy: Sides<Option<f64>>,
    /// The loser, by the board, the record or a proof; null without one.
    #[cfg_attr(test, schemars(with = "Option<crate::contracts::Side>"))]
    pub loser: Option<char>,
    /// The last move of the loser in whose place one was found that kept 0.4 of the win rate or
    /// more in longer searches, and against which no win was found; null if there is none.
    pub last_hold: Option<HoldText>,
}

/// What is played, and by whom.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameText {
    /// The file, or what else was reviewed.
    pub name: String,
    /// The rule, as in the option `Rule`.
    #[cfg_attr(test, schemars(with = "crate::contracts::Rule"))]
    pub rule: &'static str,
    /// Columns of the board.
    #[cfg_attr(test, schemars(range(min = 3, max = 40)))]
    pub width: usize,
    /// Rows of the board.
    #[cfg_attr(test, schemars(range(min = 3, max = 40)))]
    pub height: usize,
    /// Stones in a row that win.
    pub k: u8,
    /// Conversions that each player owns at the start.
    pub destroy: u8,
    /// The names of the players; null where the record has none.
    pub players: Sides<Option<String>>,
    /// The result as the board shows it or the record has it, in points of x and o.
    #[cfg_attr(test, schemars(with = "Option<crate::contracts::GameResult>"))]
    pub result: Option<String>,
    /// Why the game ended; null where the record does not say.
    pub termination: Option<String>,
}

/// How long each position was looked at; ten times as long where what the engine would have played
/// turned out to be a mistake by its own search one move later.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LimitsText {
    /// Positions visited for each; null is no such limit.
    nodes: Option<u64>,
    /// Plies for each; null is no such limit.
    depth: Option<u32>,
    /// Milliseconds for each; null is no such limit.
    movetime_ms: Option<u64>,
    /// Positions for each search that looked for a move that holds, ten times as many as for the
    /// game; the last search against a move has ten times as many again. Null where there was none.
    pub confirm_nodes: Option<u64>,
}

/// Something for each player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(inline))]
pub struct Sides<T> {
    /// The part of the player of x.
    pub x: T,
    /// The part of the player of o.
    pub o: T,
}

/// How many moves of a player were how bad.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Faults {
    /// Moves that gave away 5 % of the win rate or more.
    pub inaccuracy: usize,
    /// Moves that gave away 10 % or more.
    pub mistake: usize,
    /// Moves that gave away 20 % or more.
    pub blunder: usize,
}

/// A move of the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MoveText {
    /// Its number in the game, from 1.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub number: usize,
    /// The letter of the player who made it.
    #[cfg_attr(test, schemars(with = "crate::contracts::Side"))]
    pub side: char,
    /// The move.
    #[serde(rename = "move")]
    #[cfg_attr(test, schemars(with = "crate::contracts::Move"))]
    pub mv: String,
    /// How good it was.
    pub class: Class,
    /// Win rate given away, 0 to 1.
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    pub loss: f64,
    /// Whether a win rate above 0.95 was lost by it; a win by proof where `before.score` is a mate.
    pub missed_win: bool,
    /// Whether the opponent has a win rate above 0.95 by it; a win by proof where `after.score` is
    /// a mate.
    pub allowed_win: bool,
    /// The position before it, seen by who makes it.
    pub before: ScoreChances,
    /// The position after it, seen by who made it.
    pub after: ScoreChances,
    /// The move that the engine would have played.
    #[cfg_attr(test, schemars(with = "Option<crate::contracts::Move>"))]
    pub best: Option<String>,
    /// The line of play that the engine expected, from its own move on.
    #[cfg_attr(test, schemars(with = "Vec<crate::contracts::Move>"))]
    pub pv: Vec<String>,
    /// What the best move does that a move with a fault misses, in the order in which they are told; none for
    /// other moves, and where there is nothing to say.
    pub best_reasons: Vec<ReasonText>,
    /// What a move with a fault does and allows, in the order in which they are told; none for other moves.
    pub reasons: Vec<ReasonText>,
    /// What the best reply to a move with a fault does, in the order in which they are told; none for other moves.
    pub reply_reasons: Vec<ReasonText>,
    /// The best reply to a move with a fault; null for other moves, and where the game ended.
    #[cfg_attr(test, schemars(with = "Option<crate::contracts::Move>"))]
    pub reply: Option<String>,
    /// The most important of all three in plain English; empty where there is nothing to say.
    pub why: String,
    /// How deep the engine looked, in plies.
    pub depth: u32,
    /// The position after it.
    fen: String,
}

/// The best continuation of an unfinished game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NextText {
    /// The letter of the player to move.
    #[cfg_attr(test, schemars(with = "crate::contracts::Side"))]
    pub side: char,
    /// What the position is worth to that player.
    pub value: ScoreChances,
    /// The move that the engine would play.
    #[cfg_attr(test, schemars(with = "Option<crate::contracts::Move>"))]
    pub best: Option<String>,
    /// The line of play that the engine expects.
    #[cfg_attr(test, schemars(with = "Vec<crate::contracts::Move>"))]
    pub pv: Vec<String>,
    /// How deep the engine looked, in plies.
    pub depth: u32,
}

/// The last move of the loser that could have held the game, as far as was seen.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HoldText {
    /// The number of the move that was played, from 1.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub number: usize,
    /// The move that was played.
    #[serde(rename = "move")]
    #[cfg_attr(test, schemars(with = "crate::contracts::Move"))]
    pub mv: String,
    /// The move that holds.
    #[cfg_attr(test, schemars(with = "crate::contracts::Move"))]
    pub best: String,
    /// The position before the move, seen by the loser.
    pub before: ScoreChances,
    /// The position after the move that was played, seen by the loser.
    pub after: ScoreChances,
    /// Whether the position after the move is proven to be lost.
    pub is_proven: bool,
    /// Positions in which a win against the better move was looked for.
    pub searched: u64,
    /// Whether no win against `best` exists, by proof.
    pub is_hold_proven: bool,
}

impl Report {
    /// The review of a game by what was found out about each of its positions, and by the search
    /// for a move that holds.
    pub fn new(
        game: &ReviewedGame,
        verdicts: &[Analysis],
        search: Option<&Search>,
        limits: &Limits,
    ) -> Report {
        let (first, last) = (&game.positions[0], game.last());
        let variant = first.variant();
        let judged = judge(first.side(), &game.moves(), verdicts);
        let outcome = last.outcome();
        let loser = game.loser(verdicts);
        let at = |turn: usize, score| worth(&game.positions[turn], &verdicts[turn].first, score);
        let before = |index: usize, judged: &Judged| at(index, judged.before);
        let after = |index: usize, judged: &Judged| at(index + 1, judged.after);
        let [x, o] = &game.info.players.0;
        let result = match &outcome {
            Some(_) => crate::record::GameResult::of(last),
            None => game.info.result,
        };
        Report {
            game: GameText {
                name: game.name.clone(),
                rule: variant.rule.name(),
                width: variant.size.width(),
                height: variant.size.height(),
                k: variant.k,
                destroy: variant.destroy,
                players: Sides { x: x.clone(), o: o.clone() },
                result: result.map(|result| result.to_string()),
                termination: game.info.termination.clone(),
            },
            limits: LimitsText {
                nodes: limits.nodes,
                depth: limits.depth,
                movetime_ms: limits.movetime_ms,
                confirm_nodes: search.and_then(|search| search.nodes),
            },
            start: first.fen(),
            outcome: outcome.as_ref().map(OutcomeText::from),
            moves: judged
                .iter()
                .zip(verdicts.windows(2))
                .zip(game.positions.windows(2))
                .map(|((judged, verdicts), positions)| {
                    let fault = FaultReasons::of(judged, positions, verdicts).unwrap_or_default();
                    (judged, &verdicts[0], &positions[1], fault)
                })
                .enumerate()
                .map(|(index, (judged, verdict, position, fault))| MoveText {
                    number: index + 1,
                    side: judged.side.letter(),
                    mv: judged.mv.to_string(),
                    class: judged.class,
                    loss: f64::from(judged.loss) / 1000.0,
                    missed_win: judged.has_missed_win(),
                    allowed_win: judged.has_allowed_win(),
                    before: before(index, judged),
                    after: after(index, judged),
                    best: verdict.best.map(|mv| mv.to_string()),
                    pv: texts(&verdict.first.pv),
                    best_reasons: fault.best,
                    reasons: fault.played,
                    reply_reasons: fault.reply_reasons,
                    reply: fault.reply.map(|mv| mv.to_string()),
                    why: fault.words,
                    depth: verdict.first.depth,
                    fen: position.fen(),
                })
                .collect(),
            next: verdicts.last().filter(|_| !last.is_over()).map(|verdict| NextText {
                side: last.side().letter(),
                value: worth(last, &verdict.first, (verdict.first.score, verdict.first.bound)),
                best: verdict.best.map(|mv| mv.to_string()),
                pv: texts(&verdict.first.pv),
                depth: verdict.first.depth,
            }),
            faults: Sides { x: faults(Color::Black, &judged), o: faults(Color::White, &judged) },
            accuracy: Sides {
                x: accuracy(Color::Black, &judged),
                o: accuracy(Color::White, &judged),
            },
            loser: loser.map(Color::letter),
            last_hold: search.and_then(|search| search.hold.as_ref()).map(|hold| {
                let (index, judged) = (hold.index, &judged[hold.index]);
                HoldText {
                    number: index + 1,
                    mv: judged.mv.to_string(),
                    best: hold.best.to_string(),
                    before: before(index, judged),
                    after: after(index, judged),
                    is_proven: judged.after.0.is_loss(),
                    searched: hold.searched,
                    is_hold_proven: hold.is_proven,
                }
            }),
        }
    }

    /// The review as one JSON object.
    ///
    /// # Errors
    /// Never for what is in it; serde may.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }
}

/// Why a move with a fault is one.
#[derive(Default)]
struct FaultReasons {
    best: Vec<ReasonText>,
    played: Vec<ReasonText>,
    reply: Option<Move>,
    reply_reasons: Vec<ReasonText>,
    words: String,
}

impl FaultReasons {
    /// What is wrong with a move, if it has a fault and another one is better, by the positions
    /// before and after it and what was found out about them.
    fn of(judged: &Judged, positions: &[Position], verdicts: &[Analysis]) -> Option<FaultReasons> {
        let [before, after] = positions else { return None };
        let [first, next] = verdicts else { return None };
        let is_fault = |best: &Move| judged.class >= Class::Inaccuracy && *best != judged.mv;
        let best = first.best.filter(is_fault)?;
        // Of a move that is recommended it is told what it does, also where that loses, too.
        let good = |position: &Position, mv: Move| {
            let mut reasons = reasons(position, mv);
            reasons.retain(|reason| !reason.code.is_against());
            reasons
        };
        let (missed, played) = (good(before, best), reasons(before, judged.mv));
        let reply = next.best.filter(|_| !after.is_over());
        let answer = reply.map(|reply| good(after, reply)).unwrap_or_default();
        let about = |mv: Move, reasons: &[Reason]| {
            let words = reasons::sentence(reasons, before.variant().k);
            (!words.is_empty()).then(|| format!("{mv} {words}"))
        };
        // What the move does well is no fault.
        let allows = played.first().filter(|first| first.code.is_against());
        let allowed = match (allows, reply) {
            (Some(allowed), _) => about(judged.mv, std::slice::from_ref(allowed)),
            (None, Some(reply)) => about(reply, &answer).map(|words| {
                if reply != best {
                    return format!("now {words}");
                }
                let side = after.side().letter();
                format!("now {side} takes {}", words.replacen(' ', ", which ", 1))
            }),
            (None, None) => None,
        };
        let words: Vec<String> = [about(best, &missed), allowed].into_iter().flatten().collect();
        Some(FaultReasons {
            best: reasons::texts(&missed),
            played: reasons::texts(&played),
            reply,
            reply_reasons: reasons::texts(&answer),
            words: words.join("; "),
        })
    }
}

fn accuracy(side: Color, judged: &[Judged]) -> Option<f64> {
    judge::accuracy(side, judged).map(|permille| f64::from(permille) / 1000.0)
}

fn faults(side: Color, judged: &[Judged]) -> Faults {
    let count = |class: Class| {
        judged.iter().filter(|judged| judged.side == side && judged.class == class).count()
    };
    Faults {
        inaccuracy: count(Class::Inaccuracy),
        mistake: count(Class::Mistake),
        blunder: count(Class::Blunder),
    }
}

/// A score in that position, with its chances.
fn worth(position: &Position, thought: &Info, (score, bound): (Score, Bound)) -> ScoreChances {
    let draws = Draws::of(position);
    ScoreChances::new(score, bound, draws.share(&Info { score, bound, ..thought.clone() }))
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// From so many hundredths on a score is close to certain, though it is no proof, as on the page.
const LIKELY: i32 = 1000;

/// A score for people, as the page tells it: the chance of its player as in `54 %`, `likely win`,
/// `win in 3`, `lost`.
pub fn shown(worth: &ScoreChances) -> String {
    match worth.score {
        ScoreText::Cp(cp) if cp >= LIKELY => "likely win".to_owned(),
        ScoreText::Cp(cp) if cp <= -LIKELY => "likely loss".to_owned(),
        // What is not proven is not certain.
        ScoreText::Cp(_) => format!("{:.0} %", (worth.winrate * 100.0).round().clamp(1.0, 99.0)),
        ScoreText::Mate(0) if worth.wdl[0] > 0 => "won".to_owned(),
        ScoreText::Mate(0) => "lost".to_owned(),
        ScoreText::Mate(moves) if moves > 0 => format!("win in {moves}"),
        ScoreText::Mate(moves) => format!("loss in {}", -moves),
    }
}

/// The chances that a move gives away, for people, and never more than it does, since verdicts
/// begin at some; nothing where that is less than one percent.
pub fn shown_loss(loss: f64) -> String {
    // Losses are thousandths.
    let percent = ((loss * 1000.0).round() / 10.0).floor();
    if percent > 0.0 { format!("{percent:.0} %") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Variant;

    #[test]
    fn scores_and_losses_are_told_in_whole_percent() {
        let told = |score| shown(&ScoreChances::new(score, Bound::Exact, 0));
        assert_eq!(told(Score::estimate(0)), "50 %");
        assert_eq!(told(Score::win_in(5)), "win in 3");
        let scores = (-999..=999).map(Score::estimate).map(told);
        let is_told = |text: String| {
            text.strip_suffix(" %")
                .is_some_and(|number| (1..=99).contains(&number.parse().unwrap()))
                || text.starts_with("likely ")
        };
        assert!(scores.into_iter().all(is_told));
        assert_eq!([0.009, 0.019, 0.29].map(shown_loss), ["", "1 %", "29 %"]);
    }

    fn position(moves: &str) -> Position {
        let mut position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        for mv in moves.split(' ') {
            position.play(mv.parse().unwrap()).unwrap();
        }
        position
    }

    /// What is said of a move of White in place of which another one was better, and after which
    /// the reply was best.
    fn said(moves: &str, [played, best, reply]: [&str; 3]) -> String {
        let positions = [position(moves), position(&format!("{moves} {played}"))];
        let even = (Score::estimate(0), Bound::Exact);
        let judged = Judged {
            mv: played.parse().unwrap(),
            side: Color::White,
            before: even,
            after: even,
            loss: 300,
            class: Class::Blunder,
        };
        let verdicts =
            [best, reply].map(|mv| Analysis { best: mv.parse().ok(), ..Analysis::default() });
        FaultReasons::of(&judged, &positions, &verdicts).unwrap().words
    }

    #[test]
    fn what_was_missed_is_told_and_what_comes_of_it() {
        assert_eq!(
            said("h8 a1 i8 a3 j8", ["a5", "g8", "g8"]),
            "g8 blocks the open three of x in row 8; a5 lets x win by force within 2 moves, \
             beginning with g8"
        );
        // The point that both players want is told as such.
        assert_eq!(
            said("h8 a1 i8", ["o1", "j8", "j8"]),
            "j8 blocks the open two of x in row 8; now x takes j8, which makes an open three in row 8"
        );
        // Of a better move it is not told that it loses, too.
        assert_eq!(
            said("f8 a15 g8 a1 h8 a7 i8", ["o1", "e8", "j8"]),
            "e8 stops x from completing the line in row 8; o1 lets x win at once, with e8"
        );
    }
}
