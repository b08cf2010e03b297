//! Values as words: what they are, the heap that they lie on, and messages.
//!
//! The first part of the core that takes the place of [`term`](crate::term); see `docs/design-words.md`.

mod block;
mod copy;
mod freeze;
mod functor;
mod heap;
mod message;
mod order;
mod show;
#[cfg(test)]
mod tests;
mod unify;
mod value;

pub use block::{Block, Blocks};
pub use copy::{Collection, Renamed};
pub use freeze::LARGE;
pub use functor::Functor;
pub use heap::{Heap, View};
pub use message::{Message, Performative};
pub use value::{FIRST, Word, tag};
