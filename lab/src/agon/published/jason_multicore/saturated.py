"""Sections 4.2 and 4.3: round-trip times of the synchronous mode and of a thread an agent, and where they saturate."""

from __future__ import annotations

from agon.counted import counted
from agon.published.evidence import Span, at_least, at_most, every, less, within
from agon.published.field import Field, Part, unsaid
from agon.published.jason_multicore.shared import (
    MANY,
    ONE,
    PAIRS,
    TEST_1,
    Series,
    cores_measured,
    most_cores,
    spans,
    too_few,
)
from agon.stats.saturation import RISE

SYNCHRONOUS, THREAD = "jason:synchronous", "jason:thread"
RANGE = 16 / 6
"""The synchronous mode's largest round-trip time over its least, from 8 to 256 agents on two cores and more."""
LEVEL = 1.5
"""What counts as one value: the longest round-trip time over the shortest."""


def synchronous(field: Field) -> list[Part]:
    """Where the synchronous mode saturates, and that on several cores its round-trip time hardly grows with Test 1."""
    several = [c for c in cores_measured(field.results, TEST_1) if c > 1]
    return [
        _saturates(field, TEST_1, SYNCHRONOUS, 32, 1),
        _level(field, TEST_1, SYNCHRONOUS, several, RANGE, "Test 1 on 2 cores and more: from 8 to 256 agents"),
        _best_of(field, TEST_1, SYNCHRONOUS, 8, "Test 1: 8 cores are best"),
        _saturates(field, ONE, SYNCHRONOUS, 64, most_cores(field, ONE)),
        _saturates(field, PAIRS, SYNCHRONOUS, 64, most_cores(field, PAIRS)),
    ]


def thread_per_agent(field: Field) -> list[Part]:
    """Test 1 level up to 16 agents on four cores, nothing gained beyond 8, pairs saturated at 32, receivers no help."""
    return [
        _up_to_16(field),
        _no_gain(field),
        _saturates(field, PAIRS, THREAD, 32, most_cores(field, PAIRS)),
        _level(field, MANY, THREAD, [most_cores(field, MANY)], LEVEL, "256 senders: from 2 to 256 receivers"),
    ]


def _saturates(field: Field, series: Series, platform: str, load: int, cores: int) -> Part:
    """Throughput rises up to `load` and, from there to the largest, by no more than RISE."""
    where = "Test 1" if series is TEST_1 else series.name
    claim = f"{platform}, {where}{' on one core' if cores == 1 else ''}: saturated at {load} {series.x}"
    rates = spans(field, series, platform, "request_rate", cores)
    below = [x for x in rates if x < load]
    above = [x for x in rates if x > load]
    if load not in rates or not below or not above:
        on = counted(cores, "core") if cores else "any number of cores"
        have = ", ".join(map(str, rates)) or "none"
        return unsaid(claim, f"it needs {load} {series.x}, fewer and more on {on}; with an interval there are {have}")
    before = rates[load].over(rates[max(below)])
    after = rates[max(above)].over(rates[load])
    word = every([at_least(before, RISE), at_most(after, RISE)])
    detail = (
        f"on {counted(cores, 'core')} requests a second rise {before} times from {max(below)} to {load}, "
        f"then {after} times up to {max(above)}"
    )
    return Part(claim, word, detail)


def _level(field: Field, series: Series, platform: str, counts: list[int], limit: float, where: str) -> Part:
    """The longest mean round-trip time over the shortest, on each of the numbers of cores."""
    claim = f"{platform}, {where} the round-trip time varies by a factor of {limit:.2g} at most"
    low, high = (8, 256) if series is TEST_1 else (2, 256)
    found: list[tuple[int, Span]] = []
    for cores in counts:
        rows = {x: s for x, s in spans(field, series, platform, "rtt_mean", cores).items() if low <= x <= high}
        if low in rows and high in rows:
            longest, shortest = (f(rows.values(), key=lambda s: s.value) for f in (max, min))
            found.append((cores, longest.over(shortest)))
    if not found:
        return unsaid(claim, f"{platform} has no intervals at {low} and {high} {series.x}")
    detail = "; ".join(f"{span} times on {counted(cores, 'core')}" for cores, span in found)
    return Part(claim, every(at_most(span, limit) for _, span in found), detail)


def _best_of(field: Field, series: Series, platform: str, best: int, claim: str) -> Part:
    counts = cores_measured(field.results, series)
    claim = f"{platform}, {claim}"
    why = too_few(field, 2 * best)
    if why or not {best // 2, best, 2 * best} <= set(counts):
        return unsaid(claim, why or f"not measured on {best // 2}, {best} and {2 * best} cores")
    rows = {c: spans(field, series, platform, "rtt_mean", c) for c in counts}
    if any(256 not in row for row in rows.values()):
        return unsaid(claim, "256 agents not measured on all of them")
    word = every(less(rows[best][256], rows[c][256]) for c in counts if c != best)
    return Part(claim, word, ", ".join(f"{row[256]} s on {counted(c, 'core')}" for c, row in rows.items()))


def _up_to_16(field: Field) -> Part:
    claim = f"{THREAD}, Test 1 on 4 cores: round-trip times are about the same from 8 to 16 agents"
    rows = spans(field, TEST_1, THREAD, "rtt_mean", 4)
    if not {8, 16} <= set(rows):
        return unsaid(claim, too_few(field, 4) or "8 and 16 agents not measured on 4 cores")
    change = rows[16].over(rows[8])
    return Part(claim, within(change, 1 / LEVEL, LEVEL), f"with 16 agents {change} times that with 8")


def _no_gain(field: Field) -> Part:
    claim = f"{THREAD}, Test 1: nothing is gained from 8 to 16 cores"
    eight, sixteen = (spans(field, TEST_1, THREAD, "rtt_mean", c) for c in (8, 16))
    common = set(eight) & set(sixteen)
    if not common:
        return unsaid(claim, too_few(field, 16) or "not measured on 8 and 16 cores")
    at = max(common)
    gain = eight[at].over(sixteen[at])
    return Part(claim, at_most(gain, RISE), f"with {at} agents 8 cores take {gain} times as long as 16")
