//! Systems whose workers drive tokio's sockets, clocks and tasks themselves.

mod common;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener as StdListener, TcpStream as StdStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use agon_actor::{Actor, Async, AsyncActor, AsyncContext, Context, Mode, Reply, SpawnOptions, System, SystemBuilder};
use common::{PATIENCE, eventually};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle, Id};

fn builder(threads: usize) -> SystemBuilder {
    System::builder().threads(threads).drive_tokio()
}

fn build(threads: usize) -> System {
    builder(threads).build().expect("threads can be started")
}

/// Sleeps by tokio's clock.
struct Sleeper;

impl AsyncActor for Sleeper {
    type Message = Reply<()>;

    async fn handle(&mut self, reply: Reply<()>, _: &mut AsyncContext<Self>) {
        tokio::time::sleep(Duration::from_millis(3)).await;
        reply.send(());
    }
}

fn sleeps_in(system: &System) {
    let sleeper = system.spawn(Async::new(Sleeper));
    for _ in 0..5 {
        sleeper.ask(PATIENCE, |reply| reply).expect("the clock is driven");
    }
}

/// Accepts connections, and has each served by an actor of its own that sends back what comes.
struct Acceptor(StdListener);

impl AsyncActor for Acceptor {
    type Message = ();

    async fn handle(&mut self, (): (), ctx: &mut AsyncContext<Self>) {
        let listener = self.0.try_clone().and_then(TcpListener::from_std).expect("it listens");
        while let Ok((stream, _)) = listener.accept().await {
            ctx.with(|ctx| ctx.spawn(Async::new(Echo(stream))).send(()));
        }
    }
}

struct Echo(TcpStream);

impl AsyncActor for Echo {
    type Message = ();

    async fn handle(&mut self, (): (), ctx: &mut AsyncContext<Self>) {
        let mut buffer = [0; 64];
        while let Ok(size @ 1..) = self.0.read(&mut buffer).await {
            if self.0.write_all(&buffer[..size]).await.is_err() {
                break;
            }
        }
        ctx.stop();
    }
}

fn serve(system: &System) -> SocketAddr {
    let listener = StdListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.set_nonblocking(true).expect("it can be");
    let address = listener.local_addr().expect("it has one");
    system.spawn(Async::new(Acceptor(listener))).send(());
    address
}

struct Client(StdStream);

impl Client {
    fn connect(address: SocketAddr) -> Self {
        let stream = StdStream::connect(address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("it can be");
        Self(stream)
    }

    fn calls(&mut self, times: u32) {
        for time in 0..times {
            let (sent, mut back) = (time.to_ne_bytes(), [0; 4]);
            self.0.write_all(&sent).expect("the server is there");
            self.0.read_exact(&mut back).expect("it answers");
            assert_eq!(back, sent);
        }
    }

    /// Whether the server has hung up.
    fn is_left(&mut self) -> bool {
        match self.0.read(&mut [0]) {
            Ok(read) => read == 0,
            Err(error) => error.kind() == ErrorKind::ConnectionReset,
        }
    }
}

/// Is in a handler until it is let go.
struct Stuck(Sender<()>, Receiver<()>);

impl Actor for Stuck {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        let _ = self.0.send(());
        let _ = self.1.recv();
    }
}

#[test]
fn clocks_are_driven_in_every_mode() {
    for mode in Mode::ALL {
        for threads in [1, 2] {
            let system = builder(threads).mode(mode).build().expect("threads can be started");
            sleeps_in(&system);
            assert!(system.shutdown(PATIENCE).is_clean(), "{mode}");
        }
    }
}

#[test]
fn sockets_are_driven_in_every_mode() {
    for mode in Mode::ALL {
        let system = builder(2).mode(mode).build().expect("threads can be started");
        let address = serve(&system);
        let clients = [(); 4].map(|()| thread::spawn(move || Client::connect(address).calls(100)));
        for client in clients {
            client.join().expect("it is answered");
        }
        eventually("only the acceptor is left", || system.counters().live() == 1);
        drop(system);
    }
}

#[test]
fn a_worker_that_never_rests_drives_its_clock() {
    /// Sends to itself for ever.
    struct Busy;
    impl Actor for Busy {
        type Message = ();

        fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
            ctx.address().send(());
        }
    }
    let system = build(1);
    system.spawn(Busy).send(());
    sleeps_in(&system);
    drop(system);
}

#[test]
fn a_message_from_outside_or_a_timer_wakes_a_worker_that_sleeps_in_its_runtime() {
    struct Later(Option<Reply<()>>);
    impl Actor for Later {
        type Message = Option<Reply<()>>;

        fn handle(&mut self, message: Self::Message, ctx: &mut Context<'_, Self>) {
            match message {
                Some(reply) => {
                    self.0 = Some(reply);
                    let me = ctx.address();
                    ctx.send_after(Duration::from_millis(5), &me, None);
                }
                None => self.0.take().expect("asked for").send(()),
            }
        }
    }
    let system = build(2);
    let later = system.spawn(Later(None));
    for _ in 0..5 {
        thread::sleep(Duration::from_millis(20));
        later.ask(PATIENCE, Some).expect("it is woken twice");
    }
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn connections_are_served_wherever_their_actors_move() {
    let system = builder(2).shuffle(7).build().expect("threads can be started");
    let address = serve(&system);
    let clients: Vec<_> = (0..8).map(|_| thread::spawn(move || Client::connect(address).calls(300))).collect();
    for client in clients {
        client.join().expect("it is answered");
    }
    eventually("only the acceptor is left", || system.counters().live() == 1);
    drop(system);
}

#[test]
fn a_thread_that_takes_over_a_worker_drives_its_runtime() {
    let system = build(1);
    let address = serve(&system);
    let mut client = Client::connect(address);
    client.calls(1);
    let (enter, entered) = channel();
    let (leave, left) = channel();
    system.spawn(Stuck(enter, left)).send(());
    entered.recv_timeout(PATIENCE).expect("the handler is entered");
    // The only worker's first thread does not come back before that.
    client.calls(100);
    Client::connect(address).calls(10);
    sleeps_in(&system);
    drop(leave);
    client.calls(10);
    drop(system);
}

/// Has a task do it.
struct Spawner;

impl Actor for Spawner {
    type Message = Reply<Id>;

    fn handle(&mut self, reply: Reply<Id>, _: &mut Context<'_, Self>) {
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(1)).await;
            tokio::task::yield_now().await;
            let id = tokio::task::spawn_blocking(|| Handle::current().id()).await.expect("no panic");
            reply.send(id);
        });
    }
}

#[test]
fn handlers_spawn_tasks_that_send_to_actors() {
    struct Gate(Option<Reply<u32>>, u32);
    impl Actor for Gate {
        type Message = Option<Reply<u32>>;

        fn handle(&mut self, message: Self::Message, ctx: &mut Context<'_, Self>) {
            if message.is_some() {
                self.0 = message;
                let me = ctx.address();
                for _ in 0..100 {
                    tokio::spawn(async move {
                        tokio::task::yield_now().await;
                        me.send(None);
                    });
                }
            } else {
                self.1 += 1;
                if self.1 == 100 {
                    self.0.take().expect("asked for").send(100);
                }
            }
        }
    }
    let system = build(2);
    let spawners = [0, 1].map(|worker| system.spawn_with(Spawner, SpawnOptions::new().on_worker(worker)));
    let [one, other] = spawners.map(|spawner| spawner.ask(PATIENCE, |reply| reply).expect("the task runs"));
    assert_ne!(one, other, "each worker has a runtime of its own");
    assert_eq!(system.spawn(Gate(None, 0)).ask(PATIENCE, Some), Ok(100));
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn a_task_that_panics_harms_no_other() {
    struct Careless;
    impl Actor for Careless {
        type Message = Reply<bool>;

        fn handle(&mut self, reply: Reply<bool>, _: &mut Context<'_, Self>) {
            let task = tokio::spawn(async { std::panic::resume_unwind(Box::new("on purpose")) });
            tokio::spawn(async move { reply.send(task.await.is_err_and(|error| error.is_panic())) });
        }
    }
    let system = build(1);
    assert_eq!(system.spawn(Careless).ask(PATIENCE, |reply| reply), Ok(true));
    sleeps_in(&system);
    assert_eq!(system.counters().panics(), 0, "it was no actor");
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn a_shutdown_closes_sockets_that_actors_wait_for() {
    let system = build(2);
    let address = serve(&system);
    let mut clients: Vec<_> = (0..10).map(|_| Client::connect(address)).collect();
    clients.iter_mut().for_each(|client| client.calls(3));
    // They wait for their clients, and would for ever.
    let report = system.shutdown(Duration::from_millis(50));
    assert_eq!((report.killed().len(), report.stuck().len()), (11, 0), "{report}");
    assert!(clients.iter_mut().all(Client::is_left));
    assert!(StdStream::connect(address).is_err(), "no listener is left");
}

#[test]
fn a_system_built_and_ended_in_a_runtime_drives_its_own() {
    for current_thread in [true, false] {
        let mut outer = if current_thread { Builder::new_current_thread() } else { Builder::new_multi_thread() };
        outer.worker_threads(1).enable_all().build().expect("a runtime").block_on(async {
            let system = build(1);
            let theirs = system.spawn(Spawner).ask_async_within(PATIENCE, |reply| reply).await.expect("it is driven");
            assert_ne!(theirs, Handle::current().id());
            let address = serve(&system);
            let mut stream = TcpStream::connect(address).await.expect("it listens");
            stream.write_u8(7).await.expect("it is there");
            assert_eq!(stream.read_u8().await.expect("it answers"), 7);
            // One end is waited for, the other not.
            if current_thread {
                let report = system.shutdown_async(Duration::from_millis(50)).await;
                assert!(report.stuck().is_empty(), "{report}");
            } else {
                drop(system);
            }
            assert!(stream.read_u8().await.is_err(), "it hangs up");
        });
    }
}

#[test]
fn an_end_does_not_wait_for_a_handler_that_does_not_return() {
    let system = build(1);
    let address = serve(&system);
    let mut client = Client::connect(address);
    client.calls(1);
    let (enter, entered) = channel();
    let (leave, left) = channel::<()>();
    system.spawn(Stuck(enter, left)).send(());
    entered.recv_timeout(PATIENCE).expect("the handler is entered");
    let report = system.shutdown(Duration::from_millis(50));
    assert_eq!(report.stuck().len(), 1, "{report}");
    assert!(client.is_left());
    drop(leave);
}

#[test]
fn what_outlives_the_system_reports_that() {
    struct Giver;
    impl AsyncActor for Giver {
        type Message = (SocketAddr, Reply<TcpStream>);

        async fn handle(&mut self, (address, reply): Self::Message, _: &mut AsyncContext<Self>) {
            reply.send(TcpStream::connect(address).await.expect("it listens"));
        }
    }
    let listener = StdListener::bind(("127.0.0.1", 0)).expect("a port is free");
    let address = listener.local_addr().expect("it has one");
    let system = build(1);
    let giver = system.spawn(Async::new(Giver));
    let mut stream = giver.ask(PATIENCE, |reply| (address, reply)).expect("it connects");
    assert!(system.shutdown(PATIENCE).is_clean());
    let read = Builder::new_current_thread().build().expect("a runtime").block_on(stream.read_u8());
    assert!(read.is_err(), "it is not driven any more");
}
