"""What do rules of steady state make of processes whose truth is known?

Each source draws the iterations of processes (lab/tests/support/series.py). Each rule gets as much of a process as it
asks for, and decides whether the process is steady and what an iteration costs. The truth is the source's own.

Rules: the lab's (a pilot of 10 s or more fixes warm-up and length of the others); the rule of earlier versions (a
process is ended when its last second looks flat, the median counts); Barrett et al. (OOPSLA 2017: changes of mean and
variance, a penalty of 15 log n, segments equal to the last within its variance; of a process of 10 s, the mean of what
is equal counts); and the last half of a process of 10 s.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import ruptures
from record import Data, about, as_columns, as_rows, machine_line, this_machine, write

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.series import CHANGING, DRIFTING, EACH_NS, STATIONARY, Source, Times

from agon.results.model import Invocation, Iteration, Plan
from agon.results.rows import pooled
from agon.run.pilot import Watch, is_changing, length_of
from agon.stats.changes import NOISE_FLOOR, change_points, noise_of
from agon.stats.steady import change, modes, warm_up

NAME = "settling"
PLAN = Plan(protocol="agon", seed=1, invocations=10, pilot_s=10.0)
PROCESSES = 5
"""Of each drawn cell."""
LONG_S = 10.0
LATE_S = 64.0
NORMAL = ruptures.Pelt(custom_cost=ruptures.costs.CostNormal(add_small_diag=False), min_size=3, jump=3)
STEADY = CHANGING | STATIONARY
"""Sources that come to rest."""


@dataclass(frozen=True)
class Seen:
    """One process, as a rule sees it."""

    rule: str
    source: str
    steady: bool
    off: float
    """How far its figure is from the truth, as a difference of logarithms."""
    seconds: float
    """That the process took; of the lab's rule with its part of the pilot."""


def until(times: Times, seconds: float) -> Times:
    """The iterations of the first seconds."""
    return times[: int(np.searchsorted(np.cumsum(times), seconds * 1e9)) + 1]


def drawn(source: Source, rng: np.random.Generator, seconds: float) -> Times:
    return until(source(rng, int(seconds * 1e9 / EACH_NS * 1.7) + 50), seconds)


def the_labs(name: str, source: Source, rng: np.random.Generator) -> list[Seen]:
    """A pilot, and processes as it fixes them."""
    whole = drawn(source, rng, LATE_S)
    lived = np.cumsum(whole) / 1e9
    watch, end = Watch(PLAN), int(np.searchsorted(lived, PLAN.pilot_s)) + 1
    while end < len(whole) and watch.goes_on([round(t) for t in whole[:end]], float(lived[end - 1])):
        end = int(np.searchsorted(lived, lived[end - 1] + 0.5)) + 1
    rows = [Iteration(index=i, elapsed_ns=round(t)) for i, t in enumerate(whole[:end])]
    pilot = Invocation(
        id="i", cell="c", block=-1, order=0, started="", status="ok", argv=[], iterations=pooled(rows, {})
    )
    length = length_of(pilot, PLAN)
    after = whole[warm_up(whole[:end]) : end]
    still = is_changing(after)
    found: list[Seen] = []
    for _ in range(PROCESSES):
        times = source(rng, length.iterations)
        measured = times[length.warm_up :]
        steady = not still and (bool(modes(after)) or not change(measured).shown)
        seconds = float(times.sum()) / 1e9 + float(lived[end - 1]) / PLAN.invocations
        found.append(Seen("lab", name, steady, off(name, source, float(measured.mean())), seconds))
    return found


def one(name: str, source: Source, rng: np.random.Generator, rule: str) -> Seen:
    times = drawn(source, rng, LONG_S)
    used, counts, steady = RULES[rule](times)
    figure = float(np.median(counts)) if rule == "earlier" else float(counts.mean())
    return Seen(rule, name, steady, off(name, source, figure), float(used.sum()) / 1e9)


def off(name: str, source: Source, figure: float) -> float:
    return math.log(figure / truth(name, source))


_TRUTHS: dict[str, float] = {}


def truth(name: str, source: Source) -> float:
    """The mean of the source once it has come to rest; of one that never does, that of a minute."""
    if name not in _TRUTHS:
        whole = drawn(source, np.random.default_rng(0), LATE_S if name in DRIFTING else 200.0)
        _TRUTHS[name] = EACH_NS if name in CHANGING else float(whole.mean())
    return _TRUTHS[name]


def earlier(times: Times) -> tuple[Times, Times, bool]:
    """The process is looked at each tenth of a second, and ended when it looks flat for a second."""
    lived = np.cumsum(times) / 1e9
    start: int | None = None
    for at in np.arange(1.0, LONG_S, 0.1):
        seen = times[: min(1000, int(np.searchsorted(lived, at)) + 1)]
        start = _flat_from(seen)
        if (start is not None and seen[start:].sum() >= 1e9) or len(seen) == 1000:
            break
    else:
        seen = times
    found = _flat_from(seen)
    return seen, seen[found if found is not None else len(seen) - len(seen) // 4 :], found is not None


def _flat_from(times: Times) -> int | None:
    """From which iteration on all but a fifth are within 2% of the level of the end, by change points of bins."""
    width = math.ceil(len(times) / 250)
    odd = len(times) % width
    x = np.median(np.log(times[odd:]).reshape(-1, width), axis=1)
    noise = max(NOISE_FLOOR, noise_of(x))
    near5 = np.median(np.lib.stride_tricks.sliding_window_view(x, 5), axis=1)
    smooth = np.concatenate([x[:2], near5, x[-2:]])
    x = np.where(np.abs(x - smooth) > 4 * noise, smooth, x)
    segments = list(pairwise(change_points(x, noise)))
    quarter = len(x) - math.ceil(len(x) / 4)
    longest = max(segments, key=lambda s: s[1] - max(s[0], quarter))
    level = x[slice(*longest)].mean()
    near = [bool(abs(x[left:right].mean() - level) <= 0.02) for left, right in segments]
    start, away = None, 0
    for (left, right), is_near in zip(reversed(segments), reversed(near), strict=True):
        away += 0 if is_near else right - left
        if is_near and away <= 0.2 * (len(x) - left):
            start = left
    if not near[-1] or start is None or len(x) - start < len(x) / 4:
        return None
    return start * width + odd if start else 0


def barrett(times: Times) -> tuple[Times, Times, bool]:
    """Changes of mean and variance; steady where all segments of the last quarter equal the last."""
    found: list[int] = NORMAL.fit(times / 1e6).predict(15 * math.log(len(times)))
    segments = list(pairwise([0, *found]))
    last = times[slice(*segments[-1])]
    near = [
        abs(times[a:b].mean() - last.mean()) <= last.var() / 1e9 + 1e-9 * last.mean() or (a, b) == segments[-1]
        for a, b in segments
    ]
    start = segments[-1][0]
    for (a, _), is_near in zip(reversed(segments), reversed(near), strict=True):
        if not is_near:
            break
        start = a
    return times, times[start:], start <= len(times) * 3 / 4


def last_half(times: Times) -> tuple[Times, Times, bool]:
    return times, times[len(times) // 2 :], True


RULES: Mapping[str, Callable[[Times], tuple[Times, Times, bool]]] = {
    "earlier": earlier,
    "Barrett": barrett,
    "last half": last_half,
}


def row(name: str, seen: list[Seen]) -> str:
    cells = [name]
    for rule in ("lab", *RULES):
        mine = [s for s in seen if s.rule == rule]
        offs = np.array([s.off for s in mine])
        steady = sum(s.steady for s in mine) / len(mine)
        seconds = np.mean([s.seconds for s in mine])
        cells.append(f"{math.expm1(float(offs.mean())):+.1%} ± {float(offs.std()):.1%}, {steady:.0%}, {seconds:.2g} s")
    return "| " + " | ".join(cells) + " |"


def page(data: Data, link: str) -> list[str]:
    """The lines of the study's page."""
    found = [Seen(**r) for r in as_rows(data["processes"])]
    names = list(dict.fromkeys(s.source for s in found))
    by_name = {name: [s for s in found if s.source == name] for name in names}
    heads = ("source", "the lab's rule", "of earlier versions", "Barrett et al.", "last half of 10 s")
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    wrong = {
        rule: [
            sum(s.steady for s in found if s.rule == rule and s.source in DRIFTING),
            sum(s.rule == rule and s.source in DRIFTING for s in found),
            sum(not s.steady for s in found if s.rule == rule and s.source in STEADY),
            sum(s.rule == rule and s.source in STEADY for s in found),
        ]
        for rule in ("lab", *RULES)
    }
    return [
        "# Rules of steady state, on processes whose truth is known",
        "",
        f"Written by `lab/studies/settling.py`; every process is in {link}. Machine: {machine_line(data)}.",
        "",
        "An iteration takes 3 ms, with 1% to 25% of noise. Each field: how far the figure is from the truth (mean ± "
        "standard deviation between processes), the share of processes that is called steady, what a process takes.",
        "",
        *lines,
        *(row(name, seen) for name, seen in by_name.items()),
        "",
        "Called steady though they drift, and not steady though they come to rest or are stationary: "
        + "; ".join(
            f"{'the lab' if rule == 'lab' else rule} {a / b:.0%} and {c / d:.1%}"
            for rule, (a, b, c, d) in wrong.items()
        )
        + ".",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=20, help="of each source")
    parser.add_argument("--out", type=Path, help="folder of data and page; without it the recorded ones are replaced")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for name, source in (STEADY | DRIFTING).items():
        rng = np.random.default_rng([len(rows), 1])
        for _ in range(given.cells):
            seen = [*the_labs(name, source, rng)]
            seen += [one(name, source, rng, rule) for rule in RULES]
            rows += [asdict(s) | {"off": round(s.off, 4), "seconds": round(s.seconds, 2)} for s in seen]
        print(name, len(rows), flush=True)
    data = about(this_machine(), given.out) | {"processes": as_columns(rows)}
    print(write(given.out, NAME, data, page))
    return 0


if __name__ == "__main__":
    sys.exit(main())
