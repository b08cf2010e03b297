//! Texts, and what is shown.

use regex::Regex;

use super::{ANY, Call, InternalAction, Result, action, crash, each, error, holds, plain_text_of, text_of, wrong};
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::term::{Bindings, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".concat", 1, ANY, concat),
    action(".log", 1, ANY, log),
    action(".lower_case", 2, 2, |call| cased(call, |text| text.to_lowercase())),
    action(".print", 0, ANY, print),
    action(".println", 0, ANY, print),
    action(".print_unifier", 0, 0, print_unifier),
    action(".printf", 1, ANY, printf),
    action(".puts", 1, ANY, puts),
    action(".replace", 4, 4, replace),
    action(".substring", 2, 4, substring),
    action(".term2string", 2, 2, term_to_string),
    action(".upper_case", 2, 2, |call| cased(call, |text| text.to_uppercase())),
];

/// A regular expression.
pub(super) fn pattern(text: &str) -> std::result::Result<Regex, regex::Error> {
    Regex::new(text)
}

fn shown(term: &Term) -> String {
    match term {
        Term::Var(_) => format!("{term}<no-value>"),
        other => text_of(other),
    }
}

fn print(call: &mut Call<'_>) -> Result {
    let text: String = call.arguments.iter().map(shown).collect();
    call.world.say(call.mind.name, &text);
    holds(true)
}

fn log(call: &mut Call<'_>) -> Result {
    let Term::Atom(level) = &call.arguments[0] else {
        return Err(wrong("log", "first argument must be an atom: severe, warning, info, fine, finer or finest"));
    };
    let text: String = call.arguments[1..].iter().map(shown).collect();
    match level.name() {
        "fine" | "finer" | "finest" => {}
        "severe" | "warning" => call.world.warn(call.mind.name, &text),
        _ => call.world.say(call.mind.name, &text),
    }
    holds(true)
}

fn print_unifier(call: &mut Call<'_>) -> Result {
    for (var, value) in call.bindings.values().collect::<Vec<_>>() {
        call.world.say(call.mind.name, &format!("{var}={value}"));
    }
    call.world.say(call.mind.name, "done");
    holds(true)
}

fn concat(call: &mut Call<'_>) -> Result {
    let [parts @ .., result] = call.arguments else { return Err(crash()) };
    if let [Term::List(_), ..] = parts {
        if !matches!(result, Term::List(_) | Term::Var(_)) {
            return Err(error(format!("Last argument of concat '{result}'is not a list nor a variable.")));
        }
        let mut items = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            match part {
                Term::List(list) => items.extend(list.items().cloned()),
                _ => return Err(wrong("concat", format!("arg[{place}] is not a list"))),
            }
        }
        let place = call.arguments.len() - 1;
        return call.give(place, &Term::list(items));
    }
    let whole: String = parts.iter().map(plain_text_of).collect();
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
    let replaced = pattern.replace_all(&text_of(text), &***by).into_owned();
    call.give(3, &Term::string(replaced))
}

/// Texts are counted in UTF-16 units, as in Java.
fn substring(call: &mut Call<'_>) -> Result {
    match call.arguments {
        [Term::Var(_), whole, Term::Number(from), rest @ ..] => cut(call, 0, whole, *from, rest),
        [whole, Term::Var(_), Term::Number(from), rest @ ..] => cut(call, 1, whole, *from, rest),
        [part, whole, places @ ..] => {
            let part: Vec<u16> = text_of(part).encode_utf16().collect();
            let whole: Vec<u16> = text_of(whole).encode_utf16().collect();
            let found = |from: &usize| whole[*from..].starts_with(&part);
            let last = (whole.len() + 1).saturating_sub(part.len());
            let found: Vec<usize> = (0..last).filter(found).collect();
            match places {
                [] => holds(!found.is_empty()),
                [from] => each(from, found.into_iter().map(|from| Term::Number(from as f64))),
                [from, to, ..] => {
                    let target = Term::list([from.clone(), to.clone()]);
                    let length = part.len();
                    let end = move |from: usize| (from + length) as f64 - 1.0;
                    each(
                        &target,
                        found.into_iter().map(move |from| Term::list([from as f64, end(from)].map(Term::Number))),
                    )
                }
            }
        }
        _ => Err(crash()),
    }
}

fn cut(call: &mut Call<'_>, result: usize, whole: &Term, from: f64, rest: &[Term]) -> Result {
    let whole: Vec<u16> = text_of(whole).encode_utf16().collect();
    let to = match rest.first() {
        Some(Term::Number(to)) => *to,
        Some(_) => return Err(crash()),
        None => whole.len() as f64,
    };
    match whole.get(from as usize..to as usize) {
        Some(part) if from >= 0.0 => call.give(result, &Term::string(String::from_utf16_lossy(part))),
        _ => Err(crash()),
    }
}

fn term_to_string(call: &mut Call<'_>) -> Result {
    match call.arguments {
        [Term::Var(_), Term::String(text)] => {
            let term = parse(text, call.bindings);
            call.give(0, &term)
        }
        [Term::Var(_), other @ (Term::Number(_) | Term::Atom(_))] => {
            let term = parse(&other.to_string(), call.bindings);
            call.give(0, &term)
        }
        [term, Term::Var(_)] if !matches!(term, Term::Var(_)) => call.give(1, &Term::string(term.to_string())),
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

fn puts(call: &mut Call<'_>) -> Result {
    let Some(Term::String(_)) = call.arguments.first() else {
        return Err(wrong("puts", "first argument must be a string"));
    };
    let mut whole = String::new();
    for argument in call.arguments {
        let Term::String(text) = argument else { continue };
        let mut rest: &str = text;
        while let Some((before, behind)) = rest.split_once("#{") {
            let Some((name, after)) = behind.split_once('}') else { break };
            whole.push_str(before);
            let value = parse(name, call.bindings);
            whole.push_str(&text_of(&value));
            rest = after;
        }
        whole.push_str(rest);
    }
    match call.arguments.last() {
        Some(result @ Term::Var(_)) => call.unify(result, &Term::string(whole)),
        _ => {
            call.world.say(call.mind.name, &whole);
            holds(true)
        }
    }
}

/// Java's formats, of which those for texts, numbers and lines are known.
fn printf(call: &mut Call<'_>) -> Result {
    let Some(Term::String(format)) = call.arguments.first() else { return Err(crash()) };
    let mut given = call.arguments[1..].iter();
    let mut whole = String::new();
    let mut rest: &str = format;
    while let Some((before, behind)) = rest.split_once('%') {
        whole.push_str(before);
        let Some(end) = behind.find(|character: char| character.is_alphabetic() || character == '%') else {
            return Err(crash());
        };
        let (flags, kind) = (&behind[..end], behind[end..].chars().next().unwrap_or('%'));
        rest = &behind[end + kind.len_utf8()..];
        let text = match kind {
            'n' => "\n".to_owned(),
            '%' => "%".to_owned(),
            's' => java_text(given.next().ok_or_else(crash)?),
            'f' => match given.next().ok_or_else(crash)? {
                Term::Number(number) => {
                    let digits = flags.split_once('.').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(6);
                    format!("{number:.digits$}")
                }
                _ => return Err(crash()),
            },
            _ => return Err(crash()),
        };
        let width: usize =
            flags.split('.').next().unwrap_or("").trim_start_matches(['-', '0', '+', ' ']).parse().unwrap_or(0);
        if flags.starts_with('-') {
            whole.push_str(&format!("{text:<width$}"));
        } else if flags.starts_with('0') {
            whole.push_str(&format!("{}{text}", "0".repeat(width.saturating_sub(text.chars().count()))));
        } else {
            whole.push_str(&format!("{text:>width$}"));
        }
    }
    whole.push_str(rest);
    call.world.say(call.mind.name, &whole);
    holds(true)
}

/// What Java's formatter makes of a term.
fn java_text(term: &Term) -> String {
    match term {
        Term::Number(number) if number.fract() == 0.0 && number.abs() < 1e7 => format!("{number:.1}"),
        Term::List(list) => {
            let items: Vec<String> = list.items().map(java_text).collect();
            format!("[{}]", items.join(", "))
        }
        other => text_of(other),
    }
}
