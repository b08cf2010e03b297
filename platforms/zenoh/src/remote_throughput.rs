//! remote-throughput: node 0 publishes the strings, and a subscriber of node 1 handles them where they are read.

use std::sync::mpsc;
use std::time::Instant;

use agon_platform::nodes::{Ends, report};
use agon_platform::remote::{Line, Tally, sent};
use agon_platform::{Arguments, Failure};
use zenoh::bytes::ZBytes;
use zenoh::qos::CongestionControl;
use zenoh::{Session, Wait};

use crate::found;
use crate::receiver::fail;

const STRINGS: &str = "agon/strings";
/// Node 1 publishes here when it has handled all.
const LAST: &str = "agon/last";

pub fn prepare(arguments: &mut Arguments) -> Result<Ends<Session>, Failure> {
    let line = Line::take(arguments, "messages")?;
    arguments.take_samples()?;
    arguments.take_variant(&[("default", ())])?;
    let texts = line.strings();
    let counted = line.clone();
    Ok(Ends {
        work: Box::new(move |session: &Session, _| {
            let publisher = session.declare_publisher(STRINGS).congestion_control(CongestionControl::Block);
            let publisher = publisher.wait().map_err(Failure::work)?;
            let (handled, last) = mpsc::channel();
            let subscriber = session
                .declare_subscriber(LAST)
                .callback(move |_| handled.send(()).unwrap_or_else(|error| fail(error)));
            let subscriber = subscriber.wait().map_err(Failure::work)?;
            found(&publisher)?;
            // Node 1 must know of this session's subscriber before it publishes anything: it answers once it knows.
            let ready = session.get("agon/ready").wait().map_err(Failure::work)?;
            ready.recv().map_err(Failure::work)?;
            let messages: Vec<_> = texts.iter().cloned().map(ZBytes::from).collect();
            let begun = Instant::now();
            for message in messages {
                publisher.put(message).wait().map_err(Failure::work)?;
            }
            last.recv().map_err(Failure::work)?;
            let elapsed = begun.elapsed();
            subscriber.undeclare().wait().map_err(Failure::work)?;
            Ok(sent(&line, &texts, elapsed))
        }),
        serve: Box::new(move |session: &Session| {
            let publish = || {
                let publisher = session.declare_publisher(LAST).congestion_control(CongestionControl::Block);
                publisher.express(true).wait().map_err(Failure::work)
            };
            let (last, answering) = (publish()?, publish()?);
            let (asking, asked) = mpsc::channel();
            let queried = session.declare_queryable("agon/ready").callback(move |query| drop(asking.send(query)));
            queried.background().wait().map_err(Failure::work)?;
            std::thread::spawn(move || {
                for query in asked {
                    let answered = found(&answering).map(|()| query.reply("agon/ready", "").wait());
                    answered.unwrap_or_else(|error| fail(error)).unwrap_or_else(|error| fail(error));
                }
            });
            let (mut tally, mut iterations) = (Tally::new(&counted), 0);
            let called = session.declare_subscriber(STRINGS).callback_mut(move |sample| {
                tally.handle(&sample.payload().try_to_string().unwrap_or_default());
                if tally.is_complete() {
                    report(iterations, &tally.received()).unwrap_or_else(|error| fail(error));
                    last.put("").wait().unwrap_or_else(|error| fail(error));
                    iterations += 1;
                }
            });
            called.background().wait().map_err(Failure::work)
        }),
    })
}
