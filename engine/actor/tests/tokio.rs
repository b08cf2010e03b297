//! Futures that are polled by actors, and want tokio around them.

mod common;

use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Async, AsyncActor, AsyncContext, Context, Reply, System};
use common::{PATIENCE, eventually, quiet_injected_panics};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle, Runtime};

fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime")
}

/// Sleeps by tokio's clock, by a piped future.
struct Sleeper(Option<Reply<()>>);

enum ToSleeper {
    Sleep(Reply<()>),
    Awake,
}

impl Actor for Sleeper {
    type Message = ToSleeper;

    fn handle(&mut self, message: ToSleeper, ctx: &mut Context<'_, Self>) {
        match message {
            ToSleeper::Sleep(reply) => {
                self.0 = Some(reply);
                let nap = async { tokio::time::sleep(Duration::from_millis(1)).await };
                ctx.pipe(nap, |()| ToSleeper::Awake);
            }
            ToSleeper::Awake => self.0.take().expect("asked for").send(()),
        }
    }
}

#[test]
fn a_piped_future_finds_the_runtime_that_the_system_was_given() {
    let runtime = runtime();
    let system = System::builder().threads(2).tokio(runtime.handle().clone()).build().expect("threads can be started");
    let sleeper = system.spawn(Sleeper(None));
    sleeper.ask(PATIENCE, ToSleeper::Sleep).expect("it finds tokio's clock");
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn without_a_runtime_such_a_future_panics_and_nothing_else() {
    quiet_injected_panics();
    let system = System::builder().threads(1).build().expect("threads can be started");
    sleep_in_vain(&system);
    assert!(system.shutdown(PATIENCE).is_clean());
}

/// Sleeps by tokio's clock where there is none: the future panics, and prints nothing of it.
fn sleep_in_vain(system: &System) {
    static HOOK: Mutex<()> = Mutex::new(());
    let _alone = HOOK.lock();
    let sleeper = system.spawn(Sleeper(None));
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    sleeper.send(ToSleeper::Sleep(Reply::ignored()));
    eventually("the future panics", || system.counters().panics() == 1);
    std::panic::set_hook(hook);
}

/// Sends bytes to a socket, and returns what comes back.
struct Caller(TcpStream);

impl AsyncActor for Caller {
    type Message = (u8, Reply<u8>);

    async fn handle(&mut self, (byte, reply): Self::Message, _: &mut AsyncContext<Self>) {
        self.0.write_all(&[byte]).await.expect("it is there");
        reply.send(self.0.read_u8().await.expect("it is there"));
    }
}

#[test]
fn an_async_handler_uses_sockets_in_the_runtime_in_which_the_system_was_built() {
    let runtime = runtime();
    runtime.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port is free");
        let address = listener.local_addr().expect("it has one");
        let echo = tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.expect("a client calls");
            while let Ok(byte) = socket.read_u8().await {
                socket.write_u8(byte + 1).await.expect("it is there");
            }
        });
        let system = System::builder().threads(2).tokio(Handle::current()).build().expect("threads can be started");
        let caller = system.spawn(Async::new(Caller(TcpStream::connect(address).await.expect("it listens"))));
        for byte in 0..100 {
            assert_eq!(caller.ask_async_within(PATIENCE, |reply| (byte, reply)).await, Ok(byte + 1));
        }
        assert!(system.shutdown_async(PATIENCE).await.is_clean());
        echo.await.expect("its client has gone with the actor");
    });
}

#[test]
fn a_system_dropped_within_the_runtime_blocks_no_thread() {
    struct Stuck(std::sync::mpsc::Sender<()>, std::sync::mpsc::Receiver<()>);
    impl Actor for Stuck {
        type Message = ();

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
            self.0.send(()).expect("the test waits");
            let _ = self.1.recv();
        }
    }
    // Less than the second that an end which waits gives to a handler. One of several times is enough, on a machine that is busy.
    let is_quick = (0..5).any(|_| {
        let (enter, entered) = channel();
        let (leave, left) = channel::<()>();
        let took = runtime().block_on(async {
            let system = System::builder().threads(1).tokio(Handle::current()).build().expect("threads can be started");
            system.spawn(Stuck(enter, left)).send(());
            entered.recv_timeout(PATIENCE).expect("the handler is entered");
            let begin = Instant::now();
            drop(system);
            begin.elapsed()
        });
        drop(leave);
        took < Duration::from_millis(900)
    });
    assert!(is_quick);
}

/// A program that uses tokio for something else shares the build with this crate's feature: that must change nothing here.
#[test]
fn the_feature_alone_changes_nothing() {
    quiet_injected_panics();
    runtime().block_on(async {
        let system = System::builder().threads(1).build().expect("threads can be started");
        sleep_in_vain(&system);
        let (sender, gone) = channel();
        system.spawn(Dropped(sender));
        drop(system);
        assert_eq!(gone.try_recv(), Ok(()), "the drop has waited for the end of the actors");
    });
}

/// Announces its end.
struct Dropped(std::sync::mpsc::Sender<()>);

impl Actor for Dropped {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

impl Drop for Dropped {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

#[test]
fn a_shutdown_that_is_not_polled_goes_on() {
    struct Last(std::sync::mpsc::Sender<()>);
    impl AsyncActor for Last {
        type Message = ();

        async fn handle(&mut self, (): (), _: &mut AsyncContext<Self>) {}

        async fn stopped(&mut self, _: &mut AsyncContext<Self>) {
            tokio::time::sleep(Duration::from_millis(2)).await;
            let _ = self.0.send(());
        }
    }
    let (sender, end) = channel();
    let runtime = runtime();
    runtime.block_on(async {
        let system = System::builder().threads(1).tokio(Handle::current()).build().expect("threads can be started");
        system.spawn(Async::new(Last(sender)));
        drop(system.shutdown_async(PATIENCE));
    });
    end.recv_timeout(PATIENCE).expect("it sends goodbye");
}
