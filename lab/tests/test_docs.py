"""The documents: links lead somewhere, generated parts are what the sources have, and pages stay short."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import typer
from support import generated, ladders, manifest_keys, options, own_results, sentences
from support.own_results import Row

from agon import __version__, home
from agon.cli.main import app
from agon.errors import Exit
from agon.platforms.manifest import Manifest

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
PATTERNS = (
    *("*.md", "docs/**/*.md", "lab/*.md", "lab/studies/*.md", "dev/*.md", ".github/*.md"),
    "platforms/*/*.md",
)
PAGES = sorted(page for pattern in PATTERNS for page in home.root().glob(pattern))


def text_of(page: Path) -> str:
    """Without what stands in fences: there a bracket is no link and a `#` no heading."""
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """Of the headings, as the usual renderers make them."""
    headings = HEADING.findall(text_of(page))
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def broken(page: Path) -> list[str]:
    """The page's links into the tree that lead nowhere."""
    found: list[str] = []
    for link in LINK.findall(text_of(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(home.root())))
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page) == []


PATH_OF_THE_TREE = re.compile(r"`((?:lab|engine|platforms|docs|dev)/[\w./-]+)`")


def missing(page: Path) -> list[str]:
    """Files of the tree that the page names, and that are not there. `NAME` in a path stands for any."""
    named = (path for path in PATH_OF_THE_TREE.findall(text_of(page)) if "NAME" not in path)
    return [path for path in named if not (home.root() / path).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(home.root())))
def test_files_named_are_there(page: Path) -> None:
    assert missing(page) == []


def test_a_file_that_is_not_there_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`lab/tests` `engine/ci/gone.sh` `platforms/nats` `docs/NAME.md` `dev/`\n", encoding="utf-8")
    assert missing(page) == ["engine/ci/gone.sh"]


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One thing\n[a](#one-thing) [b](#two) [c](gone.md) [d](https://x.org) [e](page.md#one-thing)\n")
    assert broken(page) == ["#two", "gone.md"]


@pytest.mark.parametrize("page", [p for p in PAGES if generated.parts_of(p.read_text(encoding="utf-8"))], ids=str)
def test_generated_parts_are_those_of_the_sources(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == generated.with_parts(text), (
        "write them again: PYTHONPATH=lab/tests .venv/bin/python -m support.generated"
    )


def test_every_generated_part_is_on_a_page() -> None:
    shown = [part for page in PAGES for part in generated.parts_of(page.read_text(encoding="utf-8"))]
    assert sorted(shown) == sorted(generated.PARTS)


def test_a_generated_part_that_was_edited_is_seen() -> None:
    page = f"# Title\n<!-- generated: own-suites -->\nwins all\n{generated.END}rest\n"
    assert generated.parts_of(page) == ["own-suites"]
    again = generated.with_parts(page)
    assert again != page
    assert again.endswith(f"{generated.END}rest\n")
    assert generated.with_parts(again) == again


@pytest.mark.parametrize("name", options.commands())
def test_the_reference_has_every_verb_and_its_options(name: str) -> None:
    if name in options.ELSEWHERE:
        assert f"`{name.partition(' ')[0]}`" in (home.root() / "docs" / "reference.md").read_text(encoding="utf-8")
        return
    written = options.sections().partition(f"### agon {name}\n")[2].partition("\n### ")[0]
    names = [opt for option in options.options(options.commands()[name]) for opt in option.opts]
    assert [n for n in names if f"`{n}`" not in written] == []


def test_a_line_wins_only_where_the_next_is_shown_to_be_worse() -> None:
    first, tied = Row("agon-actor", "1.00", "fastest"), Row("go", "1.01 [0.9, 1.1]", "tie")
    assert own_results.line_of("Ring", [first, tied], "agon-actor").outcome == own_results.TIES
    assert own_results.line_of("Ring", [first, Row("go", "1.5", "worse")], "agon-actor").outcome == own_results.WINS
    assert (
        own_results.line_of("Ring", [first, Row("go", "9", "inconclusive")], "agon-actor").outcome == own_results.OPEN
    )


def test_a_line_loses_only_where_it_is_shown_to_be_worse() -> None:
    first = Row("tokio", "1.00", "fastest")
    lost = own_results.line_of("Ring", [first, Row("agon-actor", "1.5", "worse")], "agon-actor")
    assert (lost.outcome, lost.ratio, lost.other) == (own_results.LOSES, "1.5", "tokio")
    open_ = own_results.line_of("Ring", [first, Row("agon-actor", "1.5", "inconclusive")], "agon-actor")
    assert open_.outcome == own_results.OPEN
    fastest = Row("agon-agentspeak", "1.00", "fastest")
    with pytest.raises(ValueError, match="neither"):
        own_results.line_of("Ring", [fastest, Row("go", "2", "worse"), Row("agon-actor", "3", "worse")], "agon-actor")
    assert own_results.outcome(1.1, 2) == own_results.WINS
    assert own_results.outcome(0.5, 0.9) == own_results.LOSES
    assert own_results.outcome(0.9, 1.1) == own_results.OPEN


def test_long_ladders_are_shortened() -> None:
    assert ladders.ladder([{"a": n, "b": 1} for n in range(5)]) == "a=0,1,2,3,4 b=1"
    assert ladders.ladder([{"a": n, "b": 1} for n in range(9)]) == "a=0,1,2,..,8 b=1"


def test_every_key_of_platform_toml_has_a_meaning() -> None:
    rows = manifest_keys.table().splitlines()[2:]
    assert "| `platform.id` * | The folder's name: a-z, 0-9 and '-'. |" in rows
    assert [row for row in rows if row.rstrip("| ").endswith("`")] == []
    assert {row.split("`")[1].partition(".")[0].removesuffix("[]") for row in rows} == {
        name for name in Manifest.model_fields if name != "schema_version"
    }


def test_the_platform_toml_that_is_shown_is_one() -> None:
    text = (home.root() / "docs" / "adding-a-platform.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert Manifest.model_validate(tomllib.loads(shown)).run.command


def test_the_trace_that_is_shown_is_one() -> None:
    text = (home.root() / "docs" / "debugging-agents.md").read_text(encoding="utf-8")
    recorded = (home.root() / "engine/agentspeak/tests/observe/market.trace").read_text(encoding="utf-8").splitlines()
    (shown,) = re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert set(shown.splitlines()) <= set(recorded)


def test_the_help_and_the_reference_list_every_exit_code() -> None:
    codes = {str(int(code)) for code in Exit}
    _, _, listed = str(typer.main.get_command(app).epilog).partition("Exit codes: ")
    assert set(re.findall(r"\b(\d+) ", listed)) == codes
    reference = (home.root() / "docs" / "reference.md").read_text(encoding="utf-8")
    table = reference.partition("## Exit codes\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| (\d+) \|", table, re.MULTILINE)) == codes


SHORT = sorted([home.root() / "README.md", *(home.root() / "docs").glob("*.md")])
"""The pages whose words are counted."""
RECORDED = {"failures.md", "pairs.md"}
"""Pages that are written from programs and tests: they are looked up, not read."""
ENGINE = [*home.root().glob("engine/*/README.md"), *home.root().glob("engine/*/docs/*.md")]
LONG = sorted(page for page in ENGINE if page.name not in RECORDED)
"""Those of the engine's crates."""
MOST_WORDS = {"lab": 19_000, "lab and engine": 32_000, "README": 350}


def words(page: Path) -> int:
    """All of the page: tables and programs are read, too."""
    return len(page.read_text(encoding="utf-8").split())


def test_the_documents_stay_short() -> None:
    counts = {str(page.relative_to(home.root())): words(page) for page in [*SHORT, *LONG]}
    lab = sum(number for page, number in counts.items() if not page.startswith("engine/"))
    found = {"lab": lab, "lab and engine": sum(counts.values()), "README": counts["README.md"]}
    assert {name for name, number in found.items() if number > MOST_WORDS[name]} == set(), (found, counts)


@pytest.mark.parametrize("page", SHORT, ids=lambda p: p.name)
def test_a_line_is_one_sentence(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == sentences.in_lines(text), (
        "write it again: PYTHONPATH=lab/tests .venv/bin/python -m support.sentences"
    )


def test_sentences_are_found() -> None:
    page = """# A title. It stays

One sentence, e.g. This
one. *Another* (see. This) one. `a. B` is code. [A
link. In brackets](x.md). **Label.** Text.

- An item. With two.
1. Number one. And more.

    ./agon list. Not prose. At all.

| a. B | c. D |
"""
    assert (
        sentences.in_lines(page)
        == """# A title. It stays

One sentence, e.g. This one.
*Another* (see. This) one.
`a. B` is code.
[A link. In brackets](x.md).
**Label.**
Text.

- An item.
  With two.
1. Number one.
   And more.

    ./agon list. Not prose. At all.

| a. B | c. D |
"""
    )
    assert sentences.in_lines(sentences.in_lines(page)) == sentences.in_lines(page)


def test_contributing_fits_on_two_screens() -> None:
    lines = (home.root() / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 90
    assert [line for line in lines if len(line) > 100] == []


def test_the_changelog_is_short_enough_to_be_read() -> None:
    lines = (home.root() / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 80
    assert not [line for line in lines if len(line) > 120]


def test_one_version_is_named_everywhere() -> None:
    cited = re.search(r"^version: (\S+)$", (home.root() / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None and cited[1] == __version__
