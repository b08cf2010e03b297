"""Drawings of curves: one platform's values for several numbers of cores, and percentiles up to the last nines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agon.report.axes import ValueAxis
from agon.report.colours import SHAPES, Palette
from agon.report.parts import Spec
from agon.report.spec import LINES_HEIGHT, PANEL_HEIGHT, POINT, TARGET, drawing, emphasis, rounded, series, tooltip

Datum = Mapping[str, Any]


def by_cores(
    description: str,
    data: Sequence[Datum],
    names: Sequence[str],
    x: ValueAxis | None,
    x_title: str,
    y: ValueAxis,
) -> Spec:
    """y against x, a line for each name in field `s`, with intervals where there are any; the names stand on top."""
    rows = [{**d, **{k: rounded(d[k] * y.factor) for k in ("y", "l", "h") if d.get(k) is not None}} for d in data]
    drawn = {d["s"] for d in rows if d["y"] is not None}
    if x is None:
        across: Spec = {"field": "x", "type": "ordinal", "sort": None, "title": x_title, "axis": {"labelAngle": 0}}
    else:
        across = x.encoding("x", x_title)
    along = y.encoding("y", "")
    colour: Spec = {"field": "s", "type": "nominal", "scale": {"domain": list(names)}}
    shape: Spec = {
        **colour,
        "scale": {"domain": list(names), "range": [SHAPES[i % len(SHAPES)] for i in range(len(names))]},
    }
    tip = {"tooltip": tooltip(("s", "on"), ("x", x_title), ("t", "value"))}
    there = {"transform": [{"filter": "isValid(datum.y)"}]}
    layers: list[Spec] = [
        {"mark": {"type": "line", "invalid": "break-paths-filter-domains"},
         "encoding": {"x": across, "y": along, "color": colour}},
        {"transform": [{"filter": "isValid(datum.l)"}], "mark": {"type": "rule", "strokeWidth": 1.5},
         "encoding": {"x": across, "y": {**along, "field": "l"}, "y2": {"field": "h"}, "color": colour}},
        {**there, "mark": {"type": "point", **POINT},
         "encoding": {"x": across, "y": along, "color": colour, "shape": shape}},
        *(_named(name, at, colour, shape) for at, name in enumerate(n for n in names if n in drawn)),
        {**there, "mark": {"type": "point", **TARGET}, "encoding": {"x": across, "y": along, **tip}},
    ]  # fmt: skip
    return drawing(description, PANEL_HEIGHT, layers, rows)


def _named(name: str, at: int, colour: Spec, shape: Spec) -> Spec:
    """A line's mark and name, in the upper left corner: times and speed-ups grow towards the right."""
    place = {"y": {"value": 7 + 14 * at}, "color": colour}
    return {
        "data": {"values": [{"s": name}]},
        "layer": [
            {"mark": {"type": "point", **POINT}, "encoding": {**place, "x": {"value": 10}, "shape": shape}},
            {
                "mark": {"type": "text", "align": "left", "baseline": "middle"},
                "encoding": {**place, "x": {"value": 18}, "text": {"value": name}},
            },
        ],
    }


def percentiles(description: str, data: Sequence[Datum], y: ValueAxis, palette: Palette) -> Spec:
    """y against the percentile, a line a platform; `x` is 1/(1 - share below), so that each further nine takes as
    much room as the one before."""
    rows = [{**d, **{k: rounded(d[k] * y.factor) for k in ("y", "l", "h") if d.get(k) is not None}} for d in data]
    highest = max((d["x"] for d in rows), default=10.0)
    ticks = tuple(t for t in (1.0, 2.0, 10.0, 100.0, 1e3, 1e4, 1e5) if t <= highest)
    label = "format(100 - 100 / datum.value, '.6~r') + '%'"
    axis = ValueAxis(1.0, "", True, 1.0, highest * 1.1, ticks, label)
    across, along = axis.encoding("x", "percentile"), y.encoding("y", "")
    tip = {"tooltip": tooltip(("p", "platform"), ("q", "percentile"), ("t", "value [low, high]"))}
    layers: list[Spec] = [
        {"mark": {"type": "line", "interpolate": "monotone"},
         "encoding": {"x": across, "y": along, "color": series(palette)["color"], **emphasis()}},
        {"transform": [{"filter": "isValid(datum.l)"}], "mark": {"type": "rule", "strokeWidth": 1.5},
         "encoding": {"x": across, "y": {**along, "field": "l"}, "y2": {"field": "h"},
                      "color": series(palette)["color"], **emphasis()}},
        {"mark": {"type": "point", **POINT, "size": 22},
         "encoding": {"x": across, "y": along, **series(palette), **emphasis()}},
        {"mark": {"type": "point", **TARGET}, "encoding": {"x": across, "y": along, **tip}},
    ]  # fmt: skip
    return {**drawing(description, LINES_HEIGHT, layers, rows), "params": [{"name": "picked", "value": []}]}
