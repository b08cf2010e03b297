"""Which platform for which need: the answer in words, from one experiment's ok cells alone.

A need is answered at one size for all (`Layout.reference`). A platform that failed or is missing there is never ranked;
it is named next to the answer. Who is not shown to be worse than the best leads with it (agon.stats.verdict).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from agon.analysis import following
from agon.analysis.gaps import why_absent
from agon.analysis.judged import Judged
from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import CLOCKS, LEAST_BLOCKS, TIME, Better, Ranking, Standing, clock, span
from agon.counted import counted
from agon.format import listed, quantity, ratio
from agon.results.summary import CellResult, ResultSet, Summary
from agon.workloads.base import Params
from agon.workloads.registry import all_workloads


class Place(NamedTuple):
    """One platform in a ranking, best first."""

    label: str
    value: Summary
    note: str
    """`no difference shown`, or how many times worse than the best."""


@dataclass(frozen=True)
class Need:
    """One need of a user who chooses a platform, and what the experiment shows for it."""

    name: str
    """`latency`, `hand-over`, `throughput`, `memory`, `fairness` or `agents`."""
    question: str
    answer: str
    ranking: list[Place]
    evidence: str
    """What was compared: workload, size, cores, metric, clock."""
    caveat: str
    """What the answer does not cover; may be empty."""
    where: str = ""
    """The size, where that is another than all platforms are ranked at."""
    absent: tuple[str, ...] = ()
    """Who was left out and why, in sentences."""
    command: str = ""
    """The command that would answer it; empty where it is answered."""


class Open(NamedTuple):
    """A need that the experiment measured nothing for."""

    question: str
    command: str
    """The command that would answer it."""


@dataclass(frozen=True)
class _Criterion:
    """What a need looks at. `metric` `time` stands for the time in the program (agon.analysis.standings)."""

    name: str
    question: str
    workload: str
    metric: str
    meaning: str
    """The metric in words."""
    worse: str
    """How the others compare: `takes 2.1 times as long`."""
    limit: str
    """What the answer does not cover."""
    better: Better = "lower"
    one_token: bool = False
    """Compare with a single token, when nothing else is under way, instead of at the largest size."""
    per_step: bool = False
    """Show the time of one elementary step of the workload."""
    rate: bool = False
    """Show steps a second."""
    family: str | None = None


_CRITERIA = (
    _Criterion(
        "latency", "Who answers small requests soonest while large ones are under way?", "fibonacci", "small_p99",
        "99th percentile of the response time of small requests", "takes {} times as long",
        "Closed loop: a client asks again only when it was answered, so waiting under overload is not seen.",
    ),
    _Criterion(
        "hand-over", "Who hands a message over soonest?", "token-ring", TIME,
        "time a pass of a single token", "takes {} times as long",
        "One token: nothing runs in parallel.", one_token=True, per_step=True,
    ),
    _Criterion(
        "throughput", "Who handles the most messages a second?", "token-ring", TIME,
        "passes a second, all tokens together", "handles {} times fewer",
        "Tiny messages and next to no work for each.", rate=True,
    ),
    _Criterion(
        "memory", "Who needs the least memory?", "token-ring", "memory_peak",
        "peak memory of the whole process group", "needs {} times as much",
        "A heap that may grow does: a limit (--memory) makes most virtual machines need less.",
    ),
    _Criterion(
        "fairness", "Who shares a bottleneck most evenly?", "chameneos", "fairness_stddev",
        "standard deviation of the meetings of a creature", "deviates {} times as much",
        "Even shares are no virtue in themselves: a platform may trade them for speed.",
    ),
    _Criterion(
        "agents", "Which agent platform is fastest?", "token-ring", TIME,
        "", "takes {} times as long",
        "Agents that pass messages on; plans, beliefs and goals hardly count here.", family="agent",
    ),
)  # fmt: skip


def choose(judged: Judged) -> list[Need]:
    """An answer to each need that the experiment has a workload for, in a fixed order."""
    layouts = [(c, _layout(judged, c)) for c in _CRITERIA]
    return [_answer(judged, criterion, layout) for criterion, layout in layouts if layout.cells]


def not_measured(judged: Judged) -> list[Open]:
    """The other needs, each with the command that would answer it, in the same order."""
    without = [c for c in _CRITERIA if not _layout(judged, c).cells]
    found = [Open(c.question, _command(judged, c)) for c in without]
    return [need for need in found if need.command]


def _command(judged: Judged, criterion: _Criterion, *options: str, larger: bool = False) -> str:
    settings: Params | None = {"tokens": 1} if criterion.one_token else None
    made = following.elsewhere(judged.results, criterion.workload, criterion.family, settings, larger=larger)
    return " ".join([made, *options]) if made else ""


def _answer(judged: Judged, criterion: _Criterion, layout: Layout) -> Need:
    ranking = judged.ranking(
        criterion.workload,
        criterion.metric,
        criterion.better,
        family=criterion.family or "",
        where=_one_token if criterion.one_token else None,
    )
    size = ranking.size if ranking is not None else layout.reference
    left_out = _left_out(judged.results, criterion)
    if size is None:
        why = _failures(layout.cells) or "nothing was measured"
        return Need(
            criterion.name,
            criterion.question,
            "Inconclusive: no platform passed.",
            [],
            "",
            "",
            absent=tuple(s for s in (why, left_out) if s),
            command=_command(judged, criterion),
        )
    cells = layout.at(size)
    metric = clock(cells) if criterion.metric == TIME else criterion.metric
    cold = [c for c in cells if c.measured and metric == "elapsed_steady" and c.clock == "cold"]
    places = ranking.places if ranking else ()
    alone = [c for c in cells if metric in c.metrics]
    absent = [c for c in cells if metric not in c.metrics and c not in cold]
    steps = all_workloads()[criterion.workload].size(dict(size.params))
    whole = judged.layout(criterion.workload)
    where = whole.words(size) if size != whole.reference else ""
    answer = _words(criterion, alone, ranking, steps)
    evidence = [
        criterion.workload,
        layout.constant,
        size.words(layout.varying),
        criterion.meaning,
        CLOCKS.get(metric, ""),
    ]
    return Need(
        name=criterion.name,
        question=criterion.question,
        answer=f"At {where}, {answer}" if where and ranking is not None and ranking.decided else answer,
        ranking=[Place(p.label, _shown(p.value, criterion, steps), _note(p, criterion)) for p in places],
        evidence="; ".join(part for part in evidence if part),
        caveat=criterion.limit,
        where=where,
        absent=tuple(
            s
            for s in (_cold(cold), _few(ranking), _failures(absent, metric), left_out, _sizes_beyond(layout, size))
            if s
        ),
        command=_wanting(judged, criterion, ranking, many=len(alone) > 1),
    )


def _wanting(judged: Judged, criterion: _Criterion, ranking: Ranking | None, *, many: bool) -> str:
    """The command that would decide what is not: with a rival, at a larger size, or with enough invocations."""
    if ranking is not None and ranking.decided:
        return ""
    if ranking is not None:
        return _command(judged, criterion, "--invocations", str(2 * LEAST_BLOCKS))
    return _command(judged, criterion, larger=many)


def _layout(judged: Judged, criterion: _Criterion) -> Layout:
    """The cells that the need looks at."""
    layout = judged.layout(criterion.workload)
    if criterion.family is not None:
        layout = layout.only(lambda c: c.platform.family == criterion.family)
    return layout.where(_one_token) if criterion.one_token else layout


def _one_token(params: Params) -> bool:
    return params["tokens"] == 1


def _words(criterion: _Criterion, cells: Sequence[CellResult], ranking: Ranking | None, steps: int) -> str:
    if not cells:
        return "Inconclusive: no platform that passed has this measurement."
    if len(cells) == 1:
        kind = f"{criterion.family} platform" if criterion.family else "platform"
        return f"{cells[0].cell.platform} is the only {kind} that passed: there is nothing to choose between."
    if ranking is None:
        return "Inconclusive: iterations are too short to rank platforms; measure a larger size."
    places = ranking.places
    if not ranking.decided:
        return (
            f"Inconclusive: {places[0].label} came first, but to rank platforms at least {LEAST_BLOCKS} invocations "
            "of each are needed."
        )
    leaders = [p.label for p in places if p.leads]
    rest = [p for p in places if not p.leads]
    if len(leaders) > 1:
        tie = f"{listed(leaders)}: no difference is shown between them."
        return f"{tie} {_next(criterion, rest)}" if rest else tie
    best = _shown(places[0].value, criterion, steps)
    return f"{leaders[0]}: {quantity(best.median, best.unit)}. {_next(criterion, rest)}"


def _next(criterion: _Criterion, rest: Sequence[Standing]) -> str:
    return f"{rest[0].label}, the next, {_times(criterion, rest[0])}."


def _times(criterion: _Criterion, place: Standing) -> str:
    if place.behind == float("inf"):
        return "is behind by no finite factor"
    return criterion.worse.format(f"{ratio(place.behind)} {span(place.verdict)}".strip())


def _note(place: Standing, criterion: _Criterion) -> str:
    if place.verdict is None:
        return "drifting" if place.word == "drifting" else ""
    if place.verdict.n < LEAST_BLOCKS:
        return counted(place.verdict.n, "shared block")
    note = f"{_times(criterion, place)}, {place.mark}"
    return f"{note}; drifting" if place.word == "drifting" else note


def _few(ranking: Ranking | None) -> str:
    names = ", ".join(c.cell.platform for c in ranking.few) if ranking is not None else ""
    return f"Too few invocations to rank: {names}." if names else ""


def _cold(cells: Iterable[CellResult]) -> str:
    names = ", ".join(c.cell.platform for c in cells)
    return f"Cold, so not ranked with these: {names}." if names else ""


def _shown(value: Summary, criterion: _Criterion, steps: int) -> Summary:
    """The value in the terms of the need: a step's time, or steps a second."""
    if criterion.per_step:
        return Summary(value.median / steps, value.low / steps, value.high / steps, value.unit, value.n)
    if criterion.rate:
        return Summary(_over(steps, value.median), _over(steps, value.high), _over(steps, value.low), "1/s", value.n)
    return value


def _over(steps: int, seconds: float) -> float:
    return steps / seconds if seconds > 0 else float("inf")


def _failures(cells: Iterable[CellResult], metric: str = "") -> str:
    reasons = [f"{c.cell.platform} ({c.reason or why_absent(c, metric) or 'no such measurement'})" for c in cells]
    return f"Not ranked: {'; '.join(reasons)}." if reasons else ""


def _left_out(results: ResultSet, criterion: _Criterion) -> str:
    """Platforms that were asked for and have no cell of the workload at all."""
    present = {c.platform for c in results.experiment.cells if c.workload == criterion.workload}
    asked = [s for s in results.skipped if s.workload in (criterion.workload, "all")]
    skipped = {s.platform: s for s in asked if s.platform not in present}
    reasons = [f"{s.platform} ({s.kind}: {s.reason})" for s in skipped.values()]
    return f"Not measured: {'; '.join(reasons)}." if reasons and criterion.family is None else ""


def _sizes_beyond(layout: Layout, reference: Size) -> str:
    """Who passed larger sizes than the one compared."""
    if reference not in layout.sizes:
        return ""
    larger = layout.sizes[layout.sizes.index(reference) + 1 :]
    passed = [(s, [c.cell.platform for c in layout.at(s) if c.measured]) for s in larger]
    words = [f"{', '.join(who)} at {layout.words(s)}" for s, who in passed if who]
    return f"Larger sizes were passed by some only: {'; '.join(words)}." if words else ""
