"""The runner's own tests: what it takes for right, what the page says, and that every program is there."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from contestants import Contestant, Sample, judge, run
from page import page
from programs import PROGRAMS, Program
from suite import about, choose, main

HERE = Path(__file__).parent


def sample(program: str, size: int, who: str, times: Sequence[float], state: str = "right") -> Sample:
    return Sample(program, size, who, 0, state, times)


def fake(code: str) -> Contestant:
    """A contestant that is a program in Python."""
    return Contestant("fake", [sys.executable, "-c", code])


def test_every_program_and_every_agent_has_its_file_and_no_file_is_nobodys() -> None:
    files = {path.stem for path in (HERE / "programs").glob("*.asl")}
    named = {other.split()[1].removesuffix(".asl") for program in PROGRAMS for other in program.others}
    assert files == named | {program.name for program in PROGRAMS} | {"rounds"}
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
    ("said", "status", "state"),
    [
        ("[main] result: 5\n[main] time: 1\nresult: 5\n", 0, "right"),
        ("\x01INFO\x01x\x01result: 5\x02\n\x01result: 5\x02\n", 0, "right"),
        ("result: 5\nresult: 6\n", 0, "wrong: 6, not 5"),
        ("result: 6\n", None, "wrong: 6, not 5"),
        ("result: 5\n", None, "time limit"),
        ("result: 5\nboom", 101, "crash, status 101: result: 5\nboom"),
        ("result: 5\nfailed", 0, "ended after 1 of 2 rounds: result: 5\nfailed"),
    ],
)
def test_only_as_many_right_results_as_rounds_are_right(said: str, status: int | None, state: str) -> None:
    assert judge(said, status, "5", 2) == state


def test_what_was_said_before_the_time_limit_is_kept() -> None:
    code = "import time; print('result: 3', 'time: 2.0E6', sep='\\n', flush=True); time.sleep(60)"
    found = run(PROGRAMS[0], 0, fake(code.replace("3'", "0'")), 2, 2.0, 0)
    assert (found.state, found.times_ms) == ("time limit", [2.0])


def test_the_page_has_means_worst_and_growth_first_and_drops_nothing() -> None:
    samples = [
        sample("fast", 10, "agon", [2, 1]),
        sample("fast", 20, "agon", [4, 2]),
        sample("fast", 10, "jason 3.2.0", [200, 100]),
        sample("fast", 20, "jason 3.2.0", [400, 200]),
        sample("slow", 10, "agon", [10, 10]),
        sample("slow", 20, "agon", [50, 50]),
        sample("slow", 10, "jason 3.2.0", [10, 10]),
        sample("slow", 20, "jason 3.2.0", [20], "time limit"),
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
    assert main(["check", "--only", "fibonacci", "--engine", str(bad)]) == 1
    assert "fibonacci, n = 1: wrong: 0, not 610" in capsys.readouterr().err


def test_programs_are_chosen_by_name_or_pattern() -> None:
    assert [program.name for program in choose("sum,ring_args_*")][:2] == ["sum", "ring_args_1"]
    with pytest.raises(SystemExit):
        choose("nothing")
