//! The plan library.

use std::sync::Arc;

use super::{
    Call, InternalAction, Result, action, crash, each, error, holds, text_of, time::trigger_of, uncounted, wrong,
};
use crate::compile;
use crate::mind::{Failure, Plan, Trigger, plan};
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::term::{Annotations, Atom, Bindings, Kind, Structure, StructureBuilder, Term, Var};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".add_plan", 1, 3, add_plan),
    uncounted(".list_plans", 0, 1, list_plans),
    action(".plan_label", 2, 2, plan_label),
    action(".relevant_plan", 2, 2, relevant_plan),
    action(".relevant_plans", 2, 3, relevant_plans),
    action(".remove_plan", 1, 2, remove_plan),
];

fn add_plan(call: &mut Call<'_>) -> Result {
    let [what, rest @ ..] = call.arguments else { return Err(crash()) };
    let source = rest.first().cloned().unwrap_or(Term::from(Atom::SELF));
    let before = rest.get(1).is_some_and(|place| text_of(place) == "begin");
    let plans: Vec<Term> = match what {
        Term::List(list) => list.items().cloned().collect(),
        one => vec![one.clone()],
    };
    for plan in &plans {
        add(call, plan, &source, before)?;
    }
    holds(true)
}

fn add(call: &mut Call<'_>, what: &Term, source: &Term, before: bool) -> std::result::Result<(), Failure> {
    let (term, names) = match what {
        Term::String(text) => parse(text).ok_or_else(crash)?,
        Term::Structure(structure) if structure.passing_functor().signature().kind == Kind::Plan => own_variables(what),
        other => {
            let text = format!("The term '{other}' ({}) can not be used as a plan for .add_plan.", class_of(other));
            return Err(wrong("add_plan", text));
        }
    };
    let term = match term {
        Term::Structure(plan) if plan.is_bare() => Term::Structure(Structure::clone(&plan).in_braces()),
        term => term,
    };
    let mut plan = plan(&term, &names, None).map_err(error)?;
    if let Some(known) = call.mind.plans.find(&plan.trigger, |known| known.is_same(&plan)) {
        // Whatever it is called there: it has one source more.
        let mut known = Plan::clone(&known);
        known.add_source(source);
        call.mind.plans.replace(&Arc::new(known));
        return Ok(());
    }
    let is_older = call.mind.is_older();
    let undefined = Term::word("undefined");
    if plan.is_unnamed() && plan.label.annotations().is_some() && is_older {
        plan.name(&undefined);
    } else if plan.is_unnamed() || !is_older && plan.label.is_of_predicate_of(&undefined) == Some(true) {
        plan.name(&call.mind.plans.fresh_label());
    }
    plan.source = match what {
        Term::String(_) => Some("".into()),
        _ => step_file(call),
    };
    plan.add_source(source);
    if call.mind.plans.get(&plan.label).is_some() {
        return Err(error(format!("There already is a plan with label {}", plan.label)));
    }
    call.mind.add_plan_at(Arc::new(plan), before);
    Ok(())
}

/// The file of the step that is executed, if it is the program's.
fn step_file(call: &Call<'_>) -> Option<Arc<str>> {
    let top = call.mind.current.as_ref().and_then(|current| current.frames.last())?;
    top.plan.source.clone().filter(|file| **file != *"kqmlPlans.asl")
}

/// The plan that a text is.
pub(crate) fn read_plan(text: &str) -> Option<Plan> {
    let (term, names) = parse(text)?;
    plan(&term, &names, None).ok()
}

fn parse(text: &str) -> Option<(Term, Arc<[Option<Atom>]>)> {
    let mut sources = Sources::new();
    let file = sources.add("plan", text);
    let tree = parser::plan(&sources, file).ok()?;
    let mut terms = compile::Terms::of(&sources);
    let term = terms.plan(&tree);
    Some((term, terms.into_code().names()))
}

/// The plan with variables counted from 0, and what these are called.
fn own_variables(plan: &Term) -> (Term, Arc<[Option<Atom>]>) {
    let (term, variables) = plan.numbered_by_name();
    (term, variables.into_iter().map(Var::name).collect())
}

fn class_of(term: &Term) -> &'static str {
    match term {
        Term::Number(_) => "NumberTermImpl",
        Term::Atom(_) => "Atom",
        Term::List(_) => "ListTermImpl",
        Term::Var(_) => "VarTerm",
        Term::Collection(_) => "ObjectTermImpl",
        Term::String(_) => "StringTermImpl",
        Term::Structure(_) => "LiteralImpl",
    }
}

/// The label that a term is or names.
fn label_of(term: &Term) -> Option<Term> {
    match term {
        Term::String(text) => Some(Term::atom(text.trim_start_matches('@'))),
        Term::Structure(structure) if structure.passing_functor().signature().kind == Kind::Plan => {
            structure.arguments().first().cloned()
        }
        other => other.is_literal().then(|| other.clone()),
    }
}

fn remove_plan(call: &mut Call<'_>) -> Result {
    let source = call.arguments.get(1).cloned().unwrap_or(Term::from(Atom::SELF));
    let labels: Vec<Term> = match &call.arguments[0] {
        Term::List(list) => list.items().cloned().collect(),
        one => vec![one.clone()],
    };
    let is_list = matches!(call.arguments[0], Term::List(_));
    for label in &labels {
        if let (Term::String(_), true) = (label, is_list || call.arguments.len() > 1) {
            // A text is only read where it stands alone.
            return Err(crash());
        }
        let label = label_of(label).ok_or_else(crash)?;
        if let Some(plan) = call.mind.plans.get(&label) {
            let mut left = Plan::clone(plan);
            if left.remove_source(&source) {
                let plan = Arc::new(left);
                call.mind.plans.replace(&plan);
            } else {
                call.mind.plans.remove(&label);
            }
        }
    }
    holds(true)
}

fn plan_label(call: &mut Call<'_>) -> Result {
    let [plan, label] = call.arguments else { return Err(crash()) };
    match (plan, label) {
        (_, label) if !matches!(label, Term::Var(_)) => match call.mind.plans.get(label).cloned() {
            Some(found) => {
                let term = call.bindings.adopt_by_name(&found.term);
                call.give(0, &term)
            }
            None => holds(false),
        },
        (Term::Var(_), _) => {
            let target = Term::list([plan.clone(), label.clone()]);
            let mut all = Vec::new();
            for known in call.mind.plans.plans().to_vec() {
                all.push(Term::list([call.bindings.adopt_by_name(&known.term), known.label.clone()]));
            }
            each(&target, all.into_iter())
        }
        (Term::Structure(plan), _) if plan.passing_functor().signature().kind == Kind::Plan => {
            call.give(1, &plan.arguments()[0])
        }
        _ => Err(crash()),
    }
}

/// What plans are looked for.
enum Asked {
    Literal(Term),
    /// For whatever literal, with these annotations.
    Any(Annotations),
}

/// An event has a source: any, where none is asked for.
fn with_some_source(literal: &Term, bindings: &mut Bindings) -> Asked {
    let own = literal.annotations().cloned().unwrap_or_default();
    let mut annotations = own.items().to_vec();
    if !annotations.iter().any(crate::mind::is_source) {
        annotations.push(Term::structure("source", [Term::Var(bindings.fresh_var())]));
    }
    let annotations = Annotations::new(annotations, own.rest());
    match StructureBuilder::from_literal(literal) {
        Some(builder) if literal.is_literal() => {
            Asked::Literal(builder.without_annotations().annotations(&annotations).build())
        }
        _ => Asked::Any(annotations),
    }
}

fn relevant(call: &mut Call<'_>, name: &str) -> std::result::Result<Vec<Arc<Plan>>, Failure> {
    let Some(trigger) = trigger_of(&call.arguments[0], call.bindings) else {
        let text = format!("first argument '{}' must follow the syntax of a trigger.", call.arguments[0]);
        return Err(wrong(name, text));
    };
    let asked = with_some_source(&trigger.literal, call.bindings);
    let mark = call.bindings.mark();
    let mut relevant = Vec::new();
    for plan in call.mind.plans.alike(&trigger) {
        let literal = call.bindings.adopt_by_name(&plan.trigger.literal);
        let asked = match &asked {
            Asked::Literal(literal) => literal.clone(),
            Asked::Any(annotations) => match StructureBuilder::from_literal(&literal) {
                Some(any) => any.without_annotations().annotations(annotations).build(),
                None => literal.clone(),
            },
        };
        if call.bindings.unify(&literal, &asked) {
            relevant.push(plan);
        }
        call.bindings.undo(mark);
    }
    Ok(relevant)
}

fn relevant_plans(call: &mut Call<'_>) -> Result {
    let plans = relevant(call, "relevant_plans")?;
    let mut terms = Vec::new();
    for plan in &plans {
        terms.push(call.bindings.adopt_by_name(&plan.term));
    }
    if !call.bindings.unify(&Term::list(terms), &call.arguments[1]) {
        return holds(false);
    }
    match call.arguments.get(2) {
        Some(_) => call.give_within(2, &Term::list(plans.iter().map(|plan| plan.label.clone()).collect::<Vec<_>>())),
        None => holds(true),
    }
}

fn relevant_plan(call: &mut Call<'_>) -> Result {
    if let (Term::Var(_), Term::Structure(plan)) = (&call.arguments[0], &call.arguments[1])
        && plan.passing_functor().signature().kind == Kind::Plan
    {
        return call.give(0, &plan.arguments()[1].without_braces());
    }
    let plans = relevant(call, "relevant_plan")?;
    let mut terms = Vec::new();
    for plan in &plans {
        // Not a copy of it as a term, but the plan itself.
        terms.push(call.bindings.adopt_by_name(&plan.term.without_braces()));
    }
    each(&call.arguments[1], terms.into_iter())
}

/// Shows the plans for a trigger, or all of the program's.
fn list_plans(call: &mut Call<'_>) -> Result {
    let is_trigger = |term: &Term| Trigger::of_term(term).is_some();
    if call.arguments.first().is_some_and(is_trigger) {
        for plan in relevant(call, "list_plans")? {
            call.print(&plan.to_string());
        }
    } else {
        let text = listing(call.mind.plans.plans());
        call.print(&text);
    }
    holds(true)
}

/// The plans as a program, file by file, but those that every agent has.
pub(super) fn listing(plans: &[Arc<Plan>]) -> String {
    let mut files: Vec<(&str, String)> = Vec::new();
    for plan in plans {
        let file = plan.file.as_deref().unwrap_or_default();
        let place = files.iter().position(|(known, _)| *known == file).unwrap_or_else(|| {
            let header = if file.is_empty() { "plans without file".to_owned() } else { format!("plans from {file}") };
            files.push((file, format!("\n\n// {header}\n\n")));
            files.len() - 1
        });
        files[place].1.push_str(&format!("{plan}\n"));
    }
    let text = |wanted: fn(&str) -> bool| {
        let texts = files.iter().filter(|(file, _)| wanted(file)).map(|(_, text)| text.as_str());
        texts.collect::<String>()
    };
    let with_file = text(|file| !file.is_empty() && !file.contains("kqmlPlans"));
    format!("{with_file}\n{}", text(str::is_empty))
}

impl Plan {
    /// Adds to the sources of its label.
    fn add_source(&mut self, source: &Term) {
        let source = Term::structure("source", [source.clone()]);
        if let Some(label) = StructureBuilder::from_literal(&self.label) {
            self.set_label(label.annotation(source).build());
        }
    }

    /// Takes a source away; returns whether any is left.
    fn remove_source(&mut self, source: &Term) -> bool {
        let source = Term::structure("source", [source.clone()]);
        let mut annotations = self.label.annotations().cloned().unwrap_or_default();
        annotations.remove(&source);
        if let Some(label) = StructureBuilder::from_literal(&self.label) {
            self.set_label(label.without_annotations().annotations(&annotations).build());
        }
        annotations.items().iter().any(crate::mind::is_source)
    }

    /// Do both do the same for the same events?
    fn is_same(&self, other: &Self) -> bool {
        let parts = |plan: &Self| plan.term.as_structure().map(|term| term.arguments()[1..].to_vec());
        parts(self) == parts(other)
    }
}
