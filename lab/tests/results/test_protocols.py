"""What a protocol's numbers are called follows from how many invocations there were."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.results.protocols import PROTOCOLS, Name


@pytest.mark.parametrize(
    ("name", "least", "most", "words"),
    [
        ("agere13", 5, 5, "the best of five invocations by elapsed time (section 4), with the range of all"),
        ("agere13", 2, 2, "the best of two invocations by elapsed time (section 4), with the range of all"),
        ("agere13", 1, 5, "the best of one to five invocations by elapsed time (section 4), with the range of all"),
        ("agere13", 1, 1, "those of one invocation, with no interval"),
        ("microagents", 10, 10, "means of ten invocations, with the range of all"),
        ("microagents", 12, 12, "means of 12 invocations, with the range of all"),
        ("blog09", 1, 1, "those of one invocation, with no interval"),
        ("blog09", 3, 3, "medians over three invocations, with the 95% interval"),
        ("agentslang", 1, 1, "means over 100 messages of one invocation, with no interval"),
        ("agon", 3, 10, "medians over the invocations, with the 95% interval"),
    ],
)
def test_the_words_have_the_number_of_invocations(name: Name, least: int, most: int, words: str) -> None:
    assert PROTOCOLS[name].numbers(least, most) == words


def test_those_that_were_measured_count_and_not_those_that_were_planned(tmp_path: Path) -> None:
    cells = [Made(p, "token-ring", {}, invocations=2, given_up=p == "go") for p in ("go", "erlang")]
    assert measured(tmp_path, cells, protocol="agere13").numbers.startswith("the best of two invocations")
