//! Java classes of a project, beside the user's own Jason, in a virtual machine in this process: `docs/java.md` says how.
//!
//! Nothing of it is loaded before a project names a class that is Java's.

mod environment;
mod sights;
mod terms;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agon_java::{Compiler, Jdk, Jvm, cache, class_path, jason, sources_of};

use crate::environment::{Environment, Setting};
use crate::library::Maker;
use crate::project::{ClassKind, ClassUse, Project, known_class};
use environment::JavaEnvironment;

/// Where Java's things are, as far as that is said: what is not said is looked for.
#[derive(Clone, Debug, Default)]
pub struct Java {
    /// The user's Jason: its folder, its jar, or a folder of jars. Else `JASON_HOME`, or what `agon install jason` has brought.
    pub jason: Option<PathBuf>,
    /// Jars and folders of classes besides those where projects usually have them, relative to the project.
    pub class_path: Vec<String>,
}

/// Our own classes, by name.
const BRIDGE: &[(&str, &str)] = &agon_java::BRIDGE;

impl Java {
    /// May this class of the project's be one of Java's? It need not be loaded for that.
    pub fn offers(&self, project: &Project, kind: ClassKind, class: &str) -> bool {
        if kind != ClassKind::Environment || known_class(kind, class).is_some() {
            return false;
        }
        let file = class.replace('.', "/");
        let is_source = |(root, files): &(PathBuf, Vec<PathBuf>)| files.contains(&root.join(format!("{file}.java")));
        sources_of(project.folder()).iter().any(is_source)
            || self.places(project).iter().any(|place| {
                // What is in a jar is seen when it is loaded.
                place.is_file() || place.join(format!("{file}.class")).is_file()
            })
    }

    /// What makes the environment of this class.
    pub(crate) fn environment(&self, project: &Project, class: &ClassUse) -> Maker {
        let (java, project, name) = (self.clone(), project.clone(), class.name.value.clone());
        Arc::new(move |setting: &Setting| -> Result<Arc<dyn Environment>, String> {
            let options = java.options(&project)?;
            Ok(Arc::new(JavaEnvironment::new(&options.0, &options.1, &project, &name, setting)?))
        })
    }

    /// The machine's library and its options. What has changed of the project's classes, and of ours, is compiled.
    fn options(&self, project: &Project) -> Result<(PathBuf, Vec<String>), String> {
        let jason = jason(self.jason.as_deref())?;
        let jdk = Jdk::find(&jason)?;
        let places = self.places(project);
        let bridge = bridge(&jdk, &jason)?;
        let mut path = vec![bridge];
        let needed: Vec<PathBuf> = jason.iter().chain(&places).cloned().collect();
        let files: Vec<PathBuf> = sources_of(project.folder()).into_iter().flat_map(|(_, files)| files).collect();
        if !files.is_empty() {
            // What `src/java` and the like have besides sources must not be compiled along.
            let needed: Vec<PathBuf> = needed.iter().filter(|place| is_compiled(place)).cloned().collect();
            path.push(Compiler { jdk: &jdk, class_path: &needed, cache: cache() }.compile("project", &files)?);
        }
        path.extend(needed);
        let path = std::env::join_paths(path).map_err(|wrong| format!("the class path: {wrong}"))?;
        let mut options = vec![
            format!("-Djava.class.path={}", path.to_string_lossy()),
            // Ctrl-C is the agents' to hear.
            "-Xrs".to_owned(),
        ];
        if cfg!(target_os = "linux")
            && !["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
        {
            options.push("-Djava.awt.headless=true".to_owned());
        }
        Ok((jdk.library, options))
    }

    fn places(&self, project: &Project) -> Vec<PathBuf> {
        let said: Vec<String> = project.classpath.iter().map(|path| path.value.clone()).collect();
        class_path(project.folder(), &[&self.class_path[..], &said].concat())
    }
}

fn is_compiled(place: &Path) -> bool {
    place.is_file() || ["bin", "classes", "main"].iter().any(|name| place.ends_with(name))
}

/// Our own classes, compiled against this Jason.
fn bridge(jdk: &Jdk, jason: &[PathBuf]) -> Result<PathBuf, String> {
    let sources = cache().join(format!("bridge-{}", env!("CARGO_PKG_VERSION"))).join("agon/bridge");
    let wrong = |wrong: std::io::Error| format!("{}: {wrong}", sources.display());
    std::fs::create_dir_all(&sources).map_err(wrong)?;
    let mut files = Vec::new();
    for (name, text) in BRIDGE {
        let file = sources.join(name);
        if std::fs::read(&file).ok().as_deref() != Some(text.as_bytes()) {
            std::fs::write(&file, text).map_err(wrong)?;
        }
        files.push(file);
    }
    Compiler { jdk, class_path: jason, cache: cache() }.compile("bridge", &files)
}

/// Starts the machine: one a process.
fn start(
    library: &Path,
    options: &[String],
    hears: impl Fn(i32, i64, &[u8]) -> Option<Vec<u8>> + Send + Sync + 'static,
) -> Result<Jvm, String> {
    Jvm::start(library, options, Box::new(hears))
}
