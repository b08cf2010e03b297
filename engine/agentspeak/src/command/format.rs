use std::path::Path;

use super::arguments::{Argument, Arguments, unknown};
use super::{Answer, Misuse, is_project, show, status_of};
use crate::project;
use crate::syntax::format;
use crate::syntax::source::{self, Sources};

/// Lays files out. Fails if that could not be done; with `--check`, if it was not done before.
pub(super) fn format(arguments: Arguments) -> Answer {
    let mut only_check = false;
    let mut files = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Option(option) if option == "--check" => only_check = true,
            Argument::Option(option) => return Err(unknown(&option)),
            Argument::Word(file) => files.push(file),
        }
    }
    if files.is_empty() {
        return Err(Misuse("fmt needs a file".to_owned()));
    }
    let mut fine = true;
    for file in files {
        let wrong = |wrong: std::io::Error| Misuse(format!("{file}: {wrong}"));
        let text = source::read(Path::new(&file)).map_err(wrong)?;
        let mut sources = Sources::new();
        let id = sources.add(&*file, &*text);
        let laid_out = if is_project(Path::new(&file)) {
            project::format(&text, &file).map_err(|problem| vec![problem.diagnostic(id)])
        } else {
            format::file(&sources, id)
        };
        match laid_out {
            Err(diagnostics) => fine &= show(&diagnostics, &sources),
            Ok(laid_out) if laid_out == text => {}
            Ok(_) if only_check => {
                println!("{file}");
                fine = false;
            }
            Ok(laid_out) => std::fs::write(&file, laid_out).map_err(wrong)?,
        }
    }
    Ok(status_of(fine))
}
