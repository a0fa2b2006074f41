//! What goes in and what comes out of a conversation, in no protocol's words.
//!
//! A translator turns lines into [`Command`]s and [`Event`]s into lines; the
//! [`Session`](super::Session) between them knows no text at all.

use crate::control::{Choice, Limits, Report};
use crate::game::{ByColor, Color, Move, Position, Rule, Size, Square};
use crate::pattern::ThreatName;
use crate::value::Score;

pub use crate::game::{Point, Problem};
pub use crate::player::Basis;
pub use crate::proof::{Claim, Goal};
pub use crate::search::reason::Reason;

/// Something asked of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Name the program and its options.
    Identify,
    /// Say more than asked (`true`), or no longer.
    Debug(bool),
    /// Answer once everything before this is done.
    Ready,
    /// Set an option; a button has no value.
    SetOption {
        /// Name, in any case.
        name: String,
        /// Value as it was written.
        value: Option<String>,
    },
    /// The next position belongs to another game.
    NewGame,
    /// Set up a position: all of it or, when anything is wrong, nothing.
    Position {
        /// Where the moves start.
        start: Start,
        /// The moves that were played from `start`.
        moves: Vec<Move>,
    },
    /// Choose a move.
    Go(Limits),
    /// Count the legal games of that many plies (1 or more).
    Perft {
        /// Plies.
        depth: u32,
        /// The root moves to count; empty means all.
        search_moves: Vec<Move>,
    },
    /// Prove something about the position.
    Prove(ProveQuestion),
    /// Answer now.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// Leave at once.
    Quit,
    /// Show the position.
    Show,
    /// Show the static evaluation.
    Eval,
    /// Show the shapes of every point.
    Patterns,
    /// Show the shapes that stand on the board.
    Standing,
    /// Show the candidate moves.
    Moves,
    /// Say why these moves are worth playing; empty means the best one that is known without a
    /// search.
    Explain(Vec<Move>),
    /// Measure: search the fixed positions.
    Bench,
    /// List the commands.
    Help,
    /// What a manager orders that keeps no position of its own.
    Manager(ManagerCommand),
    /// A question of a manager that does not know the game.
    Query(Query),
    /// A line that could not be understood.
    Refused {
        /// What was wrong with the command.
        problem: Problem,
        /// Whether the line asked for a move, so that the manager waits for an answer.
        owes_answer: bool,
    },
}

/// What is to be proven, and how long that may take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProveQuestion {
    /// The claim; without one, that the side to move wins, or else its opponent.
    pub claim: Option<Claim>,
    /// The largest number of positions that are visited.
    pub nodes: Option<u64>,
    /// Longest time, in milliseconds.
    pub movetime_ms: Option<u64>,
}

/// An order of a manager that lets the engine keep the board, says move by move
/// what happens there, and judges the game itself: the engine is to answer in
/// finished games, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManagerCommand {
    /// An empty board of that size, without conversions: the game is the
    /// manager's, which says move by move what happens. Answered by [`Event::Done`].
    Start {
        /// The board.
        size: Size,
        /// Whether this is another game, so that the last one is to be forgotten.
        is_new_game: bool,
    },
    /// Another game on a board of the same size. Answered by [`Event::Done`].
    Restart,
    /// Take back the last move, which is on that point if one is named.
    /// Answered by [`Event::Done`].
    TakeBack(Option<Point>),
    /// Change the board as the manager says. No answer.
    Arrange(BoardChange),
    /// Change the board as the manager says, choose a move and play it.
    Reply {
        /// What happened since the last answer.
        change: BoardChange,
        /// When to answer.
        limits: Limits,
    },
    /// Play this move as one's own. Answered like a [`ManagerCommand::Reply`].
    Dictate(Point),
    /// Choose in the opening of swap2, after these stones (none, 3 or 5) in the
    /// order in which they were placed. Answered by [`Event::Swap2`].
    Swap2 {
        /// The stones on the board; black first, then by turns.
        placed: Vec<Point>,
        /// When to answer.
        limits: Limits,
    },
    /// Answer a question about the board as it is.
    Ask {
        /// What is asked.
        question: ManagerQuestion,
        /// When to answer.
        limits: Limits,
    },
    /// Leave these moves out of every search, until they are allowed again.
    /// Refused as a whole if a point is not on the board.
    Ban(Vec<Ban>),
    /// Search these moves again.
    Allow(Vec<Ban>),
    /// Show something of the board.
    Show(ManagerView),
    /// Say that this command has its turn. Answered by [`Event::Reached`].
    Reach,
    /// Change the rule; the same stones stay on the board.
    ChangeRule(Rule),
    /// The bytes that the whole process may use; `None` is no limit.
    LimitMemory(Option<u64>),
}

/// What can be seen on a board that a manager runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManagerView {
    /// The position. Answered by [`Event::Board`].
    Board,
    /// The static evaluation. Answered by [`Event::Eval`].
    Evaluation,
    /// The candidate moves. Answered by [`Event::Moves`].
    Moves,
    /// Black's forbidden points. Answered by [`Event::Forbidden`].
    Forbidden,
}

/// What can be asked about a board that a manager runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManagerQuestion {
    /// The best move, with `lines` best lines reported on the way. The move is played on the board.
    /// Answered by [`Event::Answer`].
    Best {
        /// Number of lines, from 1.
        lines: usize,
    },
    /// The move after which the value for its player comes nearest to `bias`. It
    /// is played on the board. Answered by [`Event::Answer`].
    BalanceOne {
        /// Internal units.
        bias: i32,
    },
    /// A stone of the side to move and one of the opponent after which the value
    /// for the side to move comes nearest to `bias`. They are placed on the board.
    /// Answered by [`Event::Placements`].
    BalanceTwo {
        /// Internal units.
        bias: i32,
    },
    /// The next step of swap2 after the stones on the board; the board stays as
    /// it is. Answered by [`Event::Swap2`].
    Swap2 {
        /// How many stones there must be: 3 or 5, black and white by turns.
        stones: usize,
    },
}

/// A move that is left out of searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ban {
    /// Always.
    Point(Point),
    /// The last of these moves, where the others are the stones on the board:
    /// black first, then by turns.
    Path(Vec<Point>),
    /// Every ban on a point.
    AllPoints,
    /// Every ban on the last move of a path.
    AllPaths,
}

/// Where the moves of a [`Command::Position`] start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The empty board of the variant that the options define.
    Empty,
    /// Position text, in one of the forms that [`Setup::parse`](crate::game::Setup::parse) reads.
    Text(String),
}

/// What a manager says about the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardChange {
    /// Nothing new.
    None,
    /// The opponent played on this point.
    Move(Point),
    /// The whole board is as listed; the side to move is the engine.
    Board(Vec<Placed>),
}

/// What stands on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The point.
    pub point: Point,
    /// The owner of the point: one of the players or neither.
    pub owner: Owner,
}

/// The owner of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The side that is asked for a move.
    Own,
    /// The other player.
    Opponent,
    /// Neither player: no stone can be placed on the point.
    Dead,
}

/// An answer in the opening of swap2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Answer {
    /// Place these stones: three to begin with, one to stay with the own
    /// colour, two to let the opponent choose.
    Place(Vec<Move>),
    /// Take the other colour.
    Swap,
}

/// What a manager that does not know the rules may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is the game over?
    IsOver,
    /// Is it the turn of the player with this colour?
    IsTurnOf(Color),
    /// Which player has won?
    Result,
    /// Is this a legal move? `None` is a text that is not a move at all.
    IsLegal(Option<Move>),
    /// Which position is it?
    Position,
    /// Which engine is it?
    Engine,
    /// A question that was not understood; the manager waits all the same.
    Unknown,
}

/// Something the session says.
#[derive(Clone)]
pub enum Event {
    /// The answer to [`Command::Identify`]; name and options are constants.
    Identity,
    /// The answer to [`Command::Ready`].
    Ready,
    /// Something was refused.
    Problem(Problem),
    /// A thinker reports.
    Report(Report),
    /// The one answer to a [`Command::Go`], [`ManagerCommand::Reply`] or [`ManagerCommand::Dictate`].
    Answer(Choice),
    /// The command is done: the answer to commands that change the board.
    Done,
    /// The answer to a [`ManagerCommand::Swap2`].
    Swap2(Swap2Answer),
    /// The answer to [`Command::Show`] and [`ManagerView::Board`].
    Board(Box<Position>),
    /// The answer to [`Command::Eval`] and [`ManagerView::Evaluation`].
    Eval(EvalReport),
    /// The answer to [`Command::Eval`] where another player than the engine is set: what it
    /// decides by.
    Basis {
        /// The player.
        player: String,
        /// The numbers that the player decides by.
        basis: Basis,
    },
    /// The answer to [`Command::Patterns`].
    Patterns(PatternReport),
    /// The answer to [`Command::Standing`], strongest first.
    Standing(Vec<StandingReport>),
    /// The answer to [`Command::Moves`] and [`ManagerView::Moves`].
    Moves(MovesReport),
    /// The answer to [`Command::Explain`].
    Reasons(Vec<Reason>),
    /// Legal games that begin with a move.
    PerftMove {
        /// The first move.
        mv: Move,
        /// Number of games.
        games: u64,
    },
    /// All legal games of the length asked for; the end of a perft.
    PerftTotal(u64),
    /// The answer to [`Command::Prove`].
    Proof(ProofReport),
    /// A line of the bench.
    Bench(String),
    /// The answer to [`Command::Help`].
    Help,
    /// The answer to [`ManagerQuestion::BalanceTwo`].
    Placements(Vec<Move>),
    /// The answer to [`ManagerCommand::Reach`].
    Reached,
    /// The answer to [`ManagerView::Forbidden`], in reading order.
    Forbidden(Vec<Square>),
    /// The number of lines of thought that will be reported with each depth, if the player numbers
    /// its lines at all.
    Lines(usize),
    /// The answer to a [`Command::Query`].
    Response(Response),
    /// The option `LogFile` was set; empty means no file.
    LogFile(String),
}

/// The answer to a [`Query`], which lies in the position.
#[derive(Clone)]
pub struct Response {
    /// What was asked.
    pub query: Query,
    /// The position that the query was about; `None` if it was about none, and while the options
    /// define no game.
    pub position: Option<Box<Position>>,
}

/// What came of the question for a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofReport {
    /// The claim that was settled; `None` where several claims were tried in vain.
    pub claim: Option<Claim>,
    /// What was found.
    pub finding: ProofFinding,
    /// Positions visited.
    pub positions: u64,
}

/// Whether a claim is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofFinding {
    /// The claim is true, and this file shows it.
    Proven {
        /// Nodes of the file.
        nodes: usize,
        /// The lines of the file.
        text: String,
    },
    /// The claim is false.
    Refuted,
    /// A limit came first, or a `stop`, or the file would be too long.
    Undecided,
}

/// The static evaluation of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvalReport {
    /// Value for the side to move.
    pub total: Score,
    /// Each point that counts, with its worth for both sides in internal units.
    pub points: Vec<(Square, ByColor<i32>)>,
    /// What is added for all points together, for the side to move, in internal units.
    pub together: i32,
}

/// The shapes that a stone on each point would make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternReport {
    /// Each empty point where some side makes something.
    pub points: Vec<PointReport>,
}

/// What both sides would make at an empty point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointReport {
    /// The point.
    pub square: Square,
    /// Names of the shapes in the lines through the point, strongest first.
    pub shapes: ByColor<Vec<&'static str>>,
    /// What the shapes amount to together.
    pub threat: ByColor<ThreatName>,
}

/// A shape that stands in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingReport {
    /// The player whose stones make the shape.
    pub color: Color,
    /// The name of the shape.
    pub shape: &'static str,
    /// The stones, along the line.
    pub squares: Vec<Square>,
}

/// The moves a search would look at, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovesReport {
    /// The candidates in the order of the search.
    pub candidates: Vec<MoveReport>,
}

/// A move worth looking at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Why the move is worth looking at.
    pub reason: String,
    /// The number that the move is ordered by; larger is earlier.
    pub order: i32,
}
