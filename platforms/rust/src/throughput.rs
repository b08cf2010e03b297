//! throughput, apart from messages: parameters, the strings, what the receiver does with one, and the times.

use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

use memmap2::MmapMut;
use serde_json::json;

use crate::samples::Table;
use crate::{Arguments, Failure, Iteration};

/// The characters of a string that are its number.
pub(crate) const DIGITS: usize = 10;
pub(crate) const MOST_CHARACTERS: u64 = 1 << 28;
/// In a stream, messages whose number is a multiple of it are timed.
const EVERY: u64 = 64;

/// In a stream, so many messages are under way at most where the program bounds them.
pub const UNDER_WAY: u64 = 2 * CREDIT;

/// After so many messages handled the receiver notifies the sender that there is room for as many more.
pub const CREDIT: u64 = 64;

/// What is not counted after each message of a sprint.
pub const PAUSE: Duration = Duration::from_millis(1);

pub struct Throughput {
    pub size: usize,
    pub messages: u64,
    pub msgpack: bool,
    pub acks: bool,
    /// One message at a time, instead of as fast as may be.
    pub sprint: bool,
    pub witness: bool,
    /// A message in so many is timed.
    every: Option<u64>,
    /// Ascending.
    faults: Vec<u64>,
    table: Table,
}

impl Throughput {
    /// Takes the arguments; `transport=` must be one of `transports` and `variant=` one of `variants`.
    pub fn take<T: Copy, V: Copy>(
        arguments: &mut Arguments,
        transports: &[(&str, T)],
        variants: &[(&str, V)],
    ) -> Result<(Self, T, V), Failure> {
        let size: usize = arguments.take_at_least("size", DIGITS)?;
        let messages: u64 = arguments.take_at_least("messages", 1)?;
        if (size as u64).saturating_mul(messages) > MOST_CHARACTERS {
            return Err(Failure::usage(format!("messages={messages}: at most {MOST_CHARACTERS} characters in all")));
        }
        let msgpack = choice(arguments, "serializer", &[("native", false), ("msgpack", true)])?;
        let transport = choice(arguments, "transport", transports)?;
        let sprint = choice(arguments, "protocol", &[("stream", false), ("sprint", true)])?;
        let acks = arguments.take_switch("acks")?;
        let clock = arguments.take_switch("clock")?;
        let witness = arguments.take_witness()?;
        let count: usize = arguments.take("faults")?;
        let variant = arguments.take_variant(variants)?;
        let table = Table::take(arguments, "latency.csv", "iteration,message,ns")?;
        let faults = arguments.take_input(|text| parse(text, count, messages))?;
        if sprint && !clock {
            return Err(Failure::usage("protocol=sprint needs clock=on"));
        }
        if count > 0 && !acks {
            return Err(Failure::usage(format!("faults={count} needs acks=on")));
        }
        let every = clock.then_some(if sprint { 1 } else { EVERY });
        Ok((Self { size, messages, msgpack, acks, sprint, witness, every, faults, table }, transport, variant))
    }

    /// The strings of the messages, each its own.
    pub fn strings(&self) -> Vec<String> {
        strings(self.size, self.messages)
    }

    /// The same as parts of one block, which lasts as long as the program.
    pub fn lasting_strings(&self) -> Result<Strings, Failure> {
        let block = block(self.size * self.messages as usize).map_err(Failure::work)?;
        let mut write = writer(self.size);
        for (text, number) in block.chunks_exact_mut(self.size).zip(0..) {
            write(number, text);
        }
        let all = std::str::from_utf8(block).map_err(Failure::work)?;
        Ok(Strings { rest: all, size: self.size })
    }

    #[inline]
    pub fn timed(&self, message: u64) -> bool {
        self.every.is_some_and(|every| message.is_multiple_of(every))
    }

    pub fn checksum(&self, text: &str) -> u32 {
        if self.witness { crc32fast::hash(text.as_bytes()) } else { 0 }
    }

    pub fn reception(&self) -> Reception {
        Reception {
            size: self.size,
            witness: self.witness,
            faults: self.faults.clone().into_iter(),
            ..Default::default()
        }
    }

    /// Writes the times of an iteration and reports it. `elapsed` is that of a stream.
    pub fn finish(&self, index: u64, elapsed: Duration, ends: &Ends) -> Result<Iteration, Failure> {
        let Ends { sent, reception, confirmed, unconfirmed, crc_sent } = ends;
        let handled = &reception.handled;
        let times: Vec<Duration> = sent.iter().zip(handled).map(|(sent, handled)| *handled - *sent).collect();
        if let Some(every) = self.every {
            self.table.add(index, |file| {
                times
                    .iter()
                    .zip(0_u64..)
                    .try_for_each(|(time, number)| writeln!(file, "{index},{},{}", number * every, time.as_nanos()))
            })?;
        }
        let mut report = json!({"received": reception.received, "characters": reception.characters});
        if self.acks {
            report["confirmed"] = json!(confirmed);
            report["unconfirmed"] = json!(unconfirmed);
        }
        if self.witness {
            report["crc_sent"] = json!(crc_sent);
            report["crc_received"] = json!(reception.crc);
        }
        Ok(Iteration { elapsed: if self.sprint { times.iter().sum() } else { elapsed }, report })
    }
}

/// So many strings of a size, each with its number in front.
pub(crate) fn strings(size: usize, messages: u64) -> Vec<String> {
    let mut write = writer(size);
    let string = |number| {
        let mut text = vec![0; size];
        write(number, &mut text);
        String::from_utf8(text).expect("printable ASCII")
    };
    (0..messages).map(string).collect()
}

/// What writes the string of a number.
fn writer(size: usize) -> impl FnMut(u64, &mut [u8]) {
    let mut random = fastrand::Rng::with_seed(1);
    let pool: Vec<u8> = (0..size + POOL).map(|_| random.u8(b' '..=b'~')).collect();
    move |number, text| {
        let start = random.usize(..POOL);
        text.copy_from_slice(&pool[start..start + text.len()]);
        text[..DIGITS].copy_from_slice(&digits_of(number));
    }
}

/// Where strings may start in the pool of random characters.
const POOL: usize = 1 << 16;

/// Which of `offered` the argument is.
fn choice<T: Copy>(arguments: &mut Arguments, key: &str, offered: &[(&str, T)]) -> Result<T, Failure> {
    let asked: String = arguments.take(key)?;
    offered.iter().find(|(name, _)| *name == asked).map(|&(_, choice)| choice).ok_or_else(|| {
        let names: Vec<_> = offered.iter().map(|(name, _)| *name).collect();
        Failure::usage(format!("{key}={asked}: this platform has {}", names.join(", ")))
    })
}

fn parse(text: &str, count: usize, messages: u64) -> Result<Vec<u64>, String> {
    let numbers = text.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>();
    let numbers = numbers.map_err(|error| error.to_string())?;
    if numbers.len() != count || !numbers.is_sorted() || numbers.iter().any(|number| *number >= messages) {
        return Err(format!("{count} ascending numbers below {messages} are needed"));
    }
    Ok(numbers)
}

/// What both ends have to report of an iteration.
#[derive(Debug, Default)]
pub struct Ends {
    /// When the messages that are timed were sent.
    pub sent: Vec<Instant>,
    pub reception: Reception,
    pub confirmed: u64,
    pub unconfirmed: Vec<u64>,
    pub crc_sent: u32,
}

/// The receiver's handler.
#[derive(Debug, Default)]
pub struct Reception {
    size: usize,
    witness: bool,
    faults: std::vec::IntoIter<u64>,
    pub received: u64,
    characters: usize,
    crc: u32,
    /// When the messages that are timed were handled.
    pub handled: Vec<Instant>,
    due: Due,
    /// Messages below this number are usual ones.
    usual_until: u64,
}

impl Reception {
    /// Handles a message by the shortest way there is; see [`handle`](Self::handle).
    #[inline]
    pub fn take(&mut self, text: &str) -> bool {
        self.handle_usual(text) || self.handle(text)
    }

    /// Handles a message that is the next one and has nothing special about it. `false`: nothing is done, it is for
    /// [`handle`](Self::handle).
    #[inline]
    pub fn handle_usual(&mut self, text: &str) -> bool {
        let usual = self.received < self.usual_until && self.due.begins(text) && text.len() == self.size;
        if usual {
            self.received += 1;
            self.characters += text.len();
            self.due.advance();
        }
        usual
    }

    /// Whether the handler gets through; the message must be the next one, else the program ends.
    #[inline(never)]
    pub fn handle(&mut self, text: &str) -> bool {
        let number = self.received;
        if !self.due.begins(text) || text.len() != self.size {
            refuse(number, text);
        }
        self.received += 1;
        self.characters += text.len();
        self.due = Due::of(self.received);
        if self.witness {
            self.crc = self.crc.wrapping_add(crc32fast::hash(text.as_bytes()));
        }
        let fails = self.faults.as_slice().first() == Some(&number);
        if fails {
            self.faults.next();
        }
        if !self.witness {
            let fault = self.faults.as_slice().first().copied().unwrap_or(u64::MAX);
            self.usual_until = fault.min(last_of_hundred(self.received));
        }
        !fails
    }
}

/// The last number with the same hundreds.
fn last_of_hundred(number: u64) -> u64 {
    number - number % 100 + 99
}

/// So many bytes in huge pages, where the system has them: of strings far apart each would be in a page of its own, and to look for that
/// takes longer than all else.
fn block(size: usize) -> io::Result<&'static mut [u8]> {
    let map = MmapMut::map_anon(size)?;
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    let whole: &'static mut MmapMut = Box::leak(Box::new(map));
    Ok(whole)
}

/// The strings that have not been sent, first to last.
#[derive(Clone, Debug)]
pub struct Strings {
    rest: &'static str,
    size: usize,
}

impl Iterator for Strings {
    type Item = &'static str;

    #[inline]
    fn next(&mut self) -> Option<&'static str> {
        let (text, rest) = self.rest.split_at_checked(self.size)?;
        self.rest = rest;
        Some(text)
    }
}

/// The digits of the number that is due, as two words: two comparisons find whether a string begins with them.
#[derive(Debug)]
struct Due {
    hundreds: u64,
    rest: u16,
}

impl Default for Due {
    fn default() -> Self {
        Self::of(0)
    }
}

impl Due {
    fn of(number: u64) -> Self {
        let [hundreds @ .., tens, ones] = digits_of(number);
        Self { hundreds: u64::from_ne_bytes(hundreds), rest: u16::from_ne_bytes([tens, ones]) }
    }

    #[inline]
    fn begins(&self, text: &str) -> bool {
        let Some([hundreds @ .., tens, ones]) = text.as_bytes().first_chunk::<DIGITS>() else { return false };
        u64::from_ne_bytes(*hundreds) == self.hundreds && u16::from_ne_bytes([*tens, *ones]) == self.rest
    }

    /// To the next number, which has the same hundreds.
    #[inline]
    fn advance(&mut self) {
        let [tens, ones] = self.rest.to_ne_bytes();
        let next = if ones == b'9' { [tens + 1, b'0'] } else { [tens, ones + 1] };
        self.rest = u16::from_ne_bytes(next);
    }
}

fn digits_of(number: u64) -> [u8; DIGITS] {
    let mut digits = [b'0'; DIGITS];
    let mut left = number;
    for digit in digits.iter_mut().rev() {
        *digit += (left % 10) as u8;
        left /= 10;
    }
    digits
}

#[cold]
fn refuse(due: u64, text: &str) -> ! {
    let start: String = text.chars().take(DIGITS).collect();
    eprintln!("message {due} is due, received: '{start}' of {} characters", text.len());
    std::process::exit(1)
}

/// What a string is sent as.
pub trait Form: Send + 'static {
    fn of(text: &'static str) -> Self;

    /// The string; empty if there is none.
    fn text(&self) -> &str;
}

/// As it is: who sends it keeps it.
impl Form for &'static str {
    #[inline]
    fn of(text: &'static str) -> Self {
        text
    }

    #[inline]
    fn text(&self) -> &str {
        self
    }
}

/// As MsgPack.
impl Form for Vec<u8> {
    fn of(text: &'static str) -> Self {
        pack(text)
    }

    fn text(&self) -> &str {
        unpack(self).unwrap_or_default()
    }
}

/// One string as MsgPack has it.
pub fn pack(text: &str) -> Vec<u8> {
    let size = text.len();
    let wide = (size as u32).to_be_bytes();
    let mut packed = Vec::with_capacity(wide.len() + 1 + size);
    match size {
        0..32 => packed.push(0xA0 | size as u8),
        32..0x100 => packed.extend([0xD9, wide[3]]),
        0x100..0x1_0000 => packed.extend([0xDA, wide[2], wide[3]]),
        _ => {
            packed.push(0xDB);
            packed.extend(wide);
        }
    }
    packed.extend(text.as_bytes());
    packed
}

/// The string that was packed, where it lies; None if it is none.
pub fn unpack(packed: &[u8]) -> Option<&str> {
    let number = |bytes: Range<usize>| {
        Some(packed.get(bytes)?.iter().fold(0_usize, |number, byte| number << 8 | usize::from(*byte)))
    };
    let (start, size) = match *packed.first()? {
        short @ 0xA0..=0xBF => (1, usize::from(short & 0x1F)),
        0xD9 => (2, number(1..2)?),
        0xDA => (3, number(1..3)?),
        0xDB => (5, number(1..5)?),
        _ => return None,
    };
    let text = packed.get(start..)?;
    if text.len() == size { std::str::from_utf8(text).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Due, digits_of, pack, parse, unpack};

    #[test]
    fn the_digits_that_are_due_go_up_within_a_hundred() {
        for hundreds in [0, 100, 9_999_999_900] {
            let mut due = Due::of(hundreds);
            for number in hundreds..hundreds + 99 {
                let text = String::from_utf8(digits_of(number).to_vec()).unwrap();
                assert!(due.begins(&text) && due.begins(&format!("{text} and more")), "{text}");
                assert_eq!(text.parse(), Ok(number));
                due.advance();
                assert!(!due.begins(&text) && !due.begins(&text[1..]), "{text}");
            }
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for size in [0, 1, 31, 32, 255, 256, 65_535, 65_536, 100_000] {
            let text = "x".repeat(size);
            assert_eq!(unpack(&pack(&text)), Some(text.as_str()));
        }
        assert_eq!(pack("abc"), b"\xA3abc");
        assert_eq!(unpack(b"\xA3ab"), None);
        assert_eq!(unpack(b"\xC0"), None);
    }

    #[test]
    fn the_input_must_match_the_arguments() {
        assert_eq!(parse("1 4\n", 2, 5), Ok(vec![1, 4]));
        for (text, count) in [("1 5\n", 2), ("4 1\n", 2), ("1\n", 2)] {
            assert!(parse(text, count, 5).is_err());
        }
        assert_eq!(parse("\n", 0, 5), Ok(vec![]));
    }
}
