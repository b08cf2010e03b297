"""Table 2 has four rows of AgentSlang, one a mode; so has what is measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from agon.published.agentslang.shared import MODES, PLAIN, RATE, SOURCE, WORKLOAD
from agon.published.matching import stand_in
from agon.published.model import PublishedTable, Row
from agon.published.sources import Figure, figures
from agon.published.table import (
    Layout,
    common_size,
    metric_of,
    others,
    row,
    table,
    value_of,
    with_ratios,
)
from agon.results.model import ParamValue
from agon.results.summary import ResultSet

_LAYOUT = Layout(
    SOURCE,
    "table2",
    "Messages a second, one at a time, with and without acknowledgements",
    WORKLOAD,
    "throughput",
    "semaine",
    words=PLAIN,
    higher=True,
)
ONE_MODE = ("semaine", "vhtoolkit")
"""They have no acknowledgements, and one serialisation."""


@dataclass(frozen=True)
class _Contestant:
    """A row at every size."""

    platform: str
    mode: Mapping[str, ParamValue]

    @property
    def label(self) -> str:
        if self.platform in ONE_MODE:
            return self.platform
        return " ".join([self.platform, *(f"{k}={v}" for k, v in self.mode.items())])

    @property
    def layout(self) -> Layout:
        return replace(_LAYOUT, words={**PLAIN, **self.mode})


def modes_table(results: ResultSet) -> PublishedTable:
    """Table 2 and the measurement: the source's six contestants, then every other platform in its modes."""
    published = [f for f in figures(SOURCE) if f.table == "table2"]
    plain = {"acks": "off", "serializer": "native"}
    contestants = [_Contestant(name, plain) for name in ONE_MODE]
    contestants += [_Contestant("agentslang", mode) for mode in MODES]
    known = [*ONE_MODE, "agentslang"]
    contestants += [_Contestant(label, mode) for label in others(results, WORKLOAD, known) for mode in MODES]
    rows: list[Row] = []
    for size in dict.fromkeys(f.params["size"] for f in published):
        base = next(f for f in published if f.platform == _LAYOUT.baseline and f.params["size"] == size)
        standing = stand_in(results, WORKLOAD, _LAYOUT.baseline, size, PLAIN)
        for one in contestants:
            if one.platform not in known and not _was_asked(results, one, size):
                continue
            made = row(results, one.layout, one.platform, size, _figure(published, one, size), RATE)
            made = replace(made, platform=one.label)
            rows.append(with_ratios(made, value_of(base), metric_of(standing, RATE)))
    at, shared = common_size(rows)
    found = table(results, _LAYOUT, RATE, rows, at, shared)
    note = f"{found.parameters_note} Rows that name acks and serializer were measured with those."
    return replace(found, counted="contestants", parameters_note=note)


def _figure(published: list[Figure], one: _Contestant, size: ParamValue) -> Figure | None:
    wanted: dict[str, ParamValue] = {"size": size}
    if one.platform not in ONE_MODE:
        wanted |= one.mode
    return next((f for f in published if f.platform == one.platform and f.params == wanted), None)


def _was_asked(results: ResultSet, one: _Contestant, size: ParamValue) -> bool:
    """Whether the experiment has the platform at that size in that mode."""
    words = {**one.layout.words, "size": size}
    return any(
        c.workload == WORKLOAD and c.platform == one.platform and all(c.params.get(k) == v for k, v in words.items())
        for c in results.experiment.cells
    )
