//! What is asked of the operating system about a thread: whether it waits for something, and how often it has.

#[cfg(all(target_os = "linux", not(miri)))]
use std::cell::Cell;

/// The operating system's number of the calling thread; 0 if that cannot be had.
pub(crate) fn number() -> i32 {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        thread_local! {
            static NUMBER: Cell<i32> = const { Cell::new(0) };
        }
        if NUMBER.get() == 0 {
            // SAFETY: the call takes nothing and touches no memory.
            let number = unsafe { libc::syscall(libc::SYS_gettid) };
            NUMBER.set(i32::try_from(number).unwrap_or(0));
        }
        NUMBER.get()
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    0
}

/// How often the calling thread has waited for something other than a processor; 0 if that is not known.
pub(crate) fn waits() -> u64 {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        let mut usage = std::mem::MaybeUninit::<libc::rusage>::uninit();
        // SAFETY: asks about the calling thread; the result is written to a variable of ours.
        if unsafe { libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr()) } == 0 {
            // SAFETY: the call has filled it in.
            return unsafe { usage.assume_init() }.ru_nvcsw.unsigned_abs();
        }
    }
    0
}

/// Whether a thread of this process waits for something other than a processor. `false` if that is not known.
///
/// It reads a file of the kernel's, which takes some microseconds.
pub(crate) fn is_blocked(number: i32) -> bool {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        // `number (name) state ..`, where the name may be anything.
        let stat = std::fs::read(format!("/proc/self/task/{number}/stat")).unwrap_or_default();
        let name_end = stat.iter().rposition(|byte| *byte == b')');
        name_end.and_then(|end| stat.get(end + 2)).is_some_and(|state| matches!(state, b'S' | b'D'))
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    {
        let _ = number;
        false
    }
}

#[cfg(all(test, target_os = "linux", not(miri)))]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_thread_that_waits_is_blocked_and_one_that_runs_is_not() {
        assert!(!is_blocked(number()), "this one runs");
        assert!(!is_blocked(0));
        let (sender, receiver) = channel();
        let (release, released) = channel::<()>();
        let thread = thread::Builder::new().name("a) R (b".to_owned()).spawn(move || {
            sender.send(number()).expect("the receiver waits");
            let _ = released.recv();
        });
        let other = receiver.recv().expect("it sends its number");
        while !is_blocked(other) {
            thread::sleep(Duration::from_millis(1));
        }
        drop(release);
        thread.expect("it started").join().expect("no panic");
        assert!(!is_blocked(other), "it is over");
    }

    #[test]
    fn a_thread_that_sleeps_has_waited() {
        let before = waits();
        thread::sleep(Duration::from_millis(1));
        assert!(waits() > before);
    }
}
