//! The words of a project file.

use logos::Logos;

use super::problem::{Problem, Span};

/// What a word is.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0c]+")]
pub(super) enum Kind {
    /// A name that starts with a small letter, reserved words included.
    #[regex(r"[a-z][A-Za-z0-9_]*")]
    Lower,
    /// A name that starts with a capital, `MAS` included.
    #[regex(r"[A-Z][A-Za-z0-9_]*")]
    Upper,
    #[regex(r"[0-9]+|[0-9]*\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+")]
    Number,
    #[regex(r#""([^"\\\n\r]|\\([ntbrf\\'"]|[0-7][0-7]?|[0-3][0-7][0-7]))*""#)]
    Text,
    /// The folders before a file's name.
    #[regex(r"(\./|/|\\|[A-Za-z]:)([A-Za-z0-9_]*[/\\])*")]
    Path,
    #[regex(r"//[^\n\r]*", priority = 30, allow_greedy = true)]
    LineComment,
    #[regex(r"/\*([^*]|\*+[^*/])*\*+/", priority = 30)]
    BlockComment,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("(")]
    OpenParenthesis,
    #[token(")")]
    CloseParenthesis,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("=")]
    Equals,
    #[token("#")]
    Hash,
    /// Something that is no word; also the end of the text, as an empty span.
    Bad,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// Words with a meaning of their own, which can name neither a system nor an agent nor a class.
pub(super) const RESERVED: [&str; 24] = [
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
    "requeue",
    "retrieve",
    "intBels",
    "sameFocus",
    "newFocus",
    "nrcbp",
    "verbose",
    "directives",
    "synchronised",
    "true",
    "false",
    "agentClass",
    "agentArchClass",
    "beliefBaseClass",
];

/// All words of `text`, comments included. What is none stays among them: a reader may end before it.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    Kind::lexer(text)
        .spanned()
        .map(|(kind, span)| match kind {
            // A path of '/' alone would hide an unclosed comment.
            Ok(Kind::Path) if text[span.start..].starts_with("/*") => Token { kind: Kind::Bad, span },
            Ok(kind) => Token { kind, span },
            Err(()) => Token { kind: Kind::Bad, span },
        })
        .collect()
}

/// `text` without what stands between words at its end. Other white space is no part of the format.
pub(super) fn trim_end(text: &str) -> &str {
    text.trim_end_matches([' ', '\t', '\r', '\n', '\x0c'])
}

/// Why `token` is no word.
pub(super) fn bad(text: &str, token: &Token) -> Problem {
    let rest = &text[token.span.start..];
    let Some(first) = rest.chars().next() else {
        return Problem::error("the file ends too early", token.span.clone());
    };
    let span = token.span.start..token.span.start + first.len_utf8();
    if rest.starts_with("/*") {
        return Problem::error("this comment is never closed", span.start..span.start + 2)
            .with_help("close it with */");
    }
    if first == '"' {
        return bad_text(rest, span);
    }
    let problem = Problem::error(format!("{first:?} has no meaning in a project"), span);
    match first {
        '-' | '_' => problem.with_help("names consist of letters, digits and '_' and start with a letter"),
        '<' => problem.with_help("a template's places, like <NAME>, must be filled first"),
        '\'' => problem.with_help("a string stands in double quotes"),
        '$' => problem.with_help("\"$name/...\" is for strings, as in aslSourcePath"),
        _ => problem,
    }
}

/// Why the string that `rest` starts with is none.
fn bad_text(rest: &str, quote: Span) -> Problem {
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '"' | '\n' | '\r' => break,
            '\\' => match characters.next() {
                Some((_, 'n' | 't' | 'b' | 'r' | 'f' | '\\' | '\'' | '"' | '0'..='7')) => {}
                Some((_, escaped)) if !matches!(escaped, '\n' | '\r') => {
                    let start = quote.start + at;
                    return Problem::error(
                        format!("'\\{escaped}' is no escape of a string"),
                        start..start + 1 + escaped.len_utf8(),
                    )
                    .with_help(r#"escapes are \n \t \b \r \f \\ \' \" and octal numbers; write \\ for a backslash"#);
                }
                _ => break,
            },
            _ => {}
        }
    }
    Problem::error("this string is not closed on its line", quote).with_help("a string ends on the line it starts on")
}
