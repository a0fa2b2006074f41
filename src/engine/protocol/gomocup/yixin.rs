//! The commands that Yixin-Board and the programs after it add to Gomocup's.

use crate::control::scale;
use crate::protocol::text::{self, Words};
use crate::session::message::{
    Ban, BoardChange, Command, ManagerCommand, ManagerQuestion, ManagerView, Placed, Point, Problem,
};
use crate::session::options::{self, OptionKind};
use crate::value::Score;

use super::block::{Block, Purpose};
use super::commands::SOOSORV_STEP;
use super::database;
use super::dialect::Dialect;
use super::read::Read;
use super::state::{Asked, Gomocup, QueuedReply, Swap2Stage};

impl Gomocup {
    /// Reads a command of the extension; `None` if it is none.
    pub(super) fn extension(&mut self, word: &str, rest: &str) -> Option<Read> {
        if let Some(query) = database::find(word) {
            return Some(Ok(self.query(query, rest)));
        }
        Some(Ok(match word {
            "YXSHOWINFO" => self.show_info(),
            "YXSTOP" | "STOP" => vec![Command::Stop],
            "YXBOARD" => self.begin_block(Purpose::YxBoard, rest),
            "YXBLOCK" => self.begin_block(Purpose::Ban, rest),
            "YXBLOCKUNDO" => self.begin_block(Purpose::Allow, rest),
            "YXBLOCKRESET" => vec![Command::Manager(ManagerCommand::Allow(vec![Ban::AllPoints]))],
            "YXBLOCKPATH" => self.begin_block(Purpose::BanPath, rest),
            "YXBLOCKPATHUNDO" => self.begin_block(Purpose::AllowPath, rest),
            "YXBLOCKPATHRESET" => {
                vec![Command::Manager(ManagerCommand::Allow(vec![Ban::AllPaths]))]
            }
            "YXNBEST" => match rest.parse() {
                Ok(lines @ 1..) => vec![self.ask(Asked::Move, ManagerQuestion::Best { lines })],
                _ => return Some(Err(Problem::new(word, rest, "a number of lines"))),
            },
            "YXSEARCHDEFEND" => {
                vec![self.ask(Asked::Move, ManagerQuestion::Best { lines: usize::MAX })]
            }
            "YXBALANCEONE" | "YXBALANCETWO" | "YXBALANCE" => return Some(self.balance(word, rest)),
            "YXSHOWFORBID" => vec![Command::Manager(ManagerCommand::Show(ManagerView::Forbidden))],
            "YXHASHCLEAR" => {
                self.extension.hashfull = 0;
                vec![Command::SetOption { name: "Clear Hash".to_owned(), value: None }]
            }
            "YXSHOWHASHUSAGE" => self.say_later(QueuedReply::HashUsage),
            "YXHASHDUMP" | "YXHASHLOAD" => self.refuse_file(word, rest, "no table in a file"),
            "LOADMODEL" | "EXPORTMODEL" => self.refuse_file(word, rest, "no model in a file"),
            "RELOADCONFIG" => {
                // Only the pages made for Rapfi send it, as their first line.
                if self.dialect == Dialect::Gomocup {
                    self.dialect = Dialect::Rapfi;
                }
                self.say("no configuration file is used")
            }
            "YXSWAP2STEP1" => {
                let limits = self.limits();
                self.owed.push_back(Asked::Swap2(Swap2Stage::Propose));
                vec![Command::Manager(ManagerCommand::Swap2 { placed: Vec::new(), limits })]
            }
            "YXSWAP2STEP2" => {
                let asked = Asked::Swap2(Swap2Stage::AnswerThree);
                vec![self.ask(asked, ManagerQuestion::Swap2 { stones: 3 })]
            }
            "YXSWAP2STEP3" => {
                let asked = Asked::Swap2(Swap2Stage::AnswerFive);
                vec![self.ask(asked, ManagerQuestion::Swap2 { stones: 5 })]
            }
            "YXDRAW" => self.say_later(QueuedReply::Draw),
            "YXRESIGN" => self.say("RESIGN ACCEPT"),
            "YXFORBID" => self.say("YXFORBID is not supported: the rules say what is forbidden"),
            "YXPRINTFEATURE" => {
                vec![Command::Manager(ManagerCommand::Show(ManagerView::Evaluation))]
            }
            "TRACEBOARD" => vec![Command::Manager(ManagerCommand::Show(ManagerView::Board))],
            "TRACESEARCH" => vec![Command::Manager(ManagerCommand::Show(ManagerView::Moves))],
            "BENCH" => vec![Command::Bench],
            "YXSOOSORVSTEP1" => self.say(NO_SOOSORV),
            _ if word.starts_with(SOOSORV_STEP) => self.skip_block(NO_SOOSORV_LINES, rest),
            _ => return None,
        }))
    }

    /// `YXBALANCEONE b`, `YXBALANCETWO b`, or `YXBALANCE ONE b` as some write it.
    fn balance(&mut self, word: &str, rest: &str) -> Read {
        let mut words = Words::new(rest);
        let number = match word {
            "YXBALANCE" => words.next().unwrap_or_default().to_ascii_uppercase(),
            _ => word.trim_start_matches("YXBALANCE").to_owned(),
        };
        let bias = match words.rest() {
            "" => 0,
            text => text
                .parse()
                .map_err(|_| Problem::new(word, text, "a score in hundredths, as in -25"))?,
        };
        let bias = scale::units(bias);
        match number.as_str() {
            "ONE" => Ok(vec![self.ask(Asked::Move, ManagerQuestion::BalanceOne { bias })]),
            "TWO" => Ok(vec![self.ask(Asked::Move, ManagerQuestion::BalanceTwo { bias })]),
            other => Err(Problem::new(word, other, "ONE or TWO and a bias")),
        }
    }

    fn ask(&mut self, asked: Asked, question: ManagerQuestion) -> Command {
        let limits = self.limits();
        self.owed.push_back(asked);
        Command::Manager(ManagerCommand::Ask { question, limits })
    }

    /// Says something in its turn; no move is waited for.
    pub(super) fn say(&mut self, text: &str) -> Vec<Command> {
        self.say_all(&[text])
    }

    fn say_all(&mut self, texts: &[&str]) -> Vec<Command> {
        let lines = texts.iter().map(|text| format!("MESSAGE {text}")).collect();
        self.say_later(QueuedReply::Lines(lines))
    }

    fn say_later(&mut self, reply: QueuedReply) -> Vec<Command> {
        self.extension.replies.push_back(reply);
        vec![Command::Manager(ManagerCommand::Reach)]
    }

    /// Says what has its turn now.
    pub(super) fn speak(&mut self, lines: &mut Vec<String>) {
        match self.extension.replies.pop_front() {
            Some(QueuedReply::Lines(texts)) => lines.extend(texts),
            Some(QueuedReply::HashUsage) => {
                let permille = self.extension.hashfull;
                lines.push(format!("MESSAGE hash usage {}.{}%", permille / 10, permille % 10));
            }
            Some(QueuedReply::Draw) => {
                let is_welcome = self.extension.last_score.is_some_and(|score| score < Score::DRAW);
                let word = if is_welcome { "ACCEPT" } else { "REJECT" };
                lines.push(format!("MESSAGE DRAW {word}"));
            }
            None => {}
        }
    }

    fn show_info(&mut self) -> Vec<Command> {
        self.dialect = Dialect::Yixin;
        // The slider of the table ends at that power of two, in kibibytes.
        let kibibytes = u64::from(most("Hash")) << 10;
        self.say_all(&[
            concat!("Tengen ", env!("CARGO_PKG_VERSION")),
            &format!("INFO MAX_THREAD_NUM {}", most("Threads")),
            &format!("INFO MAX_HASH_SIZE {}", kibibytes.ilog2()),
        ])
    }

    /// Refuses a command that names a file, on its line or on the next one.
    fn refuse_file(&mut self, word: &str, rest: &str, why: &'static str) -> Vec<Command> {
        if rest.is_empty() {
            self.extension.awaits_file = Some(why);
            return Vec::new();
        }
        self.say(&format!("{word} is not supported, {why}: {}", text::shown(rest)))
    }

    /// Answers a question for the database that we do not have.
    fn query(&mut self, query: &'static database::DatabaseCommand, rest: &str) -> Vec<Command> {
        match query.form {
            database::Form::Line => self.say_all(query.replies),
            database::Form::File if rest.is_empty() => {
                self.extension.awaits_file = Some(database::NONE);
                Vec::new()
            }
            database::Form::File => self.say(&format!("{}: {}", database::NONE, text::shown(rest))),
            database::Form::Block => self.skip_block(query.replies, rest),
        }
    }

    /// Skips the lines up to `DONE`, which may stand at the end of this one.
    fn skip_block(&mut self, replies: &'static [&'static str], rest: &str) -> Vec<Command> {
        let purpose = Purpose::Skip(replies);
        if Words::new(rest).last().is_some_and(|word| word.eq_ignore_ascii_case("DONE")) {
            return self.end_extension_block(purpose, Vec::new());
        }
        self.block = Some(Block::new(purpose));
        Vec::new()
    }

    /// What a block of the extension means.
    pub(super) fn end_extension_block(
        &mut self,
        purpose: Purpose,
        placed: Vec<Placed>,
    ) -> Vec<Command> {
        let points = || -> Vec<Point> { placed.iter().map(|it| it.point).collect() };
        let bans = || -> Vec<Ban> { points().into_iter().map(Ban::Point).collect() };
        vec![Command::Manager(match purpose {
            Purpose::Skip(replies) => return self.say_all(replies),
            Purpose::YxBoard | Purpose::Board | Purpose::Swap2 => {
                ManagerCommand::Arrange(BoardChange::Board(placed))
            }
            Purpose::Ban => ManagerCommand::Ban(bans()),
            Purpose::Allow => ManagerCommand::Allow(bans()),
            Purpose::BanPath => ManagerCommand::Ban(vec![Ban::Path(points())]),
            Purpose::AllowPath => ManagerCommand::Allow(vec![Ban::Path(points())]),
        })]
    }

    /// Reads a key of `INFO` that the extension adds and its value, of which `text`
    /// is the whole; `None` if it is none.
    pub(super) fn extension_info(
        &mut self,
        key: &str,
        number: Option<i64>,
        text: &str,
    ) -> Option<Vec<Command>> {
        match key {
            "hash_size" => {
                let Some(kibibytes) = self.at_least_zero(text, number) else { return Some(vec![]) };
                let mebibytes = (kibibytes >> 10).clamp(1, i64::from(most("Hash")));
                let value = Some(mebibytes.to_string());
                return Some(vec![Command::SetOption { name: "Hash".to_owned(), value }]);
            }
            "show_detail" => match number {
                Some(bits @ 0..=3) => self.extension.detail = self.extension.detail.with(bits),
                _ => self.complain(text, "0 to 3"),
            },
            "time_increment" => {
                let ms = self.at_least_zero(text, number);
                self.values.increment_ms = ms.map_or(self.values.increment_ms, |ms| ms as u64);
            }
            _ if IGNORED_KEYS.contains(&key) => {}
            _ => return None,
        }
        Some(Vec::new())
    }
}

/// Keys that managers send and that change nothing here: there is nothing to
/// ponder on, no database, and the search finds its own width and threats.
const IGNORED_KEYS: &[&str] = &[
    "caution_factor",
    "thread_split_depth",
    "pondering",
    "usedatabase",
    "nbestsym",
    "checkmate",
    "vcthread",
    "start_depth",
    "swapable",
    "strength",
    "max_moves",
    "draw_result",
    "database_readonly",
    "search_type",
    "evaluator_draw_ratio",
    "evaluator_draw_black_winrate",
];

const NO_SOOSORV: &str = "SOOSORV is not supported";
const NO_SOOSORV_LINES: &[&str] = &[NO_SOOSORV];

/// The largest value of a numeric option.
fn most(name: &str) -> u32 {
    match options::find(name).map(|spec| &spec.kind) {
        Some(&OptionKind::Spin { max, .. }) => u32::try_from(max).unwrap_or(u32::MAX),
        _ => 1,
    }
}
