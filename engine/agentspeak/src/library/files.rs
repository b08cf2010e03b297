//! Files, and what an agent is made of.

use std::path::{Path, PathBuf};

use super::{
    Call, InternalAction, Result, action, crash, holds, plans::listing, strings::pattern, text_of, uncounted, wrong,
};
use crate::belief::Entry;
use crate::mind::Names;
use crate::term::{Annotations, Atom, Functor, Kind, StructureBuilder, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".get_src_info", 2, 2, source_of),
    action(".include", 1, 2, include),
    action(".list_files", 2, 3, list_files),
    action(".perceive", 0, 0, |call| {
        call.mind.perceive_now(call.world);
        holds(true)
    }),
    action(".relevant_rules", 2, 2, relevant_rules),
    action(".save_agent", 1, 2, save),
    uncounted(".verbose", 1, 1, verbose),
    action(".version", 1, 1, |call| call.give(0, &Term::string(env!("CARGO_PKG_VERSION")))),
];

/// How much is shown of what the agent prints: nothing at 0.
fn verbose(call: &mut Call<'_>) -> Result {
    let Term::Number(level) = call.arguments[0] else { return Err(crash()) };
    call.mind.quiet = level.get() as i32 == 0;
    holds(true)
}

fn list_files(call: &mut Call<'_>) -> Result {
    let wanted = match call.arguments {
        [_, Term::String(text), _] => Some(pattern(&format!("^(?:{text})$")).map_err(|_| crash())?),
        [_, _, _] => return Err(wrong("list_files", "second argument must be a string")),
        _ => None,
    };
    let Term::String(folder) = &call.arguments[0] else { return Err(crash()) };
    let root = root_of(&call.world.folder(), Path::new(&***folder), Path::is_dir);
    let mut files = Vec::new();
    collect(&root, Path::new(&***folder), &mut files);
    files.sort();
    let named = files.iter().filter(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        wanted.as_ref().is_none_or(|wanted| wanted.is_match(&name))
    });
    let list: Vec<Term> = named.map(|file| Term::string(file.display().to_string())).collect();
    let last = call.arguments.len() - 1;
    call.give_within(last, &Term::list(list))
}

/// Where a relative path begins: at the project's folder, or, if that has no such place, at the working directory, where
/// Jason begins.
fn root_of(project: &Path, path: &Path, is_there: impl Fn(&Path) -> bool) -> PathBuf {
    let is_only_here = !is_there(&project.join(path)) && is_there(path);
    if is_only_here { PathBuf::new() } else { project.to_owned() }
}

/// The files in a folder, deep; they are called as the folder is, not as the root that it is of.
fn collect(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) {
    let place = if folder.as_os_str().is_empty() { root.join(".") } else { root.join(folder) };
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        let path = folder.join(entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => collect(root, &path, files),
            _ => files.push(path),
        }
    }
}

/// The rules whose head unifies, as terms.
fn relevant_rules(call: &mut Call<'_>) -> Result {
    let [head, _] = call.arguments else { return Err(crash()) };
    let beliefs = &call.mind.beliefs;
    let predicates: Vec<_> = match (head, head.predicate()) {
        (_, Some(predicate)) => vec![predicate],
        // All of them.
        (Term::Var(_), None) => {
            let is_global = |predicate: &Functor| predicate.signature().namespace == Atom::DEFAULT;
            beliefs.predicates().filter(is_global).collect()
        }
        _ => return holds(false),
    };
    let rules =
        predicates.into_iter().flat_map(|predicate| beliefs.entries(predicate)).filter_map(|entry| match entry {
            Entry::Rule(rule) => Some((rule.head().clone(), rule.body()?.clone(), rule.variables())),
            Entry::Fact(_) => None,
        });
    let mut found = Vec::new();
    for (rule_head, body, variables) in rules.collect::<Vec<_>>() {
        let base = call.bindings.fresh(variables);
        let rule_head = super::terms::without_sources(&call.bindings.apply_at(&rule_head, base));
        let mark = call.bindings.mark();
        let unifies = call.bindings.unify(head, &rule_head);
        call.bindings.undo(mark);
        if unifies {
            found.push(Kind::Rule.of([rule_head, call.bindings.apply_at(&body, base)]));
        }
    }
    call.give(1, &Term::list(found))
}

/// The literal with its place in the program as annotations: the file is that of the plan that asks.
fn source_of(call: &mut Call<'_>) -> Result {
    let term = &call.arguments[0];
    let (literal, line) =
        match term.as_structure().map(|structure| (structure.passing_functor().signature().kind, structure)) {
            Some((Kind::Step(_), step)) => (step.arguments()[0].clone(), step.line()),
            Some((_, structure)) => (term.clone(), structure.line()),
            _ => (term.clone(), 0),
        };
    if let Term::Atom(_) = literal {
        // It has no place for annotations.
        return call.give(1, &literal);
    }
    let Some(builder) = StructureBuilder::from_literal(&literal) else { return holds(false) };
    let top = call.mind.current.as_mut().and_then(|current| current.top());
    let (file, step) =
        top.map_or((None, 0), |top| (top.plan.source.clone(), top.current().map_or(0, |deed| deed.line)));
    let line = if line == 0 { step } else { line };
    let no_code = || Term::word("no_code");
    let file = file.filter(|_| line > 0).map_or_else(no_code, |file| Term::string(&*file));
    let line = if line == 0 { no_code() } else { Term::from(line) };
    let annotations = [Term::structure("code_line", [line]), Term::structure("code_src", [file])];
    let annotated = builder.annotations(&Annotations::new(annotations, None)).build();
    call.give(1, &annotated)
}

/// Adds another program.
fn include(call: &mut Call<'_>) -> Result {
    let Term::String(file) = &call.arguments[0] else {
        return Err(wrong("include", "first argument must be a string."));
    };
    let names = match call.arguments.get(1) {
        None => Names::In(Atom::DEFAULT),
        Some(Term::Atom(namespace)) => Names::In(namespace.atom()),
        Some(Term::Var(_)) => Names::InNew,
        Some(_) => return Err(wrong("include", "second argument (the namespace) must be an atom or a variable.")),
    };
    match call.world.include(call.mind, file, names) {
        Ok(namespace) => {
            if names == Names::InNew {
                call.give(1, &Term::from(namespace))
            } else {
                holds(true)
            }
        }
        Err(problem) => {
            call.world.warn(call.mind.name, &problem);
            holds(true)
        }
    }
}

/// Writes a program of which another agent can be made.
fn save(call: &mut Call<'_>) -> Result {
    let goals = match call.arguments.get(1) {
        None => Vec::new(),
        Some(Term::List(goals)) => goals.items().cloned().collect(),
        Some(_) => return Err(crash()),
    };
    let mut text = "// beliefs and rules\n".to_owned();
    let beliefs = &call.mind.beliefs;
    for entry in beliefs.predicates().flat_map(|predicate| beliefs.entries(predicate)) {
        match entry {
            Entry::Fact(fact) => text.push_str(&format!("{}.\n", as_anybodys(fact))),
            Entry::Rule(rule) => {
                let body = rule.body().cloned().unwrap_or_else(|| Term::truth(true));
                text.push_str(&format!("{} :- {body}.\n", as_anybodys(rule.head())));
            }
        }
    }
    text.push_str("\n\n// initial goals\n");
    goals.iter().for_each(|goal| text.push_str(&format!("!{goal}.\n")));
    text.push_str(&listing(call.mind.plans.plans()));
    let path = PathBuf::from(text_of(&call.arguments[0]));
    let has_place = |path: &Path| path.parent().is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir());
    let file = root_of(&call.world.folder(), &path, has_place).join(path);
    match std::fs::write(&file, text) {
        Ok(()) => holds(true),
        Err(problem) => {
            call.world.warn(call.mind.name, &format!("{}: {problem}", file.display()));
            Err(crash())
        }
    }
}

/// A belief without the mark that it is the agent's own.
fn as_anybodys(belief: &Term) -> Term {
    let Some(builder) = StructureBuilder::from_literal(belief) else { return belief.clone() };
    let mut annotations = belief.annotations().cloned().unwrap_or_default();
    annotations.remove(&Term::structure("source", [Term::from(Atom::SELF)]));
    builder.without_annotations().annotations(&annotations).build()
}
