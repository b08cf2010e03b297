//! Files, and what an agent is made of.

use std::path::{Path, PathBuf};

use super::{Call, InternalAction, Result, action, crash, holds, strings::pattern, wrong};
use crate::belief::Entry;
use crate::term::{Annotations, Kind, StructureBuilder, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".get_src_info", 2, 2, source_of),
    action(".list_files", 2, 3, list_files),
    action(".perceive", 0, 0, |_| holds(true)),
    action(".relevant_rules", 2, 2, relevant_rules),
    action(".save_agent", 1, 2, save),
    action(".verbose", 1, 1, |call| if let Term::Number(_) = call.arguments[0] { holds(true) } else { Err(crash()) }),
    action(".version", 1, 1, |call| call.give(0, &Term::string(env!("CARGO_PKG_VERSION")))),
];

fn list_files(call: &mut Call<'_>) -> Result {
    let Term::String(folder) = &call.arguments[0] else { return Err(crash()) };
    let wanted = match call.arguments {
        [_, Term::String(text), _] => Some(pattern(&format!("^(?:{text})$")).map_err(|_| crash())?),
        [_, _, _] => return Err(wrong("list_files", "second argument must be a string")),
        _ => None,
    };
    let mut files = Vec::new();
    collect(Path::new(&***folder), &mut files);
    files.sort();
    let named = files.iter().filter(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        wanted.as_ref().is_none_or(|wanted| wanted.is_match(&name))
    });
    let list: Vec<Term> = named.map(|file| Term::string(file.display().to_string())).collect();
    let last = call.arguments.len() - 1;
    call.give(last, &Term::list(list))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// The rules whose head unifies, as terms.
fn relevant_rules(call: &mut Call<'_>) -> Result {
    let [head, _] = call.arguments else { return Err(crash()) };
    let Some(predicate) = head.predicate() else { return holds(false) };
    let rules = call.mind.beliefs.entries(predicate).filter_map(|entry| match entry {
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

/// The literal with its place in the program as annotations.
fn source_of(call: &mut Call<'_>) -> Result {
    let term = &call.arguments[0];
    let (literal, line) = match term.as_structure().map(|structure| (structure.functor.signature().kind, structure)) {
        Some((Kind::Step(_), step)) => (step.arguments[0].clone(), step.line()),
        _ => (term.clone(), 0),
    };
    let Some(builder) = StructureBuilder::from_literal(&literal) else { return holds(false) };
    let known = |line: u32| if line == 0 { Term::atom("no_code") } else { Term::Number(line.into()) };
    let file = call.mind.current.as_ref().and_then(|current| current.frames.last()?.plan.file.clone());
    let file = file.filter(|_| line > 0).map_or_else(|| Term::atom("no_code"), |file| Term::string(&*file));
    let annotations = [Term::structure("code_line", [known(line)]), Term::structure("code_src", [file])];
    let annotated = builder.annotations(&Annotations::new(annotations, None)).build();
    call.give(1, &annotated)
}

/// Writes a program of which another agent can be made.
fn save(call: &mut Call<'_>) -> Result {
    let Term::String(file) = &call.arguments[0] else { return Err(crash()) };
    let mut text = String::new();
    for predicate in call.mind.beliefs.predicates() {
        for entry in call.mind.beliefs.entries(predicate) {
            match entry {
                Entry::Fact(fact) => text.push_str(&format!("{fact}.\n")),
                Entry::Rule(rule) => {
                    if let Some(body) = rule.body() {
                        text.push_str(&format!("{} :- {body}.\n", rule.head()));
                    }
                }
            }
        }
    }
    if let Some(Term::List(goals)) = call.arguments.get(1) {
        goals.items().for_each(|goal| text.push_str(&format!("!{goal}.\n")));
    }
    let own = call.mind.plans.plans().iter().filter(|plan| plan.file.as_deref() != Some("kqmlPlans.asl"));
    own.for_each(|plan| text.push_str(&format!("{plan}\n")));
    match std::fs::write(&***file, text) {
        Ok(()) => holds(true),
        Err(error) => Err(super::error(error.to_string())),
    }
}
