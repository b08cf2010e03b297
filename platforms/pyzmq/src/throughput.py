"""Strings from one thread to another over ZeroMQ, confirmed over a second socket."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

import msgpack
import zmq

from workload.throughput import PAUSE_S, Ends, HandlerError, Reception, Wire, now, workload

GREETING = b""


class Receiver:
    """Handles the messages, on a thread of its own."""

    def __init__(self, wire: Wire, reception: Reception, ends: Ends, messages: Any, confirm: Any) -> None:
        self._wire = wire
        self._reception = reception
        self._ends = ends
        self._messages = messages
        self._confirm = confirm
        self.moved = threading.Semaphore(0)
        """Raised by the greeting, by each message of a sprint without confirmations, and at the end."""

    def run(self) -> None:
        """Handle all. What goes wrong ends the program: no other could do anything about it."""
        try:
            self._messages.recv()
            self.moved.release()
            self._work()
            self.moved.release()
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)

    def _work(self) -> None:
        wire, handle, receive, handled = self._wire, self._reception.handle, self._messages.recv, self._ends.handled
        unpack: Callable[[bytes], str] = msgpack.unpackb if wire.msgpack else bytes.decode
        step, acks, sprint = wire.step, wire.acks, wire.sprint
        for number in range(len(wire.strings)):
            verdict = b"+"
            try:
                handle(unpack(receive()))
            except HandlerError:
                verdict = b"-"
            if step and number % step == 0 and not (acks and sprint):
                handled.append(now())
            if acks:
                self._confirm.send(verdict)
            elif sprint:
                self.moved.release()
        self._ended = now()

    @property
    def ended(self) -> int:
        """When the last handler had ended."""
        return self._ended


class Sender:
    """Sends the messages; notified in their order of their outcomes."""

    def __init__(self, wire: Wire, ends: Ends, messages: Any, confirmations: Any) -> None:
        self._wire = wire
        self._ends = ends
        self._messages = messages
        self._confirmations = confirmations
        self._pack: Callable[[str], bytes] = msgpack.packb if wire.msgpack else str.encode
        self._sent = 0
        self._answered = 0

    def sprint(self, moved: threading.Semaphore) -> None:
        """One at a time."""
        for text in self._wire.strings:
            self._ends.sent.append(now())
            self._messages.send(self._pack(text))
            if self._wire.acks:
                self._receive(0)
                self._ends.handled.append(now())
            else:
                moved.acquire()
            time.sleep(PAUSE_S)

    def stream(self) -> None:
        """As fast as the sockets take them."""
        pack, step, acks = self._pack, self._wire.step, self._wire.acks
        send = self._send if acks else self._messages.send
        for number, text in enumerate(self._wire.strings):
            if step and number % step == 0:
                self._ends.sent.append(now())
            send(pack(text))
        while acks and self._answered < len(self._wire.strings):
            self._receive(0)

    def _send(self, packed: bytes) -> None:
        # The receiver may have to wait until it gets rid of a confirmation: meanwhile the sender must not wait for it.
        sent = self._sent
        while self._answered < sent:
            try:
                self._messages.send(packed, zmq.DONTWAIT)
                break
            except zmq.Again:
                self._receive(0)
                with contextlib.suppress(zmq.Again):
                    while True:
                        self._receive(zmq.DONTWAIT)
        else:
            self._messages.send(packed)
        self._sent = sent + 1

    def _receive(self, flags: int) -> None:
        verdict = self._confirmations.recv(flags)
        if verdict == b"+":
            self._ends.confirmed += 1
        else:
            self._ends.unconfirmed.append(self._answered)
        self._answered += 1


def _address(transport: str, name: str) -> str:
    if transport == "tcp":
        return "tcp://127.0.0.1:*"
    return f"inproc://{name}" if transport == "inproc" else f"ipc://@agon-{os.getpid()}-{name}"


def _pair(context: Any, transport: str, name: str) -> tuple[Any, Any]:
    """Both ends of a pipe."""
    out, into = context.socket(zmq.PUSH), context.socket(zmq.PULL)
    out.bind(_address(transport, name))
    into.connect(out.getsockopt_string(zmq.LAST_ENDPOINT))
    return out, into


def _play(index: int, wire: Wire, reception: Reception) -> Ends:
    context = zmq.Context.instance()
    ends = Ends()
    messages, received = _pair(context, wire.transport, f"messages-{index}")
    confirm, confirmations = _pair(context, wire.transport, f"confirmations-{index}")
    receiver = Receiver(wire, reception, ends, received, confirm)
    sender = Sender(wire, ends, messages, confirmations)
    thread = threading.Thread(target=receiver.run)
    thread.start()
    messages.send(GREETING)
    receiver.moved.acquire()
    begun = now()
    if wire.sprint:
        sender.sprint(receiver.moved)
    else:
        sender.stream()
    confirmed = now()
    thread.join()
    ends.elapsed_ns = (confirmed if wire.acks else receiver.ended) - begun
    for socket in (messages, received, confirm, confirmations):
        socket.close(linger=0)
    return ends


WORKLOAD = workload(_play)
