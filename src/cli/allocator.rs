//! With glibc, large blocks go back to the system as soon as they are freed.
//!
//! It takes blocks from 128 KiB straight from the system at first, but the first that is freed raises that bound to its
//! size, up to 32 MiB, and later blocks of that size stay in the heap of their thread. Beside trees whose tables grow by
//! doubling, and whose checkpoints take buffers on every thread, that held memory far beyond `--memory`: figures and
//! command in BENCHMARKS.md. A bound that is set does not move, nor does the size from which a heap is trimmed.

/// Blocks from this size on are the system's. A wide beam asks for some per layer, which costs it less than 1 %.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 1 << 20;

/// Sets the bound. To be called before the first thread starts.
pub(super) fn return_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[expect(unsafe_code, reason = "there is no safe way to it, and a bound on memory should hold")]
    // SAFETY: the call changes numbers of the allocator alone, and no other thread runs yet.
    unsafe {
        // Refused, the allocator goes on as it was.
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
    }
}
