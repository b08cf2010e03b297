"""The live view: a renewed picture on a terminal, one line an event elsewhere."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console
from support.measured import Made, measured
from support.result_sets import Options, build_experiment

from agon.cli import lines
from agon.cli.live import LiveView, Standings, clock
from agon.results.model import Reason
from agon.results.summary import ResultSet


def play(results: ResultSet, *, terminal: bool, done: int = 0, interrupted: bool = False) -> str:
    out = io.StringIO()
    view = LiveView(Console(file=out, force_terminal=terminal, width=120, height=40))
    cells = {c.id: c for c in results.experiment.cells}
    view.started(results.experiment, results.invocations[:done])
    total = len(results.invocations)
    for number, invocation in enumerate(results.invocations[done:], start=done + 1):
        view.invocation_started(cells[invocation.cell], number, total, float(total - number))
        view.invocation_finished(cells[invocation.cell], invocation)
    view.finished(results.root, interrupted=interrupted)
    return out.getvalue()


def test_a_log_has_one_line_an_event(field: ResultSet) -> None:
    lines = play(field, terminal=False).splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith("[1/360, about "))
    assert len(lines) == len(field.invocations) + head + 1
    assert head == 2  # title and machine are too long for one line
    assert sum(": failed: " in line for line in lines) == 7
    assert lines[-1] == f"finished after 360 invocations, 2 cells failed: {field.root}"
    assert "\x1b" not in "".join(lines)


def test_a_log_shows_what_is_discarded_and_how_often_the_work_was_repeated(field: ResultSet) -> None:
    passed = next(i for i in field.invocations if i.status == "ok" and len(i.iterations) > 1)
    thrown_away = passed.model_copy(update={"block": -1})
    cell = next(c for c in field.experiment.cells if c.id == passed.cell)
    out = io.StringIO()
    view = LiveView(Console(file=out, width=200))
    view.started(field.experiment, [])
    for number, invocation in enumerate((thrown_away, passed), start=1):
        view.invocation_started(cell, number, 2, 0.0)
        view.invocation_finished(cell, invocation)
    first, second = out.getvalue().splitlines()[-2:]
    assert first.endswith(" (pilot: 8 iterations)")
    assert second.endswith(f" ({len(passed.iterations)} iterations)")


def test_a_resumed_and_interrupted_run_is_marked(field: ResultSet) -> None:
    lines = play(field, terminal=False, done=350, interrupted=True).splitlines()
    assert "350 invocations already done" in lines[0]
    assert len(lines) == 13
    assert lines[-1].startswith("stopped after 360 invocations")


def test_a_terminal_shows_progress_standings_and_failures(field: ResultSet) -> None:
    out = play(field, terminal=True)
    assert "1. agon-actor" in out and "failed so far: 2 cells" in out and "360 of 360" in out
    assert out.count("\x1b[?25l") == out.count("\x1b[?25h") == 1


def picture(results: ResultSet, blocks: int, *, width: int = 120) -> str:
    """What the terminal shows after so many blocks, at last."""
    out = io.StringIO()
    view = LiveView(Console(file=out, force_terminal=True, width=width, height=40))
    view.started(results.experiment, [i for i in results.invocations if i.block < blocks])
    cell = results.experiment.cells[-1]
    view.invocation_started(cell, 7, 9, 60.0)
    view.finished(results.root, interrupted=False)
    return out.getvalue()


RACE = [("go", 1.0), ("erlang", 2.0), ("akka", 3.0)]


def test_no_place_is_shown_before_there_are_invocations_enough(tmp_path: Path) -> None:
    results = measured(tmp_path, [Made(p, "token-ring", {}, work_s=s) for p, s in RACE])
    early, late = picture(results, 3), picture(results, 5)
    assert "- go" in early and "- erlang" in early and "1. " not in early
    assert "1. go" in late and "2. erlang" in late and "3. akka" in late


def test_who_lags_behind_has_a_dash_and_counts_for_nobodys_place(tmp_path: Path) -> None:
    cells = [Made(p, "token-ring", {}, work_s=s, invocations=2 if p == "erlang" else 5) for p, s in RACE]
    shown = picture(measured(tmp_path, cells), 5)
    assert "1. go" in shown and "- erlang" in shown and "2. akka" in shown


@pytest.mark.parametrize("width", [40, 60, 200])
def test_workloads_side_by_side_are_as_many_as_fit(tmp_path: Path, width: int) -> None:
    names = ("token-ring", "chameneos", "service-rounds")
    results = measured(tmp_path, [Made(p, w, {}, work_s=s) for w in names for p, s in RACE])
    shown = picture(results, 5, width=width)
    assert "service-rounds" in shown  # what is being measured is always among them
    assert ("medians so far, " in shown) == (width < 60)
    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).splitlines()[:-1]
    assert max(len(line.rstrip()) for line in lines) <= width


def test_the_time_left_is_never_nothing(tmp_path: Path) -> None:
    results = measured(tmp_path, [Made(p, "token-ring", {}) for p, _ in RACE])
    cell = results.experiment.cells[0]
    for budget, words in ((0.0, "time is up, finishing what is begun"), (None, "longer than expected")):
        plan = results.experiment.plan.model_copy(update={"time_budget_s": budget})
        out = io.StringIO()
        view = LiveView(Console(file=out, width=200))
        view.started(results.experiment.model_copy(update={"plan": plan}), [])
        view.invocation_started(cell, 7, 9, 0.4)
        view.invocation_finished(cell, results.invocations[0])
        assert f"[7/9, {words}] " in out.getvalue()


def test_standings_are_taken_where_most_platforms_are(field: ResultSet) -> None:
    standings = Standings(field.experiment)
    for invocation in field.invocations:
        standings.add(invocation)
    assert [p.label for p in standings.of("token-ring")][:2] == ["agon-actor", "go"]
    # jason:pool failed at the largest size: the five others and it are compared one below.
    assert len(standings.of("token-ring")) == 6
    assert len(standings.failed) == 2


def test_nothing_measured_yet_is_no_error() -> None:
    experiment = build_experiment(Options())
    view = LiveView(Console(file=io.StringIO(), force_terminal=True))
    view.started(experiment, [])
    view.finished(__file__ and __import__("pathlib").Path("x"), interrupted=True)
    assert Standings(experiment).of("token-ring") == ()


def test_a_program_cannot_steer_the_terminal(field: ResultSet) -> None:
    failed = next(i for i in field.invocations if i.status == "failed")
    evil = failed.model_copy(update={"reason": Reason(code="oracle", message="\x1b[2J[bold]x[/bold]\r\n\x07gone")})
    cell = next(c for c in field.experiment.cells if c.id == failed.cell)
    out = io.StringIO()
    view = LiveView(Console(file=out, width=200))
    view.started(field.experiment, [])
    view.invocation_started(cell, 1, 1, 0.0)
    view.invocation_finished(cell, evil)
    line = out.getvalue().splitlines()[-1]
    assert "\x1b" not in out.getvalue() and "\x07" not in out.getvalue() and "[bold]x[/bold]" in line and "gone" in line


@pytest.mark.parametrize(("seconds", "text"), [(-3, "0 s"), (12.4, "12 s"), (600, "10 min"), (9000, "2.5 h")])
def test_clock(seconds: float, text: str) -> None:
    assert clock(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "0 s"),
        (89, "89 s"),
        (90, "1 min 30 s"),
        (106, "1 min 50 s"),
        (118, "2 min"),
        (599, "10 min"),
        (7200, "2.0 h"),
    ],
)
def test_a_duration_is_written_closely_enough(seconds: float, words: str) -> None:
    assert clock(seconds) == words


def test_what_others_take_is_shown_while_it_runs(field: ResultSet) -> None:
    passed = next(i for i in field.invocations if i.status == "ok" and i.noise is not None)
    assert passed.noise is not None
    noise = passed.noise.model_copy(update={"other_cpu_fraction": 0.4, "steal_fraction": 0.02})
    whole = next(c for c in field.experiment.cells if c.id == passed.cell)
    cell = whole.model_copy(update={"params": {"workers": 5}})  # where the line has room for it
    out = io.StringIO()
    view = LiveView(Console(file=out, width=200))
    view.started(field.experiment, [])
    for invocation in (passed, passed.model_copy(update={"noise": noise})):
        view.invocation_started(cell, 1, 2, 0.0)
        view.invocation_finished(cell, invocation)
    calm, loud = out.getvalue().splitlines()[-2:]
    assert "others" not in calm
    assert loud.endswith(", others 40%, 2% stolen")
    assert ", others " in play(field, terminal=True)


def test_a_note_keeps_to_the_columns_there_are() -> None:
    out = io.StringIO()
    LiveView(Console(file=out, width=400)).note("other programs take the CPUs " * 8)
    assert len(out.getvalue().splitlines()) > 1
    assert max(len(line) for line in out.getvalue().splitlines()) <= lines.WIDTH
