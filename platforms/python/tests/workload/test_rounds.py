"""The data, and the witness only where it is asked for."""

from __future__ import annotations

from pathlib import Path

from workload.rounds import CLIENT, Answers, Game, datum, report


def test_the_worked_example() -> None:
    assert sum(datum(number) for number in range(1, 1001)) == 495449096


def test_acc_changes_with_a_witness_only() -> None:
    with_witness, without = (Game(1, Path("print.txt"), witness) for witness in (True, False))
    assert (with_witness.step(2, CLIENT), without.step(2, CLIENT)) == (63, 2)
    answers = Answers(1, 7919, 63)
    assert report(with_witness, answers) == {"answers": 1, "sum": 7919, "witness": 63}
    assert report(without, answers) == {"answers": 1, "sum": 7919}
