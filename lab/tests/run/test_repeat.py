"""An invocation repeats as often as was fixed, and ends on time whatever the program does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from support.places import FAKES, REFERENCE
from support.trials import Trials, trials

from agon.results.model import Plan
from agon.run import repeat
from agon.run.pilot import Length, Watch
from agon.run.repeat import MOST_BYTES, MOST_ITERATIONS, Repeated

RING = {"workers": 7, "tokens": 3, "passes": 23}
MS = 1_000_000


def length(iterations: int, seconds: float = 1.0) -> Length:
    return Length(warm_up=0, iterations=iterations, seconds=seconds)


class Clock:
    """Time that passes only when a program works."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(repeat.time, "monotonic", lambda: self.now)

    def work(self, repeated: Repeated, each_ns: int, outside_ns: int = 0) -> list[int]:
        """The times of all iterations of a program that needs so much, and so much outside its clock."""
        times: list[int] = []
        batch: Sequence[int] = ()
        while (more := repeated.more(batch)) > 0:
            batch = [each_ns] * more
            times += batch
            self.now += (sum(batch) + outside_ns * more) / 1e9
        return times


@pytest.fixture(name="clock")
def _clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.mark.parametrize("each_ns", [1000, MS, 500 * MS])
def test_what_was_fixed_is_done_whatever_it_takes(tmp_path: Path, clock: Clock, each_ns: int) -> None:
    assert len(clock.work(Repeated(tmp_path, length(17)), each_ns)) == 17


def test_but_not_for_ever(tmp_path: Path, clock: Clock) -> None:
    """A process that is hundreds of times slower than its pilot."""
    times = clock.work(Repeated(tmp_path, length(1000, seconds=1.0)), 500 * MS)
    assert 10 <= sum(times) / 1e9 <= 11


def test_without_a_pilot_it_measures_its_time(tmp_path: Path, clock: Clock) -> None:
    assert 1.0 <= sum(clock.work(Repeated(tmp_path, 1.0), 10 * MS)) / 1e9 <= 1.11
    assert clock.work(Repeated(tmp_path, 1.0), 5000 * MS) == [5000 * MS]
    assert clock.work(Repeated(tmp_path, 0.0), MS) == [MS]


def test_a_pilot_is_watched_by_the_time_that_passes(tmp_path: Path, clock: Clock) -> None:
    made = Plan(protocol="agon", seed=1, invocations=5, pilot_s=2.0)
    assert 200 <= len(clock.work(Repeated(tmp_path, Watch(made)), 10 * MS)) <= 215
    times = clock.work(Repeated(tmp_path, Watch(made)), MS // 10, outside_ns=50 * MS)
    assert 58 <= len(times) <= 64, "one and a half times as long where nearly all is outside its clock"


def test_short_iterations_end_at_a_bound(tmp_path: Path, clock: Clock) -> None:
    assert len(clock.work(Repeated(tmp_path, 10.0), 1000)) == MOST_ITERATIONS


def test_bulk_data_end_it_too(tmp_path: Path, clock: Clock) -> None:
    repeated = Repeated(tmp_path, 10.0)
    assert repeated.more(()) == 1
    file = tmp_path / "points.csv"
    file.write_bytes(b"x" * (MOST_BYTES // 4))
    clock.now += 0.001
    assert repeated.more([MS]) == 3
    file.write_bytes(b"x" * MOST_BYTES)
    assert repeated.more([MS] * 3) == 0


def test_a_second_attempt_begins_again(tmp_path: Path, clock: Clock) -> None:
    repeated = Repeated(tmp_path, length(9))
    assert len(clock.work(repeated, MS)) == 9
    assert len(clock.work(repeated, MS)) == 9


def in_batches(*sizes: int) -> Callable[[Sequence[int]], int]:
    left = iter(sizes)
    return lambda _: next(left, 0)


@pytest.fixture(name="bench")
def _bench(tmp_path: Path) -> Iterator[Trials]:
    with trials(tmp_path) as made:
        yield made
        assert made.left_running() == []


def test_a_program_does_what_is_requested_and_each_batch_comes_back(bench: Trials) -> None:
    seen: list[Sequence[int]] = []
    sizes = in_batches(1, 3, 2)

    def more(batch: Sequence[int]) -> int:
        seen.append(batch)
        return sizes(batch)

    done = bench.run(str(REFERENCE), "token-ring", RING, iterations=0, more=more)
    assert done.status == "ok", done.reason
    assert [i.index for i in done.iterations] == [0, 1, 2, 3, 4, 5]
    assert [time for batch in seen for time in batch] == [i.elapsed_ns for i in done.iterations]
    assert [len(batch) for batch in seen] == [0, 1, 3, 2]


@pytest.mark.parametrize("workload", ["grid-swap", "echo-all", "fibonacci", "service-rounds"])
def test_files_of_all_batches_are_judged(bench: Trials, workload: str) -> None:
    from agon.workloads.registry import get

    params = get(workload).preset("check").ladder[0]
    done = bench.run(str(REFERENCE), workload, params, iterations=0, more=in_batches(2, 2))
    assert done.status == "ok", done.reason
    assert len(done.iterations) == 4


@pytest.mark.parametrize(
    ("variant", "code", "message"),
    [
        ("deaf", "protocol", "0 of 1 iterations reported"),
        ("more-than-asked", "protocol", "iterations reported"),
        ("ends-mid-batch", "protocol", "3 of 6 iterations reported"),
        ("wrong-result", "oracle", "iteration 0: token 1 ended at worker"),
        ("crash", "signal", "ended by signal 11"),
    ],
)
def test_a_program_that_does_other_work_is_found_out(bench: Trials, variant: str, code: str, message: str) -> None:
    done = bench.run(f"{FAKES}:{variant}", "token-ring", RING, iterations=0, more=in_batches(1, 5))
    assert done.reason is not None
    assert done.reason.code == code
    assert message in done.reason.message


def test_a_program_that_hangs_between_batches_meets_its_time_limit(bench: Trials) -> None:
    done = bench.run(f"{FAKES}:hang", "token-ring", RING, iterations=0, time_s=0.5, more=in_batches(5))
    assert done.reason is not None
    assert done.reason.code == "time limit"


def test_what_the_lab_gets_wrong_ends_the_program(bench: Trials) -> None:
    def fail(_: Sequence[int]) -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        bench.run(str(REFERENCE), "token-ring", RING, iterations=0, more=fail)
    assert bench.left_running() == []
