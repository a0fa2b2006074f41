//! The commands of a database of games, which we do not have: every question is
//! answered as an empty one would, so that no manager waits.

/// How a command goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The command ends with its line.
    Line,
    /// The command names a file, on its line or on the next one.
    File,
    /// Lines follow up to `DONE`.
    Block,
}

/// A command.
#[derive(Debug)]
pub(super) struct DatabaseCommand {
    /// The word of the command, in upper case.
    pub word: &'static str,
    pub form: Form,
    /// What is said, in lines that begin with `MESSAGE`. Not used for files.
    pub replies: &'static [&'static str],
}

/// The answer to every command that would change something.
pub(super) const NONE: &str = "there is no database";

const EMPTY_LIST: [&str; 2] = ["DATABASE REFRESH", "DATABASE DONE"];
const NO_TEXT: &str = r#"DATABASE TEXT """#;

const fn query(
    word: &'static str,
    form: Form,
    replies: &'static [&'static str],
) -> DatabaseCommand {
    DatabaseCommand { word, form, replies }
}

/// Every command.
pub(super) const COMMANDS: &[DatabaseCommand] = &[
    query("YXSETDATABASE", Form::File, &[]),
    query("YXSAVEDATABASE", Form::Line, &[NONE]),
    query("YXQUERYDATABASEALL", Form::Block, &EMPTY_LIST),
    query("YXQUERYDATABASEONE", Form::Block, &["DATABASE ONE 0 0 0"]),
    query("YXQUERYDATABASETEXT", Form::Block, &[NO_TEXT]),
    query("YXQUERYDATABASEALLT", Form::Block, &[EMPTY_LIST[0], EMPTY_LIST[1], NO_TEXT]),
    query("YXEDITTVDDATABASE", Form::Block, &[NONE]),
    query("YXEDITTEXTDATABASE", Form::Block, &[NONE]),
    query("YXEDITLABELDATABASE", Form::Block, &[NONE]),
    query("YXDELETEDATABASEONE", Form::Block, &[NONE]),
    query("YXDELETEDATABASEALL", Form::Block, &[NONE]),
    query("YXSETBESTMOVEDATABASE", Form::Line, &[NONE]),
    query("YXCLEARBESTMOVEDATABASE", Form::Line, &[NONE]),
    query("YXDBTOPOS", Form::Line, &[NONE]),
    query("YXTXTTODB", Form::Line, &[NONE]),
    query("YXDBCHECK", Form::Line, &[NONE]),
    query("YXDBFIX", Form::Line, &[NONE]),
    query("YXDBTOTXT", Form::File, &[]),
    query("YXDBTOTXTALL", Form::File, &[]),
    query("YXLIBTODB", Form::File, &[]),
    query("YXDBTOLIB", Form::File, &[]),
    query("YXDBSPLIT", Form::File, &[]),
    query("YXDBMERGE", Form::File, &[]),
];

/// The command of that word, in any case.
pub(super) fn find(word: &str) -> Option<&'static DatabaseCommand> {
    COMMANDS.iter().find(|query| query.word.eq_ignore_ascii_case(word))
}
