//! Why a classic player chose its move: as data, and in words.

use crate::game::{Color, Size};
use crate::language::Language;
use crate::value::{Score, ScoreKind};

/// Why a classic player chose its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motive {
    /// No other move is legal.
    OnlyMove,
    /// It is drawn from this many legal moves.
    Drawn(usize),
    /// `fivestage`: what its first rule that applies found.
    Stage(StageRule),
    /// `linecount`: what its opening or its count of lines found.
    Lines(LineRule),
    /// `runlength`: the longest run through a point, and whose it is.
    LongestRun {
        /// Stones, the one to come included.
        length: usize,
        /// Whose they are.
        color: Color,
    },
    /// `scoretable`: what the stone makes.
    Attack(RunShape),
    /// `scoretable`: what the opponent would make there.
    Defence(Color, RunShape),
    /// `minimax` and `alphabeta`: the best of what they searched.
    Searched {
        /// How many moves were searched to the end.
        searched: usize,
        /// How many moves there are.
        all: usize,
        /// How deep, in plies.
        depth: u32,
        /// What the move is worth; `None` where all that was searched loses and something is left.
        score: Option<Score>,
    },
}

/// The findings of `fivestage`, in the order of its stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageRule {
    /// Stage 1: a line is completed.
    Attack,
    /// Stage 2: a line is blocked.
    Defence,
    /// Stage 3: the centre.
    Opening,
    /// Stage 4: a free corner that allows no fork.
    SafeCorner,
    /// Stage 4 without a look at forks.
    Corner,
    /// Stage 5: an edge that allows no fork.
    SafeEdge,
    /// Stage 5 without a look at forks.
    Edge,
    /// Stage 5: every point allows a fork.
    Forked,
}

impl StageRule {
    /// The number of the stage, from 1.
    pub const fn number(self) -> u8 {
        match self {
            StageRule::Attack => 1,
            StageRule::Defence => 2,
            StageRule::Opening => 3,
            StageRule::SafeCorner | StageRule::Corner => 4,
            StageRule::SafeEdge | StageRule::Edge | StageRule::Forked => 5,
        }
    }

    /// In words.
    pub const fn words(self, language: Language) -> &'static str {
        match self {
            StageRule::Attack => language.either("attack: completes a line", "进攻：连成一线"),
            StageRule::Defence => language.either("defence: blocks a line", "防守：挡住一条线"),
            StageRule::Opening => language.either("opening: took the centre", "开局：占中心"),
            StageRule::SafeCorner => language.either(
                "corner: a free corner that allows no fork",
                "角：空着的角，对方不能由此形成双线",
            ),
            StageRule::Corner => language.either("corner: a free corner", "角：空着的角"),
            StageRule::SafeEdge => language.either(
                "filler: an edge that allows no fork",
                "补位：一条边，对方不能由此形成双线",
            ),
            StageRule::Edge => language.either("filler: a free edge", "补位：空着的边"),
            StageRule::Forked => {
                language.either("filler: every point allows a fork", "补位：哪里都挡不住双线")
            }
        }
    }
}

/// The findings of `linecount`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRule {
    /// A line is completed.
    Completes,
    /// A line is blocked.
    Blocks,
    /// Most lines with two own stones and an empty third.
    MostLines,
    /// The first stone, drawn.
    FirstStone,
    /// The corner opposite to the opponent's.
    OppositeTheirs,
    /// Drawn from the corners that touch the opponent's edge.
    TouchingEdge,
    /// The corner opposite to its own.
    OppositeOwn,
    /// The centre.
    Centre,
    /// A corner, since the centre is taken.
    Corner,
}

impl LineRule {
    /// In words.
    pub const fn words(self, language: Language) -> &'static str {
        match self {
            LineRule::Completes => language.either("completes a line", "连成一线"),
            LineRule::Blocks => language.either("blocks a line", "挡住一条线"),
            LineRule::MostLines => language.either(
                "most lines with two own stones and an empty third",
                "己方两子、第三格为空的线最多",
            ),
            LineRule::FirstStone => {
                language.either("drawn from the centre and the corners", "在中心与四角中抽签")
            }
            LineRule::OppositeTheirs => {
                language.either("corner opposite to the opponent's", "对方所占角的对角")
            }
            LineRule::TouchingEdge => language.either(
                "drawn from the corners that touch the opponent's edge",
                "在挨着对方边子的角中抽签",
            ),
            LineRule::OppositeOwn => {
                language.either("corner opposite to the own one", "己方所占角的对角")
            }
            LineRule::Centre => language.either("took the centre", "占中心"),
            LineRule::Corner => {
                language.either("took a corner: the centre is taken", "中心已被占，占角")
            }
        }
    }
}

/// A run of stones; the order of the fields is the order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunShape {
    /// Whether the stone completes a line.
    pub is_line: bool,
    /// Number of stones; 0 where no line fits.
    pub count: usize,
    /// Whether both ends are empty.
    pub open: bool,
}

impl RunShape {
    /// No run: no line fits there.
    pub const NOTHING: RunShape = RunShape { is_line: false, count: 0, open: false };

    /// In words.
    pub fn words(self, language: Language) -> String {
        let RunShape { is_line, count, open } = self;
        match (language, count, open) {
            (Language::English, ..) if is_line => format!("a line of {count}"),
            (Language::English, 0, _) => "nothing".to_owned(),
            (Language::English, _, true) => format!("an open run of {count}"),
            (Language::English, _, false) => format!("a closed run of {count}"),
            (Language::Chinese, ..) if is_line => format!("连成 {count} 子"),
            (Language::Chinese, 0, _) => "没有连子".to_owned(),
            (Language::Chinese, _, true) => format!("形成两端皆空的 {count} 子"),
            (Language::Chinese, _, false) => format!("形成一端被堵的 {count} 子"),
        }
    }
}

/// The longest side of a board whose stones are crosses and circles.
const SIGNS: usize = 5;

impl Motive {
    /// In words, without a full stop.
    pub fn words(self, language: Language) -> String {
        let name = |color: Color| match language {
            Language::English => color.letter().to_string(),
            Language::Chinese => in_chinese(color),
        };
        self.told(language, &name)
    }

    /// In words for people at a board of that size, without a full stop: sides have the names that
    /// they have there, and searches are told without plies.
    pub fn words_at_board(self, language: Language, size: Size) -> String {
        let are_signs = size.width().max(size.height()) <= SIGNS;
        let name = |color: Color| match color {
            color if are_signs => color.letter().to_ascii_uppercase().to_string(),
            Color::Black => language.either("Black", "黑方").to_owned(),
            Color::White => language.either("White", "白方").to_owned(),
        };
        let (searched, all, depth, score) = match self {
            Motive::Searched { searched, all, depth, score } => (searched, all, depth, score),
            // At a board a draw is an end of the game.
            Motive::Drawn(moves) if language == Language::English => {
                return format!("picked by lot from {moves} moves");
            }
            motive => return motive.told(language, &name),
        };
        let found = match (language, score.map(Score::kind)) {
            (_, None) => language.either("all of these lose", "看过的都会输").to_owned(),
            (Language::English, Some(ScoreKind::Win(1))) => "it wins at once".to_owned(),
            (Language::Chinese, Some(ScoreKind::Win(1))) => "立即获胜".to_owned(),
            (Language::English, Some(ScoreKind::Win(plies))) => {
                format!("it wins in {} moves", plies.div_ceil(2))
            }
            (Language::Chinese, Some(ScoreKind::Win(plies))) => {
                format!("{} 手内获胜", plies.div_ceil(2))
            }
            (_, Some(ScoreKind::Loss(_))) => {
                language.either("it sees that it loses", "它看到自己会输").to_owned()
            }
            (Language::English, Some(ScoreKind::Estimate(0))) => "neither side is ahead".to_owned(),
            (Language::English, Some(ScoreKind::Estimate(lines))) => {
                let more = if lines > 0 { "more" } else { "less" };
                format!("its lines are worth {} {more} than the other's", lines.unsigned_abs())
            }
            (Language::Chinese, Some(ScoreKind::Estimate(0))) => "双方不分上下".to_owned(),
            (Language::Chinese, Some(ScoreKind::Estimate(lines))) => {
                let more = if lines > 0 { "多" } else { "少" };
                format!("己方的线比对方{more}值 {} 分", lines.unsigned_abs())
            }
        };
        let ahead = match (language, searched) {
            (Language::English, 0) => {
                format!("the best of {all} moves at a glance, without time")
            }
            (Language::Chinese, 0) => format!("没有时间，粗看 {all} 种着法得出的最佳"),
            (Language::English, n) if n < all => {
                format!("the best of the {n} of {all} moves it had time for")
            }
            (Language::Chinese, n) if n < all => {
                format!("时间只够看 {all} 种着法中的 {n} 种，其中的最佳")
            }
            (Language::English, _) => format!("the best of {all} moves, looking {depth} ahead"),
            (Language::Chinese, _) => format!("向前看 {depth} 步，{all} 种着法中的最佳"),
        };
        format!("{ahead}{}{found}", language.either(": ", "："))
    }

    /// In words, with that name for each side.
    fn told(self, language: Language, name: &dyn Fn(Color) -> String) -> String {
        let said = |english: &str, chinese: &str| language.either(english, chinese).to_owned();
        let in_english = language == Language::English;
        match self {
            Motive::OnlyMove => said("nothing else is legal", "别无合法着法"),
            Motive::Drawn(moves) if in_english => format!("drawn from {moves} legal moves"),
            Motive::Drawn(moves) => format!("在 {moves} 种合法着法中抽签"),
            Motive::Stage(stage) => stage.words(language).to_owned(),
            Motive::Lines(rule) => rule.words(language).to_owned(),
            Motive::LongestRun { length, color } if in_english => {
                format!("longest run through a point: {length} of {}", name(color))
            }
            Motive::LongestRun { length, color } => {
                format!("经过该点的最长连子：{} {length} 子", name(color))
            }
            Motive::Attack(shape) if in_english => {
                format!("attack: makes {}", shape.words(language))
            }
            Motive::Attack(shape) => format!("进攻：{}", shape.words(language)),
            Motive::Defence(color, shape) if in_english => {
                format!("defence: {} would make {}", name(color), shape.words(language))
            }
            Motive::Defence(color, RunShape::NOTHING) => {
                format!("防守：{}在此也没有连子", name(color))
            }
            Motive::Defence(color, shape) => {
                format!("防守：否则 {}{}", name(color), shape.words(language))
            }
            Motive::Searched { searched, all, depth, score } => {
                let worth = score.map_or_else(
                    || said("all of these lose", "看过的都会输"),
                    |score| value(score, language),
                );
                if in_english {
                    return format!("{}: {worth}", best_of(searched, all, depth));
                }
                let best = if searched == 0 {
                    format!("没有时间搜索，粗看 {all} 种着法得出的最佳")
                } else if searched < all {
                    format!("时间只够看 {all} 种着法中的 {searched} 种，其中的最佳")
                } else {
                    format!("看 {all} 种着法、{depth} 步深得出的最佳")
                };
                format!("{best}：{worth}")
            }
        }
    }
}

fn best_of(searched: usize, all: usize, depth: u32) -> String {
    if searched == 0 {
        format!("best of {all} moves at a glance, there was no time")
    } else if searched < all {
        format!("best of the {searched} of {all} moves there was time for")
    } else {
        format!("best of {all} moves, {depth} plies deep")
    }
}

/// The stones of a colour by their letter, which fits boards with stones and with signs.
fn in_chinese(color: Color) -> String {
    format!("{} 方", color.letter())
}

/// A score in words: a number of lines, or plies to the end.
pub fn value(score: Score, language: Language) -> String {
    let in_english = language == Language::English;
    match score.kind() {
        ScoreKind::Win(1) if in_english => "wins in 1 ply".to_owned(),
        ScoreKind::Loss(1) if in_english => "loses in 1 ply".to_owned(),
        ScoreKind::Win(plies) if in_english => format!("wins in {plies} plies"),
        ScoreKind::Loss(plies) if in_english => format!("loses in {plies} plies"),
        ScoreKind::Estimate(lines) if in_english => format!("value {lines}"),
        ScoreKind::Win(plies) => format!("{plies} 步内获胜"),
        ScoreKind::Loss(plies) => format!("{plies} 步内落败"),
        ScoreKind::Estimate(lines) => format!("值 {lines}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_at_a_board_are_told_of_its_sides_and_of_no_plies() {
        let run = RunShape { is_line: false, count: 2, open: true };
        let searched = |searched, score| Motive::Searched { searched, all: 7, depth: 3, score };
        for (motive, side, english, chinese) in [
            (
                Motive::Defence(Color::White, run),
                15,
                "defence: White would make an open run of 2",
                "防守：否则 白方形成两端皆空的 2 子",
            ),
            (
                Motive::LongestRun { length: 2, color: Color::Black },
                3,
                "longest run through a point: 2 of X",
                "经过该点的最长连子：X 2 子",
            ),
            (Motive::Drawn(8), 3, "picked by lot from 8 moves", "在 8 种合法着法中抽签"),
            (
                searched(7, Some(Score::estimate(-1))),
                5,
                "the best of 7 moves, looking 3 ahead: its lines are worth 1 less than the other's",
                "向前看 3 步，7 种着法中的最佳：己方的线比对方少值 1 分",
            ),
            (
                searched(7, Some(Score::win_in(3))),
                6,
                "the best of 7 moves, looking 3 ahead: it wins in 2 moves",
                "向前看 3 步，7 种着法中的最佳：2 手内获胜",
            ),
            (
                searched(2, None),
                15,
                "the best of the 2 of 7 moves it had time for: all of these lose",
                "时间只够看 7 种着法中的 2 种，其中的最佳：看过的都会输",
            ),
        ] {
            let size = Size::new(side, side).unwrap();
            assert_eq!(motive.words_at_board(Language::English, size), english);
            assert_eq!(motive.words_at_board(Language::Chinese, size), chinese);
        }
    }

    #[test]
    fn motives_are_said_in_both_languages() {
        let run = RunShape { is_line: false, count: 3, open: true };
        let searched = |searched, score| Motive::Searched { searched, all: 7, depth: 3, score };
        for (motive, english, chinese) in [
            (Motive::Stage(StageRule::Defence), "defence: blocks a line", "防守：挡住一条线"),
            (Motive::Attack(run), "attack: makes an open run of 3", "进攻：形成两端皆空的 3 子"),
            (
                Motive::Defence(Color::White, run),
                "defence: o would make an open run of 3",
                "防守：否则 o 方形成两端皆空的 3 子",
            ),
            (
                searched(7, Some(Score::estimate(-1))),
                "best of 7 moves, 3 plies deep: value -1",
                "看 7 种着法、3 步深得出的最佳：值 -1",
            ),
            (
                searched(2, None),
                "best of the 2 of 7 moves there was time for: all of these lose",
                "时间只够看 7 种着法中的 2 种，其中的最佳：看过的都会输",
            ),
        ] {
            assert_eq!(motive.words(Language::English), english);
            assert_eq!(motive.words(Language::Chinese), chinese);
        }
    }
}
