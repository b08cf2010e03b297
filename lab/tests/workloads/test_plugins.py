"""Workloads from outside the tree: found by AGON_WORKLOADS, and what is wrong with one is one clear message."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from honest import evidence

from agon.errors import UsageError
from agon.platforms.registry import find
from agon.run.conformance import check
from agon.scaffold.own_workload import begin_workload
from agon.workloads import registry
from agon.workloads.base import OracleError, Workload


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    registry._all.cache_clear()


def found(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> dict[str, Workload]:
    monkeypatch.setenv("AGON_WORKLOADS", ":".join(map(str, folders)))
    registry._all.cache_clear()
    return registry.all_workloads()


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return begin_workload("my-own", tmp_path)


def changed(folder: Path, old: str, new: str) -> Path:
    file = folder / "workload.py"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_a_new_workload_is_found_with_the_labs_own(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workloads = found(monkeypatch, mine)
    assert list(workloads)[-1] == "my-own"
    assert "token-ring" in workloads
    assert registry.get("my-own").title == "My own"
    # Reports state where a workload is defined: "Defined in its README.md."
    assert (mine / registry.get("my-own").source.removeprefix("its ")).exists()
    assert registry.metric_units()["exchange_rate"] == "1/s"


def test_without_the_variable_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AGON_WORKLOADS", raising=False)
    registry._all.cache_clear()
    with pytest.raises(registry.UnknownWorkloadError, match="one of your own is found by AGON_WORKLOADS=FOLDER"):
        registry.get("my-own")


def test_nothing_in_it_bears_the_name_of_the_example(mine: Path) -> None:
    names = {path.stem for path in mine.rglob("*.py")}
    assert names == {"workload", "main", "harness", "work"}
    assert not any("Exchange" in path.read_text(encoding="utf-8") for path in mine.rglob("*.py"))


def test_its_worked_example_holds(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workload = found(monkeypatch, mine)["my-own"]
    params = workload.params({"pairs": 2, "rounds": 3})
    report = {"rounds": [3, 3], "witness": [58242429, 117409341]}
    assert "exchange_rate" in workload.judge(params, evidence(report, mine, witness=True))
    assert str(report["witness"]) in (mine / "README.md").read_text(encoding="utf-8")
    for wrong in ({"rounds": [3, 2]}, {"witness": [58242429, 117409342]}, {"rounds": [3]}):
        with pytest.raises(OracleError):
            workload.judge(params, evidence(report | wrong, mine, witness=True))


def test_its_program_conforms(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, mine)
    findings = check(find(str(mine / "program")))
    assert [finding.message for finding in findings if not finding.ok] == []


def agon(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "agon", *map(str, words)], capture_output=True, text=True, check=False)


def caught(mutants: Path) -> tuple[list[str], subprocess.CompletedProcess[str]]:
    """The variants that are caught."""
    done = agon("check", "--mutants", mutants)
    lines = [line for line in done.stdout.splitlines() if line.startswith("caught")]
    return [line.split()[3].removesuffix(":") for line in lines], done


BY_THE_ORACLE = ["idle", "half-work", "one-for-all"]


def test_each_mutant_that_does_less_is_caught_by_the_oracle(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGON_WORKLOADS", str(mine))
    manifest = mine / "mutants" / "platform.toml"
    text = manifest.read_text(encoding="utf-8")
    assert 'variants = ["idle", "half-work", "one-for-all", "late-clock"]' in text
    manifest.write_text(text.replace(', "late-clock"]', "]"), encoding="utf-8")
    variants, done = caught(mine / "mutants")
    assert variants == BY_THE_ORACLE
    assert done.returncode == 0, done.stdout


@pytest.mark.full  # A late clock is caught by timing ever larger sizes, which takes minutes; test_growth has the rule.
def test_each_mutant_is_caught(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGON_WORKLOADS", str(mine))
    variants, done = caught(mine / "mutants")
    assert variants == [*BY_THE_ORACLE, "late-clock"]
    assert done.returncode == 0, done.stdout


def test_a_mutant_that_is_not_caught_is_named(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGON_WORKLOADS", str(mine))
    done = agon("check", "--mutants", mine / "program")
    assert done.returncode == 1
    assert "passed my-own-program my-own default: it does less" in done.stdout


def test_an_oracle_that_breaks_is_named(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found(
        monkeypatch, changed(mine, 'strict.require_keys(report, "rounds"', 'report["nothing"]\n        print("rounds"')
    )
    findings = check(find(str(mine / "program")))
    assert "lab: iteration 0: the oracle itself failed: KeyError: 'nothing'" in "\n".join(f.message for f in findings)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("class Definition", "class class", r"workload.py: line \d+: SyntaxError: invalid syntax$"),
        ("import strict", "import stricter", r"workload.py: line 5: ImportError: cannot import name 'stricter'"),
        ("    def size", "    def length", r"line \d+: TypeError: Can't instantiate abstract class Definition"),
        ("WORKLOAD =", "WORK =", "set WORKLOAD to an instance of your Workload"),
        ('    title = "My own"\n', "", "the workload declares no 'title'"),
        ('Preset("check"', 'Preset("cheque"', "the preset 'check' is missing"),
        ('{"pairs": 1, "rounds": 1}', '{"pairs": 0}', r"preset 'check': pairs=0: it must lie within 1\.\.100000"),
        ('{"pairs": 1, "rounds": 1}', "7", "preset 'check': TypeError"),
        ("exchange_rate", "message_rate", ""),
        ('"exchange_rate", "1/s"', '"message_rate", "Hz"', "the metric 'message_rate' is in Hz, elsewhere in 1/s"),
        ('id = "my-own"', 'id = "token-ring"', "the id 'token-ring' is taken: it is Agon's own"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, message: str, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(mine, old, new)
    if not message:
        assert "my-own" in found(monkeypatch, mine)
        return
    with pytest.raises(UsageError) as caught:
        found(monkeypatch, mine)
    assert re.search(message, str(caught.value))
    assert str(mine) in str(caught.value)


def test_a_folder_without_a_workload_and_two_of_one_id(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=r"has no workload.py; start one with: agon new workload NAME"):
        found(monkeypatch, tmp_path)
    twin = changed(begin_workload("twin", tmp_path), 'id = "twin"', 'id = "my-own"')
    with pytest.raises(UsageError, match="the id 'my-own' is taken: it is that of"):
        found(monkeypatch, mine, twin)


def test_on_the_command_line_it_is_one_message(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGON_WORKLOADS", str(changed(mine, "class Definition", "class class")))
    done = agon("list", "workloads")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(r"line \d+: SyntaxError: invalid syntax", done.stderr)
    assert "Traceback" not in done.stderr


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is a workload 'token-ring' already"):
        begin_workload("token-ring", tmp_path)
