//! Compiling what has changed.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Jdk;

/// Where compiled classes are kept.
pub fn cache() -> PathBuf {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("AGON_STATE")
        .map(|state| state.join("java"))
        .or_else(|| named("XDG_CACHE_HOME").map(|cache| cache.join("agon/java")))
        .or_else(|| named("HOME").map(|home| home.join(".cache/agon/java")))
        .unwrap_or_else(|| env::temp_dir().join("agon-java"))
}

/// Compiles Java files into a folder of the cache.
pub struct Compiler<'a> {
    /// Whose compiler.
    pub jdk: &'a Jdk,
    /// What the files need.
    pub class_path: &'a [PathBuf],
    /// The cache.
    pub cache: PathBuf,
}

/// The file with the names of what the classes next to it were compiled from.
const STAMP: &str = ".compiled";

/// The file with the compiler's messages about files that it left out.
const WRONG: &str = ".wrong";

impl Compiler<'_> {
    /// Compiles the files, unless that was done since they changed. What comes back is the folder of their classes, and the
    /// compiler's messages about files that do not compile, which the others do without.
    ///
    /// # Errors
    ///
    /// The compiler's messages, if nothing compiles.
    pub fn compile(&self, name: &str, files: &[PathBuf]) -> Result<(PathBuf, Option<String>), String> {
        let wrong = |place: &Path, wrong: std::io::Error| format!("{}: {wrong}", place.display());
        let mut state = DefaultHasher::new();
        let place = place_of(name, files);
        for file in files.iter().chain(self.class_path).chain([&self.jdk.library]) {
            file.hash(&mut state);
            if let Ok(known) = fs::metadata(file)
                && known.is_file()
            {
                (known.len(), known.modified().ok()).hash(&mut state);
            }
        }
        let folder = self.cache.join(format!("{name}-{:016x}", place));
        let (stamp, state) = (folder.join(STAMP), format!("{:016x}", state.finish()));
        if fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == state) {
            return Ok((folder.clone(), fs::read_to_string(folder.join(WRONG)).ok()));
        }
        // Made next to it, so that another process that is at it, too, finds all or nothing.
        let fresh = self.cache.join(format!("{name}-{:016x}.{}", place, std::process::id()));
        let _ = fs::remove_dir_all(&fresh);
        fs::create_dir_all(&fresh).map_err(|error| wrong(&fresh, error))?;
        let write = |name: &str, text: &str| fs::write(fresh.join(name), text).map_err(|error| wrong(&fresh, error));
        let made = self.as_far_as_possible(&fresh, files).and_then(|left_out| {
            left_out.iter().try_for_each(|messages| write(WRONG, messages))?;
            write(STAMP, &state)?;
            Ok(left_out)
        });
        if made.is_ok() {
            let _ = fs::remove_dir_all(&folder);
            // Another may have been faster.
            if fs::rename(&fresh, &folder).is_ok() || stamp.is_file() {
                return made.map(|left_out| (folder, left_out));
            }
        }
        let _ = fs::remove_dir_all(&fresh);
        made.map(|left_out| (folder, left_out))
    }

    /// Compiles the files without those that have errors. The messages about these come back.
    fn as_far_as_possible(&self, into: &Path, files: &[PathBuf]) -> Result<Option<String>, String> {
        let Err(first) = self.javac(into, files) else { return Ok(None) };
        let (mut files, mut messages) = (files.to_vec(), first.clone());
        loop {
            let before = files.len();
            files.retain(|file| !has_error(&messages, file));
            if files.is_empty() || files.len() == before {
                return Err(first);
            }
            let _ = fs::remove_dir_all(into);
            fs::create_dir_all(into).map_err(|error| format!("{}: {error}", into.display()))?;
            match self.javac(into, &files) {
                Ok(()) => return Ok(Some(first)),
                Err(more) => messages = more,
            }
        }
    }

    fn javac(&self, into: &Path, files: &[PathBuf]) -> Result<(), String> {
        let javac = self.jdk.javac();
        let class_path = env::join_paths(self.class_path).map_err(|wrong| format!("the class path: {wrong}"))?;
        let utf8 = files.iter().all(|file| fs::read(file).is_ok_and(|text| std::str::from_utf8(&text).is_ok()));
        let output = Command::new(&javac)
            .args([
                "-J-Duser.language=en",
                "-nowarn",
                "-proc:none",
                "-Xmaxerrs",
                "1000",
                "-encoding",
                if utf8 { "UTF-8" } else { "ISO-8859-1" },
            ])
            .arg("-cp")
            .arg(class_path)
            .arg("-d")
            .arg(into)
            .args(files)
            .output()
            .map_err(|wrong| {
                format!("{}: {wrong}; a JDK is needed to compile the project's classes", javac.display())
            })?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("the Java classes do not compile:\n{}", String::from_utf8_lossy(&output.stderr).trim_end()))
    }
}

/// Is there an error in the file, by the compiler's messages?
fn has_error(messages: &str, file: &Path) -> bool {
    let file = format!("{}:", file.display());
    let is_error = |rest: &str| rest.split_once(':').is_some_and(|(_, message)| message.starts_with(" error"));
    messages.lines().any(|line| line.strip_prefix(&*file).is_some_and(is_error))
}

/// The key of the classes of these files: where the files are, whatever folder their paths start from.
fn place_of(name: &str, files: &[PathBuf]) -> u64 {
    let mut place = DefaultHasher::new();
    name.hash(&mut place);
    for file in files {
        std::path::absolute(file).as_ref().unwrap_or(file).hash(&mut place);
    }
    place.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_the_same_from_wherever_they_are_named() {
        let here = env::current_dir().expect("it is somewhere");
        let places = |file: PathBuf| place_of("project", &[file]);
        assert_eq!(places("src/A.java".into()), places(here.join("src/A.java")));
        assert_ne!(places("src/A.java".into()), places("other/src/A.java".into()));
    }
}
