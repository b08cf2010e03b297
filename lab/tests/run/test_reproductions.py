"""What reproduces a source: sizes that the workloads know, and how much of it is measured."""

from __future__ import annotations

import pytest

from agon.errors import UsageError
from agon.published.sources import source
from agon.run.reproductions import effort, reproductions, sources
from agon.workloads.registry import get


@pytest.mark.parametrize("name", sources())
@pytest.mark.parametrize("preset", ["quick", "paper"])
def test_every_size_is_one_of_the_workload(name: str, preset: str) -> None:
    for reproduction in reproductions(name):
        workload = get(reproduction.workload or "token-ring")
        ladder = reproduction.ladder(preset)
        assert ladder
        for params in ladder:
            workload.params(params)


@pytest.mark.parametrize("name", sources())
def test_every_workload_of_a_source_is_reproduced(name: str) -> None:
    assert {r.workload for r in reproductions(name)} - {None} == set(source(name).workloads)


def test_the_grid_reaches_as_far_as_the_source() -> None:
    for preset in ("quick", "paper"):
        (scale,) = reproductions("microagents", "scale")
        assert max(int(p["side"]) ** 2 for p in scale.ladder(preset)) == 250_000


def test_agentslang_is_measured_at_its_sizes_one_message_at_a_time() -> None:
    for preset in ("quick", "paper"):
        for reproduction in reproductions("agentslang"):
            ladder = reproduction.ladder(preset)
            assert {p["protocol"] for p in ladder} == {"sprint"}
            assert {p["messages"] for p in ladder} == {100}
            assert {10, 1_000_000} <= {p["size"] for p in ladder}
    (modes,) = reproductions("agentslang", "table2")
    assert {(p["acks"], p["serializer"]) for p in modes.ladder("quick")} == {
        (acks, serializer) for acks in ("off", "on") for serializer in ("native", "msgpack")
    }


def test_quick_rests_on_several_invocations_and_paper_on_the_sources_own() -> None:
    assert effort("blog09", "quick").invocations == 3
    assert effort("blog09", "paper").invocations == 1
    assert effort("microagents", "paper").protocol == "microagents"
    assert effort("agere13", "quick").invocations == 5


@pytest.mark.parametrize("name", ["blog09", "microagents", "agentslang"])
def test_quick_ends_within_twenty_minutes_whatever_fails(name: str) -> None:
    quick = effort(name, "quick")
    assert quick.budget_s is not None and quick.budget_s < 20 * 60
    assert quick.time_s is not None and quick.time_s < 60


def test_all_sources_end_within_75_minutes() -> None:
    budget = effort("all", "quick").budget_s
    assert budget is not None and budget < 75 * 60


def test_the_memory_limit_is_the_sources() -> None:
    assert effort("microagents", "quick").memory_bytes == effort("microagents", "paper").memory_bytes == 1 << 30
    assert effort("blog09", "paper").memory_bytes is None


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(UsageError, match="'agere14' cannot be reproduced; these can: agere13, blog09, micro"):
        reproductions("agere14")
    with pytest.raises(UsageError, match="microagents has no 'table9'; it has table1, table2, scale"):
        reproductions("microagents", "table9")


def test_a_sweep_over_cores_doubles_up_to_all_there_are() -> None:
    (test1,) = reproductions("jason-multicore", "test1")
    assert [test1.cores(n) for n in (1, 2, 6, 16)] == [[1], [1, 2], [1, 2, 4, 6], [1, 2, 4, 8, 16]]
    (table1,) = reproductions("agere13", "table1")
    assert table1.cores(6) == [6]


def test_a_pool_is_swept_up_to_twice_the_cores() -> None:
    (pool,) = reproductions("jason-multicore", "pool")
    assert [pool.threads(n) for n in (1, 2, 5)] == [[1, 2], [1, 2, 4], [1, 2, 4, 6, 8, 10]]
    assert pool.threads(16) == [1, 2, 4, 6, 8, 10, 16, 32]
    (test1,) = reproductions("jason-multicore", "test1")
    assert test1.threads(2) == []


def test_the_open_loop_is_measured_with_a_closed_one_of_the_same_size() -> None:
    (schedule,), (test1,) = (reproductions("jason-multicore", name) for name in ("schedule", "test1"))
    echo = get("echo-all")
    for preset in ("quick", "paper"):
        closed = [echo.params(params) for params in test1.ladder(preset)]
        assert all(echo.params({**params, "rate": 0}) in closed for params in schedule.ladder(preset))
