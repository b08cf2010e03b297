import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { complement } from '../workloads/chameneos.js';
import { crc32 } from '../workloads/crc32.js';
import { fib, Sliced } from '../workloads/fibonacci.js';
import { remainder, step } from '../workloads/modular.js';
import { request, Stage } from '../workloads/pipeline.js';
import { datumOf } from '../workloads/service-rounds.js';
import { startOf } from '../workloads/token-ring.js';

test('tokens start where the protocol says, a half rounded up', () => {
  for (const [token, tokens, workers, start] of [
    [1, 3, 500, 167],
    [1, 1000, 500, 1],
    [3, 1000, 500, 2],
    [1, 4, 2, 1],
    [3, 4, 2, 2],
    [1, 100, 2, 1],
    [5, 5, 1, 1],
  ]) {
    assert.equal(startOf(token, { workers, tokens }), start);
  }
});

test('remainders are exact', () => {
  for (const quotient of [0, 1, 31, 799_999, 2 ** 21]) {
    for (const rest of [0, 1, 2147483646]) {
      assert.equal(remainder(quotient * 2147483647 + rest, 2147483647), rest);
    }
  }
  assert.equal(step(2147483646, 4), 2147483647 - 31 + 4);
  assert.equal(datumOf(100_000_000), Number((100_000_000n * 7919n) % 1000003n));
});

test('two creatures of different colours take the third', () => {
  const table = [0, 1, 2].map((own) => [0, 1, 2].map((other) => complement(own, other)));
  assert.deepEqual(table, [[0, 2, 1], [2, 1, 0], [1, 0, 2]]);
});

test('slices add up to the whole', () => {
  for (const n of [0, 1, 18, 19, 25]) {
    const sliced = new Sliced(n);
    assert.equal(sliced.isShort, n <= 18);
    let value;
    while (value === undefined) {
      value = sliced.step();
    }
    assert.equal(value, fib(n));
  }
});

test('the data of a thousand rounds sum up as in the protocol', () => {
  const data = Array.from({ length: 1000 }, (_, i) => datumOf(i + 1));
  assert.equal(data.reduce((sum, datum) => sum + datum), 495449096);
});

test('ten tasks as in the protocol', () => {
  const game = { log: 'off', witness: true };
  for (const [work, crcs, made] of [
    ['cut', [3992056295, 2483677775, 1968050575], 'Downloaded Requested 7 times'],
    ['regex', [1379692364, 375022659, 1253348365], '7 Downloaded 7 times'],
  ]) {
    const stages = [1, 2, 3].map((number) => new Stage(number, { ...game, work }));
    for (let i = 0; i < 10; i++) {
      stages.reduce((string, stage) => stage.make(string), request(i, true));
    }
    assert.deepEqual([stages[2].written, ...stages.map((stage) => stage.crc)], [10, ...crcs]);
    assert.equal(stages[0].make('7 Requested 7 times'), made);
  }
});

test('a console gets each line as it is made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agon-node-'));
  const print = join(folder, 'print.txt');
  const stage = new Stage(1, { log: 'console', work: 'cut', print, witness: false });
  stage.make(request(7, false));
  assert.equal(readFileSync(print, 'utf8'), 'Downloaded 7\n');
  rmSync(folder, { recursive: true });
});

test('the checksum is zlib\'s', () => {
  assert.equal(crc32('123456789'), 0xcbf43926);
});
