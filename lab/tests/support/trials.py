"""One invocation of a test platform through the real runner."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from agon.platforms.registry import find
from agon.results.model import Cell, Invocation, Limits, ParamValue
from agon.run.experiment import write_input
from agon.run.invoke import Order, run
from agon.run.repeat import More
from agon.run.warden.client import SCRIPT, Warden
from agon.survivors import marked
from agon.workloads.registry import get

SEED = 11
WARDEN = os.fsencode(SCRIPT)
"""In the command line of every warden."""


@dataclass
class Trials:
    """Runs invocations in one folder, under one warden."""

    warden: Warden
    folder: Path
    mark: str
    done: list[Invocation] = field(default_factory=list[Invocation])
    ordered: int = 0

    def run(
        self,
        spec: str,
        workload: str,
        params: Mapping[str, ParamValue],
        *,
        iterations: int = 1,
        witness: bool = True,
        time_s: float = 60,
        memory_bytes: int | None = None,
        more: More | None = None,
    ) -> Invocation:
        """Run `spec` (a folder, with `:variant` where it has any) once; `more` is for `iterations` 0."""
        order = self.order(
            spec, workload, params, iterations=iterations, witness=witness, time_s=time_s, memory_bytes=memory_bytes
        )
        order = replace(order, more=more)
        self.done.append(run(self.warden, order))
        return self.done[-1]

    def order(
        self,
        spec: str,
        workload: str,
        params: Mapping[str, ParamValue],
        *,
        iterations: int = 1,
        witness: bool = True,
        time_s: float = 60,
        memory_bytes: int | None = None,
    ) -> Order:
        """An invocation that another warden may run. Each has a folder of its own."""
        self.ordered += 1
        platform, chosen = find(spec), get(workload)
        cell = Cell(
            id="trial",
            platform=platform.label,
            platform_id=platform.id,
            variant=platform.variant_for(workload),
            version=platform.version,
            workload=workload,
            params=chosen.params(params),
            cores=1,
            threads=1,
            iterations=iterations,
        )
        return Order(
            platform=platform,
            workload=chosen,
            cell=cell,
            limits=Limits(time_s=time_s, memory_bytes=memory_bytes),
            seed=SEED,
            witness=witness,
            folder=self.folder / f"trial-{self.ordered - 1}",
            input=write_input(self.folder, chosen, cell, SEED),
            mark=self.mark,
        )

    @property
    def samples(self) -> Path:
        """The folder of the next invocation."""
        return self.folder / f"trial-{self.ordered}"

    def left_running(self) -> list[int]:
        """Pids of what the invocations left behind; the warden carries the mark too and is not one of them."""
        return [pid for pid in marked(self.mark) if WARDEN not in _command_line(pid)]


def _command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return WARDEN  # just gone


@contextmanager
def trials(folder: Path) -> Iterator[Trials]:
    """Trials with a warden that ends with the test."""
    mark = f"trial-{os.getpid()}-{folder.name}"
    with Warden(mark) as warden:
        yield Trials(warden, folder, mark)
