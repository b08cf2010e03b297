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

impl Compiler<'_> {
    /// Compiles the files, unless that was done since they changed. What comes back is the folder of their classes.
    ///
    /// # Errors
    ///
    /// The compiler's messages.
    pub fn compile(&self, name: &str, files: &[PathBuf]) -> Result<PathBuf, String> {
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
            return Ok(folder);
        }
        // Made next to it, so that another process that is at it, too, finds all or nothing.
        let fresh = self.cache.join(format!("{name}-{:016x}.{}", place, std::process::id()));
        let _ = fs::remove_dir_all(&fresh);
        fs::create_dir_all(&fresh).map_err(|error| wrong(&fresh, error))?;
        let compiled = self.javac(&fresh, files);
        let made = compiled.and_then(|()| fs::write(fresh.join(STAMP), state).map_err(|error| wrong(&fresh, error)));
        if made.is_ok() {
            let _ = fs::remove_dir_all(&folder);
            // Another may have been faster.
            if fs::rename(&fresh, &folder).is_ok() || stamp.is_file() {
                return Ok(folder);
            }
        }
        let _ = fs::remove_dir_all(&fresh);
        made.map(|()| folder)
    }

    fn javac(&self, into: &Path, files: &[PathBuf]) -> Result<(), String> {
        let javac = self.jdk.javac();
        let class_path = env::join_paths(self.class_path).map_err(|wrong| format!("the class path: {wrong}"))?;
        let utf8 = files.iter().all(|file| fs::read(file).is_ok_and(|text| std::str::from_utf8(&text).is_ok()));
        let output = Command::new(&javac)
            .args(["-nowarn", "-proc:none", "-encoding", if utf8 { "UTF-8" } else { "ISO-8859-1" }])
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
