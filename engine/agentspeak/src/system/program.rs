use std::sync::Arc;

use crate::compile::{self, Terms};
use crate::mind::{Mind, Plan};
use crate::query::{NotAFormula, Rule};
use crate::syntax::source::Sources;
use crate::syntax::tree::{Item, Program as Tree};
use crate::term::{Structure, Term};

/// What the agents of one file begin with: read once, however many there are.
#[derive(Clone, Debug, Default)]
pub struct Program {
    facts: Vec<Term>,
    rules: Vec<Arc<Rule>>,
    goals: Vec<Term>,
    plans: Vec<Arc<Plan>>,
}

/// Why a program cannot be executed.
#[derive(Clone, Debug)]
pub struct LoadError {
    /// What is wrong.
    pub message: String,
    /// In which line, or 0.
    pub line: u32,
}

impl Program {
    /// Of a tree whose directives have been executed. `file` is what failures call it.
    ///
    /// # Errors
    ///
    /// If a plan, a rule or a belief of it makes no sense.
    pub fn new(tree: &Tree, sources: &Sources, file: &str) -> Result<Self, LoadError> {
        let mut program = Self::default();
        let file: Arc<str> = file.into();
        for item in &tree.items {
            let line = sources.line(item.span()).unwrap_or(0);
            program.add(item, sources, &file).map_err(|message| LoadError { message, line })?;
        }
        Ok(program)
    }

    fn add(&mut self, item: &Item, sources: &Sources, file: &Arc<str>) -> Result<(), String> {
        let mut terms = Terms::of(sources);
        match item {
            Item::Belief(literal) => {
                let belief = terms.literal(literal);
                if belief.is_ground() {
                    self.facts.push(belief);
                } else {
                    // What holds for everything is a rule.
                    self.rules.push(rule(belief, &Term::truth(true), terms)?);
                }
            }
            Item::Rule(tree) => {
                let head = terms.literal(&tree.head);
                let body = terms.term(&tree.body);
                self.rules.push(rule(head, &body, terms)?);
            }
            Item::Goal(literal) => self.goals.push(terms.literal(literal)),
            Item::Plan(tree) => {
                let term = terms.plan(tree);
                let variables = terms.into_code().variables();
                self.plans.push(Arc::new(compile::plan(&term, variables, Some(file))?));
            }
            Item::Directive(directive) => {
                return Err(format!("the directive {:?} was not executed", directive.name.functor));
            }
        }
        Ok(())
    }

    /// Gives an agent all of it. Its initial beliefs and goals are events.
    pub fn load(&self, mind: &mut Mind) {
        for plan in &self.plans {
            let plan = if plan.label == Term::Atom(crate::term::Atom::NOTHING) {
                Arc::new(labelled(plan, mind.plans.fresh_label()))
            } else {
                Arc::clone(plan)
            };
            mind.plans.add(plan, false);
        }
        for rule in &self.rules {
            mind.beliefs.add_rule(Arc::clone(rule));
        }
        // The last is added first: newer beliefs come before older ones.
        self.facts.iter().rev().for_each(|fact| mind.believe(fact));
        self.goals.iter().for_each(|goal| mind.pursue(goal));
    }
}

fn rule(head: Term, body: &Term, terms: Terms<'_>) -> Result<Arc<Rule>, String> {
    let mut code = terms.into_code();
    code.formula(body).map_err(|NotAFormula| format!("{body} is no formula"))?;
    Rule::new(head, code.build()).map(Arc::new).map_err(|head| format!("{head} is no literal"))
}

/// The same plan with a label.
fn labelled(plan: &Plan, label: Term) -> Plan {
    let term = match plan.term.as_structure() {
        Some(structure) => {
            let rest = structure.arguments.iter().skip(1).cloned();
            let parts: Vec<Term> = std::iter::once(label.clone()).chain(rest).collect();
            Term::Structure(Structure::new(structure.functor, parts).at_line(structure.line()).into())
        }
        None => plan.term.clone(),
    };
    Plan {
        label,
        trigger: plan.trigger.clone(),
        context: plan.context.clone(),
        goal_condition: plan.goal_condition.clone(),
        body: Arc::clone(&plan.body),
        sub_plans: plan.sub_plans.clone(),
        variables: plan.variables,
        atomic: plan.atomic,
        term,
        file: plan.file.clone(),
    }
}
