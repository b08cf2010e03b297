"""The charts of grid-swap: a heat map a platform, and a reference next to the platforms' lines."""

from __future__ import annotations

from pathlib import Path

import pytest
import vl_convert
from support.measured import Made, measured

from agon.analysis.sizes import Layout
from agon.report.charts import workload_figures
from agon.report.colours import Palette
from agon.report.parts import Figure
from agon.results.summary import ResultSet
from agon.workloads.registry import get

PLATFORMS = ("go", "erlang")


def swapped(root: Path, sides: tuple[int, ...], *, files: bool = True) -> ResultSet:
    """Cell k of the n-th platform requested k * n swaps, in the second of two iterations, the first being warm-up."""
    cells = [
        Made(p, "grid-swap", {"side": d}, metrics={"swaps_stddev": 30.0 + n, "fair_stddev": 7.0}, iterations=2)
        for n, p in enumerate(PLATFORMS, start=1)
        for d in sides
    ]
    results = measured(root, cells)
    by_id = {cell.id: cell for cell in results.experiment.cells}
    for invocation in results.invocations if files else ():
        cell = by_id[invocation.cell]
        side, times = int(cell.params["side"]), PLATFORMS.index(cell.platform) + 1
        rows = [f"{i},{k},{k * times * i},0,0,0" for i in (0, 1) for k in range(side * side)]
        folder = root / "samples" / invocation.id
        folder.mkdir(parents=True, exist_ok=True)
        text = "\n".join(["iteration,cell,requested,accepted,refused,state", *rows])
        (folder / "cells.csv").write_text(f"{text}\n", encoding="ascii")
    return results


def figures(results: ResultSet) -> dict[str, Figure]:
    found = workload_figures(results, Layout.of(results, "grid-swap"), get("grid-swap"), Palette(PLATFORMS))
    return {figure.id: figure for figure in found}


def test_each_platform_has_its_heat_map_on_one_scale(tmp_path: Path) -> None:
    figure = figures(swapped(tmp_path, (4,)))["grid-swap-requested-grid"]
    assert [panel.title for panel in figure.panels] == list(PLATFORMS)
    first, second = (panel.spec for panel in figure.panels)
    assert [(d["x"], d["r"], d["y"]) for d in first["data"]["values"]][:6] == [
        (0, 0, 0), (1, 0, 1), (2, 0, 2), (3, 0, 3), (0, 1, 4), (1, 1, 5),
    ]  # fmt: skip
    assert max(d["y"] for d in second["data"]["values"]) == 30
    domains = [panel.spec["layer"][0]["encoding"]["color"]["scale"]["domain"] for panel in figure.panels]
    assert domains == [[0, 30], [0, 30]]
    assert "from 0 to 30" in figure.notes[0]


def test_a_large_grid_is_drawn_in_blocks(tmp_path: Path) -> None:
    figure = figures(swapped(tmp_path, (60,)))["grid-swap-requested-grid"]
    data = figure.panels[0].spec["data"]["values"]
    assert len(data) == 20 * 20
    # cells 0..2, 60..62 and 120..122
    assert data[0]["y"] == 61
    assert "each square is the mean of up to 3 by 3 cells" in figure.notes[0]
    assert [item.text for item in figure.table.rows[0]][-1] == "3599"


def test_the_drawings_are_valid(tmp_path: Path) -> None:
    for figure in figures(swapped(tmp_path, (4, 8, 16))).values():
        for panel in figure.panels:
            assert vl_convert.vegalite_to_vega(panel.spec)["marks"]


def test_without_samples_there_is_no_heat_map(tmp_path: Path) -> None:
    assert "grid-swap-requested-grid" not in figures(swapped(tmp_path, (4,), files=False))


@pytest.mark.parametrize("sides", [(4,), (4, 8, 16)])
def test_the_fair_platform_is_shown_with_the_others(tmp_path: Path, sides: tuple[int, ...]) -> None:
    figure = figures(swapped(tmp_path, sides, files=False))["grid-swap-swaps-stddev"]
    assert any("A perfectly fair platform, simulated" in note and "7.00 swaps" in note for note in figure.notes)
    dashed = [layer for layer in figure.panels[0].spec["layer"] if layer["mark"].get("style") == "reference"]
    assert [[d["y"] for d in layer["data"]["values"]] for layer in dashed] == ([[7, 7, 7]] if len(sides) > 1 else [])
