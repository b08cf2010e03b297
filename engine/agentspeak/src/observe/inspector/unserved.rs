//! In place of the inspector's page, where the feature `inspector` is off.

use std::convert::Infallible;
use std::net::SocketAddr;

use super::Inspector;

/// A page that is never shown.
pub struct Service(Infallible);

impl Inspector {
    /// Shows no page.
    ///
    /// # Errors
    ///
    /// Always: this program has no page.
    pub fn serve(&self, _port: u16) -> Result<Service, String> {
        Err("this program is built without the inspector's page (the feature 'inspector' of agon-agentspeak)"
            .to_owned())
    }
}

impl Service {
    /// Where the page is.
    pub fn address(&self) -> SocketAddr {
        match self.0 {}
    }
}
