use std::hash::Hasher;

/// Hashes fast: what is written is multiplied, and its upper half mixed into the lower one.
#[derive(Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.write_u64(word.try_into().map_or(0, u64::from_le_bytes));
        }
        let rest = words.remainder().iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
        self.write_u64(rest ^ (bytes.len() as u64) << 56);
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
