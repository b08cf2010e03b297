//! Programs with pieces of them taken out, doubled, exchanged, or replaced by what programs are made of.
//!
//! An input is made of a seed and its number alone, so that each can be made again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use case_file::CaseFile;

#[path = "../case_file/mod.rs"]
mod case_file;

/// What mutations put in, besides what is in the corpus.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    "||",
    "|||",
    "|&|",
    "&",
    ",",
    ";",
    ".",
    ":",
    ":-",
    "::",
    "<-",
    "<:",
    "!",
    "!!",
    "?",
    "+",
    "-",
    "++",
    "--",
    "-+",
    "+<",
    "+>",
    "^",
    "@",
    "~",
    "*",
    "**",
    "/",
    "=",
    "==",
    "\\==",
    "=..",
    "<",
    "<=",
    ">",
    ">=",
    "#",
    "$",
    "\"",
    "'",
    "\\",
    "//",
    "/*",
    "*/",
    "\n",
    "\r\n",
    "\t",
    " ",
    "_",
    "_X",
    "X",
    "Y",
    "_1",
    "a",
    "p(X)",
    "f(a,1)",
    "[H|T]",
    "[]",
    "{}",
    "\"\"",
    "\"s\"",
    "\"%s%9d%n\"",
    "\"[\"",
    "true",
    "false",
    "not",
    "div",
    "mod",
    "if",
    "else",
    "elif",
    "for",
    "while",
    "begin",
    "end",
    "include",
    "namespace",
    "default",
    "self",
    "0",
    "1",
    "-1",
    "0.5",
    "1e308",
    "1e-320",
    "99999999999999999999",
    "2147483648",
    "1E400",
    "0x1",
    "1.",
    ".1",
    ".print",
    ".send",
    ".findall",
    ".wait",
    ".member",
    ".concat",
    ".nth",
    ".substring",
    ".add_plan",
    ".sort",
    "math.max",
    "system.time",
    "source(self)",
    "[source(percept)]",
    "atomic",
    "kqml_received",
    "é",
    "\u{1F600}",
    "\u{FEFF}",
    "\0",
    "MAS",
    "agents",
    "environment",
    "infrastructure",
    "classpath",
    "aslSourcePath",
    "executionControl",
    "directives",
    "at",
];

/// Numbers at random, the same for the same seed.
pub struct Random(u64);

impl Random {
    /// Those of an input.
    pub fn new(seed: u64, input: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ input);
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to below the bound; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() % bound as u64) as usize }
    }

    /// A part of so many: where it begins and ends.
    fn range(&mut self, length: usize, most: usize) -> (usize, usize) {
        let start = self.below(length);
        (start, (start + 1 + self.below(most)).min(length))
    }
}

/// What an input is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A whole text with few changes, which may still be a program.
    Whole,
    /// Some lines.
    Lines,
    /// What stands between two signs that divide steps.
    Step,
}

/// Texts to begin with.
pub struct Corpus {
    texts: Vec<String>,
}

impl Corpus {
    /// All files of this extension in these folders and in golden cases there, in the order of their paths.
    pub fn read(folders: &[&Path], extension: &str) -> Self {
        let mut texts = BTreeMap::new();
        let mut left: Vec<_> = folders.iter().map(|folder| folder.to_path_buf()).collect();
        while let Some(folder) = left.pop() {
            for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
                if path.is_dir() {
                    left.push(path);
                } else if path.extension().is_some_and(|it| it == extension) {
                    texts.extend(fs::read_to_string(&path).map(|text| (path, text)));
                } else if path.extension().is_some_and(|it| it == "case") {
                    let case = CaseFile::read(&path).unwrap_or_else(|problem| panic!("{problem}"));
                    let inside = path.with_extension("");
                    texts.extend(
                        case.with_extension(extension).map(|(name, text)| (inside.join(name), text.to_owned())),
                    );
                }
            }
        }
        Self { texts: texts.into_values().collect() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// A number that is another one if the texts are others.
    pub fn digest(&self) -> u64 {
        let bytes = self.texts.iter().flat_map(|text| text.bytes().chain([0]));
        bytes.fold(0xCBF2_9CE4_8422_2325, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
    }

    /// An input of a seed.
    pub fn input(&self, seed: u64, number: u64, part: Part) -> String {
        let mut random = Random::new(seed, number);
        let text = self.text(&mut random, part);
        let most = match part {
            Part::Whole => 2,
            Part::Lines => 6,
            Part::Step => 3,
        };
        let mut changes = 1 + random.below(most);
        if part != Part::Whole && random.below(3) == 0 {
            let mut bytes = text.into_bytes();
            while changes > 0 && !bytes.is_empty() {
                change_bytes(&mut bytes, &mut random);
                changes -= 1;
            }
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        let mut tokens: Vec<&str> = tokens(&text);
        let other = self.text(&mut random, Part::Lines);
        let others = self::tokens(&other);
        for _ in 0..changes {
            change_tokens(&mut tokens, &others, &mut random);
        }
        tokens.concat()
    }

    /// A text, or some of it.
    fn text(&self, random: &mut Random, part: Part) -> String {
        let Some(text) = self.texts.get(random.below(self.texts.len())) else { return String::new() };
        if part == Part::Whole || random.below(16) == 0 {
            return text.clone();
        }
        if part == Part::Step {
            let steps: Vec<&str> = text.split(['\n', ';']).flat_map(|line| line.split("<-")).collect();
            let step = steps[random.below(steps.len())];
            return step.trim().trim_start_matches(['!', '?', '+', '-']).trim_end_matches('.').to_owned();
        }
        let lines: Vec<&str> = text.lines().collect();
        let (start, end) = random.range(lines.len(), 8);
        lines[start..end].join("\n")
    }
}

fn change_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(5) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.next() as u8,
        2 => bytes.insert(at, random.next() as u8),
        3 => {
            let (start, end) = random.range(bytes.len(), 8);
            bytes.drain(start..end);
        }
        _ => {
            let (start, end) = random.range(bytes.len(), 16);
            let piece = bytes[start..end].to_vec();
            bytes.splice(at..at, piece);
        }
    }
}

fn change_tokens<'a>(tokens: &mut Vec<&'a str>, others: &[&'a str], random: &mut Random) {
    let at = random.below(tokens.len() + 1);
    match random.below(8) {
        0 => tokens.insert(at, PIECES[random.below(PIECES.len())]),
        1 if at < tokens.len() => tokens[at] = PIECES[random.below(PIECES.len())],
        2 if at < tokens.len() => tokens[at] = tokens[random.below(tokens.len())],
        3 if !tokens.is_empty() => {
            let (start, end) = random.range(tokens.len(), 6);
            tokens.drain(start..end);
        }
        4 if !tokens.is_empty() => {
            let (start, end) = random.range(tokens.len(), 12);
            let piece = tokens[start..end].to_vec();
            tokens.splice(at..at, piece);
        }
        5 if !tokens.is_empty() => {
            let (one, other) = (random.below(tokens.len()), random.below(tokens.len()));
            tokens.swap(one, other);
        }
        6 if !others.is_empty() => {
            let (start, end) = random.range(others.len(), 12);
            tokens.splice(at..at, others[start..end].iter().copied());
        }
        // Much of the same.
        7 if random.below(16) == 0 => {
            let piece = PIECES[random.below(PIECES.len())];
            let count = 1 << random.below(11);
            tokens.splice(at..at, std::iter::repeat_n(piece, count));
        }
        _ => {}
    }
}

/// Names and numbers, and each other character by itself.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut start = 0;
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut in_word = false;
    for (at, character) in text.char_indices() {
        if at > start && !(in_word && is_word(character)) {
            tokens.push(&text[start..at]);
            start = at;
        }
        in_word = is_word(character);
    }
    if start < text.len() {
        tokens.push(&text[start..]);
    }
    tokens
}
