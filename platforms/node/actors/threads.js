// The worker threads as the main thread sees them. It sleeps while they work.
import { MessageChannel, Worker } from 'node:worker_threads';

const ENTRY = new URL('./entry.js', import.meta.url);

export class Threads {
  #workers;
  #waiting = new Map();
  #failed = null;

  /**
   * Starts the threads, linked each with each. `actors` is the module that sets up their actors; these are at home on
   * the first `homes` threads.
   */
  static async start(count, homes, actors) {
    const ports = Array.from({ length: count }, () => new Array(count).fill(null));
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        const { port1, port2 } = new MessageChannel();
        ports[i][j] = port1;
        ports[j][i] = port2;
      }
    }
    const workers = ports.map(
      (own, number) =>
        new Worker(ENTRY, {
          workerData: { number, ports: own, homes, actors: String(actors) },
          transferList: own.filter((port) => port !== null),
        }),
    );
    const threads = new Threads(workers);
    await threads.#each('setUp');
    return threads;
  }

  constructor(workers) {
    this.#workers = workers;
    this.exits = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const [number, worker] of workers.entries()) {
      worker.on('message', (message) => this.#receive(number, message));
      worker.on('error', (error) => this.#fail(error));
    }
  }

  /** One iteration: the actors are made, play, and are asked for what they know. Only the play is timed. */
  async play(game) {
    const ready = this.#each('setUp');
    this.#order({ order: 'setUp', game });
    await ready;
    const first = this.#workers[0];
    const begun = this.#once('begun');
    const ended = this.#once('ended');
    first.postMessage({ order: 'begin' });
    const [{ at: from }, { at: to, outcome }] = await Promise.all([begun, ended]);
    const collected = this.#each('collect');
    this.#order({ order: 'collect' });
    const parts = (await collected).map(({ part }) => part);
    return { elapsed: Number(to - from), outcome, parts };
  }

  async stop() {
    this.#order({ order: 'stop' });
    await Promise.all(this.exits);
  }

  #order(order) {
    for (const worker of this.#workers) {
      worker.postMessage(order);
    }
  }

  /** The next message of that kind, whichever thread it comes from. */
  async #once(event) {
    return (await this.#collect(event, 1))[0];
  }

  /** A message of that kind from every thread, in the order of the threads. */
  #each(event) {
    return this.#collect(event, this.#workers.length);
  }

  #collect(event, wanted) {
    return new Promise((resolve, reject) => {
      if (this.#failed) {
        reject(this.#failed);
      }
      this.#waiting.set(event, { received: [], wanted, resolve, reject });
    });
  }

  #receive(number, message) {
    const waiting = this.#waiting.get(message.event);
    waiting.received.push([number, message]);
    if (waiting.received.length === waiting.wanted) {
      this.#waiting.delete(message.event);
      waiting.resolve(waiting.received.sort(([a], [b]) => a - b).map(([, received]) => received));
    }
  }

  #fail(error) {
    this.#failed = error;
    for (const { reject } of this.#waiting.values()) {
      reject(error);
    }
  }
}
