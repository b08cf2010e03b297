"""Who came where at the size that platforms are ranked at.

agon.stats.verdict decides who is better; what may be compared at all is decided here: steady times with steady times,
first iterations of processes that cannot repeat with each other, whole processes only where they did equal work.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from agon.analysis.sizes import Layout, Size
from agon.format import ratio
from agon.results.summary import WHOLE_PROCESS, CellResult, Summary
from agon.results.warmth import Word
from agon.stats import ranking
from agon.stats.verdict import LEAST_BLOCKS, Better, Verdict, times_worse

TIME = "time"
"""Stands for the time in the program by the clock that most platforms have: steady where anybody repeats."""

LEAST_S = 1e-4
"""Shorter iterations are dominated by the latency of waking threads: they are not ranked."""

CLOCKS: Mapping[str, str] = {
    "elapsed_steady": "the mean iteration after warm-up",
    "elapsed": "the first iteration, cold",
}
"""What a time in the program is, in words."""

NOT_STEADY: Mapping[Word, str] = {
    "drifting": "Still changing, so their mean depends on when it is taken",
    "several modes": "Changing between modes for as long as they run",
    "too short to say": "Too short to say whether steady",
}
"""What a reader must know of the platforms that are not steady."""


@dataclass(frozen=True)
class Standing:
    """One platform's place in one metric."""

    label: str
    number: int
    """Its place, from 1. All that are not shown to be worse than any other share place 1."""
    value: Summary
    behind: float
    """How many times worse than the first; 1 for the first."""
    verdict: Verdict | None
    """Compared with the first; None for the first itself."""
    letters: str
    """Two that share a letter are not shown to differ."""
    word: Word | None = None
    """Whether it stays as it is after warm-up, where the metric is the time after it."""

    @property
    def leads(self) -> bool:
        """It is not shown to be worse than any other."""
        return self.number == 1

    @property
    def mark(self) -> str:
        """Its letters; `?` where nothing is decided about it and the first."""
        return "?" if self.verdict is not None and self.verdict.outcome == "inconclusive" else self.letters

    @property
    def times(self) -> str:
        """`2.61x [2.50, 2.71] b`: how many times worse than the first."""
        return " ".join(part for part in (f"{ratio(self.behind)}x", span(self.verdict), self.mark) if part)


@dataclass(frozen=True)
class Ranking:
    """Platforms in one metric of a workload, best first."""

    layout: Layout
    size: Size
    metric: str
    places: tuple[Standing, ...]
    pairs: ranking.Ranking
    """Each compared with each, in one table."""
    absent: tuple[CellResult, ...]
    """Cells of this size without the metric."""
    cold: tuple[CellResult, ...] = ()
    """Cells that cannot repeat, where others do: shown, not ranked with them."""
    unranked: tuple[CellResult, ...] = ()
    """Cells that have no place in rankings, for the reason in `cell.unranked`."""
    few: tuple[CellResult, ...] = ()
    """Cells with too few invocations to be judged, where others have enough."""

    @property
    def decided(self) -> bool:
        """Whether there are blocks enough to distinguish platforms."""
        return all(p.verdict is None or p.verdict.n >= LEAST_BLOCKS for p in self.places)

    @property
    def leaders(self) -> tuple[Standing, ...]:
        """The best and all that are not shown to be worse."""
        return tuple(p for p in self.places if p.leads)

    @property
    def best(self) -> frozenset[str]:
        """Labels of the leaders; none where too little was measured to decide."""
        return frozenset(p.label for p in self.leaders) if self.decided else frozenset()

    def of(self, label: str) -> Standing | None:
        """The place of a platform; None where it has none."""
        return next((p for p in self.places if p.label == label), None)

    def between(self, subject: str, reference: str) -> Verdict | None:
        """The subject compared with the reference; None where they are one, or one of them has no place."""
        return self.pairs.verdicts.get((subject, reference))

    def times(self, subject: str, reference: str) -> float:
        """How many times worse the subject is: the ratio by blocks, and that of the medians where there is none."""
        verdict = self.between(subject, reference)
        if verdict is not None and verdict.ratio is not None:
            return verdict.ratio.ratio
        values = {p.label: p.value for p in self.pairs.places}
        return times_worse(values[subject], values[reference], self.pairs.better)

    def among(self, labels: Collection[str]) -> Ranking | None:
        """The same comparisons, of some of the platforms only; None where fewer than two of them have a place."""
        places = _standings(self.pairs, [p.label for p in self.places if p.label in labels], self._values, self._words)
        if len(places) < 2:
            return None
        here = self.layout.only(lambda c: c.cell.platform in labels)
        groups = (
            tuple(c for c in g if c.cell.platform in labels) for g in (self.absent, self.cold, self.unranked, self.few)
        )
        return Ranking(here, self.size, self.metric, places, self.pairs, *groups)

    @property
    def _values(self) -> dict[str, Summary]:
        return {p.label: p.value for p in self.places}

    @property
    def _words(self) -> dict[str, Word | None]:
        return {p.label: p.word for p in self.places}


def rank(layout: Layout, size: Size, metric: str, better: Better = "lower") -> Ranking | None:
    """The ranking at one size; None where fewer than two platforms can be compared.

    For a report ask agon.analysis.judged.Judged, which makes each ranking once.
    """
    unranked = tuple(c for c in layout.at(size) if c.measured and not c.ranked)
    cells = tuple(c for c in layout.at(size) if c not in unranked)
    metric = clock(cells) if metric == TIME else metric
    cold = tuple(c for c in cells if c.measured and c.clock == "cold" and metric == "elapsed_steady")
    compared = comparable([c for c in cells if c not in cold], metric)
    if metric in CLOCKS and _too_short(compared, metric):
        return None
    compared, few = _enough(compared, metric)
    by_label = {c.cell.platform: c for c in compared}
    pairs = ranking.rank(
        {label: c.by_block(metric) for label, c in by_label.items()}, better, layout.margin, layout.level
    )
    words: dict[str, Word | None] = {
        label: c.word if metric == "elapsed_steady" else None for label, c in by_label.items()
    }
    values = {label: c.metrics[metric] for label, c in by_label.items()}
    places = _standings(pairs, [p.label for p in pairs.places], values, words)
    if len(places) < 2:
        return None
    aside = {p.label for p in places} | {c.cell.platform for c in (*cold, *few)}
    absent = tuple(c for c in cells if c.cell.platform not in aside)
    return Ranking(layout, size, metric, places, pairs, absent, cold, unranked, few)


def clock(cells: Iterable[CellResult]) -> str:
    """The metric by which these cells' times are compared: steady where any of them repeats."""
    return "elapsed_steady" if any(c.measured and c.clock != "cold" for c in cells) else "elapsed"


def comparable(cells: Iterable[CellResult], metric: str) -> list[CellResult]:
    """The cells whose values of the metric may be compared: none where whole processes did unequal work."""
    found = [c for c in cells if metric in c.metrics and c.ranked]
    if metric in WHOLE_PROCESS and len({c.work for c in found} - {None}) != 1:
        return []
    return [c for c in found if c.work is not None] if metric in WHOLE_PROCESS else found


def span(verdict: Verdict | None) -> str:
    """`[2.5, 2.9]`: the interval of a verdict's ratio; empty where there is none."""
    found = verdict.ratio if verdict is not None else None
    return f"[{ratio(found.low)}, {ratio(found.high)}]" if found is not None else ""


def _enough(cells: Sequence[CellResult], metric: str) -> tuple[Sequence[CellResult], tuple[CellResult, ...]]:
    """The cells with invocations enough for a verdict, where two or more have them, and the others."""
    found = [c for c in cells if len(c.by_block(metric)) >= LEAST_BLOCKS]
    return (found, tuple(c for c in cells if c not in found)) if len(found) > 1 else (cells, ())


def _standings(
    pairs: ranking.Ranking, order: Sequence[str], values: Mapping[str, Summary], words: Mapping[str, Word | None]
) -> tuple[Standing, ...]:
    """The platforms named, in the order given, compared with the first of them."""
    medians = {p.label: p.value for p in pairs.places}
    verdicts = {(a, b): pairs.between(a, b) for a, b in permutations(order, 2)}
    worse = {a for (a, _), v in verdicts.items() if v.outcome == "worse"}
    letters = ranking.letters_of(order, {pair for pair, v in verdicts.items() if v.decided})
    found: list[Standing] = []
    for i, label in enumerate(order, start=1):
        verdict = verdicts.get((label, order[0]))
        if verdict is not None and verdict.ratio is not None:
            behind = verdict.ratio.ratio
        else:
            behind = times_worse(medians[label], medians[order[0]], pairs.better)
        number = i if label in worse else 1
        found.append(Standing(label, number, values[label], behind, verdict, letters[label], words[label]))
    return tuple(found)


def _too_short(cells: Sequence[CellResult], metric: str) -> bool:
    return min((c.metrics[metric].median for c in cells), default=LEAST_S) < LEAST_S
