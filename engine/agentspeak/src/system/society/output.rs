//! What the agents print.

use std::fmt;
use std::io::{BufWriter, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::term::Atom;

/// Where agents' lines go, one after the other, whichever thread they come from.
pub(super) struct Output {
    state: Mutex<State>,
}

struct State {
    sink: Sink,
    /// Is there something that may not have reached the sink?
    unflushed: bool,
    /// It takes nothing any more.
    closed: bool,
}

type Sink = BufWriter<Box<dyn Write + Send>>;

/// What is to be done about a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineOutcome {
    /// Nothing.
    Fine,
    /// It lies in the buffer, in which nothing was before: it is to be flushed.
    Flush,
    /// There is no reader.
    Broken,
}

const BUFFER: usize = 1 << 16;

impl Output {
    pub(super) fn new(sink: Box<dyn Write + Send>) -> Self {
        let sink = BufWriter::with_capacity(BUFFER, sink);
        Self { state: Mutex::new(State { sink, unflushed: false, closed: false }) }
    }

    /// `[agent] text`
    pub(super) fn line(&self, agent: Atom, text: &str) -> LineOutcome {
        self.write(format_args!("[{agent}] {text}\n"))
    }

    /// A text as it is.
    pub(super) fn print(&self, text: &str) -> LineOutcome {
        self.write(format_args!("{text}"))
    }

    fn write(&self, what: fmt::Arguments<'_>) -> LineOutcome {
        let mut state = self.lock();
        if state.closed {
            return LineOutcome::Fine;
        }
        if state.sink.write_fmt(what).is_err() {
            state.closed = true;
            return LineOutcome::Broken;
        }
        if std::mem::replace(&mut state.unflushed, true) { LineOutcome::Fine } else { LineOutcome::Flush }
    }

    /// Writes all that was printed. Returns whether there is a reader.
    pub(super) fn flush(&self) -> bool {
        let mut state = self.lock();
        state.unflushed = false;
        let fine = state.sink.flush().is_ok();
        state.closed |= !fine;
        fine
    }

    /// Writes all that was printed, and takes nothing any more.
    pub(super) fn close(&self) {
        self.flush();
        self.lock().closed = true;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    /// Takes so many bytes.
    struct Narrow(usize);

    impl Write for Narrow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_first_line_asks_to_be_flushed() {
        let output = Output::new(Box::new(Narrow(100)));
        let ann = Atom::new("ann");
        assert_eq!([output.line(ann, "one"), output.line(ann, "two")], [LineOutcome::Flush, LineOutcome::Fine]);
        assert!(output.flush());
        assert_eq!(output.line(ann, "three"), LineOutcome::Flush);
        output.close();
        assert_eq!(output.line(ann, "four"), LineOutcome::Fine, "nothing is to be done");
    }

    #[test]
    fn it_is_known_when_there_is_no_reader() {
        let output = Output::new(Box::new(Narrow(0)));
        let ann = Atom::new("ann");
        assert_eq!(output.line(ann, "in the buffer"), LineOutcome::Flush);
        assert!(!output.flush());
        assert_eq!(output.line(ann, "more"), LineOutcome::Fine);
        let long = "x".repeat(BUFFER + 1);
        assert_eq!(Output::new(Box::new(Narrow(0))).line(ann, &long), LineOutcome::Broken);
    }
}
