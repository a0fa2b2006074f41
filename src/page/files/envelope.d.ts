// Messages of the web envelope, as the types of src/page/envelope say. Do not change this file:
// TENGEN_WRITE=1 cargo test -p tengen-page contracts writes it.

/** How a proposal was answered. */
export type Answered = {
  /** Who has answered. */
  chair: Chair,
  /** What was asked for. */
  what: Proposal,
  /** Whether it was granted. */
  accepted: boolean, };

/** What a page asks for. */
export type Ask = { "do": "list" }
  | { "do": "show",
  /** From 0. */
  number: number, }
  | { "do": "try",
  /** The puzzle. */
  number: number,
  /** The moves that were found, with the replies to them, separated by blanks. */
  moves: string,
  /** The move. */
  move: string, }
  | { "do": "clue",
  /** The puzzle. */
  number: number,
  /** The moves that were found, with the replies to them, separated by blanks. */
  moves: string,
  /** How much it says. */
  depth: Depth, };

/** A question to the engine, and what is read out of its answer. */
export type Asked = {
  /** Lines of the native protocol, which follow the position. The one line `count` stands for
   * what `tengen count` prints. */
  lines: Array<string>,
  /** What is found, by names: the text that stands before it, then `{}` for one word or `{*}` for
   * the rest of the line; `^` at its start says that the line begins so. The last line that has
   * the text counts. */
  find?: { [key in string]: string },
  /** What the answer is called where several are shown. */
  name?: Text, };

/** A side of the table. Colours change hands, chairs do not. */
export type Chair = "first" | "second";

/** A player as it is seen. */
export type ChairView = {
  /** How it is called. */
  name: string,
  /** How a running engine calls itself. */
  id: string | null,
  /** Whether it is a person. */
  human: boolean,
  /** Its stones: `x` or `o`. */
  color: "x" | "o",
  /** Time left on the clock of the game, in milliseconds; nothing without one. */
  clock_ms: number | null,
  /** Time left for its move, in milliseconds; nothing without such a limit. */
  move_ms: number | null,
  /** Whether its clock runs. */
  running: boolean,
  /** Undos left; nothing is any number. */
  undos_left: number | null,
  /** Games won at this table. */
  wins: number,
  /** Depth of an engine's search, as it said last. */
  depth: number | null,
  /** Its score for itself in hundredths, as it said last; nothing where it counts lines
   * or has no opinion. */
  cp: number | null,
  /** The same of a player that counts lines, in lines. */
  lines: number | null,
  /** Its announcement of a win in so many own moves; negative is a loss. */
  mate: number | null,
  /** Positions that it visited. */
  nodes: number | null,
  /** Time of an engine for its move so far, or for its last one, in milliseconds. */
  think_ms: number | null,
  /** Why one of our classic players made the last move, in English and in Chinese; nothing where
   * another one made it. */
  why: [string, string] | null, };

/** A hint. */
export type Clue = {
  /** What kind of move has to be found. */
  look: Look,
  /** The move itself, if that was asked for. */
  move: string | null,
  /** The longest line of the proof, from the beginning, if that was asked for. */
  line: string | null, };

/** Why something was refused. */
export type Code = "invalid" | "occupied" | "outside" | "double-three" | "double-four" | "overline" | "no-conversion" | "nothing-to-convert" | "game-over" | "other-turn" | "paused" | "not-paused" | "in-opening" | "choice-due" | "no-choice" | "nothing-to-choose" | "ends-opening" | "no-move-yet" | "no-undo" | "undo-spent" | "ended-for-good" | "draw-offered" | "no-draw-offered" | "asked-already" | "nothing-asked" | "not-away" | "wrong-code" | "people-play" | "no-engine-turn" | "wrong-player" | "no-player" | "earlier-board" | "no-seat" | "seat-taken" | "not-yours" | "game-of-two" | "timed-game" | "full" | "too-fast" | "too-soon" | "no-table" | "table-closed" | "no-match" | "no-game" | "no-engine" | "engine-missing" | "engine-silent" | "name-taken" | "too-many-engines" | "not-from-here" | "table-waits" | "not-kept" | "not-loaded" | "needs-server" | "failed";

/** What a person asks for that is about the other person, and not about the game. */
export type CompanyRequest = { "do": "say",
  /** What. */
  phrase: Phrase, }
  | { "do": "claim",
  /** Whether it is won; else it is drawn. */
  win: boolean, }
  | { "do": "free",
  /** Which. */
  chair: Chair, }
  | { "do": "return",
  /** The code that its owner was shown. */
  code: string, };

/** Many games between two players that look at the board once, each of them x in one half. They are the same each time. */
export type Contest = {
  /** One of random, fivestage, linecount, scoretable and runlength. */
  first: string,
  /** Another one of them, or the same. */
  second: string,
  /** How many games are played. */
  games: number,
  /** How many stones chance sets before, near the middle: the same in two games, with the sides changed. */
  stones: number,
  /** Another number makes other games. */
  seed: number, };

/** A game of a contest. */
export type ContestGame = {
  /** The side of the first player, x or o. */
  first: string,
  /** The moves, with blanks between them; chance has set the first ones. */
  moves: string,
  /** The side that has won, x or o; none where it was a draw. */
  winner: string | null, };

/** How much a hint says. */
export type Depth = "look" | "move" | "all";

/** Why an engine is gone. */
export type EndCode = "closed" | "changed" | "idle" | "quit" | "left" | "stuck";

/** How a game ended. */
export type Ending = "line" | "forbidden" | "full" | "resign" | "left" | "draw" | "solver" | "move-limit" | "time" | "illegal" | "crash" | "stall" | "protocol";

/** A game that was finished. */
export type Finished = {
  /** Number in the store; 0 before it is there. */
  id: number,
  /** Number of the game at the table, from 1. */
  number: number,
  /** When it ended, in seconds since 1970. */
  ended: number,
  /** The game: rule, columns, rows, length of a line, conversions. */
  rule: string,
  /** Columns. */
  width: number,
  /** Rows. */
  height: number,
  /** Stones in a winning line. */
  k: number,
  /** Conversions of each player. */
  destroy: number,
  /** Name of Black. */
  black: string,
  /** Name of White. */
  white: string,
  /** `1-0`, `0-1` or `1/2-1/2`. */
  result: string,
  /** Why. */
  reason: string,
  /** Position text of the start, where that is not the empty board. */
  start: string | null,
  /** The moves, separated by blanks. */
  moves: string,
  /** What its moves were worth, if it was reviewed. */
  review: Review | null, };

/** A game with a name. */
export type Game = {
  /** Value of the option `Variant`. */
  name: string,
  /** Columns. */
  width: number,
  /** Rows. */
  height: number,
  /** Stones in a winning line. */
  k: number,
  /** Value of the option `Rule`. */
  rule: string,
  /** Conversions of each player. */
  destroy: number, };

/** What our own engine would play. */
export type Hint = {
  /** The move. */
  move: string,
  /** Its value for the side to move, in hundredths; nothing where `mate` says more. */
  cp: number | null,
  /** A proven win in so many own moves; negative is a loss. */
  mate: number | null,
  /** Why it is worth playing, in the order in which they are told; none where there is nothing to say. */
  reasons: Array<ReasonText>, };

/** A link of a table that others can follow. */
export type InvitationLink = {
  /** The whole address. */
  link: string,
  /** The same as a QR code: its rows from the top, `1` for dark and `0` for light. */
  code: Array<string>, };

/** A lesson of the course. */
export type Lesson = {
  /** What it is called. */
  title: Text,
  /** Where its ideas come from. */
  source: Text,
  /** Its steps, in order. */
  steps: Array<Step>, };

/** What is known of every puzzle before it is chosen: what has to be found, the rule, how hard
 * it is, 1 to 9, the moves of the winner in the longest line, and how many of them are quiet. */
export type Listed = [PuzzleKind, string, number, number, number];

/** The game that is being played. */
export type LiveGame = {
  /** The number of the game, as the log will have it. */
  game: number,
  /** Name of Black. */
  black: string,
  /** Name of White. */
  white: string,
  /** Position text of its start; nothing is the empty board. */
  start: string | null,
  /** The moves so far, separated by blanks. */
  moves: string, };

/** What kind of move has to be found. */
export type Look = "five" | "four" | "three" | "quiet";

/** How far a match is. */
export type MatchState = "played" | "done" | "stopped" | "failed";

/** A match as it is listed. */
export type MatchView = {
  /** Its name. */
  match: string,
  /** What is played, as in `freestyle 15x15 k=5`. */
  game: string,
  /** The players. */
  engines: Array<string>,
  /** How many games there will be. */
  games: number,
  /** How many were played. */
  played: number,
  /** Time for a move, in milliseconds. */
  move_ms: number,
  /** How far it is. */
  state: MatchState,
  /** Why it could not go on, in one line. */
  why: string | null, };

/** A match as a page describes it. */
export type NewMatch = {
  /** The game. */
  game: WantedGame,
  /** Names of engines, as at tables. */
  engines: Array<string>,
  /** How many games, all together. */
  games: number,
  /** Time for each move, in milliseconds. */
  move_ms: number,
  /** Start of what is left to chance. */
  seed?: number, };

/** A new table as a page describes it. */
export type NewTable = {
  /** The game. */
  game: WantedGame,
  /** The players of the first seat (Black in the first game) and of the second. */
  seats: [Sitter, Sitter],
  /** As in `--opening`; left out: the empty board. */
  opening?: string | null,
  /** Which moves may be taken back. */
  undo?: UndoRule,
  /** Whether games follow each other by themselves. */
  rematch?: boolean,
  /** A clock for the game, `moves/time+increment` in seconds. */
  clock?: string | null,
  /** Time for each move of either player, in milliseconds. */
  move_ms?: number | null,
  /** Time for each move of an engine, in milliseconds. */
  engine_ms?: number | null,
  /** Start of what is left to chance. */
  seed?: number,
  /** The text of a game file, to go on where it ends. */
  load?: string | null, };

/** What a page is told. */
export type Notice = { "is": "hello",
  /** Version of the program. */
  version: string,
  /** Names of the engines, our own first. */
  engines: Array<string>,
  /** Seconds that a question may take. */
  think: number,
  /** Games with a name. */
  variants: Array<Game>,
  /** Values of the option `Player`. */
  players: Array<string>,
  /** Names that can be played against. */
  opponents: Array<string>,
  /** Whether the server offers its visitors our engine for their own browser. */
  module: boolean,
  /** The engines that were added, where this page may add some; else nothing. */
  added: Array<string> | null, }
  | { "is": "line",
  /** The desk. */
  from: Panel,
  /** The line. */
  line: string, }
  | { "is": "started",
  /** The desk. */
  from: Panel,
  /** Its name. */
  name: string, }
  | { "is": "ended",
  /** The desk. */
  from: Panel,
  /** Why. */
  code: EndCode,
  /** The same in a few words. */
  why: string, }
  | { "is": "game",
  /** The id of the request. */
  id: number,
  /** Position text of the start. */
  fen: string,
  /** The moves from there, variations in parentheses. */
  moves: string,
  /** Names of the players. */
  names: [string | null, string | null],
  /** The result, as `1-0`. */
  result: string | null,
  /** What should be known about how it was read. */
  notes: Array<string>,
  /** Whether its rows were counted from below by a guess; files of some programs count them
   * from above. */
  rows_guessed: boolean, }
  | { "is": "file",
  /** The id of the request. */
  id: number,
  /** The text. */
  text: string, }
  | { "is": "founded",
  /** The id of the request. */
  id: number,
  /** Its name. */
  table: string, }
  | { "is": "invited",
  /** The id of the request. */
  id: number,
  /** Those that others can follow, the best first; none where only this machine reaches the
   * server. */
  links: Array<InvitationLink>,
  /** The port of the server. */
  port: number, }
  | { "is": "scene" } & Scene
  | { "is": "games",
  /** The id of the request. */
  id: number,
  /** The games. */
  games: Array<Finished>,
  /** Whether there are older ones. */
  more: boolean, }
  | { "is": "brought",
  /** The id of the request. */
  id: number,
  /** How many were not here before. */
  fresh: number,
  /** Whether they are kept when the server ends. */
  lasting: boolean, }
  | { "is": "reviewed",
  /** The id of the request. */
  id: number,
  /** Number of the game in the store. */
  game: number,
  /** What its moves were worth. */
  review: Review, }
  | { "is": "marks",
  /** The id of the request. */
  id: number,
  /** What they were worth, if such a game was reviewed. */
  review: Review | null, }
  | { "is": "begun",
  /** The id of the request. */
  id: number,
  /** Its name. */
  match: string, }
  | { "is": "matches",
  /** The id of the request. */
  id: number,
  /** The matches. */
  matches: Array<MatchView>, }
  | { "is": "watched",
  /** The match as it is now. */
  about: MatchView,
  /** How many games were told before. */
  from: number,
  /** A line of the log for each game since, as JSON. */
  lines: Array<string>,
  /** The game that is being played. */
  live: LiveGame | null, }
  | { "is": "explained",
  /** The id of the request. */
  id: number,
  /** The reasons for each move that was asked about, in the order in which they are told. */
  reasons: Array<Array<ReasonText>>, }
  | { "is": "verified",
  /** The id of the request. */
  id: number,
  /** Whether the claim is shown; nothing where the limit came first. */
  is_proven: boolean | null,
  /** The first place where the strategy fails. */
  flaw: string | null,
  /** Replies that were played. */
  replies: number, }
  | { "is": "puzzle",
  /** The id of the request. */
  id: number, } & ({
  /** The puzzles. */
  puzzles: Array<Listed>, } | Shown | Tried | Clue)
  | { "is": "lesson",
  /** The id of the request. */
  id: number,
  /** The lesson. */
  lesson: Lesson, }
  | { "is": "contest",
  /** The id of the request. */
  id: number,
  /** The games, from the one that was wanted. */
  games: Array<ContestGame>, }
  | { "is": "done",
  /** The id of the request. */
  id: number, }
  | { "is": "error",
  /** The id of the request, if it had one that could be read. */
  id?: number,
  /** The desk, if it is about one. */
  from?: Panel,
  /** What programs decide by, and find their words by. */
  code: Code,
  /** What is at fault: a square, a name, a piece of text. Words for the code name it. */
  at: string,
  /** `what: text at fault: expected …` */
  text: string, };

/** The desks of a page: two, so that engines can be compared, and one for what only ours tells. */
export type Panel = "a" | "b" | "c" | "d";

/** What can be said. */
export type Phrase = "hello" | "good-luck" | "one-moment" | "well-played" | "good-game" | "thanks";

/** A game against a player of the engine, which says why it moves. */
export type Play = {
  /** The player: a value of the option Player. */
  against: string,
  /** The side that the reader plays, x or o. */
  side: string,
  /** Limits of a move, as behind `go`. */
  limits?: string,
  /** Further options by their names, as mistakes that can be switched on. */
  options?: { [key in string]: string }, };

/** What people ask each other for. */
export type Proposal = "undo" | "swap-sides" | "rematch" | "same-sides";

/** Something that was proposed and waits for its answer. */
export type Proposed = {
  /** Who asks. */
  chair: Chair,
  /** For what. */
  what: Proposal, };

/** What has to be found in a puzzle. */
export type PuzzleKind = "vcf" | "vct" | "defence";

/** A question that the reader answers by a click on the board. Which squares are right is found out
 * by the engine where it can be. */
export type Question = {
  /** The question. */
  ask: Text,
  /** Lines of the native protocol, which follow the position; `{move}` is the square that was
   * chosen. */
  lines?: Array<string>,
  /** Whether the chosen square is played before the lines are asked. */
  played?: boolean,
  /** The choice is right if a line of the answer has this text; `*` stands for anything. */
  has?: string,
  /** The right squares, where no engine can tell. */
  squares?: string,
  /** What is found in the answer, as in `asks`, for the texts below. */
  find?: { [key in string]: string },
  /** What is said of a right answer. */
  right: Text,
  /** What is said of a wrong one. */
  wrong: Text, };

/** What a reason for a move says. */
export type ReasonCode = "forbidden" | "five" | "allows-win-by-fours" | "win-by-fours" | "win-by-threats" | "blocks-five" | "stops-win" | "open-four" | "double-four" | "four-three" | "double-three" | "blocks-open-four" | "denies-double-four" | "denies-four-three" | "denies-double-three" | "four" | "open-three" | "three" | "open-two" | "blocks-open-two" | "none";

/** A reason for a move, or against it. */
export type ReasonText = {
  /** What it says; `protocol.md` lists the codes. */
  code: ReasonCode,
  /** Moves of the winner, for a win. */
  moves?: number,
  /** The letter of the player whose stones, threat or win it is about. */
  side?: "x" | "o",
  /** The stones of the shapes, or the moves of the win. */
  squares?: Array<string>, };

/** What a page asks for. */
export type Request = { "do": "line",
  /** The desk. */
  to: Panel,
  /** The line. */
  line: string, }
  | { "do": "engine",
  /** The desk. */
  to: Panel,
  /** Its name. */
  name: string, }
  | { "do": "close",
  /** The desk. */
  to: Panel, }
  | { "do": "read",
  /** Comes back with the answer. */
  id: number,
  /** The text. */
  text: string,
  /** The name of a format, where it is known. */
  format?: string | null,
  /** The name of the game, where the text does not say it. */
  variant?: string | null,
  /** Whether the text stands for bytes, a letter up to U+00FF for each. */
  bytes?: boolean, }
  | { "do": "write",
  /** Comes back with the answer. */
  id: number,
  /** The name of the format. */
  format: string,
  /** Position text of the start. */
  fen: string,
  /** The moves from there, separated by blanks; variations in parentheses. */
  moves: string,
  /** The names of Black and White. */
  names?: [string | null, string | null],
  /** The result, where the moves do not say it. */
  result?: string | null, }
  | { "do": "found",
  /** Comes back with the answer. */
  id: number,
  /** What proves later that the visitor has these chairs. */
  key: string,
  /** What is agreed there. */
  table: NewTable, }
  | { "do": "enter",
  /** The name of the table. */
  table: string,
  /** The visitor's key. */
  key: string, }
  | { "do": "leave" }
  | { "do": "sit",
  /** Which. */
  chair: Chair,
  /** Under which name. */
  name: string, }
  | { "do": "want",
  /** For which chair, where the visitor has both. */
  chair?: Chair | null,
  /** What. */
  want: TableRequest, }
  | { "do": "company",
  /** What. */
  want: CompanyRequest, }
  | { "do": "invite",
  /** Comes back with the answer. */
  id: number,
  /** The name of the table. */
  table: string, }
  | { "do": "games",
  /** Comes back with the answer. */
  id: number,
  /** The game before which they ended; without it the last ones are meant. */
  before?: number | null, }
  | { "do": "bring",
  /** Comes back with the answer. */
  id: number,
  /** What proves later that the visitor has brought these games. */
  key: string,
  /** The games, a line of JSON for each. */
  text: string, }
  | { "do": "review",
  /** Comes back with the answer. */
  id: number,
  /** Which. */
  game: Which, }
  | { "do": "marks",
  /** Comes back with the answer. */
  id: number,
  /** Position text of its start. */
  fen: string,
  /** Its moves, separated by blanks. */
  moves: string, }
  | { "do": "match",
  /** Comes back with the answer. */
  id: number,
  /** What proves later that the visitor has started the match. */
  key: string,
  /** What is played, and by whom. */
  match: NewMatch, }
  | { "do": "matches",
  /** Comes back with the answer. */
  id: number, }
  | { "do": "watch",
  /** The name of the match; without it none is watched any more. */
  match?: string | null, }
  | { "do": "halt",
  /** Comes back with the answer. */
  id: number,
  /** The name of the match. */
  match: string,
  /** The key. */
  key: string, }
  | { "do": "explain",
  /** Comes back with the answer. */
  id: number,
  /** Position text of the start. */
  fen: string,
  /** The moves from there, separated by blanks. */
  moves: string,
  /** The moves that are asked about, separated by blanks; ten at most. */
  of: string,
  /** Whether shapes alone are spoken of, which takes no search. */
  shapes?: boolean, }
  | { "do": "verify",
  /** Comes back with the answer. */
  id: number,
  /** The text of its file. */
  text: string, }
  | { "do": "puzzle",
  /** Comes back with the answer. */
  id: number,
  /** What. */
  ask: Ask, }
  | { "do": "lesson",
  /** Comes back with the answer. */
  id: number,
  /** The text of its file. */
  text: string, }
  | { "do": "register",
  /** Comes back with the answer. */
  id: number,
  /** How it shall be called. */
  name: string,
  /** The command line that starts it. */
  command: string, }
  | { "do": "unregister",
  /** Comes back with the answer. */
  id: number,
  /** How it is called. */
  name: string, }
  | { "do": "contest",
  /** Comes back with the answer. */
  id: number,
  /** The game: a value of the option Variant, or a position text. */
  game: string,
  /** The moves before. */
  moves: string,
  /** The contest. */
  contest: Contest,
  /** The number of the first game that is wanted, from 0. */
  from: number, }
  | { "do": "discard",
  /** Comes back with the answer. */
  id: number,
  /** The name of the table. */
  table: string,
  /** The key. */
  key: string, }
  | { "do": "forget",
  /** Comes back with the answer. */
  id: number,
  /** Number of the game. */
  game: number,
  /** The key. */
  key: string, };

/** A result as it is seen. */
export type ResultView = {
  /** Points of Black and of White: `1-0`, `0-1` or `1/2-1/2`. */
  result: "1-0" | "0-1" | "1/2-1/2",
  /** Why. */
  reason: Ending,
  /** More about it; may be empty. */
  detail: string,
  /** All of it as a sentence in English. */
  words: string, };

/** What the moves of a finished game were worth. Lists have one entry for each move, if nothing
 * else is said. */
export type Review = {
  /** Positions that were looked at for each move. */
  nodes: number,
  /** `best`, `good`, `inaccuracy`, `mistake` or `blunder`. */
  verdicts: Array<string>,
  /** How well Black and White have played, 0 to 1; none where there was nothing to give away. */
  accuracy: [number | null, number | null],
  /** Indices of moves that let a won game slip. */
  missed: Array<number>,
  /** Indices of moves that gave the opponent a won game. */
  allowed: Array<number>,
  /** Index of the last move of the loser in whose place `best` has one against which no win was
   * found. */
  hold: number | null,
  /** Positions in which a win against that move was looked for; none without such a move. */
  hold_searched: number | null,
  /** Whether that move holds by proof. */
  hold_proven: boolean,
  /** The best move instead, or that move itself; none where it is not known. */
  best?: Array<string | null>,
  /** Win rate given away, 0 to 1. */
  losses?: Array<number>,
  /** What each position was worth to the side to move, also the one after the last move. */
  scores?: Array<ReviewScore>,
  /** The best moves from the position before each move, separated by blanks. */
  lines?: Array<string>,
  /** What the best move does that a move with a fault misses. */
  best_reasons?: Array<Array<ReasonText>>,
  /** What a move with a fault does and allows. */
  reasons?: Array<Array<ReasonText>>,
  /** The best reply to a move with a fault. */
  replies?: Array<string | null>,
  /** What that reply does. */
  reply_reasons?: Array<Array<ReasonText>>, };

/** The worth of a position. */
export type ReviewScore = { "cp": number }
  | { "mate": number };

/** What was said a moment ago. */
export type Said = {
  /** Who. */
  chair: Chair,
  /** What. */
  phrase: Phrase,
  /** When, in milliseconds of the table: it tells one saying from the next. */
  at: number, };

/** A table as its viewer sees it. */
export type Scene = {
  /** Its name. */
  table: string,
  /** How many people look on who have no chair. */
  watching: number,
  /** The code that gives this visitor's one chair back in another browser. */
  code: string | null,
  /** The chairs of this visitor. */
  own: Array<Chair>,
  /** Whether this visitor founded the table. */
  founded: boolean,
  /** Whether this visitor leads what others do not play among themselves. */
  leads: boolean,
  /** The chairs that are free. */
  free: Array<Chair>,
  /** The chairs of people who look at the table just now. */
  here: Array<Chair>,
  /** For how long the people of the chairs are away, in milliseconds; nothing where they are not. */
  away: [number | null, number | null],
  /** What was said a moment ago. */
  said: Array<Said>,
  /** What the engines of the chairs wrote to standard error last, where visitors may see it. */
  errors: [Array<string>, Array<string>],
  /** Conversions of each player at the beginning. */
  destroy: number,
  /** The table. */
  view: TableView, };

/** What is shown of answers. */
export type Show = "bars" | "worth-x" | "worth-o" | "threats-x" | "threats-o" | "standing" | "order" | "line" | "tree" | "answer";

/** A puzzle as it is shown. */
export type Shown = { number: number, fen: string, kind: PuzzleKind, grade: number,
  /** Moves of the winner in the longest line. */
  length: number,
  /** Other moves of an attack that are not proven to lose. */
  open: number,
  /** Positions in which no win was found after these; of a defence after the solution. */
  searched: number, forbidden: Array<string>, };

/** The player that a seat is for. */
export type Sitter = { "me": string } | "guest"
  | { "engine": string };

/** What has to be done next. */
export type Stage = "three-stones" | "choice" | "two-stones" | "last-choice" | "play";

/** A step of a lesson: a few sentences and a board, and what may be done there. */
export type Step = {
  /** The sentences; an empty line begins a paragraph. */
  say: Text,
  /** The game: a value of the option Variant, or a position text. Left out, the game and the
   * moves are those of the step before. */
  game?: string,
  /** The moves that were played from there. */
  moves?: string,
  /** Winning lines that are drawn: `all` of the board, those through the `last` stone, those
   * that a side can still fill (`openx`, `openo`), or squares: each group of them, with a comma between groups, is a line. */
  lines?: string,
  /** Signs on squares, of a few letters each. */
  marks?: { [key in string]: string },
  /** Values by names that no line of the protocol gives. Those of the lessons that come with the
   * program are counted anew by a test. */
  known?: { [key in string]: string },
  /** What the engine is asked about the position. */
  asks?: Array<Asked>,
  /** What is shown of the answers. */
  show?: Show,
  /** A game that the reader plays from the position. */
  play?: Play,
  /** Games between two players from the position, which the reader watches. */
  contest?: Contest,
  /** A question that the reader answers on the board. */
  question?: Question,
  /** A program, line by line. */
  code?: Array<string>,
  /** What is to be typed in a terminal. */
  shell?: Array<string>,
  /** Another part of the page, as its address behind `#`, where more is to be seen of it. */
  link?: string, };

/** What the player that has the choice does. */
export type Swap2Choice = "black" | "white" | "two";

/** What a client at the table wants. The JSON form is an object such as
 * `{"do": "play", "move": "h8"}` or `{"do": "new-game", "swap": true}`. */
export type TableRequest = { "do": "play",
  /** As it was typed. */
  move: string, }
  | { "do": "choose",
  /** What is taken. */
  choice: Swap2Choice, }
  | { "do": "undo" }
  | { "do": "hint" }
  | { "do": "swap-sides" }
  | { "do": "resign" }
  | { "do": "offer-draw" }
  | { "do": "answer-draw",
  /** Whether the game is drawn. */
  accept: boolean, }
  | { "do": "answer",
  /** Whether it is granted. */
  accept: boolean, }
  | { "do": "new-game",
  /** Whether the chairs exchange their colours. */
  swap: boolean, }
  | { "do": "pause" }
  | { "do": "resume" }
  | { "do": "step" }
  | { "do": "pace",
  /** Milliseconds from a move to the next one, at least; at most 5,000. */
  ms: number, };

/** Everything that is to be seen at a table, and nothing that is not meant for
 * everybody: no commands of engines, no folders. */
export type TableView = {
  /** Number of the game at this table, from 1. */
  game: number,
  /** Changes with every change of the situation. */
  revision: number,
  /** Name of the rule, as the option `Rule`. */
  rule: string,
  /** Columns. */
  width: number,
  /** Rows. */
  height: number,
  /** Stones in a winning line. */
  k: number,
  /** The board, top row first: `x`, `o`, converted `X`, `O`, and `.`. */
  rows: Array<string>,
  /** The position as native text. */
  fen: string,
  /** The position in which the moves began, where that is not the empty board. */
  start: string | null,
  /** The moves in their order, as in `h8`, `*h8`. */
  moves: Array<string>,
  /** What each of them took, in milliseconds; nothing where that is not known. */
  times: Array<number | null>,
  /** The square that the last move changed. */
  last: string | null,
  /** The squares of the winning line. */
  line: Array<string>,
  /** The points forbidden to Black, while Black is to move. */
  forbidden: Array<string>,
  /** Who is to move on the board: `x` or `o`. */
  side: "x" | "o",
  /** Conversions left for `x` and for `o`; nothing where the game knows none. */
  conversions: [number, number] | null,
  /** What has to be done next. */
  stage: Stage,
  /** The seat that has to do it; `None` when the game is over. */
  actor: Chair | null,
  /** The players, the first chair first. */
  chairs: [ChairView, ChairView],
  /** Games that were drawn. */
  draws: number,
  /** Who may take back moves. */
  undo: UndoRule,
  /** Who offers a draw. */
  draw_offer: Chair | null,
  /** The player who declined the last draw offer, until the next move. */
  draw_declined: Chair | null,
  /** What one person asks of the other. */
  proposed: Proposed | null,
  /** How that was answered last, until the next move. */
  answered: Answered | null,
  /** Whether play is paused. */
  paused: boolean,
  /** Time from a move of two engines to the next one, in milliseconds, at least. */
  pace_ms: number,
  /** What our own engine would play. */
  hint: Hint | null,
  /** Whether it is thinking about that. */
  hint_awaited: boolean,
  /** How the game ended. */
  result: ResultView | null,
  /** What is due now, in English. */
  words: string, };

/** A text in both languages. In texts a name in braces stands for what was found, and what is
 * between backquotes is code. */
export type Text = {
  /** English. */
  en: string,
  /** Chinese. */
  zh: string, };

/** What came of a move. */
export type Tried = { is_right: boolean, why: TriedWhy,
  /** The answer to a right move. */
  reply: string | null,
  /** How a wrong move is refuted: from the answer to it on; nothing where that would give the
   * right move away. */
  line: Array<string>,
  /** Moves in which the opponent wins after a move that loses. */
  length: number, is_solved: boolean,
  /** Points that are forbidden now. */
  forbidden: Array<string>, };

/** What is known of a move that was tried. */
export type TriedWhy = "line" | "proof" | "another" | "only" | "loses" | "losesIn" | "fours" | "holds" | "calm" | "unknown";

/** Who may take back moves. */
export type UndoRule = "free" | "once" | "off";

/** A game by its name or by its rules. */
export type WantedGame = string
  | {
  /** Columns. */
  width: number,
  /** Rows. */
  height: number,
  /** Stones in a winning line. */
  k: number,
  /** A value of the option `Rule`. */
  rule: string,
  /** Conversions of each player. */
  destroy?: number, };

/** A finished game. */
export type Which = number
  | {
  /** The name of the table. */
  table: string,
  /** From 1. */
  number: number, };
