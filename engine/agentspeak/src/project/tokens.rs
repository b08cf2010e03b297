//! The words of a project file.

use super::problem::{Problem, Span};

#[cfg(test)]
mod tests;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name that starts with a small letter, reserved words included.
    Lower,
    /// A name that starts with a capital, `MAS` included.
    Upper,
    Number,
    Text,
    /// The folders before a file's name.
    Path,
    LineComment,
    BlockComment,
    OpenBrace,
    CloseBrace,
    OpenParenthesis,
    CloseParenthesis,
    OpenBracket,
    CloseBracket,
    Colon,
    Semicolon,
    Comma,
    Dot,
    Equals,
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

/// What stands between words.
const BLANKS: [char; 5] = [' ', '\t', '\r', '\n', '\x0c'];

/// All words of `text`, comments included. What is none stays among them, a character long: a reader may end before it.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        if BLANKS.contains(&first) {
            start += 1;
            continue;
        }
        let rest = &text[start..];
        let (kind, length) = word(rest.as_bytes()).unwrap_or((Kind::Bad, first.len_utf8()));
        tokens.push(Token { kind, span: start..start + length });
        start += length;
    }
    tokens
}

/// What `rest` starts with, and how long that is: of several words the longest.
fn word(rest: &[u8]) -> Option<(Kind, usize)> {
    let single = |kind| Some((kind, 1));
    match *rest.first()? {
        b'/' if rest.starts_with(b"//") => {
            Some((Kind::LineComment, while_in(rest, |byte| !matches!(byte, b'\n' | b'\r'))))
        }
        b'/' if rest.starts_with(b"/*") => block_comment(rest),
        b'/' | b'\\' => Some((Kind::Path, 1 + folders(&rest[1..]))),
        b'.' if rest.starts_with(b"./") => Some((Kind::Path, 2 + folders(&rest[2..]))),
        b'.' | b'0'..=b'9' => number(rest).map_or(single(Kind::Dot), |length| Some((Kind::Number, length))),
        b'A'..=b'Z' | b'a'..=b'z' if rest.get(1) == Some(&b':') => Some((Kind::Path, 2 + folders(&rest[2..]))),
        b'a'..=b'z' => Some((Kind::Lower, while_in(rest, is_name))),
        b'A'..=b'Z' => Some((Kind::Upper, while_in(rest, is_name))),
        b'"' => string(rest).map(|length| (Kind::Text, length)),
        b'{' => single(Kind::OpenBrace),
        b'}' => single(Kind::CloseBrace),
        b'(' => single(Kind::OpenParenthesis),
        b')' => single(Kind::CloseParenthesis),
        b'[' => single(Kind::OpenBracket),
        b']' => single(Kind::CloseBracket),
        b':' => single(Kind::Colon),
        b';' => single(Kind::Semicolon),
        b',' => single(Kind::Comma),
        b'=' => single(Kind::Equals),
        b'#' => single(Kind::Hash),
        _ => None,
    }
}

fn while_in(rest: &[u8], is_in: impl Fn(u8) -> bool) -> usize {
    rest.iter().position(|byte| !is_in(*byte)).unwrap_or(rest.len())
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn block_comment(rest: &[u8]) -> Option<(Kind, usize)> {
    let end = rest[2..].windows(2).position(|pair| pair == b"*/")?;
    Some((Kind::BlockComment, 2 + end + 2))
}

/// The length of folders, each a name that may be empty and what stands behind it.
fn folders(rest: &[u8]) -> usize {
    let mut length = 0;
    loop {
        let name = while_in(&rest[length..], is_name);
        match rest.get(length + name) {
            Some(b'/' | b'\\') => length += name + 1,
            _ => return length,
        }
    }
}

/// The length of a number, if it is one: digits, and a fraction, and an exponent.
fn number(rest: &[u8]) -> Option<usize> {
    let digits = |from: usize| while_in(&rest[from..], |byte| byte.is_ascii_digit());
    let mut length = digits(0);
    if rest.get(length) == Some(&b'.') {
        match digits(length + 1) {
            0 if length == 0 => return None,
            0 => {}
            fraction => length += 1 + fraction,
        }
    }
    if let Some(b'e' | b'E') = rest.get(length) {
        let sign = usize::from(matches!(rest.get(length + 1), Some(b'+' | b'-')));
        match digits((length + 1 + sign).min(rest.len())) {
            0 => {}
            exponent => length += 1 + sign + exponent,
        }
    }
    Some(length)
}

/// The length of a string, if it is closed on its line and has no other escapes than there are.
fn string(rest: &[u8]) -> Option<usize> {
    let mut place = 1;
    loop {
        match rest.get(place)? {
            b'"' => return Some(place + 1),
            b'\n' | b'\r' => return None,
            b'\\' => match rest.get(place + 1)? {
                b'n' | b't' | b'b' | b'r' | b'f' | b'\\' | b'\'' | b'"' | b'0'..=b'7' => place += 2,
                _ => return None,
            },
            _ => place += 1,
        }
    }
}

/// `text` without what stands between words at its end. Other white space is no part of the format.
pub(super) fn trim_end(text: &str) -> &str {
    text.trim_end_matches(BLANKS)
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
