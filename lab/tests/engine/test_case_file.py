"""Golden cases of the AgentSpeak engine, each one file: reading and writing them, and what is recorded from Jason.

`case_file/tests.rs` has the reader in Rust refuse the same texts.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agon import home

TESTS = home.root() / "engine" / "agentspeak" / "tests"
sys.path.append(str(TESTS))

import regenerate  # noqa: E402
from case_file import CaseFile, Malformed, main, paths  # noqa: E402
from regenerate import Outcome, Refused  # noqa: E402

FRONT = 'shows = "nothing"\n'
REFUSED = (TESTS / "case_file" / "refused.txt").read_text(encoding="utf-8").split("==== ")[1:]

LINE = st.one_of(
    st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=12).filter(
        lambda line: not line.startswith("-- ")
    ),
    st.sampled_from(["", "--", "--- a.asl --", " -- a.asl --", "- a.asl --\r", "[a] text ", "\r"]),
)
CONTENT = st.lists(LINE, max_size=5).map(lambda lines: "".join(f"{line}\n" for line in lines))
NAME = st.sampled_from(["b.asl", "src/asl/c.asl", "data/d.txt", "p.mas2j", "e.asl", "é.txt"])


def parsed(text: str) -> CaseFile:
    return CaseFile.parse("a-case", text)


def files_below(folder: Path) -> dict[str, str]:
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes().decode() for path in found}


@settings(deadline=None)
@given(st.dictionaries(NAME, CONTENT), st.none() | CONTENT)
def test_what_is_written_is_read_as_it_was(files: dict[str, str], expected: str | None) -> None:
    case = CaseFile("a-case", FRONT, {"a.asl": "!start.\n", **files}, expected)
    again = parsed(case.text())
    assert again == case and again.text() == case.text()
    assert list(again.sections) == list(case.sections), "the order makes the default project"


def test_every_case_is_written_as_it_stands() -> None:
    every = paths()
    assert len(every) >= 414
    assert [path.stem for path in every if CaseFile.read(path).text().encode() != path.read_bytes()] == []


@pytest.mark.parametrize("content", ["no line break", "-- b.asl --\n", "-- like a mark\n"])
def test_a_file_that_would_be_read_otherwise_is_not_written(content: str) -> None:
    with pytest.raises(Malformed):
        CaseFile("a-case", FRONT, {"a.asl": content}, "[a] x\n").text()
    with pytest.raises(Malformed):
        CaseFile("a-case", FRONT, {"a.asl": ""}, content).text()


@pytest.mark.parametrize("refused", REFUSED, ids=lambda text: text.partition("\n")[0])
def test_what_is_no_case_is_refused_with_the_reason(refused: str) -> None:
    why, _, text = refused.partition("\n")
    with pytest.raises(Malformed) as caught:
        parsed(text)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{FRONT}-- a.asl --\n!start.", "the last line does not end"),
        (f"{FRONT}-- a.asl --\r\n!start.\n", "not the mark of a section: -- a.asl --"),
        ("", "the last line does not end"),
    ],
)
def test_lines_that_end_otherwise_are_refused(text: str, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        parsed(text)


def test_a_file_not_in_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.case").write_bytes(b"\xff\n")
    with pytest.raises(Malformed, match="UTF-8"):
        CaseFile.read(tmp_path / "a.case")


def test_defaults_stand_for_what_is_left_out() -> None:
    case = parsed(f"{FRONT}-- b.asl --\n!b.\n-- a.asl --\n-- src/c.asl --\n")
    assert case.files["a-case.mas2j"] == "MAS a_case {\n    agents: b; a;\n}\n"
    settings = case.settings
    assert (settings.mode, settings.levels, settings.status, settings.limit_s) == ("exact", "info", None, 20)


def test_what_is_written_stands() -> None:
    front = 'status = 3\nmode = "per-agent"\nlevels = "all"\nlimit_s = 60\nshows = "\\"a\\" \\\\== b"\n'
    case = parsed(f"{front}-- p.mas2j --\nMAS p {{ agents: x a.asl; }}\n-- a.asl --\n")
    settings = case.settings
    assert (settings.mode, settings.levels, settings.status, settings.limit_s) == ("per-agent", "all", 3, 60)
    assert settings.shows == '"a" \\== b'
    assert (case.project, len(case.files)) == ("p.mas2j", 2)


def test_cases_are_unpacked_by_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["case_file.py", str(tmp_path), "mas2j-source-path"])
    assert main() == 0
    assert capsys.readouterr().out == f"{tmp_path}/mas2j-source-path/p.mas2j\n"
    assert {"p.mas2j", "src/one.asl", "src/more/other.asl"} < set(files_below(tmp_path / "mas2j-source-path"))


def recorded(text: str, outcome: Outcome, path: Path) -> str:
    regenerate.write(parsed(text), outcome, path)
    return path.read_bytes().decode() if path.exists() else "as it was"


def test_what_jason_prints_is_recorded(tmp_path: Path) -> None:
    text = f"{FRONT}-- a.asl --\n!start.\n"
    path = tmp_path / "a-case.case"
    expected = "-- expected --\n[a] x \n\n"
    assert recorded(text, Outcome(0, ["[a] x ", ""], []), path) == text + expected
    assert (
        recorded(text, Outcome(3, ["[a] x ", ""], []), path) == f"{FRONT}status = 3\n-- a.asl --\n!start.\n{expected}"
    )


def test_what_is_equal_under_the_mode_stays(tmp_path: Path) -> None:
    text = f'{FRONT}mode = "multiset"\n-- a.asl --\n!start.\n-- expected --\n[a] x\n[a] y\n'
    path = tmp_path / "a-case.case"
    assert recorded(text, Outcome(0, ["[a] y", "[a] x"], []), path) == "as it was"
    assert recorded(text, Outcome(0, ["[a] y", "[a] z"], []), path) == text.replace("[a] x\n[a] y\n", "[a] y\n[a] z\n")


def test_what_jason_prints_otherwise_is_a_failure() -> None:
    text = f"{FRONT}-- a.asl --\n!start.\n"
    with pytest.raises(Refused, match="nothing is recorded"):
        regenerate.compare(parsed(text), Outcome(0, ["[a] x"], []))
    with pytest.raises(Refused, match=r"Jason now prints:\s+\[a\] y"):
        regenerate.compare(parsed(f"{text}-- expected --\n[a] x\n"), Outcome(0, ["[a] y"], []))
