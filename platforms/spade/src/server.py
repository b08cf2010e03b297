"""SPADE's XMPP server, pyjabber, as a child of the program: on the loopback, at a port that the system picks."""

from __future__ import annotations

import asyncio
import hashlib
import os
import signal
import sys
from pathlib import Path
from typing import Any

import loguru
import uvloop
from pyjabber.features.SASL.SASL import SASL
from pyjabber.network import CertGenerator
from pyjabber.server import Server as Jabber
from pyjabber.server_parameters import Parameters

HOST = "localhost"
CERTIFICATES = Path(__file__).parent / "certificates"
"""Made by the build: a server that finds none writes them to its own package."""
ROUNDS = 1
"""Of hashing a password."""
LONGEST_SILENCE_S = 10**6
"""After which the server would take leave of an agent; one that calculates is silent."""


class Server:
    """The running server. It ends with the program, however that ends: then its end of a pipe closes."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        ours, theirs = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            os.close(reading)
            os.close(theirs)
            _be_server(writing, ours)
        os.close(writing)
        os.close(ours)
        self.ended = reading
        """Can be read from when the server has ended."""
        self._alive = theirs
        port = os.read(reading, 16)
        if not port:
            raise ChildProcessError("the XMPP server has not started")
        self.port = int(port)

    def stop(self) -> None:
        """End the server, and wait for it."""
        os.close(self._alive)
        os.waitpid(self._child, 0)


def _be_server(writing: int, parent: int) -> None:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    try:
        uvloop.run(_serve(writing, parent))
    except BaseException as error:
        print(f"the XMPP server has ended: {error!r}", file=sys.stderr, flush=True)
    os._exit(1)


async def _serve(writing: int, parent: int) -> None:
    loguru.logger.remove()
    SASL._hash_scram_async = _hash  # type: ignore[method-assign]
    settings = Parameters(
        host=HOST,
        client_port=0,
        server_port=0,
        connection_timeout=LONGEST_SILENCE_S,
        database_in_memory=True,
        cert_path=str(CERTIFICATES),
    )
    server: Any = Jabber(settings)
    server._public_ip = None  # else it listens on the machine's address, too
    server._http_server = None  # else it takes a port that is always the same
    running = asyncio.ensure_future(server.start())
    ready = asyncio.ensure_future(server.ready.wait())
    await asyncio.wait((running, ready), return_when=asyncio.FIRST_COMPLETED)
    signal.signal(
        signal.SIGINT, signal.SIG_DFL
    )  # the server's own handlers raise an exception wherever it is just then
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if ready.done():
        os.write(writing, str(server._client_listener.sockets[0].getsockname()[1]).encode())
        asyncio.get_running_loop().add_reader(parent, os._exit, 0)
    await running


async def _hash(_: SASL, password: str, salt: bytes, iterations: int) -> str:
    hashed = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, ROUNDS)
    return f"sha256${ROUNDS}${salt.hex()}${hashed.hex()}"


def make_certificates() -> None:
    """For `HOST`, signed with the key that comes with the server."""
    CERTIFICATES.mkdir()
    for file in (Path(CertGenerator.__file__).parent / "certs").glob("ca_*.pem"):
        (CERTIFICATES / file.name).write_bytes(file.read_bytes())
    CertGenerator.generate_hostname_cert(HOST, str(CERTIFICATES))


if __name__ == "__main__":
    make_certificates()
