//! Lists.

use super::{Call, InternalAction, holds};
use crate::mind::Failure;
use crate::query::{Outcome, Solutions};
use crate::term::Term;

pub(super) const ACTIONS: &[(&str, InternalAction)] = &[
    (".length", length),
    (".member", member),
    (".nth", nth),
    (".range", range),
    (".reverse", reverse),
    (".sort", sort),
];

fn length(call: Call<'_>) -> Result<Outcome, Failure> {
    let [of, result] = call.arguments else { return Err(call.wrong_number("length")) };
    let length = crate::term::Function::Length.call(std::slice::from_ref(of));
    match length {
        Ok(length) => {
            let result = result.clone();
            call.unify(&result, &Term::Number(length))
        }
        Err(_) => Ok(Outcome::Fails),
    }
}

fn member(call: Call<'_>) -> Result<Outcome, Failure> {
    match call.arguments {
        [item, Term::List(list)] => {
            let mut rest = list.clone();
            let candidates = std::iter::from_fn(move || {
                let (head, tail) = rest.split().map(|(head, tail)| (head.clone(), tail))?;
                rest = if let Term::List(tail) = tail { tail } else { crate::term::List::EMPTY };
                Some(head)
            });
            Ok(Outcome::Each(Solutions { target: item.clone(), candidates: Box::new(candidates) }))
        }
        [item, Term::Collection(collection)] => {
            let items = match &*collection.contents() {
                crate::term::Contents::Set(items) => items.clone(),
                crate::term::Contents::Queue(items) => items.iter().cloned().collect(),
                crate::term::Contents::Map(_) => Vec::new(),
            };
            Ok(Outcome::Each(Solutions { target: item.clone(), candidates: Box::new(items.into_iter()) }))
        }
        [_, _] => Ok(Outcome::Fails),
        _ => Err(call.wrong_number("member")),
    }
}

fn nth(call: Call<'_>) -> Result<Outcome, Failure> {
    let [place, Term::List(list), item] = call.arguments else { return Err(call.wrong_number("nth")) };
    if let Some(number) = place.as_number() {
        let found = (number >= 0.0).then(|| list.items().nth(number as usize).cloned()).flatten();
        return match found {
            Some(found) => {
                let item = item.clone();
                call.unify(&item, &found)
            }
            None => Err(Failure::new("ia_failed", format!("nth: index {number} is out of bounds"))),
        };
    }
    let target = Term::list([place.clone(), item.clone()]);
    let pairs: Vec<Term> =
        list.items().enumerate().map(|(place, item)| Term::list([Term::Number(place as f64), item.clone()])).collect();
    Ok(Outcome::Each(Solutions { target, candidates: Box::new(pairs.into_iter()) }))
}

fn range(call: Call<'_>) -> Result<Outcome, Failure> {
    let numbers: Vec<f64> = call.arguments.iter().skip(1).map_while(Term::as_number).collect();
    let (target, first, last, step) = match (call.arguments, &numbers[..]) {
        ([target, ..], [first, last]) => (target, *first, *last, 1.0),
        ([target, ..], [first, last, step]) => (target, *first, *last, *step),
        _ => return Err(call.wrong_number("range")),
    };
    if let Some(number) = target.as_number() {
        return Ok(holds(number >= first && number <= last));
    }
    let mut next = first;
    let candidates = std::iter::from_fn(move || {
        let now = next;
        next += step;
        let inside = if step >= 0.0 { now <= last } else { now >= last };
        inside.then_some(Term::Number(now))
    });
    Ok(Outcome::Each(Solutions { target: target.clone(), candidates: Box::new(candidates) }))
}

fn reverse(call: Call<'_>) -> Result<Outcome, Failure> {
    let reversed = match call.arguments {
        [Term::List(list), _] => list.items().fold(crate::term::List::EMPTY, |tail, head| tail.with_head(head.clone())),
        [Term::String(text), result] => {
            let (result, reversed) = (result.clone(), Term::string(text.chars().rev().collect::<String>()));
            return call.unify(&result, &reversed);
        }
        _ => return Err(call.wrong_number("reverse")),
    };
    let result = call.arguments[1].clone();
    call.unify(&result, &Term::List(reversed))
}

fn sort(call: Call<'_>) -> Result<Outcome, Failure> {
    let [Term::List(list), result] = call.arguments else { return Err(call.wrong_number("sort")) };
    let mut items: Vec<Term> = list.items().cloned().collect();
    items.sort_by(Term::compare);
    let result = result.clone();
    call.unify(&result, &Term::list(items))
}
