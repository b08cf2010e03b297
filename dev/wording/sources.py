"""Where the comments, strings and public functions of a source file are, as far as patterns find them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal, TypeAlias

Region: TypeAlias = Literal["comment", "docstring", "string"]
Span: TypeAlias = tuple[int, int]

_string = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
_slashes = r"//[^\n]*|/\*.*?\*/"
_patterns = {
    "python": r"(?P<c>#[^\n]*)|(?P<t>[A-Za-z]{0,2}(?:\"\"\".*?\"\"\"|'''.*?'''))|(?P<s>" + _string + ")",
    "rust": rf"(?P<c>{_slashes})|(?P<s>\br(#*)\".*?\"\3|\"(?:\\.|[^\"\\])*\"|'(?:\\[^\n]*?|[^'\\\n])')",
    "slashes": rf"(?P<c>{_slashes})|(?P<s>`[^`]*`|{_string})",
    "percent": rf"(?P<c>%[^\n]*)|(?P<s>{_string})",
    "hash": rf"(?P<c>(?<![^\s])#[^\n]*)|(?P<s>\"\"\".*?\"\"\"|'''.*?'''|{_string})",
    "scala": rf"(?P<c>{_slashes})|(?P<s>\"\"\".*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\[^\n]*?|[^'\\\n])')",
    "template": r"(?P<s>\A.*\Z)",
}
_lexers = {name: re.compile(pattern, re.DOTALL) for name, pattern in _patterns.items()}
_languages = {
    **{"py": "python", "rs": "rust", "scala": "scala"},
    **dict.fromkeys(("java", "go", "js", "mjs", "cpp", "hpp", "c", "h", "css"), "slashes"),
    **dict.fromkeys(("erl", "hrl"), "percent"),
    **dict.fromkeys(("toml", "sh", "yml", "yaml", "ex", "exs", "cfg", "ini", "run", "agon"), "hash"),
    **dict.fromkeys(("j2", "html"), "template"),
}


def language_of(file: str) -> str:
    """The name of the rules by which `file` is read; empty where it is not read."""
    name = PurePosixPath(file).name
    suffix = name.rpartition(".")[2] if "." in name else name
    return "prose" if suffix == "md" else _languages.get(suffix, "")


@dataclass(frozen=True)
class Source:
    """The text of a file, cut into regions; what is in none of them is code."""

    language: str
    text: str
    starts: tuple[int, ...]
    regions: tuple[tuple[int, Region], ...]
    functions: tuple[Span, ...]

    def region_at(self, place: int) -> Region | None:
        """What is at this place of the text."""
        index = bisect_right(self.starts, place) - 1
        if index < 0 or self.regions[index][0] <= place:
            return None
        return self.regions[index][1]

    def names_public_function(self, place: int) -> bool:
        """Whether the identifier at this place is the name of a public function, where it is defined."""
        index = bisect_right(self.functions, (place, len(self.text))) - 1
        return index >= 0 and self.functions[index][0] <= place < self.functions[index][1]


def read(text: str, language: str) -> Source:
    """Cut a program's text into its regions, and find its public functions."""
    spans: list[tuple[Span, Region]] = [(match.span(), _region(match)) for match in _lexers[language].finditer(text)]
    starts = tuple(start for (start, _), _ in spans)
    regions: list[tuple[int, Region]] = [(end, region) for (_, end), region in spans]
    source = Source(language, text, starts, tuple(regions), ())
    find = _functions.get(language, _none)
    found = sorted(span for span in find(text) if source.region_at(span[0]) is None)
    return Source(language, text, starts, tuple(regions), tuple(found))


def _region(match: re.Match[str]) -> Region:
    if match.lastgroup == "c":
        return "comment"
    if match.lastgroup != "t":
        return "string"
    line = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
    return "string" if line.strip() else "docstring"


def _named(*patterns: str) -> Callable[[str], Iterator[Span]]:
    compiled = [re.compile(pattern, re.MULTILINE) for pattern in patterns]

    def find(text: str) -> Iterator[Span]:
        for pattern in compiled:
            for match in pattern.finditer(text):
                yield match.span("name")

    return find


def _none(_: str) -> Iterator[Span]:
    return iter(())


_in_rust = _named(r"\bpub(?:\([^)\n]*\))?\s+(?:(?:async|const|unsafe|extern\s+\"C\")\s+)*fn\s+(?P<name>\w+)")
_public_trait = re.compile(r"^(?P<indent>[ ]*)pub(?:\([^)\n]*\))?\s+(?:unsafe\s+)?trait\b", re.MULTILINE)
_in_trait = _named(r"\bfn\s+(?P<name>\w+)")


def _rust(text: str) -> Iterator[Span]:
    yield from _in_rust(text)
    for trait in _public_trait.finditer(text):
        end = text.find(f"\n{trait['indent']}}}", trait.end())
        for start, stop in _in_trait(text[trait.end() : end if end > 0 else None]):
            yield trait.end() + start, trait.end() + stop


_exports = re.compile(r"^-export\(\[(?P<names>[^\]]*)\]", re.MULTILINE)


def _erlang(text: str) -> Iterator[Span]:
    for match in _exports.finditer(text):
        for name in re.finditer(r"\w+(?=\s*/)", match["names"]):
            yield match.start("names") + name.start(), match.start("names") + name.end()


_functions: dict[str, Callable[[str], Iterator[Span]]] = {
    "python": _named(r"^[ ]*(?:async[ ]+)?def[ ]+(?P<name>[A-Za-z]\w*)"),
    "rust": _rust,
    "percent": _erlang,
    "scala": _named(r"^[ ]*(?:override[ ]+)?def[ ]+(?P<name>\w+)"),
    "hash": _named(r"^[ ]*def[ ]+(?P<name>\w+)"),
    # Java, Go, JavaScript, and functions that C++ declares in a header or outside of any class
    "slashes": _named(
        r"^[ \t]*public\s[^;{}()=\n]*?\b(?P<name>\w+)\(",
        r"^func\s+(?:\([^)\n]*\)\s*)?(?P<name>[A-Z]\w*)",
        r"^export\s+(?:default\s+)?(?:async\s+)?(?:function\*?|class)\s+(?P<name>\w+)",
        r"^(?:(?:inline|template|static|constexpr|virtual|explicit|auto|void|bool|int|long|double|std::\w+|[A-Z]\w*)"
        r"[\s&*<][^;{}()=\n]*?)\b(?P<name>\w+)\([^;{}]*\)\s*(?:const\s*)?(?:noexcept\s*)?\{",
    ),
}
