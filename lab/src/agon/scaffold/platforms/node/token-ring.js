// token-ring: each worker has a message channel; it reads one end and its neighbour behind it writes to the other.
import { MessageChannel } from 'node:worker_threads';

const MODULUS = 2147483647;

export class TokenRing {
  constructor(workers, tokens, passes, witness) {
    Object.assign(this, { workers, tokens, passes, witness });
  }

  /** Elapsed nanoseconds and the report. */
  iteration() {
    return new Promise((resolve) => {
      const mailboxes = Array.from({ length: this.workers }, () => new MessageChannel());
      const ends = new Array(this.tokens).fill(0);
      const accs = new Array(this.tokens).fill(0);
      let missing = this.tokens;
      let began = 0n;

      const counter = new MessageChannel();
      counter.port1.onmessage = ({ data: [token, worker, acc] }) => {
        ends[token - 1] = worker;
        accs[token - 1] = acc;
        missing--;
        if (missing === 0) {
          const elapsed = Number(process.hrtime.bigint() - began);
          [counter, ...mailboxes].forEach(({ port1 }) => port1.close());
          resolve({ elapsed, report: this.witness ? { ends, witness: accs } : { ends } });
        }
      };
      mailboxes.forEach(({ port1 }, k) => {
        const neighbour = mailboxes[(k + 1) % this.workers].port2;
        port1.onmessage = ({ data }) => this.receive(k + 1, data, neighbour, counter.port2);
      });

      began = process.hrtime.bigint();
      for (let token = 1; token <= this.tokens; token++) {
        mailboxes[this.startOf(token) - 1].port2.postMessage([token, this.passes, 0]);
      }
    });
  }

  receive(number, [token, left, acc], neighbour, counter) {
    if (left === 0) {
      counter.postMessage([token, number, acc]);
    } else {
      neighbour.postMessage([token, left - 1, this.witness ? (acc * 31 + number) % MODULUS : acc]);
    }
  }

  startOf(token) {
    return Math.max(1, Math.floor((2 * token * this.workers + this.tokens) / (2 * this.tokens)));
  }
}
