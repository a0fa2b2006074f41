//! Memory that is not needed any more goes back to the system.

/// Makes the allocator give large pieces back as soon as they are free; to be called
/// before they are asked for. Without that, glibc raises the size from which it does so
/// with each piece that it gets back, up to 32 MiB: hash tables and lookups of ever new
/// threads would then stay in ever new heaps. Other allocators have no such habit.
pub(crate) fn give_back_at_once() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// Bytes of a piece that the system lends by itself: what glibc begins with.
        const LARGE: libc::c_int = 128 << 10;
        #[expect(unsafe_code, reason = "the C library has no other way to say so")]
        // SAFETY: the call takes two numbers, and sets one of the allocator's own.
        let is_set = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
        if is_set == 0 {
            log::debug!("the allocator keeps its own threshold");
        }
    }
}
