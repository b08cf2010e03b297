// The program as the lab starts it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'agon-node-'));
after(() => rmSync(folder, { recursive: true }));

function command(workload, own, changes = {}) {
  const common = { threads: 3, iterations: 2, seed: 1, variant: 'workers', samples: folder, witness: 'on' };
  const args = Object.entries({ ...common, ...own, ...changes }).map(([name, value]) => `${name}=${value}`);
  return [MAIN, workload, ...args];
}

function start(workload, own, changes, input = '') {
  const options = { encoding: 'utf8', timeout: 30_000, input };
  return spawnSync(process.execPath, command(workload, own, changes), options);
}

/** The reports of a run that must succeed. */
function reports(workload, own, changes) {
  const done = start(workload, own, changes);
  assert.equal(done.status, 0, done.stderr);
  const [ready, ...iterations] = done.stdout.trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(ready, { event: 'ready' });
  assert.deepEqual(iterations.map(({ event, index }) => [event, index]), [['iteration', 0], ['iteration', 1]]);
  iterations.forEach((iteration) => assert.ok(Number.isInteger(iteration.elapsed_ns) && iteration.elapsed_ns > 0));
  return iterations.map(({ report }) => report);
}

function file(name, content = '') {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('token-ring: the example of the protocol, on three threads', () => {
  const expected = { ends: [170, 336, 3], witness: [1680117219, 2118576110, 1089537852] };
  const found = reports('token-ring', { workers: 500, tokens: 3, passes: 1003 });
  assert.deepEqual(found, [expected, expected]);
});

test('token-ring: together on the first of three threads', () => {
  const found = reports('token-ring', { workers: 7, tokens: 10, passes: 23 }, { variant: 'together' });
  assert.deepEqual(found[0].ends, [3, 3, 4, 5, 6, 6, 7, 1, 1, 2]);
});

test('token-ring: more threads than workers', () => {
  const [{ ends }] = reports('token-ring', { workers: 2, tokens: 1, passes: 3 }, { witness: 'off', threads: 4 });
  assert.deepEqual(ends, [1]);
});

test('chameneos: everybody is turned away, also where nobody meets', () => {
  for (const { meetings } of reports('chameneos', { creatures: 10, meetings: 200 })) {
    assert.equal(meetings.reduce((sum, n) => sum + n), 400);
  }
  assert.deepEqual(reports('chameneos', { creatures: 3, meetings: 0 })[0].meetings, [0, 0, 0]);
});

for (const variant of ['subactors', 'functions']) {
  test(`fibonacci: all answers are on file (${variant})`, () => {
    const input = file('fib.txt', '22 3\n0 1\n');
    const found = reports('fibonacci', { clients: 2, requests: 2, max_n: 22, input }, { variant });
    assert.deepEqual(found, [{ answers: 4 }, { answers: 4 }]);
    const rows = readFileSync(join(folder, 'points.csv'), 'utf8').trim().split('\n').map((row) => row.split(','));
    const answers = rows.slice(1).map((row) => row.slice(0, 4).join(' '));
    const both = [0, 1].flatMap((i) => [`${i} 1 22 17711`, `${i} 1 3 2`, `${i} 2 0 0`, `${i} 2 1 1`]);
    assert.deepEqual(answers.sort(), both.sort());
  });
}

const CUT = { written: 10, characters: 290, crc: 1968050575, stages: [3992056295, 2483677775] };
const REGEX = { written: 10, characters: 210, crc: 1253348365, stages: [1379692364, 375022659] };

for (const make of ['before', 'inside']) {
  test(`pipeline: the example of the protocol, with a log (${make})`, () => {
    const print = file('print.txt', 'old\n');
    for (const [work, expected, last] of [
      ['cut', CUT, 'Wrote Requested 9 Requested 9'],
      ['regex', REGEX, '9 Wrote 9 Requested 9'],
    ]) {
      assert.deepEqual(reports('pipeline', { tasks: 10, log: 'on', work, make, print }), [expected, expected]);
      const lines = readFileSync(print, 'utf8').trim().split('\n');
      assert.equal(lines.length, 30);
      assert.ok(lines.includes(last) && !lines.includes('old'));
    }
  });
}

test('pipeline: no task at all', () => {
  const own = { tasks: 0, log: 'off', work: 'cut', make: 'before', print: 'unused' };
  assert.deepEqual(reports('pipeline', own, { witness: 'off' })[0], { written: 0, characters: 0 });
});

for (const variant of ['workers', 'together']) {
  test(`service-rounds: the example of the protocol (${variant})`, () => {
    const print = file('rounds.txt');
    const [{ answers, sum }] = reports('service-rounds', { rounds: 1000, print }, { variant });
    assert.deepEqual([answers, sum], [1000, 495449096]);
    const lines = readFileSync(print, 'utf8').trim().split('\n');
    assert.deepEqual([lines.length, lines[0], lines[999]], [1000, '1 7919', `1000 ${(1000 * 7919) % 1000003}`]);
  });

  test(`grid-swap: states are swapped, and every swap is counted on both sides (${variant})`, () => {
    const input = file('grid.txt', '0 7\n');
    for (const report of reports('grid-swap', { side: 4, active: 125, rounds: 30, input }, { variant })) {
      assert.ok(report.requests >= report.swaps && report.swaps >= 30);
    }
    const rows = readFileSync(join(folder, 'cells.csv'), 'utf8').trim().split('\n').slice(17);
    const states = rows.map((row) => Number(row.split(',')[5])).sort((a, b) => a - b);
    assert.deepEqual(states, Array.from({ length: 16 }, (_, cell) => cell));
  });
}

const RING = { workers: 2, tokens: 1, passes: 3 };

for (const [iterations, input, status, written] of [
  [2, 'nonsense\n', 0, 2],
  [0, '2\n1\n0\n', 0, 3],
  [0, '2\n1\n', 0, 3],
  [0, '2\n1', 0, 3],
  [0, '1\n0\nnonsense\n', 0, 1],
  [0, '0\n', 0, 0],
  [0, '', 0, 0],
  [0, '1\nmore\n', 1, 1],
  [0, '\n', 1, 0],
  [0, '-1\n', 1, 0],
  [0, '1e3\n', 1, 0],
  [0, '9007199254740993\n', 1, 0],
]) {
  test(`iterations=${iterations}, told ${JSON.stringify(input)}: ${written} iterations, status ${status}`, () => {
    const done = start('token-ring', RING, { iterations }, input);
    assert.equal(done.status, status, done.stderr);
    const [ready, ...events] = done.stdout.trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(ready, { event: 'ready' });
    assert.deepEqual(events.map(({ index }) => index), Array.from({ length: written }, (_, index) => index));
    assert.equal(done.stderr.includes('is not a number of iterations'), status === 1);
    assert.equal(done.stderr.split('\n').length, status === 1 ? 2 : 1);
  });
}

test('told in turn: runs so many, waits for the next line, and ends at 0 though the input stays open', async () => {
  const options = { stdio: ['pipe', 'pipe', 'inherit'], timeout: 30_000 };
  const program = spawn(process.execPath, command('token-ring', RING, { iterations: 0 }), options);
  const ended = new Promise((resolve) => program.once('exit', resolve));
  const received = [];
  for await (const line of createInterface({ input: program.stdout })) {
    received.push(JSON.parse(line).index ?? 'ready');
    if (received.at(-1) === 'ready') {
      program.stdin.write('2\n');
    } else if (received.at(-1) === 1) {
      program.stdin.write('1\n');
    } else if (received.at(-1) === 2) {
      program.stdin.write('0\n');
    }
  }
  assert.equal(await ended, 0);
  assert.deepEqual(received, ['ready', 0, 1, 2]);
});

test('bad command lines end with status 2 and one line', () => {
  for (const [workload, own, expected] of [
    ['no-such-workload', {}, 'unknown workload "no-such-workload": one of chameneos, fibonacci, grid-swap'],
    ['constructor', {}, 'unknown workload "constructor"'],
    ['token-ring', { workers: 'many' }, 'workers=many: give an integer'],
    ['fibonacci', { clients: 1, requests: 1, max_n: 79, input: 'x', variant: 'functions' }, 'from 0 to 78'],
    ['fibonacci', { clients: 1, requests: 1, max_n: 9, input: '/no/such', variant: 'functions' }, 'input: '],
    ['pipeline', { tasks: 1, log: 'on', work: 'cut', make: 'before', print: folder }, 'print: '],
  ]) {
    const done = start(workload, own);
    assert.equal(done.status, 2);
    assert.ok(done.stderr.startsWith(expected) || done.stderr.includes(expected), done.stderr);
    assert.equal(done.stderr.trim().split('\n').length, 1);
  }
  assert.equal(spawnSync(process.execPath, [MAIN], { encoding: 'utf8' }).status, 2);
});
