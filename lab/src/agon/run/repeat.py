"""How often a program repeats its workload: until it has settled, or its time is over.

The lab is asked after `ready` and after each batch of iterations (docs/protocol.md, "Iterations on request"), while the
program waits. A batch holds about a tenth of a second of work, so that the waits are few and what is decided between
them disturbs little.
"""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from agon.results.model import Plan
from agon.stats.steady import settle

More: TypeAlias = Callable[[Sequence[int]], int]
"""Given what the iterations of the last batch took, in nanoseconds (none at first): how many to do next; 0: enough."""

BATCH_S = 0.1
"""Work between two questions."""
MOST_ITERATIONS = 1000
"""Of an invocation: more add nothing, and the record holds each."""
MOST_BYTES = 32 << 20
"""Of what a program may have written to `samples` when it is to go on: the oracle reads all of it."""


class Repeated:
    """The iterations of one invocation, and how many more it shall do."""

    def __init__(self, plan: Plan, samples: Path, *, once: bool = False) -> None:
        """`once`: a single iteration, whatever its time."""
        self._plan = plan
        self._samples = samples
        self._once = once
        self._times: list[int] = []
        self._began: float | None = None

    def more(self, batch: Sequence[int]) -> int:
        """How many iterations to do after that batch (`More`)."""
        now = time.monotonic()
        if self._began is None or not batch:  # the first question, of a second attempt as of the first
            self._began, self._times = now, []
        self._times += batch
        done = len(self._times)
        if done == 0:
            return 1
        lived = now - self._began
        if self._once or lived >= self._plan.max_time_s or done >= MOST_ITERATIONS or self._settled():
            return 0
        written = self._written()
        if written is None or written >= MOST_BYTES:
            return 0
        each = max(lived / done, 1e-9)  # creation and reports count too: they take time, if not the clock's
        space = MOST_ITERATIONS - done
        if written:
            space = min(space, int(MOST_BYTES / (written / done)) - done)
        left = min(BATCH_S, self._plan.max_time_s - lived)
        return max(1, min(space, int(left / each)))

    def _written(self) -> int | None:
        """Bytes of the sample files; None where the program has taken the folder away: judging that comes later."""
        try:
            known = [file.lstat() for file in self._samples.iterdir()]
        except OSError:
            return None
        return sum(file.st_size for file in known if stat.S_ISREG(file.st_mode))

    def _settled(self) -> bool:
        wanted = self._plan.min_time_s * 1e9
        if sum(self._times) < wanted:
            return False
        start = settle(self._times)
        return start is not None and sum(self._times[start:]) >= wanted
