"""What is concluded from a result set: the literature, the claims, and the choice. Shown, not made, here."""

from __future__ import annotations

from dataclasses import dataclass

from agon.published.model import PublishedTable, Verdict
from agon.report.choice import Need
from agon.results.summary import ResultSet


@dataclass(frozen=True)
class Analysis:
    """The conclusions that a report shows."""

    tables: tuple[PublishedTable, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    needs: tuple[Need, ...] = ()


def analyse(results: ResultSet) -> Analysis:
    """All conclusions that can be drawn from a result set."""
    from agon.published.claims import verdicts
    from agon.published.compare import tables
    from agon.report.choice import choose

    return Analysis(tuple(tables(results)), tuple(verdicts(results)), tuple(choose(results)))
