//! Where the kernel's `membarrier` is refused, as a seccomp filter may do, a long handler delays no other actor all the same.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]

mod common;

use std::env;
use std::io;
use std::mem::offset_of;
use std::process::Command;
use std::sync::mpsc::{Receiver, Sender, channel};

use agon_actor::{Actor, Address, Context, SpawnOptions};
use common::{PATIENCE, system};

/// Set for the process that is confined.
const CONFINED: &str = "AGON_TEST_CONFINED";

/// Handlers that are long, one after the other.
const LONG: u64 = 10;

/// Reports that it runs, and does not return before another has had its turn; reports to a third whether it has.
struct Long {
    running: Sender<()>,
    turn: Receiver<()>,
    then: Address<bool>,
}

impl Actor for Long {
    type Message = ();

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        self.running.send(()).expect("the test waits");
        let had_its_turn = self.turn.recv_timeout(PATIENCE / 2).is_ok();
        // By now the worker is another thread's.
        ctx.send(&self.then, had_its_turn);
    }
}

/// Passes on to the test what it gets.
struct Teller<T>(Sender<T>);

impl<T: Send + 'static> Actor for Teller<T> {
    type Message = T;

    fn handle(&mut self, message: T, _: &mut Context<'_, Self>) {
        self.0.send(message).expect("the test waits");
    }
}

#[test]
fn long_handlers_delay_no_actor_where_membarrier_is_refused() {
    if env::var_os(CONFINED).is_some() {
        return confined();
    }
    let program = env::current_exe().expect("this program");
    let test = "long_handlers_delay_no_actor_where_membarrier_is_refused";
    let child = Command::new(program).env(CONFINED, "1").args(["--exact", test, "--nocapture"]).output();
    let child = child.expect("it can be started");
    let output = format!("{}{}", String::from_utf8_lossy(&child.stdout), String::from_utf8_lossy(&child.stderr));
    assert!(child.status.success() && output.contains("1 passed"), "{output}");
}

fn confined() {
    refuse_membarrier().expect("the kernel has seccomp");
    // SAFETY: takes integers and touches no memory.
    assert_eq!(unsafe { libc::syscall(libc::SYS_membarrier, 0, 0, 0) }, -1, "it is refused");
    // All on one worker: who waits for another there waits for another thread to take the worker over.
    let system = system(1);
    let (results, received) = channel();
    let then = system.spawn(Teller(results));
    for _ in 0..LONG {
        let ((running, runs), (sender, turn)) = (channel(), channel());
        let long = system.spawn_with(Long { running, turn, then }, SpawnOptions::new().on_worker(0));
        let other = system.spawn_with(Teller(sender), SpawnOptions::new().on_worker(0));
        long.send(());
        runs.recv_timeout(PATIENCE).expect("the handler runs");
        other.send(());
        assert_eq!(received.recv_timeout(PATIENCE), Ok(true), "the other has had its turn");
    }
    let (_, handovers) = system.migration_stats();
    assert!(handovers >= LONG, "{handovers}");
    assert!(system.shutdown(PATIENCE).is_clean());
}

/// Has the kernel refuse `membarrier` to this thread, and to those that it starts from now on.
fn refuse_membarrier() -> io::Result<()> {
    const ARCHITECTURE: u32 = if cfg!(target_arch = "x86_64") { 0xC000_003E } else { 0xC000_00B7 };
    const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    const EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    const RETURN: u32 = libc::BPF_RET | libc::BPF_K;
    let step = |code: u32, jt: u8, jf: u8, k: u32| libc::sock_filter { code: code as u16, jt, jf, k };
    let mut filter = [
        step(LOAD, 0, 0, offset_of!(libc::seccomp_data, arch) as u32),
        step(EQUAL, 0, 2, ARCHITECTURE),
        step(LOAD, 0, 0, offset_of!(libc::seccomp_data, nr) as u32),
        step(EQUAL, 1, 0, libc::SYS_membarrier as u32),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32),
    ];
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    const NONE: libc::c_ulong = 0;
    let (yes, mode): (libc::c_ulong, libc::c_ulong) = (1, libc::SECCOMP_MODE_FILTER.into());
    // SAFETY: the first call takes integers; the second reads the program and the filter, which are here.
    let refused = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, yes, NONE, NONE, NONE) != 0
            || libc::prctl(libc::PR_SET_SECCOMP, mode, &raw const program, NONE, NONE) != 0
    };
    if refused { Err(io::Error::last_os_error()) } else { Ok(()) }
}
