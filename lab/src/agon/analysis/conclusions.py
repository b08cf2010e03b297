"""What is concluded from a result set: the literature, the claims, and the choice. Shown, not made, here."""

from __future__ import annotations

from dataclasses import dataclass

from agon.analysis.choice import Need, Open
from agon.analysis.judged import Judged
from agon.published.model import ClaimOutcome, PublishedTable


@dataclass(frozen=True)
class Analysis:
    """The conclusions that a report shows."""

    tables: tuple[PublishedTable, ...] = ()
    verdicts: tuple[ClaimOutcome, ...] = ()
    needs: tuple[Need, ...] = ()
    open: tuple[Open, ...] = ()
    """Needs that nothing was measured for."""


def analyse(judged: Judged) -> Analysis:
    """All conclusions that can be drawn from a result set."""
    from agon.analysis.choice import choose, not_measured
    from agon.published.claims import verdicts
    from agon.published.compare import tables

    results = judged.results
    return Analysis(
        tuple(tables(results)), tuple(verdicts(results)), tuple(choose(judged)), tuple(not_measured(judged))
    )
