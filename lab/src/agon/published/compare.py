"""A source's tables with the measurement beside them: ratios and ranks, never absolute times against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from agon.published.matching import VARIED, StandIn, cells_of, remark, sizes, stand_in
from agon.published.model import PublishedTable, Rank, Row
from agon.published.sources import Figure, figures, source
from agon.results.model import Environment, ParamValue
from agon.results.protocols import PROTOCOLS
from agon.results.summary import COMMON_UNITS, CellResult, ResultSet, Summary
from agon.stats.ranks import agreement, ranks
from agon.workloads.registry import metric_units

T = TypeVar("T")

SOURCE = "agere13"
BASELINE = "erlang"
"""The platform that the source measured on everything, and that needs no registry."""

START_UP_WORTH_SAYING = 0.1

SCALE = {"MB": 1e6}
UNITS = COMMON_UNITS | metric_units() | {"source_gzip": "B"}
"""Published units that differ from the measured one (B), and by how much."""


@dataclass(frozen=True)
class _Layout:
    table: str
    title: str
    workload: str
    metric: str
    """As published; `sources.toml` maps it to the measured one."""
    also: str = ""
    """Table of the text with figures of the same metric at smaller sizes: shown without ratios."""


_TIMES = (
    _Layout("table1", "Elapsed time of the token ring", "token-ring", "elapsed", also="text4.1"),
    _Layout("table2", "Elapsed time of chameneos", "chameneos", "elapsed", also="text4.2"),
    _Layout("table3", "Standard deviation of meetings in chameneos", "chameneos", "fairness_stddev"),
)


def tables(results: ResultSet) -> list[PublishedTable]:
    """agere13's tables that the experiment has something to say to, in the source's order."""
    present = {c.workload for c in results.experiment.cells} | {s.workload for s in results.skipped}
    found = [_varied_table(results, layout) for layout in _TIMES if layout.workload in present]
    if "token-ring" in present:
        found.insert(1, _ring_memory(results))
    if present & set(VARIED):
        found.append(_source_sizes(results))
    return found


# --- tables over one parameter ------------------------------------------------------------------------------------


def _varied_table(results: ResultSet, layout: _Layout) -> PublishedTable:
    varied = VARIED[layout.workload]
    every = [f for f in figures(SOURCE) if f.workload == layout.workload and f.metric == layout.metric]
    fixed = _fixed(next(f for f in every if f.table == layout.table))
    published = [f for f in every if f.table in (layout.table, layout.also) and _fixed(f) == fixed]
    metric = _clock(results, layout.workload, source(SOURCE).metrics[layout.metric])
    rows: list[Row] = []
    for size in _unique(f.params[varied] for f in published):
        of_size = {f.platform: f for f in published if f.params[varied] == size}
        base = of_size.get(BASELINE)
        base_measured = _metric(stand_in(results, layout.workload, BASELINE, size), metric)
        for platform in [*of_size, *_others(results, layout.workload, set(of_size))]:
            row = _row(results, layout.workload, platform, size, of_size.get(platform), metric)
            rows.append(_with_ratios(row, base.value if base else None, base_measured))
    rows.extend(_smaller(f) for f in every if f.table == layout.also and f not in published)
    at, shared = _common_size(rows)
    return _table(results, layout.table, layout.title, layout.workload, metric, rows, at, shared)


def _fixed(figure: Figure) -> dict[str, ParamValue]:
    """The parameters that the source does not vary within a table."""
    return {k: v for k, v in figure.params.items() if k != VARIED[figure.workload]}


def _clock(results: ResultSet, workload: str, metric: str) -> str:
    """The source's processes ran their workload once. Where ours repeat it, the first iteration stands for one run."""
    return "elapsed" if metric == "process_elapsed" and _repeats(results, workload) else metric


def _repeats(results: ResultSet, workload: str) -> bool:
    return any(c.iterations > 1 for c in results.experiment.cells if c.workload == workload and c.role == "main")


def _row(results: ResultSet, workload: str, platform: str, size: ParamValue, figure: Figure | None, metric: str) -> Row:
    standing = stand_in(results, workload, platform, size)
    return Row(
        platform=platform,
        params=f"{VARIED[workload]}={size}",
        published=_value(figure) if figure else None,
        published_note=figure.note if figure else "not in the source",
        measured=_metric(standing, metric),
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


def _metric(standing: StandIn, metric: str) -> Summary | None:
    return standing.cell.metrics.get(metric) if standing.cell else None


def _with_ratios(row: Row, base: float | None, base_measured: Summary | None) -> Row:
    measured = row.measured.median if row.measured else None
    return replace(
        row,
        ratio_published=_ratio(row.published, base),
        ratio_measured=_ratio(measured, base_measured.median if base_measured else None),
    )


def _ratio(value: float | None, base: float | None) -> float | None:
    return value / base if value is not None and base else None


def _value(figure: Figure) -> float | None:
    return figure.value if figure.value is None else figure.value * SCALE.get(figure.unit, 1)


def _smaller(figure: Figure) -> Row:
    params = " ".join(f"{k}={v}" for k, v in figure.params.items())
    note = "; ".join(n for n in ("a smaller size than the table's: no ratio", figure.note) if n)
    return Row(figure.platform, params, _value(figure), note, None, "not measured at this size", None, None)


def _others(results: ResultSet, workload: str, known: set[str]) -> list[str]:
    """Measured platforms that the source does not have."""
    cells = (c for c in results.experiment.cells if c.workload == workload and c.role == "main")
    return _unique(c.platform_id for c in cells if c.platform_id not in known)


# --- tables of their own shape ------------------------------------------------------------------------------------


def _ring_memory(results: ResultSet) -> PublishedTable:
    """The few sizes of memory that the text of 4.1 states, as ratios to Erlang with one token."""
    published = [f for f in figures(SOURCE) if f.table == "text4.1" and f.metric == "memory"]
    at_scale = [f for f in published if f.platform == BASELINE]
    metric = source(SOURCE).metrics["memory"]
    one_token = at_scale[0]
    base_measured = _metric(stand_in(results, "token-ring", BASELINE, 1), metric)
    rows: list[Row] = []
    for figure in at_scale:
        size = figure.params["tokens"]
        for platform in [BASELINE, *_others(results, "token-ring", {BASELINE})]:
            known = figure if platform == BASELINE else None
            row = _row(results, "token-ring", platform, size, known, metric)
            if known is None:
                row = replace(row, published_note="no figure in the source")
            rows.append(_with_ratios(row, _value(one_token), base_measured))
    rows.extend(_smaller(f) for f in published if f.platform != BASELINE)
    shared = 1 if any(r.published is not None and r.measured is not None for r in rows) else 0
    title = "Memory of the token ring, by the text of section 4.1"
    at = "cannot be given: the text states Erlang's memory alone"
    table = _table(results, "text4.1", title, "token-ring", metric, rows, at, [])
    return replace(table, baseline=f"{BASELINE} with tokens=1", shared=shared)


def _source_sizes(results: ResultSet) -> PublishedTable:
    """Table 4. Sizes are counted, not timed: they need no cell that passed, only the platform's programs."""
    published = [f for f in figures(SOURCE) if f.table == "table4"]
    counted: dict[str, dict[str, int]] = {}
    for platform in results.experiment.platforms:
        counted.setdefault(platform.id, dict(platform.source_gzip))
    rows: list[Row] = []
    for workload in _unique(f.workload for f in published):
        of_workload = {f.platform: f for f in published if f.workload == workload}
        base = counted.get(BASELINE, {}).get(workload)
        for platform in [*of_workload, *(p for p in counted if p not in of_workload)]:
            figure, size = of_workload.get(platform), counted.get(platform, {}).get(workload)
            rows.append(
                Row(
                    platform=platform,
                    params=workload,
                    published=figure.value if figure else None,
                    published_note=figure.note if figure else "not in the source",
                    measured=_exactly(size) if size is not None else None,
                    measured_note=remark(platform, "") if size is not None else "no program counted",
                    ratio_published=_ratio(figure.value if figure else None, of_workload[BASELINE].value),
                    ratio_measured=_ratio(size, base),
                )
            )
    totals, at = _totals(rows)
    note = (
        "Compressed size of each workload's own program, comments removed, gzip --fast; shared harnesses not counted."
    )
    table = _table(results, "table4", "Compressed source size", "all", "source_gzip", rows, at, totals)
    return replace(table, parameters_note=note)


def _exactly(size: float) -> Summary:
    return Summary(float(size), float(size), float(size), "B", 1)


def _totals(rows: Sequence[Row]) -> tuple[list[Row], str]:
    """One row a platform: the sum over the workloads that all platforms counted on both sides have."""
    both = [r for r in rows if r.published is not None and r.measured is not None]
    platforms = _unique(r.platform for r in both)
    having = {w: {r.platform for r in both if r.params == w} for w in _unique(r.params for r in both)}
    common = [w for w, who in having.items() if len(who) == len(platforms)]
    if not common:
        return [], "cannot be given: no platform has a program counted on both sides"
    totals: list[Row] = []
    for platform in platforms:
        mine = [r for r in both if r.platform == platform and r.params in common]
        published = sum(r.published for r in mine if r.published is not None)
        measured = sum(r.measured.median for r in mine if r.measured is not None)
        totals.append(Row(platform, "sum", published, "", _exactly(measured), "", None, None))
    return totals, f"by the sum over {', '.join(common)}"


# --- what every table has -----------------------------------------------------------------------------------------


def _common_size(rows: Sequence[Row]) -> tuple[str, list[Row]]:
    """The last size at which every platform that both sides have anywhere has both values, and its rows."""
    both = [r for r in rows if r.published is not None and r.measured is not None]
    everyone = {r.platform for r in both}
    for size in reversed(_unique(r.params for r in both)):
        here = [r for r in both if r.params == size]
        if {r.platform for r in here} == everyone:
            return f"at {size}", here
    why = "no size that all shared platforms reach" if both else "no platform has a value on both sides"
    return f"cannot be given: {why}", []


def _table(
    results: ResultSet, table: str, title: str, workload: str, metric: str, rows: list[Row], at: str, shared: list[Row]
) -> PublishedTable:
    published = {r.platform: r.published for r in shared if r.published is not None}
    measured = {r.platform: r.measured.median for r in shared if r.measured is not None}
    places = zip(published, ranks(list(published.values())), ranks([measured[p] for p in published]), strict=True)
    document = source(SOURCE)
    return PublishedTable(
        source=SOURCE,
        table=table,
        title=title,
        workload=workload,
        metric=metric,
        unit=UNITS[metric],
        rows=rows,
        baseline=BASELINE,
        ranks=[Rank(*place) for place in places] if len(published) > 1 else [],
        ranks_at=at,
        tau=agreement(published, measured).tau,
        shared=len(published),
        published_machine=f"{document.machine}; {', '.join(document.software)}",
        measured_machine=machine(results.experiment.environment),
        parameters_note=_parameters_note(results, workload, metric) if workload in VARIED else "",
    )


def machine(environment: Environment) -> str:
    """The measuring machine in one line."""
    memory = environment.memory_bytes / 2**30
    virtual = "" if environment.virtualised in ("", "none", "no") else f", virtualised ({environment.virtualised})"
    cores = f"{environment.cores_physical} cores, {environment.cores_logical} logical"
    return f"{environment.cpu_model} ({cores}), {memory:.0f} GiB, {environment.os}{virtual}"


def _parameters_note(results: ResultSet, workload: str, metric: str) -> str:
    varied = VARIED[workload]
    document = source(SOURCE)
    published = next(f for f in figures(SOURCE) if f.workload == workload and f.table.startswith("table"))
    theirs = _words({k: v for k, v in published.params.items() if k != varied})
    ours = " or ".join(_words(s) for s in sizes(results, workload)) or "nothing measured"
    cores = " and ".join(str(c) for c in sorted({c.cores for c in results.experiment.cells}))
    quoted = PROTOCOLS[results.experiment.plan.protocol].says
    sentences = [
        f"Published with {theirs}, measured with {ours} on {cores} cores.",
        f"Published: {document.protocol.partition(';')[0]}; measured: {quoted}.",
    ]
    if metric == "process_elapsed":
        sentences.append("Both sides time the whole process, start-up included." + _start_up(results, workload))
    elif metric == "elapsed":
        sentences.append(
            "The source times whole processes that run the workload once; these ran it several times, so the first "
            "iteration's in-program time stands beside it."
        )
    return " ".join(sentences)


def _start_up(results: ResultSet, workload: str) -> str:
    """At small sizes starting outweighs the work, and ratios say little of the work: that is said."""
    shares: dict[str, float] = {}
    for platform in _unique(f.platform for f in figures(SOURCE)):
        for cell in cells_of(results, workload, platform):
            share = start_up_share(cell)
            if share is not None:
                shares[platform] = max(share, shares.get(platform, 0.0))
    if not shares or max(shares.values()) < START_UP_WORTH_SAYING:
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
