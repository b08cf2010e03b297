"""Two processes of one program: both measured, and whatever one of them does wrong is named."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.places import FAKES, REFERENCE
from support.trials import Trials, trials

from agon.cli.run import workloads_named
from agon.errors import UsageError
from agon.results.store import load
from agon.run.invoke import NODE_1, run
from agon.survivors import marked

LINE = {"size": 16, "messages": 50}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Trials]:
    with trials(tmp_path) as made:
        yield made
        assert made.left_running() == []


def test_both_nodes_are_measured(bench: Trials) -> None:
    samples = bench.samples
    invocation = bench.run(str(REFERENCE), "remote-throughput", LINE, iterations=3)
    assert invocation.status == "ok", invocation.reason
    assert invocation.resources is not None
    assert invocation.resources.orphans_killed == 0
    assert len((samples / NODE_1).read_text(encoding="utf-8").splitlines()) == 4  # ready and three reports
    assert invocation.metrics["cpu_message"] >= 0


def test_it_repeats_until_asked_to_stop(bench: Trials) -> None:
    left = iter((1, 2, 0))
    invocation = bench.run(str(REFERENCE), "remote-throughput", LINE, iterations=0, more=lambda _: next(left))
    assert invocation.status == "ok", invocation.reason
    assert len(invocation.iterations) == 3


@pytest.mark.parametrize(
    ("variant", "code", "message"),
    [
        ("node-dies", "node", "node 1 was ended by signal 9 while node 0 was at work"),
        (
            "node-fails-to-start",
            "node",
            "node 1 ended with status 3 before it was ready; its last words: the port is taken",
        ),
        ("node-without-address", "node", "node 1 printed something else than a ready event with its address"),
        ("node-loses", "oracle", "node 1: received is 49, not 50"),
        ("node-doubles", "oracle", "node 1: sum is 1276, not 1275"),
        ("node-claims", "oracle", "node 0: sent is 51, not 50"),
        ("node-garbles", "oracle", "not each message came as it was sent, once"),
        ("node-forgets", "protocol", "node 1 reported 0 of 1 iterations"),
        ("node-gives-up", "exit status", "it ended with status 1; its last words: node 0 has had enough"),
        ("node-1-removes-folder", "protocol", "stdout.jsonl cannot be read: No such file"),
        ("node-0-removes-folder", "protocol", "stdout.jsonl cannot be read: No such file"),
    ],
)
def test_the_fault_of_a_node_is_named(bench: Trials, variant: str, code: str, message: str) -> None:
    invocation = bench.run(f"{FAKES}:{variant}", "remote-throughput", LINE)
    assert invocation.status == "failed"
    assert invocation.reason is not None
    assert (invocation.reason.code, message in invocation.reason.message) == (code, True), invocation.reason
    assert "\n" not in invocation.reason.message


def test_a_folder_that_a_node_removes_is_on_record_and_the_other_cells_are_measured(tmp_path: Path) -> None:
    out = tmp_path / "r"
    which = f"{FAKES}:node-0-removes-folder,{FAKES}:node-1-removes-folder,{REFERENCE}"
    words = ["run", "remote-throughput", "-p", which, "--set", "size=16", "--set", "messages=50", "--invocations", "3"]
    command = [sys.executable, "-m", "agon", *words, "--iterations", "2", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
    results = load(out)
    platforms = {cell.id: cell.platform for cell in results.experiment.cells}
    ends: dict[str, list[str]] = {platform: [] for platform in platforms.values()}
    for invocation in results.invocations:
        ends[platforms[invocation.cell]].append(invocation.reason.code if invocation.reason else invocation.status)
    assert ends == {
        "fakes:node-0-removes-folder": ["protocol"] * 2,
        "fakes:node-1-removes-folder": ["protocol"] * 2,
        "reference": ["ok"] * 4,  # one is discarded
    }
    assert marked(results.experiment.id) == []


def test_a_node_that_stays_is_ended(bench: Trials) -> None:
    invocation = bench.run(f"{FAKES}:node-stays", "remote-throughput", LINE)
    assert invocation.reason is not None
    assert (invocation.reason.code, invocation.reason.message) == ("node", "node 1 did not end within 10 s of node 0")


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        ("node-hangs", "it was still running after 5 s: both nodes had been ready"),
        ("node-never-ready", "it was still running after 5 s: node 1 was never ready"),
    ],
)
def test_nodes_that_hang_are_ended(bench: Trials, variant: str, message: str) -> None:
    invocation = bench.run(f"{FAKES}:{variant}", "remote-throughput", LINE, time_s=5)
    assert invocation.reason is not None
    assert (invocation.reason.code, invocation.reason.message) == ("time limit", message)


def test_a_bad_argument_is_refused_as_by_one_program(bench: Trials) -> None:
    order = bench.order(str(REFERENCE), "remote-throughput", LINE)
    invocation = run(bench.warden, replace(order, extra={"size": "many"}))
    assert invocation.exit_status == 2
    assert "size=many" in invocation.stderr_tail


def test_over_two_nodes_a_workload_is_its_remote_sister() -> None:
    assert [w.id for w in workloads_named("throughput,ask,remote-ask,token-ring,chameneos", 2)] == [
        "remote-throughput",
        "remote-ask",
        "remote-ask",
        "remote-token-ring",
        "remote-chameneos",
    ]
    assert {w.nodes for w in workloads_named("all", 2)} == {2}
    assert [w.id for w in workloads_named("remote-ask")] == ["remote-ask"]
    with pytest.raises(UsageError, match="--nodes 2: compute is no workload for so many; there is remote-throughput"):
        workloads_named("compute", 2)
