"""Which platform for which need: the answer in words, from one experiment's ok cells alone.

A need is answered at one size for all: the largest that the most platforms passed. A platform that failed or is missing
there is never ranked; it is named in the caveat. Who cannot be told apart from the best, because their intervals
overlap, ties with it; and from a single invocation nobody can be told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from agon.report.format import ratio
from agon.report.sizes import Layout
from agon.report.standings import Standing, common_time, rank
from agon.results.summary import CellResult, ResultSet, Summary
from agon.workloads.registry import all_workloads

Better: TypeAlias = Literal["lower", "higher"]


class Place(NamedTuple):
    """One platform in a ranking, best first."""

    label: str
    value: Summary
    note: str
    """`tied with the best`, or how many times worse than the best."""


@dataclass(frozen=True)
class Need:
    """One need of somebody who chooses a platform, and what the experiment says to it."""

    name: str
    """`latency`, `hand-over`, `throughput`, `memory`, `fairness` or `agents`."""
    question: str
    answer: str
    ranking: list[Place]
    evidence: str
    """What was compared: workload, size, cores, metric, clock."""
    caveat: str
    """What the answer does not cover, and who was left out and why; may be empty."""


@dataclass(frozen=True)
class _Criterion:
    """What a need looks at. `metric` `time` stands for the in-program time that all have (`common_time`)."""

    name: str
    question: str
    workload: str
    metric: str
    says: str
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
        "hand-over", "Who hands a message over soonest?", "token-ring", "time",
        "time a pass of a single token", "takes {} times as long",
        "One token: nothing runs in parallel.", one_token=True, per_step=True,
    ),
    _Criterion(
        "throughput", "Who handles the most messages a second?", "token-ring", "time",
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
        "agents", "Which agent platform is fastest?", "token-ring", "time",
        "", "takes {} times as long",
        "Agents that pass messages on; plans, beliefs and goals hardly count here.", family="agent",
    ),
)  # fmt: skip


def choose(results: ResultSet) -> list[Need]:
    """An answer to each need that the experiment has a workload for, in a fixed order."""
    layouts = [(c, _layout(results, c)) for c in _CRITERIA]
    return [_answer(results, criterion, layout) for criterion, layout in layouts if layout.cells]


def _answer(results: ResultSet, criterion: _Criterion, layout: Layout) -> Need:
    size = layout.reference
    left_out = _left_out(results, criterion)
    if size is None:
        why = _failures(layout.cells) or "nothing was measured"
        return Need(
            criterion.name, criterion.question, "Cannot be said: no platform passed.", [], "", _join([why, left_out])
        )
    cells = layout.at(size)
    metric, clock = common_time(cells) if criterion.metric == "time" else (criterion.metric, "")
    ranking = rank(layout, metric, criterion.better)
    places = ranking.places if ranking else _alone(cells, metric)
    absent = [c for c in cells if metric not in c.metrics]
    steps = all_workloads()[criterion.workload].size(dict(size.params))
    evidence = [criterion.workload, layout.constant, size.words(layout.varying), criterion.says, clock]
    return Need(
        name=criterion.name,
        question=criterion.question,
        answer=_words(criterion, places),
        ranking=[Place(p.label, _shown(p.value, criterion, steps), _note(p, places, criterion)) for p in places],
        evidence="; ".join(part for part in evidence if part),
        caveat=_join([criterion.limit, _failures(absent), left_out, _sizes_beyond(layout)]),
    )


def _layout(results: ResultSet, criterion: _Criterion) -> Layout:
    """The cells that the need looks at; on the largest number of cores."""
    every = Layout.of(results, criterion.workload).cells
    cores = max((c.cell.cores for c in every), default=0)
    cells = [c for c in every if c.cell.cores == cores]
    if criterion.family is not None:
        cells = [c for c in cells if c.platform.family == criterion.family]
    if criterion.one_token:
        cells = [c for c in cells if c.cell.params["tokens"] == 1]
    return Layout(criterion.workload, tuple(cells))


def _alone(cells: Iterable[CellResult], metric: str) -> tuple[Standing, ...]:
    return tuple(Standing(c.cell.platform, c.metrics[metric], 1.0, True) for c in cells if metric in c.metrics)


def _words(criterion: _Criterion, places: Sequence[Standing]) -> str:
    if not places:
        return "Cannot be said: no platform that passed has this measurement."
    if len(places) == 1:
        kind = f"{criterion.family} platform" if criterion.family else "platform"
        return f"{places[0].label} is the only {kind} that passed: there is nothing to choose between."
    if any(p.value.n < 2 for p in places):
        return f"Cannot be said: {places[0].label} came first, but one invocation cannot tell platforms apart."
    leaders = [p.label for p in places if p.tied]
    rest = [p for p in places if not p.tied]
    if len(leaders) > 1:
        tie = f"{', '.join(leaders[:-1])} and {leaders[-1]} tie: their intervals overlap."
        return f"{tie} {_next(criterion, rest)}" if rest else tie
    return f"{leaders[0]}. {_next(criterion, rest)}"


def _next(criterion: _Criterion, rest: Sequence[Standing]) -> str:
    return f"{rest[0].label}, the next, {_times(criterion, rest[0])}."


def _times(criterion: _Criterion, place: Standing) -> str:
    if place.behind == float("inf"):
        return "is behind by no finite factor"
    return criterion.worse.format(ratio(place.behind))


def _note(place: Standing, places: Sequence[Standing], criterion: _Criterion) -> str:
    if any(p.value.n < 2 for p in places):
        return "one invocation: no interval" if place.value.n < 2 else ""
    if place.label == places[0].label:
        return ""
    return "tied with the best" if place.tied else _times(criterion, place)


def _shown(value: Summary, criterion: _Criterion, steps: int) -> Summary:
    """The value in the terms of the need: a step's time, or steps a second."""
    if criterion.per_step:
        return Summary(value.median / steps, value.low / steps, value.high / steps, value.unit, value.n)
    if criterion.rate:
        return Summary(_over(steps, value.median), _over(steps, value.high), _over(steps, value.low), "1/s", value.n)
    return value


def _over(steps: int, seconds: float) -> float:
    return steps / seconds if seconds > 0 else float("inf")


def _failures(cells: Iterable[CellResult]) -> str:
    reasons = [f"{c.cell.platform} ({c.reason or 'no such measurement'})" for c in cells]
    return f"Not ranked: {'; '.join(reasons)}." if reasons else ""


def _left_out(results: ResultSet, criterion: _Criterion) -> str:
    """Platforms that were asked for and have no cell of the workload at all."""
    present = {c.platform for c in results.experiment.cells if c.workload == criterion.workload}
    asked = [s for s in results.skipped if s.workload in (criterion.workload, "all")]
    skipped = {s.platform: s for s in asked if s.platform not in present}
    reasons = [f"{s.platform} ({s.kind}: {s.reason})" for s in skipped.values()]
    return f"Not measured: {'; '.join(reasons)}." if reasons and criterion.family is None else ""


def _sizes_beyond(layout: Layout) -> str:
    """Who passed larger sizes than the one compared."""
    reference = layout.reference
    if reference is None:
        return ""
    larger = layout.sizes[layout.sizes.index(reference) + 1 :]
    passed = [(s, [c.cell.platform for c in layout.at(s) if c.measured]) for s in larger]
    words = [f"{', '.join(who)} at {layout.words(s)}" for s, who in passed if who]
    return f"Larger sizes were passed by some only: {'; '.join(words)}." if words else ""


def _join(sentences: Iterable[str]) -> str:
    return " ".join(s for s in sentences if s)
