use std::path::{Path, PathBuf};

use super::arguments::{Argument, Arguments, unknown};
use super::{Answer, Misuse, is_project, show, status_of};
use crate::Dialect;
use crate::extensions::Extensions;
use crate::project::{ClassKind, Problem, Project, SourcePath};
use crate::syntax::check::{check_project, check_together};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::expand::{Loaded, Loader};
use crate::syntax::source::{self, Sources};
use crate::system::unregistered;

/// Shows what is wrong with programs, or with projects and their programs, and what probably is. Fails if there are errors.
pub(super) fn check(mut arguments: Arguments, extensions: &Extensions) -> Answer {
    let mut loader = Loader::new();
    let mut dialect = Dialect::default();
    let mut files = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument {
            Argument::Option(option) => match option.as_str() {
                "--source-path" => loader.source_paths.push(PathBuf::from(arguments.value(&option, "a folder")?)),
                "--dialect" => dialect = arguments.parsed(&option, "a release of Jason, 3.2 or 3.3")?,
                "--root" => loader.roots.extend([arguments.root()?]),
                _ => return Err(unknown(&option)),
            },
            Argument::Word(file) => files.push(PathBuf::from(file)),
        }
    }
    if files.is_empty() {
        return Err(Misuse("check needs a file".to_owned()));
    }
    let mut read = Files::default();
    let mut fine = true;
    for file in &files {
        fine &= if is_project(file) {
            read.project(&loader, file, extensions)?
        } else {
            read.program(&loader, file)?;
            true
        };
    }
    let remarks = check_together(&read.programs, dialect);
    for (((program, sources), missing), remarks) in
        read.programs.iter().zip(&read.sources).zip(&read.missing).zip(remarks)
    {
        fine &= show(&program.diagnostics, sources);
        show(missing, sources);
        show(&remarks, sources);
    }
    Ok(status_of(fine))
}

/// What is read, in the order in which it was asked for.
#[derive(Default)]
struct Files {
    programs: Vec<Loaded>,
    /// Of each program: its own file and those that it includes.
    sources: Vec<Sources>,
    /// Of each program: internal actions that are not there, if it is one of a project. Without one that is unknown.
    missing: Vec<Vec<Diagnostic>>,
}

impl Files {
    fn program(&mut self, loader: &Loader, file: &Path) -> Result<(), Misuse> {
        let mut sources = Sources::new();
        let loaded = loader.load(&mut sources, file).map_err(|wrong| unreadable(file, &wrong))?;
        self.push(loaded, sources);
        Ok(())
    }

    fn push(&mut self, loaded: Loaded, sources: Sources) {
        self.programs.push(loaded);
        self.sources.push(sources);
        self.missing.push(Vec::new());
    }

    /// A project's programs, each once. Shows what is wrong with the project itself; whether there were no errors.
    fn project(&mut self, loader: &Loader, file: &Path, extensions: &Extensions) -> Result<bool, Misuse> {
        let text = source::read(file).map_err(|wrong| unreadable(file, &wrong))?;
        let mut sources = Sources::new();
        let source = sources.add(file.display().to_string(), &*text);
        let shown = |problems: &[Problem]| {
            let diagnostics: Vec<Diagnostic> = problems.iter().map(|it| it.diagnostic(source)).collect();
            show(&diagnostics, &sources)
        };
        let project = match Project::parse(&text, file) {
            Ok(project) => project,
            Err(problem) => return Ok(shown(&[problem])),
        };
        let extensions = extensions.clone().in_project(&project);
        let path = SourcePath::new(&project, loader.roots.clone());
        let mut fine = shown(&project.check(|kind, name| extensions.offers(kind, name))) & shown(path.problems());
        let mut own = Loader::new();
        own.roots.clone_from(&loader.roots);
        own.source_paths.extend(path.places(".").into_iter().chain(loader.source_paths.iter().cloned()));
        let first = self.programs.len();
        match path.programs(&project) {
            Ok(programs) => {
                for (number, program) in programs.iter().enumerate() {
                    if programs[..number].contains(program) {
                        continue;
                    }
                    self.program(&own, program)?;
                    let offered =
                        |name: &str| extensions.offers(ClassKind::InternalAction, name).then_some(()).ok_or(None);
                    if let (Some(loaded), Some(missing)) = (self.programs.last(), self.missing.last_mut()) {
                        *missing = unregistered(loaded, offered);
                    }
                }
            }
            Err(missing) => fine &= shown(&missing),
        }
        let agents: Vec<String> = project.instances().map(|instance| instance.name).collect();
        // An architecture may do actions itself.
        let has_environment =
            project.environment.is_some() || project.agents.iter().any(|agent| !agent.architectures.is_empty());
        for (loaded, missing) in self.programs[first..].iter().zip(&mut self.missing[first..]) {
            if !loaded.has_errors() {
                missing.extend(check_project(&loaded.program, &agents, has_environment));
            }
        }
        for agent in &project.agents {
            if let Some(goals) = agent.options.goals() {
                self.initial_goals(&own, &goals);
            }
        }
        Ok(fine)
    }

    /// Goals that an agent has from its project, as a program in which they stand: no note belongs to them.
    fn initial_goals(&mut self, loader: &Loader, goals: &str) {
        let mut sources = Sources::new();
        let file = sources.add("goals", format!("goals({goals})."));
        let loaded = loader.load_source(&mut sources, file);
        self.push(loaded, sources);
    }
}

fn unreadable(file: &Path, wrong: &std::io::Error) -> Misuse {
    Misuse(format!("{}: {wrong}", file.display()))
}
