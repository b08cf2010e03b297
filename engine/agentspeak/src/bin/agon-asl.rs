//! `agon-asl check FILE...` and `agon-asl fmt [--check] FILE...`.

use agon_agentspeak::syntax::diagnostic::{Diagnostic, Severity};
use agon_agentspeak::syntax::expand::Loader;
use agon_agentspeak::syntax::source::Sources;
use agon_agentspeak::syntax::{check, format};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: agon-asl check [--source-path FOLDER] [--root NAME=FOLDER] FILE...
       agon-asl fmt [--check] FILE...";

/// What is wrong with the command itself.
const MISUSED: u8 = 2;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let answer = match arguments.next().as_deref() {
        Some("check") => check_files(arguments),
        Some("fmt") => format_files(arguments),
        Some("--help" | "-h") => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => Err(USAGE.to_owned()),
    };
    match answer {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(MISUSED)
        }
    }
}

/// Whether all files are free of errors; warnings are shown.
fn check_files(mut arguments: impl Iterator<Item = String>) -> Result<bool, String> {
    let mut loader = Loader::new();
    let mut files = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut value = |what: &str| arguments.next().ok_or_else(|| format!("{argument} needs {what}\n{USAGE}"));
        match argument.as_str() {
            "--source-path" => loader.source_paths.push(PathBuf::from(value("a folder")?)),
            "--root" => {
                let root = value("NAME=FOLDER")?;
                let (name, folder) =
                    root.split_once('=').ok_or_else(|| format!("--root needs NAME=FOLDER, not {root}"))?;
                loader.roots.insert(name.trim_start_matches('$').to_owned(), PathBuf::from(folder));
            }
            option if option.starts_with('-') => return Err(format!("there is no option {option}\n{USAGE}")),
            _ => files.push(argument),
        }
    }
    if files.is_empty() {
        return Err(format!("check needs a file\n{USAGE}"));
    }
    let mut fine = true;
    for file in files {
        let mut sources = Sources::new();
        let loaded = loader.load(&mut sources, Path::new(&file)).map_err(|wrong| format!("{file}: {wrong}"))?;
        fine &= show(&loaded.diagnostics, &sources);
        if !loaded.has_errors() {
            show(&check::check(&loaded), &sources);
        }
    }
    Ok(fine)
}

/// Whether there is no error among them.
fn show(diagnostics: &[Diagnostic], sources: &Sources) -> bool {
    for it in diagnostics {
        eprint!("{}", it.render(sources));
    }
    diagnostics.iter().all(|it| it.severity != Severity::Error)
}

/// Whether all files could be laid out; with `--check`, whether all are.
fn format_files(arguments: impl Iterator<Item = String>) -> Result<bool, String> {
    let mut only_check = false;
    let mut files = Vec::new();
    for argument in arguments {
        match argument.as_str() {
            "--check" => only_check = true,
            option if option.starts_with('-') => return Err(format!("there is no option {option}\n{USAGE}")),
            _ => files.push(argument),
        }
    }
    if files.is_empty() {
        return Err(format!("fmt needs a file\n{USAGE}"));
    }
    let mut fine = true;
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|wrong| format!("{file}: {wrong}"))?;
        let mut sources = Sources::new();
        let id = sources.add(&*file, &*text);
        match format::file(&sources, id) {
            Err(diagnostics) => fine &= show(&diagnostics, &sources),
            Ok(laid_out) if laid_out == text => {}
            Ok(_) if only_check => {
                println!("{file}");
                fine = false;
            }
            Ok(laid_out) => std::fs::write(&file, laid_out).map_err(|wrong| format!("{file}: {wrong}"))?,
        }
    }
    Ok(fine)
}
