//! Messages behind each other: each its length and what it is, as a varint, and its bytes.

/// What the sender of a message wants to know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Nothing.
    #[default]
    Unacked = 0,
    /// Its outcome.
    Acked = 1,
    /// Its outcome, but that it was handled need not be reported at once: an answer shows it, too.
    Question = 2,
}

impl Kind {
    pub(crate) fn is_acked(self) -> bool {
        self != Self::Unacked
    }

    fn of(bits: u64) -> Option<Self> {
        [Self::Unacked, Self::Acked, Self::Question].into_iter().find(|kind| *kind as u64 == bits)
    }
}

/// The bits of the kind.
const KIND_BITS: u32 = 2;
/// What a message takes in addition to its bytes, at most: as a varint may have zeros in front, it can always take that.
pub(crate) const MAX_OVERHEAD: usize = 10;

/// A message in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Message<'a> {
    pub(crate) kind: Kind,
    pub(crate) body: &'a [u8],
}

fn head(kind: Kind, size: usize) -> u64 {
    (size as u64) << KIND_BITS | kind as u64
}

/// What a message of so many bytes takes in a frame.
pub(crate) fn packed_size(size: usize) -> usize {
    let bits = u64::BITS - (head(Kind::Unacked, size) | 1).leading_zeros();
    size + bits.div_ceil(7) as usize
}

/// Puts a message behind what the buffer holds.
pub(crate) fn pack(kind: Kind, body: &[u8], into: &mut Vec<u8>) {
    let mut left = head(kind, body.len());
    while left >= 0x80 {
        into.push(left as u8 | 0x80);
        left >>= 7;
    }
    into.push(left as u8);
    into.extend_from_slice(body);
}

/// Makes a message of a buffer that has its bytes behind [`MAX_OVERHEAD`] others.
pub(crate) fn pack_in_place(kind: Kind, buffer: &mut [u8]) {
    let mut left = head(kind, buffer.len() - MAX_OVERHEAD);
    for byte in &mut buffer[..MAX_OVERHEAD - 1] {
        *byte = left as u8 | 0x80;
        left >>= 7;
    }
    buffer[MAX_OVERHEAD - 1] = left as u8;
}

/// The first message, and what is behind it; nothing if there is none.
pub(crate) fn first(bytes: &[u8]) -> Option<(Message<'_>, &[u8])> {
    let (mut head, mut shift, mut at) = (0_u64, 0, 0);
    loop {
        let byte = *bytes.get(at)?;
        at += 1;
        head |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
        if at == MAX_OVERHEAD {
            return None;
        }
    }
    let kind = Kind::of(head & ((1 << KIND_BITS) - 1))?;
    let (body, rest) = bytes[at..].split_at_checked(usize::try_from(head >> KIND_BITS).ok()?)?;
    Some((Message { kind, body }, rest))
}

/// The messages of a frame, of which all are known to be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Messages<'a> {
    bytes: &'a [u8],
}

impl<'a> Messages<'a> {
    /// Their bytes, with their overhead.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len()
    }
}

impl<'a> Iterator for Messages<'a> {
    type Item = Message<'a>;

    fn next(&mut self) -> Option<Message<'a>> {
        let (message, rest) = first(self.bytes)?;
        self.bytes = rest;
        Some(message)
    }
}

/// So many messages, if the bytes are these and nothing else.
pub(crate) fn messages(bytes: &[u8], count: u64) -> Option<Messages<'_>> {
    let mut rest = bytes;
    for _ in 0..count {
        rest = first(rest)?.1;
    }
    rest.is_empty().then_some(Messages { bytes })
}
