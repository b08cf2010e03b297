"""An experiment that takes long without having been asked to names the shorter command before it begins; a short time
budget leaves time for more than pilots."""

from __future__ import annotations

import shlex
import sys

import pytest
from support.places import REFERENCE
from typer.testing import CliRunner

from agon.cli.main import with_verbs
from agon.cli.sooner import LATE_PILOTS_SHARE, LESS, PILOTS_SHARE, with_shorter_pilots
from agon.platforms.registry import find
from agon.results.model import Limits, Plan
from agon.run.plan import Request, Wish, cells_of
from agon.workloads.registry import get

HINT = "For a first answer within about two minutes:"


@pytest.fixture
def agon(monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.delenv("COLUMNS", raising=False)
    return CliRunner()


def shown(runner: CliRunner, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    monkeypatch.setattr(sys, "argv", ["__main__.py", *words])
    done = runner.invoke(with_verbs(["run"]), list(words))
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_what_takes_long_unasked_names_the_shorter_command(agon: CliRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("run", "token-ring", "-p", str(REFERENCE), "--dry-run")
    lines = shown(agon, monkeypatch, *words)
    *_, hint, command = lines
    (length,) = (line for line in lines if " x " in line)
    assert " cells x 10 invocations: about " in length and " min" in length
    assert hint == HINT
    assert shlex.split(command) == ["./agon", *words[:-1], *LESS]
    # which is taken, asks nothing again, and is cut to the time that was named
    again = shown(agon, monkeypatch, *shlex.split(command)[1:], "--dry-run")
    assert HINT not in again


@pytest.mark.parametrize(
    "options",
    [
        ("--preset", "quick"),
        ("--set", "tokens=1,2,3,4,5,6,7,8"),
        ("--invocations", "100"),
        ("--time-budget", "1h"),
        ("--until-ci", "2%"),
        ("--protocol", "agere13"),
    ],
)
def test_who_asked_for_it_is_not_asked_again(
    agon: CliRunner, monkeypatch: pytest.MonkeyPatch, options: tuple[str, str]
) -> None:
    assert HINT not in shown(agon, monkeypatch, "run", "token-ring", "-p", str(REFERENCE), *options, "--dry-run")


def request(budget_s: float | None, discarded: int = 1) -> Request:
    plan = Plan(
        protocol="agon", seed=1, invocations=10, time_budget_s=budget_s, pilot_s=10.0, pilot_most_s=60.0,
        discarded_blocks=discarded,
    )  # fmt: skip
    wish = Wish(get("token-ring"), get("token-ring").preset("quick").ladder, [find(str(REFERENCE))], [1])
    return Request("x", [wish], plan, Limits(time_s=60))


def test_pilots_leave_most_of_a_short_time_budget() -> None:
    short = with_shorter_pilots(request(20.0))
    cells = len(cells_of(short)[0])
    assert cells == 5
    assert short.plan.pilot_s * cells == pytest.approx(PILOTS_SHARE * 20)
    assert short.plan.pilot_most_s * cells == pytest.approx(LATE_PILOTS_SHARE * 20)
    long = with_shorter_pilots(request(3600.0))
    assert (long.plan.pilot_s, long.plan.pilot_most_s) == (10, 60)


def test_without_a_budget_or_without_pilots_nothing_changes() -> None:
    for given in (request(None), request(20.0, discarded=0)):
        assert with_shorter_pilots(given) == given
