"""The terminal shows what it is given."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agon.cli import campaign
from agon.cli.tables import SafeConsole, console, tabulate


def test_a_variant_between_colons_is_no_picture(capsys: pytest.CaptureFixture[str]) -> None:
    line = "left out  jason:thread: over the quick budget"
    console().print(line, markup=False, soft_wrap=True)
    console().print(tabulate(("cell",), [(line,)]))
    assert capsys.readouterr().out.count(line) == 2


def test_nor_is_it_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    campaign.note("jason:thread: waiting")
    assert "jason:thread: waiting" in capsys.readouterr().err


def test_what_does_not_fit_is_folded(capsys: pytest.CaptureFixture[str]) -> None:
    console().print(tabulate(("long",), [("x" * 300,)]))
    assert capsys.readouterr().out.count("x") == 300


ROW = (
    "worse",
    "agon-agentspeak",
    "token-ring",
    "workers=500 tokens=1",
    "3.01 ms",
    "3.11 ms",
    "+2.4% [-1.9%, +6.8%]",
    "10",
)
HEADERS = ("verdict", "platform", "workload", "parameters", "A", "B", "effect size", "n")


def shown(width: int, rows: list[tuple[str, ...]], sentences: list[str] | None = None) -> list[str]:
    """What a terminal so wide shows."""
    out = io.StringIO()
    terminal = SafeConsole(file=out, width=width, force_terminal=True, color_system=None)
    terminal.print(tabulate(HEADERS, rows, title="two cells", sentences=sentences))
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 200])
def test_no_width_breaks_a_word_or_an_interval(width: int) -> None:
    printed = shown(width, [ROW, ROW])
    assert all(len(line) <= width for line in printed)
    for word in (*" ".join(ROW[:-2]).split(), "[-1.9%, +6.8%]", "3.01 ms"):
        assert sum(line.count(word) for line in printed) >= 2, word


def test_a_table_where_it_fits_and_a_paragraph_a_row_where_it_does_not() -> None:
    assert any("verdict" in line and "effect size" in line for line in shown(160, [ROW]))
    sentence = "worse: agon-agentspeak token-ring, 2 cores: 3.01 ms -> 3.11 ms, +2.4% [-1.9%, +6.8%], 10 invocations"
    assert shown(80, [ROW], [sentence]) == [
        "two cells",
        "worse: agon-agentspeak token-ring, 2 cores: 3.01 ms -> 3.11 ms, +2.4%",
        "    [-1.9%, +6.8%], 10 invocations",
    ]
    assert "workload token-ring" in " ".join(shown(80, [ROW]))


@given(st.lists(st.tuples(*[st.text("ab .", max_size=30)] * len(HEADERS)), max_size=3), st.integers(24, 160))
def test_nothing_is_lost_at_any_width(rows: list[tuple[str, ...]], width: int) -> None:
    printed = shown(width, rows)
    assert all(len(line) <= width for line in printed)
    for letter in "ab":
        assert sum(line.count(letter) for line in printed) >= sum(t.count(letter) for r in rows for t in r)
