import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addressOf, Group, MOST_THREADS, placeOf, threadOf } from '../actors/address.js';
import { Mailbox } from '../actors/mailbox.js';
import { Thread } from '../actors/thread.js';

test('an address holds thread and place, and is a small integer', () => {
  const address = addressOf(MOST_THREADS - 1, 1_000_000);
  assert.equal(threadOf(address), MOST_THREADS - 1);
  assert.equal(placeOf(address), 1_000_000);
  assert.ok(address > 0 && address < 2 ** 31);
});

for (const [count, threads] of [[10, 3], [4, 1], [2, 4], [500, 2], [7, 7]]) {
  test(`${count} members on ${threads} threads: each on one, in blocks, side by side`, () => {
    const group = new Group(count, threads, 2);
    const found = [];
    for (let thread = 0; thread <= threads; thread++) {
      const here = [...group.on(thread)];
      assert.deepEqual(here.map((member) => group.address(member)), here.map((_, i) => addressOf(thread, 2 + i)));
      assert.ok(thread < threads ? Math.abs(here.length - count / threads) < 1 : here.length === 0);
      found.push(...here);
    }
    assert.deepEqual(found, Array.from({ length: count }, (_, member) => member));
    assert.deepEqual([...group.addresses()], found.map((member) => group.address(member)));
  });
}

test('a mailbox grows and keeps the order', () => {
  const mailbox = new Mailbox();
  const received = [];
  const actors = [{ receive: (kind, a, b, c) => received.push([kind, a, b, c]) }];
  let pushed = 0;
  const push = (count) => {
    for (let i = 0; i < count; i++) {
      mailbox.push(0, 1, pushed++, 'text', null);
    }
  };
  // Read and written in turns, so that the ring grows while its first message lies somewhere in the middle.
  push(700);
  for (let i = 0; i < 500; i++) {
    mailbox.deliver(actors);
  }
  push(5000);
  while (mailbox.length > 0) {
    mailbox.deliver(actors);
  }
  assert.deepEqual(received, Array.from({ length: pushed }, (_, i) => [1, i, 'text', null]));
});

/** A port that keeps what is posted. */
class Port {
  posted = [];

  postMessage(batch) {
    this.posted.push(batch);
  }
}

/** Lets the event loop go on until `happened`; a test that waits in vain ends by the limit of its own. */
async function until(happened) {
  while (!happened()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const LIMIT = { timeout: 20_000 };

test('messages on a thread are handled in the order in which they were sent', LIMIT, async () => {
  const thread = new Thread(0, [null]);
  const received = [];
  const count = 5000; // more than a turn
  const counter = thread.spawn({
    receive(_, n) {
      received.push(n);
      if (n < count) {
        thread.send(counter, 0, n + 1);
      }
    },
  });
  thread.begin(() => thread.send(counter, 0, 1));
  await until(() => received.length === count);
  assert.deepEqual(received, Array.from({ length: count }, (_, i) => i + 1));
});

test('messages for another thread are posted after the turn, and come in as they went out', LIMIT, async () => {
  const port = new Port();
  const sender = new Thread(0, [null, port]);
  sender.begin(() => {
    sender.send(addressOf(1, 0), 3, 'first');
    sender.send(addressOf(1, 1), 4, 5, 6, 7);
  });
  await until(() => port.posted.length > 0);
  assert.deepEqual(port.posted, [[0, 3, 'first', 0, 0, 1, 4, 5, 6, 7]]);

  const other = new Port();
  const receiver = new Thread(1, [other, null]);
  const received = [];
  for (const place of [0, 1]) {
    receiver.place(addressOf(1, place), { receive: (...message) => received.push([place, ...message]) });
  }
  other.onmessage({ data: port.posted[0] });
  assert.deepEqual(received, [[0, 3, 'first', 0, 0], [1, 4, 5, 6, 7]]);
});

test('whoever gives way lets all others go first, and comes back', LIMIT, async () => {
  const thread = new Thread(0, [null]);
  const order = [];
  const slow = thread.spawn({
    receive() {
      order.push('slow');
      if (order.filter((name) => name === 'slow').length < 2) {
        thread.giveWay(slow, 0);
      }
    },
  });
  const quick = thread.spawn({ receive: () => order.push('quick') });
  thread.begin(() => {
    thread.giveWay(slow, 0);
    thread.send(quick, 0);
    thread.send(quick, 0);
  });
  await until(() => order.length === 4);
  assert.deepEqual(order, ['quick', 'quick', 'slow', 'slow']);
});

test('the address of an actor that has stopped is given away again; messages to nobody vanish', LIMIT, async () => {
  const thread = new Thread(0, [null]);
  const first = thread.spawn({ receive: () => assert.fail('stopped') });
  thread.stop(first);
  const received = [];
  const second = addressOf(0, 1);
  thread.place(second, { receive: (kind) => received.push(kind) });
  thread.begin(() => {
    thread.send(first, 0);
    thread.send(second, 1);
  });
  await until(() => received.length > 0);
  assert.equal(thread.spawn({ receive() {} }), first);
});
