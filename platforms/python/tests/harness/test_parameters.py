"""Arguments: every key is read, and what is wrong with one is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.parameters import Shape, UsageError, parse

SHAPE = Shape(
    integers={"tokens": 1, "passes": 0},
    choices={"log": ("on", "off")},
    variants=("subactors", "functions"),
    has_input=True,
    has_print=True,
)


def arguments(folder: Path, **changes: str) -> list[str]:
    given = {
        "threads": "2",
        "iterations": "3",
        "seed": "9223372036854775807",
        "variant": "functions",
        "samples": str(folder),
        "witness": "on",
        "input": "in.txt",
        "print": "out.txt",
        "tokens": "1",
        "passes": "0",
        "log": "off",
    }
    return [f"{key}={value}" for key, value in (given | changes).items()]


def test_every_key_is_read(tmp_path: Path) -> None:
    found = parse(arguments(tmp_path), SHAPE)
    assert (found.threads, found.iterations, found.seed) == (2, 3, (1 << 63) - 1)
    assert (found.variant, found.samples, found.witness) == ("functions", tmp_path, True)
    assert (found.input_path, found.print_path) == (Path("in.txt"), Path("out.txt"))
    assert (found.integers, found.choices) == ({"tokens": 1, "passes": 0}, {"log": "off"})


def test_iterations_may_be_0_as_often_as_the_lab_asks(tmp_path: Path) -> None:
    assert parse(arguments(tmp_path, iterations="0"), SHAPE).iterations == 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lap": "1"}, "unknown key 'lap'"),
        ({"tokens": "0"}, "tokens=0: give an integer of at least 1"),
        ({"passes": "many"}, "passes=many: give an integer of at least 0"),
        ({"passes": "1_0"}, "passes=1_0: give an integer of at least 0"),
        ({"passes": "²"}, "give an integer of at least 0"),
        ({"passes": "9223372036854775808"}, "give an integer of at least 0"),
        ({"passes": "9" * 5000}, "give an integer of at least 0"),
        ({"iterations": "-1"}, "iterations=-1: give an integer of at least 0"),
        ({"seed": "-1"}, "below 2^63"),
        ({"variant": "pool"}, "variant=pool: give one of subactors, functions"),
        ({"log": "maybe"}, "log=maybe: give one of on, off"),
        ({"witness": "some"}, "witness=some: give one of on, off"),
        ({"samples": "/no/such/folder"}, "no such directory"),
        ({"input": ""}, "give the name of a file"),
    ],
)
def test_a_wrong_value_is_named(tmp_path: Path, changes: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse(arguments(tmp_path, **changes), SHAPE)
    assert message in str(raised.value)


def test_a_word_a_repetition_and_a_gap_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'fast' is not key=value"):
        parse([*arguments(tmp_path), "fast"], SHAPE)
    with pytest.raises(UsageError, match="threads given twice"):
        parse([*arguments(tmp_path), "threads=2"], SHAPE)
    with pytest.raises(UsageError, match="missing argument threads"):
        parse(arguments(tmp_path)[1:], SHAPE)
