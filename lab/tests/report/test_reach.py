"""How far each platform got, and how it ended."""

from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.analysis.sizes import Layout
from agon.report.parts import Table
from agon.report.reach import reach
from agon.results.model import Skipped

SIDES = (100, 200, 500)


def _grid(platform: str, failed: dict[int, str], code: str = "time limit") -> list[Made]:
    return [
        Made(platform, "grid-swap", {"side": s}, failed=failed.get(s), code=code)  # type: ignore[arg-type]
        for s in SIDES
    ]


def _table(tmp_path: Path, cells: list[Made], skipped: tuple[Skipped, ...] = ()) -> Table | None:
    results = measured(tmp_path, cells, skipped=skipped)
    return reach(results, Layout.of(results, "grid-swap"))


@pytest.mark.parametrize(
    ("code", "how"),
    [("time limit", "time limit"), ("memory limit", "out of memory"), ("out of memory", "out of memory")],
)
def test_who_could_not_at_what_size_and_how(tmp_path: Path, code: str, how: str) -> None:
    table = _table(tmp_path, [*_grid("erlang", {}), *_grid("jade", {200: "x", 500: "y"}, code)])
    assert table is not None
    ((platform, up_to, size, ended),) = table.rows
    assert (platform.text, up_to.text, size.text, ended.text) == ("jade", "side = 100", "side = 200", how)
    assert ended.detail == f"5 of 5 failed: {code}: x"


def test_who_never_passed_has_no_size(tmp_path: Path) -> None:
    table = _table(tmp_path, [*_grid("erlang", {}), *_grid("jade", dict.fromkeys(SIDES, "x"))])
    assert table is not None
    assert table.rows[0][1].tone == "missing"


def test_a_size_left_out_is_listed_with_its_reason(tmp_path: Path) -> None:
    left_out = Skipped(
        platform="go", workload="grid-swap", params={"active": 100, "rounds": 1000, "side": 500},
        kind="over the quick budget", reason="side=500 is over it",
    )  # fmt: skip
    table = _table(tmp_path, [*_grid("erlang", {}), *_grid("go", {})[:2]], (left_out,))
    assert table is not None
    assert [item.text for item in table.rows[0]] == ["go", "side = 200", "side = 500", "over the quick budget"]


def test_where_all_passed_there_is_no_table(tmp_path: Path) -> None:
    assert _table(tmp_path, _grid("erlang", {})) is None
