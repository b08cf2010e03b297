//! The file that a workload prints to.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process;

use lexical_core::FormattedSize;

use crate::{Arguments, Failure};

/// What a writer holds back at most, apart from the line that makes it more.
const BUFFER: usize = 64 * 1024;

#[derive(Clone, Debug)]
pub struct Print(PathBuf);

impl Print {
    pub fn take(arguments: &mut Arguments) -> Result<Self, Failure> {
        Ok(Self(arguments.take("print")?))
    }

    /// Empties the file.
    pub fn clear(&self) -> Result<(), Failure> {
        File::create(&self.0).map(drop).map_err(|error| self.failure(error))
    }

    /// A writer of its own; several take turns by whole lines.
    pub fn lines(&self) -> Result<Lines, Failure> {
        let file = File::options().create(true).append(true).open(&self.0).map_err(|error| self.failure(error))?;
        Ok(Lines { print: self.clone(), file, buffer: Vec::with_capacity(BUFFER + 1024) })
    }

    fn failure(&self, error: std::io::Error) -> Failure {
        Failure::work(format!("print={}: {error}", self.0.display()))
    }
}

/// Writes lines to the end of the file, through a buffer.
#[derive(Debug)]
pub struct Lines {
    print: Print,
    file: File,
    buffer: Vec<u8>,
}

impl Lines {
    /// Writes the line that `text` adds to what it is given.
    pub fn line(&mut self, text: impl FnOnce(&mut Vec<u8>)) {
        text(&mut self.buffer);
        self.buffer.push(b'\n');
        if self.buffer.len() > BUFFER {
            self.flush();
        }
    }

    /// Writes to the file what is buffered. If that fails the program ends: no actor could do anything about it.
    pub fn flush(&mut self) {
        if let Err(error) = self.file.write_all(&self.buffer) {
            eprintln!("{}", self.print.failure(error));
            process::exit(1);
        }
        self.buffer.clear();
    }
}

/// Adds a number's digits to a line, where they are to stay: digits just written that are moved once more cost as much as making
/// them.
#[inline]
pub fn number(line: &mut Vec<u8>, value: u64) {
    let length = line.len();
    line.resize(length + u64::FORMATTED_SIZE_DECIMAL, 0);
    let digits = lexical_core::write(value, &mut line[length..]).len();
    line.truncate(length + digits);
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::{BUFFER, Print};

    #[test]
    fn two_writers_take_turns_by_whole_lines() {
        let path = env::temp_dir().join(format!("agon-print-{}", process::id()));
        fs::write(&path, "of the iteration before").unwrap();
        let print = Print(path.clone());
        print.clear().unwrap();
        let mut writers = [print.lines().unwrap(), print.lines().unwrap()];
        let texts = ["one", "the other"];
        let lines = BUFFER; // more than enough to fill the buffers
        for _ in 0..lines {
            for (writer, text) in writers.iter_mut().zip(texts) {
                writer.line(|buffer| buffer.extend(text.as_bytes()));
            }
        }
        writers.iter_mut().for_each(super::Lines::flush);
        let written = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        for text in texts {
            assert_eq!(written.lines().filter(|line| *line == text).count(), lines);
        }
        assert_eq!(written.lines().count(), 2 * lines);
    }
}
