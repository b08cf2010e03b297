//! Where things are: the JDK, the user's Jason, a project's classes and sources.

use std::collections::HashSet;
use std::env;
use std::path::{Path, PathBuf};

use crate::gradle::{Build, plain};

/// A Java development kit.
#[derive(Clone, Debug)]
pub struct Jdk {
    /// Its folder.
    pub home: PathBuf,
    /// The library that is the virtual machine.
    pub library: PathBuf,
}

impl Jdk {
    /// The kit of `JAVA_HOME`, else that of the `java` that is called, else any in the system's usual place, else one that lies
    /// next to one of these folders of Jason: the first that is new enough for that.
    ///
    /// # Errors
    ///
    /// If there is none, in words for people.
    pub fn find(jason: &[PathBuf]) -> Result<Self, String> {
        let needed = if is_newer(jason) { 21 } else { 17 };
        if let Some(home) = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            let home = PathBuf::from(home);
            let found = Self::at(&home).ok_or_else(|| {
                format!("JAVA_HOME is {}, where there is no lib/server/{LIBRARY}: is it a JDK?", home.display())
            })?;
            return match found.release().filter(|release| *release < needed) {
                Some(release) => Err(format!(
                    "JAVA_HOME is {}, which is Java {release}: this Jason needs Java {needed} or newer",
                    home.display()
                )),
                None => Ok(found),
            };
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let called = env::split_paths(&path)
            .filter_map(|folder| folder.join("javac").canonicalize().ok())
            .filter_map(|file| Some(file.parent()?.parent()?.to_owned()));
        let usual =
            ["/usr/lib/jvm", "/Library/Java/JavaVirtualMachines"].iter().flat_map(|folder| entries(folder.as_ref()));
        let next_to_jason = jason.iter().filter_map(|jar| Some(jar.parent()?.parent()?.join("java")));
        called
            .chain(usual.flat_map(|folder| [folder.join("Contents/Home"), folder]))
            .chain(next_to_jason)
            .filter_map(|home| Self::at(&home).filter(|jdk| jdk.javac().is_file()))
            .find(|jdk| jdk.release().is_none_or(|release| release >= needed))
            .ok_or_else(|| {
                format!(
                    "there is no Java that this Jason could run on: install a JDK, {needed} or newer (Debian, Ubuntu: `sudo apt install \
                     openjdk-{needed}-jdk`; macOS: `brew install openjdk@{needed}`), or set JAVA_HOME to one"
                )
            })
    }

    /// Which Java it is: 17, 21 ..; nothing, if it does not show that.
    pub fn release(&self) -> Option<u32> {
        let given = std::fs::read_to_string(self.home.join("release")).ok()?;
        let version = given.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
        version.trim_matches('"').split(['.', '-', '+']).next()?.parse().ok()
    }

    /// The kit in this folder.
    pub fn at(home: &Path) -> Option<Self> {
        let folders = ["lib/server", "jre/lib/amd64/server", "bin/server"];
        let library = folders.iter().map(|folder| home.join(folder).join(LIBRARY)).find(|file| file.is_file())?;
        Some(Self { home: home.to_owned(), library })
    }

    /// Its compiler.
    pub fn javac(&self) -> PathBuf {
        self.home.join("bin").join(if cfg!(windows) { "javac.exe" } else { "javac" })
    }
}

const LIBRARY: &str = if cfg!(windows) {
    "jvm.dll"
} else if cfg!(target_os = "macos") {
    "libjvm.dylib"
} else {
    "libjvm.so"
};

/// The jars of Jason: of what is `given`, a jar, or a folder with jars or with such folders as Jason's own; else of `JASON_HOME`;
/// else of the version that `agon install jason` has brought.
///
/// # Errors
///
/// If there is none, in words for people.
pub fn jason(given: Option<&Path>) -> Result<Vec<PathBuf>, String> {
    if let Some(given) = given {
        return jars_of(given)
            .ok_or_else(|| format!("{}: there is no Jason: no jar with 'jason' in its name", given.display()));
    }
    if let Some(home) = env::var_os("JASON_HOME").filter(|home| !home.is_empty()) {
        let home = PathBuf::from(home);
        return jars_of(&home).ok_or_else(|| format!("JASON_HOME is {}, where there is no Jason", home.display()));
    }
    let installed = installed();
    // The newest for which there is a Java.
    let runs = |jars: &&Vec<PathBuf>| Jdk::find(jars).is_ok();
    installed.iter().rfind(runs).or(installed.last()).cloned().ok_or_else(|| {
        "Java classes need Jason's own, and there is no Jason: pass `--jason FOLDER` (its home, its jar, or a folder of jars), set \
         JASON_HOME, or let `agon install jason` bring one"
            .to_owned()
    })
}

/// Is this Jason 3.3 or newer? That has its plan library in a package of its own. Names are in a jar as they are.
pub fn is_newer(jason: &[PathBuf]) -> bool {
    const LIBRARY: &[u8] = b"jason/pl/PlanLibrary.class";
    let has = |jar: Vec<u8>| jar.windows(LIBRARY.len()).any(|name| name == LIBRARY);
    jason.iter().filter_map(|jar| std::fs::read(jar).ok()).any(has)
}

fn jars_of(place: &Path) -> Option<Vec<PathBuf>> {
    if place.is_file() {
        return Some(vec![place.to_owned()]);
    }
    ["", "lib", "libs", "bin", "build/libs"].iter().find_map(|folder| {
        let jars = jars_in(&place.join(folder));
        let named = |jar: &PathBuf| jar.file_name().is_some_and(|name| name.to_string_lossy().starts_with("jason"));
        jars.iter().any(named).then_some(jars)
    })
}

/// The jars of each version that `agon install jason` has brought, oldest first.
pub fn installed() -> Vec<Vec<PathBuf>> {
    let state = env::var_os("AGON_STATE").map(PathBuf::from).into_iter();
    let above = [env::current_exe().ok(), env::current_dir().ok()].into_iter().flatten();
    let above: Vec<PathBuf> =
        above.flat_map(|place| place.ancestors().map(|folder| folder.join(".agon")).collect::<Vec<_>>()).collect();
    let mut found: Vec<PathBuf> = state
        .chain(above)
        .map(|state| entries(&state.join("build/jason")))
        .find(|found| !found.is_empty())
        .unwrap_or_default();
    found.sort();
    found.into_iter().filter_map(|version| jars_of(&version.join("lib"))).collect()
}

/// Where a project's classes are besides those that are compiled: the given folders, or those where projects usually have them.
pub fn class_path(folder: &Path, given: &[String]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in given {
        match entry.strip_suffix("*.jar").or(entry.strip_suffix('*')) {
            Some(jars) => found.extend(jars_in(&folder.join(jars))),
            None => found.push(folder.join(entry)),
        }
    }
    for jars in ["lib", "libs"] {
        found.extend(jars_in(&folder.join(jars)));
    }
    for classes in ["bin", "bin/classes", "build/classes/java/main", "target/classes"] {
        found.push(folder.join(classes));
    }
    found.extend(Build::of(folder).class_path(folder));
    // Images and the like are asked for by their paths from there.
    for resources in ["src/resources", "src/main/resources", "src/java", "src/main/java", "src", "."] {
        found.push(folder.join(resources));
    }
    found.retain(|place| place.exists());
    found
}

/// A project's Java files, by the folders at which packages begin: those that its `build.gradle` names, and those where
/// projects usually have them. Tests are no part of it.
pub fn sources_of(folder: &Path) -> Vec<(PathBuf, Vec<PathBuf>)> {
    let build = Build::of(folder);
    let usual = ["src/main/java", "src/java", "src/env", "src/agt", "src/int", "src/org", "src", "."];
    // The deepest first: packages may begin in a folder and in another below it.
    let mut named: Vec<PathBuf> = build.sources.iter().map(|root| plain(&folder.join(root))).collect();
    named.sort_by_key(|root| std::cmp::Reverse(root.components().count()));
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for root in named.into_iter().chain(usual.map(|root| folder.join(root))) {
        let mut files = Vec::new();
        collect(&root, &root, &mut files);
        files.retain(|file| build.has(folder, &root, file) && !is_unit_test(&root, file));
        files.retain(|file| seen.insert(plain(file)));
        files.sort();
        if !files.is_empty() {
            found.push((root, files));
        }
    }
    found
}

/// Java files whose package is that of their folder.
fn collect(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in entries(folder) {
        let name = entry.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || entry.is_symlink() {
            continue;
        }
        if entry.is_dir() {
            // What builds leave.
            if !["bin", "build", "target", "out", "node_modules"].contains(&&*name) {
                collect(root, &entry, files);
            }
        } else if name.ends_with(".java") && is_at_home(root, &entry) {
            files.push(entry);
        }
    }
}

/// Is it in a folder of tests, and made for a library of tests?
fn is_unit_test(root: &Path, file: &Path) -> bool {
    let inner = file.strip_prefix(root).unwrap_or(file);
    let is_among_tests = inner.components().any(|part| part.as_os_str() == "test" || part.as_os_str() == "tests");
    let libraries = ["import org.junit", "import static org.junit", "import junit.", "import org.testng"];
    is_among_tests
        && std::fs::read(file).is_ok_and(|text| {
            let text = String::from_utf8_lossy(&text);
            text.lines().any(|line| libraries.iter().any(|library| line.trim_start().starts_with(library)))
        })
}

fn is_at_home(root: &Path, file: &Path) -> bool {
    let Ok(text) = std::fs::read(file) else { return false };
    let text = String::from_utf8_lossy(&text);
    let package = text
        .lines()
        .find_map(|line| {
            line.trim().strip_prefix("package ")?.split(';').next().map(|name| name.trim().replace('.', "/"))
        })
        .unwrap_or_default();
    file.parent().is_some_and(|folder| folder == root.join(&package) || (package.is_empty() && folder == root))
}

pub(crate) fn jars_in(folder: &Path) -> Vec<PathBuf> {
    let mut jars = entries(folder);
    jars.retain(|file| file.extension().is_some_and(|extension| extension == "jar"));
    jars.sort();
    jars
}

pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_found_by_their_packages() {
        let folder = env::temp_dir().join(format!("agon-java-places-{}", std::process::id()));
        let write = |file: &str, text: &str| {
            let file = folder.join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, text).expect("a file");
        };
        write("Env.java", "public class Env {}");
        write("src/java/a/b/C.java", "// that\npackage a.b;\npublic class C {}");
        write("build/Old.java", "public class Old {}");
        write("lib/x.jar", "");
        let found = sources_of(&folder);
        let names: Vec<_> = found.iter().flat_map(|(_, files)| files).map(|file| file.strip_prefix(&folder)).collect();
        assert_eq!(names, [Ok(Path::new("src/java/a/b/C.java")), Ok(Path::new("Env.java"))]);
        assert!(class_path(&folder, &[]).contains(&folder.join("lib/x.jar")));
        std::fs::remove_dir_all(&folder).expect("it is there");
    }

    #[test]
    fn a_kit_shows_which_java_it_is() {
        let home = env::temp_dir().join(format!("agon-java-release-{}", std::process::id()));
        std::fs::create_dir_all(&home).expect("a folder");
        let jdk = Jdk { home: home.clone(), library: home.clone() };
        assert_eq!(jdk.release(), None);
        std::fs::write(home.join("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"21.0.8\"\n").expect("a file");
        assert_eq!(jdk.release(), Some(21));
        std::fs::remove_dir_all(&home).expect("it is there");
    }

    #[test]
    fn a_given_jason_must_be_there() {
        let wrong = jason(Some(Path::new("/nowhere"))).expect_err("nothing is there");
        assert!(wrong.contains("/nowhere: there is no Jason"), "{wrong}");
    }
}
