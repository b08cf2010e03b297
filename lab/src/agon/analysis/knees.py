"""Up to which rate each platform answers what is due in an open loop, in words."""

from __future__ import annotations

from agon.analysis.sizes import Layout
from agon.format import integer, interval
from agon.results.summary import CellResult
from agon.stats.saturation import SHORT, Knee, knee
from agon.workloads.round_trips import scheduled


def knees(layout: Layout) -> tuple[str, ...]:
    """A sentence for each size at which several rates were offered; none for workloads without an open loop."""
    series = layout.where(scheduled)
    others = [n for n in series.varying if n not in ("rate", "messages")]
    found: dict[str, list[str]] = {}
    for (where, platform), cells in _by_platform(series, others).items():
        points = [(rate, cells[rate].metrics["request_rate"].median) for rate in sorted(cells)]
        if (at := knee(points)) is not None:
            found.setdefault(where, []).append(_words(platform, at, cells))
    return tuple(
        f"Of the requests due each second{', at ' + where if where else ''} "
        f"(saturated: over {SHORT:.0%} fewer are answered): {'; '.join(parts)}."
        for where, parts in found.items()
    )


def _by_platform(series: Layout, others: list[str]) -> dict[tuple[str, str], dict[int, CellResult]]:
    """(What else varies, in words; platform) -> rate -> cell."""
    found: dict[tuple[str, str], dict[int, CellResult]] = {}
    for size in series.sizes:
        for cell in series.at(size):
            if {"request_rate", "rtt_p50"} <= set(cell.metrics):
                key = (size.words(others), cell.cell.platform)
                found.setdefault(key, {})[int(cell.cell.params["rate"])] = cell
    return found


def _words(platform: str, at: Knee, cells: dict[int, CellResult]) -> str:
    kept = f"{platform} keeps up with {integer(at.kept) if at.kept else 'none'}"
    if at.lost is None:
        return f"{kept}, the most offered"
    lost = cells[at.lost].metrics
    answered, median = integer(round(lost["request_rate"].median)), interval(lost["rtt_p50"])
    return f"{kept}, is saturated at {integer(at.lost)}: it answers {answered}, the median round trip takes {median}"
