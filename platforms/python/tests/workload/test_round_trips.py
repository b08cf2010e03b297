"""Who asks whom and when, and what it comes to."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter_ns

import pytest

from harness.parameters import UsageError, parse
from workload.round_trips import Exchange, Game, echo_all, mass_reception

OPEN = "arrivals=poisson input=unread"


def played(game: Game) -> Exchange:
    exchange = Exchange(game)
    for requester in exchange.requesters:
        requester.begin(0)
        last = False
        while not last:
            replier = exchange.repliers[requester.replier]
            replier.handle(requester.number, requester.replies)
            last = requester.add(replier.number)
    return exchange


def test_the_worked_example_of_echo_all() -> None:
    reported = played(Game(4, 4, 7, echo_all=True, timed=False, due_us=[], witness=True)).report()
    assert reported == {
        "replies": 28,
        "acc": [947564353, 1860957282, 516040324, 30477216],
        "handled": [7, 7, 7, 7],
        "witness": [126, 91, 84, 77],
    }


def test_the_worked_example_of_mass_reception() -> None:
    game = Game(3, 2, 2, echo_all=False, timed=True, due_us=[], witness=True)
    exchange = played(game)
    assert exchange.report() == {"replies": 6, "acc": [0, 32, 0], "handled": [4, 2], "witness": [10, 5]}
    rows = list(exchange.rows(5))
    assert [row[:2] for row in rows] == [(5, 0), (5, 0), (5, 1), (5, 1), (5, 2), (5, 2)]
    assert all(row[2] >= 0 for row in rows)


def test_who_begins_late_has_waited() -> None:
    game = Game(2, 1, 2, echo_all=False, timed=True, due_us=[], witness=False)
    requester = Exchange(game).requesters[1]
    requester.begin(perf_counter_ns() - 5_000_000)
    requester.add(0)
    requester.add(0)
    assert requester.times[0] >= 5_000_000


def test_on_a_schedule_times_run_from_when_requests_were_due() -> None:
    exchange = played(
        Game(2, 1, 3, echo_all=False, timed=True, due_us=[[0, 5000, 10000], [2500, 7500, 12500]], witness=False)
    )
    late = exchange.requesters[1].times
    assert [late[0] - late[1], late[1] - late[2]] == pytest.approx([5_000_000] * 2, abs=4_000_000)
    requester = Exchange(exchange.game).requesters[1]
    requester.begin(1 << 62)
    assert requester.early_s() > 0


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("senders=2 receivers=3 clock=on rate=0", "receivers=3"),
        ("senders=2 receivers=1 clock=off rate=4", "rate=4: give clock=on"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, words: str, named: str) -> None:
    workload = mass_reception(lambda _: 0)
    usual = f"threads=1 iterations=1 seed=1 variant=default witness=off messages=1 samples={tmp_path} {OPEN}"
    with pytest.raises(UsageError, match=named):
        workload.prepare(parse([*usual.split(), *words.split()], workload.shape))


def test_the_schedule_must_be_of_all_requests(tmp_path: Path) -> None:
    workload = echo_all(lambda _: 7)
    usual = f"threads=1 iterations=1 seed=1 variant=default witness=off messages=2 clock=on samples={tmp_path} agents=2"
    words = f"{usual} rate=9 arrivals=constant input={tmp_path / 'i'}".split()
    (tmp_path / "i").write_text("0 5\n2 7\n", encoding="ascii")
    assert workload.prepare(parse(words, workload.shape))(0).elapsed_ns == 7
    (tmp_path / "i").write_text("0 5\n2\n", encoding="ascii")
    with pytest.raises(UsageError, match="must hold 2 lines of 2 times"):
        workload.prepare(parse(words, workload.shape))


def test_without_a_clock_there_is_no_file(tmp_path: Path) -> None:
    workload = echo_all(lambda _: 7)
    usual = f"threads=1 iterations=1 seed=1 variant=default witness=off messages=1 samples={tmp_path} {OPEN} agents=2"
    for clock, files in (("off", []), ("on", ["rtt.csv"])):
        arguments = [*usual.split(), f"clock={clock}", "rate=0"]
        assert workload.prepare(parse(arguments, workload.shape))(0).elapsed_ns == 7
        assert [path.name for path in tmp_path.iterdir()] == files
