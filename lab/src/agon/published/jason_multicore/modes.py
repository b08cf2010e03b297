"""Sections 4.4, 4.5 and 5: pools of threads, speed-up over cores, and which mode serves what."""

from __future__ import annotations

from agon.counted import counted
from agon.published.evidence import FEWEST_INVOCATIONS, Span, at_least, every, less, within
from agon.published.field import Field, Part, unsaid
from agon.published.jason_multicore.shared import (
    COMMUNICATION,
    MANY,
    ONE,
    PAIRS,
    SOURCE,
    TEST_1,
    Series,
    by_size,
    cells_of,
    most_cores,
    pools,
    spans,
    too_few,
)
from agon.published.sources import figures

POOL, THREAD, SYNCHRONOUS = "jason:pool", "jason:thread", "jason:synchronous"
STEEP = 2.0
"""The round-trip time with 2 receivers over that with 32: a steep fall is one of this factor or more."""
ONE_QUANTITY = 0.8
"""Share of the total time from which an agent's round trips are that time: one mode then has both, or neither."""
NEAR = 1.5
"""A speed-up is about another within this factor."""


def pool(field: Field) -> list[Part]:
    """The best sizes of the pool; shorter round trips than with a thread an agent; a steep fall up to 32 receivers."""
    best = {int(f.params["cores"]): int(f.value or 0) for f in figures(SOURCE) if f.metric == "pool"}
    return [
        *(_best_size(field, cores, size) for cores, size in best.items()),
        *(_compare(field, s, "rtt_mean", POOL, THREAD, "has shorter round trips than") for s in (ONE, PAIRS, MANY)),
        _steep(field),
    ]


def advice(field: Field) -> list[Part]:
    """The pool for latency, a thread an agent for the total time, in every series where the two are two quantities."""
    return [
        *(_advised(field, s, "rtt_mean", POOL, THREAD, "has shorter round trips than") for s in COMMUNICATION),
        *(_advised(field, s, "elapsed", THREAD, POOL, "takes less time in all than") for s in COMMUNICATION),
    ]


def _advised(field: Field, series: Series, metric: str, less_of: str, more_of: str, how: str) -> Part:
    found = _compare(field, series, metric, less_of, more_of, how)
    why = _one_quantity(field, series)
    return unsaid(found.claim, f"{why}; {found.evidence}") if why else found


def _one_quantity(field: Field, series: Series) -> str:
    """Why latency and total time cannot differ in their order; empty where they can.

    In a closed loop an agent sends its next request when the last is answered: its K requests take K round trips, and
    the total time is that of the last agent.
    """
    cores = most_cores(field, series)
    shares: list[Span] = []
    for platform in (POOL, THREAD):
        cells = by_size(cells_of(field.results, series, cores), series, platform)
        if not cells:
            return ""
        cell = cells[max(cells)]
        if len(cell.values("rtt_mean")) < FEWEST_INVOCATIONS:
            return ""
        trips = field.span(cell, "rtt_mean").scaled(float(cell.cell.params["messages"]))
        shares.append(trips.over(field.span(cell, "elapsed")))
    if not all(share.low >= ONE_QUANTITY for share in shares):
        return ""
    listed = f"{POOL} {shares[0]}, {THREAD} {shares[1]}"
    return f"the round trips of an agent, one after the other, are the total time here ({listed} of it)"


def speed_up(field: Field) -> list[Part]:
    """The speed-ups of the synchronous mode that the text states."""
    return [
        _speed_up(field, TEST_1, 256, 8, 70),
        _speed_up(field, TEST_1, 256, 16, 70),
        _speed_up(field, PAIRS, 32, 16, 6),
        _speed_up(field, MANY, 32, 16, 9),
    ]


def _compare(field: Field, series: Series, metric: str, less_of: str, more_of: str, how: str) -> Part:
    where = "Test 1" if series is TEST_1 else series.name
    claim = f"{where}: {less_of} {how} {more_of}"
    cores = most_cores(field, series)
    a, b = (spans(field, series, p, metric, cores) for p in (less_of, more_of))
    common = set(a) & set(b)
    if not common:
        absent = " and ".join(p for p, row in ((less_of, a), (more_of, b)) if not row) or "a size of both"
        return unsaid(claim, f"not measured with an interval: {absent}")
    at = max(common)
    detail = f"on {counted(cores, 'core')} with {at} {series.x}: {less_of} {a[at]} s, {more_of} {b[at]} s"
    return Part(claim, less(a[at], b[at]), detail)


def _steep(field: Field) -> Part:
    claim = f"256 senders: with {POOL} the round-trip time falls steeply from 2 to 32 receivers, and less beyond"
    cores = most_cores(field, MANY)
    rows = spans(field, MANY, POOL, "rtt_mean", cores)
    if not {2, 32, 256} <= set(rows):
        return unsaid(claim, f"{POOL} has no intervals at 2, 32 and 256 receivers")
    first, then = rows[2].over(rows[32]), rows[32].over(rows[256])
    detail = f"on {counted(cores, 'core')} it falls {first} times from 2 to 32, then {then} times"
    return Part(claim, every([at_least(first, STEEP), less(then, first)]), detail)


def _best_size(field: Field, cores: int, size: int) -> Part:
    claim = f"on {counted(cores, 'core')} the best pool has {size} threads"
    found = _pools(field, cores)
    if len(found) < 2 or size not in found:
        sweep = f"--cores {cores} --threads {','.join(str(t) for t in sorted({1, size, cores, 2 * cores}))}"
        return unsaid(claim, too_few(field, cores) or f"sizes of {POOL} were not swept there ({sweep})")
    detail = ", ".join(f"{threads}: {span} s" for threads, span in found.items())
    word = every(less(found[size], span) for threads, span in found.items() if threads != size)
    return Part(claim, word, f"mean round-trip time of Test 1 by threads, {detail}")


def _pools(field: Field, cores: int) -> dict[int, Span]:
    """Mean round-trip times of Test 1 by threads, at the largest number of agents that all sizes of the pool have."""
    cells = pools(field.results, POOL, cores)
    return {t: field.span(c, "rtt_mean") for t, c in cells.items() if len(c.values("rtt_mean")) >= FEWEST_INVOCATIONS}


def _speed_up(field: Field, series: Series, at: int, cores: int, published: float) -> Part:
    where = "Test 1" if series is TEST_1 else series.name
    claim = f"{SYNCHRONOUS}, {where} with {at} {series.x}: {cores} cores are about {published:g} times as fast as one"
    one, several = (spans(field, series, SYNCHRONOUS, "elapsed", c) for c in (1, cores))
    if at not in one or at not in several:
        return unsaid(claim, too_few(field, cores) or f"not measured with an interval on 1 and {cores} cores")
    found = one[at].over(several[at])
    return Part(claim, within(found, published / NEAR, published * NEAR), f"{found} times")
