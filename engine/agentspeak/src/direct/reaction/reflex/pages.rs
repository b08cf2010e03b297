//! Memory for machine code: pages that are there before they are needed, and executable once they are written.

use std::sync::{Mutex, MutexGuard, PoisonError};

use dynasmrt::ExecutableBuffer;
use dynasmrt::mmap::MutableBuffer;

/// Memory for the next functions, of a page each, that nobody has to wait for any more.
static ROOM: Mutex<Vec<MutableBuffer>> = Mutex::new(Vec::new());

const PAGE: usize = 4096;

/// So many pages are made ready at a time.
const READY: usize = 8;

fn room() -> MutexGuard<'static, Vec<MutableBuffer>> {
    ROOM.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for some functions that are going to be made.
pub(super) fn make_ready() {
    let mut room = room();
    while room.len() < READY
        && let Ok(mut page) = MutableBuffer::new(PAGE)
    {
        // Written to, it is there.
        page.set_len(PAGE);
        page[0] = 0;
        room.push(page);
    }
}

/// The code where it can be executed: written to memory that is made so once.
pub(super) fn executable(code: &[u8]) -> Option<ExecutableBuffer> {
    let page = if code.len() <= PAGE { room().pop() } else { None };
    let mut buffer = match page {
        Some(page) => page,
        None => MutableBuffer::new(code.len()).ok()?,
    };
    buffer.set_len(code.len());
    buffer.copy_from_slice(code);
    buffer.make_exec().ok()
}
