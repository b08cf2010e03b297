"""The runner's own tests: what it takes for right, what the page shows, and that every program is there."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import suite
from contestants import ERLANG, ERLANG_SOURCES, Contestant, Sample, compile_erlang, erlang, in_erlang, judge, run
from page import page
from programs import PROGRAMS, Program
from suite import about, choose, main

HERE = Path(__file__).parent


def sample(program: str, size: int, who: str, times: Sequence[float], state: str = "right") -> Sample:
    return Sample(program, size, who, 0, state, times)


def fake(code: str) -> Contestant:
    """A contestant that is a program in Python."""
    return Contestant("fake", lambda _program, _size, _rounds: [sys.executable, "-c", code])


def test_every_program_and_every_agent_has_its_file_and_no_file_is_unused() -> None:
    files = {path.stem for path in (HERE / "programs").glob("*.asl")}
    named = {other.split()[1].removesuffix(".asl") for program in PROGRAMS for other in program.others}
    assert files == named | {program.name for program in PROGRAMS} | {"ring", "rounds"}
    assert all(about(program).endswith(".") for program in PROGRAMS)


def test_expected_results_of_small_sizes_by_hand() -> None:
    expected = {program.name: program.expected for program in PROGRAMS}
    assert expected["fibonacci"](2) == "1220"
    assert expected["primes"](10) == "result(4,17)"
    assert expected["collatz"](7) == "result(7,16)"
    # 1 has 2 and 3, 2 has 4 and 5, 3 has 6 and 7
    assert expected["family"](7) == "result(4,6,8)"
    assert expected["blocks"](10) == "result(18,9)"
    assert expected["workers"](20) == "7"


def test_a_project_names_size_rounds_and_all_agents() -> None:
    project = Program("many", 1, 1, str, ("small small.asl #{n}",)).project(7, 2)
    assert 'main many.asl [beliefs="size(7),rounds(2)"];' in project
    assert "small small.asl #7;" in project


@pytest.mark.parametrize(
    ("output", "status", "state"),
    [
        ("[main] result: 5\n[main] time: 1\nresult: 5\n", 0, "right"),
        ("\x01INFO\x01x\x01result: 5\x02\n\x01result: 5\x02\n", 0, "right"),
        ("result: 5\nresult: 6\n", 0, "wrong: 6, not 5"),
        ("result: 6\n", None, "wrong: 6, not 5"),
        ("result: 5\n", None, "time limit: result: 5"),
        ("", None, "time limit"),
        ("result: 5\nboom", 101, "crash, status 101: result: 5\nboom"),
        ("result: 5\nfailed", 0, "ended after 1 of 2 rounds: result: 5\nfailed"),
    ],
)
def test_only_as_many_right_results_as_rounds_are_right(output: str, status: int | None, state: str) -> None:
    assert judge(output, status, "5", 2) == state


def test_what_was_printed_before_the_time_limit_is_kept() -> None:
    code = "import time; print('result: 3', 'time: 2.0E6', sep='\\n', flush=True); time.sleep(60)"
    found = run(PROGRAMS[0], 0, fake(code.replace("3'", "0'")), 2, 2.0, 0)
    assert (found.state, found.times_ms) == ("time limit: result: 0\ntime: 2.0E6", [2.0])


def test_the_page_has_means_worst_and_growth_first_and_drops_nothing() -> None:
    samples = [
        sample("fast", 10, "agon", [2, 1]),
        sample("fast", 20, "agon", [4, 2]),
        sample("fast", 10, "jason 3.2.0", [200, 100]),
        sample("fast", 20, "jason 3.2.0", [400, 200]),
        sample("slow", 10, "agon", [10, 10]),
        sample("slow", 20, "agon", [50, 50]),
        sample("slow", 10, "jason 3.2.0", [10, 10]),
        sample("slow", 20, "jason 3.2.0", [20], "time limit: still at it"),
    ]
    text = page(samples)
    head, table = text.split("| program |")
    assert "**warm**: geometric mean **21.5x** over 3, worst **1.0x** (slow at 10)" in head
    assert "**cold**: geometric mean **8.0x** over 4, worst **0.4x** (slow at 20)" in head
    assert "worst **5.00** (slow)" in head
    assert "- slow at 20, jason 3.2.0: time limit" in head
    assert "| slow | 20 | 20 | time limit | 50 | 50 | 0.4x |" in table
    assert "| fast | 20 | 400 | 200 | 4 | 2 | 100x | 100x | 2 | 2 |" in table


def test_growth_beyond_theirs_is_named() -> None:
    samples = [
        sample("p", size, who, [time])
        for who, times in (("agon", (1, 4)), ("jason 3.2.0", (1, 2)))
        for size, time in zip((1, 2), times, strict=True)
    ]
    assert "growth beyond theirs by more than a tenth: p 4.00 to 2.00" in page(samples)


def test_a_wrong_result_has_no_warm_time_and_ends_with_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.json"
    results.write_text(json.dumps({"samples": [sample("p", 1, "agon", [1, 1], "wrong: 1, not 2").as_json()]}))
    assert main(["page", str(results)]) == 0
    assert "- p at 1, agon: wrong: 1, not 2" in capsys.readouterr().out
    bad = tmp_path / "bad"
    bad.write_text("#!/bin/sh\necho result: 0\n")
    bad.chmod(0o755)
    assert main(["check", "--only", "fibonacci", "--no-erlang", "--engine", str(bad)]) == 1
    assert "fibonacci, n = 1, agon: wrong: 0, not 610" in capsys.readouterr().err


def test_programs_are_chosen_by_name_or_pattern() -> None:
    assert [program.name for program in choose("sum,ring_args_*")][:2] == ["sum", "ring_args_1"]
    with pytest.raises(SystemExit):
        choose("nothing")


needs_erlang = pytest.mark.skipif(shutil.which("erlc") is None, reason="no Erlang")


def test_each_module_in_erlang_is_a_program_or_is_used_by_one() -> None:
    modules = {path.stem for path in ERLANG_SOURCES.glob("*.erl")}
    assert modules - {program.name for program in PROGRAMS} == {"ring", "rounds", "shop"}
    assert sum(map(in_erlang, PROGRAMS)) >= 12


@needs_erlang
def test_a_program_in_erlang_is_compiled_once_and_prints_its_result_and_time_of_each_round(tmp_path: Path) -> None:
    program = next(program for program in PROGRAMS if program.name == "philosophers")
    found = run(program, program.small, erlang(tmp_path), 2, 20.0, 0)
    assert (found.state, len(found.times_ms)) == ("right", 2)
    compiled = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    erlang(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == compiled


@needs_erlang
def test_an_agent_in_erlang_that_crashes_ends_the_program(tmp_path: Path) -> None:
    who = erlang(tmp_path)
    (folder,) = tmp_path.iterdir()
    broken = tmp_path / "ping_pong.erl"
    broken.write_text(
        "-module(ping_pong).\n-export([start/1, work/2]).\n"
        "start(_) -> spawn_link(fun() -> receive _ -> error(broken) end end).\n"
        "work(N, Other) -> Other ! N, receive never -> N end.\n"
    )
    compile_erlang([broken], folder)
    program = next(program for program in PROGRAMS if program.name == "ping_pong")
    assert run(program, 1, who, 1, 20.0, 0).state.startswith("crash, status 1")


def test_without_erlang_it_is_left_out_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    assert suite.by_hand(None) == suite.by_hand(wanted=False) == []
    assert capsys.readouterr().err == "Erlang is left out: erl is not on PATH\n"
    with pytest.raises(SystemExit, match="no Erlang: erl is not on PATH"):
        suite.by_hand(wanted=True)


def test_erlang_has_its_means_and_columns_on_the_page() -> None:
    samples = [
        sample(program, 10, who, times)
        for program, who, times in (
            ("ping_pong", "agon", (4, 2)),
            ("ping_pong", "jason 3.2.0", (200, 100)),
            ("ping_pong", ERLANG, (8, 8)),
            ("fibonacci", "agon", (2, 2)),
            ("fibonacci", ERLANG, (1, 0.5)),
            ("sum", "agon", (1, 1)),
        )
    ]
    text = page(samples)
    assert text.count("# Ordinary") == 1
    assert "- **Erlang**, **warm**: geometric mean **1.0x** over 2, worst **0.25x** (fibonacci at 10)" in text
    assert "- **Erlang**, programs of several agents, **cold**: geometric mean **2.0x** over 1" in text
    assert "- programs that have an Erlang version: fibonacci, ping_pong\n" in text
    assert "| ping_pong | 10 | 200 | 100 | 4 | 2 | 50x | 50x |  |  | 8 | 8 | 2x | 4x |" in text
    assert "| sum | 10 |  |  | 1 | 1 |  |  |  |  |  |  |  |  |" in text
    assert "Erlang" not in page(samples[:2])
