"""Several invocations at a time: in order, each fault with its own program, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.places import FAKES, REFERENCE
from support.trials import Trials, trials

from agon.results.model import Invocation
from agon.run.abreast import carry_out
from agon.run.invoke import Order
from agon.run.warden.client import Warden
from agon.survivors import marked

RING = {"workers": 7, "tokens": 3, "passes": 23}

FAULTS = {
    "crash": "signal",
    "exit-status": "exit status",
    "garbage": "garbage",
    "wrong-result": "oracle",
    "longer-than-wall": "clock",
    "fork-orphans": "protocol",
    "nothing": "protocol",
    "name-server": "protocol",
    "out-of-memory": "out of memory",
    "server-dies": "server",
}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Trials]:
    with trials(tmp_path) as made:
        yield made
        assert made.left_running() == []


@pytest.fixture
def wardens(bench: Trials) -> Iterator[list[Warden]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Warden(bench.mark, limits=False)) for _ in range(2)]


def code(invocation: Invocation) -> str:
    return invocation.reason.code if invocation.reason is not None else invocation.status


def test_each_fault_is_named_while_an_honest_program_runs(bench: Trials, wardens: list[Warden]) -> None:
    def orders() -> Iterator[Order]:
        for variant in FAULTS:
            yield bench.order(f"{FAKES}:{variant}", "token-ring", RING)
            yield bench.order(str(REFERENCE), "token-ring", RING)

    codes = [code(invocation) for invocation in carry_out(wardens, orders())]
    assert codes[0::2] == list(FAULTS.values())
    assert set(codes[1::2]) == {"ok"}


def test_they_are_reported_in_order_though_the_first_ends_last(bench: Trials, wardens: list[Warden]) -> None:
    specs = [f"{FAKES}:hang", *(f"{FAKES}:{variant}" for variant in ("nothing", "crash", "garbage"))]
    orders = (bench.order(spec, "token-ring", RING, time_s=2) for spec in specs)
    codes = [code(invocation) for invocation in carry_out(wardens, orders)]
    assert codes == ["time limit", "protocol", "signal", "garbage"]


def test_they_do_run_at_the_same_time(bench: Trials, wardens: list[Warden]) -> None:
    orders = [bench.order(f"{FAKES}:hang", "token-ring", RING, time_s=2) for _ in range(2)]
    began = time.monotonic()
    assert [code(invocation) for invocation in carry_out(wardens, orders)] == ["time limit"] * 2
    assert time.monotonic() - began < 3.8


def test_no_more_are_drawn_than_can_run(bench: Trials, wardens: list[Warden]) -> None:
    drawn: list[int] = []

    def orders() -> Iterator[Order]:
        for number in range(6):
            drawn.append(number)
            yield bench.order(f"{FAKES}:nothing", "token-ring", RING)

    for finished, _ in enumerate(carry_out(wardens, orders())):
        assert len(drawn) <= finished + 1 + len(wardens) + 1


def test_nothing_to_do_is_done_at_once(wardens: list[Warden]) -> None:
    assert list(carry_out(wardens, [])) == []


def test_who_stops_listening_ends_what_runs_and_may_go_on(bench: Trials, wardens: list[Warden]) -> None:
    specs = [f"{FAKES}:nothing", f"{FAKES}:hang", f"{FAKES}:hang"]
    running = carry_out(wardens, [bench.order(spec, "token-ring", RING) for spec in specs])
    assert code(next(running)) == "protocol"
    running.close()
    assert bench.left_running() == []
    again = [bench.order(str(REFERENCE), "token-ring", RING) for _ in range(3)]
    assert [code(invocation) for invocation in carry_out(wardens, again)] == ["ok"] * 3


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)])
def test_a_check_that_is_interrupted_leaves_no_process(number: int, status: int) -> None:
    command = [sys.executable, "-m", "agon", "check", f"{FAKES}:hang"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as lab:
        mark = f"check-{lab.pid}"
        try:
            deadline = time.monotonic() + 60
            while len(programs(mark)) < 2:
                assert lab.poll() is None, lab.stderr.read() if lab.stderr else ""
                assert time.monotonic() < deadline, "no two programs ran at the same time"
                time.sleep(0.05)
            os.kill(lab.pid, number)
            _, errors = lab.communicate(timeout=30)
        finally:
            lab.kill()
    assert lab.returncode == status, errors
    assert b"Traceback" not in errors
    deadline = time.monotonic() + 5
    while marked(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert marked(mark) == []


def programs(mark: str) -> list[int]:
    """Pids of the fake platform's programs that carry the mark."""
    found: list[int] = []
    for pid in marked(mark):
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if b"main.py" in words:
            found.append(pid)
    return found
