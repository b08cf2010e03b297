// What the lab writes to standard input while the program runs: how many iterations are to come next.
import { createInterface } from 'node:readline';

/** The lab wrote something that is no number of iterations: a message, and status 1. */
export class OrderError extends Error {}

function numberOf(line) {
  const number = Number(line);
  if (!/^\d+$/.test(line) || !Number.isSafeInteger(number)) {
    throw new OrderError(`standard input: ${JSON.stringify(line)} is not a number of iterations`);
  }
  return number;
}

/** The numbers on the lines of `input`, up to a 0 or its end; then it is let go: it would keep the process alive. */
export async function* orders(input) {
  const lines = createInterface({ input, crlfDelay: Infinity });
  try {
    for await (const line of lines) {
      const number = numberOf(line);
      if (number === 0) {
        return;
      }
      yield number;
    }
  } finally {
    lines.close();
    input.destroy();
  }
}
