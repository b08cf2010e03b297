#!/usr/bin/env python3
"""Golden cases, each one file: `case_file.py FOLDER [NAME...]` puts the projects of cases into folders below FOLDER.

A NAME is a case or a prefix of cases; without one, all are unpacked. `cases/README.md` describes the format.
`case_file/mod.rs` reads the same format in Rust, and both are tested with `case_file/refused.txt`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

CASES = Path(__file__).resolve().parent / "cases"
EXPECTED = "expected"
WORDS = {"mode": ("exact", "per-agent", "multiset"), "levels": ("info", "all")}
"""Settings that are one of some words; the first is meant where none stands."""
TEXTS = ("shows", *WORDS)
NUMBERS = ("status", "limit_s")
SECTION = re.compile(r"-- (\S+) --\n")
SETTING = re.compile(r'(\w+) = (?:"((?:[^"\\]|\\["\\])*)"|(\d{1,9}))\n')


class Malformed(Exception):
    """A text that is no case."""


@dataclass(frozen=True)
class Settings:
    """What stands before the first section."""

    shows: str
    mode: str
    levels: str
    status: int | None
    limit_s: int

    @classmethod
    def of(cls, text: str) -> Settings:
        texts: dict[str, str] = {}
        numbers: dict[str, int] = {}
        for line in lines(text):
            match = SETTING.fullmatch(line)
            if not match:
                raise Malformed(f"not a setting: {line}".rstrip())
            key, words, number = match.groups()
            if key not in (TEXTS if number is None else NUMBERS):
                raise Malformed(f"there is no such setting: {key}")
            if key in texts or key in numbers:
                raise Malformed(f"set twice: {key}")
            if number is not None:
                numbers[key] = int(number)
            elif key in WORDS and words not in WORDS[key]:
                raise Malformed(f"{key} is one of {', '.join(WORDS[key])}")
            else:
                texts[key] = re.sub(r"\\(.)", r"\1", words)
        if not texts.get("shows"):
            raise Malformed("shows is missing")
        return cls(
            shows=texts["shows"],
            mode=texts.get("mode", WORDS["mode"][0]),
            levels=texts.get("levels", WORDS["levels"][0]),
            status=numbers.get("status"),
            limit_s=numbers.get("limit_s", 20),
        )


@dataclass(frozen=True)
class CaseFile:
    """A case: its settings as they are written, the files of its project in their order, and what Jason prints."""

    name: str
    front: str
    sections: Mapping[str, str]
    expected: str | None = None

    @classmethod
    def read(cls, path: Path) -> CaseFile:
        try:
            return cls.parse(path.stem, path.read_bytes().decode())
        except UnicodeDecodeError as wrong:
            raise Malformed(f"not in UTF-8: {wrong}") from None

    @classmethod
    def parse(cls, name: str, text: str) -> CaseFile:
        front, sections = parts(text)
        case = cls(name, front, sections, sections.pop(EXPECTED, None))
        case.check()
        return case

    @property
    def settings(self) -> Settings:
        return Settings.of(self.front)

    @property
    def project(self) -> str:
        """The name of its project file."""
        return next((name for name in self.sections if is_project(name)), f"{self.name}.mas2j")

    @property
    def files(self) -> dict[str, str]:
        """The files of its project, the project file included."""
        return {self.project: default_project(self.name, self.sections), **self.sections}

    def check(self) -> None:
        _ = self.settings
        if sum(map(is_project, self.sections)) > 1:
            raise Malformed("more than one project")
        if not any(map(is_project, self.sections)) and not agents(self.sections):
            raise Malformed("neither a project nor a program")

    def with_expected(self, expected: str, status: int) -> CaseFile:
        """With what Jason printed; its status is written where it is not 0 and none stands there."""
        unwritten = status != 0 and self.settings.status is None
        front = f"{self.front}status = {status}\n" if unwritten else self.front
        return replace(self, front=front, expected=expected)

    def text(self) -> str:
        """The file; reading it gives the same case."""
        self.check()
        sections = dict(self.sections)
        if self.expected is not None:
            sections[EXPECTED] = self.expected
        text = self.front + "".join(f"-- {name} --\n{content}" for name, content in sections.items())
        if parts(text) != (self.front, sections):
            raise Malformed("a file does not end with a line break, or has a line like the mark of a section")
        return text

    def write(self, path: Path) -> None:
        path.write_bytes(self.text().encode())

    def unpack(self, folder: Path) -> Path:
        """Puts its files there and returns the project file."""
        for name, content in self.files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode())
        return folder / self.project


def parts(text: str) -> tuple[str, dict[str, str]]:
    """What stands before the first mark of a section, and the sections in their order."""
    if not text.endswith("\n"):
        raise Malformed("the last line does not end")
    front: list[str] = []
    sections: dict[str, list[str]] = {}
    current = front
    for line in lines(text):
        if not line.startswith("-- "):
            current.append(line)
            continue
        match = SECTION.fullmatch(line)
        if not match:
            raise Malformed(f"not the mark of a section: {line.rstrip()}")
        name = match[1]
        if not is_inside(name):
            raise Malformed(f"not a file of the case: {name}")
        if name in sections:
            raise Malformed(f"two sections are called {name}")
        if EXPECTED in sections:
            raise Malformed(f"{EXPECTED} is not the last section")
        current = sections.setdefault(name, [])
    return "".join(front), {name: "".join(lines) for name, lines in sections.items()}


def lines(text: str) -> list[str]:
    """With their ends; only a line feed ends a line."""
    return [f"{line}\n" for line in text.split("\n")[:-1]]


def is_inside(name: str) -> bool:
    return all(part not in ("", ".", "..") for part in name.split("/")) and "\\" not in name


def is_project(name: str) -> bool:
    """Whether it is a project file, which has no folder before it."""
    return "/" not in name and name.endswith(".mas2j")


def agents(names: Iterable[str]) -> list[str]:
    """Those of the default project: one of each program that has no folder before it."""
    return [PurePosixPath(name).stem for name in names if "/" not in name and name.endswith(".asl")]


def default_project(name: str, sections: Iterable[str]) -> str:
    written = " ".join(f"{agent};" for agent in agents(sections))
    return f"MAS {name.replace('-', '_')} {{\n    agents: {written}\n}}\n"


def paths(names: Sequence[str] = ()) -> list[Path]:
    """The files of all cases, or of those whose names begin so, in the order of their names."""
    found = sorted(CASES.glob("*.case"), key=lambda path: path.stem)
    return [path for path in found if not names or path.stem.startswith(tuple(names))]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path, help="where a folder is made for each case")
    arguments.add_argument("names", nargs="*", help="cases, or prefixes of their names")
    given = arguments.parse_args()
    chosen = paths(given.names)
    if not chosen:
        sys.exit("no case has that name")
    for path in chosen:
        case = CaseFile.read(path)
        project = case.unpack(given.folder / case.name)
        if given.names:
            print(project)
    return 0


if __name__ == "__main__":
    sys.exit(main())
