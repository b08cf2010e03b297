//! Texts.

use super::{Call, InternalAction};
use crate::mind::Failure;
use crate::query::Outcome;
use crate::term::{List, Term};

pub(super) const ACTIONS: &[(&str, InternalAction)] = &[(".concat", concat), (".print", print), (".println", print)];

/// What a term looks like as text: a string without its quotation marks.
pub(super) fn text_of(term: &Term) -> String {
    match term {
        Term::String(text) => text.to_string(),
        Term::Var(_) => format!("{term}<no-value>"),
        other => other.to_string(),
    }
}

fn print(call: Call<'_>) -> Result<Outcome, Failure> {
    let text: String = call.arguments.iter().map(text_of).collect();
    call.world.say(call.mind.name, &text);
    Ok(Outcome::Holds)
}

fn concat(call: Call<'_>) -> Result<Outcome, Failure> {
    let [parts @ .., result] = call.arguments else { return Err(call.wrong_number("concat")) };
    let whole = if let [Term::List(_), ..] = parts {
        let items: Vec<Term> = parts
            .iter()
            .filter_map(|part| if let Term::List(list) = part { Some(list) } else { None })
            .flat_map(List::items)
            .cloned()
            .collect();
        Term::list(items)
    } else {
        Term::string(parts.iter().map(text_of).collect::<String>())
    };
    let result = result.clone();
    call.unify(&result, &whole)
}
