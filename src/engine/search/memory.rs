//! Hints about memory, which change how fast it is and nothing else.
//!
//! The tests of the hash table are the tests of these hints: the table must not notice them.
#![cfg_attr(
    any(target_arch = "x86_64", target_os = "linux"),
    expect(unsafe_code, reason = "both hints take addresses")
)]

/// Has the processor fetch a value that is about to be read; nothing on processors
/// for which there is no such hint.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the hint reads nothing and may name any address. SSE, which it
        // needs, is a part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks the system to keep values in large pages, of which processors remember the
/// places of many more bytes; nothing on systems other than Linux.
pub fn prefer_large_pages<T>(values: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let page = rustix::param::page_size();
        let range = values.as_mut_ptr_range();
        let begin = range.start.map_addr(|address| address.next_multiple_of(page));
        let bytes = range.end.addr().saturating_sub(begin.addr()) / page * page;
        // SAFETY: the range lies inside the values, which are borrowed
        // mutably, and the advice leaves what is in it as it is.
        let advised = unsafe { madvise(begin.cast(), bytes, Advice::LinuxHugepage) };
        // Systems may be built without large pages: then all stays as it was.
        if let Err(error) = advised {
            log::debug!("large pages: {error}");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = values;
}
