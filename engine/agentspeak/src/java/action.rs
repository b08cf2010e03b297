//! Internal actions in Java: called on the agent's thread, with their arguments; what comes back is what their variables stand for.

use std::collections::HashMap;
use std::sync::Arc;

use super::here;
use super::machine::Machine;
use super::terms::{Reader, Variables, Writer};
use super::words::{ACTION, EXECUTE, NEXT, RELEASE};
use crate::library::{Call, each, holds};
use crate::mind::{Action, Failure, Mind, Outcome};
use crate::term::{Atom, Bindings, Term, Var};

const FAILS: u8 = 0;
const HOLDS: u8 = 1;
const SEVERAL: u8 = 2;
const SUSPENDS: u8 = 4;

/// An action that a Java class is.
pub(super) struct JavaAction {
    machine: Arc<Machine>,
    number: i64,
    /// May a formula ask it?
    in_formulas: bool,
    /// The calls whose value it is, where it is a function: its name, and each number of arguments.
    pub(super) calls: Vec<(String, usize)>,
}

/// What is left of several solutions.
struct Left {
    machine: Arc<Machine>,
    id: i64,
    /// What they are solutions for.
    variables: Vec<Var>,
}

impl JavaAction {
    /// The action of this class, which is loaded.
    pub(super) fn new(machine: Arc<Machine>, class: &str) -> Result<Self, String> {
        let mut name = Writer::default();
        name.string(class);
        let number = machine.jvm.call(ACTION, 0, &name.bytes)?.unwrap_or_default();
        let mut reader = Reader::new(&number);
        let number = reader.count()? as i64;
        let in_formulas = reader.byte()? != 0;
        let mut calls = Vec::new();
        if reader.byte()? != 0 {
            let name = reader.string()?;
            for _ in 0..reader.count()? {
                calls.push((name.clone(), reader.count()?));
            }
        }
        Ok(Self { machine, number, in_formulas, calls })
    }

    pub(super) fn execute(&self, name: Atom, call: &mut Call<'_>) -> Result<Outcome, Failure> {
        if !self.in_formulas && !is_step(name, call.mind) {
            let text = format!("internal action {name} cannot be used in context or rules!");
            return Err(Failure::new("internal_action", text));
        }
        let mut writer = Writer::with_variables();
        writer.string(call.agent().name()).version(&call.mind.beliefs).count(call.arguments.len());
        for argument in call.arguments {
            writer.term(argument);
        }
        let call_java = || self.machine.jvm.call(EXECUTE, self.number, &writer.bytes);
        let answer = here::during(call.mind, call.world, call_java).map_err(broken)?.unwrap_or_default();
        let variables = writer.variables.unwrap_or_default();
        let mut reader = Reader::new(&answer);
        match reader.byte().map_err(broken)? {
            FAILS => holds(false),
            HOLDS => holds(bind(&mut reader, &variables, call.bindings).map_err(broken)?),
            SUSPENDS => {
                let why = reader.term().map_err(broken)?;
                Ok(Outcome::Waits(Box::new(call.mind.wait_for_outsider(why, variables, call.world))))
            }
            SEVERAL => {
                let id = reader.count().map_err(broken)? as i64;
                let target = Term::list(variables.iter().copied().map(Term::Var).collect::<Vec<_>>());
                each(&target, Left { machine: Arc::clone(&self.machine), id, variables })
            }
            _ => {
                let kind = reader.string().map_err(broken)?;
                let why = reader.string().map_err(broken)?;
                let kinds = ["wrong_arguments", "internal_action", "unknown"];
                let kind = kinds.into_iter().find(|known| *known == kind).unwrap_or("unknown");
                Err(Failure::new(kind, why))
            }
        }
    }
}

/// Is the agent at a step that is this action, and not at a formula?
fn is_step(name: Atom, mind: &mut Mind) -> bool {
    let top = mind.current.as_mut().and_then(|current| current.top());
    let step = top.and_then(|top| top.current());
    step.is_some_and(|step| matches!(step.action, Action::Act(known, _) if known == name))
}

/// Binds variables to what Java has found for them.
pub(super) fn bind(reader: &mut Reader<'_>, variables: &[Var], bindings: &mut Bindings) -> Result<bool, String> {
    let mut fresh = HashMap::new();
    let mut made = Vec::new();
    let mut make = |name: &str| match name {
        "_" => bindings.fresh_var(),
        _ => *fresh.entry(name.to_owned()).or_insert_with(|| bindings.fresh_var()),
    };
    while reader.byte()? != 0 {
        let mut next = || reader.term_with(Variables { known: variables, fresh: &mut make });
        made.push((next()?, next()?));
    }
    Ok(made.iter().all(|(variable, value)| bindings.unify(variable, value)))
}

/// Variables, each with what it stands for.
fn pairs(reader: &mut Reader<'_>) -> Result<Vec<(Var, Term)>, String> {
    let mut pairs = Vec::new();
    while reader.byte()? != 0 {
        if let Term::Var(variable) = reader.term()? {
            pairs.push((variable, reader.term()?));
        }
    }
    Ok(pairs)
}

fn broken(wrong: String) -> Failure {
    Failure::new("internal_action", wrong)
}

impl Iterator for Left {
    type Item = Term;

    fn next(&mut self) -> Option<Term> {
        let answer = self.machine.jvm.call(NEXT, self.id, &[]).ok()??;
        let mut reader = Reader::new(&answer);
        // There is no place for variables that come with a solution.
        let mut fresh = |_: &str| Var::unnamed(u32::MAX);
        reader.variables = Some(Variables { known: &self.variables, fresh: &mut fresh });
        reader.byte().ok()?;
        let values = pairs(&mut reader).ok()?;
        let value = |variable: &Var| {
            let found = values.iter().find(|(of, _)| of == variable);
            found.map_or(Term::Var(*variable), |(_, value)| value.clone())
        };
        Some(Term::list(self.variables.iter().map(value).collect::<Vec<_>>()))
    }
}

impl Drop for Left {
    fn drop(&mut self) {
        // It may have been the last.
        let _ = self.machine.jvm.call(RELEASE, self.id, &[]);
    }
}
