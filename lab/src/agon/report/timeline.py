"""A history in words: the table of one cell's runs, the list of many cells, and both as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from agon.analysis.gate import distinguishing
from agon.analysis.history import History, Run, Series
from agon.counted import places
from agon.format import interval, quantity
from agon.report.mdtext import escaped, table
from agon.results.summary import Summary

RUN_HEADERS = ("date", "commit", "version", "figure [95% confidence interval]", "n", "to the run before", "step")
LIST_HEADERS = ("platform", "workload", "parameters", "cores", "metric", "runs", "first", "last", "change", "steps")
_RUN_NUMBERS = frozenset({3, 4, 5})
_LIST_NUMBERS = frozenset({5, 6, 7, 8})


def title_of(series: Series) -> str:
    """`erlang token-ring workers=500 tokens=1, 2 cores: elapsed_steady`."""
    role = f" ({series.role})" if series.role != "main" else ""
    params = "".join(f" {k}={v}" for k, v in series.params.items())
    where = places(series.cores, series.threads)
    return f"{series.platform} {series.workload}{role}{params}, {where}: {series.metric}"


def run_rows(series: Series) -> Iterator[tuple[str, ...]]:
    """A row for each run, under RUN_HEADERS."""
    steps = {s.run: s for s in series.steps}
    before: float | None = None
    for n, run in enumerate(series.runs):
        found = steps.get(n)
        step = f"{found.judged.outcome}: {found.text}" if found else ""
        yield (*_when(run), *_figures(run, series), _change(before, run.median), step)
        before = run.median or before


def list_rows(found: History) -> Iterator[tuple[str, ...]]:
    """A row for each cell, under LIST_HEADERS."""
    for series in found.series:
        runs = [r for r in series.runs if r.median is not None]
        first, last = runs[0].median or 0.0, runs[-1].median or 0.0
        role = f" ({series.role})" if series.role != "main" else ""
        params = distinguishing(series.params, [s.params for s in found.series if s.workload == series.workload])
        steps = "; ".join(f"{series.runs[s.run].created[:10]} {s.text}" for s in series.steps)
        yield (
            series.platform,
            series.workload + role,
            params,
            places(series.cores, series.threads),
            series.metric,
            str(len(series.runs)),
            quantity(first, series.unit, series.metric),
            quantity(last, series.unit, series.metric),
            _change(first, last) if len(runs) > 1 else "one run",
            steps,
        )


def legend(found: History) -> str:
    """What the steps are."""
    return (
        "A step is a change of level, found by change points over the runs and shown by the verdict (95%, beyond "
        f"{100 * found.margin:.4g}%): effect size [confidence interval]. It takes five runs or more to find one."
    )


def markdown(found: History) -> str:
    """The history as Markdown: one cell's runs, or a list of cells."""
    if len(found.series) == 1:
        series = found.series[0]
        head, body = title_of(series), table(RUN_HEADERS, run_rows(series), _RUN_NUMBERS)
    else:
        head, body = f"{len(found.series)} cells", table(LIST_HEADERS, list_rows(found), _LIST_NUMBERS)
    machines = ", ".join(dict.fromkeys(s.machine for s in found.series))
    return f"### Agon, history of {escaped(head)}\n\n{body}\n{escaped(legend(found))} Machine: {escaped(machines)}.\n"


def _when(run: Run) -> tuple[str, str, str]:
    return run.created.replace("T", " ")[:16], commit_of(run), run.version


def commit_of(run: Run) -> str:
    """The platform's commit; the lab's, named as such, where an earlier record holds no other."""
    return run.platform_commit or f"lab {run.source_commit[:12]}{'+' if run.source_dirty else ''}"


def _figures(run: Run, series: Series) -> tuple[str, str]:
    if run.median is None or run.low is None or run.high is None:
        return run.reason or run.status, ""
    text = interval(Summary(run.median, run.low, run.high, series.unit, run.n), series.metric)
    return text + ("" if run.status == "ok" else f" ({run.status})"), str(run.n)


def _change(before: float | None, now: float | None) -> str:
    return f"{now / before - 1:+.1%}" if before and now is not None else ""
