"""Lines of at most 120 columns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.result_sets import Options, write_result_set

from agon.cli import lines
from agon.cli.tables import SafeConsole, console
from agon.results.model import Skipped
from agon.results.summary import ResultSet


@pytest.fixture(name="field", scope="module")
def _field(tmp_path_factory: pytest.TempPathFactory) -> ResultSet:
    return write_result_set(tmp_path_factory.mktemp("r"))


def test_a_line_that_is_too_long_is_folded_between_words(capsys: pytest.CaptureFixture[str]) -> None:
    path = "/a/" + "long/" * 30 + "path"
    lines.say(console(), "word " * 60 + path)
    out = capsys.readouterr().out.splitlines()
    assert path in [line.strip() for line in out]  # a path is to be copied: it stays whole
    assert all(len(line) <= lines.WIDTH for line in out if path not in line)
    assert all(line.startswith("    ") for line in out[1:])


def test_a_narrow_terminal_is_kept_to() -> None:
    assert lines.width(SafeConsole(force_terminal=True, width=80)) == 80
    assert lines.width(SafeConsole(force_terminal=True, width=300)) == lines.WIDTH
    assert lines.width(SafeConsole(force_terminal=False, width=80)) == lines.WIDTH


def test_each_workload_and_size_has_its_standing_in_one_line(field: ResultSet) -> None:
    found = list(lines.standings(field))
    assert found[-1] == lines.LEGEND
    ring = [line for line in found if line.startswith("token-ring, tokens = ")]
    assert len(ring) == len({str(c.cell.params) for c in field.measured("token-ring")})
    assert all(re.match(r"token-ring, tokens = .*?: [\w:-]+~? [\d.]+ (s|ms|µs), ", line) for line in ring)


def test_the_best_comes_first_and_who_cannot_repeat_stands_apart(tmp_path: Path) -> None:
    results = write_result_set(tmp_path / "r", Options(flaws=False, workloads=("chameneos",)))
    for line in list(lines.standings(results))[:-1]:
        warm = line.partition(": ")[2].partition("; cold: ")[0].split(", ")
        ratios = [float(part.split()[-1].removesuffix("x")) for part in warm[1:]]
        assert ratios == sorted(ratios) and ratios[0] >= 1
        cold = {c.cell.platform for c in results.cells if c.clock == "cold"}
        assert cold.isdisjoint(part.split()[0].rstrip("~") for part in warm)
        assert ("; cold: " in line) == bool(cold)


def test_one_platform_has_no_standing(tmp_path: Path) -> None:
    alone = write_result_set(tmp_path / "r", Options(flaws=False, platforms=("go",), workloads=("chameneos",)))
    assert list(lines.standings(alone)) == []


def test_what_was_left_out_is_one_line_with_counts() -> None:
    def one(platform: str, kind: str) -> Skipped:
        return Skipped.model_validate(
            {"platform": platform, "workload": "chameneos", "params": {}, "kind": kind, "reason": "so"}
        )

    many = [one(f"p{n % 12}", "not offered" if n % 4 else "not ready") for n in range(160)]
    assert lines.left_out(many).startswith("Left out: 120 not offered, 40 not ready (12 platforms).")
    assert len(lines.left_out(many)) <= lines.WIDTH
    assert lines.left_out([]) == ""
    assert len(list(lines.each_left_out(many))) == len({(s.platform, s.kind) for s in many})


def test_many_failures_are_counted(field: ResultSet) -> None:
    failed = [c for c in field.cells if c.status == "failed"]
    many = failed * 20
    shown = list(lines.failures(many, "failed"))
    cell = failed[0].cell
    assert shown[0].startswith(f"failed  {cell.workload} on {cell.platform}, ")
    assert all(f"{name}={value}" in shown[0] for name, value in cell.params.items())
    assert len(shown) == lines.MOST_FAILURES + 1
    assert f"{len(many) - lines.MOST_FAILURES} more" in shown[-1]
    assert len(list(lines.failures(many, "failed", verbose=True))) == len(many)
