//! `tengen learn`: the course in the terminal.

use std::fs;
use std::io::{self, BufRead, IsTerminal};

use anyhow::Context;
use clap::{Args, ValueEnum};

use tengen_engine::game::{Code, Color, Move, Problem, Square};
use tengen_engine::language::Language;
use tengen_games::course::{
    self, Board, Contest, Lesson, Play, Question, Step, Values, fill, judge, pipes, reply,
    right_squares, step_text, values, wrapped,
};
use tengen_host::cli::failure::{Failure, put};

/// Arguments of `learn`.
#[derive(Args, Debug)]
pub(crate) struct Learn {
    /// The number of a lesson, or a file with one; without it the lessons are listed
    #[arg(value_name = "LESSON")]
    pub lesson: Option<String>,
    /// The language of the lessons; by default Chinese where the locale (LANG) is, else English
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub lang: Option<LanguageName>,
    /// Print the JSON Schema of a lesson
    #[arg(long, conflicts_with_all = ["lesson", "lang"])]
    pub schema: bool,
}

/// A language by its name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LanguageName {
    /// English
    En,
    /// Chinese
    Zh,
}

/// Goes through a lesson, or lists them.
pub(crate) fn learn(arguments: &Learn) -> Result<(), Failure> {
    if arguments.schema {
        return put(course::SCHEMA.as_bytes());
    }
    let language = match arguments.lang {
        Some(LanguageName::En) => Language::English,
        Some(LanguageName::Zh) => Language::Chinese,
        None => locale(),
    };
    match &arguments.lesson {
        None => list(language),
        Some(name) => Reader { language }.read(&find(name)?),
    }
}

/// The language of the terminal.
fn locale() -> Language {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].map(std::env::var);
    let chosen = variables.into_iter().flatten().find(|value| !value.is_empty());
    let is_chinese = chosen.is_some_and(|value| value.starts_with("zh"));
    if is_chinese { Language::Chinese } else { Language::English }
}

/// The lesson of that number, or in that file.
fn find(name: &str) -> Result<Lesson, Failure> {
    let refuse = |expected: String| Failure::Usage(format!("learn: {name}: expected {expected}"));
    let shipped = course::LESSONS;
    let text = match name.parse::<usize>() {
        Ok(number) => {
            let at = number.checked_sub(1).and_then(|index| shipped.get(index));
            let text = at.ok_or_else(|| refuse(format!("a lesson from 1 to {}", shipped.len())))?;
            (*text).to_owned()
        }
        Err(_) => fs::read_to_string(name)
            .map_err(|error| refuse(format!("a number, or a file that can be read ({error})")))?,
    };
    course::read(&text).map_err(|problem| Failure::Usage(format!("{name}: {problem}")))
}

/// The lessons, with their numbers.
fn list(language: Language) -> Result<(), Failure> {
    let lessons = course::shipped().map_err(|problem| Failure::Other(problem.into()))?;
    let row = |(lesson, number): (&Lesson, usize)| {
        format!("{number:>3}  {}\n", lesson.title.of(language))
    };
    let text = lessons.iter().zip(1..).map(row).collect::<Vec<_>>().concat();
    let more = language.either(
        "\n`tengen learn 1` goes through the first one; `tengen serve` has them with boards to click on.\n",
        "\n`tengen learn 1` 从第一课开始；`tengen serve` 的网页上可以在棋盘上点击。\n",
    );
    put((text + more).as_bytes())
}

/// Who goes through a lesson.
struct Reader {
    language: Language,
}

/// What a person at the terminal has typed.
enum Typed {
    /// Go on.
    Next,
    /// Leave.
    Leave,
    /// A word.
    Word(String),
}

impl Reader {
    fn read(&self, lesson: &Lesson) -> Result<(), Failure> {
        let boards = course::boards(lesson).map_err(|problem| Failure::Other(problem.into()))?;
        let is_asked = io::stdin().is_terminal() && io::stdout().is_terminal();
        let language = self.language;
        let title = lesson.title.of(language);
        say(&format!(
            "{title}\n{}\n",
            "=".repeat(title.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum())
        ))?;
        let count = lesson.steps.len();
        for ((step, board), number) in lesson.steps.iter().zip(&boards).zip(1..) {
            say(&format!("\n--- {number} / {count} ---\n\n"))?;
            let found = values(step, board, language);
            say(&step_text(step, board, &found, language))?;
            if is_asked {
                if !self.ask(step, board, &found.values)? {
                    return Ok(());
                }
            } else {
                self.tell(step, board, &found.values)?;
            }
        }
        let source = language.either("Source", "出处");
        say(&format!("\n{}", wrapped(&format!("{source}: {}", lesson.source.of(language)))))
    }

    /// The step of a reader who answers nothing: the question with its answer, and the pipes.
    fn tell(&self, step: &Step, board: &Board, values: &Values) -> Result<(), Failure> {
        let language = self.language;
        if let Some(question) = &step.question {
            let right = right_squares(question, board);
            let names: Vec<String> = right.iter().map(Square::to_string).collect();
            let asked = fill(&question.ask, values, language);
            let label = language.either("Answer", "答案");
            say(&wrapped(&format!("\n? {asked}\n{label}: {}", names.join(" "))))?;
            if let Some(&square) = right.first() {
                let (_, values) = judge(question, board, square, values)
                    .map_err(|problem| Failure::Other(problem.into()))?;
                say(&wrapped(&fill(&question.right, &values, language)))?;
            }
        }
        if let Some(play) = &step.play {
            say(&format!("\n$ {}\n", command(play, board)))?;
        }
        self.contest(step.contest.as_ref(), board)?;
        self.pipes(step, board)
    }

    /// How the contest ends that a step has, if it has one.
    fn contest(&self, contest: Option<&Contest>, board: &Board) -> Result<(), Failure> {
        let Some(contest) = contest else { return Ok(()) };
        let [won, lost, even] = course::contest_score(contest, &board.position)
            .map_err(|problem| Failure::Other(problem.into()))?;
        let Contest { first, second, games, .. } = contest;
        let draws = self.language.either("draws", "和棋");
        let count = self.language.either("games", "盘");
        say(&format!("\n{games} {count}: {first} {won}, {second} {lost}, {draws} {even}\n"))
    }

    fn pipes(&self, step: &Step, board: &Board) -> Result<(), Failure> {
        let pipes = pipes(step, board).iter().map(|pipe| format!("$ {pipe}\n")).collect::<Vec<_>>();
        if pipes.is_empty() {
            return Ok(());
        }
        say(&format!(
            "\n{}\n{}",
            self.language.either("The same in a pipe:", "在管道中得到同样的结果："),
            pipes.concat()
        ))
    }

    /// Lets a person answer and play, and waits for Enter; says whether the lesson goes on.
    fn ask(&self, step: &Step, board: &Board, values: &Values) -> Result<bool, Failure> {
        let language = self.language;
        if let Some(question) = &step.question {
            say(&wrapped(&format!("\n? {}", fill(&question.ask, values, language))))?;
            if !self.answer(question, step, board, values)? {
                return Ok(false);
            }
        }
        self.contest(step.contest.as_ref(), board)?;
        if let Some(play) = &step.play
            && !self.play(play, board)?
        {
            return Ok(false);
        }
        loop {
            match typed(language.either(
                "Enter: go on · lines: as lines · q: leave",
                "回车：继续 · lines：看协议 · q：离开",
            ))? {
                Typed::Next => return Ok(true),
                Typed::Leave => return Ok(false),
                Typed::Word(_) => self.pipes(step, board)?,
            }
        }
    }

    fn answer(
        &self,
        question: &Question,
        step: &Step,
        board: &Board,
        known: &Values,
    ) -> Result<bool, Failure> {
        let language = self.language;
        loop {
            let word =
                match typed(language.either("a square, or Enter to skip", "输入格名，回车跳过"))?
                {
                    Typed::Next => return Ok(true),
                    Typed::Leave => return Ok(false),
                    Typed::Word(word) if word == "lines" => {
                        self.pipes(step, board)?;
                        continue;
                    }
                    Typed::Word(word) => word,
                };
            let judged = board
                .square("square", &word)
                .and_then(|square| judge(question, board, square, known));
            match judged {
                Err(problem) => say(&refused(&problem, language))?,
                Ok((is_right, values)) => {
                    let text = if is_right { &question.right } else { &question.wrong };
                    say(&wrapped(&fill(text, &values, language)))?;
                    if is_right {
                        return Ok(true);
                    }
                }
            }
        }
    }

    /// A game; says whether the lesson goes on.
    fn play(&self, play: &Play, start: &Board) -> Result<bool, Failure> {
        let language = self.language;
        let side = Color::ALL.into_iter().find(|side| side.letter() == play.side);
        let mut board = start.clone();
        say(&format!("\n{} {}\n", language.either("Play against", "对手："), play.against))?;
        while board.position.outcome().is_none() {
            if Some(board.position.side()) != side {
                let Some((mv, why)) = reply(play, &board, language) else { break };
                board = board.after(mv).map_err(|problem| Failure::Other(problem.into()))?;
                let why = if why.is_empty() { why } else { format!(" ({why})") };
                say(&format!("{} {mv}{why}\n{}", play.against, board.position.diagram()))?;
                continue;
            }
            match typed(language.either("your square, or Enter to go on", "输入格名，回车继续"))?
            {
                Typed::Next => return Ok(true),
                Typed::Leave => return Ok(false),
                Typed::Word(word) => {
                    let played = board
                        .square("square", &word)
                        .and_then(|square| board.after(Move::place(square)));
                    match played {
                        Ok(after) => board = after,
                        Err(problem) => say(&refused(&problem, language))?,
                    }
                }
            }
        }
        if board.position.outcome().is_some() {
            let result = match board.position.winner() {
                Some(winner) if Some(winner) == side => {
                    language.either("You have won.", "你赢了。")
                }
                Some(_) => language.either("You have lost.", "你输了。"),
                None => language.either("A draw.", "和棋。"),
            };
            say(&format!("{}{result}\n", board.position.diagram()))?;
        }
        Ok(true)
    }
}

/// What a person types at the prompt.
fn typed(prompt: &str) -> Result<Typed, Failure> {
    say(&format!("[{prompt}] "))?;
    let mut line = String::new();
    let count = io::stdin().lock().read_line(&mut line).context("standard input")?;
    let word = line.trim().to_lowercase();
    Ok(match word.as_str() {
        _ if count == 0 => Typed::Leave,
        "q" | "quit" => Typed::Leave,
        "" => Typed::Next,
        _ => Typed::Word(word),
    })
}

/// The command that plays the same game.
fn command(play: &Play, board: &Board) -> String {
    let options = play.options.iter().map(|(name, value)| format!(" \"option.{name}={value}\""));
    let options: String = options.collect();
    // A player with options of its own is an engine that is told so.
    let against = match options.as_str() {
        "" => play.against.clone(),
        _ => format!("'cmd=tengen option.Player={}{options}'", play.against),
    };
    let human = "human".to_owned();
    let (black, white) = if play.side == 'x' { (human, against) } else { (against, human) };
    format!("tengen play --black {black} --white {white} --opening '{}'", board.position.fen())
}

/// What is wrong with a word, for people.
fn refused(problem: &Problem, language: Language) -> String {
    match (language, problem.code) {
        (Language::Chinese, Code::Occupied) => format!("{}：这一格已有棋子\n", problem.text),
        (Language::Chinese, _) => format!("{}：应输入棋盘上一格的名称，如 b2\n", problem.text),
        _ => format!("{problem}\n"),
    }
}

fn say(text: &str) -> Result<(), Failure> {
    put(text.as_bytes())
}
