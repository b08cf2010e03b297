use agon_agentspeak::project::format;

fn formatted(text: &str) -> String {
    let once = format(text, "test.mas2j").expect("it is a project");
    assert_eq!(format(&once, "test.mas2j").as_ref(), Ok(&once));
    once
}

#[test]
fn sections_and_agents_stand_on_lines_of_their_own() {
    let text = r#"MAS m{infrastructure:Local( pool , 4 )environment : x . Env([a,b],"c")at"h" agents: a;b ./s/b . asl[events = discard,nrcbp=3]agentArchClass X# 3;
        directives: d=D; aslSourcePath:"x";"y" ;}"#;
    let expected = r#"MAS m {
  infrastructure: Local(pool,4)
  environment: x.Env([a, b],"c") at "h"
  agents:
    a;
    b ./s/b.asl [events=discard, nrcbp=3] agentArchClass X #3;
  directives: d=D;
  aslSourcePath:
    "x";
    "y";
}
"#;
    assert_eq!(formatted(text), expected);
}

#[test]
fn comments_and_empty_lines_stay() {
    let text = "/* head */\n\n\n// second\nMAS m { // of it\n\n  /* env */ environment: /*in*/ E\n\n\n\
                // the agents\n agents: // all\n a; // first\n\n\n b // cut\n #2;\n // none\n\n}\n\n// tail\n";
    let expected = "/* head */\n\n// second\nMAS m { // of it\n\n  /* env */\n  environment: /*in*/ E\n\n  \
                    // the agents\n  agents: // all\n    a; // first\n\n    b // cut\n      #2;\n  // none\n}\n\n// tail\n";
    assert_eq!(formatted(text), expected);
}

#[test]
fn what_follows_the_end_stays() {
    assert_eq!(formatted("MAS m { } // done\n  the \"rest\n "), "MAS m {\n} // done\nthe \"rest\n");
}

#[test]
fn no_project_has_no_format() {
    assert!(format("MAS m {", "test.mas2j").is_err());
}
