//! The virtual machine of a project, started when something of Java's is first needed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock, Weak};
use std::thread;
use std::time::Duration;

use agon_java::{Compiler, Jdk, Jvm, cache, class_path, is_newer, jason, sources_of};

use super::Java;
use super::environment::Shared;
use super::terms::{Reader, Writer};
use super::words::{AGENTS, ASK, LATER, LEAVE, PRINT, RUN, START, STOP, STOP_SOCIETY};
use super::{asked, here};
use crate::environment::Link;
use crate::project::Project;
use crate::term::Atom;

/// What a project's classes are found by, and the machine that runs them.
pub(super) struct Machine {
    pub(super) jvm: Jvm,
    /// The receiver of Java's calls about an environment, once there is one.
    pub(super) stage: Arc<OnceLock<Arc<Shared>>>,
    /// The system that the agents live in, once it is there.
    pub(super) link: Arc<OnceLock<Link>>,
    stopped: AtomicBool,
}

/// So long classes may take to stop; the process ends all the same.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where a project has its classes.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    name: String,
    folder: PathBuf,
    /// The project's own file.
    file: PathBuf,
    class_path: Vec<String>,
}

impl Places {
    pub(super) fn of(java: &Java, project: &Project) -> Self {
        let declared = project.classpath.iter().map(|path| path.value.clone());
        Self {
            name: project.name.value.clone(),
            folder: project.folder().to_owned(),
            file: as_jason_reads_it(project),
            class_path: java.class_path.iter().cloned().chain(declared).collect(),
        }
    }

    /// May this class be there? What is in a jar is seen when it is loaded.
    pub(super) fn may_have(&self, class: &str) -> bool {
        let file = class.replace('.', "/");
        let is_source = |(root, files): &(PathBuf, Vec<PathBuf>)| files.contains(&root.join(format!("{file}.java")));
        sources_of(&self.folder).iter().any(is_source)
            || self.found().iter().any(|place| place.is_file() || place.join(format!("{file}.class")).is_file())
    }

    fn found(&self) -> Vec<PathBuf> {
        class_path(&self.folder, &self.class_path)
    }
}

/// The project's file; of a JaCaMo project, one that Jason itself can read.
fn as_jason_reads_it(project: &Project) -> PathBuf {
    if !project.is_jacamo() {
        return project.file.clone();
    }
    let file = cache().join(format!("{}-{}.mas2j", project.name.value, std::process::id()));
    let written = std::fs::create_dir_all(cache()).and_then(|()| std::fs::write(&file, project.to_string()));
    if written.is_ok() { file } else { project.file.clone() }
}

impl Machine {
    /// Starts it. What has changed of the project's classes, and of ours, is compiled.
    pub(super) fn start(java: &Java, places: &Places) -> Result<Arc<Self>, String> {
        let (library, options) = options(java, places)?;
        let stage = Arc::<OnceLock<Arc<Shared>>>::default();
        let link = Arc::<OnceLock<Link>>::default();
        let (receiver, system) = (Arc::clone(&stage), Arc::clone(&link));
        let started = Arc::<OnceLock<Weak<Self>>>::default();
        let me = Arc::clone(&started);
        let receive = move |what: i32, number: i64, data: &[u8]| match (what, receiver.get()) {
            (LATER, _) => later(me.get()?, system.get()?, number, data),
            (PRINT | AGENTS | STOP_SOCIETY | LEAVE | ASK, _) => ask(system.get(), what, number, data),
            (_, Some(stage)) => stage.receive(what, number, data),
            _ => None,
        };
        let jvm = Jvm::start(&library, &options, Box::new(receive))?;
        let mut start = Writer::default();
        start.string(&places.name).string(&places.folder.join("logging.properties").to_string_lossy());
        start.string(&places.file.to_string_lossy());
        jvm.call(START, 0, &start.bytes)?;
        let machine = Arc::new(Self { jvm, stage, link, stopped: AtomicBool::new(false) });
        let _ = started.set(Arc::downgrade(&machine));
        Ok(machine)
    }

    /// Has the environment and the agents' classes stop, if that has not been.
    pub(super) fn stop(self: &Arc<Self>) {
        if self.stopped.swap(true, Ordering::AcqRel) {
            return;
        }
        let (machine, (done, stopped)) = (Arc::clone(self), channel());
        let stop = move || {
            if let Err(thrown) = machine.jvm.call(STOP, 0, &[]) {
                eprintln!("the environment does not stop: {thrown}");
            }
            let _ = done.send(());
        };
        if thread::Builder::new().name("java-stop".to_owned()).spawn(stop).is_ok()
            && stopped.recv_timeout(PATIENCE).is_err()
        {
            eprintln!("the environment takes more than {} s to stop, and is left", PATIENCE.as_secs());
        }
    }
}

/// Java wants to be called on an agent's thread, between two of its cycles. Nothing comes back if there are no agents any more.
fn later(machine: &Weak<Machine>, link: &Link, number: i64, data: &[u8]) -> Option<Vec<u8>> {
    let agent = Atom::new(&Reader::new(data).string().ok()?);
    let machine = machine.upgrade()?;
    link.request(Some(agent), move |mind, world| {
        if let Err(thrown) = here::during(mind, world, || machine.jvm.call(RUN, number, &[])) {
            world.warn(agent, &thrown);
        }
    });
    Some(Vec::new())
}

/// Java wants something of the system that the agents live in.
fn ask(link: Option<&Link>, what: i32, number: i64, data: &[u8]) -> Option<Vec<u8>> {
    match (what, link) {
        (PRINT, Some(link)) => link.print(&String::from_utf8_lossy(data)),
        (PRINT, None) => {
            let mut output = std::io::stdout().lock();
            // A missing reader is no matter of Java's.
            let _ = output.write_all(data).and_then(|()| output.flush());
        }
        (AGENTS, link) => {
            let names = link.map(Link::agents).unwrap_or_default();
            let mut writer = Writer::default();
            writer.count(names.len());
            for name in names {
                writer.string(name.name());
            }
            return Some(writer.bytes);
        }
        (STOP_SOCIETY, Some(link)) => {
            let delay = Reader::new(data).count().unwrap_or_default();
            link.stop(delay as u64, i32::try_from(number).unwrap_or(1));
        }
        (LEAVE, Some(link)) => link.leave(),
        (ASK, link) => return asked::ask(link, data),
        _ => {}
    }
    None
}

/// The machine's library and its options.
fn options(java: &Java, places: &Places) -> Result<(PathBuf, Vec<String>), String> {
    let jason = jason(java.jason.as_deref())?;
    let jdk = Jdk::find(&jason)?;
    let mut path = vec![bridge(&jdk, &jason)?];
    let needed: Vec<PathBuf> = jason.into_iter().chain(places.found()).collect();
    let files: Vec<PathBuf> = sources_of(&places.folder).into_iter().flat_map(|(_, files)| files).collect();
    if !files.is_empty() {
        // What lies next to sources must not be compiled along.
        let needed: Vec<PathBuf> = needed.iter().filter(|place| is_compiled(place)).cloned().collect();
        let compiler = Compiler { jdk: &jdk, class_path: &needed, cache: cache() };
        let (classes, left_out) = compiler.compile("project", &files)?;
        if let Some(messages) = left_out {
            eprintln!("warning: {messages}\nthe project runs with its other Java classes");
        }
        path.push(classes);
    }
    path.extend(needed);
    let path = std::env::join_paths(path).map_err(|wrong| format!("the class path: {wrong}"))?;
    let mut options = vec![
        format!("-Djava.class.path={}", path.to_string_lossy()),
        // Ctrl-C is for the agents to handle.
        "-Xrs".to_owned(),
    ];
    if cfg!(target_os = "linux") && !["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
    {
        options.push("-Djava.awt.headless=true".to_owned());
    }
    Ok((jdk.library, options))
}

fn is_compiled(place: &Path) -> bool {
    place.is_file() || ["bin", "classes", "main"].iter().any(|name| place.ends_with(name))
}

/// Our own classes, compiled against this Jason.
fn bridge(jdk: &Jdk, jason: &[PathBuf]) -> Result<PathBuf, String> {
    let newer = is_newer(jason);
    let release = if newer { "3.3" } else { "3.2" };
    let sources = cache().join(format!("bridge-{}-jason-{release}", env!("CARGO_PKG_VERSION")));
    let wrong = |wrong: std::io::Error| format!("{}: {wrong}", sources.display());
    let mut files = Vec::new();
    for (name, text) in agon_java::bridge(newer) {
        let file = sources.join(name);
        std::fs::create_dir_all(file.parent().unwrap_or(&sources)).map_err(wrong)?;
        if std::fs::read(&file).ok().as_deref() != Some(text.as_bytes()) {
            std::fs::write(&file, &text).map_err(wrong)?;
        }
        files.push(file);
    }
    match (Compiler { jdk, class_path: jason, cache: cache() }).compile("bridge", &files)? {
        (classes, None) => Ok(classes),
        (_, Some(messages)) => Err(messages),
    }
}
