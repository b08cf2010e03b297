"""The clients' lists, and what is computed."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.parameters import UsageError
from workload.fibonacci import fib, read_input


def test_fib() -> None:
    assert [fib(n) for n in (0, 1, 2, 10, 20)] == [0, 1, 1, 55, 6765]


def test_the_input_must_hold_a_list_a_client(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("1 2\n3 4\n", encoding="ascii")
    assert read_input(path, clients=2, requests=2, max_n=4) == [[1, 2], [3, 4]]
    with pytest.raises(UsageError, match="must hold 3 lines, holds 2"):
        read_input(path, clients=3, requests=2, max_n=4)
    with pytest.raises(UsageError, match=":1: must hold 1 integers, holds 2"):
        read_input(path, clients=2, requests=1, max_n=4)
