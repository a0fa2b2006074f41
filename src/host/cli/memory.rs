//! Memory that is asked for has to be there, and goes back to the system as soon as it is not
//! needed any more.

use std::hint::black_box;

use super::failure::Failure;

/// Makes sure that the system has `mib` MiB of memory for the argument `--memory`, before anything
/// relies on it: without that the program would end in the middle of its work.
///
/// # Errors
/// When the system has less.
pub fn check(mib: usize) -> Result<(), Failure> {
    let refuse =
        |expected: String| Err(Failure::Usage(format!("--memory: {mib}: expected {expected}")));
    if let Some(most) = machine_mib().filter(|&most| mib > most) {
        return refuse(format!("at most {most}, the memory of this machine in MiB"));
    }
    // The memory is lent, and given back at once; memory that is never looked at might not be asked
    // for at all.
    let mut bytes = Vec::<u8>::new();
    match black_box(&mut bytes).try_reserve_exact(mib.saturating_mul(1 << 20)) {
        Ok(()) => Ok(()),
        Err(_) => refuse("less: the system does not lend so many MiB".to_owned()),
    }
}

/// The memory of the machine in MiB; `None` where the system does not tell.
fn machine_mib() -> Option<usize> {
    #[cfg(target_os = "linux")]
    {
        let system = rustix::system::sysinfo();
        let bytes = u64::from(system.mem_unit).max(1).saturating_mul(system.totalram as u64);
        usize::try_from(bytes >> 20).ok()
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Makes the allocator give large pieces back as soon as they are free; to be called before such
/// pieces are asked for. Without the call, glibc raises the size from which it gives pieces back
/// with each piece that it gets back, up to 32 MiB: hash tables and lookups of ever new threads
/// would then stay in ever new heaps. Other allocators have no such habit.
pub fn give_back_at_once() {
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
