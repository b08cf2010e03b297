"""What an experiment is called."""

from __future__ import annotations

from agon.cli.run import MOST_NAMED, all_of


def test_a_title_names_a_few_and_counts_many() -> None:
    few = [f"p{n}" for n in range(MOST_NAMED)]
    assert all_of(few, "platform") == "p0, p1, p2, p3, p4, p5"
    assert all_of([*few, "p6"], "platform") == "7 platforms"
