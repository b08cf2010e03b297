//! Many agents in one process: `census.mas2j`, which greets a million of them and counts who greets back, as it is, and with fewer.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const MILLION: usize = 1_000_000;

const KIB: u64 = 1 << 10;
const GIB: u64 = 1 << 30;

/// What became of a project.
struct Ran {
    line: String,
    /// The most memory that the process has had at a time.
    peak: u64,
    took: Duration,
}

/// A copy of the project with so many citizens, who are still there when their greetings are counted.
fn census(citizens: usize) -> Ran {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/many");
    let folder = std::env::temp_dir().join(format!("agon-census-{citizens}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for file in ["census.mas2j", "census.asl", "citizen.asl"] {
        let text = fs::read_to_string(source.join(file)).expect("a file of this test");
        let text = text.replace(&format!("#{MILLION}"), &format!("#{citizens}"));
        fs::write(folder.join(file), text).expect("a file");
    }
    let begun = Instant::now();
    let mut running = Command::new(env!("CARGO_BIN_EXE_agon-asl"))
        .args(["run", "census.mas2j", "--threads", "2"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it can be started");
    let mut line = String::new();
    BufReader::new(running.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let took = begun.elapsed();
    let peak = peak(running.id());
    running.kill().expect("it runs");
    running.wait().expect("it has ended");
    fs::remove_dir_all(&folder).expect("the folder");
    Ran { line, peak, took }
}

/// From the kernel, in bytes.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the kernel shows it");
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().expect("a number");
    kib * KIB
}

/// Greets so many, and prints what they took; what one took beyond what one alone takes comes back.
fn greet(citizens: usize) -> (Ran, u64) {
    let alone = census(1);
    let ran = census(citizens);
    assert_eq!(ran.line, format!("[census] {citizens} have greeted back\n"));
    let each = ran.peak.saturating_sub(alone.peak) / citizens as u64;
    println!("{citizens} agents: {} MiB at most, {each} bytes each, {:.2} s", ran.peak >> 20, ran.took.as_secs_f64());
    (ran, each)
}

#[test]
fn a_thousand_greet_back() {
    let (_, each) = greet(1000);
    assert!(each < 16 * KIB, "{each} bytes for each");
}

#[test]
#[ignore = "takes half a minute, and memory: cargo test --release --test many -- --ignored --nocapture"]
fn a_hundred_thousand_take_less_than_four_kib_each() {
    let (_, each) = greet(100_000);
    assert!(each < 4 * KIB, "{each} bytes for each");
}

#[test]
#[ignore = "takes half a minute, and memory: cargo test --release --test many -- --ignored --nocapture"]
fn a_million_take_less_than_eight_gib() {
    let (ran, _) = greet(MILLION);
    assert!(ran.peak < 8 * GIB, "{} bytes", ran.peak);
}
