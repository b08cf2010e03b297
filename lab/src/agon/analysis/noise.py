"""What disturbed the machine while it measured, and what to do about it.

Raw data is never dropped; the report shows what was seen, how often, and what would mend it. A single invocation that
something disturbed is not reported: the more invocations, the surer there is one, and neither a median nor the
verdict's capped ranks move for it. So a sign counts where a tenth of the invocations show it, and a drift where chance
would not bring it about (docs/method.md, "Noise").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from agon.results.model import Invocation
from agon.results.summary import ResultSet

STEAL = 0.01
"""Share of CPU time a hypervisor may take before it shows in medians."""
OTHER_CPU = 0.05
"""Share of the cores in use that other programs may take."""
LOAD_PER_CORE = 0.5
FREQUENCY = 0.10
"""How far the clock frequency may sink below the highest seen."""
DRIFT = 0.03
"""How far the medians of two blocks may lie apart, each cell relative to its own median, whatever chance would do."""
LEAST_CELLS = 3
"""Cells a block needs for its median to speak of the machine, not of one cell."""
FEW = 5
WIDE = 0.10
"""Half-width of an interval over its median beyond which small differences cannot be seen."""
OFTEN = 0.1
"""Share of the invocations from which on a sign is worth a word."""
CHANCE = 0.05
"""How often a drift is reported where there is none."""
SHUFFLES = 200

Floats: TypeAlias = npt.NDArray[np.float64]
Disturbance: TypeAlias = Literal["steal", "other CPU", "load", "frequency", "governor", "drift", "few", "wide"]


@dataclass(frozen=True)
class Finding:
    """One disturbance: what was seen and what would mend it."""

    kind: Disturbance
    what: str
    evidence: str
    advice: str

    @property
    def disturbs(self) -> bool:
        """Whether something did disturb the machine: neither too little data, nor a setting that may."""
        return self.kind not in ("few", "wide", "governor")


def findings(results: ResultSet) -> tuple[Finding, ...]:
    """Everything found, what distorts most first; empty if the machine was quiet and the samples large enough."""
    found = (
        _steal(results),
        _others(results),
        _load(results),
        _frequency(results),
        _drift(results),
        _governor(results),
        _few(results),
        _wide(results),
    )
    return tuple(f for f in found if f is not None)


def _ratios(results: ResultSet) -> list[dict[int, float]]:
    """Of each cell, its times by block, relative to their median."""
    found: list[dict[int, float]] = []
    for cell in results.cells:
        times = cell.in_blocks(cell.headline)
        middle = median(times.values()) if times else 0
        if middle > 0:
            found.append({block: elapsed / middle for block, elapsed in times.items()})
    return found


def _levels(cells: Sequence[Mapping[int, float]]) -> dict[int, float]:
    """Each block's time relative to the cells' own medians (1 = typical), where enough cells speak."""
    ratios: dict[int, list[float]] = {}
    for cell in cells:
        for block, ratio in cell.items():
            ratios.setdefault(block, []).append(ratio)
    return {block: median(r) for block, r in sorted(ratios.items()) if len(r) >= LEAST_CELLS}


def _stray(levels: Mapping[int, float]) -> float:
    """How far the slowest block lies above the fastest, as a share."""
    return max(levels.values()) / min(levels.values()) - 1 if len(levels) > 1 else 0.0


def _is_noise(cells: Sequence[Mapping[int, float]], seed: int) -> bool:
    """Whether the cells agree on which blocks were slow no more than where the block has no effect.

    The agreement is Friedman's statistic, but for its scale; it is compared with those of each cell's ranks shuffled.
    """
    owner = np.repeat(np.arange(len(cells)), [len(cell) for cell in cells])
    _, block = np.unique([b for cell in cells for b in cell], return_inverse=True)
    times = np.array([t for cell in cells for t in cell.values()])
    order = np.lexsort((times, owner))
    place = np.arange(len(times)) - np.searchsorted(owner, owner)
    ranks = np.empty(len(times))
    ranks[order] = (place + 0.5) / np.bincount(owner)[owner] - 0.5
    counts = np.bincount(block)

    def agreement(ranks: Floats) -> float:
        return float((np.bincount(block, ranks) ** 2 / counts).sum())

    rng = np.random.default_rng(seed)
    dealt = [agreement(ranks[np.lexsort((rng.random(len(ranks)), owner))]) for _ in range(SHUFFLES)]
    return sum(a >= agreement(ranks) for a in dealt) > CHANCE * SHUFFLES


def _steal(results: ResultSet) -> Finding | None:
    shares = {i.id: i.noise.steal_fraction for i in results.invocations if i.noise}
    hit = {k: v for k, v in shares.items() if v > STEAL}
    if not _often(hit, shares):
        return None
    return Finding(
        "steal",
        "The hypervisor took CPU time away",
        f"{len(hit)} of {len(shares)} invocations lost more than {STEAL:.0%} of the machine's CPU time, "
        f"at most {max(hit.values()):.0%}{_where(results, hit)}.",
        "Measure at a quieter hour or on a machine of your own; more invocations make the medians sturdier.",
    )


def _others(results: ResultSet) -> Finding | None:
    shares = {i.id: i.noise.other_cpu_fraction for i in results.invocations if i.noise}
    hit = {k: v for k, v in shares.items() if v > OTHER_CPU}
    if not _often(hit, shares):
        return None
    return Finding(
        "other CPU",
        "Other programs used the measured cores",
        f"In {len(hit)} of {len(shares)} invocations something else took more than {OTHER_CPU:.0%} of the cores in "
        f"use, at most {max(hit.values()):.0%}{_where(results, hit)}.",
        "Close other programs (browsers, indexers, updates), leave them a core with --cores, and measure again.",
    )


def _load(results: ResultSet) -> Finding | None:
    loads = {i.id: i.noise.load_before for i in results.invocations if i.noise}
    cores = results.experiment.environment.cores_logical
    # Invocations keep the load average up themselves: only more than their own threads and half the machine counts.
    threads = {c.id: c.threads for c in results.experiment.cells}
    busiest = max(threads.values(), default=0)
    limit = max(busiest, 1) + LOAD_PER_CORE * cores
    hit = {k: v for k, v in loads.items() if v > limit}
    if not _often(hit, loads):
        return None
    return Finding(
        "load",
        "The machine had more to run than the measured program",
        f"Before {len(hit)} of {len(loads)} invocations the 1-minute load average was above {limit:g} on {cores} "
        f"cores, at most {max(hit.values()):.1f}.",
        "See what runs (top), end it or wait for it, and measure again.",
    )


def _frequency(results: ResultSet) -> Finding | None:
    clocks = {i.id: i.noise.frequency_mhz for i in results.invocations if i.noise and i.noise.frequency_mhz}
    if not clocks:
        return None
    top = max(clocks.values())
    hit = {k: v for k, v in clocks.items() if v < (1 - FREQUENCY) * top}
    if not _often(hit, clocks):
        return None
    return Finding(
        "frequency",
        "The CPU changed its clock frequency",
        f"In {len(hit)} of {len(clocks)} invocations it was more than {FREQUENCY:.0%} below the highest seen "
        f"({min(hit.values()):.0f} against {top:.0f} MHz).",
        "As root: cpupower frequency-set -g performance, and switch turbo off; look to cooling and mains power.",
    )


def _drift(results: ResultSet) -> Finding | None:
    cells = _ratios(results)
    levels = _levels(cells)
    if _stray(levels) <= DRIFT or _is_noise(cells, results.experiment.plan.seed):
        return None
    slow, fast = max(levels, key=lambda b: levels[b]), min(levels, key=lambda b: levels[b])
    return Finding(
        "drift",
        "The machine's speed changed between blocks",
        f"Relative to each cell's own median, block {slow + 1} took {levels[slow]:.1%} of the time and block "
        f"{fast + 1} {levels[fast]:.1%}.",
        "Comparisons within this experiment stay fair, since every block visits all cells, but intervals are wider "
        "than they need be: fix the frequency, cool the machine, or measure again.",
    )


def _governor(results: ResultSet) -> Finding | None:
    governor = results.experiment.environment.governor
    if governor in ("performance", "not reported", "unknown", ""):
        return None
    return Finding(
        "governor",
        "The CPU may change its clock frequency",
        f"The frequency governor is '{governor}'.",
        "As root: cpupower frequency-set -g performance.",
    )


def _few(results: ResultSet) -> Finding | None:
    ok = [c for c in results.cells if c.measured]
    few = [c for c in ok if len(c.counted) < FEW]
    if not few:
        return None
    return Finding(
        "few",
        "Few invocations",
        f"{len(few)} of {len(ok)} cells rest on fewer than {FEW} invocations: their intervals are wide.",
        f"Ask for more: --invocations {4 * FEW}, or --until-ci 2%.",
    )


def _wide(results: ResultSet) -> Finding | None:
    times = [c.metrics[c.headline] for c in results.cells if c.headline in c.metrics]
    wide = [s for s in times if s.n >= FEW and s.median > 0 and (s.high - s.low) / 2 / s.median > WIDE]
    if not wide:
        return None
    return Finding(
        "wide",
        "Wide intervals",
        f"In {len(wide)} of {len(times)} cells the interval of the elapsed time spans more than ±{WIDE:.0%} of the "
        "median.",
        "Measure until the intervals are narrow (--until-ci 2%); larger sizes help where times are short.",
    )


def _often(hit: Mapping[str, float], all_of_them: Mapping[str, float]) -> bool:
    return len(hit) >= max(1, OFTEN * len(all_of_them))


def _where(results: ResultSet, hit: Mapping[str, float]) -> str:
    """Which block, if one block holds all that was hit and there are several."""

    def blocks(invocations: list[Invocation]) -> set[int]:
        return {i.block for i in invocations}

    mine = blocks([i for i in results.invocations if i.id in hit])
    return f", all in block {min(mine) + 1}" if len(mine) == 1 < len(blocks(list(results.invocations))) else ""
