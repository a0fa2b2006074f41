//! What the module gives to the page that loads it, and what it needs of that page.
//!
//! Texts travel through one buffer: the page asks for [`buffer`] of the length that it needs,
//! writes UTF-8 there, and calls a function with that length. Functions of the page get the place
//! and the length of a text, which is theirs until they return.
#![allow(unsafe_code, reason = "calls across the border of the module are unsafe by their nature")]

use std::cell::RefCell;
use std::time::Duration;

use tengen_engine::search::{self, HostThreads};
use tengen_engine::{clock, eval};
use tengen_games::puzzles;

use crate::answers;
#[cfg(feature = "threads")]
use crate::helpers;
use crate::house::House;
use crate::lone_engine::{self, Host};
use crate::messages::News;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since a moment that stays the same, with fractions.
    fn now() -> f64;
    /// Takes a text.
    fn tell(text: *const u8, length: usize);
    /// Writes a line that has come meanwhile into the [`buffer`], and gives its length; negative if
    /// there is none.
    fn receive() -> i32;
    /// Writes the file of a name into the [`buffer`], and gives its length; does not come back if it
    /// cannot be had.
    fn load(name: *const u8, length: usize) -> usize;
    /// Has one more thread come to [`help`], which has called for its [`room`] then: 1, or 0 where
    /// there is none.
    #[cfg(feature = "threads")]
    fn ask_for_helper() -> u32;
    /// Takes the reason why the module ends, just before it does.
    fn fail(text: *const u8, length: usize);
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static HOUSE: RefCell<House> = RefCell::default();
}

/// The place of `length` bytes for a text to come; valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// The text of that length in the buffer. Bytes that are no text are shown as such.
fn text(length: usize) -> String {
    BUFFER.with_borrow(|buffer| {
        let bytes = buffer.get(..length).unwrap_or(buffer);
        String::from_utf8_lossy(bytes).into_owned()
    })
}

fn tell_host(text: &str) {
    // SAFETY: the page reads the text before it returns.
    unsafe { tell(text.as_ptr(), text.len()) }
}

/// The file of that name.
fn file(name: &str) -> Vec<u8> {
    // SAFETY: the page reads the name before it returns, and may call `buffer`.
    let length = unsafe { load(name.as_ptr(), name.len()) };
    BUFFER.with_borrow(|buffer| buffer.get(..length).unwrap_or(buffer).to_vec())
}

/// Makes the module ready for anything else: to be called first.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    clock::tell_time_by(|| {
        // SAFETY: a function without arguments.
        let now = unsafe { now() };
        Duration::try_from_secs_f64(now / 1000.0).unwrap_or_default()
    });
    search::help_by(host_threads());
    eval::fetch_networks_by(file);
    puzzles::fetch_by(file);
    std::panic::set_hook(Box::new(|crash| {
        let text = crash.to_string();
        // SAFETY: the page reads the text before it returns.
        unsafe { fail(text.as_ptr(), text.len()) }
    }));
}

/// The threads that the page has.
#[cfg(feature = "threads")]
fn host_threads() -> HostThreads {
    let ready = |wanted| {
        // SAFETY: a function without arguments, which may call `room`.
        helpers::ready(wanted, || unsafe { ask_for_helper() } == 1)
    };
    HostThreads { ready, run: helpers::run }
}

/// There are no threads.
#[cfg(not(feature = "threads"))]
fn host_threads() -> HostThreads {
    HostThreads { ready: |_| 0, run: |_, _, main| main() }
}

/// Memory of that many bytes for a helper: its stack, and what is its own. It is never given back.
#[cfg(feature = "threads")]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    /// The largest alignment that anything of a thread needs.
    #[repr(align(64))]
    struct Line(#[expect(dead_code, reason = "only its size counts")] [u8; 64]);
    Vec::<Line>::with_capacity(bytes.div_ceil(size_of::<Line>())).leak().as_mut_ptr().cast()
}

/// Lends this thread to the searches of the module, and does not come back. It has a stack and
/// variables of its own already.
#[cfg(feature = "threads")]
#[unsafe(no_mangle)]
pub extern "C" fn help() {
    helpers::help()
}

/// Begins a conversation with the engine.
#[unsafe(no_mangle)]
pub extern "C" fn open_engine() {
    lone_engine::open(Host {
        tell: tell_host,
        receive: || {
            // SAFETY: a function without arguments, which may call `buffer`.
            let length = unsafe { receive() };
            usize::try_from(length).ok().map(text)
        },
    });
}

/// Takes a line from the buffer, and does all that follows from it: 1 if the conversation goes on,
/// 0 after its end.
#[unsafe(no_mangle)]
pub extern "C" fn hear_engine(length: usize) -> u32 {
    u32::from(lone_engine::hear(&text(length)))
}

/// Takes news for the house from the buffer, at `now` milliseconds and `date` seconds since 1970, and
/// tells its orders.
#[unsafe(no_mangle)]
pub extern "C" fn take_news(length: usize, now: f64, date: f64) {
    let orders = match serde_json::from_str::<News>(&text(length)) {
        Ok(news) => HOUSE.with_borrow_mut(|house| house.take(news, now as u64, date as i64)),
        Err(error) => {
            let reason = error.to_string();
            // SAFETY: the page reads the text before it returns.
            unsafe { fail(reason.as_ptr(), reason.len()) };
            Vec::new()
        }
    };
    tell_host(&serde_json::to_string(&orders).unwrap_or_default());
}

/// Takes a message of the page from the buffer, and tells the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_page(length: usize) {
    tell_host(&answers::answer(&text(length)).text());
}

/// Reviews the game in the buffer, the position text of its start and its moves in two lines, and
/// tells what came of it.
#[unsafe(no_mangle)]
pub extern "C" fn review_game(length: usize) {
    let text = text(length);
    let (start, moves) = text.split_once('\n').unwrap_or((&text, ""));
    tell_host(&serde_json::to_string(&answers::review(start, moves)).unwrap_or_default());
}
