"""All platforms over all workloads, and each family by itself: how many times the best's time, in one number.

Every workload gives each pair of its platforms a ratio; a platform's score is what fits all of these best in the least
squares of their logarithms (a two-way layout with empty cells: Scheffé, "The Analysis of Variance", 1959, section 4.4).
With every cell filled that is the geometric mean of the ratios to the best. Compared with the first, the ratio over the
workloads that both have is taken block by block and judged by agon.stats.verdict.

One number for many workloads hides more than it shows; `HIDES` names what, wherever it is shown.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy as np

from agon.analysis.sizes import Layout
from agon.analysis.standings import CLOCKS, TIME, rank
from agon.counted import counted
from agon.format import ratio
from agon.report.parts import NOTHING, Column, Item, Table
from agon.results.model import PlatformRecord
from agon.results.summary import CellResult, ResultSet
from agon.stats.verdict import LEAST_BLOCKS, Blocks, Verdict, judge, times_worse
from agon.workloads.registry import title_of

ALL = "all"
HEADINGS = {
    ALL: "All platforms",
    "actor": "Actor platforms",
    "agent": "Agent platforms",
    "messaging": "Messaging platforms",
}

HIDES = (
    "Every workload weighs the same, however much or little it matters to you.",
    "One size of each workload stands for all: who scales better or worse does not show.",
    "A large lead in one workload makes up for falling behind in all others.",
    "Only time in the program counts: not memory, fairness, start-up or the effort to write the program.",
    "A platform without one of the workloads is placed by those that it has, against others in the same: leaving out "
    "what it is bad at flatters it. How many it has is shown as well.",
)
"""What one number for many workloads does not show."""

BOUNDS = "The brackets are the 95% confidence interval of the ratio over the workloads that both have."
"""What stands in the brackets of the comparison with the first."""


@dataclass(frozen=True)
class FamilySection:
    """One family: its table, or in `notes` why there is none."""

    family: str
    heading: str
    table: Table | None
    notes: tuple[str, ...]
    scores: Mapping[str, float] = field(default_factory=dict[str, float])
    """label -> times the best, of the platforms in the table."""


@dataclass(frozen=True)
class _Race:
    """One workload within one family."""

    title: str
    words: str
    clock: str
    times: Mapping[str, Blocks]
    """By label: block -> seconds."""
    leaders: frozenset[str]
    stand_ins: Mapping[str, str]
    """label -> the variant that was measured in its place."""
    cold: tuple[str, ...]

    def middle(self, label: str) -> float:
        """The median time."""
        return median(self.times[label].values())

    def behind(self, label: str) -> float:
        """How many times the least median time."""
        return times_worse(self.middle(label), min(self.middle(other) for other in self.times), "lower")


@dataclass(frozen=True)
class _Place:
    """A platform over several workloads."""

    label: str
    score: float
    """Times the best's time, fitted over all pairs."""
    has: int
    """Workloads that it has a time in."""
    shared: int
    """Workloads that it shares with the first."""
    verdict: Verdict | None
    """Compared with the first, over the shared workloads; None for the first, and where nothing is shared."""


def families(results: ResultSet) -> tuple[FamilySection, ...]:
    """A section for everybody, where several families took part, and one for each family, in a fixed order."""
    platforms = results.experiment.platforms
    of = {f: [p for p in platforms if p.family == f] for f in HEADINGS if f != ALL}
    present = {f: records for f, records in of.items() if records}
    everybody = {ALL: list(platforms)} if len(present) > 1 else {}
    return tuple(_section(results, family, records) for family, records in (everybody | present).items())


def _section(results: ResultSet, family: str, records: Sequence[PlatformRecord]) -> FamilySection:
    races = [r for w in results.workloads if (r := _race(results, w, records)) is not None]
    heading = HEADINGS[family]
    if not races:
        return FamilySection(family, heading, None, ("Fewer than two platforms passed the same workload.",))
    places = _places(races, results.margin)
    decided = any(p.verdict is not None and p.verdict.n >= LEAST_BLOCKS for p in places)
    dropped = _partial_variants(records, places)
    rows = [
        (
            Item(p.label),
            Item(ratio(p.score), "best" if decided and _leads(p) else ""),
            _others(p),
            Item(f"{p.has} of {len(races)}"),
            *(_cell(r, p.label) for r in races),
        )
        for p in places
        if p.label not in dropped
    ]
    columns = (
        Column("platform"),
        Column("times the best", numeric=True),
        Column("times the first", numeric=True),
        Column("workloads", numeric=True),
        *(Column(r.title, numeric=True) for r in races),
    )
    placed = {p.label for p in places}
    scores = {p.label: p.score for p in places if p.label not in dropped}
    table = Table(heading, columns, tuple(rows))
    return FamilySection(family, heading, table, _notes(races, records, placed), scores)


def _partial_variants(records: Sequence[PlatformRecord], places: Sequence[_Place]) -> set[str]:
    """Variants with fewer workloads than their platform, whose row stands for them."""
    has = {p.label: p.has for p in places}
    plain = {(p.id, p.folder): has[p.label] for p in records if p.label in has and p.variant in ("", "default")}
    return {p.label for p in records if p.label in has and has[p.label] < plain.get((p.id, p.folder), 0)}


def _notes(races: Sequence[_Race], records: Sequence[PlatformRecord], placed: set[str]) -> tuple[str, ...]:
    notes = [f"Sizes: {'; '.join(f'{r.title}: {r.words}' for r in races)}."]
    for clock in dict.fromkeys(r.clock for r in races):
        notes.append(f"{', '.join(r.title for r in races if r.clock == clock)}: {CLOCKS[clock]}.")
    standing_in = [f"{v} in {r.title}" for r in races for v in r.stand_ins.values()]
    if standing_in:
        notes.append(f"Of a platform measured in variants only, its fastest counts: {', '.join(standing_in)}.")
    cold = [f"{label} in {r.title}" for r in races for label in r.cold]
    if cold:
        notes.append(f"Cold, so not compared with the others: {', '.join(cold)}.")
    absent = [p.label for p in records if p.label not in placed]
    if absent:
        notes.append(f"Not in the table, sharing no workload with the others: {', '.join(absent)}.")
    return tuple(notes)


def _race(results: ResultSet, workload: str, records: Sequence[PlatformRecord]) -> _Race | None:
    family = {p.label for p in records}
    layout = Layout.of(results, workload).only(lambda c: c.cell.platform in family)
    ranking = rank(layout, TIME)
    if ranking is None:
        return None
    cells = {c.cell.platform: c for c in layout.at(ranking.size)}
    times = {p.label: cells[p.label].by_block(ranking.metric) for p in ranking.places}
    times = {label: blocks for label, blocks in times.items() if min(blocks.values()) > 0}
    stand_ins = _stand_ins(records, list(cells.values()), times)
    leading = frozenset(p.label for p in ranking.leaders) if ranking.decided else frozenset[str]()
    return _Race(
        title=title_of(workload),
        words=layout.words(ranking.size),
        clock=ranking.metric,
        times=times | {label: times[variant] for label, variant in stand_ins.items()},
        leaders=leading | {label for label, variant in stand_ins.items() if variant in leading},
        stand_ins=stand_ins,
        cold=tuple(c.cell.platform for c in ranking.cold),
    )


def _stand_ins(
    records: Sequence[PlatformRecord], cells: Sequence[CellResult], times: Mapping[str, Blocks]
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
            found[record.label] = min(own, key=lambda label: median(times[label].values()))
    return found


def _places(races: Sequence[_Race], margin: float) -> list[_Place]:
    """Everybody who shares workloads with the others, directly or through others, best first."""
    scores = _scores(races)
    if not scores:
        return []
    order = sorted(scores, key=lambda label: scores[label])
    first = order[0]
    shared = {label: [r for r in races if label in r.times and first in r.times] for label in order}
    others = [label for label in order[1:] if shared[label]]
    pairs = [(_together(shared[label], label), _together(shared[label], first)) for label in others]
    verdicts = dict(zip(others, judge(pairs, margin=margin), strict=True))
    return [
        _Place(label, scores[label], sum(label in r.times for r in races), len(shared[label]), verdicts.get(label))
        for label in order
    ]


def _scores(races: Sequence[_Race]) -> dict[str, float]:
    """Label -> times the best's time, over all pairs; of the largest group that shares workloads."""
    labels = _connected(races)
    rows = [(label, k) for k, r in enumerate(races) for label in r.times if label in labels]
    index = {label: i for i, label in enumerate(labels)}
    design = np.zeros((len(rows), len(labels) + len(races)))
    logs = np.empty(len(rows))
    for row, (label, k) in enumerate(rows):
        design[row, index[label]] = design[row, len(labels) + k] = 1
        logs[row] = math.log(races[k].middle(label))
    solved = np.linalg.lstsq(design, logs, rcond=None)[0][: len(labels)]
    return {label: math.exp(solved[i] - solved.min()) for label, i in index.items()}


def _connected(races: Sequence[_Race]) -> list[str]:
    """The largest group of labels of which each shares a workload with another."""
    groups: list[set[str]] = []
    for r in races:
        joined = set(r.times)
        apart = [g for g in groups if not g & joined]
        for group in groups:
            if group not in apart:
                joined |= group
        groups = [*apart, joined]
    return sorted(max(groups, key=len)) if groups else []


def _together(races: Sequence[_Race], label: str) -> dict[int, float]:
    """Block -> the geometric mean over these workloads, for the blocks that have all of them."""
    first, *others = (set(r.times[label]) for r in races)
    blocks = first.intersection(*others)
    return {b: math.exp(sum(math.log(r.times[label][b]) for r in races) / len(races)) for b in sorted(blocks)}


def _leads(place: _Place) -> bool:
    if place.verdict is None:
        return place.score == 1
    return place.verdict.outcome != "worse" and place.verdict.n >= LEAST_BLOCKS


def _others(place: _Place) -> Item:
    found = place.verdict
    if found is None:
        return Item("first" if place.score == 1 else "no workload shared", "missing")
    detail = counted(place.shared, "shared workload")
    if found.ratio is None:
        return Item(found.outcome, "missing", f"{found.why}; {detail}")
    words = "" if found.outcome == "worse" else f"{found.outcome}; "
    low, high = ratio(found.ratio.low), ratio(found.ratio.high)
    return Item(f"{ratio(found.ratio.ratio)} [{low}, {high}]", detail=f"{words}{detail}")


def _cell(race: _Race, label: str) -> Item:
    if label not in race.times:
        return Item("cold" if label in race.cold else NOTHING, "missing")
    return Item(ratio(race.behind(label)), "best" if label in race.leaders else "")
