//! Jason projects with classes in Java (`tests/java`): copies of them, and how Jason itself runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use agon_java::Jdk;

const LOGGING: &str = "handlers = java.util.logging.ConsoleHandler\n.level = INFO\n\
                       java.util.logging.ConsoleHandler.formatter = jason.runtime.MASConsoleLogFormatter\n\
                       java.level = OFF\njavax.level = OFF\nsun.level = OFF\n";

/// A copy of a project in that folder, in which nothing was compiled yet; with the classes that several projects have.
pub fn copied(name: &str, folder: &str) -> PathBuf {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = fs::remove_dir_all(&folder);
    copy(&projects.join(name), &folder);
    let classes = folder.join("src/java");
    if classes.exists() {
        copy(&projects.join("shared"), &classes.join("shared"));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() { copy(&entry.path(), &target) } else { drop(fs::copy(entry.path(), target)) }
    }
}

/// Compiles the classes of a project; the command has Jason itself run it.
pub fn by_jason(project: &Path, jdk: &Jdk, jars: &[PathBuf]) -> Command {
    let folder = project.parent().expect("a folder");
    fs::write(folder.join("logging.properties"), LOGGING).expect("a file");
    let classes = folder.join("classes");
    fs::create_dir_all(&classes).expect("a folder");
    let files: Vec<PathBuf> = agon_java::sources_of(folder).into_iter().flat_map(|(_, files)| files).collect();
    // Those of the lab's programs bring their own logging.
    let jars = jars.iter().filter(|jar| !jar.ends_with("agon-jason.jar")).cloned();
    let path = std::env::join_paths(jars.chain([classes.clone(), folder.join("src/resources")])).expect("a path");
    let status = Command::new(jdk.javac()).arg("-cp").arg(&path).arg("-d").arg(&classes).args(files).status();
    assert!(status.is_ok_and(|status| status.success()), "{} does not compile", project.display());
    let mut java = Command::new(jdk.home.join("bin/java"));
    java.current_dir(folder).args(["-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true", "-cp"]).arg(path);
    java.arg("jason.infra.local.RunLocalMAS").arg(project.file_name().expect("a file"));
    java
}
