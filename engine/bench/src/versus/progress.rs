//! The progress of a contest, for its user.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How often to print a line where lines stay.
const RARELY: Duration = Duration::from_secs(30);

/// Shows where a contest is, on standard error: on a terminal in one line that is written over and over; elsewhere, in a log, rarely.
#[derive(Debug)]
pub struct Progress {
    terminal: bool,
    shown: Instant,
}

impl Progress {
    /// Nothing has been shown so far.
    pub fn new() -> Self {
        Self { terminal: std::io::stderr().is_terminal(), shown: Instant::now() }
    }

    /// Shows the text.
    pub fn show(&mut self, text: &str) {
        let mut stderr = std::io::stderr();
        if self.terminal {
            let _ = write!(stderr, "\r\x1b[K{text}");
            let _ = stderr.flush();
        } else if self.shown.elapsed() > RARELY {
            self.shown = Instant::now();
            let _ = writeln!(stderr, "{text}");
        }
    }

    /// Leaves nothing behind on a terminal.
    pub fn end(&mut self) {
        if self.terminal {
            self.show("");
        }
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}

/// A seed, where none is given.
pub fn seed_of_the_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
