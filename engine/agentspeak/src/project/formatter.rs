//! A project's text formatted, comments and all.

use std::path::PathBuf;

use super::parser::SECTIONS;
use super::problem::Problem;
use super::tokens::{Kind, Token, tokens, trim_end};
use super::tree::Project;

/// The text of a project with each section, and each agent, on a line of its own. Comments stay where they are, and
/// so does one empty line where there are some.
///
/// # Errors
/// What keeps `text` from being a project.
pub fn format(text: &str, file: impl Into<PathBuf>) -> Result<String, Problem> {
    let project = Project::parse(text, file)?;
    if project.is_jacamo() {
        // Laid out as it is: its grammar is another.
        return Ok(text.to_owned());
    }
    let end = project.rest.as_ref().map_or(text.len(), |rest| rest.span.start);
    let words: Vec<Token> = tokens(text).into_iter().take_while(|token| token.span.start < end).collect();
    let mut layout =
        Layout { text, written: String::with_capacity(text.len()), listed: Listed::Inline, brackets: Vec::new() };
    layout.all(&words, &project);
    if project.rest.is_some() {
        layout.written.push('\n');
        layout.written.push_str(trim_end(&text[end..]));
    }
    layout.written.push('\n');
    Ok(layout.written)
}

/// What stands between a word and the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    None,
    Space,
    /// A new line with so many steps of indentation.
    Line(usize),
}

/// Where the entries of the section at hand stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    /// Behind the section's name.
    Inline,
    /// On lines of their own.
    Lines,
}

const STEP: &str = "  ";
const ENTRY: usize = 2;
const CONTINUED: usize = 3;

struct Layout<'a> {
    text: &'a str,
    written: String,
    listed: Listed,
    brackets: Vec<Kind>,
}

impl Layout<'_> {
    fn all(&mut self, words: &[Token], project: &Project) {
        // The word before, and the last one that is no comment.
        let mut previous: Option<&Token> = None;
        let mut before: Option<&Token> = None;
        // Whether the word before is a comment that needs the rest of its line.
        let mut fills_line = false;
        for (index, word) in words.iter().enumerate() {
            let following = words[index..].iter().find(|word| !is_comment(word));
            let lines =
                previous.map_or(0, |previous| self.text[previous.span.end..word.span.start].matches('\n').count());
            let gap = match self.gap(before, following) {
                _ if previous.is_none() => Gap::None,
                _ if is_comment(word) && lines == 0 && !fills_line => Gap::Space,
                // At the end, a comment belongs to what the system consists of.
                Gap::Line(0) if is_comment(word) => Gap::Line(1),
                Gap::None | Gap::Space if is_comment(word) || fills_line => {
                    Gap::Line(if before.is_none() || following.is_none() { 0 } else { CONTINUED })
                }
                gap => gap,
            };
            let at_edge = previous.is_some_and(|word| word.kind == Kind::OpenBrace) || word.kind == Kind::CloseBrace;
            self.separate(gap, lines > 1 && !at_edge);
            self.written.push_str(self.text[word.span.clone()].trim_end());
            if is_comment(word) {
                fills_line = word.kind == Kind::LineComment || gap != Gap::Space;
            } else {
                fills_line = false;
                self.pass(before, word, following_word(words, index), project);
                before = Some(word);
            }
            previous = Some(word);
        }
    }

    /// What stands between two words if no comment does.
    fn gap(&self, before: Option<&Token>, word: Option<&Token>) -> Gap {
        let (Some(before), Some(word)) = (before, word) else { return Gap::Space };
        let outside = self.brackets.is_empty();
        match (before.kind, word.kind) {
            (_, Kind::CloseBrace) => Gap::Line(0),
            _ if outside && self.starts_section(word) && before.kind != Kind::Dot => Gap::Line(1),
            (Kind::Colon | Kind::Semicolon, _) => match self.listed {
                Listed::Inline => Gap::Space,
                Listed::Lines => Gap::Line(ENTRY),
            },
            (_, Kind::OpenBrace | Kind::Hash) => Gap::Space,
            (Kind::Comma, _) => {
                if self.brackets.last() == Some(&Kind::OpenBracket) {
                    Gap::Space
                } else {
                    Gap::None
                }
            }
            (_, Kind::OpenBracket) if outside => Gap::Space,
            (
                _,
                Kind::Colon
                | Kind::Semicolon
                | Kind::Comma
                | Kind::Dot
                | Kind::Equals
                | Kind::OpenParenthesis
                | Kind::CloseParenthesis
                | Kind::OpenBracket
                | Kind::CloseBracket,
            )
            | (Kind::Dot | Kind::Equals | Kind::OpenParenthesis | Kind::OpenBracket | Kind::Path | Kind::Hash, _) => {
                Gap::None
            }
            _ => Gap::Space,
        }
    }

    /// Takes note of a word that was written.
    fn pass(&mut self, before: Option<&Token>, word: &Token, next: Option<&Token>, project: &Project) {
        match word.kind {
            Kind::OpenParenthesis | Kind::OpenBracket => self.brackets.push(word.kind),
            Kind::CloseParenthesis | Kind::CloseBracket => {
                self.brackets.pop();
            }
            _ if next.is_some_and(|next| next.kind == Kind::Colon) && before.is_some() => {
                let entries = match &self.text[word.span.clone()] {
                    "agents" => usize::MAX,
                    "directives" => project.directives.len(),
                    "classpath" => project.classpath.len(),
                    "aslSourcePath" => project.asl_source_path.len(),
                    _ => 1,
                };
                self.listed = if entries > 1 { Listed::Lines } else { Listed::Inline };
            }
            _ => {}
        }
    }

    fn starts_section(&self, word: &Token) -> bool {
        matches!(word.kind, Kind::Lower) && SECTIONS.contains(&&self.text[word.span.clone()])
    }

    fn separate(&mut self, gap: Gap, empty_line: bool) {
        match gap {
            Gap::None => {}
            Gap::Space => self.written.push(' '),
            Gap::Line(indent) => {
                self.written.push_str(if empty_line { "\n\n" } else { "\n" });
                self.written.push_str(&STEP.repeat(indent));
            }
        }
    }
}

fn is_comment(word: &Token) -> bool {
    matches!(word.kind, Kind::LineComment | Kind::BlockComment)
}

/// The next word behind `index` that is no comment.
fn following_word(words: &[Token], index: usize) -> Option<&Token> {
    words[index + 1..].iter().find(|word| !is_comment(word))
}
