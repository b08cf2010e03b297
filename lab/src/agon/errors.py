"""Errors meant for the user: one clear message with what to do, and the exit code."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of every verb. They are part of the interface: docs/reference.md lists them."""

    OK = 0
    FAILED = 1
    """Some invocation failed, a check did not pass, or a gate tripped."""
    USAGE = 2
    """Bad usage or bad input."""
    MISSING = 3
    """A toolchain or platform is missing or not ready."""
    STORE = 4
    """The result directory: locked, full, damaged, or of another machine."""
    UNDECIDED = 5
    """A gate found nothing that is worse, and could not show that all is within its bound."""
    INTERRUPTED = 130
    """Ctrl-C: what was measured is kept, `agon resume` goes on."""


class AgonError(Exception):
    """A failure with a message for the user. Never shown with a traceback."""

    exit_code = Exit.FAILED


class UsageError(AgonError):
    """The request makes no sense as given."""

    exit_code = Exit.USAGE


class MissingError(AgonError):
    """Something that the request needs is not on this machine."""

    exit_code = Exit.MISSING


class StoreError(AgonError):
    """The result directory cannot be used."""

    exit_code = Exit.STORE
