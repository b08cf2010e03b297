use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Local, Program};
use crate::compile::Terms;
use crate::mind::{Mind, Names, Settings};
use crate::project::{Events, Focus, Options, Project, SourcePath};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::expand::Loader;
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::term::{Atom, Term};

/// Reads a project with all its programs, and makes its agents.
///
/// # Errors
///
/// What is wrong with it, in words for people.
pub fn load(file: &Path, roots: BTreeMap<String, PathBuf>) -> Result<Local, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let project = Project::parse(&text, file).map_err(|problem| problem.render(&text, file))?;
    let path = SourcePath::new(&project, roots.clone());
    let mut loader = Loader::new();
    loader.source_paths = path.places(".");
    loader.roots = roots;
    let mut reader = Reader { loader, path, programs: HashMap::new() };
    let mut system = Local::default();
    for instance in project.instances() {
        let program = reader.named(&instance.agent.source_file())?;
        let mut mind = Mind::new(Atom::new(&instance.name));
        let options = &instance.agent.options;
        mind.settings = settings(options);
        let listed = |text: Option<String>| text.map_or(Ok(Vec::new()), |text| literals(&text));
        program.load_with(&mut mind, &listed(options.beliefs())?, &listed(options.goals())?);
        Program::load_library(&mut mind);
        system.add(mind);
    }
    system.read_from(reader);
    Ok(system)
}

/// Reads each program once.
pub(super) struct Reader {
    path: SourcePath,
    loader: Loader,
    programs: HashMap<PathBuf, Arc<Program>>,
}

impl Reader {
    /// The program of this name, wherever the project has its programs.
    pub(super) fn named(&mut self, source: &str) -> Result<Arc<Program>, String> {
        let found = self.find(source)?;
        self.program(&found)
    }

    fn program(&mut self, file: &Path) -> Result<Arc<Program>, String> {
        if let Some(program) = self.programs.get(file) {
            return Ok(Arc::clone(program));
        }
        let program = Arc::new(self.read(file, None)?);
        self.programs.insert(file.to_owned(), Arc::clone(&program));
        Ok(program)
    }

    /// The program of this name, read anew for an agent that includes it.
    pub(super) fn included(&self, source: &str, names: Names) -> Result<(Arc<Program>, Atom), String> {
        let file = self.find(source)?;
        let (namespace, name) = match names {
            Names::In(Atom::DEFAULT) => (Atom::DEFAULT, None),
            Names::In(namespace) => (namespace, Some(namespace.name().into())),
            Names::InNew => {
                let name = self.loader.fresh_namespace();
                (Atom::new(&name), Some(name))
            }
        };
        Ok((Arc::new(self.read(&file, name.as_deref())?), namespace))
    }

    /// The folder of the project.
    pub(super) fn folder(&self) -> &Path {
        self.path.folder()
    }

    fn find(&self, source: &str) -> Result<PathBuf, String> {
        self.path.find(source).map_err(|places| {
            let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
            format!("no program {source}: looked for at {}", places.join(", "))
        })
    }

    fn read(&self, file: &Path, namespace: Option<&str>) -> Result<Program, String> {
        let mut sources = Sources::new();
        let loaded = self.loader.load_into(&mut sources, file, namespace);
        let loaded = loaded.map_err(|error| format!("{}: {error}", file.display()))?;
        if loaded.has_errors() {
            return Err(shown(&loaded.diagnostics, &sources));
        }
        Program::of_loaded(&loaded, &sources, self.folder())
            .map_err(|error| format!("{}:{}: {}", file.display(), error.line, error.message))
    }
}

fn settings(options: &Options) -> Settings {
    Settings {
        same_focus: options.internal_beliefs() == Focus::Same,
        requeue: options.events() == Events::Requeue,
        last_call: options.tail_calls(),
    }
}

fn literals(text: &str) -> Result<Vec<Term>, String> {
    let mut sources = Sources::new();
    let file = sources.add("option", format!("[{text}]"));
    let tree = parser::term(&sources, file).map_err(|errors| shown(&errors, &sources))?;
    match Terms::default().term(&tree) {
        Term::List(list) => Ok(list.items().cloned().collect()),
        _ => Ok(Vec::new()),
    }
}

fn shown(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let texts: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.render(sources)).collect();
    texts.join("\n")
}
