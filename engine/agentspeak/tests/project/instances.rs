use crate::project;

fn names(agents: &str) -> Vec<String> {
    project(&format!("MAS m {{ agents: {agents} }}")).instances().map(|instance| instance.name).collect()
}

#[test]
fn numbers() {
    assert_eq!(names("bob #3; alice #1; carol;"), ["bob1", "bob2", "bob3", "alice", "carol"]);
    assert_eq!(names("nobody #0; a;"), ["a"]);
}

#[test]
fn taken_names() {
    assert_eq!(names("a; a; a;"), ["a", "a_1", "a_2"]);
    assert_eq!(names("a2; a #3; a #2;"), ["a2", "a1", "a2_1", "a3", "a1_1", "a2_2"]);
    assert_eq!(names("a_1; a; a;"), ["a_1", "a", "a_2"]);
    assert_eq!(names("a #2; a_1; a01;"), ["a1", "a2", "a_1", "a01"]);
}

#[test]
fn very_many() {
    assert_eq!(project("MAS m { agents: main; a #1000000; b #1000000; }").instances().count(), 2_000_001);
}
