"""Does a platform's program conform to the protocol? What `agon check` runs.

Three things are tried for each workload and variant a platform offers: the work at small sizes with witnesses on, bad
arguments, and growth (agon.run.growth). Nothing is timed in the first two, so their programs run two at a time; then
growth has the machine to itself.

Of hundreds of programs on a busy machine one may fall over for a reason that is not the platform's to answer for. So
what ends without an answer is tried once more; of work, the finding reports it. A wrong answer is final.
"""

from __future__ import annotations

import os
import tempfile
import zlib
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from agon.counted import counted
from agon.platforms.build import build, source_digest
from agon.platforms.manifest import Offer
from agon.platforms.registry import Platform
from agon.results.model import Cell, Invocation, Limits, ParamValue
from agon.run.abreast import carry_out
from agon.run.exclusive import alone
from agon.run.experiment import write_input
from agon.run.growth import Growth, Hint, Size, Timing, TimingError, shown
from agon.run.invoke import Order, run
from agon.run.layouts import alike
from agon.run.plan import all_cores
from agon.run.repeat import More
from agon.run.warden.client import Warden
from agon.workloads.base import ParameterError, Workload
from agon.workloads.registry import UnknownWorkloadError, get

SEED = 20_131_027
TIME_LIMIT_S = 120.0
ABREAST = 2
"""How many programs run at a time where nothing is timed: most of them is start-up, which wants one core."""

ACCIDENTS = frozenset({"exit status", "server", "signal", "time limit"})
"""Reasons of a failure that a second attempt may excuse: the program gave no answer, rather than a wrong one."""
HANGS = 2
"""After so many programs of a subject that ran into the time limit no more are tried: it hangs, whatever the size."""
SECOND_ATTEMPTS = 2
"""How many trials of a platform are excused so; where more fail, that is no accident."""

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
    fail_fast: bool = False,
    time_limit_s: float = TIME_LIMIT_S,
    progress: Callable[[str], None] = _ignore,
    found: Callable[[Finding], None] = _ignore,
) -> list[Finding]:
    """Check every workload in every variant that the platform offers; one variant if the platform names one.

    `workloads` are the ids to check, None for all. `brief`: growth in the first variant of every third workload only;
    and the smallest work of each workload's first variant is done as it is measured, all else with the flags of growth,
    for an optimising compiler takes longer than the work.
    `fail_fast`: no growth of a variant whose work has failed.
    `time_limit_s`: how long a program may take; one that hangs is not tried at every size.
    `progress` receives what is tried next, `found` each finding as it is made. Builds the platform
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
    offers = {
        name: offer
        for name, offer in platform.manifest.workloads.items()
        if offer.not_applicable is None and (workloads is None or name in workloads)
    }
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agon-check-")))
        stack.enter_context(alone(progress))  # programs that run at the same time are of this lab alone
        wardens = [stack.enter_context(Warden(mark, limits=False)) for _ in range(ABREAST)]
        bench = _Bench(wardens, scratch, mark, time_limit_s, brief)
        subjects: list[_Subject] = []
        for name, offer in offers.items():
            problems, hopeless = _problems(platform, name, offer)
            for problem in problems:
                note(Finding(name, "", "folder", False, problem))
            if not hopeless:
                subjects += _subjects(bench, platform, get(name), offer)
        for finding in bench.carry_out(_untimed(subjects, progress)):
            note(finding)
        for subject in subjects:
            if subject.untried is not None:
                note(subject.untried)
        failed = {(finding.workload, finding.variant) for finding in findings if not finding.ok}
        for subject in _briefly(subjects, platform.id) if brief else subjects:
            lost = fail_fast and (subject.workload.id, subject.variant) in failed
            if not lost and subject.untried is None:
                progress(f"{subject}: growth")
                note(subject.growth())
    if not brief and (problem := alike(platform, progress)):
        note(Finding("", "", "folder", False, problem))
    note(_folder(platform, digest))
    return findings


def _problems(platform: Platform, name: str, offer: Offer) -> tuple[list[str], bool]:
    """What is wrong with an offer before anything is run, and whether it cannot be tried at all."""
    try:
        workload = get(name)
    except UnknownWorkloadError as error:
        return [f"platform.toml offers {name}, but {error}"], True
    missing = [source for source in offer.sources if not (platform.folder / source).is_file()]
    found = [f"platform.toml names the source {missing[0]}, which is not there"] if missing else []
    restriction = _wrong_restriction(workload, offer)
    if restriction:
        found.append(f"platform.toml, workloads.{name}.only: {restriction}")
    return found, restriction is not None


def _subjects(bench: _Bench, platform: Platform, workload: Workload, offer: Offer) -> list[_Subject]:
    variants = [v for v in offer.variants if platform.variant is None or v == platform.variant]
    return [
        _Subject(bench, replace(platform, variant=variant), workload, first=number == 0)
        for number, variant in enumerate(variants)
    ]


def _briefly(subjects: Sequence[_Subject], platform_id: str) -> list[_Subject]:
    """The first variant of every third workload. Where to begin hangs on the platform's name: the platforms of a
    family share a harness, and among them every workload is timed."""
    first = sorted((s for s in subjects if s.first), key=lambda s: s.workload.id)
    return first[zlib.crc32(platform_id.encode()) % 3 :: 3] or first


def _untimed(subjects: Iterable[_Subject], progress: Callable[[str], None]) -> Iterator[_Trial]:
    """All that is tried and not timed."""
    asked = False
    for subject in subjects:
        progress(f"{subject}: the work, with witnesses")
        yield from subject.work()
        if subject.first:
            progress(f"{subject}: bad arguments")
            if not asked:  # what concerns the whole program is asked once
                asked = True
                yield subject.unknown_workload()
            yield from subject.arguments()


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


def _folder(platform: Platform, digest: str) -> Finding:
    if source_digest(platform) != digest:
        message = f"building or running changed {platform.folder}: build into {{build}}, write into samples="
        return Finding("", "", "folder", False, message)
    return Finding("", "", "folder", True, "its folder stays clean")


@dataclass
class _Bench:
    """Where programs are run."""

    wardens: list[Warden]
    scratch: Path
    mark: str
    time_limit_s: float
    brief: bool
    runs: int = 0

    def carry_out(self, trials: Iterable[_Trial]) -> Generator[Finding]:
        """Several at a time; the findings in the order of the trials, those of second attempts last."""
        drawn: list[_Trial] = []
        accidents: list[tuple[_Trial, Finding]] = []

        def orders() -> Iterator[Order]:
            for trial in trials:
                drawn.append(trial)
                yield self._order(trial.subject, trial.params, trial.setting)

        for number, invocation in enumerate(carry_out(self.wardens, orders())):
            trial = drawn[number]
            finding = trial.judge(invocation)
            if trial.work and _accident(invocation):
                accidents.append((trial, finding))
            else:
                yield finding
        for trial, first in accidents:
            hopeless = len(accidents) > SECOND_ATTEMPTS or trial.subject.hangs > HANGS
            yield first if hopeless else self._once_more(trial, first)

    def _once_more(self, trial: _Trial, first: Finding) -> Finding:
        second = trial.judge(self.run(trial.subject, trial.params, trial.setting))
        return replace(second, message=f"{second.message}; at first, {first.message}", retried=True)

    def run(self, subject: _Subject, params: Size, setting: _Setting) -> Invocation:
        """Alone."""
        return run(self.wardens[0], self._order(subject, params, setting))

    def _order(self, subject: _Subject, params: Size, setting: _Setting) -> Order:
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
        return Order(
            platform=subject.platform,
            workload=subject.workload,
            cell=cell.model_copy(update={"workload": setting.workload or cell.workload}),
            limits=Limits(time_s=self.time_limit_s),
            seed=SEED,
            witness=setting.witness,
            folder=self.scratch / str(self.runs),
            input=write_input(self.scratch, subject.workload, cell, SEED),
            mark=self.mark,
            extra=setting.extra,
            growth=setting.growth or (self.brief and not setting.as_measured),
            more=_in_batches(setting.batches) if setting.batches else None,
        )


@dataclass(frozen=True)
class _Setting:
    """How a program is run, beyond its parameters."""

    cores: int
    iterations: int = 1
    batches: tuple[int, ...] = ()
    """Of `iterations` 0: the batches requested."""
    witness: bool = False
    workload: str | None = None
    """Another workload's name than the right one."""
    extra: Mapping[str, str] | None = None
    growth: bool = False
    """With the platform's flags for times that grow with the work from the start."""
    as_measured: bool = False
    """Without them, even briefly."""


@dataclass(frozen=True)
class _Trial:
    """One run whose time is not judged."""

    subject: _Subject
    params: Size
    setting: _Setting
    judge: Callable[[Invocation], Finding]
    work: bool = False
    """It is to do the work, not to refuse it."""


@dataclass
class _Subject:
    """One workload in one variant."""

    bench: _Bench
    platform: Platform
    workload: Workload
    first: bool
    """Of the workload's variants."""
    hint: Hint = field(default_factory=Hint)
    hangs: int = 0
    """How many of its programs ran into the time limit."""
    untried: Finding | None = None
    """What was not tried, since it hangs."""

    def __str__(self) -> str:
        return f"{self.workload.id} ({self.variant})"

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

    def work(self) -> Iterator[_Trial]:
        """Every size of the preset `check`: repeated where the platform can, and on one core as well.

        The smallest is repeated as often as requested on standard input, the others twice by argument.
        """
        limit = self.platform.manifest.run.max_iterations
        repeated = _Setting(all_cores(), iterations=min(2, limit or 2), witness=True)
        in_batches = _Setting(all_cores(), iterations=0, batches=(1, 2), witness=True) if limit is None else repeated
        sizes = self.sizes
        tries = [(params, repeated) for params in sizes]
        tries[0] = (sizes[0], replace(in_batches, as_measured=self.first))
        tries.append((sizes[-1], _Setting(1, witness=True)))
        for number, (params, setting) in enumerate(tries):
            if self.hangs >= HANGS:
                left = counted(len(tries) - number, "further size")
                self.untried = self._finding("work", False, f"{left} and growth: not tried, since it hangs")
                return
            yield _Trial(self, params, setting, partial(self._worked, number, params, setting), work=True)

    def _worked(self, number: int, params: Size, setting: _Setting, invocation: Invocation) -> Finding:
        ok = invocation.status == "ok"
        self.hangs += invocation.reason is not None and invocation.reason.code == "time limit"
        if ok and number == 0:
            self.hint = replace(self.hint, least_s=_after_start_up(invocation))
        if ok and number == len(self.sizes) - 1:
            self.hint = replace(self.hint, largest_s=invocation.iterations[-1].elapsed_ns / 1e9)
        where = f"{shown(params)} on {counted(setting.cores, 'core')}"
        if setting.batches:
            where += ", repeated on request"
        return self._finding("work", ok, f"{where}: {_outcome(invocation)}")

    def arguments(self) -> Iterator[_Trial]:
        """Wrong words on the command line end with status 2 and a message."""
        first = self.workload.parameters[0].name
        yield self._wrong("an unknown key", _Setting(all_cores(), extra={"no-such-key": "1"}))
        yield self._wrong(f"{first}=many", _Setting(all_cores(), extra={first: "many"}))

    def unknown_workload(self) -> _Trial:
        """So does a workload that the program does not know."""
        return self._wrong("an unknown workload", _Setting(all_cores(), workload="no-such-workload"))

    def _wrong(self, what: str, setting: _Setting) -> _Trial:
        return _Trial(self, self.sizes[0], setting, partial(self._refusal, what))

    def _refusal(self, what: str, invocation: Invocation) -> Finding:
        if invocation.exit_status != 2:
            status, signal = invocation.exit_status, invocation.signal
            ended = f"status {status}" if signal is None else f"signal {signal}"
            return self._finding("arguments", False, f"{what}: it ended with {ended}, not with status 2")
        if not invocation.stderr_tail.strip():
            return self._finding("arguments", False, f"{what}: it ended with status 2 without a message")
        return self._finding("arguments", True, f"{what}: refused")

    def growth(self) -> Finding:
        """Twice the work takes about twice the time, and so does the reported time."""
        verdict = Growth(self.workload, self.sizes, SEED, self._timing, self.hint).verdict()
        return self._finding("growth", verdict.ok, verdict.message, retried=verdict.attempts > 1)

    def _timing(self, params: Size) -> Timing:
        setting = _Setting(all_cores(), growth=True)
        invocation = self.bench.run(self, params, setting)
        if _accident(invocation):
            invocation = self.bench.run(self, params, setting)
        if invocation.status != "ok":
            raise TimingError(f"{shown(params)}: {_outcome(invocation)}")
        others = invocation.noise.other_cpu_fraction if invocation.noise is not None else 0.0
        work = sum(self.workload.done(params, SEED, i.metrics) for i in invocation.iterations)
        reported = sum(i.elapsed_ns for i in invocation.iterations) / 1e9
        return Timing(_after_start_up(invocation), reported, others, work)


def _in_batches(sizes: Sequence[int]) -> More:
    """Requests batches of these sizes from a program, and then its end."""
    left = iter(sizes)
    return lambda _: next(left, 0)


def _after_start_up(invocation: Invocation) -> float:
    resources = invocation.resources
    assert resources is not None  # it has run
    return resources.lived_ns / 1e9


def _accident(invocation: Invocation) -> bool:
    return invocation.reason is not None and invocation.reason.code in ACCIDENTS


def _outcome(invocation: Invocation) -> str:
    if invocation.status == "ok":
        return "done"
    reason = invocation.reason
    return f"{reason.code}: {reason.message}" if reason is not None else "failed"
