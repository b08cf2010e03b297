"""Source size: comments removed, compressed."""

from __future__ import annotations

from pathlib import Path

import pytest

from agon.platforms.size import source_size, without_comments


@pytest.mark.parametrize(
    ("suffix", "text", "left"),
    [
        (".java", 'a(); // gone\n/* gone\n too */ b("// stays");\n', 'a();\n b("// stays");\n'),
        (".go", "s := `// stays`\n// gone\n", "s := `// stays`\n"),
        (".rs", "let c = '\"'; // gone\nfn f<'a>(x: &'a str) {} // gone\n", "let c = '\"';\nfn f<'a>(x: &'a str) {}\n"),
        (".erl", 'f() -> "100%". % gone\ng() -> $%.\n', 'f() -> "100%".\ng() -> $%.\n'),
        (
            ".asl",
            '!start. // gone\n/* gone */\n+!start <- .print("// stays").\n',
            '!start.\n+!start <- .print("// stays").\n',
        ),
        (".py", "x = '# stays'  # gone\n\n\ny = 1\n", "x = '# stays'\ny = 1\n"),
        (".unknown", "# stays\n", "# stays\n"),
    ],
)
def test_comments_go_and_strings_stay(suffix: str, text: str, left: str) -> None:
    assert without_comments(text, suffix) == left


def test_comments_do_not_count(tmp_path: Path) -> None:
    bare, commented = tmp_path / "a.go", tmp_path / "b.go"
    bare.write_text("package main\n")
    commented.write_text("// much to say\npackage main\n\n/* and\nmore */\n")
    assert source_size([bare]) == source_size([commented]) > 20
