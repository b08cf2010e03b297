"""Tests of what runs the tests import each other's support, and can be interrupted wherever they run."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True, scope="session")
def interruptible() -> None:
    """Also in the background of a shell, which has its background processes ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
