"""What safety costs: a platform whose messages are copied or serialised, compared with itself handing them over as
they are.

The safe form of a platform is its variant `safe`, and of a variant `x` the variant `x-safe`.
"""

from __future__ import annotations

from agon.analysis.costs import over
from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import TIME, clock
from agon.format import interval, ratio
from agon.report.parts import NOTHING, Column, Item, Table
from agon.results.summary import CellResult, ResultSet, Summary
from agon.workloads.registry import title_of

SAFE = "safe"
_METRICS = ((TIME, "time in the program"), ("memory_peak", "peak memory"))


def safety(results: ResultSet) -> Table:
    """A row for each pair and workload, at the largest size that both passed; none where there is no such pair."""
    rows: list[tuple[Item, ...]] = []
    for workload in results.workloads:
        layout = Layout.of(results, workload)
        largest: dict[str, tuple[Item, ...]] = {}
        for safe in (c for size in layout.sizes for c in layout.at(size)):
            plain = _plain(layout, safe)
            if plain is not None and safe.measured and plain.measured:
                label, size = safe.cell.platform, layout.words(Size.of(safe.cell))
                largest[label] = (Item(label), Item(title_of(workload), detail=size), *_costs(plain, safe))
        rows += largest.values()
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


def _costs(plain: CellResult, safe: CellResult) -> list[Item]:
    items: list[Item] = []
    for wanted, _ in _METRICS:
        metric = clock((plain, safe)) if wanted == TIME else wanted
        if metric not in safe.metrics or metric not in plain.metrics:
            items += [Item(NOTHING, "missing")] * 2
            continue
        one, other = plain.metrics[metric], safe.metrics[metric]
        items += [Item(interval(other, metric), detail=f"{plain.cell.platform}: {interval(one, metric)}")]
        items += [Item(_times(plain, safe, metric))]
    return items


def _times(plain: CellResult, safe: CellResult, metric: str) -> str:
    found = over(plain.by_block(metric), safe.by_block(metric))
    if found is None:
        return NOTHING
    if found.low is None or found.high is None:
        return f"{ratio(found.ratio)} [n = 1]"
    return interval(Summary(found.ratio, found.low, found.high, "1", 2))
