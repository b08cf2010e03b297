"""Every ranking that a report shows, as data: the same places and ratios, for programs (`results --json`)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from pydantic import BaseModel

from agon.analysis.gaps import why_absent
from agon.analysis.judged import Judged
from agon.analysis.sizes import Size
from agon.analysis.standings import LEAST_BLOCKS, TIME, Better, Ranking
from agon.results.model import ParamValue
from agon.results.warmth import Word
from agon.stats.verdict import Outcome


class SizeEntry(BaseModel):
    """What the platforms of a ranking were measured at."""

    params: dict[str, ParamValue]
    cores: int
    threads: int
    kind: str
    """Of a workload with several kinds of run; else empty."""
    words: str
    """As pages name it."""


class PlaceEntry(BaseModel):
    """One platform in a ranking."""

    platform: str
    place: int
    """From 1, which all share that are not shown to be worse than any other."""
    leads: bool
    letters: str
    """Two that share a letter are not shown to differ."""
    median: float
    low: float
    high: float
    unit: str
    n: int
    times_worse: float | None
    """Than the first; None where no number is finite."""
    steady: Word | None
    """Whether it stays as it is after warm-up; null where the metric is not the time after it."""


class PairEntry(BaseModel):
    """Two platforms of a ranking, the one with the better median as the reference."""

    platform: str
    reference: str
    verdict: Outcome
    """Of the platform compared with the reference."""
    times_worse: float | None
    """How many times worse the platform is; None where blocks are too few for a ratio, or a value is 0."""
    low: float | None
    high: float | None
    """Its interval, corrected over the table of all platforms; None where there is no ratio, or no end."""
    n: int
    """Shared blocks."""
    why: str
    """What the verdict rests on; of an inconclusive one, what would decide it."""


class NotRankedEntry(BaseModel):
    """A platform with a cell of that size and no place."""

    platform: str
    why: str


class RankingEntry(BaseModel):
    """The platforms in one metric of a workload, at its reference size."""

    workload: str
    metric: str
    headline: bool
    """It is the metric that stands for the time in the program."""
    better: Better
    family: str | None
    """The family whose platforms alone are ranked; None: all platforms."""
    size: SizeEntry
    elsewhere: bool
    """At another size than the workload's reference size."""
    margin: float
    """Differences shown to be smaller than this are ties."""
    decided: bool
    """Every platform shares blocks enough with the first."""
    places: list[PlaceEntry]
    pairs: list[PairEntry]
    not_ranked: list[NotRankedEntry]


def rankings(judged: Judged) -> Iterator[RankingEntry]:
    """Each workload by each metric, then by the time in the program within each family."""
    families = list(dict.fromkeys(p.family for p in judged.results.experiment.platforms))
    for layout in judged.layouts:
        for found in judged.rankings(layout.workload).values():
            if found is not None:
                yield _entry(judged, found)
        for family in families if len(families) > 1 else ():
            found = judged.ranking(layout.workload, TIME, family=family)
            if found is not None:
                yield _entry(judged, found, family)


def _entry(judged: Judged, ranking: Ranking, family: str | None = None) -> RankingEntry:
    workload = ranking.layout.workload
    whole = judged.layout(workload)
    time = judged.ranking(workload, TIME, family=family or "")
    return RankingEntry(
        workload=workload,
        metric=ranking.metric,
        headline=time is not None and ranking.metric == time.metric,
        better=ranking.pairs.better,
        family=family,
        size=_size(ranking.size, whole.words(ranking.size)),
        elsewhere=ranking.size != whole.reference,
        margin=ranking.layout.margin,
        decided=ranking.decided,
        places=[
            PlaceEntry(
                platform=p.label,
                place=p.number,
                leads=p.leads,
                letters=p.letters,
                median=p.value.median,
                low=p.value.low,
                high=p.value.high,
                unit=p.value.unit,
                n=p.value.n,
                times_worse=_finite(p.behind),
                steady=p.word,
            )
            for p in ranking.places
        ],
        pairs=list(_pairs(ranking)),
        not_ranked=list(_not_ranked(ranking)),
    )


def _size(size: Size, words: str) -> SizeEntry:
    return SizeEntry(params=dict(size.params), cores=size.cores, threads=size.threads, kind=size.kind, words=words)


def _pairs(ranking: Ranking) -> Iterator[PairEntry]:
    for reference, platform in combinations([p.label for p in ranking.places], 2):
        verdict = ranking.between(platform, reference)
        if verdict is None:
            continue
        ratio = verdict.ratio
        yield PairEntry(
            platform=platform,
            reference=reference,
            verdict=verdict.outcome,
            times_worse=_finite(ratio.ratio) if ratio else None,
            low=_finite(ratio.low) if ratio else None,
            high=_finite(ratio.high) if ratio else None,
            n=verdict.n,
            why=verdict.why,
        )


def _not_ranked(ranking: Ranking) -> Iterator[NotRankedEntry]:
    for cells, why in (
        (ranking.few, f"fewer than {LEAST_BLOCKS} invocations"),
        (ranking.cold, "cold: a first iteration is not ranked with repeated ones"),
    ):
        yield from (NotRankedEntry(platform=c.cell.platform, why=why) for c in cells)
    for cell in ranking.unranked:
        yield NotRankedEntry(platform=cell.cell.platform, why=f"out of ranks: {cell.cell.unranked}")
    for cell in ranking.absent:
        why = why_absent(cell, ranking.metric) or "not measured"
        yield NotRankedEntry(platform=cell.cell.platform, why=why)


def _finite(value: float) -> float | None:
    """JSON has no number for what is infinite."""
    return value if math.isfinite(value) else None
