"""Each family's platforms over all workloads in one number: the geometric mean of their ratios to the best.

One number for many workloads hides more than it says; `HIDES` says what, wherever it is shown.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agon.report.format import interval, ratio
from agon.report.parts import NOTHING, Column, Item, Table
from agon.report.sizes import Layout
from agon.report.standings import common_time
from agon.results.model import PlatformRecord
from agon.results.summary import CellResult, ResultSet, Summary
from agon.workloads.registry import title_of

HEADINGS = {"actor": "Actor platforms", "agent": "Agent platforms", "messaging": "Messaging platforms"}

HIDES = (
    "Every workload weighs the same, however much or little it matters to you.",
    "One size of each workload stands for all: who scales better or worse does not show.",
    "A large lead in one workload makes up for falling behind in all others.",
    "Only time in the program counts: not memory, fairness, start-up or the effort to write the program.",
    "Who failed, or has no program for, one of the workloads has no mean: leaving out what a platform is bad at would "
    "flatter it.",
)
"""What a geometric mean of ratios does not show."""

BOUNDS = "The brackets take all workloads at the same end of their intervals at once: they hold more than those do."
"""What stands in a mean's brackets."""


@dataclass(frozen=True)
class FamilySection:
    """One family: its table, or in `notes` why there is none."""

    family: str
    heading: str
    table: Table | None
    notes: tuple[str, ...]


@dataclass(frozen=True)
class _Race:
    """One workload within one family."""

    title: str
    words: str
    clock: str
    times: Mapping[str, Summary]
    """By label."""
    stand_ins: Mapping[str, str]
    """label -> the variant that was measured in its place."""

    @property
    def best(self) -> float:
        return min(t.median for t in self.times.values())

    def behind(self, label: str) -> Summary:
        """The time over the best's median."""
        t = self.times[label]
        return Summary(t.median / self.best, t.low / self.best, t.high / self.best, "1", t.n)


def families(results: ResultSet) -> tuple[FamilySection, ...]:
    """A section for each family that took part, in a fixed order."""
    return tuple(
        _section(results, family, records)
        for family in HEADINGS
        if (records := [p for p in results.experiment.platforms if p.family == family])
    )


def _section(results: ResultSet, family: str, records: Sequence[PlatformRecord]) -> FamilySection:
    races = [r for w in results.workloads if (r := _race(results, w, records)) and len(r.times) > 1]
    heading = HEADINGS[family]
    if not races:
        return FamilySection(family, heading, None, ("Fewer than two platforms passed the same workload.",))
    labels = [p.label for p in records if any(p.label in r.times for r in races)]
    means = {label: _mean([r.behind(label) for r in races]) for label in labels if all(label in r.times for r in races)}
    ranked = sorted(means, key=lambda label: means[label].median)
    rows = [
        (Item(label), _mean_item(means[label], means[ranked[0]]), *(_cell(r, label) for r in races)) for label in ranked
    ]
    ranked_platforms = {(p.id, p.folder) for p in records if p.label in means}
    rows += [
        (Item(p.label), _without(p.label, races), *(_cell(r, p.label) for r in races))
        for p in records
        # A variant of some workloads only has its platform's row to stand for it.
        if p.label in labels and (p.id, p.folder) not in ranked_platforms
    ]
    columns = (
        Column("platform"),
        Column("geometric mean", numeric=True),
        *(Column(r.title, numeric=True) for r in races),
    )
    return FamilySection(family, heading, Table(heading, columns, tuple(rows)), _notes(races, records, labels))


def _notes(races: Sequence[_Race], records: Sequence[PlatformRecord], labels: Sequence[str]) -> tuple[str, ...]:
    notes = [f"Sizes: {'; '.join(f'{r.title}: {r.words}' for r in races)}."]
    for clock in dict.fromkeys(r.clock for r in races):
        notes.append(f"{', '.join(r.title for r in races if r.clock == clock)}: {clock}.")
    standing_in = [f"{v} in {r.title}" for r in races for v in r.stand_ins.values()]
    if standing_in:
        notes.append(f"Of a platform measured in variants only, its fastest counts: {', '.join(standing_in)}.")
    absent = [p.label for p in records if p.label not in labels]
    if absent:
        notes.append(f"Not in the table, having passed none of these: {', '.join(absent)}.")
    return tuple(notes)


def _race(results: ResultSet, workload: str, records: Sequence[PlatformRecord]) -> _Race | None:
    family = {p.label for p in records}
    cells = tuple(c for c in Layout.of(results, workload).cells if c.cell.platform in family)
    layout = Layout(workload, cells)
    size = layout.reference
    if size is None:
        return None
    at = [c for c in layout.at(size) if c.measured]
    metric, clock = common_time(at)
    times = {c.cell.platform: c.metrics[metric] for c in at if metric in c.metrics and c.metrics[metric].median > 0}
    stand_ins = _stand_ins(records, at, times)
    title = title_of(workload)
    return _Race(title, layout.words(size), clock, times | {k: times[v] for k, v in stand_ins.items()}, stand_ins)


def _stand_ins(
    records: Sequence[PlatformRecord], cells: Sequence[CellResult], times: Mapping[str, Summary]
) -> dict[str, str]:
    """For each platform asked for without a variant that has no time here: its fastest variant that has."""
    found: dict[str, str] = {}
    for record in records:
        if record.label in times or record.variant not in ("", "default"):
            continue
        own = [
            c.cell.platform
            for c in cells
            if c.cell.platform in times and (c.platform.id, c.platform.folder) == (record.id, record.folder)
        ]
        if own:
            found[record.label] = min(own, key=lambda label: times[label].median)
    return found


def _mean(ratios: Sequence[Summary]) -> Summary:
    """The geometric mean; its bounds are those of all workloads at once, so that they hold more than 95%."""
    n = len(ratios)
    middle, low, high = (
        math.exp(sum(math.log(value) for value in values) / n)
        for values in ([r.median for r in ratios], [r.low for r in ratios], [r.high for r in ratios])
    )
    return Summary(middle, low, high, "1", min(r.n for r in ratios))


def _mean_item(mean: Summary, best: Summary) -> Item:
    tied = mean.n > 1 and best.n > 1 and mean.low <= best.high
    return Item(interval(mean), "best" if tied else "")


def _cell(race: _Race, label: str) -> Item:
    if label not in race.times:
        return Item(NOTHING, "missing")
    behind = race.behind(label).median
    return Item(ratio(behind), "best" if behind == 1 else "")


def _without(label: str, races: Sequence[_Race]) -> Item:
    has = sum(label in r.times for r in races)
    return Item("not ranked", "missing", f"{has} of {len(races)} workloads")
