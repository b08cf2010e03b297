"""Several invocations at a time, for what is not timed: each under a warden of its own, reported in the order asked
for."""

from __future__ import annotations

import select
from collections import deque
from collections.abc import Generator, Iterable, Sequence

from agon.results.model import Invocation
from agon.run.invoke import Order, Running, begin, finish
from agon.run.warden.client import Warden


def carry_out(wardens: Sequence[Warden], orders: Iterable[Order]) -> Generator[Invocation]:
    """What comes of the orders, in their order. As many run at a time as there are wardens.

    An order is drawn when a warden is free for it. If the caller stops early, or is interrupted, what runs is ended.
    """
    waiting = iter(orders)
    free = list(wardens)
    busy: dict[Warden, int] = {}
    runs: deque[Running | Invocation] = deque()
    """Those not yielded yet, in order; `yielded` is the number of the first."""
    yielded = 0
    try:
        while True:
            while free and (order := next(waiting, None)) is not None:
                warden = free.pop()
                busy[warden] = yielded + len(runs)
                runs.append(begin(warden, order))
            if not runs:
                return
            for warden in select.select(list(busy), [], [])[0]:
                place = busy.pop(warden) - yielded
                running = runs[place]
                assert isinstance(running, Running)
                runs[place] = finish(running)
                free.append(warden)
            while runs and isinstance(first := runs[0], Invocation):
                runs.popleft()
                yielded += 1
                yield first
    finally:
        for warden in busy:
            warden.cancel()
