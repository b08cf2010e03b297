// A server of Fibonacci numbers whose answers to large and small requests are timed.
import { addressOf, Group } from '../actors/address.js';
import { readIntegers, Samples } from '../harness/files.js';
import { UsageError } from '../harness/usage.js';

// agon: begin harness
/** The largest n whose Fibonacci number is exact in a double. */
const LARGEST = 78;
// agon: end

// agon: begin harness
export const fibonacci = {
  integers: { clients: [1, 1_000_000], requests: [1], max_n: [0, LARGEST] },
  variants: ['subactors', 'functions'],
  hasInput: true,
  actors: import.meta.url,
  prepare({ clients, requests, max_n, input, samples, variant }) {
    const lists = readLists(input, clients, requests, max_n);
    const points = new Samples(samples, 'points.csv', 'iteration,client,n,value,ns');
    return {
      game: { lists, variant },
      report(index, outcome) {
        points.append(outcome.map((point) => [index, ...point]));
        return { answers: outcome.length };
      },
    };
  },
};
// agon: end

// agon: begin harness
function readLists(path, clients, requests, largest) {
  const lists = readIntegers(path, 0, largest);
  if (lists.length !== clients) {
    throw new UsageError(`${path}: must hold ${clients} lines, holds ${lists.length}`);
  }
  lists.forEach((list, i) => {
    if (list.length !== requests) {
      throw new UsageError(`${path}:${i + 1}: must hold ${requests} integers, holds ${list.length}`);
    }
  });
  return lists;
}
// agon: end

/** By the plain doubly recursive definition. */
export function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

/** The largest n computed without a pause: some tens of microseconds. */
const SLICE = 18;

/** fib(n) slice by slice: the same recursion, every call of it, but those above `SLICE` wait on a stack of their own. */
export class Sliced {
  #pending;
  #sum = 0;

  constructor(n) {
    this.#pending = [n];
  }

  /** Whether there is one slice in all. */
  get isShort() {
    return this.#pending.length === 1 && this.#pending[0] <= SLICE;
  }

  /** Computes a slice, and returns the answer if it was the last. */
  step() {
    let n = this.#pending.pop();
    while (n > SLICE) {
      this.#pending.push(n - 2);
      n--;
    }
    this.#sum += fib(n);
    return this.#pending.length === 0 ? this.#sum : undefined;
  }
}

const SERVER = addressOf(0, 0);
const MANAGER = addressOf(0, 1);
/** The place of the spawner of each thread. */
const SPAWNER = 2;
const CLIENTS = 3;

/** Messages of a client. */
const START = 0;
/** (value) */
const ANSWER = 1;

/** Messages of the server and of a spawner: (n, address of the client). */
const REQUEST = 0;

/** Messages of a computation. */
const GO_ON = 0;

/** Messages of the manager: (client's number, n, value and nanoseconds). */
const POINT = 0;

class Client {
  constructor(thread, number, address, list) {
    this.thread = thread;
    this.number = number;
    this.address = address;
    this.list = list;
    this.next = 0;
    this.asked = 0;
  }

  receive(kind, value) {
    if (kind === ANSWER) {
      const ns = Math.round((performance.now() - this.asked) * 1e6);
      this.thread.send(MANAGER, POINT, [this.number, this.list[this.next - 1], value, ns]);
    }
    if (this.next < this.list.length) {
      const n = this.list[this.next++];
      this.asked = performance.now();
      this.thread.send(SERVER, REQUEST, n, this.address);
    }
  }
}

/** Has an actor spawned for each request, on one thread after the other. */
class Delegating {
  constructor(thread) {
    this.thread = thread;
    this.turn = 0;
  }

  receive(_, n, client) {
    this.thread.send(addressOf(this.turn, SPAWNER), REQUEST, n, client);
    this.turn = (this.turn + 1) % this.thread.count;
  }
}

class Computing {
  constructor(thread) {
    this.thread = thread;
  }

  receive(_, n, client) {
    this.thread.send(client, ANSWER, fib(n));
  }
}

/** Spawns a computation on its thread. */
class Spawner {
  constructor(thread) {
    this.thread = thread;
  }

  receive(_, n, client) {
    const computation = new Computation(this.thread, n, client);
    computation.address = this.thread.spawn(computation);
    computation.start();
  }
}

/** Answers one request slice by slice, and lets other actors have their turn after each. */
class Computation {
  constructor(thread, n, client) {
    this.thread = thread;
    this.client = client;
    this.sliced = new Sliced(n);
    this.address = 0;
  }

  start() {
    if (this.sliced.isShort) {
      this.receive();
    } else {
      this.thread.giveWay(this.address, GO_ON);
    }
  }

  receive() {
    const value = this.sliced.step();
    if (value === undefined) {
      this.thread.giveWay(this.address, GO_ON);
    } else {
      this.thread.send(this.client, ANSWER, value);
      this.thread.stop(this.address);
    }
  }
}

class Manager {
  constructor(lists, end) {
    this.missing = lists.reduce((sum, list) => sum + list.length, 0);
    this.points = [];
    this.end = end;
  }

  receive(_, point) {
    this.points.push(point);
    this.missing--;
    if (this.missing === 0) {
      this.end(this.points);
    }
  }
}

export function setUp(thread, { lists, variant }, end) {
  const clients = new Group(lists.length, thread.homes, CLIENTS);
  for (const member of clients.on(thread.number)) {
    const address = clients.address(member);
    thread.place(address, new Client(thread, member + 1, address, lists[member]));
  }
  thread.place(addressOf(thread.number, SPAWNER), new Spawner(thread));
  if (thread.number === 0) {
    thread.place(SERVER, variant === 'functions' ? new Computing(thread) : new Delegating(thread));
    thread.place(MANAGER, new Manager(lists, end));
  }
  return {
    begin() {
      for (let member = 0; member < lists.length; member++) {
        thread.send(clients.address(member), START);
      }
    },
  };
}
