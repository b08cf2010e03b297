//! Chance.

use super::{Call, InternalAction, Result, action, crash, each, holds, uncounted, wrong};
use crate::mind::{Failure, Random};
use crate::term::Term;

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".random", 1, 3, random),
    uncounted(".set_random_seed", 1, 1, set_seed),
    action(".shuffle", 2, 2, shuffle),
];

fn set_seed(call: &mut Call<'_>) -> Result {
    let Term::Number(seed) = &call.arguments[0] else { return Err(crash()) };
    call.mind.random = Random::new(seed.get() as i64 as u64);
    holds(true)
}

/// A number from 0 to below 1, or an element of a list.
fn random(call: &mut Call<'_>) -> Result {
    match call.arguments {
        [Term::List(list), result @ Term::Var(_), rest @ ..] => {
            let count = count(rest.first(), "third")?;
            let items: Vec<Term> = list.items().cloned().collect();
            if items.is_empty() {
                return holds(false);
            }
            many(call, result, count, move |random| items[random.below(items.len() as u32) as usize].clone())
        }
        [Term::List(_), _, ..] => Err(wrong("random", "second argument must be a variable.")),
        [Term::List(_)] | [] => Err(crash()),
        [result @ Term::Var(_), rest @ ..] => {
            let count = count(rest.first(), "second")?;
            many(call, result, count, |random| Term::Number(random.number().into()))
        }
        _ => Err(wrong("random", "first argument must be a variable.")),
    }
}

/// How many are wanted; 0 is without end.
fn count(given: Option<&Term>, place: &str) -> std::result::Result<Option<usize>, Failure> {
    match given {
        None => Ok(Some(1)),
        Some(Term::Number(count)) if count.get().trunc() == 0.0 => Ok(None),
        Some(Term::Number(count)) => Ok(Some(count.get() as usize)),
        Some(_) => Err(wrong("random", format!("{place} argument must be a number."))),
    }
}

/// One after the other, so many or without end. One alone moves the agent's generator on, several a copy of it.
fn many(
    call: &mut Call<'_>,
    result: &Term,
    count: Option<usize>,
    draw: impl Fn(&mut Random) -> Term + Send + 'static,
) -> Result {
    if count == Some(1) {
        let drawn = draw(&mut call.mind.random);
        return call.unify(result, &drawn);
    }
    let mut random = call.mind.random;
    call.mind.random.bits(32);
    let drawn = std::iter::from_fn(move || Some(draw(&mut random)));
    match count {
        Some(count) => each(result, drawn.take(count)),
        None => each(result, drawn),
    }
}

fn shuffle(call: &mut Call<'_>) -> Result {
    let Term::List(list) = &call.arguments[0] else {
        return Err(wrong("shuffle", "first argument must be a list"));
    };
    let mut items: Vec<Term> = list.items().cloned().collect();
    for place in (1..items.len()).rev() {
        items.swap(place, call.mind.random.below(place as u32 + 1) as usize);
    }
    call.give(1, &Term::list(items))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_javas_numbers() {
        let mut random = Random::new(42);
        assert_eq!(random.number().to_string(), "0.7275636800328681");
        assert_eq!(random.number().to_string(), "0.6832234717598454");
        let mut random = Random::new(42);
        assert_eq!([0; 5].map(|_| random.below(10)), [0, 3, 8, 4, 0]);
    }
}
