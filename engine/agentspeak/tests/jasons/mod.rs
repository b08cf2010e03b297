//! The releases of Jason that are here, each with a Java that it runs on.

use std::path::{Path, PathBuf};

use agon_java::{Jdk, installed, is_newer};

/// One of them.
pub struct Jason {
    /// 3.2 or 3.3
    pub release: &'static str,
    pub jdk: Jdk,
    pub jars: Vec<PathBuf>,
}

/// Those that are here. Of each that is not, it is printed that the test is skipped, and why.
pub fn jasons(test: &str) -> Vec<Jason> {
    let all = installed();
    let of = |(release, newer): (&'static str, bool)| {
        let none = || format!("there is no Jason {release}: ./agon install jason@{release}.0");
        let jars = all.iter().rfind(|jars| is_newer(jars) == newer).ok_or_else(none);
        let found = jars.and_then(|jars| Ok(Jason { release, jdk: Jdk::find(jars)?, jars: jars.clone() }));
        found.map_err(|why| eprintln!("skipped: {test}, Jason {release}: {why}")).ok()
    };
    [("3.2", false), ("3.3", true)].into_iter().filter_map(of).collect()
}

/// One of those that are here; which one follows from the test's name, so that each has its tests. All, where `AGON_EVERY_JASON` is set.
pub fn in_turn(test: &str) -> Vec<Jason> {
    let mut all = jasons(test);
    if std::env::var_os("AGON_EVERY_JASON").is_none() && all.len() > 1 {
        let turn = test.bytes().map(usize::from).sum::<usize>() % all.len();
        all = vec![all.swap_remove(turn)];
    }
    all
}

impl Jason {
    /// Changes a project's Java, which is written for 3.2, as its users would have to for this release.
    pub fn adapt(&self, folder: &Path) {
        if self.release == "3.2" {
            return;
        }
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                self.adapt(&path);
            } else if path.extension().is_some_and(|extension| extension == "java") {
                let text = std::fs::read_to_string(&path).expect("a text");
                std::fs::write(&path, newer(&text)).expect("a file");
            }
        }
    }
}

fn newer(text: &str) -> String {
    let text =
        text.replace("jason.asSyntax.PlanLibrary", "jason.pl.PlanLibrary").replace("getAgentsNames(", "getAgentsName(");
    let throws = |line: &str| match line.strip_suffix(" {") {
        Some(line) if line.contains(" boolean add(") => format!("{line} throws jason.JasonException {{\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(throws).collect()
}
