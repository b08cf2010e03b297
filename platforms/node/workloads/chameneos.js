// Creatures that meet in pairs through a broker and change colour.
import { addressOf, Group } from '../actors/address.js';

const COLOURS = ['blue', 'red', 'yellow'];

/** The colour that `own` takes on meeting `other`: its own if they are the same, else the third. */
export function complement(own, other) {
  return own === other ? own : 3 - own - other;
}

/** Dealt round-robin to creatures 1, 2, ... */
function initial(number) {
  return (number - 1) % COLOURS.length;
}

// agon: begin harness
export const chameneos = {
  integers: { creatures: [2, 1_000_000], meetings: [0] },
  variants: ['workers', 'together'],
  actors: import.meta.url,
  prepare({ creatures, meetings, witness }) {
    const initials = Array.from({ length: creatures }, (_, i) => COLOURS[initial(i + 1)]);
    const complements = COLOURS.map((_, own) => COLOURS.map((__, other) => COLOURS[complement(own, other)]));
    return {
      game: { creatures, meetings, witness },
      report: (_, outcome) => ({ complements, initial: initials, ...outcome }),
    };
  },
};
// agon: end

const BROKER = addressOf(0, 0);
const REGISTER = addressOf(0, 1);
const FOREST = 2;

/** Messages of the broker: (number, colour, address of who asks). */
const REQUEST = 0;

/** Messages of a creature. */
const START = 0;
/** (the other's number, its colour) */
const MEET = 1;
const TURNED_AWAY = 2;

/** Messages of the register: (what a creature knows of itself). */
const REPORT = 0;

class Broker {
  constructor(thread, meetings) {
    this.thread = thread;
    this.left = meetings;
    this.waiting = 0;
    this.colour = 0;
    this.address = 0;
  }

  receive(_, number, colour, address) {
    if (this.left === 0) {
      this.thread.send(address, TURNED_AWAY);
    } else if (this.waiting === 0) {
      this.waiting = number;
      this.colour = colour;
      this.address = address;
    } else {
      this.thread.send(this.address, MEET, number, colour);
      this.thread.send(address, MEET, this.waiting, this.colour);
      this.waiting = 0;
      this.left--;
    }
  }
}

class Creature {
  constructor(thread, number, address, witness) {
    this.thread = thread;
    this.number = number;
    this.address = address;
    this.colour = initial(number);
    this.meetings = 0;
    this.self = 0;
    // agon: begin witness
    /** Meetings by own and other colour. */
    this.pairs = witness ? COLOURS.map(() => COLOURS.map(() => 0)) : null;
    // agon: end
  }

  receive(kind, number, colour) {
    if (kind === TURNED_AWAY) {
      const { colour: final, meetings, self, pairs } = this;
      this.thread.send(REGISTER, REPORT, { number: this.number, final, meetings, self, pairs });
      return;
    }
    if (kind === MEET) {
      this.meet(number, colour);
    }
    this.thread.send(BROKER, REQUEST, this.number, this.colour, this.address);
  }

  meet(number, colour) {
    this.meetings++;
    if (number === this.number) {
      this.self++;
    }
    // agon: begin witness
    if (this.pairs !== null) {
      this.pairs[this.colour][colour]++;
    }
    // agon: end
    this.colour = complement(this.colour, colour);
  }
}

/** Collects the creatures that have been turned away. */
class Register {
  constructor({ creatures, witness }, end) {
    this.missing = creatures;
    // agon: begin report
    this.final = new Array(creatures);
    this.meetings = new Array(creatures);
    this.self = new Array(creatures);
    this.witness = witness ? COLOURS.map(() => COLOURS.map(() => 0)) : undefined;
    // agon: end
    this.end = end;
  }

  receive(_, { number, final, meetings, self, pairs }) {
    // agon: begin report
    this.final[number - 1] = COLOURS[final];
    this.meetings[number - 1] = meetings;
    this.self[number - 1] = self;
    pairs?.forEach((row, own) => row.forEach((count, other) => (this.witness[own][other] += count)));
    // agon: end
    this.missing--;
    if (this.missing === 0) {
      this.end({ final: this.final, meetings: this.meetings, self: this.self, witness: this.witness });
    }
  }
}

export function setUp(thread, game, end) {
  const forest = new Group(game.creatures, thread.homes, FOREST);
  for (const member of forest.on(thread.number)) {
    const address = forest.address(member);
    thread.place(address, new Creature(thread, member + 1, address, game.witness));
  }
  if (thread.number === 0) {
    thread.place(BROKER, new Broker(thread, game.meetings));
    thread.place(REGISTER, new Register(game, end));
  }
  return {
    begin() {
      for (let member = 0; member < game.creatures; member++) {
        thread.send(forest.address(member), START);
      }
    },
  };
}
