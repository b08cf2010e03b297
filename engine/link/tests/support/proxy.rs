//! A stretch of network between two nodes that can be cut, held up and broken: it carries TCP connections from one port to another.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

#[derive(Default)]
struct State {
    /// Nothing passes, and connections stay as they are.
    held_forth: AtomicBool,
    held_back: AtomicBool,
    /// New connections are refused.
    closed: AtomicBool,
    streams: Mutex<Vec<TcpStream>>,
}

pub struct Proxy {
    endpoint: String,
    state: Arc<State>,
}

impl Proxy {
    /// To a node's endpoint.
    pub fn to(endpoint: &str) -> Self {
        let address = endpoint.strip_prefix("tcp/").expect("over TCP").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let state = Arc::new(State::default());
        let proxy = Self { endpoint: format!("tcp/{}", listener.local_addr().unwrap()), state: Arc::clone(&state) };
        thread::spawn(move || {
            for incoming in listener.incoming().map_while(Result::ok) {
                if state.closed.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(outgoing) = TcpStream::connect(&address) else { continue };
                let both = [&incoming, &outgoing].map(|stream| stream.try_clone().unwrap());
                state.streams.lock().unwrap().extend(both);
                carry(incoming.try_clone().unwrap(), outgoing.try_clone().unwrap(), &state, |state| &state.held_forth);
                carry(outgoing, incoming, &state, |state| &state.held_back);
            }
        });
        proxy
    }

    /// Where to connect to.
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Holds what passes, or lets it pass: from the one who connects, and to it.
    pub fn hold(&self, forth: bool, back: bool) {
        self.state.held_forth.store(forth, Ordering::SeqCst);
        self.state.held_back.store(back, Ordering::SeqCst);
    }

    /// Breaks all connections; what was on its way is lost. There are new ones only if `again`.
    pub fn break_off(&self, again: bool) {
        self.state.closed.store(!again, Ordering::SeqCst);
        for stream in self.state.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Lets new connections in.
    pub fn heal(&self) {
        self.state.closed.store(false, Ordering::SeqCst);
        self.hold(false, false);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, state: &Arc<State>, held: fn(&State) -> &AtomicBool) {
    let state = Arc::clone(state);
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = match from.read(&mut buffer) {
                Ok(0) | Err(_) => break,
                Ok(read) => read,
            };
            while held(&state).load(Ordering::SeqCst) {
                thread::sleep(Duration::from_millis(1));
            }
            if to.write_all(&buffer[..read]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
        let _ = from.shutdown(Shutdown::Both);
    });
}
