use super::*;
use crate::syntax::case_file::{self, CaseFile};

fn laid_out(text: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add("a.asl", text);
    file(&sources, id).unwrap_or_else(|wrong| panic!("{}\n{text}", wrong[0].render(&sources)))
}

fn tree(text: &str) -> Program {
    let mut sources = Sources::new();
    let id = sources.add("a.asl", text);
    parser::program(&sources, id).program
}

/// The same tree, all comments, and no change when done again.
fn holds(text: &str) -> String {
    let first = laid_out(text);
    assert!(tree(&first) == tree(text), "{text}\n---\n{first}");
    assert_eq!(laid_out(&first), first, "not stable:\n{text}");
    first
}

#[test]
fn a_program_is_laid_out() {
    let text = "/* top */\nb(1,\"x\\n\") . // one\n\n\n\n@l[atomic] +!g(X):X>1&not (a|b)<-.print(X); // say\n// next\nif(a){b;c}elif(d){} else{e}!h(X+1*2).\n+!h(X)<-true.\n+!k <- a.\n{ include(\"x.asl\") }";
    let expected = "/* top */\nb(1, \"x\\n\"). // one\n\n@l[atomic]\n+!g(X) : X > 1 & not (a | b)\n   <- .print(X); // say\n      // next\n      if (a) {\n         b;\n         c\n      } elif (d) {} else {\n         e\n      };\n      !h(X + 1 * 2).\n+!h(X).\n+!k <- a.\n{ include(\"x.asl\") }\n";
    assert_eq!(holds(text), expected);
}

#[test]
fn comments_stay_wherever_they_were() {
    for text in [
        "a. // x",
        "+!g // a\n : b /* c */ <- // d\n a /* e */; // f\n b // g\n . // h\n// i\n",
        "+!g <- if (a) { // x\n b; // y\n c // z\n // w\n }; d.",
        "p(a, // who\n // own\n b).",
        "{begin dg(g)} // x\n+!g <- a. // y\n// z\n{end /* w */}",
        "+!g <- a. { // x\n +!h. // y\n // z\n }",
        "// only",
        "+!g /* c */ <- a.",
        "@l // c\n+!g <- a;b.",
        "\n\n// x\n\n\n// y\n\na.\n",
    ] {
        let first = holds(text);
        for line in text.split("//").skip(1) {
            let words = line.lines().next().unwrap().trim();
            assert!(first.contains(words), "{words} is lost:\n{first}");
        }
    }
}

#[test]
fn parentheses_stay_where_they_matter() {
    for text in [
        "a :- (b & c) | d & e[|T] & f([|T]).",
        "a :- b & (c & d) & e.",
        "a :- (b & c) & d.",
        "a :- X = (1 - (2 - 3)) * -(Y + 1) ** 2.",
        "a :- X = (-1) ** 2 & (2 ** 3) ** 4 = Y.",
        "a :- not (b & not c) & not (X > 1).",
        "a([(b | c), X + 1, (not d)]).",
        "+!g <- (-X > 1); (a | b); (a; b) |&| c ||| (d ||| e); {a; b}.",
        "+!g <- .f({+a; b}, {+!g}, {@l[x] +!g : c <- a; b}, {a :- b}, {}).",
        "+!g <- +{+!h <- a; if (b) {c}}; ?(a & b); -+x(Y - 1).",
    ] {
        holds(text);
    }
}

#[test]
fn long_formulas_are_divided() {
    let part = "a_rather_long_condition(Which, Has, Arguments)";
    let divided = holds(&format!("+!g : {part} & {part} & ({part} | {part}) & not {part} <- b."));
    assert!(divided.lines().count() >= 5, "{divided}");
    assert!(divided.lines().all(|it| it.len() <= 110), "{divided}");
    let condition = "a_condition(Which, Has, Arguments) & not another(Which)";
    let below = holds(&format!("@l\n+!a_goal(Which, Has, Its, Arguments)[source(Who)] : {condition} <- b; c."));
    assert_eq!(
        below,
        format!("@l\n+!a_goal(Which, Has, Its, Arguments)[source(Who)]\n   :  {condition}\n   <- b;\n      c.\n")
    );
    let divided = holds(&format!("+!g : {part} & {part} & {part} <: {part} <- b."));
    assert_eq!(divided, format!("+!g\n   :  {part} &\n      {part} &\n      {part}\n   <: {part}\n   <- b.\n"));
    holds(&format!("a :- ({part} & {part}) | {part} & {part}."));
    holds(&format!("a :- ({part} | {part} | {part})."));
}

#[test]
fn programs_of_the_golden_cases_keep_their_trees() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in case_file::paths(&root.join("tests/cases")) {
        let case = CaseFile::read(&path).unwrap();
        // One of that name is meant to be wrong, and so may be those that Jason does not run.
        for (_, text) in case.with_extension("asl").filter(|(name, _)| *name != "broken.asl" && case.expected.is_some())
        {
            holds(text);
        }
    }
}

const PROGRAM: &str = "a(1,\"x\")[s|T]. ~b. r(X) :- q(X) & not (c | X = [1|T]). !g. // c\n@l[atomic] +!g(X)[source(S)] : X > 1 + 2 * -Y & d <: e <- .print(X); !h; !!i; ?j; +k; -+l(X - 1); if (m) { n } else { o } for (p) { q }; (a; b) |&| c ||| d; {u; v}; .f({+!w}, {+x; y}, {a :- b}, {@z +!g : c <- d}). { +!h <- a. }\n{ begin dg(g) } -b <- N::m; ::k. { end }\n";

proptest::proptest! {
    /// Whatever the bytes are, there is an answer; and a program that is accepted can be laid out.
    #[test]
    fn any_text_has_an_answer(text in "[a-cX_ .,;:!?+@{}()\\[\\]|&<>=~*/\"'\n-]{0,80}") {
        let mut sources = Sources::new();
        let id = sources.add("a.asl", text.clone());
        if file(&sources, id).is_ok() {
            holds(&text);
        }
    }

    /// A program with a piece of it put elsewhere: what is still accepted keeps its tree.
    #[test]
    fn mutated_programs_have_an_answer(from in 0..PROGRAM.len(), length in 0..12_usize, to in 0..PROGRAM.len()) {
        let piece = &PROGRAM[from..(from + length).min(PROGRAM.len())];
        let text = format!("{}{piece}{}", &PROGRAM[..to], &PROGRAM[to..]);
        let mut sources = Sources::new();
        let id = sources.add("a.asl", text.clone());
        if file(&sources, id).is_ok() {
            holds(&text);
        }
    }

    #[test]
    fn any_bytes_have_an_answer(bytes in proptest::collection::vec(0u8.., 0..200)) {
        let mut sources = Sources::new();
        let id = sources.add("a.asl", String::from_utf8_lossy(&bytes).into_owned());
        let _ = parser::program(&sources, id);
    }
}

/// As high and as deep as the parser lets a tree be, on the stack that a thread has by default.
#[test]
fn the_highest_trees_are_walked() {
    for text in [
        format!("a :- {}a.", "a & ".repeat(390)),
        format!("a :- X = {}1.", "1 + ".repeat(390)),
        format!("a :- {}X{}.", "f(".repeat(155), ")".repeat(155)),
        format!("+!g <- {}a{}.", "if (a) { ".repeat(155), "}".repeat(155)),
    ] {
        let mut sources = Sources::new();
        let id = sources.add("a.asl", text.clone());
        let loaded = crate::syntax::expand::Loader::new().load_source(&mut sources, id);
        assert!(loaded.diagnostics.is_empty());
        let _ = crate::syntax::check::check(&loaded, crate::Dialect::default());
        for item in &loaded.program.items {
            if let Item::Rule(it) = item {
                assert!(!it.to_string().is_empty());
            }
        }
        holds(&text);
    }
}
