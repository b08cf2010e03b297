"""The scheduler: what is skipped, shown and kept, what runs at the same time, and that no process is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from agon import home
from dev.jobs import FAILURE_LINES, LAST_LINES, LEAST_LIMIT_S, Job, Outcome
from dev.jobs import run as run_all


def silent(_: str) -> None:
    return


def run(job: Job, progress: Callable[[str], None]) -> Outcome:
    return run_all([job], progress)[0]


def shell(name: str, words: str, folder: Path) -> Job:
    return Job(name, ["sh", "-c", words], folder, (), "", 1)


def test_a_job_without_its_tool_is_skipped_with_the_way_to_get_it(tmp_path: Path) -> None:
    job = Job("tiny", ["no-such-tool"], tmp_path, ("no-such-tool",), "install no-such-tool", 1)
    outcome = run(job, silent)
    assert outcome.result == "skipped"
    assert outcome.detail == "no-such-tool missing: install no-such-tool"


def test_a_script_that_lacks_a_tool_is_skipped_with_its_jobs_way_to_get_it(tmp_path: Path) -> None:
    outcome = run(Job("checker", ["sh", "-c", "exit 77"], tmp_path, (), "add the tool", 1), silent)
    assert (outcome.result, outcome.detail) == ("skipped", "add the tool")


def test_the_end_of_a_failed_jobs_output_is_kept(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = f"seq {LAST_LINES + 2}; echo why >&2; exit 3"
    outcome = run(Job("talker", ["sh", "-c", words], tmp_path, (), "", 1), silent)
    shown = [*map(str, range(1, LAST_LINES + 3)), "why"]
    assert (outcome.result, outcome.detail) == ("failed", f"status 3: sh -c {words}")
    assert outcome.excerpt == shown[-LAST_LINES:]
    assert capfd.readouterr().out.splitlines() == shown


def test_a_test_that_fails_is_shown_again_though_others_run_behind_it(tmp_path: Path) -> None:
    report = ["failures:", "", "---- one stdout ----", "left: 1, right: 2", "", "failures:", "    one", ""]
    report.append("test result: FAILED. 8 passed; 1 failed")
    (tmp_path / "report").write_text("\n".join(report) + "\n", encoding="utf-8")
    words = f"echo begun; cat report; seq {LAST_LINES}; exit 101"
    outcome = run(shell("tests", words, tmp_path), silent)
    assert outcome.excerpt == [*report, *map(str, range(1, LAST_LINES + 1))]
    near = run(shell("tests", f"echo begun; cat report; seq {LAST_LINES - 4}; exit 101", tmp_path), silent)
    assert near.excerpt == [*report, *map(str, range(1, LAST_LINES - 3))]
    many = run(shell("tests", f"for i in $(seq {FAILURE_LINES}); do cat report; done; exit 101", tmp_path), silent)
    assert len(many.excerpt) == FAILURE_LINES + LAST_LINES


def test_a_script_that_finds_that_something_is_missing_is_skipped(tmp_path: Path) -> None:
    outcome = run(Job("oldest", ["sh", "-c", "exit 77"], tmp_path, (), "", 1), silent)
    assert (outcome.result, outcome.excerpt) == ("skipped", ())
    assert "missing" in outcome.detail


def test_the_output_of_a_passed_job_is_not_shown_again(tmp_path: Path) -> None:
    assert run(Job("talker", ["echo", "well"], tmp_path, (), "", 1), silent).excerpt == ()


WAIT = "i=0; until [ -e %s ]; do sleep 0.02; i=$((i+1)); [ $i -lt 1500 ] || exit 9; done"
"""Until another part makes that file; half a minute at most."""


def test_two_jobs_run_at_a_time_and_the_output_of_the_second_is_shown_whole(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def progress(line: str) -> None:
        print(line, flush=True)
        if "three" in line:
            (tmp_path / "c").touch()

    one = shell("one", f"echo one; touch a; {WAIT % 'c'}; echo last", tmp_path)
    two = shell("two", f"{WAIT % 'a'}; echo two; echo more; touch b", tmp_path)
    three = shell("three", f"{WAIT % 'b'}; echo three", tmp_path)
    outcomes = run_all([one, two, three], progress)
    assert [(o.job.name, o.result) for o in outcomes] == [("one", "passed"), ("two", "passed"), ("three", "passed")]
    shown = capfd.readouterr().out.splitlines()
    assert shown == [
        "one (budget 1 s)",
        "one",
        "two (budget 1 s), at the same time as one",
        "two",
        "more",
        "one, continued",
        "three (budget 1 s), at the same time as one",
        "three",
        "one, continued",
        "last",
    ]


def test_what_runs_on_when_the_first_has_ended_comes_to_the_foreground(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def ended(line: str) -> None:
        print(line, flush=True)
        if "two" in line:
            (tmp_path / "b").touch()

    one = shell("one", f"echo one; {WAIT % 'a'}", tmp_path)
    two = shell("two", f"echo two; touch a; {WAIT % 'b'}; echo more", tmp_path)
    run_all([one, two], ended)
    shown = capfd.readouterr().out.splitlines()
    assert shown == ["one (budget 1 s)", "one", "two (budget 1 s)", "two", "more"]


def test_a_job_that_fails_in_the_background_is_a_failure_and_stops_no_other(tmp_path: Path) -> None:
    one, two, three = (
        shell("one", WAIT % "a", tmp_path),
        shell("two", "exit 3", tmp_path),
        shell("three", "touch a", tmp_path),
    )
    assert [outcome.result for outcome in run_all([one, two, three], silent)] == ["passed", "failed", "passed"]


def test_a_job_that_hangs_is_ended_with_all_that_it_has_started_and_the_next_has_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dev.jobs.LEAST_LIMIT_S", 0.5)
    hanging = replace(shell("hangs", "echo still here; sleep 600 & echo $! >child; wait", tmp_path), budget_s=0.1)
    hung, next_one = run_all([hanging, shell("next", "true", tmp_path)], silent, at_a_time=1)
    assert (hung.result, hung.excerpt, next_one.result) == ("failed", ["still here"], "passed")
    assert hung.detail.startswith("did not end in 0 s: sh -c")
    child = int((tmp_path / "child").read_text())
    wait_for(lambda: not is_running(child))


def test_a_job_that_ignores_interrupts_is_ended_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dev.jobs.LEAST_LIMIT_S", 0.5)
    monkeypatch.setattr("dev.jobs.GRACE_S", 0.5)
    stubborn = replace(shell("stubborn", "trap '' INT; while true; do sleep 0.1; done", tmp_path), budget_s=0.1)
    assert run(stubborn, silent).result == "failed"


def at_once(jobs: Sequence[Job], tmp_path: Path, at_a_time: int = 2) -> bool:
    """Whether any two of these were seen to run at a time."""
    words = "mkdir running || touch met; sleep 0.2; rmdir running 2>/dev/null; true"
    (tmp_path / "met").unlink(missing_ok=True)
    found = run_all([replace(job, argv=["sh", "-c", words]) for job in jobs], silent, at_a_time)
    assert {outcome.result for outcome in found} == {"passed"}
    return (tmp_path / "met").exists()


def test_an_exclusive_job_and_jobs_with_the_same_lock_run_one_at_a_time(tmp_path: Path) -> None:
    one, two = shell("one", "", tmp_path), shell("two", "", tmp_path)
    assert at_once([one, two, one], tmp_path)
    assert not at_once([one, two, one], tmp_path, at_a_time=1)
    assert not at_once([replace(one, exclusive=True), two, replace(two, exclusive=True)], tmp_path)
    assert not at_once([replace(job, lock="target") for job in (one, two, one)], tmp_path)


def test_a_job_that_uses_what_another_makes_begins_when_that_has_ended(tmp_path: Path) -> None:
    user = replace(shell("user", "test -e made", tmp_path), after=("maker",))
    maker = shell("maker", "sleep 0.3; touch made", tmp_path)
    other = shell("other", "! test -e made", tmp_path)
    assert [outcome.result for outcome in run_all([user, maker, other], silent)] == ["passed"] * 3
    (tmp_path / "made").unlink()
    assert run(user, silent).result == "failed", "no job waits for one that does not run"


def test_the_users_environment_has_precedence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AGON_SET", "by the user")
    run_all(
        [shell("one", "echo $AGON_SET, $AGON_ADDED", tmp_path)], silent, 1, {"AGON_SET": "no", "AGON_ADDED": "added"}
    )
    assert capfd.readouterr().out == "by the user, added\n"


def test_what_a_job_lacks_is_found_out_when_it_is_to_begin(tmp_path: Path) -> None:
    def lacking() -> list[str]:
        return [] if (tmp_path / "made").exists() else ["the library"]

    user = replace(shell("user", "true", tmp_path), hint="make it", lacking=lacking, after=("maker",))
    without = run(user, silent)
    assert (without.result, without.detail) == ("skipped", "the library missing: make it")
    outcomes = run_all([user, shell("maker", "touch made", tmp_path)], silent)
    assert [outcome.result for outcome in outcomes] == ["passed", "passed"]


@pytest.mark.parametrize(("seconds", "late"), [(19.9, False), (20.1, True)])
def test_a_job_that_takes_more_than_twice_its_budget_is_late(tmp_path: Path, seconds: float, late: bool) -> None:
    job = replace(shell("one", "", tmp_path), budget_s=10.0)
    assert Outcome(job, "passed", seconds, "").late is late


@pytest.mark.parametrize(("budget_s", "limit_s"), [(1.0, LEAST_LIMIT_S), (100.0, 400.0)])
def test_four_times_the_budget_is_the_limit(tmp_path: Path, budget_s: float, limit_s: float) -> None:
    assert replace(shell("one", "", tmp_path), budget_s=budget_s).limit_s == limit_s


SCRIPT = """
import signal
import sys
from pathlib import Path
from dev.jobs import Job, run

# As in a terminal, also where the tests themselves are to outlive one.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
words = "sleep 100 & echo $! > $0.child; echo $$ > $0.pid; wait"
run([Job(n, ["sh", "-c", words, n], Path(sys.argv[1]), (), "", 1) for n in ("one", "two")], print)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGHUP])
def test_an_interrupt_ends_both_and_all_that_they_have_started(tmp_path: Path, how: signal.Signals) -> None:
    files = [tmp_path / f"{name}.{what}" for name in ("one", "two") for what in ("child", "pid")]
    path = {"PYTHONPATH": str(home.root())}
    command = [sys.executable, "-c", SCRIPT, tmp_path]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=os.environ | path) as lab:
        wait_for(lambda: all(file.exists() and file.read_text(encoding="utf-8").strip() for file in files))
        lab.send_signal(how)
        assert lab.wait(30) != 0
    for file in files:
        number = int(file.read_text(encoding="utf-8"))
        wait_for(lambda number=number: not is_running(number))


def wait_for(what: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)


def is_running(number: int) -> bool:
    with suppress(OSError):
        return ") Z" not in Path(f"/proc/{number}/stat").read_text(encoding="utf-8")
    return False
