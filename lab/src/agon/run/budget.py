"""What gives way where a time budget is short: first the length of all processes, then the number of blocks down to
what a verdict needs, and only then the dearest cells. Never everything, and no platform altogether while another way
is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from agon.results.model import Cell, Plan
from agon.workloads.registry import all_workloads

LEAST_S = 0.2
"""What an invocation may be shortened to, of `Plan.max_time_s`."""
SHARES = tuple(0.9**n for n in range(1, 40))
"""Shares of a process's length that are tried, longest first."""
SAFE = 0.8
"""Of the time that is left: what processes are shortened to fit into, so that no cell is dropped where they take longer
than expected. Their length cannot change later."""
LEAST_CELLS = 2
"""Cells that are measured however short the time is: one compares with nothing."""

Seconds = Callable[[Cell, Plan], float]
"""How long an invocation of a cell takes under a plan."""


@dataclass(frozen=True)
class Fit:
    """What is measured so that the rest of an experiment keeps its budget."""

    share: float
    """Of the plan's `min_time_s` and `max_time_s`: how long each process measures."""
    kept: tuple[str, ...]
    """Ids of the cells that are measured on."""


def shortened(plan: Plan, share: float) -> Plan:
    """The plan with processes that are so much shorter."""
    if share >= 1:
        return plan
    return plan.model_copy(update={"min_time_s": plan.min_time_s * share, "max_time_s": plan.max_time_s * share})


def fit(
    cells: Sequence[Cell], plan: Plan, left_s: float, seconds: Seconds, *, most: int, least: int, fixed: float | None
) -> Fit:
    """What fits into `left_s`.

    `most`: blocks that are left to be measured; `least`: of those, how many must be, if anything is. `fixed`: the share
    that processes were given before, which is kept.
    """

    safe_s = left_s * (SAFE if fixed is None else 1.0)

    def fits(share: float, chosen: Iterable[Cell], blocks: int, within_s: float = safe_s) -> bool:
        part = shortened(plan, share)
        return sum(seconds(cell, part) for cell in chosen) * blocks <= within_s

    shares = [fixed] if fixed is not None else [1.0, *_shares(plan, cells)]
    share = next((s for s in shares if fits(s, cells, most)), shares[-1])
    if fits(share, cells, least, left_s):
        return Fit(share, tuple(c.id for c in cells))
    part = shortened(plan, share)
    kept = worth_keeping(cells, left_s / max(1, least), lambda cell: seconds(cell, part))
    chosen = [c for c in cells if c.id in kept]
    share = next((s for s in shares if fits(s, chosen, least)), shares[-1])
    return Fit(share, tuple(c.id for c in chosen))


def _shares(plan: Plan, cells: Sequence[Cell]) -> Sequence[float]:
    """What may be tried, longest first; nothing where all cells repeat a given number of times."""
    return [s for s in SHARES if plan.max_time_s * s >= LEAST_S] if any(c.iterations == 0 for c in cells) else []


def worth_keeping(cells: Sequence[Cell], block_s: float, seconds: Callable[[Cell], float]) -> set[str]:
    """Ids of the cells that one block of `block_s` has time for.

    Kept first is the one size at which most platforms are compared, with every platform that there is time for, and
    of platforms that it lacks their cheapest cell. Then come all others, the dearest last.
    """
    bundles = _bundles(cells)
    cost = {key: sum(map(seconds, bundle)) for key, bundle in bundles.items()}
    core = _core(bundles, cost)
    while len(core) > LEAST_CELLS and sum(cost[key] for key in core) > block_s:
        core.remove(max(core, key=lambda key: cost[key]))
    kept, spent = set(core), sum(cost[key] for key in core)
    for key in sorted(cost, key=lambda key: cost[key]):
        if key not in kept and spent + cost[key] <= block_s:
            kept.add(key)
            spent += cost[key]
    return {cell.id for key in kept for cell in bundles[key]}


def _core(bundles: Mapping[str, Sequence[Cell]], cost: Mapping[str, float]) -> list[str]:
    sizes: dict[str, list[str]] = {}
    cheapest: dict[str, str] = {}
    for key, (main, *_) in bundles.items():
        size = f"{main.workload} {sorted(main.params.items())} {main.cores} {main.threads} {main.kind}"
        sizes.setdefault(size, []).append(key)
        if main.platform not in cheapest or cost[key] < cost[cheapest[main.platform]]:
            cheapest[main.platform] = key

    def platforms(keys: Iterable[str]) -> set[str]:
        return {bundles[key][0].platform for key in keys}

    widest = max(sizes.values(), key=lambda keys: (len(platforms(keys)), -sum(cost[key] for key in keys)))
    present = platforms(widest)
    return [*widest, *(key for platform, key in cheapest.items() if platform not in present)]


def _bundles(cells: Sequence[Cell]) -> dict[str, list[Cell]]:
    """Id of a main cell -> it, and the reference cells that its figures need; those alone where it is not there."""
    workloads = all_workloads()
    bundles: dict[str, list[Cell]] = {c.id: [c] for c in cells if c.role == "main"}
    mains = [bundle[0] for bundle in bundles.values()]
    for cell in cells:
        if cell.role == "main":
            continue
        workload = workloads[cell.workload]
        owners = [
            m.id
            for m in mains
            if (m.platform, m.workload, m.cores, m.threads) == (cell.platform, cell.workload, cell.cores, cell.threads)
            and any(workload.params(c.params) == cell.params for c in workload.companions(m.params))
        ]
        for owner in owners:
            bundles[owner].append(cell)
        if not owners:
            bundles[cell.id] = [cell]
    return bundles
