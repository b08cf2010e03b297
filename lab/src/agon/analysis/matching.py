"""Which cells may be compared: the key of a cell, and in words what two cells do not share."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TypeAlias

from agon.counted import counted
from agon.results.model import Cell, Experiment
from agon.results.summary import COMMON_UNITS, WHOLE_PROCESS, CellResult
from agon.stats.verdict import Better
from agon.workloads.registry import all_workloads, metric_units

Match: TypeAlias = tuple[CellResult | None, CellResult | None]

NEITHER = frozenset({"core_load"})
"""Common metrics of which neither more nor less is better."""


def key(result: CellResult, platform: str, *, whole: bool = True) -> str:
    """What makes two cells comparable; `platform`: its name on both sides. Not `whole`: what makes them counterparts,
    though they may have been measured in different ways."""
    cell = result.cell
    parts = [platform, cell.workload, cell.params, cell.cores, cell.threads, cell.role]
    return json.dumps([*parts, cell.iterations, is_cold(result)] if whole else parts, sort_keys=True)


def is_cold(result: CellResult) -> bool:
    """Its headline is a first iteration: never compared with what was repeated. Steady and unsettled are compared."""
    return result.clock == "cold"


def matches(a: Iterable[tuple[str, CellResult]], b: Iterable[tuple[str, CellResult]]) -> list[Match]:
    """Cells of both sides with the same key; then counterparts that were measured differently; then those alone.

    Each cell comes with its platform's name on both sides."""
    left, right = list(a), list(b)
    place = {key(c, name): n for n, (name, c) in enumerate(left)}
    found: dict[int, CellResult] = {}
    rest: list[tuple[str, CellResult]] = []
    for name, c in right:
        n = place.get(key(c, name))
        if n is None:
            rest.append((name, c))
        else:
            found[n] = c
    free = {key(c, name, whole=False): n for n, (name, c) in enumerate(left) if n not in found}
    alone: list[Match] = []
    for name, c in rest:
        n = free.pop(key(c, name, whole=False), None)
        if n is None:
            alone.append((None, c))
        else:
            found[n] = c
    return [*((c, found.get(n)) for n, (_, c) in enumerate(left)), *alone]


def unlike(a: CellResult, b: CellResult, metric: str) -> str | None:
    """How two counterparts were measured differently; None if they may be compared."""
    if a.cell.iterations != b.cell.iterations:
        return (
            f"{_repeats(a.cell.iterations)} in A, {_repeats(b.cell.iterations)} in B: measure both with the same "
            "--iterations"
        )
    if is_cold(a) != is_cold(b):
        return f"the time is {_clock(a)} in A, {_clock(b)} in B: a first iteration and a repeated one do not compare"
    if metric in WHOLE_PROCESS and (a.work is None or a.work != b.work):
        return (
            f"{metric} is of the whole process, and the processes did {_work(a)} in A, {_work(b)} in B: fix the number "
            "with --iterations"
        )
    methods = [{i.resources.memory_peak_method for i in c.counted if i.resources} for c in (a, b)]
    if metric == "memory_peak" and methods[0] != methods[1]:
        return f"peak memory was {_methods(methods[0])} in A, {_methods(methods[1])} in B"
    return None


def conditions(a: Experiment, b: Experiment, match: Match) -> str | None:
    """What two experiments were set differently of a cell, if it changes the work."""
    if a.plan.witness != b.plan.witness:
        return "messages carried witnesses on one side only"
    in_a, in_b = match
    if in_a is None or in_b is None:
        return None
    if a.limits_of(in_a.cell).memory_bytes != b.limits_of(in_b.cell).memory_bytes:
        return "memory limits differ, and runtimes size their heaps by them"
    if in_a.cell.platform == in_b.cell.platform and in_a.cell.variant != in_b.cell.variant:
        return f"variant {in_a.cell.variant} in A, {in_b.cell.variant} in B"
    if a.plan.seed != b.plan.seed and drawn(in_a.cell):
        return f"seed {a.plan.seed} in A, {b.plan.seed} in B: the inputs differ"
    return None


def drawn(cell: Cell) -> bool:
    """Whether the seed decides what the cell does; yes of a workload that this version does not know."""
    found = all_workloads().get(cell.workload)
    return found is None or found.drawn(cell.params)


def better_of(workload: str, metric: str) -> Better | None:
    """Which way the metric is better; None: neither."""
    found = all_workloads().get(workload)
    for own in found.metrics if found else ():
        if own.name == metric:
            return None if own.better == "none" else own.better
    return None if metric in NEITHER else "lower"


def unit_of(metric: str) -> str:
    """The metric's unit."""
    return COMMON_UNITS.get(metric) or metric_units().get(metric, "1")


def _repeats(iterations: int) -> str:
    if iterations == 0:
        return "repeated as its pilot shows"
    return counted(iterations, "iteration")


def _clock(cell: CellResult) -> str:
    return "of the first iteration" if is_cold(cell) else "after warm-up"


def _work(cell: CellResult) -> str:
    if cell.work is None:
        return "different numbers of iterations"
    return counted(cell.work, "iteration")


def _methods(methods: Iterable[str]) -> str:
    names = {"cgroup": "the control group's", "sampled": "sampled"}
    return " and ".join(sorted(names[m] for m in methods)) or "not measured"
