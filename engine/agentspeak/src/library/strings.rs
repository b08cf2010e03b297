//! Texts, and what is shown.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use memchr::memmem;
use regex::{Captures, Regex};

use super::{
    ANY, Call, InternalAction, Result, action, crash, each, error, holds, text_of, uncounted, write_plain, wrong,
};
use crate::mind::Failure;
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::term::{Bindings, List, Term, units};

pub(super) const ACTIONS: &[InternalAction] = &[
    uncounted(".concat", 1, ANY, concat),
    uncounted(".log", 1, ANY, log),
    action(".lower_case", 2, 2, |call| cased(call, |text| text.to_lowercase())),
    action(".print", 0, ANY, print),
    action(".println", 0, ANY, print),
    uncounted(".print_unifier", 0, 0, print_unifier),
    uncounted(".printf", 1, ANY, printf),
    action(".puts", 1, 2, puts),
    action(".replace", 4, 4, replace),
    action(".substring", 2, 4, substring),
    action(".term2string", 2, 2, term_to_string),
    action(".upper_case", 2, 2, |call| cased(call, |text| text.to_uppercase())),
];

/// So many regular expressions are kept by each thread: those that were used last.
const KEPT: usize = 16;

thread_local! {
    static PATTERNS: RefCell<VecDeque<Rc<Regex>>> = const { RefCell::new(VecDeque::new()) };
}

/// A regular expression. What was used a short while ago is not compiled again.
pub(super) fn pattern(text: &str) -> std::result::Result<Rc<Regex>, regex::Error> {
    PATTERNS.with_borrow_mut(|kept| {
        let known = kept.iter().position(|known| known.as_str() == text).and_then(|place| kept.remove(place));
        let pattern = match known {
            Some(known) => known,
            None => Rc::new(Regex::new(text)?),
        };
        kept.truncate(KEPT - 1);
        kept.push_front(Rc::clone(&pattern));
        Ok(pattern)
    })
}

fn shown(term: &Term) -> String {
    match term {
        Term::Var(_) => format!("{term}<no-value>"),
        other => text_of(other),
    }
}

fn print(call: &mut Call<'_>) -> Result {
    let text: String = call.arguments.iter().map(shown).collect();
    call.print(&text);
    holds(true)
}

/// A line, unless its level is below info. Whatever is no level is info.
fn log(call: &mut Call<'_>) -> Result {
    let level = match &call.arguments[0] {
        Term::Number(_) | Term::String(_) | Term::Collection(_) => return Err(crash()),
        level => level.predicate().map_or("info", |functor| functor.name().name()),
    };
    let text: String = call.arguments[1..].iter().map(shown).collect();
    match level {
        "fine" | "finer" | "finest" => {}
        "severe" | "warning" => call.world.print(call.mind.name, &text),
        _ => call.print(&text),
    }
    holds(true)
}

fn print_unifier(call: &mut Call<'_>) -> Result {
    for (var, value) in call.bindings.values().collect::<Vec<_>>() {
        call.print(&format!("{var}={value}"));
    }
    call.print("done");
    holds(true)
}

fn concat(call: &mut Call<'_>) -> Result {
    let [parts @ .., result] = call.arguments else { return Err(crash()) };
    // A single argument is all there is, and what is to come out.
    let parts = if parts.is_empty() { call.arguments } else { parts };
    if let [Term::List(_), ..] = parts {
        if !matches!(result, Term::List(_) | Term::Var(_)) {
            return Err(error(format!("Last argument of concat '{result}'is not a list nor a variable.")));
        }
        let mut items = Vec::new();
        let mut last = List::EMPTY;
        for (place, part) in parts.iter().enumerate() {
            let Term::List(list) = part else {
                return Err(wrong("concat", format!("arg[{place}] is not a list")));
            };
            std::mem::replace(&mut last, list.clone()).items().for_each(|item| items.push(item.clone()));
        }
        // What is short behind a front that is copied is copied, too: side by side they take less time than cells.
        let mut end = last.items();
        if end.by_ref().take(items.len() + 1).count() <= items.len() && end.tail().is_none() {
            items.extend(last.items().cloned());
            last = List::EMPTY;
        }
        let place = call.arguments.len() - 1;
        // What ends in a variable ends in it still.
        let joined = if last.is_empty() {
            Term::list(items)
        } else {
            List::with_tail(items, Term::List(last)).map_or_else(|tail| tail, Term::List)
        };
        return call.give_within(place, &joined);
    }
    // Most of a long text is copied: once.
    let length = |part: &Term| match part {
        Term::String(text) => text.len(),
        _ => 16,
    };
    let mut whole = String::with_capacity(parts.iter().map(length).sum());
    parts.iter().for_each(|part| write_plain(part, &mut whole));
    let place = call.arguments.len() - 1;
    match result {
        Term::String(_) | Term::Var(_) => call.give(place, &Term::string(whole)),
        other => holds(text_of(other) == whole),
    }
}

fn cased(call: &mut Call<'_>, change: fn(&str) -> String) -> Result {
    let text = change(&text_of(&call.arguments[0]));
    call.give(1, &Term::string(text))
}

fn replace(call: &mut Call<'_>) -> Result {
    let [text, Term::String(searched), Term::String(by), _] = call.arguments else { return Err(crash()) };
    let Ok(pattern) = pattern(searched) else { return Err(crash()) };
    let replaced = replaced(&pattern, &text_of(text), by).ok_or_else(crash)?;
    call.give_within(3, &Term::string(replaced))
}

/// The text with all that the pattern matches replaced, as Java does it: nothing may be matched right behind something.
/// `$1` in the replacement is a group, and `\` takes away what the next character means.
fn replaced(pattern: &Regex, text: &str, by: &str) -> Option<String> {
    let mut whole = String::new();
    let (mut done, mut from) = (0, 0);
    while let Some(groups) = pattern.captures_at(text, from) {
        let found = groups.get(0)?;
        whole.push_str(&text[done..found.start()]);
        add_replacement(&groups, by, &mut whole)?;
        done = found.end();
        // Behind nothing, on with the next character.
        let step = if found.is_empty() { text[done..].chars().next().map(char::len_utf8) } else { Some(0) };
        match step {
            Some(step) => from = done + step,
            None => break,
        }
    }
    whole.push_str(&text[done..]);
    Some(whole)
}

fn add_replacement(groups: &Captures<'_>, by: &str, whole: &mut String) -> Option<()> {
    let mut rest = by.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\\' => whole.push(rest.next()?),
            '$' if rest.peek() == Some(&'{') => {
                let name: String = rest.by_ref().skip(1).take_while(|character| *character != '}').collect();
                whole.push_str(groups.name(&name)?.as_str());
            }
            '$' => {
                let mut number = rest.next()?.to_digit(10)? as usize;
                // As many digits as there are groups.
                while let Some(digit) = rest.peek().and_then(|digit| digit.to_digit(10))
                    && number * 10 + (digit as usize) < groups.len()
                {
                    number = number * 10 + digit as usize;
                    rest.next();
                }
                if number >= groups.len() {
                    return None;
                }
                whole.push_str(groups.get(number).map_or("", |group| group.as_str()));
            }
            _ => whole.push(character),
        }
    }
    Some(())
}

/// Texts are counted in UTF-16 units, as in Java.
fn substring(call: &mut Call<'_>) -> Result {
    match call.arguments {
        [Term::Var(_), whole, Term::Number(from), rest @ ..] => cut(call, 0, whole, from.get(), rest),
        [whole, Term::Var(_), Term::Number(from), rest @ ..] => cut(call, 1, whole, from.get(), rest),
        [part, whole, places @ ..] => {
            let (part, whole) = (shared_text(part), shared_text(whole));
            let length = units::count(&part);
            let mut found = Places { part, whole, from: 0, units: 0 };
            match places {
                [] => holds(length == 0 || found.next().is_some()),
                [from] => each(from, found.map(|from| Term::from(from as f64))),
                [from, to, ..] => {
                    let target = Term::list([from.clone(), to.clone()]);
                    let end = move |from: usize| (from + length) as f64 - 1.0;
                    each(&target, found.map(move |from| Term::list([from as f64, end(from)].map(Term::from))))
                }
            }
        }
        _ => Err(crash()),
    }
}

/// The same as [`text_of`], not copied where it is a string.
fn shared_text(term: &Term) -> Arc<Box<str>> {
    match term {
        Term::String(text) => Arc::clone(text),
        other => Arc::new(text_of(other).into()),
    }
}

/// Where a text is in another, counted as Java counts: in UTF-16 units. Nothing is found everywhere but behind the last character.
struct Places {
    part: Arc<Box<str>>,
    whole: Arc<Box<str>>,
    /// From which byte on it is looked for next, ...
    from: usize,
    /// ... and how many units are before that.
    units: usize,
}

impl Iterator for Places {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let left = self.whole.get(self.from..).filter(|left| !left.is_empty())?;
        let place = memmem::find(left.as_bytes(), self.part.as_bytes())?;
        let found = self.units + units::count(&left[..place]);
        let first = left[place..].chars().next()?;
        self.from += place + first.len_utf8();
        self.units = found + first.len_utf16();
        Some(found)
    }
}

fn cut(call: &mut Call<'_>, result: usize, whole: &Term, from: f64, rest: &[Term]) -> Result {
    let whole = shared_text(whole);
    let to = match rest.first() {
        Some(Term::Number(to)) => to.get(),
        _ => units::count(&whole) as f64,
    };
    match units::slice(&whole, from as usize, to as usize) {
        Some(part) if from >= 0.0 && to >= 0.0 => call.give(result, &Term::string(part)),
        _ => Err(crash()),
    }
}

fn term_to_string(call: &mut Call<'_>) -> Result {
    match call.arguments {
        [Term::Var(_), text] => {
            let term = parse(&text_of(text), call.bindings);
            call.give(0, &term)
        }
        [term, Term::Var(_)] => call.give(1, &Term::string(term.to_string())),
        [term, Term::String(text)] => holds(term.to_string() == ***text),
        _ => Err(error("invalid case of term2string")),
    }
}

/// The term that a text is, its variables being those of that name in the plan; an atom of that text, if it is none.
pub(super) fn parse(text: &str, bindings: &mut Bindings) -> Term {
    let mut sources = Sources::new();
    let file = sources.add("term", text);
    match parser::term(&sources, file) {
        Ok(tree) => {
            let mut terms = crate::compile::Terms::default();
            let term = terms.term(&tree);
            let base = bindings.fresh(terms.into_code().variables());
            let term = bindings.apply_at(&term, base);
            bindings.join_names(&term);
            bindings.apply(&term)
        }
        Err(_) => Term::atom(text),
    }
}

/// `#{Name}` in a text.
static PLACE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"#\{([A-Za-z0-9_]+)\}").ok());

/// Texts with values in the places of variables: shown, or given to the last argument where that is a variable.
fn puts(call: &mut Call<'_>) -> Result {
    let Some(Term::String(_)) = call.arguments.first() else {
        return Err(wrong("puts", "first argument must be a string"));
    };
    let mut whole = String::new();
    for argument in call.arguments {
        let Term::String(text) = argument else { continue };
        fill_in(text, call.bindings, &mut whole)?;
    }
    match call.arguments.last() {
        Some(result @ Term::Var(_)) => call.unify(result, &Term::string(whole)),
        _ => {
            call.print(&whole);
            holds(true)
        }
    }
}

/// Adds the text with the values of its variables to the whole.
fn fill_in(text: &str, bindings: &mut Bindings, whole: &mut String) -> std::result::Result<(), Failure> {
    let mut done = 0;
    for places in PLACE.iter().flat_map(|place| place.captures_iter(text)) {
        let (Some(place), Some(name)) = (places.get(0), places.get(1)) else { continue };
        whole.push_str(&text[done..place.start()]);
        done = place.end();
        let name = name.as_str();
        if name.len() > 1 && name.starts_with('_') {
            // A variable without a name has a number.
            name[1..].parse::<u32>().map_err(|_| crash())?;
            whole.push_str(name);
        } else {
            whole.push_str(&text_of(&parse(name, bindings)));
        }
    }
    whole.push_str(&text[done..]);
    Ok(())
}

/// As Java formats, all numbers being floating point ones.
fn printf(call: &mut Call<'_>) -> Result {
    let Some(Term::String(format)) = call.arguments.first() else { return Err(crash()) };
    let text = super::format::format(format, &call.arguments[1..]).ok_or_else(crash)?;
    call.print(&text);
    holds(true)
}
