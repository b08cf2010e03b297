"""What disturbed the machine while it measured, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from agon.report.format import share
from agon.results.model import Invocation
from agon.results.summary import CellResult, ResultSet

STEAL = 0.01
"""Share of CPU time a hypervisor may take before it shows in medians."""
OTHER_CPU = 0.05
LOAD_PER_CORE = 0.5
DRIFT = 0.03
"""How far a block's median may lie from the others', relative to each cell's own median."""
WIDE = 0.10
"""Half-width of an interval over its median beyond which small differences cannot be seen."""
FEW = 5


@dataclass(frozen=True)
class Finding:
    """One disturbance: what was seen and what would mend it."""

    what: str
    evidence: str
    advice: str


def findings(results: ResultSet) -> tuple[Finding, ...]:
    """Everything found, worst kinds first; empty if the machine was quiet."""
    found = (_steal(results), _others(results), _load(results), _drift(results), _governor(results), *_spread(results))
    return tuple(f for f in found if f is not None)


def _steal(results: ResultSet) -> Finding | None:
    shares = {i.id: i.noise.steal_fraction for i in results.invocations if i.noise}
    hit = {k: v for k, v in shares.items() if v > STEAL}
    if not hit:
        return None
    return Finding(
        "The hypervisor took CPU time away",
        f"{_count(hit, shares)} lost more than {share(STEAL)} of the machine's CPU time, "
        f"at most {share(max(hit.values()))}{_blocks(results, hit)}.",
        "Measure again at a quieter hour or on a machine of your own; more invocations make the medians sturdier.",
    )


def _others(results: ResultSet) -> Finding | None:
    shares = {i.id: i.noise.other_cpu_fraction for i in results.invocations if i.noise}
    hit = {k: v for k, v in shares.items() if v > OTHER_CPU}
    if not hit:
        return None
    return Finding(
        "Other programs used the measured cores",
        f"During {_count(hit, shares)} something else took more than {share(OTHER_CPU)} of the cores in use, "
        f"at most {share(min(1.0, max(hit.values())))}{_blocks(results, hit)}.",
        "Close other programs (browsers, indexers, updates) and measure those cells again.",
    )


def _load(results: ResultSet) -> Finding | None:
    limit = LOAD_PER_CORE * results.experiment.environment.cores_logical
    loads = {i.id: i.noise.load_before for i in results.invocations if i.noise}
    hit = {k: v for k, v in loads.items() if v > limit}
    # The lab's own invocations keep the load average up; only a load beyond half the machine says anything.
    if len(hit) * 10 < len(loads) or not hit:
        return None
    return Finding(
        "The machine was busy before invocations began",
        f"Before {_count(hit, loads)} the 1-minute load average was above {limit:g}, at most {max(hit.values()):.1f}.",
        "Wait until the machine is idle; `agon doctor` shows what runs.",
    )


def _drift(results: ResultSet) -> Finding | None:
    ratios: dict[int, list[float]] = {}
    for cell in results.cells:
        if cell.status == "ok":
            for block, value in _relative(cell):
                ratios.setdefault(block, []).append(value)
    blocks = {b: median(r) for b, r in sorted(ratios.items()) if len(r) >= FEW}
    if len(blocks) < 2 or max(blocks.values()) - min(blocks.values()) <= DRIFT:
        return None
    slow, fast = max(blocks, key=lambda b: blocks[b]), min(blocks, key=lambda b: blocks[b])
    return Finding(
        "The machine's speed changed between blocks",
        f"Relative to each cell's own median, block {slow + 1} of {len(blocks)} took {share(blocks[slow])} "
        f"and block {fast + 1} took {share(blocks[fast])} of the time.",
        "Comparisons stay fair, since every block visits all cells; the intervals are wider than they need be. "
        "Fix the CPU frequency, cool the machine, or measure again.",
    )


def _relative(cell: CellResult) -> Iterable[tuple[int, float]]:
    passed = [(i.block, i.iterations[0].elapsed_ns) for i in cell.invocations if i.iterations]
    middle = median([e for _, e in passed]) if passed else 0
    return [(b, e / middle) for b, e in passed] if middle else []


def _governor(results: ResultSet) -> Finding | None:
    governor = results.experiment.environment.governor
    if governor in ("performance", "not reported", ""):
        return None
    return Finding(
        "The CPU may change its frequency",
        f"The frequency governor is `{governor}`.",
        "As root: `cpupower frequency-set -g performance`.",
    )


def _spread(results: ResultSet) -> list[Finding]:
    ok = [c for c in results.cells if c.status == "ok"]
    found: list[Finding] = []
    few = [c for c in ok if len(c.invocations) < FEW]
    if few:
        found.append(
            Finding(
                "Few invocations",
                f"{len(few)} of {len(ok)} cells rest on fewer than {FEW} invocations: their intervals say little.",
                f"Ask for more: `--invocations {2 * FEW}` or `--until-ci 2%`.",
            )
        )
    elapsed = [c.metrics["elapsed"] for c in ok if "elapsed" in c.metrics]
    wide = [s for s in elapsed if s.median and (s.high - s.low) / 2 / s.median > WIDE]
    if wide:
        found.append(
            Finding(
                "Wide intervals",
                f"In {len(wide)} of {len(elapsed)} cells the interval of the elapsed time spans more than "
                f"±{share(WIDE)} of the median.",
                "Measure until the intervals are narrow: `--until-ci 2%`; larger sizes help where times are short.",
            )
        )
    return found


def _count(hit: dict[str, float], of: dict[str, float]) -> str:
    return f"{len(hit)} of {len(of)} invocations"


def _blocks(results: ResultSet, hit: dict[str, float]) -> str:
    """Where the disturbance sat, if one block holds it all."""
    blocks = {i.block for i in results.invocations if i.id in hit}
    return f", all in block {_first(results.invocations, hit) + 1}" if len(blocks) == 1 else ""


def _first(invocations: tuple[Invocation, ...], hit: dict[str, float]) -> int:
    return next(i.block for i in invocations if i.id in hit)
