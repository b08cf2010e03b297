//! Bulk data: a CSV file in the directory `samples=`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use crate::{Arguments, Failure};

/// A file of rows, those of all iterations one behind the other.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    header: &'static str,
}

impl Table {
    pub fn take(arguments: &mut Arguments, name: &str, header: &'static str) -> Result<Self, Failure> {
        Ok(Self { path: arguments.take_samples()?.join(name), header })
    }

    #[cfg(test)]
    pub fn nowhere() -> Self {
        Self { path: PathBuf::new(), header: "" }
    }

    /// Adds one iteration's rows; the first iteration begins the file.
    pub fn add(&self, iteration: u64, rows: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let write = || {
            let mut file = if iteration == 0 {
                let mut file = BufWriter::new(File::create(&self.path)?);
                writeln!(file, "{}", self.header)?;
                file
            } else {
                BufWriter::new(File::options().append(true).open(&self.path)?)
            };
            rows(&mut file)?;
            file.flush()
        };
        write().map_err(|error| Failure::work(format!("{}: {error}", self.path.display())))
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::Table;

    #[test]
    fn the_first_iteration_begins_the_file() {
        let path = env::temp_dir().join(format!("agon-table-{}", process::id()));
        fs::write(&path, "of the run before\n").unwrap();
        let table = Table { path: path.clone(), header: "iteration,value" };
        for iteration in [0, 1] {
            table.add(iteration, |file| writeln!(file, "{iteration},7")).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(written, "iteration,value\n0,7\n1,7\n");
    }
}
