//! TCP echo: 64 connections over the loopback device, each with an actor (or a task) of its own, which sends back what comes. One
//! operation is one round trip of 256 bytes; connections are opened and closed in each iteration.
//!
//! The clients, the same for everybody, run on the thread outside and check what they get back. Each connection's actor must have
//! ended.

mod servers;

use std::net::SocketAddr;
use std::sync::Arc;

use agon_actor::Async;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::ordinary::answers::{Latch, Outcome, Ticket};
use crate::ordinary::hosts;
use crate::ordinary::line::Program::Runs;
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};
use crate::workloads::Wrong;

/// The line.
pub static LINE: Line = Line {
    id: "echo",
    part: "echo",
    title: "TCP echo, an actor a connection, 64 connections",
    per: "round trip",
    counts: Counts { full: 19_200, brief: 6_400, check: 128 },
    programs: Programs {
        agon: Runs(agon),
        tokio: Runs(tokio),
        actix: Runs(actix),
        ractor: Runs(ractor),
        kameo: Runs(kameo),
    },
};

const CONNECTIONS: u64 = 64;
const SIZE: usize = 256;

/// The size of the buffer for a socket.
const BUFFER: usize = 4096;

/// What an acceptor needs of the iteration that it accepts for: a latch for its connections' actors.
type Tickets = Arc<std::sync::Mutex<Option<Arc<Latch>>>>;

fn ticket(tickets: &Tickets) -> Ticket {
    tickets.lock().expect("no panic holds the lock").as_ref().expect("an iteration runs").ticket()
}

/// The clients, and what the server knows of them.
struct Clients {
    runtime: Runtime,
    server: SocketAddr,
    rounds: u64,
    tickets: Tickets,
}

impl Clients {
    fn new(server: SocketAddr, tickets: Tickets, count: u64) -> Self {
        Self { runtime: hosts::tokio_here(), server, rounds: count / CONNECTIONS, tickets }
    }

    fn run(&self) -> Outcome {
        let (latch, ended) = Latch::new(CONNECTIONS);
        *self.tickets.lock().expect("no panic holds the lock") = Some(latch);
        self.runtime.block_on(async {
            let mut clients = JoinSet::new();
            for number in 0..CONNECTIONS {
                clients.spawn(client(self.server, number, self.rounds));
            }
            while let Some(outcome) = clients.join_next().await {
                outcome.map_err(Wrong::of)??;
            }
            Ok::<(), Wrong>(())
        })?;
        ended.receive()
    }
}

async fn client(server: SocketAddr, number: u64, rounds: u64) -> Outcome {
    let mut stream = TcpStream::connect(server).await.map_err(Wrong::of)?;
    stream.set_nodelay(true).map_err(Wrong::of)?;
    let mut back = [0; SIZE];
    for round in 0..rounds {
        let out = [(number * 31 + round) as u8; SIZE]; // the remainder
        stream.write_all(&out).await.map_err(Wrong::of)?;
        stream.read_exact(&mut back).await.map_err(Wrong::of)?;
        if back != out {
            return Err(Wrong(format!("round {round} of connection {number} came back changed")));
        }
    }
    Ok(())
}

/// A server of tokio: accepts connections and hands each to `serve`, with a ticket.
fn listen(
    runtime: &Runtime,
    serve: impl Fn(TcpStream, Ticket) + Send + 'static,
) -> Result<(SocketAddr, Tickets), Wrong> {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).map_err(Wrong::of)?;
    let address = listener.local_addr().map_err(Wrong::of)?;
    let tickets = Tickets::default();
    let of_server = Arc::clone(&tickets);
    runtime.spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let _ = stream.set_nodelay(true);
            serve(stream, ticket(&of_server));
        }
    });
    Ok((address, tickets))
}

/// An iteration of the clients with a server that `start` has started; what it returns lives as long.
fn iteration<S: 'static>(count: u64, start: impl FnOnce() -> Result<(S, SocketAddr, Tickets), Wrong>) -> Iteration {
    match start() {
        Ok((server, address, tickets)) => {
            let clients = Clients::new(address, tickets, count);
            Box::new(move || {
                let _running = &server;
                clients.run()
            })
        }
        Err(wrong) => {
            let mut wrong = Some(wrong);
            Box::new(move || Err(wrong.take().unwrap_or_else(|| Wrong("there is no server".into()))))
        }
    }
}

/// The workers drive the sockets, an actor accepts.
fn agon(Scale { workers, count }: Scale) -> Iteration {
    iteration(count, || {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").map_err(Wrong::of)?;
        listener.set_nonblocking(true).map_err(Wrong::of)?;
        let address = listener.local_addr().map_err(Wrong::of)?;
        let tickets = Tickets::default();
        let system = hosts::agon_with_tokio(workers);
        system.spawn(Async::new(servers::AgonAcceptor { listener, tickets: Arc::clone(&tickets) })).send(());
        Ok((system, address, tickets))
    })
}

fn tokio(Scale { workers, count }: Scale) -> Iteration {
    iteration(count, || {
        let runtime = hosts::tokio(workers);
        let (address, tickets) = listen(&runtime, servers::tokio)?;
        Ok((runtime, address, tickets))
    })
}

fn ractor(Scale { workers, count }: Scale) -> Iteration {
    iteration(count, || {
        let runtime = hosts::tokio(workers);
        let (address, tickets) = listen(&runtime, servers::ractor)?;
        Ok((runtime, address, tickets))
    })
}

fn kameo(Scale { workers, count }: Scale) -> Iteration {
    iteration(count, || {
        let runtime = hosts::tokio(workers);
        let (address, tickets) = listen(&runtime, servers::kameo)?;
        Ok((runtime, address, tickets))
    })
}

/// One arbiter accepts; connections go to all in turn.
fn actix(Scale { workers, count }: Scale) -> Iteration {
    iteration(count, || {
        let actix = hosts::actix(workers);
        let arbiters: Vec<_> = (0..workers).map(|worker| actix.arbiter(worker).clone()).collect();
        let tickets = Tickets::default();
        let of_server = Arc::clone(&tickets);
        let address = hosts::on_arbiter(&actix, 0, move || async move {
            let listener = TcpListener::bind("127.0.0.1:0").await.map_err(Wrong::of)?;
            let address = listener.local_addr().map_err(Wrong::of)?;
            actix::spawn(async move {
                let mut next = arbiters.iter().cycle();
                while let (Ok((stream, _)), Some(arbiter)) = (listener.accept().await, next.next()) {
                    let _ = stream.set_nodelay(true);
                    servers::actix(arbiter, stream, ticket(&of_server));
                }
            });
            Ok(address)
        })?;
        Ok((actix, address, tickets))
    })
}
