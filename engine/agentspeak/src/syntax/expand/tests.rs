use super::*;
use std::fs;

/// What Jason 3.2 makes of each program; `\N` stands before each belief, goal and plan.
const EXPANDED: &str = include_str!("../golden/expanded.txt");

fn shown(items: &[Item]) -> String {
    let of = |wanted: fn(&Item) -> Option<String>| items.iter().filter_map(wanted).collect::<String>();
    let beliefs = of(|it| match it {
        Item::Belief(it) => Some(format!("\\N{it}.")),
        Item::Rule(it) => Some(format!("\\N{it}.")),
        _ => None,
    });
    let goals = of(|it| if let Item::Goal(it) = it { Some(format!("\\N!{it}.")) } else { None });
    let plans = of(|it| match it {
        Item::Plan(it) => {
            let mut it = it.clone();
            if let Some(label) = &mut it.label {
                label.annotations = None;
            }
            Some(format!("\\N{it}"))
        }
        _ => None,
    });
    beliefs + &goals + &plans
}

/// Numbered variables have numbers of their own in each run.
fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('_') {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        let inside = before.len() > 1 && before.as_bytes()[before.len() - 2].is_ascii_alphanumeric();
        rest = if inside { after } else { after.trim_start_matches(|it: char| it.is_ascii_digit() || it == '_') };
    }
    out + rest
}

fn load(text: &str, loader: &Loader) -> (Sources, Loaded) {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    let loaded = loader.load_source(&mut sources, file);
    (sources, loaded)
}

#[test]
fn directives_do_what_they_do_in_jason() {
    let loader = Loader::new();
    for line in EXPANDED.lines() {
        let (written, expanded) = line[2..].split_once('\t').unwrap();
        let (sources, loaded) = load(written, &loader);
        let errors: String = loaded
            .diagnostics
            .iter()
            .filter(|it| it.severity == Severity::Error)
            .map(|it| it.render(&sources))
            .collect();
        assert!(errors.is_empty(), "{errors}");
        assert_eq!(without_numbers(&shown(&loaded.program.items)), without_numbers(expanded), "{written}");
    }
}

#[test]
fn functions_are_registered() {
    let (_, loaded) = load("{register_function(\"my.sum\",2,\"sum\")} {register_function(\"my.Fn\")}", &Loader::new());
    assert!(matches!(
        &loaded.functions[..],
        [RegisteredFunction::Rule { arity: 2, .. }, RegisteredFunction::Native { .. }]
    ));
}

#[test]
fn wrong_directives_are_reported() {
    for (text, message) in [
        ("{unknown(a)}", "there is no directive `unknown`"),
        ("{begin unknown(a)} {end}", "there is no directive `unknown`"),
        ("{begin smc(g)} {end}", "`smc` needs 2 arguments"),
        ("{begin dg(X)} {end}", "argument 1 of `dg` must be a literal"),
        ("{begin namespace(X)} {end}", "a namespace needs a name that is an atom"),
        ("{include(a)}", "these are not the arguments of include"),
        ("{include(\"none.asl\")}", "there is no file `none.asl`"),
        ("{include(\"$jasonJar/x.asl\")}", "no option names the folder `$jasonJar` is"),
        ("{register_function(\"f\")}", "a function cannot be called `f`"),
    ] {
        let (_, loaded) = load(text, &Loader::new());
        assert_eq!(loaded.diagnostics[0].message, message, "{text}");
    }
}

#[test]
fn files_are_included() {
    let folder = std::env::temp_dir().join(format!("agon-asl-include-{}", std::process::id()));
    fs::create_dir_all(folder.join("lib/jar")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write(
        "main.asl",
        "{include(\"b.asl\")} {include(\"b.asl\", n)} {include(\"c.asl\")} {include(\"$jar/d.asl\", V)} e.",
    );
    write("b.asl", "b(::x).");
    write("lib/c.asl", "c.");
    write("lib/jar/d.asl", "d.");
    write("loop.asl", "{include(\"loop2.asl\")} a.");
    write("loop2.asl", "{include(\"loop.asl\")} b.");
    let mut loader = Loader { source_paths: vec![folder.join("lib")], ..Loader::default() };
    loader.roots.insert("jar".into(), folder.join("lib/jar"));
    let mut sources = Sources::new();
    let loaded = loader.load(&mut sources, &folder.join("main.asl")).unwrap();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    assert_eq!(shown(&loaded.program.items), "\\Nb(x).\\Nn::b(n::x).\\Nc.\\Nns1::d.\\Ne.");
    let looped = loader.load(&mut sources, &folder.join("loop.asl")).unwrap();
    assert!(looped.diagnostics[0].message.contains("includes itself"));
    fs::remove_dir_all(folder).unwrap();
}
