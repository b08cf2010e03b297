"""What stands in a platform's label, `name[:variant][@version][+runtime]`."""

from __future__ import annotations

import re

_VERSION = re.compile(r"@[^/@]*?(?=(?:\+[a-z][a-z0-9.-]*)?\Z)")
_RUNTIME = re.compile(r"\+[a-z][a-z0-9.-]*\Z")


def without_version(label: str) -> str:
    """The label without the version: on another runtime a platform is another one."""
    return _VERSION.sub("", label)


def without_edition(label: str) -> str:
    """The label without version and runtime: the platform and its variant."""
    return _RUNTIME.sub("", without_version(label))
