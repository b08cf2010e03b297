"""Vega-Lite specifications as plain JSON: a handful of drawing kinds, none of which knows what it shows.

Colours, fonts and lines come from the page's theme, not from here; a series' colour is its place in the palette. Widths
follow the page. Field names are short, since they are repeated in every datum: `p` platform, `x`, `y`, `l` low, `h`
high, `t` the value as text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agon.report.axes import ValueAxis
from agon.report.colours import Palette
from agon.report.parts import Spec
from agon.results.model import ParamValue

ROW = 26
"""Height of one platform's row, in pixels."""
LOW_ROW = 22
"""The same on the first screen, where several charts are to be seen together."""
CHARACTER = 7.5
"""Width of a character next to a chart, in pixels, wide fonts included."""
GAP = 9
"""Between a chart and what stands next to it."""
LINES_HEIGHT = 260
PANEL_HEIGHT = 170
POINT: Spec = {"filled": True, "size": 60, "opacity": 1}
TARGET: Spec = {"filled": True, "size": 420, "opacity": 0, "aria": False}
"""Drawn over a point: something to hit with a finger."""
Datum = Mapping[str, Any]


def drawing(description: str, height: int, layers: Sequence[Spec], data: Sequence[Datum]) -> Spec:
    """Layers over data, as wide as the page lets it be."""
    return {
        "description": description,
        "width": "container",
        "height": height,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "data": {"values": list(data)},
        "layer": list(layers),
    }


def _in_rows(spec: Spec, row: int = ROW) -> Spec:
    """Holds how much height a platform takes, so that the page can leave some out."""
    return {**spec, "usermeta": {"row": row}}


def series(palette: Palette) -> Spec:
    """Colour and shape of a platform's points."""
    return {
        "color": {"field": "p", "type": "nominal", "scale": {"domain": list(palette.labels)}},
        "shape": {
            "field": "p",
            "type": "nominal",
            "scale": {"domain": list(palette.labels), "range": [palette.shape(p) for p in palette.labels]},
        },
    }


def _colour(palette: Palette) -> Spec:
    return {"color": series(palette)["color"]}


def emphasis() -> Spec:
    """Series that the reader picked stand out; as long as none is picked all do."""
    shown = "!length(picked) || indexof(picked, datum.p) >= 0"
    return {"opacity": {"condition": {"test": shown, "value": 1}, "value": 0.1}}


def tooltip(*fields: tuple[str, str]) -> list[Spec]:
    """What is shown of the point under the pointer: (field, title)."""
    return [{"field": f, "title": title, "type": "nominal"} for f, title in fields]


def rounded(value: float) -> float:
    """As many digits as can be seen."""
    return float(f"{value:.5g}")


def lines(
    description: str,
    data: Sequence[Datum],
    x: ValueAxis | None,
    x_title: str,
    y: ValueAxis,
    palette: Palette,
    *,
    height: int = LINES_HEIGHT,
    reference: Sequence[tuple[ParamValue, float]] = (),
) -> Spec:
    """y against x, one line a platform, with intervals. Without an `x` axis, x is a word and keeps the data's order.

    `reference` are the points (x, y) of a dashed line that belongs to no platform.
    """
    rows = [{**d, **{k: rounded(d[k] * y.factor) for k in ("y", "l", "h") if d.get(k) is not None}} for d in data]
    if x is None:
        across: Spec = {"field": "x", "type": "ordinal", "sort": None, "title": x_title, "axis": {"labelAngle": 0}}
    else:
        across = x.encoding("x", x_title)
    along = y.encoding("y", "")
    size = 22 if len({d["x"] for d in data}) > 12 else POINT["size"]
    tip = {"tooltip": tooltip(("p", "platform"), ("x", x_title), ("t", "value [low, high]"))}
    layers: list[Spec] = [
        {"mark": {"type": "line", "invalid": "break-paths-filter-domains"},
         "encoding": {"x": across, "y": along, **_colour(palette), **emphasis()}},
        {"transform": [{"filter": "isValid(datum.l)"}], "mark": {"type": "rule", "strokeWidth": 1.5},
         "encoding": {"x": across, "y": {**along, "field": "l"}, "y2": {"field": "h"}, **_colour(palette)}},
        {"transform": [{"filter": "isValid(datum.y)"}], "mark": {"type": "point", **POINT, "size": size},
         "encoding": {"x": across, "y": along, **series(palette), **emphasis()}},
        {"transform": [{"filter": "isValid(datum.y)"}], "mark": {"type": "point", **TARGET},
         "encoding": {"x": across, "y": along, **tip}},
    ]  # fmt: skip
    if reference:
        layers.insert(0, _curve(reference, "reference", across, along, y))
    return {**drawing(description, height, layers, rows), "params": [{"name": "picked", "value": []}]}


def dots(
    description: str, data: Sequence[Datum], order: Sequence[str], x: ValueAxis, x_title: str, palette: Palette
) -> Spec:
    """One row a platform: the median as a point, its interval as a line, its value next to the chart."""
    return _rows(description, data, order, x, x_title, palette, bar=False)


def bars(
    description: str, data: Sequence[Datum], order: Sequence[str], x: ValueAxis, x_title: str, palette: Palette
) -> Spec:
    """One row a platform: a bar from zero, its interval as a line, its value next to the chart."""
    return _rows(description, data, order, x, x_title, palette, bar=True)


def _rows(
    description: str,
    data: Sequence[Datum],
    order: Sequence[str],
    x: ValueAxis,
    x_title: str,
    palette: Palette,
    *,
    bar: bool,
) -> Spec:
    rows = [{**d, **{k: rounded(d[k] * x.factor) for k in ("y", "l", "h")}} for d in data]
    along = x.encoding("y", x_title)
    across = _row_channel(order)
    tip = {"tooltip": tooltip(("p", "platform"), ("t", "value [low, high]"))}
    mark: Spec
    if bar:
        mark = {"mark": {"type": "bar", "height": 13, "opacity": 0.85, "cornerRadiusEnd": 2},
                "encoding": {"y": across, "x": along, **_colour(palette), **tip}}  # fmt: skip
    else:
        mark = {"mark": {"type": "point", "filled": True, "size": 75, "opacity": 1},
                "encoding": {"y": across, "x": along, **series(palette)}}  # fmt: skip
    rule_colour = {} if bar else _colour(palette)
    layers: list[Spec] = [
        *([mark] if bar else []),
        {"mark": {"type": "rule", "strokeWidth": 2, **({"style": "interval"} if bar else {})},
         "encoding": {"y": across, "x": {**along, "field": "l"}, "x2": {"field": "h"}, **rule_colour}},
        *([] if bar else [mark]),
        {**_label("v", _end(data, "v"), across), "name": "value"},
        {"mark": {"type": "point", **TARGET},
         "encoding": {"y": across, "x": along, **tip}},
    ]  # fmt: skip
    return _in_rows(drawing(description, ROW * len(order), layers, rows))


def _end(data: Sequence[Datum], field: str, start: float = 0.0) -> float:
    """Where a column of text next to the chart ends, in pixels from the chart, that of `field` beginning at `start`."""
    return start + GAP + CHARACTER * max((len(d[field]) for d in data), default=0)


def _label(field: str, x: float, across: Spec, align: str = "right") -> Spec:
    """A column of text to the right of the chart, `x` pixels from it: no point can lie under it."""
    text = {"field": field, "type": "nominal"}
    return {"mark": {"type": "text", "align": align, "dx": x, "style": "value"},
            "encoding": {"y": across, "x": {"value": "width"}, "text": text}}  # fmt: skip


def ratios(
    description: str, data: Sequence[Datum], order: Sequence[str], x: ValueAxis, x_title: str, palette: Palette
) -> Spec:
    """One row a platform: a filled point at `y` with its interval, a hollow one at `f`; either may be missing.

    Next to it stand the ratio `r`, the value `v` where the page is wide enough (the layers named so), and a word `w`.
    A dashed line stands at 1.
    """
    keys = ("y", "l", "h", "f")
    rows = [{**d, **{k: rounded(d[k]) if d.get(k) is not None else None for k in keys}} for d in data]
    along = x.encoding("y", x_title)
    across = _row_channel(order)
    tip = {"tooltip": tooltip(("p", "platform"), ("t", "time [low, high]"), ("c", "steady"), ("s", "first iteration"))}
    there, first = [{"filter": "isValid(datum.y)"}], [{"filter": "isValid(datum.f)"}]
    ratio_end = _end(data, "r")
    value_end = _end(data, "v", ratio_end)
    layers: list[Spec] = [
        {"data": {"values": [{"y": 1}]}, "mark": {"type": "rule", "style": "reference"}, "encoding": {"x": along}},
        {"transform": there, "mark": {"type": "rule", "strokeWidth": 2, "style": "interval"},
         "encoding": {"y": across, "x": {**along, "field": "l"}, "x2": {"field": "h"}}},
        {"transform": first,
         "mark": {"type": "point", "filled": False, "size": 55, "opacity": 0.9, "strokeWidth": 1.4},
         "encoding": {"y": across, "x": {**along, "field": "f"}, **series(palette)}},
        {"transform": there, "mark": {"type": "point", "filled": True, "size": 85, "opacity": 1},
         "encoding": {"y": across, "x": along, **series(palette)}},
        {**_label("r", ratio_end, across), "name": "ratio"},
        {**_label("v", value_end, across), "name": "wide-value"},
        {**_label("w", value_end + GAP, across, "left"), "name": "wide-word"},
        {**_label("w", ratio_end + GAP, across, "left"), "name": "narrow-word"},
        {"transform": first, "mark": {"type": "point", **TARGET},
         "encoding": {"y": across, "x": {**along, "field": "f"}, **tip}},
        {"transform": there, "mark": {"type": "point", **TARGET}, "encoding": {"y": across, "x": along, **tip}},
    ]  # fmt: skip
    return _in_rows(drawing(description, LOW_ROW * len(order), layers, rows), LOW_ROW)


def _row_channel(order: Sequence[str]) -> Spec:
    return {"field": "p", "type": "nominal", "sort": list(order), "title": None,
            "axis": {"labelLimit": 120, "ticks": False, "domain": False, "grid": False, "labelPadding": 6}}  # fmt: skip


def boxes(
    description: str, data: Sequence[Datum], order: Sequence[str], x: ValueAxis, x_title: str, palette: Palette
) -> Spec:
    """One row a platform: whiskers from `l` to `h`, a box from `a` to `b`, a tick at `y`."""
    along = x.encoding("y", x_title)
    across = _row_channel(order)
    tip = {"tooltip": tooltip(("p", "platform"), ("t", "min, quartiles, max"))}

    def span(start: str, end: str) -> Spec:
        return {"y": across, "x": {**along, "field": start}, "x2": {"field": end}, **_colour(palette)}

    whisker = {"type": "rule", "strokeWidth": 1.5}
    layers: list[Spec] = [
        {"mark": whisker, "encoding": span("l", "a")},
        {"mark": whisker, "encoding": span("b", "h")},
        {"mark": {"type": "bar", "height": 13}, "encoding": span("a", "b")},
        {
            "mark": {"type": "tick", "thickness": 2.5, "size": 17, "style": "interval"},
            "encoding": {"y": across, "x": along},
        },
        {
            "mark": {"type": "bar", "height": ROW - 4, "opacity": 0, "aria": False},
            "encoding": {**span("l", "h"), **tip},
        },
        {"mark": {"type": "point", **TARGET}, "encoding": {"y": across, "x": along, **tip}},
    ]
    return _in_rows(drawing(description, ROW * len(order), layers, data))


def heat(description: str, data: Sequence[Datum], order: Sequence[str], x_title: str) -> Spec:
    """Platforms by columns `x`, coloured by the share `y`, with the number in it where there is room."""
    columns = len({d["x"] for d in data})
    across = _row_channel(order)
    plain = {"labelAngle": 0, "domain": False, "ticks": False, "grid": False, "labelOverlap": True}
    along: Spec = {"field": "x", "type": "ordinal", "sort": None, "title": x_title, "axis": plain}
    shade: Spec = {
        "field": "y",
        "type": "quantitative",
        "scale": {"domain": [0, 1], "range": "heatmap"},
    }
    tip = {"tooltip": tooltip(("p", "platform"), ("x", x_title), ("t", "busy"))}
    layers: list[Spec] = [
        {"mark": {"type": "rect"},
         "encoding": {"y": across, "x": along, "color": shade, **tip}},
    ]  # fmt: skip
    if columns <= 8:
        text = {"y": across, "x": along, "text": {"field": "t", "type": "nominal"}, **tip}
        layers += [
            {
                "transform": [{"filter": f"datum.y {sign} 0.5"}],
                "mark": {"type": "text", "style": style},
                "encoding": text,
            }
            for sign, style in (("<", "on-low"), (">=", "on-high"))
        ]
    return _in_rows(drawing(description, ROW * len(order), layers, data))


def grid(description: str, data: Sequence[Datum], top: float) -> Spec:
    """Squares at column `x` and row `r`, coloured by `y` on a scale from 0 to `top`."""

    def place(field: str) -> Spec:
        return {"field": field, "type": "ordinal", "axis": None, "scale": {"padding": 0}}

    shade: Spec = {"field": "y", "type": "quantitative", "scale": {"domain": [0, top or 1], "range": "heatmap"}}
    encoding = {"x": place("x"), "y": place("r"), "color": shade, "tooltip": tooltip(("t", "value"))}
    return drawing(description, PANEL_HEIGHT, [{"mark": {"type": "rect", "aria": False}, "encoding": encoding}], data)


def trace(description: str, data: Sequence[Datum], label: str, x: ValueAxis, y: ValueAxis, palette: Palette) -> Spec:
    """One platform's value over time."""
    rows = [{"x": rounded(d["x"] * x.factor), "y": rounded(d["y"] * y.factor), "t": d["t"]} for d in data]
    along, up = x.encoding("x", "time since the start"), y.encoding("y", "")
    layers: list[Spec] = [
        {
            "transform": [_all_are(label)],
            "mark": {"type": "line", "strokeWidth": 2.5},
            "encoding": {"x": along, "y": up, **_colour(palette)},
        },
        {
            "mark": {"type": "point", **TARGET},
            "encoding": {"x": along, "y": up, "tooltip": tooltip(("t", "memory"))},
        },
    ]
    return drawing(description, PANEL_HEIGHT, layers, rows)


@dataclass(frozen=True)
class Scatter:
    """One platform's points, with curves over them in the text colour: full ones, and dashed ones for a reference."""

    label: str
    points: Sequence[tuple[float, float]]
    curves: Sequence[Sequence[tuple[float, float]]]
    references: Sequence[Sequence[tuple[float, float]]]

    def spec(self, description: str, x: ValueAxis, x_title: str, y: ValueAxis, palette: Palette) -> Spec:
        """The drawing; `y` must label itself with its unit."""
        along, up = x.encoding("x", x_title), y.encoding("y", "")
        layers: list[Spec] = [
            {
                # Written out by the page for the one point that is asked about, not stored with every point.
                "transform": [
                    {"calculate": y.label.replace("datum.value", "datum.y"), "as": "t"},
                    _all_are(self.label),
                ],
                "mark": {"type": "point", "filled": True, "size": 9, "opacity": 0.5, "shape": "circle", "aria": False},
                "encoding": {
                    "x": along,
                    "y": up,
                    **_colour(palette),
                    "tooltip": tooltip(("x", x_title), ("t", "response time")),
                },
            },
            *(_curve(c, "curve", along, up, y) for c in self.curves),
            *(_curve(c, "reference", along, up, y) for c in self.references),
        ]
        cloud = [{"x": px, "y": rounded(py * y.factor)} for px, py in self.points]
        return drawing(description, PANEL_HEIGHT, layers, cloud)


def _curve(curve: Sequence[tuple[ParamValue, float]], style: str, along: Spec, up: Spec, y: ValueAxis) -> Spec:
    values = [{"x": cx, "y": rounded(cy * y.factor)} for cx, cy in curve]
    return {
        "data": {"values": values},
        "mark": {"type": "line", "style": style},
        "encoding": {"x": along, "y": up},
    }


def _all_are(label: str) -> Spec:
    """A transform: every datum is of this platform. Shorter than a field in each."""
    return {"calculate": json.dumps(label), "as": "p"}
