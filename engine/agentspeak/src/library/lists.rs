//! Lists.

use std::cmp::Ordering;

use super::{Call, InternalAction, Result, action, crash, each, error, holds, text_of, wrong};
use crate::term::{Bindings, Contents, Function, List, Term, sort_terms, units};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".delete", 3, 4, delete),
    action(".difference", 3, 3, |call| combine(call, "difference", |one, other| one && !other)),
    action(".empty", 1, 1, empty),
    action(".intersection", 3, 3, |call| combine(call, "intersection", |one, other| one && other)),
    action(".length", 2, 2, length),
    action(".member", 2, 2, member),
    action(".nth", 3, 3, nth),
    action(".prefix", 2, 2, prefix),
    action(".range", 3, 4, range),
    action(".reverse", 2, 2, reverse),
    action(".sort", 2, 2, sort),
    action(".sublist", 2, 2, sublist),
    action(".suffix", 2, 2, suffix),
    action(".union", 3, 3, |call| combine(call, "union", |one, other| one || other)),
];

fn length(call: &mut Call<'_>) -> Result {
    match Function::Length.call(&call.arguments[..1]) {
        Ok(length) => call.give(1, &Term::from(length)),
        Err(_) => holds(false),
    }
}

fn empty(call: &mut Call<'_>) -> Result {
    holds(Function::Length.call(call.arguments) == Ok(0.0))
}

/// The elements of a list, set or queue.
pub(super) fn elements(term: &Term) -> Option<Vec<Term>> {
    match term {
        Term::List(list) => Some(list.items().cloned().collect()),
        Term::Collection(collection) => match &*collection.contents() {
            Contents::Set(items) => Some(items.iter().map(|item| Term::clone(item)).collect()),
            Contents::Queue(items) | Contents::PriorityQueue(items) => Some(items.iter().cloned().collect()),
            Contents::Map(_) => None,
        },
        _ => None,
    }
}

fn member(call: &mut Call<'_>) -> Result {
    let [item, list] = call.arguments else { return Err(crash()) };
    if let Term::List(list) = list {
        let (mut items, wanted) = (list.clone().into_items(), item.clone());
        // What is certainly something else is passed over.
        let alike = move |item: &Term| (!differ(&wanted, item)).then(|| item.clone());
        return each(item, std::iter::from_fn(move || items.find_map(&alike)));
    }
    match elements(list) {
        Some(items) if item.is_ground() => holds(items.contains(item)),
        Some(items) => each(item, items.into_iter()),
        None => Err(wrong("member", "second argument must be a list or a set")),
    }
}

/// Are they different at first sight?
fn differ(one: &Term, other: &Term) -> bool {
    match (one, other) {
        (Term::Number(one), Term::Number(other)) => one != other,
        (Term::Atom(one), Term::Atom(other)) => one != other,
        (Term::String(one), Term::String(other)) => one != other,
        (Term::Number(_) | Term::Atom(_), Term::Number(_) | Term::Atom(_)) => true,
        _ => false,
    }
}

/// The characters of a string as strings, or the elements of a list.
fn parts(term: &Term) -> Option<Vec<Term>> {
    match term {
        Term::String(text) => Some(text.chars().map(|character| Term::string(character.to_string())).collect()),
        Term::List(list) => Some(list.items().cloned().collect()),
        _ => None,
    }
}

/// The bytes of a string, each as a string of its own, as Java makes one of it: of what is not ASCII nothing is left.
fn bytes(term: &Term) -> Option<Vec<Term>> {
    let shown = |byte: u8| if byte.is_ascii() { char::from(byte) } else { char::REPLACEMENT_CHARACTER };
    Some(term.as_text()?.bytes().map(|byte| Term::string(shown(byte).to_string())).collect())
}

fn nth(call: &mut Call<'_>) -> Result {
    let [place, list, item] = call.arguments else { return Err(crash()) };
    if !matches!(place, Term::Number(_) | Term::Var(_)) {
        let reason = format!("the first argument should be numeric or a variable -- not '{place}'.");
        return Err(wrong("nth", reason));
    }
    if let (Term::Number(place), Term::List(list)) = (place, list) {
        let index = place.get().trunc();
        return match list.items().nth(index as usize).filter(|_| index >= 0.0) {
            Some(found) => call.give(2, found),
            None => Err(error(format!("nth: index {index} is out of bounds ({})", list.len()))),
        };
    }
    let Some(parts) = bytes(list).or_else(|| parts(list)) else {
        return Err(wrong("nth", format!("the second argument should be a list or string and not '{list}'.")));
    };
    if let Term::Number(place) = place {
        let index = place.get().trunc();
        return match parts.get(index as usize).filter(|_| index >= 0.0) {
            Some(found) => call.give(2, found),
            None => Err(error(format!("nth: index {index} is out of bounds ({})", parts.len()))),
        };
    }
    let target = Term::list([place.clone(), item.clone()]);
    let wanted = item.clone();
    let numbered = parts.into_iter().enumerate().filter(move |(_, part)| !differ(&wanted, part));
    each(&target, numbered.map(|(place, item)| Term::list([Term::from(place as f64), item])))
}

fn range(call: &mut Call<'_>) -> Result {
    let mut numbers = [0.0, 0.0, 1.0];
    for ((number, argument), which) in numbers.iter_mut().zip(&call.arguments[1..]).zip(["second", "third", "fourth"]) {
        let Term::Number(given) = argument else {
            return Err(wrong("range", format!("{which} parameter ('{argument}') must be a number!")));
        };
        *number = given.get().trunc();
    }
    let [first, last, step] = numbers;
    match &call.arguments[0] {
        Term::Number(number) => holds((first..=last).contains(&number.get())),
        target @ Term::Var(_) => {
            let mut next = first;
            each(
                target,
                std::iter::from_fn(move || {
                    let now = next;
                    next += step;
                    (if step > 0.0 { now <= last } else { now >= last }).then_some(Term::from(now))
                }),
            )
        }
        _ => Err(crash()),
    }
}

fn reverse(call: &mut Call<'_>) -> Result {
    let [of, result] = call.arguments else { return Err(crash()) };
    match of {
        Term::List(list) => {
            if !matches!(result, Term::List(_) | Term::Var(_)) {
                return Err(wrong("reverse", format!("last argument '{result}' must be a list or a variable.")));
            }
            let mut items = list.items();
            let mut reversed: Vec<Term> = items.by_ref().cloned().collect();
            reversed.reverse();
            let Some(tail) = items.tail() else { return call.give_within(1, &Term::list(reversed)) };
            // What the list goes on with stays its end.
            let Ok(open) = List::with_tail(reversed, Term::Var(tail)) else { return Err(crash()) };
            call.give_within(1, &Term::List(open))
        }
        _ if !matches!(result, Term::String(_) | Term::Var(_)) => {
            Err(wrong("reverse", format!("last argument '{result}' must be a string or a variable.")))
        }
        Term::String(text) => call.give(1, &Term::string(text.chars().rev().collect::<String>())),
        _ => Err(wrong("reverse", format!("first argument of .reverse '{of}' must be a string or a list"))),
    }
}

fn sort(call: &mut Call<'_>) -> Result {
    let Term::List(list) = &call.arguments[0] else { return Err(wrong("sort", "first argument must be a list")) };
    let mut items: Vec<Term> = list.items().cloned().collect();
    sort_terms(&mut items);
    call.give_within(1, &Term::list(items))
}

/// Sorted, without duplicates: those that are wanted, by whether they are in the one list and in the other.
fn combine(call: &mut Call<'_>, name: &str, wanted: fn(bool, bool) -> bool) -> Result {
    let [one, other, result] = call.arguments else { return Err(crash()) };
    let Term::List(one) = one else { return Err(wrong(name, format!("first argument '{one}'is not a list."))) };
    let Term::List(other) = other else { return Err(wrong(name, format!("second argument '{other}'is not a list."))) };
    if !matches!(result, Term::List(_) | Term::Var(_)) {
        return Err(wrong(name, format!("last argument '{result}'is not a list nor a variable.")));
    }
    let sorted = |list: &List| {
        let mut items: Vec<Term> = list.items().cloned().collect();
        sort_terms(&mut items);
        items.dedup_by(|one, other| one.compare(other).is_eq());
        items
    };
    let (mut one, mut other) = (sorted(one).into_iter().peekable(), sorted(other).into_iter().peekable());
    let mut all = Vec::new();
    loop {
        let order = match (one.peek(), other.peek()) {
            (Some(first), Some(second)) => first.compare(second),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => break,
        };
        let first = one.next_if(|_| order.is_le());
        let second = other.next_if(|_| order.is_ge());
        if wanted(first.is_some(), second.is_some()) {
            all.extend(first.or(second));
        }
    }
    call.give(2, &Term::list(all))
}

/// A part of a list or string, as one of its kind.
fn part(of: &Term, parts: &[Term]) -> Term {
    match of {
        Term::String(_) => Term::string(parts.iter().map(text_of).collect::<String>()),
        _ => Term::list(parts.to_vec()),
    }
}

fn prefix(call: &mut Call<'_>) -> Result {
    let (target, whole, parts) = affix(call, "prefix")?;
    let (count, wanted) = (parts.len(), length_of(&target));
    let lengths = (0..=count).rev().filter(move |length| wanted.is_none_or(|wanted| wanted == *length));
    each(&target, lengths.map(move |length| part(&whole, &parts[..length])))
}

fn suffix(call: &mut Call<'_>) -> Result {
    let (target, whole, parts) = affix(call, "suffix")?;
    if let Term::List(list) = &whole
        && !is_open(&whole)
    {
        // The list's own tails.
        let mut next = Some(list.clone());
        let tails = std::iter::from_fn(move || {
            let tail = next.take()?;
            next = tail.split().and_then(|(_, behind)| match behind {
                Term::List(behind) => Some(behind),
                _ => None,
            });
            Some(Term::List(tail))
        });
        let passed = length_of(&target).map_or(0, |wanted| parts.len().saturating_sub(wanted));
        return each(&target, tails.skip(passed));
    }
    // Nothing at all is no suffix of an open list.
    let count = parts.len() + usize::from(!is_open(&whole));
    each(&target, (0..count).map(move |from| part(&whole, &parts[from..])))
}

/// How many elements a list has, if that is certain.
fn length_of(term: &Term) -> Option<usize> {
    let Term::List(list) = term else { return None };
    let mut items = list.items();
    let length = items.by_ref().count();
    items.tail().is_none().then_some(length)
}

/// Does a list end in a variable?
fn is_open(term: &Term) -> bool {
    let Term::List(list) = term else { return false };
    let mut items = list.items();
    items.by_ref().for_each(drop);
    items.tail().is_some()
}

fn affix(call: &Call<'_>, name: &str) -> std::result::Result<(Term, Term, Vec<Term>), crate::mind::Failure> {
    let [target, whole] = call.arguments else { return Err(crash()) };
    if !matches!(target, Term::List(_) | Term::String(_) | Term::Var(_)) {
        return Err(wrong(name, "first argument must be a list, string, or a variable"));
    }
    match parts(whole) {
        Some(parts) => Ok((target.clone(), whole.clone(), parts)),
        None => Err(wrong(name, "second argument must be either a list or a string")),
    }
}

fn sublist(call: &mut Call<'_>) -> Result {
    let [target, whole] = call.arguments else { return Err(crash()) };
    if !matches!(target, Term::List(_) | Term::Var(_)) {
        return Err(wrong("sublist", "first argument must be a list or a variable"));
    }
    let Term::List(list) = whole else { return Err(wrong("sublist", "second argument must be a list")) };
    let items: Vec<Term> = list.items().cloned().collect();
    let (count, wanted) = (items.len(), length_of(target));
    // Of each place, the longest first; where the length is known, those alone that have it.
    let places = (0..count).flat_map(move |from| {
        let lengths = match wanted {
            None => 1..=count - from,
            Some(wanted) => wanted.max(1)..=wanted.min(count - from),
        };
        lengths.rev().map(move |length| (from, from + length))
    });
    let parts = places.chain([(0, 0)]).map(move |(from, to)| Term::list(items[from..to].to_vec()));
    each(target, parts)
}

fn delete(call: &mut Call<'_>) -> Result {
    match call.arguments {
        [Term::Number(from), Term::Number(to), whole, _] => positions(call, from.get(), to.get(), whole, 3),
        [Term::Number(at), whole, _] => positions(call, at.get().trunc(), at.get().trunc() + 1.0, whole, 2),
        [item, Term::List(list), _] if !matches!(item, Term::String(_)) => {
            // The first that is deleted binds the variables for those behind it.
            let mut bindings: Bindings = call.bindings.clone();
            let kept: Vec<Term> = list.items().filter(|other| !bindings.unify(item, other)).cloned().collect();
            call.give(2, &Term::list(kept))
        }
        [Term::String(pattern), whole, _] => {
            let Ok(pattern) = super::strings::pattern(pattern) else { return Err(crash()) };
            call.give(2, &Term::string(pattern.replace_all(&text_of(whole), "").into_owned()))
        }
        _ => Err(error("Incorrect use of the internal action '.delete' (see documentation).")),
    }
}

fn positions(call: &mut Call<'_>, from: f64, to: f64, whole: &Term, result: usize) -> Result {
    let Some(all) = parts(whole) else {
        return Err(error("Incorrect use of the internal action '.delete' (see documentation)."));
    };
    let (from, to) = (from.trunc(), to.trunc());
    if let Term::String(text) = whole {
        let count = units::count(text);
        let places = 0.0..=count as f64;
        if !places.contains(&from) || !places.contains(&to) {
            return call.give(result, whole);
        }
        // What lies between the two stays twice where they are the wrong way round.
        let kept = [units::slice(text, 0, from as usize), units::slice(text, to as usize, count)]
            .into_iter()
            .flatten()
            .collect::<String>();
        return call.give(result, &Term::string(kept));
    }
    let inside = |place: usize| (place as f64) >= from && (place as f64) < to;
    let kept: Vec<Term> =
        all.into_iter().enumerate().filter(|(place, _)| !inside(*place)).map(|(_, item)| item).collect();
    call.give(result, &part(whole, &kept))
}
