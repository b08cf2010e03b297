//! A TCP server on tokio, with a supervised actor for each connection.
//!
//!     cargo run --features tokio --example tcp_server
//!
//! It answers each line with the same in capitals, and sends goodbye when it ends.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;

use agon_actor::{
    Actor, Address, Async, AsyncActor, AsyncContext, ChildRef, ChildSpec, Context, Reply, Strategy, Stream, Supervisor,
    System, ToSupervisor,
};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// The connections of a listener, as a stream.
struct Incoming(Arc<TcpListener>);

impl Stream for Incoming {
    type Item = io::Result<TcpStream>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut std::task::Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(Some(ready!(self.0.poll_accept(cx)).map(|(connection, _)| connection)))
    }
}

/// The lines that come by a connection, as a stream.
struct Requests(Lines<BufReader<OwnedReadHalf>>);

impl Stream for Requests {
    type Item = io::Result<String>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut std::task::Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut self.0).poll_next_line(cx).map(Result::transpose)
    }
}

/// Accepts connections, and has each served by an actor of its own.
struct Acceptor {
    listener: Arc<TcpListener>,
    connections: ChildRef<ToSupervisor>,
}

enum ToAcceptor {
    Accepted(Option<io::Result<TcpStream>>),
}

impl Actor for Acceptor {
    type Message = ToAcceptor;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        ctx.attach(Incoming(Arc::clone(&self.listener)), ToAcceptor::Accepted);
    }

    fn handle(&mut self, message: ToAcceptor, ctx: &mut Context<'_, Self>) {
        match message {
            ToAcceptor::Accepted(Some(Ok(stream))) => {
                let Some(connections) = self.connections.get() else { return };
                // What breaks, breaks for one client: a connection is not restored.
                let mut connection = Some(Connection::new(stream));
                let make = move || Async::new(connection.take().expect("a temporary child is made once"));
                let child = ChildSpec::new("connection", make).temporary();
                ctx.send(&connections, ToSupervisor::start_child(child, Reply::ignored()));
            }
            ToAcceptor::Accepted(Some(Err(error))) => eprintln!("cannot accept a connection: {error}"),
            ToAcceptor::Accepted(None) => ctx.stop(),
        }
    }
}

/// Serves one client.
struct Connection {
    requests: Option<Requests>,
    client: OwnedWriteHalf,
    served: u64,
}

enum ToConnection {
    Request(Option<io::Result<String>>),
}

impl Connection {
    fn new(stream: TcpStream) -> Self {
        let (from, client) = stream.into_split();
        Self { requests: Some(Requests(BufReader::new(from).lines())), client, served: 0 }
    }

    async fn answer(&mut self, mut line: String) -> io::Result<()> {
        line.make_ascii_uppercase();
        line.push('\n');
        self.client.write_all(line.as_bytes()).await?;
        self.served += 1;
        Ok(())
    }
}

impl AsyncActor for Connection {
    type Message = ToConnection;

    async fn started(&mut self, ctx: &mut AsyncContext<Self>) {
        if let Some(requests) = self.requests.take() {
            ctx.attach(requests, ToConnection::Request);
        }
    }

    async fn handle(&mut self, message: ToConnection, ctx: &mut AsyncContext<Self>) {
        // While this answers, the next lines wait; when some wait, no more are read; and then the client waits, too.
        match message {
            ToConnection::Request(Some(Ok(line))) => {
                if self.answer(line).await.is_err() {
                    ctx.stop();
                }
            }
            // The client has gone, properly or not.
            ToConnection::Request(Some(Err(_)) | None) => ctx.stop(),
        }
    }

    async fn stopped(&mut self, _: &mut AsyncContext<Self>) {
        // If the client does not get it, no harm is done.
        let _ = self.client.write_all(format!("goodbye after {}\n", self.served).as_bytes()).await;
        let _ = self.client.shutdown().await;
    }
}

/// A server that runs.
pub struct Server {
    pub address: SocketAddr,
    /// The supervisor of connections and acceptor.
    pub supervisor: Address<ToSupervisor>,
}

/// Starts a server in an actor system; inside a tokio runtime.
pub async fn serve(system: &System) -> io::Result<Server> {
    let listener = Arc::new(TcpListener::bind(("127.0.0.1", 0)).await?);
    let address = listener.local_addr()?;
    let connections = ChildRef::new();
    let to_connections = connections.clone();
    // Stopped in reverse order: first no client is let in any more, then the connected ones are served to the end.
    let supervisor = Supervisor::new(Strategy::RestForOne)
        .child(ChildSpec::new("connections", || Supervisor::new(Strategy::OneForOne)).with_ref(&connections))
        .child(ChildSpec::new("acceptor", move || Acceptor {
            listener: Arc::clone(&listener),
            connections: to_connections.clone(),
        }));
    Ok(Server { address, supervisor: system.spawn(supervisor) })
}

#[tokio::main]
#[allow(dead_code)] // the test of this example has its own
async fn main() -> Result<(), Box<dyn Error>> {
    // The system polls its futures within this runtime.
    let system = System::builder().threads(2).tokio(tokio::runtime::Handle::current()).build()?;
    let server = serve(&system).await?;
    println!("serving at {}", server.address);

    let (from_server, mut to_server) = TcpStream::connect(server.address).await?.into_split();
    let mut answers = BufReader::new(from_server).lines();
    for line in ["hello", "are you there?"] {
        to_server.write_all(format!("{line}\n").as_bytes()).await?;
        println!("{line} -> {}", answers.next_line().await?.ok_or("an answer")?);
    }

    let (report, goodbye) = (system.shutdown_async(Duration::from_secs(5)), answers.next_line());
    println!("{}", goodbye.await?.ok_or("a goodbye")?);
    println!("{}", report.await);
    Ok(())
}
