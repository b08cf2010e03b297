//! From text to [`Project`], by Jason's grammar.

use std::path::PathBuf;

use super::execution::Execution;
use super::options::{Options, Setting, SettingValue};
use super::problem::{Problem, Span, Spanned};
use super::tokens::{Kind, RESERVED, Token, bad, tokens, trim_end};
use super::tree::{Agent, ClassUse, Directive, Parameter, Project};

/// What a project consists of, in the order in which it must be.
pub(super) const SECTIONS: [&str; 7] =
    ["infrastructure", "environment", "executionControl", "agents", "directives", "classpath", "aslSourcePath"];

/// How deep parameters may lie within parameters: a reader's stack is finite.
const DEEPEST: usize = 100;

pub(super) fn parse(text: &str, file: PathBuf) -> Result<Project, Problem> {
    let tokens = tokens(text)
        .into_iter()
        .filter(|token| !matches!(token.kind, Kind::LineComment | Kind::BlockComment))
        .collect();
    Parser { text, tokens, next: 0, depth: 0 }.project(file)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

type Parsed<T> = Result<T, Problem>;

impl<'a> Parser<'a> {
    fn project(mut self, file: PathBuf) -> Parsed<Project> {
        self.keyword("MAS", "a project starts with MAS NAME {")?;
        let name = self.name(Kind::Lower, "the system's name")?;
        self.expect(Kind::OpenBrace, "'{'")?;
        let infrastructure = if self.section("infrastructure")? {
            self.class("the infrastructure's name")?
        } else {
            ClassUse::named("Local", name.span.clone())
        };
        let execution = Execution::of(&infrastructure)?;
        let environment = self.hosted_class("environment")?;
        let execution_control = self.hosted_class("executionControl")?;
        let agents = self.entries("agents", Self::agent)?;
        let directives = self.entries("directives", Self::directive)?;
        let classpath = self.entries("classpath", Self::path)?;
        let asl_source_path = self.entries("aslSourcePath", Self::path)?;
        self.end()?;
        let rest =
            self.tokens.get(self.next).map(|token| Spanned::new((), token.span.start..trim_end(self.text).len()));
        Ok(Project {
            file,
            name,
            infrastructure,
            execution,
            environment,
            execution_control,
            agents,
            directives,
            classpath,
            asl_source_path,
            rest,
        })
    }

    /// Whether a section starts, which is then read up to its colon.
    fn section(&mut self, name: &str) -> Parsed<bool> {
        if !self.at_word(name) {
            return Ok(false);
        }
        self.next += 1;
        self.expect(Kind::Colon, &format!("':' after {name}"))?;
        Ok(true)
    }

    fn hosted_class(&mut self, section: &str) -> Parsed<Option<ClassUse>> {
        if !self.section(section)? {
            return Ok(None);
        }
        let mut class = self.class(&format!("the class of the {section}"))?;
        if self.take_word("at") {
            class.host = Some(self.string("the host, in double quotes")?);
        }
        Ok(Some(class))
    }

    /// The entries of a section, at least one.
    fn entries<T>(&mut self, section: &str, entry: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut entries = Vec::new();
        if self.section(section)? {
            loop {
                entries.push(entry(self)?);
                let more = match section {
                    "agents" | "directives" => self.at_free_name(),
                    _ => self.at(Kind::Text),
                };
                if !more {
                    break;
                }
            }
        }
        Ok(entries)
    }

    fn agent(&mut self) -> Parsed<Agent> {
        let name = self.name(Kind::Lower, "an agent's name")?;
        let source = self.source()?;
        let options = self.options()?;
        let mut agent = Agent {
            name,
            source,
            options,
            architectures: Vec::new(),
            agent_class: None,
            belief_base: None,
            count: None,
            host: None,
        };
        loop {
            if self.take_word("agentArchClass") {
                agent.architectures.push(self.class("the architecture's class")?);
            } else if self.take_word("agentClass") {
                agent.agent_class = Some(self.class("the agent's class")?);
            } else if self.take_word("beliefBaseClass") {
                agent.belief_base = Some(self.class("the belief base's class")?);
            } else if self.take_word("at") {
                agent.host = Some(self.string("the host, in double quotes")?);
            } else if self.take(Kind::Hash) {
                agent.count = Some(self.count()?);
            } else if self.take(Kind::Semicolon) {
                return Ok(agent);
            } else {
                return Err(self.unexpected_in_agent(&agent));
            }
        }
    }

    fn unexpected_in_agent(&self, agent: &Agent) -> Problem {
        let problem = self.unexpected(&format!("';' after the agent {}", agent.name.value));
        let word = self.peek().map_or("", |token| self.image(token));
        match self.peek().map(|token| token.kind) {
            Some(Kind::Path) => problem.with_help("a source file's folders start with './' or '/': ./src/bob.asl"),
            Some(Kind::Text) => problem.with_help("a source file stands without quotes: bob ./src/bob.asl;"),
            Some(Kind::OpenBracket) => problem.with_help("an agent's options come before its classes, '#' and 'at'"),
            Some(Kind::Dot) => problem.with_help("a source file's folders start with './' or '/', not with '..'"),
            Some(Kind::Upper) => problem.with_help("the name of a source file starts with a small letter"),
            Some(Kind::Number) => problem.with_help("the number of agents stands after '#': bob #3;"),
            Some(Kind::Lower) if !RESERVED.contains(&word) => {
                problem.with_help("each agent ends with ';', and its source file comes first")
            }
            _ => problem,
        }
    }

    /// `[folders] name [.extension]`.
    fn source(&mut self) -> Parsed<Option<Spanned<String>>> {
        let folders = match self.peek() {
            Some(token) if token.kind == Kind::Path => {
                let token = token.clone();
                self.next += 1;
                Some(token)
            }
            _ if self.at_free_name() => None,
            _ => return Ok(None),
        };
        let name = self.name(Kind::Lower, "the name of a source file")?;
        let mut span = folders.as_ref().map_or(name.span.start, |folders| folders.span.start)..name.span.end;
        let mut source = folders.map_or_else(String::new, |folders| self.image(&folders).to_string()) + &name.value;
        if self.take(Kind::Dot) {
            let extension = self.name(Kind::Lower, "the extension of a source file")?;
            source = format!("{source}.{}", extension.value);
            span.end = extension.span.end;
        } else {
            source.push_str(".asl");
        }
        Ok(Some(Spanned::new(source, span)))
    }

    fn options(&mut self) -> Parsed<Options> {
        let mut options = Options::default();
        if self.take(Kind::OpenBracket) {
            loop {
                options.set(self.option()?)?;
                if !self.take(Kind::Comma) {
                    break;
                }
            }
            self.expect(Kind::CloseBracket, "',' or ']' after an option")?;
        }
        Ok(options)
    }

    fn option(&mut self) -> Parsed<Setting> {
        let key = self.any_name(Kind::Lower, "an option's name")?;
        let own = ["events", "intBels", "nrcbp", "verbose", "synchronised"];
        if RESERVED.contains(&key.value.as_str()) && !own.contains(&key.value.as_str()) {
            return Err(reserved(&key, "an option"));
        }
        self.expect(Kind::Equals, &format!("'=' after the option {}", key.value))?;
        let what = format!("a word, a number or a string for the option {}", key.value);
        let Some(token) = self.peek().cloned() else { return Err(self.unexpected(&what)) };
        let image = self.image(&token);
        let value = match token.kind {
            Kind::Lower | Kind::Upper => SettingValue::Word(image.to_string()),
            Kind::Number => SettingValue::Number(image.to_string()),
            Kind::Text => SettingValue::Text(unquoted(image)),
            _ => return Err(self.unexpected(&what)),
        };
        self.next += 1;
        Ok(Setting { key, value: Spanned::new(value, token.span) })
    }

    fn count(&mut self) -> Parsed<Spanned<u32>> {
        let token = self.expect(Kind::Number, "the number of agents after '#'")?;
        let count = self.image(&token).parse::<i32>().ok().and_then(|count| u32::try_from(count).ok());
        let problem = || {
            Problem::error(format!("there cannot be {} agents", self.image(&token)), token.span.clone())
                .with_help(format!("'#' takes a whole number up to {}", i32::MAX))
        };
        Ok(Spanned::new(count.ok_or_else(problem)?, token.span.clone()))
    }

    fn directive(&mut self) -> Parsed<Directive> {
        let name = self.name(Kind::Lower, "a directive's name")?;
        self.expect(Kind::Equals, &format!("'=' after the directive {}", name.value))?;
        let class = self.class("the directive's class")?;
        self.expect(Kind::Semicolon, &format!("';' after the directive {}", name.value))?;
        Ok(Directive { name, class })
    }

    fn path(&mut self) -> Parsed<Spanned<String>> {
        let path = self.string("a path, in double quotes")?;
        self.expect(Kind::Semicolon, "';' after a path")?;
        Ok(path)
    }

    fn class(&mut self, what: &str) -> Parsed<ClassUse> {
        let kind = if self.at(Kind::Lower) { Kind::Lower } else { Kind::Upper };
        let mut name = self.name(kind, what)?;
        while self.take(Kind::Dot) {
            let kind = if self.at(Kind::Lower) { Kind::Lower } else { Kind::Upper };
            // Behind a dot no word can be meant but a part of the name, such as in jason.environment.Environment.
            let part = self.any_name(kind, "the rest of a class's name after '.'")?;
            name = Spanned::new(format!("{}.{}", name.value, part.value), name.span.start..part.span.end);
        }
        let mut parameters = Vec::new();
        if self.take(Kind::OpenParenthesis) && !self.take(Kind::CloseParenthesis) {
            parameters = self.parameters()?;
            self.expect(Kind::CloseParenthesis, "',' or ')' after a parameter")?;
        }
        Ok(ClassUse { name, parameters, host: None })
    }

    fn parameters(&mut self) -> Parsed<Vec<Spanned<Parameter>>> {
        let mut parameters = vec![self.parameter()?];
        while self.take(Kind::Comma) {
            parameters.push(self.parameter()?);
        }
        Ok(parameters)
    }

    fn parameter(&mut self) -> Parsed<Spanned<Parameter>> {
        let what = "a parameter: a word, a number, a string or a list";
        let Some(token) = self.peek().cloned() else { return Err(self.unexpected(what)) };
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Problem::error(format!("parameters lie more than {DEEPEST} deep here"), token.span));
        }
        let image = self.image(&token);
        let parameter = match token.kind {
            Kind::Lower | Kind::Upper => Parameter::Class(self.class("a parameter")?),
            Kind::Number => {
                self.next += 1;
                Parameter::Number(image.to_string())
            }
            Kind::Text => {
                self.next += 1;
                Parameter::Text(unquoted(image))
            }
            Kind::OpenBracket => {
                self.next += 1;
                let elements = self.parameters()?;
                self.expect(Kind::CloseBracket, "',' or ']' after an element of a list")?;
                Parameter::List(elements)
            }
            _ => return Err(self.unexpected(what)),
        };
        self.depth -= 1;
        let end = self.tokens[self.next - 1].span.end;
        Ok(Spanned::new(parameter, token.span.start..end))
    }

    fn end(&mut self) -> Parsed<()> {
        let word = self.peek().map_or("", |token| self.image(token)).to_string();
        if SECTIONS.contains(&word.as_str()) {
            let problem = self.unexpected("'}', or a section that comes later");
            return Err(
                problem.with_help(format!("the sections come once each, in this order: {}", SECTIONS.join(", ")))
            );
        }
        let close = self.unexpected("a section or '}'");
        if self.take(Kind::CloseBrace) { Ok(()) } else { Err(close) }
    }

    fn keyword(&mut self, word: &str, help: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.unexpected(word).with_help(help)) }
    }

    /// A name that is no reserved word.
    fn name(&mut self, kind: Kind, what: &str) -> Parsed<Spanned<String>> {
        let problem = self.unexpected(what);
        let capital = kind == Kind::Lower && self.at(Kind::Upper);
        let name = self
            .any_name(kind, what)
            .map_err(|error| if capital { problem.with_help("it starts with a small letter") } else { error })?;
        if RESERVED.contains(&name.value.as_str()) { Err(reserved(&name, what)) } else { Ok(name) }
    }

    fn any_name(&mut self, kind: Kind, what: &str) -> Parsed<Spanned<String>> {
        let token = self.expect(kind, what)?;
        Ok(Spanned::new(self.image(&token).to_string(), token.span))
    }

    fn string(&mut self, what: &str) -> Parsed<Spanned<String>> {
        let token = self.expect(Kind::Text, what)?;
        Ok(Spanned::new(unquoted(self.image(&token)), token.span))
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Parsed<Token> {
        match self.peek() {
            Some(token) if token.kind == kind => {
                let token = token.clone();
                self.next += 1;
                Ok(token)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// `what` was expected where something else is.
    fn unexpected(&self, what: &str) -> Problem {
        match self.peek() {
            Some(token) if token.kind == Kind::Bad => bad(self.text, token),
            Some(token) => {
                Problem::error(format!("expected {what}, found {}", found(self.image(token))), token.span.clone())
            }
            None => Problem::error(format!("expected {what}, but the file ends"), self.last_place()),
        }
    }

    /// Behind the last word.
    fn last_place(&self) -> Span {
        let end = self.tokens.last().map_or(0, |token| token.span.end);
        end..end
    }

    fn take(&mut self, kind: Kind) -> bool {
        let taken = self.at(kind);
        self.next += usize::from(taken);
        taken
    }

    fn take_word(&mut self, word: &str) -> bool {
        let taken = self.at_word(word);
        self.next += usize::from(taken);
        taken
    }

    fn at(&self, kind: Kind) -> bool {
        self.peek().is_some_and(|token| token.kind == kind)
    }

    fn at_word(&self, word: &str) -> bool {
        self.peek().is_some_and(|token| matches!(token.kind, Kind::Lower | Kind::Upper) && self.image(token) == word)
    }

    /// Whether a name follows that is no reserved word and starts with a small letter.
    fn at_free_name(&self) -> bool {
        self.peek().is_some_and(|token| token.kind == Kind::Lower && !RESERVED.contains(&self.image(token)))
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn image(&self, token: &Token) -> &'a str {
        &self.text[token.span.clone()]
    }
}

fn reserved(name: &Spanned<String>, what: &str) -> Problem {
    Problem::error(format!("'{}' is a word of project files and cannot be {what}", name.value), name.span.clone())
}

fn unquoted(image: &str) -> String {
    image[1..image.len() - 1].to_string()
}

/// A word for a message, cut short.
fn found(image: &str) -> String {
    const LONGEST: usize = 40;
    if image.starts_with('"') {
        return "a string".to_string();
    }
    match image.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("'{}…'", &image[..cut]),
        None => format!("'{image}'"),
    }
}
