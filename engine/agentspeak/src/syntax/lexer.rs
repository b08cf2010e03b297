//! Characters to tokens. Written by hand: the language has forty tokens, and errors in them deserve good messages.

use super::diagnostic::Diagnostic;
use super::source::{FileId, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Variable,
    /// `_12`, `_12X`
    Numbered,
    /// `_`, `_x`
    Anonymous,
    Atom,
    Number,
    Text,
    True,
    False,
    Not,
    Div,
    Mod,
    Begin,
    End,
    If,
    Else,
    Elif,
    For,
    While,
    Tilde,
    At,
    ForkAnd,
    ForkOr,
    Arrow,
    GoalCondition,
    RuleSeparator,
    NamespaceSeparator,
    BraceOpen,
    BraceClose,
    ParenOpen,
    ParenClose,
    BracketOpen,
    BracketClose,
    Dot,
    Bang,
    BangBang,
    Colon,
    Plus,
    Minus,
    Caret,
    Question,
    Semicolon,
    Comma,
    Bar,
    Ampersand,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Different,
    Unify,
    Univ,
    Star,
    Slash,
    StarStar,
    EndOfText,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
}

/// What the lexer makes of a text.
pub(crate) struct Tokens {
    /// The tokens, an [`Kind::EndOfText`] last.
    pub tokens: Vec<Token>,
    /// Where comments stand, `//` without the end of its line.
    pub comments: Vec<Span>,
    pub diagnostics: Vec<Diagnostic>,
}

/// How many wrong characters are reported one by one.
const REPORTED: usize = 20;

pub(crate) fn tokens(file: FileId, text: &str) -> Tokens {
    let mut lexer = Lexer {
        file,
        text,
        bytes: text.as_bytes(),
        at: 0,
        out: Tokens { tokens: Vec::with_capacity(text.len() / 4), comments: Vec::new(), diagnostics: Vec::new() },
    };
    lexer.run();
    lexer.out
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    out: Tokens,
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(byte) = self.peek(0) {
            let start = self.at;
            let kind = match byte {
                b' ' | b'\t' | b'\n' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b'/' if self.peek(1) == Some(b'/') => {
                    self.line_comment();
                    continue;
                }
                b'/' if self.peek(1) == Some(b'*') => {
                    self.block_comment();
                    continue;
                }
                b'A'..=b'Z' => {
                    self.name();
                    Kind::Variable
                }
                b'_' => {
                    self.name();
                    if self.bytes.get(start + 1).is_some_and(u8::is_ascii_digit) {
                        Kind::Numbered
                    } else {
                        Kind::Anonymous
                    }
                }
                b'a'..=b'z' => {
                    self.atom();
                    keyword(&self.text[start..self.at])
                }
                b'0'..=b'9' => {
                    self.number();
                    Kind::Number
                }
                b'.' if self.peek(1).is_some_and(is_name) => self.dotted(),
                b'\'' => self.quoted(),
                b'"' => self.string(),
                _ => match self.symbol() {
                    Some((kind, length)) => {
                        self.at += length;
                        kind
                    }
                    None => {
                        self.unknown();
                        continue;
                    }
                },
            };
            self.push(kind, start);
        }
        let end = self.at;
        self.push(Kind::EndOfText, end);
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.out.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
    }

    fn span(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.at as u32 }
    }

    fn error(&mut self, start: usize, message: impl Into<String>, help: &str) {
        if self.out.diagnostics.len() < REPORTED {
            let span = self.span(start);
            self.out.diagnostics.push(Diagnostic::error(span, message).with_help(help));
        }
    }

    fn name(&mut self) {
        while self.peek(0).is_some_and(is_name) {
            self.at += 1;
        }
    }

    /// A name whose parts may be joined by dots.
    fn atom(&mut self) {
        self.name();
        while self.peek(0) == Some(b'.') && self.peek(1).is_some_and(is_name) {
            self.at += 1;
            self.name();
        }
    }

    fn digits(&mut self) {
        while self.peek(0).is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
    }

    fn exponent(&mut self) {
        if !matches!(self.peek(0), Some(b'e' | b'E')) {
            return;
        }
        let sign = usize::from(matches!(self.peek(1), Some(b'+' | b'-')));
        if self.peek(1 + sign).is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1 + sign;
            self.digits();
        }
    }

    fn number(&mut self) {
        self.digits();
        if self.peek(0) == Some(b'.') && self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
            self.digits();
        }
        self.exponent();
    }

    /// `.5` is a number and `.print` an atom, and so is what is longer as an atom: `.5a`.
    fn dotted(&mut self) -> Kind {
        let start = self.at;
        if self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) {
            self.number();
            let number = self.at;
            self.at = start;
            self.atom();
            if self.at <= number {
                self.at = number;
                return Kind::Number;
            }
        } else {
            self.atom();
        }
        Kind::Atom
    }

    fn quoted(&mut self) -> Kind {
        let start = self.at;
        match self.text[start + 1..].find('\'') {
            Some(length) => self.at += length + 2,
            None => {
                self.end_of_line();
                self.error(start, "this quoted atom has no end", "put a ' behind its last character");
            }
        }
        Kind::Atom
    }

    fn string(&mut self) -> Kind {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek(0) {
                Some(b'"') => {
                    self.at += 1;
                    break;
                }
                Some(b'\\') if self.peek(1).is_some_and(|byte| !matches!(byte, b'\n' | b'\r')) => {
                    let escape = self.at;
                    self.at += 1;
                    let character = self.text[self.at..].chars().next().map_or(1, char::len_utf8);
                    let known = matches!(
                        self.peek(0),
                        Some(b'n' | b't' | b'b' | b'r' | b'f' | b'\\' | b'\'' | b'"' | b'0'..=b'7')
                    );
                    self.at += character;
                    if !known {
                        self.error(escape, "no such escape in a string", "write \\\\ for a backslash");
                    }
                }
                Some(b'\n' | b'\r') | None => {
                    self.error(
                        start,
                        "this string has no end",
                        "put a \" behind its last character, in the same line; \\n is a new line",
                    );
                    break;
                }
                Some(_) => self.at += 1,
            }
        }
        Kind::Text
    }

    fn end_of_line(&mut self) {
        while self.peek(0).is_some_and(|byte| !matches!(byte, b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn line_comment(&mut self) {
        let start = self.at;
        self.end_of_line();
        let span = self.span(start);
        self.out.comments.push(span);
    }

    fn block_comment(&mut self) {
        let start = self.at;
        match self.text[start + 2..].find("*/") {
            Some(length) => {
                self.at += length + 4;
                let span = self.span(start);
                self.out.comments.push(span);
            }
            None => {
                self.at += 2;
                self.error(start, "this comment has no end", "put a */ behind it");
                self.at = self.bytes.len();
            }
        }
    }

    fn unknown(&mut self) {
        let start = self.at;
        let character = self.text[start..].chars().next().unwrap_or_default();
        self.at += character.len_utf8();
        let help = if character.is_alphabetic() {
            "names have the letters a to z only; put others in quotes: 'é'"
        } else {
            "remove it"
        };
        self.error(start, format!("the character {character:?} is not part of the language"), help);
    }

    fn symbol(&self) -> Option<(Kind, usize)> {
        let kind = |kind, length| Some((kind, length));
        match (self.peek(0)?, self.peek(1), self.peek(2)) {
            (b'|', Some(b'&'), Some(b'|')) => kind(Kind::ForkAnd, 3),
            (b'|', Some(b'|'), Some(b'|')) => kind(Kind::ForkOr, 3),
            (b'=', Some(b'.'), Some(b'.')) => kind(Kind::Univ, 3),
            (b'\\', Some(b'='), Some(b'=')) => kind(Kind::Different, 3),
            (b'<', Some(b'-'), _) => kind(Kind::Arrow, 2),
            (b'<', Some(b':'), _) => kind(Kind::GoalCondition, 2),
            (b'<', Some(b'='), _) => kind(Kind::LessOrEqual, 2),
            (b'>', Some(b'='), _) => kind(Kind::GreaterOrEqual, 2),
            (b'=', Some(b'='), _) => kind(Kind::Equal, 2),
            (b':', Some(b'-'), _) => kind(Kind::RuleSeparator, 2),
            (b':', Some(b':'), _) => kind(Kind::NamespaceSeparator, 2),
            (b'!', Some(b'!'), _) => kind(Kind::BangBang, 2),
            (b'*', Some(b'*'), _) => kind(Kind::StarStar, 2),
            (byte, ..) => {
                let single = match byte {
                    b'~' => Kind::Tilde,
                    b'@' => Kind::At,
                    b'{' => Kind::BraceOpen,
                    b'}' => Kind::BraceClose,
                    b'(' => Kind::ParenOpen,
                    b')' => Kind::ParenClose,
                    b'[' => Kind::BracketOpen,
                    b']' => Kind::BracketClose,
                    b'.' => Kind::Dot,
                    b'!' => Kind::Bang,
                    b':' => Kind::Colon,
                    b'+' => Kind::Plus,
                    b'-' => Kind::Minus,
                    b'^' => Kind::Caret,
                    b'?' => Kind::Question,
                    b';' => Kind::Semicolon,
                    b',' => Kind::Comma,
                    b'|' => Kind::Bar,
                    b'&' => Kind::Ampersand,
                    b'<' => Kind::Less,
                    b'>' => Kind::Greater,
                    b'=' => Kind::Unify,
                    b'*' => Kind::Star,
                    b'/' => Kind::Slash,
                    _ => return None,
                };
                kind(single, 1)
            }
        }
    }
}

fn keyword(name: &str) -> Kind {
    match name {
        "true" => Kind::True,
        "false" => Kind::False,
        "not" => Kind::Not,
        "div" => Kind::Div,
        "mod" => Kind::Mod,
        "begin" => Kind::Begin,
        "end" => Kind::End,
        "if" => Kind::If,
        "else" => Kind::Else,
        "elif" => Kind::Elif,
        "for" => Kind::For,
        "while" => Kind::While,
        _ => Kind::Atom,
    }
}
