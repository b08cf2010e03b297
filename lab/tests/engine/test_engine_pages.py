"""The engine's pages: links lead somewhere, and the files, programs and options that are named there exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

# What is checked of the lab's own pages is checked here likewise.
from test_docs import broken

from agon import home

ENGINE = home.root() / "engine"
PAGES = sorted(page for page in ENGINE.rglob("*.md") if not {"cases", "target"} & set(page.parts))
FENCED = re.compile(r"^```(?:sh|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^ {4}(\S.*)$", re.MULTILINE)
PROGRAM = re.compile(r"^(?:[A-Z_]+=(?:\"[^\"]*\"|\S+) )*(cargo|agon-asl|\./agon|python3|\S+\.(?:py|sh))(?= |$)")
OWN_FOLDERS = r"(?:src|tests|examples|fuzz|bench|docs|ci|java|engine|platforms|programs|erlang)"
PATH = re.compile(rf"`(?:\.\./)*({OWN_FOLDERS}(?:/(?!NAME)[\w.-]+)+)(?:::\w+)?`")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
TARGET = re.compile(r"--(?:bin|example|test|profile) ([\w-]+)|(?<!\S)-p ([\w-]+)")
OF_CARGO = {"--release", "--bin", "--example", "--test", "--target", "--profile", "--lib"}
OF_TESTS = {"--ignored", "--nocapture", "--test-threads"}


def commands(text: str) -> list[str]:
    """What a page has its reader type."""
    lines = [line for fence in FENCED.findall(text) for line in fence.splitlines()]
    lines += INDENTED.findall(re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    return [re.split(r"\s+#", line)[0] for line in lines if PROGRAM.match(line)]


def folders(page: Path) -> list[Path]:
    """From where a path in a page may be meant: the page's folder, its crate's, the engine's, the checkout's."""
    return [page.parent, *(up for up in page.parents if up.is_relative_to(home.root()))]


def exists(page: Path, path: str) -> bool:
    return any((folder / path).exists() for folder in folders(page))


@cache
def manifests() -> str:
    files = [home.root() / "Cargo.toml", *ENGINE.glob("*/Cargo.toml"), *ENGINE.glob("*/*/Cargo.toml")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def is_target(name: str) -> bool:
    """Whether a crate, a profile, a program, an example or a test of the engine has this name."""
    if f'name = "{name}"' in manifests() or f"[profile.{name}]" in manifests():
        return True
    places = ("src/bin", "examples", "tests")
    return any(
        (crate / place / f"{name}.rs").exists() or (crate / place / name / "main.rs").exists()
        for crate in [*ENGINE.iterdir(), *ENGINE.glob("*/*/")]
        for place in places
    )


@cache
def options_of(kind: str) -> str:
    """A text with all options of a program."""
    files = {
        "agon-asl": [ENGINE / "agentspeak/src/command/mod.rs"],
        "agon": [home.root() / "docs/reference.md"],
        "cargo": list((ENGINE / "bench/src").rglob("*.rs")),
        "python": [*(ENGINE / "bench").rglob("*.py"), *(ENGINE / "agentspeak").rglob("*.py")],
    }[kind]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def unknown(page: Path, command: str) -> list[str]:
    """What a command names and what is not there."""
    found = [name for pair in TARGET.findall(command) for name in pair if name and not is_target(name)]
    program = PROGRAM.match(command)
    assert program
    name = program[1]
    script = name if name.endswith((".py", ".sh")) else command.split()[1] if name == "python3" else None
    if script and not exists(page, script):
        found.append(script)
    own = OF_CARGO | OF_TESTS if name == "cargo" else set[str]()
    kind = {"cargo": "cargo", "agon-asl": "agon-asl", "./agon": "agon"}.get(name, "python")
    for option in OPTION.findall(command):
        forms = rf'{option}(?![\w-])|"{option[2:]}"|^    {option[2:].replace("-", "_")}: '
        if option not in own and not re.search(forms, options_of(kind), re.MULTILINE):
            found.append(option)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ENGINE)))
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ENGINE)))
def test_files_that_are_named_exist(page: Path) -> None:
    assert [path for path in PATH.findall(page.read_text(encoding="utf-8")) if not exists(page, path)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ENGINE)))
def test_commands_name_what_there_is(page: Path) -> None:
    typed = commands(page.read_text(encoding="utf-8"))
    assert {command: wrong for command in typed if (wrong := unknown(page, command))} == {}


def test_what_is_not_there_is_found() -> None:
    page = ENGINE / "link" / "README.md"
    text = "```sh\ncargo run --example none -p agon-link\n```\n\n    agon-asl run a.mas2j --none --strict    # --x\n"
    assert [unknown(page, command) for command in commands(text)] == [["none"], ["--none"]]
    assert unknown(page, "python3 none.py --alone") == ["none.py"]
    assert unknown(page, "./agon exec a.mas2j --nodes 4 --nothing") == ["--nothing"]
    assert not exists(page, "src/none.rs") and exists(page, "src/lib.rs")
