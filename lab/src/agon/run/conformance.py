"""Does a platform's program do what the protocol says? What `agon check` runs.

Three things are tried for each workload and variant a platform offers: the work at small sizes with witnesses on, bad
arguments, and growth. Growth is what an oracle cannot see: a program could do the work and start its clock late, or
report a time it never took. So the work is doubled, and the time it takes from outside must double too, and the
reported time must grow by as much as the time seen from outside does.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from agon.platforms.build import build, source_digest
from agon.platforms.manifest import Offer
from agon.platforms.registry import Platform
from agon.results.model import Cell, Invocation, Limits, ParamValue
from agon.run.exclusive import alone
from agon.run.experiment import write_input
from agon.run.invoke import Order, Warden, run
from agon.run.plan import all_cores
from agon.workloads.base import ParameterError, Workload
from agon.workloads.registry import UnknownWorkloadError, get

SEED = 20_131_027
TIME_LIMIT_S = 120.0
LONG_ENOUGH_S = 0.3
"""Below it, noise would drown the growth."""
FIXED_SHARE = 0.2
"""What a run takes whatever its size (warm-up, tidying up) must not be more of it than this: it does not grow."""
LARGEST_STEP = 64.0
"""How much more work the search for a long enough size tries at once: the first sizes say little of the speed."""
GROWTH = (1.6, 2.6)
"""What twice the work may take, times as long."""
AGREEMENT = 0.2
RETRY_FACTOR = 4
"""A further attempt at growth is made with that much more work than the one before: warm-up, which makes a virtual
machine's time grow less than its work, and noise then weigh less."""
RETRY_RUNS = 2
"""How often each size is run in a further attempt; the shorter run counts."""
LONGEST_S = 12.0
"""When twice the work took so long, warm-up is no excuse: further attempts are not made with more work."""
ATTEMPTS = 5
"""How many attempts at growth there are in all, so that one disturbance does not decide."""

BUSY = 0.1
"""From this share of the machine on, other programs are named as what may have spoilt a timing."""

Aspect: TypeAlias = Literal["folder", "work", "arguments", "growth"]


@dataclass(frozen=True)
class Finding:
    """One thing that was tried, and what came of it."""

    workload: str
    """Empty where it concerns the whole platform."""
    variant: str
    aspect: Aspect
    ok: bool
    message: str
    """One line: what was found, or what is wrong."""
    retried: bool = False
    """The first attempt failed; this is a later one's result."""


def _ignore(_: object) -> None:
    pass


def check(
    platform: Platform,
    *,
    workloads: Collection[str] | None = None,
    brief: bool = False,
    progress: Callable[[str], None] = _ignore,
    found: Callable[[Finding], None] = _ignore,
) -> list[Finding]:
    """Check every workload in every variant that the platform offers; one variant if the platform names one.

    `workloads` are the ids to check, None for all. `brief`: growth in the first variant of each workload only.
    `progress` hears what is tried next, `found` each finding as it is made. Builds the platform
    first, which raises MissingError or UsageError.
    """
    findings: list[Finding] = []

    def note(finding: Finding) -> None:
        findings.append(finding)
        found(finding)

    progress(f"building {platform.label}")
    digest = source_digest(platform)
    build(platform, progress)
    mark = f"check-{os.getpid()}"
    with tempfile.TemporaryDirectory(prefix="agon-check-") as scratch, alone(progress), Warden(mark) as warden:
        bench = _Bench(warden, Path(scratch), mark)
        for name, offer in platform.manifest.workloads.items():
            if offer.not_applicable is None and (workloads is None or name in workloads):
                for finding in _workload(platform, name, offer, bench, brief, progress):
                    note(finding)
    note(_folder(platform, digest))
    return findings


def _workload(
    platform: Platform, name: str, offer: Offer, bench: _Bench, brief: bool, progress: Callable[[str], None]
) -> Iterator[Finding]:
    try:
        workload = get(name)
    except UnknownWorkloadError as error:
        yield Finding(name, "", "folder", False, f"platform.toml offers {name}, but {error}")
        return
    missing = [source for source in offer.sources if not (platform.folder / source).is_file()]
    if missing:
        yield Finding(name, "", "folder", False, f"platform.toml names the source {missing[0]}, which is not there")
    wrong = _wrong_restriction(workload, offer)
    if wrong:
        yield Finding(name, "", "folder", False, f"platform.toml, workloads.{name}.only: {wrong}")
        return
    for number, variant in enumerate(_variants(platform, offer)):
        subject = _Subject(bench, replace(platform, variant=variant), workload)
        progress(f"{name} ({variant}): the work, with witnesses")
        yield from subject.work()
        if number == 0:
            progress(f"{name} ({variant}): bad arguments")
            if bench.first():
                yield subject.unknown_workload()
            yield from subject.arguments()
        if number == 0 or not brief:
            progress(f"{name} ({variant}): growth")
            yield subject.growth()


def _wrong_restriction(workload: Workload, offer: Offer) -> str | None:
    """What is wrong with the restrictions of an offer: unknown names, unknown values, or nothing left to check."""
    known = {parameter.name: parameter for parameter in workload.parameters}
    for name, restriction in offer.only.items():
        if name not in known:
            return f"{workload.id} has no parameter '{name}'"
        for value in restriction.values:
            try:
                known[name].check(value)
            except ParameterError as error:
                return str(error)
    return None if _sizes(workload, offer) else "it leaves none of the sizes that are checked"


def _sizes(workload: Workload, offer: Offer) -> list[dict[str, ParamValue]]:
    """The sizes of the preset `check` that the platform can do."""
    sizes = [workload.params(params) for params in workload.preset("check").ladder]
    return [params for params in sizes if offer.beyond(params) is None]


def _variants(platform: Platform, offer: Offer) -> list[str]:
    return [v for v in offer.variants if platform.variant is None or v == platform.variant]


def _folder(platform: Platform, digest: str) -> Finding:
    if source_digest(platform) != digest:
        message = f"building or running changed {platform.folder}: build into {{build}}, write into samples="
        return Finding("", "", "folder", False, message)
    return Finding("", "", "folder", True, "its folder stays clean")


@dataclass
class _Bench:
    """Where programs are run."""

    warden: Warden
    scratch: Path
    mark: str
    runs: int = 0
    asked: bool = False

    def first(self) -> bool:
        """True the first time: what concerns the whole program is asked once."""
        first, self.asked = not self.asked, True
        return first

    def run(self, subject: _Subject, params: Mapping[str, ParamValue], setting: _Setting) -> Invocation:
        self.runs += 1
        cell = Cell(
            id="check",
            platform=subject.platform.label,
            platform_id=subject.platform.id,
            variant=subject.variant,
            version=subject.platform.version,
            workload=subject.workload.id,
            params=dict(params),
            cores=setting.cores,
            threads=setting.cores,
            iterations=setting.iterations,
        )
        order = Order(
            platform=subject.platform,
            workload=subject.workload,
            cell=cell.model_copy(update={"workload": setting.workload or cell.workload}),
            limits=Limits(time_s=TIME_LIMIT_S),
            seed=SEED,
            witness=setting.witness,
            folder=self.scratch / str(self.runs),
            input=write_input(self.scratch, subject.workload, cell, SEED),
            mark=self.mark,
            extra=setting.extra,
            steady=setting.steady,
        )
        return run(self.warden, order)


@dataclass(frozen=True)
class _Setting:
    """How a program is run, beyond its parameters."""

    cores: int
    iterations: int = 1
    witness: bool = False
    workload: str | None = None
    """Another workload's name than the right one."""
    extra: Mapping[str, str] | None = None
    steady: bool = False
    """With the platform's flags for times that grow with the work from the start."""


@dataclass(frozen=True)
class Timing:
    """What a run took: seen from outside, start-up left out, and as reported."""

    wall_s: float
    reported_s: float
    others: float = 0.0
    """Share of the machine that other programs took meanwhile."""
    work: float = 1.0
    """Elementary steps done."""


def _wall(timing: Timing) -> float:
    return timing.wall_s


class _Failed(Exception):
    """An invocation that growth needs failed."""


@dataclass(frozen=True)
class _Subject:
    """One workload in one variant."""

    bench: _Bench
    platform: Platform
    workload: Workload

    @property
    def variant(self) -> str:
        return self.platform.variant_for(self.workload.id)

    @property
    def sizes(self) -> list[dict[str, ParamValue]]:
        """Smallest first, those that the platform can do."""
        offer = self.platform.offer(self.workload.id)
        return _sizes(self.workload, offer if offer is not None else Offer())

    def _finding(self, aspect: Aspect, ok: bool, message: str, *, retried: bool = False) -> Finding:
        return Finding(self.workload.id, self.variant, aspect, ok, message, retried)

    def work(self) -> Iterator[Finding]:
        """Every size of the preset `check`: twice in a process where the platform can, and on one core as well."""
        limit = self.platform.manifest.run.max_iterations
        repeated = _Setting(all_cores(), iterations=min(2, limit or 2), witness=True)
        sizes = self.sizes
        tries = [(params, repeated) for params in sizes]
        tries.append((sizes[-1], _Setting(1, witness=True)))
        for params, setting in tries:
            invocation = self.bench.run(self, params, setting)
            where = f"{_shown(params)} on {_plural(setting.cores, 'core')}"
            yield self._finding("work", invocation.status == "ok", f"{where}: {_outcome(invocation)}")

    def arguments(self) -> Iterator[Finding]:
        """Wrong words on the command line end with status 2 and a message."""
        params = self.sizes[0]
        first = self.workload.parameters[0].name
        wrong = {
            "an unknown key": _Setting(1, extra={"no-such-key": "1"}),
            f"{first}=many": _Setting(1, extra={first: "many"}),
        }
        for what, setting in wrong.items():
            invocation = self.bench.run(self, params, setting)
            yield self._refusal(what, invocation)

    def unknown_workload(self) -> Finding:
        """So does a workload that the program has never heard of."""
        params = self.sizes[0]
        invocation = self.bench.run(self, params, _Setting(1, workload="no-such-workload"))
        return self._refusal("an unknown workload", invocation)

    def _refusal(self, what: str, invocation: Invocation) -> Finding:
        if invocation.exit_status != 2:
            status, signal = invocation.exit_status, invocation.signal
            ended = f"status {status}" if signal is None else f"signal {signal}"
            return self._finding("arguments", False, f"{what}: it ended with {ended}, not with status 2")
        if not invocation.stderr_tail.strip():
            return self._finding("arguments", False, f"{what}: it ended with status 2 but said nothing")
        return self._finding("arguments", True, f"{what}: refused")

    def growth(self) -> Finding:
        """Twice the work takes about twice the time, and the reported time says so."""
        try:
            params, once = self._long_enough()
            twice = self._timing(self.workload.doubled(params))
            ok, message = self._grows(params, once, twice)
            attempts = 1
            while not ok and attempts < ATTEMPTS:
                attempts += 1
                if twice.wall_s < LONGEST_S:
                    params = self._most_work(params, RETRY_FACTOR)
                once, twice = (self._shortest(p) for p in (params, self.workload.doubled(params)))
                ok, message = self._grows(params, once, twice)
            return self._finding("growth", ok, message, retried=attempts > 1)
        except (_Failed, ParameterError) as error:
            return self._finding("growth", False, str(error))

    def _most_work(self, params: Mapping[str, ParamValue], factor: float) -> dict[str, ParamValue]:
        """`factor` times the work, or as much as the parameters' bounds allow of it and of its double."""
        while factor > 1:
            try:
                larger = self._more_work(params, factor)
                self.workload.doubled(larger)  # raises where that is out of bounds
            except ParameterError:
                factor /= 2
            else:
                return larger
        return dict(params)

    def _more_work(self, params: Mapping[str, ParamValue], factor: float) -> dict[str, ParamValue]:
        goal = self.workload.work(params, SEED) * factor
        larger = dict(params)
        while self.workload.work(larger, SEED) < goal:
            larger = self.workload.grown(larger)
        return larger

    def _long_enough(self) -> tuple[dict[str, ParamValue], Timing]:
        """The least size found whose run lasts long enough to time, and how long it lasts."""
        sizes = self.sizes
        fixed = self._timing(sizes[0]).wall_s
        target = max(LONG_ENOUGH_S, fixed / FIXED_SHARE)
        params = sizes[-1]
        while True:
            timing = self._timing(params)
            if timing.wall_s >= target:
                timing = min(timing, self._timing(params), key=_wall)  # one slow run is no long work
            if timing.wall_s >= target:
                return params, timing
            # a little more than needed by proportion, since the first runs are the slow ones; while the time seen from
            # outside hardly moves, the reported one tells more
            moved = max(timing.wall_s - fixed, timing.reported_s)
            wanted = 1.2 * (target - fixed) / moved if moved > 0 else LARGEST_STEP
            try:
                params = self._more_work(params, min(LARGEST_STEP, wanted))
            except ParameterError as error:
                took = f"{timing.wall_s:.3f} s after start-up"
                raise _Failed(f"even {_shown(params)} takes only {took} ({error})") from None

    def _grows(self, params: Mapping[str, ParamValue], once: Timing, twice: Timing) -> tuple[bool, str]:
        # Where the input is drawn or chance decides, twice the requests are not just twice the work.
        factor = twice.work / once.work
        low, high = GROWTH[0] / 2 * min(2.0, factor), GROWTH[1] / 2 * max(2.0, factor)
        where = f"{_shown(params)}, then twice the work"
        return judge_growth(once, twice, low, high, where, self.workload.outside)

    def _shortest(self, params: Mapping[str, ParamValue]) -> Timing:
        """Of several runs the shortest, which is the truest: what disturbs a run only makes it longer."""
        return min((self._timing(params) for _ in range(RETRY_RUNS)), key=_wall)

    def _timing(self, params: Mapping[str, ParamValue]) -> Timing:
        invocation = self.bench.run(self, params, _Setting(all_cores(), steady=True))
        if invocation.status != "ok" or invocation.resources is None:
            raise _Failed(f"{_shown(params)}: {_outcome(invocation)}")
        resources = invocation.resources
        wall = resources.process_elapsed_ns - (resources.start_up_ns or 0)
        others = invocation.noise.other_cpu_fraction if invocation.noise is not None else 0.0
        work = sum(self.workload.done(params, SEED, i.metrics) for i in invocation.iterations)
        return Timing(wall / 1e9, sum(i.elapsed_ns for i in invocation.iterations) / 1e9, others, work)


def judge_growth(
    once: Timing, twice: Timing, low: float, high: float, where: str, outside: float = 0.0
) -> tuple[bool, str]:
    """Whether the time grew from `low` to `high` times, and the reported time by as many seconds.

    Of the growth, the share `outside` may lie outside the program's clock.
    """
    grown = twice.wall_s / once.wall_s if once.wall_s > 0 else float("inf")
    seen, reported = twice.wall_s - once.wall_s, twice.reported_s - once.reported_s
    times = f"{where}: {once.wall_s:.2f} s became {twice.wall_s:.2f} s"
    others = max(once.others, twice.others)
    busy = f" (other programs took {others:.0%} of the machine: check again when it is quiet)" if others > BUSY else ""
    # agreement first: what disturbs a run moves both of its clocks, so noise rather spoils the other one
    if seen > 0 and not (1 - AGREEMENT - outside) * seen <= reported <= (1 + AGREEMENT) * seen:
        return False, f"{times}, {seen:.2f} s more, but the reported time grew by {reported:.2f} s{busy}"
    if not low <= grown <= high:
        return False, f"{times}, {grown:.2f} times as long, not {low:.1f} to {high:.1f} times{busy}"
    return True, f"{times}, and the reported time grew by as much"


def _outcome(invocation: Invocation) -> str:
    if invocation.status == "ok":
        return "done"
    reason = invocation.reason
    return f"{reason.code}: {reason.message}" if reason is not None else "failed"


def _shown(params: Mapping[str, ParamValue]) -> str:
    return " ".join(f"{name}={value}" for name, value in params.items())


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
