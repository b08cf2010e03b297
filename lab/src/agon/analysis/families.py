"""All platforms over all workloads, and each family by itself: how many times the best's time, in one number.

Every workload gives each pair of its platforms a ratio, the one that all pages show; a platform's score is what fits
all of these best in the least squares of their logarithms (a two-way layout with empty cells: Scheffé, "The Analysis of
Variance", 1959, section 4.4). The ratio of two over the workloads that both have is taken block by block, and all pairs
are judged together by agon.stats.verdict. A pair has one verdict: over a single workload that of the workload's
ranking, and within a family that of all platforms, where both rest on the same workloads at the same sizes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import TypeAlias

import numpy as np

from agon.analysis.judged import Judged
from agon.analysis.sizes import Size
from agon.analysis.standings import Ranking, Standing
from agon.results.model import PlatformRecord
from agon.results.summary import CellResult
from agon.stats.verdict import LEAST_BLOCKS, Blocks, Verdict, judge
from agon.workloads.registry import title_of

ALL = "all"
HEADINGS = {
    ALL: "All platforms",
    "actor": "Actor platforms",
    "agent": "Agent platforms",
    "messaging": "Messaging platforms",
}


_Known: TypeAlias = dict[tuple[str, str, frozenset[tuple[str, Size]]], Verdict]
"""Subject, reference, and the workloads with their sizes -> the verdict over all of these together."""


@dataclass(frozen=True)
class Race:
    """One workload within one family."""

    title: str
    words: str
    clock: str
    times: Mapping[str, Blocks]
    """By label: block -> seconds."""
    elsewhere: bool
    """At another size than that of all platforms."""
    ranking: Ranking
    leaders: frozenset[str]
    stand_ins: Mapping[str, str]
    """label -> the variant that was measured in its place."""
    cold: tuple[str, ...]

    @property
    def heading(self) -> str:
        """The workload, with its size where that is another than all platforms are ranked at."""
        return f"{self.title} (at {self.words})" if self.elsewhere else self.title

    def between(self, subject: str, reference: str) -> Verdict | None:
        """The subject compared with the reference, as the ranking has it."""
        return self.ranking.between(self.stand_ins.get(subject, subject), self.stand_ins.get(reference, reference))

    def level(self, label: str) -> float:
        """The logarithm of how many times the others' time it takes, on average over those compared here."""
        return sum(math.log(self._times(label, other)) for other in self.times) / len(self.times)

    def place(self, label: str) -> Standing | None:
        """Its place, or that of the variant that stands for it."""
        return self.ranking.of(self.stand_ins.get(label, label))

    def _times(self, label: str, other: str) -> float:
        own, reference = self.stand_ins.get(label, label), self.stand_ins.get(other, other)
        return 1.0 if own == reference else self.ranking.times(own, reference)


@dataclass(frozen=True)
class Place:
    """A platform over several workloads."""

    label: str
    score: float
    """Times the best's time, fitted over all pairs."""
    has: int
    """Workloads that it has a time in."""
    shared: int
    """Workloads that it shares with the first."""
    elsewhere: tuple[str, ...]
    """Of these, those at another size than that of all platforms, each with that size."""
    verdict: Verdict | None
    """Compared with the first, over the shared workloads; None for the first, and where nothing is shared."""
    leads: bool
    """Not shown to be worse than any other, and judged at all or the first."""


@dataclass(frozen=True)
class Family:
    """Some platforms over all workloads; no races where fewer than two of them passed the same one."""

    family: str
    heading: str
    races: tuple[Race, ...]
    places: tuple[Place, ...]
    """Best first, without variants that stand for less than their platform does."""
    unplaced: tuple[str, ...]
    """Those that share no workload with the others."""
    verdicts: Mapping[tuple[str, str], Verdict]
    """(subject, reference) -> over the workloads that both have; one of the two orders of each pair."""

    @property
    def decided(self) -> bool:
        """Whether there are blocks enough to distinguish platforms."""
        return any(p.verdict is not None and p.verdict.n >= LEAST_BLOCKS for p in self.places)

    def between(self, subject: str, reference: str) -> Verdict | None:
        """The subject compared with the reference; None where they share no workload, or are one."""
        turned = self.verdicts.get((reference, subject))
        return turned.turned if turned is not None else self.verdicts.get((subject, reference))

    @property
    def scores(self) -> Mapping[str, float]:
        """Label -> times the best."""
        return {p.label: p.score for p in self.places}


def families(judged: Judged) -> tuple[Family, ...]:
    """One of all, where several families took part, and one for each family, in a fixed order."""
    platforms = judged.results.experiment.platforms
    of = {f: [p for p in platforms if p.family == f] for f in HEADINGS if f != ALL}
    present = {f: records for f, records in of.items() if records}
    together = {ALL: list(platforms)} if len(present) > 1 else {}
    known: _Known = {}
    return tuple(_family(judged, family, records, known) for family, records in (together | present).items())


def _family(judged: Judged, family: str, records: Sequence[PlatformRecord], known: _Known) -> Family:
    races = [r for x in judged.layouts if (r := _race(judged, x.workload, family, records)) is not None]
    places, verdicts = _places(races, judged.results.margin, known)
    dropped = _partial_variants(records, places)
    placed = {p.label for p in places}
    return Family(
        family,
        HEADINGS[family],
        tuple(races),
        tuple(p for p in places if p.label not in dropped),
        tuple(p.label for p in records if p.label not in placed),
        verdicts,
    )


def _partial_variants(records: Sequence[PlatformRecord], places: Sequence[Place]) -> set[str]:
    """Variants with fewer workloads than their platform, whose row stands for them."""
    has = {p.label: p.has for p in places}
    plain = {(p.id, p.folder): has[p.label] for p in records if p.label in has and p.variant in ("", "default")}
    return {p.label for p in records if p.label in has and has[p.label] < plain.get((p.id, p.folder), 0)}


def _race(judged: Judged, workload: str, family: str, records: Sequence[PlatformRecord]) -> Race | None:
    ranking = judged.ranking(workload, family="" if family == ALL else family)
    if ranking is None:
        return None
    cells = {c.cell.platform: c for c in ranking.layout.at(ranking.size)}
    elsewhere = ranking.size != judged.layout(workload).reference
    times = {p.label: cells[p.label].by_block(ranking.metric) for p in ranking.places}
    times = {label: blocks for label, blocks in times.items() if min(blocks.values()) > 0}
    stand_ins = _stand_ins(records, list(cells.values()), times)
    leading = ranking.best
    return Race(
        title=title_of(workload),
        words=judged.layout(workload).words(ranking.size),
        elsewhere=elsewhere,
        ranking=ranking,
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


def _places(
    races: Sequence[Race], margin: float, known: _Known
) -> tuple[list[Place], Mapping[tuple[str, str], Verdict]]:
    """All that share workloads with the others, directly or through others, best first; and each pair's verdict."""
    scores = _scores(races)
    order = sorted(scores, key=lambda label: scores[label])
    shared = {(b, a): [r for r in races if {a, b} <= r.times.keys()] for a, b in combinations(order, 2)}
    verdicts = _verdicts({pair: found for pair, found in shared.items() if found}, margin, known)
    worse = {b if v.outcome == "worse" else a for (b, a), v in verdicts.items() if v.decided}
    places = [
        Place(
            label,
            scores[label],
            sum(label in r.times for r in races),
            len(shared.get((label, order[0]), ())),
            tuple(f"{r.title} at {r.words}" for r in shared.get((label, order[0]), ()) if r.elsewhere),
            verdicts.get((label, order[0])),
            label not in worse and _judged(scores[label], verdicts.get((label, order[0]))),
        )
        for label in order
    ]
    return places, verdicts


def _verdicts(
    shared: Mapping[tuple[str, str], Sequence[Race]], margin: float, known: _Known
) -> dict[tuple[str, str], Verdict]:
    """(subject, reference) -> the subject compared with the reference over the workloads that both have.

    `known`: what was judged for other families, to which what is judged here is added.
    """
    found: dict[tuple[str, str], Verdict] = {}
    open_: list[tuple[str, str]] = []
    for (subject, reference), races in shared.items():
        if len(races) == 1:
            verdict = races[0].between(subject, reference)
        else:
            verdict = known.get((subject, reference, _same(races)))
        if verdict is None:
            open_.append((subject, reference))
        else:
            found[subject, reference] = verdict
    if not open_:
        return found
    blocks = [(_together(shared[a, b], a), _together(shared[a, b], b)) for a, b in open_]
    for (a, b), verdict in zip(open_, judge(blocks, margin=margin), strict=True):
        over = _same(shared[a, b])
        found[a, b] = known[a, b, over] = verdict
        known[b, a, over] = verdict.turned
    return found


def _same(races: Sequence[Race]) -> frozenset[tuple[str, Size]]:
    return frozenset((r.ranking.layout.workload, r.ranking.size) for r in races)


def _scores(races: Sequence[Race]) -> dict[str, float]:
    """Label -> times the best's time, over all pairs; of the largest group that shares workloads."""
    labels = _connected(races)
    rows = [(label, k) for k, r in enumerate(races) for label in r.times if label in labels]
    index = {label: i for i, label in enumerate(labels)}
    design = np.zeros((len(rows), len(labels) + len(races)))
    logs = np.empty(len(rows))
    for row, (label, k) in enumerate(rows):
        design[row, index[label]] = design[row, len(labels) + k] = 1
        logs[row] = races[k].level(label)
    solved = np.linalg.lstsq(design, logs, rcond=None)[0][: len(labels)]
    return {label: math.exp(solved[i] - solved.min()) for label, i in index.items()}


def _connected(races: Sequence[Race]) -> list[str]:
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


def _together(races: Sequence[Race], label: str) -> dict[int, float]:
    """Block -> the geometric mean over these workloads, for the blocks that have all of them."""
    first, *others = (set(r.times[label]) for r in races)
    blocks = first.intersection(*others)
    return {b: math.exp(sum(math.log(r.times[label][b]) for r in races) / len(races)) for b in sorted(blocks)}


def _judged(score: float, verdict: Verdict | None) -> bool:
    return score == 1 if verdict is None else verdict.n >= LEAST_BLOCKS
