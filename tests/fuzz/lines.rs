//! Lines of protocols: each gives commands, and what is wrong with one takes one line.

use tengen_engine::protocol::{self, InputLine};
use tengen_engine::session::message::{Command, Event};
use tengen_engine::session::options::Options;

use crate::corpus::Input;
use crate::hunt::Verdict;
use crate::text::is_calm;

/// Words of the native protocol.
pub const NATIVE: &[&str] = &[
    "uci\n",
    "isready\n",
    "ucinewgame\n",
    "setoption name ",
    " value ",
    "Variant",
    "Hash",
    "Threads",
    "MultiPV",
    "UCI_Variant",
    "true",
    "auto",
    "position ",
    "startpos",
    "fen 3/3/3 x k=3",
    " moves ",
    "h8 ",
    "*h8 ",
    "P@h8 ",
    "go ",
    "depth 3 ",
    "nodes 5 ",
    "movetime 1 ",
    "wtime ",
    "btime ",
    "winc ",
    "movestogo ",
    "mate ",
    "infinite ",
    "ponder ",
    "searchmoves ",
    "perft ",
    "stop\n",
    "ponderhit\n",
    "debug on\n",
    "d\n",
    "eval\n",
    "patterns\n",
    "moves\n",
    "bench\n",
    "help\n",
    "quit\n",
    "#",
    "\t",
    "\r\n",
    "\u{1b}",
    "\u{2028}",
    "\u{feff}",
];

/// Those of UGI besides.
pub const UGI: &[&str] = &[
    "ugi\n",
    "uginewgame\n",
    "query ",
    "gameover",
    "p1turn",
    "p2turn",
    "result",
    "fen",
    "engine",
    "islegal ",
    "h8",
    "*b2",
    "go ",
    "p1time 5 ",
    "p2time 5 ",
    "p1inc 0 ",
    "p2inc 0 ",
    "movetime 5 ",
    "position ",
    "startpos ",
    "moves ",
    "fen 3 3 3 3/3/3 X 1",
    "setoption name ",
    " value ",
    "Clear Hash",
    "\n",
    "\t",
    "\u{1b}",
];

/// Commands of Gomocup managers.
pub const GOMOCUP: &[&str] = &[
    "START 15\n",
    "RECTSTART 20,10\n",
    "RESTART\n",
    "BEGIN\n",
    "TURN 7,7\n",
    "PLAY 8,8\n",
    "BOARD\n",
    "7,7,1\n",
    "8,8,2\n",
    "9,9,3\n",
    "DONE\n",
    "TAKEBACK 7,7\n",
    "SWAP2BOARD\n",
    "INFO ",
    "rule ",
    "timeout_turn ",
    "timeout_match ",
    "time_left ",
    "max_memory ",
    "game_type ",
    "folder ",
    "evaluate 1,1\n",
    "max_node ",
    "max_depth ",
    "ABOUT\n",
    "END\n",
    "ERROR ",
    "\n",
    " ",
    ",",
    "-",
    "\u{1b}",
];

/// Those of Yixin-Board besides.
pub const YIXIN: &[&str] = &[
    "START 15\n",
    "START 15 15\n",
    "BEGIN\n",
    "TURN 7,7\n",
    "yxboard\n",
    "YXBOARD\n",
    "7,7,1\n",
    "DONE\n",
    "done\n",
    "YXSTOP\n",
    "YXNBEST 3\n",
    "YXSHOWFORBID\n",
    "YXSHOWINFO\n",
    "YXBALANCEONE 0\n",
    "YXBALANCETWO 0\n",
    "YXBLOCK\n",
    "YXBLOCKRESET\n",
    "YXBLOCKUNDO\n",
    "YXHASHCLEAR\n",
    "YXHASHDUMP\n",
    "YXHASHLOAD\n",
    "YXDRAW\n",
    "YXPRINTFEATURE\n",
    "YXSEARCHDEFEND\n",
    "YXSWAP2STEP1\n",
    "YXSWAP2STEP2\n",
    "YXSOOSORVSTEP1\n",
    "YXBLOCKPATH\n",
    "YXSHOWHASHUSAGE\n",
    "TRACEBOARD\n",
    "LOADMODEL\n",
    "STOP\n",
    "INFO ",
    "rule ",
    "thread_num ",
    "checkmate ",
    "caution_factor ",
    "hash_size ",
    "usedatabase ",
    "x.txt\n",
    "\n",
    " ",
    ",",
    "-",
];

/// Longest line that arrives whole.
const LONGEST: usize = 400;

/// Reads the lines of one conversation of the protocol that is the kind of the input.
pub fn check(input: &Input) -> Verdict {
    let protocol =
        protocol::named(&input.kind).ok_or_else(|| format!("no protocol: {}", input.kind))?;
    let mut codec = (protocol.open)();
    let mut options = Options::default();
    let (mut words, mut lines) = (String::new(), Vec::new());
    for line in input.bytes.split(|&byte| byte == b'\n') {
        let is_cut = line.len() > LONGEST;
        let text = protocol::from_bytes(&line[..line.len().min(LONGEST)]);
        // What a line makes of the position is another matter; how it is read is this one's.
        for command in codec.decode(InputLine { text: &text, is_cut }) {
            let name = format!("{command:?}");
            let name = name.split([' ', '{', '(']).next().unwrap_or_default();
            if !words.contains(name) {
                words += name;
            }
            let problem = match command {
                Command::Refused { problem, .. } => Some(problem),
                Command::SetOption { name, value } => options.set(&name, value.as_deref()).err(),
                _ => None,
            };
            let Some(problem) = problem else { continue };
            words += &problem.expected;
            codec.encode(&Event::Problem(problem), &options, &mut lines);
            for line in lines.drain(..) {
                is_calm(&line)?;
            }
        }
    }
    codec.end_of_input();
    Ok(words)
}
