"""What reaches a build from outside its sources: named variables, and the user's configuration of its tools.

A build finds what it needs (its tools, registries, proxies, certificates, caches) by the user's settings; how it is
compiled is the platform's alone. So variables reach it by name, flags (RUSTFLAGS, CARGO_PROFILE_*, CFLAGS, GOFLAGS,
JAVA_TOOL_OPTIONS, ERL_COMPILER_OPTIONS ..) are none of them, and what did reach it is kept with it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from agon.platforms import own
from agon.platforms.registry import Platform

_FINDS = re.compile(
    "|".join(
        (
            "PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|DISPLAY|SSH_AUTH_SOCK|XDG_(CACHE|CONFIG|DATA|RUNTIME)_(HOME|DIR)",
            "(?i:(http|https|ftp|all|no)_proxy)",
            "SSL_CERT_(FILE|DIR)|(CURL|REQUESTS|AWS|NIX_SSL)_(CA_BUNDLE|CERT_FILE)|GIT_SSL_CAINFO|NODE_EXTRA_CA_CERTS",
            "CARGO_(HOME|BUILD_JOBS)|CARGO_(HTTP|NET|REGISTRY|REGISTRIES|SOURCE)_[A-Z0-9_]+",
            "RUSTUP_(HOME|DIST_SERVER|UPDATE_ROOT|AUTO_INSTALL)",
            "GO(PATH|CACHE|MODCACHE|TMPDIR|PROXY|NOPROXY|SUMDB|NOSUMDB|PRIVATE|INSECURE|AUTH|VCS)",
            "(M2|MAVEN|GRADLE|ANT)_HOME|GRADLE_USER_HOME|COURSIER_(CACHE|REPOSITORIES)",
            "PIP_((EXTRA_)?INDEX_URL|NO_INDEX|FIND_LINKS|CERT|CLIENT_CERT|PROXY|TRUSTED_HOST|CONFIG_FILE|CACHE_DIR)",
            "PIP_((DEFAULT_)?TIMEOUT|RETRIES|DISABLE_PIP_VERSION_CHECK)|PYENV_ROOT|UV_(INDEX_URL|CACHE_DIR)",
            "(?i:npm_config_(registry|cache|userconfig|cafile))|(HEX|MIX|REBAR)_(HOME|MIRROR|CACHE_DIR|CACERTS_PATH)",
            "DOTNET_(ROOT|CLI_HOME)|NUGET_PACKAGES|OPAMROOT|STACK_ROOT|CABAL_DIR|GHCUP_INSTALL_BASE_PREFIX|JULIA_DEPOT_PATH",
        )
    )
)
"""Variables by which a build finds tools, packages and caches, whichever they are: compilers are asked for their
versions, and packages are pinned."""

_DECIDES = re.compile(
    "RUSTUP_TOOLCHAIN|GOROOT|GOTOOLCHAIN|JAVA_HOME|PYENV_VERSION|OPAMSWITCH|"
    "CPATH|C_INCLUDE_PATH|CPLUS_INCLUDE_PATH|LIBRARY_PATH|LD_LIBRARY_PATH|PKG_CONFIG_(PATH|LIBDIR|SYSROOT_DIR)"
)
"""Variables by which it finds what becomes part of the program: another value asks for another build."""

_JAVA = re.compile(
    r"-D(maven\.repo\.local|https?\.(proxy\w+|nonProxyHosts)|javax\.net\.ssl\.trustStore\w*)=.*", re.DOTALL
)
"""Of the options for a Java virtual machine, those by which Maven finds its repositories."""
_JAVA_OPTIONS = ("JAVA_TOOL_OPTIONS", "MAVEN_OPTS", "MAVEN_ARGS")

_SHUT_OUT = {
    "LC_ALL": "C.UTF-8",
    "CARGO_ENCODED_RUSTFLAGS": "",  # goes before the flags of any config.toml, also where it is empty
    "GOENV": "off",
    "MAVEN_SKIP_RC": "1",  # ~/.mavenrc sets MAVEN_OPTS
}
"""Constants of every build, with which its tools pass over flags in the user's configuration."""

_SECRET = re.compile("(?i)token|password|passwd|secret|credential|auth")
_LOGIN = re.compile(r"(?<=://)[^/@\s]+@")


def environment(platform: Platform) -> dict[str, str]:
    """The environment of the platform's build and of what asks its tools for their versions."""
    present = _of_go() | dict(os.environ)
    named = platform.manifest.build.environment
    passed_on = {n: v for n, v in present.items() if n in named or _FINDS.fullmatch(n) or _DECIDES.fullmatch(n)}
    if options := [word for name in _JAVA_OPTIONS for word in _words(present.get(name, "")) if _JAVA.fullmatch(word)]:
        passed_on["MAVEN_OPTS"] = shlex.join(options)
    if platform.prefix:
        passed_on |= own.building(platform.prefix, passed_on)
    return passed_on | _SHUT_OUT


def recorded(values: Mapping[str, str]) -> dict[str, str]:
    """An environment as it may be shown: secrets are named only."""
    return {
        name: "(not recorded)" if _SECRET.search(name) else _LOGIN.sub("...@", value)
        for name, value in sorted(values.items())
    }


def deciding(platform: Platform) -> dict[str, str]:
    """What in the build's environment asks for another build where it changes."""
    named = platform.manifest.build.environment
    return {n: v for n, v in environment(platform).items() if n in named or _DECIDES.fullmatch(n)}


def configuration(platform: Platform) -> dict[str, str]:
    """Files outside its sources that configure the tools of its build, each with a digest; only what is there.

    Flags in them are shut out where a tool can do that; all else in them may change what is built.
    """
    needed = {need.command for need in platform.manifest.needs}
    found: dict[str, str] = {}
    for commands, places in _PLACES.items():
        for path in _candidates(platform, places) if needed.intersection(commands.split()) else ():
            with suppress(OSError):
                found[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return found


_PLACES = {
    "cargo": (".../.cargo/config.toml", ".../.cargo/config", "$CARGO_HOME/config.toml", "$CARGO_HOME/config"),
    "go": (".../go.work",),
    "mvn": ("~/.m2/settings.xml", ".../.mvn/maven.config", ".../.mvn/jvm.config", ".../.mvn/extensions.xml"),
    "gradle": ("$GRADLE_USER_HOME/gradle.properties", "$GRADLE_USER_HOME/init.gradle"),
    "python3 pip": (
        *("/etc/pip.conf", "~/.pip/pip.conf", "~/.config/pip/pip.conf", "$XDG_CONFIG_HOME/pip/pip.conf"),
        "$PIP_CONFIG_FILE",
    ),
    "node npm": ("~/.npmrc", "$NPM_CONFIG_USERCONFIG", ".../.npmrc"),
    "erl erlc elixir mix rebar3": ("~/.erlang", "~/.config/rebar3/rebar.config", "~/.hex/hex.config"),
}
"""By the commands of `[[needs]]`: files in which users configure them. `...` is any folder above the sources."""
_USUAL = {"CARGO_HOME": "~/.cargo", "GRADLE_USER_HOME": "~/.gradle"}


def _candidates(platform: Platform, places: tuple[str, ...]) -> Iterator[Path]:
    home = os.environ.get("HOME", "")
    for place in places:
        first, _, rest = place.partition("/")
        if first == "...":
            yield from (folder / rest for folder in platform.folder.parents)
            continue
        if first.startswith("$"):
            first = os.environ.get(first[1:]) or _USUAL.get(first[1:], "")
        if first.startswith("~"):
            first = home and first.replace("~", home, 1)
        if first or place.startswith("/"):
            yield Path(first, rest) if rest and first else Path(first or place)


def _of_go() -> dict[str, str]:
    """What `go env -w` has set: the file is shut out, and by what is in it Go finds its proxy."""
    default = Path(os.environ.get("XDG_CONFIG_HOME") or f"{os.environ.get('HOME', '')}/.config") / "go" / "env"
    path = os.environ.get("GOENV") or str(default)
    with suppress(OSError, UnicodeDecodeError):
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        return {name: value for name, found, value in (line.partition("=") for line in lines) if found and value}
    return {}


def _words(options: str) -> list[str]:
    try:
        return shlex.split(options)
    except ValueError:
        return options.split()
