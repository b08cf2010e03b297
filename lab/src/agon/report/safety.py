"""What safety costs: a platform whose messages are copied or serialised, compared with itself handing them over as
they are.

The safe form of a platform is its variant `safe`, and of a variant `x` the variant `x-safe`.
"""

from __future__ import annotations

from agon.analysis.judged import Judged
from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import TIME, clock, span
from agon.format import interval, ratio
from agon.report.parts import NOTHING, Column, Item, Table
from agon.results.summary import CellResult
from agon.workloads.registry import title_of

SAFE = "safe"
_METRICS = ((TIME, "time in the program"), ("memory_peak", "peak memory"))


def safety(judged: Judged) -> Table:
    """A row for each pair and workload, at the largest size that both passed; none where there is no such pair."""
    rows: list[tuple[Item, ...]] = []
    for layout in judged.layouts:
        largest: dict[str, tuple[CellResult, CellResult]] = {}
        for safe in (c for size in layout.sizes for c in layout.at(size)):
            plain = _plain(layout, safe)
            if plain is not None and safe.measured and plain.measured:
                largest[safe.cell.platform] = plain, safe
        for label, (plain, safe) in largest.items():
            where = Item(title_of(layout.workload), detail=layout.words(Size.of(safe.cell)))
            rows.append((Item(label), where, *_costs(judged, plain, safe)))
    headings = [column for _, words in _METRICS for column in (Column(words, True), Column("times that", True))]
    return Table("What safety costs", (Column("platform"), Column("workload"), *headings), tuple(rows))


def _plain(layout: Layout, safe: CellResult) -> CellResult | None:
    """The same platform and size without the copy."""
    variant = safe.platform.variant
    if variant != SAFE and not variant.endswith(f"-{SAFE}"):
        return None
    of = variant.removesuffix(f"-{SAFE}")
    own = _edition(safe)
    others = [c for c in layout.at(Size.of(safe.cell)) if _edition(c) == own]
    # Without a variant in its name a platform runs the workload's first one.
    unnamed = [c for c in others if c.platform.variant in ("", "default") and (variant == SAFE or c.cell.variant == of)]
    return next((c for c in others if c.platform.variant == of and variant != SAFE), next(iter(unnamed), None))


def _edition(result: CellResult) -> tuple[str, str, str, str]:
    """All that two variants of a platform have in common."""
    p = result.platform
    return p.id, p.folder, p.version_asked, p.runtime_asked


def _costs(judged: Judged, plain: CellResult, safe: CellResult) -> list[Item]:
    items: list[Item] = []
    for wanted, _ in _METRICS:
        metric = clock((plain, safe)) if wanted == TIME else wanted
        if metric not in safe.metrics or metric not in plain.metrics:
            items += [Item(NOTHING, "missing")] * 2
            continue
        one, other = plain.metrics[metric], safe.metrics[metric]
        items += [Item(interval(other, metric), detail=f"{plain.cell.platform}: {interval(one, metric)}")]
        items += [_times(judged, plain, safe, metric)]
    return items


def _times(judged: Judged, plain: CellResult, safe: CellResult, metric: str) -> Item:
    """The ratio of the two in the ranking of all platforms; where they are not ranked, that of their medians."""
    one, other = plain.cell.platform, safe.cell.platform
    ranking = judged.at(safe.cell.workload, Size.of(safe.cell), metric)
    verdict = ranking.between(other, one) if ranking is not None else None
    if ranking is None or verdict is None:
        base = plain.metrics[metric].median
        return Item(ratio(safe.metrics[metric].median / base), detail="not ranked") if base > 0 else Item(NOTHING)
    return Item(f"{ratio(ranking.times(other, one))} {span(verdict)}".strip(), detail=verdict.outcome)
