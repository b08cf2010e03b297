"""What is read from a system's snapshots, and from two of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.systems import line, snapshot

from agon.errors import AgonError
from agon.observe.snapshot import Change, Waits, read


def change(before: dict[str, Any], now: dict[str, Any]) -> Change:
    return Change(read(line(before), "before"), read(line(now), "now"))


def test_rates_are_amounts_by_the_systems_own_clock() -> None:
    two_seconds = change(snapshot(3), snapshot(5))
    worker, silent = two_seconds.now.workers
    assert two_seconds.handled == 300
    assert two_seconds.of_worker(worker, "handled") == 200
    assert two_seconds.of_worker(worker, "sent_away") == 50
    assert two_seconds.of_worker(silent, "handled") == 100
    assert [two_seconds.of_actor(actor) for actor in two_seconds.now.actors] == [20, 80]
    assert two_seconds.now.queued == 12


def test_what_was_not_there_before_has_no_rate() -> None:
    before = snapshot(0)
    before["actors"], before["workers"] = before["actors"][:1], before["workers"][:1]
    new = change(before, snapshot(1))
    assert [new.of_actor(actor) for actor in new.now.actors] == [20, None]
    assert [new.of_worker(worker, "handled") for worker in new.now.workers] == [200, None]
    still = change(snapshot(1), snapshot(1))
    assert still.handled is None


def test_actors_are_ordered_by_rate_or_by_queue() -> None:
    one = change(snapshot(0), snapshot(1))
    assert [actor.handled for actor in one.now.actors] == [920, 180]
    assert [actor.id for actor in one.actors("handled")] == ["#1.3.1", "#1.2.1"], "the faster one first"
    assert [actor.queued for actor in one.actors("queued")] == [10, 2]


def test_waits_are_those_since_the_snapshot_before() -> None:
    before = Waits(count=3, max_ns=5_000, buckets=[[10, 2], [5_119, 1]])
    now = Waits(count=104, max_ns=5_000, buckets=[[10, 2], [20, 99], [40, 1], [5_119, 2]])
    fresh = now.since(before)
    assert (fresh.count, fresh.max_ns, fresh.buckets) == (101, 5_000, [[20, 99], [40, 1], [5_119, 1]])
    assert fresh.quantile(0.5) == 20e-9
    assert fresh.quantile(0.985) == 40e-9
    assert fresh.quantile(1.0) == 5e-6, "not longer than the longest ever"
    nothing = now.since(now)
    assert (nothing.count, nothing.max_ns, nothing.quantile(0.5)) == (0, 0, None)


def test_the_line_is_kept_as_it_came() -> None:
    text = line(snapshot(2)).decode().rstrip()
    assert read(text, "here").line == text
    assert "something_new" in json.loads(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"HTTP/1.1 400 Bad Request", "another program's socket"),
        (b"\xff\xfe", "another program's socket"),
        (b"[1, 2]", "cannot be understood"),
        (b"{}", "cannot be understood (pid)"),
        (line(snapshot(schema=2)), "speaks schema 2, and this agon understands schema 1"),
        (line(snapshot(pid="x")), "cannot be understood (pid)"),
        (line(snapshot(workers=[{"worker": -1}])), "cannot be understood (workers.0"),
        (line(snapshot(waits={"count": 1, "max_ns": 1, "buckets": [[1]]})), "cannot be understood (waits.buckets.0"),
    ],
)
def test_what_is_no_snapshot_is_refused_in_words(text: bytes, expected: str) -> None:
    with pytest.raises(AgonError) as refused:
        read(text, "/run/x.sock")
    assert expected in str(refused.value)
    assert str(refused.value).startswith("/run/x.sock ")
