use std::path::{Path, PathBuf};

use super::arguments::{Argument, Arguments, unknown};
use super::{Answer, Misuse, show, status_of};
use crate::syntax::check;
use crate::syntax::expand::Loader;
use crate::syntax::source::Sources;

/// Shows what is wrong with files, and what probably is. Fails if there are errors.
pub(super) fn check(mut arguments: Arguments) -> Answer {
    let mut loader = Loader::new();
    let mut files = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument {
            Argument::Option(option) => match option.as_str() {
                "--source-path" => loader.source_paths.push(PathBuf::from(arguments.value(&option, "a folder")?)),
                "--root" => loader.roots.extend([arguments.root()?]),
                _ => return Err(unknown(&option)),
            },
            Argument::Word(file) => files.push(file),
        }
    }
    if files.is_empty() {
        return Err(Misuse("check needs a file".to_owned()));
    }
    let (mut sources, mut programs) = (Vec::new(), Vec::new());
    for file in files {
        let mut its = Sources::new();
        programs.push(loader.load(&mut its, Path::new(&file)).map_err(|wrong| Misuse(format!("{file}: {wrong}")))?);
        sources.push(its);
    }
    let mut fine = true;
    for ((program, its), remarks) in programs.iter().zip(&sources).zip(check::check_together(&programs)) {
        fine &= show(&program.diagnostics, its);
        show(&remarks, its);
    }
    Ok(status_of(fine))
}
