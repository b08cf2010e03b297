"""Words that are no terms of the field grow no more, and what counts them knows where they stand.

A count has risen: `.venv/bin/python -m dev.wording list FOLDER KIND` shows the uses; use the field's words instead.
A count has fallen: `.venv/bin/python -m dev.wording lower` writes it down; it refuses to raise one.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from agon import home
from dev.wording import __main__ as command
from dev.wording import sources
from dev.wording.counts import FILE, FOLDERS, KINDS, Use, count, differences, files, load, uses, uses_in, write

ROOT = Path(__file__).parents[2]
FIRST_COMMIT_WITH_SHORT_SUBJECT = "d076f786"
"""What came before it has longer ones."""

COLUMNS = 72


def test_no_count_has_risen_and_each_that_has_fallen_is_written_down() -> None:
    risen, fallen = differences(load(), count(uses(ROOT, files(ROOT))))
    assert risen == [], "list them: .venv/bin/python -m dev.wording list FOLDER KIND"
    assert fallen == [], "write it down: .venv/bin/python -m dev.wording lower"


def test_the_subject_of_a_commit_is_one_short_line() -> None:
    reach = f"{FIRST_COMMIT_WITH_SHORT_SUBJECT}..HEAD"
    try:
        asked = ["git", "log", "--no-merges", "--format=%h %s", reach]
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("git is missing")
    if done.returncode or not (ROOT / ".git").exists():
        pytest.skip(f"no history since {FIRST_COMMIT_WITH_SHORT_SUBJECT} here")
    subjects = [line.partition(" ") for line in done.stdout.splitlines()]
    assert [f"{commit} {subject}" for commit, _, subject in subjects if len(subject) > COLUMNS] == []


def found(file: str, text: str) -> list[tuple[str, str]]:
    return [(use.kind, use.word) for use in uses_in(file, text, sources.language_of(file))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("was_told = whoTells", ["told", "Tells"]),
        ("ROOMS SaidSo heardX by_and_by", ["ROOMS", "Said", "heard", "by_and_by"]),
        ("untold essay besides foretell hearth lanes_ mushroom reminds Roommate", ["lanes"]),
        ("no_room has_room room_for rooms_for", ["rooms"]),
        ("MindInspector mind", ["mind"]),
    ],
)
def test_words_are_found_in_the_parts_of_identifiers(text: str, words: list[str]) -> None:
    assert found("a.py", text) == [("identifiers", word) for word in words]


def test_python_has_functions_comments_docstrings_and_messages() -> None:
    text = '''
"""Said."""
class Room:
    def tell(self, told):  # heard
        """Whoever."""
        self.tell("nobody", f"""anew""")
    def _tell(self): ...
'''
    kinds = ["comments", "identifiers", "functions", "identifiers", "comments", "comments", "identifiers", "messages"]
    assert [kind for kind, _ in found("lab/src/agon/run/a.py", text)] == [*kinds, "messages", "identifiers"]


def test_a_docstring_of_a_verb_is_a_message_and_what_a_test_says_is_not_counted() -> None:
    assert found("lab/src/agon/cli/a.py", '"""Said."""') == [("messages", "Said")]
    assert found("lab/tests/test_a.py", 'def hear(): """said"""; tell = "said"') == [
        ("identifiers", "hear"),
        ("identifiers", "tell"),
    ]


def test_rust_has_public_functions_and_those_of_public_traits() -> None:
    text = """
/// Said. 'a "heard"
pub(crate) fn tell<'a>(&'a self) -> char { '"' } // told
fn hear() { say("nobody", r#"a " anew"#) }
pub trait Room {
    fn lane(&self);
}
trait Private {
    fn lane(&self);
}
#[cfg(test)]
mod tests {
    pub fn lane() { say("nobody") }
}
"""
    kinds = {"functions": 2, "identifiers": 6, "comments": 3, "messages": 2}
    counted = [kind for kind, _ in found("engine/actor/src/a.rs", text)]
    assert {kind: counted.count(kind) for kind in kinds} == kinds
    assert found("engine/actor/src/a.rs", "use clap::Parser;\n/// Said.") == [("messages", "Said")]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("A.java", "class A {\n    public static int tellAll(int a) {"),
        ("a.go", "func (a *A) Told() {"),
        ("a.js", "export function hear() {"),
        ("a.hpp", "inline void hear(int a) {"),
        ("a.erl", "-export([heard/1, b/2])."),
        ("a.scala", "  def say(): Unit"),
    ],
)
def test_other_languages_have_public_functions(file: str, text: str) -> None:
    assert [kind for kind, _ in found(f"platforms/{file}", text)] == ["functions"]


def test_the_performative_is_no_counted_word() -> None:
    assert found("a.rs", 'x == "tell" || Atom::TELL // `tell`, ".send(a, tell, b)"') == [("comments", "tell")]
    assert found("a.rs", '".send(a, tell, b)" ".send(a, b, tell)" tellHow untell') == []
    assert found("a.py", 'name in ("tell_how", "ring_tell")') == []
    assert found("a.md", "the case `kqml-tell-how`") == []
    assert found("a.py", "string_tell = tell_of") == [("identifiers", "tell")] * 2
    assert found("a.rs", '"tell me" tell TELL_ME') == [
        ("messages", "tell"),
        ("identifiers", "tell"),
        ("identifiers", "TELL"),
    ]
    assert found("a.md", "`tell`, tell") == [("prose", "tell")]


def test_an_actors_method_tell_is_a_term_where_rivals_are_used() -> None:
    assert found("platforms/akka/A.java", "a.tell(b); tell(c);") == [("identifiers", "tell")]
    assert found("platforms/akka/A.java", "bs.forEach(a::tell); b = tell;") == [("identifiers", "tell")]
    assert found("engine/actor/src/a.rs", "a.tell(b)") == [("identifiers", "tell")]
    assert found("engine/bench/src/a.rs", "a.tell(b); tell(c)") == [("identifiers", "tell")]
    assert found("platforms/tokio/src/a.rs", "a.tell(b)") == [("identifiers", "tell")]


def test_the_labs_word_on_steady_state_is_a_term() -> None:
    assert found("a.md", "It is too short to say.") == []
    assert found("a.md", "It is time to say so.") == [("prose", "say")]


def test_programs_in_documents_are_no_prose() -> None:
    assert found("a.md", "said\n```\nheard\n```\ntold\n\n    heard\n") == [("prose", "said"), ("prose", "told")]


def test_agents_programs_and_data_are_not_read(tmp_path: Path) -> None:
    for name in ("a.asl", "a.case", "a.mas2j", "a.json"):
        (tmp_path / name).write_text("said", encoding="utf-8")
    assert list(uses(tmp_path, files(tmp_path))) == []


def test_a_use_has_its_line_and_counts_under_its_folder() -> None:
    uses_there = list(uses_in("lab/src/a.py", "\n\ntold", "python"))
    assert uses_there == [Use("lab/src/a.py", 3, "identifiers", "told")]
    counts = count(uses_there)
    assert counts["lab/src"]["identifiers"] == 1
    assert sum(number for kinds in counts.values() for number in kinds.values()) == 1


def test_without_git_the_same_files_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("a.py", "docs/b.md", "target/c.rs", ".venv/d.py", ".ci/run"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert files(tmp_path) == [".ci/run", "a.py", "docs/b.md"]
    monkeypatch.setenv("PATH", str(tmp_path))
    assert files(tmp_path) == [".ci/run", "a.py", "docs/b.md"]


def test_git_leaves_out_what_it_ignores(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("built.py\n", encoding="utf-8")
    (tmp_path / "built.py").touch()
    (tmp_path / "new.py").touch()
    assert files(tmp_path) == [".gitignore", "new.py"]


def test_counts_are_read_as_they_are_written_and_what_is_not_written_is_zero(tmp_path: Path) -> None:
    counts = count([Use("docs/a.md", 1, "prose", "said")])
    file = tmp_path / "counts.toml"
    write(counts, file)
    assert load(file) == counts
    file.write_text("", encoding="utf-8")
    assert {number for kinds in load(file).values() for number in kinds.values()} == {0}
    assert differences(load(file), counts) == (["docs prose: 0 -> 1"], [])
    assert differences(counts, load(file)) == ([], ["docs prose: 1 -> 0"])


def test_the_file_of_counts_names_each_folder_and_kind_once() -> None:
    assert {folder for folder in FOLDERS if (home.root() / folder).is_dir()} == {*FOLDERS}
    assert FILE.read_text(encoding="utf-8").count("=") == (len(FOLDERS) + 1) * len(KINDS)


def test_the_command_lowers_and_refuses_to_raise(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    counts = {"docs": 1}
    written: list[object] = []

    def fake(number: int) -> object:
        return count([Use("docs/a.md", 1, "prose", "said")] * number)

    monkeypatch.setattr(command, "uses", lambda *_: [])
    monkeypatch.setattr(command, "load", lambda: fake(2))
    monkeypatch.setattr(command, "write", written.append)
    monkeypatch.setattr(command, "count", lambda _: fake(counts["docs"]))
    assert command.main(["lower"]) == 0
    assert written == [fake(1)]
    counts["docs"] = 3
    assert command.main(["lower"]) == 1
    assert written == [fake(1)]
    assert command.main(["raise"]) == 2
