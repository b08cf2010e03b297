//! What the receiver publishes after each handler, with acknowledgements.

use agon_platform::Failure;
use zenoh::bytes::ZBytes;

/// So many may be missing at most: a handler, on one of Zenoh's threads, must never wait to publish one.
pub const MOST: u64 = 1024;

pub struct Confirmation {
    pub message: u64,
    /// Whether the handler got through.
    pub through: bool,
}

impl From<Confirmation> for ZBytes {
    fn from(confirmation: Confirmation) -> Self {
        let mut bytes = [0; 9];
        bytes[..8].copy_from_slice(&confirmation.message.to_le_bytes());
        bytes[8] = confirmation.through.into();
        Self::from(bytes)
    }
}

impl TryFrom<&ZBytes> for Confirmation {
    type Error = Failure;

    fn try_from(bytes: &ZBytes) -> Result<Self, Failure> {
        match *bytes.to_bytes() {
            [ref message @ .., through @ (0 | 1)] if message.len() == 8 => {
                let message = message.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
                Ok(Self { message, through: through == 1 })
            }
            ref other => Err(Failure::work(format!("a confirmation of {} bytes", other.len()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use zenoh::bytes::ZBytes;

    use super::Confirmation;

    #[test]
    fn a_confirmation_is_read_as_it_was_written() {
        for (message, through) in [(0, true), (258, false), (u64::MAX, true)] {
            let read = Confirmation::try_from(&ZBytes::from(Confirmation { message, through })).unwrap();
            assert_eq!((read.message, read.through), (message, through));
        }
    }

    #[test]
    fn what_is_no_confirmation_is_refused() {
        for bytes in [&b"short"[..], b"eight and", b""] {
            assert!(Confirmation::try_from(&ZBytes::from(bytes)).is_err());
        }
    }
}
