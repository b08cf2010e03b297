"""Carries an experiment out: blocks of all cells in seeded random order, each invocation on disk before the next.

What remains to be done is derived from what is on disk, so that a fresh start and a resumption are the same code.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Protocol

from agon.errors import StoreError
from agon.platforms.build import build
from agon.platforms.registry import Platform
from agon.results.labels import without_version
from agon.results.model import DROPPED, Cell, Experiment, Invocation, Plan, Reason, Stop
from agon.results.store import Store, disk_errors, load, read_experiment, whole
from agon.results.summary import values_of
from agon.results.warmth import pilot_of
from agon.run import quiet
from agon.run.budget import fit, shortened
from agon.run.estimate import Estimator
from agon.run.exclusive import alone
from agon.run.invoke import Order, run
from agon.run.machine import environment
from agon.run.pilot import Length, Watch, length_of
from agon.run.repeat import More, Repeated
from agon.run.same import is_same_build, same_build, same_environment, same_platform
from agon.run.warden.client import Warden
from agon.stats.components import by_build
from agon.stats.stopping import UntilInterval, looks_at
from agon.stats.verdict import LEAST_BLOCKS, LEVEL, judge
from agon.survivors import end_survivors
from agon.workloads.base import Workload
from agon.workloads.registry import get

PILOT_SHARE = 0.5
"""Of an invocation's time limit: how long a pilot is watched at most."""
GIVE_UP_AFTER = 2
"""Failures in a row, with no success before, after which a cell is not tried again."""


class Observer(Protocol):
    """The observer of an experiment: the live view, or none."""

    def started(self, experiment: Experiment, done: Sequence[Invocation]) -> None: ...
    def note(self, message: str) -> None: ...
    def invocation_started(self, cell: Cell, number: int, total: int, remaining_s: float) -> None: ...
    def invocation_finished(self, cell: Cell, invocation: Invocation) -> None: ...
    def finished(self, folder: Path, *, interrupted: bool) -> None: ...


class Silent:
    """An observer that looks away."""

    def started(self, experiment: Experiment, done: Sequence[Invocation]) -> None: ...
    def note(self, message: str) -> None: ...
    def invocation_started(self, cell: Cell, number: int, total: int, remaining_s: float) -> None: ...
    def invocation_finished(self, cell: Cell, invocation: Invocation) -> None: ...
    def finished(self, folder: Path, *, interrupted: bool) -> None: ...


@dataclass
class _State:
    """What is known of the cells while the experiment runs."""

    done: dict[str, list[Invocation]] = field(default_factory=dict[str, list[Invocation]])
    stopped: set[str] = field(default_factory=set[str])
    position: int = 0

    def add(self, invocation: Invocation) -> None:
        self.done.setdefault(invocation.cell, []).append(invocation)
        self.position = max(self.position, invocation.order + 1)

    def has(self, cell: Cell, block: int) -> bool:
        return any(i.block == block for i in self.done.get(cell.id, []))


def write_input(folder: Path, workload: Workload, cell: Cell, seed: int) -> Path | None:
    """The input file of a cell: the same for every platform, one for each parameter set."""
    if not workload.has_input:
        return None
    key = json.dumps([workload.id, dict(cell.params), seed], sort_keys=True)
    path = folder / "inputs" / f"{workload.id}-{hashlib.sha256(key.encode()).hexdigest()[:12]}.txt"
    if not path.exists():
        with disk_errors(folder):
            path.parent.mkdir(parents=True, exist_ok=True)
            with whole(path) as temporary:
                workload.write_input(cell.params, seed, temporary)
    return path


def block_order(cells: Sequence[Cell], seed: int, block: int) -> list[Cell]:
    """All cells, in the random order of that block: the same for the same seed, whatever was measured before."""
    order = list(cells)
    random.Random(f"{seed}/{block}").shuffle(order)
    return order


def invocation_id(cell: Cell, number: int) -> str:
    """The name of a cell's invocation, counted from 1: as long for every cell, since it is part of the paths that
    programs get, and the length of arguments moves the stack (Mytkowicz et al., "Producing wrong data without doing
    anything obviously wrong!", ASPLOS 2009)."""
    return f"{cell.id.partition('-')[0]:0>5}-{number:04d}"


class Campaign:
    """One experiment being carried out in an open store."""

    def __init__(self, store: Store, platforms: dict[str, Platform], observer: Observer) -> None:
        self._store = store
        self._platforms = platforms
        self._observer = observer
        self._estimator = Estimator(late={p.id for p in platforms.values() if p.manifest.run.growth})
        results = load(store.folder, as_recorded=True)
        self._experiment = results.experiment
        self._records = {record.label: record for record in self._experiment.platforms}
        self._state = _State()
        for invocation in results.invocations:
            self._state.add(invocation)
        self._state.stopped = {stop.cell for stop in results.stops}
        plan = self._experiment.plan
        self._rule = (
            (
                UntilInterval(plan.until_ci, minimum=plan.min_invocations, maximum=plan.max_invocations)
                if plan.builds == 1
                else UntilInterval(plan.until_ci, minimum=plan.builds, maximum=plan.max_invocations, unit="builds")
            )
            if plan.until_ci is not None
            else None
        )
        self._lengths: dict[str, Callable[[float, float], Length]] = {}
        """Of cells whose pilot has passed, by their ids: what the others do, by least and longest time in seconds."""
        for cell in self._experiment.cells:
            self._follow(cell)
        self._began = time.monotonic()
        self._spent_before = sum(i.resources.process_elapsed_ns for i in results.invocations if i.resources) / 1e9
        self._share = next((i.share for i in reversed(results.invocations) if not i.discarded), None)
        """Of the length of processes: fixed before the first block that counts, so that all are of one length."""

    @property
    def _blocks(self) -> range:
        plan = self._experiment.plan
        if plan.until_decided_s is not None:
            return range(-plan.discarded_blocks, looks_at(plan.invocations)[-1])
        return range(-plan.discarded_blocks, plan.max_invocations if plan.until_ci is not None else plan.invocations)

    def _pending(self, block: int) -> list[Cell]:
        order = block_order(self._experiment.cells, self._experiment.plan.seed, block)
        return [c for c in order if c.id not in self._state.stopped and not self._state.has(c, block)]

    def carry_out(self) -> bool:
        """Measure what remains. False if interrupted by Ctrl-C; what was measured is kept either way."""
        experiment, observer = self._experiment, self._observer
        done = [i for invocations in self._state.done.values() for i in invocations]
        observer.started(experiment, done)
        interrupted = False
        try:
            with alone(observer.note), Warden(experiment.id) as warden:
                if not isinstance(observer, Silent) and (noise := quiet.now(experiment.environment.governor)):
                    observer.note(noise)
                self._began = time.monotonic()  # the budget is for measuring, not for waiting until one may
                for block in self._blocks:
                    if not self._block(block, warden):
                        break
        except KeyboardInterrupt:
            interrupted = True
        except BaseException:
            interrupted = True
            raise
        finally:
            self._estimator.save()
            observer.finished(self._store.folder, interrupted=interrupted)
        return not interrupted

    def _block(self, block: int, warden: Warden) -> bool:
        """One visit to every cell that still wants one. False when nothing is left, or the time budget is."""
        pending = self._pending(block)
        if not pending:
            return any(self._pending(later) for later in self._blocks if later > block)
        if self._out_of_time(block, pending) or self._undecided_in_time(block, pending):
            return False
        for place, cell in enumerate(pending):
            if cell.id not in self._state.stopped:
                self._one(cell, block, warden, pending[place:])
        if self._experiment.plan.until_decided_s is not None and block + 1 in looks_at(
            self._experiment.plan.invocations
        ):
            self._look(block + 1)
        return True

    def _look(self, blocks: int) -> None:
        """Stop the pairs of cells that are decided."""
        plan = self._experiment.plan
        going_on = [pair for pair in self._pairs() if not {c.id for c in pair} <= self._state.stopped]
        verdicts = judge(
            [(self._times(b), self._times(a)) for a, b in going_on], margin=plan.margin, level=LEVEL / plan.looks
        )
        for pair, verdict in zip(going_on, verdicts, strict=True):
            if verdict.outcome == "inconclusive":
                continue
            for cell in pair:
                if cell.id not in self._state.stopped:
                    self._stop(cell, f"decided after {blocks} invocations: {verdict.outcome}, {verdict.why}")
        left = sum(v.outcome == "inconclusive" for v in verdicts)
        self._observer.note(f"after {blocks} invocations {left} of {len(self._pairs())} comparisons are undecided")

    def _pairs(self) -> list[tuple[Cell, Cell]]:
        """Cells of the two platforms, or of two commits of each platform, that differ in nothing else."""
        alike: dict[str, list[Cell]] = {}
        several = len(self._records) > 2
        for cell in self._experiment.cells:
            whose = without_version(cell.platform) if several else ""
            what = [whose, cell.workload, sorted(cell.params.items()), cell.cores, cell.threads, cell.role]
            alike.setdefault(json.dumps(what), []).append(cell)
        return [(cells[0], cells[1]) for cells in alike.values() if len(cells) == 2]

    def _times(self, cell: Cell) -> dict[int, float]:
        counted = {
            i.block: values_of(i) for i in self._state.done.get(cell.id, []) if i.status == "ok" and not i.discarded
        }
        metric = "elapsed_steady" if all("elapsed_steady" in v for v in counted.values()) else "elapsed"
        return {block: v[metric] for block, v in counted.items() if metric in v}

    def _undecided_in_time(self, block: int, pending: Sequence[Cell]) -> bool:
        limit = self._experiment.plan.until_decided_s
        if limit is None or block < LEAST_BLOCKS or self._spent() + self._estimator.total(pending, self._plan) <= limit:
            return False
        for cell in pending:
            self._stop(cell, f"undecided after {block} invocations: the {limit:g} s of --until-decided are over")
        return True

    def _left(self, block: int, pending: Sequence[Cell]) -> tuple[int, float]:
        """Invocations that are left of the block and of all later ones that are sure to come, and their expected
        seconds."""
        plan, stopped = self._plan, self._state.stopped
        now = [c for c in pending if c.id not in stopped]
        later = [c for c in self._experiment.cells if c.id not in stopped]
        least = max(plan.min_invocations, 1) if plan.until_ci is not None else plan.invocations
        counted, discarded = len(range(max(block + 1, 0), least)), max(0, -1 - block)
        seconds = (
            self._estimator.total(now, plan, discarded=block < 0)
            + self._estimator.total(later, plan) * counted
            + self._estimator.total(later, plan, discarded=True) * discarded
        )
        return len(now) + len(later) * (counted + discarded), seconds

    def _out_of_time(self, block: int, pending: Sequence[Cell]) -> bool:
        """Whether the time budget allows no further block. What has to give way for the least number of blocks does."""
        plan = self._experiment.plan
        budget = plan.time_budget_s
        if budget is None or block < 0:
            return False
        least = self._least - block
        if least > 0:
            self._make_fit(block, least, budget)
        lasts = self._estimator.total((c for c in pending if c.id not in self._state.stopped), self._plan)
        if block == 0 or self._spent() + lasts <= budget:  # one block there always is
            return False
        for cell in self._experiment.cells:
            if cell.id not in self._state.stopped:
                self._stop(cell, f"the time budget of {budget:g} s")
        return True

    @property
    def _least(self) -> int:
        """Blocks below which cells are given up rather than blocks: what a verdict needs, and one of each build.
        Sources rank without."""
        plan = self._experiment.plan
        return min(max(LEAST_BLOCKS, plan.builds), plan.invocations) if plan.protocol == "agon" else 1

    def _make_fit(self, block: int, least: int, budget: float) -> None:
        plan = self._experiment.plan
        cells = [c for c in self._experiment.cells if c.id not in self._state.stopped]
        most = plan.min_invocations if plan.until_ci is not None else plan.invocations
        found = fit(
            cells,
            plan,
            budget - self._spent(),
            self._estimator.seconds,
            most=max(most - block, least),
            least=least,
            fixed=self._share,
        )
        if self._share is None and found.share < 1:
            self._observer.note(
                f"each process measures {found.share:.0%} of its usual time, to keep the time budget of {budget:g} s"
            )
        self._share = found.share
        for cell in cells:
            if cell.id not in found.kept:
                self._stop(cell, f"{DROPPED}it takes too long for the time budget of {budget:g} s")

    @property
    def _plan(self) -> Plan:
        """The plan with the length of processes that the time budget leaves."""
        return shortened(self._experiment.plan, 1.0 if self._share is None else self._share)

    def _spent(self) -> float:
        """Seconds of the time budget that are gone, those before an interruption included."""
        return self._spent_before + time.monotonic() - self._began

    def _one(self, cell: Cell, block: int, warden: Warden, pending: Sequence[Cell]) -> None:
        experiment, state = self._experiment, self._state
        began = time.monotonic()
        workload = get(cell.workload)
        number = len(state.done.get(cell.id, [])) + 1
        plan = self._plan if block >= 0 else experiment.plan
        left, seconds = self._left(block, pending)
        self._observer.invocation_started(cell, state.position + 1, state.position + left, seconds)
        seed = plan.seed
        folder = self._store.samples(invocation_id(cell, number)).resolve()
        order = Order(
            platform=self._build_of(cell, block),
            workload=workload,
            cell=cell,
            limits=experiment.limits_of(cell),
            seed=seed,
            witness=experiment.plan.witness,
            folder=folder,
            input=write_input(self._store.folder.resolve(), workload, cell, seed),
            mark=experiment.id,
            more=self._repeated(cell, block, folder, plan),
        )
        with disk_errors(self._store.folder):
            invocation = run(warden, order, block=block, position=state.position)
        if block >= 0:
            length = self._length(cell, plan)
            given = {"share": 1.0 if self._share is None else self._share}
            invocation = invocation.model_copy(update=given | ({"warm_up": length.warm_up} if length else {}))
        invocation = self._of_the_same_build(order.platform, invocation)
        if invocation.reason is not None and invocation.reason.code == "disk":
            raise StoreError(f"{invocation.reason.message}; make room, then: ./agon resume {self._store.folder}")
        self._store.append(invocation)
        state.add(invocation)
        self._estimator.learn(cell, invocation, plan, time.monotonic() - began)
        if block < 0:
            self._follow(cell)
        self._observer.invocation_finished(cell, invocation)
        self._decide(cell)

    def _follow(self, cell: Cell) -> None:
        """Let the lengths and the estimate of the cell rest on its pilot, if that has passed."""
        plan = self._experiment.plan
        pilot = pilot_of(self._state.done.get(cell.id, []), cell, plan)
        if pilot is None:
            return

        @cache  # each estimate of what is left asks for those of all cells
        def length(least_s: float, most_s: float) -> Length:
            return length_of(pilot, plan.model_copy(update={"min_time_s": least_s, "max_time_s": most_s}))

        start_s = ((pilot.resources and pilot.resources.start_up_ns) or 0) / 1e9
        self._lengths[cell.id] = length
        self._estimator.follow(cell, lambda plan: start_s + length(plan.min_time_s, plan.max_time_s).seconds)

    def _repeated(self, cell: Cell, block: int, folder: Path, plan: Plan) -> More | None:
        """What decides how often the invocation repeats; None where the cell has a number."""
        if cell.iterations != 0:
            return None
        if block >= 0:
            return Repeated(folder, self._length(cell, plan) or plan.min_time_s).more
        most = min(plan.pilot_most_s, PILOT_SHARE * self._experiment.limits_of(cell).time_s)
        return Repeated(folder, Watch(plan.model_copy(update={"pilot_most_s": most}))).more

    def _length(self, cell: Cell, plan: Plan) -> Length | None:
        """What the cell's pilot has fixed; None where it has none that passed."""
        lengths = self._lengths.get(cell.id)
        return lengths(plan.min_time_s, plan.max_time_s) if lengths is not None else None

    def _build_of(self, cell: Cell, block: int) -> Platform:
        """The build of the cell's platform that the block is measured with."""
        builds = self._platforms[cell.platform].builds(len(self._records[cell.platform].builds))
        return replace(builds[block % len(builds)], label=cell.platform)

    def _of_the_same_build(self, platform: Platform, invocation: Invocation) -> Invocation:
        """The invocation with the number of its build; failed if what ran may be another than the one on record."""
        invocation = invocation.model_copy(update={"build": platform.nth})
        if invocation.status != "ok" or is_same_build(platform, self._records[platform.label]):
            return invocation
        why = "its build has changed since the experiment began, and measurements of two builds are never pooled"
        reason = Reason(code="start", message=why)
        return invocation.model_copy(update={"status": "failed", "reason": reason, "iterations": [], "metrics": {}})

    def _decide(self, cell: Cell) -> None:
        """Does the cell want more? Records once why not."""
        invocations = self._state.done[cell.id]
        passed = [i for i in invocations if i.status == "ok"]
        counted = {i.block: values_of(i) for i in passed if not i.discarded}
        plan = self._experiment.plan
        wanted = plan.invocations + plan.discarded_blocks
        if not passed and GIVE_UP_AFTER <= len(invocations) < wanted:
            self._stop(cell, f"given up after {len(invocations)} failures and no success")
        elif self._rule is not None and len(counted) % plan.builds == 0 and len(counted) >= plan.min_invocations:
            metric = "elapsed_steady" if all("elapsed_steady" in v for v in counted.values()) else "elapsed"
            values = by_build({block: v[metric] for block, v in counted.items() if metric in v}, plan.builds)
            why = self._rule.why_stop({metric: [*values.values()]})
            if why is not None:
                self._stop(cell, why)

    def _stop(self, cell: Cell, why: str) -> None:
        self._state.stopped.add(cell.id)
        self._store.stop(Stop(cell=cell.id, why=why))


def start(folder: Path, experiment: Experiment, platforms: Sequence[Platform], observer: Observer) -> bool:
    """Begin an experiment in `folder` and carry it out. The platforms must be built. False if interrupted."""
    with Store(folder) as store:
        store.create(experiment)
        return Campaign(store, {p.label: p for p in platforms}, observer).carry_out()


def resume(folder: Path, observer: Observer) -> bool:
    """Finish the experiment in `folder`. False if interrupted.

    Refuses what would not be the same experiment any more: another machine, another environment of the programs,
    platforms or compilers that have changed since.
    """
    load(folder)  # refuses what is no result directory, or damaged
    with Store(folder) as store:
        store.repair()
        experiment = read_experiment(folder)
        ended = end_survivors(experiment.id)
        if ended:
            observer.note(f"ended {ended} processes that the interrupted lab had left")
        now = environment(cgroup=experiment.environment.memory_limit_method == "cgroup")
        if now.machine_id != experiment.environment.machine_id:
            raise StoreError(f"{folder}: begun on another machine; results of two machines are never pooled")
        same_environment(folder, experiment, now)
        platforms = {record.label: same_platform(record) for record in experiment.platforms}
        for record in experiment.platforms:
            for one in platforms[record.label].builds(len(record.builds)):
                build(one, observer.note)
                same_build(one, record)
        return Campaign(store, platforms, observer).carry_out()
