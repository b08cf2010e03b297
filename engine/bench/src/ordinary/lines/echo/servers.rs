//! What becomes of a connection, in everybody's way.

use std::convert::Infallible;
use std::io;

use actix::io::{WriteHandler, Writer};
use actix::{Actor as _, ArbiterHandle, StreamHandler};
use agon_actor::{Async, AsyncActor, AsyncContext};
use kameo::actor::{ActorRef, Spawn as _};
use kameo::mailbox;
use ractor::{ActorProcessingErr, ActorRuntime};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::bytes::BytesMut;
use tokio_util::codec::{BytesCodec, FramedRead};

use super::{BUFFER, Tickets, ticket};
use crate::ordinary::answers::Ticket;

/// Reads until the end, and gives each piece to `notify`.
async fn read_all(mut from: OwnedReadHalf, notify: impl Fn(Vec<u8>)) {
    let mut buffer = vec![0; BUFFER];
    while let Ok(size @ 1..) = from.read(&mut buffer).await {
        notify(buffer[..size].to_vec());
    }
}

// --- agon-actor: the workers drive the sockets; the actor reads and writes its own -----------------------------------

/// Accepts connections, and has each served by an actor of its own.
pub struct AgonAcceptor {
    pub listener: std::net::TcpListener,
    pub tickets: Tickets,
}

impl AsyncActor for AgonAcceptor {
    type Message = ();

    async fn handle(&mut self, (): (), ctx: &mut AsyncContext<Self>) {
        let listener = self.listener.try_clone().and_then(TcpListener::from_std).expect("it listens");
        while let Ok((stream, _)) = listener.accept().await {
            let _ = stream.set_nodelay(true);
            let connection = AgonConnection { stream, ticket: ticket(&self.tickets) };
            let connection = ctx.with(|ctx| ctx.spawn(Async::new(connection)));
            connection.send(());
        }
    }
}

struct AgonConnection {
    stream: TcpStream,
    ticket: Ticket,
}

impl AsyncActor for AgonConnection {
    type Message = ();

    async fn handle(&mut self, (): (), ctx: &mut AsyncContext<Self>) {
        let mut buffer = vec![0; BUFFER];
        while let Ok(size @ 1..) = self.stream.read(&mut buffer).await {
            self.ticket.worked();
            if self.stream.write_all(&buffer[..size]).await.is_err() {
                break;
            }
        }
        ctx.stop();
    }
}

// --- tokio -----------------------------------------------------------------------------------------------------------

pub fn tokio(mut stream: TcpStream, mut ticket: Ticket) {
    tokio::spawn(async move {
        let mut buffer = vec![0; BUFFER];
        while let Ok(size @ 1..) = stream.read(&mut buffer).await {
            ticket.worked();
            if stream.write_all(&buffer[..size]).await.is_err() {
                break;
            }
        }
    });
}

// --- actix: a stream attached to the actor, and a buffered writer ----------------------------------------------------

/// The socket moves to the reactor of the actor's arbiter.
pub fn actix(arbiter: &ArbiterHandle, stream: TcpStream, ticket: Ticket) {
    let Ok(stream) = stream.into_std() else { return };
    arbiter.spawn_fn(move || {
        let Ok(stream) = TcpStream::from_std(stream) else { return };
        let (from, to) = stream.into_split();
        ActixConnection::create(|ctx| {
            ActixConnection::add_stream(FramedRead::new(from, BytesCodec::new()), ctx);
            ActixConnection { to: Writer::new(to, ctx), ticket }
        });
    });
}

struct ActixConnection {
    to: Writer<OwnedWriteHalf, io::Error>,
    ticket: Ticket,
}

impl actix::Actor for ActixConnection {
    type Context = actix::Context<Self>;
}

impl WriteHandler<io::Error> for ActixConnection {}

/// At the stream's end the actor ends, too, which is the trait's default.
impl StreamHandler<io::Result<BytesMut>> for ActixConnection {
    fn handle(&mut self, bytes: io::Result<BytesMut>, _: &mut actix::Context<Self>) {
        if let Ok(bytes) = bytes {
            self.ticket.worked();
            self.to.write(&bytes);
        }
    }
}

// --- ractor: a task reads and notifies the actor, which writes in its async handler -------------------------------------

pub fn ractor(stream: TcpStream, ticket: Ticket) {
    let (from, to) = stream.into_split();
    let (connection, _) =
        ActorRuntime::spawn_instant(None, RactorConnection, (to, ticket)).expect("it has no name to clash");
    tokio::spawn(async move {
        read_all(from, |bytes| drop(connection.send_message(bytes))).await;
        connection.stop(None);
    });
}

struct RactorConnection;

impl ractor::Actor for RactorConnection {
    type Msg = Vec<u8>;
    type State = (OwnedWriteHalf, Ticket);
    type Arguments = (OwnedWriteHalf, Ticket);

    async fn pre_start(
        &self,
        _: ractor::ActorRef<Vec<u8>>,
        state: (OwnedWriteHalf, Ticket),
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(state)
    }

    async fn handle(
        &self,
        _: ractor::ActorRef<Vec<u8>>,
        bytes: Vec<u8>,
        (to, ticket): &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        ticket.worked();
        Ok(to.write_all(&bytes).await?)
    }
}

// --- kameo: the same; the actor ends with its last reference ---------------------------------------------------------

pub fn kameo(stream: TcpStream, ticket: Ticket) {
    let (from, to) = stream.into_split();
    let connection = KameoConnection::spawn_with_mailbox(KameoConnection { to, ticket }, mailbox::unbounded());
    tokio::spawn(async move {
        read_all(from, |bytes| drop(connection.tell(bytes).try_send())).await;
    });
}

struct KameoConnection {
    to: OwnedWriteHalf,
    ticket: Ticket,
}

impl kameo::Actor for KameoConnection {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(connection: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(connection)
    }
}

impl kameo::message::Message<Vec<u8>> for KameoConnection {
    type Reply = ();

    async fn handle(&mut self, bytes: Vec<u8>, _: &mut kameo::message::Context<Self, ()>) {
        self.ticket.worked();
        let _ = self.to.write_all(&bytes).await;
    }
}
