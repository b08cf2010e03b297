"""`agon compare` and `agon history` as a user meets them: exit codes, what is named, the three formats."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser
from support.browsing import Opened, needs_chromium
from support.measured import Made, measured

RNG = np.random.default_rng(9)
Run = Callable[..., subprocess.CompletedProcess[str]]


def ring(platform: str, level: float = 0.1, failed: str | None = None, n: int = 10, noise: float = 0.01) -> Made:
    each = tuple(float(v) for v in level * RNG.lognormal(0, noise, n))
    return Made(
        platform, "token-ring", {}, iterations=6, settles=True, invocations=n, each_s=each, failed=failed, code="oracle"
    )


def put(folder: Path, *cells: Made, day: int = 1) -> None:
    folder.mkdir()
    results = measured(folder, cells, id=folder.name, created=f"2024-03-{day:02}T20:15:00Z")
    (folder / "experiment.json").write_text(results.experiment.model_dump_json() + "\n")
    (folder / "invocations.jsonl").write_text("".join(i.model_dump_json() + "\n" for i in results.invocations))


@pytest.fixture
def agon(tmp_path: Path) -> Run:
    put(tmp_path / "a", ring("go"), ring("erlang"), ring("akka"))
    put(tmp_path / "same", ring("go"), ring("erlang"), ring("akka"))
    put(tmp_path / "slow", ring("go", 0.12), ring("erlang"), ring("akka"))
    put(tmp_path / "broken", ring("go"), ring("erlang", failed="token 3 ended elsewhere"), ring("akka"))
    put(tmp_path / "less", ring("go"), ring("erlang"))
    put(tmp_path / "noisy", *(ring(p, noise=0.05) for p in ("go", "erlang", "akka")))
    put(tmp_path / "few", *(ring(p, n=3) for p in ("go", "erlang", "akka")))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "agon", *words]
        return subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, check=False, stdin=subprocess.DEVNULL
        )

    return run


@pytest.mark.parametrize(
    ("b", "options", "code", "expected"),
    [
        ("same", ["--fail-above", "5%", "--fail-on-missing"], 0, "passed"),
        ("slow", [], 0, "Effect size"),
        ("slow", ["--fail-above", "5%"], 1, "worse: go token-ring"),
        ("slow", ["--fail-above", "50%"], 0, "passed"),
        ("broken", ["--fail-above", "5%"], 1, "failed: erlang token-ring"),
        ("less", ["--fail-above", "5%"], 0, "passed"),
        ("less", ["--fail-above", "5%", "--fail-on-missing"], 1, "missing: akka token-ring"),
        ("noisy", ["--fail-above", "1%"], 5, "undecided: go token-ring"),
        ("noisy", ["--fail-above", "1%", "--allow-undecided"], 0, "undecided, accepted"),
        ("noisy", ["--require", "1%"], 5, "slower is possible"),
        ("noisy", ["--require", "80%"], 0, "passed: 3 cells shown to be within 80%"),
        ("noisy", ["--allow-undecided"], 2, "goes with --fail-above"),
        ("few", ["--fail-above", "5%"], 2, "cannot pass on no evidence"),
        ("same", ["--format", "pdf"], 2, "choose one of text, json, md"),
    ],
)
def test_the_gates_exit_codes(agon: Run, b: str, options: list[str], code: int, expected: str) -> None:
    done = agon("compare", "a", b, *options)
    assert done.returncode == code, done.stderr
    assert expected in done.stderr
    assert "Traceback" not in done.stderr


def test_the_formats_of_compare(agon: Run) -> None:
    text = agon("compare", "a", "slow")
    assert "3 cells: 1 worse, " in text.stdout
    assert "confidence interval" in text.stdout
    data = json.loads(agon("compare", "a", "slow", "--format", "json", "--fail-above", "5%").stdout)
    assert data["schema_version"] == 2
    assert data["gate"]["passed"] is False
    assert data["gate"]["outcome"] == "failed"
    assert [f["kind"] for f in data["gate"]["findings"]] == ["worse"]
    assert json.loads(agon("compare", "a", "slow", "--json").stdout)["gate"] is None
    assert agon("compare", "a", "slow", "--format", "md").stdout.startswith("### ")


def test_history(agon: Run, tmp_path: Path) -> None:
    days = []
    for day in range(1, 8):
        put(tmp_path / f"day{day}", ring("go", 0.1 if day < 5 else 0.12), ring("erlang"), day=day)
        days.append(f"day{day}")
    lines = agon("history", *days)
    assert lines.returncode == 0, lines.stderr
    assert "2024-03-05 slower by" in lines.stdout
    one = agon("history", *days, "--platform", "go", "--workload", "token-ring", "--set", "workers=500")
    assert "worse: slower by" in one.stdout
    data = json.loads(agon("history", *days, "-p", "go", "--json").stdout)
    assert [len(s["runs"]) for s in data["series"]] == [7]
    assert [s["run"] for s in data["series"][0]["steps"]] == [4]
    assert "worse: slower by" in agon("history", *days, "-p", "go", "--format", "md").stdout
    nothing = agon("history", *days, "-p", "nobody")
    assert (nothing.returncode, "no cell there" in nothing.stderr) == (2, True)
    assert agon("history", *days, "--set", "tokens").returncode == 2


def test_one_run_shows_no_change(agon: Run) -> None:
    one = agon("history", "a")
    assert one.returncode == 0, one.stderr
    assert "one run" in one.stdout
    assert "+0.0%" not in one.stdout
    assert "+0.0%" not in agon("history", "a", "--format", "md").stdout


@needs_chromium
def test_the_page_of_a_history(agon: Run, tmp_path: Path, browser: Browser) -> None:
    days = []
    for day in range(1, 13):
        go, erlang = (0.1 if day < 5 else 0.12), (0.1 if day < 8 else 0.08)
        put(tmp_path / f"day{day}", ring("go", go), ring("erlang", erlang), *([ring("akka")] * (day == 1)), day=day)
        days.append(f"day{day}")
    made = agon("history", *days, "--format", "html", "--out", "h.html")
    assert (made.returncode, "History: h.html" in made.stdout) == (0, True), made.stderr
    text = (tmp_path / "h.html").read_text()
    assert not re.search(r"(?:src|href)=\"(?!data:|#)", text.partition("<script")[0])
    with browser.new_context() as context:
        opened = Opened(context, (tmp_path / "h.html").as_uri())
        opened.until("document.querySelectorAll('.plot[data-drawn]').length === 2")
        assert opened.complaints == []
        assert [r for r in opened.requests if not r.startswith(("file:", "data:"))] == []
        page = opened.page
        rows = page.locator("#steps tbody tr").all_inner_texts()
        assert [row.split("\t")[0] for row in rows] == ["2024-03-08", "2024-03-05"]  # the newest first
        assert "erlang token-ring" in rows[0]
        assert "better: faster by" in rows[0]
        assert "worse: slower by" in rows[1]
        assert ".." in rows[1].split("\t")[3]  # between which commits
        marked = "plot => document.querySelectorAll(plot + ' [aria-roledescription=\"rule mark\"]').length"
        assert page.evaluate(marked, "#plot-cell-1") == 12 + 1  # an interval a run, and the step
        alone = page.locator("section", has_text="akka token-ring").last
        assert "One run is there: there is no change to show." in alone.inner_text()
        assert alone.locator(".plot").count() == 0
    assert agon("history", *days, "--out", "h.html").returncode == 2
    assert agon("history", *days, "--format", "html", "--out", "no/such/h.html").returncode == 4
