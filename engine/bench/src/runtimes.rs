//! The runtimes, one module each.

mod actix;
mod agon;
mod kameo;
mod ractor;
mod tokio;
mod tokio_workers;

pub use self::actix::Actix;
pub use self::agon::Agon;
pub use self::kameo::Kameo;
pub use self::ractor::Ractor;
pub use self::tokio::Tokio;
pub use self::tokio_workers::Workers;
