// Strings that pass through three stages.
import { addressOf, Group } from '../actors/address.js';
import { clearPrint, Lines } from '../harness/files.js';
import { crc32 } from './crc32.js';

/** The driver's, and each stage's. */
const WORDS = ['Requested', 'Downloaded', 'Indexed', 'Wrote'];
const STAGE_COUNT = WORDS.length - 1;

export const pipeline = {
  integers: { tasks: [0] },
  choices: { log: ['on', 'off', 'console'], work: ['cut', 'regex'], make: ['before', 'inside'] },
  variants: ['workers', 'together'],
  hasPrint: true,
  actors: import.meta.url,
  prepare({ tasks, log, work, make, print, witness }) {
    return {
      game: { tasks, log, work, make, print, witness },
      clear: log === 'on' ? () => clearPrint(print) : undefined,
      report(_, __, parts) {
        const [download, index, write] = parts.flat();
        const { written, characters, crc } = write;
        return { written, characters, ...(witness && { crc, stages: [download.crc, index.crc] }) };
      },
    };
  },
};

const DRIVER = addressOf(0, 0);
const STAGES = 1;

/** Messages of the driver. */
const GO_ON = 0;

/** Messages of a stage: (string) */
const STRING = 0;
const STOP = 1;

/** So many strings the driver sends before it lets the stages work on them. */
const AT_ONCE = 500;

/** The driver's string of this number. */
export function request(number, witness) {
  return witness ? `${number} Requested ${number} Requested ${number}` : `Requested ${number}`;
}

class Driver {
  /** Its strings are made now, or each as it is sent. */
  constructor(thread, { tasks, make, witness }, first) {
    this.thread = thread;
    this.first = first;
    this.tasks = tasks;
    this.witness = witness;
    this.strings = make === 'before' ? Array.from({ length: tasks }, (_, i) => request(i, witness)) : null;
    this.next = 0;
  }

  receive() {
    const end = Math.min(this.next + AT_ONCE, this.tasks);
    for (; this.next < end; this.next++) {
      const string = this.strings === null ? request(this.next, this.witness) : this.strings[this.next];
      this.thread.send(this.first, STRING, string);
    }
    if (end < this.tasks) {
      this.thread.send(DRIVER, GO_ON);
    } else {
      this.thread.send(this.first, STOP);
    }
  }
}

/** Puts its own word in place of another. */
export class Stage {
  /** `number`: 1 for the first. */
  constructor(number, { log, work, print, witness }) {
    this.before = WORDS[number - 1];
    this.word = WORDS[number];
    this.regex = work === 'regex';
    this.lines = log === 'off' ? null : new Lines(print, { atOnce: log === 'console' });
    this.witness = witness;
    this.written = 0;
    this.characters = 0;
    this.crc = 0;
  }

  make(string) {
    const made = this.regex
      ? string.replace(new RegExp(`${this.before} `), `${this.word} `)
      : this.word + string.slice(string.indexOf(' '));
    this.written++;
    this.characters += made.length;
    if (this.witness) {
      this.crc = (this.crc + crc32(made)) >>> 0;
    }
    if (this.lines !== null) {
      this.lines.line(made);
    }
    return made;
  }

  close() {
    this.lines?.close();
  }
}

class Passing {
  constructor(thread, stage, next) {
    this.thread = thread;
    this.stage = stage;
    this.next = next;
  }

  receive(kind, string) {
    if (kind === STRING) {
      this.thread.send(this.next, STRING, this.stage.make(string));
    } else {
      this.stage.close();
      this.thread.send(this.next, STOP);
    }
  }
}

class Last {
  constructor(stage, end) {
    this.stage = stage;
    this.end = end;
  }

  receive(kind, string) {
    if (kind === STRING) {
      this.stage.make(string);
    } else {
      this.stage.close();
      this.end();
    }
  }
}

export function setUp(thread, game, end) {
  const group = new Group(STAGE_COUNT, thread.homes, STAGES);
  const stages = [];
  for (const member of group.on(thread.number)) {
    const stage = new Stage(member + 1, game);
    const isLast = member === STAGE_COUNT - 1;
    const actor = isLast ? new Last(stage, end) : new Passing(thread, stage, group.address(member + 1));
    thread.place(group.address(member), actor);
    stages.push(stage);
  }
  if (thread.number === 0) {
    thread.place(DRIVER, new Driver(thread, game, group.address(0)));
  }
  return {
    begin() {
      thread.send(DRIVER, GO_ON);
    },
    collect: () => stages.map(({ written, characters, crc }) => ({ written, characters, crc })),
  };
}
