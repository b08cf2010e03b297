use super::*;
use crate::syntax::case_file::{self, CaseFile};
use crate::syntax::tree::{
    BinaryOp, Fork, LabelName, Namespace, StepKind, TriggerKind, TriggerOp, Update, VariableKind,
};

fn parsed(text: &str) -> Parsed {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    program(&sources, file)
}

fn items(text: &str) -> Vec<Item> {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    let parsed = program(&sources, file);
    let messages: String = parsed.diagnostics.iter().map(|it| it.render(&sources)).collect();
    assert!(parsed.diagnostics.is_empty(), "{messages}");
    parsed.program.items
}

fn one_plan(text: &str) -> Plan {
    match items(text).pop() {
        Some(Item::Plan(plan)) => plan,
        other => panic!("{other:?}"),
    }
}

fn steps(body: &str) -> Vec<StepKind> {
    one_plan(&format!("+!g <- {body}.")).body.steps.into_iter().map(|it| it.kind).collect()
}

fn expression(text: &str) -> Expr {
    let mut sources = Sources::new();
    let file = sources.add("text", text);
    term(&sources, file).unwrap_or_else(|wrong| panic!("{}", wrong[0].render(&sources)))
}

fn refused(text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    let parsed = program(&sources, file);
    assert!(parsed.has_errors(), "accepted: {text}");
    parsed.diagnostics[0].message.clone()
}

/// The tree with every operation in parentheses.
fn grouped(text: &str) -> String {
    fn show(it: &Expr) -> String {
        match it {
            Expr::Binary(it) => format!("({} {} {})", show(&it.left), it.op.symbol(), show(&it.right)),
            Expr::Unary(it) => format!("({:?} {})", it.op, show(&it.operand)),
            Expr::Literal(it) => it.functor.to_string(),
            Expr::Variable(it) => it.name.to_string(),
            Expr::Number(it) => it.value.to_string(),
            other => format!("{other:?}"),
        }
    }
    show(&expression(text))
}

#[test]
fn precedence_is_jasons() {
    assert_eq!(grouped("a & b | c & d"), "((a & b) | (c & d))");
    assert_eq!(grouped("a | b | c"), "(a | (b | c))");
    assert_eq!(grouped("a & b & c"), "(a & (b & c))");
    assert_eq!(grouped("not a & b"), "((Not a) & b)");
    assert_eq!(grouped("not X > 1"), "(Not (X > 1))");
    assert_eq!(grouped("1 - 2 - 3"), "((1 - 2) - 3)");
    assert_eq!(grouped("1 + 2 * 3 ** 4 ** 5"), "(1 + (2 * (3 ** (4 ** 5))))");
    assert_eq!(grouped("-2 ** 2"), "((Minus 2) ** 2)");
    assert_eq!(grouped("2 ** -X"), "(2 ** (Minus X))");
    assert_eq!(grouped("X mod 2 div 3 == Y - -1"), "(((X mod 2) div 3) == (Y - (Minus 1)))");
    assert_eq!(grouped("(a | b) & c"), "((a | b) & c)");
    assert_eq!(grouped("X = Y & Z =.. W"), "((X = Y) & (Z =.. W))");
    assert_eq!(grouped("not (not a)"), "(Not (Not a))");
}

#[test]
fn formulas_are_arguments() {
    let Expr::Literal(call) = expression(".findall(X, a(X) & not b(X), L)") else { panic!() };
    assert!(call.is_dotted());
    assert!(matches!(&call.arguments[1], Expr::Binary(it) if it.op == BinaryOp::And));
}

#[test]
fn numbers() {
    for (text, value) in [("12", 12.0), ("1.5", 1.5), (".5", 0.5), ("1e3", 1000.0), ("1.5E-3", 0.0015), ("007", 7.0)] {
        assert_eq!(expression(text), Expr::Number(crate::syntax::tree::Number { value, span: Span::NONE }));
    }
    assert!(matches!(expression(".5a"), Expr::Literal(_)));
}

#[test]
fn strings_keep_the_escapes_that_jason_keeps() {
    for (text, value) in [(r#""a\nb""#, "a\nb"), (r#""a\"b""#, "a\"b"), (r#""a\tb""#, "a\\tb"), (r#""a\\b""#, "a\\\\b")]
    {
        assert!(matches!(expression(text), Expr::Text(it) if &*it.value == value), "{text}");
    }
}

#[test]
fn variables() {
    for (text, kind) in [
        ("X", VariableKind::Named),
        ("_", VariableKind::Anonymous),
        ("_x", VariableKind::Anonymous),
        ("_12X", VariableKind::Numbered),
    ] {
        assert!(matches!(expression(text), Expr::Variable(it) if it.kind == kind && &*it.name == text));
    }
    let Expr::Variable(it) = expression("ns::~X[a,b]") else { panic!() };
    assert!(it.negated && it.annotations.is_some() && matches!(it.namespace, Some(Namespace::Named(..))));
}

#[test]
fn literals() {
    let Expr::Literal(it) = expression("N::~p(1,q)[source(self)|T]") else { panic!() };
    assert!(it.negated && it.arguments.len() == 2 && matches!(it.namespace, Some(Namespace::Variable(_))));
    assert!(it.annotations.unwrap().tail.is_some());
    assert!(matches!(expression("'a b'(1)"), Expr::Literal(it) if &*it.functor == "'a b'"));
    for text in ["::p.", "this_ns::p."] {
        assert!(matches!(&items(text)[..], [Item::Belief(it)] if matches!(it.namespace, Some(Namespace::This(_)))));
        assert!(matches!(expression(text.trim_end_matches('.')), Expr::Literal(it) if it.namespace.is_none()));
    }
    assert!(matches!(expression("begin(end)"), Expr::Literal(it) if &*it.functor == "begin"));
}

#[test]
fn lists() {
    let Expr::List(it) = expression("[1,[2],\"s\",{a},X+1|[b,c|T]]") else { panic!() };
    assert_eq!(it.elements.len(), 7);
    assert_eq!(&*it.tail.unwrap().name, "T");
    assert!(matches!(expression("[]"), Expr::List(it) if it.elements.is_empty() && it.tail.is_none()));
    assert!(matches!(expression("[|T]"), Expr::List(it) if it.elements.is_empty() && it.tail.is_some()));
    assert_eq!(expression("[a|[b]]"), expression("[a,b]"));
}

#[test]
fn braced_terms() {
    assert!(matches!(expression("{}"), Expr::Body(it) if it.steps.is_empty()));
    assert!(matches!(expression("{a; !b}"), Expr::Body(it) if it.steps.len() == 2));
    assert!(matches!(expression("{+a}"), Expr::Body(it) if it.steps.len() == 1));
    assert!(matches!(expression("{-a; b;}"), Expr::Body(it) if it.steps.len() == 2));
    assert!(matches!(expression("{-+a}"), Expr::Body(it) if it.steps.len() == 1));
    assert!(matches!(expression("{+!g}"), Expr::Trigger(it) if it.kind == TriggerKind::Achieve));
    assert!(matches!(expression("{-!P}"), Expr::Trigger(it) if matches!(it.subject, Expr::Variable(_))));
    assert!(matches!(expression("{^!g[state(S)]}"), Expr::Trigger(it) if it.op == TriggerOp::GoalState));
    assert!(matches!(expression("{@l[atomic] +!g : c <- b}"), Expr::Plan(it) if it.label.is_some()));
    assert!(matches!(expression("{+b : c}"), Expr::Plan(it) if it.body.steps.is_empty()));
    assert!(
        matches!(expression("{@L +!g <- b}"), Expr::Plan(it) if matches!(it.label.as_ref().unwrap().name, LabelName::Variable(_)))
    );
    assert!(matches!(expression("{a(X) :- b(X) & c}"), Expr::Rule(it) if &*it.head.functor == "a"));
}

#[test]
fn the_top_level() {
    let all = items(
        "a. ~b(1)[c]. x :- y & z. !g(1). +!g(X) : X > 1 <- .print(X). {include(\"f.asl\")} @l[atomic] +b. -c <- d.",
    );
    assert!(matches!(
        &all[..],
        [
            Item::Belief(_),
            Item::Belief(_),
            Item::Rule(_),
            Item::Goal(_),
            Item::Plan(_),
            Item::Directive(_),
            Item::Plan(_),
            Item::Plan(_)
        ]
    ));
}

#[test]
fn a_plan_with_everything() {
    let plan = one_plan("@l[atomic,priority(3)]\n+!g(X)[source(S)] : a & not b <: done <- x; y. { +!h <- z. -!h. }");
    assert!(plan.label.is_some() && plan.context.is_some() && plan.goal_condition.is_some());
    assert_eq!((plan.body.steps.len(), plan.subplans.len(), plan.mark.start), (2, 2, 0));
    assert_eq!(one_plan("+!g\n <- a.").mark.start, 5);
    assert_eq!(one_plan("+!g <- true.").body.steps.len(), 0);
}

#[test]
fn all_steps() {
    let kinds = steps(
        "!a; !!b; ?c; ?(c & d); +e; +<f; +>g; ++h; -i; --j; -+k; act(1); .print(X); X > 1; X; true; {a;b}; (a;b); a | b",
    );
    assert!(matches!(
        &kinds[..],
        [
            StepKind::Achieve(_),
            StepKind::AchieveNew(_),
            StepKind::Test(_),
            StepKind::Test(_),
            StepKind::Update(Update::Add, _),
            StepKind::Update(Update::AddBegin, _),
            StepKind::Update(Update::AddEnd, _),
            StepKind::Update(Update::AddNew, _),
            StepKind::Update(Update::Delete, _),
            StepKind::Update(Update::DeleteNew, _),
            StepKind::Update(Update::Replace, _),
            StepKind::Action(_),
            StepKind::InternalAction(_),
            StepKind::Constraint(_),
            StepKind::Variable(_),
            StepKind::Action(_),
            StepKind::Block(_),
            StepKind::Action(_),
            StepKind::Action(_),
            StepKind::Formula(_)
        ]
    ));
}

#[test]
fn statements_need_no_semicolon() {
    let kinds = steps("if (a) { b } elif (c) {} else { d; } for (x(X)) { e } while (y) { f; g }; h;");
    assert!(matches!(&kinds[..], [
        StepKind::If { branches, otherwise: Some(_) },
        StepKind::For(_),
        StepKind::While(_),
        StepKind::Action(_)
    ] if branches.len() == 2));
}

#[test]
fn forks() {
    let kinds = steps("!a |&| !b ||| (!c; d) |&| e; f");
    let [StepKind::Fork(Fork::Or, parts), _] = &kinds[..] else { panic!("{kinds:?}") };
    assert!(matches!(&parts[0].steps[0].kind, StepKind::Fork(Fork::And, inner) if inner.len() == 2));
    assert!(matches!(&parts[1].steps[0].kind, StepKind::Fork(Fork::And, inner) if inner[0].steps.len() == 2));
}

#[test]
fn plans_as_steps() {
    let kinds = steps("+{+!g <- a}; +>{@l +!g : c}; -{+!g <- a}; +{a :- b}");
    assert!(matches!(
        &kinds[..3],
        [
            StepKind::Update(Update::Add, Expr::Plan(_)),
            StepKind::Update(Update::AddEnd, Expr::Plan(_)),
            StepKind::Update(Update::Delete, Expr::Plan(_))
        ]
    ));
}

#[test]
fn directives_hold_items() {
    let all = items("{begin dg(g(X))} +!g(X) <- a. {begin namespace(n, local)} b. {end} {end} c.");
    let [Item::Directive(outer), Item::Belief(_)] = &all[..] else { panic!() };
    assert!(matches!(&outer.items.as_ref().unwrap()[..], [Item::Plan(_), Item::Directive(_)]));
}

#[test]
fn what_is_refused() {
    for (text, message) in [
        ("X.", "a variable cannot be a belief"),
        ("!X.", "a variable cannot be an initial goal"),
        ("a", "expected `.` behind the belief, or `:-`, the text ends"),
        ("+!g <- +.print(1).", "`+` cannot go with the internal action `.print`"),
        ("+!g <- 1.", "this is not a step of a plan"),
        ("+!g : a == b == c.", "`==` cannot follow here"),
        ("+!g : X = a + 1.", "an operand of `+` must be a number, a variable or a function"),
        ("a :- not not b.", "expected a term, found `not`"),
        ("a(\"x).", "this string has no end"),
        ("a /* b.", "this comment has no end"),
        ("a('x).", "this quoted atom has no end"),
        ("é.", "the character 'é' is not part of the language"),
        ("a(\"\\q\").", "no such escape in a string"),
        ("~.print(1).", "the internal action `.print` cannot be negated by `~`"),
        ("{begin dg(g)} a.", "this has no end: {begin dg}"),
        ("{end}", "`{end}` without `{begin ..}`"),
        ("a(1,).", "expected a term, found `)`"),
        ("+!g <- if a { b }.", "expected `(` and a condition, found `a`"),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
}

#[test]
fn several_errors_in_a_file_are_all_reported() {
    let found = parsed("a(.\n+!g <- b c.\n+!ok <- d.\nx y.\n+!h : <- e.\nz.");
    assert_eq!(found.diagnostics.len(), 4);
    assert_eq!(found.program.items.len(), 2);
    assert!(parsed(&"a(.\n".repeat(1000)).diagnostics.len() <= MAX_ERRORS);
}

/// On the stack that a thread has by default, without optimisation.
#[test]
fn depth_is_limited_before_the_stack_is() {
    let deep = |open: &str, close: &str, middle: &str| {
        let times = 100_000;
        refused(&format!("a :- {}{middle}{}.", open.repeat(times), close.repeat(times)))
    };
    for (open, close) in [("(", ")"), ("f(", ")"), ("[", "]"), ("{", "}"), ("{+!g : ", "}"), ("a[", "]"), ("-(", ")")] {
        assert_eq!(deep(open, close, "X"), "more than 160 brackets are open here", "{open}");
    }
    assert!(refused(&format!("a :- {}1.", "1+".repeat(100_000))).contains("more than 400 deep"));
    assert!(refused(&format!("a :- {}a.", "a&".repeat(100_000))).contains("more than 400 deep"));
    let body = "if (a) {".repeat(1000);
    assert_eq!(refused(&format!("+!g <- {body}")), "more than 160 brackets are open here");
    let nested = 159;
    items(&format!("a :- {}X{}.", "f(".repeat(nested), ")".repeat(nested)));
    items(&format!("+!g <- {}a{}.", "if (a) {".repeat(nested), "}".repeat(nested)));
    items(&format!("+!g <- {}a{}.", "for (a) { ({ a; ".repeat(50), "})}".repeat(50)));
    items(&format!("a :- {}a.", "a & ".repeat(390)));
}

#[test]
fn long_lists_and_bodies() {
    let list = items(&format!("a([{}1]).", "1,".repeat(1_000_000)));
    assert!(
        matches!(&list[..], [Item::Belief(it)] if matches!(&it.arguments[0], Expr::List(it) if it.elements.len() == 1_000_001))
    );
    assert_eq!(one_plan(&format!("+!g <- {}a.", "a;".repeat(1_000_000))).body.steps.len(), 1_000_001);
}

/// Every program of the crate's golden cases and of the platform that runs the same files.
#[test]
fn programs_parse() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut programs = Vec::new();
    programs_in(&root.join("../../platforms/agentspeak"), &mut programs);
    let cases = case_file::paths(&root.join("tests/cases")).into_iter().map(|path| CaseFile::read(&path).unwrap());
    // A case that Jason does not run has no output, and its programs may be wrong.
    for case in cases.filter(|case| case.expected.is_some()) {
        programs
            .extend(case.with_extension("asl").map(|(name, text)| (format!("{}/{name}", case.name), text.to_owned())));
    }
    assert!(programs.len() > 500, "{}", programs.len());
    // One of that name is meant to be wrong.
    for (name, text) in programs.into_iter().filter(|(name, _)| !name.ends_with("/broken.asl")) {
        let mut sources = Sources::new();
        let id = sources.add(name, text);
        let parsed = program(&sources, id);
        let messages: String = parsed.diagnostics.iter().map(|it| it.render(&sources)).collect();
        assert!(messages.is_empty(), "{messages}");
    }
}

/// The programs in a folder and those below it, with their paths.
fn programs_in(folder: &std::path::Path, programs: &mut Vec<(String, String)>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().map(|it| it.path()) {
        if entry.is_dir() {
            programs_in(&entry, programs);
        } else if entry.extension().is_some_and(|it| it == "asl") {
            programs.push((entry.display().to_string(), std::fs::read_to_string(&entry).unwrap()));
        }
    }
}
