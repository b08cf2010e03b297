import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { clearPrint, Lines, readIntegers, Samples } from '../harness/files.js';
import { UsageError } from '../harness/usage.js';

const folder = mkdtempSync(join(tmpdir(), 'agon-node-'));
after(() => rmSync(folder, { recursive: true }));

test('the input is read line by line', () => {
  const path = join(folder, 'in.txt');
  writeFileSync(path, '1 2  3\n4\n');
  assert.deepEqual(readIntegers(path, 1, 4), [[1, 2, 3], [4]]);
  assert.throws(() => readIntegers(path, 1, 3), new UsageError(`${path}:2: "4" is no integer from 1 to 3`));
  writeFileSync(path, '1 2.5\n');
  assert.throws(() => readIntegers(path, 1, 3), UsageError);
  assert.throws(() => readIntegers(`${path}.gone`, 1, 3), UsageError);
});

test('samples begin with their header', () => {
  const samples = new Samples(folder, 'points.csv', 'iteration,ns');
  samples.append([[0, 12]]);
  samples.append([[1, 13]]);
  assert.equal(readFileSync(join(folder, 'points.csv'), 'utf8'), 'iteration,ns\n0,12\n1,13\n');
});

test('lines of several writers stay whole', () => {
  const path = join(folder, 'print.txt');
  writeFileSync(path, 'of the last iteration\n');
  clearPrint(path);
  const writers = ['a'.repeat(96), 'b'.repeat(30)].map((text) => [text, new Lines(path)]);
  const count = 3000;
  for (let i = 0; i < count; i++) {
    writers.forEach(([text, lines]) => lines.line(text));
  }
  writers.forEach(([, lines]) => lines.close());
  const found = readFileSync(path, 'utf8').split('\n');
  assert.equal(found.length, 2 * count + 1);
  writers.forEach(([text]) => assert.equal(found.filter((line) => line === text).length, count));
});

test('what cannot be printed to is refused', () => {
  assert.throws(() => clearPrint(folder), UsageError);
});
