//! Terms as a running agent holds them.
//!
//! A term is two words. Numbers, constants and variables lie in it; strings, lists and structures are shared, and immutable, so
//! that a message or a belief is moved or kept without copying what it is made of, whichever thread its agent runs on.

mod annotations;
mod arithmetic;
mod atom;
mod bindings;
mod calculation;
mod collection;
mod constant;
mod function;
mod functor;
mod growing;
mod hash;
mod held;
mod interner;
mod list;
mod mix;
mod names;
mod number;
mod order;
#[cfg(test)]
pub(crate) mod properties;
mod rename;
mod show;
mod show_plan;
mod sort;
mod structure;
mod unify;
mod unify_body;
pub(crate) mod units;
mod value;
mod variable;
mod weight;
mod wire;

pub use triomphe::Arc as Shared;

pub use annotations::Annotations;
pub use atom::Atom;
#[cfg(feature = "words")]
pub(crate) use atom::compare_texts;
pub use bindings::{Bindings, Mark};
pub use collection::{Collection, Contents};
pub use constant::Constant;
pub use function::{Function, is_call};
pub(crate) use functor::Class;
pub use functor::{Arithmetic, Change, Functor, Kind, Logic, Relation, Signature, Step, Subject};
pub(crate) use growing::Growing;
pub(crate) use hash::Plain;
pub use list::{Items, List};
pub(crate) use mix::Mix;
pub use names::Name;
#[cfg(test)]
pub(crate) use names::is_name;
pub use number::{NotANumber, Number, show_number};
pub use rename::Variables;
pub(crate) use rename::number_of;
pub use sort::sort_terms;
pub(crate) use structure::Writing;
pub use structure::{Arguments, Structure, StructureBuilder};
pub use value::Term;
pub use variable::Var;
pub use wire::{PackError, PackLimits, Packed};
