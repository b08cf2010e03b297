"""Reading what programs print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agon.run.output import OutputError, read_other, read_output

READY = '{"event":"ready"}'


def iteration(index: int, **changes: Any) -> str:
    return json.dumps({"event": "iteration", "index": index, "elapsed_ns": 5, "report": {"ends": [1]}} | changes)


def read(tmp_path: Path, *lines: str, iterations: int = 1) -> list[int]:
    path = tmp_path / "stdout.jsonl"
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return [repetition.index for repetition in read_output(path, iterations)]


def test_a_good_output_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, READY, iteration(0), iteration(1), iterations=2) == [0, 1]


@pytest.mark.parametrize(
    ("lines", "code", "expected"),
    [
        ([], "protocol", "printed nothing"),
        (["Hello"], "garbage", "'Hello'"),
        ([READY, "[1]"], "garbage", "no event"),
        ([READY], "protocol", "0 of 1 iterations"),
        ([READY, iteration(0), iteration(1)], "protocol", "2 of 1 iterations"),
        ([iteration(0)], "protocol", "before the ready"),
        ([READY, READY, iteration(0)], "protocol", "second or late ready"),
        ([READY, iteration(1)], "protocol", "expected 0"),
        ([READY, iteration(True)], "protocol", "expected 0"),
        ([READY, iteration(0, elapsed_ns=-1)], "protocol", "elapsed_ns"),
        ([READY, iteration(0, elapsed_ns=1.5)], "protocol", "elapsed_ns"),
        ([READY, iteration(0, report=None)], "protocol", "no report"),
        ([READY, '{"event":"done"}'], "protocol", "'done'"),
        ([READY, "[" * 100_000], "garbage", "not JSON"),
    ],
)
def test_faults_are_named(tmp_path: Path, lines: list[str], code: str, expected: str) -> None:
    with pytest.raises(OutputError) as caught:
        read(tmp_path, *lines)
    assert caught.value.code == code
    assert expected in caught.value.message


@given(st.binary(max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_is_printed_is_an_output_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "stdout.jsonl"
    path.write_bytes(data)
    with pytest.raises(OutputError):
        read_output(path, 1)


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029", "\x7f", "\ufeff"])
def test_lines_end_at_line_feeds_alone(tmp_path: Path, character: str) -> None:
    noted = json.dumps({"event": "iteration", "index": 0, "elapsed_ns": 5, "report": {}, "note": character})
    noted = json.dumps(json.loads(noted), ensure_ascii=False)
    assert read(tmp_path, READY, noted + "\r") == [0]
    other = tmp_path / "node1.jsonl"
    other.write_bytes(f"{READY}\n{noted}\n".encode())
    assert read_other(other, 1) == [{}]
