"""How often is one of several equal platforms called worse, and how often is a planted slow-down found?

A session is one experiment: one platform under thirteen labels, ten blocks, on as many cores as there are. Whatever
differs between two labels is chance. Rankings are read from it as a user would have got them: of all thirteen or of
the first seven, of all ten blocks or of either half. Slow-downs of 3%, 5% and 10% are planted by multiplying the times
of one label, so that the truth is known exactly. Nothing is measured again, however busy the machine was: what other
programs took is recorded with each session.

`--sessions 4` makes four of each program, and goes on where it was interrupted. `--judge` only reads what is there.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from record import Data, about, as_columns, as_rows, machine_line, this_machine, write
from spinning import SPIN, params

from agon import home
from agon.analysis.compare import compare
from agon.platforms.build import build
from agon.platforms.registry import Platform, find
from agon.results.model import Environment, Limits, ParamValue, Plan
from agon.results.store import load
from agon.results.summary import ResultSet
from agon.run.experiment import Silent, resume, start
from agon.run.plan import Request, Wish, all_cores, plan_experiment
from agon.stats.intervals import share_interval
from agon.stats.ranking import rank
from agon.stats.verdict import Blocks
from agon.workloads.registry import get

NAME = "equal-rankings"
LABELS = 13
BLOCKS = 10
LIMITS = Limits(time_s=120)
PLANTED = (0.0, 0.03, 0.05, 0.10)


@dataclass(frozen=True)
class Program:
    """What a session measures."""

    platform: str
    workload: str
    kind: str
    params: Mapping[str, ParamValue]
    iterations: int
    """Of each process: fixed, so that a session takes a minute or less."""

    @property
    def name(self) -> str:
        return f"{self.platform}, {self.workload}"

    @property
    def slug(self) -> str:
        return f"{self.platform}-{self.workload}"

    @property
    def spec(self) -> str:
        """What the registry finds it by."""
        return f"{SPIN}:base" if self.platform == SPIN.name else self.platform


RING: Mapping[str, ParamValue] = {"workers": 100, "tokens": 10, "passes": 5_003}
PROGRAMS = (
    Program("spin", "token-ring", "native, one thread", params(), 5),
    Program("agon-actor", "token-ring", "native", {**RING, "passes": 50_003}, 12),
    Program("tokio", "token-ring", "native", RING, 12),
    Program("go", "token-ring", "native", RING, 12),
    Program("go", "chameneos", "native", {"creatures": 10, "meetings": 5_000}, 12),
    Program("erlang", "token-ring", "BEAM", RING, 12),
    Program("akka", "token-ring", "JVM", RING, 24),
)
"""All but the first on threads of their own, as many as cores. Iterations of 2 to 15 ms."""


@dataclass(frozen=True)
class Found:
    """One ranking of equal platforms, but for what was planted."""

    program: str
    session: int
    platforms: int
    blocks: int
    planted: float
    """How much slower one of them was made (0.05 = 5%)."""
    false: int
    """Pairs of equals that were called different, and a planted slow-down that was called faster."""
    found: int
    """Pairs of the slowed one that were decided as they are."""
    undecided: int
    """Pairs that were called neither different nor equal."""
    noise: float
    """Standard deviation of the logarithms between processes, with the blocks' effect removed."""
    others: float
    """Share of CPU time that other programs took, the median over the session's processes."""
    load: float
    steal: float
    """Load average before a process and share of stolen time, the greatest of the session."""


def designs() -> Iterator[tuple[int, range]]:
    """Platforms and blocks of the rankings that are read from one session."""
    for platforms in (LABELS, 7):
        yield platforms, range(BLOCKS)
        yield platforms, range(BLOCKS // 2)
        yield platforms, range(BLOCKS // 2, BLOCKS)


def times(results: ResultSet) -> dict[str, dict[int, float]]:
    """Label -> block -> the time that the lab quotes of that process."""
    return {cell.cell.platform: cell.by_block(cell.headline) for cell in results.cells}


def rankings(program: Program, session: int, results: ResultSet) -> Iterator[Found]:
    """All that one session shows, with each slow-down planted in turn."""
    measured = times(results)
    rng = random.Random(f"{program.slug}/{session}")
    machine = disturbance(results)
    for number, blocks in designs():
        values = {
            label: {block: own[block] for block in blocks if block in own}
            for label, own in list(measured.items())[:number]
        }
        slow = rng.choice(list(values))
        for planted in PLANTED:
            made: dict[str, Blocks] = dict(values)
            made[slow] = {block: value * (1 + planted) for block, value in values[slow].items()}
            false, found, undecided = outcomes(made, slow if planted else "")
            yield Found(
                program.name, session, number, len(blocks), planted, false, found, undecided, noise(values), *machine
            )


def outcomes(values: Mapping[str, Blocks], slow: str) -> tuple[int, int, int]:
    """Pairs that are wrongly decided, that are rightly found, and that are left open."""
    ranking = rank(values)
    false = found = undecided = 0
    labels = list(values)
    for at, first in enumerate(labels):
        for second in labels[at + 1 :]:
            outcome = ranking.between(first, second).outcome
            undecided += outcome == "inconclusive"
            if outcome in ("better", "worse"):
                right = (first == slow and outcome == "worse") or (second == slow and outcome == "better")
                found += right
                false += not right
    return false, found, undecided


def noise(values: Mapping[str, Blocks]) -> float:
    """Between processes of one label: the block's effect is the mean over labels."""
    table = np.log(np.array([list(own.values()) for own in values.values()]))
    left = table - table.mean(axis=0, keepdims=True)
    left -= left.mean(axis=1, keepdims=True)
    return float(np.sqrt(np.square(left).sum() / ((len(left) - 1) * (left.shape[1] - 1))))


def disturbance(results: ResultSet) -> tuple[float, float, float]:
    """Others' share (median), load (greatest), steal (greatest)."""
    found = [i.noise for i in results.invocations if i.noise is not None]
    return (
        round(median(n.other_cpu_fraction for n in found), 3),
        round(max(n.load_before for n in found), 1),
        round(max(n.steal_fraction for n in found), 3),
    )


def session_of(program: Program, number: int, machine: Environment) -> tuple[list[Platform], Any]:
    """The platform under its labels, and the experiment."""
    platform = find(program.spec)
    build(platform)
    labelled = [replace(platform, label=f"{program.platform}-{n:02d}") for n in range(1, LABELS + 1)]
    workload = get(program.workload)
    wish = Wish(workload, [workload.params(program.params)], labelled, [all_cores()], iterations=program.iterations)
    plan = Plan(protocol="agon", seed=number, invocations=BLOCKS)
    request = Request(title="equal platforms", wishes=[wish], plan=plan, limits=LIMITS)
    return labelled, plan_experiment(request, machine)


def collect(given: argparse.Namespace) -> None:
    """Measure every session that is not there yet."""
    machine = this_machine()
    todo = [(p, n) for p in PROGRAMS for n in range(given.sessions) if not folder_of(given.work, p, n).exists()]
    random.Random(given.seed).shuffle(todo)
    began = time.monotonic()
    for position, (program, number) in enumerate(todo, 1):
        folder = folder_of(given.work, program, number)
        begun = folder.with_suffix(".part")
        if (begun / "experiment.json").exists():
            resume(begun, Silent())
        else:
            labelled, experiment = session_of(program, number, machine)
            start(begun, experiment, labelled, Silent())
        begun.rename(folder)
        left = (time.monotonic() - began) / position * (len(todo) - position)
        print(f"{position}/{len(todo)} {folder.name}, {left / 60:.0f} min left", flush=True)


def folder_of(work: Path, program: Program, number: int) -> Path:
    """Where a session lies."""
    return work / f"{program.slug}-{number:03d}"


def sessions(work: Path) -> Iterator[tuple[Program, int, ResultSet]]:
    """All that were measured."""
    for program in PROGRAMS:
        for folder in sorted(work.glob(f"{program.slug}-[0-9][0-9][0-9]")):
            yield program, int(folder.name[-3:]), load(folder)


@dataclass(frozen=True)
class Separate:
    """Two sessions of one program, one after the other, compared as two directories."""

    program: str
    session: int
    cells: int
    false: int
    """Cells called different."""


def separate(measured: Sequence[tuple[Program, int, ResultSet]]) -> list[Separate]:
    """Each session of even number against the next."""
    found: list[Separate] = []
    by_place = {(program.name, number): results for program, number, results in measured}
    for (name, number), before in by_place.items():
        after = by_place.get((name, number + 1))
        if number % 2 == 0 and after is not None:
            cells = compare(before, after).compared
            false = sum(cell.outcome in ("better", "worse") for cell in cells)
            found.append(Separate(name, number, len(cells), false))
    return found


BANDS = (0.0, 0.02, 0.05, 0.10, 0.20, 0.50, 10.0)


def share(hits: int, n: int) -> str:
    """`3 of 120, 2.5% [0.9%, 7.1%]`."""
    low, high = share_interval(hits, n)
    return f"{hits} of {n}, {hits / n:.1%} [{low:.1%}, {high:.1%}]" if n else "none"


def row(name: str, rows: Sequence[Found]) -> str:
    """Alarms among equals, and how often each planted slow-down was found."""
    equal = [f for f in rows if not f.planted]
    cells = [name, share(sum(f.false > 0 for f in equal), len(equal))]
    for planted in PLANTED[1:]:
        slowed = [f for f in rows if f.planted == planted]
        hit, whole = sum(f.found > 0 for f in slowed), sum(f.found == f.platforms - 1 for f in slowed)
        cells.append(f"{hit / len(slowed):.0%} ({whole / len(slowed):.0%})" if slowed else "")
    pairs = sum(f.platforms * (f.platforms - 1) // 2 for f in equal)
    cells.append(f"{sum(f.undecided for f in equal) / pairs:.0%}" if pairs else "")
    cells.append(f"{median(f.noise for f in equal):.1%}" if equal else "")
    return "| " + " | ".join(cells) + " |"


def table(first: str, groups: Mapping[str, Sequence[Found]]) -> list[str]:
    """A row for each group that has rankings."""
    heads = (first, "a table calls equals different [95%]", "3% found", "5% found", "10% found", "pairs open", "noise")
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return lines + [row(name, rows) for name, rows in groups.items() if rows]


def page(data: Data, link: str) -> list[str]:
    """The lines of the study's page."""
    found = [Found(**r) for r in as_rows(data["rankings"])]
    apart = [Separate(**r) for r in as_rows(data["separate"])]
    alone = [f for f in found if not f.planted]
    per_session = {(f.program, f.session): f for f in alone}
    busy = [f.others for f in per_session.values()]
    kinds = {p.name: p.kind for p in PROGRAMS}
    cells = sum(s.cells for s in apart)
    return [
        "# Rankings of equal platforms, and planted slow-downs",
        "",
        f"Written by `lab/studies/equal_rankings.py`; every ranking is in {link}. Machine: {machine_line(data)}.",
        "",
        f"{len(per_session)} sessions, {len(alone)} rankings. A session is one platform under {LABELS} labels in "
        f"{BLOCKS} blocks; rankings are read from it as listed below, so those of one session share processes. A "
        "slow-down is planted by multiplying the times of one label. Found: shown to be worse than one of the equals "
        "at least (in brackets: than each of them). Open: neither different nor equal within the margin. Noise: "
        "standard deviation between processes of one label, in logarithms.",
        "",
        "The machine was as it was, and nothing was measured again: other programs took "
        f"{min(busy):.0%} to {max(busy):.0%} of the CPU time in a session (median {median(busy):.0%}), the load "
        f"reached {max(f.load for f in alone):g}, {max(f.steal for f in alone):.1%} was stolen at most in a process.",
        "",
        *table(
            "program", {f"{name} ({kind})": [f for f in found if f.program == name] for name, kind in kinds.items()}
        ),
        "",
        *table(
            "ranking",
            {
                f"{k} platforms, {n} blocks": [f for f in found if (f.platforms, f.blocks) == (k, n)]
                for k in (7, LABELS)
                for n in (BLOCKS // 2, BLOCKS)
            },
        ),
        "",
        *table(
            "noise",
            {
                f"{low:.0%} to {high:.0%}" if high < 1 else f"above {low:.0%}": [
                    f for f in found if low <= f.noise < high
                ]
                for low, high in pairwise(BANDS)
            },
        ),
        "",
        "All together: " + share(sum(f.false > 0 for f in alone), len(alone)) + " tables call equals different.",
        "",
        f"Two sessions of one program, one after the other, compared as two directories ({LABELS} cells, none "
        f"changed): {share(sum(s.false > 0 for s in apart), len(apart))} comparisons call a cell different; "
        f"{sum(s.false for s in apart)} of {cells} cells.",
    ]


def judge(given: argparse.Namespace) -> None:
    """Read every session, and write data and page."""
    measured = list(sessions(given.work))
    found = [f for program, number, results in measured for f in rankings(program, number, results)]
    rows = [asdict(f) | {"noise": float(f"{f.noise:.3g}")} for f in found]
    data = about(this_machine(), given.out) | {
        "rankings": as_columns(rows),
        "separate": as_columns([asdict(s) for s in separate(measured)]),
    }
    print(write(given.out, NAME, data, page))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=16, help="of each program")
    parser.add_argument("--seed", type=int, default=1, help="of the order of sessions")
    parser.add_argument("--judge", action="store_true", help="measure no more: judge what there is")
    parser.add_argument("--work", type=Path, default=home.state() / "studies" / NAME, help="where sessions lie")
    parser.add_argument("--out", type=Path, help="folder of data and page; without it the recorded ones are replaced")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    if not given.judge:
        collect(given)
    judge(given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
