"""The summary in words: what was measured, on which machine, who won what, and what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agon.analysis.following import alone
from agon.analysis.judged import Judged
from agon.analysis.sizes import Layout
from agon.analysis.standings import CLOCKS, LEAST_BLOCKS, LEAST_S, NOT_STEADY, TIME, Ranking, Standing, span
from agon.counted import counted
from agon.format import interval, listed, named, quantity, ratio
from agon.report.parts import NOTHING, Column, Item, Table
from agon.results.machine import machine
from agon.results.summary import CellResult, ResultSet
from agon.workloads.base import Metric, Workload
from agon.workloads.registry import title_of

_RACES = (
    (TIME, "fastest in the program"),
    ("elapsed", "fastest first iteration"),
    ("start_up", "fastest start-up"),
    ("memory_peak", "least memory"),
)
"""What is won in every workload, and what the column is called."""


@dataclass(frozen=True)
class Tally:
    """How the cells came out."""

    ok: int
    failed: int
    no_further: int
    """Failed where it was asked how far a platform gets."""
    incomplete: int
    given_up: int
    """To keep the time budget, whether they have figures or not."""
    skipped: int

    @classmethod
    def of(cls, results: ResultSet) -> Tally:
        """The count over all cells of a result set."""
        by = Counter(
            "no further" if c.shows_how_far else "given up" if c.was_dropped else c.status for c in results.cells
        )
        skipped = len(results.skipped)
        return cls(by["ok"], by["failed"], by["no further"], by["incomplete"], by["given up"], skipped)

    @property
    def cells(self) -> int:
        """Cells that were to be measured."""
        return self.ok + self.failed + self.no_further + self.incomplete + self.given_up


def what_was_measured(results: ResultSet, titles: Sequence[str]) -> tuple[str, ...]:
    """The opening sentences."""
    e, tally = results.experiment, Tally.of(results)
    kept = [i for i in results.invocations if not i.discarded]
    passed = sum(i.status == "ok" for i in kept)
    measured = list(dict.fromkeys(c.platform for c in e.cells))
    sentences = [
        f"{counted(len(measured), 'platform')} ({named(measured)}) on {counted(len(titles), 'workload')} "
        f"({', '.join(titles)}): {counted(tally.cells, 'cell')}, {counted(len(kept), 'invocation')}, "
        f"{passed} of them passed.",
        f"Machine: {machine(e.environment)}.",
    ]
    if tally.incomplete:
        sentences.append(f"Not finished: {counted(tally.incomplete, 'cell')} still to measure: ./agon resume DIR.")
    if tally.given_up:
        who = _who(c for c in results.cells if c.was_dropped)
        sentences.append(f"Given up to keep the time budget: {counted(tally.given_up, 'cell')} ({who}).")
    failed = [c for c in results.cells if c.status == "failed"]
    if tally.failed:
        who = _who(c for c in failed if not c.shows_how_far)
        sentences.append(f"Failed: {counted(tally.failed, 'cell')} ({who}). Reasons are under Failures.")
    else:
        sentences.append("Nothing failed.")
    if tally.no_further:
        who = _who(c for c in failed if c.shows_how_far)
        cells = counted(tally.no_further, "cell")
        sentences.append(
            f"Could go no further, which was what was asked: {cells} ({who}). The limits are under Failures."
        )
    return tuple(sentences)


def short_verdict(layout: Layout, ranking: Ranking | None) -> str:
    """Who is fastest in a workload and by how much, in one sentence."""
    if ranking is None:
        return _unranked(layout)
    first, second = ranking.places[0], ranking.places[1]
    if not ranking.decided:
        return f"Inconclusive: {first.label} came first, but at least {LEAST_BLOCKS} invocations of each are needed."
    rest = [p for p in ranking.places if not p.leads]
    next_ = (
        f" {rest[0].label}, the next, takes {ratio(rest[0].behind)} {span(rest[0].verdict)} times as long."
        if rest
        else ""
    )
    if len(ranking.leaders) > 1:
        names = listed([p.label for p in ranking.leaders])
        return f"No difference is shown between {names}: about {quantity(first.value.median, first.value.unit)}.{next_}"
    among = f" of those with at least {LEAST_BLOCKS} invocations" if _beaten_by_few(ranking) else ""
    return (
        f"{first.label} is fastest{among}: {ratio(second.behind)} {span(second.verdict)} times as fast as "
        f"{second.label}."
    )


def _beaten_by_few(ranking: Ranking) -> bool:
    """Whether one that has too few invocations to be ranked has a shorter time than the first."""
    return any(c.metrics[ranking.metric].median < ranking.places[0].value.median for c in ranking.few)


def verdict_sentence(layout: Layout, ranking: Ranking | None) -> str:
    """Who is fastest in a workload, by how much, and how sure that is."""
    if ranking is None:
        return _unranked(layout)
    where, what = layout.words(ranking.size), CLOCKS[ranking.metric]
    first, second = ranking.places[0], ranking.places[1]
    if not ranking.decided:
        least = min(p.verdict.n for p in ranking.places if p.verdict is not None)
        text = (
            f"Inconclusive at {where}: {first.label} came first ({_time(first)}, {what}), "
            f"but {counted(least, 'invocation')} each cannot rank platforms: at least {LEAST_BLOCKS} are needed."
        )
    elif len(ranking.leaders) > 1:
        names = listed([p.label for p in ranking.leaders])
        text = (
            f"At {where} {names} are fastest, with no difference shown between them: {_time(first)} for {first.label}, "
            f"{what}."
        )
    else:
        text = (
            f"At {where} {first.label} is fastest: {_time(first)}, {what}; "
            f"{ratio(second.behind)} {span(second.verdict)} times as fast as {second.label} ({_time(second)})."
        )
    last = ranking.places[-1]
    if len(ranking.places) > 2:
        text += f" The slowest{' of those ranked' if ranking.few else ''} is {last.label}: {_time(last)}."
    return text + _asides(ranking)


def _unranked(layout: Layout) -> str:
    size = layout.reference
    only = alone(layout.at(size), layout.cells) if size is not None else None
    if only is not None and only.headline in only.metrics:
        return f"{only.cell.platform} alone: {interval(only.metrics[only.headline])}, {CLOCKS[only.headline]}."
    times = [c.metrics[c.headline].median for c in layout.at(size) if c.headline in c.metrics] if size else []
    if size is not None and len(times) > 1 and min(times) < LEAST_S:
        return (
            f"Too short to rank: at {layout.words(size)} an iteration of the fastest takes "
            f"{quantity(min(times), 's')}. Measure a larger size."
        )
    return "Too few platforms were measured at one size to rank them."


def _time(place: Standing) -> str:
    return interval(place.value)


def _asides(ranking: Ranking) -> str:
    """Who is shown but not ranked, or ranked by less than the others."""
    text = ""
    for word, means in NOT_STEADY.items():
        if found := [p.label for p in ranking.places if p.word == word]:
            which = "all of them" if len(found) == len(ranking.places) else ", ".join(found)
            text += f" {means}: {which}."
    cold = [f"{c.cell.platform} ({interval(c.metrics['elapsed'])})" for c in ranking.cold if "elapsed" in c.metrics]
    if cold:
        text += f" Cold, so not ranked with them: {', '.join(cold)} in the first iteration."
    unranked = [f"{c.cell.platform} ({c.cell.unranked})" for c in ranking.unranked]
    if unranked:
        text += f" Out of ranks: {', '.join(unranked)}."
    few = [f"{c.cell.platform} ({counted(len(c.counted), 'invocation')})" for c in ranking.few]
    if few:
        text += f" Too few invocations to rank: {', '.join(few)}."
    absent = [c.cell.platform for c in ranking.absent]
    if absent:
        text += f" Not ranked, since they did not finish there: {', '.join(absent)}."
    return text


def winners(judged: Judged, workloads: dict[str, Workload]) -> Table:
    """Who won what: workloads down, metrics across."""
    rows: list[tuple[Item, ...]] = []
    for layout in judged.layouts:
        if layout.reference is None:
            continue
        title = title_of(layout.workload)
        own = _own_metric(workloads.get(layout.workload))
        extra = _winner(judged.ranking(layout.workload, own.name), own.meaning) if own else Item(NOTHING, "missing")
        cells = [_winner(judged.ranking(layout.workload, metric)) for metric, _ in _RACES]
        rows.append((Item(title, detail=layout.words(layout.reference)), *cells, extra))
    columns = (Column("workload"), *(Column(name) for _, name in _RACES), Column("the workload's own"))
    return Table("Who won what", columns, tuple(rows))


def _own_metric(workload: Workload | None) -> Metric | None:
    """The metric that a workload is there for, in addition to time: one that it charts, else the first that is not a
    rate."""
    if workload is None:
        return None
    found = [m for m in workload.metrics if m.better == "lower"]
    charted = {c.y for c in workload.charts}
    return next((m for m in found if m.name in charted), found[0] if found else None)


def _winner(ranking: Ranking | None, what: str = "") -> Item:
    if ranking is None:
        return Item(NOTHING, "missing")
    best = ranking.places[0]
    names = ", ".join(p.label for p in ranking.leaders)
    tied = f"{names} (no difference shown)" if len(ranking.leaders) > 1 else names
    value = interval(best.value, ranking.metric)
    detail = f"{what}: {value}" if what else value
    return Item(tied, "best", detail) if ranking.decided else Item(f"{best.label} (inconclusive)", "missing", detail)


def _who(cells: Iterable[CellResult]) -> str:
    return named(list(dict.fromkeys(f"{c.cell.platform} in {c.cell.workload}" for c in cells)))
