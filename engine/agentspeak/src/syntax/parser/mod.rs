//! Tokens to a tree, by recursive descent.
//!
//! Accepts what Jason's parser accepts. Nesting is limited to [`MAX_NESTING`] brackets and trees to a height of [`MAX_HEIGHT`], so that
//! neither the parser nor those who walk the tree run out of stack; lists and bodies may have any length.

mod body;
mod braced;
mod expression;
mod item;
mod literal;

#[cfg(test)]
mod tests;

use super::diagnostic::{Diagnostic, Severity};
use super::expand::namespace::Resolver;
use super::lexer::{self, Kind, Token};
use super::source::{FileId, Sources, Span};
use super::tree::{Body, Expr, Item, Literal, Plan, Program, Trigger};

/// How many brackets of any kind may be open at once.
pub const MAX_NESTING: u32 = 160;

/// How high a tree may be: operands of operators count, elements of lists and steps of bodies do not.
pub const MAX_HEIGHT: u32 = 400;

/// After so many errors in a file the rest of it is left alone.
const MAX_ERRORS: usize = 20;

/// A parsed file.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; without the items that have errors.
    pub program: Program,
    /// Where comments stand, in the order of the text.
    pub comments: Vec<Span>,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether there is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|it| it.severity == Severity::Error)
    }
}

/// Parses an `.asl` file.
#[must_use]
pub fn program(sources: &Sources, file: FileId) -> Parsed {
    let (mut parser, comments) = Parser::new(sources, file);
    let items = parser.items(false);
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|it| it.places.first().map_or(0, |(span, _)| span.start));
    Parsed { program: Program { items }, comments, diagnostics }
}

/// Parses a text that is one term or formula; as for all texts outside of files, in the default namespace.
///
/// # Errors
/// What is wrong with it.
pub fn term(sources: &Sources, file: FileId) -> Result<Expr, Vec<Diagnostic>> {
    let mut it = whole(sources, file, Parser::expression)?;
    Resolver::default().argument(&mut it);
    Ok(it)
}

/// Parses a text that is one literal: a belief or a goal.
///
/// # Errors
/// What is wrong with it.
pub fn literal(sources: &Sources, file: FileId) -> Result<Literal, Vec<Diagnostic>> {
    let mut it = whole(sources, file, |parser| parser.literal_only("a literal is needed here, not a variable"))?;
    Resolver::default().literal(&mut it, true);
    Ok(it)
}

/// Parses a text that is one plan, with its final `.`.
///
/// # Errors
/// What is wrong with it.
pub fn plan(sources: &Sources, file: FileId) -> Result<Plan, Vec<Diagnostic>> {
    let mut it = whole(sources, file, Parser::plan)?;
    Resolver::default().plan(&mut it, true);
    Ok(it)
}

/// Parses a text that is one trigger (`+!g`).
///
/// # Errors
/// What is wrong with it.
pub fn trigger(sources: &Sources, file: FileId) -> Result<Trigger, Vec<Diagnostic>> {
    let mut it = whole(sources, file, Parser::trigger)?;
    Resolver::default().trigger(&mut it, true);
    Ok(it)
}

/// Parses a text that is one plan body, without a final `.`.
///
/// # Errors
/// What is wrong with it.
pub fn body(sources: &Sources, file: FileId) -> Result<Body, Vec<Diagnostic>> {
    let mut it = whole(sources, file, Parser::body)?;
    Resolver::default().body(&mut it, true);
    Ok(it)
}

/// Parses a text that is one belief, rule, goal, plan or directive.
///
/// # Errors
/// What is wrong with it.
pub fn item(sources: &Sources, file: FileId) -> Result<Item, Vec<Diagnostic>> {
    let mut it = whole(sources, file, Parser::item)?;
    Resolver::default().item(&mut it);
    Ok(it)
}

fn whole<'a, T>(
    sources: &'a Sources,
    file: FileId,
    parse: impl FnOnce(&mut Parser<'a>) -> Result<T, Failed>,
) -> Result<T, Vec<Diagnostic>> {
    let (mut parser, _) = Parser::new(sources, file);
    let found = parse(&mut parser).and_then(|it| match parser.kind() {
        Kind::EndOfText => Ok(it),
        _ => parser.unexpected("the end of the text"),
    });
    match found {
        Ok(it) if parser.diagnostics.is_empty() => Ok(it),
        _ => Err(parser.diagnostics),
    }
}

/// The error is among the diagnostics already.
pub(crate) struct Failed;

type Parse<T> = Result<T, Failed>;

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    tokens: Vec<Token>,
    /// For each token: whether it is a parenthesis around a body (`(a; b)`) rather than around a formula.
    around_body: Vec<bool>,
    at: usize,
    /// The brackets around the current token.
    nesting: u32,
    /// The height of the expression that was parsed last.
    height: u32,
    /// Is the rest of the text left alone?
    given_up: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    fn new(sources: &'a Sources, file: FileId) -> (Self, Vec<Span>) {
        let text = sources.get(file).text();
        let lexed = lexer::tokens(file, text);
        let around_body = parentheses_around_bodies(&lexed.tokens);
        let parser = Parser {
            file,
            text,
            tokens: lexed.tokens,
            around_body,
            at: 0,
            nesting: 0,
            height: 0,
            given_up: false,
            diagnostics: lexed.diagnostics,
        };
        (parser, lexed.comments)
    }

    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    /// The kind of a token further on.
    fn ahead(&self, by: usize) -> Kind {
        self.tokens[(self.at + by).min(self.tokens.len() - 1)].kind
    }

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn span(&self) -> Span {
        let token = self.token();
        Span { file: self.file, start: token.start, end: token.end }
    }

    fn token_text(&self) -> &'a str {
        let token = self.token();
        &self.text[token.start as usize..token.end as usize]
    }

    /// From there to the end of the token that was taken last.
    fn span_from(&self, start: u32) -> Span {
        let end = self.at.checked_sub(1).map_or(start, |last| self.tokens[last].end);
        Span { file: self.file, start, end: end.max(start) }
    }

    fn advance(&mut self) {
        if self.kind() != Kind::EndOfText {
            self.at += 1;
        }
    }

    fn take(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, kind: Kind, wanted: &str) -> Parse<()> {
        if self.take(kind) { Ok(()) } else { self.unexpected(wanted) }
    }

    /// Counts an open bracket; [`Parser::leave`] takes it back. An error ends the item, which forgets them all.
    fn enter(&mut self) -> Parse<()> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            let message = format!("more than {MAX_NESTING} brackets are open here");
            let span = self.span();
            // Where the next item begins is unknown: the rest of the text is left alone.
            self.at = self.tokens.len() - 1;
            self.given_up = true;
            return self
                .fail(Diagnostic::error(span, message).with_help("divide it: name parts of it in rules or plans"));
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// Notes the height of a node whose highest child has `below`.
    fn set_height(&mut self, below: u32) -> Parse<()> {
        self.height = below + 1;
        if self.height > MAX_HEIGHT {
            return self.fail(
                Diagnostic::error(self.span(), format!("this has operators more than {MAX_HEIGHT} deep"))
                    .with_help("divide it: name parts of it in rules or plans"),
            );
        }
        Ok(())
    }

    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Parse<T> {
        self.diagnostics.push(diagnostic);
        Err(Failed)
    }

    fn unexpected<T>(&mut self, wanted: &str) -> Parse<T> {
        let found = match self.kind() {
            Kind::EndOfText => "the text ends".to_owned(),
            _ => format!("found `{}`", self.token_text()),
        };
        let mut diagnostic = Diagnostic::error(self.span(), format!("expected {wanted}, {found}"));
        if let Some(help) = self.advice(wanted) {
            diagnostic = diagnostic.with_help(help);
        }
        self.fail(diagnostic)
    }

    /// What usually leads to an unexpected token.
    fn advice(&self, wanted: &str) -> Option<&'static str> {
        let before = self.at.checked_sub(1).map(|at| self.tokens[at]);
        match (before.map(|it| it.kind), self.kind()) {
            (_, Kind::Arrow) if wanted.contains("number") => Some("`<-` is an arrow; write `X < -1` with a space"),
            (Some(Kind::Minus), Kind::Greater) => Some("the body of a plan begins with `<-`"),
            (_, Kind::Not) => Some("put the negation in parentheses: `(not a)`"),
            (_, Kind::Variable | Kind::Anonymous | Kind::Numbered)
                if before.is_some_and(|it| it.kind == Kind::Atom) =>
            {
                Some("names begin with a small letter, variables with a capital or `_`")
            }
            (_, Kind::At | Kind::Plus | Kind::Minus | Kind::EndOfText) if wanted.contains("`.`") => {
                Some("each belief, rule, goal and plan ends with a `.`")
            }
            (_, Kind::Comma) if wanted.contains("`;`") => {
                Some("steps are separated by `;`, and formulas joined by `&`")
            }
            (_, Kind::Dot) if wanted.contains("step") => None,
            (Some(Kind::Semicolon), Kind::Arrow | Kind::Colon) => Some("the plan before ends with a `.`"),
            _ => None,
        }
    }
}

/// Finds the parentheses that hold what no formula can: steps. In a formula a parenthesis holds a formula; as a step it
/// may hold either, and this decides which without trying.
fn parentheses_around_bodies(tokens: &[Token]) -> Vec<bool> {
    use Kind::{
        Bang, BangBang, BraceClose, BraceOpen, BracketClose, BracketOpen, For, ForkAnd, ForkOr, Greater, If, Less,
        Minus, ParenClose, ParenOpen, Plus, Question, Semicolon, While,
    };
    let mut marked = vec![false; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            ParenOpen | BraceOpen | BracketOpen => open.push(at),
            ParenClose | BraceClose | BracketClose => {
                if let Some(closed) = open.pop()
                    && marked[closed]
                    && tokens[closed].kind == ParenOpen
                    && let Some(outer) = open.last()
                {
                    marked[*outer] = true;
                }
            }
            Semicolon | Bang | BangBang | Question | ForkAnd | ForkOr | If | For | While => {
                if let Some(around) = open.last() {
                    marked[*around] = true;
                }
            }
            Plus | Minus => {
                let first = open.last().is_some_and(|around| around + 1 == at);
                let operator =
                    tokens.get(at + 1).is_some_and(|next| matches!(next.kind, Plus | Minus | Less | Greater));
                if first && operator {
                    marked[at - 1] = true;
                }
            }
            _ => {}
        }
    }
    marked
}
