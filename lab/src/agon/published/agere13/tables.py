"""The tables of agere13 that have a shape of their own: memory by the text, and source size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agon.published.agere13.shared import SOURCE
from agon.published.matching import remark, stand_in
from agon.published.model import PublishedTable, Row
from agon.published.sources import figures, source
from agon.published.table import Layout, metric_of, others, ratio, row, smaller, table, value_of, with_ratios
from agon.results.summary import ResultSet, Summary

BASELINE = "erlang"
"""The platform that the source measured on everything, and that needs no registry."""

LAYOUTS = (
    Layout(SOURCE, "table1", "Elapsed time of the token ring", "token-ring", "elapsed", BASELINE, also="text4.1"),
    Layout(SOURCE, "table2", "Elapsed time of chameneos", "chameneos", "elapsed", BASELINE, also="text4.2"),
    Layout(
        SOURCE,
        "table3",
        "Standard deviation of meetings in chameneos",
        "chameneos",
        "fairness_stddev",
        BASELINE,
    ),
)
_MEMORY = Layout(
    SOURCE, "text4.1", "Memory of the token ring, by the text of section 4.1", "token-ring", "memory", BASELINE
)
_SIZES = Layout(SOURCE, "table4", "Compressed source size", "all", "source_gzip", BASELINE)


def ring_memory(results: ResultSet) -> PublishedTable:
    """The few sizes of memory that the text of 4.1 states, as ratios to Erlang with one token."""
    published = [f for f in figures(SOURCE) if f.table == "text4.1" and f.metric == "memory"]
    at_scale = [f for f in published if f.platform == BASELINE]
    metric = source(SOURCE).metrics["memory"]
    one_token = at_scale[0]
    base_measured = metric_of(stand_in(results, "token-ring", BASELINE, 1), metric)
    rows: list[Row] = []
    for figure in at_scale:
        size = figure.params["tokens"]
        for platform in [BASELINE, *others(results, "token-ring", [BASELINE])]:
            known = figure if platform == BASELINE else None
            made = row(results, _MEMORY, platform, size, known, metric)
            if known is None:
                made = replace(made, published_note="no figure in the source")
            rows.append(with_ratios(made, value_of(one_token), base_measured))
    rows.extend(smaller(f) for f in published if f.platform != BASELINE)
    shared = 1 if any(r.published is not None and r.measured is not None for r in rows) else 0
    at = "cannot be given: the text states Erlang's memory alone"
    return replace(table(results, _MEMORY, metric, rows, at, []), baseline=f"{BASELINE} with tokens=1", shared=shared)


def source_sizes(results: ResultSet) -> PublishedTable:
    """Table 4. Sizes are counted, not timed: they need no cell that passed, only the platform's programs."""
    published = [f for f in figures(SOURCE) if f.table == "table4"]
    counted: dict[str, dict[str, int]] = {}
    for platform in results.experiment.platforms:
        counted.setdefault(platform.id, dict(platform.source_gzip))
    rows: list[Row] = []
    for workload in dict.fromkeys(f.workload for f in published):
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
                    ratio_published=ratio(figure.value if figure else None, of_workload[BASELINE].value),
                    ratio_measured=ratio(size, base),
                )
            )
    totals, at = _totals(rows)
    note = (
        "Compressed size of each workload's bare program, comments removed, gzip --fast: its own files and those that "
        "platforms share, all without what is marked as harness, report, tests or witness."
    )
    return replace(table(results, _SIZES, "source_gzip", rows, at, totals), parameters_note=note)


def _exactly(size: float) -> Summary:
    return Summary(float(size), float(size), float(size), "B", 1)


def _totals(rows: Sequence[Row]) -> tuple[list[Row], str]:
    """One row a platform: the sum over the workloads that all platforms counted on both sides have."""
    both = [r for r in rows if r.published is not None and r.measured is not None]
    platforms = list(dict.fromkeys(r.platform for r in both))
    having = {w: {r.platform for r in both if r.params == w} for w in dict.fromkeys(r.params for r in both)}
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
