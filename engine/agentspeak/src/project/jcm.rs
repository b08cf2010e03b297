//! From a project of JaCaMo (`.jcm`) to [`Project`]: its agents, with their beliefs, goals and classes, and its paths.
//!
//! What JaCaMo has besides agents (artifacts, organisations, other platforms) does not run here. A project with such parts is
//! refused, by one message that names them.

use std::ops::Range;
use std::path::PathBuf;

use super::execution::Execution;
use super::options::{Options, Setting, SettingValue};
use super::problem::{Problem, Span, Spanned};
use super::tree::{Agent, ClassUse, Project};

type Parsed<T> = Result<T, Problem>;

/// Where programs are in a project that names none.
const USUAL_PATHS: [&str; 2] = ["src/agt", "src/agt/inc"];

pub(super) fn parse(text: &str, file: PathBuf) -> Parsed<Project> {
    let text = without_comments(text);
    let mut scanner = Scanner { text: &text, at: 0 };
    let mut found = Found::default();
    scanner.keyword("mas")?;
    let name = scanner.name("the system's name")?;
    scanner.mark('{')?;
    while !scanner.takes('}') {
        scanner.entry(&mut found)?;
    }
    if let [(_, first), ..] = &found.parts[..] {
        let mut names: Vec<&str> = found.parts.iter().map(|(name, _)| name.as_str()).collect();
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(*name));
        let message = format!("parts of JaCaMo that do not run here: {}", names.join(", "));
        let help = "agents, with their beliefs, goals, classes and paths, run without artifacts and organisations: leave these out";
        return Err(Problem::error(message, first.clone()).with_help(help));
    }
    if found.asl_path.is_empty() {
        found.asl_path = USUAL_PATHS.map(|path| Spanned::new(path.to_owned(), name.span.clone())).to_vec();
    }
    let infrastructure = ClassUse::named("Local", name.span.clone());
    Ok(Project {
        file,
        execution: Execution::of(&infrastructure)?,
        name,
        infrastructure,
        environment: None,
        execution_control: None,
        agents: found.agents,
        directives: Vec::new(),
        classpath: found.class_path,
        asl_source_path: found.asl_path,
        rest: None,
    })
}

#[derive(Default)]
struct Found {
    agents: Vec<Agent>,
    asl_path: Vec<Spanned<String>>,
    class_path: Vec<Spanned<String>>,
    /// What does not run here, and where it is.
    parts: Vec<(String, Span)>,
}

/// The text with blanks in the places of its comments.
fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let (mut at, mut is_text) = (0, false);
    while at < bytes.len() {
        let end = match &bytes[at..] {
            [b'\\', _, ..] if is_text => at + 2,
            [b'"', ..] => {
                is_text = !is_text;
                at + 1
            }
            [b'/', b'/', ..] if !is_text => text[at..].find('\n').map_or(text.len(), |length| at + length),
            [b'/', b'*', ..] if !is_text => text[at..].find("*/").map_or(text.len(), |length| at + length + 2),
            _ => at + 1,
        };
        if bytes[at] == b'/' && end > at + 1 {
            bytes[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
        at = end;
    }
    String::from_utf8(bytes).unwrap_or_default()
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn entry(&mut self, found: &mut Found) -> Parsed<()> {
        let key = self.name("an agent, a path or '}'")?;
        match key.value.as_str() {
            "agent" => self.agent(found)?,
            "asl-path" => found.asl_path.extend(self.list()?),
            "class-path" => found.class_path.extend(self.list()?),
            // Java is compiled where projects usually have it.
            "java-path" | "org-path" | "host" => drop(self.list()?),
            "platform" => {
                let others = self.list()?.into_iter().filter(|platform| !platform.value.starts_with("jason"));
                found.parts.extend(others.map(|it| (format!("the platform {}", it.value), it.span)));
            }
            "workspace" | "organisation" | "organization" | "institution" => {
                let part = match key.value.as_str() {
                    "workspace" => "a workspace with artifacts (CArtAgO)",
                    "institution" => "an institution",
                    _ => "an organisation (Moise)",
                };
                found.parts.push((part.to_owned(), key.span));
                self.name("its name")?;
                if self.takes(':') {
                    self.item()?;
                }
                if self.takes('{') {
                    self.block()?;
                }
            }
            "uses" => {
                found.parts.push(("a package of another project".to_owned(), key.span));
                self.keyword("package")?;
                self.list()?;
            }
            other => {
                let help = "there are agent, asl-path, java-path and class-path";
                return Err(Problem::error(format!("a JaCaMo project has no '{other}'"), key.span).with_help(help));
            }
        }
        Ok(())
    }

    fn agent(&mut self, found: &mut Found) -> Parsed<()> {
        let name = self.name("the agent's name")?;
        let source = if self.takes(':') { Some(self.item()?) } else { None };
        let mut agent = Agent {
            name,
            source,
            options: Options::default(),
            architectures: Vec::new(),
            agent_class: None,
            belief_base: None,
            count: None,
            host: None,
        };
        if self.takes('{') {
            let inner = self.block()?;
            for (key, value) in settings(self.text, inner) {
                self.setting(&mut agent, key, value, found)?;
            }
        }
        found.agents.push(agent);
        Ok(())
    }

    fn setting(&self, agent: &mut Agent, key: Range<usize>, value: Range<usize>, found: &mut Found) -> Parsed<()> {
        let (name, text) = (&self.text[key.clone()], &self.text[value.clone()]);
        match name {
            "ag-class" => agent.agent_class = Some(class(text, value)?),
            "ag-bb-class" | "bb-class" => agent.belief_base = Some(class(text, value)?),
            "ag-arch" => {
                for part in text.split_whitespace().map(|part| part.trim_matches(',')).filter(|part| !part.is_empty()) {
                    agent.architectures.push(class(part, value.clone())?);
                }
            }
            "instances" => {
                let count = text.parse::<u32>().ok().filter(|count| i32::try_from(*count).is_ok());
                let problem = || Problem::error(format!("there cannot be {text} agents"), value.clone());
                agent.count = Some(Spanned::new(count.ok_or_else(problem)?, value.clone()));
            }
            "join" | "focus" | "roles" | "players" => {
                let part = if matches!(name, "join" | "focus") {
                    "a workspace with artifacts (CArtAgO)"
                } else {
                    "an organisation (Moise)"
                };
                found.parts.push((part.to_owned(), key));
            }
            "host" | "node" | "debug" => {}
            _ => {
                let plain = text.trim_matches('"').replace('"', "\\\"");
                let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let given = if is_number { SettingValue::Number(plain) } else { SettingValue::Text(plain) };
                agent
                    .options
                    .set(Setting { key: Spanned::new(name.to_owned(), key), value: Spanned::new(given, value) })?;
            }
        }
        Ok(())
    }

    fn rest(&mut self) -> &'a str {
        let text = self.text;
        let rest = text[self.at..].trim_start();
        self.at = text.len() - rest.len();
        rest
    }

    fn takes(&mut self, mark: char) -> bool {
        let is_next = self.rest().starts_with(mark);
        self.at += if is_next { mark.len_utf8() } else { 0 };
        is_next
    }

    fn mark(&mut self, mark: char) -> Parsed<()> {
        if self.takes(mark) { Ok(()) } else { Err(self.unexpected(&format!("'{mark}'"))) }
    }

    fn keyword(&mut self, word: &str) -> Parsed<()> {
        let before = self.at;
        let found = self.name(word)?;
        if found.value == word {
            return Ok(());
        }
        self.at = before;
        Err(self.unexpected(&format!("'{word}'")))
    }

    fn name(&mut self, what: &str) -> Parsed<Spanned<String>> {
        let rest = self.rest();
        let length = rest.find(|char: char| !is_of_name(char)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.unexpected(what));
        }
        let span = self.at..self.at + length;
        self.at = span.end;
        Ok(Spanned::new(rest[..length].to_owned(), span))
    }

    /// `: ITEM, ITEM ..`
    fn list(&mut self) -> Parsed<Vec<Spanned<String>>> {
        self.mark(':')?;
        let mut items = vec![self.item()?];
        while self.takes(',') {
            items.push(self.item()?);
        }
        Ok(items)
    }

    /// A text in quotes, or what is one without: a path, or a call.
    fn item(&mut self) -> Parsed<Spanned<String>> {
        let rest = self.rest();
        let (skipped, length) = match rest.strip_prefix('"') {
            Some(inner) => (1, inner.find('"').ok_or_else(|| self.unexpected("a closing quote"))?),
            None => (0, length_of_item(rest)),
        };
        if length == 0 {
            return Err(self.unexpected("a name or a path"));
        }
        let span = self.at + skipped..self.at + skipped + length;
        self.at = span.end + skipped;
        Ok(Spanned::new(self.text[span.clone()].to_owned(), span))
    }

    /// What is in a block that has been opened; it is closed then.
    fn block(&mut self) -> Parsed<Range<usize>> {
        let begin = self.at;
        let (mut depth, mut is_text, mut is_quoted) = (1_usize, false, false);
        for (place, char) in self.text[begin..].char_indices() {
            match char {
                _ if std::mem::take(&mut is_quoted) => {}
                '\\' if is_text => is_quoted = true,
                '"' => is_text = !is_text,
                '{' if !is_text => depth += 1,
                '}' if !is_text => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = begin + place + 1;
                return Ok(begin..begin + place);
            }
        }
        self.at = self.text.len();
        Err(self.unexpected("'}'"))
    }

    fn unexpected(&mut self, what: &str) -> Problem {
        let rest = self.rest();
        let word: String = rest.chars().take_while(|char| !char.is_whitespace()).take(40).collect();
        let found = if word.is_empty() { "the end of the file".to_owned() } else { format!("'{word}'") };
        Problem::error(format!("expected {what}, found {found}"), self.at..self.at + word.len())
    }
}

fn is_of_name(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || char == '-'
}

fn length_of_item(text: &str) -> usize {
    let mut depth = 0_usize;
    for (place, char) in text.char_indices() {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && (char.is_whitespace() || matches!(char, ',' | '{' | '}')) => return place,
            _ => {}
        }
    }
    text.len()
}

/// The settings `key: value` in this part of the text: where keys and values are.
fn settings(text: &str, part: Range<usize>) -> Vec<(Range<usize>, Range<usize>)> {
    let mut keys: Vec<(Range<usize>, usize)> = Vec::new();
    let (mut depth, mut is_text) = (0_usize, false);
    let bytes = text.as_bytes();
    for place in part.clone() {
        match bytes[place] {
            b'"' if place == 0 || bytes[place - 1] != b'\\' => is_text = !is_text,
            _ if is_text => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b':' if depth == 0 && !matches!(bytes.get(place + 1), Some(b':' | b'-')) && bytes[place - 1] != b':' => {
                let before = text[part.start..place].trim_end();
                let length = before.len() - before.trim_end_matches(is_of_name).len();
                let end = part.start + before.len();
                if length > 0 {
                    keys.push((end - length..end, place + 1));
                }
            }
            _ => {}
        }
    }
    let ends: Vec<usize> = keys.iter().skip(1).map(|(next, _)| next.start).chain([part.end]).collect();
    let valued = keys.into_iter().zip(ends).map(|((key, begin), end)| {
        let value = &text[begin..end];
        let start = begin + value.len() - value.trim_start().len();
        let value = value.trim().trim_end_matches([',', ';']).trim_end();
        (key, start..start + value.len())
    });
    valued.collect()
}

/// The class that a text names, as Jason's projects name it.
fn class(text: &str, span: Span) -> Parsed<ClassUse> {
    let as_agent = format!("MAS m {{ agents: a agentClass {}; }}", text.trim_matches('"'));
    let parsed = super::parser::parse(&as_agent, PathBuf::new()).ok().and_then(|it| it.agents.into_iter().next());
    let class = parsed.and_then(|agent| agent.agent_class);
    let class = class.ok_or_else(|| Problem::error(format!("{text} is no class"), span.clone()))?;
    Ok(ClassUse { name: Spanned::new(class.name.value, span), ..class })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_without_artifacts_is_one_of_agents() {
        let text = "// hello\nmas hello {\n  agent bob : sample.asl { beliefs: friend(\"al\"), p(ns::x) /* two */\n  goals: start, go(1)\n\
                    ag-class: my.Mind ag-arch: my.Body, my.Eyes\n instances: 3 verbose: 2 }\n  agent alice\n\
                    asl-path: src/agt, \"src/more\"\n class-path: lib/x.jar }";
        let project = parse(text, PathBuf::from("hello.jcm")).expect("a project");
        let [bob, alice] = &project.agents[..] else { panic!("{:?}", project.agents) };
        assert_eq!((bob.source_file(), alice.source_file()), ("sample.asl".to_owned(), "alice.asl".to_owned()));
        assert_eq!(bob.options.beliefs().as_deref(), Some("friend(\"al\"), p(ns::x)"));
        assert_eq!(bob.options.goals().as_deref(), Some("start, go(1)"));
        assert_eq!((bob.architectures.len(), bob.count.as_ref().map(|it| it.value)), (2, Some(3)));
        let paths: Vec<&str> = project.asl_source_path.iter().map(|path| path.value.as_str()).collect();
        assert_eq!((paths, project.classpath.len()), (vec!["src/agt", "src/more"], 1));
        assert!(Project::parse(&project.to_string(), "hello.mas2j").is_ok(), "{project}");
    }

    #[test]
    fn other_parts_are_named_in_one_message() {
        let text = "mas m { agent bob { join: w focus: w.a } workspace w { artifact a: tools.Counter(3) }\n\
                    organisation o : o.xml { group g : t { players: bob r } } platform: cartago() }";
        let problem = parse(text, PathBuf::from("m.jcm")).expect_err("it has artifacts");
        let message = problem.message.clone();
        for part in ["artifacts (CArtAgO)", "an organisation (Moise)", "the platform cartago()"] {
            assert_eq!(message.matches(part).count(), 1, "{message}");
        }
        assert!(
            parse("mas m { agent }", PathBuf::new()).is_err() && parse("mas m { agent a {", PathBuf::new()).is_err()
        );
    }
}
