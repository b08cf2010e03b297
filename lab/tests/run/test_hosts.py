"""Node 1 on another machine, which a false `ssh` makes of this one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.places import REFERENCE
from support.trials import Trials, trials

from agon.cli.main import app
from agon.errors import UsageError
from agon.results.model import Invocation
from agon.results.summary import values_of
from agon.run import far
from agon.run.hosts import Host, host
from agon.run.invoke import run

LINE = {"size": 16, "messages": 50}
NAME = "me@127.0.0.1"
HONEST = 'while [ "$1" != -- ]; do shift; done; [ "$2" = me@127.0.0.1 ] || exit 255; exec sh -c "$3"'
ENDS_S = 60


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Trials]:
    with trials(tmp_path / "trials") as made:
        yield made
        assert made.left_running() == []


def over(bench: Trials, ssh: str, monkeypatch: pytest.MonkeyPatch, folder: str = "", time_s: float = 60) -> Invocation:
    """An invocation whose node 1 is started by that shell script in place of ssh."""
    path = bench.folder / "bin"
    path.mkdir(parents=True)
    (path / "ssh").write_text(f"#!/bin/sh\n{ssh}\n", encoding="utf-8")
    (path / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{path}:{os.environ['PATH']}")
    order = bench.order(str(REFERENCE), "remote-throughput", LINE, time_s=time_s)
    cell = order.cell.model_copy(update={"host": NAME, "host_folder": folder})
    return run(bench.warden, replace(order, cell=cell))


def test_the_work_is_done_and_what_is_not_measured_not_reported(bench: Trials, monkeypatch: pytest.MonkeyPatch) -> None:
    invocation = over(bench, HONEST, monkeypatch)
    assert invocation.status == "ok", invocation.reason
    assert invocation.resources is not None
    assert invocation.resources.in_part
    assert "cpu_message" not in invocation.metrics
    assert {"cpu_time", "memory_peak", "core_load", "context_switches"}.isdisjoint(values_of(invocation))
    assert {"message_rate", "elapsed", "process_elapsed", "start_up"} <= values_of(invocation).keys()


@pytest.mark.parametrize(
    ("ssh", "message"),
    [
        (
            "echo 'Permission denied (publickey).' >&2; exit 255",
            "the connection to me@127.0.0.1 (ssh) failed before node 1 was ready; "
            "its last words: Permission denied (publickey).",
        ),
        (
            "echo Welcome; exec cat > /dev/null",
            "node 1, on me@127.0.0.1, printed something else than a ready event with its address (at)",
        ),
        ("exit 0", "node 1, on me@127.0.0.1, ended with status 0 before node 1 was ready"),
        (
            """echo '{"event": "ready", "at": "127.0.0.1:9"}'; exit 255""",
            "the connection to me@127.0.0.1 (ssh) failed while node 0 was at work",
        ),
    ],
)
def test_what_goes_wrong_on_the_way_is_named(
    bench: Trials, ssh: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    invocation = over(bench, ssh, monkeypatch)
    assert invocation.reason is not None
    assert (invocation.reason.code, invocation.reason.message) == ("node", message)


def test_a_machine_that_does_not_answer(bench: Trials, monkeypatch: pytest.MonkeyPatch) -> None:
    invocation = over(bench, "exec sleep 600", monkeypatch, time_s=3)
    assert invocation.reason is not None
    assert invocation.reason.message == "it was still running after 3 s: node 1 was never ready"


def test_a_platform_that_is_not_there(bench: Trials, monkeypatch: pytest.MonkeyPatch) -> None:
    invocation = over(bench, HONEST, monkeypatch, folder="/nowhere/agon")
    assert invocation.reason is not None
    assert "me@127.0.0.1 has no such platform: install it there" in invocation.reason.message
    assert "/nowhere/agon/lab/tests/platforms/reference is not there" in invocation.reason.message


def start_far(tmp_path: Path, program: str) -> tuple[subprocess.Popen[bytes], int]:
    """`far.py` with a program that first prints its process number."""
    announcing = f"import os; print(os.getpid(), flush=True); {program}"
    words = ["0.2", str(tmp_path), "--", sys.executable, "-c", announcing]
    command = [sys.executable, "-I", str(far.__file__), *words]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    return process, int(process.stdout.readline())


def test_when_the_connection_ends_the_program_does(tmp_path: Path) -> None:
    process, pid = start_far(tmp_path, "import sys; sys.stdin.read(); sys.exit(7)")
    with process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(ENDS_S) == 7
    assert not Path(f"/proc/{pid}").exists()


def test_who_stays_after_the_connection_is_ended(tmp_path: Path) -> None:
    program = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    process, pid = start_far(tmp_path, program)
    with process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(ENDS_S) == 128 + 9
    assert not Path(f"/proc/{pid}").exists()


def test_output_passes_through_and_the_folder_is_removed(tmp_path: Path) -> None:
    process, _ = start_far(tmp_path, "print(os.getcwd(), input(), flush=True)")
    out, _ = process.communicate(b"hello\n", timeout=ENDS_S)
    folder, word = out.decode().split()
    assert word == "hello"
    assert not Path(folder).exists()


def test_folders_are_those_of_that_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "platforms").mkdir()
    root = str(tmp_path)
    monkeypatch.setenv("AGON_ROOT", root)
    monkeypatch.setenv("AGON_STATE", "/var/state")
    there = Host(NAME, "/home/me/srv/agon")
    assert there.there(f"{root}/platforms/x") == "/home/me/srv/agon/platforms/x"
    assert there.there("-pa=/var/state/build/x") == "-pa=/home/me/srv/agon/.agon/build/x"
    assert there.there("plain") == "plain"
    assert Host(NAME).there(f"{root}/platforms/x") == f"{root}/platforms/x"
    assert host(NAME, "/home/me/agon/").folder == "/home/me/agon"


@pytest.mark.parametrize("name", ["", "me@", "-oProxyCommand=x", "two words"])
def test_a_host_must_be_one(name: str) -> None:
    with pytest.raises(UsageError, match="give USER@ADDRESS or ADDRESS"):
        host(name, None)


def test_the_folder_there_is_a_whole_path() -> None:
    with pytest.raises(UsageError, match="--host-folder agon: give the whole path, from /"):
        host(NAME, "agon")


def test_an_unknown_host_is_named() -> None:
    with pytest.raises(UsageError, match=r"'no-such-host\.invalid' has no address that this machine finds"):
        _ = Host("me@no-such-host.invalid", "/x").own_address


def test_it_is_for_workloads_over_two_nodes() -> None:
    from typer.testing import CliRunner

    answer = CliRunner().invoke(app, ["run", "token-ring", "-p", "erlang", "--host", NAME])
    assert isinstance(answer.exception, UsageError)
    assert "token-ring is no workload over two nodes; give --nodes 2" in str(answer.exception)
    answer = CliRunner().invoke(app, ["run", "ask", "--nodes", "2", "-p", "erlang", "--host-folder", "/x"])
    assert "--host-folder is for --host" in str(answer.exception)
