// The command line: key=value arguments, each checked.
import { statSync } from 'node:fs';

import { MOST_THREADS } from '../actors/address.js';
import { UsageError } from './usage.js';

const LARGEST_SEED = 2n ** 63n - 1n;

function integer(least, most = Number.MAX_SAFE_INTEGER) {
  return (name, text) => {
    const value = Number(text);
    if (!/^[+-]?\d+$/.test(text) || value < least || value > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
      throw new UsageError(`${name}=${text}: give an integer ${range}`);
    }
    return value;
  };
}

function seed(name, text) {
  if (!/^\d+$/.test(text) || BigInt(text) > LARGEST_SEED) {
    throw new UsageError(`${name}=${text}: give an integer from 0 to below 2^63`);
  }
  return BigInt(text);
}

function choice(words) {
  return (name, text) => {
    if (!words.includes(text)) {
      throw new UsageError(`${name}=${text}: give one of ${words.join(', ')}`);
    }
    return text;
  };
}

function onOff(name, text) {
  return choice(['on', 'off'])(name, text) === 'on';
}

function directory(name, text) {
  if (!statSync(text, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${name}=${text}: no such directory`);
  }
  return text;
}

function path(name, text) {
  if (text === '') {
    throw new UsageError(`${name}=: give the name of a file`);
  }
  return text;
}

function readers(workload) {
  const own = Object.entries(workload.integers).map(([name, [least, most]]) => [name, integer(least, most)]);
  const words = Object.entries(workload.choices ?? {}).map(([name, list]) => [name, choice(list)]);
  return new Map([
    ['threads', integer(1, MOST_THREADS)],
    ['iterations', integer(0)], // 0: as often as the lab asks
    ['seed', seed],
    ['variant', choice(workload.variants)],
    ['samples', directory],
    ['witness', onOff],
    ...(workload.hasInput ? [['input', path]] : []),
    ...(workload.hasPrint ? [['print', path]] : []),
    ...own,
    ...words,
  ]);
}

/** The arguments of a workload as an object of checked values; throws a UsageError. */
export function parse(args, workload) {
  const known = readers(workload);
  const values = {};
  for (const arg of args) {
    const at = arg.indexOf('=');
    if (at < 0) {
      throw new UsageError(`"${arg}" is not key=value`);
    }
    const name = arg.slice(0, at);
    const read = known.get(name);
    if (read === undefined) {
      throw new UsageError(`unknown key "${name}": this workload takes ${[...known.keys()].sort().join(', ')}`);
    }
    if (Object.hasOwn(values, name)) {
      throw new UsageError(`${name} given twice`);
    }
    values[name] = read(name, arg.slice(at + 1));
  }
  const missing = [...known.keys()].sort().find((name) => !Object.hasOwn(values, name));
  if (missing !== undefined) {
    throw new UsageError(`missing argument ${missing}=...`);
  }
  return values;
}
