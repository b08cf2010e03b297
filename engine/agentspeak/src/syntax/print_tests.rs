use super::parser;
use super::source::Sources;

/// What Jason 3.2 prints for each line: `T` terms, `P` plans, `B` bodies.
const PRINTED: &str = include_str!("golden/printed.txt");

#[test]
fn trees_print_as_jason_prints_them() {
    for line in PRINTED.lines() {
        let (written, printed) = line.split_once('\t').unwrap();
        let (kind, text) = written.split_at(2);
        let mut sources = Sources::new();
        let file = sources.add("text", text);
        let found = match kind {
            "T " => parser::term(&sources, file).map(|it| it.to_string()),
            "P " => parser::plan(&sources, file).map(|it| it.to_string()),
            _ => parser::body(&sources, file).map(|it| it.to_string()),
        };
        let found = found.unwrap_or_else(|wrong| panic!("{}", wrong[0].render(&sources)));
        // Jason's own escapes are those of the text.
        assert_eq!(found.replace('\n', "\\n"), printed, "{text}");
    }
}
