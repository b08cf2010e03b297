"""Lines of at most 120 columns."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from support.measured import Made, measured
from support.result_sets import Options, write_result_set

from agon.analysis.judged import Judged
from agon.cli import lines
from agon.cli.tables import SafeConsole, console
from agon.results.model import Invocation, Skipped, Stop
from agon.results.summary import ResultSet


def test_a_line_that_is_too_long_is_folded_between_words(capsys: pytest.CaptureFixture[str]) -> None:
    path = "/a/" + "long/" * 30 + "path"
    lines.print_line(console(), "word " * 60 + path)
    out = capsys.readouterr().out.splitlines()
    assert path in [line.strip() for line in out]  # a path is to be copied: it stays whole
    assert all(len(line) <= lines.WIDTH for line in out if path not in line)
    assert all(line.startswith("    ") for line in out[1:])


def test_a_narrow_terminal_is_kept_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert lines.width(SafeConsole(force_terminal=True, width=80)) == 80
    assert lines.width(SafeConsole(force_terminal=True, width=300)) == lines.WIDTH
    assert lines.width(SafeConsole(force_terminal=False, width=400)) == lines.WIDTH
    assert lines.width(SafeConsole(force_terminal=False, width=400), piped=lines.NARROW) == 80
    monkeypatch.setenv("COLUMNS", "100")
    assert lines.width(SafeConsole(force_terminal=False, width=400)) == 100


def test_each_workload_has_its_standing_in_one_line(field: ResultSet) -> None:
    found = list(lines.standings(Judged(field)))
    assert found[-1] == lines.LEGEND
    (ring,) = (line for line in found if line.startswith("token-ring"))
    assert re.match(r"token-ring \(tokens = 750\): [\w:-]+ [\d.]+ (s|ms|µs) a; [^;]*x .*", ring)


def test_the_best_comes_first_and_who_cannot_repeat_stands_apart(tmp_path: Path) -> None:
    results = write_result_set(tmp_path / "r", Options(flaws=False, workloads=("chameneos",)))
    for line in list(lines.standings(Judged(results)))[:-1]:
        warm = line.partition(": ")[2].partition("; cold: ")[0].split("; ")
        ratios = [float(part.split()[1].removesuffix("x")) for part in warm[1:]]
        assert ratios == sorted(ratios) and ratios[0] >= 1
        cold = {c.cell.platform for c in results.cells if c.clock == "cold"}
        assert cold.isdisjoint(part.split()[0] for part in warm)
        assert ("; cold: " in line) == bool(cold)


SEVEN = (("agon-actor", 304e-6), ("agon-agentspeak", 667e-6), ("tokio", 1.73e-3), ("go", 2.12e-3), ("erlang", 5.4e-3))


def _demo(tmp_path: Path) -> ResultSet:
    """As a demo ends: five platforms measured, two given up."""
    made = partial(Made, settles=True, iterations=20)
    late = partial(made, invocations=2, given_up=True)
    cells = [
        *(made(p, w, {}, work_s=s) for w in ("token-ring", "chameneos") for p, s in SEVEN),
        late("akka", "chameneos", {}, work_s=4e-3),
        late("jason", "token-ring", {}, work_s=0.162),
        late("jason", "chameneos", {}, work_s=0.354),
    ]
    return measured(tmp_path, cells)


def test_who_has_too_few_invocations_is_named_and_widens_no_interval(tmp_path: Path) -> None:
    ring, meeting, _ = lines.standings(Judged(_demo(tmp_path)))
    known = (
        "agon-actor 304 µs a; agon-agentspeak 2.19x [2.19, 2.19] b; tokio 5.69x [5.69, 5.69] c; "
        "go 6.97x [6.97, 6.97] d; erlang 17.8x [17.8, 17.8] e"
    )
    assert ring == f"token-ring: {known}; too few invocations: jason"
    assert meeting == f"chameneos: {known}; too few invocations: akka, jason"


def coloured(results: ResultSet) -> list[bool]:
    """Of each line of the standings, whether it has a colour on a terminal."""
    terminal = SafeConsole(force_terminal=True, width=400, file=io.StringIO())
    lines.print_standings(terminal, Judged(results))
    assert isinstance(terminal.file, io.StringIO)
    return ["\x1b[" in line for line in terminal.file.getvalue().splitlines()]


def test_a_line_has_its_colour_only_where_nothing_disturbed_the_machine(tmp_path: Path) -> None:
    def made(folder: str, others: float, invocations: int = 5) -> ResultSet:
        cells = [
            Made(p, "token-ring", {}, work_s=s, others=others, invocations=invocations)
            for p, s in (("go", 1.0), ("akka", 2.0))
        ]
        return measured(tmp_path / folder, cells)

    assert coloured(made("quiet", 0.0)) == [True, False]  # the last line explains the signs
    assert coloured(made("disturbed", 0.5)) == [False, False]
    assert coloured(made("few", 0.0, invocations=3)) == [False, False]


def test_equals_share_a_letter(tmp_path: Path) -> None:
    cells = [
        Made(p, "token-ring", {}, work_s=s, settles=True, iterations=20) for p, s in (("go", 1.0), ("akka", 1.005))
    ]
    line, _ = lines.standings(Judged(measured(tmp_path, cells)))
    assert line == "token-ring: go 1.00 s a; akka 1.00x [1.00, 1.01] a"


def test_what_was_given_up_is_one_line_and_all_workloads_are_one_word(tmp_path: Path) -> None:
    assert list(lines.dropped(_demo(tmp_path))) == [
        "Given up for time (a larger --time-budget helps): akka in chameneos; jason in all."
    ]


def test_what_a_time_budget_ended_is_marked(tmp_path: Path) -> None:
    results = measured(tmp_path, [Made(p, "token-ring", {}, invocations=n) for p, n in (("go", 4), ("akka", 3))])
    assert list(lines.out_of_time(results)) == []
    stops = tuple(Stop(cell=c.id, why="the time budget of 12 s") for c in results.experiment.cells)
    ended = replace(results, stops=stops)
    assert list(lines.out_of_time(ended)) == ["Ended by the time budget of 12 s: 3 to 4 of 4 invocations of each cell."]


def test_which_cells_still_change_is_one_line(tmp_path: Path) -> None:
    results = measured(tmp_path, [Made(p, "token-ring", {}, settles=True, iterations=24) for p in ("go", "akka")])
    assert list(lines.steadiness(results)) == []

    def restless(invocation: Invocation) -> Invocation:
        longer = [
            it.model_copy(update={"elapsed_ns": it.elapsed_ns * (9 if it.index > 19 else 1)})
            for it in invocation.iterations
        ]
        return invocation.model_copy(update={"iterations": longer}) if "akka" in invocation.cell else invocation

    found = replace(results, invocations=tuple(map(restless, results.invocations)))
    assert list(lines.steadiness(found)) == [
        "Still changing, so their mean depends on when it is taken: akka in token-ring."
    ]


def test_one_platform_alone_has_its_figures_and_the_command_that_adds_a_rival(tmp_path: Path) -> None:
    alone = write_result_set(tmp_path / "r", Options(flaws=False, platforms=("go",), workloads=("chameneos",)))
    figures, command = lines.standings(Judged(alone))
    number = r"[\d.]+ (s|ms|µs|MiB) \[[\d.]+, [\d.]+\]"
    assert re.match(
        rf"chameneos \(.*\): go alone: after warm-up {number}; first iteration {number}; start-up {number}; "
        rf"peak memory {number}$",
        figures,
    )
    assert command == "To compare it: ./agon run chameneos -p go,erlang --preset quick"


def test_what_disturbed_the_machine_is_one_line(tmp_path: Path) -> None:
    quiet = [Made(p, "token-ring", {}) for p in ("go", "akka")]
    assert lines.disturbed(Judged(measured(tmp_path / "a", quiet))) == ""
    loud = [replace(made, others=0.6) for made in quiet]
    line = lines.disturbed(Judged(measured(tmp_path / "b", loud)))
    assert line.startswith(
        "The machine was disturbed (other CPU). In 10 of 10 invocations something else took more than"
    )
    assert "at most 60%" in line and line.endswith("and measure again.")


def test_what_was_left_out_is_one_line_with_counts() -> None:
    def one(platform: str, kind: str) -> Skipped:
        return Skipped.model_validate(
            {"platform": platform, "workload": "chameneos", "params": {}, "kind": kind, "reason": "so"}
        )

    many = [one(f"p{n % 12}", "not offered" if n % 4 else "not ready") for n in range(160)]
    assert lines.left_out(many).startswith("Left out: 120 not offered, 40 not ready (12 platforms).")
    assert len(lines.left_out(many)) <= lines.WIDTH
    assert lines.left_out([]) == ""
    assert len(list(lines.each_left_out(many))) == len({(s.platform, s.kind) for s in many})


def test_many_failures_are_counted(field: ResultSet) -> None:
    failed = [c for c in field.cells if c.status == "failed"]
    many = failed * 20
    shown = list(lines.failures(many, "failed"))
    cell = failed[0].cell
    assert shown[0].startswith(f"failed  {cell.workload} on {cell.platform}, ")
    assert all(f"{name}={value}" in shown[0] for name, value in cell.params.items())
    assert len(shown) == lines.MOST_FAILURES + 1
    assert f"{len(many) - lines.MOST_FAILURES} more" in shown[-1]
    assert len(list(lines.failures(many, "failed", verbose=True))) == len(many)
