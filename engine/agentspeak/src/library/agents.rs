//! Other agents: making and ending them, and the directory of services.

use super::{Call, InternalAction, Result, action, crash, holds, text_of, uncounted, wrong};
use std::sync::Arc;

use crate::mind::{Custom, Message, Outset};
use crate::project::ClassKind;
use crate::term::{Atom, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".all_names", 1, 1, all_names),
    uncounted(".clone", 1, 1, clone),
    action(".create_agent", 1, 3, create),
    action(".df_deregister", 1, 2, |call| {
        let (name, service) = (call.mind.name, text_of(&call.arguments[0]));
        call.world.directory().deregister(name, &service);
        holds(true)
    }),
    action(".df_register", 1, 2, register),
    action(".df_search", 2, 3, search),
    action(".df_subscribe", 1, 2, subscribe),
    action(".kill_agent", 1, 2, kill),
];

fn all_names(call: &mut Call<'_>) -> Result {
    let mut names: Vec<Term> = call.world.agents().into_iter().map(Term::from).collect();
    if call.world.directory().is_used() {
        names.push(Term::word("df"));
    }
    call.give(0, &Term::list(names))
}

fn create(call: &mut Call<'_>) -> Result {
    let [name, rest @ ..] = call.arguments else { return Err(crash()) };
    let file = match rest.first() {
        None => None,
        Some(Term::String(file)) => Some(file.to_string()),
        Some(_) => return Err(wrong("create_agent", "second argument must be a string")),
    };
    let classes = match rest.get(1) {
        None => Vec::new(),
        Some(Term::List(list)) => list.items().cloned().collect(),
        Some(_) => return Err(wrong("create_agent", "third argument must be a list")),
    };
    let wanted = match name {
        Term::Var(variable) => {
            let text = variable.name().map_or_else(|| "agent".to_owned(), |name| name.name().to_owned());
            let mut characters = text.chars();
            let first = characters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
            format!("{first}{}", characters.as_str())
        }
        other => text_of(other),
    };
    let custom = own_classes(call, &classes, file.as_deref().unwrap_or_default()).map_err(|why| {
        call.world.warn(call.mind.name, &why);
        crash()
    })?;
    let at = classes.iter().find_map(node_of);
    match call.world.create(&wanted, file.as_deref(), Outset { custom, at, ..Outset::default() }) {
        Ok(made) if matches!(name, Term::Var(_)) => call.give(0, &Term::string(made.name())),
        Ok(_) => holds(true),
        Err(problem) => {
            call.world.warn(call.mind.name, &problem);
            Err(crash())
        }
    }
}

/// The node in `at(Node)`.
fn node_of(given: &Term) -> Option<Atom> {
    let given = given.as_structure().filter(|given| given.functor().name().name() == "at")?;
    match given.arguments() {
        [node @ (Term::Atom(_) | Term::String(_))] => Some(Atom::new(&text_of(node))),
        _ => None,
    }
}

/// The classes in `agentClass(C)` and the like, as far as they are Java's.
fn own_classes(call: &Call<'_>, given: &[Term], file: &str) -> std::result::Result<Option<Arc<dyn Custom>>, String> {
    let mut classes = Vec::new();
    for term in given {
        let structure = term.as_structure();
        let (kind, class) = match structure.map(|given| (given.functor().name().name(), given.arguments())) {
            Some(("agentArchClass", [class])) => (ClassKind::Architecture, text_of(class)),
            Some(("agentClass", [class])) => (ClassKind::Agent, text_of(class)),
            Some(("beliefBaseClass", [class])) => (ClassKind::BeliefBase, text_of(class)),
            _ => continue,
        };
        if call.mind.actions.offers(kind, class.split('(').next().unwrap_or_default()) {
            classes.push((kind, class));
        }
    }
    if classes.is_empty() {
        return Ok(None);
    }
    call.mind.actions.custom(classes, file).map(Some)
}

fn clone(call: &mut Call<'_>) -> Result {
    let Term::String(name) = &call.arguments[0] else { return Err(crash()) };
    let twin = call.mind.twin(Atom::new(name));
    call.world.adopt(twin);
    holds(true)
}

fn kill(call: &mut Call<'_>) -> Result {
    let name = text_of(&call.arguments[0]);
    if !matches!(call.arguments.get(1), None | Some(Term::Number(_))) {
        return Err(crash());
    }
    holds(call.world.kill(Atom::new(&name)))
}

fn register(call: &mut Call<'_>) -> Result {
    let (provider, service) = (call.mind.name, text_of(&call.arguments[0]));
    for subscriber in call.world.directory().register(provider, &service) {
        // A subscriber may be gone.
        let _ = call.world.send(subscriber, Message::of_provider(provider, &service));
    }
    holds(true)
}

fn subscribe(call: &mut Call<'_>) -> Result {
    let (subscriber, service) = (call.mind.name, text_of(&call.arguments[0]));
    for provider in call.world.directory().subscribe(subscriber, &service) {
        let _ = call.world.send(subscriber, Message::of_provider(provider, &service));
    }
    holds(true)
}

fn search(call: &mut Call<'_>) -> Result {
    let service = text_of(&call.arguments[0]);
    let found: Vec<Term> = call.world.directory().search(&service).into_iter().map(Term::from).collect();
    let last = call.arguments.len() - 1;
    call.give(last, &Term::list(found))
}
