// Speaks the lab's protocol (docs/protocol.md): arguments, iterations, JSON lines.
import { createInterface } from 'node:readline';
import { TokenRing } from './token-ring.js';

const KEYS = ['threads', 'iterations', 'seed', 'variant', 'samples', 'witness', 'workers', 'tokens', 'passes'];

function fail(message, status) {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}

/** The `key=value` arguments: each key known, none missing. */
function argumentsOf(words) {
  const values = new Map();
  for (const word of words) {
    const [, key, value] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
    if (!KEYS.includes(key)) {
      fail(`'${word}' is no argument: give KEY=VALUE with ${KEYS.join(', ')}`, 2);
    }
    values.set(key, value);
  }
  for (const key of KEYS) {
    if (!values.has(key)) {
      fail(`'${key}=' is missing`, 2);
    }
  }
  return values;
}

function number(values, key, least) {
  const text = values.get(key);
  if (!/^\d{1,15}$/.test(text) || Number(text) < least) {
    fail(`${key}=${text}: not an integer of at least ${least}`, 2);
  }
  return Number(text);
}

/** How many iterations to do next; with iterations=0 the lab writes that on standard input, batch by batch. */
async function* batches(iterations) {
  if (iterations > 0) {
    yield iterations;
    return;
  }
  for await (const line of createInterface({ input: process.stdin })) {
    if (!/^\d{1,15}$/.test(line.trim())) {
      fail(`standard input: '${line}' is not a number of iterations`, 1);
    }
    if (Number(line) === 0) {
      return;
    }
    yield Number(line);
  }
}

function writeEvent(event) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

const [name, ...words] = process.argv.slice(2);
if (name !== 'token-ring') {
  fail('give a workload first: token-ring', 2);
}
const values = argumentsOf(words);
const iterations = number(values, 'iterations', 0);
const [workers, tokens, passes] = ['workers', 'tokens', 'passes'].map((key) => number(values, key, 1));
const program = new TokenRing(workers, tokens, passes, values.get('witness') === 'on');
writeEvent({ event: 'ready' });
let index = 0;
for await (const count of batches(iterations)) {
  for (const end = index + count; index < end; index++) {
    const { elapsed, report } = await program.iteration();
    writeEvent({ event: 'iteration', index, elapsed_ns: elapsed, report });
  }
}
process.stdin.destroy(); // open, it would keep the process alive
