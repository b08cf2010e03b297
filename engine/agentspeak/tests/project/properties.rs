use agon_agentspeak::project::{Project, format};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

const WORDS: &[&str] = &[
    "MAS",
    "agents",
    "environment",
    "executionControl",
    "at",
    "infrastructure",
    "classpath",
    "aslSourcePath",
    "events",
    "discard",
    "intBels",
    "newFocus",
    "nrcbp",
    "directives",
    "synchronised",
    "true",
    "agentClass",
    "agentArchClass",
    "beliefBaseClass",
    "bob",
    "Bob",
    "Local",
    "pool",
    "asynch",
    "3",
    "1.5",
    "1e9",
    "\"a\\\"b\"",
    "\"",
    "./",
    "/x/",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ":",
    ";",
    ",",
    ".",
    "=",
    "#",
    "//",
    "/*",
    "*/",
    "\n",
    "é",
    "-",
];

fn name() -> impl Strategy<Value = String> {
    "[a-z][A-Za-z0-9_]{0,5}x"
}

fn text() -> impl Strategy<Value = String> {
    r#""([ -!#-\[\]-~é]|\\["nt\\]){0,8}""#
}

fn class() -> impl Strategy<Value = String> {
    let dotted = "[a-zA-Z][a-z]{0,3}q(\\.[A-Za-z]{1,4}q){0,2}";
    let leaf = prop_oneof![dotted.prop_map(String::from), "[0-9]{1,5}", "[0-9]\\.[0-9]e-?[0-9]", text()];
    let parameter = leaf.prop_recursive(3, 12, 3, move |inner| {
        prop_oneof![
            vec(inner.clone(), 1..3).prop_map(|list| format!("[{}]", list.join(" , "))),
            (dotted, vec(inner, 0..3)).prop_map(|(name, list)| format!("{name}({})", list.join(","))),
        ]
    });
    (dotted, vec(parameter, 0..3)).prop_map(|(name, list)| format!("{name}({})", list.join(", ")))
}

fn comment() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        " ",
        " ",
        " ",
        "\n",
        "\n\n\n",
        " // note\n",
        "\n// own line\n",
        " /* in */ ",
        "\n/* a\n b */ ",
    ])
}

fn agent() -> impl Strategy<Value = Vec<String>> {
    let option = prop_oneof![
        prop::sample::select(vec!["events=discard", "intBels=newFocus", "synchronised=false", "nrcbp=4", "cycles=2"])
            .prop_map(String::from),
        (name(), prop_oneof![text(), name(), "[0-9]{1,3}", Just("true".to_string())])
            .prop_map(|(key, value)| format!("{key}={value}")),
    ];
    let clause = prop_oneof![
        class().prop_map(|class| format!("agentArchClass {class}")),
        class().prop_map(|class| format!("agentClass {class}")),
        class().prop_map(|class| format!("beliefBaseClass {class}")),
        "#[0-9]{1,4}",
        text().prop_map(|host| format!("at {host}")),
    ];
    let source = "(\\./([a-z]{1,4}/){0,2}|/)?[a-z]{1,4}x(\\.asl|\\.txt)?";
    (name(), option::of(source), option::of(vec(option, 1..4)), vec(clause, 0..4)).prop_map(
        |(name, source, options, clauses)| {
            let mut words = vec![name];
            words.extend(source);
            words.extend(options.map(|options| format!("[{}]", options.join(", "))));
            words.extend(clauses);
            words.push(";".into());
            words
        },
    )
}

/// A project whose words comments and lines divide.
fn project() -> impl Strategy<Value = String> {
    let head = (name(), option::of(prop::sample::select(vec!["Local", "Centralised(pool,3)", "Jade(x, \"y\")"])));
    let classes = (option::of(class()), option::of((class(), text())));
    let lists = (vec(agent(), 0..4), vec((name(), class()), 0..3), vec(text(), 0..3), vec(text(), 0..3));
    (head, classes, lists, vec(comment(), 80)).prop_map(
        |((name, infrastructure), (environment, control), lists, gaps)| {
            let mut words = vec!["MAS".to_string(), name, "{".into()];
            words.extend(infrastructure.map(|class| format!("infrastructure: {class}")));
            words.extend(environment.map(|class| format!("environment: {class}")));
            words.extend(control.map(|(class, host)| format!("executionControl: {class} at {host}")));
            let (agents, directives, classpath, paths) = lists;
            if !agents.is_empty() {
                words.push("agents:".into());
                words.extend(agents.into_iter().flatten());
            }
            if !directives.is_empty() {
                words.push("directives:".into());
                words.extend(directives.into_iter().map(|(name, class)| format!("{name} = {class};")));
            }
            for (section, entries) in [("classpath:", classpath), ("aslSourcePath:", paths)] {
                if !entries.is_empty() {
                    words.push(section.into());
                    words.extend(entries.into_iter().map(|path| format!("{path};")));
                }
            }
            words.push("}".into());
            words.into_iter().zip(gaps.into_iter().cycle()).map(|(word, gap)| word + gap).collect()
        },
    )
}

/// The comments of a text, each without what indents it.
fn comments(text: &str) -> usize {
    ["// note", "// own line", "/* in */", "/* a\n b */"].iter().map(|comment| text.matches(comment).count()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_projects_are_read_back(text in project()) {
        let project = crate::project(&text);
        prop_assert_eq!(Project::parse(&project.to_string(), "test.mas2j"), Ok(project));
    }

    #[test]
    fn formatting_changes_nothing_but_the_layout(text in project()) {
        let formatted = format(&text, "test.mas2j").expect("it is a project");
        prop_assert_eq!(crate::project(&formatted), crate::project(&text), "{}", formatted);
        prop_assert_eq!(comments(&formatted), comments(&text), "{}", formatted);
        prop_assert_eq!(format(&formatted, "test.mas2j"), Ok(formatted));
    }

    #[test]
    fn any_text_is_a_project_or_a_problem(text in any::<String>()) {
        read(&text);
    }

    #[test]
    fn any_words_are_a_project_or_a_problem(words in vec(prop::sample::select(WORDS), 0..40)) {
        read(&words.join(" "));
        read(&words.concat());
        read(&format!("MAS m {{ agents: bob {}", words.join(" ")));
    }

    #[test]
    fn a_damaged_project_is_a_project_or_a_problem(text in project(), at in any::<prop::sample::Index>(), word in prop::sample::select(WORDS)) {
        let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
        let place = places[at.index(places.len())];
        read(&text[..place]);
        read(&format!("{}{word}{}", &text[..place], &text[place..]));
    }
}

/// Reads a text whatever it is, and returns what is wrong with it.
fn read(text: &str) {
    match Project::parse(text, "test.mas2j") {
        Ok(project) => {
            for problem in project.check(|_, _| false) {
                problem.render(text, "test.mas2j".as_ref());
            }
            let formatted = format(text, "test.mas2j").expect("it is a project");
            assert_eq!(Project::parse(&formatted, "test.mas2j").map(|again| again.agents), Ok(project.agents));
        }
        Err(problem) => assert!(problem.render(text, "test.mas2j".as_ref()).contains(&problem.message)),
    }
}

#[test]
fn depth_is_no_danger() {
    for inner in ["[", "a(", "a."] {
        read(&format!("MAS m {{ environment: E({}", inner.repeat(100_000)));
    }
    read(&format!("MAS m {{ agents: a; /*{}", "*".repeat(1_000_000)));
    read(&format!("MAS m {{ aslSourcePath: \"{}", "a".repeat(1_000_000)));
}
