//! CSV files of bulk data, row by row.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// What is held back at most, apart from the row that makes it more.
const BUFFER: usize = 64 * 1024;

/// A file of rows, each with the iteration before the columns. Those of all iterations come one behind the other.
pub struct Samples {
    file: File,
    buffer: Vec<u8>,
    iteration: u64,
}

impl Samples {
    /// The first iteration begins the file, with the names of the columns.
    pub fn open(path: &Path, columns: &[&str], iteration: u64) -> io::Result<Self> {
        let file = if iteration == 0 { File::create(path)? } else { File::options().append(true).open(path)? };
        let mut samples = Self { file, buffer: Vec::with_capacity(BUFFER + 1024), iteration };
        if iteration == 0 {
            writeln!(samples.buffer, "iteration,{}", columns.join(","))?;
        }
        Ok(samples)
    }

    pub fn row(&mut self, values: impl IntoIterator<Item = i64>) -> io::Result<()> {
        let mut digits = itoa::Buffer::new();
        self.buffer.extend(digits.format(self.iteration).as_bytes());
        for value in values {
            self.buffer.push(b',');
            self.buffer.extend(digits.format(value).as_bytes());
        }
        self.buffer.push(b'\n');
        if self.buffer.len() > BUFFER { self.flush() } else { Ok(()) }
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::Samples;

    #[test]
    fn iterations_follow_each_other() {
        let path = env::temp_dir().join(format!("agon-agentspeak-samples-{}", process::id()));
        fs::write(&path, "of the run before\n").unwrap();
        for iteration in [0, 1] {
            let mut samples = Samples::open(&path, &["agent", "ns"], iteration).unwrap();
            samples.row([3, 40]).unwrap();
            samples.row([4, -1]).unwrap();
            samples.flush().unwrap();
        }
        let written = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(written, "iteration,agent,ns\n0,3,40\n0,4,-1\n1,3,40\n1,4,-1\n");
    }
}
