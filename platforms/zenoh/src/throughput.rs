//! throughput: strings are published by one session and handled by a subscriber of the other; with acknowledgements that
//! publishes a confirmation of each.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use agon_platform::throughput::{Ends, Throughput};
use agon_platform::{Arguments, Failure, Work};
use zenoh::handlers::{FifoChannel, IntoHandler};
use zenoh::pubsub::Publisher;
use zenoh::qos::CongestionControl;
use zenoh::{Session, Wait};

use crate::confirmation::MOST;
use crate::found;
use crate::receiver::{Notifier, Receiver};
use crate::sender::{Notices, Sender};
use crate::sessions::{Pair, Transport};

const STRINGS: &str = "agon/strings";
const CONFIRMATIONS: &str = "agon/confirmations";

const TRANSPORTS: [(&str, Transport); 3] =
    [("inproc", Transport::Inproc), ("ipc", Transport::Ipc), ("tcp", Transport::Tcp)];

pub fn prepare(arguments: &mut Arguments) -> Result<Work<()>, Failure> {
    let (throughput, transport, ()) = Throughput::take(arguments, &TRANSPORTS, &[("default", ())])?;
    let throughput = Arc::new(throughput);
    Ok(Box::new(move |(), index| {
        let pair = Pair::open(transport)?;
        let (elapsed, ends) = run(&throughput, transport, &pair)?;
        pair.close()?;
        throughput.finish(index, elapsed, &ends)
    }))
}

fn run(throughput: &Arc<Throughput>, transport: Transport, pair: &Pair) -> Result<(Duration, Ends), Failure> {
    let texts = throughput.strings();
    let strings = publisher(throughput, &pair.sender, STRINGS)?;
    let (notifier, notices) = if throughput.acks {
        let channel = FifoChannel::new(MOST as usize);
        let confirmations =
            pair.sender.declare_subscriber(CONFIRMATIONS).with(channel).wait().map_err(Failure::work)?;
        let publisher = publisher(throughput, &pair.receiver, CONFIRMATIONS)?;
        found(&publisher)?;
        (Notifier::Confirmations(publisher), Notices::Confirmations(confirmations))
    } else {
        let (notifier, notices) = mpsc::channel();
        (Notifier::Ends(notifier), Notices::Ends(notices))
    };
    let (done, reception) = mpsc::channel();
    subscribe(transport, &pair.receiver, Receiver::new(throughput, notifier, done))?;
    found(&strings)?;
    let sender = Sender::new(throughput, strings, notices);
    let (elapsed, mut ends) =
        if throughput.sprint { (Duration::ZERO, sender.sprint(texts)?) } else { sender.stream(texts)? };
    let handled = std::mem::take(&mut ends.reception.handled);
    ends.reception = reception.recv().map_err(Failure::work)?;
    if throughput.sprint {
        ends.reception.handled = handled;
    }
    Ok((elapsed, ends))
}

/// A publisher that loses nothing.
fn publisher(throughput: &Throughput, session: &Session, key: &'static str) -> Result<Publisher<'static>, Failure> {
    session
        .declare_publisher(key)
        .congestion_control(CongestionControl::Block)
        .express(throughput.sprint)
        .wait()
        .map_err(Failure::work)
}

/// Lets the receiver have what is published, until the session is closed.
fn subscribe(transport: Transport, session: &Session, mut receiver: Receiver) -> Result<(), Failure> {
    let declared = session.declare_subscriber(STRINGS);
    if transport != Transport::Inproc {
        let called = declared.callback_mut(move |sample| receiver.receive(&sample));
        return called.background().wait().map_err(Failure::work);
    }
    // Within a session a callback would run inside the sender's call: a channel lies between two threads.
    let (callback, channel) = FifoChannel::default().into_handler();
    thread::spawn(move || channel.iter().for_each(|sample| receiver.receive(&sample)));
    declared.with(callback).background().wait().map_err(Failure::work)
}
