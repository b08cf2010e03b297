"""Cargo run for a user who waits: what is shown of a build, and what is estimated."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from agon.cli import cargo
from agon.cli.cargo import Work

PRINTS = r"""
import sys, time
for done in (0, 20, 60):
    sys.stderr.write(f"   Compiling one v1.0.0\n    Building [=>     ] {done}/80: one, two\r\x1b[K")
sys.stderr.write("\x1b[Kwarning: odd\n   Downloaded two v2\nerror[E1]: wrong\n  --> lib.rs:1\n    Finished in 3 s")
sys.stderr.flush()
time.sleep(0.3)  # a line about progress comes in the meantime
sys.exit(4)
"""


def test_without_a_terminal_there_are_lines_of_progress_and_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(cargo, "_EVERY_S", 0.005)
    status = cargo.run([sys.executable, "-c", PRINTS], tmp_path, os.environ, Work("agon-asl", 100, last=0.45))
    out, err = capfd.readouterr()
    assert (status, out) == (4, "")
    progress, others = [], []
    for line in err.splitlines():
        (progress if line.startswith("agon: building agon-asl") else others).append(line)
    assert others == ["warning: odd", "error[E1]: wrong", "  --> lib.rs:1"]
    assert "60 of 80 crates" in progress[-1]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which the test sets, on two processors that have nothing else to do."""
    now = [1000.0]
    monkeypatch.setattr(cargo.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(cargo.os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    monkeypatch.setattr(cargo.os, "sched_getaffinity", lambda _: {0, 1})
    return now


def test_the_first_estimate_counts_processors_and_what_keeps_them_busy(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Work("agon-asl", 90, last=0.45).estimate == "about 50 s on this machine"
    monkeypatch.setattr(cargo.os, "getloadavg", lambda: (2.0, 0.0, 0.0))
    assert Work("agon-asl", 90, last=0.45).estimate == "about 90 s on this machine"
    monkeypatch.setattr(cargo.os, "sched_getaffinity", lambda _: {*range(16)})
    assert Work("agon-asl", 90, last=0.45).estimate == "about 20 s on this machine"


def test_the_estimate_follows_the_pace(clock: list[float]) -> None:
    work = Work("agon-asl", 90, last=0.45)
    work.reached(0, 80)
    clock[0] += 10
    assert work.line == "building agon-asl: 0 of 80 crates, 10 s, about 40 s left"
    clock[0] += 20
    work.reached(78, 80)
    assert work.line == "building agon-asl: 78 of 80 crates, 30 s, about 30 s left", "for the last crate, the engine"
    clock[0] += 1000
    assert work.line == "building agon-asl: 78 of 80 crates, 1030 s", "which is longer than was thought: no estimate"
    work.reached(79, 80)
    assert work.line == "building agon-asl: 79 of 80 crates, 1030 s", "it has only to be linked"


def test_what_an_interrupted_build_has_compiled_is_no_pace(clock: list[float]) -> None:
    work = Work("agon-asl", 90, last=0.45)
    clock[0] += 1
    work.reached(78, 80)
    assert work.line == "building agon-asl: 78 of 80 crates, 1 s, about 20 s left", "of 50 s, those of the last crate"
