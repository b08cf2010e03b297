"""Growth: twice the work takes about twice the time, seen from outside, and so does the reported time.

It is what an oracle cannot see: a program could do the work and start its clock late, or report a time it never took.
A size is looked for whose run lasts long enough to time; then the work is doubled. Runs must be alone on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from agon.results.model import ParamValue
from agon.workloads.base import ParameterError, Workload

LONG_ENOUGH_S = 0.3
"""Below it, noise would drown the growth."""
FIXED_SHARE = 0.2
"""What a run takes whatever its size (warm-up, tidying up) must not be more of it than this: it does not grow."""
LARGEST_STEP = 64.0
"""How much more work the search for a long enough size tries at once: the first sizes show little of the speed."""
BEYOND = 4.0
"""How much more than by proportion it tries at most where the time hardly grew with the last step."""
MORE = 1.2
"""A little more than needed by proportion, since the first runs are the slow ones."""
GROWTH = (1.6, 2.6)
"""What twice the work may take, times as long."""
AGREEMENT = 0.2
RETRY_FACTOR = 4
"""From the third attempt on each is made with that much more work than the one before: warm-up, which makes a virtual
machine's time grow less than its work, and noise then weigh less."""
RETRY_RUNS = 2
"""How often each size is run in a further attempt; the shorter run counts."""
LONGEST_S = 24.0
"""What twice the work may be expected to take in a further attempt: after so long warm-up is no excuse."""
ATTEMPTS = 5
"""How many attempts at growth there are in all, so that one disturbance does not decide."""

BUSY = 0.1
"""From this share of the machine on, other programs are named as what may have spoilt a timing."""


Size: TypeAlias = Mapping[str, ParamValue]


@dataclass(frozen=True)
class Timing:
    """What a run took: seen from outside, start-up left out, and as reported."""

    wall_s: float
    reported_s: float
    others: float = 0.0
    """Share of the machine that other programs took meanwhile."""
    work: float = 1.0
    """Elementary steps done."""


@dataclass(frozen=True)
class Hint:
    """What runs that were not alone show of the speed: they took longer than they would have alone, if anything."""

    least_s: float | None = None
    """How long the smallest size lasted after start-up."""
    largest_s: float | None = None
    """What the largest size reported."""


@dataclass(frozen=True)
class GrowthFinding:
    """Whether the time grows as it should."""

    ok: bool
    message: str
    attempts: int = 1


class TimingError(Exception):
    """An invocation that growth needs failed."""


class Growth:
    """The growth of one workload on one platform."""

    def __init__(
        self,
        workload: Workload,
        sizes: Sequence[Size],
        seed: int,
        timing: Callable[[Size], Timing],
        hint: Hint | None = None,
    ) -> None:
        """`sizes`, smallest first: where to begin. `timing` runs a size, and raises TimingError if the run fails."""
        self._workload = workload
        self._sizes = sizes
        self._seed = seed
        self._timing = timing
        self._hint = hint or Hint()
        self._fixed = 0.0

    def verdict(self) -> GrowthFinding:
        """Try it. A failed attempt is repeated, with the same work and then with more."""
        try:
            return self._verdict()
        except (TimingError, ParameterError) as error:
            return GrowthFinding(False, str(error))

    def _verdict(self) -> GrowthFinding:
        target = self._target()
        params, once = self._long_enough(self._first_guess(target), target)
        twice = self._timing(self._workload.doubled(params))
        ok, message = self._grows(params, once, twice)
        attempts = 1
        while not ok and attempts < ATTEMPTS:
            attempts += 1
            if attempts == 2:
                params, once, twice = self._again(params, once, twice, target)
            else:
                if RETRY_FACTOR * twice.wall_s <= LONGEST_S:
                    params = self._most_work(params, RETRY_FACTOR)
                params, once = self._surely_long_enough(params, target)
                twice = self._shortest(self._workload.doubled(params))
            ok, message = self._grows(params, once, twice)
        return GrowthFinding(ok, message, attempts)

    def _target(self) -> float:
        """How long is long enough."""
        seen = self._hint.least_s
        # Where the smallest size is short even next to others, how short it is does not matter.
        self._fixed = seen if seen is not None and seen <= LONG_ENOUGH_S * FIXED_SHARE else self._least()
        return max(LONG_ENOUGH_S, self._fixed / FIXED_SHARE)

    def _least(self) -> float:
        return self._timing(self._sizes[0]).wall_s

    def _first_guess(self, target: float) -> dict[str, ParamValue]:
        largest, seen = self._sizes[-1], self._hint.largest_s
        return self._most_work(largest, min(LARGEST_STEP, MORE * target / seen)) if seen else dict(largest)

    def _long_enough(self, params: Size, target: float) -> tuple[dict[str, ParamValue], Timing]:
        """The first size on the way up from `params` whose run lasts long enough, and how long it lasts."""
        before: Timing | None = None
        while True:
            timing = self._timing(params)
            if timing.wall_s >= target:
                return dict(params), timing
            try:
                params = self._more_work(params, min(LARGEST_STEP, self._wanted(before, timing, target)))
            except ParameterError as error:
                took = f"{timing.wall_s:.3f} s after start-up"
                raise TimingError(f"even {shown(params)} takes only {took} ({error})") from None
            before = timing

    def _surely_long_enough(self, params: Size, target: float) -> tuple[dict[str, ParamValue], Timing]:
        """As `_long_enough`, by the shorter of two runs: a size that was long because of a disturbance is too small."""
        while True:
            params, once = self._long_enough(params, target)
            once = min(once, self._timing(params), key=_wall)
            larger = self._most_work(params, 2)
            if once.wall_s >= target or larger == params:
                return params, once
            params = larger

    def _wanted(self, before: Timing | None, timing: Timing, target: float) -> float:
        """How much more work a run of `target` seconds takes, going by the last two."""
        # While the time seen from outside hardly moves, the reported one shows more.
        moved = max(timing.wall_s - self._fixed, timing.reported_s)
        if moved <= 0:
            return LARGEST_STEP
        by_proportion = MORE * (target - self._fixed) / moved
        if before is None or timing.work <= before.work:
            return by_proportion
        # What does not grow with the work, and is in neither the smallest size nor outside the clock, misleads. So does
        # noise, between sizes close to each other above all.
        a_step = (timing.wall_s - before.wall_s) / (timing.work - before.work)
        by_slope = 1 + MORE * (target - timing.wall_s) / a_step / timing.work if a_step > 0 else LARGEST_STEP
        most = min(BEYOND, timing.work / before.work) * by_proportion
        return max(by_proportion, min(by_slope, most))

    def _again(
        self, params: dict[str, ParamValue], once: Timing, twice: Timing, target: float
    ) -> tuple[dict[str, ParamValue], Timing, Timing]:
        """The same sizes once more: of two runs the shorter counts. One slow run is no long work, either."""
        once = min(once, self._timing(params), key=_wall)
        if once.wall_s < target:
            params, once = self._long_enough(self._most_work(params, 2), target)
            return params, once, self._timing(self._workload.doubled(params))
        return params, once, min(twice, self._timing(self._workload.doubled(params)), key=_wall)

    def _most_work(self, params: Size, factor: float) -> dict[str, ParamValue]:
        """`factor` times the work, or as much as the parameters' bounds allow of it and of its double."""
        while factor > 1:
            try:
                larger = self._more_work(params, factor)
                self._workload.doubled(larger)  # raises where that is out of bounds
            except ParameterError:
                factor /= 2
            else:
                return larger
        return dict(params)

    def _more_work(self, params: Size, factor: float) -> dict[str, ParamValue]:
        goal = self._workload.work(params, self._seed) * factor
        larger = dict(params)
        while self._workload.work(larger, self._seed) < goal:
            larger = self._workload.grown(larger)
        return larger

    def _grows(self, params: Size, once: Timing, twice: Timing) -> tuple[bool, str]:
        # Where the input is drawn or chance decides, twice the requests are not just twice the work.
        factor = twice.work / once.work
        low, high = GROWTH[0] / 2 * min(2.0, factor), GROWTH[1] / 2 * max(2.0, factor)
        where = f"{shown(params)}, then twice the work"
        return judge_growth(once, twice, low, high, where, self._workload.outside)

    def _shortest(self, params: Size) -> Timing:
        """Of several runs the shortest, which is the truest: what disturbs a run only makes it longer."""
        return min((self._timing(params) for _ in range(RETRY_RUNS)), key=_wall)


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


def shown(params: Size) -> str:
    """The parameters on one line."""
    return " ".join(f"{name}={value}" for name, value in params.items())


def _wall(timing: Timing) -> float:
    return timing.wall_s
