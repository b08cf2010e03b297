//! The inspector over HTTP, as a browser and others meet it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use agon_agentspeak::observe::{Inspector, Observation};

use crate::market;

fn ask(port: u16, request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("can be set");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("it answers and closes");
    reply
}

#[test]
fn the_page_and_the_answers_come_over_a_port_of_this_machine() {
    let inspector = Inspector::paused();
    let mut system = market();
    system.observe(Observation::default().with_inspector(inspector.clone()));
    let service = inspector.serve(0).expect("a port");
    let address = service.address();
    assert!(address.ip().is_loopback());
    let port = address.port();

    let page = ask(port, &format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"));
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    assert!(page.to_lowercase().contains("content-security-policy: default-src 'self'"), "{page}");
    assert!(page.contains("<title>Mind inspector</title>"));

    let post = |host: &str, body: &str| {
        let length = body.len();
        let head = format!("POST /agents HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        ask(port, &format!("{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"))
    };
    let agents = post(&format!("localhost:{port}"), "{}");
    assert!(agents.starts_with("HTTP/1.1 200 ") && agents.contains(r#""name":"buyer""#), "{agents}");
    assert!(post(&format!("evil.example:{port}"), "{}").starts_with("HTTP/1.1 403 "));
    assert!(post(&address.to_string(), "{\"find\": \"\u{0}").starts_with("HTTP/1.1 400 "));

    let taken = inspector.serve(port).err().expect("it is taken");
    assert!(taken.starts_with(&format!("port {port} cannot be had")), "{taken}");
    drop(service);
    let listens = || TcpStream::connect(("127.0.0.1", port)).is_ok();
    let ends = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        !listens()
    });
    assert!(ends, "it ends with the service");
}
