// Strings that pass through three stages.
import { addressOf, Group } from '../actors/address.js';
import { clearPrint, Lines } from '../harness/files.js';
import { crc32 } from './crc32.js';

const WORDS = ['Downloaded', 'Indexed', 'Wrote'];

export const pipeline = {
  integers: { tasks: [0] },
  choices: { log: ['on', 'off'] },
  variants: ['workers', 'together'],
  hasPrint: true,
  actors: import.meta.url,
  prepare({ tasks, log, print, witness }) {
    const path = log === 'on' ? print : null;
    return {
      game: { tasks, path, witness },
      clear: path === null ? undefined : () => clearPrint(path),
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

class Driver {
  constructor(thread, strings, first) {
    this.thread = thread;
    this.strings = strings;
    this.first = first;
    this.next = 0;
  }

  receive() {
    const end = Math.min(this.next + AT_ONCE, this.strings.length);
    while (this.next < end) {
      this.thread.send(this.first, STRING, this.strings[this.next++]);
    }
    if (end < this.strings.length) {
      this.thread.send(DRIVER, GO_ON);
    } else {
      this.thread.send(this.first, STOP);
    }
  }
}

/** Puts its own word in place of each string's first. */
export class Stage {
  constructor(word, { path, witness }) {
    this.word = word;
    this.lines = path === null ? null : new Lines(path);
    this.witness = witness;
    this.written = 0;
    this.characters = 0;
    this.crc = 0;
  }

  make(string) {
    const made = this.word + string.slice(string.indexOf(' '));
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
  const group = new Group(WORDS.length, thread.homes, STAGES);
  const stages = [];
  for (const member of group.on(thread.number)) {
    const stage = new Stage(WORDS[member], game);
    const isLast = member === WORDS.length - 1;
    const actor = isLast ? new Last(stage, end) : new Passing(thread, stage, group.address(member + 1));
    thread.place(group.address(member), actor);
    stages.push(stage);
  }
  if (thread.number === 0) {
    const strings = Array.from({ length: game.tasks }, (_, i) => `Requested ${i}`);
    thread.place(DRIVER, new Driver(thread, strings, group.address(0)));
  }
  return {
    begin() {
      thread.send(DRIVER, GO_ON);
    },
    collect: () => stages.map(({ written, characters, crc }) => ({ written, characters, crc })),
  };
}
