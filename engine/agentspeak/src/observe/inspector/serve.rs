//! The inspector's page on a port of this machine.

use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use tiny_http::{Header, Response, Server};

use super::Inspector;
use super::answer::{Reply, Request};

/// A request that waits for a busy agent holds up one of them.
const THREADS: usize = 4;

/// No question is longer.
const LONGEST_BODY: u64 = 1 << 16;

/// Sent with everything: the page asks no other host, is shown in no other's frame, and is always new.
const HEADERS: [&str; 4] = [
    "Content-Security-Policy: default-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: no-referrer",
    "Cache-Control: no-store",
];

/// An inspector's page, for as long as this lives.
pub struct Service {
    server: Arc<Server>,
    address: SocketAddr,
    threads: Vec<JoinHandle<()>>,
}

impl Inspector {
    /// Shows the page at this port, or a free one if it is 0, to this machine alone.
    ///
    /// # Errors
    ///
    /// If the port cannot be had.
    pub fn serve(&self, port: u16) -> Result<Service, String> {
        let no_port = |reason: &dyn std::fmt::Display| format!("port {port} cannot be had for the inspector: {reason}");
        let server = Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|reason| no_port(&reason))?;
        let Some(address) = server.server_addr().to_ip() else { return Err(no_port(&"it is no address")) };
        let server = Arc::new(server);
        if let Some(elsewhere) = &self.elsewhere {
            elsewhere.inspected_at(address.port());
        }
        let threads = (0..THREADS).map(|_| {
            let (server, inspector) = (Arc::clone(&server), self.clone());
            thread::Builder::new().name("agon-inspector".to_owned()).spawn(move || {
                while let Ok(request) = server.recv() {
                    inspector.handle(address.port(), request);
                }
            })
        });
        let threads = threads.collect::<Result<_, _>>().map_err(|reason| no_port(&reason))?;
        Ok(Service { server, address, threads })
    }

    fn handle(&self, port: u16, mut request: tiny_http::Request) {
        let mut body = String::new();
        let is_read = request.as_reader().take(LONGEST_BODY).read_to_string(&mut body).is_ok();
        let header = |name: &'static str| {
            let found = request.headers().iter().find(|header| header.field.equiv(name));
            found.map(|header| header.value.as_str())
        };
        let reply = self.answer(
            port,
            &Request {
                method: request.method().as_str(),
                path: request.url().split('?').next().unwrap_or_default(),
                host: header("Host"),
                origin: header("Origin"),
                content_type: header("Content-Type"),
                // What is no text is no question either.
                body: if is_read { &body } else { "" },
            },
        );
        // The asker may have gone.
        let _ = request.respond(response(&reply));
    }
}

fn response(reply: &Reply) -> Response<std::io::Cursor<Vec<u8>>> {
    let headers = HEADERS.iter().filter_map(|header| header.parse().ok());
    let content_type = Header::from_bytes("Content-Type", reply.content_type);
    headers
        .chain(content_type)
        .fold(Response::from_string(&*reply.body).with_status_code(reply.status), |response, header: Header| {
            response.with_header(header)
        })
}

impl Service {
    /// Where the page is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.threads.iter().for_each(|_| self.server.unblock());
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
    }
}
