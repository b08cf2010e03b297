//! What a message carries to prove its way.

// agon: begin witness
/// Nothing, or a number that everybody who handles the message changes.
pub trait Proof: Copy + Default + Send + Sync + Unpin + 'static {
    #[must_use]
    fn passed_by(self, number: u64) -> Self;

    fn value(self) -> Option<u64>;
}
// agon: end

// agon: begin witness
impl Proof for () {
    fn passed_by(self, _: u64) {}

    fn value(self) -> Option<u64> {
        None
    }
}
// agon: end

// agon: begin witness
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Witness(u64);
// agon: end

// agon: begin witness
impl Proof for Witness {
    fn passed_by(self, number: u64) -> Self {
        Self((self.0 * 31 + number) % 2_147_483_647)
    }

    fn value(self) -> Option<u64> {
        Some(self.0)
    }
}
// agon: end
