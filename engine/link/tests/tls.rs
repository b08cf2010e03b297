//! Nodes with certificates: who gets in, and what one that is in can do in the name of others.

mod support;

#[path = "support/certificates.rs"]
mod certificates;

use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Context};
use agon_link::{JoinError, Node, NodeBuilder, NodeId, Origin, Outcome, RemoteAddress, RemoteReply, Tls, one_thread};
use certificates::Authority;
use serde::{Deserialize, Serialize};
use support::{Recorder, SOON, ToRecorder, cluster, node, system};
use zenoh::{Config, Session, Wait};

/// Certificates; but first this is executed again, if Zenoh has several threads.
fn authority(names: &[&str]) -> Authority {
    one_thread().expect("this program");
    Authority::of(names)
}

const NODES: [&str; 3] = ["a", "b", "mallory"];

fn secured(authority: &Authority, name: &str, cluster: &str) -> NodeBuilder {
    node(name, cluster).tls(Tls::folder(authority.folder()).admit(NODES))
}

/// A client of Zenoh that does not speak as nodes do.
fn stranger(mode: &str, endpoint: &str, tls: Option<(&Authority, &str)>) -> zenoh::Result<Session> {
    try_for(SOON, mode, endpoint, tls)
}

fn try_for(time: Duration, mode: &str, endpoint: &str, tls: Option<(&Authority, &str)>) -> zenoh::Result<Session> {
    let mut config = Config::default();
    let mut set = |key: &str, value: &str| config.insert_json5(key, value).expect("a setting");
    set("mode", &format!("{mode:?}"));
    set("connect/endpoints", &format!("[{endpoint:?}]"));
    set("connect/timeout_ms", &time.as_millis().to_string());
    set("transport/unicast/open_timeout", &time.max(Duration::from_secs(1)).as_millis().to_string());
    set("connect/exit_on_failure", "true");
    set("listen/endpoints", "[]");
    set("scouting/multicast/enabled", "false");
    set("transport/link/tls/verify_name_on_connect", "false");
    if let Some((authority, name)) = tls {
        let path = |name: String| format!("{:?}", authority.folder().join(name));
        set("transport/link/tls/root_ca_certificate", &path("ca.pem".to_owned()));
        set("transport/link/tls/enable_mtls", "true");
        set("transport/link/tls/connect_certificate", &path(format!("{name}.pem")));
        set("transport/link/tls/connect_private_key", &path(format!("{name}.key")));
    }
    zenoh::open(config).wait()
}

fn frames(cluster: &str, to: &NodeId, from: &str) -> String {
    format!("agon/3/{cluster}/to/{}/{:x}/{from}/1", to.name(), to.incarnation())
}

fn until(what: impl Fn() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < SOON, "it does not come about");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn nodes_with_certificates_talk_to_each_other() {
    let (system, authority, cluster) = (system(), authority(&NODES), cluster());
    let a = secured(&authority, "a", &cluster).join().unwrap();
    let endpoint = a.endpoints().remove(0);
    assert!(endpoint.starts_with("tls/127.0.0.1:"), "{endpoint}");
    let b = secured(&authority, "b", &cluster).connect(endpoint).join().unwrap();
    a.register("recorder", system.spawn(Recorder::default())).unwrap();
    let recorder: RemoteAddress<ToRecorder> = b.find_within(SOON, "recorder").unwrap().expect("it is registered");
    let receipts: Vec<_> = (0..100).map(|n| recorder.send_confirmed(ToRecorder::Number(n)).unwrap()).collect();
    assert!(receipts.iter().all(|receipt| receipt.wait(SOON) == Some(Outcome::Handled)));
    assert_eq!(recorder.ask(SOON, ToRecorder::Get), Ok((0..100).collect()));
}

#[test]
fn a_node_without_a_certificate_of_the_authority_does_not_get_in() {
    let (authority, other, cluster) = (authority(&NODES), authority(&NODES), cluster());
    authority.certify_until_2001("old");
    let a = secured(&authority, "a", &cluster).join().unwrap();
    let endpoint = a.endpoints().remove(0);
    let in_the_open = endpoint.replace("tls/", "tcp/");
    assert!(stranger("client", &endpoint, Some((&authority, "b"))).is_ok(), "a certificate of the authority is enough");
    let once = |endpoint: &str, tls| try_for(Duration::ZERO, "client", endpoint, tls);
    for (what, refused) in [
        ("one without TLS", once(&in_the_open, None)),
        ("one without a certificate", once(&endpoint, None)),
        ("one with a certificate of another authority", once(&endpoint, Some((&other, "b")))),
        ("one whose certificate has expired", once(&endpoint, Some((&authority, "old")))),
    ] {
        assert!(refused.is_err(), "{what} gets in");
    }
    // Nor do nodes.
    let open = node("b", &cluster).connect(in_the_open).join().unwrap();
    let with_other = secured(&other, "b", &cluster).connect(&endpoint).join().unwrap();
    let b = secured(&authority, "b", &cluster).connect(&endpoint).join().unwrap();
    assert!(a.wait_for_nodes(1, SOON) && b.wait_for_nodes(1, SOON));
    assert_eq!((a.nodes(), b.nodes()), (vec![b.id().clone()], vec![a.id().clone()]));
    assert_eq!((open.nodes(), with_other.nodes()), (vec![], vec![]));
}

#[test]
fn a_node_that_is_not_admitted_is_not_seen_and_sees_no_other() {
    let (authority, cluster) = (authority(&["a", "b", "mallory", "z"]), cluster());
    let a = secured(&authority, "a", &cluster).join().unwrap();
    let endpoint = a.endpoints().remove(0);
    let z = secured(&authority, "z", &cluster).connect(&endpoint).join().unwrap();
    let session = stranger("peer", &endpoint, Some((&authority, "z"))).expect("it has a certificate");
    let tokens = session.liveliness().declare_subscriber(format!("agon/3/{cluster}/**")).history(true).wait().unwrap();
    let _token = session.liveliness().declare_token(format!("agon/3/{cluster}/node/b/1")).wait().unwrap();
    session.put(frames(&cluster, a.id(), "z"), vec![0]).wait().unwrap();
    let b = secured(&authority, "b", &cluster).connect(&endpoint).join().unwrap();
    assert!(b.wait_for_nodes(1, SOON) && a.wait_for_nodes(1, SOON));
    // What it did has come by now, as a rule.
    thread::sleep(Duration::from_millis(200));
    assert_eq!((a.nodes(), z.nodes()), (vec![b.id().clone()], vec![]));
    assert_eq!(a.counters().frames_dropped, 0);
    // Its own token is here, too.
    let seen: Vec<_> = tokens.drain().map(|token| token.key_expr().to_string()).collect();
    assert!(seen.iter().all(|key| !key.contains("/node/a/") && !key.contains("/to/")), "{seen:?}");
}

/// What a client does by turns in another's name and in its own: the second comes after the first, on the same connection.
#[test]
fn no_node_acts_in_the_name_of_another() {
    let (system, authority, cluster) = (system(), authority(&NODES), cluster());
    let a = secured(&authority, "a", &cluster).join().unwrap();
    let endpoint = a.endpoints().remove(0);
    let b = secured(&authority, "b", &cluster).connect(&endpoint).join().unwrap();
    let recorder = system.spawn(Recorder::default());
    b.register("recorder", recorder).unwrap();
    let session = stranger("peer", &endpoint, Some((&authority, "mallory"))).expect("it has a certificate");
    let prefix = format!("agon/3/{cluster}");
    let tokens = |name: &str| {
        let [node, actor] =
            [format!("{prefix}/node/{name}/1"), format!("{prefix}/actor/{name}/1/1/name/1.1/till-of-{name}")];
        [actor, node].map(|key| session.liveliness().declare_token(key).wait().unwrap())
    };
    // To be there.
    let (_false, _true) = (tokens("b"), tokens("mallory"));
    until(|| a.nodes().iter().any(|node| node.name() == "mallory"));
    let mut there: Vec<_> = a.nodes().iter().map(ToString::to_string).collect();
    there.sort();
    assert_eq!(there, [b.id().to_string(), "mallory#0000000000000001".to_owned()]);
    assert!(a.find::<u64>("till-of-b").is_ok(), "no such name");
    assert!(a.find::<u64>("till-of-mallory").is_err(), "a name, of another type");

    // To send: neither is a frame, and the second is found out.
    for from in ["b", "mallory"] {
        session.put(frames(&cluster, a.id(), from), vec![0]).wait().unwrap();
    }
    until(|| a.counters().frames_dropped > 0);
    assert_eq!(a.counters().frames_dropped, 1);

    // To listen.
    let overheard = session.declare_subscriber(format!("{prefix}/to/b/**")).wait().unwrap();
    let all = session.declare_subscriber(format!("{prefix}/**")).wait().unwrap();
    let published = session.declare_subscriber(format!("{prefix}/topic/news")).wait().unwrap();
    let remote: RemoteAddress<ToRecorder> = a.find_within(SOON, "recorder").unwrap().expect("it is registered");
    until(|| {
        assert_eq!(remote.send_confirmed(ToRecorder::Number(1)).unwrap().wait(SOON), Some(Outcome::Handled));
        a.publish("news", &1_u64).unwrap();
        published.try_recv().unwrap().is_some()
    });
    assert!(overheard.is_empty(), "{:?}", overheard.try_recv());
    assert!(all.drain().all(|sample| sample.key_expr().as_str().contains("/topic/")));
}

/// Reports where messages are from.
struct Asked;

#[derive(Serialize, Deserialize)]
struct WhereFrom(Origin, RemoteReply<NodeId>);

impl Actor for Asked {
    type Message = WhereFrom;

    fn handle(&mut self, WhereFrom(origin, reply): WhereFrom, _: &mut Context<'_, Self>) {
        reply.send(origin.node().expect("it was brought by a link").clone());
    }
}

#[test]
fn a_message_has_its_origin_from_the_link() {
    let (system, (a, b)) = (system(), support::two());
    a.register("asked", system.spawn(Asked)).unwrap();
    for node in [&a, &b] {
        let asked: RemoteAddress<WhereFrom> = node.find_within(SOON, "asked").unwrap().expect("it is registered");
        let answer = asked.ask(SOON, |reply| WhereFrom(Origin::here(), reply));
        assert_eq!(answer.as_ref(), Ok(node.id()));
    }
}

fn refusal(builder: NodeBuilder) -> String {
    match builder.join().map(Node::leave) {
        Err(JoinError::Certificates(why)) => why,
        Err(other) => other.to_string(),
        Ok(()) => panic!("it joins"),
    }
}

#[test]
fn what_is_wrong_with_certificates_and_endpoints_is_reported() {
    let (authority, cluster) = (authority(&["a"]), cluster());
    authority.certify("b", "c");
    std::fs::write(authority.folder().join("d.pem"), "nothing").unwrap();
    std::fs::write(authority.folder().join("d.key"), "nothing").unwrap();
    let refused = |name: &str| refusal(secured(&authority, name, &cluster));
    assert!(refused("b").ends_with("b.pem is a certificate for c, not for b"), "{}", refused("b"));
    assert!(refused("c").contains("c.pem: No such file"), "{}", refused("c"));
    assert!(refused("d").contains("d.pem: no certificate in it"), "{}", refused("d"));
    let wrong = refusal(secured(&authority, "a", &cluster).connect("tcp/127.0.0.1:1"));
    assert_eq!(wrong, "cannot join: tcp/127.0.0.1:1 is not encrypted: tls/.. is");
    let wrong = refusal(node("a", &cluster).listen("tls/127.0.0.1:0"));
    assert_eq!(wrong, "cannot join: tls/127.0.0.1:0 needs certificates");
}
