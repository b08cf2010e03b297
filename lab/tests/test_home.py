"""Where Agon lives: the folders of a checkout, and those of an installed package."""

from __future__ import annotations

from pathlib import Path

import pytest

from agon import home
from agon.called import as_called
from agon.errors import MissingError, UsageError


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As where the package is installed and no variable is set; returns the user's folder."""
    for name in ("AGON_ROOT", "AGON_STATE", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(home, "source", lambda: None)
    return tmp_path


def test_a_checkout_is_named_or_around(packaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home.checkout() is None
    assert not home.is_own("erlang")
    with pytest.raises(MissingError, match="export AGON_ROOT=FOLDER"):
        home.platforms()
    (packaged / "agon" / "platforms" / "erlang").mkdir(parents=True)
    monkeypatch.setenv("AGON_ROOT", str(packaged / "agon"))
    assert home.root() == packaged / "agon"
    assert home.state() == packaged / "agon" / ".agon"
    assert home.is_own("erlang")
    assert not home.is_own("mine")


def test_a_folder_that_is_no_checkout_is_refused(packaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGON_ROOT", str(packaged))
    with pytest.raises(UsageError, match="it has no folder platforms"):
        home.checkout()


def test_without_a_checkout_builds_go_to_the_users_folder(packaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home.state() == packaged / ".local" / "state" / "agon"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert home.state() == packaged / ".local" / "state" / "agon"
    monkeypatch.setenv("XDG_STATE_HOME", str(packaged / "own"))
    assert home.state() == packaged / "own" / "agon"
    monkeypatch.setenv("AGON_STATE", str(packaged / "named"))
    assert home.state() == packaged / "named"


def test_a_user_without_a_home_names_the_folder(packaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(_: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", no_home)
    with pytest.raises(MissingError, match="export AGON_STATE=FOLDER"):
        home.state()


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("/opt/agon/lab/src/agon/__main__.py", "Then: ./agon doctor, or /opt/agon/agon list"),
        ("/home/ada/.local/bin/agon", "Then: agon doctor, or /opt/agon/agon list"),
    ],
)
def test_commands_are_shown_as_they_are_typed(program: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [program])
    assert as_called("Then: ./agon doctor, or /opt/agon/agon list") == expected
