"""A published table with the measurement: ratios and ranks, never absolute times against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from agon.published.matching import VARIED, StandIn, cells_of, remark, sizes, stand_in
from agon.published.model import PublishedTable, Rank, Row
from agon.published.sources import Figure, figures, source
from agon.results.model import Environment, ParamValue
from agon.results.summary import COMMON_UNITS, CellResult, ResultSet, Summary
from agon.stats.ranks import agreement, ranks
from agon.workloads.registry import metric_units

T = TypeVar("T")

START_UP_WORTH_NOTING = 0.1

SCALE = {"MB": 1e6, "ms": 1e-3}
"""Published units that differ from the measured one (B, s), and by how much."""
UNITS = COMMON_UNITS | metric_units() | {"source_gzip": "B"}


@dataclass(frozen=True)
class Layout:
    """A table of a source over the sizes of one workload."""

    source: str
    table: str
    title: str
    workload: str
    metric: str
    """As published; `sources.toml` maps it to the measured one."""
    baseline: str
    """What ratios are against: a platform with a figure at every size that can be had."""
    also: str = ""
    """Table of the text with figures of the same metric at smaller sizes: shown without ratios."""
    words: Mapping[str, ParamValue] = field(default_factory=dict[str, ParamValue])
    """Parameters that are words, which the measured cells must have too."""
    higher: bool = False
    """Whether more is better."""
    work: str = ""
    """Where the workload can also do other work: the sentence that names the work of this table."""


# --- tables over one parameter ------------------------------------------------------------------------------------


def varied_table(results: ResultSet, layout: Layout) -> PublishedTable:
    """The table that `layout` describes, one row a platform and size."""
    every = [
        f
        for f in figures(layout.source)
        if f.workload == layout.workload and f.metric == layout.metric and f.table in (layout.table, layout.also)
    ]
    varied = VARIED[layout.workload]
    fixed = _fixed(next(f for f in every if f.table == layout.table))
    published = [f for f in every if _fixed(f) == fixed]
    metric = _clock(results, layout.workload, source(layout.source).metrics[layout.metric])
    rows: list[Row] = []
    for size in _unique(f.params[varied] for f in published):
        of_size = {f.platform: f for f in published if f.params[varied] == size}
        base = of_size.get(layout.baseline)
        standing = stand_in(results, layout.workload, layout.baseline, size, layout.words)
        for platform in [*of_size, *others(results, layout.workload, of_size)]:
            made = row(results, layout, platform, size, of_size.get(platform), metric)
            rows.append(with_ratios(made, value_of(base) if base else None, metric_of(standing, metric)))
    rows.extend(smaller(f) for f in every if f not in published)
    at, shared = common_size(rows)
    return table(results, layout, metric, rows, at, shared)


def _fixed(figure: Figure) -> dict[str, ParamValue]:
    """The parameters that the source does not vary within a table."""
    return {k: v for k, v in figure.params.items() if k != VARIED[figure.workload]}


def _clock(results: ResultSet, workload: str, metric: str) -> str:
    """A source's processes ran their workload once. Where ours repeat it, the first iteration stands for one run."""
    return "elapsed" if metric == "process_elapsed" and _repeats(results, workload) else metric


def _repeats(results: ResultSet, workload: str) -> bool:
    return any(c.iterations != 1 for c in results.experiment.cells if c.workload == workload and c.role == "main")


def row(results: ResultSet, layout: Layout, platform: str, size: ParamValue, figure: Figure | None, metric: str) -> Row:
    """One platform at one size, without ratios."""
    standing = stand_in(results, layout.workload, platform, size, layout.words)
    return Row(
        platform=platform,
        params=f"{VARIED[layout.workload]}={size}",
        published=value_of(figure) if figure else None,
        published_note=figure.note if figure else "not in the source",
        measured=metric_of(standing, metric),
        measured_note=_standing_note(standing),
        ratio_published=None,
        ratio_measured=None,
    )


def _standing_note(standing: StandIn) -> str:
    if standing.cell is None:
        return standing.why
    cell, platform = standing.cell.cell, standing.cell.platform
    note = remark(platform.id, cell.variant)
    return f"{cell.platform} {platform.version_found}" + (f"; {note}" if note else "")


def metric_of(standing: StandIn, metric: str) -> Summary | None:
    return standing.cell.metrics.get(metric) if standing.cell else None


def with_ratios(row: Row, base: float | None, base_measured: Summary | None) -> Row:
    measured = row.measured.median if row.measured else None
    return replace(
        row,
        ratio_published=ratio(row.published, base),
        ratio_measured=ratio(measured, base_measured.median if base_measured else None),
    )


def ratio(value: float | None, base: float | None) -> float | None:
    return value / base if value is not None and base else None


def value_of(figure: Figure) -> float | None:
    return figure.value if figure.value is None else figure.value * SCALE.get(figure.unit, 1)


def smaller(figure: Figure) -> Row:
    params = " ".join(f"{k}={v}" for k, v in figure.params.items())
    note = "; ".join(n for n in ("a smaller size than the table's: no ratio", figure.note) if n)
    return Row(figure.platform, params, value_of(figure), note, None, "not measured at this size", None, None)


def others(results: ResultSet, workload: str, known: Iterable[str]) -> list[str]:
    """Labels of the measured platforms that stand for none of the known ones."""
    taken = {found[0].cell.platform for name in known if (found := cells_of(results, workload, name))}
    cells = [c for c in results.experiment.cells if c.workload == workload and c.role == "main"]
    return _unique(c.platform for c in cells if c.platform not in taken)


# --- what every table has -----------------------------------------------------------------------------------------


def common_size(rows: Sequence[Row]) -> tuple[str, list[Row]]:
    """The last size at which every platform that both sides have anywhere has both values, and its rows."""
    both = [r for r in rows if r.published is not None and r.measured is not None]
    everyone = {r.platform for r in both}
    for size in reversed(_unique(r.params for r in both)):
        here = [r for r in both if r.params == size]
        if {r.platform for r in here} == everyone:
            return f"at {size}", here
    why = "no size that all shared platforms reach" if both else "no platform has a value on both sides"
    return f"cannot be given: {why}", []


def table(
    results: ResultSet, layout: Layout, metric: str, rows: list[Row], at: str, shared: list[Row]
) -> PublishedTable:
    """`rows` as a table; ranks and their agreement over the `shared` rows, which stand `at` a size."""
    published = {r.platform: r.published for r in shared if r.published is not None}
    measured = {r.platform: r.measured.median for r in shared if r.measured is not None}
    places = zip(
        published,
        ranks(list(published.values()), descending=layout.higher),
        ranks([measured[p] for p in published], descending=layout.higher),
        strict=True,
    )
    document = source(layout.source)
    return PublishedTable(
        source=layout.source,
        table=layout.table,
        title=layout.title,
        workload=layout.workload,
        metric=metric,
        unit=UNITS[metric],
        rows=rows,
        baseline=layout.baseline,
        ranks=[Rank(*place) for place in places] if len(published) > 1 else [],
        ranks_at=at,
        tau=agreement(published, measured).tau,
        shared=len(published),
        published_machine=f"{document.machine}; {', '.join(document.software)}",
        measured_machine=machine(results.experiment.environment),
        parameters_note=_parameters_note(results, layout, metric) if layout.workload in VARIED else "",
    )


def machine(environment: Environment) -> str:
    """The measuring machine in one line."""
    memory = environment.memory_bytes / 2**30
    virtual = "" if environment.virtualised in ("", "none", "no") else f", virtualised ({environment.virtualised})"
    cores = f"{environment.cores_physical} cores, {environment.cores_logical} logical"
    return f"{environment.cpu_model} ({cores}), {memory:.0f} GiB, {environment.os}{virtual}"


def _parameters_note(results: ResultSet, layout: Layout, metric: str) -> str:
    workload, varied = layout.workload, VARIED[layout.workload]
    document = source(layout.source)
    published = next(f for f in figures(layout.source) if f.workload == workload and f.table == layout.table)
    theirs = _words({k: v for k, v in published.params.items() if k != varied}) or f"nothing but {varied} to choose"
    measured = [_words(s) for s in sizes(results, workload, layout.words)]
    ours = " or ".join(words for words in measured if words) or ("the same" if measured else "nothing measured")
    cores = " and ".join(str(c) for c in sorted({c.cores for c in results.experiment.cells}))
    sentences = [
        f"Published with {theirs}, measured with {ours} on {cores} cores.",
        f"Published: {document.protocol.partition(';')[0]}; measured: {results.numbers}.",
    ]
    if layout.work:
        sentences.append(layout.work + _other_work(results, layout))
    if metric == "process_elapsed":
        sentences.append("Both sides time the whole process, start-up included." + _start_up(results, layout))
    elif document.metrics.get(layout.metric) == "elapsed":
        sentences.append("Both sides' clocks run in the program; measured is its first iteration.")
    elif metric == "message_rate":
        sentences.append("On both sides the pauses between messages are not counted.")
    elif metric == "elapsed":
        sentences.append(
            "The source times whole processes that run the workload once; these ran it several times, so the first "
            "iteration's in-program time is given as well."
        )
    return " ".join(sentences)


def _other_work(results: ResultSet, layout: Layout) -> str:
    """What was measured of the workload and stands in no row."""
    own = sizes(results, layout.workload, layout.words)
    other = [_words(s) for s in sizes(results, layout.workload) if s not in own]
    return f" In no row, as other work: {'; '.join(other)}." if other else ""


def _start_up(results: ResultSet, layout: Layout) -> str:
    """At small sizes starting outweighs the work, and ratios show little of the work: a note states that."""
    shares: dict[str, float] = {}
    for platform in _unique(f.platform for f in figures(layout.source)):
        for cell in cells_of(results, layout.workload, platform):
            share = start_up_share(cell)
            if share is not None:
                shares[platform] = max(share, shares.get(platform, 0.0))
    if not shares or max(shares.values()) < START_UP_WORTH_NOTING:
        return ""
    worst = ", ".join(f"{share:.0%} for {platform}" for platform, share in shares.items())
    return f" Start-up is up to {worst} of the measured time: at larger sizes ratios may differ."


def start_up_share(cell: CellResult) -> float | None:
    """Start-up over the whole process's time; None where one of them was not measured."""
    start, whole = cell.metrics.get("start_up"), cell.metrics.get("process_elapsed")
    return start.median / whole.median if start and whole and whole.median > 0 else None


def _words(params: dict[str, ParamValue]) -> str:
    return " ".join(f"{k}={v}" for k, v in params.items())


def _unique(values: Iterable[T]) -> list[T]:
    return list(dict.fromkeys(values))
