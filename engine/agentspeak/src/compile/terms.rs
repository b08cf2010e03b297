use crate::bytecode::CodeBuilder;
use crate::syntax::parser;
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::{
    BinaryExpr, BinaryOp, Expr, LabelName, List as ListTree, Literal, Namespace, Plan, Rule, Trigger, TriggerKind,
    TriggerOp, UnaryOp, Variable, VariableKind,
};
use crate::term::{
    Annotations, Arithmetic, Atom, Change, Constant, Function, Functor, Kind, List, Logic, Relation, Signature,
    Structure, StructureBuilder, Subject, Term, Var, is_call,
};

/// The term that a text is; its variables are numbered from 0.
///
/// # Errors
///
/// What is wrong with the text, in words for people.
pub fn term(text: &str) -> Result<Term, String> {
    let mut sources = Sources::new();
    let file = sources.add("term", text);
    match parser::term(&sources, file) {
        Ok(tree) => Ok(Terms::default().term(&tree)),
        Err(diagnostics) => {
            let texts: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.render(&sources)).collect();
            Err(texts.join("\n"))
        }
    }
}

/// Makes terms of trees. Within one, a name is always the same variable: one for each rule and plan.
#[derive(Debug, Default)]
pub struct Terms<'a> {
    /// Functions of the program's: their names and numbers of arguments.
    pub functions: Vec<(Box<str>, usize)>,
    code: CodeBuilder,
    sources: Option<&'a Sources>,
    /// Are names of constants to stay, as those of a program do?
    is_lasting: bool,
}

impl<'a> Terms<'a> {
    /// For trees of these sources, whose steps and plans are to know their lines.
    pub fn of(sources: &'a Sources) -> Self {
        Self { sources: Some(sources), ..Self::default() }
    }

    /// The same of a program that is read, whose names stay.
    pub(crate) fn of_program(sources: &'a Sources) -> Self {
        Self { is_lasting: true, ..Self::of(sources) }
    }

    pub(super) fn line(&self, span: Span) -> u32 {
        self.sources.and_then(|sources| sources.line(span)).unwrap_or(0)
    }

    /// The code builder that has given out the variables.
    pub fn into_code(self) -> CodeBuilder {
        self.code
    }

    /// The term that an expression stands for. Expressions stay what they are: nothing is calculated.
    pub fn term(&mut self, expression: &Expr) -> Term {
        match expression {
            Expr::Number(number) => Term::from(number.value),
            Expr::Text(text) => Term::string(text.value.clone()),
            Expr::Variable(variable) => self.variable(variable),
            Expr::Literal(literal) => self.literal(literal),
            Expr::List(list) => self.list(list),
            Expr::Unary(unary) => {
                let kind = match unary.op {
                    UnaryOp::Not => Kind::Logic(Logic::Not),
                    UnaryOp::Minus => Kind::Arithmetic(Arithmetic::Minus),
                    UnaryOp::Plus => Kind::Arithmetic(Arithmetic::Plus),
                };
                kind.of([self.term(&unary.operand)])
            }
            Expr::Binary(binary) => self.binary(binary),
            Expr::Body(body) => self.body(body),
            Expr::Plan(plan) => self.plan(plan),
            Expr::Trigger(trigger) => self.trigger(trigger),
            Expr::Rule(rule) => self.rule(rule),
        }
    }

    /// A long chain of the same operators leans to one side: that side is no recursion.
    fn binary(&mut self, binary: &BinaryExpr) -> Term {
        let mut left = binary;
        let mut pending = vec![binary];
        while let Expr::Binary(inner) = &left.left {
            pending.push(inner);
            left = inner;
        }
        let mut term = self.term(&left.left);
        while let Some(binary) = pending.pop() {
            let right = self.term(&binary.right);
            term = kind_of(binary.op).of([term, right]);
        }
        term
    }

    /// A variable, as a term of its own if it has a namespace, a `~` or annotations.
    fn variable(&mut self, variable: &Variable) -> Term {
        let var = Term::Var(self.var(variable));
        if variable.namespace.is_none() && !variable.negated && variable.annotations.is_none() {
            return var;
        }
        let namespace = match &variable.namespace {
            Some(Namespace::Variable(namespace)) => Some(Term::Var(self.var(namespace))),
            _ => None,
        };
        let arguments: Vec<Term> = std::iter::once(var).chain(namespace).collect();
        let signature = Signature {
            namespace: namespace_of(variable.namespace.as_ref()),
            negated: variable.negated,
            name: Atom::new(&variable.name),
            arity: arguments.len() as u32,
            kind: Kind::Variable,
        };
        let annotations = variable.annotations.as_deref().map(|annotations| self.annotations(annotations));
        Term::Structure(Structure::with_annotations(signature.functor(), arguments, annotations))
    }

    fn var(&mut self, variable: &Variable) -> Var {
        match variable.kind {
            VariableKind::Anonymous => self.code.unnamed(),
            VariableKind::Named | VariableKind::Numbered => self.code.variable(Atom::new(&variable.name)),
        }
    }

    /// A literal, or the call of a function.
    pub fn literal(&mut self, literal: &Literal) -> Term {
        let arguments: Vec<Term> = literal.arguments.iter().map(|argument| self.term(argument)).collect();
        if let Some(function) = Function::of(&literal.functor, arguments.len()) {
            let (name, arity) = (Atom::new(&literal.functor), arguments.len() as u32);
            let kind = Kind::Function(function);
            let signature = Signature { namespace: Atom::DEFAULT, negated: false, name, arity, kind };
            return Term::Structure(Structure::new(signature.functor(), arguments));
        }
        let own = |(name, arity): &(Box<str>, usize)| *name == literal.functor && *arity == arguments.len();
        if is_call(&literal.functor, arguments.len()) || self.functions.iter().any(own) {
            let (name, arity) = (Atom::new(&literal.functor), arguments.len() as u32);
            let signature = Signature { namespace: Atom::DEFAULT, negated: false, name, arity, kind: Kind::Call };
            return Term::Structure(Structure::new(signature.functor(), arguments));
        }
        let mut builder = StructureBuilder::new(self.constant(&literal.functor))
            .namespace(namespace_of(literal.namespace.as_ref()))
            .negated(literal.negated)
            .arguments(arguments);
        if let Some(annotations) = literal.annotations.as_deref() {
            builder = builder.annotations(&self.annotations(annotations));
        }
        let built = match (builder.build(), self.line(literal.span)) {
            (Term::Structure(structure), line) => Term::Structure(structure.at_line(line)),
            (atom, _) => atom,
        };
        match &literal.namespace {
            Some(Namespace::Variable(namespace)) => {
                let namespace = Term::Var(self.var(namespace));
                Kind::Qualified.of([namespace, built])
            }
            _ => built,
        }
    }

    fn constant(&self, name: &str) -> Constant {
        if self.is_lasting { Atom::new(name).into() } else { Constant::new(name) }
    }

    fn annotations(&mut self, list: &ListTree) -> Annotations {
        let items: Vec<Term> = list.elements.iter().map(|element| self.term(element)).collect();
        Annotations::new(items, list.tail.as_deref().map(|tail| self.var(tail)))
    }

    fn list(&mut self, list: &ListTree) -> Term {
        let elements: Vec<Term> = list.elements.iter().map(|element| self.term(element)).collect();
        let tail = match list.tail.as_deref() {
            Some(tail) => Term::Var(self.var(tail)),
            None => Term::List(List::EMPTY),
        };
        List::with_tail(elements, tail).map_or_else(|tail| tail, Term::List)
    }

    /// A trigger.
    pub fn trigger(&mut self, trigger: &Trigger) -> Term {
        let change = match trigger.op {
            TriggerOp::Add => Change::Added,
            TriggerOp::Delete => Change::Deleted,
            TriggerOp::GoalState => Change::GoalState,
        };
        let subject = match trigger.kind {
            TriggerKind::Belief => Subject::Belief,
            TriggerKind::Achieve => Subject::Achieve,
            TriggerKind::Test => Subject::Test,
        };
        Kind::Trigger(change, subject).of([self.term(&trigger.subject)])
    }

    fn rule(&mut self, rule: &Rule) -> Term {
        let head = self.literal(&rule.head);
        Kind::Rule.of([head, self.term(&rule.body)])
    }

    /// A plan.
    pub fn plan(&mut self, plan: &Plan) -> Term {
        let label = match &plan.label {
            None => Term::from(Atom::NOTHING),
            Some(label) => {
                let name = match &label.name {
                    LabelName::None => Atom::NOTHING.into(),
                    LabelName::Atom(name) => self.constant(name),
                    LabelName::Variable(variable) => return self.plan_with(plan, |terms| terms.variable(variable)),
                };
                let builder = StructureBuilder::new(name).namespace(namespace_of(label.namespace.as_ref()));
                match label.annotations.as_deref() {
                    Some(annotations) => builder.annotations(&self.annotations(annotations)).build(),
                    None => builder.build(),
                }
            }
        };
        self.plan_with(plan, |_| label)
    }

    fn plan_with(&mut self, plan: &Plan, label: impl FnOnce(&mut Self) -> Term) -> Term {
        let label = label(self);
        let trigger = self.trigger(&plan.trigger);
        let [context, condition] = [&plan.context, &plan.goal_condition].map(|formula| match formula {
            Some(formula) => self.term(formula),
            None => Term::from(Atom::NOTHING),
        });
        // An empty context is none.
        let context = if context == Term::truth(true) { Term::from(Atom::NOTHING) } else { context };
        let body = self.bare_body(&plan.body);
        // A sub-plan shares the variables of the plan around it.
        let sub_plans: Vec<Term> = plan.subplans.iter().map(|sub_plan| self.plan(sub_plan)).collect();
        let parts = [label, trigger, context, condition, body, Term::list(sub_plans)];
        let line = self.line(plan.mark);
        Term::Structure(Structure::new(Functor::operator(Kind::Plan, 6), parts).at_line(line))
    }
}

fn namespace_of(namespace: Option<&Namespace>) -> Atom {
    match namespace {
        Some(Namespace::Named(name, _)) => Atom::new(name),
        _ => Atom::DEFAULT,
    }
}

fn kind_of(operator: BinaryOp) -> Kind {
    match operator {
        BinaryOp::Or => Kind::Logic(Logic::Or),
        BinaryOp::And => Kind::Logic(Logic::And),
        BinaryOp::Less => Kind::Relation(Relation::Less),
        BinaryOp::LessOrEqual => Kind::Relation(Relation::LessEqual),
        BinaryOp::Greater => Kind::Relation(Relation::Greater),
        BinaryOp::GreaterOrEqual => Kind::Relation(Relation::GreaterEqual),
        BinaryOp::Equal => Kind::Relation(Relation::Equal),
        BinaryOp::Different => Kind::Relation(Relation::Different),
        BinaryOp::Unify => Kind::Relation(Relation::Unify),
        BinaryOp::Univ => Kind::Relation(Relation::Build),
        BinaryOp::Add => Kind::Arithmetic(Arithmetic::Plus),
        BinaryOp::Subtract => Kind::Arithmetic(Arithmetic::Minus),
        BinaryOp::Multiply => Kind::Arithmetic(Arithmetic::Times),
        BinaryOp::Divide => Kind::Arithmetic(Arithmetic::Divide),
        BinaryOp::IntegerDivide => Kind::Arithmetic(Arithmetic::IntegerDivide),
        BinaryOp::Modulo => Kind::Arithmetic(Arithmetic::Modulo),
        BinaryOp::Power => Kind::Arithmetic(Arithmetic::Power),
    }
}
