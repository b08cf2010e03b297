"""The history as one static page: each cell over its runs with intervals, its steps marked, and a list of all steps."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import median

from agon.analysis.history import History, Run, Series, StepFound
from agon.errors import StoreError
from agon.printable import printable
from agon.report import timeline, vega
from agon.report.axes import ValueAxis, value_axis
from agon.report.colours import HUES
from agon.report.html import environment, script_json
from agon.report.parts import Spec
from agon.report.spec import TARGET, drawing, rounded, tooltip

HEIGHT = 240
AIR = 0.08
"""Above and below the values, as a share of their range."""
LEAST_RANGE = 0.1
"""Of the axis, as a share of the greatest value: noise is not to look large."""
COLOURS = {"worse": "#cc4b3c", "better": "#2b9a5e"}


@dataclass(frozen=True)
class Found:
    """A step in the list."""

    anchor: str
    date: str
    cell: str
    outcome: str
    text: str
    before: str
    after: str
    """The commits between which it came."""


@dataclass(frozen=True)
class Chart:
    """A cell's chart; no `spec`, only words, where there is one run."""

    anchor: str
    title: str
    note: str
    spec: Spec | None
    rows: tuple[tuple[str, ...], ...]


def render(found: History) -> str:
    """The page; nothing in it is read from a network."""
    charts = [_chart(series, f"cell-{n}") for n, series in enumerate(found.series, 1)]
    text = (
        environment()
        .get_template("history.html.j2")
        .render(
            charts=charts,
            hues=range(HUES),
            steps=list(steps(found)),
            headers=timeline.RUN_HEADERS,
            legend=timeline.legend(found),
            machines=list(dict.fromkeys(s.machine for s in found.series)),
            specs=script_json({c.anchor: c.spec for c in charts if c.spec is not None}),
            vega=vega.script(),
        )
    )
    return printable(text, lines=True)


def steps(found: History) -> Iterator[Found]:
    """All steps, the newest first."""
    listed = [
        (series.runs[step.run].created, _found(series, step, f"cell-{n}"))
        for n, series in enumerate(found.series, 1)
        for step in series.steps
    ]
    yield from (step for _, step in sorted(listed, key=lambda pair: pair[0], reverse=True))


def _found(series: Series, step: StepFound, anchor: str) -> Found:
    before = next(run for run in reversed(series.runs[: step.run]) if run.median is not None)
    run = series.runs[step.run]
    return Found(
        anchor=anchor,
        date=run.created[:10],
        cell=timeline.title_of(series),
        outcome=step.judged.outcome,
        text=step.text,
        before=timeline.commit_of(before),
        after=timeline.commit_of(run),
    )


def _chart(series: Series, anchor: str) -> Chart:
    measured = [(n, run) for n, run in enumerate(series.runs) if run.median is not None]
    rows = tuple(timeline.run_rows(series))
    if len(measured) < 2:
        return Chart(anchor, timeline.title_of(series), "One run is there: there is no change to show.", None, rows)
    note = "" if series.steps else f"{len(measured)} runs, no step is shown."
    return Chart(anchor, timeline.title_of(series), note, _spec(series, measured), rows)


def _spec(series: Series, measured: list[tuple[int, Run]]) -> Spec:
    axis = _axis(series)
    starts = sorted({0, *(step.run for step in series.steps), len(series.runs)})
    levels = {
        n: median(run.median for m, run in measured if low <= m < high and run.median is not None)
        for low, high in pairwise(starts)
        for n, _ in measured
        if low <= n < high
    }
    found = {step.run: step for step in series.steps}
    texts = [row[3] for row in timeline.run_rows(series)]
    data: list[Spec] = [
        {
            "n": n + 1,
            "y": rounded((run.median or 0.0) * axis.factor),
            "l": rounded((run.low or run.median or 0.0) * axis.factor),
            "h": rounded((run.high or run.median or 0.0) * axis.factor),
            "v": rounded(levels[n] * axis.factor),
            "level": sum(start <= n for start in starts),
            "date": run.created.replace("T", " ")[:16],
            "commit": timeline.commit_of(run),
            "version": run.version,
            "t": texts[n],
            "step": found[n].text if n in found else "none here",
            **({"outcome": found[n].judged.outcome} if n in found else {}),
        }
        for n, run in measured
    ]
    commits = [timeline.commit_of(run).removeprefix("lab ")[:8] for run in series.runs]
    labels = script_json(commits)  # a Vega expression: an array of strings
    across: Spec = {
        "field": "n",
        "type": "quantitative",
        "title": "commit",
        "scale": {"domain": [0.5, len(series.runs) + 0.5], "nice": False, "zero": False},
        "axis": {
            "values": [n + 1 for n, _ in measured],
            "labelExpr": f"{labels}[datum.value - 1]",
            "labelAngle": -40,
            "labelOverlap": "greedy",
        },
    }
    along = axis.encoding("y", "")
    fields = (("date", "date"), ("commit", "commit"), ("version", "version"), ("t", "value [low, high]"))
    colour: Spec = {
        "field": "outcome",
        "type": "nominal",
        "scale": {"domain": list(COLOURS), "range": list(COLOURS.values())},
    }
    layers: list[Spec] = [
        {"transform": [{"filter": "isValid(datum.outcome)"}],
         "mark": {"type": "rule", "strokeWidth": 2, "strokeDash": [4, 3]}, "encoding": {"x": across, "color": colour}},
        {"mark": {"type": "line", "strokeWidth": 1, "opacity": 0.6},
         "encoding": {"x": across, "y": {**along, "field": "v"}, "detail": {"field": "level", "type": "nominal"}}},
        {"mark": {"type": "rule", "strokeWidth": 1.5},
         "encoding": {"x": across, "y": {**along, "field": "l"}, "y2": {"field": "h"}}},
        {"mark": {"type": "point", "filled": True, "size": 45, "opacity": 1}, "encoding": {"x": across, "y": along}},
        {"mark": {"type": "point", **TARGET},
         "encoding": {"x": across, "y": along, "tooltip": tooltip(*fields, ("step", "step"))}},
    ]  # fmt: skip
    return drawing(f"{timeline.title_of(series)} over {len(measured)} runs", HEIGHT, layers, data)


def _axis(series: Series) -> ValueAxis:
    """As far as the values reach, since a step of some percent is looked for; not from 0."""
    values = [v for run in series.runs for v in (run.median, run.low, run.high) if v is not None]
    axis = value_axis(values, series.unit, series.metric)
    low, high = min(values) * axis.factor, max(values) * axis.factor
    air = max(AIR * (high - low), (LEAST_RANGE * high - (high - low)) / 2)
    return replace(axis, low=max(0.0, low - air), high=high + air, ticks=())


def write(found: History, path: Path) -> None:
    """Write the page; a reader of `path` sees the old one or the new one, never half of it."""
    text = render(found)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StoreError(f"cannot write {path}: {error.strerror}; choose another place with --out") from None
