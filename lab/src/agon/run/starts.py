"""Does what is built start, and do the least work? Tried once for each state of a build, before it is called ready."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from agon.platforms.build import STAMP
from agon.platforms.probe import build_folder
from agon.platforms.registry import Platform
from agon.results.model import Cell, Invocation, Limits, ParamValue
from agon.run.abreast import carry_out
from agon.run.exclusive import alone
from agon.run.experiment import write_input
from agon.run.invoke import Order
from agon.run.plan import all_cores
from agon.run.warden.client import Warden
from agon.workloads.base import Workload
from agon.workloads.registry import UnknownWorkloadError, get

TIME_LIMIT_S = 30.0
"""A virtual machine on a busy machine takes seconds."""
PASSED = ".agon-started"
"""In the build folder, with the variant behind it: the state of the build that has passed."""
SEED = 1
_CHANGING = (PASSED, "build.log", ".agon-failed")
"""How the names of files begin whose change is no change of the program."""


@dataclass(frozen=True)
class Outcome:
    """What became of platforms, by label. Those in neither have passed, now or before."""

    failed: Mapping[str, str]
    """Why, in one line."""
    untried: Mapping[str, str]
    """Why it could not be tried."""


class _BusyError(Exception):
    """An experiment is running, which must not be disturbed."""


def start_each(platforms: Sequence[Platform], time_limit_s: float = TIME_LIMIT_S) -> Outcome:
    """Start the programs of these platforms, which are built, unless they have passed as they are."""
    new = [platform for platform in platforms if not _has_passed(platform)]
    if not new:
        return Outcome({}, {})

    def busy(message: str) -> None:
        raise _BusyError(message)

    try:
        with alone(busy):
            return _start(new, time_limit_s)
    except _BusyError:
        return Outcome({}, {platform.label: "an experiment is running" for platform in new})


def _start(platforms: Sequence[Platform], time_limit_s: float) -> Outcome:
    mark = f"start-{os.getpid()}"
    failed: dict[str, str] = {}
    untried: dict[str, str] = {}
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agon-start-")))
        orders: list[Order] = []
        for number, platform in enumerate(platforms):
            work = _least_work(platform)
            if work is None:
                untried[platform.label] = "it offers no workload that is known here"
            else:
                orders.append(_order(platform, *work, scratch / str(number), mark, time_limit_s))
        count = max(1, min(all_cores(), len(orders)))
        wardens = [stack.enter_context(Warden(mark, limits=False)) for _ in range(count)]
        for order, invocation in zip(orders, carry_out(wardens, orders), strict=True):
            if invocation.status == "ok":
                _remember(order.platform)
            else:
                failed[order.platform.label] = _reason(order, invocation)
    return Outcome(failed, untried)


def _reason(order: Order, invocation: Invocation) -> str:
    why = invocation.reason.message if invocation.reason else "it failed"
    return f"{order.workload.id}, the smallest size: {why}"


def _least_work(platform: Platform) -> tuple[Workload, dict[str, ParamValue]] | None:
    """The smallest size of a workload that the platform offers; if it can be, of one that is a single process."""
    works = sorted(_works(platform), key=lambda work: work[0].nodes)
    return works[0] if works else None


def _works(platform: Platform) -> Iterator[tuple[Workload, dict[str, ParamValue]]]:
    for name, offer in platform.manifest.workloads.items():
        if offer.not_applicable is not None or platform.variant not in (None, *offer.variants):
            continue
        with contextlib.suppress(UnknownWorkloadError):
            workload = get(name)
            sizes = (workload.params(params) for params in workload.preset("check").ladder)
            yield from ((workload, size) for size in sizes if offer.beyond(size) is None)


def _order(
    platform: Platform, workload: Workload, params: dict[str, ParamValue], folder: Path, mark: str, time_limit_s: float
) -> Order:
    cell = Cell(
        id="start",
        platform=platform.label,
        platform_id=platform.id,
        variant=platform.variant_for(workload.id),
        version=platform.version,
        workload=workload.id,
        params=params,
        cores=all_cores(),
        threads=all_cores(),
        iterations=1,
    )
    return Order(
        platform=platform,
        workload=workload,
        cell=cell,
        limits=Limits(time_s=time_limit_s),
        seed=SEED,
        witness=False,
        folder=folder,
        input=write_input(folder.parent, workload, cell, SEED),
        mark=mark,
    )


def _state(platform: Platform) -> str:
    """Digest of the build: its stamp, and name, size and time of each file in its folder."""
    folder = build_folder(platform)
    digest = hashlib.sha256((folder / STAMP).read_bytes())
    for directory, names, files in os.walk(folder):
        names.sort()
        for name in sorted(name for name in files if not name.startswith(_CHANGING)):
            path = Path(directory, name)
            known = path.lstat()
            digest.update(f"{path}\0{known.st_size}\0{known.st_mtime_ns}\0".encode(errors="surrogateescape"))
    return digest.hexdigest()


def _passed(platform: Platform) -> Path:
    return build_folder(platform) / f"{PASSED}-{platform.variant or 'default'}"


def _has_passed(platform: Platform) -> bool:
    with contextlib.suppress(OSError):
        return _passed(platform).read_text(encoding="utf-8") == _state(platform)
    return False


def _remember(platform: Platform) -> None:
    with contextlib.suppress(OSError):  # of another user's folder: it is tried again
        _passed(platform).write_text(_state(platform), encoding="utf-8")
