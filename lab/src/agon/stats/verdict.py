"""Better, tie, worse or inconclusive: the one place that decides.

Two platforms are compared by their ratio in each block that both have: what the machine did to a block did it to both.
The interval of the ratio is the signed-rank one where there are pairs enough for the level, else Student's t on the
logarithms, with a variance to which the table's other pairs contribute (agon.stats.comparison.paired). Over a table of
comparisons the level is corrected step by step (Holm, "A simple sequentially rejective multiple test procedure",
Scandinavian Journal of Statistics 6, 1979): at most 5% of tables call anything different that is not.

The practical margin is part of what is tested. Worse: the whole interval lies beyond the margin. Tie: the whole
interval lies within it. Else the answer is 'inconclusive', with what would decide. Fewer than five shared blocks decide
nothing.

Two separate experiments share no blocks: block 3 of the one has nothing to do with block 3 of the other. There the
interval is that of two independent samples (agon.stats.comparison.independent), widened by the drift of the sessions,
and all else is decided in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agon.stats.comparison import Ratio, independent, prior_of, ratio_of, samples_of
from agon.stats.modes import groups

Outcome: TypeAlias = Literal["better", "tie", "worse", "inconclusive"]
Better: TypeAlias = Literal["lower", "higher"]
Blocks: TypeAlias = Mapping[int, float]
"""Block -> the value of the invocation in that block."""

_OTHER_WAY: Mapping[Outcome, Outcome] = {"better": "worse", "worse": "better"}

MARGIN = 0.02
"""Ratios closer to 1 than this make no difference in practice (0.02 = 2%)."""
LEAST_BLOCKS = 5
"""Blocks that both must have before anything is decided; of separate experiments, invocations of each."""
MOST_TIMES = 5.0
"""An interval is made narrower so many times at most before more blocks are no advice."""
LEVEL = 0.05
"""Probability of a false difference, over a whole table."""


@dataclass(frozen=True)
class Verdict:
    """What is known of a subject compared with a reference."""

    outcome: Outcome
    """Of the subject: `worse` means that it does worse than the reference."""
    ratio: Ratio | None
    """How many times worse the subject is (above 1: worse), with the corrected interval; None where no ratio exists."""
    n: int
    """Shared blocks; of separate experiments, the smaller number of invocations."""
    why: str
    """What stands behind the outcome, in half a sentence."""

    @property
    def turned(self) -> Verdict:
        """The reference compared with the subject."""
        other = _OTHER_WAY.get(self.outcome, self.outcome)
        ratio = self.ratio.inverted if self.ratio is not None else None
        return Verdict(other, ratio, self.n, self.why.replace(f"{self.outcome} in", f"{other} in"))

    @property
    def decided(self) -> bool:
        """It is better or worse, and shown to be."""
        return self.outcome in ("better", "worse")

    def worse_by_more_than(self, share: float) -> bool:
        """Shown to be worse by more than `share` (0.05 = 5%): the near end of the interval lies beyond it."""
        return self.outcome == "worse" and (self.ratio is None or self.ratio.low > 1 + share)


def judge(
    comparisons: Sequence[tuple[Blocks, Blocks]],
    better: Better = "lower",
    margin: float = MARGIN,
    drifts: Sequence[float] | None = None,
    level: float = LEVEL,
) -> list[Verdict]:
    """A verdict for each (subject, reference), corrected over all of them. `level`: of the whole table.

    `drifts`: given where subjects and references come from separate experiments. How far the level of each session
    strays, one number a comparison (`session_drift`); blocks are not paired then.
    """
    if not 0 <= margin < 1:
        raise ValueError(f"margin={margin}: must lie in 0..1")
    oriented = [(s, r) if better == "lower" else (r, s) for s, r in comparisons]
    verdicts: dict[int, Verdict] = {}
    open_: list[int] = []
    for i, (s, r) in enumerate(oriented):
        early = _without_a_ratio(s, r, level / len(comparisons), shared=drifts is None)
        if early is None:
            open_.append(i)
        else:
            verdicts[i] = early
    samples = (
        dict(zip(open_, samples_of([(r, s) for s, r in (oriented[i] for i in open_)]), strict=True))
        if drifts is None
        else {}
    )
    prior = prior_of([*samples.values()])

    def ratio(i: int, alone: float) -> Ratio:
        if drifts is None:
            return ratio_of(samples[i], 1 - alone, prior)
        subject, reference = oriented[i]
        return independent([*reference.values()], [*subject.values()], 1 - alone, drift=drifts[i])

    while open_:
        ratios = {i: ratio(i, level / len(open_)) for i in open_}
        shown = [i for i in open_ if ratios[i].beyond(margin)]
        for i in shown or open_:
            verdicts[i] = _verdict(ratios[i], margin, oriented[i])
        if not shown:
            break
        open_ = [i for i in open_ if i not in verdicts]
    return [verdicts[i] for i in range(len(comparisons))]


def times_worse(value: float, best: float, better: Better) -> float:
    """How many times worse a value is than the best; infinite with a best of 0."""
    worse, good = (value, best) if better == "lower" else (best, value)
    return worse / good if good else 1.0 if worse == good else math.inf


def _without_a_ratio(subject: Blocks, reference: Blocks, level: float, *, shared: bool) -> Verdict | None:
    """The verdict where no ratio can be formed, or there is too little of it; None where one can."""
    blocks = sorted(subject.keys() & reference.keys())
    n = len(blocks) if shared else min(len(subject), len(reference))
    if n < LEAST_BLOCKS:
        what = "shared blocks" if shared else "invocations on a side"
        return Verdict("inconclusive", None, n, f"{n} {what}, {LEAST_BLOCKS} are needed")
    if shared:
        pairs = [(subject[b], reference[b]) for b in blocks]
        rarity = 2.0 ** (1 - n)  # of equal signs: each is a fair coin where nothing differs
    else:
        pairs = [(s, r) for s in subject.values() for r in reference.values()]
        rarity = 2 / math.comb(len(subject) + len(reference), n)  # of samples that do not overlap
    where = "in every block" if shared else "in every pair of invocations"
    if all(s == r for s, r in pairs):
        return Verdict("tie", None, n, f"equal {where}")
    if all(s > 0 and r > 0 and math.isfinite(s) and math.isfinite(r) for s, r in pairs):
        return None
    # A zero has no ratio: the order alone speaks.
    rare = rarity <= level
    if rare and all(s > r for s, r in pairs):
        return Verdict("worse", None, n, f"worse {where}")
    if rare and all(s < r for s, r in pairs):
        return Verdict("better", None, n, f"better {where}")
    return Verdict("inconclusive", None, n, f"values of 0 have no ratio, and they do not agree {where}")


def _verdict(ratio: Ratio, margin: float, pair: tuple[Blocks, Blocks]) -> Verdict:
    if ratio.low > 1 + margin:
        return Verdict("worse", ratio, ratio.n, f"the whole interval lies beyond {margin:.0%}")
    if ratio.high < 1 / (1 + margin):
        return Verdict("better", ratio, ratio.n, f"the whole interval lies beyond {margin:.0%}")
    if ratio.within(margin):
        return Verdict("tie", ratio, ratio.n, f"the whole interval lies within {margin:.0%}")
    return Verdict("inconclusive", ratio, ratio.n, _missing(ratio, margin, pair))


def _missing(ratio: Ratio, margin: float, pair: tuple[Blocks, Blocks]) -> str:
    """What it would take to decide."""
    moded = [modes for blocks in pair if len(modes := groups([*blocks.values()])) > 1]
    if moded:
        return f"the processes fall into {len(moded[0])} groups: more of them decide little"
    far = abs(abs(math.log(ratio.ratio)) - math.log1p(margin))
    half = (math.log(ratio.high) - math.log(ratio.low)) / 2 if ratio.low > 0 and ratio.high < math.inf else math.inf
    needed = math.ceil(ratio.n * (half / far) ** 2) if far * MOST_TIMES > half else math.inf
    enough = f"about {needed} blocks would decide" if needed < math.inf else "its ratio lies too near the margin"
    return f"the interval reaches across {margin:.0%}: {enough}"
