//! The core of words: golden cases that it can run already, and what it costs.
//!
//! A case is runnable if its programs have no [`Construct`] that is not translated yet and its project nothing but agents; then it must
//! agree. How many are runnable is asserted, so that it only grows.
#![cfg(feature = "words")]

mod case_file;
#[allow(dead_code, reason = "some of it is for the other core")]
mod support;
#[path = "words/cost.rs"]
mod words_cost;

use std::collections::BTreeMap;
use std::sync::Arc;

use agon_agentspeak::Dialect;
use agon_agentspeak::code::{Construct, Program};
use agon_agentspeak::machine::Local;
use agon_agentspeak::project::{Instance, Options, Project, SourcePath};
use agon_agentspeak::syntax::expand::Loader;
use agon_agentspeak::syntax::source::Sources;
use support::{Case, Stage, cases, pending};

/// How many cases can be run, at least.
const RUNNABLE: usize = 115;

/// Cases that are runnable by their constructs and differ, each for its reason.
const DIFFERENT: [(&str, &str); 3] = [
    ("failure-bound-meanwhile", "where the plan for a failure binds its goal otherwise, Jason loses the plans below"),
    ("terms-cyclic", "there is no end to terms that are part of themselves"),
    ("unify-aliases", "variables that are one have one name"),
];

/// Why a case is not run.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Lacking {
    Construct(Construct),
    /// Options, classes, an environment.
    Project,
    /// What is otherwise in Jason 3.3.
    Dialect,
    /// Errors in a program, which is executed without its parts.
    Errors,
}

/// The case's agents, and their programs.
fn read(case: &Case, stage: &Stage) -> Result<Local, Lacking> {
    if case.dialect != Dialect::Jason32 {
        return Err(Lacking::Dialect);
    }
    let text = std::fs::read_to_string(&stage.project).expect("a project");
    let project = Project::parse(&text, &stage.project).map_err(|_| Lacking::Project)?;
    let path = SourcePath::new(&project, BTreeMap::new());
    let mut loader = Loader::new();
    loader.source_paths = path.places(".");
    if project.environment.is_some() || project.execution_control.is_some() || !project.directives.is_empty() {
        return Err(Lacking::Project);
    }
    let mut local = Local::new();
    for Instance { name, agent } in project.instances() {
        if agent.options != Options::default()
            || !agent.architectures.is_empty()
            || agent.agent_class.is_some()
            || agent.belief_base.is_some()
        {
            return Err(Lacking::Project);
        }
        let file = path.find(&agent.source_file()).map_err(|_| Lacking::Project)?;
        let loaded = loader.load(&mut Sources::new(), &file).map_err(|_| Lacking::Project)?;
        if loaded.has_errors() {
            return Err(Lacking::Errors);
        }
        let program = Program::of_loaded(&loaded).map_err(|it| Lacking::Construct(it.construct))?;
        local.add(&name, &Arc::new(program));
    }
    Ok(local)
}

#[test]
fn what_is_runnable_agrees() {
    let pending = pending();
    let wanted = std::env::var("CASE").ok();
    let mut lacking: BTreeMap<String, usize> = BTreeMap::new();
    let (mut runnable, mut wrong) = (0, Vec::new());
    for path in cases() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if wanted.as_ref().is_some_and(|wanted| !name.starts_with(wanted.as_str())) {
            continue;
        }
        let Ok(case) = Case::read(&path) else { continue };
        let stage = Stage::of(&case.file);
        if pending.contains(&name) || DIFFERENT.iter().any(|(known, _)| *known == name) {
            continue;
        }
        match read(&case, &stage) {
            Err(why) => {
                if wanted.is_some() {
                    println!("{name}: {why:?}");
                }
                *lacking.entry(format!("{why:?}")).or_default() += 1;
            }
            Ok(mut local) => {
                runnable += 1;
                let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    let status = local.run(2_000_000);
                    case.difference(local.lines(), status, case.file.mode)
                }));
                match outcome {
                    Ok(None) => {}
                    Ok(Some(problem)) => wrong.push(format!("{name}: {problem}")),
                    Err(_) => wrong.push(format!("{name}: panicked")),
                }
            }
        }
    }
    println!("{runnable} cases are runnable; the others lack {lacking:#?}");
    assert!(wrong.is_empty(), "{}\n{} of {runnable} differ", wrong.join("\n"), wrong.len());
    assert!(wanted.is_some() || runnable >= RUNNABLE, "{runnable} cases are runnable, {RUNNABLE} were");
}
