// The lab's files: input, samples, and what the workloads print.
import { appendFileSync, closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { UsageError } from './usage.js';

/** The integers of each line of the lab's file; none may lie outside least..greatest. */
export function readIntegers(path, least, greatest) {
  let content;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`input: ${error.message}`);
  }
  const lines = content.replace(/\n+$/, '').split('\n');
  return lines.map((line, i) =>
    line
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => {
        const n = Number(word);
        if (!/^-?\d+$/.test(word) || n < least || n > greatest) {
          throw new UsageError(`${path}:${i + 1}: "${word}" is no integer from ${least} to ${greatest}`);
        }
        return n;
      }),
  );
}

/** What a buffer holds at least before it is written; docs/protocol.md asks for 64 KiB. */
const BUFFER = 64 * 1024;

/** A CSV file for the lab, begun with its header. */
export class Samples {
  #path;

  constructor(folder, name, header) {
    this.#path = join(folder, name);
    writeFileSync(this.#path, `${header}\n`);
  }

  /** Adds rows, each a list of numbers. */
  append(rows) {
    const lines = new Lines(this.#path);
    for (const row of rows) {
      lines.line(row.join(','));
    }
    lines.close();
  }
}

/** Makes the file print=PATH empty. */
export function clearPrint(path) {
  try {
    writeFileSync(path, '');
  } catch (error) {
    throw new UsageError(`print: ${error.message}`);
  }
}

/**
 * Writes lines to the end of a file. Several may write to one file: what goes out in one write is whole lines, or with
 * `atOnce` one line.
 */
export class Lines {
  #file;
  #most;
  #text = '';

  constructor(path, { atOnce = false } = {}) {
    this.#file = openSync(path, 'a');
    this.#most = atOnce ? 0 : BUFFER;
  }

  line(text) {
    this.#text += `${text}\n`;
    if (this.#text.length >= this.#most) {
      this.#flush();
    }
  }

  close() {
    this.#flush();
    closeSync(this.#file);
  }

  #flush() {
    appendFileSync(this.#file, this.#text);
    this.#text = '';
  }
}
