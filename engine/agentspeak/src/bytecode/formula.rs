use super::code::{Code, CodeBuilder, Gathering, Instruction};
use super::operand::Operand;
use crate::stack::with_stack;
use crate::term::{Kind, Logic, Structure, Term};

/// A term that cannot hold or not: a number, a string, a list or arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAFormula;

impl Code {
    /// A formula whose variables are places in the bindings already: to be asked with base 0.
    ///
    /// # Errors
    ///
    /// If the term is no formula.
    pub fn of(formula: &Term) -> Result<Self, NotAFormula> {
        let mut code = CodeBuilder::default();
        code.formula(formula)?;
        Ok(code.build())
    }
}

impl CodeBuilder {
    /// Adds what asks a formula.
    ///
    /// # Errors
    ///
    /// If the term is no formula, or holds something that is none where one is due.
    pub fn formula(&mut self, formula: &Term) -> Result<(), NotAFormula> {
        match formula {
            Term::Structure(structure) => with_stack(|| self.structure(structure, formula)),
            Term::Atom(name) if is_action(&name.name()) => {
                self.push(Instruction::Act(name.atom(), [].into()));
                Ok(())
            }
            Term::Atom(_) | Term::Var(_) => {
                self.push(Instruction::Believe(Operand::of_literal(formula)));
                Ok(())
            }
            _ => Err(NotAFormula),
        }
    }

    fn structure(&mut self, structure: &Structure, formula: &Term) -> Result<(), NotAFormula> {
        match (structure.passing_functor().signature().kind, structure.arguments()) {
            (Kind::Logic(Logic::And), [left, right]) => {
                self.formula(left)?;
                self.formula(right)
            }
            (Kind::Logic(Logic::Or), [left, right]) => self.or(|code| code.formula(left), |code| code.formula(right)),
            (Kind::Logic(Logic::Not), [inner]) => self.not(|code| code.formula(inner)),
            (Kind::Relation(relation), [left, right]) => {
                self.push(Instruction::Relate(relation, Operand::of(left), Operand::of(right)));
                Ok(())
            }
            (Kind::Variable | Kind::Qualified, _) => {
                self.push(Instruction::Believe(Operand::of_literal(formula)));
                Ok(())
            }
            (Kind::Literal, arguments) => {
                let name = structure.functor().name().name();
                match (name, arguments) {
                    (".findall", [template, inner, result]) if is_formula(inner) => {
                        self.collect(Gathering::List, template, result, |code| code.formula(inner))
                    }
                    (".setof", [template, inner, result]) if is_formula(inner) => {
                        self.collect(Gathering::Set, template, result, |code| code.formula(inner))
                    }
                    (".count", [inner, result]) if is_formula(inner) => {
                        self.collect(Gathering::Count, result, result, |code| code.formula(inner))
                    }
                    _ => {
                        self.push(if is_action(name) {
                            Instruction::Act(structure.functor().name(), arguments.iter().map(Operand::of).collect())
                        } else {
                            Instruction::Believe(Operand::of_literal(formula))
                        });
                        Ok(())
                    }
                }
            }
            _ => Err(NotAFormula),
        }
    }
}

/// Is it a formula, as far as one sees from outside?
pub(crate) fn is_formula(term: &Term) -> bool {
    match term {
        Term::Atom(_) | Term::Var(_) => true,
        Term::Structure(structure) => matches!(
            structure.passing_functor().signature().kind,
            Kind::Literal | Kind::Logic(_) | Kind::Relation(_) | Kind::Variable | Kind::Qualified
        ),
        _ => false,
    }
}

/// Has it the name of an internal action: one with a dot outside quotation marks?
pub(crate) fn is_action(name: &str) -> bool {
    !name.starts_with('\'') && name.contains('.')
}
