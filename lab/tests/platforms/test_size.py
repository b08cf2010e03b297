"""Source size: comments removed, compressed."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from agon.platforms.size import Unbalanced, bare, source_size, without_comments


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


MARKED = {
    ".erl": (
        "a() -> b().\n%% agon: begin witness\nc() -> d().\n%% agon: end\ne() -> f().\n",
        "a() -> b().\ne() -> f().\n",
    ),
    ".py": ("a = 1\n\n\n# agon: begin report\nb = 2\n\n\n# agon: end\nc = 3\n", "a = 1\nc = 3\n"),
    ".java": ("a();\n    // agon: begin harness\n    b();\n    // agon: end\nc();\n", "a();\nc();\n"),
}


@pytest.mark.parametrize("suffix", MARKED)
def test_what_is_marked_does_not_count(suffix: str) -> None:
    marked, expected = MARKED[suffix]
    assert without_comments(bare(marked), suffix) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("// agon: begin witness\na();\n", "'agon: begin witness' has no end"),
        ("a();\n// agon: end\n", "line 2: 'agon: end'"),
        ("// agon: begin witness\n// agon: begin report\n// agon: end\n", "line 2: 'agon: begin report'"),
        ("// agon: begin luck\n// agon: end\n", "line 1: 'agon: begin luck'"),
        ("// agon: start witness\n", "line 1: 'agon: start witness'"),
        ("// agon: witness\n// agon: end\n", "line 1: 'agon: witness'"),
    ],
)
def test_marks_must_come_in_pairs_of_a_known_kind(text: str, message: str) -> None:
    with pytest.raises(Unbalanced, match=re.escape(message)):
        bare(text)


def test_a_small_tree_is_counted_as_by_hand(tmp_path: Path) -> None:
    """A program and a module that it shares: what `gzip --fast -n` makes of the lines that are left of both."""
    (tmp_path / "own").mkdir()
    own, shared = tmp_path / "own" / "ring.go", tmp_path / "shared.go"
    own.write_text("package own // a ring\n// agon: begin harness\nvar Workload = run\n// agon: end\nout <- t\n")
    shared.write_text("func Start() int\n\n// agon: begin report\ntype report struct{}\n// agon: end\n")
    by_hand = subprocess.run(
        ["gzip", "--fast", "-n"], input=b"package own\nout <- t\nfunc Start() int\n", capture_output=True, check=True
    )
    assert source_size([own, shared]) == len(by_hand.stdout)
