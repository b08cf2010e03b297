"""What a pilot shows of its cell, and what the other processes then do: on cells whose truth is known."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np
import pytest
from support.planted import Planted, plan, record
from support.series import CHANGING, DRIFTING, EACH_NS, STATIONARY, WARM_S, Source, by_time, independent, step

from agon.results.model import Resources
from agon.results.summary import values_of
from agon.results.warmth import warm_from
from agon.run.pilot import Watch, length_of


class Make(Protocol):
    def __call__(self, source: Source, seed: int = 7) -> Planted: ...


@pytest.fixture(name="planted")
def _planted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Make:
    return lambda source, seed=7: Planted(source, monkeypatch, tmp_path, seed)


def mean_of(source: Source) -> float:
    return float(source(np.random.default_rng(99), 60_000).mean()) / 1e9


@pytest.mark.parametrize("name", CHANGING)
def test_nothing_before_the_last_change_counts(planted: Make, name: str) -> None:
    length, known, others = planted(CHANGING[name]).cell(plan())
    assert known.word == "steady", known.text
    for process in others:
        warm = warm_from(process)
        assert warm is not None and warm.word == "steady"
        before = sum(row.elapsed_ns * row.of for row in process.iterations[: warm.row]) / 1e9
        assert before >= WARM_S[name]
        assert values_of(process)["elapsed_steady"] == pytest.approx(EACH_NS / 1e9, rel=0.01)
    assert length.seconds < 2.5 * WARM_S[name] + 2


@pytest.mark.parametrize("name", STATIONARY)
def test_what_is_stationary_is_not_called_drifting_and_costs_no_warm_up(planted: Make, name: str) -> None:
    words, seconds = [], []
    for seed in range(6):
        length, known, _ = planted(STATIONARY[name], seed).cell(plan())
        words.append(known.word)
        seconds.append(length.warm_up * EACH_NS / 1e9)
    assert "drifting" not in words
    assert np.median(seconds) <= 0.3
    expected = "several modes" if "stays of" in name and "5%" not in name else "steady"
    assert words.count(expected) >= 5, words


@pytest.mark.parametrize("name", DRIFTING)
def test_what_drifts_is_called_so_and_watched_to_the_end(planted: Make, name: str) -> None:
    length, known, _ = planted(DRIFTING[name]).cell(plan())
    assert length.seconds < 18, "no warm-up is long enough"
    assert (known.clock, known.word) == ("unsettled", "drifting")
    assert known.text.startswith("still changes after 6")


@pytest.mark.parametrize(
    ("name", "factor"), [("every 25th four times as long", 1.12), ("a fifth of the time 40% slower", 1.0625)]
)
def test_what_recurs_is_part_of_the_time(planted: Make, name: str, factor: float) -> None:
    fifth = by_time(lambda t: 1.4 if int(t * 10) % 5 == 4 else 1.0, 0.01)
    _, known, others = planted(STATIONARY.get(name, fifth)).cell(plan(min_time_s=0.3, max_time_s=1.5))
    assert known.clock == "steady"
    means = [values_of(process)["elapsed_steady"] for process in others]
    assert np.mean(means) == pytest.approx(factor * EACH_NS / 1e9, rel=0.025)
    assert np.mean([values_of(process)["elapsed_median"] for process in others]) == pytest.approx(
        EACH_NS / 1e9, rel=0.02
    )


def test_the_pauses_have_their_share(planted: Make) -> None:
    _, _, others = planted(STATIONARY["every 25th four times as long"]).cell(plan())
    values = values_of(others[0])
    assert values["pauses"] == pytest.approx(3 / 28, rel=0.1)
    assert values["elapsed_p99"] == pytest.approx(4 * EACH_NS / 1e9, rel=0.05)


def test_rare_pauses_lengthen_the_processes(planted: Make) -> None:
    """A collection of 300 ms each 2.5 s: processes of a second would all end before the first."""
    collected = by_time(lambda t: 1.0, 0.01)

    def paused(rng: np.random.Generator, n: int) -> np.ndarray:
        times = collected(rng, n)
        times[833::833] *= 100
        return times

    length, _, others = planted(paused).cell(plan())
    assert length.iterations >= 1000
    assert np.mean([values_of(p)["elapsed_steady"] for p in others]) == pytest.approx(1.12 * EACH_NS / 1e9, rel=0.05)


def test_all_processes_do_the_same_number_of_iterations(planted: Make) -> None:
    length, _, others = planted(STATIONARY["two levels, 70%, stays of 20 and 10"]).cell(plan())
    assert {process.repetitions for process in others} == {length.iterations}


def test_after_a_short_pilot_nothing_is_called_steady(planted: Make) -> None:
    """The change comes when it is over."""
    _, known, _ = planted(step(5)).cell(plan(pilot_s=1.0, pilot_most_s=2.0))
    assert known.word == "too short to say"
    assert "watched for 1" in known.text


def test_a_pilot_of_few_iterations_shows_little(planted: Make) -> None:
    slow = by_time(lambda _: 1000 / 3)  # a second each
    length, known, _ = planted(slow).cell(plan(pilot_s=2.0, pilot_most_s=4.0))
    assert known.word == "too short to say"
    assert length.warm_up == 1
    assert length.iterations == 4  # three after it, as ten seconds have room for them


def test_one_iteration_is_all_there_is(planted: Make) -> None:
    made = plan(pilot_s=2.0, pilot_most_s=4.0, max_time_s=1.5, min_time_s=0.3)
    assert planted(by_time(lambda _: 5000 / 3)).cell(made)[0].iterations == 1


def test_the_margin_leaves_out_more_than_the_pilot_needed(planted: Make) -> None:
    pilot = planted(step(1.2)).pilot(plan())
    before = int(np.searchsorted(np.cumsum([r.elapsed_ns * r.of for r in pilot.iterations]), 1.2e9))
    assert length_of(pilot, plan()).warm_up >= 1.4 * sum(r.of for r in pilot.iterations[:before])


def test_a_shorter_plan_measures_less_after_the_same_warm_up(planted: Make) -> None:
    pilot = planted(step(1.2)).pilot(plan())
    long, short = (length_of(pilot, plan(min_time_s=s, max_time_s=10 * s)) for s in (1.0, 0.2))
    assert short.warm_up == long.warm_up
    assert short.iterations < long.iterations
    assert short.seconds < long.seconds


def test_time_outside_the_clock_is_expected_too(planted: Make) -> None:
    pilot = planted(independent(0.01)).pilot(plan())
    inside = length_of(pilot, plan()).seconds
    lived_ns = 3 * sum(row.elapsed_ns * row.of for row in pilot.iterations)
    resources = Resources(
        process_elapsed_ns=lived_ns, start_up_ns=0, cpu_user_ns=0, cpu_system_ns=0, memory_peak_bytes=0, core_load=[],
        voluntary_switches=0, involuntary_switches=0, processes=1,
    )  # fmt: skip
    twice = pilot.model_copy(update={"resources": resources})
    assert length_of(twice, plan()).seconds == pytest.approx(3 * inside, rel=0.01)


def test_a_pilot_ends_where_it_is_bounded() -> None:
    watch = Watch(plan(pilot_s=10.0, pilot_most_s=20.0))
    assert watch.goes_on([10**9] * 9, 9.0)
    assert watch.goes_on([10**9] * 12, 12.0)  # fewer than twenty
    assert not watch.goes_on([10**9] * 20, 20.0)


def test_what_was_fixed_is_what_the_record_gives(planted: Make) -> None:
    """A resumed experiment goes on with the same length."""
    pilot = planted(step(1.2)).pilot(plan())
    again = pilot.model_validate_json(pilot.model_dump_json())
    assert length_of(again, plan()) == length_of(pilot, plan())
    assert record([1e6] * 30, -1).repetitions == 30


def test_a_slow_beginning_within_the_noise_is_left_out_too(planted: Make) -> None:
    """Threads are new and caches empty in the first fifteen iterations; the modes of the pilot hide it."""
    modes = STATIONARY["two levels, 70%, stays of 20 and 10"]

    def slow(rng: np.random.Generator, n: int) -> np.ndarray:
        times = modes(rng, n)
        times[:15] *= 1.4
        return times

    length, known, _ = planted(slow).cell(plan())
    assert length.warm_up >= 30
    assert known.word == "several modes"
