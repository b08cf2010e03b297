"""What is seen of a machine's noise before anything is measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agon.run.quiet import Ticks, disturbance, ticks


def machine(*shares: tuple[float, float]) -> Iterator[Ticks]:
    """Two looks for each (share of others, share stolen)."""
    total = busy = stolen = 0.0
    for others, steal in shares:
        yield Ticks(round(busy), round(stolen), round(total))
        total, busy, stolen = total + 1000, busy + 1000 * others, stolen + 1000 * steal
        yield Ticks(round(busy), round(stolen), round(total))


def seen(*shares: tuple[float, float], governor: str = "performance") -> tuple[str, list[float]]:
    looks = machine(*shares)
    waits: list[float] = []
    return disturbance(governor, lambda: next(looks), waits.append), waits


def test_a_quiet_machine_takes_a_quarter_of_a_second() -> None:
    assert seen((0.01, 0.0)) == ("", [0.25])
    assert seen((0.01, 0.0), governor="powersave") == ("", [0.25])


def test_what_lasts_is_named_and_a_moment_is_not() -> None:
    line, waits = seen((0.6, 0.0), (0.4, 0.0))
    assert line.startswith("other programs take 40% of this machine's CPUs (load ")
    assert "wait, or go on" in line
    assert waits == [0.25, 1.0]
    assert seen((0.6, 0.0), (0.01, 0.0))[0] == ""
    assert seen((0.0, 0.3), (0.0, 0.2))[0].startswith("the hypervisor takes 20% of their time (load ")
    assert "governor 'powersave'" in seen((0.6, 0.0), (0.4, 0.0), governor="powersave")[0]


def test_where_nothing_can_be_read_nothing_is_warned_of() -> None:
    assert disturbance("", lambda: None, lambda _: None) == ""


def test_only_the_cpus_that_may_be_used_count(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/stat").write_text(
        "cpu  300 0 0 300 0 0 0 0 0 0\ncpu0 100 1 2 50 3 4 5 6 0 0\ncpu1 200 0 0 200 0 0 0 0 0 0\nintr 1 2\n"
    )
    assert ticks([0], tmp_path) == Ticks(busy=112, stolen=6, total=171)
    assert ticks([7], tmp_path) is None
    assert ticks([0], tmp_path / "away") is None


@pytest.mark.parametrize("line", ["", "cpu0 1 2\n"])
def test_another_kernels_file_is_passed_over(tmp_path: Path, line: str) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/stat").write_text(line)
    assert ticks([0], tmp_path) is None
