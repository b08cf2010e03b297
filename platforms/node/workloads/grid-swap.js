// Agents of a grid that swap their states with others at random.
import { addressOf, Group } from '../actors/address.js';
import { readIntegers, Samples } from '../harness/files.js';
import { UsageError } from '../harness/usage.js';

export const gridSwap = {
  integers: { side: [2, 1000], active: [1], rounds: [1] },
  variants: ['workers', 'together'],
  hasInput: true,
  actors: import.meta.url,
  prepare({ side, rounds, input, samples }) {
    const lists = readIntegers(input, 0, side * side - 1);
    if (lists.length !== 1) {
      throw new UsageError(`${input}: must hold one line, holds ${lists.length}`);
    }
    const cells = new Samples(samples, 'cells.csv', 'iteration,cell,requested,accepted,refused,state');
    return {
      game: { agents: side * side, rounds, active: lists[0] },
      report(index, _, parts) {
        const rows = parts.flatMap(rowsOf);
        cells.append(rows.map((row) => [index, ...row]));
        const swaps = rows.reduce((sum, [, requested]) => sum + requested, 0);
        const refused = rows.reduce((sum, row) => sum + row[3], 0);
        return { requests: swaps + refused, swaps };
      },
    };
  },
};

const COLUMNS = 5;

function rowsOf(part) {
  return Array.from({ length: part.length / COLUMNS }, (_, i) => [...part.subarray(i * COLUMNS, (i + 1) * COLUMNS)]);
}

const CONTROLLER = addressOf(0, 0);
const GRID = 1;

/** Messages of an agent. */
const START = 0;
/** (state, address of who asks) */
const REQUEST = 1;
/** (state) */
const ACCEPT = 2;
const REFUSE = 3;
const STOP = 4;

/** Messages of the controller. */
const FINISHED = 0;
const STOPPED = 1;

class Agent {
  constructor(thread, cell, addresses, rounds, isActive) {
    this.thread = thread;
    this.cell = cell;
    this.addresses = addresses;
    this.rounds = rounds;
    this.state = cell;
    /** From the choice of another agent to its answer; in one that starts active, from the beginning. */
    this.inTransaction = isActive;
    this.stopped = false;
    this.requested = 0;
    this.accepted = 0;
    this.refused = 0;
  }

  receive(kind, state, from) {
    switch (kind) {
      case REQUEST:
        this.answer(state, from);
        break;
      case ACCEPT:
        this.swapped(state);
        break;
      case REFUSE:
        this.refused++;
        this.request();
        break;
      case START:
        this.request();
        break;
      default:
        this.stop();
    }
  }

  answer(state, from) {
    if (this.inTransaction || this.stopped || this.requested === this.rounds) {
      this.thread.send(from, REFUSE);
      return;
    }
    this.thread.send(from, ACCEPT, this.state);
    this.state = state;
    this.accepted++;
    this.inTransaction = true;
    this.request();
  }

  /** Asks another agent at random; if it has been stopped meanwhile, the transaction ends. */
  request() {
    if (this.stopped) {
      this.close();
      return;
    }
    const other = Math.floor(Math.random() * (this.addresses.length - 1));
    const to = this.addresses[other < this.cell ? other : other + 1];
    this.thread.send(to, REQUEST, this.state, this.addresses[this.cell]);
  }

  swapped(state) {
    this.state = state;
    this.requested++;
    if (this.requested === this.rounds) {
      this.thread.send(CONTROLLER, FINISHED);
    }
    if (this.stopped) {
      this.close();
    }
    this.inTransaction = false;
  }

  stop() {
    this.stopped = true;
    if (!this.inTransaction) {
      this.close();
    }
  }

  close() {
    this.inTransaction = false;
    this.thread.send(CONTROLLER, STOPPED);
  }
}

class Controller {
  constructor(thread, addresses, end) {
    this.thread = thread;
    this.addresses = addresses;
    this.finished = false;
    this.missing = addresses.length;
    this.end = end;
  }

  receive(kind) {
    if (kind === FINISHED) {
      this.stopAll();
      return;
    }
    this.missing--;
    if (this.missing === 0) {
      this.end();
    }
  }

  stopAll() {
    if (this.finished) {
      return;
    }
    this.finished = true;
    for (const address of this.addresses) {
      this.thread.send(address, STOP);
    }
  }
}

export function setUp(thread, game, end) {
  const group = new Group(game.agents, thread.homes, GRID);
  const addresses = group.addresses();
  const active = new Set(game.active);
  const agents = [];
  for (const cell of group.on(thread.number)) {
    const agent = new Agent(thread, cell, addresses, game.rounds, active.has(cell));
    thread.place(addresses[cell], agent);
    agents.push(agent);
  }
  if (thread.number === 0) {
    thread.place(CONTROLLER, new Controller(thread, addresses, end));
  }
  return {
    begin() {
      for (const cell of game.active) {
        thread.send(addresses[cell], START);
      }
    },
    collect: () =>
      Int32Array.from(agents.flatMap((a) => [a.cell, a.requested, a.accepted, a.refused, a.state])),
  };
}
