"""grid-swap on a perfectly fair platform: every message is handled in the order in which it was sent, none overtakes.

What the swaps of real platforms are held against: their numbers differ at random even there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from agon.stats.fairness import stddev, unfairness

SEEDS = 20
LARGEST_SIDE = 20
"""A larger grid is simulated at this side: the standard deviation hardly depends on it (docs/workloads.md)."""

_REQUEST, _ACCEPT, _REFUSE, _NOTHING = range(4)
_NEVER = 2**62

Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Fair:
    """Medians over SEEDS simulations."""

    stddev: float
    unfairness: float


@lru_cache(maxsize=32)
def fair(agents: int, active: int, rounds: int) -> Fair:
    """The fairness of the swaps of `agents`, `active` of them in a transaction, when the first comes to `rounds`."""
    swaps = [counts.tolist() for counts in simulate(agents, active, rounds, SEEDS)]
    return Fair(
        float(np.median([stddev(counts) for counts in swaps])),
        float(np.median([unfairness(counts) for counts in swaps])),
    )


def simulate(agents: int, active: int, rounds: int, seeds: int) -> list[Ints]:
    """The swaps of each agent, for each of `seeds` simulations; side by side, a generation of messages at a time.

    A generation holds the messages that those of the one before gave rise to, in their order: one queue for all.
    Messages to requesters that are refused or accepted, and requests, are the kinds; `who` is the requester.
    """
    raw = np.random.PCG64(seeds)
    busy: Bools = np.zeros(seeds * agents, dtype=np.bool_)
    swaps: Ints = np.zeros(seeds * agents, dtype=np.int64)
    accepted_at: Ints = np.full(seeds * agents, _NEVER)
    first: Ints = np.empty(seeds * agents, dtype=np.int64)
    who: Ints = (np.arange(seeds)[:, None] * agents + np.arange(active)).ravel()
    kind: Ints = np.full(len(who), _REQUEST)
    busy[who] = True
    done: list[Ints] = []
    while len(who):
        place = np.arange(len(who))
        requests = place[kind == _REQUEST]
        asker = who[requests]
        pick = (raw.random_raw(len(asker)) >> np.uint64(32)) * np.uint64(agents - 1) >> np.uint64(32)
        own = asker % agents
        other = pick.astype(np.int64)
        target = asker - own + other + (other >= own)
        # An agent is free for a request that comes after the accept that ends its own transaction.
        accepts = place[kind == _ACCEPT]
        accepted_at[who[accepts]] = accepts
        free = ~busy[target] | (accepted_at[target] < requests)
        accepted_at[who[accepts]] = _NEVER
        first[target[free][::-1]] = requests[free][::-1]
        taken = free & (first[target] == requests)
        busy[who[accepts]] = False
        busy[target[taken]] = True
        swaps[who[accepts]] += 1
        # Each message gives rise to two at most: the answer to a request, and what the one who accepts asks in turn.
        following: Ints = np.full((len(who), 2), _NOTHING)
        to: Ints = np.stack([who, who], axis=1)
        following[requests, 0] = np.where(taken, _ACCEPT, _REFUSE)
        following[requests[taken], 1] = _REQUEST
        to[requests[taken], 1] = target[taken]
        following[kind == _REFUSE, 0] = _REQUEST
        ended = np.unique(who[accepts][swaps[who[accepts]] == rounds] // agents)
        done += [swaps[seed * agents : (seed + 1) * agents].copy() for seed in ended]
        keep = (following != _NOTHING) & ~np.isin(to // agents, ended)
        kind, who = following[keep], to[keep]
    return done
