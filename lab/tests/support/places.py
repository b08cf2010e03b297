"""Where the platforms that tests use stand."""

from __future__ import annotations

from pathlib import Path

PLATFORMS = Path(__file__).resolve().parents[1] / "platforms"
REFERENCE = PLATFORMS / "reference"
FAKES = PLATFORMS / "fakes"
