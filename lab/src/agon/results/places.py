"""Paths in results are anonymised: folders of this machine get the names of variables.

`/home/ada/agon/platforms/akka` is shown as `$AGON_ROOT/platforms/akka`; likewise `$AGON_STATE`, `$RESULTS` and `$HOME`.
A command that is copied from a report runs where these are set.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from agon import home
from agon.results.model import Experiment

_SAMPLES = re.compile(r"samples=(/.+)/samples/[^/]+")
_NO_PLACES = {"", "/", "."}


class Places:
    """Folders with the names that stand for them."""

    def __init__(self, known: Iterable[tuple[str, str]]) -> None:
        self._names: dict[str, str] = {}
        for path, name in known:
            if path.startswith("/") and path not in _NO_PLACES:
                self._names.setdefault(path.rstrip("/"), name)
        # The innermost folder first: results lie within the home folder, more often than not.
        paths = "|".join(re.escape(path) for path in sorted(self._names, key=len, reverse=True))
        # As whole names, after an option's letter too (-I/home/..): /home/ada is no part of /home/adam.
        self._pattern = re.compile(rf"(?:(?<![\w.-])|(?<=-[A-Za-z]))(?:{paths})(?![\w-]|\.\w)") if paths else None

    def hide(self, text: str) -> str:
        """`text` with names in place of folders."""
        if self._pattern is None or "/" not in text:
            return text
        return self._pattern.sub(lambda found: self._names[found[0]], text)

    def expand(self, text: str) -> str:
        """The folder that a name at the beginning of `text` stands for here."""
        for path, name in self._names.items():
            if text == name or text.startswith(f"{name}/"):
                return path + text[len(name) :]
        return text


def _both(path: Path, name: str) -> Iterator[tuple[str, str]]:
    """The folder as it is called and as it is, without links."""
    yield str(path), name
    yield str(path.resolve()), name


def here(folder: Path | None = None) -> Iterator[tuple[str, str]]:
    """The folders of this lab, as it runs now; `folder` holds the results."""
    if folder is not None:
        yield from _both(folder.absolute(), "$RESULTS")
    yield from _both(home.state(), "$AGON_STATE")
    if (checkout := home.checkout()) is not None:
        yield from _both(checkout, "$AGON_ROOT")
    with contextlib.suppress(RuntimeError):  # a user without a home folder
        yield from _both(Path("~").expanduser(), "$HOME")


def of(folder: Path, experiment: Experiment, argv: Iterable[str] = ()) -> Places:
    """All that can be known of an experiment's folders: where they are, and where they were when it was made.

    `argv`: words of any of its invocations.
    """

    def then() -> Iterator[tuple[str, str]]:
        for word in argv:
            if found := _SAMPLES.fullmatch(word):
                yield found[1], "$RESULTS"
        for record in experiment.platforms:
            root = record.folder.removesuffix(f"/platforms/{record.id}")
            # a platform of the user's own may lie in a folder of that name, too
            if root != record.folder and home.is_own(record.id):
                yield f"{root}/.agon", "$AGON_STATE"
                yield root, "$AGON_ROOT"
        yield experiment.environment.handed_over.get("HOME", ""), "$HOME"

    return Places((*here(folder), *then()))
