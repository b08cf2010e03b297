"""The runner outlives every program that misbehaves, and names the fault."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.places import FAKES, REFERENCE
from support.trials import Trials, trials

from agon.run.invoke import STDERR_LIMIT, TEMPORARY
from agon.run.repeat import Repeated
from agon.workloads.registry import all_workloads

RING = {"workers": 7, "tokens": 3, "passes": 23}
SERVER = {"clients": 3, "requests": 4, "max_n": 6}
MIB = 1 << 20


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Trials]:
    with trials(tmp_path) as made:
        yield made
        assert made.left_running() == []


@pytest.mark.parametrize("workload", all_workloads())
def test_the_reference_passes(bench: Trials, workload: str) -> None:
    for params in all_workloads()[workload].preset("check").ladder:
        invocation = bench.run(str(REFERENCE), workload, params, iterations=2)
        assert invocation.status == "ok", invocation.reason
        assert [i.index for i in invocation.iterations] == [0, 1]
        assert set(invocation.iterations[0].metrics) <= {m.name for m in all_workloads()[workload].metrics}


def test_memory_is_shown_by_agent_where_a_workload_counts_them(bench: Trials) -> None:
    crowd = bench.run(str(REFERENCE), "population", {"agents": 1000})
    assert crowd.resources is not None
    assert crowd.metrics == {"memory_agent": crowd.resources.memory_peak_bytes / 1000}
    assert bench.run(str(REFERENCE), "token-ring", {"workers": 7, "tokens": 1, "passes": 23}).metrics == {}


@pytest.mark.parametrize(
    ("variant", "code", "message"),
    [
        ("crash", "signal", "ended by signal 11"),
        ("exit-status", "exit status", "status 3; its last words: the disk of the mind is full"),
        ("garbage", "garbage", "line 2 of standard output is not JSON: 'Welcome"),
        ("wrong-result", "oracle", "iteration 0: token 1 ended at worker"),
        ("too-few-samples", "oracle", "ends has 2 entries, not 3"),
        ("too-few-iterations", "protocol", "1 of 2 iterations reported"),
        ("longer-than-wall", "clock", "it reports 7200.000 s of work"),
        ("nothing", "protocol", "it printed nothing"),
        ("stdout-flood", "output limit", "on standard output"),
        ("fork-orphans", "protocol", "it left 1 processes running"),
        ("name-server", "protocol", "it left 1 processes running"),
        ("out-of-memory", "out of memory", "its runtime found no more memory; its last words: MemoryError"),
        (
            "server-dies",
            "server",
            "the server that it needs has ended; its last words: the broker has ended with status",
        ),
        ("no-folder", "protocol", "stdout.jsonl cannot be read: No such file"),
        ("linked-folder", "protocol", "stdout.jsonl cannot be read: "),
        ("no-output", "protocol", "stdout.jsonl cannot be read: No such file"),
        ("output-is-pipe", "protocol", "stdout.jsonl cannot be read: not a regular file"),
        ("output-is-folder", "protocol", "stdout.jsonl cannot be read: not a regular file"),
        ("output-is-link", "protocol", "stdout.jsonl cannot be read: Too many levels"),
        ("end-parent", "warden", "the measuring process was ended by signal 9"),
        ("one-nanosecond", "clock", "it reports 1 ns an iteration"),
        ("server-left", "protocol", "it left 1 processes running when it ended"),
    ],
)
def test_the_fault_is_named(bench: Trials, variant: str, code: str, message: str) -> None:
    invocation = bench.run(f"{FAKES}:{variant}", "token-ring", RING, iterations=2)
    assert invocation.status == "failed"
    assert invocation.reason is not None
    assert (invocation.reason.code, message in invocation.reason.message) == (code, True), invocation.reason


@pytest.mark.parametrize("variant", ["hang", "ignore-sigterm"])
def test_who_never_ends_is_ended(bench: Trials, variant: str) -> None:
    invocation = bench.run(f"{FAKES}:{variant}", "token-ring", RING, time_s=1.5)
    assert invocation.reason is not None
    assert invocation.reason.code == "time limit"
    assert "still running after 1.5 s" in invocation.reason.message


def test_who_eats_memory_is_ended(bench: Trials) -> None:
    invocation = bench.run(f"{FAKES}:eat-memory", "token-ring", RING, memory_bytes=200 * MIB)
    assert invocation.reason is not None
    assert invocation.reason.code == "memory limit"
    assert "200 MiB" in invocation.reason.message
    assert invocation.resources is not None
    assert invocation.resources.memory_peak_bytes < 1500 * MIB


def test_orphans_of_another_session_are_ended_and_counted(bench: Trials) -> None:
    samples = bench.samples
    invocation = bench.run(f"{FAKES}:fork-orphans", "token-ring", RING)
    orphan = int((samples / "orphan.pid").read_text(encoding="ascii"))
    assert not Path(f"/proc/{orphan}").exists()
    assert invocation.resources is not None
    assert invocation.resources.orphans_killed == 1


def test_a_name_server_left_behind_is_ended_and_its_port_is_free(bench: Trials) -> None:
    samples = bench.samples
    bench.run(f"{FAKES}:name-server", "token-ring", RING)
    port = int((samples / "port").read_text(encoding="ascii"))
    socket.create_server(("127.0.0.1", port)).close()


def test_temporary_files_lie_in_a_folder_of_the_invocation_and_go_with_it(bench: Trials) -> None:
    samples = bench.samples
    invocation = bench.run(f"{FAKES}:temporary-files", "token-ring", RING)
    assert invocation.status == "ok", invocation.reason
    where = Path((samples / "where").read_text(encoding="ascii"))
    assert where.is_relative_to(samples)
    assert not (samples / TEMPORARY).exists()


def test_a_flood_of_words_on_standard_error_does_no_harm(bench: Trials) -> None:
    samples = bench.samples
    invocation = bench.run(f"{FAKES}:stderr-flood", "token-ring", RING)
    assert invocation.status == "ok", invocation.reason
    assert (samples / "stderr.txt").stat().st_size <= STDERR_LIMIT
    assert invocation.stderr_tail.endswith("eee\n")


def test_a_missing_sample_is_missed(bench: Trials) -> None:
    invocation = bench.run(f"{FAKES}:too-few-samples", "fibonacci", SERVER)
    assert invocation.reason is not None
    assert invocation.reason.code == "oracle"
    assert "points.csv has 11 rows of iteration 0, not 12" in invocation.reason.message


def test_no_file_is_removed_through_a_link(bench: Trials) -> None:
    samples = bench.samples
    bench.run(f"{FAKES}:linked-folder", "token-ring", RING)
    assert (samples / "tmp" / "precious").exists()


def test_a_folder_may_go_while_the_lab_asks_for_more(bench: Trials) -> None:
    more = Repeated(bench.samples, 0.01).more
    invocation = bench.run(f"{FAKES}:no-folder", "token-ring", RING, iterations=0, more=more)
    assert invocation.reason is not None
    assert (invocation.reason.code, "cannot be read" in invocation.reason.message) == ("protocol", True)


def test_a_dead_warden_is_replaced_once_and_the_record_has_the_reason(bench: Trials) -> None:
    invocation = bench.run(f"{FAKES}:end-parent-once", "token-ring", RING, iterations=2)
    assert invocation.status == "ok", invocation.reason
    assert [reason.code for reason in invocation.earlier] == ["warden"]
    more = Repeated(bench.samples, 0.01).more
    invocation = bench.run(f"{FAKES}:end-parent-once", "token-ring", RING, iterations=0, more=more)
    assert (invocation.status, len(invocation.earlier)) == ("ok", 1)
    invocation = bench.run(f"{FAKES}:end-parent", "token-ring", RING)
    assert [reason.code for reason in invocation.earlier] == ["warden"]
    assert bench.run(str(REFERENCE), "token-ring", RING).status == "ok"


def test_a_programs_own_failure_is_not_tried_again(bench: Trials) -> None:
    assert bench.run(f"{FAKES}:crash", "token-ring", RING).earlier == []


@pytest.mark.parametrize("kind", ["short", "long", "endless", "binary"])
@pytest.mark.parametrize("iterations", [0, 2])
def test_garbage_ahead_of_ready_is_named_at_once(bench: Trials, kind: str, iterations: int) -> None:
    more = None if iterations else Repeated(bench.samples, 0.01).more
    spec = f"{FAKES}:{kind}-warning"
    invocation = bench.run(spec, "token-ring", RING, iterations=iterations, more=more, time_s=600)
    assert invocation.reason is not None
    assert (invocation.reason.code, "line 1 " in invocation.reason.message) == ("garbage", True), invocation.reason
