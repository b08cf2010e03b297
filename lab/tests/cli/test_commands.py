"""The command line as a user meets it: messages, exit codes, JSON, interruption."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.places import FAKES, REFERENCE

from agon.results.store import load
from agon.survivors import marked

RING = ["--set", "workers=5", "--set", "passes=52", "--set", "tokens=2"]
QUICK = ("--pilot", "100ms", "--min-time", "100ms", "--max-time", "100ms")


def agon(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "agon", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["run", "token-rign", "-p", "x"], 2, "did you mean 'token-ring'"),
        (["run", "token-ring", "-p", "erlnag"], 2, "Did you mean 'erlang'"),
        (["run", "token-ring", "-p", str(REFERENCE), "--set", "tokens=0"], 2, "tokens=0"),
        (["run", "token-ring", "-p", str(REFERENCE), "--cores", "0"], 2, "--cores"),
        (["run", "token-ring", "-p", str(REFERENCE), "--protocol", "x"], 2, "agere13"),
        (["run", "token-ring", "-p", str(REFERENCE), "--preset", "x"], 2, "quick"),
        (["run", "token-ring", "-p", str(REFERENCE), "--rate", "1k"], 2, "token-ring has no open loop"),
        (["run", "echo-all", "-p", str(REFERENCE), "--rate", "1k", "--preset", "demo"], 2, "not with --preset"),
        (["run", "echo-all", "-p", str(REFERENCE), "--rate", "1k", "--set", "rate=5"], 2, "--set must not"),
        (["run", "token-ring"], 2, "--platform"),
        (["frobnicate"], 2, "No such command"),
        (["report", "nowhere"], 4, "no experiment there"),
        (["report", "nowhere", "--format", "pdf"], 2, "--format pdf"),
        (["resume", "nowhere"], 4, "no experiment there"),
        (["reproduce", "nobody99"], 2, "agere13"),
        (["import", "nowhere"], 2, "no such file"),
        (["install"], 2, "--all"),
        (["new", "beliefs", "x"], 2, "new makes a platform"),
    ],
)
def test_bad_input_is_one_message_and_its_code(tmp_path: Path, words: list[str], code: int, expected: str) -> None:
    done = agon(*words, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert expected in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_an_experiment_from_run_to_csv(tmp_path: Path) -> None:
    out = tmp_path / "r"
    words = [
        "run",
        "token-ring",
        "-p",
        str(REFERENCE),
        *RING,
        "--invocations",
        "2",
        "--iterations",
        "2",
        "--cores",
        "1",
    ]
    done = agon(*words, "--out", out, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (out / "report.html").stat().st_size > 10_000
    data = json.loads(agon("results", out, "--json", cwd=tmp_path).stdout)
    assert data["schema_id"] == "agon.results/1"
    (cell,) = data["cells"]
    assert (cell["platform"], cell["status"], cell["cores"], cell["threads"]) == ("reference", "ok", 1, 1)
    for metric in ("process_elapsed", "elapsed", "cpu_time", "memory_peak", "core_load", "start_up", "message_rate"):
        assert cell["metrics"][metric]["low"] <= cell["metrics"][metric]["median"] <= cell["metrics"][metric]["high"]
    table = " ".join(agon("results", out, cwd=tmp_path).stdout.split())
    assert "steady state first iteration peak memory" in table
    for fmt in ("html", "md", "latex", "csv"):
        shown = agon("report", out, "--format", fmt, "--out", "-", cwd=tmp_path)
        assert shown.returncode == 0, shown.stderr
        assert "reference" in shown.stdout
    file = tmp_path / "r.agon.tar.gz"
    assert agon("export", out, file, cwd=tmp_path).returncode == 0
    assert agon("import", file, "--into", tmp_path / "in", cwd=tmp_path).returncode == 0
    assert load(tmp_path / "in" / "r").invocations == load(out).invocations
    again = agon(*words, "--out", out, cwd=tmp_path)
    assert again.returncode == 4
    assert "already holds an experiment" in again.stderr


def test_a_relative_result_directory_serves_as_well(tmp_path: Path) -> None:
    words = ["run", "token-ring", "-p", str(REFERENCE), *RING, *QUICK, "--invocations", "1"]
    done = agon(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [path.name for path in (tmp_path / "results").glob("*/report.html")] == ["report.html"]


def test_an_experiment_in_which_everything_failed_still_has_a_report(tmp_path: Path) -> None:
    done = agon(
        "run", "token-ring", "-p", f"{FAKES}:nothing", *RING, *QUICK, "--invocations", "2", "--out", "r", cwd=tmp_path
    )
    assert done.returncode == 1, done.stderr
    assert "printed nothing" in (tmp_path / "r" / "report.html").read_text()


def test_a_result_directory_that_goes_away_is_one_message(tmp_path: Path) -> None:
    out = tmp_path / "r"
    with running(tmp_path, out) as lab:
        out.rename(tmp_path / "elsewhere")  # at once: what deletes file by file meets what the lab still writes
        _, errors = lab.communicate(timeout=60)
    assert lab.returncode == 4, errors.decode()
    assert b"Traceback" not in errors
    assert b"agon: " in errors


def test_dry_run_runs_nothing(tmp_path: Path) -> None:
    done = agon("run", "token-ring", "-p", REFERENCE, *RING, "--dry-run", cwd=tmp_path)
    assert done.returncode == 0
    assert "1 cell x 10 invocations" in done.stdout
    assert not (tmp_path / "results").exists()


def test_a_failing_platform_has_a_reason_and_no_number(tmp_path: Path) -> None:
    out = tmp_path / "r"
    both = f"{REFERENCE},{FAKES}:wrong-result"
    done = agon("run", "token-ring", "-p", both, *RING, *QUICK, "--invocations", "2", "--out", out, cwd=tmp_path)
    assert done.returncode == 1
    assert "2 of 2 failed: oracle" in " ".join(done.stdout.split())
    cells = {c["platform"]: c for c in json.loads(agon("results", out, "--json", cwd=tmp_path).stdout)["cells"]}
    assert cells["fakes:wrong-result"]["metrics"] == {}
    assert cells["reference"]["status"] == "ok"


@contextmanager
def running(tmp_path: Path, out: Path, *, background: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """A lab in the middle of an experiment of twelve invocations, and one that is discarded.

    `background`: as a job in the background of a shell without job control, for which Ctrl-C is to be ignored.
    """
    command = [
        sys.executable,
        "-m",
        "agon",
        "run",
        "token-ring",
        "-p",
        str(REFERENCE),
        *RING,
        *QUICK,
        "--invocations",
        "12",
    ]
    command += ["--min-time", "100ms", "--out", str(out)]
    if background:
        command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *command]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as lab:
        try:
            deadline = time.monotonic() + 60
            while not (out / "invocations.jsonl").exists() or len(load(out).invocations) < 2:
                assert lab.poll() is None, lab.stderr.read() if lab.stderr else ""
                assert time.monotonic() < deadline, "the experiment did not begin"
                time.sleep(0.02)
            yield lab
        finally:
            lab.kill()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)])
def test_an_interrupted_experiment_is_resumed_and_leaves_no_orphan(tmp_path: Path, number: int, code: int) -> None:
    out = tmp_path / "r"
    with running(tmp_path, out) as lab:
        os.kill(lab.pid, number)
        _, errors = lab.communicate(timeout=30)
    assert lab.returncode == code
    if number != signal.SIGKILL:
        assert b"agon resume" in errors
    experiment = load(out).experiment.id
    deadline = time.monotonic() + 5
    while marked(experiment) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert marked(experiment) == []
    before = load(out).invocations
    # An experiment's id is no folder: it could not be resumed by it.
    assert "./agon resume DIR" in " ".join(agon("results", out, cwd=tmp_path).stdout.split())
    done = agon("resume", out, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    after = load(out).invocations
    assert len(after) == 13
    assert after[: len(before)] == before
    assert len({i.id for i in after}) == 13


def test_a_job_in_the_background_ignores_ctrl_c_and_is_ended_by_sigterm(tmp_path: Path) -> None:
    out = tmp_path / "r"
    with running(tmp_path, out, background=True) as lab:
        os.kill(lab.pid, signal.SIGINT)
        before = len(load(out).invocations)
        deadline = time.monotonic() + 60
        while len(load(out).invocations) < before + 2:
            assert lab.poll() is None, lab.stderr.read() if lab.stderr else ""
            assert time.monotonic() < deadline, "it does not go on"
            time.sleep(0.02)
        os.kill(lab.pid, signal.SIGTERM)
        _, errors = lab.communicate(timeout=30)
    assert lab.returncode == 130
    assert b"agon resume" in errors
    assert len(load(out).invocations) < 13


def interrupted(tmp_path: Path) -> Path:
    """A result directory with something left to measure."""
    out = tmp_path / "r"
    with running(tmp_path, out) as lab:
        os.kill(lab.pid, signal.SIGINT)
        lab.communicate(timeout=30)
    return out


def test_an_experiment_goes_on_in_the_environment_that_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    monkeypatch.delenv("LD_LIBRARY_PATH", raising=False)
    out = interrupted(tmp_path)
    before = load(out).invocations
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    refused = agon("resume", out, cwd=tmp_path)
    assert refused.returncode == 4
    assert f"env -u LD_LIBRARY_PATH TZ=Europe/Berlin ./agon resume {out}" in refused.stderr
    assert load(out).invocations == before
    assert agon("export", out, tmp_path / "x.agon.tar.gz", cwd=tmp_path).returncode == 0
    assert agon("import", tmp_path / "x.agon.tar.gz", "--into", tmp_path / "in", cwd=tmp_path).returncode == 0
    monkeypatch.setenv("TZ", "Europe/Berlin")
    monkeypatch.delenv("LD_LIBRARY_PATH")
    for folder in (out, tmp_path / "in" / "r"):
        done = agon("resume", folder, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert len(load(folder).invocations) == 13


def test_an_experiment_does_not_go_on_with_another_compiler(tmp_path: Path) -> None:
    out = interrupted(tmp_path)
    recorded = json.loads((out / "experiment.json").read_text())
    (compiler, version), *_ = recorded["platforms"][0]["compilers"].items()
    recorded["platforms"][0]["compilers"][compiler] = f"{version} before"
    (out / "experiment.json").write_text(json.dumps(recorded))
    refused = agon("resume", out, cwd=tmp_path)
    assert refused.returncode == 4
    assert f"{compiler} was '{version} before' and is '{version}'" in refused.stderr


def test_list_and_doctor_speak_json(tmp_path: Path) -> None:
    for what in ("workloads", "platforms", "sources"):
        data = json.loads(agon("list", what, "--json", cwd=tmp_path).stdout)
        assert data["schema_id"] == "agon.list/1"
        assert data[what]
    data = json.loads(agon("doctor", "--json", cwd=tmp_path).stdout)
    assert data["schema_id"] == "agon.doctor/1"
    assert {p["id"] for p in data["platforms"]} >= {"erlang"}


def test_doctor_of_a_missing_platform_names_the_remedy(tmp_path: Path) -> None:
    done = agon("doctor", "erlang", cwd=tmp_path)  # the test's own state folder holds no build
    assert done.returncode == 3
    assert "install erlang" in " ".join(done.stdout.split())


def test_several_workloads_go_into_one_experiment(tmp_path: Path) -> None:
    out = tmp_path / "r"
    some = agon("run", "token-ring,chameneos", "-p", REFERENCE, "--preset", "check", "--dry-run", cwd=tmp_path)
    assert some.returncode == 0, some.stderr
    assert "token-ring reference" in some.stdout and "chameneos reference" in some.stdout
    every = agon("run", "all", "-p", REFERENCE, "--preset", "check", "--dry-run", "--out", out, cwd=tmp_path)
    assert every.returncode == 0, every.stderr
    assert "throughput reference" in every.stdout
    refused = agon("run", "all", "-p", REFERENCE, "--set", "tokens=1", "--out", out, cwd=tmp_path)
    assert refused.returncode == 2
    assert "--set is for one workload" in refused.stderr


@pytest.mark.parametrize(
    ("options", "watched"), [(["--min-time", "20ms"], "elapsed_steady"), (["--iterations", "1"], "elapsed")]
)
def test_until_ci_watches_the_headline_and_stops(tmp_path: Path, options: list[str], watched: str) -> None:
    out = tmp_path / "r"
    words = ["run", "token-ring", "-p", REFERENCE, *RING, *QUICK, "--until-ci", "90%", *options, "--out", out]
    done = agon(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (cell,) = load(out).cells
    assert len(cell.counted) == 5
    assert cell.stopped is not None and cell.stopped.startswith(f"interval of {watched} is")


def test_a_sweep_over_rates_ends_with_the_knee(tmp_path: Path) -> None:
    words = ["run", "echo-all", "-p", REFERENCE, "--set", "agents=4", "--rate", "1k,1M", "--invocations", "1"]
    done = agon(*words, *QUICK, "--iterations", "1", "--out", tmp_path / "r", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    printed = " ".join(done.stdout.split())
    assert re.search(
        r"Of the requests due each second .*: reference keeps up with (1000|none), is saturated at", printed
    )
    answered = sorted(c.metrics["request_rate"].median for c in load(tmp_path / "r").cells)
    assert answered[-1] < 900_000  # a program in Python does not do a million round trips a second
