// Tokens passed from neighbour to neighbour round a ring of workers.
import { addressOf, Group } from '../actors/address.js';
import { step } from './modular.js';

// agon: begin harness
export const tokenRing = {
  integers: { workers: [1, 1_000_000], tokens: [1, 1_000_000], passes: [0] },
  variants: ['workers', 'together'],
  actors: import.meta.url,
  prepare({ workers, tokens, passes, witness }) {
    return {
      game: { workers, tokens, passes, witness },
      report: (_, outcome) => outcome,
    };
  },
};
// agon: end

/** The worker that a token starts at: max(1, floor(token*workers/tokens + 1/2)). */
export function startOf(token, { workers, tokens }) {
  return Math.max(1, Math.floor((2 * token * workers + tokens) / (2 * tokens)));
}

const COUNTER = addressOf(0, 0);
const RING = 1;

/** Messages of a worker: (token's number, passes left, witness). */
const TOKEN = 0;

/** Messages of the counter: (token's number, worker, witness). */
const ENDED = 0;

class Worker {
  constructor(thread, number, next, witness) {
    this.thread = thread;
    this.number = number;
    this.next = next;
    this.witness = witness;
  }

  receive(_, token, left, acc) {
    if (left === 0) {
      this.thread.send(COUNTER, ENDED, token, this.number, acc);
    } else {
      this.thread.send(this.next, TOKEN, token, left - 1, this.witness ? step(acc, this.number) : 0);
    }
  }
}

class Counter {
  constructor({ tokens, witness }, end) {
    this.missing = tokens;
    // agon: begin report
    this.ends = new Array(tokens).fill(0);
    this.witness = witness ? new Array(tokens).fill(0) : undefined;
    // agon: end
    this.end = end;
  }

  receive(_, token, worker, acc) {
    // agon: begin report
    this.ends[token - 1] = worker;
    if (this.witness) {
      this.witness[token - 1] = acc;
    }
    // agon: end
    this.missing--;
    if (this.missing === 0) {
      this.end({ ends: this.ends, witness: this.witness });
    }
  }
}

export function setUp(thread, game, end) {
  const ring = new Group(game.workers, thread.homes, RING);
  for (const member of ring.on(thread.number)) {
    const next = ring.address((member + 1) % game.workers);
    thread.place(ring.address(member), new Worker(thread, member + 1, next, game.witness));
  }
  if (thread.number === 0) {
    thread.place(COUNTER, new Counter(game, end));
  }
  return {
    begin() {
      for (let token = 1; token <= game.tokens; token++) {
        thread.send(ring.address(startOf(token, game) - 1), TOKEN, token, game.passes, 0);
      }
    },
  };
}
