//! The output of this crate's programs: results on standard output or in a file, what went wrong on standard error.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

/// Reports what went wrong, if anything did.
pub fn exit_code(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a sample as one line of JSON.
///
/// # Errors
///
/// What it is that cannot be written as JSON.
pub fn print_json(sample: &impl Serialize) -> Result<(), String> {
    println!("{}", serde_json::to_string(sample).map_err(|error| error.to_string())?);
    Ok(())
}

/// Writes a contest into a file.
///
/// # Errors
///
/// What it is that cannot be written, and where.
pub fn write_json(file: &Path, contest: &impl Serialize) -> Result<(), String> {
    let json = serde_json::to_string_pretty(contest).map_err(|error| error.to_string())?;
    fs::write(file, json + "\n").map_err(|error| format!("{}: {error}", file.display()))
}
