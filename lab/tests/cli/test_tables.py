"""The terminal shows what it is given."""

from __future__ import annotations

import pytest

from agon.cli import campaign
from agon.cli.tables import console, tabulate


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
