"""How often a program repeats its workload: as often as its cell's pilot has fixed, or, in the pilot, until it has been
watched for long enough.

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

from agon.run.pilot import Length, Watch

More: TypeAlias = Callable[[Sequence[int]], int]
"""Given what the iterations of the last batch took, in nanoseconds (none at first): how many to do next; 0: enough."""

BATCH_S = 0.1
"""Work between two questions."""
MOST_ITERATIONS = 100_000
"""Of an invocation: the oracle judges each."""
MOST_BYTES = 32 << 20
"""Of what a program may have written when it is to go on: the oracle reads all of it."""
LATE = 3.0
"""Times the time that the pilot took for as many iterations after which a process is not asked for more."""
LATE_S = 10.0
"""The least time after which that is so."""


class Repeated:
    """The iterations of one invocation, and how many more it shall do."""

    def __init__(self, folder: Path, rule: Watch | Length | float) -> None:
        """`folder`: where the program writes. `rule`: of a pilot how it is watched; of others what they do; without a
        pilot how many seconds of iterations they do, at least one."""
        self._folder = folder
        self._rule = rule
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
        space = min(MOST_ITERATIONS - done, self._left(lived))
        if space <= 0:
            return 0
        written = self._written()
        if written is None or written >= MOST_BYTES:
            return 0
        each = max(lived / done, 1e-9)  # creation and reports count too: they take time, if not the clock's
        if written:
            space = min(space, int(MOST_BYTES / (written / done)) - done)
        return max(1, min(space, int(BATCH_S / each)))

    def _left(self, lived_s: float) -> int:
        """Iterations that are still to be done, at most."""
        rule = self._rule
        if isinstance(rule, Watch):
            return MOST_ITERATIONS if rule.goes_on(self._times, lived_s) else 0
        if isinstance(rule, Length):
            late = lived_s > max(LATE * rule.seconds, LATE_S)
            return 0 if late else rule.iterations - len(self._times)
        return MOST_ITERATIONS if sum(self._times) < rule * 1e9 else 0

    def _written(self) -> int | None:
        """Bytes of the files; None where the program has taken the folder away: judging that comes later."""
        try:
            known = [file.lstat() for file in self._folder.iterdir()]
        except OSError:
            return None
        return sum(file.st_size for file in known if stat.S_ISREG(file.st_mode))
