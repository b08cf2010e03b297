//! Bodies as terms. What has a syntax of its own (`if`, `for`, ...) is an internal action there, as in Jason.

use super::Terms;
use crate::syntax::tree::{Body, Branch, Expr, Fork, StepKind, Update};
use crate::term::{Atom, Functor, Kind, Step, Structure, StructureBuilder, Term};

impl Terms<'_> {
    /// A body: its first step, and as the second argument the body behind it.
    pub fn body(&mut self, body: &Body) -> Term {
        self.steps_of(body, |steps| steps)
    }

    /// The body of a plan or of a block, which is printed without braces of its own.
    pub(super) fn bare_body(&mut self, body: &Body) -> Term {
        self.steps_of(body, Structure::without_braces)
    }

    fn steps_of(&mut self, body: &Body, written: impl Fn(Structure) -> Structure) -> Term {
        let mut steps = Vec::new();
        self.add_steps(body, &mut steps);
        let none = Structure::new(Functor::operator(Kind::NoSteps, 0), []);
        steps.into_iter().rev().fold(Term::Structure(written(none)), |rest, ((kind, what), line)| {
            let step = Structure::new(Functor::operator(Kind::Step(kind), 2), [what, rest]).at_line(line);
            Term::Structure(written(step))
        })
    }

    fn add_steps(&mut self, body: &Body, steps: &mut Vec<((Step, Term), u32)>) {
        for step in &body.steps {
            let line = self.line(step.span);
            let step = match &step.kind {
                StepKind::Block(inner) => {
                    self.add_steps(inner, steps);
                    continue;
                }
                StepKind::Achieve(goal) => (Step::Achieve, self.term(goal)),
                StepKind::AchieveNew(goal) => (Step::AchieveNew, self.term(goal)),
                StepKind::Test(formula) => (Step::Test, self.term(formula)),
                StepKind::Update(update, what) => self.update(*update, what),
                StepKind::Action(literal) | StepKind::InternalAction(literal) => (Step::Do, self.literal(literal)),
                StepKind::Constraint(formula) | StepKind::Formula(formula) => (Step::Do, self.term(formula)),
                StepKind::Variable(variable) => (Step::Do, self.term(&Expr::Variable(Box::new(variable.clone())))),
                StepKind::If { branches, otherwise } => (Step::Do, self.choice(branches, otherwise.as_ref())),
                StepKind::While(branch) => (Step::Do, self.repetition(".loop", branch)),
                StepKind::For(branch) => (Step::Do, self.repetition(".foreach", branch)),
                StepKind::Fork(fork, bodies) => (Step::Do, self.fork(*fork, bodies)),
            };
            steps.push((step, line));
        }
    }

    fn update(&mut self, update: Update, what: &Expr) -> (Step, Term) {
        let term = self.term(what);
        // The plan library is changed by internal actions; by others a plan is no more than a term.
        if let (Expr::Plan(_), Update::Add | Update::AddBegin | Update::AddEnd | Update::Delete) = (what, update) {
            let source = Term::from(Atom::SELF);
            let action = match update {
                Update::Delete => Term::structure(".remove_plan", [term]),
                Update::AddEnd => Term::structure(".add_plan", [term, source, Term::atom("end")]),
                _ => Term::structure(".add_plan", [term, source, Term::atom("begin")]),
            };
            return (Step::Do, action);
        }
        let step = match update {
            Update::Add => Step::Add,
            Update::AddBegin => Step::AddBegin,
            Update::AddEnd => Step::AddEnd,
            Update::AddNew => Step::AddNew,
            Update::Delete => Step::Delete,
            Update::DeleteNew => Step::DeleteNew,
            Update::Replace => Step::Replace,
        };
        (step, term)
    }

    /// `elif` is an `if` in the `else` before it.
    fn choice(&mut self, branches: &[Branch], otherwise: Option<&Body>) -> Term {
        let mut last = otherwise.map(|body| self.bare_body(body));
        for branch in branches.iter().rev() {
            let mut arguments = vec![self.term(&branch.condition), self.bare_body(&branch.body)];
            arguments.extend(last);
            last = Some(StructureBuilder::new(Atom::new(".if_then_else")).arguments(arguments).build());
            if !std::ptr::eq(branch, &raw const branches[0]) {
                last = last.map(|inner| {
                    let step =
                        Structure::new(Functor::operator(Kind::Step(Step::Do), 2), [inner, Kind::NoSteps.of([])]);
                    Term::Structure(step.without_braces())
                });
            }
        }
        last.unwrap_or_else(|| Kind::NoSteps.of([]))
    }

    fn repetition(&mut self, action: &str, branch: &Branch) -> Term {
        let condition = self.term(&branch.condition);
        Term::structure(action, [condition, self.bare_body(&branch.body)])
    }

    fn fork(&mut self, fork: Fork, bodies: &[Body]) -> Term {
        let kind = Term::atom(match fork {
            Fork::And => "and",
            Fork::Or => "or",
        });
        let bodies: Vec<Term> = bodies.iter().map(|body| self.bare_body(body)).collect();
        Term::structure(".fork", [kind].into_iter().chain(bodies))
    }
}
