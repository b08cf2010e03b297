//! Terms as Jason prints them.

use std::cell::RefCell;
use std::fmt::{self, Display, Formatter, Write};

use super::collection::Contents;
use super::show_plan::show_plan;
use super::{Annotations, Atom, Collection, Kind, List, Structure, Term, Var, show_number};
use crate::stack::{self, SHALLOW};

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.height() > SHALLOW && stack::is_low() {
            return f.write_str(&stack::with_stack(|| printed(self)));
        }
        match self {
            Self::Number(number) => show_number(number.get(), f),
            Self::Atom(atom) => atom.fmt(f),
            Self::String(text) => write!(f, "\"{text}\""),
            Self::List(list) => list.fmt(f),
            Self::Structure(structure) => structure.fmt(f),
            Self::Var(var) => var.fmt(f),
            Self::Collection(collection) => collection.fmt(f),
        }
    }
}

/// In a text of its own.
fn printed(term: &Term) -> String {
    term.to_string()
}

impl Display for Var {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => name.fmt(f),
            None => write!(f, "_{}", self.slot()),
        }
    }
}

impl Display for List {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut items = self.items();
        f.write_char('[')?;
        separated(f, items.by_ref())?;
        if let Some(tail) = items.tail() {
            write!(f, "|{tail}")?;
        }
        f.write_char(']')
    }
}

impl Display for Annotations {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        separated(f, self.items())?;
        if let Some(rest) = self.rest() {
            write!(f, "|{rest}")?;
        }
        f.write_char(']')
    }
}

impl Display for Structure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let signature = self.passing_functor().signature();
        if let Some(shown) = show_plan(self, f) {
            return shown;
        }
        match (signature.kind.operator(), self.arguments()) {
            (Some(operator), [left, right]) => return write!(f, "({left}{operator}{right})"),
            (Some(operator), [only]) if matches!(signature.kind, Kind::Arithmetic(_)) => {
                return write!(f, "({operator}{only})");
            }
            (Some(operator), [only]) => return write!(f, "{operator}({only})"),
            _ => {}
        }
        match (signature.kind, self.arguments()) {
            (Kind::Cyclic, [inner, var]) => return write!(f, "...{inner}/{var}"),
            (Kind::Message, [number]) => return write!(f, "mid{number}"),
            _ => {}
        }
        if let (Kind::Qualified, [namespace, literal]) = (signature.kind, self.arguments()) {
            return write!(f, "{namespace}::{literal}");
        }
        if let (Kind::Variable, [variable, namespace @ ..]) = (signature.kind, self.arguments()) {
            return show_variable(self, variable, namespace.first(), f);
        }
        if signature.namespace != Atom::DEFAULT {
            write!(f, "{}::", signature.namespace)?;
        }
        write!(f, "{}{}", if signature.negated { "~" } else { "" }, self.constant())?;
        if !self.arguments().is_empty() {
            f.write_char('(')?;
            separated(f, self.arguments())?;
            f.write_char(')')?;
        }
        self.annotations().map_or(Ok(()), |annotations| annotations.fmt(f))
    }
}

fn show_variable(
    structure: &Structure,
    variable: &Term,
    namespace: Option<&Term>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let signature = structure.passing_functor().signature();
    match namespace {
        Some(namespace) => write!(f, "{namespace}::")?,
        None if signature.namespace != Atom::DEFAULT => write!(f, "{}::", signature.namespace)?,
        None => {}
    }
    write!(f, "{}{variable}", if signature.negated { "~" } else { "" })?;
    structure.annotations().map_or(Ok(()), |annotations| annotations.fmt(f))
}

thread_local! {
    /// The collections that are being printed, from the outermost on.
    static AROUND: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

impl Display for Collection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // It may hold itself, and then there is no end.
        if stack::is_low() || AROUND.with_borrow(|around| around.contains(&self.address())) {
            return f.write_str("..");
        }
        AROUND.with_borrow_mut(|around| around.push(self.address()));
        let shown = show_contents(&self.contents_now(), f);
        AROUND.with_borrow_mut(Vec::pop);
        shown
    }
}

fn show_contents(contents: &Contents, f: &mut Formatter<'_>) -> fmt::Result {
    match contents {
        Contents::Set(items) => braced(f, items.iter().map(|item| &**item)),
        Contents::Map(entries) => braced(f, entries.iter().map(|(key, value)| format!("{}->{value}", **key))),
        Contents::Queue(items) | Contents::PriorityQueue(items) => {
            let items: Vec<String> = items.iter().map(Term::to_string).collect();
            write!(f, "[{}]", items.join(", "))
        }
    }
}

fn braced(f: &mut Formatter<'_>, items: impl IntoIterator<Item = impl Display>) -> fmt::Result {
    f.write_char('{')?;
    separated(f, items)?;
    f.write_char('}')
}

fn separated(f: &mut Formatter<'_>, items: impl IntoIterator<Item = impl Display>) -> fmt::Result {
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            f.write_char(',')?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Arithmetic, Logic, Relation, StructureBuilder};

    #[test]
    fn literals_are_printed_with_all_they_have() {
        let literal = StructureBuilder::new(Atom::new("at"))
            .namespace(Atom::new("home"))
            .negated(true)
            .arguments([Term::from(2.5), Term::string("here"), Term::list([Term::atom("a"), Term::from(1.0)])])
            .annotation(Term::structure("source", [Term::from(Atom::SELF)]))
            .annotation(Term::atom("old"))
            .build();
        assert_eq!(literal.to_string(), "home::~at(2.5,\"here\",[a,1])[old,source(self)]");
        assert_eq!(Term::atom("x").to_string(), "x");
        assert_eq!(Term::structure("x", []).to_string(), "x");
    }

    #[test]
    fn expressions_are_printed_in_parentheses() {
        let variable = Term::Var(Var::new(0, Atom::new("X")));
        let sum = Kind::Arithmetic(Arithmetic::Plus).of([variable.clone(), Term::from(1.0)]);
        assert_eq!(sum.to_string(), "(X+1)");
        assert_eq!(Kind::Arithmetic(Arithmetic::Minus).of([variable.clone()]).to_string(), "(-X)");
        let less = Kind::Relation(Relation::Less).of([sum, Term::from(3.0)]);
        let not = Kind::Logic(Logic::Not).of([less.clone()]);
        assert_eq!(not.to_string(), "not (((X+1) < 3))");
        assert_eq!(Kind::Logic(Logic::And).of([less, Term::atom("p")]).to_string(), "(((X+1) < 3) & p)");
    }
}
