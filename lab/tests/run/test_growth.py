"""Whether twice the work takes about twice the time: the judgement, and the search for a size that is long enough."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

import pytest

from agon.results.model import ParamValue
from agon.run.growth import FIXED_SHARE, LONG_ENOUGH_S, Growth, GrowthFinding, Hint, Timing, TimingError, judge_growth
from agon.workloads.registry import get


@pytest.mark.parametrize(
    ("once", "twice", "expected"),
    [
        (Timing(1.0, 0.9), Timing(2.0, 1.9), None),
        (Timing(1.0, 0.9), Timing(1.6, 1.5), None),
        (Timing(1.0, 0.9), Timing(1.5, 1.4), "1.50 times as long, not 1.6 to 2.6 times"),
        (Timing(1.0, 0.9), Timing(2.7, 2.6), "2.70 times as long"),
        (Timing(1.0, 0.9), Timing(1.0, 0.9), "1.00 times as long"),
        (Timing(0.0, 0.0), Timing(1.0, 0.9), "inf times as long"),
        (Timing(1.0, 0.9), Timing(2.0, 1.72), None),
        (Timing(1.0, 0.9), Timing(2.0, 1.68), "1.00 s more, but the reported time grew by 0.78 s"),
        (Timing(1.0, 0.5), Timing(2.0, 1.0), "the reported time grew by 0.50 s"),
        (Timing(1.0, 0.1), Timing(2.0, 1.4), "the reported time grew by 1.30 s"),
    ],
)
def test_growth(once: Timing, twice: Timing, expected: str | None) -> None:
    ok, message = judge_growth(once, twice, 1.6, 2.6, "size")
    assert ok == (expected is None)
    assert (expected or "by as much") in message


@pytest.mark.parametrize(("reported", "ok"), [(1.9, True), (1.46, True), (1.44, False), (2.11, False)])
def test_some_growth_may_lie_outside_the_clock(reported: float, ok: bool) -> None:
    once, twice = Timing(1.0, 0.9), Timing(2.0, reported)
    assert judge_growth(once, twice, 1.6, 2.6, "size", outside=0.25)[0] == ok


def test_a_busy_machine_is_named_where_growth_fails() -> None:
    once, twice = Timing(1.0, 0.9, others=0.02), Timing(4.0, 3.9, others=0.45)
    assert "other programs took 45% of the machine" in judge_growth(once, twice, 1.6, 2.6, "size")[1]
    assert "other programs" not in judge_growth(once, Timing(2.0, 1.9, others=0.45), 1.6, 2.6, "size")[1]


class Stopwatch:
    """A pipeline whose runs take so many seconds: `fixed` and `a_task` for each task, each run with its disturbance."""

    def __init__(
        self, a_task: float = 3e-6, fixed: float = 0.0, disturbed: Callable[[int], float] = lambda _: 1.0
    ) -> None:
        self.a_task = a_task
        self.fixed = fixed
        self.disturbed = disturbed
        """How much longer the run of that number takes."""
        self.tried: list[int] = []
        """The number of tasks of each run."""

    def __call__(self, params: Mapping[str, ParamValue]) -> Timing:
        tasks = params["tasks"]
        assert isinstance(tasks, int)
        self.tried.append(tasks)
        factor = self.disturbed(len(self.tried))
        work = self.a_task * tasks * factor
        return Timing(self.fixed * factor + work, work, work=3 * tasks)


def growth(watch: Callable[[Mapping[str, ParamValue]], Timing], hint: Hint | None = None) -> GrowthFinding:
    pipeline = get("pipeline")
    sizes = [pipeline.params(params) for params in pipeline.preset("check").ladder]
    return Growth(pipeline, sizes, 7, watch, hint).verdict()


def test_without_a_hint_the_smallest_size_is_timed_first() -> None:
    watch = Stopwatch()
    verdict = growth(watch)
    assert verdict.ok, verdict.message
    assert watch.tried[:2] == [1, 1_200]


def test_a_hint_saves_runs() -> None:
    watch = Stopwatch(3e-5)
    assert growth(watch, Hint(least_s=0.01, largest_s=0.04)).ok
    first, last = watch.tried
    assert 3e-5 * first >= LONG_ENOUGH_S
    assert last == 2 * first


def test_a_start_that_may_be_slow_is_timed_though_a_hint_announces_it() -> None:
    watch = Stopwatch(fixed=0.1)
    verdict = growth(watch, Hint(least_s=0.3, largest_s=0.0045))
    assert verdict.ok, verdict.message
    assert watch.tried[0] == 1
    assert watch.fixed <= FIXED_SHARE * (watch.fixed + watch.a_task * watch.tried[-2])


@pytest.mark.parametrize("reported", [0.0, 1e-9, 30.0])
def test_a_hint_that_misleads_does_no_harm(reported: float) -> None:
    watch = Stopwatch()
    verdict = growth(watch, Hint(least_s=0.01, largest_s=reported))
    assert verdict.ok, verdict.message
    assert watch.tried[-1] * watch.a_task < 4


def test_a_step_goes_by_the_last_two_runs_where_most_of_the_time_does_not_grow() -> None:
    # By proportion alone each step would be a little one: of the time that the clock ran nearly nothing was work.
    def timing(params: Mapping[str, ParamValue]) -> Timing:
        watch(params)
        wall = 0.25 + 1e-8 * watch.tried[-1] if watch.tried[-1] > 1 else 0.02
        return Timing(wall, wall, work=3 * watch.tried[-1])

    watch = Stopwatch()
    growth(timing, Hint(largest_s=0.2))
    steps = [later / earlier for earlier, later in itertools.pairwise(watch.tried[1:])]
    assert steps[:3] == [2, 4, 8]


def test_noise_is_no_reason_for_a_giant_step() -> None:
    # The time seems to shrink with the work.
    watch = Stopwatch(1e-5, disturbed=lambda number: 2 if number == 1 else 1)
    verdict = growth(watch, Hint(least_s=0.01, largest_s=0.03))
    assert verdict.ok, verdict.message
    assert 1e-5 * watch.tried[-1] < 2


def test_a_disturbance_is_tried_again_with_the_same_work() -> None:
    watch = Stopwatch(3e-5, disturbed=lambda number: 4 if number == 2 else 1)
    verdict = growth(watch, Hint(least_s=0.01, largest_s=0.04))
    assert (verdict.ok, verdict.attempts) == (True, 2), verdict.message
    first, doubled, *again = watch.tried
    assert again == [first, doubled]


def test_a_slow_run_is_no_long_work() -> None:
    watch = Stopwatch(disturbed=lambda number: 100 if number == 1 else 1)
    verdict = growth(watch, Hint(least_s=0.01))
    assert (verdict.ok, verdict.attempts) == (True, 2), verdict.message
    assert watch.tried[0] == 1_200
    assert watch.a_task * watch.tried[-2] >= LONG_ENOUGH_S


def test_more_work_is_tried_up_to_what_the_parameters_allow() -> None:
    # So fast that the largest sizes are just long enough, and disturbed until the third attempt.
    watch = Stopwatch(3e-8, disturbed=lambda number: 4 if number in (4, 6) else 1)
    verdict = growth(watch, Hint(least_s=0.01))
    assert (verdict.ok, verdict.attempts) == (True, 3), (verdict.message, watch.tried)
    assert max(watch.tried) <= 40_000_000


def test_growth_that_stays_wrong_is_reported_in_the_end() -> None:
    def timing(params: Mapping[str, ParamValue]) -> Timing:
        seen = watch(params)
        return Timing(seen.wall_s**2, seen.wall_s**2, work=seen.work)

    watch = Stopwatch()
    verdict = growth(timing)
    assert (verdict.ok, verdict.attempts) == (False, 5)
    assert "4.00 times as long, not 1.6 to 2.6 times" in verdict.message


@pytest.mark.parametrize("hint", [None, Hint(least_s=0.01, largest_s=0.001)])
def test_a_late_clock_is_reported_at_any_number_of_attempts(hint: Hint | None) -> None:
    def timing(params: Mapping[str, ParamValue]) -> Timing:
        seen = watch(params)
        return Timing(seen.wall_s, seen.wall_s / 3, work=seen.work)

    watch = Stopwatch()
    verdict = growth(timing, hint)
    assert (verdict.ok, verdict.attempts) == (False, 5)
    assert "but the reported time grew by" in verdict.message


def test_a_run_that_fails_is_reported() -> None:
    def timing(_: Mapping[str, ParamValue]) -> Timing:
        raise TimingError("tasks=1: it crashed")

    assert growth(timing) == GrowthFinding(False, "tasks=1: it crashed")


def test_a_size_that_only_a_disturbance_made_long_is_left_for_a_larger_one() -> None:
    # Creating the actors takes most of the time at that size, and four times more work in each attempt is too little.
    watch = Stopwatch(2e-8, fixed=0.13, disturbed=lambda number: 4 if number <= 4 else 1)
    verdict = growth(watch, Hint(least_s=0.02, largest_s=0.0001))
    assert verdict.ok, (verdict.message, watch.tried)
    assert watch.fixed + watch.a_task * watch.tried[-1] >= 2 * LONG_ENOUGH_S * 0.8
