"""`agon new gate`: the workflow that gates the pull requests of a user's repository."""

from __future__ import annotations

from pathlib import Path

from agon.errors import UsageError
from agon.scaffold.folder import checked_name, fill

_TEMPLATE = Path(__file__).parent / "gate"


def begin_gate(name: str, into: Path) -> Path:
    """Write `into/.github/workflows/NAME.yml`; returns the file."""
    folder = into / ".github" / "workflows"
    path = folder / f"{checked_name(name)}.yml"
    if path.exists():
        raise UsageError(f"{path} exists; choose another name")
    try:
        fill(folder, _TEMPLATE, {"@NAME@": name})
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
    return path
