//! Terms as bytes, as `agon.bridge.Reader` and `Writer` have them on Java's side: a tag, and what belongs to it. Counts and lengths
//! take seven bits a byte, the lowest first.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::belief::BeliefBase;
use crate::compile;
use crate::stack::{is_low, with_stack};
use crate::term::{Annotations, Atom, Kind, List, Signature, Structure, Term, Var};

const NUMBER: u8 = 0;
const INTEGER: u8 = 1;
const STRING: u8 = 2;
const ATOM: u8 = 3;
const LIST: u8 = 4;
const STRUCTURE: u8 = 5;
/// Anything else, as a program would write it.
const TEXT: u8 = 6;
/// A variable of ours, by its number.
const VARIABLE: u8 = 7;
/// Another one, by its name.
const FRESH: u8 = 8;
/// A list with items, and a variable behind them.
const OPEN_LIST: u8 = 9;
/// A rule, as a program would write it.
const RULE: u8 = 10;
/// `source(self)`, which comes with most beliefs.
const OWN: u8 = 11;
/// As a program would write it, with variables of ours: their numbers, and the text, in which they are called by these.
const FORMULA: u8 = 12;

/// What variables of ours are called in texts, with their numbers behind it.
const NAME: &str = "Agon__";

static OWN_SOURCE: LazyLock<Term> = LazyLock::new(|| Term::structure("source", [Term::from(Atom::SELF)]));

const NEGATED: u8 = 1;
const NAMESPACE: u8 = 2;
const ANNOTATED: u8 = 4;

/// Writes what Java reads.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    /// The variables that have been written, where they are more than their names.
    pub(super) variables: Option<Vec<Var>>,
}

impl Writer {
    /// One for which variables are themselves, and are noted.
    pub(super) fn with_variables() -> Self {
        Self { bytes: Vec::new(), variables: Some(Vec::new()) }
    }

    pub(super) fn count(&mut self, count: usize) -> &mut Self {
        let mut left = count;
        while left > 0x7F {
            self.bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        self.bytes.push(left as u8);
        self
    }

    pub(super) fn string(&mut self, text: &str) -> &mut Self {
        self.count(text.len()).bytes.extend_from_slice(text.as_bytes());
        self
    }

    pub(super) fn term(&mut self, term: &Term) -> &mut Self {
        match term {
            Term::Number(number) => self.number(number.get()),
            Term::String(text) => self.tag(STRING).string(text),
            Term::Atom(name) => self.tag(ATOM).string(&name.name()),
            Term::Var(variable) if self.variables.is_some() => self.variable(*variable),
            Term::List(list) if list.is_proper() || self.variables.is_some() => self.list(list),
            Term::Structure(structure)
                if structure.passing_functor().signature().kind == Kind::Literal && has_no_rest(structure) =>
            {
                self.literal(structure)
            }
            other if self.variables.is_some() && !other.is_ground() => self.formula(other),
            other => self.tag(TEXT).string(&written(other).to_string()),
        }
    }

    fn formula(&mut self, term: &Term) -> &mut Self {
        let mut places = Vec::new();
        let named = term.renamed(&mut |variable| {
            let place = self.place(variable);
            if !places.contains(&place) {
                places.push(place);
            }
            Term::Var(Var::new(variable.slot(), Atom::new(&format!("{NAME}{place}"))))
        });
        self.tag(FORMULA).count(places.len());
        for place in places {
            self.count(place);
        }
        self.string(&written(&named).to_string())
    }

    /// A rule, by its text.
    pub(super) fn rule(&mut self, text: &str) -> &mut Self {
        self.tag(RULE).string(text)
    }

    /// Which beliefs there are.
    pub(super) fn version(&mut self, beliefs: &BeliefBase) -> &mut Self {
        self.bytes.extend_from_slice(&beliefs.version().to_be_bytes());
        self
    }

    pub(super) fn flag(&mut self, is_set: bool) -> &mut Self {
        self.tag(u8::from(is_set))
    }

    fn list(&mut self, list: &List) -> &mut Self {
        let is_proper = list.is_proper();
        self.tag(if is_proper { LIST } else { OPEN_LIST }).count(list.len());
        let mut items = list.items();
        for item in &mut items {
            self.term(item);
        }
        if let Some(tail) = items.tail() {
            self.term(&Term::Var(tail));
        }
        self
    }

    fn number(&mut self, number: f64) -> &mut Self {
        let whole = number as i32;
        if f64::from(whole) == number && (whole != 0 || number.is_sign_positive()) {
            self.tag(INTEGER).bytes.extend_from_slice(&whole.to_be_bytes());
        } else {
            self.tag(NUMBER).bytes.extend_from_slice(&number.to_be_bytes());
        }
        self
    }

    fn literal(&mut self, structure: &Structure) -> &mut Self {
        let Signature { namespace, negated, name, .. } = structure.functor().signature();
        let is_default = namespace == Atom::DEFAULT;
        let annotations = structure.annotations().map(Annotations::items).unwrap_or_default();
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let flags = flag(negated, NEGATED) | flag(!is_default, NAMESPACE) | flag(!annotations.is_empty(), ANNOTATED);
        self.tag(STRUCTURE).tag(flags).string(name.name());
        if !is_default {
            self.string(namespace.name());
        }
        self.count(structure.arguments().len());
        for argument in structure.arguments() {
            self.term(argument);
        }
        if !annotations.is_empty() {
            self.count(annotations.len());
            for annotation in annotations {
                self.term(annotation);
            }
        }
        self
    }

    fn variable(&mut self, variable: Var) -> &mut Self {
        let place = self.place(variable);
        self.tag(VARIABLE).count(place)
    }

    /// The variable's number, by which it is known from now on.
    fn place(&mut self, variable: Var) -> usize {
        let variables = self.variables.get_or_insert_default();
        variables.iter().position(|known| *known == variable).unwrap_or_else(|| {
            variables.push(variable);
            variables.len() - 1
        })
    }

    fn tag(&mut self, tag: u8) -> &mut Self {
        self.bytes.push(tag);
        self
    }
}

/// The term with its strings as Jason's parser reads them: what Jason prints is not that.
pub(super) fn written(term: &Term) -> Term {
    if is_low() {
        return with_stack(|| written(term));
    }
    match term {
        Term::String(text) if text.contains(['"', '\n']) => {
            Term::string(text.replace('"', "\\\"").replace('\n', "\\n"))
        }
        Term::List(list) => {
            let mut items = list.items();
            let all: Vec<Term> = items.by_ref().map(written).collect();
            let tail = items.tail().map_or(Term::List(List::EMPTY), Term::Var);
            List::with_tail(all, tail).map_or_else(|tail| tail, Term::List)
        }
        Term::Structure(structure) => {
            let arguments: Vec<Term> = structure.arguments().iter().map(written).collect();
            Term::Structure(structure.with_arguments(arguments))
        }
        other => other.clone(),
    }
}

/// Has it no variable that stands for other annotations?
fn has_no_rest(structure: &Structure) -> bool {
    structure.annotations().is_none_or(|annotations| annotations.rest().is_none())
}

/// Reads what Java has written.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    /// What variables are, where they are more than their names.
    pub(super) variables: Option<Variables<'a>>,
}

/// What the other side's variables are here.
pub(super) struct Variables<'a> {
    /// Those that were written, by their numbers.
    pub(super) known: &'a [Var],
    /// Makes one that has come by its name.
    pub(super) fresh: &'a mut dyn FnMut(&str) -> Var,
}

impl Variables<'_> {
    /// The one that is meant by this one of a text.
    fn named(&mut self, variable: Var) -> Var {
        let name = variable.name().map_or("_", Atom::name);
        let known = name.strip_prefix(NAME).and_then(|place| self.known.get(place.parse::<usize>().ok()?));
        known.copied().unwrap_or_else(|| (self.fresh)(name))
    }
}

/// What does not come from the other side.
const BROKEN: &str = "Java has sent something else than was agreed";

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, variables: None }
    }

    pub(super) fn count(&mut self) -> Result<usize, String> {
        let mut count = 0;
        for shift in (0..usize::BITS).step_by(7) {
            let part = self.byte()?;
            count |= usize::from(part & 0x7F) << shift;
            if part < 0x80 {
                return Ok(count);
            }
        }
        Err(BROKEN.to_owned())
    }

    pub(super) fn string(&mut self) -> Result<String, String> {
        self.text().map(Cow::into_owned)
    }

    /// The same, where it is in what is read.
    pub(super) fn text(&mut self) -> Result<Cow<'a, str>, String> {
        let length = self.count()?;
        Ok(String::from_utf8_lossy(self.bytes(length)?))
    }

    /// What has not been read.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// A term whose variables are these.
    pub(super) fn term_with<'b>(&'b mut self, variables: Variables<'b>) -> Result<Term, String> {
        let mut reader = Reader { bytes: self.bytes, variables: Some(variables) };
        let term = reader.term();
        let left = reader.bytes.len();
        self.bytes = &self.bytes[self.bytes.len() - left..];
        term
    }

    pub(super) fn term(&mut self) -> Result<Term, String> {
        Ok(match self.byte()? {
            NUMBER => Term::from(f64::from_be_bytes(self.array()?)),
            INTEGER => Term::Number((f64::from(i32::from_be_bytes(self.array()?))).into()),
            STRING => Term::string(self.string()?),
            ATOM => Term::atom(&self.text()?),
            LIST => Term::list(self.terms()?),
            OPEN_LIST => {
                let items = self.terms()?;
                let list = List::with_tail(items, self.term()?).map_err(|_| BROKEN)?;
                Term::List(list)
            }
            STRUCTURE => self.literal()?,
            OWN => OWN_SOURCE.clone(),
            VARIABLE => {
                let place = self.count()?;
                let known = self.variables.as_ref().and_then(|variables| variables.known.get(place));
                Term::Var(*known.ok_or(BROKEN)?)
            }
            FRESH => {
                let name = &*self.text()?;
                match &mut self.variables {
                    Some(variables) => Term::Var((variables.fresh)(name)),
                    None => compile::term(name)?,
                }
            }
            RULE => {
                let text = self.string()?;
                compile::term(&format!("{{ {text} }}")).map_err(|wrong| format!("{text}: {wrong}"))?
            }
            TEXT => {
                let text = self.string()?;
                let term = compile::term(&text).map_err(|wrong| format!("{text}: {wrong}"))?;
                match &mut self.variables {
                    Some(variables) => term.renamed(&mut |variable| Term::Var(variables.named(variable))),
                    None => term,
                }
            }
            _ => return Err(BROKEN.to_owned()),
        })
    }

    fn terms(&mut self) -> Result<Vec<Term>, String> {
        (0..self.count()?).map(|_| self.term()).collect()
    }

    fn literal(&mut self) -> Result<Term, String> {
        let flags = self.byte()?;
        let name = self.atom()?;
        let namespace = if flags & NAMESPACE == 0 { Atom::DEFAULT } else { self.atom()? };
        let arguments = self.terms()?;
        let annotations = if flags & ANNOTATED == 0 { None } else { Some(Annotations::new(self.terms()?, None)) };
        let arity = u32::try_from(arguments.len()).map_err(|_| BROKEN)?;
        let negated = flags & NEGATED != 0;
        let functor = Signature { namespace, negated, name, arity, kind: Kind::Literal }.functor();
        Ok(Term::Structure(Structure::with_annotations(functor, arguments, annotations)))
    }

    pub(super) fn atom(&mut self) -> Result<Atom, String> {
        Ok(Atom::new(&self.text()?))
    }

    pub(super) fn byte(&mut self) -> Result<u8, String> {
        Ok(self.array::<1>()?[0])
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        self.bytes(N)?.try_into().map_err(|_| BROKEN.to_owned())
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], String> {
        if count > self.bytes.len() {
            return Err(BROKEN.to_owned());
        }
        let (bytes, rest) = self.bytes.split_at(count);
        self.bytes = rest;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_come_back_as_they_were() {
        for text in [
            "1",
            "-7",
            "0.5",
            "1.0E300",
            "\"a \\\"b\\\"\"",
            "a",
            "p(1,[x,\"y\",[]],q(r))",
            "~p(1)[source(self),b]",
            "ns::p(2)",
            "[1|T]",
            "p(X)[a|R]",
            "1+X",
            "{ !a; ?b }",
            "pos(-2147483648,2147483648)",
            "[]",
        ] {
            let term = compile::term(text).expect(text);
            let mut writer = Writer::default();
            writer.term(&term);
            let mut reader = Reader::new(&writer.bytes);
            assert_eq!(reader.term().as_ref().map(ToString::to_string), Ok(term.to_string()), "{text}");
            assert!(reader.bytes.is_empty());
        }
        let mut writer = Writer::default();
        writer.count(300).string("é");
        let mut reader = Reader::new(&writer.bytes);
        assert_eq!((reader.count(), reader.string()), (Ok(300), Ok("é".to_owned())));
        assert!(reader.term().is_err());
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let mut writer = Writer::default();
        writer.term(&compile::term("~p(1,[x,\"y\"])[a]").expect("a term"));
        for length in 0..writer.bytes.len() {
            assert!(Reader::new(&writer.bytes[..length]).term().is_err(), "{length}");
        }
    }
}
