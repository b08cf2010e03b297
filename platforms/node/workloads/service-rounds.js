// A coordinator that answers a client's requests with the help of a retriever and a printer.
import { Group } from '../actors/address.js';
import { clearPrint, Lines } from '../harness/files.js';
import { remainder, step } from './modular.js';

export const serviceRounds = {
  integers: { rounds: [1] },
  variants: ['workers', 'together'],
  hasPrint: true,
  actors: import.meta.url,
  prepare({ rounds, print, witness }) {
    return {
      game: { rounds, path: print, witness },
      clear: () => clearPrint(print),
      report: (_, outcome) => outcome,
    };
  },
};

/** What the retriever finds for a round (1..). */
export function datumOf(round) {
  return remainder(round * 7919, 1000003);
}

/** The agents' numbers; their addresses follow from them. */
const CLIENT = 1;
const COORDINATOR = 2;
const RETRIEVER = 3;
const PRINTER = 4;

/** Messages of all: (round, datum, witness). The coordinator has three kinds of them. */
const REQUEST = 0;
const RETRIEVED = 1;
const PRINTED = 2;

class Agent {
  constructor(thread, number, { witness }, addresses) {
    this.thread = thread;
    this.number = number;
    this.witness = witness;
    this.addresses = addresses;
  }

  send(to, kind, round, datum, acc) {
    this.thread.send(this.addresses[to - 1], kind, round, datum, this.witness ? step(acc, this.number) : 0);
  }
}

class Client extends Agent {
  constructor(thread, game, addresses, end) {
    super(thread, CLIENT, game, addresses);
    this.rounds = game.rounds;
    this.answers = 0;
    this.sum = 0;
    this.end = end;
  }

  start() {
    this.thread.send(this.addresses[COORDINATOR - 1], REQUEST, 1, 0, 0);
  }

  receive(_, round, datum, acc) {
    this.answers++;
    this.sum += datum;
    if (round < this.rounds) {
      this.send(COORDINATOR, REQUEST, round + 1, 0, acc);
    } else {
      const witness = this.witness ? step(acc, CLIENT) : undefined;
      this.end({ answers: this.answers, sum: this.sum, witness });
    }
  }
}

class Coordinator extends Agent {
  receive(kind, round, datum, acc) {
    if (kind === REQUEST) {
      this.send(RETRIEVER, REQUEST, round, 0, acc);
    } else if (kind === RETRIEVED) {
      this.send(PRINTER, REQUEST, round, datum, acc);
    } else {
      this.send(CLIENT, REQUEST, round, datum, acc);
    }
  }
}

class Retriever extends Agent {
  receive(_, round, __, acc) {
    this.send(COORDINATOR, RETRIEVED, round, datumOf(round), acc);
  }
}

/** Has written the last line to the file before the client can learn of it. */
class Printer extends Agent {
  constructor(thread, game, addresses) {
    super(thread, PRINTER, game, addresses);
    this.rounds = game.rounds;
    this.lines = new Lines(game.path);
  }

  receive(_, round, datum, acc) {
    this.lines.line(`${round} ${datum}`);
    if (round === this.rounds) {
      this.lines.close();
    }
    this.send(COORDINATOR, PRINTED, round, datum, acc);
  }
}

export function setUp(thread, game, end) {
  const group = new Group(4, thread.homes, 0);
  const addresses = [...group.addresses()];
  const makers = [
    () => new Client(thread, game, addresses, end),
    () => new Coordinator(thread, COORDINATOR, game, addresses),
    () => new Retriever(thread, RETRIEVER, game, addresses),
    () => new Printer(thread, game, addresses),
  ];
  const agents = new Map();
  for (const member of group.on(thread.number)) {
    agents.set(member + 1, makers[member]());
    thread.place(addresses[member], agents.get(member + 1));
  }
  return { begin: () => agents.get(CLIENT).start() };
}
