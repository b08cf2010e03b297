"""Iterations become JSON lines; a wrong command line ends with status 2 and a message."""

from __future__ import annotations

import json
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from harness.parameters import Parameters, Shape, UsageError
from harness.program import Iterate, Outcome, Workload, main, run


def prepare(parameters: Parameters) -> Iterate:
    return lambda index: Outcome(10 + index, {"tokens": parameters.integers["tokens"]})


WORKLOADS = {"token-ring": Workload(Shape(integers={"tokens": 1}), prepare)}


def arguments(folder: Path, iterations: int = 2) -> list[str]:
    common = ["threads=1", f"iterations={iterations}", "seed=1", "variant=default", f"samples={folder}", "witness=off"]
    return ["token-ring", *common, "tokens=7"]


def test_ready_then_a_line_an_iteration(tmp_path: Path) -> None:
    out, requests = StringIO(), BytesIO(b"nonsense\n")
    run(WORKLOADS, arguments(tmp_path), out, requests)
    assert requests.tell() == 0
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [
        {"event": "ready"},
        {"event": "iteration", "index": 0, "elapsed_ns": 10, "report": {"tokens": 7}},
        {"event": "iteration", "index": 1, "elapsed_ns": 11, "report": {"tokens": 7}},
    ]


def indices(out: StringIO) -> list[int]:
    ready, *iterations = [json.loads(line) for line in out.getvalue().splitlines()]
    assert ready == {"event": "ready"}
    return [iteration["index"] for iteration in iterations]


@pytest.mark.parametrize(
    ("requests", "iterations"),
    [
        (b"2\n1\n0\n", 3),
        (b"2\n1\n", 3),
        (b"2\n1", 3),
        (b"1\n0\nnonsense\n", 1),
        (b"0\n", 0),
        (b"", 0),
    ],
)
def test_iterations_0_runs_as_often_as_requested(tmp_path: Path, requests: bytes, iterations: int) -> None:
    out = StringIO()
    run(WORKLOADS, arguments(tmp_path, iterations=0), out, BytesIO(requests))
    assert indices(out) == list(range(iterations))


def test_a_line_is_read_when_all_that_was_requested_before_is_done(tmp_path: Path) -> None:
    out = StringIO()
    done: list[list[int]] = []

    class Requests(BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            done.append(indices(out))
            return super().readline(size)

    run(WORKLOADS, arguments(tmp_path, iterations=0), out, Requests(b"2\n1\n0\n"))
    assert done == [[], [0, 1], [0, 1, 2]]


@pytest.mark.parametrize("line", [b"more", b"", b"-1", b"+1", b" 1", b"1\r", b"1.0", b"\xff", b"9223372036854775808"])
def test_a_line_that_is_no_number_ends_with_status_1(
    line: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(sys, "argv", ["main.py", *arguments(tmp_path, iterations=0)])
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"1\n" + line + b"\n")))
    with pytest.raises(SystemExit) as ended:
        main(WORKLOADS)
    assert ended.value.code == 1
    output = capsys.readouterr()
    assert len(output.out.splitlines()) == 2
    assert "is not a number of iterations\n" in output.err


def test_an_unknown_workload_names_those_that_there_are() -> None:
    with pytest.raises(UsageError, match="unknown workload 'ring': one of token-ring"):
        run(WORKLOADS, ["ring"], StringIO(), BytesIO())
    with pytest.raises(UsageError, match="no workload given"):
        run(WORKLOADS, [], StringIO(), BytesIO())


@pytest.mark.parametrize(("words", "status"), [(["token-ring", "tokens=many"], 2), (None, 0)])
def test_the_status_shows_whether_the_command_line_was_right(
    words: list[str] | None, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(sys, "argv", ["main.py", *(words or arguments(tmp_path))])
    with pytest.raises(SystemExit) as ended:
        main(WORKLOADS)
    assert ended.value.code == status
    assert bool(capsys.readouterr().err) == (status == 2)
