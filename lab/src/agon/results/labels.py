"""What stands in a platform's label, `name[:variant][@version][+runtime]`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

_VERSION = re.compile(r"@[^/@]*?(?=(?:\+[a-z][a-z0-9.-]*)?\Z)")
_EDITION = re.compile(r"(?::[^/:@+]+)?(?:@[^/@]*)?(?:\+[a-z][a-z0-9.-]*)?\Z")
_RUNTIME = re.compile(r"\+[a-z][a-z0-9.-]*\Z")


def without_version(label: str) -> str:
    """The label without the version: on another runtime a platform is another one."""
    return _VERSION.sub("", label)


def without_edition(label: str) -> str:
    """The label without version and runtime: the platform and its variant."""
    return _RUNTIME.sub("", without_version(label))


def meant(text: str, folders: Mapping[str, str]) -> str | None:
    """The label that a user means: as it is shown, or with a folder's path in any spelling; None where it is none of
    them, or may be two. `folders`: label -> the platform's folder."""
    if text in folders:
        return text
    found = [label for label, folder in folders.items() if _names(text, label, folder)]
    return found[0] if len(found) == 1 else None


def _names(text: str, label: str, folder: str) -> bool:
    """Whether the text is the folder's path, or the end of it, with what the label has after its name."""
    matched = _EDITION.search(label)
    edition = matched[0] if matched else ""
    path = text.removesuffix(edition) if text.endswith(edition) else ""
    if "/" not in path and not path.startswith("."):
        return False
    if Path(path).resolve() == Path(folder):
        return True
    end = os.path.normpath(path)
    return not end.startswith((".", "/")) and folder.endswith(f"/{end}")
