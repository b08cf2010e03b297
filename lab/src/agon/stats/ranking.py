"""Several platforms in order: which of them are shown to differ, which to be equal, and what is open.

All pairs are compared, block by block, and judged together (agon.stats.verdict.judge): no platform is chosen from the
data to be the one that others are compared with, so a table of equals holds a false difference in at most 5% of cases,
whichever happens to come first. What is shown is a partial order. Two platforms that share a letter are not shown to
differ (compact letter display: Piepho, "An algorithm for a letter-based representation of all-pairwise comparisons",
Journal of Computational and Graphical Statistics 13, 2004).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from string import ascii_lowercase

from agon.stats.verdict import LEVEL, MARGIN, Better, Blocks, Verdict, judge, times_worse


@dataclass(frozen=True)
class Place:
    """One of several in a ranking."""

    label: str
    value: float
    """The median over its blocks."""
    behind: float
    """How many times worse than the first: the paired ratio where there is one, else that of the medians. 1 for it."""
    verdict: Verdict | None
    """Compared with the first; None for the first itself."""
    leads: bool
    """It is not shown to be worse than any other."""
    letters: str
    """Two that share a letter are not shown to differ."""


@dataclass(frozen=True)
class Ranking:
    """All that have values, best median first."""

    places: tuple[Place, ...]
    verdicts: Mapping[tuple[str, str], Verdict]
    """(subject, reference) -> what is known of the subject; both orders."""
    better: Better = "lower"

    def between(self, subject: str, reference: str) -> Verdict:
        """The subject compared with the reference, corrected over the whole table."""
        return self.verdicts[subject, reference]

    @property
    def leaders(self) -> tuple[Place, ...]:
        """Those that are not shown to be worse than any other."""
        return tuple(p for p in self.places if p.leads)


def rank(
    values: Mapping[str, Blocks], better: Better = "lower", margin: float = MARGIN, level: float = LEVEL
) -> Ranking:
    """Compare each with each. At most a share `level` of tables call any two different that are equal within the
    margin."""
    medians = {label: median(blocks.values()) for label, blocks in values.items() if blocks}
    order = sorted(medians, key=lambda label: medians[label], reverse=better == "higher")
    pairs = list(combinations(order, 2))
    judged = judge([(values[later], values[earlier]) for earlier, later in pairs], better, margin, level=level)
    verdicts: dict[tuple[str, str], Verdict] = {}
    for (earlier, later), verdict in zip(pairs, judged, strict=True):
        verdicts[later, earlier] = verdict
        verdicts[earlier, later] = verdict.turned
    worse = {a for (a, _), verdict in verdicts.items() if verdict.outcome == "worse"}
    letters = letters_of(order, {pair for pair, verdict in verdicts.items() if verdict.decided})
    return Ranking(
        tuple(
            Place(
                label=label,
                value=medians[label],
                behind=_behind(verdicts.get((label, order[0])), medians[label], medians[order[0]], better),
                verdict=verdicts.get((label, order[0])),
                leads=label not in worse,
                letters=letters[label],
            )
            for label in order
        ),
        verdicts,
        better,
    )


def _behind(verdict: Verdict | None, value: float, best: float, better: Better) -> float:
    if verdict is not None and verdict.ratio is not None:
        return verdict.ratio.ratio
    return times_worse(value, best, better)


def letters_of(order: Sequence[str], different: set[tuple[str, str]]) -> dict[str, str]:
    """Letters for each: any two share one unless they are different. In the order given, `a` first."""
    groups: list[frozenset[str]] = [frozenset(order)] if order else []
    for a, b in combinations(order, 2):
        if (a, b) not in different:
            continue
        split = [part for g in groups for part in ((g - {a}, g - {b}) if {a, b} <= g else (g,))]
        distinct = list(dict.fromkeys(split))
        groups = [g for g in distinct if not any(g < other for other in distinct)]
    groups.sort(key=lambda g: [order.index(label) for label in sorted(g, key=order.index)])
    names = [_name(n) for n in range(len(groups))]
    return {label: "".join(name for name, g in zip(names, groups, strict=True) if label in g) for label in order}


def _name(number: int) -> str:
    """a, b, .. z, a1, b1, .."""
    turn, letter = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(turn) if turn else "")
