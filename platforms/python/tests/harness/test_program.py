"""Iterations become JSON lines; a wrong command line ends with status 2 and a message."""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path

import pytest

from harness.parameters import Parameters, Shape, UsageError
from harness.program import Iterate, Outcome, Workload, main, run


def prepare(parameters: Parameters) -> Iterate:
    return lambda index: Outcome(10 + index, {"tokens": parameters.integers["tokens"]})


WORKLOADS = {"token-ring": Workload(Shape(integers={"tokens": 1}), prepare)}


def arguments(folder: Path) -> list[str]:
    common = ["threads=1", "iterations=2", "seed=1", "variant=default", f"samples={folder}", "witness=off"]
    return ["token-ring", *common, "tokens=7"]


def test_ready_then_a_line_an_iteration(tmp_path: Path) -> None:
    out = StringIO()
    run(WORKLOADS, arguments(tmp_path), out)
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [
        {"event": "ready"},
        {"event": "iteration", "index": 0, "elapsed_ns": 10, "report": {"tokens": 7}},
        {"event": "iteration", "index": 1, "elapsed_ns": 11, "report": {"tokens": 7}},
    ]


def test_an_unknown_workload_names_those_that_there_are() -> None:
    with pytest.raises(UsageError, match="unknown workload 'ring': one of token-ring"):
        run(WORKLOADS, ["ring"], StringIO())
    with pytest.raises(UsageError, match="no workload given"):
        run(WORKLOADS, [], StringIO())


@pytest.mark.parametrize(("words", "status"), [(["token-ring", "tokens=many"], 2), (None, 0)])
def test_the_status_says_whether_the_command_line_was_right(
    words: list[str] | None, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(sys, "argv", ["main.py", *(words or arguments(tmp_path))])
    with pytest.raises(SystemExit) as ended:
        main(WORKLOADS)
    assert ended.value.code == status
    assert bool(capsys.readouterr().err) == (status == 2)
