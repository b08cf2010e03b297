import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';

import { parse } from '../harness/arguments.js';
import { UsageError } from '../harness/usage.js';

const WORKLOAD = {
  integers: { tokens: [1], passes: [0, 9] },
  choices: { log: ['on', 'off'] },
  variants: ['subactors', 'functions'],
  hasInput: true,
  hasPrint: true,
};

const GOOD = {
  threads: '2',
  iterations: '3',
  seed: '9223372036854775807',
  variant: 'functions',
  samples: tmpdir(),
  witness: 'on',
  input: 'in.txt',
  print: 'out.txt',
  tokens: '1',
  passes: '0',
  log: 'off',
};

function args(changes = {}) {
  return Object.entries({ ...GOOD, ...changes }).map(([name, value]) => `${name}=${value}`);
}

test('every key is read', () => {
  assert.deepEqual(parse(args(), WORKLOAD), {
    ...GOOD,
    threads: 2,
    iterations: 3,
    seed: 2n ** 63n - 1n,
    witness: true,
    tokens: 1,
    passes: 0,
  });
});

test('iterations may be 0: as often as the lab says', () => {
  assert.equal(parse(args({ iterations: 0 }), WORKLOAD).iterations, 0);
});

const REFUSED = {
  'no key': [[...args(), 'fast'], '"fast" is not key=value'],
  'an unknown key': [[...args(), 'lap=1'], 'unknown key "lap": this workload takes input, iterations'],
  'a key of every object': [[...args(), 'constructor=1'], 'unknown key "constructor"'],
  'a key twice': [[...args(), 'threads=1'], 'threads given twice'],
  'a missing key': [args().slice(1), 'missing argument threads='],
  'too small': [args({ tokens: 0 }), 'tokens=0: give an integer of at least 1'],
  'fewer iterations than none': [args({ iterations: -1 }), 'iterations=-1: give an integer of at least 0'],
  'too large': [args({ passes: 10 }), 'passes=10: give an integer from 0 to 9'],
  'no integer': [args({ tokens: 'many' }), 'tokens=many'],
  'a fraction': [args({ tokens: '1.5' }), 'tokens=1.5'],
  'nothing': [args({ tokens: '' }), 'tokens=: give'],
  'beyond what is exact': [args({ tokens: '9007199254740993' }), 'tokens=9007199254740993'],
  'too many threads': [args({ threads: 1025 }), 'from 1 to 1024'],
  'a negative seed': [args({ seed: -1 }), 'below 2^63'],
  'a seed too large': [args({ seed: '9223372036854775808' }), 'below 2^63'],
  'another variant': [args({ variant: 'pool' }), 'give one of subactors, functions'],
  'another choice': [args({ log: 'maybe' }), 'give one of on, off'],
  'a half witness': [args({ witness: 'some' }), 'give one of on, off'],
  'no such directory': [args({ samples: '/no/such/folder' }), 'no such directory'],
  'an empty path': [args({ input: '' }), 'give the name of a file'],
};

for (const [name, [given, expected]] of Object.entries(REFUSED)) {
  test(`refused: ${name}`, () => {
    assert.throws(
      () => parse(given, WORKLOAD),
      (error) => error instanceof UsageError && error.message.includes(expected),
    );
  });
}
