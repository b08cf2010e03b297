"""Makes several platforms ready side by side, within a time budget where there is one.

Builds by one tool go one after the other: cargo locks the folder that platforms share, and Maven's store of packages
stands no two writers. Different tools go on at a time, for a build waits for downloads more than for a core.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Lock, Timer

from agon.errors import AgonError, MissingError
from agon.platforms.build import build, built_elsewhere
from agon.platforms.install import install_toolchains
from agon.platforms.probe import Readiness, build_folder, missing_needs, probe
from agon.platforms.registry import Platform

ABREAST = 4
"""Tools at work at a time."""
FAILED = ".agon-failed"
"""In the build folder: why the last attempt failed, in one line."""
_TOOLS = ("cargo", "mvn", "go", "mix", "npm")


@dataclass(frozen=True)
class Step:
    """Something that a user waits for."""

    platform: Platform
    word: str
    """`installing ...`, `building` (or why again), `ready` or `not ready`."""
    seconds: float = 0.0
    """Of `ready` and `not ready`: after how long."""


Progress = Callable[[Step], None]


class LateError(AgonError):
    """It could be built, and the time for building was over first."""


def can_install(readiness: Readiness, allowed: Collection[str]) -> bool:
    """Is all that is missing a package of the distribution that may be installed?"""
    return readiness.platform.id in allowed and not readiness.supply and all(need.apt for need in readiness.missing)


def make_ready(
    platforms: Sequence[Platform],
    progress: Progress = lambda _: None,
    *,
    budget_s: float | None = None,
    installable: Collection[str] = (),
) -> dict[str, AgonError]:
    """Build those that are not built; label -> why a platform could not be made ready. Empty: all are.

    `budget_s`: builds that are not done by then are ended, and the platform is not ready. `installable`: ids whose
    toolchains may be installed by the distribution's package manager.
    """
    queues: dict[str, list[Platform]] = {}
    for platform in platforms:
        queues.setdefault(tool_of(platform), []).append(platform)
    shop = _Shop(progress, budget_s, installable)
    with ThreadPoolExecutor(max_workers=ABREAST) as pool, shop.open():
        try:
            for future in [pool.submit(shop.work, queue) for queue in queues.values()]:
                future.result()
        except BaseException:  # Ctrl-C, above all: only this thread receives it
            shop.stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return {p.label: shop.obstacles[p.label] for p in platforms if p.label in shop.obstacles}


def last_failure(platform: Platform) -> str:
    """Why the last attempt to build it failed, in one line; empty if it did not."""
    try:
        return (build_folder(platform) / FAILED).read_text(encoding="utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""


def tool_of(platform: Platform) -> str:
    """The tool that builds it, where several platforms share it; else the platform's own id."""
    needed = {need.command for need in platform.manifest.needs}
    return next((tool for tool in _TOOLS if tool in needed), platform.id)


class _Shop:
    """Where the threads that build meet."""

    def __init__(self, progress: Progress, budget_s: float | None, installable: Collection[str]) -> None:
        self.stop = Event()
        self.obstacles: dict[str, AgonError] = {}
        self._progress = progress
        self._budget_s = budget_s
        self._installable = installable
        self._began = time.monotonic()
        self._speaking = Lock()

    def open(self) -> _Closing:
        """Until it is closed, the end of the budget stops the builds."""
        timer = Timer(self._budget_s, self.stop.set) if self._budget_s is not None else None
        if timer is not None:
            timer.daemon = True
            timer.start()
        return _Closing(timer)

    def work(self, queue: Sequence[Platform]) -> None:
        """Make these ready, one after the other."""
        for platform in queue:
            try:
                waited = self._make(platform)
            except AgonError as error:
                self._fail(platform, error)
            else:
                (build_folder(platform) / FAILED).unlink(missing_ok=True)
                self._report(platform, "ready", time.monotonic() - self._began if waited else 0.0)

    def _make(self, platform: Platform) -> bool:
        """Whether there was anything to do."""
        readiness = probe(platform)
        if readiness.word == "ready":
            return False
        if readiness.missing and can_install(readiness, self._installable):
            self._report(platform, "installing " + " ".join(sorted({p for n in readiness.missing for p in n.apt})))
            install_toolchains([platform], lambda _: None, stop=self.stop)
            readiness = probe(platform)
        if readiness.supply:
            raise MissingError(readiness.supply)
        if not readiness.obtainable:
            raise MissingError(f"{readiness.word}; it joins after: {readiness.mend}")
        if self.stop.is_set():
            raise AgonError(f"{platform.label}: its turn to be built did not come in time")
        elsewhere = built_elsewhere(platform)
        self._report(platform, f"was built in {elsewhere}, and copied or moved: building" if elsewhere else "building")
        build(platform, stop=self.stop)
        return True

    def _fail(self, platform: Platform, error: AgonError) -> None:
        late = self.stop.is_set() and self._budget_s is not None and not missing_needs(platform)
        if late:
            error = LateError(f"{platform.label}: not built within the {self._budget_s:.0f} s that building may take")
        self.obstacles[platform.label] = error
        folder = build_folder(platform)
        if folder.is_dir():
            (folder / FAILED).write_text(str(error).splitlines()[0] + "\n", encoding="utf-8")
        self._report(platform, "not ready", time.monotonic() - self._began)

    def _report(self, platform: Platform, word: str, seconds: float = 0.0) -> None:
        with self._speaking:
            self._progress(Step(platform, word, seconds))


class _Closing:
    def __init__(self, timer: Timer | None) -> None:
        self._timer = timer

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
