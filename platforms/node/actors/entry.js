// A worker thread: sets up its share of the actors, runs them, and hands over what they know, as the main thread asks.
import { parentPort, workerData } from 'node:worker_threads';

import { Thread } from './thread.js';

const { number, ports, homes, actors } = workerData;
const { setUp } = await import(actors);
const thread = new Thread(number, ports, homes);
let play = null;

/** Called by the actor that handles the last message. */
function end(outcome) {
  parentPort.postMessage({ event: 'ended', at: process.hrtime.bigint(), outcome });
}

const orders = {
  setUp({ game }) {
    thread.clear();
    play = setUp(thread, game, end);
    parentPort.postMessage({ event: 'setUp' });
  },
  begin() {
    const at = process.hrtime.bigint();
    thread.begin(play.begin);
    parentPort.postMessage({ event: 'begun', at });
  },
  collect() {
    parentPort.postMessage({ event: 'collect', part: play.collect?.() });
    thread.clear();
    play = null;
  },
  stop() {
    for (const port of [...ports, parentPort]) {
      port?.close();
    }
  },
};

parentPort.on('message', (order) => orders[order.order](order));
parentPort.postMessage({ event: 'setUp' });
