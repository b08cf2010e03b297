//! Sets, maps and queues.

use super::{Call, InternalAction, Result, crash, each, holds, lists::elements, uncounted};
use crate::term::{Collection, Contents, Term, sort_terms};

pub(super) const ACTIONS: &[InternalAction] = &[
    uncounted(".map.clear", 1, 1, |call| clear(&collection(call, Collection::map)?)),
    uncounted(".map.copy", 2, 2, |call| copy(call, Some(Collection::map))),
    uncounted(".map.create", 1, 1, |call| create(call, Collection::map())),
    uncounted(".map.get", 3, 4, get),
    uncounted(".map.key", 2, 2, |call| entries(call, |(key, _)| key)),
    uncounted(".map.put", 3, 3, put),
    uncounted(".map.remove", 3, 3, remove_key),
    uncounted(".map.value", 2, 2, |call| entries(call, |(_, value)| value)),
    uncounted(".queue.add", 2, 2, |call| known(call).and_then(|queue| insert(call, &queue))),
    uncounted(".queue.add_all", 2, 2, |call| known(call).and_then(|queue| insert_all(call, &queue))),
    uncounted(".queue.clear", 1, 1, |call| clear(&known(call)?)),
    uncounted(".queue.copy", 2, 2, |call| copy(call, None)),
    uncounted(".queue.create", 1, 2, create_queue),
    uncounted(".queue.head", 2, 2, |call| head(call, false)),
    uncounted(".queue.remove", 2, 2, |call| head(call, true)),
    uncounted(".queue.to_list", 2, 2, |call| to_list(call, None)),
    uncounted(".set.add", 2, 2, add),
    uncounted(".set.add_all", 2, 2, add_all),
    uncounted(".set.clear", 1, 1, |call| clear(&collection(call, new_set)?)),
    uncounted(".set.copy", 2, 2, |call| copy(call, Some(new_set))),
    uncounted(".set.create", 1, 1, |call| create(call, Collection::set([]))),
    uncounted(".set.difference", 2, 2, |call| keep(call, |inside| !inside)),
    uncounted(".set.intersection", 2, 2, |call| keep(call, |inside| inside)),
    uncounted(".set.remove", 2, 2, remove),
    uncounted(".set.to_list", 2, 2, |call| to_list(call, Some(new_set))),
    uncounted(".set.union", 2, 2, add_all),
];

fn create(call: &mut Call<'_>, collection: Collection) -> Result {
    match call.arguments {
        [Term::Var(_), ..] => call.give(0, &Term::Collection(collection)),
        _ => holds(false),
    }
}

fn create_queue(call: &mut Call<'_>) -> Result {
    let priority = call.arguments.get(1).is_some_and(|kind| *kind == Term::word("priority"));
    create(call, if priority { Collection::priority_queue() } else { Collection::queue() })
}

/// The collection that is the first argument; where that is a variable, a new one.
fn collection(call: &mut Call<'_>, new: fn() -> Collection) -> std::result::Result<Collection, crate::mind::Failure> {
    match &call.arguments[0] {
        Term::Collection(collection) => Ok(collection.clone()),
        variable @ Term::Var(_) => {
            let made = new();
            call.bindings.unify(variable, &Term::Collection(made.clone()));
            Ok(made)
        }
        _ => Err(crash()),
    }
}

/// The collection that is the first argument.
fn known(call: &Call<'_>) -> std::result::Result<Collection, crate::mind::Failure> {
    match &call.arguments[0] {
        Term::Collection(collection) => Ok(collection.clone()),
        _ => Err(crash()),
    }
}

fn new_set() -> Collection {
    Collection::set([])
}

fn add(call: &mut Call<'_>) -> Result {
    let set = collection(call, new_set)?;
    insert(call, &set)
}

fn insert(call: &Call<'_>, collection: &Collection) -> Result {
    let item = &call.arguments[1];
    collection.change(item, |contents| contents.insert(item.clone()));
    holds(true)
}

fn add_all(call: &mut Call<'_>) -> Result {
    let set = collection(call, new_set)?;
    insert_all(call, &set)
}

fn insert_all(call: &Call<'_>, collection: &Collection) -> Result {
    let items = elements(&call.arguments[1]).ok_or_else(crash)?;
    collection.change(&call.arguments[1], |contents| {
        items.into_iter().for_each(|item| {
            contents.insert(item);
        });
    });
    holds(true)
}

fn remove(call: &mut Call<'_>) -> Result {
    let collection = collection(call, new_set)?;
    let unwanted = &call.arguments[1];
    collection.change(unwanted, |contents| contents.remove(unwanted));
    holds(true)
}

fn keep(call: &mut Call<'_>, wanted: fn(bool) -> bool) -> Result {
    let collection = collection(call, new_set)?;
    let mut others = elements(&call.arguments[1]).ok_or_else(crash)?;
    sort_terms(&mut others);
    let has = |item: &Term| {
        let first = others.partition_point(|other| other.compare(item).is_lt());
        others[first..].iter().take_while(|other| other.compare(item).is_eq()).any(|other| other == item)
    };
    collection.change(&call.arguments[1], |contents| {
        if let Contents::Set(items) = contents {
            items.retain(|item| wanted(has(item)));
        }
    });
    holds(true)
}

fn clear(collection: &Collection) -> Result {
    collection.contents().clear();
    holds(true)
}

/// The collection that is the first argument; where that is a variable, a new one if such can be made.
fn known_or(
    call: &mut Call<'_>,
    new: Option<fn() -> Collection>,
) -> std::result::Result<Collection, crate::mind::Failure> {
    match new {
        Some(new) => collection(call, new),
        None => known(call),
    }
}

fn copy(call: &mut Call<'_>, new: Option<fn() -> Collection>) -> Result {
    let copy = known_or(call, new)?.copy();
    call.give(1, &Term::Collection(copy))
}

fn to_list(call: &mut Call<'_>, new: Option<fn() -> Collection>) -> Result {
    let items = elements(&Term::Collection(known_or(call, new)?)).ok_or_else(crash)?;
    call.give(1, &Term::list(items))
}

fn head(call: &mut Call<'_>, take: bool) -> Result {
    let first = match &mut *known(call)?.contents() {
        queue @ (Contents::Queue(_) | Contents::PriorityQueue(_)) if take => queue.take_first(),
        Contents::Queue(items) | Contents::PriorityQueue(items) => items.front().cloned(),
        _ => return Err(crash()),
    };
    match first {
        Some(first) => call.give(1, &first),
        None => holds(false),
    }
}

fn put(call: &mut Call<'_>) -> Result {
    let map = collection(call, Collection::map)?;
    let [_, key, value] = call.arguments else { return Err(crash()) };
    map.change(key, |contents| contents.put(key.clone(), value.clone()));
    holds(true)
}

fn get(call: &mut Call<'_>) -> Result {
    let key = &call.arguments[1];
    let value = collection(call, Collection::map)?.change(key, |contents| contents.get(key).cloned());
    match value.as_ref().or(call.arguments.get(3)) {
        Some(value) => call.give(2, value),
        None => holds(false),
    }
}

fn remove_key(call: &mut Call<'_>) -> Result {
    let wanted = &call.arguments[1];
    let removed = collection(call, Collection::map)?.change(wanted, |contents| match contents {
        Contents::Map(_) => Some(contents.remove_key(wanted)),
        _ => None,
    });
    match removed {
        Some(Some(value)) => call.give(2, &value),
        Some(None) => holds(false),
        None => Err(crash()),
    }
}

fn entries(call: &mut Call<'_>, part: fn((Term, Term)) -> Term) -> Result {
    let entries = match &*collection(call, Collection::map)?.contents() {
        Contents::Map(entries) => {
            entries.iter().map(|(key, value)| (Term::clone(key), value.clone())).collect::<Vec<_>>()
        }
        _ => return Err(crash()),
    };
    each(&call.arguments[1], entries.into_iter().map(part))
}
