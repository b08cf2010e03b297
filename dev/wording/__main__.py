"""`python -m dev.wording`: shows the counts, lists uses, lowers what is written."""

from __future__ import annotations

import sys
from pathlib import Path

from dev.wording.counts import KINDS, OTHER, Use, count, differences, files, folder_of, load, uses, write

ROOT = Path(__file__).parents[2]
USAGE = "usage: python -m dev.wording [list FOLDER [KIND] | lower]"


def main(words: list[str]) -> int:
    """Returns the exit status."""
    found = list(uses(ROOT, files(ROOT)))
    if words[:1] == ["list"] and len(words) in (2, 3):
        return _list(found, *words[1:])
    if words not in ([], ["lower"]):
        print(USAGE, file=sys.stderr)
        return 2
    counts = count(found)
    risen, fallen = differences(load(), counts)
    if words and not risen:
        write(counts)
    if not words:
        for folder, numbers in counts.items():
            print(f"{folder:20}", *(f"{kind} {numbers[kind]:5}" for kind in KINDS))
    for title, lines in (("risen, list them and name them otherwise", risen), ("fallen", fallen)):
        if lines:
            print(f"{title}:", *lines, sep="\n  ")
    return 1 if risen else 0


def _list(found: list[Use], folder: str, kind: str = "") -> int:
    folder = folder.rstrip("/")
    for use in found:
        is_below = use.file.startswith(f"{folder}/") or use.file == folder
        is_other = folder == OTHER and folder_of(use.file) == OTHER
        if (is_below or is_other) and kind in ("", use.kind):
            print(f"{use.file}:{use.line}: {use.kind}: {use.word}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
