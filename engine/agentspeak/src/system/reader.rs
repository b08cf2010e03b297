use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Program;
use crate::extensions::Extensions;
use crate::failures::Texts;
use crate::mind::{Labels, Mind, Names};
use crate::project::{self, ClassKind, SourcePath};
use crate::syntax::check;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::expand::{Loaded, Loader, RegisteredFunction};
use crate::syntax::source::{Sources, Span};
use crate::term::Atom;

/// Reads each program once.
pub(super) struct Reader {
    path: SourcePath,
    loader: Loader,
    /// By file.
    programs: HashMap<PathBuf, Arc<Program>>,
    /// By what agents are made of, so that many can be made without a look at the disk for each.
    named: HashMap<String, Arc<Program>>,
    /// What there is that the language has not.
    extensions: Extensions,
    /// Where plans without labels get theirs.
    pub(super) labels: Labels,
    /// The texts of all programs that it has read.
    pub(super) texts: Texts,
}

impl Reader {
    /// One that searches for programs, and what they include, on the path.
    pub(super) fn new(path: SourcePath, roots: BTreeMap<String, PathBuf>, extensions: Extensions) -> Self {
        let mut loader = Loader::new();
        loader.source_paths = path.places(".");
        loader.roots = roots;
        Self {
            path,
            loader,
            programs: HashMap::new(),
            named: HashMap::new(),
            extensions,
            labels: Labels::default(),
            texts: Texts::default(),
        }
    }

    /// The program of this name, wherever the project has its programs.
    pub(super) fn named(&mut self, source: &str) -> Result<Arc<Program>, String> {
        if let Some(program) = self.named.get(source) {
            return Ok(Arc::clone(program));
        }
        let found = self.find(source)?;
        // Jason calls a file as the project does, if that gives its place.
        let called = source.starts_with("./").then(|| format!("file:{source}"));
        let program = self.program_called(&found, called)?;
        self.named.insert(source.to_owned(), Arc::clone(&program));
        Ok(program)
    }

    /// The program in this file.
    pub(super) fn program(&mut self, file: &Path) -> Result<Arc<Program>, String> {
        self.program_called(file, None)
    }

    fn program_called(&mut self, file: &Path, called: Option<String>) -> Result<Arc<Program>, String> {
        if let Some(program) = self.programs.get(file) {
            return Ok(Arc::clone(program));
        }
        let program = Arc::new(self.read(file, called, None)?);
        program.prepared(&self.labels, self.extensions.dialect());
        self.programs.insert(file.to_owned(), Arc::clone(&program));
        Ok(program)
    }

    /// Gives an agent the program of this name, read again. What comes back is the namespace that its names are in.
    pub(super) fn include(&self, mind: &mut Mind, source: &str, names: Names) -> Result<Atom, String> {
        let file = self.find(source)?;
        let (namespace, name) = match names {
            Names::In(Atom::DEFAULT) => (Atom::DEFAULT, None),
            Names::In(namespace) => (namespace, Some(namespace.name().into())),
            Names::InNew => {
                let name = self.loader.fresh_namespace();
                (Atom::new(&name), Some(name))
            }
        };
        self.read(&file, None, name.as_deref())?.load(mind);
        Ok(namespace)
    }

    /// What is wrong if the program of an agent is not there.
    pub(super) fn missing(&self, agent: &project::Agent) -> Option<project::Problem> {
        self.path.missing(agent)
    }

    /// The folder of the project.
    pub(super) fn folder(&self) -> &Path {
        self.path.folder()
    }

    pub(super) fn find(&self, source: &str) -> Result<PathBuf, String> {
        self.path.find(source).map_err(|places| {
            let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
            format!("no program {source}: looked for at {}", places.join(", "))
        })
    }

    fn read(&self, file: &Path, called: Option<String>, namespace: Option<&str>) -> Result<Program, String> {
        let mut sources = Sources::new();
        let loaded = self.loader.load_into(&mut sources, file, namespace);
        let mut loaded = loaded.map_err(|error| format!("{}: {error}", file.display()))?;
        if loaded.has_fatal_errors() {
            return Err(shown(&loaded.diagnostics, &sources));
        }
        let mut unknown = self.find_functions(&mut loaded);
        let mut program = Program::of_loaded_called(&loaded, &sources, self.folder(), called)
            .map_err(|error| format!("{}:{}: {}", file.display(), error.line, error.message))?;
        program.lend_texts(&self.texts);
        let left_out: Vec<Diagnostic> = loaded.diagnostics.iter().filter(|it| it.recoverable).cloned().collect();
        if !left_out.is_empty() {
            program.faults.push(shown(&left_out, &sources) + WITHOUT);
        }
        unknown.extend(unregistered(&loaded, |name| self.extensions.prepare(name)));
        if !unknown.is_empty() {
            program.warnings.push(shown(&unknown, &sources) + "\n");
        }
        Ok(program)
    }

    /// Puts the calls of functions that are classes of Java's in the places of these. What is wrong with others comes back.
    fn find_functions(&self, loaded: &mut Loaded) -> Vec<Diagnostic> {
        let mut unknown = Vec::new();
        let mut found = Vec::new();
        for function in std::mem::take(&mut loaded.functions) {
            let RegisteredFunction::Native { name, span } = function else {
                found.push(function);
                continue;
            };
            match self.extensions.function(&name) {
                Ok(calls) => found.extend(calls.into_iter().map(|(called, arity)| RegisteredFunction::Rule {
                    name: called.into(),
                    arity,
                    predicate: name.clone(),
                    span,
                })),
                Err(why) => unknown.push(no_function(&name, span, why)),
            }
        }
        loaded.functions = found;
        unknown
    }
}

/// Printed below errors of files and directives.
const WITHOUT: &str = "the program is executed without that, as in Jason\n";

/// Internal actions and functions that a program needs, and that are not written yet: `find` returns whether there is an action of a name, or why not.
/// As in Jason, one that is not there is an action of the environment, and no solution of a formula; such a function stays a term.
pub(crate) fn unregistered(loaded: &Loaded, find: impl Fn(&str) -> Result<(), Option<String>>) -> Vec<Diagnostic> {
    let kind = ClassKind::InternalAction;
    let located = |(name, span): (Box<str>, Span)| match find(&name) {
        Ok(()) => None,
        Err(None) => {
            let help = format!("it fails, unless the environment has an action of this name; {}", kind.remedy(&name));
            Some(Diagnostic::warning(span, kind.unknown(&name)).with_help(help))
        }
        Err(Some(why)) => Some(Diagnostic::warning(span, format!("{} {name} is not there: {why}", kind.what()))),
    };
    let actions = check::own_actions(loaded).into_iter().filter_map(located);
    let functions = loaded.functions.iter().filter_map(|function| match function {
        RegisteredFunction::Native { name, span } => Some(no_function(name, *span, find(name).err()?)),
        RegisteredFunction::Rule { .. } => None,
    });
    actions.chain(functions).collect()
}

/// Calls of a function that is not there stay the terms that they are.
fn no_function(name: &str, span: Span, why: Option<String>) -> Diagnostic {
    match why {
        Some(why) => Diagnostic::warning(span, format!("the function {name} is not there: {why}")),
        None => {
            let file = name.replace('.', "/");
            let help = format!(
                "there is neither {file}.java nor {file}.class where the project's Java classes are (`--class-path` names other places): \
                 a rule does as well, `{{ register_function(\"name\", 1, \"rule\") }}`"
            );
            Diagnostic::warning(span, format!("the function {name} is not known")).with_help(help)
        }
    }
}

/// What is wrong, with the lines that it is about.
pub(super) fn shown(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let texts: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.render(sources)).collect();
    texts.join("\n")
}
