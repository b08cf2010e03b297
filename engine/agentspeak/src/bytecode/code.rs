use std::sync::Arc;

use super::operand::Operand;
use super::pattern::Head;
use crate::term::{Atom, Functor, Kind, Relation, Term, Var};

/// A formula as instructions, one after the other.
///
/// Its variables are numbered from 0; wherever it is executed they lie one behind the other in some bindings.
#[derive(Clone, Debug)]
pub struct Code {
    pub(crate) instructions: Box<[Instruction]>,
    pub(crate) variables: u32,
    /// Does it ask for the agent's own intentions?
    pub(crate) looks_inward: bool,
    /// Does it execute internal actions?
    pub(crate) acts: bool,
}

impl Code {
    /// Does it do nothing, and ask for no intentions?
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        !self.acts && !self.looks_inward
    }
}

/// A rule: its head follows where its body does.
#[derive(Clone, Debug)]
pub struct Rule {
    head: Term,
    body: Option<Term>,
    predicate: Functor,
    /// The arguments of the head, compiled.
    pub(crate) pattern: Option<Head>,
    pub(crate) code: Arc<Code>,
    /// The file where it was written, and the line.
    place: Option<(Arc<str>, u32)>,
}

/// Where in a [`Code`].
pub(crate) type Address = u32;

/// A step of a query. What follows it is asked only if it holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Instruction {
    /// Does the comparison hold, or can the two sides be made so?
    Relate(Relation, Operand, Operand),
    /// Is it believed? A literal, or a variable that stands for a formula.
    Believe(Operand),
    /// An internal action, with its arguments.
    Act(Atom, Box<[Operand]>),
    /// Goes on behind this, and if that fails there.
    Or(Address),
    /// Goes on there.
    Jump(Address),
    /// Goes on behind this up to [`Instruction::Holds`]; there, if that fails.
    Not(Address),
    /// The end of what must not hold: fails.
    Holds(Address),
    /// Goes on behind this up to [`Instruction::Gather`], again and again; when there is no more, there.
    Collect(Box<Collect>),
    /// The end of what is gathered: takes a solution, and asks for the next.
    Gather(Address),
    /// Never holds.
    Fail,
    /// The end of a rule's body, or of the query.
    Return,
}

/// What [`Instruction::Collect`] gathers.
#[derive(Clone, Debug)]
pub struct Collect {
    /// How.
    pub gathering: Gathering,
    /// What is taken of each solution.
    pub template: Term,
    /// What the whole is to be.
    pub result: Term,
    pub(crate) behind: Address,
}

/// What is made of all solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gathering {
    /// A list of them, in order.
    List,
    /// A sorted list without repetition.
    Set,
    /// Their number.
    Count,
}

impl Rule {
    /// A rule for a literal, from code that [`CodeBuilder`] has made.
    ///
    /// # Errors
    ///
    /// The head, if it is no literal.
    pub fn new(head: Term, code: Code) -> Result<Self, Term> {
        match head.predicate() {
            Some(predicate) => {
                let pattern = Head::of(&head, &|_| false);
                Ok(Self { head, body: None, predicate, pattern, code: Arc::new(code), place: None })
            }
            None => Err(head),
        }
    }

    /// What follows.
    pub fn head(&self) -> &Term {
        &self.head
    }

    /// A rule of terms whose variables are places in some bindings: it gets variables of its own.
    pub(crate) fn of_terms(head: &Term, body: &Term) -> Option<Self> {
        let mut code = CodeBuilder::default();
        let (both, variables) = Kind::Rule.of([head.clone(), body.clone()]).numbered();
        let [head, body] = both.as_structure()?.arguments() else { return None };
        let (head, body) = (head.clone(), body.clone());
        code.formula(&body).ok()?;
        let code = Code { variables: variables.len() as u32, ..code.build() };
        Self::new(head, code).ok().map(|rule| rule.with_body(body))
    }

    /// Does it hold whatever else is believed?
    pub(crate) fn is_always(&self) -> bool {
        match &*self.code.instructions {
            [Instruction::Return] => true,
            [Instruction::Believe(Operand::Constant(Term::Atom(truth))), Instruction::Return] => *truth == Atom::TRUE,
            _ => false,
        }
    }

    /// The same, which knows its body's literal.
    #[must_use]
    pub fn with_body(self, body: Term) -> Self {
        Self { body: Some(body), ..self }
    }

    /// The same, which knows in which file it was written, and in which line.
    #[must_use]
    pub(crate) fn at(self, file: Arc<str>, line: u32) -> Self {
        Self { place: Some((file, line)), ..self }
    }

    /// The file where it was written, and the line, if that is known.
    pub(crate) fn place(&self) -> Option<(&str, u32)> {
        self.place.as_ref().map(|(file, line)| (&**file, *line))
    }

    /// Its body's literal, if that is known.
    pub fn body(&self) -> Option<&Term> {
        self.body.as_ref()
    }

    /// How many variables it has.
    pub(crate) fn variables(&self) -> u32 {
        self.code.variables
    }

    /// Of which predicate it is.
    pub fn predicate(&self) -> Functor {
        self.predicate
    }
}

/// Makes [`Code`].
#[derive(Debug, Default)]
pub struct CodeBuilder {
    instructions: Vec<Instruction>,
    names: Vec<Option<Atom>>,
}

impl CodeBuilder {
    /// The variable of this name: the same one each time.
    pub fn variable(&mut self, name: Atom) -> Var {
        let known = self.names.iter().position(|other| *other == Some(name));
        let slot = known.unwrap_or_else(|| {
            self.names.push(Some(name));
            self.names.len() - 1
        });
        Var::new(slot as u32, name)
    }

    /// A variable of no name: another one each time.
    pub fn unnamed(&mut self) -> Var {
        self.names.push(None);
        Var::unnamed(self.names.len() as u32 - 1)
    }

    /// The names of the variables, as far as they have any.
    pub fn names(&self) -> Arc<[Option<Atom>]> {
        self.names.clone().into()
    }

    /// How many variables there are.
    pub fn variables(&self) -> u32 {
        self.names.len() as u32
    }

    /// Adds a step.
    pub fn push(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    fn here(&self) -> Address {
        self.instructions.len() as Address
    }

    /// What `first` adds, or else what `second` does.
    ///
    /// # Errors
    ///
    /// Theirs.
    pub fn or<E>(
        &mut self,
        first: impl FnOnce(&mut Self) -> Result<(), E>,
        second: impl FnOnce(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let or = self.hole();
        first(self)?;
        let jump = self.hole();
        self.instructions[or] = Instruction::Or(self.here());
        second(self)?;
        self.instructions[jump] = Instruction::Jump(self.here());
        Ok(())
    }

    /// What `inner` adds must not hold.
    ///
    /// # Errors
    ///
    /// Its.
    pub fn not<E>(&mut self, inner: impl FnOnce(&mut Self) -> Result<(), E>) -> Result<(), E> {
        let not = self.hole();
        inner(self)?;
        self.push(Instruction::Holds(not as Address));
        self.instructions[not] = Instruction::Not(self.here());
        Ok(())
    }

    /// All solutions of what `inner` adds.
    ///
    /// # Errors
    ///
    /// Its.
    pub fn collect<E>(
        &mut self,
        gathering: Gathering,
        template: &Term,
        result: &Term,
        inner: impl FnOnce(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let collect = self.hole();
        inner(self)?;
        self.push(Instruction::Gather(collect as Address));
        let (template, result, behind) = (template.clone(), result.clone(), self.here());
        self.instructions[collect] = Instruction::Collect(Box::new(Collect { gathering, template, result, behind }));
        Ok(())
    }

    /// A place for an instruction that is known later.
    fn hole(&mut self) -> usize {
        self.push(Instruction::Fail);
        self.instructions.len() - 1
    }

    /// The code.
    pub fn build(mut self) -> Code {
        self.push(Instruction::Return);
        let looks_inward = self.instructions.iter().any(|instruction| match instruction {
            Instruction::Act(name, _) => looks_inward(name.name()),
            _ => false,
        });
        let acts = self.instructions.iter().any(|instruction| matches!(instruction, Instruction::Act(..)));
        Code { instructions: self.instructions.into(), variables: self.names.len() as u32, looks_inward, acts }
    }
}

/// Is it an internal action that looks at intentions, or does something to them?
fn looks_inward(name: &str) -> bool {
    const LOOKING: [&str; 11] = [
        ".current_intention",
        ".desire",
        ".drop_all_intentions",
        ".drop_desire",
        ".drop_intention",
        ".fail_goal",
        ".intend",
        ".intention",
        ".succeed_goal",
        ".suspend",
        ".suspended",
    ];
    LOOKING.contains(&name)
}
